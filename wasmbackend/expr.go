package wasmbackend

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// value puts a scalar or reference on the stack as its variables hold it: an int in 32 bits when narrow.
func (e *emitter) value(x *loop.Expr, narrow bool) {
	switch {
	case x.Type.IsArray():
		e.array(x)
	case x.Type.Base == loop.Real:
		e.real(x)
	case x.Type.Base == loop.Int && narrow:
		e.int32(x)
	case x.Type.Base == loop.Int:
		e.int64(x)
	case x.Type.Base == loop.Bool:
		e.bool(x)
	case x.Type.Base == loop.Ref:
		e.ref(x)
	}
}

func (e *emitter) real(x *loop.Expr) {
	switch x.Kind {
	case loop.VarExpr:
		e.getReal(x.Var)
	case loop.ConstExpr:
		e.code = append(e.code, encode.F64Of(x.F))
	case loop.IndexExpr:
		e.load(encode.F64Load, e.address(x))
	case loop.FieldExpr:
		e.load(encode.F64Load, e.fieldAddress(x))
	case loop.SelectExpr:
		e.pick(x.Args[0], x.Args[1], x.Args[2])
	case loop.PrimExpr:
		if e.across(x) {
			e.sumAcross(x)
			return
		}
		e.prim(x)
	default:
		failf("no real: kind %d", x.Kind)
	}
}

// pick is one of two reals, both of which are computed. The first operand of f64.select must be a constant: the
// compiler of wazero 1.12 for amd64 may take something else for the second one where the first is not in a register
// (its issue 2534). So where neither is there is a branch, or a choice between their bits as i64 ([emitter.chooses]),
// which is as long.
func (e *emitter) pick(cond, a, b *loop.Expr) {
	if a.IsConst() || b.IsConst() {
		if !a.IsConst() {
			cond, a, b = loop.Not(cond), b, a
		}
		e.real(a)
		e.real(b)
		e.bool(cond)
		e.op(encode.Select)
		return
	}
	if e.chooses(cond) {
		for _, x := range []*loop.Expr{a, b} {
			e.real(x)
			e.op(encode.I64ReinterpretF64)
		}
		e.bool(cond)
		e.op(encode.Select, encode.F64ReinterpretI64)
		return
	}
	sides := [2]int{}
	for i, x := range []*loop.Expr{a, b} {
		if x.Kind == loop.VarExpr && e.storageOf(x.Var).lane == 0 {
			sides[i] = e.storageOf(x.Var).parts[0]
			continue
		}
		t, done := e.temp(encode.F64)
		e.real(x)
		e.set(t)
		defer done()
		sides[i] = t
	}
	e.bool(cond)
	e.open(encode.If, encode.BlockOf(encode.F64))
	e.get(sides[0])
	e.op(encode.Else)
	e.get(sides[1])
	e.close()
}

// manyChoices is how many branches of straight-line code are more than a processor foresees. With the same arguments in
// each call, modules of diagrams with 200 to 6,200 of them take V8 2 % longer if they choose instead, and those with
// 7,700 to 21,700 take 5 % to 30 % less.
const manyChoices = 7000

// chooses reports whether the parts of a giant function choose between bits and do not branch on cond. For wazero,
// which compiles straight lines faster and loses what registers hold at branches, they always do. Not if the condition
// stands on the stack now, which a branch takes from there.
func (e *emitter) chooses(cond *loop.Expr) bool {
	return e.fn.fn.Part && (e.opt.Yield || e.choices > manyChoices) && !e.onStack(cond)
}

// onStack reports whether x is a variable that was given its value right before, which can stay on the stack as well.
func (e *emitter) onStack(x *loop.Expr) bool {
	if x.Kind != loop.VarExpr || len(e.code) == 0 {
		return false
	}
	last := e.code[len(e.code)-1]
	return last.Op == encode.LocalSet && last.A == int64(e.storageOf(x.Var).parts[0])
}

