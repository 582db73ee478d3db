package lower_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Shorthands for writing target terms.

func let(name string, t sx.Term, f func(x sx.Term) sx.Term) sx.Term {
	x := sx.NewVar(name, t.Type())
	return sx.NewLet([]sx.Bind{{Var: x, Rhs: t}}, f(sx.Ref(x)))
}

func linlam(t sx.Type, f func(v sx.Term) sx.Term) sx.Term {
	v := sx.NewVar("v", t)
	return sx.NewLinLam(v, f(sx.Ref(v)))
}

func at(x sx.Term, i int64) sx.Term {
	n := x.Type().(*sx.ArrayType).Len
	return sx.NewIndex(x, sx.NewToIdx(nil, n, sx.IntLit(i)))
}

func sin(t sx.Term) sx.Term { return sx.Apply1("sin", t) }

func lt(a, b sx.Term) sx.Term { return sx.NewPrim(sx.MustOp("lt"), a, b) }

func fst(t sx.Term) sx.Term { return sx.NewProj(0, t) }

func snd(t sx.Term) sx.Term { return sx.NewProj(1, t) }

// define makes a definition over a parameter of type ty.
func define(name string, ty sx.Type, body func(x sx.Term) sx.Term) *sx.Def {
	x := sx.NewVar("x", ty)
	b := body(sx.Ref(x))
	return &sx.Def{Name: name, Params: []*sx.Var{x}, Result: b.Type(), Body: b}
}

// applied is the definition that calls d, whose result is ⟨y, linear⟩, and applies the linear half:
// (x…, v) ↦ ⟨y, linear • v⟩.
func applied(d *sx.Def) *sx.Def {
	out := &sx.Def{Name: "use_" + d.Name}
	env := map[*sx.SizeVar]*sx.Size{}
	var sizes []*sx.Size
	for _, n := range d.Sizes {
		m := sx.NewSizeVar(n.Name)
		out.Sizes = append(out.Sizes, m)
		env[n] = sx.SizeOfVar(m)
		sizes = append(sizes, env[n])
	}
	sub := func(n *sx.SizeVar) *sx.Size { return env[n] }
	var args []sx.Term
	for _, p := range d.Params {
		x := sx.NewVar(p.Name, sx.SubstSizes(p.Type, sub))
		out.Params = append(out.Params, x)
		args = append(args, sx.Ref(x))
	}
	lin := sx.SubstSizes(d.Result, sub).(*sx.TupleType).Elems[1].(*sx.LFunType)
	v := sx.NewVar("v", lin.Dom)
	out.Params = append(out.Params, v)
	out.Body = let("z", sx.NewCall(nil, d, sizes, args...), func(z sx.Term) sx.Term {
		return sx.NewTuple(fst(z), sx.NewLinApp(snd(z), sx.Ref(v)))
	})
	out.Result = out.Body.Type()
	return out
}

// lowered lowers a program, verifies the result and checks that nothing linear is left.
func lowered(t *testing.T, p *sx.Program) *sx.Program {
	t.Helper()
	var broken *sx.VerifyError
	if err := sx.VerifyProgram(p); errors.As(err, &broken) && broken.Rule != sx.RuleLinear { // see the functor's and simplify's tests for that one
		t.Fatalf("before: %v\n%s", err, sx.ProgramString(p))
	}
	r, err := lower.Run(context.Background(), p)
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.ProgramString(p))
	}
	for _, k := range r.Kept {
		t.Fatalf("%s is kept: %s\n%s", k.Def.Name, k.Reason, sx.ProgramString(p))
	}
	if err := sx.VerifyProgram(r.Program); err != nil {
		t.Fatalf("after: %v\n%s\nbefore:\n%s", err, sx.ProgramString(r.Program), sx.ProgramString(p))
	}
	for _, d := range r.Program.Defs {
		if bad := linearLeft(d); bad != nil {
			t.Fatalf("%s still holds %s\n%s", d.Name, sx.String(bad), sx.ProgramString(r.Program))
		}
	}
	return r.Program
}

