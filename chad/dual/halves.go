package dual

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Linear takes λx. t at a point apart into what does not depend on the direction and what is linear in it:
//
//	jvp (λx. t) at dx  =  let values in tangent
//
// The values never mention dx, and the tangent is linear in it. So derivatives of the tangent, in any number of
// directions, compute no value again: what the tangent needs of the values of a loop stands in an array that the loop
// collects. Binders are fresh. Where a construct has no such halves, the tangent computes its values again.
func (d *Transformer) Linear(t syntax.Term, x *syntax.Var, at syntax.Term) (values []syntax.Bind, dx *syntax.Var,
	tangent syntax.Term) {
	return d.linear(t, x, at, nil)
}

// LinearBlock is [Transformer.Linear] with the values as a block: it ends in a tuple of all that the tangent needs of
// them, which is kept there. It is not ok where that cannot be, or costs more than it saves.
func (d *Transformer) LinearBlock(t syntax.Term, x *syntax.Var, at syntax.Term) (values syntax.Term, kept,
	dx *syntax.Var, tangent syntax.Term, ok bool) {
	dx = syntax.NewVar("d"+x.Name, syntax.TangentType(x.Type))
	if !flat(t.Type()) || !flat(x.Type) {
		return nil, nil, nil, nil, false
	}
	h := d.newHalves().under()
	h.env[x] = dualVal{p: at, d: syntax.Ref(dx)}
	v := h.block(t)
	k, ok := h.keep(h.tangentBlock(h.lin.sp.Atom("zero", v.tangent(t.Type()))))
	if !ok {
		return nil, nil, nil, nil, false
	}
	kept = syntax.NewVar("kept", k.values().Type())
	return syntax.ANF(h.sp.In(k.values())), kept, dx, syntax.ANF(k.tangent(syntax.Ref(kept))), true
}

// linear is Linear where some variables are bound in blocks that run more than once.
func (d *Transformer) linear(t syntax.Term, x *syntax.Var, at syntax.Term, passing func(*syntax.Var) bool) (
	values []syntax.Bind, dx *syntax.Var, tangent syntax.Term) {
	dx = syntax.NewVar("d"+x.Name, syntax.TangentType(x.Type))
	if !flat(t.Type()) {
		fail("a value of type %s has no tangent as dual numbers carry it", t.Type())
	}
	h := d.newHalves()
	h.outside = passing
	h.seed(map[*syntax.Var]syntax.Term{x: syntax.Ref(dx)})
	h.env[x] = dualVal{p: at, d: syntax.Ref(dx)}
	v := h.block(t)
	tangent = h.lin.sp.In(v.tangent(t.Type()))
	return h.sp.Binds, dx, tangent
}

// halves is a traversal with two spines: that of the values, which is the scope's own, and that of the tangents, which
// is that of lin. Of a value that is not flat, the values have the value itself and the tangents R(τ).
type halves struct {
	*scope
	lin     *scope
	up      *halves                     // around this block, nil for a block that runs once
	binders []*syntax.Var               // of the values, before the block
	index   map[*syntax.Var]*syntax.Var // of those, indices, with that of the tangents
	local   map[*syntax.Var]*syntax.Bind
	counted int // how many bindings local has
	// outside, of the outermost block, says which variables that are free in it are passing, if it runs more than once.
	outside func(*syntax.Var) bool
}

func (d *Transformer) newHalves() *halves {
	s := d.newScope()
	return &halves{scope: s, lin: s.inner()}
}

// under is the traversal of a block under binders.
func (h *halves) under(binders ...*syntax.Var) *halves {
	return &halves{scope: h.inner(), lin: h.inner(), up: h, binders: binders}
}

// own is the binding of a variable of the values in this block, whose Rhs is nil for a binder.
func (h *halves) own(x *syntax.Var) (*syntax.Bind, bool) {
	if h.local == nil {
		h.local = map[*syntax.Var]*syntax.Bind{}
		for _, b := range h.binders {
			h.local[b] = &syntax.Bind{Var: b}
		}
	}
	for ; h.counted < len(h.sp.Binds); h.counted++ {
		if b := h.sp.Binds[h.counted]; b.Var != nil {
			h.local[b.Var] = &b
		}
	}
	b, ok := h.local[x]
	return b, ok
}

// passing reports whether x is bound in a block that runs more than once, or perhaps not. An array that is may be a
// version of one that changes, so that its elements are kept, and not the array. A row, or a component, of what is not
// passing is not.
func (h *halves) passing(x *syntax.Var) bool {
	for in := h; ; in = in.up {
		b, own := in.own(x)
		switch {
		case own && in.once():
			return false
		case own && b.Rhs != nil:
			from := partOf(b.Rhs)
			return from == nil || in.passing(from)
		case own:
			return true
		case in.up == nil:
			return in.outside != nil && in.outside(x)
		}
	}
}

// partOf is the variable that t is a part of, or another name for; nil if it is more than that.
func partOf(t syntax.Term) *syntax.Var {
	switch u := t.(type) {
	case *syntax.Index:
		t = u.Arr
	case *syntax.Proj:
		t = u.Arg
	case *syntax.Coerce:
		t = u.Arg
	case *syntax.Pack:
		t = u.Arg
	}
	if r, ok := t.(*syntax.VarRef); ok {
		return r.Var
	}
	return nil
}

