package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
)

// A rowCursor is a local with the address that a slice has in each iteration of an innermost loop (package engine).
type rowCursor struct {
	engine.Row
	local int
}

// rowCursors are those of a loop, in their order.
type rowCursors struct {
	of    map[*loop.Var]*rowCursor
	order []*loop.Var
}

// rowCursors finds the slices.
func (e *emitter) rowCursors(s *loop.For) (out rowCursors) {
	if !e.checked() {
		return out
	}
	for _, r := range engine.Rows(e.view, s) {
		if out.of == nil {
			out.of = map[*loop.Var]*rowCursor{}
		}
		out.of[r.Var] = &rowCursor{Row: r}
		out.order = append(out.order, r.Var)
	}
	return out
}

// startRows sets the cursors before the first iteration.
func (e *emitter) startRows(rs rowCursors) {
	for _, v := range rs.order {
		r := rs.of[v]
		r.local = e.locals.take(encode.I32, v.Name+".at")
		e.arrayPtr(r.From)
		e.set(r.local)
	}
}

// moveRows moves the cursors on by an iteration.
func (e *emitter) moveRows(rs rowCursors, down bool) {
	for _, v := range rs.order {
		r := rs.of[v]
		e.get(r.local)
		if down {
			e.i32(int(-r.Stride))
		} else {
			e.i32(int(r.Stride))
		}
		e.op(encode.I32Add)
		e.set(r.local)
	}
}

// endRows gives back the locals.
func (e *emitter) endRows(rs rowCursors) {
	for _, v := range rs.order {
		e.locals.give(rs.of[v].local)
	}
}
