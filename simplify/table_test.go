package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// There is no table where one would cost, or hold what the loops may not compute.
func TestNoTable(t *testing.T) {
	three, one := sx.SizeLit(3), sx.SizeLit(1)
	xs := sx.Ref(sx.NewVar("xs", sx.NewArrayType(three, sx.Real)))
	a := sx.Ref(sx.NewVar("a", sx.Real))
	real := func(i sx.Term) sx.Term { return sx.NewPrim(sx.MustOp("real"), sx.NewFromIdx(i)) }
	nest := func(n *sx.Size, e func(i, j sx.Term) sx.Term) sx.Term {
		return sx.BuildArray(n, func(i sx.Term) sx.Term {
			return sx.BuildArray(three, func(j sx.Term) sx.Term { return sx.Mul(sx.NewIndex(xs, j), e(i, j)) })
		})
	}
	sin := func(x sx.Term) sx.Term { return sx.Apply1("sin", x) }
	at := func(j sx.Term) sx.Term { return sin(sx.NewIndex(xs, j)) }
	for name, term := range map[string]sx.Term{
		"cheap":               nest(three, func(_, j sx.Term) sx.Term { return sx.Apply1("sqrt", sx.NewIndex(xs, j)) }),
		"of the index around": nest(three, func(i, j sx.Term) sx.Term { return sin(sx.Add(real(i), sx.NewIndex(xs, j))) }),
		"one iteration":       nest(one, func(_, j sx.Term) sx.Term { return at(j) }),
		"in a branch":         nest(three, func(i, j sx.Term) sx.Term { return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), real(i), a), at(j), a) }),
		"a checkpoint":        nest(three, func(_, j sx.Term) sx.Term { return sx.NewCheckpoint(sx.Schedule{}, at(j)) }),
		"a loop in a checkpoint": sx.BuildArray(three, func(i sx.Term) sx.Term {
			return sx.NewCheckpoint(sx.Schedule{}, sx.NewSum(sx.BuildArray(three, func(j sx.Term) sx.Term { return sx.Mul(real(i), at(j)) })))
		}),
		"a loop in a branch": sx.BuildArray(three, func(i sx.Term) sx.Term {
			return sx.NewIf(sx.NewPrim(sx.MustOp("lt"), real(i), a), sx.NewSum(sx.BuildArray(three, func(j sx.Term) sx.Term { return sx.Mul(real(i), at(j)) })), a)
		}),
		"as long as the index around": sx.BuildArray(three, func(i sx.Term) sx.Term {
			n := sx.NewSizeVar("n")
			sum := sx.NewSum(sx.BuildArray(sx.SizeOfVar(n), func(j sx.Term) sx.Term { return sx.Mul(real(i), sin(real(j))) }))
			return sx.NewLet([]sx.Bind{{Size: n, Rhs: sx.NewFromIdx(i)}}, sum)
		}),
		"larger than what it is made from": sx.BuildArray(three, func(i sx.Term) sx.Term {
			return nest(three, func(h, j sx.Term) sx.Term { return sx.Mul(real(i), sin(sx.Mul(real(h), sx.NewIndex(xs, j)))) })
		}),
	} {
		t.Run(name, func(t *testing.T) {
			if out, rep := simplified(t, term, simplify.Options{Deriving: true}); rep.Times("table") > 0 {
				t.Errorf("a table\n%s", sx.String(out))
			}
		})
	}
}
