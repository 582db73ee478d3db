package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// The compiler of wazero checks the bounds of an access unless one that it has checked before, in the same block or one
// that dominates it, began at the same address and reached as far. So the farthest of the accesses that a block makes
// from one address comes first, as a load that nothing uses: of that only the check is left. Other engines do not
// check, and get none.

// checked reports whether the module is for an engine that checks bounds with instructions: wazero, which runs those
// that yield. What such modules have that others have not is longer and saves checks.
func (p *program) checked() bool { return p.opt.Yield }

// A base is the address that accesses share: that of an array, a cursor's, or that of the element of an array at a
// variable (anchor.go).
type base struct {
	array  *loop.Var
	cursor bool
	at     *loop.Var // what is multiplied by scale, in bytes; nil for 0
	scale  int64
}

// A touch is due before a statement.
type touch struct {
	base
	end   int64 // bytes behind the address
	check bool  // whether the first access does not reach as far
}

// touches are, by statement of a block, the checks that are worth while: of what the statement or one that follows it
// accesses in any case. What can fail may keep a later access from memory that is not there.
func (e *emitter) touches(b []loop.Stmt) map[int][]touch {
	if !e.checked() {
		return nil
	}
	type reach struct {
		at         int
		first, end int64
		times      int
	}
	var out map[int][]touch
	known := map[base]*reach{}
	var order []base
	flush := func() {
		for _, k := range order {
			if r := known[k]; r.end > r.first || r.times > 1 && k.at != nil {
				if out == nil {
					out = map[int][]touch{}
				}
				out[r.at] = append(out[r.at], touch{k, r.end, r.end > r.first})
			}
		}
		clear(known)
		order = order[:0]
	}
	for i, s := range b {
		if facts.MayFail(s) {
			flush()
			continue
		}
		if _, ok := s.(*loop.While); ok {
			continue
		}
		visit := func(x *loop.Expr) {
			k, end, ok := e.reachOf(x)
			if !ok {
				return
			}
			if r := known[k]; r != nil {
				r.end = max(r.end, end)
				r.times++
				return
			}
			known[k] = &reach{i, end, end, 1}
			order = append(order, k)
		}
		loop.Operands(s, func(x **loop.Expr, _ bool) { facts.Surely(*x, visit) })
	}
	flush()
	return out
}

// reachOf is where an access to an element begins, if that is in a local, and where it ends.
func (e *emitter) reachOf(x *loop.Expr) (k base, end int64, ok bool) {
	a := x.Args[0]
	if a.Kind != loop.VarExpr || a.Var.Flat != nil || e.fn.Assigned.Has(a.Var) || e.grown[a.Var] {
		return base{}, 0, false
	}
	size := sizeOf(x.Type)
	if c := e.cursor[e.view.SliceOf(a.Var)]; c != nil {
		if o, ok := e.offset(x.Args[1], c); ok && o*size >= c.bias {
			return base{array: e.view.SliceOf(a.Var), cursor: true}, o*size - c.bias + size + c.ahead, true
		}
	}
	if i := x.Args[1]; i.IsConst() && i.I >= 0 && i.I < 1<<16 {
		return base{array: a.Var}, (i.I + 1) * size, true
	}
	k, offset, ok := e.anchored(x)
	return k, offset + size, ok
}

// touch writes the checks of a statement of a block whose anchors begin at from.
func (e *emitter) touch(ts []touch, from int) {
	for _, t := range ts {
		switch {
		case t.cursor:
			e.get(e.cursor[t.array].local)
		case t.at != nil:
			local, ok := e.anchor(t.base, from)
			if !ok || !t.check {
				continue
			}
			e.get(local)
		case !e.declared(t.array) || e.storageOf(t.array).isTable:
			continue
		default:
			e.get(e.storageOf(t.array).parts[0])
		}
		e.load(encode.I32Load8U, t.end-1)
		e.op(encode.Drop)
	}
}
