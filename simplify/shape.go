package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// scope says how often the bodies of a node run.
type scope uint8

const (
	none   scope = iota // no bodies: every subterm is an operand
	branch              // at most once: if, case
	loop                // once an iteration: build, loop, while, filter
	lambda              // once a call: λ, λ̲, copower case, derivative operators
)

// shape returns how many of the direct subterms of t, counted in scope order,
// are operands (evaluated when t is, in its block); the others are bodies:
// blocks of their own, which run as the scope says.
func shape(t syntax.Term) (operands int, bodies scope) {
	switch t.(type) {
	case *syntax.If, *syntax.Case:
		return 1, branch
	case *syntax.Build, *syntax.FilterIdx:
		return 0, loop
	case *syntax.Loop, *syntax.While:
		return 1, loop
	case *syntax.Lam, *syntax.LinLam, *syntax.Checkpoint: // a checkpoint may run again: nothing moves in or out
		return 0, lambda
	case *syntax.CopowerCase:
		return 1, lambda
	case *syntax.Deriv:
		return 2, lambda
	default:
		return 1 << 30, none
	}
}

// isAtom reports whether t may be copied to every use: a variable, a literal,
// a literal index, or a zero, which is a structural constant.
func isAtom(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.Zero:
		return true
	default:
		return isIndexLit(t)
	}
}

// isIndexLit reports whether t is a literal index: in range, so that it cannot fail.
func isIndexLit(t syntax.Term) bool {
	to, ok := t.(*syntax.ToIdx)
	if !ok {
		return false
	}
	k, ok := to.Arg.(*syntax.Const)
	n, lit := to.Len.Lit()
	return ok && lit && 0 <= k.I && k.I < n
}

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
		return isAtom(b.On)
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
	if _, bodies := shape(t); bodies == none {
		return nil
	}
	var out []*syntax.Var
	syntax.Binders(t, func(x *syntax.Var) { out = append(out, x) })
	return out
}
