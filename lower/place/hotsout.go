package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// hotsOut takes onehots at one place out of sums of tuples whose components are used one by one:
//
//	w = sum [⟨onehot l j e, …⟩ | i < n]    →    w = sum [⟨e, …⟩ | i < n]
//
// where onehot l j (fst w) stands for what fst w was. A sum that is not added to an array that is there, since what it
// adds up is read in an array that is to change first, then is as long as what stands at the place, not as long as that
// array. Outside of tuples a rule does it (package simplify, sumPlaceZero). So it is with branches whose onehots are at
// one place: if c then ⟨oneHot n j e, …⟩ else ⟨0, …⟩ is what one number says, and one number and an index where the
// places differ. What is used there may be used in several branches of which one is taken. And a onehot of a row that
// has a name, for one use, is the row that has it: let w = oneHot n j e in set s i 0 + w is let w = e in set s i 0 +
// oneHot n j w, and where s is read for e, no array is made but the row.
func hotsOut(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	h := &hotsOuter{body: body, use: countUses(body), out: map[*syntax.Var]*hotSum{},
		rows: map[*syntax.Var]*syntax.OneHot{}}
	return h.term(body)
}

type hotsOuter struct {
	body  syntax.Term
	use   *usage
	paths *branchUses // of body; made when needed
	out   map[*syntax.Var]*hotSum
	rows  map[*syntax.Var]*syntax.OneHot // what stands for onehots of rows
}

// A hotSum is what stands for a sum: another, and the onehots that its components were, or nil.
type hotSum struct {
	x    *syntax.Var
	hots []*syntax.OneHot
}

func (h *hotsOuter) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.VarRef:
		if o := h.rows[t.Var]; o != nil {
			return o
		}
		return t
	case *syntax.Proj:
		x, ok := t.Arg.(*syntax.VarRef)
		if !ok || h.out[x.Var] == nil {
			break
		}
		s := h.out[x.Var]
		p := syntax.NewProj(t.Index, syntax.Ref(s.x))
		if o := s.hots[t.Index]; o != nil {
			return syntax.NewOneHot(o.Len, o.Idx, p)
		}
		return p
	case *syntax.Let:
		binds := slices.Clone(t.Binds)
		for i, b := range binds {
			binds[i].Rhs = h.term(b.Rhs)
			if b.Var == nil {
				continue
			}
			var out *hotSum
			var rhs syntax.Term
			switch s := binds[i].Rhs.(type) {
			case *syntax.Sum:
				out, rhs = h.split(b.Var, s)
			case *syntax.If, *syntax.Case:
				out, rhs = h.splitBranches(b.Var, s)
			case *syntax.OneHot:
				if holdsArray(s.Val.Type()) && !syntax.IsAtom(s.Val) && plainIndex(s.Idx) && h.use.once(b.Var) {
					r := syntax.NewVar(b.Var.Name, s.Val.Type())
					h.rows[b.Var] = syntax.NewOneHot(s.Len, s.Idx, syntax.Ref(r))
					binds[i].Var, binds[i].Rhs = r, s.Val
				}
			}
			if out != nil {
				h.out[b.Var], binds[i].Var, binds[i].Rhs = out, out.x, rhs
			}
		}
		return syntax.NewLet(binds, h.term(t.Body))
	}
	return syntax.MapChildren(t, h.term)
}

// split takes the onehots out of a sum that x is bound to; nil if there are none.
func (h *hotsOuter) split(x *syntax.Var, s *syntax.Sum) (*hotSum, syntax.Term) {
	b, ok := s.Arg.(*syntax.Build)
	if !ok {
		return nil, nil
	}
	inside, end := map[*syntax.Var]bool{b.Idx: true}, b.Body
	l, isLet := end.(*syntax.Let)
	if isLet {
		for _, in := range l.Binds {
			if in.Var == nil {
				return nil, nil // a size, of which lengths may be
			}
			inside[in.Var] = true
		}
		end = l.Body
	}
	tup, ok := end.(*syntax.Tuple)
	if !ok {
		return nil, nil
	}
	elems, types := slices.Clone(tup.Elems), make([]syntax.Type, len(tup.Elems))
	out, any := &hotSum{hots: make([]*syntax.OneHot, len(elems))}, false
	for k, el := range elems {
		o, ok := el.(*syntax.OneHot)
		if j, isVar := oneHotVar(o); ok && isVar && !inside[j] && h.use.onceAt(x, k) {
			elems[k], out.hots[k], any = o.Val, o, true
		}
		types[k] = elems[k].Type()
	}
	if !any {
		return nil, nil
	}
	sum := syntax.Term(syntax.NewTuple(elems...))
	if isLet {
		sum = syntax.NewLet(l.Binds, sum)
	}
	out.x = syntax.NewVar(x.Name, syntax.NewTupleType(types...))
	return out, syntax.NewSum(syntax.NewBuild(b.Len, b.Idx, sum))
}

