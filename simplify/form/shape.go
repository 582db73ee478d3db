package form

import "github.com/seed-4b734f86/gochad/syntax"

// Scope says how often the bodies of a node run.
type Scope uint8

// The scopes.
const (
	None   Scope = iota // no bodies: every subterm is an operand
	Branch              // at most once: if, case
	Loop                // once an iteration: build, loop, while, filter
	Lambda              // once a call: λ, λ̲, copower case, derivative operators
)

// Shape returns how many of the direct subterms of t, counted in scope order,
// are operands (evaluated when t is, in its block); the others are bodies:
// blocks of their own, which run as the scope says.
func Shape(t syntax.Term) (operands int, bodies Scope) {
	switch t.(type) {
	case *syntax.If, *syntax.Case:
		return 1, Branch
	case *syntax.Build, *syntax.FilterIdx:
		return 0, Loop
	case *syntax.Loop, *syntax.While:
		return 1, Loop
	case *syntax.Lam, *syntax.LinLam, *syntax.Checkpoint: // a checkpoint may run again: nothing moves in or out
		return 0, Lambda
	case *syntax.CopowerCase:
		return 1, Lambda
	case *syntax.Deriv:
		return 2, Lambda
	default:
		return 1 << 30, None
	}
}

// IsAtom reports whether t may be copied to every use: a variable, a literal,
// a literal index, or a zero, which is a structural constant.
func IsAtom(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.Zero:
		return true
	default:
		return IsIndexLit(t)
	}
}

// IsIndexLit reports whether t is a literal index: in range, so that it cannot fail.
func IsIndexLit(t syntax.Term) bool {
	to, ok := t.(*syntax.ToIdx)
	if !ok {
		return false
	}
	k, ok := to.Arg.(*syntax.Const)
	n, lit := to.Len.Lit()
	return ok && lit && 0 <= k.I && k.I < n
}
