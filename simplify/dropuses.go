package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// dropsUses reports whether a rule that makes n of t, which is a scalar, settles as those of [settles] do, because n is
// one of the parts of t and all that goes with the other parts is uses of scalars of which two or more stay: nothing is
// dead then, or used only once, that was not before. If so, these uses count no more.
//
// What goes was looked at once, so all of it together is no more than the term.
func (p *pass) dropsUses(t, n syntax.Term) bool {
	if _, scalar := t.Type().(*syntax.Scalar); !scalar || p.report.stirred {
		return false
	}
	part, spare := false, true
	syntax.Children(t, func(c syntax.Term) { part = part || c == n })
	if !part {
		return false
	}
	kept := false // of parts that are the same variable, one stays
	syntax.Children(t, func(c syntax.Term) {
		if c == n && !kept {
			kept = true
			return
		}
		spare = spare && p.spare(c)
	})
	return spare
}

// spare takes the uses in t away and reports whether they were not needed. It stops at the first that was.
func (p *pass) spare(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		o := p.occ.at(t.Var)
		if _, scalar := t.Var.Type.(*syntax.Scalar); !scalar || o.n < 3 {
			return false
		}
		o.n--
		return true
	case *syntax.Const, *syntax.Zero:
		return true
	case *syntax.Prim, *syntax.If:
		spare := true
		syntax.Children(t, func(c syntax.Term) { spare = spare && p.spare(c) })
		return spare
	}
	return false
}
