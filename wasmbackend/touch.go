package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// checked reports whether the module is for an engine that checks bounds with instructions: wazero, which runs those
// that yield. What such modules have that others have not is longer and saves checks.
func (p *program) checked() bool { return p.opt.Yield }

// touches are, by statement of a block, the checks of bounds that are worth while (package engine).
func (e *emitter) touches(b []loop.Stmt) map[int][]engine.Touch {
	if !e.checked() {
		return nil
	}
	return engine.Touches(b, e.reachOf)
}

// reachOf is where an access to an element begins, if that is in a local, and where it ends.
func (e *emitter) reachOf(x *loop.Expr) (k engine.Base, end int64, ok bool) {
	a := x.Args[0]
	if a.Kind != loop.VarExpr || a.Var.Flat != nil || e.fn.Assigned.Has(a.Var) || e.grown[a.Var] {
		return engine.Base{}, 0, false
	}
	size := facts.SizeOf(x.Type)
	if c := e.cursor[e.view.SliceOf(a.Var)]; c != nil {
		if o, ok := e.offset(x.Args[1], c); ok && o*size >= c.Bias {
			return engine.Base{Array: e.view.SliceOf(a.Var), Cursor: true}, o*size - c.Bias + size + c.ahead, true
		}
	}
	if i := x.Args[1]; i.IsConst() && i.I >= 0 && i.I < 1<<16 {
		return engine.Base{Array: a.Var}, (i.I + 1) * size, true
	}
	k, offset, ok := e.anchored(x)
	return k, offset + size, ok
}

// touch writes the checks of a statement of a block whose anchors begin at from.
func (e *emitter) touch(ts []engine.Touch, from int) {
	for _, t := range ts {
		switch {
		case t.Cursor:
			e.get(e.cursor[t.Array].local)
		case t.At != nil:
			local, ok := e.anchor(t.Base, from)
			if !ok || !t.Check {
				continue
			}
			e.get(local)
		case !e.declared(t.Array) || e.storageOf(t.Array).isTable:
			continue
		default:
			e.get(e.storageOf(t.Array).parts[0])
		}
		e.load(encode.I32Load8U, t.End-1)
		e.op(encode.Drop)
	}
}
