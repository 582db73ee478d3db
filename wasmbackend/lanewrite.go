package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// lanePair writes the two statements of a pair (package vectors).
func (e *emitter) lanePair(s, t loop.Stmt) {
	place, x := vectors.Parts(s)
	_, y := vectors.Parts(t)
	if l, ok := s.(*loop.Let); ok {
		if e.unsets.Get(l.Var.ID()) && e.unsets.Get(t.(*loop.Let).Var.ID()) {
			e.declarePack(l.Var)
			return
		}
		e.lanes2(x, y, true)
		e.set(e.declarePack(l.Var))
		return
	}
	_, add := s.(*loop.AddTo)
	if place.Kind == loop.VarExpr {
		v := e.storageOf(place.Var).parts[0]
		if !add {
			e.lanes2(x, y, true)
			e.set(v)
			return
		}
		o := encode.F64x2Add
		p, minus := negated(x)
		q, also := negated(y)
		if minus && also {
			x, y, o = p, q, encode.F64x2Sub
		}
		e.get(v)
		e.lanes2(x, y, true)
		e.op(o)
		e.set(v)
		return
	}
	offset := e.address(place)
	if add {
		at, done := e.temp(encode.I32)
		e.tee(at)
		e.get(at)
		e.load(encode.V128Load, offset)
		e.lanes2(x, y, true)
		e.op(encode.F64x2Add)
		e.load(encode.V128Store, offset)
		done()
		return
	}
	e.lanes2(x, y, true)
	e.load(encode.V128Store, offset)
}

// declarePack gives two variables one local.
func (e *emitter) declarePack(v *loop.Var) int {
	p := e.lanes.Packs[v]
	local := e.locals.take(encode.V128, v.Name)
	for k, w := range p.Vars {
		*e.vars.At(w.ID()) = storage{parts: e.onePart(local), here: true, lane: k + 1}
	}
	return local
}

// getReal puts a real variable on the stack.
func (e *emitter) getReal(v *loop.Var) {
	s := e.storageOf(v)
	e.get(s.parts[0])
	if s.lane > 0 {
		e.imm(encode.F64x2ExtractLane, int64(s.lane-1))
	}
}

// sumAcross puts the sum of both sides of a vector on the stack.
func (e *emitter) sumAcross(x *loop.Expr) {
	t, done := e.temp(encode.V128)
	e.lanes2(x.Args[0], x.Args[1], false)
	e.tee(t)
	e.imm(encode.F64x2ExtractLane, 0)
	e.get(t)
	e.imm(encode.F64x2ExtractLane, 1)
	e.op(encode.F64Add)
	done()
}

// lanes2 puts two reals on the stack as a vector. With keep, what is twice the same variable is kept for what follows
// in the block.
func (e *emitter) lanes2(x, y *loop.Expr, keep bool) {
	l := e.lanes
	switch {
	case x.Kind == loop.ConstExpr && y.Kind == loop.ConstExpr:
		e.code = append(e.code, encode.V128Of(x.F, y.F))
	case l.Packed(x, y):
		e.get(e.storageOf(x.Var).parts[0])
	case l.Beside(x, y):
		e.load(encode.V128Load, e.address(x))
	case loop.Equal(x, y):
		e.splat2(x, keep)
	case l.Both(x, y):
		e.prim2(x, y, keep)
	default:
		e.lower(x)
		e.real(y)
		e.imm(encode.F64x2ReplaceLane, 1)
	}
}

// lower puts a real on the stack as the first side of a vector. The compiler of wazero makes f64x2.splat of a move into
// one half of a register, which then waits for whatever was in the other.
func (e *emitter) lower(x *loop.Expr) {
	if x.Kind == loop.IndexExpr {
		e.load(encode.V128Load64Zero, e.address(x))
		return
	}
	e.code = append(e.code, encode.V128Of(0, 0))
	e.real(x)
	e.imm(encode.F64x2ReplaceLane, 0)
}

// splat2 puts a real on the stack in both sides of a vector.
func (e *emitter) splat2(x *loop.Expr, keep bool) {
	keep = keep && x.Kind == loop.VarExpr && e.steady(x.Var)
	if keep {
		for _, k := range e.twices {
			if k.v == x.Var {
				e.get(k.local)
				return
			}
		}
	}
	e.lower(x)
	e.real(x)
	e.imm(encode.F64x2ReplaceLane, 1)
	if keep {
		local := e.locals.take(encode.V128, x.Var.Name+".twice")
		e.twices = append(e.twices, doubled{x.Var, local})
		e.tee(local)
	}
}

// A doubled is a vector with a variable that does not change in both sides, until the end of the block that made it.
type doubled struct {
	v     *loop.Var
	local int
}

// forget drops the vectors of a block.
func (e *emitter) forget(from int) {
	for _, k := range e.twices[from:] {
		e.locals.give(k.local)
	}
	e.twices = e.twices[:from]
}

func (e *emitter) prim2(x, y *loop.Expr, keep bool) {
	if x.Prim == syntax.OpByName("square") {
		t, done := e.temp(encode.V128)
		e.lanes2(x.Args[0], y.Args[0], keep)
		e.tee(t)
		e.get(t)
		e.op(encode.F64x2Mul)
		done()
		return
	}
	o, ok := vectors.Ops[x.Prim.Name]
	if !ok {
		w := &pairWriter{emitter: e}
		w.math2(x, func(i int) { e.lanes2(x.Args[i], y.Args[i], keep) })
		return
	}
	if a, b := x.Args, y.Args; len(a) == 2 && (o == encode.F64x2Add || o == encode.F64x2Mul) && e.checked() &&
		e.stays(a[0], b[0]) && !e.stays(a[1], b[1]) {
		e.lanes2(a[1], b[1], keep)
		e.lanes2(a[0], b[0], keep)
		e.op(o)
		return
	}
	for i := range x.Args {
		e.lanes2(x.Args[i], y.Args[i], keep)
	}
	if m, ok := signs[x.Prim.Name]; ok && e.checked() {
		e.code = append(e.code, m.mask)
		e.op(m.op)
		return
	}
	e.op(o)
}

// stays reports whether the vector of two reals is in a local, which the compiler of wazero copies when it is the first
// operand: the second it leaves as it is.
func (e *emitter) stays(x, y *loop.Expr) bool {
	return e.lanes.Packed(x, y) || x.Kind == loop.VarExpr && loop.Equal(x, y)
}

// across reports whether a sum is best computed as that of both sides of a vector.
func (e *emitter) across(x *loop.Expr) bool {
	return e.fn.Survey == e.lanes.View.Survey && e.lanes.Across(x)
}

// hasPairs reports whether a block has pairs of statements.
func (e *emitter) hasPairs(b []loop.Stmt) bool {
	for _, s := range b {
		if e.lanes.Second[s] != nil {
			return true
		}
		if a, ok := s.(*loop.AddTo); ok && e.across(a.Rhs) {
			return true
		}
	}
	return false
}
