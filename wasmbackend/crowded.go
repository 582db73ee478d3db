package wasmbackend

import (
	"math"

	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
)

// crowded reports whether registers are few.
func (e *emitter) crowded() bool {
	ints, reals := e.locals.taken()
	return engine.Crowded(ints, reals)
}

// unlikely begins a branch with a call that is hardly ever taken, if the comparison is true; its contrary is other.
// With empty, registers are empty behind it.
func (e *emitter) unlikely(empty bool, comparison, other encode.Op) {
	if empty {
		e.op(comparison)
		e.open(encode.If, encode.Empty)
		return
	}
	e.op(other)
	e.open(encode.If, encode.Empty)
	e.op(encode.Else)
}

// rest empties the registers before a loop with loops in it, if they are few: the host would be called with a budget
// that there is not.
func (e *emitter) rest() {
	if !e.checked() || !e.crowded() {
		return
	}
	e.imm(encode.GlobalGet, int64(e.budget))
	e.i32(math.MinInt32)
	e.op(encode.I32Eq)
	e.open(encode.If, encode.Empty)
	e.call(e.imports[YieldName])
	e.op(encode.Drop)
	e.close()
}

// own makes a value of its own of the i32 on the stack: one that is needed later as well would keep its register beside
// that of an address that begins with it.
func (e *emitter) own() {
	if e.checked() {
		e.i32(0)
		e.op(encode.I32Or)
	}
}
