package place

import "github.com/seed-4b734f86/gochad/syntax"

// inlinePaths puts what names for tuples stand for, if that is a component of another variable, where they are used:
//
//	let r = fst w in … r.2 …    →    … (fst w).2 …
//
// So every use of a part of w shows as one. Names for parts cost nothing, and have no code.
func inlinePaths(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&(syntax.Calls|syntax.Branches) == 0 || !namesPaths(body) {
		return body
	}
	paths := map[*syntax.Var]syntax.Term{}
	var in func(t syntax.Term) syntax.Term
	in = func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if p := paths[t.Var]; p != nil {
				return p
			}
			return t
		case *syntax.Let:
			binds := make([]syntax.Bind, 0, len(t.Binds))
			for _, b := range t.Binds {
				b.Rhs = in(b.Rhs)
				if namesPath(b) {
					paths[b.Var] = b.Rhs
					continue
				}
				binds = append(binds, b)
			}
			if len(binds) == 0 {
				return in(t.Body)
			}
			return syntax.NewLet(binds, in(t.Body))
		}
		return syntax.MapChildren(t, in)
	}
	return in(body)
}

// namesPaths reports whether t has a name that [inlinePaths] puts something else in the place of: most terms have none.
func namesPaths(t syntax.Term) (some bool) {
	if isSmall(t) { // as most terms are
		return false
	}
	if l, ok := t.(*syntax.Let); ok {
		for i := range l.Binds {
			if namesPath(l.Binds[i]) || namesPaths(l.Binds[i].Rhs) {
				return true
			}
		}
		return namesPaths(l.Body)
	}
	syntax.Children(t, func(c syntax.Term) { some = some || namesPaths(c) })
	return some
}

// namesPath reports whether a binding names a component, or a variable, that is a tuple.
func namesPath(b syntax.Bind) bool {
	if b.Var == nil || !isPath(b.Rhs) {
		return false
	}
	_, ok := b.Var.Type.(*syntax.TupleType)
	return ok && b.Var.Type == b.Rhs.Type()
}

// isPath reports whether a term is a variable, or a component of one.
func isPath(t syntax.Term) bool {
	for {
		switch p := t.(type) {
		case *syntax.Proj:
			t = p.Arg
		case *syntax.VarRef:
			return true
		default:
			return false
		}
	}
}
