package functor_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

var three = sx.NewArrayType(sx.SizeLit(3), sx.Real)

// hessian is a sum over m columns of the Hessian of Σ exp(zᵢ²·z₀) at x; gradient says whether a column is the tangent of
// the gradient or the gradient of the tangent.
func hessian(x sx.Term, m *sx.Size, gradient bool) sx.Term {
	f := func(z sx.Term) sx.Term {
		return sx.NewSum(sx.MapArray(func(e sx.Term) sx.Term {
			return sx.Apply1("exp", sx.Mul(at(z, 0), sx.Mul(e, e)))
		}, z))
	}
	return sx.NewSum(sx.BuildArray(m, func(k sx.Term) sx.Term {
		y, z := sx.NewVar("y", three), sx.NewVar("z", three)
		i := sx.NewToIdx(nil, sx.SizeLit(3), sx.NewFromIdx(k))
		e := sx.NewSet(sx.BuildArray(sx.SizeLit(3), func(sx.Term) sx.Term { return lit(0) }), i, lit(1))
		column := sx.NewDeriv(sx.JVP, y, sx.Grad(z, f(sx.Ref(z)), sx.Ref(y)), x, e)
		if !gradient {
			column = sx.Grad(y, sx.NewDeriv(sx.JVP, z, f(sx.Ref(z)), sx.Ref(y), e), x).(*sx.Deriv)
		}
		return let("c", column, func(c sx.Term) sx.Term { return sx.Mul(at(c, 1), at(c, 1)) })
	}))
}

func TestHessianByColumns(t *testing.T) {
	for _, gradient := range []bool{true, false} {
		p := newProgram(3, func(x sx.Term) sx.Term { return hessian(x, sx.SizeLit(3), gradient) })
		p.check(t, []float64{0.4, -0.3, 0.8})
	}
}

// What all columns have in common is computed once.
func TestOperatorsAhead(t *testing.T) {
	cost := func(m int64, ahead bool) int64 {
		p := newProgram(3, func(x sx.Term) sx.Term { return hessian(x, sx.SizeLit(m), true) })
		_, rev := functors(functor.Options{})
		if !ahead {
			rev.LinearBlock = nil
		}
		d, err := rev.Definition(p.def, []bool{true})
		if err != nil {
			t.Fatal(err)
		}
		var e semantics.Evaluator
		if _, err := e.Call(d.Def, semantics.Reals(0.4, -0.3, 0.8)); err != nil {
			t.Fatal(err)
		}
		return e.Cost.Ops
	}
	const exps = 3 * 20
	once, each := cost(3, true)-cost(2, true), cost(3, false)-cost(2, false)
	if each < exps || once > each-exps {
		t.Errorf("one more column takes %d operations, and %d with its own exponentials", once, each)
	}
	if none := cost(0, true); none >= exps {
		t.Errorf("no column takes %d operations", none)
	}
}

// An operator in a loop that has no iteration is not computed, though it would fail.
func TestNothingAhead(t *testing.T) {
	p := newProgram(1, func(x sx.Term) sx.Term {
		return let("x0", at(x, 0), func(x0 sx.Term) sx.Term {
			return sx.NewSum(sx.BuildArray(sx.SizeLit(0), func(k sx.Term) sx.Term {
				return jvp(func(y sx.Term) sx.Term {
					return grad(func(z sx.Term) sx.Term { return sx.Mul(sx.Mul(z, z), sx.NewIndex(x, idx(1, 5))) }, y)
				}, x0, sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(k)))
			}))
		})
	})
	p.gradients(t, []float64{2}).expect(t, 0)
}
