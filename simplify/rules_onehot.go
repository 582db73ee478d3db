package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// The cotangent of an element is onehot, and what is linear in the elements of an array does nothing at
// all others: a pullback of a build that gets a onehot runs for one element.

func oneHotRules() []*Rule {
	return []*Rule{
		{
			Name: "buildAtOneHot", Before: "let z = onehot k v + … in [e(z[i]) | i < n]", After: "onehot k (let i = k in e(v)) + …", Ref: agda61,
			Why:       "e is linear in z[i], so it is 0 where z[i] is",
			Condition: "k is an atom, and v one or a tuple, variant or onehot of such, or z has no other use; z stands in e only as z[i], linearly by its form; of a sum, at most four, fewer than n as far as is known, and e is small",
			on: atBuild, apply: buildAtOneHot,
		},
		{
			Name: "indexOneHotElse", Before: "(onehot i a)[j]", After: "if i = j then a else 0", Ref: agda61, Why: "meaning of onehot: no array is made for one element of it",
			Condition: "the onehot stands there; of two literals it is known whether they are the same", Set: Compiled, on: atIndex, apply: indexOneHotElse,
		},
		{
			Name: "sumOfOneHot", Before: "sum (onehot k v + …)", After: "v + …", Ref: agda61, Why: "meaning of onehot; sum is linear", on: atSum, apply: sumOfOneHot,
		},
	}
}

func indexOneHotElse(p *pass, t syntax.Term) syntax.Term {
	x := t.(*syntax.Index)
	o, ok := x.Arr.(*syntax.OneHot)
	if !ok || sameIndex(o.Idx, x.Idx) {
		return nil
	}
	zero := syntax.NewZero(t.Type())
	if isIndexLit(o.Idx) && isIndexLit(x.Idx) {
		return zero
	}
	i, j := p.atom("i", o.Idx), p.atom("j", x.Idx)
	same := syntax.NewPrim(syntax.MustOp("ieq"), syntax.NewFromIdx(i), syntax.NewFromIdx(j))
	return syntax.NewIf(same, o.Val, zero)
}

func sumOfOneHot(p *pass, t syntax.Term) syntax.Term {
	arg := t.(*syntax.Sum).Arg
	seen := p.see(arg)
	terms := []syntax.Term{seen}
	if s, ok := seen.(*syntax.Plus); ok {
		terms = s.Terms
	}
	out := make([]syntax.Term, len(terms))
	for i, s := range terms {
		o, ok := p.see(s).(*syntax.OneHot)
		if !ok || (bound(arg) || bound(s)) && !isAtom(o.Val) {
			return nil
		}
		out[i] = o.Val
	}
	return p.sum(t.Type(), out)
}

func buildAtOneHot(p *pass, t syntax.Term) syntax.Term {
	b := t.(*syntax.Build)
	z, hots := p.oneHotsAt(b)
	if z == nil {
		return nil
	}
	x := syntax.NewVar("v", hots[0].Val.Type())
	l := linearIn{vars: map[*syntax.Var]bool{x: true}}
	m := syntax.Mapper{}
	m.Term = func(s syntax.Term) syntax.Term {
		if at, ok := s.(*syntax.Index); ok && isVar(at.Arr, z) && isVar(at.Idx, b.Idx) {
			return syntax.Ref(x)
		}
		return m.Map(s)
	}
	body := m.Term(b.Body)
	if !l.in(body) || mentions(body, z) {
		return nil
	}
	at := make([]syntax.Term, len(hots))
	for k, o := range hots {
		e := syntax.Term(syntax.NewLet([]syntax.Bind{{Var: b.Idx, Rhs: o.Idx}, {Var: x, Rhs: o.Val}}, body))
		if k > 0 {
			e = syntax.Refresh(e)
		}
		at[k] = syntax.NewOneHot(b.Len, o.Idx, e)
	}
	return p.sum(t.Type(), at)
}

// oneHotsAt finds in the body of b an element at its index of a variable that is a onehot, or a sum of a few.
func (p *pass) oneHotsAt(b *syntax.Build) (z *syntax.Var, hots []*syntax.OneHot) {
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		if z != nil {
			return
		}
		if at, ok := t.(*syntax.Index); ok && isVar(at.Idx, b.Idx) {
			if r, ok := at.Arr.(*syntax.VarRef); ok {
				if hs := p.oneHotsOf(r, b); hs != nil {
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

// oneHotsOf are the onehots whose sum z is, to which b does the same. Their values are computed there if z has no other use.
func (p *pass) oneHotsOf(z *syntax.VarRef, b *syntax.Build) []*syntax.OneHot {
	t := p.see(z)
	terms := []syntax.Term{t}
	if s, ok := t.(*syntax.Plus); ok {
		terms = s.Terms
		n, known := b.Len.Lit()
		if len(terms) > fewOneHots || known && n <= int64(len(terms)) || nodesUpTo(b.Body, manyNodes) > manyNodes {
			return nil
		}
	}
	only := int(p.occ.at(z.Var).n) == count(b.Body, z.Var)
	out := make([]*syntax.OneHot, len(terms))
	for i, s := range terms {
		h, ok := p.see(s).(*syntax.OneHot)
		if !ok || !isAtom(h.Idx) || h.Len != b.Len || !free(h.Val) && (!only || !p.fits(z.Var, h.Val)) {
			return nil
		}
		out[i] = h
	}
	return out
}

// count is how often x stands in t.
func count(t syntax.Term, x *syntax.Var) int {
	if isVar(t, x) {
		return 1
	}
	n := 0
	syntax.Children(t, func(c syntax.Term) { n += count(c, x) })
	return n
}

// free reports whether t costs nothing: an atom, or atoms as parts of a tuple, variant or onehot, or of a sum of a few of those.
func free(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Coproj:
		return free(t.Arg)
	case *syntax.OneHot:
		return isAtom(t.Idx) && free(t.Val)
	case *syntax.Plus:
		_, array := t.Type().(*syntax.ArrayType)
		return array && len(t.Terms) <= fewOneHots && !slices.ContainsFunc(t.Terms, func(e syntax.Term) bool {
			_, hot := e.(*syntax.OneHot)
			return !hot || !free(e)
		})
	case *syntax.Tuple:
		return !slices.ContainsFunc(t.Elems, func(e syntax.Term) bool { return !free(e) })
	}
	return isAtom(t)
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
