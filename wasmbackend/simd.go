package wasmbackend

import (
	"math"
	"math/bits"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
)

// A pairLoop is an innermost loop whose iterations are run two at a time, on vectors of two reals: what they compute is
// the same, to the last bit, but for sums whose order is free.
//
// Its statements compute reals from elements at i + c, for constants c, from variables that do not change, and from
// such variables of their own. They store elements, add to sums, and may hand one number on to the next iteration.
type pairLoop struct {
	s     *loop.For
	index map[*loop.Var]int64 // ints of the body that are i + c
	own   map[*loop.Var]int   // reals of the body, by the number of the statement that changes them last
	sums  map[*loop.Var]bool  // variables that the loop only adds to
	keeps []*loop.Var         // variables that it only reads, in the order of their first use
	kept  map[*loop.Var]bool  //
	// variables that the loop only adds to, in the order of the iterations: only what bounds cost makes that pay
	chain map[*loop.Var]bool
	hands map[*loop.Var]*loop.Var  // what the next iteration gets: of which variable of the body
	first map[*loop.Var]int        // the statement that first mentions what was handed on
	stray map[*loop.Var]bool       // variables of the function that the loop changes otherwise
	uses  map[*loop.Var]int        // by variables of the function, mentions
	elems []pairElem               // all accesses
	bias  map[*loop.Var]int64      // by array, the least offset in bytes, not above 0
	order []*loop.Var              // the arrays, in the order of their first use
	slice map[*loop.Var]*loop.Expr // variables that are slices from 0 on
	at    int                      // the statement in work
	// clashes are looked at before the loop; if there is one, iterations run one by one.
	clashes []clash
}

type pairElem struct {
	array *loop.Var
	c     int64
	at    int
	write bool
}

// pairOps are the primitives on vectors of reals.
var pairOps = map[string]encode.Op{ //nolint:gochecknoglobals // a table
	"+": encode.F64x2Add, "-": encode.F64x2Sub, "*": encode.F64x2Mul, "/": encode.F64x2Div, "neg": encode.F64x2Neg,
	"sqrt": encode.F64x2Sqrt,
	"abs":  encode.F64x2Abs, "max": encode.F64x2Max, "min": encode.F64x2Min, "floor": encode.F64x2Floor,
	"ceil":  encode.F64x2Ceil,
	"round": encode.F64x2Nearest, "trunc": encode.F64x2Trunc,
}

// pairTests are comparisons, whose values are masks.
var pairTests = map[string]encode.Op{ //nolint:gochecknoglobals // a table
	"lt": encode.F64x2Lt, "le": encode.F64x2Le, "gt": encode.F64x2Gt, "ge": encode.F64x2Ge, "eq": encode.F64x2Eq,
	"ne":  encode.F64x2Ne,
	"and": encode.V128And, "or": encode.V128Or, "not": encode.V128Not,
}

// pairs reads a loop; nil if it cannot be run so.
func (e *emitter) pairs(s *loop.For) *pairLoop {
	if e.opt.Scalar || s.N.IsConst() && s.N.I < 4 || !e.ranges.Expr(s.N).Narrow() || len(s.Body) == 0 {
		return nil
	}
	p := newPairLoop(e, s)
	real := false
	for i, t := range s.Body {
		p.at = i
		if !p.statement(e, t) {
			return nil
		}
		if l, ok := t.(*loop.Let); !ok || l.Var.Type == loop.RealType {
			real = true
		}
	}
	if !real || !p.settled() || !p.apart(e) {
		return nil
	}
	return p
}

func newPairLoop(e *emitter, s *loop.For) *pairLoop {
	return &pairLoop{
		s: s, index: map[*loop.Var]int64{}, own: map[*loop.Var]int{}, sums: map[*loop.Var]bool{},
		chain: map[*loop.Var]bool{}, kept: map[*loop.Var]bool{},
		hands: map[*loop.Var]*loop.Var{}, first: map[*loop.Var]int{}, stray: map[*loop.Var]bool{},
		uses: map[*loop.Var]int{},
		bias: map[*loop.Var]int64{}, slice: e.slices,
	}
}

