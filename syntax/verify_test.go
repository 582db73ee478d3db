package syntax

import (
	"strings"
	"testing"
)

// Each row is a broken term and the message that the verifier gives for it.
// The rows are built with struct literals where a constructor would refuse.
func TestVerifyRefuses(t *testing.T) {
	x, y, b := NewVar("x", Real), NewVar("y", Real), NewVar("b", Bool)
	pair := NewVar("p", NewTupleType(Real, Real))
	u, w := NewVar("u", Real), NewVar("w", Real)
	n, m := NewSizeVar("n"), NewSizeVar("m")
	vec := NewVar("a", NewArrayType(SizeOfVar(n), Real))
	fun := NewVar("f", NewLFunType(Real, Real))
	free := []*Var{x, b, pair, vec, fun}
	cop := NewVar("c", NewCopowerType(Real, Real))
	key, val := NewVar("k", Real), NewVar("v", Real)
	dyn := NewVar("d", NewDynType(Real))
	idx := NewIdxType(SizeOfVar(n))
	twice := NewVar("z", Real)
	double := &Def{Name: "double", Params: []*Var{twice}, Result: Real, Body: Add(Ref(twice), Ref(twice))}
	pos := NewVar("i", idx)
	size := func(rhs Term) Bind { return Bind{Size: m, Rhs: rhs} }
	rows := []struct {
		name string
		term Term
		want string
	}{
		{"free", Ref(y), "VarRef: scope: y is not bound"},
		{"left scope", NewTuple(NewLam(y, Ref(y)), Ref(y)), "VarRef: scope: y is out of scope"},
		{"used before", NewLet([]Bind{{Var: u, Rhs: Ref(y)}, {Var: y, Rhs: Ref(x)}}, Ref(u)), "VarRef: scope: y is not bound"},
		{"size free", NewSizeOf(SizeOfVar(m)), "SizeOf: scope: size m of m is not bound"},
		{"size of a zero", NewZero(NewArrayType(SizeOfVar(m), Real)), "Zero: scope: size m of [m]real is not bound"},
		{"size of a binder", NewLam(NewVar("z", NewArrayType(SizeOfVar(m), Real)), Ref(x)), "Lam: scope: size m of [m]real is not bound"},
		{"size left scope", NewTuple(NewLet([]Bind{size(IntLit(3))}, Ref(x)), NewSizeOf(SizeOfVar(m))), "SizeOf: scope: size m of m is out of scope"},
		{"twice", NewTuple(NewLam(y, Ref(y)), NewLam(y, Ref(y))), "Lam: unique: y is bound twice"},
		{"free and bound", NewLam(x, Ref(x)), "Lam: unique: x is bound twice"},
		{"size twice", NewLet([]Bind{size(IntLit(1)), size(IntLit(2))}, Ref(x)), "Let: unique: size m is bound twice"},
		{"size escapes", NewLet([]Bind{size(IntLit(3))}, NewZero(NewArrayType(SizeOfVar(m), Real))), "Let: size: size m escapes its let in the type [m]real"},
		{"wrong type kept", &Proj{typed{typ: Bool}, 0, Ref(pair)}, "Proj: type: it has type bool, its parts give real"},
		{"projection", &Proj{typed{typ: Real}, 2, Ref(pair)}, "Proj: type: no component 3 in (real, real)"},
		{"argument", &App{typed{typ: Real}, NewLam(y, Ref(y)), Ref(b)}, "App: type: application wants real, got bool"},
		{"condition", &If{typed{typ: Real}, Ref(x), Ref(x), Ref(x)}, "If: type: if wants bool, got real"},
		{"operand", &Prim{Op: OpAdd, Args: []Term{Ref(x), Ref(b)}}, "Prim: type: + wants real, got bool"},
		{"operands", &Prim{Op: OpAdd, Args: []Term{Ref(x)}}, "Prim: type: + takes 2 arguments, not 1"},
		{"other branch", &If{typed{typ: Real}, Ref(b), Ref(x), Ref(b)}, "If: type: else wants real, got bool"},
		{"type of branches", &If{typed{typ: Bool}, Ref(b), Ref(x), Ref(x)}, "If: type: it has type bool, its parts give real"},
		{"call", &Call{typed{typ: Real}, double, nil, []Term{Ref(b)}, nil}, "Call: type: call of double wants real, got bool"},
		{"type of a call", &Call{typed{typ: Bool}, double, nil, []Term{Ref(x)}, nil}, "Call: type: it has type bool, its parts give real"},
		{"binding", &Let{typed: typed{typ: Bool}, Binds: []Bind{{Var: NewVar("z", Bool), Rhs: Ref(x)}}, Body: Ref(b)}, "Let: type: let z wants bool, got real"},
		{"nested spine", &Let{typed: typed{typ: Real}, Binds: []Bind{{Var: y, Rhs: Ref(x)}}, Body: NewLet([]Bind{{Var: u, Rhs: Ref(x)}}, Ref(u))}, "Let: type: a let as the body of a let"},
		{"index", &Index{typed{typ: Real}, Ref(vec), IntLit(0)}, "Index: type: index wants idx n, got int"},
		{"shift", NewLam(pos, &ToIdx{typed{typ: idx}, SizeOfVar(n), Ref(pos), 1, nil}), "ToIdx: type: idx n + 1 is no idx n"},
		{"zero", &Zero{typed{typ: NewIdxType(SizeOfVar(n))}}, "Zero: type: no zero in type idx n"},
		{"case", &Case{typed{typ: Real}, Ref(x), nil}, "Case: type: case of real with 0 arms"},
		{"domain", &LinLam{typed{typ: NewLFunType(idx, Real)}, NewVar("z", idx), NewZero(Real), ""}, "LinLam: type: a linear function from idx n to real"},
		{"constant", NewLinLam(u, RealLit(3)), "LinLam: linear: the body is not linear in u"},
		{"affine", NewLinLam(u, NewPlus(Ref(u), RealLit(3))), "Plus: linear: it mixes parts that are linear with parts that are not"},
		{"square", NewLinLam(u, Mul(Ref(u), Ref(u))), "Prim: linear: * is not linear in what depends on a linear variable"},
		{"sine", NewLinLam(u, Apply1("sin", Ref(u))), "Prim: linear: sin is not linear"},
		{"denominator", NewLinLam(u, Div(Ref(x), Ref(u))), "Prim: linear: / is not linear"},
		{"branch on linear", NewLinLam(u, NewIf(NewPrim(MustOp("lt"), Ref(u), RealLit(0)), Ref(u), Neg(Ref(u)))), "Prim: linear: lt is not linear"},
		{"one branch", NewLinLam(u, NewIf(Ref(b), Ref(u), Ref(x))), "If: linear: it mixes"},
		{"through a let", NewLinLam(u, NewLet([]Bind{{Var: y, Rhs: Neg(Ref(u))}}, Mul(Ref(y), Ref(u)))), "Prim: linear: * is not linear"},
		{"outer linear", NewLinLam(u, NewLinApp(NewLinLam(w, NewPlus(Ref(w), Ref(u))), Ref(u))), "VarRef: linear: u belongs to an outer linear function"},
		{"argument of a lambda", NewLinLam(u, NewApp(NewLam(y, Ref(y)), Ref(u))), "App: linear: the argument of a function depends on a linear variable"},
		{"key", NewLinLam(u, NewSingleton(Ref(u), Ref(x))), "Singleton: linear: the key of a singleton depends on a linear variable"},
		{"entry", NewLinLam(cop, NewCopowerCase(Ref(cop), key, val, Ref(key))), "CopowerCase: linear: the body is not linear in v"},
		{"length", NewLinLam(dyn, NewLet([]Bind{size(NewDynLen(Ref(dyn)))}, NewZero(Real))), "DynLen: linear: a length depends on a linear variable"},
		{"asserted outer", NewLinLam(u, NewLinApp(NewLinLamAsserted(w, Ref(u), "because"), Ref(u))), "VarRef: linear: u belongs to an outer"},
		{"loop", NewLinLam(u, LoopFor(SizeLit(3), Ref(u), func(_, s Term) Term { return NewPlus(s, Ref(x)) })), "Plus: linear: it mixes"},
		{"loop from zero", NewLinLam(u, LoopFor(SizeLit(3), RealLit(0), func(_, s Term) Term { return NewPlus(Mul(s, s), Ref(u)) })), "Prim: linear: * is not"},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			err := Verify(r.term, free...)
			if err == nil || !strings.HasPrefix(err.Error(), "syntax: "+r.want) {
				t.Errorf("got %v\nwant %s", err, r.want)
			}
		})
	}
}

