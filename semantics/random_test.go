package semantics_test

import (
	"math/rand/v2"
	"strings"

	. "github.com/seed-4b734f86/gochad/syntax" //nolint:revive // see corpus_test.go
)

// gen draws random closed well-typed terms of both languages. Reals are small
// whole numbers (products are reduced by fmod), so that sums are exact in any order.
type gen struct {
	*rand.Rand
	env []*Var
}

func (g *gen) typ(depth int) Type {
	if depth == 0 {
		return []Type{Real, Real, Int, Bool, NewIdxType(SizeLit(3))}[g.IntN(5)]
	}
	switch g.IntN(6) {
	case 0:
		return NewTupleType(g.typ(depth-1), g.typ(depth-1))
	case 1:
		return NewSumType(g.typ(depth-1), g.typ(depth-1))
	case 2:
		return NewArrayType(SizeLit(int64(g.IntN(4))), g.typ(depth-1))
	case 3:
		return NewDynType(g.typ(depth - 1))
	}
	return g.linearType(depth)
}

func (g *gen) linearType(depth int) Type {
	if depth == 0 {
		return []Type{Real, Int, Bool}[g.IntN(3)]
	}
	switch g.IntN(4) {
	case 0:
		return NewTupleType(g.linearType(depth-1), g.linearType(depth-1))
	case 1:
		return NewArrayType(SizeLit(int64(1+g.IntN(3))), g.linearType(depth-1))
	case 2:
		return NewCopowerType(g.typ(0), g.linearType(depth-1))
	}
	return g.linearType(depth - 1)
}

// bind runs f with a variable in scope.
func (g *gen) bind(t Type, f func(x *Var)) {
	x := NewVar("x", t)
	g.env = append(g.env, x)
	f(x)
	g.env = g.env[:len(g.env)-1]
}

// in is body under a new variable.
func (g *gen) in(t Type, body Type, depth int) (x *Var, b Term) {
	g.bind(t, func(v *Var) { x, b = v, g.term(body, depth) })
	return x, b
}

func (g *gen) term(t Type, depth int) Term {
	if g.IntN(4) == 0 || depth <= 0 {
		var fits []*Var
		for _, x := range g.env {
			if x.Type == t {
				fits = append(fits, x)
			}
		}
		if len(fits) > 0 {
			return Ref(fits[g.IntN(len(fits))])
		}
	}
	if depth <= 0 {
		return g.intro(t, 0)
	}
	if IsLinear(t) && !holdsDyn(t) && g.IntN(3) == 0 {
		return g.linear(t, depth-1)
	}
	if g.IntN(3) == 0 {
		return g.intro(t, depth-1)
	}
	return g.elim(t, depth-1)
}

// holdsDyn reports types whose addition is partial: arrays [?]τ of one length only.
func holdsDyn(t Type) bool { return strings.Contains(t.String(), "[?]") }

// intro draws a term by the form of its type.
func (g *gen) intro(t Type, d int) Term {
	switch t := t.(type) {
	case *Scalar:
		return g.scalar(t, d)
	case *IdxType:
		n, _ := t.Bound.Lit()
		return NewToIdx(nil, t.Bound, ints(int64(g.IntN(int(n)))))
	case *TupleType:
		es := make([]Term, len(t.Elems))
		for i, e := range t.Elems {
			es[i] = g.term(e, d)
		}
		return NewTupleOf(t, es...)
	case *SumType:
		tag := g.IntN(len(t.Variants))
		return NewInj(t, tag, g.term(t.Variants[tag], d))
	case *ArrayType:
		return g.array(t, d)
	case *DynType:
		return NewPack(g.array(NewArrayType(SizeLit(int64(g.IntN(3))), t.Elem), d))
	case *FuncType:
		x, b := g.in(t.Param, t.Result, d)
		return NewLam(x, b)
	case *LFunType:
		x, b := g.in(t.Dom, t.Cod, d)
		return NewLinLamAsserted(x, b, "random")
	case *CopowerType:
		return NewSingleton(g.term(t.Key, d), g.term(t.Val, d))
	}
	panic("no intro")
}

