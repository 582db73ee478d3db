package semantics_test

import (
	"errors"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

var here = &Pos{File: "f.chad", Line: 3, Col: 7}

// errorCases are closed programs that go wrong, with the whole message.
func errorCases() []struct {
	name string
	term Term
	kind semantics.Kind
	want string
} {
	n := NewSizeVar("n")
	size := SizeOfVar(n)
	neg := func(at *Pos, k int64, body Term) Term {
		return NewLet([]Bind{{Size: n, Rhs: ints(k), At: at}}, body)
	}
	at := func(at *Pos, t Term) Term {
		x := NewVar("x", t.Type())
		return NewLet([]Bind{{Var: x, Rhs: t, At: at}}, Ref(x))
	}
	forever := func(at *Pos) Term {
		s := NewVar("s", Real)
		return NewWhile(at, s, r(0), BoolLit(true), Ref(s))
	}
	x := NewVar("x", Real)
	three := NewArrayType(SizeLit(3), Real)
	return []struct {
		name string
		term Term
		kind semantics.Kind
		want string
	}{
		{"index too great", NewToIdx(here, SizeLit(3), ints(3)), semantics.OutOfRange, "f.chad:3:7: index 3 is out of range: the length is 3"},
		{"index negative", NewToIdx(here, SizeLit(3), ints(-1)), semantics.OutOfRange, "f.chad:3:7: index -1 is out of range: the length is 3"},
		{"index into nothing", NewToIdx(here, SizeLit(0), ints(0)), semantics.OutOfRange, "f.chad:3:7: index 0 is out of range: the length is 0"},
		{"coerce", NewCoerce(here, NewPack(reals(1, 2)), three), semantics.LengthMismatch, "f.chad:3:7: an array of length 2 where length 3 = 3 is wanted"},
		{"coerce empty", NewCoerce(here, NewPack(reals()), three), semantics.LengthMismatch, "f.chad:3:7: an array of length 0 where length 3 = 3 is wanted"},
		{"coerce zero", NewCoerce(here, NewZero(NewArrayType(SizeLit(2), Real)), three), semantics.LengthMismatch, "f.chad:3:7: an array of length 2 where length 3 = 3 is wanted"},
		{"negative size", neg(here, -1, r(0)), semantics.NegativeSize, "f.chad:3:7: size n is -1, must not be negative"},
		{"negative length", neg(nil, 1, at(here, NewSum(BuildArray(size.Sub(SizeLit(2)), realOf)))), semantics.NegativeSize, "f.chad:3:7: length n-2 is -1, must not be negative"},
		{"negative call size", neg(nil, 1, NewCall(here, sizedDef(), []*Size{size.Sub(SizeLit(2))})), semantics.NegativeSize, "f.chad:3:7: size m = n-2 is -1, must not be negative"},
		{"division", NewPrimAt(here, OpIntDiv, ints(1), ints(0)), semantics.Arithmetic, "f.chad:3:7: integer division by zero"},
		{"modulo", at(here, NewPrim(OpIntMod, ints(1), ints(0))), semantics.Arithmetic, "f.chad:3:7: integer division by zero"},
		{"fuel while", forever(here), semantics.OutOfFuel, "f.chad:3:7: the evaluation takes too many steps"},
		{"fuel array", at(here, BuildArray(SizeLit(1<<50), realOf)), semantics.OutOfFuel, "f.chad:3:7: an array of length 1125899906842624 takes too many steps"},
		{"fuel onehot", at(here, NewPlus(NewOneHot(SizeLit(1<<50), NewToIdx(nil, SizeLit(1<<50), ints(0)), r(1)), NewZero(NewArrayType(SizeLit(1<<50), Real)))), semantics.OutOfFuel, "f.chad:3:7: an array of length 1125899906842624 takes too many steps"},
		{"depth", NewCall(here, endlessDef(), nil, r(0)), semantics.TooDeep, "f.chad:3:7: the recursion is too deep"},
		{"deriv", at(here, NewDeriv(JVP, x, Mul(Ref(x), Ref(x)), r(1), r(1))), semantics.Unsupported, "f.chad:3:7: a derivative operator has no direct evaluation: eliminate it first"},
		{"free variable", Ref(x), semantics.BadArgument, "variable x is not bound"},
		{"free size", NewSizeOf(size), semantics.BadArgument, "size variable n is not bound"},
		{"wrong variant", NewUninj(1, NewInj(NewLinearSumType(Real, Real), 0, r(1))), semantics.Internal, "semantics: variant 0 of a linear sum where only variant 1 or zero can be"},
	}
}

func sizedDef() *Def {
	m := NewSizeVar("m")
	return &Def{Name: "sized", Sizes: []*SizeVar{m}, Result: Int, Body: NewSizeOf(SizeOfVar(m))}
}

func endlessDef() *Def {
	x := NewVar("x", Real)
	d := &Def{Name: "endless", Params: []*Var{x}, Result: Real}
	d.Body = Add(r(1), NewCall(here, d, nil, Add(Ref(x), r(1))))
	return d
}

func TestErrors(t *testing.T) {
	for _, c := range errorCases() {
		t.Run(c.name, func(t *testing.T) {
			e := semantics.Evaluator{Fuel: 1_000_000}
			v, err := e.Eval(c.term, nil)
			var got *semantics.Error
			if !errors.As(err, &got) {
				t.Fatalf("got value %v and error %v", v, err)
			}
			if got.Kind != c.kind || got.Error() != c.want {
				t.Errorf("got %s: %s\nwant %s: %s", got.Kind, got, c.kind, c.want)
			}
		})
	}
}

// An ill-formed value must not panic either: the entry point names the defect.
func TestInternalErrorsAreNamed(t *testing.T) {
	x := NewVar("x", Real)
	broken := NewInj(NewSumType(Real, Real), 0, r(1))
	broken.Tag = 5
	arms := []Arm{{Var: x, Body: Ref(x)}, {Var: x, Body: Ref(x)}}
	_, err := semantics.Eval(NewCase(broken, arms...), nil)
	var got *semantics.Error
	if !errors.As(err, &got) || got.Kind != semantics.Internal {
		t.Errorf("got %v", err)
	}
}
