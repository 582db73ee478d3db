package syntax

import (
	"fmt"
	"math"
)

// want panics unless t has type ty: only a broken pass can get here.
func want(t Term, ty Type, where string) {
	if t.Type() != ty {
		panic(fmt.Sprintf("syntax: %s wants %s, got %s", where, ty, t.Type()))
	}
}

func as[T Type](t Term, where string) T {
	ty, ok := t.Type().(T)
	if !ok {
		panic(fmt.Sprintf("syntax: %s cannot take a %s", where, t.Type()))
	}
	return ty
}

// Ref is the variable x as a term, the same one each time.
func Ref(x *Var) *VarRef { return &x.ref }

// Refs are some variables as terms.
func Refs(xs []*Var) []Term {
	out := make([]Term, len(xs))
	for i, x := range xs {
		out[i] = Ref(x)
	}
	return out
}

// IsZero reports whether t is a zero in form.
func IsZero(t Term) bool {
	switch t := t.(type) {
	case *Zero:
		return true
	case *Const:
		return t.F == 0 && !math.Signbit(t.F) && t.I == 0
	}
	return false
}

// NewLet is let binds in body. An empty list is the body itself, and a body
// that is a let is joined to the spine (letRotate).
func NewLet(binds []Bind, body Term) Term {
	if len(binds) == 0 {
		return body
	}
	n := body.kinds()
	for i := range binds {
		b := &binds[i]
		n |= b.Rhs.kinds()
		if b.Var == nil {
			want(b.Rhs, Int, "let size "+b.Size.Name)
			n |= SizeBinds
			continue
		}
		ty := b.Var.Type
		if b.Rhs.Type() != ty {
			want(b.Rhs, ty, "let "+b.Var.Name)
		}
		n |= bound(ty)
	}
	if l, ok := body.(*Let); ok {
		joined := make([]Bind, 0, len(binds)+len(l.Binds))
		return &Let{typed: typed{l.typ, n}, Binds: append(append(joined, binds...), l.Binds...), Body: l.Body}
	}
	return &Let{typed: typed{body.Type(), n}, Binds: binds, Body: body}
}

// NewTuple is ⟨elems⟩; a single element is that element itself.
func NewTuple(elems ...Term) Term {
	if len(elems) == 1 {
		return elems[0]
	}
	var room [4]Type
	ts := room[:0]
	for _, e := range elems {
		ts = append(ts, e.Type())
	}
	return &Tuple{typed{NewTupleType(ts...), together(elems)}, elems}
}

// NewTupleOf is a tuple of the given product type, which may be a record.
func NewTupleOf(t *TupleType, elems ...Term) *Tuple {
	if len(elems) != len(t.Elems) {
		panic(fmt.Sprintf("syntax: %s from %d elements", t, len(elems)))
	}
	for i, e := range elems {
		want(e, t.Elems[i], "tuple")
	}
	return &Tuple{typed{t, together(elems)}, elems}
}

// UnitTerm is ⟨⟩.
func UnitTerm() Term { return NewTuple() }

// NewProj is the i-th projection, from 0.
func NewProj(i int, t Term) *Proj {
	ty := as[*TupleType](t, "a projection")
	return &Proj{typed{ty.Elems[i], t.kinds()}, i, t}
}

// NewLam is λx. body.
func NewLam(x *Var, body Term) *Lam {
	return &Lam{typed{NewFuncType(x.Type, body.Type()), Lams | bound(x.Type) | body.kinds()}, x, body}
}

// NewApp is f a.
func NewApp(f, a Term) *App {
	ty := as[*FuncType](f, "an application")
	want(a, ty.Param, "application")
	return &App{typed{ty.Result, Apps | f.kinds() | a.kinds()}, f, a}
}

// NewInj injects arg into variant tag of the sum or data type t.
func NewInj(t Type, tag int, arg Term) *Inj {
	vs, ok := Variants(t)
	if !ok || tag < 0 || tag >= len(vs) {
		panic(fmt.Sprintf("syntax: no variant %d in %s", tag, t))
	}
	want(arg, vs[tag], "injection")
	return &Inj{typed{t, Injections | arg.kinds()}, tag, arg}
}

