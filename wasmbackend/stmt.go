package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

func (e *emitter) block(b []loop.Stmt) {
	e.unset(b)
	saves := len(e.plan.Saved) > 0
	touches := e.touches(b)
	kept, anchors := len(e.twices), len(e.anchors)
	var second loop.Stmt
	for i, s := range b {
		if s != second {
			e.touch(touches[i], anchors)
			if second = e.lanes.Second[s]; second != nil {
				e.touch(touches[i+1], anchors)
				e.lanePair(s, second)
			} else {
				e.stmt(s)
			}
		}
		if saves {
			e.save(e.plan.Saved[s])
		}
		e.dead.After(s, e.release)
	}
	e.forget(kept)
	e.weigh(anchors)
}

func (e *emitter) stmt(s loop.Stmt) {
	stop.Check(e.opt.Context)
	switch s := s.(type) {
	case *loop.Let:
		e.let(s)
	case *loop.Alloc:
		e.alloc(s)
	case *loop.NewCell:
		e.newCell(s)
	case *loop.Assign:
		e.assign(s)
	case *loop.AddTo:
		e.addTo(s)
	case *loop.Copy:
		e.copyAll(s.Dst, s.Src)
	case *loop.Clear:
		e.clearAll(s.Dst)
	case *loop.Append:
		e.push(s)
	case *loop.For:
		e.forLoop(s)
	case *loop.While:
		e.while(s)
	case *loop.If:
		e.branch(s)
	case *loop.Switch:
		e.choice(s)
	case *loop.Call:
		e.callFunc(s)
	case *loop.Check:
		e.check(s)
	default:
		failf("no WebAssembly form of a loop statement %T", s)
	}
}

func (e *emitter) let(s *loop.Let) {
	if e.plan.Growing[s.Var] == plan.Slot && e.loops > 0 {
		e.regrow(s.Var)
		return
	}
	if e.unsets.Get(s.Var.ID()) {
		e.declare(s.Var)
		return
	}
	if r := e.views.of[s.Var]; r != nil {
		e.get(r.local)
		e.arrayLen(s.Rhs)
		e.setVar(e.declare(s.Var))
		return
	}
	e.value(s.Rhs, e.isNarrow(s.Var))
	if e.grown[s.Var] {
		e.room(s.Rhs)
	}
	e.setVar(e.declare(s.Var))
}

// room puts the header of the memory of a growing array on the stack: that of another growing variable, or none.
func (e *emitter) room(x *loop.Expr) {
	if x.Kind == loop.VarExpr && e.grown[x.Var] {
		e.get(e.storageOf(x.Var).parts[2])
		return
	}
	e.i32(0)
}

// setVar takes the parts of a variable from the stack.
func (e *emitter) setVar(s storage) {
	for i := len(s.parts) - 1; i >= 0; i-- {
		e.set(s.parts[i])
	}
}

// assign stores values: all of them, and all addresses, are found before the first store.
func (e *emitter) assign(s *loop.Assign) {
	if len(s.Lhs) == 1 {
		e.assignOne(s.Lhs[0], s.Rhs[0])
		return
	}
	type place struct {
		at     int
		offset int64
		done   func()
	}
	places := make([]place, len(s.Lhs))
	for i, l := range s.Lhs {
		if l.Kind != loop.VarExpr && !isUnit(l.Type) {
			p := &places[i]
			p.offset = e.placeAddress(l)
			p.at, p.done = e.temp(encode.I32)
			e.set(p.at)
		}
		e.value(s.Rhs[i], l.Kind == loop.VarExpr && e.storageOf(l.Var).narrow)
		e.quietField(l)
		if l.Kind == loop.VarExpr && e.grown[l.Var] {
			e.room(s.Rhs[i])
		}
	}
	for i := len(s.Lhs) - 1; i >= 0; i-- {
		l, p := s.Lhs[i], places[i]
		switch {
		case isUnit(l.Type):
		case l.Kind == loop.VarExpr:
			e.setVar(e.storageOf(l.Var))
		case l.Type.IsArray():
			ptr, done := e.temp(encode.I32)
			n, doneN := e.temp(encode.I32)
			e.set(n)
			e.set(ptr)
			e.storeRow(p.at, p.offset, ptr, n)
			done()
			doneN()
			p.done()
		default:
			x, done := e.temp(e.scalarType(l.Type))
			e.set(x)
			e.get(p.at)
			e.get(x)
			e.watchStore(l)
			e.storeValue(l.Type, p.offset)
			done()
			p.done()
		}
	}
}

