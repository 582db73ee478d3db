package wasmbackend

import (
	"math/bits"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// laneTimes is how many iterations of a loop with pairs of statements stand one after the other: their bounds are
// checked once.
const laneTimes = 4

// laneLoop writes an innermost loop with pairs of statements (package vectors) several iterations at a time, if all
// that it does is surely done.
func (e *emitter) laneLoop(s *loop.For) bool {
	if s.Down || !e.hasPairs(s.Body) || s.N.IsConst() && s.N.I < 2*laneTimes || !e.countable(s) || facts.MayFail(s) {
		return false
	}
	for _, t := range s.Body {
		switch t.(type) {
		case *loop.Let, *loop.AddTo, *loop.Assign:
		default:
			return false
		}
	}
	n, done := e.temp(encode.I32)
	defer done()
	e.int32(s.N)
	e.set(n)
	e.breakable(s, n, nil, func() { e.inLanes(s, n) })
	return true
}

// countable reports whether the iterations of a loop are counted in 32 bits, and has it so. Rows that run together
// (pass interleave) are multiples of a quotient. That all variables were kept in 32 bits for such a reason would cost
// more than it gives.
func (e *emitter) countable(s *loop.For) bool {
	n := e.ranges.Sharper.Expr(s.N)
	if n.Narrow() && !e.ranges.Of(s.Var).Narrow() {
		e.ranges.Know(s.Var, facts.Interval{Lo: 0, Hi: max(n.Hi-1, 0)})
	}
	return n.Narrow()
}

// inLanes writes the loop, of n iterations, a local.
func (e *emitter) inLanes(s *loop.For, n int) {
	cs := e.cursors(s)
	order, index := e.order, e.indexes
	if e.ranges.Expr(s.N).Lo < 1 {
		e.get(n)
		e.i32(0)
		e.op(encode.I32GtS)
		e.open(encode.If, encode.Empty)
		defer e.close()
	}
	k, doneK := e.temp(encode.I32)
	defer doneK()
	narrow := e.isNarrow(s.Var)
	at := e.declare(s.Var).parts[0]
	if narrow {
		e.i32(0)
	} else {
		e.i64(0)
	}
	e.set(at)
	outer, outerAt, outerIndex := e.cursor, e.at, e.indexOf
	e.startCursors(cs, order, at, narrow, true)
	e.chargeLoop(len(order), func() { e.get(n) })
	e.cursor, e.at, e.indexOf, e.laneOrder = cs, s.Var, index, order
	e.loops++
	e.get(n)
	e.i32(bits.TrailingZeros(laneTimes))
	e.op(encode.I32ShrU)
	e.tee(k)
	e.open(encode.If, encode.Empty)
	e.open(encode.Loop, encode.Empty)
	top := e.depth
	reads := e.several(s, laneTimes, at, narrow)
	e.get(k)
	e.i32(1)
	e.op(encode.I32Sub)
	e.tee(k)
	e.again(top)
	e.close()
	e.close()
	for times := laneTimes / 2; times > 0; times /= 2 {
		e.get(n)
		e.i32(times)
		e.op(encode.I32And)
		e.open(encode.If, encode.Empty)
		reads += e.several(s, times, at, narrow)
		e.close()
	}
	if reads != 0 && reads != 2*laneTimes-1 { // some would read what others have not moved on
		failf("only %d copies of a loop in lanes read %s", reads, s.Var.Name)
	}
	e.loops--
	e.cursor, e.at, e.indexOf = outer, outerAt, outerIndex
	for _, v := range order {
		if c := cs[v]; c != nil {
			e.locals.give(c.local)
		}
	}
	e.release(s.Var)
}

// several writes as many iterations, and moves the cursors. It is how many of them read the variable of the loop: all
// or none, since only those move it on.
func (e *emitter) several(s *loop.For, times, at int, narrow bool) (reads int) {
	if times > 1 {
		ends := map[*loop.Var]int64{}
		for _, t := range s.Body {
			loop.Operands(t, func(x **loop.Expr, _ bool) {
				facts.Surely(*x, func(x *loop.Expr) {
					if k, end, ok := e.reachOf(x); ok && k.Cursor {
						ends[k.Array] = max(ends[k.Array], end)
					}
				})
			})
		}
		for _, v := range e.cursorOrder() {
			if ends[v] == 0 { // only where a condition holds: the array may be shorter
				continue
			}
			c := e.cursor[v]
			e.get(c.local)
			e.load(encode.I32Load8U, ends[v]+int64(times-1)*c.Size*c.Stride-1)
			e.op(encode.Drop)
		}
	}
	body, others := e.mentioned(s.Body)
	for k := range times {
		for _, v := range e.cursorOrder() {
			e.cursor[v].ahead = int64(k) * e.cursor[v].Size * e.cursor[v].Stride
		}
		begin := len(e.code)
		e.block(body)
		for _, t := range others {
			e.dead.After(t, e.release)
		}
		if !e.readsFrom(begin, at) {
			continue // the cursors stand for it
		}
		reads++
		e.get(at)
		if narrow {
			e.i32(1)
			e.op(encode.I32Add)
		} else {
			e.i64(1)
			e.op(encode.I64Add)
		}
		e.set(at)
	}
	for _, v := range e.cursorOrder() {
		c := e.cursor[v]
		c.ahead = 0
		e.get(c.local)
		e.i32(times * int(c.Size*c.Stride))
		e.op(encode.I32Add)
		e.set(c.local)
	}
	return reads
}

// readsFrom reports whether code from begin on reads a local. Its first instruction may do so by what stood before it:
// a set that a get follows is a tee.
func (e *emitter) readsFrom(begin, local int) bool {
	reads := func(i encode.Instr, op encode.Op) bool { return i.Op == op && i.A == int64(local) }
	return begin > 0 && reads(e.code[begin-1], encode.LocalTee) ||
		slices.ContainsFunc(e.code[begin:], func(i encode.Instr) bool { return reads(i, encode.LocalGet) })
}

// mentioned is the body of a loop, which cannot fail, without the ints that nothing mentions but indices for which
// cursors stand; others are the statements that declare those.
func (e *emitter) mentioned(body []loop.Stmt) (out, others []loop.Stmt) {
	used := map[*loop.Var]bool{}
	var visit func(x *loop.Expr)
	visit = func(x *loop.Expr) {
		if x.Kind == loop.VarExpr {
			used[x.Var] = true
		}
		if x.Kind == loop.IndexExpr {
			if k, _, ok := e.reachOf(x); ok && k.Cursor {
				return
			}
		}
		for _, a := range x.Args {
			visit(a)
		}
	}
	for _, s := range slices.Backward(body) {
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.IntType && !used[l.Var] {
			others = append(others, s)
			continue
		}
		loop.Operands(s, func(x **loop.Expr, _ bool) { visit(*x) })
		out = append(out, s)
	}
	slices.Reverse(out)
	return out, others
}

// cursorOrder are the arrays with cursors, in a fixed order.
func (e *emitter) cursorOrder() []*loop.Var {
	var out []*loop.Var
	for _, v := range e.laneOrder {
		if e.cursor[v] != nil {
			out = append(out, v)
		}
	}
	return out
}
