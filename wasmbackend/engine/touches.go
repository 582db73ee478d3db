package engine

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// The compiler of wazero checks the bounds of an access unless one that it has checked before, in the same block or one
// that dominates it, began at the same address and reached as far. So the farthest of the accesses that a block makes
// from one address comes first, as a load that nothing uses: of that only the check is left. Other engines do not
// check, and get none.

// A Base is the address that accesses share: that of an array, a cursor's, or that of the element of an array at a
// variable.
type Base struct {
	Array  *loop.Var
	Cursor bool
	At     *loop.Var // what is multiplied by scale, in bytes; nil for 0
	Scale  int64
}

// A Touch is due before a statement.
type Touch struct {
	Base
	End   int64 // bytes after the address
	Check bool  // whether the first access does not reach as far
}

// Touches are, by statement of a block, the checks that are worth while: of what the statement or one that follows it
// accesses in any case. reachOf is where an access begins, if that is in a local, and where it ends. What can fail may
// keep a later access from memory that is not there.
func Touches(b []loop.Stmt, reachOf func(*loop.Expr) (k Base, end int64, ok bool)) map[int][]Touch {
	type reach struct {
		at         int
		first, end int64
		times      int
	}
	var out map[int][]Touch
	known := map[Base]*reach{}
	var order []Base
	flush := func() {
		for _, k := range order {
			if r := known[k]; r.end > r.first || r.times > 1 && k.At != nil {
				if out == nil {
					out = map[int][]Touch{}
				}
				out[r.at] = append(out[r.at], Touch{k, r.end, r.end > r.first})
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
			k, end, ok := reachOf(x)
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
