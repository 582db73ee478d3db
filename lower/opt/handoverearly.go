package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What an exchange of elements looks like once it is placed:
//
//	var a []real = new(len(z))
//	copy(a, z)                      →    var t real = z[j]
//	a[i] = z[j]                          var u real = z[i]
//	a[j] = z[i]                          var a []real = z
//	                                     a[i] = t
//	                                     a[j] = u
//
// While nothing but a, and other arrays that are made in the same way, is stored into, elements of z are what they were
// before the copy, so they can be read there. The statements that are looked at run whenever the copy does, so that no
// element is read that was not read; an error may come earlier than another.

// findEarly finds, for each candidate, the statements behind it whose reads can come before it.
func (h *handovers) findEarly(f *loop.Func) {
	h.early, h.earlyOf = map[*loop.Copy][]loop.Stmt{}, map[loop.Stmt][]*loop.Var{}
	var blocks func(b *[]loop.Stmt)
	blocks = func(b *[]loop.Stmt) {
		for i, s := range *b {
			if c, ok := s.(*loop.Copy); ok && h.copies[c] != nil {
				h.early[c] = h.earlyReads(c, (*b)[max(0, i-handoverWindow):i],
					(*b)[i+1:min(len(*b), i+1+handoverWindow)])
				for _, s := range h.early[c] {
					h.earlyOf[s] = append(h.earlyOf[s], c.Src.Var)
				}
			}
			loop.Blocks(s, blocks)
		}
	}
	blocks(&f.Body)
}

// apart reports whether c copies to new memory, of which z never is a part, from an array that shares none with z. So
// neither the copy nor, if that is handed over, the array itself is memory of z.
func (h *handovers) apart(c *loop.Copy, z *loop.Var) bool {
	return h.copies[c] != nil && !h.in.MayShare(c.Src.Var, z) && !h.in.MayShare(c.Dst.Var, z)
}

// earlyReads are those of the statements behind c, up to the first that is not simple, that read elements of what is
// copied.
func (h *handovers) earlyReads(c *loop.Copy, before, after []loop.Stmt) (out []loop.Stmt) {
	changed := map[*loop.Var]bool{c.Dst.Var: true}
	stored := map[*loop.Var]bool{c.Dst.Var: true} // what may be stored into
	for _, s := range before {
		if o, ok := s.(*loop.Copy); ok && h.apart(o, c.Src.Var) {
			stored[o.Dst.Var] = true
		}
	}
	for _, s := range after {
		var to []*loop.Expr
		switch s := s.(type) {
		case *loop.Alloc:
			changed[s.Var] = true
			continue
		case *loop.Copy:
			if !h.apart(s, c.Src.Var) {
				return out
			}
			changed[s.Dst.Var], stored[s.Dst.Var] = true, true
			continue
		case *loop.Let:
			if facts.Holds(s.Var.Type) {
				return out
			}
			changed[s.Var] = true
		case *loop.Check:
		case *loop.Assign:
			to = s.Lhs
		case *loop.AddTo:
			to = []*loop.Expr{s.Lhs}
		default:
			return out
		}
		reads, ok := false, true
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			if x := *e; x.Kind == loop.VarExpr {
				ok = ok && x.Var != c.Src.Var
				return
			}
			r, good := elementReads(*e, c.Src.Var, changed)
			reads, ok = reads || r, ok && good
		})
		for _, l := range to {
			switch {
			case l.Kind == loop.VarExpr: // an array other than z, by now, may get another name: that changes no memory
				changed[l.Var] = true
			case l.Root() == nil || !stored[l.Root()] || !isElementOf(l, l.Root()):
				return out
			}
		}
		if !ok {
			return out
		}
		if reads {
			out = append(out, s)
		}
	}
	return out
}

// isElementOf reports whether e is a number in the array v, or in a row of it.
func isElementOf(e *loop.Expr, v *loop.Var) bool {
	if facts.Holds(e.Type) {
		return false
	}
	row := e
	for row.Kind == loop.IndexExpr {
		row = row.Args[0]
	}
	return row != e && row.IsVar(v)
}

// eachIndex yields the indices of an element.
func eachIndex(e *loop.Expr, yield func(*loop.Expr)) {
	for ; e.Kind == loop.IndexExpr; e = e.Args[0] {
		yield(e.Args[1])
	}
}

// elementReads says of an expression whether it reads elements of v; ok is false where it does anything else with v, or
// reads elements that were not known, or need not be read, before changed got its values.
func elementReads(e *loop.Expr, v *loop.Var, changed map[*loop.Var]bool) (reads, ok bool) {
	if isElementOf(e, v) {
		known := true
		eachIndex(e, func(i *loop.Expr) {
			known = known && !i.ReadsMemory()
			i.EachVar(func(w *loop.Var) { known = known && w != v && !changed[w] })
		})
		return true, known
	}
	switch {
	case e.Kind == loop.VarExpr:
		return false, e.Var != v
	case e.Kind == loop.LenExpr && e.Args[0].IsVar(v):
		return false, true
	}
	ok = true
	for _, a := range e.Args {
		r, good := elementReads(a, v, changed)
		reads, ok = reads || r, ok && good
	}
	if reads && e.Kind == loop.PrimExpr && (e.Prim == syntax.MustOp("and") || e.Prim == syntax.MustOp("or")) {
		return true, false // an operand that may not be evaluated
	}
	return reads, ok
}

// readEarly makes the statements behind c read variables in place of elements, and declares those.
func (h *handovers) readEarly(c *loop.Copy) (lets []loop.Stmt) {
	var made []*loop.Let
	var use func(e *loop.Expr) *loop.Expr
	use = func(e *loop.Expr) *loop.Expr {
		if !isElementOf(e, c.Src.Var) {
			return e.MapArgs(use)
		}
		for _, l := range made {
			if loop.Equal(l.Rhs, e) {
				return loop.Use(l.Var)
			}
		}
		l := &loop.Let{Var: h.in.Fresh("t", e.Type, nil), Rhs: e}
		made, lets = append(made, l), append(lets, l)
		return loop.Use(l.Var)
	}
	for _, s := range h.early[c] {
		loop.Operands(s, func(e **loop.Expr, _ bool) { *e = use(*e) })
	}
	return lets
}
