package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// alloc makes an array: a block for the rows at each depth, and one for the elements, one behind the other.
func (e *emitter) alloc(s *loop.Alloc) {
	t := s.Var.Type
	var lens []int // locals with the lengths
	var undo []func()
	for _, d := range s.Dims {
		l, done := e.temp(encode.I32)
		e.length(d)
		e.set(l)
		lens, undo = append(lens, l), append(undo, done)
	}
	defer func() {
		for _, f := range undo {
			f()
		}
	}()
	ptr, done := e.temp(encode.I32)
	if s.Var.Flat != nil {
		e.product(lens, facts.SizeOf(t.Scalar()))
		e.memory(s, ptr)
		if !s.Dirty {
			e.zero(ptr, lens, facts.SizeOf(t.Scalar()))
		}
	} else {
		e.levels(s, ptr, lens)
	}
	e.get(ptr)
	done()
	e.get(lens[0])
	if e.grown[s.Var] {
		e.i32(0)
	}
	e.setVar(e.declare(s.Var))
}

// length puts the length of an array on the stack, in 32 bits; one that is negative, or no int32, fails.
func (e *emitter) length(d *loop.Expr) {
	r := e.ranges.Expr(d)
	if r.Natural() {
		e.int32(d)
		return
	}
	n, done := e.temp(encode.I64)
	e.int64(d)
	e.tee(n)
	e.i64(0)
	e.op(encode.I64LtS)
	e.failWith(e.site(negativeSite, "", ""), func() { e.get(n); e.i64(0) })
	if r.Hi > facts.Lengths.Hi {
		e.get(n)
		e.i64(facts.Lengths.Hi)
		e.op(encode.I64GtS)
		e.failIf(OutOfMemory)
	}
	e.get(n)
	e.op(encode.I32WrapI64)
	done()
}

// product puts the product of lengths and a size on the stack, as an i64; where it is too large for any memory it is a
// number that is too large as well.
func (e *emitter) product(lens []int, size int64) {
	e.get(lens[0])
	e.op(encode.I64ExtendI32U)
	for _, l := range lens[1:] {
		e.get(l)
		e.op(encode.I64ExtendI32U)
		e.call(e.helper("product"))
	}
	if size != 1 {
		e.i64(size)
		e.op(encode.I64Mul)
	}
}

// levels makes a nested array.
func (e *emitter) levels(s *loop.Alloc, ptr int, lens []int) {
	t := s.Var.Type
	sizes := make([]int64, len(lens))
	for k := range lens {
		t = t.Elem()
		sizes[k] = facts.SizeOf(t)
	}
	if len(lens) == 1 && sizes[0] == 0 {
		e.i32(0)
		e.set(ptr)
		return
	}
	for k := range lens {
		e.product(lens[:k+1], sizes[k])
		if k > 0 {
			e.op(encode.I64Add)
		}
	}
	e.memory(s, ptr)
	at := ptr
	for k := range lens { // at is the address of the block of depth k
		last := k == len(lens)-1
		if last {
			if !s.Dirty {
				e.zero(at, lens, sizes[k])
			}
			break
		}
		next, done := e.temp(encode.I32)
		defer done()
		e.get(at)
		e.product(lens[:k+1], sizes[k])
		e.op(encode.I32WrapI64, encode.I32Add)
		e.set(next)
		e.rows(at, next, lens[:k+2], sizes[k+1])
		at = next
	}
}

// rows writes the addresses and lengths of rows of lens[last] elements of a size, from data on, one behind the other.
func (e *emitter) rows(at, data int, lens []int, size int64) {
	p, doneP := e.temp(encode.I32)
	q, doneQ := e.temp(encode.I32)
	n, doneN := e.temp(encode.I32)
	m := lens[len(lens)-1]
	e.get(at)
	e.set(p)
	e.get(data)
	e.set(q)
	e.product(lens[:len(lens)-1], 1)
	e.op(encode.I32WrapI64)
	e.set(n)
	e.get(n)
	e.open(encode.If, encode.Empty)
	e.open(encode.Loop, encode.Empty)
	top := e.depth
	e.storeRow(p, 0, q, m)
	e.get(p)
	e.i32(8)
	e.op(encode.I32Add)
	e.set(p)
	e.get(q)
	e.get(m)
	if size != 1 {
		e.i32(int(size))
		e.op(encode.I32Mul)
	}
	e.op(encode.I32Add)
	e.set(q)
	e.get(n)
	e.i32(1)
	e.op(encode.I32Sub)
	e.tee(n)
	e.again(top)
	e.close()
	e.close()
	doneP()
	doneQ()
	doneN()
}

