package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// dropZeros declares running variables with their first term instead of a zero, and drops terms that are zero.
//
//	var w real = 0.0         var w real = h * t
//	w +~= h * t        →
//	w +~= 0.0
//
// It gives b back, which it changes.
func (fs *firstStores) dropZeros(b []loop.Stmt) []loop.Stmt {
	pending := map[*loop.Var]int{} // variables that are 0 and unused since, and where they became it
	zeros := map[int]bool{}
	for i, s := range b {
		if a, ok := s.(*loop.AddTo); ok && a.Free {
			if a.Rhs.IsZero() && !a.Lhs.CanFail() {
				zeros[i] = true
				continue
			}
			v := a.Lhs.Var
			if k, ok := pending[v]; ok && a.Lhs.Kind == loop.VarExpr && !mentions(a.Rhs, v) {
				zeros[k] = true
				if _, declares := b[k].(*loop.Let); declares {
					b[i] = &loop.Let{Var: v, Rhs: a.Rhs}
				} else {
					b[i] = &loop.Assign{Lhs: []*loop.Expr{a.Lhs}, Rhs: []*loop.Expr{a.Rhs}}
				}
			}
		}
		if len(pending) > 0 {
			fs.eachUsed(s, func(v *loop.Var) { delete(pending, v) })
		}
		if v := setsZero(s); v != nil {
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
	EachRead(e, func(w *loop.Var) { found = found || v == w })
	return found
}

// eachUsed calls yield for the variables that a statement uses in any way.
func (fs *firstStores) eachUsed(s loop.Stmt, yield func(*loop.Var)) {
	inner := false
	loop.Blocks(s, func(*[]loop.Stmt) { inner = true })
	if inner {
		for v := range fs.summary(s).vars {
			yield(v)
		}
		return
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, yield) })
	if a, ok := s.(*loop.Append); ok {
		yield(a.Var)
	}
}
