package wasmbackend

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// A cursor is a local with the address of the element of an array at the variable of the loop around, plus a number of
// bytes: it moves with the loop, so that an access computes no address.
type cursor struct {
	local int
	bias  int64 // an access at i + c is at the local plus c·size - bias
	size  int64
	// stride is what the variable is multiplied by in the indices of all accesses.
	stride int64
	ahead  int64 // bytes that the iteration in work is ahead of the local
}

// A spot is the variable of a loop times stride plus c.
type spot struct{ stride, c int64 }

// cursors finds the arrays that the body of an innermost loop reads or writes at its variable, plus or minus a
// constant.
func (e *emitter) cursors(s *loop.For) map[*loop.Var]*cursor {
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
		return nil
	}
	index := map[*loop.Var]spot{}
	out := map[*loop.Var]*cursor{}
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
		v := e.view.SliceOf(x.Args[0].Var)
		at, ok := indexFrom(x.Args[1], s.Var, index)
		c := at.c
		if !ok || at.stride != 1 && !e.checked() || v.Flat != nil || x.Args[0].Var.Flat != nil || changed[v] ||
			declared[v] || e.storageOf(v).isTable {
			return
		}
		size := facts.SizeOf(x.Type)
		switch {
		case size == 0 || c*size < -vectors.MostBias || c*size > 1<<20:
			refused[v] = true
		case out[v] == nil:
			out[v] = &cursor{size: size, bias: min(0, c*size), stride: at.stride}
			order = append(order, v)
		case out[v].stride != at.stride:
			refused[v] = true
		default:
			out[v].bias = min(out[v].bias, c*size)
		}
	}
	for _, t := range s.Body { // ints that are the variable and a constant
		if l, ok := t.(*loop.Let); ok && l.Var.Type == loop.IntType && e.steady(l.Var) {
			if c, ok := indexFrom(l.Rhs, s.Var, index); ok {
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
	e.order, e.indexes = order, index
	return out
}

// offset is c if an index is the variable of the loop that the cursors belong to, times the stride of one, plus c.
func (e *emitter) offset(x *loop.Expr, at *cursor) (int64, bool) {
	p, ok := indexFrom(x, e.at, e.indexOf)
	return p.c, ok && p.stride == at.stride
}

// indexFrom is the spot that an index is, for the variable i of a loop, or that the variable is which it is.
func indexFrom(x *loop.Expr, i *loop.Var, index map[*loop.Var]spot) (spot, bool) {
	if x.Kind == loop.VarExpr {
		if p, ok := index[x.Var]; ok {
			return p, true
		}
		return spot{1, 0}, x.Var == i
	}
	if x.Kind != loop.PrimExpr || len(x.Args) != 2 || !x.Args[1].IsConst() {
		return spot{}, false
	}
	p, ok := indexFrom(x.Args[0], i, index)
	c := x.Args[1].I
	if !ok || c < -1<<20 || c > 1<<20 {
		return spot{}, false
	}
	switch x.Prim.Name {
	case "iadd":
		p.c += c
	case "isub":
		p.c -= c
	case "imul":
		if c < 1 || c > 64 || p.stride > 64 {
			return spot{}, false
		}
		p.stride, p.c = p.stride*c, p.c*c
	default:
		return spot{}, false
	}
	return p, p.c >= -1<<20 && p.c <= 1<<20
}

// startCursors sets the cursors before the first iteration: for the value of the loop variable that the local at has,
// or for 0.
func (e *emitter) startCursors(cs map[*loop.Var]*cursor, order []*loop.Var, at int, narrow, zero bool) {
	for _, v := range order {
		c := cs[v]
		if c == nil {
			continue
		}
		c.local = e.locals.take(encode.I32, v.Name+".at")
		e.arrayPtr(loop.Use(v))
		if !zero {
			e.get(at)
			if !narrow {
				e.op(encode.I32WrapI64)
			}
			if step := c.size * c.stride; step != 1 {
				e.i32(int(step))
				e.op(encode.I32Mul)
			}
			e.op(encode.I32Add)
		}
		switch {
		case c.bias != 0:
			e.i32(int(c.bias))
			e.op(encode.I32Add)
		case zero:
			e.own()
		}
		e.set(c.local)
	}
}

// moveCursors moves the cursors by one element.
func (e *emitter) moveCursors(cs map[*loop.Var]*cursor, order []*loop.Var, down bool) {
	for _, v := range order {
		if c := cs[v]; c != nil {
			e.get(c.local)
			if down {
				e.i32(int(-c.size * c.stride))
			} else {
				e.i32(int(c.size * c.stride))
			}
			e.op(encode.I32Add)
			e.set(c.local)
		}
	}
}