// zero clears a block.
func (e *emitter) zero(at int, lens []int, size int64) {
	if size == 0 {
		return
	}
	e.get(at)
	e.i32(0)
	e.product(lens, size)
	e.op(encode.I32WrapI64, encode.MemoryFill)
}

// memory takes as many bytes as the i64 on the stack says from where the plan says, and sets the local ptr.
func (e *emitter) memory(s loop.Stmt, ptr int) {
	if offset, ok := e.stacks[s]; ok {
		e.op(encode.Drop)
		e.get(e.frame)
		e.i32(offset)
		e.op(encode.I32Add)
		e.set(ptr)
		return
	}
	switch e.plan.Where[s] {
	case plan.Slot:
		if e.loops > 0 {
			e.slotMemory(s, ptr)
			return
		}
	case plan.Arena:
		e.call(e.takeFrom(e.siteKey(s)))
		e.taken(ptr)
		return
	case plan.Heap:
	}
	e.call(e.helper("alloc"))
	e.taken(ptr)
}

// taken fails unless the address on the stack is memory.
func (e *emitter) taken(ptr int) {
	e.tee(ptr)
	e.op(encode.I32Eqz)
	e.failIf(OutOfMemory)
}

// siteKey is the arena of an Alloc or NewCell: the elements of an array, whose rows stand before them.
func (p *program) siteKey(s loop.Stmt) plan.Key {
	switch s := s.(type) {
	case *loop.NewCell:
		return plan.Key{Type: s.Var.Type, Node: true, Level: p.plan.Levels[s.Var]}
	case *loop.Alloc:
		if s.Var.Flat != nil {
			return plan.Key{Type: s.Var.Type.Scalar(), Level: p.plan.Levels[s.Var]}
		}
		t := s.Var.Type
		for range s.Dims {
			t = t.Elem()
		}
		return plan.Key{Type: t, Level: p.plan.Levels[s.Var]}
	}
	failf("no statement that takes memory: %T", s)
	return plan.Key{}
}

// slotMemory uses the memory that the statement had in the iteration before, unless it needs more.
func (e *emitter) slotMemory(s loop.Stmt, ptr int) {
	k, ok := e.slots[s]
	if !ok {
		k = slot{e.locals.fresh(encode.I32, "slot"), e.locals.fresh(encode.I64, "slot.size")}
		e.slots[s] = k
	}
	n, done := e.temp(encode.I64)
	e.tee(n)
	e.get(k.size)
	e.op(encode.I64GtU)
	e.get(k.ptr)
	e.op(encode.I32Eqz, encode.I32Or)
	e.open(encode.If, encode.Empty)
	e.get(n)
	e.get(k.size)
	e.i64(1)
	e.op(encode.I64Shl)
	e.get(n)
	e.get(k.size)
	e.i64(1)
	e.op(encode.I64Shl, encode.I64GtU, encode.Select)
	e.tee(k.size)
	e.call(e.helper("alloc"))
	e.taken(k.ptr)
	e.close()
	e.get(k.ptr)
	e.set(ptr)
	done()
}

func (e *emitter) newCell(s *loop.NewCell) {
	at, done := e.temp(encode.I32)
	var values []int
	var undo []func()
	for _, f := range s.Fields { // before the memory is taken, for they may take some
		e.value(f, false)
		if e.cellsOut && f.Type == loop.RealType {
			e.quiet()
		}
		var parts []int
		for _, t := range partTypes(f.Type) {
			x, done := e.temp(t)
			parts, undo = append(parts, x), append(undo, done)
		}
		for i := len(parts) - 1; i >= 0; i-- {
			e.set(parts[i])
		}
		values = append(values, parts...)
	}
	e.i64(fieldOffset(len(s.Fields)))
	e.memory(s, at)
	e.get(at)
	e.i32(int(s.Var.Type.Cell.Tag(s.Ctor)))
	e.load(encode.I32Store, 0)
	for i, f := range s.Fields {
		switch {
		case isUnit(f.Type):
		case f.Type.IsArray():
			e.storeRow(at, fieldOffset(i), values[0], values[1])
			values = values[2:]
		default:
			e.get(at)
			e.get(values[0])
			e.storeValue(f.Type, fieldOffset(i))
			values = values[1:]
		}
	}
	for _, f := range undo {
		f()
	}
	e.get(at)
	done()
	e.setVar(e.declare(s.Var))
}

