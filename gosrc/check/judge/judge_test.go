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

// at has a case judged at points, and not at drawn ones.
func pointsAt(s *Settings, texts ...string) *Settings {
	for _, t := range texts {
		s.At = append(s.At, []byte(t))
	}
	return s
}

// rough are functions of which differences say little, or lie, with their derivatives.
var roughCases = []struct {
	name string
	f, d func(x float64) float64
	at   []string // besides drawn points
}{
	{"abs", math.Abs, func(x float64) float64 { return sign(x, 0) }, []string{"[0]", "[1e-9]", "[-1e-7]", "[1e-300]"}},
	{"abs, other side", math.Abs, func(x float64) float64 { return sign(x, 1) }, []string{"[0]"}},
	{"relu", func(x float64) float64 { return max(x, 0) }, func(x float64) float64 { return (1 + sign(x, -1)) / 2 },
		[]string{"[0]", "[1e-8]", "[-1e-8]", "[1e-13]"}},
	{"kink of the slope", func(x float64) float64 { return x * math.Abs(x) }, func(x float64) float64 { return 2 * math.Abs(x) },
		[]string{"[0]", "[1e-8]"}},
	{"jump", func(x float64) float64 {
		if x > 1 {
			return x + 1
		}
		return x
	}, func(float64) float64 { return 1 }, []string{"[1]", "[1.00000001]", "[0.9999999999]"}},
	{"stairs", func(x float64) float64 { return math.Floor(x*1e6) / 1e6 }, func(float64) float64 { return 0 }, nil},
	{"fine stairs", func(x float64) float64 { return math.Floor(x*1e10) / 1e10 }, func(float64) float64 { return 0 }, nil},
	{"coarse stairs", func(x float64) float64 { return math.Round(x*20) / 20 }, func(float64) float64 { return 0 }, nil},
	{"stairs on a slope", func(x float64) float64 { return 3*x + math.Floor(x*1e4)/1e4 }, func(float64) float64 { return 3 }, nil},
	{"through float32", func(x float64) float64 { return float64(float32(x) * float32(x)) },
		func(x float64) float64 { return 2 * x }, nil},
	{"ripples", func(x float64) float64 { return x + 1e-6*math.Sin(1e7*x) },
		func(x float64) float64 { return 1 + 10*math.Cos(1e7*x) }, nil},
	{"fine ripples", func(x float64) float64 { return x + 1e-10*math.Sin(1e9*x) },
		func(x float64) float64 { return 1 + 0.1*math.Cos(1e9*x) }, nil},
	{"cancellation", func(x float64) float64 { return (1e8 + x*x) - 1e8 }, func(x float64) float64 { return 2 * x }, nil},
	{"cancellation to nothing", func(x float64) float64 { return (1e16 + x) - 1e16 }, func(float64) float64 { return 1 }, nil},
	{"sum of large ones", func(x float64) float64 {
		s := 0.0
		for i := range 100 {
			s += math.Exp(float64(i%30)) * (x - 0.5) * float64(1-2*(i%2))
		}
		return s
	}, func(float64) float64 {
		s := 0.0
		for i := range 100 {
			s += math.Exp(float64(i%30)) * float64(1-2*(i%2))
		}
		return s
	}, nil},
	{"large", func(x float64) float64 { return 1e8 * x * x }, func(x float64) float64 { return 2e8 * x },
		[]string{"[1e8]", "[1e-8]", "[1e100]"}},
	{"tiny", func(x float64) float64 { return 1e-8 * math.Log(x) }, func(x float64) float64 { return 1e-8 / x },
		[]string{"[1e8]", "[1e-8]", "[1e-100]", "[1e100]"}},
	{"tiny beside large", func(x float64) float64 { return 1e10 + 1e-8*math.Sin(x) }, func(x float64) float64 { return 1e-8 * math.Cos(x) }, nil},
	{"root", math.Sqrt, func(x float64) float64 { return 0.5 / math.Sqrt(x) }, []string{"[0]", "[1e-12]", "[1e-300]"}},
	{"cube root", math.Cbrt, func(x float64) float64 { return 1 / (3 * math.Cbrt(x) * math.Cbrt(x)) }, []string{"[0]", "[1e-9]"}},
	{"pole", func(x float64) float64 { return 1 / x }, func(x float64) float64 { return -1 / (x * x) }, []string{"[1e-9]", "[1e-150]"}},
	{"steep", func(x float64) float64 { return math.Tanh(1e9 * (x - 1)) }, func(x float64) float64 {
		c := math.Cosh(1e9 * (x - 1))
		return 1e9 / c / c
	}, []string{"[1]", "[1.000000001]", "[0.9999999995]"}},
	{"saturated", func(x float64) float64 {
		e := math.Exp(-2 * x)
		return (1 - e) / (1 + e)
	}, func(x float64) float64 {
		e := math.Exp(-2 * x)
		y := (1 - e) / (1 + e)
		return 1 - y*y
	}, []string{"[15]", "[18]", "[20]", "[300]"}},
	{"high powers", func(x float64) float64 { return math.Pow(x, 60) }, func(x float64) float64 { return 60 * math.Pow(x, 59) }, nil},
	{"domain", func(x float64) float64 { return math.Log(x - 0.7) }, func(x float64) float64 { return 1 / (x - 0.7) },
		[]string{"[0.7000001]", "[0.70000000001]"}},
	{"iterated", newton, dnewton, nil},
	{"chaotic", logistic(60), dlogistic(60), []string{"[0.3]", "[0.7]"}},
	{"very chaotic", logistic(200), dlogistic(200), []string{"[0.3]", "[0.7]"}},
	{"noisy derivative", func(x float64) float64 { return x * x }, func(x float64) float64 {
		big := 1e13 * math.Sin(3*x)
		return 2*x + (big*(x+1) - big*x - big)
	}, nil},
	{"some cancellation", func(x float64) float64 { return 20*(x*x+1) - 20 }, func(x float64) float64 { return 40 * x }, nil},
	{"equality", func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return math.Sin(x) / x
	}, func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return (x*math.Cos(x) - math.Sin(x)) / (x * x)
	}, []string{"[0]", "[1e-5]", "[1e-9]"}},
	{"constant", func(float64) float64 { return 3 }, func(float64) float64 { return 0 }, nil},
	{"not at all", func(x float64) float64 { return x - x }, func(float64) float64 { return 0 }, nil},
	{"huge turns", math.Sin, math.Cos, []string{"[1e8]", "[1e15]", "[1e300]"}},
	{"plateau", func(x float64) float64 { return math.Exp(-1 / (x * x)) }, func(x float64) float64 { return 2 * math.Exp(-1/(x*x)) / (x * x * x) },
		[]string{"[0.05]", "[0.03]", "[0.2]"}},
}

