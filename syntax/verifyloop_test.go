package syntax

import "testing"

// A loop that begins with a zero and only makes zeros of it is a zero: linear and closed.
// One that makes something else of it is not linear.
func TestVerifyZeroLoop(t *testing.T) {
	n := SizeLit(3)
	loop := func(body func(s Term) Term) Term {
		i, s := NewVar("i", NewIdxType(n)), NewVar("s", Real)
		return NewLoop(n, false, NoOutput, i, s, NewZero(Real), body(Ref(s)))
	}
	in := func(t Term) Term { v := NewVar("v", Real); return NewLinLam(v, NewPlus(Ref(v), t)) }
	stays := func(s Term) Term { return Mul(RealLit(2), s) }
	if err := Verify(in(loop(stays))); err != nil {
		t.Error(err)
	}
	nested := in(loop(func(s Term) Term { return NewPlus(s, loop(stays)) }))
	if err := Verify(nested); err != nil {
		t.Error(err)
	}
	moves := func(s Term) Term { return Apply1("cos", s) }
	if err := Verify(loop(moves)); err != nil {
		t.Errorf("closed: %v", err)
	}
	if err := Verify(in(loop(moves))); err == nil {
		t.Error("a loop from zero to cos (… cos 0) passes for linear")
	}
}

// A shift of an index is in range by its sizes, and prints as the check it stands for.
func TestShift(t *testing.T) {
	n := SizeOfVar(NewSizeVar("n"))
	m := n.Sub(SizeLit(2))
	for _, c := range []struct {
		offset int64
		ok     bool
	}{{0, true}, {2, true}, {3, false}, {-1, false}} {
		if got := CanShift(m, c.offset, n); got != c.ok {
			t.Errorf("idx n-2 + %d as idx n: %v", c.offset, got)
		}
	}
	i := NewVar("i", NewIdxType(m))
	if got := String(NewShift(n, Ref(i), 2)); got != "index n (int i + 2)" {
		t.Error(got)
	}
	if Equal(NewShift(n, Ref(i), 2), NewShift(n, Ref(i), 1)) {
		t.Error("different offsets are equal")
	}
}
