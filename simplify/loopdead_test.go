package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/rulesamples"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// loopOver is a loop of three steps.
func loopOver(out sx.Output, init sx.Term, f func(i, s sx.Term) sx.Term) sx.Term {
	n := sx.SizeLit(3)
	i, s := sx.NewVar("i", sx.NewIdxType(n)), sx.NewVar("s", init.Type())
	return sx.NewLoop(n, false, out, i, s, init, f(sx.Ref(i), sx.Ref(s)))
}

// A place that goes feeds a division in an inner loop that is not needed either, and stays where it cannot be dropped.
func TestDeadPlaceDividesNothing(t *testing.T) {
	part := sx.NewProj
	iop := func(op string, a, b sx.Term) sx.Term { return sx.NewPrim(sx.MustOp(op), a, b) }
	whole := sx.NewTuple(realLit(0), sx.IntLit(1))
	for name, inner := range map[string]func(k sx.Term) sx.Term{
		"state": func(k sx.Term) sx.Term {
			return loopOver(sx.Collect, sx.NewTuple(realLit(1), k), func(_, t sx.Term) sx.Term {
				return sx.NewTuple(sx.NewTuple(mul(part(0, t), realLit(2)), iop("idiv", sx.IntLit(10), part(1, t))), part(0, t))
			})
		},
		"initial state": func(k sx.Term) sx.Term {
			return loopOver(sx.Collect, sx.NewTuple(realLit(1), iop("idiv", sx.IntLit(10), k)), func(_, t sx.Term) sx.Term {
				return sx.NewTuple(sx.NewTuple(mul(part(0, t), realLit(2)), iop("iadd", part(1, t), part(1, t))), part(0, t))
			})
		},
		"inner loop": func(k sx.Term) sx.Term {
			return loopOver(sx.Collect, sx.NewTuple(realLit(1), k), func(_, t sx.Term) sx.Term {
				return let("w", loopOver(sx.NoOutput, part(1, t), func(_, u sx.Term) sx.Term { return iop("idiv", sx.IntLit(10), u) }), func(w sx.Term) sx.Term {
					return sx.NewTuple(sx.NewTuple(mul(part(0, t), realLit(2)), w), part(0, t))
				})
			})
		},
	} {
		u := part(0, loopOver(sx.NoOutput, whole, func(_, s sx.Term) sx.Term {
			return let("z", inner(part(1, s)), func(z sx.Term) sx.Term {
				return sx.NewTuple(add(part(0, s), sx.NewSum(part(1, z))), iop("iadd", part(1, s), sx.IntLit(1)))
			})
		}))
		want, _, err := rulesamples.Meaning(u, nil, 1)
		if err != nil {
			t.Fatal(err)
		}
		v, rep, err := simplify.Term(sx.Refresh(u), simplify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := sx.Verify(v); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if got, _, err := rulesamples.Meaning(v, nil, 1); err != nil || got != want {
			t.Errorf("%s: means %s (%v), meant %s:\n%s", name, got, err, want, sx.String(v))
		}
		if rep.Times("loopStateDead") == 0 {
			t.Errorf("%s: nothing is dropped", name)
		}
	}
}
