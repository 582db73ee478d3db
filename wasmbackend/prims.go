package wasmbackend

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// plainOps are the primitives that are one instruction, or a few on the operands in their order.
var plainOps = map[string][]encode.Op{ //nolint:gochecknoglobals // a table
	"+": {encode.F64Add}, "-": {encode.F64Sub}, "*": {encode.F64Mul}, "/": {encode.F64Div}, "neg": {encode.F64Neg},
	"sqrt": {encode.F64Sqrt}, "abs": {encode.F64Abs}, "floor": {encode.F64Floor}, "ceil": {encode.F64Ceil},
	"round": {encode.F64Nearest}, "trunc": {encode.F64Trunc},
	"lt": {encode.F64Lt}, "le": {encode.F64Le}, "gt": {encode.F64Gt}, "ge": {encode.F64Ge}, "eq": {encode.F64Eq},
	"ne":   {encode.F64Ne},
	"iadd": {encode.I64Add}, "isub": {encode.I64Sub}, "imul": {encode.I64Mul},
	"iand": {encode.I64And}, "ior": {encode.I64Or}, "ixor": {encode.I64Xor},
	"sext8": {encode.I64Extend8S}, "sext16": {encode.I64Extend16S}, "sext32": {encode.I64Extend32S},
	"not": {encode.I32Eqz}, "int": {encode.I64TruncSatF64S}, "ult": {encode.I64LtU}, "ule": {encode.I64LeU},
	"bits": {encode.I64ReinterpretF64}, "frombits": {encode.F64ReinterpretI64}, "ureal": {encode.F64ConvertI64U},
	"bits32":     {encode.F32DemoteF64, encode.I32ReinterpretF32, encode.I64ExtendI32U},
	"frombits32": {encode.I32WrapI64, encode.F32ReinterpretI32, encode.F64PromoteF32},
	"clz":        {encode.I64Clz}, "ctz": {encode.I64Ctz}, "popcnt": {encode.I64Popcnt},
	"uint": {encode.I64TruncSatF64U},
	"max":  {encode.F64Max}, "min": {encode.F64Min},
	"round32": {encode.F32DemoteF64, encode.F64PromoteF32}, "round64": {},
}

// relations are the comparisons of ints, in 32 and 64 bits.
var relations = map[string][2]encode.Op{ //nolint:gochecknoglobals // a table
	"ilt": {encode.I32LtS, encode.I64LtS}, "ile": {encode.I32LeS, encode.I64LeS}, "igt": {encode.I32GtS, encode.I64GtS},
	"ige": {encode.I32GeS, encode.I64GeS}, "ieq": {encode.I32Eq, encode.I64Eq}, "ine": {encode.I32Ne, encode.I64Ne},
}

// prim puts the value of a primitive on the stack, an int in 64 bits.
func (e *emitter) prim(x *loop.Expr) {
	name := x.Prim.Name
	if x.Type == loop.BoolType {
		if o, ok := relations[name]; ok {
			e.relation(x, o)
			return
		}
	}
	if os, ok := plainOps[name]; ok {
		for _, a := range e.turned(x, loop.PrimExpr) {
			e.value(a, false)
		}
		e.op(os...)
		return
	}
	if f, ok := specialOps[name]; ok {
		f(e, x)
		return
	}
	e.mathCall(x)
}

// turned are the operands of a primitive, in the order in which they are computed: where that is no matter, a
// primitive, or an expression of the kind, comes before a variable, since the compiler of wazero copies a first operand
// that is in a local, but not a second one. NaN apart, x + y is y + x to the last bit, and so are products.
func (e *emitter) turned(x *loop.Expr, kind loop.Kind) []*loop.Expr {
	a := x.Args
	if (x.Prim == syntax.OpAdd || x.Prim == syntax.OpMul) && e.checked() && a[0].Kind == loop.VarExpr &&
		(a[1].Kind == loop.PrimExpr || a[1].Kind == kind) {
		return []*loop.Expr{a[1], a[0]}
	}
	return a
}

func (e *emitter) relation(x *loop.Expr, o [2]encode.Op) {
	if e.narrowExpr(x.Args[0]) && e.narrowExpr(x.Args[1]) {
		e.int32(x.Args[0])
		e.int32(x.Args[1])
		e.op(o[0])
		return
	}
	e.int64(x.Args[0])
	e.int64(x.Args[1])
	e.op(o[1])
}