// narrowExpr reports whether an int expression is best computed in 32 bits: its value fits, and so do those of its
// parts.
func (e *emitter) narrowExpr(x *loop.Expr) bool {
	if !e.ranges.Expr(x).Narrow() {
		return false
	}
	switch x.Kind {
	case loop.VarExpr:
		return e.storageOf(x.Var).narrow
	case loop.ConstExpr, loop.LenExpr, loop.TagExpr:
		return true
	case loop.CheckExpr:
		return e.narrowExpr(x.Args[0]) && e.narrowExpr(x.Args[1])
	case loop.SelectExpr:
		return e.narrowExpr(x.Args[1]) && e.narrowExpr(x.Args[2])
	case loop.PrimExpr, loop.DivExpr:
		if x.Prim.Params[0] != syntax.Int {
			return false
		}
		for _, a := range x.Args {
			if !e.narrowExpr(a) {
				return false
			}
		}
		switch x.Prim.Name {
		case "iadd", "isub", "imul", "ineg", "imin", "imax", "idiv", "imod", "iand", "ior", "ixor":
			return true
		}
	}
	return false
}

// int64 puts an int on the stack as an i64.
func (e *emitter) int64(x *loop.Expr) {
	if x.Kind == loop.ConstExpr {
		e.i64(x.I)
		return
	}
	if e.narrowExpr(x) {
		e.int32(x)
		if e.ranges.Expr(x).Natural() {
			e.op(encode.I64ExtendI32U)
		} else {
			e.op(encode.I64ExtendI32S)
		}
		return
	}
	switch x.Kind {
	case loop.VarExpr:
		e.get(e.storageOf(x.Var).parts[0])
	case loop.IndexExpr:
		e.load(encode.I64Load, e.address(x))
	case loop.FieldExpr:
		e.load(encode.I64Load, e.fieldAddress(x))
	case loop.SelectExpr:
		e.int64(x.Args[1])
		e.int64(x.Args[2])
		e.bool(x.Args[0])
		e.op(encode.Select)
	case loop.CheckExpr:
		e.checkIndex(x)
	case loop.DivExpr, loop.PrimExpr:
		e.prim(x)
	default:
		failf("no int: kind %d", x.Kind)
	}
}

// int32 puts the low 32 bits of an int on the stack. That is its value when it is narrow; otherwise it is what
// addresses are computed with, modulo 2³².
func (e *emitter) int32(x *loop.Expr) {
	switch x.Kind {
	case loop.ConstExpr:
		e.i32(int(int32(x.I)))
		return
	case loop.VarExpr:
		s := e.storageOf(x.Var)
		e.get(s.parts[0])
		if !s.narrow {
			e.op(encode.I32WrapI64)
		}
		return
	case loop.LenExpr:
		e.arrayLen(x.Args[0])
		return
	case loop.TagExpr:
		e.tag(x)
		return
	case loop.IndexExpr:
		e.load(encode.I32Load, e.address(x)) // the low half
		return
	case loop.FieldExpr:
		e.load(encode.I32Load, e.fieldAddress(x))
		return
	case loop.SelectExpr:
		e.int32(x.Args[1])
		e.int32(x.Args[2])
		e.bool(x.Args[0])
		e.op(encode.Select)
		return
	case loop.CheckExpr:
		if e.narrowExpr(x) {
			e.checkIndex32(x)
			return
		}
	case loop.DivExpr, loop.PrimExpr:
		if e.prim32(x) {
			return
		}
	}
	e.int64(x)
	e.op(encode.I32WrapI64)
}

// ops32 are the primitives whose low 32 bits follow from those of their operands.
var ops32 = map[string]encode.Op{ //nolint:gochecknoglobals // a table
	"iadd": encode.I32Add, "isub": encode.I32Sub, "imul": encode.I32Mul,
	"iand": encode.I32And, "ior": encode.I32Or, "ixor": encode.I32Xor,
}

// prim32 computes operations whose low 32 bits follow from those of their operands, and others on narrow ints.
func (e *emitter) prim32(x *loop.Expr) bool {
	if o, ok := ops32[x.Prim.Name]; ok {
		if x.Prim.Name == "imul" && e.shift32(x) {
			return true
		}
		e.int32(x.Args[0])
		e.int32(x.Args[1])
		e.op(o)
		return true
	}
	if x.Prim.Name == "ineg" {
		e.i32(0)
		e.int32(x.Args[0])
		e.op(encode.I32Sub)
		return true
	}
	if !e.narrowExpr(x) {
		return false
	}
	switch x.Prim.Name {
	case "imin", "imax":
		e.choose(encode.I32, x.Args, e.int32, map[bool]encode.Op{true: encode.I32LeS,
			false: encode.I32GeS}[x.Prim.Name == "imin"])
		return true
	case "idiv", "imod":
		e.divide32(x)
		return true
	}
	return false
}