// zeroIsNothing reports whether the zero of a type takes no array: that of a number, and of an array of run-time
// length, which is empty.
func zeroIsNothing(t syntax.Type) bool {
	_, dyn := t.(*syntax.DynType)
	return dyn || isNumber(t)
}

// A hotPlace is what branches give in one place of a tuple.
type hotPlace struct {
	hot   *syntax.OneHot // one of them, nil if there is none
	at    *syntax.Var    // the index of all of them, a variable from outside; nil if they differ
	moves bool           // they differ, or are not known outside
	zero  bool           // some branch gives zero
	other bool           // some branch gives something else
}

// out reports whether the onehots are taken out: what is left is nothing where a branch gives zero, if any does, and
// then has an index too.
func (p *hotPlace) out() bool {
	return p.hot != nil && !p.other && zeroIsNothing(p.hot.Val.Type()) && !(p.moves && p.zero)
}

// splitBranches is split for a conditional: a component that is a onehot of numbers, or of arrays of run-time length,
// or zero, in all branches. Where they are not at one place, the branches give the index too: if c then oneHot n i e
// else oneHot n j f = oneHot n (if c then i else j) (if c then e else f).
func (h *hotsOuter) splitBranches(x *syntax.Var, t syntax.Term) (*hotSum, syntax.Term) {
	typ, ok := x.Type.(*syntax.TupleType)
	if !ok {
		return nil, nil
	}
	places, inside := make([]hotPlace, len(typ.Elems)), map[*syntax.Var]bool{}
	isTuple := eachBranch(t, inside, func(elems []syntax.Term) []syntax.Term {
		for k, el := range elems {
			p := &places[k]
			o, ok := el.(*syntax.OneHot)
			j, named := oneHotVar(o)
			switch known := named && !inside[j]; {
			case syntax.IsZero(el):
				p.zero = true
			case !ok:
				p.other = true
			case p.hot == nil:
				p.hot, p.at, p.moves = o, j, !known
			default:
				p.moves = p.moves || !known || p.at != j
			}
		}
		return elems
	}) != nil
	out := &hotSum{hots: make([]*syntax.OneHot, len(places))}
	types, any := slices.Clone(typ.Elems), false
	for k := range places {
		p := &places[k]
		if p.other = p.other || !isTuple || !p.out() || !h.oncePerPath(x, k); p.other {
			continue
		}
		any, types[k] = true, p.hot.Val.Type()
		if p.moves {
			types = append(types, p.hot.Idx.Type())
		}
	}
	if !any {
		return nil, nil
	}
	rhs := eachBranch(t, nil, func(elems []syntax.Term) []syntax.Term {
		end := slices.Clone(elems)
		for k, p := range places {
			o, ok := elems[k].(*syntax.OneHot)
			switch {
			case p.other:
			case !ok:
				end[k] = syntax.NewZero(p.hot.Val.Type())
			default:
				if end[k] = o.Val; p.moves {
					end = append(end, o.Idx)
				}
			}
		}
		return end
	})
	out.x = syntax.NewVar(x.Name, syntax.NewTupleType(types...))
	moved := len(places)
	for k, p := range places {
		if p.other {
			continue
		}
		if out.hots[k] = p.hot; p.moves {
			out.hots[k] = syntax.NewOneHot(p.hot.Len, syntax.NewProj(moved, syntax.Ref(out.x)), p.hot.Val)
			moved++
		}
	}
	return out, rhs
}

// oncePerPath reports whether component k of x is used once at most, whichever branches are taken, and x through its
// components only: the onehot is made no more often than it was.
func (h *hotsOuter) oncePerPath(x *syntax.Var, k int) bool {
	if h.use.onceAt(x, k) {
		return true
	}
	if !h.use.inParts(x) || h.use.repeated(x, k) {
		return false
	}
	if h.paths == nil {
		h.paths = usesInBranches(h.body)
	}
	return h.paths.oncePerPath(x, k)
}

// oneHotVar is the variable that is the index of o.
func oneHotVar(o *syntax.OneHot) (*syntax.Var, bool) {
	if o == nil {
		return nil, false
	}
	r, ok := o.Idx.(*syntax.VarRef)
	if !ok {
		return nil, false
	}
	return r.Var, true
}
