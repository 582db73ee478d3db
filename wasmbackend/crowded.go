package wasmbackend

import (
	"math"

	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// The compiler of wazero gives a block the registers that the first way to it leaves, in its order: all that is needed
// later stays where it is. At the beginning of a loop, that takes the registers from what the loop changes, which goes
// to the stack, and every iteration reads anew what it has no use for. A call leaves nothing in registers. So where
// many locals are in use, a way with a call, which is hardly ever taken, comes first where ways meet before a loop, and
// what the loop needs is read behind it. Where there is room, and before short loops, such a call stands behind the
// else: the first way leaves all as it is.

// Registers are few from as many locals in use on.
const (
	manyInts  = 14
	manyReals = 12
	// manyAddresses is from how many on a loop on vectors gets registers for them, at the price of reading what is
	// needed behind it again.
	manyAddresses = 4
)

// crowded reports whether registers are few.
func (e *emitter) crowded() bool {
	ints, reals := e.locals.taken()
	return ints > manyInts || reals > manyReals
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
