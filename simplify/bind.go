package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maxInline is the greatest number of nodes of an expression that is put into
// its only use: what fits into a line.
const maxInline = 16

// bind decides one binding of the input.
func (p *pass) bind(b syntax.Bind) {
	stop.Check(p.opts.Context)
	if b.Var == nil {
		p.bindSize(b)
		return
	}
	o := p.occ.at(b.Var)
	if o.n == 0 && p.hot.letDead {
		p.fire("letDead")
		return
	}
	if p.hot.letDead {
		b.Rhs = p.tampered("letDead", b.Rhs) // the rule is wrong if it loses what is used
	}
	if p.holds(b, o) {
		p.env.at(b.Var).held = p.recomputed(b.Rhs, o)
		return
	}
	p.define(b, p.operand(b.Rhs), o)
}

// holds reports whether the right-hand side waits unsimplified for its only use.
func (p *pass) holds(b syntax.Bind, o *occ) bool {
	if o.late || !o.opens(b.Rhs) && !p.recomputes(b.Rhs, o) {
		return false
	}
	switch b.Rhs.(type) {
	case *syntax.Build:
		if !p.on["indexBuild"] || !o.beforeUpdate && p.pinned(b.Rhs) || p.kept(b.Var) {
			return false
		}
	default:
		if !p.hot.letInline {
			return false
		}
		p.fire("letInline")
	}
	return true
}

// recomputes is mapRecompute: whether t is an array of linear functions whose
// one use may compute the element again.
func (p *pass) recomputes(t syntax.Term, o *occ) bool {
	b, ok := t.(*syntax.Build)
	if !ok || o.n != 1 || o.idxs != 1 || !p.on["mapRecompute"] {
		return false
	}
	body := b.Body
	if l, ok := body.(*syntax.Let); ok {
		body = l.Body
	}
	if _, ok := body.(*syntax.LinLam); !ok {
		return false
	}
	p.fire("mapRecompute")
	return true
}

// recomputed is what is computed in the place of its use, changed if mapRecompute is to be wrong.
func (p *pass) recomputed(t syntax.Term, o *occ) syntax.Term {
	if b, ok := t.(*syntax.Build); ok && p.opts.Tamper != nil && !o.opens(t) {
		return syntax.NewBuild(b.Len, b.Idx, p.tampered("mapRecompute", b.Body))
	}
	return t
}

// define decides a binding whose right-hand side r is simplified.
func (p *pass) define(b syntax.Bind, r syntax.Term, o *occ) {
	e := p.env.at(b.Var)
	if p.hot.letInline {
		if form.IsAtom(r) {
			p.alias(b.Var, r)
			return
		}
		if p.opts.Compiled && o.n <= fewOneHots && plainOneHot(r) {
			p.fire("letInline")
			e.sub = p.gave("letInline", r)
			return
		}
		if o.n == 1 && (isFunction(r) && !o.late || !o.many && (p.fits(b.Var, r) || p.meets(b.Var, r, o))) {
			p.fire("letInline")
			e.sub = p.gave("letInline", r)
			return
		}
	}
	r = p.split(b.Var, r, o)
	if r == nil {
		return
	}
	e.def = r
	b.Rhs = r
	p.out = paged.Append(p.out, b)
}

// fewOneHots is the number of uses up to which each gets a one-hot of its own. An array that stands for one would be
// made and run through; a use adds one element.
const fewOneHots = 4

// plainOneHot reports whether r is a one-hot of a number that is there.
func plainOneHot(r syntax.Term) bool {
	o, ok := r.(*syntax.OneHot)
	return ok && form.IsAtom(o.Idx) && form.IsAtom(o.Val) && o.Val.Type() == syntax.Real
}

// meets reports whether r, of any size, goes to its only use because a rule
// waits there: for the index of an if or of a sum of arrays, for the sum of a build.
func (p *pass) meets(x *syntax.Var, r syntax.Term, o *occ) bool {
	if p.kept(x) {
		return false
	}
	switch r.(type) {
	case *syntax.If:
		return o.idxs == 1
	case *syntax.Plus, *syntax.Sum:
		return o.idxs == 1 && (!p.pinned(r) || o.beforeUpdate && !requiresInside(r))
	case *syntax.Build:
		return o.sums == 1 && (o.next || !p.pinned(r))
	}
	return false
}

