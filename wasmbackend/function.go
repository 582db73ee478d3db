package wasmbackend

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/engine"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/vectors"
)

// A function is what callers need to know of a function of the loop language.
type function struct {
	*facts.Survey
	fn     *loop.Func
	index  int
	fails  bool // it gives a status, last
	memory bool // it takes memory, or what it calls does
	calls  []*loop.Func
	maths  []*loop.Func // of the math library, which stand for primitives
	plain  bool         // it may be inlined
	deep   bool         // it counts its frame
	ranges *facts.Ranges
	dead   *facts.Deaths
	short  int // one more than the iterations of its short loops, once that is known (yield.go)
}

// newFunction is what a survey says of a function, once it is known which functions stand for primitives.
func (p *program) newFunction(fn *loop.Func) *function {
	f := &function{fn: fn, Survey: p.surveys[fn]}
	f.plain = !f.Loops && !f.Survey.Memory
	f.memory = f.Survey.Memory
	f.fails = f.Survey.Fails || p.opt.Yield && (f.Loops || len(f.Callees) > 0)
	for _, c := range f.Callees {
		f.calls = append(f.calls, c.Func)
	}
	for _, o := range f.Math {
		if m := p.math[o.Name]; m != nil && !slices.Contains(f.maths, m.fn) {
			f.maths = append(f.maths, m.fn)
		}
	}
	return f
}

// spread hands what callees do on to their callers.
func (p *program) spread() {
	for changed := true; changed; {
		changed = false
		for _, f := range p.funcs {
			for _, c := range slices.Concat(f.calls, f.maths) {
				g := p.funcs[c]
				if g.fails && !f.fails || g.memory && !f.memory {
					f.fails, f.memory = f.fails || g.fails, f.memory || g.memory
					changed = true
				}
			}
		}
	}
}

// funcType is the type of an internal function: parts of parameters to parts of results, and the status last.
func (f *function) funcType() (t encode.FuncType) {
	for _, q := range f.fn.Params {
		t.Params = append(t.Params, partTypes(q.Var.Type)...)
	}
	for _, r := range f.fn.Results {
		t.Results = append(t.Results, partTypes(r.Type)...)
	}
	if f.fails {
		t.Results = append(t.Results, encode.I32)
	}
	return t
}

// newEmitter looks at a function that is to be written. It changes nothing, and of the program reads what does not
// change while functions are written, so that one goroutine may look at functions while another writes those before
// them.
func (p *program) newEmitter(f *function, given map[*loop.Var]facts.Interval) *emitter {
	e := &emitter{
		program: p, workspace: new(workspace), fn: f, grown: map[*loop.Var]bool{},
		ranges: f.rangesOf(given), slots: map[loop.Stmt]slot{}, kept: map[*loop.Var]int{}, stacks: map[loop.Stmt]int{},
		inlining: map[*function]bool{},
	}
	for _, v := range f.Grows {
		e.grown[v] = true
	}
	e.view = facts.NewView(&facts.View{Fn: f.fn, Survey: f.Survey, Ranges: e.ranges, Grown: e.grown,
		Scalar:  p.opt.Scalar,
		Checked: p.checked(), IsMath: isMath, Paired: p.pairMath, Declared: e.declared,
		IsTable: func(v *loop.Var) bool { return e.vars.Get(v.ID()).isTable }})
	if e.lanes = vectors.NoLanes(e.view); p.opt.lanes() {
		e.lanes = vectors.FindLanes(e.view)
	}
	e.dead = facts.LastUses(f.fn, f.Lets)
	return e
}

// rangesOf are the ranges of the ints of a function.
func (f *function) rangesOf(given map[*loop.Var]facts.Interval) *facts.Ranges {
	if !f.Counts { // but for those that it is given
		return facts.NewRanges(&loop.Func{Params: f.fn.Params}, given)
	}
	return facts.NewRanges(f.fn, given)
}

// frameKey is the arena of the small arrays of functions that are not exported.
var frameKey = plan.Key{Type: loop.Type{Base: loop.Unit}} //nolint:gochecknoglobals // a constant

