package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is plusIfSet: what is added to an element that a branch has set to zero is put there in the branch.
//
//	let w = if c then ⟨s with [i] = 0, a⟩ else ⟨s, 0⟩ in fst w + onehot i (snd w + b)
//
// becomes
//
//	let w = if c then s with [i] = a else s in w + onehot i b
//
// The first is what the pullback of a conditional that updates an element of a row has: a is the cotangent of that row,
// taken out of the state s and put back behind the branches. Taken literally it is an array of its own for each of
// them.

// A ifSetSum is one such sum.
type ifSetSum struct {
	of         *syntax.Var
	keep, from int         // its places
	at         syntax.Term // the index
	in         []component // around the place that goes, from the outside
}

// plusIfSet applies the rule. If it does not apply, it returns t itself.
func (r *Rules) plusIfSet(t syntax.Term) (syntax.Term, bool) {
	nodes := syntax.NodesOf(t)
	if nodes&syntax.Branches == 0 || nodes&syntax.Sets == 0 || !r.On["plusIfSet"] {
		return t, false
	}
	g := &ifSetFinder{
		Rules: r, defs: map[*syntax.Var]syntax.Term{}, uses: map[usedPlace]int{},
		whole:   map[*syntax.Var]int{},
		cleared: map[any]bool{}, zeroIn: map[zeroPlace]bool{}, found: map[*syntax.Var]*ifSetSum{},
		vars: map[*syntax.Var]*syntax.Var{},
	}
	g.look(t)
	for _, f := range g.sums {
		if x := f.of; g.found[x] == nil && g.fits(f) {
			g.found[x], g.vars[x] = f, syntax.NewVar(x.Name, lessPlace(x.Type.(*syntax.TupleType), f.from))
		}
	}
	if len(g.found) == 0 {
		return t, false
	}
	return g.term(t), true
}

type usedPlace struct {
	x     *syntax.Var
	place int
}

type ifSetFinder struct {
	*Rules
	defs  map[*syntax.Var]syntax.Term // what variables are bound to
	uses  map[usedPlace]int
	whole map[*syntax.Var]int // uses that are not as places
	sums  []*ifSetSum

	cleared map[any]bool              // the indices, as indexKey gives them, of elements that are set to zero anywhere
	zeroIn  map[zeroPlace]bool        // what zeroes says of variables
	found   map[*syntax.Var]*ifSetSum // those that fit, one for each variable
	vars    map[*syntax.Var]*syntax.Var
}

// zeroPlace is a place of a variable, or the variable itself, and an index.
type zeroPlace struct {
	usedPlace
	at any
}

// look walks t in the order of evaluation.
func (g *ifSetFinder) look(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Let:
		for _, b := range t.Binds {
			g.look(b.Rhs)
			if b.Var != nil {
				g.defs[b.Var] = b.Rhs
			}
		}
		g.look(t.Body)
		return
	case *syntax.VarRef:
		g.whole[t.Var]++
		return
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			g.uses[usedPlace{r.Var, t.Index}]++
			return
		}
	case *syntax.Plus:
		terms := summands(t, nil, nil)
		g.sum(terms)
		for _, s := range terms {
			g.look(s.term)
		}
		return
	case *syntax.Set:
		if k := form.IndexKey(t.Idx); k != nil && form.IsZero(t.Val) {
			g.cleared[k] = true
		}
	}
	syntax.Children(t, g.look)
}

// A component is a place of a tuple.
type component struct {
	of    *syntax.TupleType
	place int
}

// An innerSummand is one of a sum, in coprojections to components.
type innerSummand struct {
	in   []component
	term syntax.Term
}