func (g *gen) scalar(t *Scalar, d int) Term {
	leaf := d == 0 || g.IntN(3) == 0
	switch {
	case t == Real && leaf:
		return r(float64(g.IntN(7) - 3))
	case t == Int && leaf:
		return ints(int64(g.IntN(7) - 3))
	case t == Bool && leaf:
		return BoolLit(g.IntN(2) == 0)
	case t == Real:
		a, b := g.term(Real, d-1), g.term(Real, d-1)
		switch g.IntN(4) {
		case 0:
			return NewPrim(MustOp("fmod"), Mul(a, b), r(16))
		case 1:
			return NewPrim(MustOp("max"), a, b)
		case 2:
			return Sub(a, b)
		}
		return Add(a, b)
	case t == Int:
		ops := []*Op{OpIntAdd, OpIntSub, OpIntMul, OpIntDiv, OpIntMod}
		return NewPrim(ops[g.IntN(len(ops))], g.term(Int, d-1), g.term(Int, d-1))
	}
	return NewPrim(MustOp([]string{"lt", "ge", "eq"}[g.IntN(3)]), g.term(Real, d-1), g.term(Real, d-1))
}

func (g *gen) array(t *ArrayType, d int) Term {
	n, _ := t.Len.Lit()
	if g.IntN(2) == 0 {
		es := make([]Term, n)
		for i := range es {
			es[i] = g.term(t.Elem, d)
		}
		return NewArrayLit(t.Elem, es...)
	}
	i, b := g.in(NewIdxType(t.Len), t.Elem, d)
	return NewBuild(t.Len, i, b)
}

// elim draws a term that eliminates another.
func (g *gen) elim(t Type, d int) Term {
	s := g.typ(min(d, 1))
	size := SizeLit(int64(1 + g.IntN(3)))
	switch g.IntN(15) {
	case 0:
		x, b := g.in(s, t, d)
		return NewLet([]Bind{{Var: x, Rhs: g.term(s, d)}}, b)
	case 1:
		return NewProj(1, g.term(NewTupleType(s, t), d))
	case 2:
		return NewApp(g.term(NewFuncType(s, t), d), g.term(s, d))
	case 3:
		u := g.typ(0)
		x, a := g.in(s, t, d)
		y, b := g.in(u, t, d)
		return NewCase(g.term(NewSumType(s, u), d), Arm{Var: x, Body: a}, Arm{Var: y, Body: b})
	case 4:
		return NewIf(g.term(Bool, d), g.term(t, d), g.term(t, d))
	case 5:
		x, b := g.in(s, t, d)
		f := &Def{Name: "f", Params: []*Var{x}, Result: t, Body: b}
		if len(FreeVars(b)) > 1 || len(FreeVars(b)) == 1 && FreeVars(b)[0] != x {
			f.Body = g.closed(x, t, d)
		}
		return NewCall(nil, f, nil, g.term(s, d))
	case 6:
		return NewIndex(g.term(NewArrayType(size, t), d), g.term(NewIdxType(size), d))
	case 7:
		return g.loop(size, t, d)
	case 8:
		x, b := g.in(NewTupleType(Int, t), t, d)
		step := NewTuple(NewPrim(OpIntAdd, NewProj(0, Ref(x)), ints(1)), b)
		return NewProj(1, NewWhile(nil, x, NewTuple(ints(0), g.term(t, d)), NewPrim(MustOp("ilt"), NewProj(0, Ref(x)), ints(2)), step))
	case 9:
		k := NewSizeVar("k")
		x, b := g.in(NewArrayType(SizeOfVar(k), s), t, d)
		i := NewVar("i", NewIdxType(SizeOfVar(k)))
		return NewLet([]Bind{{Size: k, Rhs: NewSizeOf(size)}, {Var: x, Rhs: NewBuild(SizeOfVar(k), i, g.term(s, d))}}, b)
	case 10:
		return g.dyn(t, d)
	case 11:
		return NewLinApp(g.term(NewLFunType(Real, t), d-1), g.term(Real, d))
	case 12:
		return NewIndex(NewSet(g.term(NewArrayType(size, t), d), g.term(NewIdxType(size), d), g.term(t, d)), g.term(NewIdxType(size), d))
	}
	return g.intro(t, d)
}

