package wasmbackend

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// An emitter writes one function.
type emitter struct {
	*program
	*workspace
	locals localPool
	code   []encode.Instr
	labels [][]uint32 // of the tables of branches
	fn     *function
	room1  []int              // for the parts of storages
	grown  map[*loop.Var]bool // variables that are appended to
	dead   *facts.Deaths
	ranges *facts.Ranges
	depth  int // labels around
	fail   int // the depth inside the block that failures leave
	status int // the local with the status
	loops  int // loops around
	frame  int // the local with the address of small arrays, if frameSize > 0
	slots  map[loop.Stmt]slot
	kept   map[*loop.Var]int // headers of growing variables that are kept from one iteration to the next
	// cursor holds, in an innermost loop over the variable at, the cursors of arrays; order is that of their first use.
	cursor map[*loop.Var]*cursor
	at     *loop.Var
	order  []*loop.Var
	views  rowCursors // of slices
	// inlined counts the nodes of bodies that stand for calls; inlining are those in work.
	inlined  int
	inlining map[*function]bool
	// given, if not nil, reports whether a check holds by the layout of the block.
	given  func(*loop.Check) bool
	stacks map[loop.Stmt]int // offsets of small arrays in the frame
	view   *facts.View
	// watching, if not nil, has the results that are watched for NaN.
	watching *watch
	indexes  map[*loop.Var]engine.Spot // indexOf of the loop that begins
	// ints of the loop that the cursors belong to: multiples of its variable and a constant
	indexOf   map[*loop.Var]engine.Spot
	lanes     *vectors.Lanes
	laneOrder []*loop.Var // of the arrays in a loop of pairs of statements
	twices    []doubled
	anchors   []anchor
}

// A workspace is memory of the emitter that writes, of which there is one at a time; before it does, an emitter has an
// empty one of its own.
type workspace struct {
	vars   paged.Table[storage]
	unsets paged.Table[bool] // the variables that are declared without a value
	// waiting is memory of [emitter.unset].
	waiting facts.FirstUses
	code    []encode.Instr
}

// begin has e be the emitter that writes, until [program.write].
func (e *emitter) begin() { e.workspace, e.code = &e.spare, slices.Grow(e.spare.code[:0], e.fn.Nodes) }

// A slot is memory of one statement in a loop: locals with its address and its size.
type slot struct{ ptr, size int }

// failure carries a mistake of the printer, or something that has no form in WebAssembly, to Compile.
func failf(format string, args ...any) { stop.With(fmt.Errorf("wasmbackend: "+format, args...)) }

// op, imm and get are called at more than a thousand places. Written out there they take a third of the time that this
// package takes to compile, and whoever gets chad waits for that.
//
//go:noinline
func (e *emitter) op(os ...encode.Op) {
	for _, o := range os {
		e.code = append(e.code, encode.Instr{Op: o})
	}
}

//go:noinline
func (e *emitter) imm(o encode.Op, a int64) { e.code = append(e.code, encode.Instr{Op: o, A: a}) }

func (e *emitter) i32(n int)   { e.code = append(e.code, encode.I32Of(int32(n))) }
func (e *emitter) i64(n int64) { e.code = append(e.code, encode.I64Of(n)) }

//go:noinline
func (e *emitter) get(local int) {
	if n := len(e.code); n > 0 && e.code[n-1].Op == encode.LocalSet && e.code[n-1].A == int64(local) {
		e.code[n-1].Op = encode.LocalTee
		return
	}
	e.imm(encode.LocalGet, int64(local))
}

func (e *emitter) set(local int)  { e.imm(encode.LocalSet, int64(local)) }
func (e *emitter) tee(local int)  { e.imm(encode.LocalTee, int64(local)) }
func (e *emitter) call(index int) { e.imm(encode.Call, int64(index)) }
func (e *emitter) load(o encode.Op, offset int64) {
	e.code = append(e.code, encode.Instr{Op: o, A: align(o), B: offset})
}

// align is log2 of the size of an access.
func align(o encode.Op) int64 {
	switch o {
	case encode.I32Load8U, encode.I32Store8:
		return 0
	case encode.I32Load, encode.I32Store:
		return 2
	}
	return 3
}

// open begins a block, loop or branch without parameters and with at most one result.
func (e *emitter) open(o encode.Op, t int64) {
	e.imm(o, t)
	e.depth++
}

func (e *emitter) close() {
	e.op(encode.End)
	e.depth--
}

// leave branches out of the block that was opened when the depth became d.
func (e *emitter) leave(o encode.Op, d int) { e.imm(o, int64(e.depth-d)) }

// failIf fails with the site if the i32 on the stack is not 0.
func (e *emitter) failIf(site int) {
	e.open(encode.If, encode.Empty)
	e.i32(site)
	e.set(e.status)
	e.leave(encode.Br, e.fail)
	e.close()
}

// failWith is failIf with the two numbers that the message names, which values puts on the stack.
func (e *emitter) failWith(site int, values func()) {
	e.open(encode.If, encode.Empty)
	e.i32(site)
	values()
	e.call(e.helper("fail"))
	e.set(e.status)
	e.leave(encode.Br, e.fail)
	e.close()
}

// valType is the type of the locals of a scalar.
func (e *emitter) valType(v *loop.Var) encode.ValType {
	switch {
	case v.Type.Base == loop.Real:
		return encode.F64
	case v.Type.Base == loop.Int && !e.isNarrow(v):
		return encode.I64
	}
	return encode.I32
}

func (e *emitter) isNarrow(v *loop.Var) bool {
	return v.Type == loop.IntType && e.ranges.Of(v).Narrow()
}

// declare gives a variable its locals.
func (e *emitter) declare(v *loop.Var) storage {
	s := storage{narrow: e.isNarrow(v), here: true}
	switch {
	case v.Type.IsArray():
		s.parts = []int{e.locals.take(encode.I32, v.Name), e.locals.take(encode.I32, v.Name+".len")}
		if e.grown[v] {
			s.parts = append(s.parts, e.locals.take(encode.I32, v.Name+".room"))
		}
	case v.Type.Base == loop.Unit:
	default:
		s.parts = e.onePart(e.locals.take(e.valType(v), v.Name))
	}
	*e.vars.At(v.ID()) = s
	return s
}

// onePart is a list of one local.
func (e *emitter) onePart(i int) []int {
	if len(e.room1) == cap(e.room1) {
		e.room1 = make([]int, 0, 64)
	}
	n := len(e.room1)
	e.room1 = append(e.room1, i)
	return e.room1[n : n+1 : n+1]
}

func (e *emitter) release(v *loop.Var) {
	at := e.vars.At(v.ID())
	if at.lane > 0 { // the local goes with the last of the two
		if w := e.lanes.Packs[v].Vars[2-at.lane]; e.declared(w) {
			*at = storage{}
			return
		}
	}
	for _, i := range at.parts {
		e.locals.give(i)
	}
	*at = storage{}
}

// declared reports whether a variable has its locals.
func (e *emitter) declared(v *loop.Var) bool { return e.vars.Get(v.ID()).here }

// storageOf is where a variable is.
func (e *emitter) storageOf(v *loop.Var) storage {
	s := e.vars.Get(v.ID())
	if !s.here {
		failf("variable %s is not declared", v.Name)
	}
	return s
}

// temp is a local for a short while; done gives it back.
func (e *emitter) temp(t encode.ValType) (local int, done func()) {
	i := e.locals.take(t, "")
	return i, func() { e.locals.give(i) }
}
