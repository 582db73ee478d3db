package semantics_test

import (
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

// spine is x₁ = x₀ + 1; x₂ = x₁ + 1; … with n bindings.
func spine(n int) Term {
	last := r(0)
	binds := make([]Bind, n)
	for i := range binds {
		x := NewVar("x", Real)
		binds[i] = Bind{Var: x, Rhs: Add(last, r(1))}
		last = Ref(x)
	}
	return NewLet(binds, last)
}

func mustEval(t *testing.T, term Term) semantics.Value {
	t.Helper()
	v, err := semantics.Eval(term, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestMillionLets(t *testing.T) {
	if v := mustEval(t, spine(1_000_000)); v != semantics.Real(1e6) {
		t.Errorf("got %v", v)
	}
}

// The work per step of these loops must not depend on the length of the array.
func TestConstantWorkPerStep(t *testing.T) {
	const n = 20_000
	size := SizeLit(n)
	zeros := NewZero(NewArrayType(size, Real))
	prev := func(i Term) Term { // i-1, or 0
		return NewToIdx(nil, size, NewPrim(MustOp("imax"), ints(0), NewPrim(OpIntSub, NewFromIdx(i), ints(1))))
	}
	pair := NewTupleType(NewArrayType(size, Real), Real).(*TupleType)
	cases := []struct {
		name string
		term Term
		want float64
	}{
		{"sum of onehots", NewSum(build(n, func(i Term) Term { return NewOneHot(size, i, r(1)) })), n},
		{"accumulate", NewProj(1, loop(n, false, Accumulate, r(1), func(i, s Term) Term {
			return NewTuple(s, NewOneHot(size, i, s))
		})), n},
		{"accumulate a context", NewProj(0, NewProj(1, loop(n, false, Accumulate, r(1), func(i, s Term) Term {
			return NewTuple(s, NewPlus(NewCoproj(pair, 0, NewOneHot(size, i, s)), NewCoproj(pair, 1, s)))
		}))), n},
		{"set chain", loop(n, false, NoOutput, zeros, func(i, s Term) Term { return NewSet(s, i, r(1)) }), n},
		{"read and set", loop(n, false, NoOutput, zeros, func(i, s Term) Term {
			return NewSet(s, i, Add(r(1), Sub(NewIndex(s, prev(i)), NewIndex(s, prev(i)))))
		}), n},
		// The reverse of a loop of sets: read, clear, add somewhere else.
		{"reverse of sets", loop(n, true, NoOutput, reals1(n), func(i, s Term) Term {
			return let(NewIndex(s, i), func(v Term) Term {
				return NewPlus(NewSet(s, i, r(0)), NewOneHot(size, prev(i), v))
			})
		}), n},
		{"swap through old versions", loop(n, false, NoOutput, reals1(n), func(i, s Term) Term {
			return let(NewSet(s, i, NewIndex(s, prev(i))), func(s1 Term) Term {
				return NewSet(s1, prev(i), NewIndex(s, i))
			})
		}), n},
		// A formal sum of one-hots joins the versioned state in place when it is read.
		{"read a sum of sums", loop(n, false, NoOutput, NewSet(zeros, idx(n, 0), r(0)), func(i, s Term) Term {
			half := func() Term { return NewOneHot(size, i, r(0.5)) }
			return let(NewPlus(s, NewPlus(half(), half())), func(s1 Term) Term {
				return NewPlus(s1, NewOneHot(size, prev(i), Sub(NewIndex(s1, i), NewIndex(s1, i))))
			})
		}), n},
		// Two versions that both stay in use must not drag the buffer to and fro.
		{"two live versions", twoVersions(n), n},
		{"state in a tuple", NewProj(0, loop(n, false, NoOutput, NewTuple(zeros, r(1)), func(i, s Term) Term {
			return NewTuple(NewPlus(NewProj(0, s), NewOneHot(size, i, NewProj(1, s))), NewProj(1, s))
		})), n},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var e semantics.Evaluator
			v, err := e.Eval(NewSum(c.term), nil)
			if err != nil {
				t.Fatal(err)
			}
			if v != semantics.Real(c.want) {
				t.Errorf("got %v, want %v", v, c.want)
			}
			if per := float64(e.Cost.Total()) / n; per > 30 {
				t.Errorf("%v units of work a step", per)
			}
		})
	}
}

// twoVersions reads an old and a new version of an array in turn, n times, with n
// updates between them.
func twoVersions(n int64) Term {
	size := SizeLit(n)
	return let(NewSet(NewZero(NewArrayType(size, Real)), idx(n, 0), r(1)), func(old Term) Term {
		newer := loop(n, false, NoOutput, old, func(i, s Term) Term { return NewSet(s, i, r(3)) })
		return let(newer, func(newer Term) Term {
			return build(n, func(i Term) Term { // 3 - 1 - 1 at 0, else 3 - 0 - 2
				first := NewPrim(MustOp("ieq"), NewFromIdx(i), ints(0))
				return Sub(Sub(NewIndex(newer, i), NewIndex(old, i)), NewIf(first, r(1), r(2)))
			})
		})
	})
}

func reals1(n int64) Term { return build(n, func(Term) Term { return r(1) }) }

func TestDeepRecursion(t *testing.T) {
	n := NewVar("n", Int)
	d := &Def{Name: "count", Params: []*Var{n}, Result: Int}
	d.Body = NewIf(NewPrim(MustOp("ile"), Ref(n), ints(0)), ints(0),
		NewPrim(OpIntAdd, ints(1), NewCall(nil, d, nil, NewPrim(OpIntSub, Ref(n), ints(1)))))
	v, err := semantics.Call(d, semantics.Int(100_000))
	if err != nil || v != semantics.Int(100_000) {
		t.Errorf("got %v, %v", v, err)
	}
	if _, err := semantics.Call(d, semantics.Int(math.MaxInt64)); err == nil {
		t.Error("endless recursion gave no error")
	}
}

// Depth is that of nesting, not the number of calls.
func TestManyCalls(t *testing.T) {
	const n = 10_000
	sq := squareDef()
	f := lam("x", Real, func(x Term) Term { return x })
	calls := let(f, func(f Term) Term {
		return loop(n, false, NoOutput, r(1), func(_, s Term) Term { return NewCall(nil, sq, nil, NewApp(f, s)) })
	})
	e := semantics.Evaluator{Depth: 100}
	if v, err := e.Eval(calls, nil); err != nil || v != semantics.Real(1) {
		t.Errorf("got %v, %v", v, err)
	}
}

// Composed closures go as deep as calls do.
func TestDeepClosures(t *testing.T) {
	id := lam("x", Real, func(x Term) Term { return x })
	deep := func(n int64) Term {
		return NewApp(loop(n, false, NoOutput, id, func(_, f Term) Term {
			return lam("x", Real, func(x Term) Term { return Add(NewApp(f, x), r(1)) })
		}), r(0))
	}
	if v := mustEval(t, deep(50_000)); v != semantics.Real(50_000) {
		t.Errorf("got %v", v)
	}
	if _, err := semantics.Eval(deep(1_000_000), nil); err == nil {
		t.Error("no error")
	}
}

// A deep term is refused before Go's stack ends.
func TestDeepTerm(t *testing.T) {
	deep := func(n int) Term {
		term := r(0)
		for range n {
			term = Add(term, r(1))
		}
		return term
	}
	if v := mustEval(t, deep(50_000)); v != semantics.Real(50_000) {
		t.Errorf("got %v", v)
	}
	if _, err := semantics.Eval(deep(2_000_000), nil); err == nil {
		t.Error("no error")
	}
}

// A long list is built by a loop and comes back as a value.
func TestLongList(t *testing.T) {
	long := loop(200_000, false, NoOutput, list(), func(i, s Term) Term {
		return NewInj(listType, 1, NewTuple(realOf(i), s))
	})
	mustEval(t, long)
}

func TestSharedSumsOfFunctions(t *testing.T) {
	f := doubled(linlam("v", Real, func(v Term) Term { return v }), 40)
	if v := mustEval(t, NewLinApp(f, r(1))); v != semantics.Real(1<<40) {
		t.Errorf("got %v", v)
	}
	p := doubled(NewCoproj(NewTupleType(Real, Real).(*TupleType), 0, r(1)), 40)
	if v := mustEval(t, NewProj(0, p)); v != semantics.Real(1<<40) {
		t.Errorf("got %v", v)
	}
}