// closed is a body that mentions x alone.
func (g *gen) closed(x *Var, t Type, d int) Term {
	old := g.env
	g.env = []*Var{x}
	defer func() { g.env = old }()
	return g.term(t, d-1)
}

func (g *gen) loop(n *Size, t Type, d int) Term {
	i := NewVar("i", NewIdxType(n))
	g.env = append(g.env, i)
	defer func() { g.env = g.env[:len(g.env)-1] }()
	s, b := g.in(t, t, d)
	down := g.IntN(2) == 0
	init := func() Term { old := g.env; g.env = old[:len(old)-1]; x := g.term(t, d); g.env = old; return x }
	switch g.IntN(3) {
	case 0:
		return NewLoop(n, down, NoOutput, i, s, init(), b)
	case 1:
		l := NewLoop(n, down, Collect, i, s, init(), NewTuple(b, Ref(s)))
		return NewIndex(NewProj(1, l), NewToIdx(nil, n, ints(0)))
	}
	if !IsLinear(t) || holdsDyn(t) {
		return NewLoop(n, down, NoOutput, i, s, init(), b)
	}
	return NewProj(g.IntN(2), NewLoop(n, down, Accumulate, i, s, init(), NewTuple(b, Ref(s))))
}

// dyn opens a filtered array, which may be empty, with a coercion.
func (g *gen) dyn(t Type, d int) Term {
	n := SizeLit(3)
	i, c := g.in(NewIdxType(n), Bool, d)
	k := NewSizeVar("k")
	keep := NewVar("keep", NewDynType(i.Type))
	x, b := g.in(NewArrayType(SizeOfVar(k), i.Type), t, d)
	return NewLet([]Bind{
		{Var: keep, Rhs: NewFilterIdx(n, i, c)},
		{Size: k, Rhs: NewDynLen(Ref(keep))},
		{Var: x, Rhs: NewCoerce(nil, Ref(keep), NewArrayType(SizeOfVar(k), i.Type))},
	}, b)
}

// linear draws a term of the monoid structure and the target language.
func (g *gen) linear(t Type, d int) Term {
	switch g.IntN(9) {
	case 0:
		return NewZero(t)
	case 1, 2:
		return NewPlus(g.term(t, d), g.term(t, d), g.term(t, d))
	case 3:
		return NewSum(g.array(NewArrayType(SizeLit(int64(g.IntN(4))), t), d))
	case 4:
		dom := g.linearType(min(d, 1))
		return NewLinApp(g.term(NewLFunType(dom, t), d), g.term(dom, d))
	case 5:
		key, val := g.typ(0), g.linearType(min(d, 1))
		k, v := NewVar("k", key), NewVar("v", val)
		scrut := g.term(NewCopowerType(key, val), d)
		g.env = append(g.env, k, v)
		body := g.term(t, d)
		g.env = g.env[:len(g.env)-2]
		return NewCopowerCase(scrut, k, v, body)
	case 6:
		ls := NewLinearSumType(t, Real)
		in := NewInj(ls, 0, g.term(t, d))
		return NewUninj(0, NewPlus(in, NewZero(ls), NewInj(ls, 0, g.term(t, d))))
	}
	switch t := t.(type) {
	case *TupleType:
		i := g.IntN(len(t.Elems))
		return NewCoproj(t, i, g.term(t.Elems[i], d))
	case *ArrayType:
		if t.Len == SizeLit(0) {
			return NewZero(t)
		}
		i := g.term(NewIdxType(t.Len), d)
		if g.IntN(2) == 0 {
			return NewSet(g.term(t, d), i, g.term(t.Elem, d))
		}
		return NewOneHot(t.Len, i, g.term(t.Elem, d))
	}
	return NewZero(t)
}