func isUnit(t loop.Type) bool { return t.Rank == 0 && t.Base == loop.Unit }

func (e *emitter) scalarType(t loop.Type) encode.ValType {
	switch t.Base {
	case loop.Real:
		return encode.F64
	case loop.Int:
		return encode.I64
	}
	return encode.I32
}

// storeRow stores the address and the length of a row.
func (e *emitter) storeRow(at int, offset int64, ptr, n int) {
	e.get(at)
	e.get(ptr)
	e.load(encode.I32Store, offset)
	e.get(at)
	e.get(n)
	e.load(encode.I32Store, offset+4)
}

func (e *emitter) assignOne(l, r *loop.Expr) {
	switch {
	case isUnit(l.Type):
	case l.Kind == loop.VarExpr:
		s := e.storageOf(l.Var)
		e.value(r, s.narrow)
		if e.grown[l.Var] {
			e.room(r)
		}
		e.setVar(s)
	case l.Type.IsArray():
		at, done := e.temp(encode.I32)
		ptr, doneP := e.temp(encode.I32)
		n, doneN := e.temp(encode.I32)
		offset := e.placeAddress(l)
		e.set(at)
		e.array(r)
		e.set(n)
		e.set(ptr)
		e.storeRow(at, offset, ptr, n)
		done()
		doneP()
		doneN()
	default:
		offset := e.placeAddress(l)
		e.value(r, false)
		e.quietField(l)
		e.watchStore(l)
		e.storeValue(l.Type, offset)
	}
}

// addTo finds the place, then the value, and then adds.
func (e *emitter) addTo(s *loop.AddTo) {
	add, load := encode.F64Add, encode.F64Load
	if s.Lhs.Type == loop.IntType {
		add, load = encode.I64Add, encode.I64Load
	}
	// of elements machines take one operand of an addition from memory, but not what is subtracted from
	if s.Lhs.Kind == loop.VarExpr {
		rhs, minus := negated(s.Rhs)
		if minus {
			add = encode.F64Sub
		}
		v := e.storageOf(s.Lhs.Var)
		e.get(v.parts[0])
		e.value(rhs, false)
		e.op(add)
		e.set(v.parts[0])
		return
	}
	at, done := e.temp(encode.I32)
	offset := e.placeAddress(s.Lhs)
	e.tee(at)
	e.get(at)
	e.load(load, offset)
	e.value(s.Rhs, false)
	e.op(add)
	e.quietField(s.Lhs)
	e.watchStore(s.Lhs)
	e.storeValue(s.Lhs.Type, offset)
	done()
}

// negated is y for -y: to add that is to subtract y, to the last bit.
func negated(x *loop.Expr) (y *loop.Expr, minus bool) {
	if x.Kind == loop.PrimExpr && x.Prim == syntax.OpNeg {
		return x.Args[0], true
	}
	return x, false
}

func (e *emitter) branch(s *loop.If) {
	if v, a, b, ok := e.chosen(s); ok {
		e.choose1(v, s.Cond, a, b)
		return
	}
	if len(s.Else) == 0 {
		e.when(s.Cond, func() { e.block(s.Then) })
		return
	}
	e.bool(s.Cond)
	e.open(encode.If, encode.Empty)
	e.block(s.Then)
	e.op(encode.Else)
	e.block(s.Else)
	e.close()
}

