package place_test

import (
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Eight times as many bindings, or branches in each other, take about eight times as long to place; sixty-four would be quadratic.
func TestPlaceMany(t *testing.T) {
	n := syntax.SizeLit(3)
	arr := syntax.NewArrayType(n, syntax.Real)
	for name, build := range map[string]func(k int, i, y syntax.Term) syntax.Term{
		"sums of branches": func(k int, i, y syntax.Term) syntax.Term {
			var binds []syntax.Bind
			sums, val := []syntax.Term{syntax.NewZero(arr)}, y
			for range k {
				pair := syntax.NewTuple(syntax.NewOneHot(n, i, y), val)
				w := syntax.NewVar("w", pair.Type())
				binds = append(binds, syntax.Bind{Var: w, Rhs: syntax.NewIf(less(val, y), pair, syntax.NewTuple(syntax.NewZero(arr), y))})
				sums = append(sums, syntax.NewProj(0, syntax.Ref(w)))
				val = syntax.NewPrim(syntax.OpMul, syntax.NewProj(1, syntax.Ref(w)), y)
			}
			return syntax.NewLet(binds, syntax.NewTuple(syntax.NewPlus(sums...), val))
		},
		"branches in branches": func(k int, i, y syntax.Term) syntax.Term {
			out := syntax.NewTuple(syntax.NewOneHot(n, i, y), y)
			for range k {
				w := syntax.NewVar("w", out.Type())
				v := syntax.NewProj(1, syntax.Ref(w))
				rhs := syntax.NewIf(less(y, syntax.RealLit(1)), syntax.NewTuple(syntax.NewOneHot(n, i, y), y), out)
				out = syntax.NewLet([]syntax.Bind{{Var: w, Rhs: rhs}},
					syntax.NewTuple(syntax.NewPlus(syntax.NewProj(0, syntax.Ref(w)), syntax.NewOneHot(n, i, y)), syntax.NewPrim(syntax.OpMul, v, v)))
			}
			return out
		},
		"tuples in tuples": func(k int, i, y syntax.Term) syntax.Term {
			elems := make([]syntax.Term, k)
			for j := range elems {
				elems[j] = syntax.NewTuple(syntax.NewOneHot(n, i, y), y)
			}
			rhs := syntax.NewIf(less(y, syntax.RealLit(1)), syntax.NewTuple(elems...), syntax.NewTuple(elems...))
			w := syntax.NewVar("w", rhs.Type())
			sums, val := []syntax.Term{}, y
			for j := range k {
				p := syntax.NewProj(j, syntax.Ref(w))
				sums = append(sums, syntax.NewProj(0, p))
				if j < 2 {
					val = syntax.NewPrim(syntax.OpMul, syntax.NewProj(1, p), val)
				}
			}
			return syntax.NewLet([]syntax.Bind{{Var: w, Rhs: rhs}}, syntax.NewTuple(syntax.NewPlus(sums...), val))
		},
	} {
		took := func(k int) time.Duration {
			y, i := syntax.NewVar("y", syntax.Real), syntax.NewVar("i", syntax.NewIdxType(n))
			body := syntax.NewSum(syntax.NewBuild(n, i, build(k, syntax.Ref(i), syntax.Ref(y))))
			def := &syntax.Def{Name: "f", Params: []*syntax.Var{y}, Result: body.Type(), Body: body}
			begin := time.Now()
			if _, err := place.Program(place.Options{}, place.Export{Def: def, Name: "F"}); err != nil {
				t.Fatal(err)
			}
			return time.Since(begin)
		}
		few, many := took(250), took(2000)
		for try := 0; many > 24*few && many > 200*time.Millisecond; try++ {
			if try == 3 {
				t.Errorf("%s takes %v for 250, %v for 2000", name, few, many)
				break
			}
			few, many = max(few, took(250)), min(many, took(2000))
		}
	}
}

func less(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.MustOp("lt"), a, b) }