// NewCase is case scrut of arms, one arm a variant, all of one type.
func NewCase(scrut Term, arms ...Arm) *Case {
	vs, ok := Variants(scrut.Type())
	if !ok || len(vs) != len(arms) || IsLinearSum(scrut.Type()) {
		panic(fmt.Sprintf("syntax: case of %s with %d arms", scrut.Type(), len(arms)))
	}
	n := Branches | scrut.kinds()
	for i, a := range arms {
		n |= bound(a.Var.Type) | a.Body.kinds()
		if a.Var.Type != vs[i] {
			panic(fmt.Sprintf("syntax: case arm binds %s, wants %s", a.Var.Type, vs[i]))
		}
		want(a.Body, arms[0].Body.Type(), "case arm")
	}
	return &Case{typed{arms[0].Body.Type(), n}, scrut, arms}
}

// NewIf is if c then t else e.
func NewIf(c, t, e Term) *If {
	want(c, Bool, "if")
	want(e, t.Type(), "else")
	return &If{typed{t.Type(), Branches | c.kinds() | t.kinds() | e.kinds()}, c, t, e}
}

// Instantiate gives the parameter and result types of d for its size parameters.
func (d *Def) Instantiate(sizes []*Size) (params []Type, result Type) {
	if len(sizes) != len(d.Sizes) {
		panic(fmt.Sprintf("syntax: %s has %d size parameters, got %d", d.Name, len(d.Sizes), len(sizes)))
	}
	env := SizeEnv(d.Sizes, sizes)
	params = make([]Type, len(d.Params))
	for i, p := range d.Params {
		params[i] = SubstSizes(p.Type, env)
	}
	return params, SubstSizes(d.Result, env)
}

// SizeEnv maps each of vars to the size at its place in sizes.
func SizeEnv(vars []*SizeVar, sizes []*Size) func(*SizeVar) *Size {
	return func(v *SizeVar) *Size {
		for i, w := range vars {
			if v == w {
				return sizes[i]
			}
		}
		return nil
	}
}

// NewCall is d[sizes](args).
func NewCall(at *Pos, d *Def, sizes []*Size, args ...Term) *Call {
	if len(d.Sizes) == 0 && len(sizes) == 0 && len(args) == len(d.Params) { // as calls of functions of numbers
		for i, a := range args {
			if x := d.Params[i]; a.Type() != x.Type {
				want(a, x.Type, "call of "+d.Name)
			}
		}
		return &Call{typed{d.Result, Calls | together(args)}, d, sizes, args, at}
	}
	params, result := d.Instantiate(sizes)
	if len(args) != len(params) {
		panic(fmt.Sprintf("syntax: %s takes %d arguments, got %d", d.Name, len(params), len(args)))
	}
	for i, a := range args {
		if a.Type() != params[i] {
			want(a, params[i], "call of "+d.Name)
		}
	}
	return &Call{typed{result, Calls | together(args)}, d, sizes, args, at}
}

// NewBuild is [ body | i < n ]; i must have type idx n.
func NewBuild(n *Size, i *Var, body Term) *Build {
	wantIdx(i, n)
	return &Build{typed{NewArrayType(n, body.Type()), Builds | body.kinds()}, n, i, body}
}

func wantIdx(i *Var, n *Size) {
	if i.Type != NewIdxType(n) {
		panic(fmt.Sprintf("syntax: index variable %s : %s, wants idx %s", i.Name, i.Type, n))
	}
}

// NewLoop is a counted loop; see [Loop] and [Output] for the type of body.
func NewLoop(n *Size, down bool, out Output, i, s *Var, init, body Term) *Loop {
	wantIdx(i, n)
	want(init, s.Type, "initial state")
	l := &Loop{typed{s.Type, Loops | bound(s.Type) | init.kinds() | body.kinds()}, n, down, out, i, s, init, body}
	if out == NoOutput {
		want(body, s.Type, "loop body")
		return l
	}
	ty := as[*TupleType](body, "a loop with output")
	if len(ty.Elems) != 2 || ty.Elems[0] != s.Type {
		panic(fmt.Sprintf("syntax: loop body of type %s for state %s", ty, s.Type))
	}
	y := ty.Elems[1]
	if out == Collect {
		y = NewArrayType(n, y)
	} else {
		if !IsLinear(y) {
			panic(fmt.Sprintf("syntax: a loop cannot add up values of type %s", y))
		}
		l.nodes |= adds(y)
	}
	l.typ = NewTupleType(s.Type, y)
	return l
}

