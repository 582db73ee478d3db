package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// hotsOut takes onehots at one place out of sums of tuples whose components are used one by one:
//
//	w = sum [⟨onehot l j e, …⟩ | i < n]    →    w = sum [⟨e, …⟩ | i < n]
//
// where onehot l j (fst w) stands for what fst w was. A sum that is not added to an array that is there, since what it adds up is read in an array that is to change
// first, then is as long as what stands at the place, not as long as that array. Outside of tuples a rule does it (package simplify, sumOneHotOut).
func hotsOut(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	h := &hotsOuter{use: countUses(body), out: map[*syntax.Var]*hotSum{}}
	return h.term(body)
}

type hotsOuter struct {
	use *usage
	out map[*syntax.Var]*hotSum
}

// A hotSum is what stands for a sum: another, and the onehots that its components were, or nil.
type hotSum struct {
	x    *syntax.Var
	hots []*syntax.OneHot
}

func (h *hotsOuter) term(t syntax.Term) syntax.Term {
	switch t := t.(type) {
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
			if s, ok := binds[i].Rhs.(*syntax.Sum); ok && b.Var != nil {
				if s, rhs := h.split(b.Var, s); s != nil {
					h.out[b.Var], binds[i].Var, binds[i].Rhs = s, s.x, rhs
				}
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
