package accumulate

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// intoBranches moves the addition of an array that branches choose into the branches:
//
//	if c { … ; w = a } else { … ; w = b };  dst += w
//
// becomes if c { …; dst += a } else { …; dst += b }.
func (sh *shadow) intoBranches(block []loop.Stmt, b int, w whole) ([]loop.Stmt, bool) {
	root := w.dst.Root()
	if root == nil {
		return nil, false
	}
	if sh.zeros(block, b, w) {
		sh.uses[root]--
		return append(block[:b:b], block[b+1:]...), true
	}
	decl, at := -1, -1
	arms := 0
	for i := b - 1; i >= max(0, b-shadowWindow); i-- {
		if n, ok := chooses(block[i], w.src); ok && at < 0 {
			at, arms = i, n
		}
		if l, ok := block[i].(*loop.Let); ok && l.Var == w.src {
			if !l.Rhs.IsNilConst() {
				return nil, false
			}
			decl = i
			break
		}
	}
	if decl < 0 || at < decl || sh.uses[w.src] != arms+1 {
		return nil, false
	}
	v := &view{sh: sh, src: w.src, class: sh.in.Class(root)}
	for _, s := range block[at+1 : b] {
		v.stmt(s)
	}
	v.bad = v.bad || sh.written(block[at+1:b], w.src)
	// In each arm, what follows the choice must leave the destination and the chosen array alone.
	loop.Blocks(block[at], func(arm *[]loop.Stmt) {
		p, x := chosen(*arm, w.src)
		after := &view{sh: sh, src: x.Var, class: sh.in.Class(root)}
		for _, s := range (*arm)[p+1:] {
			after.stmt(s)
		}
		v.bad = v.bad || after.bad || after.adds > 0 || after.added && w.copy || sh.written((*arm)[p+1:], w.src)
	})
	if v.bad || v.added && w.copy || v.declares(w.dst, nil) {
		return nil, false
	}
	loop.Blocks(block[at], func(arm *[]loop.Stmt) {
		p, x := chosen(*arm, w.src)
		old := (*arm)[p].(*loop.Assign)
		rest := &loop.Assign{}
		for i, l := range old.Lhs {
			if !l.IsVar(w.src) {
				rest.Lhs, rest.Rhs = append(rest.Lhs, l), append(rest.Rhs, old.Rhs[i])
			}
		}
		body := append((*arm)[:p:p], w.again(x))
		if len(rest.Lhs) > 0 {
			body = append(body, rest)
		}
		*arm = append(body, (*arm)[p+1:]...)
	})
	sh.uses[root] += arms - 1
	out := append([]loop.Stmt(nil), block[:decl]...)
	out = append(out, block[decl+1:b]...)
	return append(out, block[b+1:]...), true
}

// written reports whether statements write elements of what may be the array v, under any name.
func (sh *shadow) written(stmts []loop.Stmt, v *loop.Var) bool {
	if len(stmts) == 0 {
		return false
	}
	ef := sh.in.Effects(stmts...)
	for t := v.Type; t.IsArray(); {
		if t = t.Elem(); ef.Regions[facts.Region{Class: sh.in.Class(v), Type: t}] {
			return true
		}
	}
	return false
}

// chooses reports whether s is a branch each arm of which assigns a variable to v once, not inside
// another branch or loop; n is the number of arms.
func chooses(s loop.Stmt, v *loop.Var) (n int, ok bool) {
	switch s.(type) {
	case *loop.If, *loop.Switch:
	default:
		return 0, false
	}
	ok = true
	loop.Blocks(s, func(arm *[]loop.Stmt) {
		n++
		_, x := chosen(*arm, v)
		ok = ok && x != nil
	})
	return n, ok
}

// chosen finds the assignment of a variable to v in an arm.
func chosen(arm []loop.Stmt, v *loop.Var) (at int, x *loop.Expr) {
	for i, s := range arm {
		a, ok := s.(*loop.Assign)
		if !ok {
			continue
		}
		for k, l := range a.Lhs {
			if !l.IsVar(v) {
				continue
			}
			if x != nil || a.Rhs[k].Kind != loop.VarExpr {
				return 0, nil
			}
			at, x = i, a.Rhs[k]
		}
	}
	return at, x
}

// zeros reports whether w adds an array of zeros: one that is made and never written.
func (sh *shadow) zeros(block []loop.Stmt, b int, w whole) bool {
	return !w.copy && sh.uses[w.src] == 1 && sh.making(block, b, w) >= 0
}

// again is w for another array.
func (w *whole) again(src *loop.Expr) loop.Stmt {
	if w.copy {
		return &loop.Copy{Dst: w.dst, Src: src}
	}
	lhs, rhs := w.dst, src
	idx := make([]*loop.Var, len(w.dims))
	for k := range w.dims {
		idx[k] = loop.NewVar("i", loop.IntType)
		lhs, rhs = loop.Index(lhs, loop.Use(idx[k])), loop.Index(rhs, loop.Use(idx[k]))
	}
	if w.neg {
		rhs = loop.Prim(syntax.OpNeg, rhs)
	}
	var s loop.Stmt = &loop.AddTo{Lhs: lhs, Rhs: rhs, Free: true}
	for k := len(w.dims) - 1; k >= 0; k-- {
		s = &loop.For{Var: idx[k], N: w.dims[k], Body: []loop.Stmt{s}}
	}
	return s
}