// choose1 gives v one of two values: without a branch where both are there and [emitter.pick] has none.
func (e *emitter) choose1(v *loop.Var, cond, a, b *loop.Expr) {
	at := e.storageOf(v)
	switch {
	case a.IsAtom() && b.IsAtom() && v.Type == loop.RealType:
		e.pick(cond, a, b)
	case a.IsAtom() && b.IsAtom():
		e.value(a, at.narrow)
		e.value(b, at.narrow)
		e.bool(cond)
		e.op(encode.Select)
	default:
		e.bool(cond)
		e.open(encode.If, encode.BlockOf(e.valType(v)))
		e.value(a, at.narrow)
		e.op(encode.Else)
		e.value(b, at.narrow)
		e.close()
	}
	e.setVar(at)
}

func (e *emitter) choice(s *loop.Switch) {
	n := len(s.Cases)
	e.open(encode.Block, encode.Empty)
	out := e.depth
	for range n {
		e.open(encode.Block, encode.Empty)
	}
	labels := make([]uint32, n)
	for i := range labels {
		labels[i] = uint32(i)
	}
	if e.narrowExpr(s.Tag) {
		e.int32(s.Tag)
	} else { // what is no int32 takes the last case
		t, done := e.temp(encode.I64)
		e.int64(s.Tag)
		e.tee(t)
		e.op(encode.I32WrapI64)
		e.i32(n - 1)
		e.get(t)
		e.i64(int64(n))
		e.op(encode.I64LtU, encode.Select)
		done()
	}
	e.imm(encode.BrTable, int64(len(e.labels)))
	e.labels = append(e.labels, labels)
	for i, c := range s.Cases {
		e.close()
		e.block(c)
		if i < n-1 {
			e.leave(encode.Br, out)
		}
	}
	e.close()
}

func (e *emitter) check(s *loop.Check) {
	if e.given != nil && e.given(s) {
		return
	}
	e.bool(s.Cond)
	e.op(encode.I32Eqz)
	if s.Got == nil {
		e.failIf(e.site(textSite, s.Text, ""))
		return
	}
	kind := lengthSite
	if s.Index {
		kind = indexSite
	}
	e.failWith(e.site(kind, s.Text, s.Name), func() { e.int64(s.Got); e.int64(s.Want) })
}

// callFunc calls a function of the program.
func (e *emitter) callFunc(s *loop.Call) {
	f := e.funcs[s.Func]
	inlined := e.inlines(f, false)
	if inlined {
		e.inline(f, s.Args, nil)
	} else {
		for _, a := range s.Args {
			e.value(a, false)
		}
		e.call(f.index)
		if f.fails {
			e.set(e.status)
		}
	}
	var parts []int
	var undo []func()
	for i, v := range s.Vars {
		t := s.Func.Results[i].Type
		if v != nil {
			st := e.declare(v)
			parts = append(parts, st.parts[:min(2, len(st.parts))]...)
			continue
		}
		for _, vt := range partTypes(t) {
			x, done := e.temp(vt)
			parts, undo = append(parts, x), append(undo, done)
		}
	}
	for i := len(parts) - 1; i >= 0; i-- {
		e.set(parts[i])
	}
	for _, f := range undo {
		f()
	}
	for _, v := range s.Vars {
		if v != nil && e.grown[v] {
			e.i32(0)
			e.set(e.storageOf(v).parts[2])
		}
	}
	if f.fails && !inlined {
		e.get(e.status)
		e.leave(encode.BrIf, e.fail)
	}
}

// partTypes are the types of the values that stand for a parameter or result.
func partTypes(t loop.Type) []encode.ValType {
	switch {
	case t.IsArray():
		return []encode.ValType{encode.I32, encode.I32}
	case t.Base == loop.Real:
		return []encode.ValType{encode.F64}
	case t.Base == loop.Int:
		return []encode.ValType{encode.I64}
	case t.Base == loop.Unit:
		return nil
	}
	return []encode.ValType{encode.I32}
}
