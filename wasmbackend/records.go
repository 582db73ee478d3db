package wasmbackend

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// A search for the greatest element, or the first that is less than all before, has a branch that is rarely taken: each
// time makes the next less likely. Of four iterations it is asked at once, on vectors, whether any of them takes the
// branch; if none does, they have changed nothing, and are passed over. The results are those of one iteration after
// the other.
//
//	for i < n {
//	  var a real = x[i]
//	  if a > best {
//	    best, at = a, i
//	  }
//	}

// atATime is the number of iterations that may be passed over.
const atATime = 4

// recordLoop reads a loop; nil if it is no such search. The cursors are those of the loop.
func (e *emitter) recordLoop(s *loop.For, cs map[*loop.Var]*cursor) *pairLoop {
	if e.opt.Scalar || s.Down || s.N.IsConst() && s.N.I < 2*atATime || s.N.Kind != loop.VarExpr && !s.N.IsConst() ||
		len(s.Body) == 0 {
		return nil
	}
	branch, ok := s.Body[len(s.Body)-1].(*loop.If)
	if !ok || len(branch.Else) > 0 {
		return nil
	}
	p := newPairLoop(e, s)
	for i, t := range s.Body[:len(s.Body)-1] {
		p.at = i
		l, ok := t.(*loop.Let)
		if !ok || l.Var.Type != loop.RealType || e.fn.Assigned.Has(l.Var) || divides(l.Rhs) || !p.real(e, l.Rhs) {
			return nil
		}
		p.own[l.Var] = i
	}
	if divides(branch.Cond) || !p.test(e, branch.Cond) {
		return nil
	}
	changed := map[*loop.Var]bool{}
	for _, t := range branch.Then {
		a, ok := t.(*loop.Assign)
		if !ok {
			return nil
		}
		for _, l := range a.Lhs {
			if l.Kind != loop.VarExpr {
				return nil
			}
			changed[l.Var] = true
		}
	}
	if s.N.Kind == loop.VarExpr && changed[s.N.Var] ||
		!slices.ContainsFunc(p.keeps, func(v *loop.Var) bool { return changed[v] }) {
		return nil
	}
	for _, a := range p.elems {
		if cs[a.array] == nil {
			return nil
		}
	}
	return p
}

// passOver begins an iteration with the question whether it and those after it do nothing; then they are passed over,
// but for the step to the next, and the block whose depth is out is left.
func (e *emitter) passOver(p *pairLoop, cs map[*loop.Var]*cursor, order []*loop.Var, out int) {
	i := e.storageOf(p.s.Var).parts[0]
	narrow := e.isNarrow(p.s.Var)
	number, add, sub, lt := e.i64, encode.I64Add, encode.I64Sub, encode.I64LtS
	if narrow {
		number, add, sub, lt = func(n int64) { e.i32(int(n)) }, encode.I32Add, encode.I32Sub, encode.I32LtS
	}
	w := &pairWriter{emitter: e, p: p, vec: map[*loop.Var]int{}, curs: cs, seen: -1}
	e.get(i)
	e.value(p.s.N, narrow)
	number(atATime - 1)
	e.op(sub, lt) // i + 3 may be no int32
	e.open(encode.If, encode.Empty)
	for _, v := range p.keeps {
		w.vec[v] = w.local(encode.V128)
		e.getReal(v)
		e.op(encode.F64x2Splat)
		e.set(w.vec[v])
	}
	// the farthest first: an address that was checked is not checked for less
	for pair := atATime/2 - 1; pair >= 0; pair-- {
		w.ahead = int64(16 * pair)
		for _, t := range p.s.Body[:len(p.s.Body)-1] {
			w.pair(t)
		}
		w.test2(p.s.Body[len(p.s.Body)-1].(*loop.If).Cond)
		if pair < atATime/2-1 {
			e.op(encode.V128Or)
		}
	}
	e.op(encode.V128AnyTrue, encode.I32Eqz)
	e.open(encode.If, encode.Empty)
	e.get(i)
	number(atATime - 1)
	e.op(add)
	e.set(i)
	for _, v := range order {
		if c := cs[v]; c != nil {
			e.get(c.local)
			e.i32(int(c.size*c.stride) * (atATime - 1))
			e.op(encode.I32Add)
			e.set(c.local)
		}
	}
	e.leave(encode.Br, out)
	e.close()
	e.close()
	for _, f := range w.undo {
		f()
	}
}