// once reports whether the block runs once.
func (h *halves) once() bool { return h.up == nil && h.outside == nil }

// block emits both halves of a block and returns its result.
func (h *halves) block(t syntax.Term) dualVal {
	l, ok := t.(*syntax.Let)
	if !ok {
		l = &syntax.Let{Body: t}
	}
	h.binds(l.Binds)
	if r, ok := l.Body.(*syntax.VarRef); ok {
		if v, ok := h.env[r.Var]; ok {
			return v
		}
	}
	return h.rhs("y", l.Body)
}

func (h *halves) binds(binds []syntax.Bind) {
	for _, b := range binds {
		stop.Check(h.d.Context)
		if b.Var == nil {
			m := syntax.NewSizeVar(b.Size.Name)
			rhs := h.value(b.Rhs)
			h.sizes[b.Size] = syntax.SizeOfVar(m)
			h.sp.Binds = append(h.sp.Binds, syntax.Bind{Size: m, Rhs: rhs, At: b.At, Sure: b.Sure})
			continue
		}
		h.d.lams.Note(b.Var, b.Rhs)
		h.env[b.Var] = h.rhs(b.Var.Name, b.Rhs)
	}
}

// value is the value of an atom.
func (h *halves) value(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		if v, ok := h.env[r.Var]; ok {
			return v.p
		}
	}
	return t
}

// plain is a copy of t over the values.
func (h *halves) plain(t syntax.Term) syntax.Term {
	s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Sizes: map[*syntax.SizeVar]*syntax.Size{}, Fresh: true}
	for _, x := range syntax.FreeVars(t) {
		if v, ok := h.env[x]; ok {
			s.Vars[x] = v.p
		}
	}
	for n, m := range h.sizes {
		s.Sizes[n] = m
	}
	return s.Apply(t)
}

// simple reports whether t has a flat type, and what is free in it, too.
func simple(t syntax.Term) bool {
	return flat(t.Type()) && !slices.ContainsFunc(syntax.FreeVars(t), func(x *syntax.Var) bool { return !flat(x.Type) })
}

// rhs emits the halves of one right-hand side.
func (h *halves) rhs(name string, t syntax.Term) dualVal {
	switch {
	case syntax.IsAtom(t) && simple(t):
		return h.atom(t)
	case !simple(t):
		return h.again(name, t)
	case !h.touches(t):
		return dualVal{p: h.sp.Let(name, h.plain(t))}
	}
	var v dualVal
	ok := true
	switch t := t.(type) {
	case *syntax.Prim:
		return h.prim(name, t)
	case *syntax.Tuple, *syntax.Proj, *syntax.ArrayLit, *syntax.Index, *syntax.OneHot, *syntax.Set, *syntax.Sum,
		*syntax.Plus, *syntax.Coerce, *syntax.Pack:
		v.p = h.sp.Let(name, h.copied(t))
		v.d = h.lin.structuralTangent(name, t)
	case *syntax.If:
		v, ok = h.ifThen(name, t)
	case *syntax.Case:
		v, ok = h.caseOf(name, t)
	case *syntax.Call:
		v, ok = h.call(name, t)
	case *syntax.Build:
		v, ok = h.build(name, t)
	case *syntax.Loop:
		v, ok = h.loop(name, t)
	case *syntax.While:
		v, ok = h.while(name, t)
	case *syntax.Deriv:
		v, ok = h.deriv(name, t), true
	default:
		ok = false
	}
	if !ok {
		return h.again(name, t)
	}
	return v
}

// again has the values of t computed by the tangents once more, as dual numbers.
func (h *halves) again(name string, t syntax.Term) dualVal {
	v := h.lin.rhs(name, t)
	return dualVal{p: h.sp.Atom(name, h.plain(t)), d: v.d, w: v.w}
}

// prim has the slopes among the values.
func (h *halves) prim(name string, t *syntax.Prim) dualVal {
	y := h.sp.Let(name, h.copied(t))
	if t.Op.Partials == nil {
		return dualVal{p: y}
	}
	args := make([]syntax.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = h.value(a)
	}
	return dualVal{p: y, d: h.lin.slopes(name, t, args, y, h.slope)}
}

// slope has what a slope computes among the values. Choices between constants and factors stay as they are: what is
// scaled by them looks at them.
func (h *halves) slope(t syntax.Term, factors bool) syntax.Term {
	switch t := t.(type) {
	case *syntax.Const, *syntax.VarRef:
		return t
	case *syntax.If:
		_, a := t.Then.(*syntax.Const)
		_, b := t.Else.(*syntax.Const)
		if factors || a && b {
			return syntax.NewIf(h.let("c", t.Cond), h.slope(t.Then, factors), h.slope(t.Else, factors))
		}
	case *syntax.Prim:
		switch {
		case factors && t.Op == syntax.OpMul:
			return syntax.Mul(h.slope(t.Args[0], true), h.slope(t.Args[1], true))
		case factors && t.Op == syntax.OpNeg:
			return syntax.Neg(h.slope(t.Args[0], true))
		}
	}
	return h.let("slope", t)
}
