package simplify_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A world is what random terms mention from outside, and its values: infinities and NaNs at times, else numbers of
// which sums are exact.
type world struct {
	*rand.Rand
	env      *semantics.Env
	unsigned bool // -0 counts as 0
}

func newWorld(seed, stream uint64) *world {
	return &world{Rand: rand.New(rand.NewPCG(seed, stream)), env: &semantics.Env{Vars: map[*sx.Var]semantics.Value{}}}
}

func (w *world) number() float64 {
	values := []float64{0, 1, -0.5, 2, 0.25, math.Inf(1), math.NaN()}
	if w.IntN(12) > 0 {
		return values[w.IntN(5)]
	}
	return values[w.IntN(len(values))]
}

func (w *world) given(t sx.Type, v semantics.Value) sx.Term {
	x := sx.NewVar("x", t)
	w.env.Vars[x] = v
	return sx.Ref(x)
}

func (w *world) row() semantics.Value { return semantics.Reals(w.number(), w.number(), w.number()) }

func (w *world) asked() sx.Term { return w.given(sx.Bool, semantics.Bool(w.IntN(2) == 0)) }

func (w *world) of(ts []sx.Term) sx.Term { return ts[w.IntN(len(ts))] }

// chosen is one of some terms by an if, or by a case of three.
func (w *world) chosen(arm func() sx.Term) sx.Term {
	if w.IntN(3) > 0 {
		return iff(w.asked(), arm(), arm())
	}
	sum := sx.NewSumType(sx.Real, sx.Real, sx.Real)
	on := w.given(sum, &semantics.Inj{Tag: w.IntN(3), Arg: semantics.Real(w.number())})
	var arms []sx.Arm
	for range 3 {
		arms = append(arms, sx.Arm{Var: sx.NewVar("u", sx.Real), Body: arm()})
	}
	return sx.NewCase(on, arms...)
}

// numbers are the numbers of t, in order.
func numbers(t sx.Term) []sx.Term {
	var out []sx.Term
	switch ty := t.Type().(type) {
	case *sx.TupleType:
		for i := range ty.Elems {
			out = append(out, numbers(sx.NewProj(i, t))...)
		}
	case *sx.ArrayType:
		n, _ := ty.Len.Lit()
		for i := range n {
			out = append(out, numbers(sx.NewIndex(t, sx.NewToIdx(nil, ty.Len, sx.IntLit(i))))...)
		}
	default:
		return []sx.Term{t}
	}
	return out
}

// value is what t gives, and what it takes.
func (w *world) value(t *testing.T, u sx.Term) (string, int64) {
	t.Helper()
	var ev semantics.Evaluator
	v, err := ev.Eval(u, w.env)
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.String(u))
	}
	x := sx.NewVar("x", u.Type())
	all := numbers(sx.Ref(x))
	for i, y := range all {
		if w.unsigned {
			all[i] = add(y, realLit(0))
		}
	}
	if v, err = ev.Eval(tup(all...), &semantics.Env{Vars: map[*sx.Var]semantics.Value{x: v}}); err != nil {
		t.Fatal(err)
	}
	return semantics.Format(v), ev.Cost.Ops + ev.Cost.Loads + ev.Cost.Stores
}
