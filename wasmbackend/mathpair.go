package wasmbackend

import (
	"math"
	"math/bits"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// Functions of the math library in a loop that runs two iterations at a time (simd.go) take two arguments at a time:
// their bodies are written on vectors, where both arguments go the same way through them. Where they part, or come to
// what has no form on vectors, the edges of a domain, the function is called for one and the other. Results are those
// of the function, to the last bit.

// findPaired finds the functions of the library that take two arguments at a time.
func (p *program) findPaired() {
	for _, m := range p.math {
		m.paired = p.funcs[m.fn].Nodes <= engine.InlineMath && len(m.fn.Results) == 1 &&
			len(m.fn.Params) == m.args+len(m.tables) && vectors.HasBody(m.fn.Body) && vectors.HasExpr(m.fn.Results[0])
	}
}

// pairMath reports whether a primitive is such a function.
func (p *program) pairMath(x *loop.Expr) bool {
	m := p.math[x.Prim.Name]
	return m != nil && !x.Prim.Host && x.Type == loop.RealType && m.paired
}

// A mathWriter writes the body of a function of the library on vectors.
type mathWriter struct {
	*pairWriter
	vars   map[*loop.Var]int     // locals
	tables map[*loop.Var]storage // parameters that are tables
	spots  map[*loop.Var][2]int  // of indices that nothing assigns to, in both lanes: locals with offsets in bytes
	moving *facts.Variables      // what is assigned to
	slow   int                   // the depth of the block whose end calls the function
	shifts map[*loop.Var]shifted // ints that nothing assigns to
	next   []loop.Stmt           // from the statement in work on, those of its block
}

// A shifted int is another times a power of two.
type shifted struct {
	of *loop.Expr
	by int
}

// math2 puts the values of a function of the library for two arguments, which arg puts on the stack, on the stack.
func (w *pairWriter) math2(x *loop.Expr, arg func(i int)) {
	m := w.math[x.Prim.Name]
	v := &mathWriter{
		pairWriter: w, vars: map[*loop.Var]int{}, tables: map[*loop.Var]storage{}, spots: map[*loop.Var][2]int{},
		moving: &w.funcs[m.fn].Assigned,
		shifts: map[*loop.Var]shifted{},
	}
	begin := len(w.undo)
	args := make([]int, len(x.Args))
	for i := range x.Args {
		arg(i)
		args[i] = w.local(encode.V128)
		w.set(args[i])
		v.vars[m.fn.Params[i].Var] = args[i]
	}
	for i, t := range m.tables {
		v.tables[m.fn.Params[len(args)+i].Var] = t
	}
	for _, q := range m.fn.Params[:len(args)] { // a parameter that is assigned to
		if w.funcs[m.fn].Assigned.Has(q.Var) {
			old := v.vars[q.Var]
			v.vars[q.Var] = w.local(encode.V128)
			w.get(old)
			w.set(v.vars[q.Var])
		}
	}
	out, y := w.local(encode.V128), w.local(encode.F64)
	w.open(encode.Block, encode.Empty)
	done := w.depth
	w.open(encode.Block, encode.Empty)
	v.slow = w.depth
	v.block(m.fn.Body)
	v.expr(m.fn.Results[0])
	w.set(out)
	w.leave(encode.Br, done)
	w.close()
	for lane := range int64(2) {
		for _, a := range args {
			w.get(a)
			w.imm(encode.F64x2ExtractLane, lane)
		}
		for _, t := range m.tables {
			w.i32(t.table)
			w.i32(t.tableLen)
		}
		w.call(w.funcs[m.fn].index)
		if w.funcs[m.fn].fails {
			w.set(w.status)
			w.get(w.status)
			w.leave(encode.BrIf, w.fail)
		}
		w.set(y)
		if lane == 0 {
			w.get(y)
			w.op(encode.F64x2Splat)
		} else {
			w.get(out)
			w.get(y)
			w.imm(encode.F64x2ReplaceLane, 1)
		}
		w.set(out)
	}
	w.close()
	for _, f := range w.undo[begin:] {
		f()
	}
	w.undo = w.undo[:begin]
	w.get(out)
}

func (v *mathWriter) block(b []loop.Stmt) {
	for k, s := range b {
		v.next = b[k:]
		switch s := s.(type) {
		case *loop.Let:
			if by := shiftOf(s.Rhs); by > 0 && !v.moving.Has(s.Var) && v.fixed(s.Rhs.Args[0]) {
				v.shifts[s.Var] = shifted{s.Rhs.Args[0], by}
			}
			v.expr(s.Rhs)
			v.vars[s.Var] = v.local(encode.V128)
			v.set(v.vars[s.Var])
		case *loop.Assign:
			for _, r := range s.Rhs {
				v.expr(r)
			}
			for i := len(s.Lhs) - 1; i >= 0; i-- {
				v.set(v.vars[s.Lhs[i].Var])
			}
		case *loop.AddTo:
			v.get(v.vars[s.Lhs.Var])
			v.expr(s.Rhs)
			v.op(encode.F64x2Add)
			v.set(v.vars[s.Lhs.Var])
		case *loop.If:
			v.branch(s)
		}
	}
	v.next = nil
}

// branch goes the way that both arguments go, and leaves if there is none, or it has no form on vectors.
func (v *mathWriter) branch(s *loop.If) {
	yes, no := vectors.HasBody(s.Then), vectors.HasBody(s.Else)
	v.expr(s.Cond)
	switch {
	case !yes:
		v.some()
		v.leave(encode.BrIf, v.slow)
		v.inside(s.Else)
	case !no:
		v.notAll()
		v.leave(encode.BrIf, v.slow)
		v.inside(s.Then)
	default:
		m, done := v.temp(encode.V128)
		v.tee(m)
		v.all()
		v.open(encode.If, encode.Empty)
		v.inside(s.Then)
		v.op(encode.Else)
		v.get(m)
		v.some()
		v.leave(encode.BrIf, v.slow)
		v.inside(s.Else)
		v.close()
		done()
	}
}

// some, all and notAll put on the stack what is so of both sides of a mask. The compiler of wazero takes the bits of
// both in one instruction; other questions cost it four.
func (v *mathWriter) some() {
	if v.checked() {
		v.op(encode.I64x2Bitmask)
		return
	}
	v.op(encode.V128AnyTrue)
}

func (v *mathWriter) all() {
	if v.checked() {
		v.op(encode.I64x2Bitmask)
		v.i32(3)
		v.op(encode.I32Eq)
		return
	}
	v.op(encode.I64x2AllTrue)
}

func (v *mathWriter) notAll() {
	if v.checked() {
		v.op(encode.I64x2Bitmask)
		v.i32(3)
		v.op(encode.I32Ne)
		return
	}
	v.op(encode.I64x2AllTrue, encode.I32Eqz)
}

// inside is block for one side of a branch: offsets that it finds are not known after it.
func (v *mathWriter) inside(b []loop.Stmt) {
	outer := v.spots
	v.spots = map[*loop.Var][2]int{}
	for x, s := range outer {
		v.spots[x] = s
	}
	v.block(b)
	v.spots = outer
}

func (v *mathWriter) v128(a uint64) {
	v.code = append(v.code, encode.V128Of(math.Float64frombits(a), math.Float64frombits(a)))
}

// expr puts two values on the stack: of a real, of an int, or masks.
func (v *mathWriter) expr(x *loop.Expr) {
	switch x.Kind {
	case loop.ConstExpr:
		switch {
		case x.Type == loop.RealType:
			v.v128(math.Float64bits(x.F))
		case x.Type == loop.BoolType:
			v.v128(-uint64(x.I & 1))
		default:
			v.v128(uint64(x.I))
		}
	case loop.VarExpr:
		v.get(v.vars[x.Var])
	case loop.IndexExpr:
		v.element(x)
	case loop.SelectExpr:
		v.expr(x.Args[1])
		v.expr(x.Args[2])
		v.expr(x.Args[0])
		v.op(encode.V128Bitselect)
	case loop.PrimExpr:
		v.prim(x)
	default:
		failf("no form on vectors of %s", x)
	}
}

const sign = 1 << 63

func (v *mathWriter) prim(x *loop.Expr) {
	switch x.Prim.Name {
	case "bits", "frombits":
		v.expr(x.Args[0])
	case "copysign":
		v.expr(x.Args[1])
		v.expr(x.Args[0])
		v.v128(sign)
		v.op(encode.V128Bitselect)
	case "square":
		t, done := v.temp(encode.V128)
		v.expr(x.Args[0])
		v.tee(t)
		v.get(t)
		v.op(encode.F64x2Mul)
		done()
	case "imul", "ishl":
		v.expr(x.Args[0])
		if by := shiftOf(x); by > 0 {
			v.i32(by)
			v.op(encode.I64x2Shl)
		}
	case "ishr", "iushr":
		v.expr(x.Args[0])
		v.i32(int(x.Args[1].I))
		v.op(vectors.IntOps[x.Prim.Name])
	case "ult", "ule":
		name, args := x.Prim.Name, x.Args
		if a := args[0]; name == "ule" && a.IsConst() && a.I != 0 { // engines have no ≤, but a < and its negation
			name, args = "ult", []*loop.Expr{loop.IntConst(a.I - 1), args[1]}
		}
		for _, a := range args {
			v.turned(a)
		}
		v.op(vectors.IntOps[name])
	case "real":
		if a := x.Args[0]; a.Kind == loop.PrimExpr && a.Prim.Name == "ishr" && a.Args[1].I > 12 {
			v.highReal(a.Args[0], int(a.Args[1].I))
			return
		}
		t, done := v.temp(encode.V128)
		v.expr(x.Args[0])
		v.tee(t)
		v.imm(encode.I64x2ExtractLane, 0)
		v.op(encode.F64ConvertI64S, encode.F64x2Splat)
		v.get(t)
		v.imm(encode.I64x2ExtractLane, 1)
		v.op(encode.F64ConvertI64S)
		v.imm(encode.F64x2ReplaceLane, 1)
		done()
	default:
		for _, a := range x.Args {
			v.expr(a)
		}
		if m, ok := signs[x.Prim.Name]; ok && v.checked() {
			v.code = append(v.code, m.mask)
			v.op(m.op)
			return
		}
		for _, ops := range []map[string]encode.Op{vectors.Ops, vectors.Tests, vectors.IntOps} {
			if o, ok := ops[x.Prim.Name]; ok {
				v.op(o)
				return
			}
		}
		failf("no form on vectors of %s", x.Prim.Name)
	}
}

// highReal puts x >> c, with the sign of x, on the stack as reals, for a c above 12, without a conversion: with the
// other sign of x it is a number without a sign, of less than 52 bits, which are the last of 2^52 more.
func (v *mathWriter) highReal(x *loop.Expr, c int) {
	v.expr(x)
	v.v128(sign)
	v.op(encode.V128Xor)
	v.i32(c)
	v.op(encode.I64x2ShrU)
	v.v128(math.Float64bits(0x1p52))
	v.op(encode.V128Or)
	v.v128(math.Float64bits(0x1p52 + math.Ldexp(1, 63-c)))
	v.op(encode.F64x2Sub)
}

// turned puts an int with the other sign on the stack: what is less without a sign is less with one.
func (v *mathWriter) turned(x *loop.Expr) {
	switch {
	case x.IsConst():
		v.v128(uint64(x.I) ^ sign)
	case x.Kind == loop.PrimExpr && x.Prim.Name == "isub" && x.Args[1].IsConst(): // adding 2^63 turns the sign as well
		v.expr(x.Args[0])
		v.v128(uint64(x.Args[1].I) ^ sign)
		v.op(encode.I64x2Sub)
	default:
		v.expr(x)
		v.v128(sign)
		v.op(encode.V128Xor)
	}
}

// mostShift is by how much an index is shifted as an address, which is eight times as much in 32 bits.
const mostShift = 28

// shiftOf is by how many bits a product or a shift moves its first operand to the left; 0 for others.
func shiftOf(x *loop.Expr) int {
	if x.Kind != loop.PrimExpr || len(x.Args) != 2 || !x.Args[1].IsConst() {
		return 0
	}
	c := x.Args[1].I
	switch x.Prim.Name {
	case "ishl":
		return int(c)
	case "imul": // by a power of two (pairExpr)
		return bits.TrailingZeros64(uint64(c))
	}
	return 0
}

// fixed reports whether x is a variable that nothing assigns to.
func (v *mathWriter) fixed(x *loop.Expr) bool { return x.Kind == loop.VarExpr && !v.moving.Has(x.Var) }

// reach checks the bounds of the farthest element of tables at index i, plus a constant, that is read until the next
// branch (touch.go), if it is farther than the one at offset.
func (v *mathWriter) reach(i *loop.Expr, spots [2]int, offset int64) {
	if !v.checked() || !v.fixed(i) {
		return
	}
	far := offset
	for _, s := range v.next {
		if _, ok := s.(*loop.If); ok {
			break
		}
		loop.Operands(s, func(x **loop.Expr, _ bool) {
			facts.Surely(*x, func(x *loop.Expr) {
				if j, c := vectors.ConstantOf(x.Args[1]); j != nil && j.IsVar(i.Var) && c >= 0 {
					far = max(far, int64(v.tables[x.Args[0].Var].table)+8*c)
				}
			})
		})
	}
	if far == offset {
		return
	}
	for _, at := range spots {
		v.get(at)
		v.load(encode.I32Load8U, far+7)
		v.op(encode.Drop)
	}
}

// element puts an element of a table for each lane on the stack.
func (v *mathWriter) element(x *loop.Expr) {
	t, ok := v.tables[x.Args[0].Var]
	if !ok {
		failf("%s is no table", x.Args[0].Var.Name)
	}
	i, c := x.Args[1], int64(0)
	if i.Kind == loop.PrimExpr && i.Prim.Name == "iadd" && i.Args[1].IsConst() && i.Args[1].I >= 0 {
		i, c = i.Args[0], i.Args[1].I
	}
	spots, known := [2]int{}, false
	if i.Kind == loop.VarExpr {
		spots, known = v.spots[i.Var]
	}
	offset := int64(t.table) + 8*c
	if !known {
		at, done := v.temp(encode.V128)
		from := shifted{of: i}
		if by := shiftOf(i); by > 0 {
			from = shifted{i.Args[0], by}
		} else if i.Kind == loop.VarExpr && v.shifts[i.Var].of != nil {
			from = v.shifts[i.Var]
		}
		if from.by > mostShift {
			from = shifted{of: i}
		}
		v.expr(from.of)
		v.set(at)
		for lane := range spots {
			spots[lane] = v.local(encode.I32)
			v.get(at)
			v.imm(encode.I64x2ExtractLane, int64(lane))
			v.op(encode.I32WrapI64)
			v.i32(3 + from.by)
			v.op(encode.I32Shl)
			v.set(spots[lane])
		}
		done()
		v.reach(i, spots, offset)
		if v.fixed(i) {
			v.spots[i.Var] = spots
		}
	}
	v.get(spots[0])
	v.code = append(v.code, encode.Instr{Op: encode.V128Load64Zero, A: 3, B: offset})
	v.get(spots[1])
	v.code = append(v.code, encode.Instr{Op: encode.F64Load, A: 3, B: offset})
	v.imm(encode.F64x2ReplaceLane, 1)
}