// summands adds those of t to out, with those of the sums among them, and in their components: what branches give is
// often a summand of a summand, as cotangents are added up one after the other.
func summands(t syntax.Term, in []component, out []innerSummand) []innerSummand {
	in = in[:len(in):len(in)]
	switch t := t.(type) {
	case *syntax.Plus:
		for _, s := range t.Terms {
			out = summands(s, in, out)
		}
		return out
	case *syntax.Coproj:
		return summands(t.Arg, append(in, component{t.Type().(*syntax.TupleType), t.Index}), out)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			out = summands(el, append(in, component{t.Type().(*syntax.TupleType), i}), out)
		}
		return out
	}
	return append(out, innerSummand{in, t})
}

// sum notes, of summands, a place of a branch and a onehot of another.
func (g *ifSetFinder) sum(terms []innerSummand) {
	type hot struct {
		*ifSetSum
		within []component
	}
	var from map[*syntax.Var][]hot
	for _, h := range terms {
		o, ok := h.term.(*syntax.OneHot)
		if !ok || form.IndexKey(o.Idx) == nil {
			continue
		}
		for _, v := range summands(o.Val, nil, nil) {
			if x, q := g.place(v.term); x != nil && syntax.HoldsArray(v.term.Type()) {
				if from == nil {
					from = map[*syntax.Var][]hot{}
				}
				from[x] = append(from[x], hot{&ifSetSum{of: x, from: q, at: o.Idx, in: v.in}, h.in})
			}
		}
	}
	for _, s := range terms {
		x, keep := g.place(s.term)
		for _, f := range from[x] {
			if slices.Equal(f.within, s.in) {
				g.sums = append(g.sums, &ifSetSum{of: x, keep: keep, from: f.from, at: f.at, in: f.in})
			}
		}
	}
}

// place is t as a place of a variable that is bound to branches.
func (g *ifSetFinder) place(t syntax.Term) (*syntax.Var, int) {
	p, ok := t.(*syntax.Proj)
	if !ok {
		return nil, 0
	}
	r, ok := p.Arg.(*syntax.VarRef)
	if !ok {
		return nil, 0
	}
	if _, ok := syntax.ForkOf(g.defs[r.Var]); !ok {
		return nil, 0
	}
	return r.Var, p.Index
}

// fits reports whether the places are used in the sum only and the variable only by places, and some branch has zero in
// one of them, or sets that element to zero: so the index is there where the variable is bound.
func (g *ifSetFinder) fits(f *ifSetSum) bool {
	x := f.of
	if g.whole[x] > 0 || g.uses[usedPlace{x, f.keep}] != 1 || g.uses[usedPlace{x, f.from}] != 1 {
		return false
	}
	if !g.cleared[form.IndexKey(f.at)] {
		return false
	}
	return g.zeroesOf(x, f.keep, f.at)
}

// zeroesOf is zeroes for what x is bound to, which is searched once for each index.
func (g *ifSetFinder) zeroesOf(x *syntax.Var, k int, i syntax.Term) bool {
	at := zeroPlace{usedPlace{x, k}, form.IndexKey(i)}
	z, known := g.zeroIn[at]
	if !known {
		z = g.zeroes(g.defs[x], k, i)
		g.zeroIn[at] = z
	}
	return z
}

// zeroes reports whether place k of t, or t itself if k < 0, is an array with the element at i set to zero, in some
// branch.
func (g *ifSetFinder) zeroes(t syntax.Term, k int, i syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Let:
		return g.zeroes(t.Body, k, i)
	case *syntax.If, *syntax.Case:
		b, _ := syntax.ForkOf(t)
		for _, body := range b.Bodies {
			if g.zeroes(body, k, i) {
				return true
			}
		}
	case *syntax.Tuple:
		return k >= 0 && g.zeroes(t.Elems[k], -1, i)
	case *syntax.Coproj:
		return k == t.Index && g.zeroes(t.Arg, -1, i)
	case *syntax.VarRef:
		if d := g.defs[t.Var]; d != nil {
			return g.zeroesOf(t.Var, k, i)
		}
	case *syntax.Proj:
		if x, p := g.place(t); x != nil && k < 0 {
			return g.zeroesOf(x, p, i)
		}
	case *syntax.Plus:
		for _, s := range t.Terms {
			if g.zeroes(s, k, i) {
				return true
			}
		}
	case *syntax.Set:
		return k < 0 && form.IsZero(t.Val) && syntax.Equal(t.Idx, i)
	}
	return false
}

