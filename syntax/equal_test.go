package syntax_test

import (
	"math"
	"testing"

	. "github.com/seed-4b734f86/gochad/syntax"
)

func TestEqual(t *testing.T) {
	x, y := NewVar("x", Real), NewVar("y", Real)
	id := func(name string) Term { z := NewVar(name, Real); return NewLam(z, Ref(z)) }
	two := func(swap bool) Term {
		a, b := NewVar("a", Real), NewVar("b", Real)
		if swap {
			return NewLam(a, NewLam(b, Sub(Ref(b), Ref(a))))
		}
		return NewLam(a, NewLam(b, Sub(Ref(a), Ref(b))))
	}
	sized := func(k int64) Term {
		m := NewSizeVar("m")
		return NewLet([]Bind{{Size: m, Rhs: IntLit(k)}}, NewSum(BuildArray(SizeOfVar(m), func(Term) Term { return RealLit(1) })))
	}
	arr := func() Term { return NewBuild(SizeLit(3), NewVar("i", NewIdxType(SizeLit(3))), Ref(x)) }
	negZero := math.Copysign(0, -1)
	for _, r := range []struct {
		name string
		t, u Term
		want bool
	}{
		{"bound names", id("x"), id("y"), true},
		{"free variables", Ref(x), Ref(y), false},
		{"same free variable", Add(Ref(x), Ref(y)), Add(Ref(x), Ref(y)), true},
		{"order", two(false), two(true), false},
		{"order kept", two(false), two(false), true},
		{"free is not bound", NewLam(y, Ref(y)), NewLam(y, Ref(x)), false},
		{"sizes", sized(3), sized(3), true},
		{"other size", sized(3), sized(4), false},
		{"build", arr(), arr(), true},
		{"operation", Add(Ref(x), Ref(x)), Mul(Ref(x), Ref(x)), false},
		{"nan", RealLit(math.NaN()), RealLit(math.NaN()), true},
		{"minus zero", RealLit(0), RealLit(negZero), false},
		{"int and real", IntLit(0), RealLit(0), false},
		{"projections", NewProj(0, NewTuple(Ref(x), Ref(y))), NewProj(1, NewTuple(Ref(x), Ref(y))), false},
		{"output", NewLoop(SizeLit(2), false, NoOutput, v("i", NewIdxType(SizeLit(2))), v("s", Real), Ref(x), Ref(x)),
			NewLoop(SizeLit(2), true, NoOutput, v("i", NewIdxType(SizeLit(2))), v("s", Real), Ref(x), Ref(x)), false},
	} {
		if got := Equal(r.t, r.u); got != r.want {
			t.Errorf("%s: Equal is %v for\n%s\n%s", r.name, got, String(r.t), String(r.u))
		}
		if same := Hash(r.t) == Hash(r.u); same != r.want {
			t.Errorf("%s: equality of hashes is %v", r.name, same)
		}
	}
}