// makeFrame takes the memory for small arrays of constant size, if there are any.
func (e *emitter) makeFrame(take func() int) {
	if len(e.plan.Stack) == 0 {
		return
	}
	size := 0
	loop.Walk(e.fn.fn.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && e.plan.Stack[a] {
			n := facts.SizeOf(a.Var.Type.Scalar())
			for _, d := range a.Dims {
				n *= d.I
			}
			e.stacks[a] = size
			size += int(n+7) &^ 7
		}
	})
	if size == 0 {
		return
	}
	e.frame = e.locals.take(encode.I32, "frame")
	e.i64(int64(size))
	e.call(take())
	e.taken(e.frame)
}

// internal writes a function that other functions of the program call, with an emitter of its own.
func (p *program) internal(f *function, e *emitter) {
	e.begin()
	for _, q := range f.fn.Params {
		e.parameter(q.Var)
	}
	t := f.funcType()
	if f.fails {
		e.status = e.locals.take(encode.I32, "status")
		e.open(encode.Block, encode.Empty)
		e.fail = e.depth
	}
	frame := e.enter()
	if p.opt.Yield && len(f.calls) > 0 { // it may be recursive
		e.charge(func() { e.i32(e.turn(f.fn.Body)) })
	}
	marks := e.marks(p.plan.Marked[f.fn])
	if slices.ContainsFunc(slices.Collect(stackAllocs(p.plan, f.fn)), func(*loop.Alloc) bool { return true }) {
		marks = append(marks, e.marks([]plan.Key{frameKey})...)
	}
	e.makeFrame(func() int { return p.takeFrom(frameKey) })
	e.block(f.fn.Body)
	e.giveBack(marks)
	for _, r := range f.fn.Results {
		e.value(r, false)
	}
	back, backFailed := e.leaveFrame(), -1
	if f.fails {
		e.i32(0)
		e.op(encode.Return)
		e.close()
		backFailed = e.leaveFrame()
		for _, vt := range t.Results[:len(t.Results)-1] {
			e.code = append(e.code, zeroOf(vt))
		}
		e.get(e.status)
	}
	e.frameSize(frame, back, backFailed)
	p.write(f.index, t, e, len(t.Params))
}

// stackAllocs are the small arrays of a function.
func stackAllocs(p *plan.Plan, f *loop.Func) func(yield func(*loop.Alloc) bool) {
	return func(yield func(*loop.Alloc) bool) {
		if len(p.Stack) == 0 {
			return
		}
		loop.Walk(f.Body, func(s loop.Stmt) {
			if a, ok := s.(*loop.Alloc); ok && p.Stack[a] {
				yield(a)
			}
		})
	}
}

func zeroOf(t encode.ValType) encode.Instr {
	switch t {
	case encode.F64:
		return encode.F64Of(0)
	case encode.I64:
		return encode.I64Of(0)
	}
	return encode.I32Of(0)
}

// parameter gives a parameter the next locals.
func (e *emitter) parameter(v *loop.Var) {
	s := storage{here: true}
	for k, t := range partTypes(v.Type) {
		e.locals.types = append(e.locals.types, t)
		e.locals.names = append(e.locals.names, v.Name+[]string{"", ".len"}[k])
		s.parts = append(s.parts, len(e.locals.types)-1)
	}
	*e.vars.At(v.ID()) = s
}

// write puts what the emitter has written into the module.
func (p *program) write(index int, t encode.FuncType, e *emitter, params int) {
	var constants []encode.Instr
	if e.fn == nil || !e.fn.deep { // whose frames are counted already
		constants = engine.ShareConstants(e.code, func() int { return e.locals.fresh(encode.F64, "") })
	}
	f := p.mod.Funcs[index-len(p.mod.Imports)]
	f.Type, f.Labels = t, e.labels
	if len(constants) == 0 && 4*len(e.code) >= 3*cap(e.code) { // it is full enough
		f.Body, p.spare.code = e.code, nil
	} else {
		f.Body, p.spare.code = slices.Concat(constants, e.code), e.code
	}
	f.Locals, f.LocalNames = e.locals.types[params:], e.locals.names
	p.spare.vars.Reset()
	p.spare.unsets.Reset()
}

// sortedArenas are the arenas of the module in the order of their first use.
func (p *program) sortedArenas() []arena { return slices.Clone(p.arenaOrder) }
