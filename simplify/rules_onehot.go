package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// The cotangent of an element is onehot, and what is linear in the elements of an array does nothing at
// all others: a pullback of a build that gets a onehot runs for one element.

func oneHotRules() []*Rule {
	return []*Rule{
		{
			Name: "buildAtOneHot", Before: "let z = onehot k v + … in [e(z[i]) | i < n]",
			After: "onehot k (let i = k in e(v)) + …", Ref: agda61,
			Why: "e is linear in z[i], so it is 0 where z[i] is",
			Condition: "k and v are atoms, or tuples, variants and onehots of such, or z has no other use and the " +
				"array is made as often as z, which may be a branch of onehots then; z stands in e only as z[i], " +
				"linearly by its form; of a sum, at most four, fewer than n as far as is known, and e is small",
			on: atBuild, apply: buildAtOneHot,
		},
		{
			Name: "indexOneHotElse", Before: "(onehot i a)[j]", After: "if i = j then a else 0", Ref: agda61,
			Why:       "meaning of onehot: no array is made for one element of it",
			Condition: "the onehot stands there; of two literals it is known whether they are the same", Set: Compiled,
			on: atIndex, apply: indexOneHotElse, seems: indexesOneHot,
		},
		{
			Name: "sumOfOneHot", Before: "sum (onehot k v + …)", After: "v + …", Ref: agda61,
			Why: "meaning of onehot; sum is linear", on: atSum, apply: sumOfOneHot,
		},
	}
}

// once reports whether a variable has one use, which runs as often as it is bound.
func (p *pass) once(t syntax.Term) bool {
	x, ok := t.(*syntax.VarRef)
	if !ok {
		return false
	}
	o := p.occ.at(x.Var)
	return o.n == 1 && !o.many && !p.kept(x.Var)
}

// still reports whether nothing that the block has done since x was bound may update an array, or has a loop.
func (p *pass) still(x *syntax.Var) bool {
	const near = 40
	for i := len(p.out) - 1; i >= max(0, len(p.out)-near); i-- {
		if p.out[i].Var == x {
			return true
		}
		if syntax.NodesOf(p.out[i].Rhs)&(syntax.Sets|syntax.Calls|syntax.Apps|syntax.Linears|syntax.Loops|syntax.Operators) != 0 {
			return false
		}
	}
	return false
}

// indexesOneHot reports whether t is an element of a onehot that stands there.
func indexesOneHot(t syntax.Term) bool {
	x, ok := t.(*syntax.Index)
	if !ok {
		return false
	}
	_, ok = x.Arr.(*syntax.OneHot)
	return ok
}

func indexOneHotElse(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	o, ok := x.Arr.(*syntax.OneHot)
	if !ok || form.SameIndex(o.Idx, x.Idx) {
		return nil
	}
	zero := syntax.NewZero(t.Type())
	if form.OtherIndex(p.see(o.Idx), p.see(x.Idx)) {
		return zero
	}
	i, j := p.atom("i", o.Idx), p.atom("j", x.Idx)
	same := syntax.NewPrim(syntax.MustOp("ieq"), syntax.NewFromIdx(i), syntax.NewFromIdx(j))
	return syntax.NewIf(same, o.Val, zero)
}

func sumOfOneHot(p *pass, t syntax.Term) syntax.Term {
	arg := t.(*syntax.Sum).Arg
	h := &oneHots{pass: p, here: !bound(arg)}
	seen := p.see(arg)
	if x, ok := arg.(*syntax.VarRef); ok {
		h.of, h.only = x.Var, p.once(arg)
		h.here = h.only && (!p.pinned(seen) || p.still(x.Var))
	}
	h.terms = []syntax.Term{seen}
	if s, ok := seen.(*syntax.Plus); ok {
		h.terms = s.Terms
	}
	out := make([]syntax.Term, len(h.terms))
	for i, s := range h.terms {
		if out[i] = h.each(s, t.Type(), func(o *syntax.OneHot) syntax.Term { return o.Val }); out[i] == nil {
			return nil
		}
	}
	if h.n == 0 { // zeros, which another rule takes
		return nil
	}
	h.used()
	return p.sum(t.Type(), out)
}