func (p *pairLoop) statement(e *emitter, t loop.Stmt) bool {
	switch t := t.(type) {
	case *loop.Let:
		if t.Var.Type == loop.IntType {
			c, ok := p.offset(t.Rhs)
			p.index[t.Var] = c
			return ok
		}
		if t.Var.Type != loop.RealType || !p.real(e, t.Rhs) {
			return false
		}
		p.own[t.Var] = p.at
		return true
	case *loop.AddTo:
		return t.Lhs.Type == loop.RealType && p.real(e, t.Rhs) && p.addTo(e, t)
	case *loop.Assign:
		if v, term, _ := addition(t); v != nil && p.inOrder(e) {
			if _, ok := p.own[v]; !ok {
				if !p.real(e, term) {
					return false
				}
				p.chain[v], p.stray[v] = true, true
				p.mention(v)
				return p.hands[v] == nil
			}
		}
		for i, r := range t.Rhs {
			if l := t.Lhs[i]; l.Type != loop.RealType || !p.real(e, r) {
				return false
			}
		}
		for i, l := range t.Lhs {
			if l.Kind != loop.VarExpr {
				if !p.element(e, l, true) {
					return false
				}
				continue
			}
			if _, ok := p.own[l.Var]; ok {
				p.own[l.Var] = p.at
				continue
			}
			r := t.Rhs[i]
			if r.Kind != loop.VarExpr || p.hands[l.Var] != nil {
				return false
			}
			if _, ok := p.own[r.Var]; !ok {
				return false
			}
			p.hands[l.Var] = r.Var
		}
		return true
	}
	return false
}

// inOrder reports whether the loop may add to variables in the order of its iterations: pairs go upwards.
func (p *pairLoop) inOrder(e *emitter) bool { return e.checked() && !p.s.Down }

func (p *pairLoop) addTo(e *emitter, t *loop.AddTo) bool {
	if t.Lhs.Kind != loop.VarExpr {
		return p.element(e, t.Lhs, false) && p.element(e, t.Lhs, true)
	}
	v := t.Lhs.Var
	if _, ok := p.own[v]; ok {
		p.own[v] = p.at
		return true
	}
	switch {
	case !t.Free:
		p.chain[v] = p.inOrder(e)
	case p.uses[v] == 0 && !p.stray[v]:
		p.sums[v] = true
	}
	p.mention(v)
	p.stray[v] = true
	return p.hands[v] == nil
}

// mention notes a use of a variable of the function.
func (p *pairLoop) mention(v *loop.Var) {
	p.uses[v]++
	if _, ok := p.first[v]; !ok {
		p.first[v] = p.at
	}
}

// settled decides what the variables are that the loop changes, once all of it is read.
func (p *pairLoop) settled() bool {
	for v, w := range p.hands {
		delete(p.sums, v)
		delete(p.chain, v)
		delete(p.stray, v)
		if f, ok := p.first[v]; p.s.Down || ok && (p.own[w] >= f) {
			return false
		}
	}
	for v := range p.stray {
		if !p.sums[v] && !p.chain[v] || p.uses[v] > 1 {
			return false
		}
	}
	keeps := p.keeps[:0]
	for _, v := range p.keeps {
		if p.hands[v] == nil {
			keeps = append(keeps, v)
		}
	}
	p.keeps = keeps
	return true
}

// apart reports whether iterations do not disturb each other in memory when they are run in pairs.
func (p *pairLoop) apart(e *emitter) bool {
	for _, w := range p.elems {
		if !w.write {
			continue
		}
		for _, a := range p.elems {
			switch {
			case a.array != w.array:
				if e.analysed().MayShare(a.array, w.array) && !p.clash(w, a) {
					return false
				}
			case a.c == w.c:
			case a.write || a.c < w.c || p.s.Down || a.at > w.at:
				return false
			}
		}
	}
	return true
}

