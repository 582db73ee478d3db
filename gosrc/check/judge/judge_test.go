package judge

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func settings() *Settings {
	return &Settings{Points: 20, Seed: 1, Size: 4, Tolerance: 1e-5, Seconds: 5}
}

// of1 is a case of a function of one number with its JVP.
func of1(f, d func(x float64) float64) *Case {
	return &Case{Name: "f", F: f, Of: -1, Params: []string{"x"}, Derived: []Derived{{"jvp", "its JVP",
		func(x, dx float64) (float64, float64) { return f(x), d(x) * dx }}}}
}

// ofList is a case of a function of a list with its gradient.
func ofList(f func(x []float64) float64, grad func(x, g []float64)) *Case {
	return &Case{Name: "f", F: f, Of: -1, Params: []string{"x"}, Derived: []Derived{{"grad", "its gradient",
		func(x, g []float64) float64 { grad(x, g); return f(x) }}}}
}

// pointsAt has a case judged at points, and not at drawn ones.
func pointsAt(s *Settings, texts ...string) *Settings {
	for _, t := range texts {
		s.At = append(s.At, []byte(t))
	}
	return s
}

// TestRough has no false alarm where differences lie.
func TestRough(t *testing.T) {
	for _, c := range roughCases {
		s := settings()
		for seed := range uint64(50) {
			s.Seed = seed
			s.Points = 16
			if v := Judge(nil, of1(c.f, c.d), s); v.Wrong != "" {
				t.Errorf("%s: %s, at %s", c.name, v.Wrong, v.At)
				break
			}
		}
		if len(c.at) == 0 {
			continue
		}
		if v := Judge(nil, of1(c.f, c.d), pointsAt(settings(), c.at...)); v.Wrong != "" {
			t.Errorf("%s: %s, at %s", c.name, v.Wrong, v.At)
		}
	}
}

// TestFound finds errors of 0.1 % in functions that are smooth somewhere.
func TestFound(t *testing.T) {
	smooth := map[string]bool{"abs": true, "relu": true, "kink of the slope": true, "jump": true, "large": true,
		"tiny": true, "root": true, "cube root": true, "pole": true, "high powers": true, "domain": true,
		"iterated": true, "equality": true,
		"plateau": true, "some cancellation": true}
	for _, c := range roughCases {
		for _, factor := range []float64{1.001, 0.999, -1, 2, 0} {
			wrong := func(x float64) float64 { return factor * c.d(x) }
			v := Judge(nil, of1(c.f, wrong), settings())
			if found := v.Wrong != ""; smooth[c.name] && !found {
				t.Errorf("%s, times %v: not found: %+v", c.name, factor, v)
			}
		}
	}
}

// TestLists finds a wrong sign, a dropped term and a wrong index in one number of many.
func TestLists(t *testing.T) {
	f := func(x []float64) float64 {
		s := 1e3
		for i, v := range x {
			s += math.Sin(v) * x[(i+1)%len(x)]
		}
		return s
	}
	grad := func(x, g []float64) {
		for i, v := range x {
			g[i] = math.Cos(v)*x[(i+1)%len(x)] + math.Sin(x[(i+len(x)-1)%len(x)])
		}
	}
	if v := Judge(nil, ofList(f, grad), settings()); v.Wrong != "" || v.Points != 20 || v.Rough > 0 {
		t.Errorf("right: %+v", v)
	}
	for name, spoil := range map[string]func(x, g []float64){
		"sign":  func(_, g []float64) { g[0] = -g[0] },
		"scale": func(_, g []float64) { g[len(g)-1] *= 1.001 },
		"term":  func(x, g []float64) { g[0] -= math.Sin(x[len(x)-1]) },
		"index": func(_, g []float64) { g[0], g[len(g)-1] = g[len(g)-1], g[0] },
		"stays": func(_, g []float64) { g[0] = 0 },
	} {
		v := Judge(nil, ofList(f, func(x, g []float64) { grad(x, g); spoil(x, g) }), settings())
		if !strings.Contains(v.Wrong, "by x[") {
			t.Errorf("%s: %+v", name, v)
		}
	}
}

// TestModes finds the mode that is wrong, and, where differences say nothing, that the modes disagree.
func TestModes(t *testing.T) {
	f := func(x []float64) []float64 { return []float64{x[0] * x[0], math.Floor(x[0] * 1e7)} }
	jvp := func(x, dx []float64) (y, dy []float64) { return f(x), []float64{2 * x[0] * dx[0], 0} }
	vjp := func(factor, steps float64) any {
		return func(x, bar, g []float64) []float64 {
			clear(g)
			g[0] = factor*2*x[0]*bar[0] + steps*bar[1]
			return f(x)
		}
	}
	of := func(reverse any) *Case {
		return &Case{Name: "f", F: f, Of: -1, Derived: []Derived{{"jvp", "J", jvp}, {"vjp", "V", reverse}}}
	}
	s := settings()
	if v := Judge(nil, of(vjp(1, 0)), s); v.Wrong != "" {
		t.Error(v.Wrong)
	}
	for _, v := range []Verdict{Judge(nil, of(vjp(1.001, 0)), s), Judge(nil, of(vjp(1, 1e6)), s)} {
		if !strings.Contains(v.Wrong, "by V") ||
			!strings.Contains(v.Wrong, "by J") && !strings.Contains(v.Wrong, "differences") {
			t.Errorf("%+v", v)
		}
	}
}

