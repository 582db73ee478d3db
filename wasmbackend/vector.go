package wasmbackend

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// unroll is how many vectors of two reals an iteration of a vector loop has; the accesses of one address are checked
// once, so the farthest comes first.
const unroll = 4

// vectorLoop writes a vector loop with two reals at a time. Sums have an accumulator for each of the vectors of an
// iteration.
func (e *emitter) vectorLoop(s *loop.For) bool {
	v, ok := loop.VectorOf(s)
	if !ok || !s.Vector || e.opt.Scalar {
		return false
	}
	w := &vectorWriter{emitter: e, v: v, at: map[*loop.Var]int{}}
	n, done := e.temp(encode.I32)
	defer done()
	w.n = n
	r := e.ranges.Expr(s.N)
	if !r.Narrow() { // the arrays are that long
		return false
	}
	e.int32(s.N)
	e.set(n)
	if r.Lo < 0 {
		e.get(n)
		e.i32(0)
		e.op(encode.I32GtS)
		e.open(encode.If, encode.Empty)
		defer e.close()
	}
	w.write()
	return true
}

// noTerms is what a sum begins with: -0 + x is x, -0 and all.
var noTerms = encode.V128Of(math.Copysign(0, -1), math.Copysign(0, -1)) //nolint:gochecknoglobals // a constant

type vectorWriter struct {
	*emitter
	v     loop.Vector
	n     int // the local with the number of elements
	at    map[*loop.Var]int
	moved []int // the addresses, each once
	acc   []int // locals
	c     int   // the factor, in both lanes
	scal  int   // and as a real
}

func (w *vectorWriter) write() {
	var undo []func()
	temp := func(t encode.ValType) int {
		i, done := w.temp(t)
		undo = append(undo, done)
		return i
	}
	defer func() {
		for _, f := range undo {
			f()
		}
	}()
	for _, a := range w.v.Arrays() {
		if _, ok := w.at[a.Var]; !ok {
			p := temp(encode.I32)
			w.at[a.Var] = p
			w.moved = append(w.moved, p)
			w.arrayPtr(a)
			w.own()
			w.set(p)
		}
	}
	if w.opt.Yield {
		// an eighth of the time of other iterations, at most; there are no more than elements in memory
		w.chargeLoop(len(w.moved), func() {
			w.get(w.n)
			w.i32(3)
			w.op(encode.I32ShrS)
		})
	}
	if w.v.C != nil {
		w.scal, w.c = temp(encode.F64), temp(encode.V128)
		w.real(w.v.C)
		if w.v.Neg {
			w.op(encode.F64Neg)
		}
		w.tee(w.scal)
		w.op(encode.F64x2Splat)
		w.set(w.c)
	}
	k := temp(encode.I32)
	w.get(w.n)
	w.i32(3)
	w.op(encode.I32ShrU)
	w.tee(k)
	w.open(encode.If, encode.Empty) // a short loop has no vectors
	if w.v.Acc != nil {
		for range unroll {
			a := temp(encode.V128)
			w.acc = append(w.acc, a)
			w.code = append(w.code, noTerms)
			w.set(a)
		}
	}
	if w.checked() {
		w.twice(k)
	} else {
		w.repeat(k, 16*unroll, func() { w.vectors(unroll, 0) })
	}
	if w.v.Acc != nil {
		w.addUp(temp(encode.F64))
	}
	w.close()
	if w.checked() {
		w.rest(temp)
		return
	}
	w.get(w.n)
	w.i32(2*unroll - 1)
	w.op(encode.I32And)
	w.tee(k)
	w.open(encode.If, encode.Empty)
	w.repeat(k, 8, w.single)
	w.close()
}

// rest is the iterations that vectors leave, at most seven: four, two and one of them, each with one check of bounds
// for an address.
func (w *vectorWriter) rest(temp func(encode.ValType) int) {
	for k := unroll / 2; k > 0; k /= 2 {
		w.get(w.n)
		w.i32(2 * k)
		w.op(encode.I32And)
		w.open(encode.If, encode.Empty)
		if w.v.Acc != nil {
			w.inOrder(k, temp)
		} else {
			w.vectors(k, 0)
		}
		w.move(16 * k)
		w.close()
	}
	w.get(w.n)
	w.i32(1)
	w.op(encode.I32And)
	w.open(encode.If, encode.Empty)
	w.single()
	w.close()
}

// inOrder adds the terms of k vectors to the sum, one after the other, as [vectorWriter.single] does.
func (w *vectorWriter) inOrder(k int, temp func(encode.ValType) int) {
	terms := make([]int, k)
	for i := k - 1; i >= 0; i-- {
		terms[i] = temp(encode.V128)
		w.element(w.v.X, encode.V128Load, int64(16*i))
		if w.v.Op == loop.Dot {
			w.element(w.v.Y, encode.V128Load, int64(16*i))
			w.op(encode.F64x2Mul)
		}
		w.set(terms[i])
	}
	add := encode.F64Add
	if w.v.Neg && w.v.C == nil {
		add = encode.F64Sub
	}
	s := w.storageOf(w.v.Acc.Var).parts[0]
	w.get(s)
	for _, t := range terms {
		for lane := range int64(2) {
			w.get(t)
			w.imm(encode.F64x2ExtractLane, lane)
			w.op(add)
		}
	}
	w.set(s)
}

