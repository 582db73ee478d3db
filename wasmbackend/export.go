package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// exported writes a function that hosts call: its parameters are in a block of memory, and so are its results.
func (p *program) exported(f *function, b *Block, index int) {
	given := map[*loop.Var]facts.Interval{}
	for v := range b.sizes {
		given[v] = facts.Lengths
	}
	e := p.newEmitter(f, given)
	e.begin()
	x := &exporter{emitter: e, b: b, dims: map[string]int{}, starts: map[*Leaf]int{},
		sized: map[*loop.Var]*syntax.Size{}}
	x.signature()
	e.status = e.locals.take(encode.I32, "status")
	e.open(encode.Block, encode.Empty)
	e.fail = e.depth
	x.parameters()
	e.makeFrame(func() int { return p.helper("alloc") })
	e.given = x.laidOut
	x.watch()
	e.block(f.fn.Body)
	x.results()
	e.close()
	x.memory()
	e.get(e.status)
	t := encode.FuncType{Results: []encode.ValType{encode.I32}}
	for range 1 + len(b.Sizes) {
		t.Params = append(t.Params, encode.I32)
	}
	p.write(index, t, e, len(t.Params))
}

type exporter struct {
	*emitter
	b    *Block
	dims map[string]int // locals with lengths
	end  int            // the local with the end of the block
	// starts are locals with the addresses of arrays in the block.
	starts map[*Leaf]int
	// sized are the lengths of arrays in the block that do not change.
	sized map[*loop.Var]*syntax.Size
}

const baseLocal = 0

// signature makes the locals of the parameters: the address of the block, and the sizes.
func (x *exporter) signature() {
	x.locals.types, x.locals.names = []encode.ValType{encode.I32}, []string{"base"}
	for i, n := range x.b.Sizes {
		x.locals.types, x.locals.names = append(x.locals.types, encode.I32), append(x.locals.names, n)
		x.dims[x.b.sizeVars[i].String()] = i + 1
	}
	x.end = x.locals.take(encode.I64, "end")
}

// parameters finds the places of all leaves in the block, and gives the parameters their values.
func (x *exporter) parameters() {
	for i := range x.b.Sizes {
		x.get(i + 1)
		x.i32(0)
		x.op(encode.I32LtS)
		x.failIf(BadSize)
	}
	x.get(baseLocal)
	x.op(encode.I64ExtendI32U)
	x.i64(int64(x.b.Fixed))
	x.op(encode.I64Add)
	x.set(x.end)
	for _, l := range x.b.inline() {
		at := x.locals.take(encode.I32, l.Name)
		x.starts[l] = at
		x.get(x.end)
		x.op(encode.I32WrapI64)
		x.set(at)
		x.get(x.end)
		x.product(x.lengths(l), facts.SizeOf(l.typ.Scalar()))
		if l.typ.Base == loop.Bool {
			x.i64(7)
			x.op(encode.I64Add)
			x.i64(-8)
			x.op(encode.I64And)
		}
		x.op(encode.I64Add)
		x.set(x.end)
	}
	x.get(x.end)
	x.op(encode.MemorySize, encode.I64ExtendI32U)
	x.i64(16)
	x.op(encode.I64Shl, encode.I64GtU)
	x.get(baseLocal)
	x.i32(int(int32(x.heap())))
	x.op(encode.I32LtU, encode.I32Or)
	x.failIf(BadBlock)
	if x.usesMemory() {
		x.get(x.end)
		x.op(encode.I32WrapI64)
		x.imm(encode.GlobalSet, int64(x.top))
	}
	for _, v := range x.b.order {
		x.get(x.b.sizes[v] + 1)
		x.setVar(x.declare(v))
	}
	for i := range x.b.Leaves {
		l := &x.b.Leaves[i]
		if l.v == nil {
			continue
		}
		if at, ok := x.starts[l]; ok {
			x.inlineArray(l, at)
			continue
		}
		x.get(baseLocal)
		offset := int64(l.At)
		switch {
		case isUnit(l.typ):
			continue
		case l.typ.IsArray():
			x.load(encode.I32Load, offset)
			x.get(baseLocal)
			x.load(encode.I32Load, offset+4)
			if x.grown[l.v] {
				x.i32(0)
			}
		default:
			x.loadScalar(l.typ, offset)
		}
		x.setVar(x.declare(l.v))
	}
}

func (x *exporter) usesMemory() bool { return x.fn.memory || x.nested() }

// nested reports whether a parameter is an array of arrays, whose rows need addresses.
func (x *exporter) nested() bool {
	for i := range x.b.Leaves {
		if l := &x.b.Leaves[i]; l.v != nil && l.Inline() && l.typ.Rank > 1 {
			return true
		}
	}
	return false
}