// alias replaces x by the atom r. A variable that this pass made takes the
// better name.
func (p *pass) alias(x *syntax.Var, r syntax.Term) {
	p.fire("letInline")
	p.env.at(x).sub = r
	p.addUses(r, p.occ.at(x))
	if y, ok := r.(*syntax.VarRef); ok {
		if _, scalar := x.Type.(*syntax.Scalar); !scalar {
			p.report.stirred = true // y was not counted as what x is: projected, indexed, summed
		}
		if e := p.env.at(y.Var); e.made {
			y.Var.Name, e.made = x.Name, false
		}
	}
}

// fits reports whether r may stand where x is used: an expression that is
// small, or a structural zero or coprojection.
func (p *pass) fits(x *syntax.Var, r syntax.Term) bool {
	if p.kept(x) {
		return false
	}
	switch r.(type) {
	case *syntax.Loop, *syntax.While, *syntax.Case, *syntax.Deriv:
		return false
	}
	return sizeUpTo(r, maxInline) <= maxInline && !p.pinned(r)
}

// kept reports whether x stays bound for its name. Functions and their
// cotangents do not: they are there to be used up.
func (p *pass) kept(x *syntax.Var) bool {
	if !p.opts.KeepNames || !named(x) {
		return false
	}
	switch t := x.Type.(type) {
	case *syntax.CopowerType, *syntax.LFunType, *syntax.FuncType:
		return false
	case *syntax.ArrayType:
		_, fun := t.Elem.(*syntax.LFunType)
		return !fun
	}
	return true
}

// pinned reports whether t reads an element of an array that is used otherwise
// too: a read must not move behind an update of the array, which could be made
// in place before. It also reports whether t requires something, or may: that must
// not move behind a loop, which might not end where it does not hold.
func (p *pass) pinned(t syntax.Term) bool {
	if mayRequire(t) {
		return true
	}
	if x, ok := t.(*syntax.Index); ok {
		if r, ok := x.Arr.(*syntax.VarRef); ok {
			if o := p.occ.at(r.Var); o.idxs < o.n {
				return true
			}
		}
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || p.pinned(c) })
	return found
}

// mayRequire reports whether t itself requires something, or may.
func mayRequire(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Prim:
		return t.Op.Requires
	case *syntax.Call, *syntax.App:
		return form.HoldsInt(t.Type()) // perhaps the token of what the callee requires
	}
	return false
}

// requiresInside reports whether t, or something in it, requires something, or may.
func requiresInside(t syntax.Term) bool {
	found := mayRequire(t)
	syntax.Children(t, func(c syntax.Term) { found = found || requiresInside(c) })
	return found
}

// named reports whether a person named x: intermediate results have the names
// that [syntax.ANF] gives.
func named(x *syntax.Var) bool {
	switch x.Name {
	case "", "p", "f", "a", "c", "t":
		return false
	}
	return x.Name[len(x.Name)-1] != '_'
}

// split is letPairSplit: places of a tuple that are projected get a variable
// of their own. It returns what x is bound to then, or nil if nothing uses x itself.
func (p *pass) split(x *syntax.Var, r syntax.Term, o *occ) syntax.Term {
	if o.n == 1 && o.adds == 1 && !o.many && p.hot.letPairSplit {
		if s := p.splitSummand(x, r, o); s != nil {
			p.fire("letPairSplit")
			p.env.at(x).sub = p.gave("letPairSplit", s)
			return nil
		}
	}
	if o.projs == 0 {
		return p.splitPairs(r, x, o)
	}
	switch s := r.(type) {
	case *syntax.Loop:
		return p.splitLoop(s, x, o)
	case *syntax.Sum:
		return p.splitSum(s, x, o)
	case *syntax.If, *syntax.Case:
		if p.splitCoproj(r, x, o) == nil || p.dropPlaces(r, x, o) == nil {
			return nil
		}
		return p.splitBranches(r, x, o)
	case *syntax.Coproj:
		if o.mask&maskBit(s.Index) == 0 || form.IsAtom(s.Arg) || !p.hot.letPairSplit {
			return r
		}
		p.fire("letPairSplit")
		return syntax.NewCoproj(s.Type().(*syntax.TupleType), s.Index, p.atom(x.Name, s.Arg))
	}
	t, ok := r.(*syntax.Tuple)
	if !ok || !p.hot.letPairSplit {
		return r
	}
	whole := o.n > o.projs
	elems, changed := t.Elems, false
	for i, s := range t.Elems {
		if form.IsAtom(s) || o.mask&maskBit(i) == 0 {
			continue
		}
		if !changed {
			elems, changed = append([]syntax.Term(nil), t.Elems...), true
		}
		elems[i] = p.place(x, s, o)
	}
	if !whole {
		// Every use is a projection, of a place that is an atom now or in use.
		p.fire("letPairSplit")
		p.isParts(x, p.gaveParts("letPairSplit", elems))
		return nil
	}
	if !changed {
		return r
	}
	p.fire("letPairSplit")
	return syntax.NewTupleOf(t.Type().(*syntax.TupleType), elems...)
}