// shift32 multiplies by a power of 2.
func (e *emitter) shift32(x *loop.Expr) bool {
	for i, c := range x.Args {
		if c.IsConst() && c.I > 0 && c.I < 1<<31 && c.I&(c.I-1) == 0 {
			e.int32(x.Args[1-i])
			for k := range 31 {
				if c.I == 1<<k && k > 0 {
					e.i32(k)
					e.op(encode.I32Shl)
				}
			}
			return true
		}
	}
	return false
}

// choose is the first of two values if the comparison holds for them in their order, else the second.
func (e *emitter) choose(t encode.ValType, args []*loop.Expr, put func(*loop.Expr), less encode.Op) {
	a, doneA := e.temp(t)
	b, doneB := e.temp(t)
	put(args[0])
	e.tee(a)
	put(args[1])
	e.tee(b)
	e.get(a)
	e.get(b)
	e.op(less, encode.Select)
	doneA()
	doneB()
}

// checkIndex is the index, in 64 bits, after its check.
func (e *emitter) checkIndex(x *loop.Expr) {
	i, done := e.temp(encode.I64)
	n, doneN := e.temp(encode.I64)
	e.int64(x.Args[0])
	e.tee(i)
	e.int64(x.Args[1])
	e.tee(n)
	if e.ranges.Expr(x.Args[1]).Lo >= 0 {
		e.op(encode.I64GeU)
	} else { // i < 0 || i >= n
		e.op(encode.I64GeS)
		e.get(i)
		e.i64(0)
		e.op(encode.I64LtS, encode.I32Or)
	}
	e.failWith(e.site(indexSite, x.Text(), ""), func() { e.get(i); e.get(n) })
	e.get(i)
	done()
	doneN()
}

func (e *emitter) checkIndex32(x *loop.Expr) {
	i, done := e.temp(encode.I32)
	e.int32(x.Args[0])
	e.tee(i)
	e.int32(x.Args[1])
	if e.ranges.Expr(x.Args[1]).Lo >= 0 {
		e.op(encode.I32GeU)
	} else {
		e.op(encode.I32GeS)
		e.get(i)
		e.i32(0)
		e.op(encode.I32LtS, encode.I32Or)
	}
	e.failWith(e.site(indexSite, x.Text(), ""), func() {
		e.get(i)
		e.op(encode.I64ExtendI32S)
		e.int64(x.Args[1])
	})
	e.get(i)
	done()
}

// text is the message of a division by zero.
func divisionText(x *loop.Expr) string {
	if x.Kind == loop.DivExpr {
		return x.Text()
	}
	return "integer division by zero"
}

// divide is a quotient rounded toward zero or a remainder with the sign of the dividend; -2⁶³ / -1 is -2⁶³.
func (e *emitter) divide(x *loop.Expr) {
	a, b := x.Args[0], x.Args[1]
	o := encode.I64DivS
	if x.Prim == syntax.OpIntMod {
		o = encode.I64RemS
	}
	r := e.ranges.Expr(b)
	if r.Lo > 0 || r.Hi < -1 {
		e.int64(a)
		e.int64(b)
		e.op(o)
		return
	}
	p, doneP := e.temp(encode.I64)
	q, doneQ := e.temp(encode.I64)
	e.int64(a)
	e.set(p)
	e.int64(b)
	e.tee(q)
	e.op(encode.I64Eqz)
	e.failIf(e.site(textSite, divisionText(x), ""))
	if o == encode.I64RemS || r.Lo > -1 {
		e.get(p)
		e.get(q)
		e.op(o)
	} else { // -a where b is -1, else a / b
		e.i64(0)
		e.get(p)
		e.op(encode.I64Sub)
		e.get(p)
		e.i64(1)
		e.get(q)
		e.get(q)
		e.i64(-1)
		e.op(encode.I64Eq, encode.Select, o)
		e.get(q)
		e.i64(-1)
		e.op(encode.I64Eq, encode.Select)
	}
	doneP()
	doneQ()
}