// inlineArray binds a parameter to its elements in the block.
func (x *exporter) inlineArray(l *Leaf, at int) {
	lens := x.lengths(l)
	if !x.grown[l.v] && x.steady(l.v) {
		x.sized[l.v] = l.dims[0]
	}
	if len(lens) == 1 {
		x.get(at)
		x.get(lens[0])
		if x.grown[l.v] {
			x.i32(0)
		}
		x.setVar(x.declare(l.v))
		return
	}
	// blocks of rows, one for each depth but the last
	for k := range lens[1:] {
		x.product(lens[:k+1], 8)
		if k > 0 {
			x.op(encode.I64Add)
		}
	}
	x.call(x.helper("alloc"))
	rows, done := x.temp(encode.I32)
	defer done()
	x.taken(rows)
	block := rows
	for k := range lens[1:] {
		next := at
		if k < len(lens)-2 {
			t, done := x.temp(encode.I32)
			defer done()
			next = t
			x.get(block)
			x.product(lens[:k+1], 8)
			x.op(encode.I32WrapI64, encode.I32Add)
			x.set(next)
		}
		size := int64(8)
		if k == len(lens)-2 {
			size = facts.SizeOf(l.typ.Scalar())
		}
		x.rows(block, next, lens[:k+2], size)
		block = next
	}
	x.get(rows)
	x.get(lens[0])
	x.setVar(x.declare(l.v))
}

// lengths are locals with the lengths of the dimensions of a leaf, which all are sizes.
func (x *exporter) lengths(l *Leaf) []int {
	out := make([]int, len(l.dims))
	for i, d := range l.dims {
		out[i] = x.size(d)
	}
	return out
}

// size is a local with the value of a size, which is found once.
func (x *exporter) size(s *syntax.Size) int {
	key := s.String()
	if i, ok := x.dims[key]; ok {
		return i
	}
	out := x.locals.take(encode.I32, key)
	x.dims[key] = out
	first := true
	s.Terms(func(coef int64, vars []*syntax.SizeVar) {
		for k, v := range vars {
			x.get(x.dims[v.Name])
			x.op(encode.I64ExtendI32U)
			if k > 0 {
				x.call(x.helper("product"))
			}
		}
		switch {
		case len(vars) == 0:
			x.i64(coef)
		case coef != 1:
			x.i64(coef)
			x.op(encode.I64Mul)
		}
		if !first {
			x.op(encode.I64Add)
		}
		first = false
	})
	if first {
		x.i64(0)
	}
	n, done := x.temp(encode.I64)
	x.tee(n)
	x.i64(facts.Lengths.Hi)
	x.op(encode.I64GtU)
	x.failIf(BadSize)
	x.get(n)
	x.op(encode.I32WrapI64)
	x.set(out)
	done()
	return out
}

// results stores what the function returns.
func (x *exporter) results() {
	k, leaf := 0, 0
	for i := range x.b.Leaves {
		l := &x.b.Leaves[i]
		if !l.Result {
			continue
		}
		leaf++
		if leaf == x.b.status && l.typ == loop.IntType {
			x.int64(x.fn.fn.Results[k])
			x.i64(0)
			x.op(encode.I64Ne)
			x.failIf(x.site(textSite, x.b.statusText, ""))
		}
		if l.v != nil {
			if l.typ.Base == loop.Real && (x.watching == nil || !x.watching.arrays[l.v]) {
				x.quietInline(l, false)
			}
			continue
		}
		r := x.fn.fn.Results[k]
		k++
		switch {
		case isUnit(l.typ):
		case l.typ.IsArray():
			ptr, done := x.temp(encode.I32)
			n, doneN := x.temp(encode.I32)
			x.array(r)
			x.set(n)
			x.set(ptr)
			if l.typ.Base == loop.Real {
				x.get(ptr)
				x.get(n)
				x.call(x.quietRows(int(l.typ.Rank)))
			}
			x.storeRow(baseLocal, int64(l.At), ptr, n)
			done()
			doneN()
		default:
			x.get(baseLocal)
			x.value(r, false)
			if l.typ == loop.RealType {
				x.quiet()
			}
			x.storeValue(l.typ, int64(l.At))
		}
	}
	x.unlessWatched(func() {
		for i := range x.b.Leaves {
			if l := &x.b.Leaves[i]; l.v != nil && l.Result && x.watching.arrays[l.v] {
				x.quietInline(l, true)
			}
		}
	})
}

// quietInline replaces all NaN in a result that stands in the block; seldom says that there hardly ever is a reason to.
func (x *exporter) quietInline(l *Leaf, seldom bool) {
	x.get(x.starts[l])
	if lens := x.lengths(l); len(lens) == 1 {
		x.get(lens[0])
	} else {
		x.product(lens, 1)
		x.op(encode.I32WrapI64)
	}
	if seldom {
		x.call(x.quietOne())
		return
	}
	x.call(x.quietRows(1))
}

// memory puts before and after all else what keeps calls apart that run one inside another: each finds the
// memory as it was.
func (x *exporter) memory() {
	if !x.usesMemory() {
		return
	}
	globals := []int{x.top}
	for _, a := range x.sortedArenas() {
		globals = append(globals, a.cur, a.end, a.size)
	}
	body := x.code
	x.code = nil
	for i, g := range globals {
		saved := x.locals.fresh(encode.I32, "saved")
		x.imm(encode.GlobalGet, int64(g))
		x.set(saved)
		if i > 0 {
			x.i32(0)
			x.imm(encode.GlobalSet, int64(g))
		}
		body = append(body, encode.Instr{Op: encode.LocalGet, A: int64(saved)},
			encode.Instr{Op: encode.GlobalSet, A: int64(g)})
	}
	x.code = append(x.code, body...)
}
