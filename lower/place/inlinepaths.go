package place

import "github.com/seed-4b734f86/gochad/syntax"

// inlinePaths puts what names for tuples stand for, if that is a component of another variable, where they are used:
//
//	let r = fst w in … r.2 …    →    … (fst w).2 …
//
// So every use of a part of w shows as one. Names for parts cost nothing, and have no code.
func inlinePaths(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&(syntax.Calls|syntax.Branches) == 0 {
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
				if b.Var != nil && isPath(b.Rhs) {
					if _, ok := b.Var.Type.(*syntax.TupleType); ok && b.Var.Type == b.Rhs.Type() {
						paths[b.Var] = b.Rhs
						continue
					}
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
