package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// inlines reports whether a call of f is to be replaced by its body.
func (e *emitter) inlines(f *function, math bool) bool {
	if !f.plain || e.inlined+f.Nodes > engine.InlineTotal || e.inlining[f] {
		return false
	}
	if math {
		return f.Nodes <= engine.InlineMath && e.loops > 0
	}
	return f.Nodes <= engine.InlineSmall && len(f.calls) == 0
}

// inline puts the results of a call on the stack by the body of the function. consts are addresses of tables.
func (e *emitter) inline(f *function, args []*loop.Expr, consts []storage) {
	e.inlined += f.Nodes
	bound := make([]storage, len(f.fn.Params))
	var mine []bool // whose locals are to be given back
	for i, q := range f.fn.Params {
		mine = append(mine, false)
		bound[i].here = true
		if i >= len(args) {
			bound[i] = consts[i-len(args)]
			continue
		}
		a := args[i]
		if a.Kind == loop.VarExpr && (e.storageOf(a.Var).isTable || !f.Assigned.Has(q.Var) && a.Type != loop.IntType) {
			bound[i] = e.storageOf(a.Var)
			continue
		}
		mine[i] = true
		e.value(a, false)
		for k, t := range partTypes(q.Var.Type) {
			bound[i].parts = append(bound[i].parts, e.locals.take(t, q.Var.Name+[]string{"", ".len"}[k]))
		}
		e.setVar(bound[i])
	}
	e.inlining[f] = true                          // the arguments may have calls of it too
	shadowed := make([]storage, len(f.fn.Params)) // parts of a function that was taken apart share variables with it
	for i, q := range f.fn.Params {
		at := e.vars.At(q.Var.ID())
		shadowed[i], *at = *at, bound[i]
	}
	fn, ranges, dead, anchors := e.fn, e.ranges, e.dead, e.anchors
	if f.ranges == nil {
		f.ranges, f.dead = f.rangesOf(nil), facts.LastUses(f.fn, 0)
	}
	e.fn, e.ranges, e.dead, e.anchors = f, f.ranges, f.dead, nil // variables are others there
	e.block(f.fn.Body)
	for _, r := range f.fn.Results {
		e.value(r, false)
	}
	e.fn, e.ranges, e.dead, e.anchors = fn, ranges, dead, anchors
	loop.Walk(f.fn.Body, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) {
			if e.declared(v) {
				e.release(v)
			}
		})
	})
	for i, q := range f.fn.Params {
		if mine[i] {
			e.release(q.Var)
		}
		*e.vars.At(q.Var.ID()) = shadowed[i]
	}
	delete(e.inlining, f)
}
