package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// array puts the address and the length of an array on the stack.
func (e *emitter) array(x *loop.Expr) {
	switch x.Kind {
	case loop.IndexExpr, loop.FieldExpr:
		at, done := e.temp(encode.I32)
		offset := e.placeAddress(x)
		e.tee(at)
		e.load(encode.I32Load, offset)
		e.get(at)
		e.load(encode.I32Load, offset+4)
		done()
	default:
		e.arrayPtr(x)
		e.arrayLen(x)
	}
}

// arrayPtr puts the address of the first element on the stack.
func (e *emitter) arrayPtr(x *loop.Expr) {
	switch x.Kind {
	case loop.VarExpr:
		if s := e.storageOf(x.Var); s.isTable {
			e.i32(s.table)
		} else {
			e.get(s.parts[0])
		}
	case loop.ConstExpr:
		e.i32(0)
	case loop.IndexExpr, loop.FieldExpr:
		e.load(encode.I32Load, e.placeAddress(x))
	case loop.SliceExpr:
		e.arrayPtr(x.Args[0])
		if x.Args[1].IsConst() && x.Args[1].I == 0 {
			return
		}
		e.scaled(x.Args[1], facts.SizeOf(x.Type.Elem()))
		e.op(encode.I32Add)
	default:
		failf("no array: kind %d", x.Kind)
	}
}

// arrayLen puts the outermost length on the stack, as an i32.
func (e *emitter) arrayLen(x *loop.Expr) {
	switch x.Kind {
	case loop.VarExpr:
		if s := e.storageOf(x.Var); s.isTable {
			e.i32(s.tableLen)
		} else {
			e.get(s.parts[1])
		}
	case loop.ConstExpr:
		e.i32(0)
	case loop.IndexExpr:
		if r := x.Root(); r != nil && r.Flat != nil { // a row of a flat array
			e.int32(r.Flat[r.Type.Rank-x.Type.Rank-1])
			return
		}
		e.load(encode.I32Load, e.placeAddress(x)+4)
	case loop.FieldExpr:
		e.load(encode.I32Load, e.placeAddress(x)+4)
	case loop.SliceExpr:
		e.int32(x.Args[2])
	default:
		failf("no array: kind %d", x.Kind)
	}
}

// scaled puts an index times the size of an element on the stack.
func (e *emitter) scaled(i *loop.Expr, size int64) {
	e.int32(i)
	switch size {
	case 1:
	case 4:
		e.i32(2)
		e.op(encode.I32Shl)
	case 8:
		e.i32(3)
		e.op(encode.I32Shl)
	default:
		e.i32(int(size))
		e.op(encode.I32Mul)
	}
}

// placeAddress puts an address on the stack whose sum with the result is that of an element, row or field.
func (e *emitter) placeAddress(x *loop.Expr) int64 {
	if x.Kind == loop.FieldExpr {
		return e.fieldAddress(x)
	}
	return e.address(x)
}

// address puts an address on the stack whose sum with the result, which is not negative, is that of an element or row.
func (e *emitter) address(x *loop.Expr) int64 {
	if r := x.Root(); r != nil && r.Flat != nil {
		e.flatAddress(x, r)
		return 0
	}
	size := facts.SizeOf(x.Type)
	if a := x.Args[0]; a.Kind == loop.VarExpr {
		if at := e.cursor[e.view.SliceOf(a.Var)]; at != nil {
			if c, ok := e.offset(x.Args[1], at); ok && c*size >= at.Bias {
				e.get(at.local)
				return c*size - at.Bias + at.ahead
			}
		}
	}
	if offset, ok := e.fromAnchor(x); ok {
		return offset
	}
	if p, ok := e.withStride(x.Args[1]); ok && e.declared(p.Of) {
		e.arrayPtr(x.Args[0])
		e.scaled(loop.Use(p.Of), size*p.Stride)
		e.op(encode.I32Add)
		return p.C * size
	}
	i, offset := e.constantPart(x.Args[1], size)
	if a := x.Args[0]; a.Kind == loop.VarExpr && i != nil && e.storageOf(a.Var).isTable { // its address is a constant
		e.scaled(i, size)
		return offset + int64(e.storageOf(a.Var).table)
	}
	e.arrayPtr(x.Args[0])
	if i != nil {
		e.scaled(i, size)
		e.op(encode.I32Add)
	}
	return offset
}