func buildAtOneHot(p *pass, t syntax.Term) syntax.Term {
	b := t.(*syntax.Build)
	z, hots := p.oneHotsAt(b)
	if z == nil {
		return nil
	}
	x := syntax.NewVar("v", z.Type.(*syntax.ArrayType).Elem)
	l := linearIn{vars: map[*syntax.Var]bool{x: true}}
	m := syntax.Mapper{}
	m.Term = func(s syntax.Term) syntax.Term {
		if at, ok := s.(*syntax.Index); ok && form.IsVar(at.Arr, z) && form.IsVar(at.Idx, b.Idx) {
			return syntax.Ref(x)
		}
		return m.Map(s)
	}
	body := m.Term(b.Body)
	if !l.in(body) || mentions(body, z) {
		return nil
	}
	done := 0
	at := make([]syntax.Term, len(hots.terms))
	for k, s := range hots.terms {
		at[k] = hots.each(s, t.Type(), func(o *syntax.OneHot) syntax.Term {
			at := o.Idx
			i := syntax.NewVar(b.Idx.Name, at.Type())
			if !form.IsAtom(at) { // computed once
				at = syntax.Ref(i)
			}
			e := syntax.Term(syntax.NewLet([]syntax.Bind{{Var: b.Idx, Rhs: at}, {Var: x, Rhs: o.Val}}, body))
			if done++; done > 1 {
				e = syntax.Refresh(e)
			}
			if form.IsAtom(o.Idx) {
				return syntax.NewOneHot(b.Len, at, e)
			}
			return syntax.NewLet([]syntax.Bind{{Var: i, Rhs: o.Idx}}, syntax.NewOneHot(b.Len, syntax.Ref(i), e))
		})
	}
	hots.used()
	return p.sum(t.Type(), at)
}

// oneHots are the summands of an array, which are onehots, or branches of such and zeros.
type oneHots struct {
	pass  *pass
	of    *syntax.Var
	terms []syntax.Term
	only  bool             // the array has no other use
	here  bool             // its summands stand where they are used, or may
	n     int              // onehots
	again []*syntax.OneHot // those that stay where they are
}

// used notes that the onehots have been used as well where they stay.
func (h *oneHots) used() {
	for _, o := range h.again {
		h.pass.addUseOfParts(o)
	}
}

// each puts what f makes of a onehot in its place. The result is of type ty, nil where a summand is no onehot, or one
// whose value cannot move.
func (h *oneHots) each(t syntax.Term, ty syntax.Type, f func(*syntax.OneHot) syntax.Term) syntax.Term {
	from, isRef := h.of, false
	if x, ok := t.(*syntax.VarRef); ok {
		from, isRef = x.Var, true
	}
	here := h.here && !isRef
	moves := h.here || h.only
	// what has another use would be computed for both, and what several branches give as often as they give it
	if isRef {
		moves = moves && h.pass.once(t)
		if moves && !h.pass.fits(from, h.pass.see(t)) {
			moves = !h.pass.pinned(h.pass.see(t)) || h.pass.still(from)
			here = moves
		}
	}
	switch t := h.pass.see(t).(type) {
	case *syntax.Zero:
		return syntax.NewZero(ty)
	case *syntax.OneHot:
		if (!form.IsAtom(t.Idx) || !free(t.Val)) && !here && (!moves || !h.pass.fits(from, t)) {
			return nil
		}
		if h.n++; !moves {
			h.again = append(h.again, t)
		}
		return f(t)
	case *syntax.Let:
		if !moves {
			return nil
		}
		l := syntax.Refresh(t).(*syntax.Let)
		if body := h.each(l.Body, ty, f); body != nil {
			return syntax.NewLet(l.Binds, body)
		}
	case *syntax.If:
		if !moves || !form.IsAtom(t.Cond) && (!here || h.pass.pinned(t.Cond)) {
			return nil
		}
		then := h.each(t.Then, ty, f)
		if then == nil {
			return nil
		}
		if other := h.each(t.Else, ty, f); other != nil {
			return syntax.NewIf(t.Cond, then, other)
		}
	case *syntax.Case:
		if !moves || !form.IsAtom(t.Scrut) {
			return nil
		}
		arms := make([]syntax.Arm, len(t.Arms))
		for i, a := range syntax.Refresh(t).(*syntax.Case).Arms {
			arms[i] = syntax.Arm{Var: a.Var, Body: h.each(a.Body, ty, f)}
			if arms[i].Body == nil {
				return nil
			}
		}
		return syntax.NewCase(t.Scrut, arms...)
	}
	return nil
}

// oneHotsAt finds in the body of b an element at its index of a variable that is a onehot, or a sum of a few.
func (p *pass) oneHotsAt(b *syntax.Build) (z *syntax.Var, hots *oneHots) {
	tried := map[*syntax.Var]bool{}
	var uses map[*syntax.Var]int // in the body, once that is asked
	only := func(x *syntax.Var) bool {
		if uses == nil {
			uses = countsIn(b.Body)
		}
		o := p.occ.at(x)
		return int(o.n) == uses[x] && o.depth == o.from+1 // b runs as often as x is bound
	}
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		if z != nil {
			return
		}
		if at, ok := t.(*syntax.Index); ok && form.IsVar(at.Idx, b.Idx) {
			if r, ok := at.Arr.(*syntax.VarRef); ok && !tried[r.Var] {
				tried[r.Var] = true
				if hs := p.oneHotsOf(r, b, only); hs != nil {
					z, hots = r.Var, hs
				}
			}
			return
		}
		syntax.Children(t, visit)
	}
	visit(b.Body)
	return z, hots
}

// manyNodes is how large what is done to each of several onehots may be.
const manyNodes = 60

