package proptest

import (
	"fmt"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// TestRange: first and second derivatives of a primitive, along tangents as large as its argument and a thousandth of
// that, are what they are when exponents have no bounds, wherever that is a float64: none squares, or multiplies, what
// overflows or is lost before it divides. Arguments go from 1e-300 to 1e300, where the value is finite, and the slope.
func TestRange(t *testing.T) {
	points := []float64{
		1e-300, -1e-300, 1e-200, 1e-160, -1e-160, 1e-120, 1e-100, 1e-30, 1e-10, 0.3, -0.7, 1, 2.5, -3, 30, 700, -700,
		1e5, 1e10, 1e30, 1e100, -1e100, 1e120, 1e154, 1e160, -1e160, 1e200, 1e300, -1e300,
	}
	compared := 0
	for _, op := range realOps() {
		for _, n := range intsOf(op) {
			for by := range realParams(op) {
				r, err := newRange(op, n, by)
				if err != nil {
					t.Fatalf("%s: %v", op, err)
				}
				for _, x := range points {
					for _, other := range []float64{1, -3, 0.3, x} {
						if by == 1 && op.Name == "pow" && (other < 0 || math.Abs(x) > 1e3) || by == 0 && op.Name == "pow" && math.Abs(other) > 1e3 {
							continue // no slope; no exponents
						}
						if err := r.at(x, other); err != nil {
							t.Errorf("%s by argument %d at %v, others %v: %v", nameOf(op, n, "x", "y"), by, x, other, err)
						}
					}
				}
				compared += r.compared
			}
		}
	}
	t.Logf("%d numbers compared", compared)
	if compared < 20_000 {
		t.Errorf("only %d numbers compared", compared)
	}
}

// A ranged is a primitive, by one of its arguments, with its derivatives.
type ranged struct {
	by       int
	reals    int
	f        *chad.Func
	jvp      *chad.Func
	others   map[string]*chad.Func // of which the tangents are as many as there are more parameters
	compared int
}

func newRange(op *syntax.Op, n int64, by int) (*ranged, error) {
	r := &ranged{by: by, reals: realParams(op), others: map[string]*chad.Func{}}
	d := &syntax.Def{Name: "f", Result: syntax.Real}
	var args []syntax.Term
	for k := range r.reals {
		d.Params = append(d.Params, syntax.NewVar(string(rune('x'+k)), syntax.Real))
		args = append(args, syntax.Ref(d.Params[k]))
	}
	d.Body = applied(op, n, args...)
	var err error
	if r.f, err = chad.Built(finished{&syntax.Program{Defs: []*syntax.Def{d}}}, "f"); err != nil {
		return nil, err
	}
	p := d.Params[by].Name
	if r.jvp, err = chad.Tangent(r.f, p); err != nil {
		return nil, err
	}
	grad, err := chad.Grad(r.f, p)
	if err != nil {
		return nil, err
	}
	r.others["the gradient"] = grad
	for name, derive := range map[string]func() (*chad.Func, error){
		"the tangent of the tangent":   func() (*chad.Func, error) { return chad.Tangent(r.jvp, p) },
		"the product with the Hessian": func() (*chad.Func, error) { return chad.HVP(r.f, p) },
		"the tangent of the gradient":  func() (*chad.Func, error) { return chad.Tangent(grad, p) },
	} {
		if r.others[name], err = derive(); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return r, nil
}

func (r *ranged) at(x, other float64) error {
	args := make([]float64, r.reals, r.reals+2)
	for k := range args {
		args[k] = other
	}
	args[r.by] = x
	for _, tangent := range []float64{x / 1000, x} {
		value, err := numbers(r.f, args)
		if err != nil || !finite(value) {
			return err
		}
		along := append(args, tangent)
		slope, err := numbers(r.jvp, along)
		if err != nil {
			return err
		}
		if err := r.compare("the tangent", r.jvp, along, slope); err != nil {
			return err
		}
		if !finite(slope) {
			continue
		}
		for name, g := range r.others {
			all := args
			for len(all) < len(g.Def().Params) {
				all = append(all, tangent)
			}
			v, err := numbers(g, all)
			if err != nil {
				return err
			}
			if err := r.compare(name, g, all, v); err != nil {
				return err
			}
			if math.IsNaN(v[0]) {
				return fmt.Errorf("%s along %v is NaN", name, tangent)
			}
		}
	}
	return nil
}

// compare holds a result against that without bounds of exponents. Rounding may cancel: three digits are asked for.
func (r *ranged) compare(name string, f *chad.Func, args, got []float64) error {
	env := map[*syntax.Var]wideValue{}
	for i, p := range f.Def().Params {
		env[p] = wideValue{n: wideOf(args[i])}
	}
	w, err := evaluator(widePrim).eval(f.Def().Body, env)
	if err != nil {
		return nil //nolint:nilerr // nothing is known of it
	}
	for i, n := range w.reals() {
		want, ok := n.ordinary()
		if !ok || n.b == nil || want == 0 || math.Abs(want) > 1e305 || math.Abs(want) < 1e-290 {
			continue
		}
		r.compared++
		if !(math.Abs(got[i]-want) <= 1e-3*math.Abs(want)) {
			return fmt.Errorf("%s along %v is %v, and %v when exponents have no bounds", name, args[r.reals:], got[i], want)
		}
	}
	return nil
}

// numbers calls a function of reals in the evaluator.
func numbers(f *chad.Func, args []float64) ([]float64, error) {
	vs := make([]semantics.Value, len(args))
	for i, x := range args {
		vs[i] = semantics.Real(x)
	}
	v, err := semantics.Call(f.Def(), vs...)
	if err != nil {
		return nil, err
	}
	return realsOf(v), nil
}
