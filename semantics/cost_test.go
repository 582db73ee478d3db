package semantics_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

// The counts were found by hand from the rules at [semantics.Cost].
func TestCost(t *testing.T) {
	four := NewVar("a", NewArrayType(SizeLit(4), Real))
	three := NewArrayType(SizeLit(3), Real)
	a, b := NewVar("a", three), NewVar("b", three)
	dot := NewSum(build(3, func(i Term) Term { return Mul(NewIndex(Ref(a), i), NewIndex(Ref(b), i)) }))
	env := &semantics.Env{Vars: map[*Var]semantics.Value{
		four: semantics.Reals(1, 2, 3, 4), a: semantics.Reals(1, 2, 3), b: semantics.Reals(4, 5, 6),
	}}
	hot := NewOneHot(SizeLit(4), idx(4, 1), r(1))
	set := func(arr Term, i int64) Term { return NewSet(arr, idx(4, i), r(0)) }
	cases := []struct {
		name string
		term Term
		want semantics.Cost
	}{
		{"scalars", Add(Mul(r(3), r(3)), r(1)), semantics.Cost{Ops: 2}},
		{"exp", Apply1("exp", r(1)), semantics.Cost{Ops: 20}},
		{"branch taken", NewIf(BoolLit(true), r(1), Apply1("exp", r(1))), semantics.Cost{}},
		// 2·3 reads in the comprehension and 3 in the sum; 3 products, 2 additions.
		{"dot product", dot, semantics.Cost{Ops: 5, Loads: 9, Stores: 3, Alloc: 3}},
		{"set copies once", set(Ref(four), 0), semantics.Cost{Loads: 4, Stores: 5, Alloc: 4}},
		{"set again", set(set(Ref(four), 0), 1), semantics.Cost{Loads: 4, Stores: 6, Alloc: 4}},
		{"onehot alone", hot, semantics.Cost{Alloc: 2}},
		{"read of a onehot", NewIndex(hot, idx(4, 1)), semantics.Cost{Loads: 1, Alloc: 2}},
		// Zeroing 4, adding the dense part 4·(2 loads, 1 store, 1 op), the one-hot, the read.
		{"read of a sum", NewIndex(NewPlus(Ref(four), hot), idx(4, 1)), semantics.Cost{Ops: 5, Loads: 10, Stores: 9, Alloc: 6}},
		{"sum not read", NewPlus(Ref(four), hot), semantics.Cost{Alloc: 2}},
		// The set copies (4 loads, 4 stores) and stores; the sum loads, adds and stores in place.
		{"sum in place", NewPlus(set(Ref(four), 0), hot), semantics.Cost{Ops: 1, Loads: 5, Stores: 6, Alloc: 6}},
		{"closure", let(r(1), func(x Term) Term { return lam("y", Real, func(y Term) Term { return Add(x, y) }) }), semantics.Cost{Alloc: 2}},
		{"injection", NewInj(NewSumType(Real, Real), 0, r(1)), semantics.Cost{Alloc: 2}},
		{"tuple", NewTuple(r(1), r(2)), semantics.Cost{}},
		{"loop collect", loop(3, false, Collect, r(1), func(_, s Term) Term { return NewTuple(Mul(s, s), s) }), semantics.Cost{Ops: 3, Stores: 3, Alloc: 3}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var e semantics.Evaluator
			if _, err := e.Eval(c.term, env); err != nil {
				t.Fatal(err)
			}
			if e.Cost != c.want {
				t.Errorf("got %+v, want %+v", e.Cost, c.want)
			}
		})
	}
}
