package semantics_test

import (
	"errors"
	"testing"

	"github.com/seed-4b734f86/gochad/semantics"
	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

// Endless recursion through each kind of node ends in an error, before Go's
// stack does.
func TestEndlessRecursion(t *testing.T) {
	if testing.Short() {
		t.Skip("half a gigabyte of stack")
	}
	two := NewTupleType(Real, Real).(*TupleType)
	lsum := NewLinearSumType(Real, Real)
	through := map[string]func(x, rec Term) Term{
		"tuple": func(x, rec Term) Term { return NewProj(0, NewTuple(rec, x)) },
		"loop":  func(_, rec Term) Term { return loop(1, false, NoOutput, r(0), func(_, _ Term) Term { return rec }) },
		"collect": func(_, rec Term) Term {
			return NewProj(0, loop(1, false, Collect, r(0), func(_, _ Term) Term { return NewTuple(rec, r(1)) }))
		},
		"while": func(_, rec Term) Term {
			return while(r(0), func(Term) Term { return BoolLit(true) }, func(Term) Term { return rec })
		},
		"build":  func(_, rec Term) Term { return NewSum(build(1, func(Term) Term { return rec })) },
		"let":    func(_, rec Term) Term { return let(rec, func(y Term) Term { return y }) },
		"case":   func(_, rec Term) Term { return NewUninj(0, NewInj(lsum, 0, rec)) },
		"lambda": func(x, rec Term) Term { return NewApp(lam("y", Real, func(Term) Term { return rec }), x) },
		"sum of lambdas": func(x, rec Term) Term {
			f := lam("y", Real, func(Term) Term { return rec })
			return NewApp(NewPlus(f, f), x)
		},
		"linlam": func(x, rec Term) Term { return NewLinApp(linlam("y", Real, func(Term) Term { return rec }), x) },
		"copower": func(x, rec Term) Term {
			return copowerCase(NewSingleton(x, x), func(_, _ Term) Term { return rec })
		},
		"coproj": func(_, rec Term) Term { return NewProj(1, NewCoproj(two, 1, rec)) },
		"set":    func(_, rec Term) Term { return NewSum(NewSet(reals(1), idx(1, 0), rec)) },
		"if":     func(x, rec Term) Term { return NewIf(NewPrim(MustOp("lt"), rec, x), x, x) },
	}
	for name, f := range through {
		t.Run(name, func(t *testing.T) {
			x := NewVar("x", Real)
			d := &Def{Name: "endless", Params: []*Var{x}, Result: Real}
			d.Body = f(Ref(x), NewCall(nil, d, nil, Ref(x)))
			_, err := semantics.Call(d, semantics.Real(0))
			var got *semantics.Error
			if !errors.As(err, &got) || got.Kind != semantics.TooDeep {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A list that is too long to walk is an error, not a crash.
func TestEndlessData(t *testing.T) {
	long := loop(1_100_000, false, NoOutput, list(), func(i, s Term) Term {
		return NewInj(listType, 1, NewTuple(realOf(i), s))
	})
	if _, err := semantics.Eval(long, nil); err == nil {
		t.Error("no error")
	}
}