// specialOps are the primitives that need more.
var specialOps map[string]func(e *emitter, x *loop.Expr) //nolint:gochecknoglobals // a table

func init() { //nolint:gochecknoinits // the functions refer to the table
	specialOps = map[string]func(e *emitter, x *loop.Expr){
		"and": func(e *emitter, x *loop.Expr) { e.logical(x, false) },
		"or":  func(e *emitter, x *loop.Expr) { e.logical(x, true) },
		"ineg": func(e *emitter, x *loop.Expr) {
			e.i64(0)
			e.int64(x.Args[0])
			e.op(encode.I64Sub)
		},
		"inot": func(e *emitter, x *loop.Expr) {
			e.int64(x.Args[0])
			e.i64(-1)
			e.op(encode.I64Xor)
		},
		"idiv": func(e *emitter, x *loop.Expr) { e.divide(x) },
		"imod": func(e *emitter, x *loop.Expr) { e.divide(x) },
		"udiv": func(e *emitter, x *loop.Expr) { e.divideUnsigned(x, encode.I64DivU) },
		"umod": func(e *emitter, x *loop.Expr) { e.divideUnsigned(x, encode.I64RemU) },
		"imin": func(e *emitter, x *loop.Expr) { e.choose(encode.I64, x.Args, e.int64, encode.I64LeS) },
		"imax": func(e *emitter, x *loop.Expr) { e.choose(encode.I64, x.Args, e.int64, encode.I64GeS) },
		"real": func(e *emitter, x *loop.Expr) {
			if e.narrowExpr(x.Args[0]) {
				e.int32(x.Args[0])
				e.op(encode.F64ConvertI32S)
				return
			}
			e.int64(x.Args[0])
			e.op(encode.F64ConvertI64S)
		},
		"square": func(e *emitter, x *loop.Expr) {
			e.withReal(x.Args[0], func(t int) {
				e.get(t)
				e.get(t)
				e.op(encode.F64Mul)
			})
		},
		"gmul": (*emitter).gmul,
		"relu": func(e *emitter, x *loop.Expr) { // x < 0 ? 0 : x
			e.withReal(x.Args[0], func(t int) {
				e.f64(0)
				e.get(t)
				e.get(t)
				e.f64(0)
				e.op(encode.F64Lt, encode.Select)
			})
		},
		"sign": func(e *emitter, x *loop.Expr) { // (x > 0) - (x < 0)
			e.withReal(x.Args[0], func(t int) {
				e.get(t)
				e.f64(0)
				e.op(encode.F64Gt)
				e.get(t)
				e.f64(0)
				e.op(encode.F64Lt, encode.I32Sub, encode.F64ConvertI32S)
			})
		},
		"copysign": (*emitter).copysign,
		"mathmax":  func(e *emitter, x *loop.Expr) { e.extremum(x, encode.F64Max, math.Inf(1)) },
		"mathmin":  func(e *emitter, x *loop.Expr) { e.extremum(x, encode.F64Min, math.Inf(-1)) },
		"powi":     (*emitter).powi,
		"ishl":     func(e *emitter, x *loop.Expr) { e.shift(x, encode.I64Shl) },
		"ishr":     func(e *emitter, x *loop.Expr) { e.shift(x, encode.I64ShrS) },
		"iushr":    func(e *emitter, x *loop.Expr) { e.shift(x, encode.I64ShrU) },
		"zext8":    func(e *emitter, x *loop.Expr) { e.mask(x, math.MaxUint8) },
		"zext16":   func(e *emitter, x *loop.Expr) { e.mask(x, math.MaxUint16) },
		"zext32":   func(e *emitter, x *loop.Expr) { e.mask(x, math.MaxUint32) },
		"iandnot": func(e *emitter, x *loop.Expr) {
			e.int64(x.Args[0])
			e.int64(x.Args[1])
			e.i64(-1)
			e.op(encode.I64Xor, encode.I64And)
		},
	}
}

func (e *emitter) f64(x float64) { e.code = append(e.code, encode.F64Of(x)) }

// withReal gives body a local with the value of a real.
func (e *emitter) withReal(x *loop.Expr, body func(local int)) {
	if x.Kind == loop.VarExpr && e.storageOf(x.Var).lane == 0 {
		body(e.storageOf(x.Var).parts[0])
		return
	}
	t, done := e.temp(encode.F64)
	e.real(x)
	e.set(t)
	body(t)
	done()
}

