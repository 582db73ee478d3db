package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

func indexRules() []*Rule {
	return []*Rule{
		{
			Name: "idxRound", Before: "toidx n (fromidx i)", After: "i", Ref: own, Why: "i < n holds by its type",
			Condition: "i : idx n", on: atIdx, apply: idxRound,
		},
		{
			Name: "idxSafe", Before: "toidx n (fromidx i + 2)", After: "the index i + 2, not checked", Ref: own,
			Why: "i + 2 < n holds by the types", on: atIdx, apply: idxSafe,
			Condition: "i : idx m, and n - m - 2 is a literal that is not negative; the offset, here 2, may be any " +
				"literal that is not negative, 0 too",
		},
		{
			Name: "idxShift", Before: "fromidx (i + 2); (i + 1) + 2 on indices; fromidx (toidx 5 2)",
			After: "fromidx i + 2; i + 3; 2", Ref: own, Why: "meaning of the shift of an index", on: atIdx,
			apply:     idxShift,
			Condition: "the shift of an index, not checked, stands there, or is bound and i is an atom",
		},
		{
			Name: "idxRange", Before: "fromidx i + 2 < n; fromidx i >= 0", After: "true; true", Ref: own,
			Why: "an index is not negative, and below its bound", on: atPrim, apply: idxRange,
			Condition: "i : idx m, and n - m - 2 is a literal that is not negative; the offset, here 2, may be any " +
				"literal that is not negative, 0 too; likewise for the other comparisons",
		},
	}
}

// idxRange decides comparisons of an index with 0 or a bound.
func idxRange(p *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	name := pr.Op.Name
	less, orEqual := name == "ilt" || name == "igt", name == "ile" || name == "ige"
	if !less && !orEqual {
		return nil
	}
	a, b := pr.Args[0], pr.Args[1]
	if name == "igt" || name == "ige" {
		a, b = b, a
	}
	switch {
	case less && p.below(a, b), orEqual && (p.below(a, b) || p.natural(b) && intIs(a, 0)):
		return syntax.BoolLit(true)
	case orEqual && p.below(b, a), less && (p.below(b, a) || p.natural(a) && intIs(b, 0)):
		return syntax.BoolLit(false)
	}
	return nil
}

// natural reports whether t is an index, or one and a literal, that are not negative.
func (p *pass) natural(t syntax.Term) bool {
	i, k := p.offset(t)
	return i != nil && k >= 0
}

// below reports whether t is an index, or one and a literal, below the size n.
func (p *pass) below(t, n syntax.Term) bool {
	i, k := p.offset(t)
	if i == nil {
		return false
	}
	bound := sizeValue(p.see(n))
	return bound != nil && syntax.CanShift(i.Type().(*syntax.IdxType).Bound, k, bound)
}

func idxRound(p *pass, t syntax.Term) syntax.Term {
	to, ok := t.(*syntax.ToIdx)
	if !ok {
		return nil
	}
	if to.Shifts() {
		if to.Arg.Type() == t.Type() { // so the offset is 0
			return to.Arg
		}
		return nil
	}
	if i, k := p.offset(to.Arg); i != nil && k == 0 && i.Type() == t.Type() {
		return i
	}
	return nil
}

// offset takes fromidx i + k apart, if i may be used again; i is nil if t is nothing like it.
func (p *pass) offset(t syntax.Term) (i syntax.Term, k int64) {
	s, again := p.see(t), bound(t)
	if pr, ok := s.(*syntax.Prim); ok && pr.Op == syntax.OpIntAdd {
		a, b := pr.Args[0], pr.Args[1]
		if _, ok := a.(*syntax.Const); ok {
			a, b = b, a
		}
		c, ok := b.(*syntax.Const)
		if !ok {
			return nil, 0
		}
		k, again = c.I, again || bound(a)
		s = p.see(a)
	}
	f, ok := s.(*syntax.FromIdx)
	if !ok || again && !form.IsAtom(f.Arg) {
		return nil, 0
	}
	return f.Arg, k
}

func idxSafe(p *pass, t syntax.Term) syntax.Term {
	to, ok := t.(*syntax.ToIdx)
	if !ok || to.Shifts() {
		return nil
	}
	i, k := p.offset(to.Arg)
	if i == nil || !syntax.CanShift(i.Type().(*syntax.IdxType).Bound, k, to.Len) {
		return nil
	}
	return syntax.NewShift(to.Len, i, k)
}

func idxShift(p *pass, t syntax.Term) syntax.Term {
	var arg syntax.Term
	switch t := t.(type) {
	case *syntax.FromIdx:
		arg = t.Arg
	case *syntax.ToIdx:
		if !t.Shifts() {
			return nil
		}
		arg = t.Arg
	}
	in, ok := p.see(arg).(*syntax.ToIdx)
	if !ok || bound(arg) && !form.IsAtom(in.Arg) {
		return nil
	}
	if to, ok := t.(*syntax.ToIdx); ok {
		if !in.Shifts() {
			if k, ok := in.Arg.(*syntax.Const); ok && form.IsIndexLit(in) {
				return syntax.NewToIdx(in.At, to.Len, syntax.IntLit(k.I+to.Offset))
			}
			return nil
		}
		return syntax.NewShift(to.Len, in.Arg, in.Offset+to.Offset)
	}
	if !in.Shifts() {
		if form.IsIndexLit(in) {
			return in.Arg
		}
		return nil
	}
	i := syntax.Term(syntax.NewFromIdx(in.Arg))
	if in.Offset == 0 {
		return i
	}
	return syntax.NewPrim(syntax.OpIntAdd, i, syntax.IntLit(in.Offset))
}
