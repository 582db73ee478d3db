package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// isFunction reports whether t is a λ, a λ̲ or a choice between linear functions
// by an atom: a value, so that moving it costs nothing wherever it goes.
func isFunction(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Lam, *syntax.LinLam:
		return true
	case *syntax.If, *syntax.Case:
		if _, ok := t.Type().(*syntax.LFunType); !ok {
			return false
		}
		b, _ := syntax.ForkOf(t)
		for _, f := range b.Bodies {
			if !applicable(f) {
				return false
			}
		}
		return form.IsAtom(b.On)
	default:
		return false
	}
}

// sizeUpTo counts the nodes of t and gives up beyond limit. A let inside counts
// as over the limit: such a term is not an expression that fits into a line.
func sizeUpTo(t syntax.Term, limit int) int {
	n := 1
	if _, ok := t.(*syntax.Let); ok {
		return limit + 1
	}
	syntax.Children(t, func(c syntax.Term) {
		if n <= limit {
			n += sizeUpTo(c, limit-n)
		}
	})
	return n
}

// binders returns the variables that t itself binds.
func binders(t syntax.Term) []*syntax.Var {
	switch t := t.(type) {
	case *syntax.Lam:
		return []*syntax.Var{t.Param}
	case *syntax.LinLam:
		return []*syntax.Var{t.Param}
	}
	if _, bodies := form.Shape(t); bodies == form.None {
		return nil
	}
	var out []*syntax.Var
	syntax.Binders(t, func(x *syntax.Var) { out = append(out, x) })
	return out
}
