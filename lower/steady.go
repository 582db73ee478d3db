package lower

import "github.com/seed-4b734f86/gochad/syntax"

// A loop that updates its array only under indices other than k reads at k, in every iteration, what was there before
// it: the pivot row while the rows below are reduced. Such a row is kept once, not for each iteration.

// steady finds the variables of the body of a loop over an array that are elements which the loop
// does not change, and binds what they are in b, the block around.
func (l *lowerer) steady(b, body *block, t *syntax.Loop, init, next syntax.Term) {
	set, ok := l.made1(next).(*syntax.Set)
	if !ok || !syntax.IsAtom(init) || !isRef(set.Arr, t.State) {
		return
	}
	for _, x := range body.binds {
		at, ok := x.Rhs.(*syntax.Index)
		if !ok || x.Var == nil || !isRef(at.Arr, t.State) {
			continue
		}
		k, ok := at.Idx.(*syntax.VarRef)
		if !ok || l.vars[k.Var].block == body || !l.apart(set.Idx, k.Var) {
			continue
		}
		l.before[x.Var] = l.again(b, x.Var.Name, syntax.NewIndex(init, k))
	}
}

func isRef(t syntax.Term, x *syntax.Var) bool {
	r, ok := t.(*syntax.VarRef)
	return ok && r.Var == x
}

// apart reports whether the index i is never k: it is k + c, or more, for a c ≥ 1.
func (l *lowerer) apart(i syntax.Term, k *syntax.Var) bool {
	to, ok := l.made1(i).(*syntax.ToIdx)
	if !ok || to.Offset != 0 {
		return false
	}
	d := &distance{l: l, k: k, left: rematNodes}
	d.add(to.Arg)
	return !d.unknown && d.times == 1 && d.least >= 1
}

// distance is times·k + something that is at least least.
type distance struct {
	l       *lowerer
	k       *syntax.Var
	times   int
	least   int64
	unknown bool
	left    int
}

func (d *distance) add(t syntax.Term) {
	if d.left--; d.left < 0 {
		d.unknown = true
		return
	}
	switch t := d.l.made1(t).(type) {
	case *syntax.Const:
		d.least += t.I
	case *syntax.FromIdx: // an index is not negative
		if isRef(t.Arg, d.k) {
			d.times++
		}
	case *syntax.Prim:
		if t.Op != syntax.OpIntAdd {
			d.unknown = true
			return
		}
		d.add(t.Args[0])
		d.add(t.Args[1])
	default:
		d.unknown = true
	}
}
