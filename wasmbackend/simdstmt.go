package wasmbackend

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// pair writes a statement for two iterations.
func (w *pairWriter) pair(t loop.Stmt) {
	switch t := t.(type) {
	case *loop.Let:
		if t.Var.Type == loop.RealType {
			w.real2(t.Rhs)
			if _, ok := w.vec[t.Var]; !ok {
				w.vec[t.Var] = w.local(encode.V128)
			}
			w.set(w.vec[t.Var])
		}
	case *loop.AddTo:
		if t.Lhs.Kind == loop.VarExpr {
			rhs, minus := negated(t.Rhs)
			w.add2(t.Lhs.Var, rhs, minus)
			return
		}
		offset := w.address2(t.Lhs)
		w.real2(t.Lhs)
		w.real2(t.Rhs)
		w.op(encode.F64x2Add)
		w.store2(t.Lhs, offset)
	case *loop.Assign:
		if v, e, minus := vectors.Addition(t); v != nil && (w.p.Chain[v] || w.p.Hands[v] != nil) {
			w.add2(v, e, minus)
			return
		}
		w.assign2(t)
	}
}

// add2 adds the terms of two iterations to a variable.
func (w *pairWriter) add2(v *loop.Var, term *loop.Expr, minus bool) {
	if w.p.Chain[v] {
		w.link(v, term, minus)
		return
	}
	w.variable(v)
	w.real2(term)
	w.op(map[bool]encode.Op{false: encode.F64x2Add, true: encode.F64x2Sub}[minus])
	w.set(w.vec[v])
}

// link adds the terms of two iterations to a variable, one after the other. NaN apart, x + y is y + x to the last bit.
func (w *pairWriter) link(v *loop.Var, term *loop.Expr, minus bool) {
	t, done := w.temp(encode.V128)
	w.real2(term)
	w.set(t)
	at := w.storageOf(v).parts[0]
	w.get(at)
	for lane := range int64(2) {
		w.get(t)
		w.imm(encode.F64x2ExtractLane, lane)
		w.op(map[bool]encode.Op{false: encode.F64Add, true: encode.F64Sub}[minus])
	}
	w.set(at)
	done()
}

func (w *pairWriter) assign2(t *loop.Assign) {
	if len(t.Lhs) == 1 && t.Lhs[0].Kind != loop.VarExpr {
		offset := w.address2(t.Lhs[0])
		w.real2(t.Rhs[0])
		w.store2(t.Lhs[0], offset)
		return
	}
	values := make([]int, len(t.Lhs))
	for i, l := range t.Lhs {
		w.real2(t.Rhs[i])
		if l.Kind == loop.VarExpr && w.p.Hands[l.Var] != nil {
			w.imm(encode.F64x2ExtractLane, 1)
			v, done := w.temp(encode.F64)
			values[i] = v
			w.set(v)
			defer done()
			continue
		}
		v, done := w.temp(encode.V128)
		values[i] = v
		w.set(v)
		defer done()
	}
	for i, l := range t.Lhs {
		switch {
		case l.Kind != loop.VarExpr:
			offset := w.address2(l)
			w.get(values[i])
			w.store2(l, offset)
		case w.p.Hands[l.Var] != nil:
			w.get(values[i])
			w.set(w.last[l.Var])
		default:
			w.get(values[i])
			w.set(w.vec[l.Var])
		}
	}
}

// store2 stores the vector on the stack; an array that is watched for NaN (watch.go) adds it to a vector of its own.
func (w *pairWriter) store2(place *loop.Expr, offset int64) {
	if w.isWatched(place) {
		if w.seen < 0 {
			failf("the stores to %s are watched too late", place.Args[0].Var.Name)
		}
		t, done := w.temp(encode.V128)
		w.tee(t)
		w.get(w.seen)
		w.get(t)
		w.op(encode.F64x2Add)
		w.set(w.seen)
		done()
	}
	w.code = append(w.code, encode.Instr{Op: encode.V128Store, A: 3, B: offset})
}

