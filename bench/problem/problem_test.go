package problem

import "testing"

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
		"jvp":      func(c *Case) { f := c.JVP; c.JVP = func() (float64, float64) { v, d := f(); return v, d * (1 + 1e-6) } },
		"hvp":      func(c *Case) { f := c.HVP; c.HVP = func() { f(); c.Bar.Flat[0]++ } },
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