// constantPart splits an index into one that is not negative, nil for 0, and a constant number of bytes.
func (e *emitter) constantPart(i *loop.Expr, size int64) (*loop.Expr, int64) {
	const most = 1 << 20
	if i.IsConst() && i.I >= 0 && i.I < most {
		return nil, i.I * size
	}
	if i.Kind == loop.PrimExpr && i.Prim.Name == "iadd" && i.Args[1].IsConst() && i.Args[1].I >= 0 &&
		i.Args[1].I < most &&
		e.ranges.Expr(i.Args[0]).Natural() {
		return i.Args[0], i.Args[1].I * size
	}
	return i, 0
}

// flatAddress is the address of an element of a flat array under all its indices.
func (e *emitter) flatAddress(x *loop.Expr, r *loop.Var) {
	var is []*loop.Expr // innermost first
	for k := x; k.Kind == loop.IndexExpr; k = k.Args[0] {
		is = append(is, k.Args[1])
	}
	e.get(e.storageOf(r).parts[0])
	e.int32(is[len(is)-1])
	for k := len(is) - 2; k >= 0; k-- {
		e.int32(r.Flat[len(is)-2-k])
		e.op(encode.I32Mul)
		e.int32(is[k])
		e.op(encode.I32Add)
	}
	if size := facts.SizeOf(r.Type.Scalar()); size != 1 {
		e.i32(int(size))
		e.op(encode.I32Mul)
	}
	e.op(encode.I32Add)
}

// loadScalar loads the value at the address on the stack. What is true is what is not 0, since hosts write bools, too.
func (e *emitter) loadScalar(t loop.Type, offset int64) {
	switch t.Base {
	case loop.Real:
		e.load(encode.F64Load, offset)
	case loop.Int:
		e.load(encode.I64Load, offset)
	case loop.Bool:
		e.load(encode.I32Load8U, offset)
		e.i32(0)
		e.op(encode.I32Ne)
	default:
		e.load(encode.I32Load, offset)
	}
}

// storeValue stores the value on the stack, which is above its address.
func (e *emitter) storeValue(t loop.Type, offset int64) {
	switch t.Base {
	case loop.Real:
		e.load(encode.F64Store, offset)
	case loop.Int:
		e.load(encode.I64Store, offset)
	case loop.Bool:
		e.load(encode.I32Store8, offset)
	case loop.Ref:
		e.load(encode.I32Store, offset)
	case loop.Unit:
		failf("a unit in memory")
	}
}

// bytesOf puts the number of bytes of all elements under the outermost index of a rank-1 or flat array on the stack, as
// an i32.
func (e *emitter) bytesOf(x *loop.Expr) {
	t := x.Type.Elem()
	if flatOf(x) != nil {
		t = x.Type.Scalar()
	}
	e.arrayLen(x)
	for _, n := range flatOf(x) {
		e.int32(n)
		e.op(encode.I32Mul)
	}
	if size := facts.SizeOf(t); size != 1 {
		e.i32(int(size))
		e.op(encode.I32Mul)
	}
}

func flatOf(x *loop.Expr) []*loop.Expr {
	if x.Kind == loop.VarExpr {
		return x.Var.Flat
	}
	return nil
}

// copyAll copies all elements, at all depths.
func (e *emitter) copyAll(dst, src *loop.Expr) {
	switch {
	case dst.Type.Base == loop.Unit && dst.Type.Rank == 1:
	case dst.Type.Rank == 1 || flatOf(dst) != nil:
		e.arrayPtr(dst)
		e.arrayPtr(src)
		e.bytesOf(src)
		e.op(encode.MemoryCopy)
	default:
		e.each(src, func(i *loop.Expr) { e.copyAll(loop.Index(dst, i), loop.Index(src, i)) })
	}
}

// clearAll zeroes all elements, at all depths.
func (e *emitter) clearAll(dst *loop.Expr) {
	switch {
	case dst.Type.Base == loop.Unit && dst.Type.Rank == 1:
	case dst.Type.Rank == 1 || flatOf(dst) != nil:
		e.arrayPtr(dst)
		e.i32(0)
		e.bytesOf(dst)
		e.op(encode.MemoryFill)
	default:
		e.each(dst, func(i *loop.Expr) { e.clearAll(loop.Index(dst, i)) })
	}
}

// each runs body for all indices of an array.
func (e *emitter) each(a *loop.Expr, body func(i *loop.Expr)) {
	i := loop.NewVar("i", loop.IntType)
	e.ranges.Know(i, facts.Lengths)
	e.counted(i, loop.Len(a), false, light, nil, rowCursors{}, func() { body(loop.Use(i)) })
}
