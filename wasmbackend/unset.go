package wasmbackend

import "github.com/seed-4b734f86/gochad/lower/loop"

// A value that a branch chooses is a variable in the loop language, declared with some constant and assigned on both
// sides. Straight-line programs have thousands of them, so that the module does without the constant, eleven bytes, and
// chooses without a branch where both values are there.

// unset finds the declarations of a block whose first value nothing reads: no code is written for that value.
func (e *emitter) unset(b []loop.Stmt) {
	e.waiting.Find(b, func(v *loop.Var) { *e.unsets.At(v.ID()) = true })
}

// chosen is a branch that gives one number variable a value and does nothing else, as a choice between two values; ok
// is false for all others.
func (e *emitter) chosen(s *loop.If) (v *loop.Var, a, b *loop.Expr, ok bool) {
	side := func(b []loop.Stmt) (*loop.Var, *loop.Expr) {
		if len(b) != 1 {
			return nil, nil
		}
		t, ok := b[0].(*loop.Assign)
		if !ok || len(t.Lhs) != 1 || t.Lhs[0].Kind != loop.VarExpr || !t.Lhs[0].Type.IsNumber() {
			return nil, nil
		}
		return t.Lhs[0].Var, t.Rhs[0]
	}
	v, a = side(s.Then)
	w, b := side(s.Else)
	return v, a, b, v != nil && v == w
}
