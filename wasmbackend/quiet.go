package wasmbackend

import (
	"math"
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// Which NaN an operation gives, sign and payload, is up to the engine and its machine. Results have one: [NaN].

// NaN are the bits of the one NaN that results have, which JavaScript's is as well.
const NaN = 0x7ff8_0000_0000_0000

// quiet replaces a NaN on the stack.
func (e *emitter) quiet() {
	t, done := e.temp(encode.F64)
	e.set(t)
	e.f64(math.Float64frombits(NaN))
	e.get(t)
	e.get(t)
	e.get(t)
	e.op(encode.F64Ne, encode.Select)
	done()
}

// quietField is quiet for what is stored into a cell that a caller may see.
func (e *emitter) quietField(place *loop.Expr) {
	if e.cellsOut && place.Kind == loop.FieldExpr && place.Type == loop.RealType {
		e.quiet()
	}
}

// givesCells reports whether a result of a function refers to cells.
func givesCells(blocks []*Block) bool {
	for _, b := range blocks {
		for i := range b.Leaves {
			if l := &b.Leaves[i]; l.Result && l.typ.Base == loop.Ref {
				return true
			}
		}
	}
	return false
}

// quietRows is the index of a function of an address and a length, of an array of the rank: it replaces all NaN in it.
func (p *program) quietRows(rank int) int {
	name := "quiet" + strconv.Itoa(rank)
	if i, ok := p.helpers[name]; ok {
		return i
	}
	i := p.newFunc(&encode.Func{Name: "chad." + name})
	p.helpers[name] = i
	b := &builder{program: p, names: []string{"ptr", "n", "at", "left", "seen"}}
	if rank > 1 {
		row := p.quietRows(rank - 1)
		b.put(encode.Block, void, get, 1, encode.I32Eqz, encode.BrIf, 0, encode.Loop, void,
			get, 0, access(encode.I32Load, 0), get, 0, access(encode.I32Load, 4), encode.Call, row,
			get, 0, c32, 8, encode.I32Add, set, 0,
			get, 1, c32, 1, encode.I32Sub, tee, 1, encode.BrIf, 0, encode.End, encode.End)
		b.names = b.names[:2]
	} else {
		b.quietReals()
	}
	p.finish(i, encode.FuncType{Params: []encode.ValType{encode.I32, encode.I32}}, b)
	return i
}

// quietOne is quietRows for one row, short and not fast.
func (p *program) quietOne() int {
	if i, ok := p.helpers["quiet"]; ok {
		return i
	}
	i := p.newFunc(&encode.Func{Name: "chad.quiet"})
	p.helpers["quiet"] = i
	b := &builder{program: p, names: []string{"ptr", "n"}}
	b.quietEach()
	p.finish(i, encode.FuncType{Params: []encode.ValType{encode.I32, encode.I32}}, b)
	return i
}

// quietReals looks at eight elements at a time, where there are instructions for that: it adds them all up, and goes
// through them only if the sum is NaN, which infinities of both signs may make it as well.
func (b *builder) quietReals() {
	b.names = b.names[:2]
	if !b.opt.Scalar {
		b.names = []string{"ptr", "n", "at", "left", "sum"}
		b.locals = []encode.ValType{encode.I32, encode.I32, encode.V128}
		b.put(get, 0, set, 2, get, 1, c32, 3, encode.I32ShrU, tee, 3, encode.If, void, encode.Loop, void, get, 4)
		for k := range int64(4) {
			b.put(get, 2, access(encode.V128Load, 16*k))
			if k%2 == 1 {
				b.put(encode.F64x2Add)
			}
		}
		b.put(encode.F64x2Add, encode.F64x2Add, set, 4,
			get, 2, c32, 64, encode.I32Add, set, 2, get, 3, c32, 1, encode.I32Sub, tee, 3, encode.BrIf, 0, encode.End,
			get, 4, get, 4, encode.F64x2Ne, encode.V128AnyTrue, encode.I32Eqz, encode.If, void,
			get, 2, set, 0, get, 1, c32, 7, encode.I32And, set, 1, encode.End, encode.End)
	}
	b.quietEach()
}

// quietEach looks at one element at a time.
func (b *builder) quietEach() {
	nan := encode.F64Of(math.Float64frombits(NaN))
	b.put(encode.Block, void, get, 1, encode.I32Eqz, encode.BrIf, 0, encode.Loop, void,
		get, 0, access(encode.F64Load, 0), get, 0, access(encode.F64Load, 0), encode.F64Ne, encode.If, void,
		get, 0, nan, access(encode.F64Store, 0), encode.End,
		get, 0, c32, 8, encode.I32Add, set, 0,
		get, 1, c32, 1, encode.I32Sub, tee, 1, encode.BrIf, 0, encode.End, encode.End)
}