// repeat runs body as often as the local k says, once at least, and each time moves the addresses on.
func (w *vectorWriter) repeat(k, step int, body func()) {
	w.open(encode.Loop, encode.Empty)
	top := w.depth
	body()
	w.move(step)
	w.get(k)
	w.i32(1)
	w.op(encode.I32Sub)
	w.tee(k)
	w.again(top)
	w.close()
}

// move moves the addresses on.
func (w *vectorWriter) move(step int) {
	for _, p := range w.moved {
		w.get(p)
		w.i32(step)
		w.op(encode.I32Add)
		w.set(p)
	}
}

func (w *vectorWriter) element(a *loop.Expr, o encode.Op, offset int64) {
	w.get(w.at[a.Var])
	w.code = append(w.code, encode.Instr{Op: o, A: 3, B: offset})
}

// twice writes the vectors of two iterations for each check of an address, and those of one that is left: the sums are
// those of one at a time.
func (w *vectorWriter) twice(k int) {
	w.get(w.n)
	w.i32(4)
	w.op(encode.I32ShrU)
	w.tee(k)
	w.open(encode.If, encode.Empty)
	w.repeat(k, 32*unroll, func() {
		for _, p := range w.moved {
			w.get(p)
			w.load(encode.I32Load8U, 32*unroll-1)
			w.op(encode.Drop)
		}
		w.vectors(unroll, 0)
		w.vectors(unroll, 16*unroll)
	})
	w.close()
	w.get(w.n)
	w.i32(2 * unroll)
	w.op(encode.I32And)
	w.open(encode.If, encode.Empty)
	w.vectors(unroll, 0)
	w.move(16 * unroll)
	w.close()
}

// vectors is one iteration of as many vectors, the farthest first, from an offset on.
func (w *vectorWriter) vectors(n int, from int64) {
	for i := n - 1; i >= 0; i-- {
		offset := from + int64(16*i)
		if w.v.Dst != nil {
			w.get(w.at[w.v.Dst.Var])
		} else {
			w.get(w.acc[i])
		}
		w.value2(encode.V128Load, offset, encode.F64x2Add, encode.F64x2Sub, encode.F64x2Mul, w.c)
		if w.v.Dst != nil {
			w.code = append(w.code, encode.Instr{Op: encode.V128Store, A: 3, B: offset})
		} else {
			w.set(w.acc[i])
		}
	}
}

// single is one iteration of one element.
func (w *vectorWriter) single() {
	if w.v.Dst != nil {
		w.get(w.at[w.v.Dst.Var])
	} else {
		w.get(w.storageOf(w.v.Acc.Var).parts[0])
	}
	w.value2(encode.F64Load, 0, encode.F64Add, encode.F64Sub, encode.F64Mul, w.scal)
	if w.v.Dst != nil {
		w.code = append(w.code, encode.Instr{Op: encode.F64Store, A: 3})
	} else {
		w.set(w.storageOf(w.v.Acc.Var).parts[0])
	}
}

// value2 puts what is stored on the stack, above what a sum had before.
func (w *vectorWriter) value2(load encode.Op, offset int64, add, sub, mul encode.Op, c int) {
	v := &w.v
	if v.Neg && v.C == nil {
		add = sub
	}
	switch v.Op {
	case loop.Dot:
		w.element(v.X, load, offset)
		w.element(v.Y, load, offset)
		w.op(mul)
		if v.Neg && load == encode.V128Load { // the sum is subtracted as a whole
			add = encode.F64x2Add
		}
		w.op(add)
	case loop.Sum:
		w.element(v.X, load, offset)
		if v.Neg && load == encode.V128Load {
			add = encode.F64x2Add
		}
		w.op(add)
	case loop.Axpy:
		w.element(v.Dst, load, offset)
		w.element(v.X, load, offset)
		if v.C != nil {
			w.get(c)
			w.op(mul)
		}
		w.op(add)
	case loop.Scale:
		w.element(v.X, load, offset)
		w.get(c)
		w.op(mul)
	case loop.Shift:
		w.element(v.Dst, load, offset)
		w.get(c)
		w.op(add)
	}
}

// addUp adds the accumulators to the variable.
func (w *vectorWriter) addUp(t int) {
	w.get(w.acc[0])
	w.get(w.acc[1])
	w.op(encode.F64x2Add)
	w.get(w.acc[2])
	w.get(w.acc[3])
	w.op(encode.F64x2Add, encode.F64x2Add)
	w.set(w.acc[0])
	w.get(w.acc[0])
	w.imm(encode.F64x2ExtractLane, 0)
	w.get(w.acc[0])
	w.imm(encode.F64x2ExtractLane, 1)
	w.op(encode.F64Add)
	w.set(t)
	s := w.storageOf(w.v.Acc.Var)
	w.get(s.parts[0])
	w.get(t)
	if w.v.Neg {
		w.op(encode.F64Sub)
	} else {
		w.op(encode.F64Add)
	}
	w.set(s.parts[0])
}