// anyOrder reports whether pairs that are run in one iteration may be run in any order: none hands anything on to the
// next, and none uses an element that another writes. Sums have an accumulator for each, from four sums on one vector
// for both iterations.
func (p *pairLoop) anyOrder() bool {
	for _, w := range p.elems {
		for _, a := range p.elems {
			if w.write && a.array == w.array && a.c != w.c {
				return false
			}
		}
	}
	return len(p.hands) == 0 && len(p.chain) == 0
}

// addition is v and e if a statement is v = v + e or, with minus, v = v - e.
func addition(s *loop.Assign) (v *loop.Var, e *loop.Expr, minus bool) {
	if len(s.Lhs) != 1 || s.Lhs[0].Kind != loop.VarExpr || s.Lhs[0].Type != loop.RealType ||
		s.Rhs[0].Kind != loop.PrimExpr {
		return nil, nil, false
	}
	v = s.Lhs[0].Var
	switch x := s.Rhs[0]; {
	case x.Prim != syntax.OpAdd && x.Prim != syntax.OpSub:
	case x.Args[0].IsVar(v):
		return v, x.Args[1], x.Prim == syntax.OpSub
	case x.Args[1].IsVar(v) && x.Prim == syntax.OpAdd:
		return v, x.Args[0], false
	}
	return nil, nil, false
}

// mostClashes bounds the accesses that are held against each other before the loop.
const mostClashes = 6

// A clash is of two accesses to arrays that may share memory, one of which writes.
type clash struct {
	write, other *loop.Var
	apart        int64 // bytes by which the first is ahead of the other where the arrays begin at one address
}

// clash notes one, unless there are too many.
func (p *pairLoop) clash(w, a pairElem) bool {
	c := clash{w.array, a.array, 8 * (w.c - a.c)}
	if !slices.Contains(p.clashes, c) {
		p.clashes = append(p.clashes, c)
	}
	return len(p.clashes) <= mostClashes
}

// unclashed puts on the stack whether iterations next to each other do not meet in memory: the places that each pair of
// accesses has in one iteration are the same, or farther from each other than the pairs that an iteration has. Pairs go
// upwards: where the loop goes down, no two of its n iterations may meet.
func (e *emitter) unclashed(cs []clash, down bool, n int) {
	for i, c := range cs {
		d, done := e.temp(encode.I32)
		e.arrayPtr(loop.Use(c.write))
		e.arrayPtr(loop.Use(c.other))
		e.op(encode.I32Sub)
		if c.apart != 0 {
			e.i32(int(c.apart))
			e.op(encode.I32Add)
		}
		e.tee(d)
		e.op(encode.I32Eqz)
		if down { // neither d nor -d is below 8n, without a sign
			e.get(d)
			e.get(n)
			e.i32(3)
			e.op(encode.I32Shl, encode.I32GeU)
			e.i32(0)
			e.get(d)
			e.op(encode.I32Sub)
			e.get(n)
			e.i32(3)
			e.op(encode.I32Shl, encode.I32GeU, encode.I32And)
		} else {
			e.get(d)
			e.i32(31)
			e.op(encode.I32Add)
			e.i32(62)
			e.op(encode.I32GtU)
		}
		e.op(encode.I32Or)
		done()
		if i > 0 {
			e.op(encode.I32And)
		}
	}
}

// offset is c if an index is i + c.
func (p *pairLoop) offset(x *loop.Expr) (int64, bool) {
	if x.Kind == loop.VarExpr {
		if c, ok := p.index[x.Var]; ok {
			return c, true
		}
	}
	return offsetFrom(x, p.s.Var)
}

// element notes an access.
func (p *pairLoop) element(e *emitter, x *loop.Expr, write bool) bool {
	if x.Kind != loop.IndexExpr || x.Type != loop.RealType || x.Args[0].Kind != loop.VarExpr {
		return false
	}
	v := e.sliceOf(x.Args[0].Var)
	c, ok := p.offset(x.Args[1])
	if !ok || v.Flat != nil || x.Args[0].Var.Flat != nil || 8*c < -mostBias || c > 1<<16 ||
		e.vars.Get(v.ID()).isTable || e.fn.Assigned.Has(v) || e.grown[v] {
		return false
	}
	if _, ok := p.bias[v]; !ok {
		p.order = append(p.order, v)
	}
	p.bias[v] = min(p.bias[v], 8*c)
	p.elems = append(p.elems, pairElem{v, c, p.at, write})
	return true
}

