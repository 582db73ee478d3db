package semantics_test

import (
	"errors"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

// A guarded index must not touch memory, nor a dead branch give NaN.
func TestBranchesNotTaken(t *testing.T) {
	a := reals(5, 6)
	guarded := func(i int64) Term {
		return NewIf(NewPrim(MustOp("igt"), ints(i), ints(0)),
			NewIndex(a, NewToIdx(nil, SizeLit(2), NewPrim(OpIntSub, ints(i), ints(1)))), r(-1))
	}
	for i, want := range []float64{-1, 5, 6} {
		if v := mustEval(t, guarded(int64(i))); v != semantics.Real(want) {
			t.Errorf("%d: got %v, want %v", i, v, want)
		}
	}
	sum := NewSumType(Real, Real)
	bad := func(Term) Term { return Apply1("real", NewPrim(OpIntDiv, ints(1), ints(0))) }
	if v := mustEval(t, caseOf(NewInj(sum, 0, r(3)), func(x Term) Term { return x }, bad)); v != semantics.Real(3) {
		t.Errorf("got %v", v)
	}
}

// A zero cotangent contributes nothing, whatever the local derivative, and so
// does the symbolic zero.
func TestGuardedProduct(t *testing.T) {
	inf := Div(r(1), r(0))
	for _, v := range []Term{r(0), NewZero(Real)} {
		if got := mustEval(t, NewPrim(OpGMul, inf, v)); got != semantics.Real(0) {
			t.Errorf("got %v", got)
		}
	}
	if got := mustEval(t, NewPrim(OpGMul, inf, r(2))); !math.IsInf(float64(got.(semantics.Real)), 1) {
		t.Errorf("got %v", got)
	}
}

// Updates never show in another holder of an array, nor in the caller's slice.
func TestNoAliasing(t *testing.T) {
	n := NewSizeVar("n")
	ty := NewArrayType(SizeOfVar(n), Real)
	a, b := NewVar("a", ty), NewVar("b", ty)
	first := NewToIdx(nil, SizeOfVar(n), ints(0))
	body := let(NewSet(Ref(a), first, r(9)), func(c Term) Term {
		return let(NewPlus(c, NewOneHot(SizeOfVar(n), first, r(1))), func(d Term) Term {
			return let(NewSet(c, first, r(7)), func(e Term) Term {
				return NewTuple(Ref(a), Ref(b), c, d, e, NewPlus(d, d), d)
			})
		})
	})
	f := &Def{Name: "f", Sizes: []*SizeVar{n}, Params: []*Var{a, b}, Result: body.Type(), Body: body}
	x := semantics.Reals(1, 2)
	v, err := semantics.Call(f, x, x)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := semantics.Format(v), "([1, 2], [1, 2], [9, 2], [10, 2], [7, 2], [20, 4], [10, 2])"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if x.F[0] != 1 {
		t.Error("the argument has changed")
	}
}

// One value of a formal sum in many places is added up once.
func TestSharedCotangents(t *testing.T) {
	const n, m = 1000, 40
	size := SizeLit(n)
	hots := NewSum(build(n, func(i Term) Term { return NewOneHot(size, i, r(1)) }))
	var e semantics.Evaluator
	if _, err := e.Eval(NewSum(doubled(hots, m)), nil); err != nil {
		t.Fatal(err)
	}
	if per := float64(e.Cost.Total()) / (n * m); per > 20 {
		t.Errorf("%v units of work an element and doubling", per)
	}
}

// A loop over no steps, a while never entered, closures applied no times.
func TestNothingHappens(t *testing.T) {
	f := lam("x", Real, func(x Term) Term { return x })
	v := mustEval(t, NewApp(loop(0, false, NoOutput, f, func(_, g Term) Term {
		return lam("x", Real, func(x Term) Term { return Mul(r(2), NewApp(g, x)) })
	}), r(3)))
	if v != semantics.Real(3) {
		t.Errorf("got %v", v)
	}
	empty := NewLet(nil, NewSum(NewSet(NewZero(NewArrayType(SizeLit(1), Real)), idx(1, 0), NewSum(reals()))))
	if v := mustEval(t, empty); v != semantics.Real(0) {
		t.Errorf("got %v", v)
	}
}

// NaN, infinities and the sign of zero pass through unharmed.
func TestSpecialNumbers(t *testing.T) {
	if v := mustEval(t, reals(math.Copysign(0, -1))).(*semantics.Array); !math.Signbit(v.F[0]) {
		t.Error("-0 has lost its sign")
	}
	if v := mustEval(t, Sub(r(math.Inf(1)), r(math.Inf(1)))); !math.IsNaN(float64(v.(semantics.Real))) {
		t.Errorf("got %v", v)
	}
}

// Functions that leave an evaluation can be applied, with their sizes remembered.
func TestResultsThatAreFunctions(t *testing.T) {
	n := NewSizeVar("n")
	arr := NewArrayType(SizeOfVar(n), Real)
	a := NewVar("a", arr)
	l := linlam("v", Real, func(v Term) Term { return NewOneHot(SizeOfVar(n), NewToIdx(nil, SizeOfVar(n), ints(1)), v) })
	body := NewTuple(l, NewZero(l.Type()), lam("x", Real, func(x Term) Term { return NewZero(arr) }))
	d := &Def{Name: "f", Sizes: []*SizeVar{n}, Params: []*Var{a}, Result: body.Type(), Body: body}
	v, err := semantics.Call(d, semantics.Reals(1, 2, 3))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"[0, 5, 0]", "[0, 0, 0]", "[0, 0, 0]"} {
		w, err := semantics.Apply(v.(*semantics.Tuple).Elems[i], semantics.Real(5))
		if err != nil {
			t.Fatal(err)
		}
		if got := semantics.Format(w); got != want {
			t.Errorf("%d: got %s, want %s", i, got, want)
		}
	}
	if _, err := semantics.Apply(v.(*semantics.Tuple).Elems[0], semantics.Int(5)); err == nil {
		t.Error("an int for a real")
	}
}

