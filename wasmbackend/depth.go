package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// Engines end a module that recurses too deeply with a trap, each at a depth of its own. Recursive functions count the
// stack that they take, so that there is a status instead.

// StackName is the name of the exported global, a mutable i32, with the bytes of stack that calls may take: [Stack],
// unless the host sets it. Modules without recursion have none.
const StackName = "stack"

// Stack is what the engines of browsers have on every thread, with room for what is not counted. A frame takes about
// [Frame] bytes and eight for each local variable.
const (
	Stack = 384 << 10
	Frame = 192
)

// uncounted is the number of bytes, estimated from the sizes of functions, that calls one inside the other may take
// without being counted.
const uncounted = 64 << 10

// findDeep finds the functions that count their frames: the recursive ones, and, where calls may nest deeply without
// recursion, all that call others.
func (p *program) findDeep(funcs []*loop.Func) {
	component, recursive := facts.Cycles(funcs, func(f *loop.Func) []*loop.Func { return p.funcs[f].calls })
	depth := map[*loop.Func]int{} // bytes of calls that are not recursive
	long := false
	for _, f := range component { // callees first
		for _, g := range p.funcs[f].calls {
			depth[f] = max(depth[f], depth[g])
		}
		depth[f] += Frame + 2*p.funcs[f].Nodes // a node in four has a variable that lives on
		long = long || depth[f] > uncounted
	}
	for _, f := range funcs {
		if recursive[f] || long && len(p.funcs[f].calls) > 0 {
			p.funcs[f].deep, p.funcs[f].fails = true, true
			if p.stack < 0 {
				p.stack = p.global("stack")
				p.mod.Globals[p.stack].Init = encode.I32Of(Stack)
			}
		}
	}
}

// enter takes the frame of a function from the stack, and fails when there is too little; the result is the place of
// the number of bytes, for [emitter.frameSize].
func (e *emitter) enter() (at int) {
	if !e.fn.deep {
		return -1
	}
	at = e.spend(encode.I32Sub)
	e.imm(encode.GlobalGet, int64(e.stack))
	e.i32(0)
	e.op(encode.I32LtS)
	e.failIf(TooDeep)
	return at
}

// leaveFrame gives it back.
func (e *emitter) leaveFrame() (at int) {
	if !e.fn.deep {
		return -1
	}
	return e.spend(encode.I32Add)
}

func (e *emitter) spend(o encode.Op) (at int) {
	e.imm(encode.GlobalGet, int64(e.stack))
	at = len(e.code)
	e.i32(0)
	e.op(o)
	e.imm(encode.GlobalSet, int64(e.stack))
	return at
}

// frameSize writes the size of the frame where it is counted, now that all locals are known.
func (e *emitter) frameSize(at ...int) {
	n := Frame
	for _, t := range e.locals.types {
		n += 8
		if t == encode.V128 {
			n += 8
		}
	}
	for _, i := range at {
		if i >= 0 {
			e.code[i] = encode.I32Of(int32(n))
		}
	}
}