func TestVerifyAccepts(t *testing.T) {
	x, b := NewVar("x", Real), NewVar("b", Bool)
	fun := NewVar("f", NewLFunType(Real, NewTupleType(Real, Real)))
	n := SizeOfVar(NewSizeVar("n"))
	vec := NewVar("a", NewArrayType(n, Real))
	pow := NewVar("g", NewFuncType(Real, Real))
	cop := NewVar("c", NewCopowerType(Real, Real))
	u := func() *Var { return NewVar("u", Real) }
	lam := func(v *Var, body Term) Term { return NewLinLam(v, body) }
	u1, u2, u3, u4, u5, u6, u7, u8, y := u(), u(), u(), u(), u(), u(), u(), u(), u()
	g, key, val := NewVar("g", pow.Type), NewVar("k", Real), NewVar("v", Real)
	rows := map[string]Term{
		"partial":     lam(u1, Mul(Apply1("cos", Ref(x)), Ref(u1))),
		"minus":       lam(u2, Sub(Ref(u2), Div(Ref(u2), Ref(x)))),
		"application": lam(u3, NewProj(0, NewLinApp(Ref(fun), Ref(u3)))),
		"branches":    lam(u4, NewIf(Ref(b), Ref(u4), NewZero(Real))),
		"shared":      lam(u5, NewLet([]Bind{{Var: y, Rhs: Add(Ref(u5), Ref(u5))}}, Add(Ref(y), Ref(u5)))),
		"array":       lam(u6, BuildArray(n, func(i Term) Term { return Mul(NewIndex(Ref(vec), i), Ref(u6)) })),
		"loop":        lam(u7, LoopFor(n, NewZero(Real), func(i, s Term) Term { return NewPlus(s, Mul(NewIndex(Ref(vec), i), Ref(u7))) })),
		"closed loop": lam(u8, Mul(LoopFor(n, RealLit(0), func(_, s Term) Term { return Add(s, RealLit(1)) }), Ref(u8))),
		"power":       lam(g, NewApp(Ref(g), Ref(x))),
		"copower":     lam(cop, NewCopowerCase(Ref(cop), key, val, Mul(Ref(key), Ref(val)))),
	}
	for name, term := range rows {
		if err := Verify(term, x, b, fun, vec); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVerifyProgram(t *testing.T) {
	def := func(name string, f func(x Term) Term) *Def {
		x := NewVar("x", Real)
		d := &Def{Name: name, Params: []*Var{x}, Result: Real}
		d.Body = f(Ref(x))
		return d
	}
	id := func(x Term) Term { return x }
	rec := def("rec", id)
	rec.Body = NewCall(nil, rec, nil, rec.Body)
	other := def("other", id)
	shared := def("shared", id)
	shared.Body = NewApp(NewLam(shared.Params[0], Ref(shared.Params[0])), shared.Body)
	custom := def("custom", id)
	dx := NewVar("dx", Real)
	cx := NewVar("x", Real)
	custom.Custom = &CustomJVP{Params: []*Var{cx}, Tangents: []*Var{dx}, Body: Mul(Ref(cx), Ref(dx))}
	bent := def("bent", id)
	dy, cy := NewVar("dx", Real), NewVar("x", Real)
	bent.Custom = &CustomJVP{Params: []*Var{cy}, Tangents: []*Var{dy}, Body: Ref(cy)}
	for _, r := range []struct {
		name string
		defs []*Def
		want string
	}{
		{"recursive", []*Def{rec}, ""},
		{"custom", []*Def{custom}, ""},
		{"call of a stranger", []*Def{def("f", func(x Term) Term { return NewCall(nil, other, nil, x) })}, "syntax: in f: Call: call: other is not a definition of the program"},
		{"same name", []*Def{def("f", id), def("f", id)}, "syntax: in f: definition: f is defined twice"},
		{"result", []*Def{def("f", func(Term) Term { return BoolLit(true) })}, "syntax: in f: definition: the body has type bool, the result is declared as real"},
		{"binder shared with a parameter", []*Def{shared}, "syntax: in shared: Lam: unique: x is bound twice"},
		{"derivative", []*Def{bent}, "syntax: in the derivative of bent: VarRef: linear: the derivative is not linear in the tangents"},
	} {
		err := VerifyProgram(&Program{Defs: r.defs})
		switch {
		case r.want == "" && err != nil:
			t.Errorf("%s: %v", r.name, err)
		case r.want != "" && (err == nil || !strings.HasPrefix(err.Error(), r.want)):
			t.Errorf("%s: got %v\nwant %s", r.name, err, r.want)
		}
	}
}

func TestIsSource(t *testing.T) {
	x := NewVar("x", Real)
	for _, r := range []struct {
		t    Term
		want bool
	}{
		{Add(Ref(x), RealLit(1)), true},
		{NewZero(NewTupleType(Real, Real)), true},
		{NewZero(NewLinearSumType(Real, Real)), false},
		{NewZero(NewFuncType(Real, Real)), false},
		{NewLinLam(x, Ref(x)), false},
		{NewTuple(Ref(x), NewSingleton(Ref(x), Ref(x))), false},
		{NewLam(NewVar("f", NewLFunType(Real, Real)), RealLit(1)), false},
	} {
		if got := IsSource(r.t); got != r.want {
			t.Errorf("%s: IsSource is %v", String(r.t), got)
		}
	}
}
