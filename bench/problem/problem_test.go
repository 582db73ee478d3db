package problem

import (
	"math"
	"testing"
)

// TestAgree compares the generated functions with the hand-written ones at small sizes.
func TestAgree(t *testing.T) {
	for _, p := range All() {
		t.Run(p.Name, func(t *testing.T) {
			if err := p.Small().Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestCheckFails breaks each generated function of a problem and expects the check to notice.
func TestCheckFails(t *testing.T) {
	for name, spoil := range map[string]func(*Case){
		"value":    func(c *Case) { f := c.Value; c.Value = func() float64 { return f() * (1 + 1e-8) } },
		"gradient": func(c *Case) { f := c.Grad; c.Grad = func() float64 { v := f(); c.Bar.Flat[1] *= 1 + 1e-7; return v } },
		"plain Go": func(c *Case) {
			f := c.PlainGrad
			c.PlainGrad = func() float64 { v := f(); c.PlainBar.Flat[1] *= 1 + 1e-7; return v }
		},
		"jvp": func(c *Case) { f := c.JVP; c.JVP = func() (float64, float64) { v, d := f(); return v, d * (1 + 1e-6) } },
		"hvp": func(c *Case) { f := c.HVP; c.HVP = func() { f(); c.Bar.Flat[0]++ } },
	} {
		c := newKMeans(11, 3, 2)
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		if spoil(c); c.Check() == nil {
			t.Errorf("a wrong %s goes unnoticed", name)
		}
	}
}

// TestPeersAgree compares the gradients of other libraries with the hand-written ones.
func TestPeersAgree(t *testing.T) {
	for _, p := range All() {
		for _, q := range p.Small().Peers {
			t.Run(p.Name+"/"+q.Name, func(t *testing.T) { peerAgrees(t, p, q.Name) })
		}
	}
}

func peerAgrees(t *testing.T, p Problem, name string) {
	c := p.Small()
	want := c.HandGrad()
	for _, q := range c.Peers {
		if q.Name != name {
			continue
		}
		g, err := q.New()
		if err != nil {
			t.Fatal(err)
		}
		tolerance := 1e-9
		if name == "gonum fd" {
			tolerance = 1e-5
		}
		for range 2 { // the second call finds what the first has left
			bar := make([]float64, len(c.Vars.Flat))
			if got := g.Grad(bar); math.Abs(got-want) > 1e-9*math.Abs(want) {
				t.Errorf("value %v, want %v", got, want)
			}
			scale := 0.0
			for _, w := range c.HandBar.Flat {
				scale = max(scale, math.Abs(w))
			}
			for i, w := range c.HandBar.Flat {
				if !(math.Abs(bar[i]-w) <= tolerance*scale) {
					t.Errorf("component %d is %v, want %v", i, bar[i], w)
				}
			}
		}
	}
}
