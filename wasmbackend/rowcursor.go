package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// A rowCursor is a local with the address that a slice has in each iteration of an innermost loop: one that begins at a
// multiple of the variable of the loop, and at what does not change, moves with the loop. wazero would compute it anew,
// an instruction for each operation.
//
//	for i < n {
//	  var a []real = x[(t + i) * 3:+3]
type rowCursor struct {
	local  int
	stride int64      // bytes
	from   *loop.Expr // the slice, by what does not change and the variable of the loop
}

// rowCursors are those of a loop, in their order.
type rowCursors struct {
	of    map[*loop.Var]*rowCursor
	order []*loop.Var
}

// rowCursors finds the slices.
func (e *emitter) rowCursors(s *loop.For) (out rowCursors) {
	if !e.checked() || !facts.Innermost(s.Body) {
		return out
	}
	l := &linear{e: e, loop: s.Var, defs: map[*loop.Var]*loop.Expr{}, changes: map[*loop.Var]bool{}}
	loop.Walk(s.Body, func(t loop.Stmt) {
		loop.Declared(t, func(v *loop.Var) { l.changes[v] = true })
		switch t := t.(type) {
		case *loop.Append:
			l.changes[t.Var] = true
		case *loop.AddTo:
			if t.Lhs.Kind == loop.VarExpr {
				l.changes[t.Lhs.Var] = true
			}
		case *loop.Assign:
			for _, x := range t.Lhs {
				if x.Kind == loop.VarExpr {
					l.changes[x.Var] = true
				}
			}
		}
	})
	for _, t := range s.Body {
		t, ok := t.(*loop.Let)
		if !ok || !e.steady(t.Var) {
			continue
		}
		if t.Var.Type == loop.IntType {
			l.defs[t.Var] = t.Rhs
			continue
		}
		x := t.Rhs
		if x.Kind != loop.SliceExpr || x.Args[0].Kind != loop.VarExpr || l.changes[x.Args[0].Var] ||
			x.Args[0].Var.Flat != nil || e.grown[t.Var] ||
			e.storageOf(x.Args[0].Var).isTable || t.Var.Flat != nil {
			continue
		}
		c, from, ok := l.read(x.Args[1], 0)
		if !ok || c == 0 || from.Size < 3 { // an addition or two are as cheap
			continue
		}
		if out.of == nil {
			out.of = map[*loop.Var]*rowCursor{}
		}
		out.of[t.Var] = &rowCursor{stride: c * sizeOf(x.Type.Elem()), from: loop.Slice(x.Args[0], from, x.Args[2])}
		out.order = append(out.order, t.Var)
	}
	return out
}

// linear reads ints as multiples of the variable of a loop, and what does not change in it.
type linear struct {
	e       *emitter
	loop    *loop.Var
	defs    map[*loop.Var]*loop.Expr // of ints that every iteration declares
	changes map[*loop.Var]bool
}

// read is the factor of the variable in x, and x without variables that the loop declares.
func (l *linear) read(x *loop.Expr, depth int) (factor int64, from *loop.Expr, ok bool) {
	const most = 1 << 20
	switch x.Kind {
	case loop.ConstExpr:
		return 0, x, true
	case loop.VarExpr:
		if x.Var == l.loop {
			return 1, x, true
		}
		if d := l.defs[x.Var]; d != nil && depth < 8 {
			return l.read(d, depth+1)
		}
		return 0, x, !l.changes[x.Var] && l.e.declared(x.Var)
	case loop.PrimExpr:
		if len(x.Args) != 2 {
			return 0, nil, false
		}
		a, p, okA := l.read(x.Args[0], depth+1)
		b, q, okB := l.read(x.Args[1], depth+1)
		if !okA || !okB {
			return 0, nil, false
		}
		switch x.Prim.Name {
		case "iadd":
			factor = a + b
		case "isub":
			factor = a - b
		case "imul":
			switch {
			case a == 0 && b == 0:
			case q.IsConst() && q.I > -most && q.I < most:
				factor = a * q.I
			case p.IsConst() && p.I > -most && p.I < most:
				factor = b * p.I
			default:
				return 0, nil, false
			}
		default:
			return 0, nil, false
		}
		if factor < -most || factor > most {
			return 0, nil, false
		}
		return factor, loop.Prim(x.Prim, p, q), true
	}
	return 0, nil, false
}

// startRows sets the cursors before the first iteration.
func (e *emitter) startRows(rs rowCursors) {
	for _, v := range rs.order {
		r := rs.of[v]
		r.local = e.locals.take(encode.I32, v.Name+".at")
		e.arrayPtr(r.from)
		e.set(r.local)
	}
}

// moveRows moves the cursors on by an iteration.
func (e *emitter) moveRows(rs rowCursors, down bool) {
	for _, v := range rs.order {
		r := rs.of[v]
		e.get(r.local)
		if down {
			e.i32(int(-r.stride))
		} else {
			e.i32(int(r.stride))
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