// term is t with the sums in the branches.
func (g *ifSetFinder) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Let:
		binds := make([]syntax.Bind, len(t.Binds))
		for k, b := range t.Binds {
			b.Rhs = g.term(b.Rhs)
			if f := g.found[b.Var]; b.Var != nil && f != nil {
				g.Fired("plusIfSet")
				b.Rhs = g.branches(b.Rhs, f)
				b.Rhs = g.tampered("plusIfSet", b.Rhs)
				b.Var = g.vars[b.Var]
			}
			binds[k] = b
		}
		return syntax.NewLet(binds, g.term(t.Body))
	case *syntax.Proj:
		r, ok := t.Arg.(*syntax.VarRef)
		if !ok || g.found[r.Var] == nil {
			break
		}
		f := g.found[r.Var]
		if t.Index == f.from {
			return syntax.NewZero(t.Type())
		}
		w, i := syntax.Ref(g.vars[r.Var]), t.Index
		if len(r.Var.Type.(*syntax.TupleType).Elems) == 2 {
			return w
		}
		if i > f.from {
			i--
		}
		return syntax.NewProj(i, w)
	}
	return syntax.MapChildren(t, g.term)
}

// lessPlace is a type of tuples without place k: one place alone is no tuple.
func lessPlace(t *syntax.TupleType, k int) syntax.Type {
	var elems []syntax.Type
	for i, el := range t.Elems {
		if i != k {
			elems = append(elems, el)
		}
	}
	if len(elems) == 1 {
		return elems[0]
	}
	return syntax.NewTupleType(elems...)
}

// branches puts the sum into the branches of t.
func (g *ifSetFinder) branches(t syntax.Term, f *ifSetSum) syntax.Term {
	switch t := t.(type) {
	case *syntax.Let:
		return syntax.NewLet(t.Binds, g.branches(t.Body, f))
	case *syntax.If, *syntax.Case:
		b, _ := syntax.ForkOf(t)
		bodies := make([]syntax.Term, len(b.Bodies))
		for i, body := range b.Bodies {
			bodies[i] = g.branches(body, f)
		}
		return b.With(b.Vars, bodies)
	}
	ty := t.Type().(*syntax.TupleType)
	if form.IsZero(t) {
		return syntax.NewZero(lessPlace(ty, f.from))
	}
	elems := make([]syntax.Term, len(ty.Elems))
	var binds []syntax.Bind
	switch s := t.(type) {
	case *syntax.Tuple:
		copy(elems, s.Elems)
	case *syntax.Coproj:
		for i, el := range ty.Elems {
			elems[i] = syntax.NewZero(el)
		}
		elems[s.Index] = s.Arg
	default:
		x := syntax.NewVar("w", ty)
		binds = append(binds, syntax.Bind{Var: x, Rhs: t})
		for i := range elems {
			elems[i] = syntax.NewProj(i, syntax.Ref(x))
		}
	}
	if a := elems[f.from]; !form.IsZero(a) {
		for _, c := range slices.Backward(f.in) {
			a = syntax.NewCoproj(c.of, c.place, a)
		}
		n := ty.Elems[f.keep].(*syntax.ArrayType).Len
		elems[f.keep] = syntax.NewPlus(elems[f.keep], syntax.NewOneHot(n, f.at, a))
	}
	var rest []syntax.Term
	for i, el := range elems {
		if i != f.from {
			rest = append(rest, el)
		}
	}
	out := rest[0]
	if len(rest) > 1 {
		out = syntax.NewTuple(rest...)
	}
	return syntax.NewLet(binds, out)
}