// real reports whether an expression can be computed on vectors.
func (p *pairLoop) real(e *emitter, x *loop.Expr) bool {
	switch x.Kind {
	case loop.ConstExpr:
		return true
	case loop.VarExpr:
		if _, ok := p.own[x.Var]; ok {
			return true
		}
		if p.hands[x.Var] != nil && p.at >= 0 { // after it was handed on
			return false
		}
		p.mention(x.Var)
		if !p.kept[x.Var] {
			p.kept[x.Var] = true
			p.keeps = append(p.keeps, x.Var)
		}
		return true
	case loop.IndexExpr:
		return p.element(e, x, false)
	case loop.SelectExpr:
		return p.test(e, x.Args[0]) && p.real(e, x.Args[1]) && p.real(e, x.Args[2])
	case loop.PrimExpr:
		if _, ok := pairOps[x.Prim.Name]; !ok && x.Prim.Name != "square" && !e.pairMath(x) {
			return false
		}
		for _, a := range x.Args {
			if a.Type != loop.RealType || !p.real(e, a) {
				return false
			}
		}
		return true
	}
	return false
}

// test is real for conditions.
func (p *pairLoop) test(e *emitter, x *loop.Expr) bool {
	if x.Kind != loop.PrimExpr {
		return false
	}
	if _, ok := pairTests[x.Prim.Name]; !ok {
		return false
	}
	for i, a := range x.Args {
		known := p.elems
		if a.Type == loop.RealType && !p.real(e, a) || a.Type == loop.BoolType && !p.test(e, a) {
			return false
		}
		if i > 0 && a.Type == loop.BoolType && slices.ContainsFunc(p.elems[len(known):], func(b pairElem) bool {
			return !slices.ContainsFunc(known, func(k pairElem) bool { return k.array == b.array && k.c == b.c })
		}) {
			return false // behind && or ||, it may not be there
		}
	}
	return true
}

// analysed is what is known of the function's memory.
func (e *emitter) analysed() *opt.Info {
	if e.info == nil {
		e.info = opt.Analyse(e.fn.fn)
	}
	return e.info
}

// sliceOf is the array that a variable is a slice of, from its first element on, or the variable itself.
func (e *emitter) sliceOf(v *loop.Var) *loop.Var {
	for a := e.slices[v]; a != nil; a = e.slices[v] {
		if !e.declared(a.Var) { // nothing mentions it any more
			break
		}
		v = a.Var
	}
	return v
}

// findSlices finds the variables that are slices, from 0 on, of variables that do not change.
func (e *emitter) findSlices() {
	e.slices = map[*loop.Var]*loop.Expr{}
	if !e.fn.Views {
		return
	}
	loop.Walk(e.fn.fn.Body, func(s loop.Stmt) {
		l, ok := s.(*loop.Let)
		if !ok || l.Rhs.Kind != loop.SliceExpr || l.Rhs.Args[0].Kind != loop.VarExpr || e.fn.Assigned.Has(l.Var) ||
			e.grown[l.Var] {
			return
		}
		if a := l.Rhs.Args[0]; l.Rhs.Args[1].IsConst() && l.Rhs.Args[1].I == 0 && !e.fn.Assigned.Has(a.Var) &&
			!e.grown[a.Var] {
			e.slices[l.Var] = a
		}
	})
}

// pairWriter writes a pairLoop.
type pairWriter struct {
	*emitter
	p *pairLoop
	// locals of vectors: variables of the body, those that do not change, sums, what was handed on
	vec   map[*loop.Var]int
	last  map[*loop.Var]int // locals of what the iteration before hands on
	hand  map[*loop.Var]int // locals for vectors of what was handed on, which a pair has from its first use on
	curs  map[*loop.Var]*cursor
	undo  []func()
	given map[*loop.Var]bool
	ahead int64 // bytes from the cursors to the pair in work
	seen  int   // the local with the sum of what is stored to arrays that are watched, or -1
}

