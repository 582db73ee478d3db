package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// recordLoop is a loop as a search for records whose arrays all have cursors, or nil.
func (e *emitter) recordLoop(s *loop.For, cs map[*loop.Var]*cursor) *vectors.Loop {
	p := vectors.Records(e.view, s)
	if p == nil {
		return nil
	}
	for _, a := range p.Accesses {
		if cs[a.Array] == nil {
			return nil
		}
	}
	return p
}

// passOver begins an iteration with the question whether it and those after it do nothing; then they are passed over,
// but for the step to the next, and the block whose depth is out is left.
func (e *emitter) passOver(p *vectors.Loop, cs map[*loop.Var]*cursor, order []*loop.Var, out int) {
	i := e.storageOf(p.For.Var).parts[0]
	narrow := e.isNarrow(p.For.Var)
	number, add, sub, lt := e.i64, encode.I64Add, encode.I64Sub, encode.I64LtS
	if narrow {
		number, add, sub, lt = func(n int64) { e.i32(int(n)) }, encode.I32Add, encode.I32Sub, encode.I32LtS
	}
	w := &pairWriter{emitter: e, p: p, vec: map[*loop.Var]int{}, curs: cs, seen: -1}
	e.get(i)
	e.value(p.For.N, narrow)
	number(vectors.AtATime - 1)
	e.op(sub, lt) // i + 3 may be no int32
	e.open(encode.If, encode.Empty)
	for _, v := range p.Keeps {
		w.vec[v] = w.local(encode.V128)
		e.getReal(v)
		e.op(encode.F64x2Splat)
		e.set(w.vec[v])
	}
	// the farthest first: an address that was checked is not checked for less
	for pair := vectors.AtATime/2 - 1; pair >= 0; pair-- {
		w.ahead = int64(16 * pair)
		for _, t := range p.For.Body[:len(p.For.Body)-1] {
			w.pair(t)
		}
		w.test2(p.For.Body[len(p.For.Body)-1].(*loop.If).Cond)
		if pair < vectors.AtATime/2-1 {
			e.op(encode.V128Or)
		}
	}
	e.op(encode.V128AnyTrue, encode.I32Eqz)
	e.open(encode.If, encode.Empty)
	e.get(i)
	number(vectors.AtATime - 1)
	e.op(add)
	e.set(i)
	for _, v := range order {
		if c := cs[v]; c != nil {
			e.get(c.local)
			e.i32(int(c.Size*c.Stride) * (vectors.AtATime - 1))
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