// TestValue finds derivatives that give other values than the function.
func TestValue(t *testing.T) {
	c := of1(math.Sin, math.Cos)
	c.Derived[0].F = func(x, dx float64) (float64, float64) { return x, math.Cos(x) * dx }
	if v := Judge(nil, c, settings()); !strings.Contains(v.Wrong, "returns the value") {
		t.Errorf("%+v", v)
	}
}

// TestNever finds derivatives that panic, or are never a number.
func TestNever(t *testing.T) {
	c := of1(math.Sin, func(float64) float64 { return math.NaN() })
	if v := Judge(nil, c, settings()); !strings.Contains(v.Wrong, "is NaN by its JVP, differences say") {
		t.Errorf("%+v", v)
	}
	c = of1(math.Sin, func(x float64) float64 {
		if x > 1 {
			return math.Inf(1)
		}
		return math.Cos(x)
	})
	if v := Judge(nil, c, settings()); v.Wrong != "" || v.NotNumbers == 0 || v.Points <= v.Rough {
		t.Errorf("%+v", v)
	}
	c.Derived[0] = Derived{"derivative", "D", func(float64, float64) (float64, float64) { panic("never") }}
	if v := Judge(nil, c, settings()); v.Wrong != "D panics: never" {
		t.Errorf("%+v", v)
	}
}

// TestSingle judges numbers of type float32.
func TestSingle(t *testing.T) {
	f := func(x []float32) float32 {
		s := float32(0)
		for _, v := range x {
			s += v * v * v
		}
		return s
	}
	for factor, wrong := range map[float32]bool{1: false, 1.05: true, 1.1: true} {
		c := &Case{Name: "f", F: f, Of: -1, Derived: []Derived{{"grad", "G", func(x, g []float32) float32 {
			for i, v := range x {
				g[i] = factor * 3 * v * v
			}
			return f(x)
		}}}}
		for seed := range uint64(100) {
			s := settings()
			s.Seed = seed
			if v := Judge(nil, c, s); (v.Wrong != "") != wrong || !wrong && v.Points-v.Rough < 10 {
				t.Errorf("%v: %+v", factor, v)
				break
			}
		}
	}
}

// TestWritten judges functions that write their parameters.
func TestWritten(t *testing.T) {
	f := func(x []float64) {
		for i := range x {
			x[i] *= x[i]
		}
	}
	for factor, wrong := range map[float64]bool{2: false, 2.002: true} {
		c := &Case{Name: "f", F: f, Of: -1, Derived: []Derived{
			{"jvp", "J", func(x, dx []float64) {
				for i := range x {
					dx[i] *= factor * x[i]
				}
				f(x)
			}},
			{"vjp", "V", func(x, g []float64) {
				for i := range x {
					g[i] *= 2 * x[i]
				}
				f(x)
			}},
		}}
		if v := Judge(nil, c, settings()); (v.Wrong != "") != wrong {
			t.Errorf("%v: %+v", factor, v)
		}
	}
}

// TestUseless counts draws for which there is no value, and says why.
func TestUseless(t *testing.T) {
	c := of1(func(x float64) float64 {
		if x < 1 {
			panic("too small")
		}
		return x
	}, func(float64) float64 { return 1 })
	v := Judge(nil, c, settings())
	if v.Points != 20 || v.Useless == 0 || v.Why != "panics: too small" {
		t.Errorf("%+v", v)
	}
	c.Derived = nil
	c.F = func(float64) float64 { return math.NaN() }
	if v := Judge(nil, c, settings()); v.Points != 0 || v.Why != "is not finite" {
		t.Errorf("%+v", v)
	}
	r := rand.New(rand.NewPCG(1, 1))
	c.F = func(float64) float64 { return r.Float64() }
	if v := Judge(nil, c, settings()); v.Points != 0 || !strings.Contains(v.Why, "same twice") {
		t.Errorf("%+v", v)
	}
}

// TestComplex judges complex numbers as pairs: the gradient of a real has the derivative by the imaginary part there.
func TestComplex(t *testing.T) {
	f := func(z [2]complex128) complex128 { return z[0] * z[0] * z[1] }
	by := func(z, d [2]complex128) complex128 { return 2*z[0]*z[1]*d[0] + z[0]*z[0]*d[1] }
	conj := func(z complex128) complex128 { return complex(real(z), -imag(z)) }
	for factor, wrong := range map[complex128]bool{1: false, 1.001: true, 1 + 0.001i: true} {
		c := &Case{Name: "f", F: f, Of: -1, Params: []string{"z"}, Derived: []Derived{
			{"jvp", "J", func(z, d [2]complex128) (complex128, complex128) { return f(z), by(z, d) }},
			{"vjp", "V", func(z [2]complex128, w complex128, g *[2]complex128) complex128 {
				g[0], g[1] = factor*conj(2*z[0]*z[1])*w, conj(z[0]*z[0])*w
				return f(z)
			}},
		}}
		v := Judge(nil, c, settings())
		if (v.Wrong != "") != wrong || wrong && !strings.Contains(v.Wrong, "by z[0], the ") {
			t.Errorf("%v: %+v", factor, v)
		}
	}
}