// oneHotsOf are the onehots whose sum z is, to which b does the same. Their values are computed there if z has no other
// use, as only says.
func (p *pass) oneHotsOf(z *syntax.VarRef, b *syntax.Build, only func(*syntax.Var) bool) *oneHots {
	t := p.see(z)
	h := &oneHots{pass: p, of: z.Var, terms: []syntax.Term{t}}
	switch s := t.(type) {
	case *syntax.OneHot:
	case *syntax.Plus:
		h.terms = s.Terms
	case *syntax.If, *syntax.Case:
	default:
		return nil
	}
	if len(h.terms) > fewOneHots {
		return nil
	}
	h.only = only(z.Var)
	for _, s := range h.terms {
		if h.each(s, z.Type(), func(o *syntax.OneHot) syntax.Term { return o }) == nil {
			return nil
		}
	}
	if h.n > 1 {
		n, known := b.Len.Lit()
		if h.n > fewOneHots || known && n <= int64(h.n) || syntax.NodesUpTo(b.Body, manyNodes) > manyNodes ||
			appliesLinear(b.Body) {
			return nil
		}
	}
	return h
}

// appliesLinear reports whether t applies linear functions, which open best at their only use.
func appliesLinear(t syntax.Term) bool {
	_, found := t.(*syntax.LinApp)
	syntax.Children(t, func(c syntax.Term) { found = found || appliesLinear(c) })
	return found
}

// countsIn is how often variables stand in t.
func countsIn(t syntax.Term) map[*syntax.Var]int {
	n := map[*syntax.Var]int{}
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		if x, ok := t.(*syntax.VarRef); ok {
			n[x.Var]++
		}
		syntax.Children(t, visit)
	}
	visit(t)
	return n
}

// free reports whether t costs nothing: an atom, or atoms as parts of a tuple, variant or onehot, or of a sum of a few
// of those.
func free(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Coproj:
		return free(t.Arg)
	case *syntax.OneHot:
		return form.IsAtom(t.Idx) && free(t.Val)
	case *syntax.Plus:
		_, array := t.Type().(*syntax.ArrayType)
		return array && len(t.Terms) <= fewOneHots && !slices.ContainsFunc(t.Terms, func(e syntax.Term) bool {
			_, hot := e.(*syntax.OneHot)
			return !hot || !free(e)
		})
	case *syntax.Tuple:
		return !slices.ContainsFunc(t.Elems, func(e syntax.Term) bool { return !free(e) })
	}
	return form.IsAtom(t)
}

func mentions(t syntax.Term, x *syntax.Var) bool {
	if r, ok := t.(*syntax.VarRef); ok {
		return r.Var == x
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || mentions(c, x) })
	return found
}

// linearIn decides by the form of a term whether it is linear in some variables together.
type linearIn struct{ vars map[*syntax.Var]bool }

// free reports whether t mentions none of the variables.
func (l *linearIn) free(ts ...syntax.Term) bool {
	for _, t := range ts {
		if r, ok := t.(*syntax.VarRef); ok {
			if l.vars[r.Var] {
				return false
			}
			continue
		}
		ok := true
		syntax.Children(t, func(c syntax.Term) { ok = ok && l.free(c) })
		if !ok {
			return false
		}
	}
	return true
}

func (l *linearIn) in(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return l.vars[t.Var]
	case *syntax.Zero:
		return true
	case *syntax.Let:
		for _, b := range t.Binds {
			if l.free(b.Rhs) {
				continue
			}
			if b.Var == nil || !l.in(b.Rhs) {
				return false
			}
			l.vars[b.Var] = true
		}
		return l.in(t.Body)
	case *syntax.Tuple:
		return l.all(t.Elems)
	case *syntax.Plus:
		return l.all(t.Terms)
	case *syntax.Proj:
		return l.in(t.Arg)
	case *syntax.Prim:
		return l.prim(t)
	case *syntax.Build:
		return l.in(t.Body)
	case *syntax.Sum:
		return l.in(t.Arg)
	case *syntax.OneHot:
		return l.free(t.Idx) && l.in(t.Val)
	case *syntax.Coproj:
		return l.in(t.Arg)
	case *syntax.Index:
		return l.free(t.Idx) && l.in(t.Arr)
	case *syntax.If:
		return l.free(t.Cond) && l.in(t.Then) && l.in(t.Else)
	case *syntax.LinApp:
		return l.free(t.Fun) && l.in(t.Arg)
	}
	return false
}

func (l *linearIn) all(ts []syntax.Term) bool {
	for _, t := range ts {
		if !l.in(t) {
			return false
		}
	}
	return true
}

// prim is a primitive that is linear in the one argument that varies, or in all of them together.
func (l *linearIn) prim(t *syntax.Prim) bool {
	if len(t.Op.Joint) > 0 {
		return l.all(t.Args)
	}
	vary := -1
	for i, a := range t.Args {
		switch {
		case l.free(a):
		case vary >= 0 || !slices.Contains(t.Op.LinearIn, i):
			return false
		default:
			vary = i
		}
	}
	return vary >= 0 && l.in(t.Args[vary])
}
