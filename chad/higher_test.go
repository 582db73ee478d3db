package chad_test

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
)

// Derivatives of derivatives through a closure, a recursion and a while, and third
// derivatives, against derivatives worked out by hand.
const higherSrc = `
-- d/dy of y^3 x, through a closure that captures x: 3 y^2 x at y = x is 3 x^3.
def closure (x : real) : real =
  let scale = \u. u * x in
  grad (\y. scale (y * y * y)) x

-- A closure that escapes through a branch: 3 x^3 or x cos (x^2), by the sign.
def escaping (x : real) : real =
  let f = if x > 0 then \u. u * u * u * x else \u. sin (u * x) in
  grad (\y. f y) x

def power (x : real, n : int) : real = if n == 0 then 1 else x * power (x, n - 1)

-- 5 x^4.
def recursion (x : real) : real = grad (\y. power (y, 5)) x

-- s doubles and is squared until it is past 100: s = 4 y^2 … a polynomial c y^(2^k).
def climb (y : real) : real = loop s = y while s < 100 do 2 * s * s

def whileLoop (x : real) : real = grad (\y. climb y) x

-- The third derivative of w sin w is -w cos w - 3 sin w.
def third (x : real) : real = grad (\y. grad (\z. grad (\w. w * sin w) z) y) x

-- Directional in the inner, reverse in the outer: d/dx of (2 x · x) is 4 x.
def mixed (x : real) : real = grad (\y. jvp (\z. z * z) y x) x

-- x^4 has derivatives 0, 0, 0, 24, 0 at 0.
def quartic1 (x : real) : real = grad (\a. a ^ 4) x
def quartic2 (x : real) : real = grad (\a. quartic1 a) x
def quartic3 (x : real) : real = grad (\a. quartic2 a) x
def quartic4 (x : real) : real = grad (\a. quartic3 a) x
def quartic5 (x : real) : real = grad (\a. quartic4 a) x
`

func TestHigherDerivatives(t *testing.T) {
	m, err := chad.Parse("higher.chad", []byte(higherSrc))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name         string
		at           float64
		value, deriv float64
	}{
		{"closure", 1.3, 3 * 1.3 * 1.3 * 1.3, 9 * 1.3 * 1.3},
		{"escaping", 1.3, 3 * 1.3 * 1.3 * 1.3, 9 * 1.3 * 1.3},
		{"escaping", -1.3, -1.3 * math.Cos(1.69), math.Cos(1.69) - 2*1.69*math.Sin(1.69)},
		{"recursion", 1.3, 5 * math.Pow(1.3, 4), 20 * math.Pow(1.3, 3)},
		{"recursion", 0, 0, 0},
		// y = 1.3: 3.38, 22.8, 1043: 2·(2·(2y²)²)² = 128 y⁸, and its derivative 1024 y⁷.
		{"whileLoop", 1.3, 1024 * math.Pow(1.3, 7), 7168 * math.Pow(1.3, 6)},
		{"whileLoop", 200, 1, 0}, // never entered
		{"third", 0.7, -0.7*math.Cos(0.7) - 3*math.Sin(0.7), 0.7*math.Sin(0.7) - 4*math.Cos(0.7)},
		{"mixed", 1.3, 2 * 1.3, 2},
		{"quartic1", 0, 0, 0},
		{"quartic2", 0, 0, 0},
		{"quartic3", 0, 0, 24},
		{"quartic4", 0, 24, 0},
		{"quartic5", 0, 0, 0},
	} {
		f, err := m.Func(c.name)
		if err != nil {
			t.Fatal(err)
		}
		check := func(how string, got any, err error, want float64) {
			if err != nil {
				t.Errorf("%s %s: %v", c.name, how, err)
				return
			}
			if g, ok := got.(float64); !ok || math.Abs(g-want) > 1e-9*(1+math.Abs(want)) {
				t.Errorf("%s %s at %v: %v, want %v", c.name, how, c.at, got, want)
			}
		}
		v, err := f.Eval(c.at)
		check("value", v, err, c.value)
		g, err := chad.ValueAndGrad(f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		pair, err := g.Eval(c.at)
		if err == nil {
			check("primal of the gradient", pair.([]any)[0], nil, c.value)
			pair = pair.([]any)[1]
		}
		check("reverse over reverse", pair, err, c.deriv)
		j, err := chad.JVP(f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		out, err := j.Call(semantics.Real(c.at), semantics.Real(1))
		if err != nil {
			t.Errorf("%s jvp: %v", c.name, err)
			continue
		}
		check("dual over reverse", float64(out.(*semantics.Tuple).Elems[1].(semantics.Real)), nil, c.deriv)
	}
}

// A function that holds functions at run time, and calls one that holds none, is emitted beside others that hold none.
func TestHigherBeside(t *testing.T) {
	m, err := chad.Parse("beside.chad", []byte(`
def steps (x : real) : real = if x > 1 then 0.5 * steps (x - 1) else x
def held (f : real -> real, x : real) : real = f (steps x)
def twice (x : real) : real = 2 * x
`))
	if err != nil {
		t.Fatal(err)
	}
	var exports []chad.Export
	for _, name := range []string{"held", "twice"} {
		f, err := m.Func(name)
		if err != nil {
			t.Fatal(err)
		}
		if f, err = f.Plain(); err != nil {
			t.Fatal(err)
		}
		exports = append(exports, chad.Export{Func: f})
	}
	for _, es := range [][]chad.Export{exports, {exports[1], exports[0]}} {
		if _, err := chad.Emit("beside", "", es...); err != nil {
			t.Error(err)
		}
	}
}