// A Go function is a value of a function type; its errors come through.
func TestGoFunctions(t *testing.T) {
	f := NewVar("f", NewFuncType(Real, Real))
	term := NewApp(Ref(f), r(2))
	env := func(g func(semantics.Value) (semantics.Value, error)) *semantics.Env {
		return &semantics.Env{Vars: map[*Var]semantics.Value{f: semantics.GoFunc(g)}}
	}
	v, err := semantics.Eval(term, env(func(x semantics.Value) (semantics.Value, error) { return x.(semantics.Real) * 10, nil }))
	if err != nil || v != semantics.Real(20) {
		t.Errorf("got %v, %v", v, err)
	}
	// They see no formal sums.
	two := NewTupleType(NewArrayType(SizeLit(2), Real), Real).(*TupleType)
	g := NewVar("g", NewFuncType(two, Real))
	for _, arg := range []Term{
		NewCoproj(two, 0, NewOneHot(SizeLit(2), idx(2, 1), r(5))),
		NewPlus(NewCoproj(two, 0, NewSet(reals(0, 0), idx(2, 1), r(2))), NewCoproj(two, 0, reals(0, 3))),
	} {
		var seen string
		see := func(x semantics.Value) (semantics.Value, error) {
			seen = semantics.Format(x)
			return semantics.Real(0), nil
		}
		_, err := semantics.Eval(NewApp(Ref(g), arg), &semantics.Env{Vars: map[*Var]semantics.Value{g: semantics.GoFunc(see)}})
		if err != nil || seen != "([0, 5], 0)" {
			t.Errorf("got %s, %v", seen, err)
		}
	}
	boom := errors.New("boom")
	if _, err := semantics.Eval(term, env(func(semantics.Value) (semantics.Value, error) { return nil, boom })); err == nil || err.Error() != "boom" {
		t.Errorf("got %v", err)
	}
}
