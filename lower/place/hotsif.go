package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file is about onehots in one branch of two, at a place that is known outside or checked there:
//
//	w = if c then let i = index n k in ⟨oneHot n i e, 0⟩ else ⟨0, v⟩    →    w = if c then ⟨e, 0⟩ else ⟨0, v⟩
//
// where if c then oneHot n (index n k) (fst w) else 0 stands for what fst w was. A pair that is bound has an array for its onehot, and one of zeros in the other branch; what stands in the sum
// is one addition to the array of that, in one branch.

// A onehotIf is such a onehot.
type onehotIf struct {
	cond syntax.Term
	no   bool // it is in the branch that is taken where the condition does not hold
	hot  *syntax.OneHot
	at   *syntax.ToIdx // its place, if that is checked in the branch
}

// onehot is the onehot of e.
func (o *onehotIf) onehot(e syntax.Term) syntax.Term {
	at, binds := o.hot.Idx, []syntax.Bind(nil)
	if o.at != nil {
		i := syntax.NewVar("i", o.at.Type())
		binds, at = []syntax.Bind{{Var: i, Rhs: syntax.NewToIdx(o.at.At, o.at.Len, o.at.Arg)}}, syntax.Ref(i)
	}
	hot := syntax.NewLet(binds, syntax.NewOneHot(o.hot.Len, at, e))
	zero := syntax.NewZero(o.hot.Type())
	if o.no {
		return syntax.NewIf(o.cond, zero, hot)
	}
	return syntax.NewIf(o.cond, hot, zero)
}

// splitIf takes such onehots out of the conditional that x is bound to; nil if there are none.
func (h *hotsOuter) splitIf(x *syntax.Var, t *syntax.If) (*hotSum, syntax.Term) {
	typ, ok := x.Type.(*syntax.TupleType)
	if !ok || !syntax.IsAtom(t.Cond) || !slices.ContainsFunc(typ.Elems, holdsArray) {
		return nil, nil
	}
	whens, any := make([]*onehotIf, len(typ.Elems)), false
	arms := []syntax.Term{t.Then, t.Else}
	leaves := make([][]syntax.Term, len(arms))
	for a, arm := range arms {
		if l, block := arm.(*syntax.Let); block {
			arm = l.Body
		}
		if isBranch(arm) || eachBranch(arm, nil, func(elems []syntax.Term) []syntax.Term { leaves[a] = elems; return elems }) == nil {
			return nil, nil
		}
	}
	for k := range whens {
		for a, arm := range arms {
			o, ok := leaves[a][k].(*syntax.OneHot)
			if !ok || !isZeroTerm(leaves[1-a][k]) || !isNumber(o.Val.Type()) || !h.oncePerPath(x, k) {
				continue
			}
			if at, ok := placeOutside(arm, o); ok {
				whens[k], any = &onehotIf{t.Cond, a == 1, o, at}, true
			}
		}
	}
	if !any {
		return nil, nil
	}
	rhs := eachBranch(t, nil, func(elems []syntax.Term) []syntax.Term {
		out := slices.Clone(elems)
		for k, w := range whens {
			if w == nil {
				continue
			}
			if o, ok := elems[k].(*syntax.OneHot); ok {
				out[k] = o.Val
			} else {
				out[k] = syntax.NewZero(w.hot.Val.Type())
			}
		}
		return out
	})
	return &hotSum{x: syntax.NewVar(x.Name, rhs.Type()), when: whens}, rhs
}

// placeOutside is the check of the place of o if it is made in the branch of what is known outside, or nil if the place is.
func placeOutside(arm syntax.Term, o *syntax.OneHot) (*syntax.ToIdx, bool) {
	to, ok := o.Idx.(*syntax.ToIdx)
	inside := map[*syntax.Var]bool{}
	if l, block := arm.(*syntax.Let); block {
		for _, b := range l.Binds {
			if b.Var == nil {
				return nil, false // a size, of which lengths may be
			}
			inside[b.Var] = true
			if r, isVar := oneHotVar(o); isVar && b.Var == r {
				if to, ok = b.Rhs.(*syntax.ToIdx); !ok {
					return nil, false
				}
			}
		}
	}
	if !ok {
		j, isVar := oneHotVar(o)
		return nil, isVar && !inside[j]
	}
	r, isVar := to.Arg.(*syntax.VarRef)
	_, lit := to.Arg.(*syntax.Const)
	return to, !to.Shifts() && (lit || isVar && !inside[r.Var])
}
