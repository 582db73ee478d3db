package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
)

// A cursor is a local with the address of the element of an array at the variable of the loop around, plus a number of
// bytes: it moves with the loop, so that an access computes no address. An access at i + c is at the local plus c·size
// - bias.
type cursor struct {
	engine.Stepping
	local int
	ahead int64 // bytes that the iteration in work is ahead of the local
}

// cursors are those of a loop.
func (e *emitter) cursors(s *loop.For) map[*loop.Var]*cursor {
	m := engine.Moving(e.view, s)
	e.order, e.indexes = m.Order, m.Index
	out := map[*loop.Var]*cursor{}
	for v, a := range m.Arrays {
		out[v] = &cursor{Stepping: *a}
	}
	return out
}

// offset is c if an index is the variable of the loop that the cursors belong to, times the stride of one, plus c.
func (e *emitter) offset(x *loop.Expr, at *cursor) (int64, bool) {
	p, ok := engine.IndexFrom(x, e.at, e.indexOf)
	return p.C, ok && p.Stride == at.Stride
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
			if step := c.Size * c.Stride; step != 1 {
				e.i32(int(step))
				e.op(encode.I32Mul)
			}
			e.op(encode.I32Add)
		}
		switch {
		case c.Bias != 0:
			e.i32(int(c.Bias))
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
				e.i32(int(-c.Size * c.Stride))
			} else {
				e.i32(int(c.Size * c.Stride))
			}
			e.op(encode.I32Add)
			e.set(c.local)
		}
	}
}