// push appends to a growing array. Its memory begins with a header of two addresses: the end of what is used, and the
// end of the room. An array may be longer there than this variable knows; then this one moves.
func (e *emitter) push(s *loop.Append) {
	v := e.storageOf(s.Var)
	t := s.Var.Type.Elem()
	size := facts.SizeOf(t)
	if size == 0 {
		e.get(v.parts[1])
		e.i32(1)
		e.op(encode.I32Add)
		e.set(v.parts[1])
		return
	}
	e.value(s.Val, false)
	var parts []int
	var undo []func()
	for _, vt := range partTypes(t) {
		x, done := e.temp(vt)
		parts, undo = append(parts, x), append(undo, done)
	}
	for i := len(parts) - 1; i >= 0; i-- {
		e.set(parts[i])
	}
	ptr, n, room := v.parts[0], v.parts[1], v.parts[2]
	at, done := e.temp(encode.I32)
	behind := func() { // what n elements take
		e.get(n)
		e.i32(int(size))
		e.op(encode.I32Mul)
	}
	// There is room behind the elements, unless something else stands there or the memory ends. The header of no memory
	// is 0, where zeros stand: there is no room.
	e.get(ptr)
	behind()
	e.op(encode.I32Add)
	e.tee(at)
	e.get(room)
	e.load(encode.I32Load, 0)
	e.op(encode.I32Ne)
	e.get(at)
	e.i32(int(size))
	e.op(encode.I32Add)
	e.get(room)
	e.load(encode.I32Load, 4)
	e.op(encode.I32GtU, encode.I32Or)
	e.open(encode.If, encode.Empty)
	e.get(ptr)
	e.get(n)
	e.get(room)
	e.i32(int(size))
	e.call(e.growFrom(s))
	e.tee(room)
	e.op(encode.I32Eqz)
	e.failIf(OutOfMemory)
	e.get(room)
	e.load(encode.I32Load, 0)
	e.tee(at) // the end of the old elements
	behind()
	e.op(encode.I32Sub)
	e.set(ptr)
	e.close()
	if t.IsArray() {
		e.storeRow(at, 0, parts[0], parts[1])
	} else {
		e.get(at)
		e.get(parts[0])
		e.storeValue(t, 0)
	}
	e.get(room)
	e.get(at)
	e.i32(int(size))
	e.op(encode.I32Add)
	e.load(encode.I32Store, 0)
	e.get(n)
	e.i32(1)
	e.op(encode.I32Add)
	e.set(n)
	done()
	for _, f := range undo {
		f()
	}
}

// regrow starts a growing array in a loop with the memory that it had in the iteration before.
func (e *emitter) regrow(v *loop.Var) {
	k, ok := e.kept[v]
	if !ok {
		k = e.locals.fresh(encode.I32, v.Name+".kept")
		e.kept[v] = k
	}
	s := e.declare(v)
	e.get(k)
	e.i32(8)
	e.op(encode.I32Add)
	e.set(s.parts[0])
	e.i32(0)
	e.set(s.parts[1])
	e.get(k)
	e.tee(s.parts[2])
	e.open(encode.If, encode.Empty)
	e.get(k)
	e.get(s.parts[0])
	e.load(encode.I32Store, 0)
	e.close()
}

// save keeps the memory of arrays that have grown.
func (e *emitter) save(vs []*loop.Var) {
	for _, v := range vs {
		if k, ok := e.kept[v]; ok {
			e.get(e.storageOf(v).parts[2])
			e.set(k)
		}
	}
}

// A mark is the height of an arena: locals with the address and the end of its block.
type mark struct {
	arena    arena
	cur, end int
}

// marks notes the heights of arenas.
func (e *emitter) marks(keys []plan.Key) []mark {
	var out []mark
	for _, k := range keys {
		a := e.arena(k)
		m := mark{a, e.locals.take(encode.I32, "mark"), e.locals.take(encode.I32, "mark.end")}
		e.imm(encode.GlobalGet, int64(a.cur))
		e.set(m.cur)
		e.imm(encode.GlobalGet, int64(a.end))
		e.set(m.end)
		out = append(out, m)
	}
	return out
}

// giveBack gives back what arenas gave since their marks. Where an arena has gone on to a larger block it stays there.
func (e *emitter) giveBack(ms []mark) {
	for _, m := range ms {
		e.get(m.cur)
		e.imm(encode.GlobalGet, int64(m.arena.end))
		e.imm(encode.GlobalGet, int64(m.arena.size))
		e.op(encode.I32Sub)
		e.get(m.end)
		e.imm(encode.GlobalGet, int64(m.arena.end))
		e.op(encode.I32Eq, encode.Select)
		e.imm(encode.GlobalSet, int64(m.arena.cur))
	}
}

func (e *emitter) unmark(ms []mark) {
	for _, m := range ms {
		e.locals.give(m.cur)
		e.locals.give(m.end)
	}
}
