package contract

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// dropZeros declares running variables with their first term instead of a zero, and drops terms that are zero.
//
//	var w real = 0.0         var w real = h * t
//	w +~= h * t        →
//	w +~= 0.0
//
// It gives b back, which it changes.
func (fs *firstStores) dropZeros(b []loop.Stmt) []loop.Stmt {
	added, some := addedTo(b)
	if !some {
		return b
	}
	var pending map[*loop.Var]int // variables that are 0 and unused since, and where they became it
	var zeros map[int]bool
	drop := func(i int) {
		if zeros == nil {
			zeros = map[int]bool{}
		}
		zeros[i] = true
	}
	use := func(v *loop.Var) { delete(pending, v) }
	for i, s := range b {
		if a, ok := s.(*loop.AddTo); ok && a.Free {
			if a.Rhs.IsZero() && !a.Lhs.CanFail() {
				drop(i)
				continue
			}
			v := a.Lhs.Var
			if k, ok := pending[v]; ok && a.Lhs.Kind == loop.VarExpr && !mentions(a.Rhs, v) {
				drop(k)
				if _, declares := b[k].(*loop.Let); declares {
					b[i] = &loop.Let{Var: v, Rhs: a.Rhs}
				} else {
					b[i] = &loop.Assign{Lhs: []*loop.Expr{a.Lhs}, Rhs: []*loop.Expr{a.Rhs}}
				}
			}
		}
		if len(pending) > 0 {
			eachUsed(s, use)
		}
		if len(added) == 0 {
			continue
		}
		if v := setsZero(s); v != nil && added[v] {
			if pending == nil {
				pending = map[*loop.Var]int{}
			}
			pending[v] = i
		}
	}
	if len(zeros) == 0 {
		return b
	}
	fs.changed = true
	out := make([]loop.Stmt, 0, len(b))
	for i, s := range b {
		if !zeros[i] {
			out = append(out, s)
		}
	}
	return out
}

// setsZero is the number variable that a statement only sets to zero, or nil.
func setsZero(s loop.Stmt) *loop.Var {
	switch s := s.(type) {
	case *loop.Let:
		if s.Rhs.IsZero() && s.Rhs.IsConst() {
			return s.Var
		}
	case *loop.Assign:
		if len(s.Lhs) == 1 && s.Lhs[0].Kind == loop.VarExpr && s.Rhs[0].IsZero() && s.Rhs[0].IsConst() {
			return s.Lhs[0].Var
		}
	}
	return nil
}

func mentions(e *loop.Expr, v *loop.Var) bool {
	found := false
	facts.EachRead(e, func(w *loop.Var) { found = found || v == w })
	return found
}

// eachUsed calls yield for the variables that a statement uses in any way, with repetitions.
func eachUsed(s loop.Stmt, yield func(*loop.Var)) {
	operand := func(e **loop.Expr, _ bool) { facts.EachRead(*e, yield) }
	use := func(s loop.Stmt) {
		loop.Operands(s, operand)
		if a, ok := s.(*loop.Append); ok {
			yield(a.Var)
		}
	}
	use(s)
	loop.Blocks(s, func(b *[]loop.Stmt) {
		loop.Walk(*b, func(s loop.Stmt) {
			use(s)
			loop.Declared(s, yield)
		})
	})
}

// addedTo finds the variables to which statements of a block, not of those inside, add in any order; some says that
// they add to anything.
func addedTo(b []loop.Stmt) (vars map[*loop.Var]bool, some bool) {
	for _, s := range b {
		if a, ok := s.(*loop.AddTo); ok && a.Free {
			some = true
			if a.Lhs.Kind == loop.VarExpr {
				if vars == nil {
					vars = map[*loop.Var]bool{}
				}
				vars[a.Lhs.Var] = true
			}
		}
	}
	return vars, some
}
