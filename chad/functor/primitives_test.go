package functor_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/internal/testkit/ridders"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// realArgs applies a primitive to real arguments taken from x, ints being literals.
func realArgs(o *sx.Op, x sx.Term, ints []float64) sx.Term {
	args := make([]sx.Term, len(o.Params))
	for i, p := range o.Params {
		args[i] = at(x, int64(i))
		if p == sx.Int {
			args[i] = sx.IntLit(int64(ints[i]))
		}
	}
	return sx.NewPrim(o, args...)
}

// inner is a point inside the domain of o where it is smooth, or nil.
func inner(o *sx.Op, frac float64) []float64 {
	xs := make([]float64, len(o.Params))
	for i, d := range o.Domain {
		xs[i] = d.Lo + (0.2+0.6*math.Mod(frac+0.37*float64(i), 1))*(d.Hi-d.Lo)
		if o.Params[i] == sx.Int {
			xs[i] = math.Round(xs[i])
		}
	}
	if o.Smooth != nil && !o.Smooth(xs) {
		return nil
	}
	return xs
}

// TestEveryPrimitive runs every row through both modes and dual numbers.
func TestEveryPrimitive(t *testing.T) {
	for _, o := range sx.Ops() {
		if o.Result != sx.Real {
			continue
		}
		for _, frac := range []float64{0.13, 0.71} {
			xs := inner(o, frac)
			if xs == nil {
				continue
			}
			t.Run(fmt.Sprint(o, xs), func(t *testing.T) {
				p := newProgram(len(xs), func(x sx.Term) sx.Term { return realArgs(o, x, xs) })
				p.check(t, xs)
			})
		}
	}
}

// TestSecondDerivatives differentiates the partials themselves: dual numbers of
// dual numbers against differences of the first derivative.
func TestSecondDerivatives(t *testing.T) {
	for _, o := range sx.Ops() {
		if o.Result != sx.Real {
			continue
		}
		for _, frac := range []float64{0.13, 0.71} {
			if xs := inner(o, frac); xs != nil {
				t.Run(fmt.Sprint(o, xs), func(t *testing.T) { second(t, o, xs) })
			}
		}
	}
}

func second(t *testing.T, o *sx.Op, xs []float64) {
	p := newProgram(len(xs), func(x sx.Term) sx.Term { return realArgs(o, x, xs) })
	x := p.def.Params[0]
	e, f := sx.NewVar("e", x.Type), sx.NewVar("f", x.Type)
	first := sx.ANF(dual.New().Push(p.def.Body, map[*sx.Var]sx.Term{x: sx.Ref(e)}))
	twice := sx.ANF(dual.New().Push(first, map[*sx.Var]sx.Term{x: sx.Ref(f)}))
	unit := func(i int) semantics.Value {
		v := make([]float64, len(xs))
		v[i] = 1
		return semantics.Reals(v...)
	}
	for i := range xs {
		for j := range xs {
			along := func(y float64) float64 {
				ys := append([]float64{}, xs...)
				ys[j] = y
				return real(p.eval(t, first, map[*sx.Var]semantics.Value{x: semantics.Reals(ys...), e: unit(i)}))
			}
			want, bound := ridders.Derivative(along, xs[j], 0.01)
			if o.Params[j] == sx.Int {
				want, bound = 0, 0
			}
			got := real(p.eval(t, twice, map[*sx.Var]semantics.Value{x: semantics.Reals(xs...), e: unit(i), f: unit(j)}))
			if d := math.Abs(got - want); math.IsNaN(d) || d > 20*bound+1e-9*math.Max(1, math.Abs(want)) {
				t.Errorf("∂%d∂%d = %v, differences say %v ± %.1e", j, i, got, want, bound)
			}
		}
	}
}