// logical is && or ||; the right operand is computed only when it is needed, unless that can do no harm and costs
// little.
func (e *emitter) logical(x *loop.Expr, or bool) {
	a, b := x.Args[0], x.Args[1]
	e.bool(a)
	if b.Size <= 4 && !b.CanFail() && !b.ReadsMemory() && !facts.Divides(b, isMath) {
		e.bool(b)
		e.op(map[bool]encode.Op{true: encode.I32Or, false: encode.I32And}[or])
		return
	}
	e.open(encode.If, encode.BlockOf(encode.I32))
	if or {
		e.i32(1)
		e.op(encode.Else)
		e.bool(b)
	} else {
		e.bool(b)
		e.op(encode.Else)
		e.i32(0)
	}
	e.close()
}

// gmul is k·v, and 0 where v is 0.
func (e *emitter) gmul(x *loop.Expr) {
	k, doneK := e.temp(encode.F64)
	e.real(x.Args[0])
	e.set(k)
	e.withReal(x.Args[1], func(v int) {
		e.f64(0)
		e.get(k)
		e.get(v)
		e.op(encode.F64Mul)
		e.get(v)
		e.f64(0)
		e.op(encode.F64Eq, encode.Select)
	})
	doneK()
}

// extremum is math.Max or math.Min: an infinity of the right sign wins over NaN.
func (e *emitter) extremum(x *loop.Expr, o encode.Op, inf float64) {
	a, b := x.Args[0], x.Args[1]
	for _, c := range x.Args {
		if c.IsConst() && !math.IsNaN(c.F) && !math.IsInf(c.F, 0) { // then a NaN stays one
			e.real(a)
			e.real(b)
			e.op(o)
			return
		}
	}
	p, doneP := e.temp(encode.F64)
	q, doneQ := e.temp(encode.F64)
	e.real(a)
	e.set(p)
	e.real(b)
	e.set(q)
	e.f64(inf)
	e.get(p)
	e.get(q)
	e.op(o)
	for i, t := range []int{p, q} {
		e.get(t)
		e.f64(inf)
		e.op(encode.F64Eq)
		if i > 0 {
			e.op(encode.I32Or)
		}
	}
	e.op(encode.Select)
	doneP()
	doneQ()
}

// powi is a power whose exponent is an int: 1, x and x² are exact, all others those of pow.
func (e *emitter) powi(x *loop.Expr) {
	n := x.Args[1]
	if facts.SmallPower(x) {
		e.withReal(x.Args[0], func(t int) {
			switch n.I {
			case 0:
				e.f64(1)
			case 1:
				e.get(t)
			default:
				e.get(t)
				e.get(t)
				e.op(encode.F64Mul)
			}
		})
		return
	}
	e.mathCall(x)
}

// copysign is put together from the bits: the compiler engine of wazero 1.12 gives the wrong sign for f64.copysign in
// some functions.
func (e *emitter) copysign(x *loop.Expr) {
	e.real(x.Args[0])
	e.op(encode.I64ReinterpretF64)
	e.i64(math.MaxInt64)
	e.op(encode.I64And)
	e.real(x.Args[1])
	e.op(encode.I64ReinterpretF64)
	e.i64(math.MinInt64)
	e.op(encode.I64And, encode.I64Or, encode.F64ReinterpretI64)
}

// shift shifts by a number of bits that may be greater than 63: then 0 is left, or the sign.
func (e *emitter) shift(x *loop.Expr, o encode.Op) {
	r := e.ranges.Expr(x.Args[1])
	if r.Lo >= 0 && r.Hi < 64 {
		e.int64(x.Args[0])
		e.int64(x.Args[1])
		e.op(o)
		return
	}
	n, done := e.temp(encode.I64)
	e.int64(x.Args[0])
	e.int64(x.Args[1])
	if o == encode.I64ShrS { // by 63 at most, as an unsigned number
		e.tee(n)
		e.i64(63)
		e.get(n)
		e.i64(63)
		e.op(encode.I64LtU)
		e.op(encode.Select, o)
		done()
		return
	}
	e.set(n)
	e.get(n)
	e.op(o)
	e.i64(0)
	e.get(n)
	e.i64(64)
	e.op(encode.I64LtU, encode.Select)
	done()
}

func (e *emitter) mask(x *loop.Expr, m int64) {
	e.int64(x.Args[0])
	e.i64(m)
	e.op(encode.I64And)
}