// divideUnsigned is a quotient or remainder of numbers without sign.
func (e *emitter) divideUnsigned(x *loop.Expr, o encode.Op) {
	e.int64(x.Args[0])
	if r := e.ranges.Expr(x.Args[1]); r.Lo > 0 || r.Hi < 0 {
		e.int64(x.Args[1])
		e.op(o)
		return
	}
	q, done := e.temp(encode.I64)
	e.int64(x.Args[1])
	e.tee(q)
	e.op(encode.I64Eqz)
	e.failIf(e.site(textSite, divisionText(x), ""))
	e.get(q)
	e.op(o)
	done()
}

// divide32 is divide of narrow ints.
func (e *emitter) divide32(x *loop.Expr) {
	o := encode.I32DivS
	if x.Prim == syntax.OpIntMod {
		o = encode.I32RemS
	}
	r, s := e.ranges.Expr(x.Args[1]), e.ranges.Expr(x.Args[0])
	if r.Lo <= -1 && s.Lo == math.MinInt32 {
		e.divide(x)
		e.op(encode.I32WrapI64)
		return
	}
	e.int32(x.Args[0])
	if r.Lo > 0 || r.Hi < 0 {
		e.int32(x.Args[1])
		e.op(o)
		return
	}
	q, done := e.temp(encode.I32)
	e.int32(x.Args[1])
	e.tee(q)
	e.op(encode.I32Eqz)
	e.failIf(e.site(textSite, divisionText(x), ""))
	e.get(q)
	e.op(o)
	done()
}

func (e *emitter) bool(x *loop.Expr) {
	switch x.Kind {
	case loop.VarExpr:
		e.get(e.storageOf(x.Var).parts[0])
	case loop.ConstExpr:
		e.i32(int(x.I))
	case loop.IndexExpr:
		e.loadScalar(x.Type, e.address(x))
	case loop.FieldExpr:
		e.loadScalar(x.Type, e.fieldAddress(x))
	case loop.IsNilExpr:
		e.ref(x.Args[0])
		e.op(encode.I32Eqz)
	case loop.SelectExpr:
		e.bool(x.Args[1])
		e.bool(x.Args[2])
		e.bool(x.Args[0])
		e.op(encode.Select)
	case loop.PrimExpr:
		e.prim(x)
	default:
		failf("no bool: kind %d", x.Kind)
	}
}

// ref puts the address of a cell on the stack, 0 for nil.
func (e *emitter) ref(x *loop.Expr) {
	switch x.Kind {
	case loop.VarExpr:
		e.get(e.storageOf(x.Var).parts[0])
	case loop.ConstExpr:
		e.i32(0)
	case loop.IndexExpr:
		e.load(encode.I32Load, e.address(x))
	case loop.FieldExpr:
		e.load(encode.I32Load, e.fieldAddress(x))
	case loop.SelectExpr:
		e.ref(x.Args[1])
		e.ref(x.Args[2])
		e.bool(x.Args[0])
		e.op(encode.Select)
	default:
		failf("no reference: kind %d", x.Kind)
	}
}

// tag is the tag of a cell: the first word in memory. nil has that of the constructor that it stands for.
func (e *emitter) tag(x *loop.Expr) {
	c := x.Args[0].Type.Cell
	none := int64(0)
	if c.Nil >= 0 {
		none = c.Tag(c.Nil)
	}
	r, done := e.temp(encode.I32)
	e.ref(x.Args[0])
	e.tee(r)
	e.open(encode.If, encode.BlockOf(encode.I32))
	e.get(r)
	e.load(encode.I32Load, 0)
	e.op(encode.Else)
	e.i32(int(none))
	e.close()
	done()
}

// fieldAddress puts the address of a cell on the stack and is the offset of the field.
func (e *emitter) fieldAddress(x *loop.Expr) int64 {
	e.ref(x.Args[0])
	return fieldOffset(int(x.Field))
}

// fieldOffset is the offset of a field in a cell: behind the tag, eight bytes for each.
func fieldOffset(i int) int64 { return 8 + 8*int64(i) }
