package wasmbackend

import (
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// An arena is a stack of memory for one type of elements: globals with the address of what is free in its block, the
// end of the block, and its size.
type arena struct{ cur, end, size int }

func (p *program) arena(k plan.Key) arena {
	a, ok := p.arenas[k]
	if !ok {
		name := "arena" + strconv.Itoa(len(p.arenas))
		a = arena{p.global(name + ".free"), p.global(name + ".end"), p.global(name + ".size")}
		p.arenas[k] = a
		p.arenaOrder = append(p.arenaOrder, a)
	}
	return a
}

func (p *program) global(name string) int {
	p.mod.Globals = append(p.mod.Globals, encode.Global{Name: name, Type: encode.I32, Mutable: true,
		Init: encode.I32Of(0)})
	return len(p.mod.Globals) - 1
}

// helper is the index of a function that every module that uses it has for itself.
func (p *program) helper(name string) int {
	if i, ok := p.helpers[name]; ok {
		return i
	}
	i := p.newFunc(&encode.Func{Name: "chad." + name})
	p.helpers[name] = i
	b := &builder{program: p}
	var t encode.FuncType
	switch name {
	case "fail":
		t = encode.FuncType{Params: []encode.ValType{encode.I32, encode.I64, encode.I64},
			Results: []encode.ValType{encode.I32}}
		b.failFunc()
	case "alloc":
		t = encode.FuncType{Params: []encode.ValType{encode.I64}, Results: []encode.ValType{encode.I32}}
		b.allocFunc()
	case "product":
		t = encode.FuncType{Params: []encode.ValType{encode.I64, encode.I64}, Results: []encode.ValType{encode.I64}}
		b.productFunc()
	default:
		failf("no helper %s", name)
	}
	p.finish(i, t, b)
	return i
}

// takeFrom is the index of the function that takes memory from an arena.
func (p *program) takeFrom(k plan.Key) int {
	a := p.arena(k)
	name := "take" + strconv.Itoa(a.cur)
	if i, ok := p.helpers[name]; ok {
		return i
	}
	i := p.newFunc(&encode.Func{Name: "chad." + name})
	p.helpers[name] = i
	b := &builder{program: p}
	b.takeFunc(a)
	p.finish(i, encode.FuncType{Params: []encode.ValType{encode.I64}, Results: []encode.ValType{encode.I32}}, b)
	return i
}

// growFrom is the index of the function that makes room for one more element.
func (p *program) growFrom(s *loop.Append) int {
	var take int
	if p.plan.Growing[s.Var] == plan.Arena {
		take = p.takeFrom(plan.Key{Type: s.Var.Type.Elem(), Level: p.plan.Levels[s.Var]})
	} else {
		take = p.helper("alloc")
	}
	name := "grow" + strconv.Itoa(take)
	if i, ok := p.helpers[name]; ok {
		return i
	}
	i := p.newFunc(&encode.Func{Name: "chad." + name})
	p.helpers[name] = i
	b := &builder{program: p}
	b.growFunc(take)
	four := []encode.ValType{encode.I32, encode.I32, encode.I32, encode.I32}
	p.finish(i, encode.FuncType{Params: four, Results: four[:1]}, b)
	return i
}

func (p *program) newFunc(f *encode.Func) int {
	p.mod.Funcs = append(p.mod.Funcs, f)
	return len(p.mod.Imports) + len(p.mod.Funcs) - 1
}

func (p *program) finish(index int, t encode.FuncType, b *builder) {
	f := p.mod.Funcs[index-len(p.mod.Imports)]
	f.Type, f.Locals, f.Body, f.LocalNames = t, b.locals, b.code, b.names
}

// A builder writes a helper by hand.
type builder struct {
	*program
	code   []encode.Instr
	locals []encode.ValType
	names  []string
}

// put appends instructions: operations, and numbers for the immediate of the one before.
func (b *builder) put(xs ...any) {
	for _, x := range xs {
		switch x := x.(type) {
		case encode.Op:
			b.code = append(b.code, encode.Instr{Op: x})
		case encode.Instr:
			b.code = append(b.code, x)
		case int:
			b.code[len(b.code)-1].A = int64(x)
		case encode.ValType:
			b.code[len(b.code)-1].A = encode.BlockOf(x)
		}
	}
}

const (
	get  = encode.LocalGet
	set  = encode.LocalSet
	tee  = encode.LocalTee
	gget = encode.GlobalGet
	gset = encode.GlobalSet
	c32  = encode.I32Const
	c64  = encode.I64Const
	void = int(encode.Empty)
)

func access(o encode.Op, offset int64) encode.Instr {
	return encode.Instr{Op: o, A: align(o), B: offset}
}

// failFunc is func(site, first, second) site: it notes the numbers for the message.
func (b *builder) failFunc() {
	b.names = []string{"site", "first", "second"}
	b.put(c32, NumbersAt, get, 1, access(encode.I64Store, 0), c32, NumbersAt, get, 2, access(encode.I64Store, 8), get,
		0)
}

// productFunc is the product of two lengths, or 2⁴⁰ where it is more than 2³².
func (b *builder) productFunc() {
	b.names = []string{"a", "b"}
	b.put(get, 0, encode.I64Eqz, get, 1, encode.I64Eqz, encode.I32Or, encode.If, void, c64, 0, encode.Return,
		encode.End,
		c64, 1<<40, get, 0, get, 1, encode.I64Mul,
		get, 0, c64, 1<<32, get, 1, encode.I64DivU, encode.I64GtU, encode.Select)
}

// allocFunc is func(bytes) address: memory from the end of what is used, or 0 when there is none.
func (b *builder) allocFunc() {
	b.names = []string{"bytes", "at", "end"}
	b.locals = []encode.ValType{encode.I32, encode.I64}
	b.put(gget, b.top, tee, 1, encode.I64ExtendI32U,
		get, 0, c64, 7, encode.I64Add, c64, -8, encode.I64And, encode.I64Add, tee, 2,
		encode.MemorySize, encode.I64ExtendI32U, c64, 16, encode.I64Shl, encode.I64GtU,
		encode.If, void,
		get, 2, c64, 1<<32-1<<16, encode.I64GtU, encode.If, void, c32, 0, encode.Return, encode.End,
		// as many pages as there are, or else as many as are needed
		encode.MemorySize, get, 2, c64, 0xffff, encode.I64Add, c64, 16, encode.I64ShrU, encode.I32WrapI64,
		encode.MemorySize, encode.I32Sub,
		encode.MemorySize, get, 2, c64, 0xffff, encode.I64Add, c64, 16, encode.I64ShrU, encode.I32WrapI64,
		encode.MemorySize, encode.I32Sub,
		encode.I32GtU, encode.Select,
		encode.MemoryGrow, c32, -1, encode.I32Eq, encode.If, void,
		get, 2, c64, 0xffff, encode.I64Add, c64, 16, encode.I64ShrU, encode.I32WrapI64, encode.MemorySize,
		encode.I32Sub,
		encode.MemoryGrow, c32, -1, encode.I32Eq, encode.If, void, c32, 0, encode.Return, encode.End,
		encode.End,
		encode.End,
		get, 2, encode.I32WrapI64, gset, b.top, get, 1)
}

// takeFunc is func(bytes) address: from the block of an arena, or else from a new one that is at least twice as large.
func (b *builder) takeFunc(a arena) {
	alloc := b.helper("alloc")
	b.names = []string{"bytes", "at", "size"}
	b.locals = []encode.ValType{encode.I32, encode.I64}
	b.put(get, 0, c64, 7, encode.I64Add, c64, -8, encode.I64And, set, 0,
		gget, a.cur, encode.I64ExtendI32U, get, 0, encode.I64Add, gget, a.end, encode.I64ExtendI32U, encode.I64LeU,
		gget, a.end, c32, 0, encode.I32Ne, encode.I32And, encode.If, void,
		gget, a.cur, gget, a.cur, get, 0, encode.I32WrapI64, encode.I32Add, gset, a.cur, encode.Return, encode.End,
		gget, a.size, encode.I64ExtendI32U, c64, 1, encode.I64Shl, set, 2,
		get, 2, c64, 1024, get, 2, c64, 1024, encode.I64GtU, encode.Select, set, 2,
		get, 2, get, 0, get, 2, get, 0, encode.I64GtU, encode.Select, set, 2,
		get, 2, encode.Call, alloc, tee, 1, encode.I32Eqz, encode.If, void,
		// not twice as large, then
		get, 0, tee, 2, encode.Call, alloc, tee, 1, encode.I32Eqz, encode.If, void, c32, 0, encode.Return, encode.End,
		encode.End,
		get, 2, encode.I32WrapI64, gset, a.size,
		get, 1, get, 2, encode.I32WrapI64, encode.I32Add, gset, a.end,
		get, 1, get, 0, encode.I32WrapI64, encode.I32Add, gset, a.cur,
		get, 1)
}

// growFunc is func(ptr, n, header, size) header: of memory with room for one more element behind n elements, which are
// copied when they are not there yet; 0 when there is none.
func (b *builder) growFunc(take int) {
	b.names = []string{"ptr", "n", "header", "size", "new", "bytes"}
	b.locals = []encode.ValType{encode.I32, encode.I32}
	b.put(get, 2, encode.If, void,
		get, 0, get, 1, get, 3, encode.I32Mul, encode.I32Add, get, 2, access(encode.I32Load, 0), encode.I32Eq,
		get, 2, access(encode.I32Load, 0), get, 3, encode.I32Add, get, 2, access(encode.I32Load, 4), encode.I32LeU,
		encode.I32And,
		encode.If, void, get, 2, encode.Return, encode.End, encode.End,
		// room for twice as many, and for four at least
		get, 1, encode.I64ExtendI32U, c64, 1, encode.I64Shl, c64, 4, encode.I64Or, get, 3, encode.I64ExtendI32U,
		encode.I64Mul, c64, 8, encode.I64Add,
		encode.Call, take, tee, 4, encode.I32Eqz, encode.If, void, c32, 0, encode.Return, encode.End,
		get, 1, get, 3, encode.I32Mul, set, 5,
		get, 4, c32, 8, encode.I32Add, get, 0, get, 5, encode.MemoryCopy,
		get, 4, get, 4, c32, 8, encode.I32Add, get, 5, encode.I32Add, access(encode.I32Store, 0),
		get, 4, get, 4, c32, 8, encode.I32Add, get, 1, c32, 1, encode.I32Shl, c32, 4, encode.I32Or, get, 3,
		encode.I32Mul, encode.I32Add, access(encode.I32Store, 4),
		get, 4)
}
