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
// So it is with branches whose onehots are at one place: if c then ⟨oneHot n j e, …⟩ else ⟨0, …⟩ is what one number says. What is used there may be used in
// several branches of which one is taken. And a onehot of a row that has a name, for one use, is the row that has it: let w = oneHot n j e in set s i 0 + w is
// let w = e in set s i 0 + oneHot n j w, and where s is read for e, no array is made but the row.
func hotsOut(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	h := &hotsOuter{body: body, use: countUses(body), out: map[*syntax.Var]*hotSum{}, rows: map[*syntax.Var]*syntax.OneHot{}}
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

// zeroIsNothing reports whether the zero of a type takes no array: that of a number, and of an array of run-time length, which is empty.
func zeroIsNothing(t syntax.Type) bool {
	_, dyn := t.(*syntax.DynType)
	return dyn || isNumber(t)
}

// splitBranches is split for a conditional: a component that is a onehot of numbers, or of arrays of run-time length, at the same place in all branches where it is not zero.
func (h *hotsOuter) splitBranches(x *syntax.Var, t syntax.Term) (*hotSum, syntax.Term) {
	typ, ok := x.Type.(*syntax.TupleType)
	if !ok {
		return nil, nil
	}
	hots, none := make([]*syntax.OneHot, len(typ.Elems)), make([]bool, len(typ.Elems))
	inside := map[*syntax.Var]bool{}
	isTuple := eachBranch(t, inside, func(elems []syntax.Term) []syntax.Term {
		for k, el := range elems {
			o, ok := el.(*syntax.OneHot)
			switch j, named := oneHotVar(o); {
			case isZeroTerm(el):
			case !ok || !named || inside[j] || !zeroIsNothing(o.Val.Type()) || hots[k] != nil && !isVar(hots[k].Idx, j):
				none[k] = true
			default:
				hots[k] = o
			}
		}
		return elems
	}) != nil
	any := false
	for k := range hots {
		if none[k] || hots[k] != nil && !h.oncePerPath(x, k) {
			hots[k] = nil
		}
		any = any || hots[k] != nil
	}
	if !isTuple || !any {
		return nil, nil
	}
	rhs := eachBranch(t, inside, func(elems []syntax.Term) []syntax.Term {
		out := slices.Clone(elems)
		for k, o := range hots {
			switch el := elems[k].(type) {
			case *syntax.OneHot:
				if o != nil {
					out[k] = el.Val
				}
			default:
				if o != nil {
					out[k] = syntax.NewZero(o.Val.Type())
				}
			}
		}
		return out
	})
	return &hotSum{x: syntax.NewVar(x.Name, rhs.Type()), hots: hots}, rhs
}

// oncePerPath reports whether component k of x is used once at most, whichever branches are taken, and x through its components only: the onehot is made
// no more often than it was.
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