func holdsLFun(t sx.Type) bool {
	switch t := t.(type) {
	case *sx.LFunType:
		return true
	case *sx.TupleType:
		for _, e := range t.Elems {
			if holdsLFun(e) {
				return true
			}
		}
	case *sx.ArrayType:
		return holdsLFun(t.Elem)
	case *sx.DynType:
		return holdsLFun(t.Elem)
	case *sx.SumType:
		return holdsLFun(sx.NewTupleType(t.Variants...))
	}
	return false
}

// linearLeft finds a term that should be gone.
func linearLeft(d *sx.Def) sx.Term {
	var bad sx.Term
	var visit func(t sx.Term)
	visit = func(t sx.Term) {
		switch t.(type) {
		case *sx.LinLam, *sx.LinApp:
			bad = t
		}
		if holdsLFun(t.Type()) {
			bad = t
		}
		sx.Children(t, visit)
	}
	visit(d.Body)
	return bad
}

// costBound is the factor by which lowering may raise the counted cost.
const costBound = 2

// same checks that main means the same before and after lowering, at each list
// of arguments, at no higher cost up to a constant.
func same(t *testing.T, p *sx.Program, main string, args ...[]semantics.Value) *sx.Program {
	t.Helper()
	q := lowered(t, p)
	for _, a := range args {
		var before, after semantics.Evaluator
		want, err := before.Call(p.Lookup(main), a...)
		if err != nil {
			t.Fatalf("before: %v\n%s", err, sx.ProgramString(p))
		}
		got, err := after.Call(q.Lookup(main), a...)
		if err != nil {
			t.Fatalf("after: %v\n%s\nbefore:\n%s", err, sx.ProgramString(q), sx.ProgramString(p))
		}
		if !close(got, want) {
			t.Fatalf("got %s, want %s\n%s\nbefore:\n%s", semantics.Format(got), semantics.Format(want), sx.ProgramString(q), sx.ProgramString(p))
		}
		if after.Cost.Total() > costBound*before.Cost.Total()+20 {
			t.Errorf("cost %v after, %v before\n%s\nbefore:\n%s", after.Cost, before.Cost, sx.ProgramString(q), sx.ProgramString(p))
		}
	}
	return q
}

// close compares values up to rounding; a zero is equal to what is zero.
func close(a, b semantics.Value) bool {
	if isZero(a) && isZero(b) {
		return true
	}
	switch a := a.(type) {
	case semantics.Real:
		b, ok := b.(semantics.Real)
		x, y := float64(a), float64(b)
		return ok && (x == y || math.Abs(x-y) <= 1e-12*(1+math.Abs(x)) || math.IsNaN(x) && math.IsNaN(y))
	case semantics.Int:
		return a == b
	case *semantics.Tuple:
		b, ok := b.(*semantics.Tuple)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i := range a.Elems {
			if !close(a.Elems[i], b.Elems[i]) {
				return false
			}
		}
		return true
	case *semantics.Inj:
		b, ok := b.(*semantics.Inj)
		return ok && a.Tag == b.Tag && close(a.Arg, b.Arg)
	case *semantics.Array:
		b, ok := b.(*semantics.Array)
		if !ok || a.Len() != b.Len() {
			return false
		}
		for i := range a.Len() {
			if !close(a.At(i), b.At(i)) {
				return false
			}
		}
		return true
	}
	return false
}

func isZero(v semantics.Value) bool {
	switch v := v.(type) {
	case semantics.Zero:
		return true
	case semantics.Real:
		return v == 0
	case *semantics.Tuple:
		for _, e := range v.Elems {
			if !isZero(e) {
				return false
			}
		}
		return true
	case *semantics.Array:
		for i := range v.Len() {
			if !isZero(v.At(i)) {
				return false
			}
		}
		return true
	}
	return false
}

func vec(xs ...float64) semantics.Value { return semantics.Reals(xs...) }
