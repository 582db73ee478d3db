package judge

import (
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
)

type vec struct {
	X, Y float64
	N    int
}

func square(x []float64, k int) (float64, error) {
	if len(x) > 20 {
		return 0, errors.New("long")
	}
	s := 0.0
	for _, v := range x {
		s += v * v
	}
	return s, nil
}

func squareGrad(x []float64, k int, xbar []float64) (float64, error) {
	for i, v := range x {
		xbar[i] = 2 * v
	}
	return square(x, k)
}

func squareJVP(x []float64, k int, dx []float64) (float64, float64, error) {
	y, err := square(x, k)
	s := 0.0
	for i, v := range x {
		s += 2 * v * dx[i]
	}
	return y, s, err
}

func scale(v vec, p *vec) vec { return vec{v.X * p.Y, math.Abs(v.Y), v.N} }

func scaleVJP(v vec, p *vec, y vec, vbar, pbar *vec) vec {
	*vbar = vec{p.Y * y.X, math.Copysign(y.Y, v.Y), v.N}
	*pbar = vec{0, v.X * y.X, p.N}
	return scale(v, p)
}

func scaleJVP(v vec, p *vec, dv vec, dp *vec) (vec, vec) {
	return scale(v, p), vec{dv.X*p.Y + v.X*dp.Y, math.Copysign(1, v.Y) * dv.Y, 0}
}

// TestJudge has gradients that are right, and each in one way wrong.
func TestJudge(t *testing.T) {
	for name, c := range map[string]struct {
		Case
		status, reason string
	}{
		"slice":   {Case{F: square, Grad: squareGrad, JVP: squareJVP}, Right, ""},
		"structs": {Case{F: scale, VJP: scaleVJP, JVP: scaleJVP}, Right, ""},
		"wrong in reverse": {Case{F: square, JVP: squareJVP, Grad: func(x []float64, k int, xbar []float64) (float64, error) {
			y, err := squareGrad(x, k, xbar)
			xbar[len(x)-1] *= 1 + 1e-6
			return y, err
		}}, Wrong, "forward mode gives"},
		"not written": {Case{F: square, JVP: squareJVP, Grad: func(x []float64, k int, xbar []float64) (float64, error) {
			return square(x, k)
		}}, Wrong, "reverse mode NaN"},
		"wrong in both": {Case{
			F:    func(x float64) float64 { return math.Sin(x) },
			Grad: func(x float64, xbar *float64) float64 { *xbar = 1 - x*x/2; return math.Sin(x) },
			JVP:  func(x, dx float64) (float64, float64) { return math.Sin(x), (1 - x*x/2) * dx },
		}, Wrong, "differences say"},
		"other value": {Case{F: square, JVP: squareJVP, Grad: func(x []float64, k int, xbar []float64) (float64, error) {
			y, err := squareGrad(x, k, xbar)
			return y * 1.001, err
		}}, Wrong, "FGrad returns"},
		"argument changed": {Case{F: square, JVP: squareJVP, Grad: func(x []float64, k int, xbar []float64) (float64, error) {
			y, err := squareGrad(x, k, xbar)
			x[0]++
			return y, err
		}}, Wrong, "in the arguments"},
		"panic": {Case{F: square, JVP: squareJVP, Grad: func(x []float64, k int, xbar []float64) (float64, error) {
			panic("no")
		}}, Wrong, "panics: no"},
		"signature": {Case{F: square, JVP: squareJVP, Grad: func(x []float64) float64 { return 0 }}, Wrong, "parameters, want"},
		"no value":  {Case{F: func(x float64) float64 { return math.NaN() }, JVP: squareJVP}, NoPoint, "not finite"},
		"flat": {Case{
			F:    func(x float64) float64 { return 3 },
			Grad: func(x float64, xbar *float64) float64 { *xbar = 0; return 3 },
			JVP:  func(x, dx float64) (float64, float64) { return 3, 0 },
		}, Right, ""},
	} {
		v := Judge(c.Case)
		if v.Status != c.status || !strings.Contains(v.Reason, c.reason) {
			t.Errorf("%s: %s: %s; want %s: %s", name, v.Status, v.Reason, c.status, c.reason)
		}
		if v.Flat != (name == "flat" || name == "no value") {
			t.Errorf("%s: flat is %v", name, v.Flat)
		}
	}
}

// TestKink has a function with two sides, and two of which one is wrong.
func TestKink(t *testing.T) {
	f := func(x float64) float64 { return math.Abs(x) }
	c := Case{
		F:    f,
		Grad: func(x float64, xbar *float64) float64 { *xbar = 0.5; return f(x) },
		JVP:  func(x, dx float64) (float64, float64) { return f(x), 0.5 * dx },
	}
	for x, want := range map[float64]status{0: kink, 1: wrong, -1e-3: wrong} {
		p := &point{args: []reflect.Value{reflect.ValueOf(x)}, out: []float64{f(x)}, writes: []bool{false}}
		got, reason := compare(c, p, new(Verdict), rand.New(rand.NewPCG(1, 1)))
		if got != want {
			t.Errorf("at %v: %v, %s", x, got, reason)
		}
	}
}

// TestStairs has a derivative that is 0 almost everywhere, though differences over longer steps are not.
func TestStairs(t *testing.T) {
	f := func(x float64) float64 { return math.Round(x*1e7) / 1e7 }
	for slope, want := range map[float64]string{0: Right, 2: NoPoint} {
		v := Judge(Case{
			F:    f,
			Grad: func(x float64, xbar *float64) float64 { *xbar = slope; return f(x) },
			JVP:  func(x, dx float64) (float64, float64) { return f(x), slope * dx },
		})
		if v.Status != want {
			t.Errorf("slope %v: %+v", slope, v)
		}
	}
}

// TestWrites are parameters that the function writes to.
func TestWrites(t *testing.T) {
	v := Probe(Case{F: func(a, b []float64, n int) float64 { b[0] = 7; return a[0] }})
	if v.Status != Right || len(v.Writes) != 1 || v.Writes[0] != 1 {
		t.Errorf("got %+v", v)
	}
}