func sign(x, at0 float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return at0
}

// newton finds a root to a tolerance that is not small, and is differentiated step by step.
func newton(a float64) float64 {
	x := 1 + a*a
	for math.Abs(x*x-a*a-1) > 1e-4 {
		x -= (x*x - a*a - 1) / (2 * x)
	}
	return x
}

func dnewton(a float64) float64 {
	x, dx := 1+a*a, 2*a
	for math.Abs(x*x-a*a-1) > 1e-4 {
		r, dr := x*x-a*a-1, 2*x*dx-2*a
		x, dx = x-r/(2*x), dx-(dr*2*x-r*2*dx)/(4*x*x)
	}
	return dx
}

func logistic(n int) func(float64) float64 {
	return func(x float64) float64 {
		x = 0.1 + 0.8*math.Abs(math.Sin(x))
		for range n {
			x = 3.9 * x * (1 - x)
		}
		return x
	}
}

func dlogistic(n int) func(float64) float64 {
	return func(x float64) float64 {
		d := 0.8 * math.Cos(x) * sign(math.Sin(x), 1)
		x = 0.1 + 0.8*math.Abs(math.Sin(x))
		for range n {
			x, d = 3.9*x*(1-x), 3.9*(1-2*x)*d
		}
		return d
	}
}

// TestRough has no false alarm where differences lie.
func TestRough(t *testing.T) {
	for _, c := range roughCases {
		s := settings()
		for seed := range uint64(50) {
			s.Seed = seed
			s.Points = 5
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
	smooth := map[string]bool{"abs": true, "relu": true, "kink of the slope": true, "jump": true, "large": true, "tiny": true,
		"root": true, "cube root": true, "pole": true, "high powers": true, "domain": true, "iterated": true, "equality": true,
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
		if !strings.Contains(v.Wrong, "by V") || !strings.Contains(v.Wrong, "by J") && !strings.Contains(v.Wrong, "differences") {
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
	for factor, wrong := range map[float32]bool{1: false, 1.01: true, 1.1: true} {
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