// NewWhile iterates body from init while cond holds.
func NewWhile(at *Pos, s *Var, init, cond, body Term) *While {
	want(init, s.Type, "initial state")
	want(cond, Bool, "while")
	want(body, s.Type, "while body")
	return &While{typed{s.Type, whiles(s, init, cond, body)}, NoOutput, s, init, cond, body, at}
}

// NewWhileCollect iterates a body ⟨state, y⟩ and collects the ys: ⟨last state, [?]y⟩.
func NewWhileCollect(at *Pos, s *Var, init, cond, body Term) *While {
	want(init, s.Type, "initial state")
	want(cond, Bool, "while")
	ty := as[*TupleType](body, "a while with output")
	if len(ty.Elems) != 2 || ty.Elems[0] != s.Type {
		panic(fmt.Sprintf("syntax: while body of type %s for state %s", ty, s.Type))
	}
	return &While{typed{NewTupleType(s.Type, NewDynType(ty.Elems[1])), whiles(s, init, cond, body)}, Collect, s, init,
		cond, body, at}
}

// newWhile rebuilds a while of either kind.
func newWhile(out Output, at *Pos, s *Var, init, cond, body Term) *While {
	if out == Collect {
		return NewWhileCollect(at, s, init, cond, body)
	}
	return NewWhile(at, s, init, cond, body)
}

func whiles(s *Var, init, cond, body Term) Nodes {
	return Loops | bound(s.Type) | init.kinds() | cond.kinds() | body.kinds()
}

// NewSum adds up an array.
func NewSum(t Term) *Sum {
	ty := as[*ArrayType](t, "sum")
	if !IsLinear(ty.Elem) {
		panic(fmt.Sprintf("syntax: cannot add up values of type %s", ty.Elem))
	}
	return &Sum{typed{ty.Elem, adds(ty.Elem) | t.kinds()}, t}
}

// NewArrayLit is [elems], all of type elem.
func NewArrayLit(elem Type, elems ...Term) *ArrayLit {
	for _, e := range elems {
		want(e, elem, "array literal")
	}
	return &ArrayLit{typed{NewArrayType(SizeLit(int64(len(elems))), elem), together(elems)}, elems}
}

// NewIndex is arr[idx].
func NewIndex(arr, idx Term) *Index {
	ty := as[*ArrayType](arr, "index")
	want(idx, NewIdxType(ty.Len), "index")
	return &Index{typed{ty.Elem, arr.kinds() | idx.kinds()}, arr, idx}
}

// NewOneHot is the array of length n with val at idx and zero elsewhere.
func NewOneHot(n *Size, idx, val Term) *OneHot {
	want(idx, NewIdxType(n), "onehot")
	if !IsLinear(val.Type()) {
		panic(fmt.Sprintf("syntax: no zero in type %s", val.Type()))
	}
	ty := NewArrayType(n, val.Type())
	return &OneHot{typed{ty, adds(ty) | idx.kinds() | val.kinds()}, n, idx, val}
}

// NewSet is arr with val at idx.
func NewSet(arr, idx, val Term) *Set {
	ty := as[*ArrayType](arr, "set")
	want(idx, NewIdxType(ty.Len), "set")
	want(val, ty.Elem, "set")
	return &Set{typed{ty, Sets | arr.kinds() | idx.kinds() | val.kinds()}, arr, idx, val}
}

// NewSizeOf is a size as an int.
func NewSizeOf(n *Size) *SizeOf { return &SizeOf{typed{Int, 0}, n} }

// NewToIdx is an int as an index, checked at run time.
func NewToIdx(at *Pos, n *Size, t Term) *ToIdx {
	want(t, Int, "index")
	return &ToIdx{typed{NewIdxType(n), t.kinds()}, n, t, 0, at}
}

// CanShift reports whether i + offset is in range of n for every i : idx m, by the
// form of the sizes: n - m - offset is a literal, and it and offset are not negative.
func CanShift(m *Size, offset int64, n *Size) bool {
	room, ok := n.Sub(m).Lit()
	return ok && 0 <= offset && offset <= room
}

