package inplace

import "github.com/seed-4b734f86/gochad/lower/loop"

// OnlyLengths has arrays of lengths in place of arrays of rows of which nobody wants anything else. Tapes have them:
// the way back makes an array as long as a row was, and the row itself may change then.
//
//	z[i] = t                         z_len[i] = len(t)
//	…                                …
//	var e []real = z[j]        →     var e_len int = z_len[j]
//	var n int = len(e)               var n int = e_len
//
// It reports whether it has changed the function.
func OnlyLengths(f *loop.Func) bool {
	l := &rowLengther{lens: map[*loop.Var]*loop.Var{}, rows: map[*loop.Var]*loop.Var{}}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && a.Var.Type.Rank == 2 && a.Var.Type.Base != loop.Ref &&
			len(a.Dims) == 1 && !a.Dirty && a.Var.Flat == nil {
			l.lens[a.Var] = loop.NewVar(a.Var.Name+"_len", loop.IntType.Array())
		}
	})
	if len(l.lens) == 0 {
		return false
	}
	loop.Walk(f.Body, l.name)
	loop.Walk(f.Body, l.look)
	for _, r := range f.Results {
		l.uses(r)
	}
	if len(l.lens) == 0 {
		return false
	}
	f.Body = l.block(f.Body)
	for i, e := range f.Results {
		f.Results[i] = l.expr(e)
	}
	return true
}

type rowLengther struct {
	lens map[*loop.Var]*loop.Var // what stands for arrays of rows of which only lengths are wanted
	rows map[*loop.Var]*loop.Var // names of rows, and the arrays that they are of
}

// name notes the names of rows.
func (l *rowLengther) name(s loop.Stmt) {
	if let, ok := s.(*loop.Let); ok && l.isRow(let.Rhs) {
		l.rows[let.Var] = let.Rhs.Args[0].Var
	}
}

// isRow reports whether e is a row of one of the arrays.
func (l *rowLengther) isRow(e *loop.Expr) bool {
	return isRow(e) && l.lens[e.Args[0].Var] != nil
}

// look leaves out the arrays that a statement uses otherwise.
func (l *rowLengther) look(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		if l.rows[s.Var] != nil {
			l.uses(s.Rhs.Args[1])
			return
		}
	case *loop.Assign:
		for k, x := range s.Lhs {
			l.uses(s.Rhs[k])
			if l.isRow(x) {
				l.uses(x.Args[1])
			} else {
				l.uses(x)
			}
		}
		return
	case *loop.Append:
		l.uses(loop.Use(s.Var))
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { l.uses(*e) })
}

// uses leaves out the arrays that an expression asks for more than lengths.
func (l *rowLengther) uses(e *loop.Expr) {
	if e.Kind == loop.VarExpr {
		delete(l.lens, e.Var)
		delete(l.lens, l.rows[e.Var])
		return
	}
	if e.Kind == loop.LenExpr {
		if x := e.Args[0]; x.Kind == loop.VarExpr {
			return
		} else if l.isRow(x) {
			l.uses(x.Args[1])
			return
		}
	}
	for _, x := range e.Args {
		l.uses(x)
	}
}

func (l *rowLengther) block(b []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(b))
	for _, s := range b {
		switch t := s.(type) {
		case *loop.Alloc:
			if n := l.lens[t.Var]; n != nil {
				s = &loop.Alloc{Var: n, Dims: t.Dims}
			}
		case *loop.Let:
			if g := l.rows[t.Var]; l.lens[g] != nil {
				n := loop.NewVar(t.Var.Name+"_len", loop.IntType)
				s = &loop.Let{Var: n, Rhs: loop.Index(loop.Use(l.lens[g]), t.Rhs.Args[1])}
				l.lens[t.Var] = n
			}
		case *loop.Assign:
			for k, x := range t.Lhs {
				if isRow(x) && l.lens[x.Args[0].Var] != nil {
					t.Lhs[k], t.Rhs[k] = loop.Index(loop.Use(l.lens[x.Args[0].Var]), x.Args[1]), length(t.Rhs[k])
				}
			}
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = l.expr(*e) })
		loop.Blocks(s, func(in *[]loop.Stmt) { *in = l.block(*in) })
		out = append(out, s)
	}
	return out
}

// length is the length of a row.
func length(x *loop.Expr) *loop.Expr {
	if x.IsNilConst() {
		return loop.IntConst(0)
	}
	return loop.Len(x)
}

// expr has lengths for those of rows.
func (l *rowLengther) expr(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.LenExpr {
		switch x := e.Args[0]; {
		case x.Kind == loop.VarExpr && l.rows[x.Var] != nil && l.lens[x.Var] != nil:
			return loop.Use(l.lens[x.Var])
		case x.Kind == loop.VarExpr && l.lens[x.Var] != nil:
			return loop.Len(loop.Use(l.lens[x.Var]))
		case isRow(x) && l.lens[x.Args[0].Var] != nil:
			return loop.Index(loop.Use(l.lens[x.Args[0].Var]), l.expr(x.Args[1]))
		}
	}
	return e.MapArgs(l.expr)
}
