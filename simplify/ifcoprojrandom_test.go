package simplify_test

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What branches put into one place of a tuple means the same outside of them, however the places are used; alone among
// the rules and with all of them.
func TestIfCoprojRandom(t *testing.T) {
	fired, left := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 11))
		vec := sx.NewArrayType(sx.SizeLit(3), sx.Real)
		inner := sx.NewTupleType(sx.Real, vec, sx.Real, vec).(*sx.TupleType)
		short := sx.NewTupleType(vec, vec).(*sx.TupleType)
		outer := sx.NewTupleType(inner, vec, short, inner).(*sx.TupleType)
		a, xs := sx.NewVar("a", sx.Real), sx.NewVar("xs", vec)
		cond, ss := sx.NewVar("cond", sx.Bool), sx.NewVar("ss", sx.NewSumType(sx.Real, vec, sx.Real))
		one := []sx.Term{sx.Ref(a), sx.Apply1("sin", sx.Ref(a))}
		many := []sx.Term{sx.Ref(xs)}
		anyOf := func(ts []sx.Term) sx.Term { return sx.Refresh(ts[r.IntN(len(ts))]) }
		favourite := r.IntN(4)
		var value func(ty sx.Type) sx.Term
		value = func(ty sx.Type) sx.Term {
			if r.IntN(4) == 0 {
				return sx.NewZero(ty)
			}
			tt, ok := ty.(*sx.TupleType)
			switch {
			case ty == sx.Real:
				return anyOf(one)
			case !ok:
				return anyOf(many)
			case ty != outer && r.IntN(8) > 0 || r.IntN(8) == 0:
				at := favourite % len(tt.Elems)
				if r.IntN(12) == 0 {
					at = r.IntN(len(tt.Elems))
				}
				return sx.NewCoproj(tt, at, value(tt.Elems[at]))
			}
			elems := make([]sx.Term, len(tt.Elems))
			for i, e := range tt.Elems {
				elems[i] = value(e)
			}
			return sx.NewTuple(elems...)
		}
		arm := func() sx.Term { return value(outer) }
		var w sx.Term
		if r.IntN(2) == 0 {
			w = sx.NewIf(sx.Ref(cond), arm(), arm())
		} else {
			u, v, x := sx.NewVar("u", sx.Real), sx.NewVar("v", vec), sx.NewVar("x", sx.Real)
			first := arm()
			many = append(many, sx.Ref(v))
			second := arm()
			many = many[:1]
			w = sx.NewCase(sx.Ref(ss), sx.Arm{Var: u, Body: first}, sx.Arm{Var: v, Body: second}, sx.Arm{Var: x, Body: arm()})
		}
		var s sx.Spine
		z := s.Let("z", w)
		uses := []sx.Term{}
		for range 1 + r.IntN(4) {
			switch i := r.IntN(6); i {
			case 4:
				uses = append(uses, sx.NewPlus(sx.NewProj(0, z), value(inner), sx.NewProj(3, z)))
			case 5:
				if r.IntN(6) == 0 {
					uses = append(uses, z)
				}
			default:
				uses = append(uses, sx.NewProj(i, z))
			}
		}
		uses = append(uses, sx.Ref(a), sx.NewProj(1, z))
		term := s.In(sx.NewTuple(uses...))
		free := sx.FreeVars(term)
		for _, only := range [][]string{{"projIfCoproj"}, nil} {
			out, rep := simplified(t, sx.Refresh(term), simplify.Options{Only: only, Compiled: true})
			if err := sx.Verify(out, free...); err != nil {
				t.Fatalf("seed %d: %v\n%s\n%s", seed, err, sx.String(term), sx.String(out))
			}
			if n := rep.Times("projIfCoproj"); only != nil && n > 0 {
				fired++
			} else if only != nil {
				left++
			}
			for point := range uint64(4) {
				want, _ := meaning(t, term, free, point)
				got, _ := meaning(t, out, free, point)
				if got != want {
					t.Fatalf("seed %d: means %s, meant %s\n%s\n%s", seed, got, want, sx.String(term), sx.String(out))
				}
			}
		}
	}
	t.Logf("the rule fired on %d, and left %d", fired, left)
	if fired < 500 || left < 500 {
		t.Errorf("the rule fired on %d, and left %d", fired, left)
	}
}