// pairLoop writes a loop in pairs, if it can be.
func (e *emitter) pairLoop(s *loop.For) bool {
	p := e.pairs(s)
	if p == nil {
		return false
	}
	w := &pairWriter{emitter: e, p: p, vec: map[*loop.Var]int{}, last: map[*loop.Var]int{}, hand: map[*loop.Var]int{},
		curs: map[*loop.Var]*cursor{}, given: map[*loop.Var]bool{}, seen: -1}
	n := w.local(encode.I32)
	e.int32(s.N)
	e.set(n)
	var cond func()
	if len(p.clashes) > 0 {
		cond = func() { e.unclashed(p.clashes, s.Down, n) }
	}
	e.breakable(s, n, cond, func() {
		if e.ranges.Expr(s.N).Lo < 0 {
			e.get(n)
			e.i32(0)
			e.op(encode.I32GtS)
			e.open(encode.If, encode.Empty)
			defer e.close()
		}
		w.write(n)
	})
	return true
}

func (w *pairWriter) local(t encode.ValType) int {
	i, done := w.temp(t)
	w.undo = append(w.undo, done)
	return i
}

func (w *pairWriter) write(n int) {
	defer func() {
		for _, f := range w.undo {
			f()
		}
	}()
	for _, v := range w.p.order {
		c := &cursor{local: w.local(encode.I32), bias: w.p.bias[v], size: 8, stride: 1}
		w.arrayPtr(loop.Use(v))
		if c.bias != 0 {
			w.i32(int(c.bias))
			w.op(encode.I32Add)
		} else {
			w.own()
		}
		w.set(c.local)
		w.curs[v] = c
	}
	if w.opt.Yield {
		w.chargeLoop(len(w.p.order), func() { w.get(n) })
	}
	for _, v := range w.p.keeps {
		w.vec[v] = w.local(encode.V128)
		w.getReal(v)
		w.op(encode.F64x2Splat)
		w.set(w.vec[v])
	}
	var sums, hands []*loop.Var // in a fixed order
	each := func(v *loop.Var) {
		switch {
		case w.given[v]:
		case w.p.sums[v]:
			w.given[v] = true
			sums = append(sums, v)
			w.vec[v] = w.local(encode.V128)
			w.code = append(w.code, noTerms)
			w.set(w.vec[v])
		case w.p.hands[v] != nil:
			w.given[v] = true
			hands = append(hands, v)
			w.last[v], w.hand[v] = w.local(encode.F64), w.local(encode.V128)
			w.get(w.storageOf(v).parts[0])
			w.set(w.last[v])
		}
	}
	for _, t := range w.p.s.Body {
		switch t := t.(type) {
		case *loop.AddTo:
			if t.Lhs.Kind == loop.VarExpr {
				each(t.Lhs.Var)
			}
		case *loop.Assign:
			for _, l := range t.Lhs {
				if l.Kind == loop.VarExpr {
					each(l.Var)
				}
			}
		}
	}
	if slices.ContainsFunc(w.p.elems, func(a pairElem) bool {
		return a.write && w.watching != nil && w.watching.arrays[a.array]
	}) {
		w.seen = w.local(encode.V128)
		w.code = append(w.code, encode.V128Of(0, 0))
		w.set(w.seen)
	}
	w.loop(n, sums)
	if w.seen >= 0 {
		w.get(w.watching.local)
		w.bothLanes(w.seen)
		w.set(w.watching.local)
	}
	for _, v := range sums {
		at := w.storageOf(v).parts[0]
		w.get(at)
		w.bothLanes(w.vec[v])
		w.set(at)
	}
	for _, v := range hands {
		w.get(w.last[v])
		w.set(w.storageOf(v).parts[0])
	}
	w.odd(n)
}

// bothLanes adds the sum of both lanes of a vector to the real on the stack.
func (w *pairWriter) bothLanes(v int) {
	w.get(v)
	w.imm(encode.F64x2ExtractLane, 0)
	w.get(v)
	w.imm(encode.F64x2ExtractLane, 1)
	w.op(encode.F64Add, encode.F64Add)
}