// address2 puts the address of a pair of elements on the stack, less the result.
func (w *pairWriter) address2(x *loop.Expr) int64 {
	c := w.curs[w.view.SliceOf(x.Args[0].Var)]
	w.get(c.local)
	o, _ := w.p.Offset(x.Args[1])
	return 8*o - c.Bias + w.ahead
}

// variable puts the vector of a variable on the stack.
func (w *pairWriter) variable(v *loop.Var) {
	if from := w.p.Hands[v]; from != nil {
		if _, ok := w.vec[v]; !ok { // the last of the pair before, and the first of this one
			w.vec[v] = w.hand[v]
			w.get(w.last[v])
			w.op(encode.F64x2Splat)
			w.get(w.vec[from])
			w.imm(encode.F64x2ExtractLane, 0)
			w.imm(encode.F64x2ReplaceLane, 1)
			w.tee(w.vec[v])
			return
		}
	}
	w.get(w.vec[v])
}

// real2 puts the values of a real in two iterations on the stack.
func (w *pairWriter) real2(x *loop.Expr) {
	switch x.Kind {
	case loop.ConstExpr:
		w.code = append(w.code, encode.V128Of(x.F, x.F))
	case loop.VarExpr:
		w.variable(x.Var)
	case loop.IndexExpr:
		offset := w.address2(x)
		w.code = append(w.code, encode.Instr{Op: encode.V128Load, A: 3, B: offset})
	case loop.SelectExpr:
		w.real2(x.Args[1])
		w.real2(x.Args[2])
		w.test2(x.Args[0])
		w.op(encode.V128Bitselect)
	default:
		if x.Prim == syntax.OpByName("square") {
			t, done := w.temp(encode.V128)
			w.real2(x.Args[0])
			w.tee(t)
			w.get(t)
			w.op(encode.F64x2Mul)
			done()
			return
		}
		if _, ok := vectors.Ops[x.Prim.Name]; !ok {
			w.math2(x, func(i int) { w.real2(x.Args[i]) })
			return
		}
		x = unsigned(x)
		for _, a := range w.turned(x, loop.IndexExpr) {
			w.real2(a)
		}
		if m, ok := signs[x.Prim.Name]; ok && w.checked() {
			w.code = append(w.code, m.mask)
			w.op(m.op)
			return
		}
		w.op(vectors.Ops[x.Prim.Name])
	}
}

// signs are the operations on signs alone, with masks: the compiler of wazero makes the mask anew each time, by three
// instructions.
var signs = map[string]struct { //nolint:gochecknoglobals // a table
	mask encode.Instr
	op   encode.Op
}{
	"neg": {encode.V128Of(math.Copysign(0, -1), math.Copysign(0, -1)), encode.V128Xor},
	"abs": {encode.V128Of(math.Float64frombits(1<<63-1), math.Float64frombits(1<<63-1)), encode.V128And},
}

// unsigned is (c·x)·-y as (-c·x)·y, for a constant c: the same to the last bit.
func unsigned(x *loop.Expr) *loop.Expr {
	if x.Prim != syntax.OpMul {
		return x
	}
	for i, y := range x.Args {
		z := x.Args[1-i]
		if y.Kind != loop.PrimExpr || y.Prim != syntax.OpNeg || z.Kind != loop.PrimExpr || z.Prim != syntax.OpMul {
			continue
		}
		for k, c := range z.Args {
			if c.Kind == loop.ConstExpr && c.F == c.F {
				return loop.Prim(syntax.OpMul, loop.Prim(syntax.OpMul, loop.RealConst(-c.F), z.Args[1-k]), y.Args[0])
			}
		}
	}
	return x
}

// test2 puts a mask on the stack.
func (w *pairWriter) test2(x *loop.Expr) {
	for _, a := range x.Args {
		if a.Type == loop.BoolType {
			w.test2(a)
		} else {
			w.real2(a)
		}
	}
	w.op(vectors.Tests[x.Prim.Name])
}
