package proptest

import (
	"fmt"
	"math"
	"math/rand"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// opPoints is the number of points at which CheckOp looks.
const opPoints = 80

// CheckOp checks a row of the primitive table: that its parts fit together,
// that its partial derivatives agree with extrapolated differences of its meaning at
// random points of its Domain and at the ends of it, and that it is linear where it says so. Points where
// Smooth is false are left out.
func CheckOp(t TB, op *syntax.Op) {
	t.Helper()
	if err := checkOp(op); err != nil {
		t.Errorf("primitive %s: %v", op.Name, err)
	}
}

func checkOp(op *syntax.Op) error {
	if op.Eval == nil || op.Cost < 1 {
		return fmt.Errorf("no meaning or no cost")
	}
	if op.Result != syntax.Real {
		if op.Partials != nil {
			return fmt.Errorf("partials for a result of type %s", op.Result)
		}
		return checkMeaning(op)
	}
	if op.Partials == nil {
		return fmt.Errorf("a real result without partials")
	}
	if varies(op) && len(op.Domain) != len(op.Params) {
		return fmt.Errorf("%d intervals in Domain for %d parameters", len(op.Domain), len(op.Params))
	}
	r := rand.New(rand.NewSource(int64(len(op.Name)) + 7))
	tried := 0
	for k := 0; k < 5*opPoints && tried < opPoints; k++ {
		x := opPoint(op, r, k)
		if op.Smooth != nil && !op.Smooth(floats(op, x)) {
			continue
		}
		tried++
		if err := checkPartials(op, x); err != nil {
			return err
		}
		if err := checkLinearity(op, x, r); err != nil {
			return err
		}
	}
	if tried < opPoints/2 && varies(op) {
		return fmt.Errorf("only %d points of the domain are smooth", tried)
	}
	return nil
}

// varies reports whether an operation has real parameters.
func varies(op *syntax.Op) bool {
	for _, p := range op.Params {
		if p == syntax.Real {
			return true
		}
	}
	return false
}

// opPoint is the k-th sample point: the ends of the domain first, then random.
func opPoint(op *syntax.Op, r *rand.Rand, k int) []syntax.Value {
	x := make([]syntax.Value, len(op.Params))
	for i, p := range op.Params {
		iv := syntax.Interval{Lo: -3, Hi: 3}
		if op.Domain != nil {
			iv = op.Domain[i]
		}
		u := r.Float64()
		if k < 4 {
			u = float64(k >> i & 1)
		}
		v := iv.Lo + (iv.Hi-iv.Lo)*u
		if p == syntax.Real {
			x[i].F = v
		} else {
			x[i].I = int64(math.Round(v))
		}
	}
	return x
}

func floats(op *syntax.Op, x []syntax.Value) []float64 {
	out := make([]float64, len(x))
	for i, p := range op.Params {
		out[i] = x[i].F
		if p != syntax.Real {
			out[i] = float64(x[i].I)
		}
	}
	return out
}

func opAt(op *syntax.Op, x []syntax.Value, i int, h float64) float64 {
	y := append([]syntax.Value(nil), x...)
	y[i].F += h
	v, err := op.Eval(y)
	if err != nil {
		return math.NaN()
	}
	return v.F
}

func checkPartials(op *syntax.Op, x []syntax.Value) error {
	got, err := partialsAt(op, x)
	if err != nil {
		return err
	}
	for i, p := range op.Params {
		if p != syntax.Real {
			if got[i] != 0 {
				return fmt.Errorf("a partial for parameter %d of type %s", i, p)
			}
			continue
		}
		h := 0.02
		if op.Smooth != nil {
			h = 4e-4
		}
		want, e := ridders(func(h float64) float64 { return opAt(op, x, i, h) }, h)
		if op.Rounded {
			e = max(e, 1e-4)
		}
		if bad(got[i], want, e, 1e-8) {
			return fmt.Errorf("∂/∂x%d at %v\n\tgot  %v\n\twant %.10g ± %.1g (differences)", i, floats(op, x), got[i],
				want, e)
		}
	}
	return nil
}

// partialsAt evaluates the partials of op; a nil one is zero.
func partialsAt(op *syntax.Op, x []syntax.Value) ([]float64, error) {
	y, err := op.Eval(x)
	if err != nil {
		return nil, fmt.Errorf("at %v: %w", floats(op, x), err)
	}
	args := make([]syntax.Term, len(x))
	for i, p := range op.Params {
		switch p {
		case syntax.Real:
			args[i] = syntax.RealLit(x[i].F)
		case syntax.Int:
			args[i] = syntax.IntLit(x[i].I)
		default:
			args[i] = syntax.BoolLit(x[i].I != 0)
		}
	}
	ds := op.Partials(args, syntax.RealLit(y.F))
	if len(ds) != len(op.Params) {
		return nil, fmt.Errorf("%d partials for %d parameters", len(ds), len(op.Params))
	}
	out := make([]float64, len(ds))
	for i, d := range ds {
		if d == nil {
			continue
		}
		v, err := semantics.Eval(d, nil)
		if err != nil {
			return nil, fmt.Errorf("∂/∂x%d at %v: %w", i, floats(op, x), err)
		}
		f, ok := v.(semantics.Real)
		if !ok {
			return nil, fmt.Errorf("∂/∂x%d is no real", i)
		}
		out[i] = float64(f)
	}
	return out, nil
}

// checkLinearity tests the claims Joint and LinearIn: f(2x) = 2f(x) and f(x + z) = f(x) + f(z).
func checkLinearity(op *syntax.Op, x []syntax.Value, r *rand.Rand) error {
	if op.Joint != nil {
		if len(op.Joint) != len(op.Params) {
			return fmt.Errorf("%d joint coefficients for %d parameters", len(op.Joint), len(op.Params))
		}
		want := 0.0
		for i, c := range op.Joint {
			want += c * x[i].F
		}
		tol := 1e-12
		if op.Rounded {
			tol = 1e-6
		}
		if y, err := op.Eval(x); err != nil || bad(y.F, want, 0, tol) {
			return fmt.Errorf("is not Σ cᵢxᵢ with c = %v at %v", op.Joint, floats(op, x))
		}
	}
	for _, i := range op.LinearIn {
		z := append([]syntax.Value(nil), x...)
		z[i].F = r.NormFloat64()
		a, err1 := op.Eval(x)
		b, err2 := op.Eval(z)
		z[i].F += x[i].F
		c, err3 := op.Eval(z)
		if err1 != nil || err2 != nil || err3 != nil || bad(c.F, a.F+b.F, 0, 1e-9) {
			return fmt.Errorf("is not linear in parameter %d at %v", i, floats(op, x))
		}
	}
	return nil
}