// mostTwice bounds the nodes of a body that stands in a loop for two pairs at a time, whose sums have two accumulators.
// What an iteration hands on is waited for anyway. Where bounds are checked it stands there for four pairs, which are
// checked once, and for eight where there are many addresses and at most mostEach nodes for each of them: what a longer
// body would save is a small part of its time.
const (
	mostTwice = 60
	mostEach  = 9
)

// loop writes the pairs: where the body is small, two in each iteration, and one that may be left.
func (w *pairWriter) loop(n int, sums []*loop.Var) {
	k := w.local(encode.I32)
	nodes := 0
	loop.Walk(w.p.s.Body, func(t loop.Stmt) {
		loop.Operands(t, func(x **loop.Expr, _ bool) { nodes += int((*x).Size) })
	})
	w.get(n)
	if nodes > mostTwice || len(w.p.hands) > 0 || w.p.s.N.IsConst() && w.p.s.N.I < 8 {
		w.i32(1)
		w.op(encode.I32ShrU)
		w.repeat(k, 1, nil)
		return
	}
	pairs := 2
	if w.checked() && !(w.p.s.N.IsConst() && w.p.s.N.I < 16) {
		pairs = 4
		if nodes <= mostEach*len(w.p.order) && len(w.p.order) >= manyAddresses &&
			!(w.p.s.N.IsConst() && w.p.s.N.I < 32) {
			pairs = 8
		}
	}
	w.i32(bits.TrailingZeros(uint(2 * pairs)))
	w.op(encode.I32ShrU)
	second := map[*loop.Var]int{}
	apart := sums
	if len(sums) >= 4 { // they do not wait for each other as it is
		apart = nil
	}
	for _, v := range apart {
		second[v] = w.local(encode.V128)
		w.code = append(w.code, noTerms)
		w.set(second[v])
	}
	w.repeat(k, pairs, second)
	for left := pairs / 2; left > 1; left /= 2 {
		w.get(n)
		w.i32(2 * left)
		w.op(encode.I32And)
		w.open(encode.If, encode.Empty)
		w.pairsOnce(left, second)
		w.move(left)
		w.close()
	}
	for _, v := range apart {
		w.get(w.vec[v])
		w.get(second[v])
		w.op(encode.F64x2Add)
		w.set(w.vec[v])
	}
	w.get(n)
	w.i32(2)
	w.op(encode.I32And)
	w.open(encode.If, encode.Empty)
	w.pairOnce(0)
	w.move(1)
	w.close()
}

// repeat writes a loop of as many iterations as the number on the stack says, each of one or two pairs. Second are the
// accumulators of the second.
func (w *pairWriter) repeat(k, pairs int, second map[*loop.Var]int) {
	w.tee(k)
	w.open(encode.If, encode.Empty)
	w.open(encode.Loop, encode.Empty)
	top := w.depth
	w.pairsOnce(pairs, second)
	w.move(pairs)
	w.get(k)
	w.i32(1)
	w.op(encode.I32Sub)
	w.tee(k)
	w.again(top)
	w.close()
	w.close()
}

// pairsOnce writes as many pairs, those with an odd number for the second accumulators.
func (w *pairWriter) pairsOnce(pairs int, second map[*loop.Var]int) {
	w.touchAll(pairs)
	for i := range pairs {
		if pairs > 1 && w.p.anyOrder() {
			i ^= 1 // the farther of two first: an address that was checked is not checked for less
		}
		if i%2 > 0 {
			w.swap(second)
		}
		w.pairOnce(i)
		if i%2 > 0 {
			w.swap(second)
		}
	}
}

// touchAll checks the bounds of all that pairs access (touch.go), unless the first of them does so.
func (w *pairWriter) touchAll(pairs int) {
	if !w.checked() || pairs == 2 && w.p.anyOrder() {
		return
	}
	ends := map[*loop.Var]int64{}
	first := map[*loop.Var]int64{}
	for _, a := range w.p.elems {
		end := 8*a.c - w.curs[a.array].bias + 16
		if _, ok := first[a.array]; !ok {
			first[a.array] = end
		}
		ends[a.array] = max(ends[a.array], end+int64(16*(pairs-1)))
	}
	for _, v := range w.p.order {
		if ends[v] > first[v] {
			w.get(w.curs[v].local)
			w.load(encode.I32Load8U, ends[v]-1)
			w.op(encode.Drop)
		}
	}
}

