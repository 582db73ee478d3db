package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// maxBeforeUpdate is the greatest number of bindings between a build, or a sum, and its use that are looked at.
const maxBeforeUpdate = 16

// usedBeforeUpdate reports whether the one use of the k-th variable of a spine, as a build or a sum one element of
// which is taken, comes before anything that can update an array: then the element is read there as well as where the
// array stands, and no update has to wait for it. A window of an array that loops update, passed to a function that
// reads an element of it, is not made.
func usedBeforeUpdate(l *syntax.Let, k int) bool {
	switch l.Binds[k].Rhs.(type) {
	case *syntax.Build, *syntax.Plus, *syntax.Sum:
	default:
		return false
	}
	x := l.Binds[k].Var
	for _, b := range l.Binds[k+1 : min(k+1+maxBeforeUpdate, len(l.Binds))] {
		if quiet, uses := quietly(b.Rhs, x); !quiet || uses {
			return quiet
		}
		if _, set := b.Rhs.(*syntax.Set); set {
			return false
		}
	}
	if len(l.Binds) > k+1+maxBeforeUpdate {
		return false
	}
	quiet, _ := quietly(l.Body, x)
	return quiet
}

// quietly reports whether a term updates no array before it uses x, and whether it uses x.
func quietly(t syntax.Term, x *syntax.Var) (quiet, uses bool) {
	switch t := t.(type) {
	case *syntax.VarRef:
		return true, t.Var == x
	case *syntax.Const, *syntax.Prim, *syntax.If, *syntax.Let, *syntax.Index, *syntax.ToIdx, *syntax.FromIdx, *syntax.SizeOf, *syntax.Proj, *syntax.Tuple, *syntax.Set:
		quiet = true // a set comes behind its operands
		syntax.Children(t, func(c syntax.Term) {
			q, u := quietly(c, x)
			_, set := c.(*syntax.Set)
			quiet, uses = quiet && q && !set, uses || u
		})
		return quiet, uses
	}
	return false, false
}
