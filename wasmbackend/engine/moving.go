package engine

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// A Stepping says how an innermost loop accesses an array: at elements whose address moves with the loop, so that no
// access needs to compute it. Engines do not find that.
type Stepping struct {
	// bias is how many bytes the address is from the element at the variable of the loop, not above 0.
	Bias int64
	Size int64 // of an element
	// stride is what the variable is multiplied by in the indices of all accesses.
	Stride int64
}

// A Cursors is what a loop accesses so.
type Cursors struct {
	Arrays map[*loop.Var]*Stepping
	Order  []*loop.Var // of their first use, with some that turned out not to be
	// index are ints of the loop: multiples of its variable and a constant.
	Index map[*loop.Var]Spot
}

// A Spot is the variable of a loop times stride plus c.
type Spot struct{ Stride, C int64 }

// Moving finds the arrays that the body of an innermost loop reads or writes at its variable, plus or minus a
// constant.
func Moving(e *facts.View, s *loop.For) (m Cursors) {
	inner := true
	changed, declared := map[*loop.Var]bool{}, map[*loop.Var]bool{}
	loop.Walk(s.Body, func(t loop.Stmt) {
		switch t := t.(type) {
		case *loop.For, *loop.While:
			inner = false
		case *loop.Append:
			changed[t.Var] = true
		case *loop.Assign:
			for _, l := range t.Lhs {
				if l.Kind == loop.VarExpr {
					changed[l.Var] = true
				}
			}
		}
		loop.Declared(t, func(v *loop.Var) { declared[v] = true })
	})
	if !inner || s.N.IsConst() && s.N.I <= 4 {
		return m
	}
	index := map[*loop.Var]Spot{}
	out := map[*loop.Var]*Stepping{}
	refused := map[*loop.Var]bool{}
	var order []*loop.Var
	var visit func(x *loop.Expr)
	visit = func(x *loop.Expr) {
		for _, a := range x.Args {
			visit(a)
		}
		if x.Kind != loop.IndexExpr || x.Args[0].Kind != loop.VarExpr {
			return
		}
		v := e.SliceOf(x.Args[0].Var)
		at, ok := IndexFrom(x.Args[1], s.Var, index)
		c := at.C
		if !ok || at.Stride != 1 && !e.Checked || v.Flat != nil || x.Args[0].Var.Flat != nil || changed[v] ||
			declared[v] || e.IsTable(v) {
			return
		}
		size := facts.SizeOf(x.Type)
		switch {
		case size == 0 || c*size < -facts.MostBias || c*size > 1<<20:
			refused[v] = true
		case out[v] == nil:
			out[v] = &Stepping{Size: size, Bias: min(0, c*size), Stride: at.Stride}
			order = append(order, v)
		case out[v].Stride != at.Stride:
			refused[v] = true
		default:
			out[v].Bias = min(out[v].Bias, c*size)
		}
	}
	for _, t := range s.Body { // ints that are the variable and a constant
		if l, ok := t.(*loop.Let); ok && l.Var.Type == loop.IntType && !e.Assigned.Has(l.Var) {
			if c, ok := IndexFrom(l.Rhs, s.Var, index); ok {
				index[l.Var] = c
			}
		}
	}
	always := map[*loop.Var]bool{} // that every iteration needs; the others would be moved for nothing
	for _, t := range s.Body {
		before := len(order)
		loop.Operands(t, func(x **loop.Expr, _ bool) { visit(*x) })
		for _, v := range order[before:] {
			always[v] = true
		}
	}
	loop.Walk(s.Body, func(t loop.Stmt) { loop.Operands(t, func(x **loop.Expr, _ bool) { visit(*x) }) })
	order = slices.DeleteFunc(order, func(v *loop.Var) bool { return !always[v] })
	for v := range out {
		if !always[v] {
			delete(out, v)
		}
	}
	for v := range refused {
		delete(out, v)
	}
	return Cursors{out, order, index}
}

// IndexFrom is the spot that an index is, for the variable i of a loop, or that the variable is which it is.
func IndexFrom(x *loop.Expr, i *loop.Var, index map[*loop.Var]Spot) (Spot, bool) {
	if x.Kind == loop.VarExpr {
		if p, ok := index[x.Var]; ok {
			return p, true
		}
		return Spot{1, 0}, x.Var == i
	}
	if x.Kind != loop.PrimExpr || len(x.Args) != 2 || !x.Args[1].IsConst() {
		return Spot{}, false
	}
	p, ok := IndexFrom(x.Args[0], i, index)
	c := x.Args[1].I
	if !ok || c < -1<<20 || c > 1<<20 {
		return Spot{}, false
	}
	switch x.Prim.Name {
	case "iadd":
		p.C += c
	case "isub":
		p.C -= c
	case "imul":
		if c < 1 || c > 64 || p.Stride > 64 {
			return Spot{}, false
		}
		p.Stride, p.C = p.Stride*c, p.C*c
	default:
		return Spot{}, false
	}
	return p, p.C >= -1<<20 && p.C <= 1<<20
}