// swap exchanges accumulators.
func (w *pairWriter) swap(second map[*loop.Var]int) {
	for v, i := range second {
		w.vec[v], second[v] = i, w.vec[v]
	}
}

// pairOnce writes the body for the pair that is as many pairs ahead of the cursors.
func (w *pairWriter) pairOnce(ahead int) {
	w.ahead = int64(16 * ahead)
	for v := range w.p.hands {
		delete(w.vec, v) // what is handed on is another in each pair
	}
	for _, t := range w.p.s.Body {
		w.pair(t)
	}
	w.ahead = 0
}

// move moves the cursors by a number of pairs.
func (w *pairWriter) move(pairs int) {
	for _, v := range w.p.order {
		c := w.curs[v].local
		w.get(c)
		w.i32(16 * pairs)
		w.op(encode.I32Add)
		w.set(c)
	}
}

// odd writes the last iteration of an odd number of them.
func (w *pairWriter) odd(n int) {
	if w.p.s.N.IsConst() && w.p.s.N.I%2 == 0 {
		return
	}
	outer, outerAt, outerIndex := w.cursor, w.emitter.at, w.indexOf
	w.cursor, w.emitter.at, w.indexOf = map[*loop.Var]*cursor{}, w.p.s.Var, map[*loop.Var]spot{}
	for v, c := range w.p.index {
		w.indexOf[v] = spot{1, c}
	}
	for _, a := range w.p.elems {
		w.cursor[a.array] = w.curs[a.array]
	}
	w.get(n)
	w.i32(1)
	w.op(encode.I32And)
	w.open(encode.If, encode.Empty)
	var body []loop.Stmt
	for _, t := range w.p.s.Body {
		if l, ok := t.(*loop.Let); !ok || l.Var.Type != loop.IntType { // the cursors stand for all ints
			body = append(body, t)
		}
	}
	w.withKept(func() { w.block(body) })
	w.close()
	w.cursor, w.emitter.at, w.indexOf = outer, outerAt, outerIndex
}

// withKept runs body with the variables that the loop only reads in its vectors: where nothing behind the loop reads
// them, they are not needed beside those.
func (w *pairWriter) withKept(body func()) {
	if !w.checked() {
		body()
		return
	}
	old := make([]storage, len(w.p.keeps))
	for i, v := range w.p.keeps {
		at := w.vars.At(v.ID())
		old[i] = *at
		*at = storage{parts: w.onePart(w.vec[v]), here: true, lane: 1}
	}
	paired := w.lanes
	w.lanes = &lanes{fn: w.fn} // these are no sides of vectors now
	body()
	w.lanes = paired
	for i, v := range w.p.keeps {
		*w.vars.At(v.ID()) = old[i]
	}
}

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
		if v, e, minus := addition(t); v != nil && (w.p.chain[v] || w.p.hands[v] != nil) {
			w.add2(v, e, minus)
			return
		}
		w.assign2(t)
	}
}

// add2 adds the terms of two iterations to a variable.
func (w *pairWriter) add2(v *loop.Var, term *loop.Expr, minus bool) {
	if w.p.chain[v] {
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
		if l.Kind == loop.VarExpr && w.p.hands[l.Var] != nil {
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
		case w.p.hands[l.Var] != nil:
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
	c := w.curs[w.sliceOf(x.Args[0].Var)]
	w.get(c.local)
	o, _ := w.p.offset(x.Args[1])
	return 8*o - c.bias + w.ahead
}

// variable puts the vector of a variable on the stack.
func (w *pairWriter) variable(v *loop.Var) {
	if from := w.p.hands[v]; from != nil {
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
		if _, ok := pairOps[x.Prim.Name]; !ok {
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
		w.op(pairOps[x.Prim.Name])
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
	w.op(pairTests[x.Prim.Name])
}