// splitSummand is letPairSplit for a tuple, or coprojection, with arrays that is a summand once: each of its places
// gets a variable of its own, and the tuple of them goes to the sum, which is one for each place then. It is nil for
// other terms.
func (p *pass) splitSummand(x *syntax.Var, r syntax.Term, o *occ) syntax.Term {
	atom := func(s syntax.Term) syntax.Term {
		if form.IsAtom(s) {
			return s
		}
		return p.place(x, s, o)
	}
	switch r := r.(type) {
	case *syntax.Coproj:
		if holdsArray(r.Arg.Type()) && !form.IsAtom(r.Arg) {
			return syntax.NewCoproj(r.Type().(*syntax.TupleType), r.Index, atom(r.Arg))
		}
	case *syntax.Tuple:
		if !holdsArray(r.Type()) {
			return nil
		}
		elems := make([]syntax.Term, len(r.Elems))
		for i, s := range r.Elems {
			elems[i] = atom(s)
		}
		return syntax.NewTupleOf(r.Type().(*syntax.TupleType), elems...)
	}
	return nil
}

// holdsArray reports whether t is an array or a tuple with one.
func holdsArray(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.ArrayType:
		return true
	case *syntax.TupleType:
		return slices.ContainsFunc(t.Elems, holdsArray)
	}
	return false
}

// place binds one place s of the tuple x to a variable. If it is used
// once, it may go into its use right away.
func (p *pass) place(x *syntax.Var, s syntax.Term, o *occ) syntax.Term {
	y := syntax.NewVar(x.Name, s.Type())
	p.env.at(y).made = true
	if !o.each() {
		p.env.at(y).def = s
		p.out = paged.Append(p.out, syntax.Bind{Var: y, Rhs: s})
		return syntax.Ref(y)
	}
	q := p.occ.at(y)
	*q = occ{n: 1, depth: o.depth, from: o.from, many: o.many}
	p.define(syntax.Bind{Var: y}, s, q)
	if sub := p.env.at(y).sub; sub != nil {
		return sub
	}
	return syntax.Ref(y)
}

// param binds a parameter to an argument of the input.
func (p *pass) param(x *syntax.Var, arg syntax.Term) {
	o := p.occ.at(x)
	if o.n == 0 && p.hot.letDead {
		p.fire("letDead")
		return
	}
	r := p.operand(arg)
	// An argument that was a variable and became an expression keeps that name.
	if a, ok := arg.(*syntax.VarRef); ok && o.n > 1 && p.env.at(a.Var).sub == r && !form.IsAtom(r) {
		y := syntax.NewVar(a.Var.Name, x.Type)
		*p.occ.at(y) = *o
		p.env.at(x).sub = syntax.Ref(y)
		x = y
	}
	p.define(syntax.Bind{Var: x}, r, o)
}

// bindSize decides a size binding.
func (p *pass) bindSize(b syntax.Bind) {
	if p.sizes[b.Size] == 0 && p.hot.letDead {
		p.fire("letDead")
		return
	}
	b.Rhs = p.operand(b.Rhs)
	p.out = paged.Append(p.out, b)
}
