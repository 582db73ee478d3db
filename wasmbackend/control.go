package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

func (e *emitter) forLoop(s *loop.For) {
	if e.vectorLoop(s) || e.laneLoop(s) || !e.hasPairs(s.Body) && e.pairLoop(s) {
		return
	}
	e.singles(s)
}

// singles writes a loop of one iteration after the other.
func (e *emitter) singles(s *loop.For) {
	given := e.marks(e.plan.Released[s])
	work := e.workOf(s)
	cs := e.cursors(s)
	order, records := e.order, e.recordLoop(s, cs)
	var rows rowCursors
	if records == nil {
		rows = e.rowCursors(s)
	}
	e.counted(s.Var, s.N, s.Down, work, cs, rows, func() {
		if work == heavy {
			e.charge(func() { e.i32(e.turn(s.Body)) })
		}
		if records != nil {
			e.open(encode.Block, encode.Empty)
			e.passOver(records, cs, order, e.depth)
			defer e.close()
		}
		e.block(s.Body)
		e.giveBack(given)
	})
	e.unmark(given)
}

// counted runs body for i from 0 to n-1, or down. A tight loop is run in pieces of as many iterations as there may be
// between two calls of the host.
func (e *emitter) counted(i *loop.Var, n *loop.Expr, down bool, counting work, cs map[*loop.Var]*cursor,
	rows rowCursors, body func()) {
	order, index, pieces := e.order, e.indexes, counting == tight
	r := e.ranges.Expr(n)
	t, add, sub, gt, lt := encode.I64, encode.I64Add, encode.I64Sub, encode.I64GtS, encode.I64LtS
	number := func(k int) { e.i64(int64(k)) }
	narrow := e.isNarrow(i)
	if narrow {
		t, add, sub, gt, lt, number = encode.I32, encode.I32Add, encode.I32Sub, encode.I32GtS, encode.I32LtS, e.i32
	}
	put := func() { e.value(n, narrow) }
	limit := -1
	if !n.IsConst() && !(down && r.Lo > 0) &&
		!(n.Kind == loop.VarExpr && e.steady(n.Var) && e.storageOf(n.Var).narrow == narrow) {
		limit = e.locals.take(t, "")
		e.value(n, narrow)
		e.set(limit)
		put = func() { e.get(limit) }
	}
	at := e.declare(i).parts[0]
	if r.Lo < 1 {
		put()
		number(0)
		e.op(gt)
		e.open(encode.If, encode.Empty)
	}
	if down {
		put()
	} else {
		number(0)
	}
	e.set(at)
	if len(cs) > 0 {
		outer, outerAt, outerIndex := e.cursor, e.at, e.indexOf
		e.startCursors(cs, order, at, narrow, !down)
		e.cursor, e.at, e.indexOf = cs, i, index
		defer func() {
			e.cursor, e.at, e.indexOf = outer, outerAt, outerIndex
			for _, v := range order { // in a fixed order: locals are given out again in the one in which they came back
				if c := cs[v]; c != nil {
					e.locals.give(c.local)
				}
			}
		}()
	}
	if len(rows.order) > 0 {
		outer := e.views
		e.startRows(rows)
		e.views = rows
		defer func() {
			e.views = outer
			e.endRows(rows)
		}()
	}
	if counting == heavy {
		e.rest()
	}
	e.loops++
	end := put // of the piece
	var next int
	if pieces {
		e.open(encode.Loop, encode.Empty)
		next = e.depth
		stop := e.locals.take(t, "")
		defer e.locals.give(stop)
		e.piece(at, stop, t, down, put)
		end = func() { e.get(stop) }
	}
	e.open(encode.Loop, encode.Empty)
	top := e.depth
	if down {
		e.get(at)
		number(1)
		e.op(sub)
		e.set(at)
		e.moveCursors(cs, order, true)
		e.moveRows(rows, true)
	}
	body()
	if !down {
		e.moveCursors(cs, order, false)
		e.moveRows(rows, false)
	}
	ne := map[bool]encode.Op{true: encode.I32Ne, false: encode.I64Ne}[narrow]
	e.get(at)
	switch {
	case down && pieces:
		end()
		e.op(ne)
	case down && narrow:
	case down:
		number(0)
		e.op(ne)
	default:
		number(1)
		e.op(add)
		e.tee(at)
		end()
		e.op(lt)
	}
	e.again(top)
	e.close()
	if pieces {
		e.get(at)
		if down {
			number(0)
		} else {
			put()
		}
		e.op(ne)
		e.again(next)
		e.close()
	}
	e.loops--
	if r.Lo < 1 {
		e.close()
	}
	e.release(i)
	if limit >= 0 {
		e.locals.give(limit)
	}
}

// steady reports whether a variable is not assigned after its declaration.
func (e *emitter) steady(v *loop.Var) bool { return !e.fn.Assigned.Has(v) }

// again branches to the beginning of the loop that was opened when the depth became d, if the i32 on the stack is not
// 0. It is no br_if: the compiler of wazero 1.12 splits that edge, and then makes a number of the comparison before it
// and tests that.
func (e *emitter) again(d int) {
	e.open(encode.If, encode.Empty)
	e.leave(encode.Br, d)
	e.close()
}

// when runs body where a condition holds. The compiler of wazero makes numbers of the sides of an "and", so that each
// has a branch of its own there.
func (e *emitter) when(cond *loop.Expr, body func()) {
	if e.checked() && cond.Kind == loop.PrimExpr && cond.Prim.Name == "and" {
		e.when(cond.Args[0], func() { e.when(cond.Args[1], body) })
		return
	}
	e.bool(cond)
	e.open(encode.If, encode.Empty)
	body()
	e.close()
}

// while tests between its head and its body.
func (e *emitter) while(s *loop.While) {
	given := e.marks(e.plan.Released[s])
	e.loops++
	again := func(top int) { e.leave(encode.Br, top) }
	tight, done := e.opt.Yield && facts.Innermost(s.Head) && facts.Innermost(s.Body), func() {}
	if tight {
		again, done = e.counting()
	}
	e.open(encode.Loop, encode.Empty)
	top := e.depth
	if e.opt.Yield && !tight {
		e.charge(func() { e.i32(e.turn(s.Head, s.Body)) })
	}
	e.block(s.Head)
	e.when(s.Cond, func() {
		e.block(s.Body)
		e.giveBack(given)
		again(top)
	})
	e.loops--
	e.close()
	done()
	e.unmark(given)
}
