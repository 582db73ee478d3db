package wasmbackend

import (
	"math/bits"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// unclashed puts on the stack whether iterations next to each other do not meet in memory: the places that each pair of
// accesses has in one iteration are the same, or farther from each other than the pairs that an iteration has. Pairs go
// upwards: where the loop goes down, no two of its n iterations may meet.
func (e *emitter) unclashed(cs []vectors.Clash, down bool, n int) {
	for i, c := range cs {
		d, done := e.temp(encode.I32)
		e.arrayPtr(loop.Use(c.Write))
		e.arrayPtr(loop.Use(c.Other))
		e.op(encode.I32Sub)
		if c.Apart != 0 {
			e.i32(int(c.Apart))
			e.op(encode.I32Add)
		}
		e.tee(d)
		e.op(encode.I32Eqz)
		if down { // neither d nor -d is below 8n, without a sign
			e.get(d)
			e.get(n)
			e.i32(3)
			e.op(encode.I32Shl, encode.I32GeU)
			e.i32(0)
			e.get(d)
			e.op(encode.I32Sub)
			e.get(n)
			e.i32(3)
			e.op(encode.I32Shl, encode.I32GeU, encode.I32And)
		} else {
			e.get(d)
			e.i32(31)
			e.op(encode.I32Add)
			e.i32(62)
			e.op(encode.I32GtU)
		}
		e.op(encode.I32Or)
		done()
		if i > 0 {
			e.op(encode.I32And)
		}
	}
}

// pairWriter writes a pairLoop.
type pairWriter struct {
	*emitter
	p *vectors.Loop
	// locals of vectors: variables of the body, those that do not change, sums, what was handed on
	vec   map[*loop.Var]int
	last  map[*loop.Var]int // locals of what the iteration before hands on
	hand  map[*loop.Var]int // locals for vectors of what was handed on, which a pair has from its first use on
	curs  map[*loop.Var]*cursor
	undo  []func()
	given map[*loop.Var]bool
	ahead int64 // bytes from the cursors to the pair in work
	seen  int   // the local with the sum of what is stored to arrays that are watched, or -1
}

// pairLoop writes a loop in pairs, if it can be.
func (e *emitter) pairLoop(s *loop.For) bool {
	p := vectors.Pairs(e.view, s)
	if p == nil {
		return false
	}
	w := &pairWriter{emitter: e, p: p, vec: map[*loop.Var]int{}, last: map[*loop.Var]int{}, hand: map[*loop.Var]int{},
		curs: map[*loop.Var]*cursor{}, given: map[*loop.Var]bool{}, seen: -1}
	n := w.local(encode.I32)
	e.int32(s.N)
	e.set(n)
	var cond func()
	if len(p.Clashes) > 0 {
		cond = func() { e.unclashed(p.Clashes, s.Down, n) }
	}
	e.breakable(s, n, cond, func() {
		if e.ranges.Expr(s.N).Lo < 0 {
			e.get(n)
			e.i32(0)
			e.op(encode.I32GtS)
			e.open(encode.If, encode.Empty)
			defer e.close()
		}
		w.write(n)
	})
	return true
}

func (w *pairWriter) local(t encode.ValType) int {
	i, done := w.temp(t)
	w.undo = append(w.undo, done)
	return i
}

func (w *pairWriter) write(n int) {
	defer func() {
		for _, f := range w.undo {
			f()
		}
	}()
	for _, v := range w.p.Order {
		c := &cursor{Stepping: engine.Stepping{Bias: w.p.Bias[v], Size: 8, Stride: 1}, local: w.local(encode.I32)}
		w.arrayPtr(loop.Use(v))
		if c.Bias != 0 {
			w.i32(int(c.Bias))
			w.op(encode.I32Add)
		} else {
			w.own()
		}
		w.set(c.local)
		w.curs[v] = c
	}
	if w.opt.Yield {
		w.chargeLoop(len(w.p.Order), func() { w.get(n) })
	}
	for _, v := range w.p.Keeps {
		w.vec[v] = w.local(encode.V128)
		w.getReal(v)
		w.op(encode.F64x2Splat)
		w.set(w.vec[v])
	}
	var sums, hands []*loop.Var // in a fixed order
	each := func(v *loop.Var) {
		switch {
		case w.given[v]:
		case w.p.Sums[v]:
			w.given[v] = true
			sums = append(sums, v)
			w.vec[v] = w.local(encode.V128)
			w.code = append(w.code, noTerms)
			w.set(w.vec[v])
		case w.p.Hands[v] != nil:
			w.given[v] = true
			hands = append(hands, v)
			w.last[v], w.hand[v] = w.local(encode.F64), w.local(encode.V128)
			w.get(w.storageOf(v).parts[0])
			w.set(w.last[v])
		}
	}
	for _, t := range w.p.For.Body {
		switch t := t.(type) {
		case *loop.AddTo:
			if t.Lhs.Kind == loop.VarExpr {
				each(t.Lhs.Var)
			}
		case *loop.Assign:
			for _, l := range t.Lhs {
				if l.Kind == loop.VarExpr {
					each(l.Var)
				}
			}
		}
	}
	if slices.ContainsFunc(w.p.Accesses, func(a vectors.Access) bool {
		return a.Write && w.watching != nil && w.watching.arrays[a.Array]
	}) {
		w.seen = w.local(encode.V128)
		w.code = append(w.code, encode.V128Of(0, 0))
		w.set(w.seen)
	}
	w.loop(n, sums)
	if w.seen >= 0 {
		w.get(w.watching.local)
		w.bothLanes(w.seen)
		w.set(w.watching.local)
	}
	for _, v := range sums {
		at := w.storageOf(v).parts[0]
		w.get(at)
		w.bothLanes(w.vec[v])
		w.set(at)
	}
	for _, v := range hands {
		w.get(w.last[v])
		w.set(w.storageOf(v).parts[0])
	}
	w.odd(n)
}

// bothLanes adds the sum of both lanes of a vector to the real on the stack.
func (w *pairWriter) bothLanes(v int) {
	w.get(v)
	w.imm(encode.F64x2ExtractLane, 0)
	w.get(v)
	w.imm(encode.F64x2ExtractLane, 1)
	w.op(encode.F64Add, encode.F64Add)
}

// mostTwice bounds the nodes of a body that stands in a loop for two pairs at a time, whose sums have two accumulators.
// What an iteration hands on is waited for anyway. Where bounds are checked it stands there for four pairs, which are
// checked once, and for eight where there are many addresses and at most mostEach nodes for each of them: what a longer
// body would save is a small part of its time.
const (
	mostTwice = 60
	mostEach  = 9
)

// loop writes the pairs: where the body is small, two in each iteration, and one that may be left.
func (w *pairWriter) loop(n int, sums []*loop.Var) {
	k := w.local(encode.I32)
	nodes := 0
	loop.Walk(w.p.For.Body, func(t loop.Stmt) {
		loop.Operands(t, func(x **loop.Expr, _ bool) { nodes += int((*x).Size) })
	})
	w.get(n)
	if nodes > mostTwice || len(w.p.Hands) > 0 || w.p.For.N.IsConst() && w.p.For.N.I < 8 {
		w.i32(1)
		w.op(encode.I32ShrU)
		w.repeat(k, 1, nil)
		return
	}
	pairs := 2
	if w.checked() && !(w.p.For.N.IsConst() && w.p.For.N.I < 16) {
		pairs = 4
		if nodes <= mostEach*len(w.p.Order) && len(w.p.Order) >= engine.ManyAddresses &&
			!(w.p.For.N.IsConst() && w.p.For.N.I < 32) {
			pairs = 8
		}
	}
	w.i32(bits.TrailingZeros(uint(2 * pairs)))
	w.op(encode.I32ShrU)
	second := map[*loop.Var]int{}
	apart := sums
	if len(sums) >= 4 { // they do not wait for each other as it is
		apart = nil
	}
	for _, v := range apart {
		second[v] = w.local(encode.V128)
		w.code = append(w.code, noTerms)
		w.set(second[v])
	}
	w.repeat(k, pairs, second)
	for left := pairs / 2; left > 1; left /= 2 {
		w.get(n)
		w.i32(2 * left)
		w.op(encode.I32And)
		w.open(encode.If, encode.Empty)
		w.pairsOnce(left, second)
		w.move(left)
		w.close()
	}
	for _, v := range apart {
		w.get(w.vec[v])
		w.get(second[v])
		w.op(encode.F64x2Add)
		w.set(w.vec[v])
	}
	w.get(n)
	w.i32(2)
	w.op(encode.I32And)
	w.open(encode.If, encode.Empty)
	w.pairOnce(0)
	w.move(1)
	w.close()
}

// repeat writes a loop of as many iterations as the number on the stack says, each of one or two pairs. Second are the
// accumulators of the second.
func (w *pairWriter) repeat(k, pairs int, second map[*loop.Var]int) {
	w.tee(k)
	w.open(encode.If, encode.Empty)
	w.open(encode.Loop, encode.Empty)
	top := w.depth
	w.pairsOnce(pairs, second)
	w.move(pairs)
	w.get(k)
	w.i32(1)
	w.op(encode.I32Sub)
	w.tee(k)
	w.again(top)
	w.close()
	w.close()
}

// pairsOnce writes as many pairs, those with an odd number for the second accumulators.
func (w *pairWriter) pairsOnce(pairs int, second map[*loop.Var]int) {
	w.touchAll(pairs)
	for i := range pairs {
		if pairs > 1 && w.p.AnyOrder() {
			i ^= 1 // the farther of two first: an address that was checked is not checked for less
		}
		if i%2 > 0 {
			w.swap(second)
		}
		w.pairOnce(i)
		if i%2 > 0 {
			w.swap(second)
		}
	}
}

// touchAll checks the bounds of all that pairs access (touch.go), unless the first of them does so.
func (w *pairWriter) touchAll(pairs int) {
	if !w.checked() || pairs == 2 && w.p.AnyOrder() {
		return
	}
	ends := map[*loop.Var]int64{}
	first := map[*loop.Var]int64{}
	for _, a := range w.p.Accesses {
		end := 8*a.C - w.curs[a.Array].Bias + 16
		if _, ok := first[a.Array]; !ok {
			first[a.Array] = end
		}
		ends[a.Array] = max(ends[a.Array], end+int64(16*(pairs-1)))
	}
	for _, v := range w.p.Order {
		if ends[v] > first[v] {
			w.get(w.curs[v].local)
			w.load(encode.I32Load8U, ends[v]-1)
			w.op(encode.Drop)
		}
	}
}

// swap exchanges accumulators.
func (w *pairWriter) swap(second map[*loop.Var]int) {
	for v, i := range second {
		w.vec[v], second[v] = i, w.vec[v]
	}
}

// pairOnce writes the body for the pair that is as many pairs ahead of the cursors.
func (w *pairWriter) pairOnce(ahead int) {
	w.ahead = int64(16 * ahead)
	for v := range w.p.Hands {
		delete(w.vec, v) // what is handed on is another in each pair
	}
	for _, t := range w.p.For.Body {
		w.pair(t)
	}
	w.ahead = 0
}

// move moves the cursors by a number of pairs.
func (w *pairWriter) move(pairs int) {
	for _, v := range w.p.Order {
		c := w.curs[v].local
		w.get(c)
		w.i32(16 * pairs)
		w.op(encode.I32Add)
		w.set(c)
	}
}

// odd writes the last iteration of an odd number of them.
func (w *pairWriter) odd(n int) {
	if w.p.For.N.IsConst() && w.p.For.N.I%2 == 0 {
		return
	}
	outer, outerAt, outerIndex := w.cursor, w.emitter.at, w.indexOf
	w.cursor, w.emitter.at, w.indexOf = map[*loop.Var]*cursor{}, w.p.For.Var, map[*loop.Var]engine.Spot{}
	for v, c := range w.p.Index {
		w.indexOf[v] = engine.Spot{Stride: 1, C: c}
	}
	for _, a := range w.p.Accesses {
		w.cursor[a.Array] = w.curs[a.Array]
	}
	w.get(n)
	w.i32(1)
	w.op(encode.I32And)
	w.open(encode.If, encode.Empty)
	var body []loop.Stmt
	for _, t := range w.p.For.Body {
		if l, ok := t.(*loop.Let); !ok || l.Var.Type != loop.IntType { // the cursors stand for all ints
			body = append(body, t)
		}
	}
	w.withKept(func() { w.block(body) })
	w.close()
	w.cursor, w.emitter.at, w.indexOf = outer, outerAt, outerIndex
}

// withKept runs body with the variables that the loop only reads in its vectors: where nothing behind the loop reads
// them, they are not needed beside those.
func (w *pairWriter) withKept(body func()) {
	if !w.checked() {
		body()
		return
	}
	old := make([]storage, len(w.p.Keeps))
	for i, v := range w.p.Keeps {
		at := w.vars.At(v.ID())
		old[i] = *at
		*at = storage{parts: w.onePart(w.vec[v]), here: true, lane: 1}
	}
	paired := w.lanes
	w.lanes = vectors.NoLanes(w.view) // these are no sides of vectors now
	body()
	w.lanes = paired
	for i, v := range w.p.Keeps {
		*w.vars.At(v.ID()) = old[i]
	}
}