// NewShift is the index t + offset of idx n, for t : idx m. It is not checked at run
// time: [CanShift] must hold.
func NewShift(n *Size, t Term, offset int64) *ToIdx {
	m := as[*IdxType](t, "a shift of an index").Bound
	if !CanShift(m, offset, n) {
		panic(fmt.Sprintf("syntax: idx %s + %d is no idx %s", m, offset, n))
	}
	return &ToIdx{typed{NewIdxType(n), t.kinds()}, n, t, offset, nil}
}

// Shifts reports whether t is an index plus a literal ([NewShift]), not a checked int.
func (t *ToIdx) Shifts() bool { return t.Arg.Type() != Int }

// with is t with other parts.
func (t *ToIdx) with(n *Size, arg Term) *ToIdx {
	if arg.Type() == Int {
		return NewToIdx(t.At, n, arg)
	}
	return NewShift(n, arg, t.Offset)
}

// NewFromIdx is an index as an int.
func NewFromIdx(t Term) *FromIdx {
	as[*IdxType](t, "an index conversion")
	return &FromIdx{typed{Int, t.kinds()}, t}
}

// NewCoerce is t :> ty, ty an array type of the same element type as t.
func NewCoerce(at *Pos, t Term, ty *ArrayType) *Coerce {
	if elemOf(t.Type()) != ty.Elem {
		panic(fmt.Sprintf("syntax: cannot coerce %s to %s", t.Type(), ty))
	}
	return &Coerce{typed{ty, t.kinds()}, false, t, at, false}
}

// NewSureCoerce is NewCoerce of what had type ty before its length was forgotten.
func NewSureCoerce(t Term, ty *ArrayType) *Coerce {
	c := NewCoerce(nil, t, ty)
	c.Sure = true
	return c
}

// NewLinearCoerce is NewCoerce between (co)tangents; see [Coerce].
func NewLinearCoerce(at *Pos, t Term, ty *ArrayType) *Coerce {
	c := NewCoerce(at, t, ty)
	c.Linear = true
	if _, dyn := t.Type().(*DynType); dyn {
		c.nodes |= tangentCoerces
	}
	return c
}

func elemOf(t Type) Type {
	switch t := t.(type) {
	case *ArrayType:
		return t.Elem
	case *DynType:
		return t.Elem
	default:
		return nil
	}
}

// NewPack forgets the length of an array.
func NewPack(t Term) *Pack {
	return &Pack{typed{NewDynType(as[*ArrayType](t, "pack").Elem), t.kinds()}, t}
}

// NewDynLen is the length of an array of run-time length.
func NewDynLen(t Term) *DynLen {
	as[*DynType](t, "length")
	return &DynLen{typed{Int, t.kinds()}, t}
}

// NewFilterIdx is the list of the indices below n for which body holds.
func NewFilterIdx(n *Size, i *Var, body Term) *FilterIdx {
	wantIdx(i, n)
	want(body, Bool, "filter")
	return &FilterIdx{typed{NewDynType(i.Type), body.kinds()}, n, i, body}
}

// NewZero is the zero of a linear type.
func NewZero(t Type) *Zero {
	if !IsLinear(t) {
		panic(fmt.Sprintf("syntax: no zero in type %s", t))
	}
	return &Zero{typed{t, adds(t)}}
}

// NewPlus adds one or more terms of one linear type; one term is itself.
func NewPlus(ts ...Term) Term {
	if len(ts) == 1 {
		return ts[0]
	}
	ty := ts[0].Type()
	if !IsLinear(ty) {
		panic(fmt.Sprintf("syntax: cannot add values of type %s", ty))
	}
	n := adds(ty)
	for _, t := range ts {
		want(t, ty, "plus")
		n |= t.kinds()
	}
	return &Plus{typed{ty, n}, ts}
}

// NewDeriv applies jvp or vjp; see [Deriv].
func NewDeriv(op Operator, x *Var, body, at, dir Term) *Deriv {
	want(at, x.Type, "derivative point")
	tx, ty := TangentType(x.Type), TangentType(body.Type())
	if tx == nil || ty == nil {
		panic(fmt.Sprintf("syntax: no derivative from %s to %s inside a program", x.Type, body.Type()))
	}
	if op != JVP {
		tx, ty = ty, tx
	}
	want(dir, tx, "derivative direction")
	return &Deriv{typed{ty, Operators | bound(x.Type) | body.kinds() | at.kinds() | dir.kinds()}, op, x, body, at, dir}
}
