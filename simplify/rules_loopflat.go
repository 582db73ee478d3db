package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// mostFlat bounds the places of a state that is made flat: those that masks can tell apart.
const mostFlat = 63

// loopStateFlat makes the parts of the parts of a state places of it, so that each stays or goes by itself (loopStateDead), and has a cotangent of its own.
func loopStateFlat(p *pass, t syntax.Term) syntax.Term {
	l, ok := iterationOf(t)
	if !ok || !nestedTuple(l.state.Type) {
		return nil
	}
	k := &keeper{flat: true}
	root := k.place(l.state.Type, l.init)
	if len(k.leaves) > mostFlat {
		return nil
	}
	return k.without(p, l, root)
}

// nestedTuple reports whether t is a tuple with a tuple of something in it.
func nestedTuple(t syntax.Type) bool {
	ty, ok := t.(*syntax.TupleType)
	if !ok {
		return false
	}
	for _, e := range ty.Elems {
		if in, ok := e.(*syntax.TupleType); ok && len(in.Elems) > 0 {
			return true
		}
	}
	return false
}
