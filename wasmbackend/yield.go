package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// YieldName is the name of the function of the host, in [HostModule], that modules with [Options].Yield call after
// about [Budget] iterations of loops: a result other than 0 ends the call with [Cancelled].
const YieldName = "yield"

// Budget is the number of iterations of loops between two calls of the host; of those of short loops there may be eight
// times as many, and a loop on vectors comes to its end before (see unbroken).
const Budget = 1 << 16

// work is how the iterations of a loop are counted.
type work uint8

const (
	light work = iota // not at all: there are few, and what stands around the loop is charged for them ([program.turn])
	tight             // at once, since they are short
	heavy             // one by one
)

// few is the number of iterations up to which a loop without loops in it is light.
const few = 64

func (e *emitter) workOf(s *loop.For) work {
	if !e.opt.Yield {
		return light
	}
	switch {
	case !facts.Innermost(s.Body):
		return heavy
	case s.N.IsConst() && s.N.I <= few:
		return light
	}
	return tight
}

// turn is what an iteration of a loop, or a call of a function, with these statements in it is charged: one, and an
// eighth of the iterations that the short loops in it may have, which nothing counts. So they make the time between two
// calls of the host at most about eight times as long.
func (p *program) turn(blocks ...[]loop.Stmt) int {
	n := 8
	for _, b := range blocks {
		n += p.short(b)
	}
	return min(n/8, Budget)
}

// short is the number of iterations of short loops in a block, outside of loops that count theirs, as far as that can
// be seen.
func (p *program) short(b []loop.Stmt) (n int) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.For:
			switch {
			case !facts.Innermost(s.Body):
			case s.N.IsConst():
				n += int(max(0, min(s.N.I, few)))
			default:
				n += few
			}
		case *loop.While:
		case *loop.Call: // functions that call others are charged for themselves
			if f := p.funcs[s.Func]; f != nil && len(f.calls) == 0 {
				if f.short == 0 {
					f.short = 1 + p.short(s.Func.Body)
				}
				n += f.short - 1
			}
		default:
			loop.Blocks(s, func(b *[]loop.Stmt) { n += p.short(*b) })
		}
		n = min(n, 8*Budget)
	}
	return n
}

// counting begins a loop around a loop that ends when the budget is used up, and then lets the host run: a call inside
// the inner one would keep its variables out of registers. The iterations that are left are in a local. What it gives
// ends an iteration of the loop that was opened when the depth became top, and ends the outer loop. Both ways out of
// the inner loop meet: where what they give a variable differs, that is a new value for the compiler of wazero, and
// only this one goes to the stack for the sake of calls behind the loop. What an iteration gives would go there each
// time.
func (e *emitter) counting() (again func(top int), done func()) {
	left := e.locals.take(encode.I32, "")
	e.open(encode.Loop, encode.Empty)
	next := e.depth
	e.imm(encode.GlobalGet, int64(e.budget))
	e.tee(left)
	e.open(encode.If, encode.Empty)
	e.op(encode.Else)
	e.i32(Budget)
	e.set(left)
	e.call(e.imports[YieldName])
	e.failIf(Cancelled)
	e.close()
	e.open(encode.Block, encode.Empty)
	out := e.depth
	again = func(top int) {
		e.get(left)
		e.i32(1)
		e.op(encode.I32Sub)
		e.tee(left)
		e.again(top)
		e.leave(encode.Br, out)
	}
	return again, func() {
		e.close()
		e.get(left)
		e.imm(encode.GlobalSet, int64(e.budget))
		e.get(left)
		e.op(encode.I32Eqz)
		e.again(next)
		e.close()
		e.locals.give(left)
	}
}

// charge takes a number of iterations, an i32, from the budget, and lets the host run when that is used up. The call
// stands behind the else unless the registers had better be empty (crowded.go).
func (e *emitter) charge(n func()) {
	e.imm(encode.GlobalGet, int64(e.budget))
	n()
	e.op(encode.I32Sub)
	left, done := e.temp(encode.I32)
	e.tee(left)
	e.imm(encode.GlobalSet, int64(e.budget))
	e.get(left)
	done()
	e.i32(0)
	e.unlikely(e.crowded(), encode.I32LeS, encode.I32GtS)
	e.i32(Budget)
	e.imm(encode.GlobalSet, int64(e.budget))
	e.call(e.imports[YieldName])
	e.failIf(Cancelled)
	e.close()
}

// chargeLoop takes the iterations of a loop without loops in it from the budget, an i32, if there are more than a few.
// The loop moves on as many addresses.
func (e *emitter) chargeLoop(addresses int, n func()) {
	n()
	e.i32(few)
	e.unlikely(addresses >= engine.ManyAddresses && e.crowded(), encode.I32GtS, encode.I32LeS)
	e.charge(n)
	e.close()
}

// unbroken is the number of iterations up to which a loop on vectors runs to its end without letting the host run: a
// call around such a loop, between pieces of it, would cost wazero up to an eighth of the time of short ones.
const unbroken = 16 * Budget

// breakable writes the loop s of n iterations, a local, by body, or one by one, in pieces, if there are too many of
// them or a condition, which cond puts on the stack if it is not nil, does not hold.
func (e *emitter) breakable(s *loop.For, n int, cond, body func()) {
	long := e.opt.Yield && e.ranges.Expr(s.N).Hi > unbroken
	if long {
		e.get(n)
		e.i32(unbroken)
		e.op(encode.I32LeS)
	}
	if cond != nil {
		cond()
		if long {
			e.op(encode.I32And)
		}
	}
	if !long && cond == nil {
		body()
		return
	}
	e.open(encode.If, encode.Empty)
	body()
	e.op(encode.Else)
	e.singles(s)
	e.close()
}

// piece sets stop to where the piece of a loop that begins at the local at ends, and charges its iterations.
func (e *emitter) piece(at, stop int, t encode.ValType, down bool, limit func()) {
	sub, add, gt := encode.I32Sub, encode.I32Add, encode.I32GtS
	number := e.i32
	if t == encode.I64 {
		sub, add, gt = encode.I64Sub, encode.I64Add, encode.I64GtS
		number = func(n int) { e.i64(int64(n)) }
	}
	size := func() { // of the piece, in 32 bits
		if down {
			e.get(at)
			e.get(stop)
		} else {
			e.get(stop)
			e.get(at)
		}
		e.op(sub)
		if t == encode.I64 {
			e.op(encode.I32WrapI64)
		}
	}
	if down { // at > Budget ? at - Budget : 0
		e.get(at)
		number(Budget)
		e.op(sub)
		number(0)
		e.get(at)
		number(Budget)
	} else { // limit - at > Budget ? at + Budget : limit
		e.get(at)
		number(Budget)
		e.op(add)
		limit()
		limit()
		e.get(at)
		e.op(sub)
		number(Budget)
	}
	e.op(gt, encode.Select)
	e.set(stop)
	e.chargeLoop(0, size)
}
