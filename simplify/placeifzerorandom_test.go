package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What is linear in a place of branches that is zero in all but one of them is the same in that branch, whatever is
// bound between, uses it or is used by it; and costs no more. What multiplies is finite, since a structural zero times
// infinity is zero.
func TestPlaceIfZeroRandom(t *testing.T) {
	wide := sx.NewTupleType(vec, sx.Real, vec).(*sx.TupleType)
	fired, all, cheaper := 0, 0, 0
	for seed := range uint64(3000) {
		g := newWorld(seed, 31)
		g.unsigned = true // where the branch is not taken, a factor below zero times its zeros was -0
		finite := func() float64 { return []float64{1, -0.5, 2, 0.25}[g.IntN(4)] }
		factors := []sx.Term{g.given(vec, semantics.Reals(finite(), finite(), finite()))}
		vs := []sx.Term{g.given(vec, g.row()), g.given(vec, g.row())}
		rs := []sx.Term{g.given(sx.Real, semantics.Real(finite()))}
		at := g.given(ix.Type(), semantics.Int(g.IntN(3)))
		var lins, nums []sx.Term // that may be linear in a place
		vector := func() sx.Term {
			if len(lins) > 0 && g.IntN(5) > 0 {
				return g.of(lins)
			}
			return g.of(vs)
		}
		scaled := func(i sx.Term) sx.Term { return mul(index(g.of(factors), i), index(vector(), i)) }
		linear := func() sx.Term {
			switch g.IntN(6) {
			case 0:
				return total(build(func(i sx.Term) sx.Term { return sx.NewOneHot(three, i, scaled(i)) }))
			case 1:
				return total(build(scaled))
			case 2:
				return plus(vector(), vector())
			case 3:
				return sx.NewOneHot(three, at, index(vector(), at))
			case 4:
				return build(func(i sx.Term) sx.Term { return mul(index(vector(), i), g.of(rs)) })
			}
			return total(build(func(i sx.Term) sx.Term {
				return build(func(j sx.Term) sx.Term { return mul(index(vector(), j), index(g.of(factors), i)) })
			}))
		}
		var s sx.Spine
		var out []sx.Term
		for range 1 + g.IntN(2) {
			zeroAt, arms := g.IntN(4), 0
			live := g.IntN(3)
			arm := func() sx.Term {
				arms++
				place := func(k int, t sx.Term) sx.Term {
					if k == zeroAt && arms-1 != live || g.IntN(6) == 0 {
						return sx.NewZero(t.Type())
					}
					return t
				}
				if zeroAt == 3 && arms-1 != live { // all of it
					return sx.NewZero(wide)
				}
				a, b := sx.Refresh(g.of(vs)), sx.Refresh(g.of(vs))
				t := tup(place(0, a), place(1, sx.Refresh(g.of(rs))), place(2, b))
				if g.IntN(4) > 0 {
					return t
				}
				x := sx.NewVar("w", wide) // with a name
				return sx.NewLet([]sx.Bind{{Var: x, Rhs: t}}, sx.Ref(x))
			}
			w := s.Let("w", g.chosen(arm))
			if zeroAt < 3 || g.IntN(2) == 0 {
				lins = append(lins, sx.NewProj(2*g.IntN(2), w), sx.NewProj(min(zeroAt, 2)&2, w))
			}
			nums = append(nums, sx.NewProj(1, w))
			for range 1 + g.IntN(4) {
				switch u := s.Let("u", linear()); {
				case u.Type() == sx.Real:
					nums = append(nums, u)
				default:
					lins = append(lins, u)
				}
				switch g.IntN(12) {
				case 0: // what is not linear
					rs = append(rs, s.Let("z", sin(total(vector()))))
				case 1:
					vs = append(vs, s.Let("y", build(func(i sx.Term) sx.Term { return add(index(g.of(vs), i), g.of(rs)) })))
				case 2:
					out = append(out, w)
				}
			}
			out = append(out, g.of(append(lins, vs...)), g.of(append(nums, rs...)))
		}
		term := s.In(tup(out...))
		for _, only := range [][]string{{"placeIfZero"}, nil} {
			with, rep := simplified(t, sx.Refresh(term), simplify.Options{Compiled: true, Final: true, Only: only})
			if rep.Times("placeIfZero") == 0 {
				continue
			}
			want, cost := g.value(t, term)
			got, less := g.value(t, with)
			if got != want || less > cost {
				t.Fatalf("seed %d: %s at %d, want %s at %d\n%s\n%s", seed, got, less, want, cost, sx.String(term), sx.String(with))
			}
			if only != nil {
				fired++
			} else {
				all++
			}
			if less < cost {
				cheaper++
			}
		}
	}
	t.Logf("the rule fires in %d programs, in %d among the others, and %d cost less", fired, all, cheaper)
	if fired < 300 || all < 120 || cheaper < 300 {
		t.Errorf("the rule fires in %d programs, in %d among the others, and %d cost less", fired, all, cheaper)
	}
}
