package opt

import (
	"cmp"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

var valueNumbering = Pass{ //nolint:gochecknoglobals // a constant
	Name: "global-value-numbering",
	Law: "Two expressions with the same operation on the same values, loads of the same version of memory included, " +
		"have one value: the second is a variable that holds the first where the first dominates it. " +
		"What was stored is what is loaded while nothing may have been written in between, and what is there " +
		"already need " +
		"not be stored.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		loops := o.partsOf(f)&Loops != 0
		if loops && o.settled.same(f) { // the last time nothing was found in it either
			o.unchanged()
			return
		}
		c, in := &o.scratch().sharing, o.analyse(f)
		if !shareValues(in, c) {
			o.unchanged()
			if loops {
				o.settled.note(f)
			}
			return
		}
		if !c.more && !c.nums.remembered {
			o.exhausted()
		}
		if !c.moves {
			in.ExtendPrologue()
			o.keeps(in)
		}
		o.adds(f, c.added|Doubled)
	}),
}

// shareValues computes nothing twice. The first walk numbers the values and counts, for each that is computed, how
// often it is computed again where the first time dominates; the second walk rewrites, with a Let for each value that
// has no variable yet. Both take the same way through the function: the plan has one entry for each node that the first
// one met. The second passes over the statements of the body in which there is nothing to do, which are most. It
// reports whether there was anything to do. c is memory that was used before, or is zero.
func shareValues(in *facts.Info, c *sharing) bool {
	f := in.Func
	c.begin(in)
	for _, p := range f.Params {
		c.declare(p.Var)
	}
	for _, s := range f.Body {
		c.tops = paged.Append(c.tops, topStatement{id: c.id, plan: int32(len(c.plan))})
		c.statement(s)
	}
	c.tops = paged.Append(c.tops, topStatement{id: c.id, plan: int32(len(c.plan))}) // the results
	c.id++
	for _, r := range f.Results {
		c.value(r, nil)
	}
	if !c.found {
		return false
	}
	f.Body = c.rewriteTops(f.Body)
	for i, r := range f.Results {
		f.Results[i] = c.rewrite(r)
	}
	c.id++
	f.Body = c.insert(f.Body, c.id)
	return true
}

// held is a value that the program has computed.
type held struct {
	value int32
	at    int32      // the statement that computes it, before which a Let would stand
	v     *loop.Var  // that holds it, or nil
	e     *loop.Expr // where it is computed; after the second walk what the Let says
	let   bool       // a Let is needed
	left  bool       // the program has it again as it was, in a form that is no more than a variable
}

type sharing struct {
	in    *facts.Info
	nums  *numbers
	names []held  // index 0 is none
	avail []int32 // by value: what holds it here
	log   []availChange
	open  int // scopes that may be left: changes outside of all are not logged
	// for each node: 2·held + 1 where it is computed, 2·held where it is known, -value of a constant, else 0
	plan  []int32
	lets  map[int32][]int32
	idle  map[int32]bool // statements that store what is there already
	id    int32          // of the statement
	tops  []topStatement // the statements of the body, and their results
	next  int            // of the plan, in the second walk
	found bool           // the second walk has something to do
	// more says that another run may find something. Where only numbers have been replaced by variables that hold them
	// it does not: it gives the same values the same numbers, and where one is there again it has been replaced, or was
	// not to be.
	more  bool
	moves bool  // other things have changed than where numbers are that have been computed
	added Parts // what the function may have that it had not before, but for copies of variables

	// What the branches have changed that are gone through, the innermost last.
	vars   []*loop.Var
	places []place

	operand func(**loop.Expr, bool) // numbers an operand of a statement
}

// begin empties c for another function.
func (c *sharing) begin(in *facts.Info) {
	nums := c.nums
	if nums == nil {
		nums = &numbers{known: func(v int32) bool { return c.at(v) != 0 }}
	}
	nums.begin(in)
	clear(c.avail)
	clear(c.names)
	// straight-line code has about one value for each statement, of which two or three nodes are new
	if n := len(in.Func.Body); cap(c.names) <= n {
		c.names, c.avail, c.plan = make([]held, 0, n+n/8+8), make([]int32, 0, 2*n+8), make([]int32, 0, 4*n+8)
		nums.table.reserve(n)
	}
	nums.table.expect(len(in.Func.Body))
	*c = sharing{
		in: in, nums: nums, names: append(c.names[:0], held{}), avail: c.avail[:0], log: c.log[:0], plan: c.plan[:0],
		tops: c.tops[:0], lets: map[int32][]int32{}, idle: map[int32]bool{}, vars: c.vars[:0], places: c.places[:0],
		operand: func(e **loop.Expr, _ bool) { c.value(*e, nil) },
	}
}

type availChange struct{ value, old int32 }

// topStatement is where a statement of the body begins.
type topStatement struct {
	id, plan int32
	work     bool // the second walk has something to do in it, or before it
}

// here says that the second walk has something to do in the statement that the first is at.
func (c *sharing) here() { c.found, c.tops[len(c.tops)-1].work = true, true }

// before says that it has something to do at an earlier statement.
func (c *sharing) before(id int32) {
	at, _ := slices.BinarySearchFunc(c.tops, id, func(t topStatement, id int32) int { return cmp.Compare(t.id+1, id) })
	if at == len(c.tops) || c.tops[at].id+1 > id { // it is inside of the one before
		at--
	}
	c.tops[at].work = true
}

func (c *sharing) at(v int32) int32 {
	if int(v) >= len(c.avail) {
		return 0
	}
	return c.avail[v]
}

func (c *sharing) hold(h held) int32 {
	for int(h.value) >= len(c.avail) {
		c.avail = paged.Append(c.avail, 0)
	}
	if c.open > 0 {
		c.log = paged.Append(c.log, availChange{h.value, c.avail[h.value]})
	}
	c.names = paged.Append(c.names, h)
	c.avail[h.value] = int32(len(c.names) - 1)
	return c.avail[h.value]
}

// declare makes known a variable that is declared with an unknown value.
func (c *sharing) declare(v *loop.Var) {
	c.nums.vars.set(v, c.nums.fresh())
	if !c.in.Mutable(v) {
		c.hold(held{value: c.nums.variable(v), v: v})
	}
}

// scope runs f, forgets which variables are in scope in it, and undoes what it knows of variables and
// memory.
func (c *sharing) scope(f func()) {
	vars, places := len(c.vars), len(c.places)
	c.inside(f)
	c.vars, c.places = c.vars[:vars], c.places[:places]
}

// inside is scope, and adds to c.vars and c.places what has changed.
func (c *sharing) inside(f func()) {
	log, mv, mp := len(c.log), c.nums.vars.mark(), c.nums.version.mark()
	c.open++
	f()
	c.open--
	for i := len(c.log) - 1; i >= log; i-- {
		c.avail[c.log[i].value] = c.log[i].old
	}
	c.log = c.log[:log]
	c.vars, c.places = c.nums.vars.undo(mv, c.vars), c.nums.version.undo(mp, c.places)
}

// branches runs through alternatives.
func (c *sharing) branches(blocks ...[]loop.Stmt) {
	vars, places := len(c.vars), len(c.places)
	for _, b := range blocks {
		if len(b) > 0 {
			c.inside(func() { c.block(b) })
		}
	}
	for _, v := range c.vars[vars:] {
		c.nums.vars.set(v, c.nums.fresh())
	}
	for _, p := range c.places[places:] {
		c.nums.version.set(p, c.nums.fresh())
	}
	c.vars, c.places = c.vars[:vars], c.places[:places]
}

func (c *sharing) block(block []loop.Stmt) {
	for _, s := range block {
		c.statement(s)
	}
}

func (c *sharing) statement(s loop.Stmt) {
	c.id++
	switch s := s.(type) {
	case *loop.Let:
		c.let(s)
		return
	case *loop.Assign:
		c.assign(s)
		return
	case *loop.AddTo:
		base, index := c.target(s.Lhs)
		c.value(s.Rhs, nil)
		if s.Lhs.Kind == loop.VarExpr {
			c.nums.vars.set(s.Lhs.Var, c.nums.fresh())
			return
		}
		c.nums.store(s.Lhs, base, index, 0)
		return
	case *loop.While:
		c.while(s)
		return
	}
	loop.Operands(s, c.operand)
	switch s := s.(type) {
	case *loop.For:
		ef := c.in.Effects(s)
		c.nums.forget(ef)
		c.scope(func() {
			c.declare(s.Var)
			c.block(s.Body)
		})
		c.nums.forget(ef)
	case *loop.If:
		c.branches(s.Then, s.Else)
	case *loop.Switch:
		c.branches(s.Cases...)
	case *loop.Clear:
		base := c.nums.of[0] // of the operand just numbered
		c.effects(s)
		c.clear(s.Dst, base)
	case *loop.Alloc:
		c.effects(s)
		if !s.Dirty {
			c.clear(loop.Use(s.Var), c.nums.variable(s.Var))
		}
	default:
		c.effects(s)
	}
}

func (c *sharing) clear(a *loop.Expr, base int32) {
	if r, ok := c.in.Elements(a); ok && a.Type.Rank == 1 {
		c.nums.cleared(r, base)
	}
}

// effects are those of a statement without blocks.
func (c *sharing) effects(s loop.Stmt) {
	c.in.Writes(s,
		func(r facts.Region) { c.nums.version.set(place{Region: r}, c.nums.fresh()) },
		func(v *loop.Var) { c.nums.vars.set(v, c.nums.fresh()) })
	loop.Declared(s, c.declare)
}

// while: the head is the first block of every iteration; what it computes is known in the condition and the body.
func (c *sharing) while(s *loop.While) {
	ef := c.in.Effects(s)
	c.nums.forget(ef)
	c.scope(func() {
		c.block(s.Head)
		c.id++
		c.value(s.Cond, nil)
		c.scope(func() { c.block(s.Body) })
	})
	c.nums.forget(ef)
}

func (c *sharing) let(s *loop.Let) {
	if c.in.Mutable(s.Var) {
		c.nums.vars.set(s.Var, c.value(s.Rhs, nil))
		return
	}
	c.nums.vars.set(s.Var, c.value(s.Rhs, s.Var))
}

func (c *sharing) assign(s *loop.Assign) {
	type parts struct{ base, index, value int32 }
	ps := make([]parts, len(s.Lhs))
	for i, l := range s.Lhs {
		ps[i].base, ps[i].index = c.target(l)
	}
	for i, r := range s.Rhs {
		ps[i].value = c.value(r, nil)
	}
	if len(s.Lhs) == 1 && c.nums.holds(s.Lhs[0], ps[0].base, ps[0].index, ps[0].value) {
		c.here()
		c.idle[c.id], c.more, c.moves = true, true, true
		return
	}
	for i, l := range s.Lhs {
		if l.Kind == loop.VarExpr {
			c.nums.vars.set(l.Var, ps[i].value)
		} else {
			c.nums.store(l, ps[i].base, ps[i].index, ps[i].value)
		}
	}
}

// target goes through the parts of what is stored to.
func (c *sharing) target(l *loop.Expr) (base, index int32) {
	if l.Kind == loop.VarExpr {
		return 0, 0
	}
	base = c.value(l.Args[0], nil)
	if len(l.Args) > 1 {
		c.nums.of = c.nums.of[:0]
		index = c.nums.expr(l.Args[1])
		x := c.nums.constOf(index)
		c.schedule(l.Args[1], 0, nil, false, x != nil && !edit.LegalConst(l, 1, x))
	}
	return base, index
}

// value numbers an operand of a statement and plans its nodes. Of the right-hand side of a Let, own is the variable.
func (c *sharing) value(e *loop.Expr, own *loop.Var) int32 {
	c.nums.of = c.nums.of[:0]
	v := c.nums.expr(e)
	c.schedule(e, 0, own, false, false)
	return v
}

// schedule plans the nodes of e, whose numbers start at i; it is conditional where it may not be evaluated, and asIs
// where a constant may not stand for it.
func (c *sharing) schedule(e *loop.Expr, i int, own *loop.Var, conditional, asIs bool) {
	v := c.nums.of[i]
	h := c.at(v)
	if e.Kind == loop.ConstExpr {
		c.plan = paged.Append(c.plan, 0)
		return
	}
	if k := c.nums.constOf(v); k != nil && !asIs {
		c.here()
		c.plan, c.more = paged.Append(c.plan, -v), true
		if e.Type == loop.BoolType {
			c.added |= Decided
		}
		return
	}
	if h != 0 && c.use(h, e, own) {
		c.here()
		c.plan = paged.Append(c.plan, 2*h)
		c.more, c.moves = c.more || c.names[h].v == nil || !e.Type.IsNumber(), c.moves || !e.Type.IsNumber()
		return
	}
	p := int32(0)
	switch {
	case own != nil && !e.IsVar(c.names[h].v):
		c.hold(held{value: v, v: own})
	case own != nil || h != 0 || e.IsAtom() || !bindable(e) || conditional:
	default:
		p = 2*c.hold(held{value: v, e: e, at: c.id}) + 1
	}
	c.plan = paged.Append(c.plan, p)
	i++
	for k, a := range e.Args {
		x := c.nums.constOf(c.nums.of[i])
		c.schedule(a, i, nil, conditional || k > 0 && facts.Lazy(e), x != nil && !edit.LegalConst(e, k, x))
		i += int(a.Size)
	}
}

// use reports whether e is to be replaced by what is held, and makes sure of the variable.
func (c *sharing) use(at int32, e *loop.Expr, own *loop.Var) bool {
	h := &c.names[at]
	switch {
	case h.v != nil:
		return !e.IsVar(h.v) && sameShape(h.v, e)
	case trivial(e):
		h.left = true
		return false
	case light(e) && h.at == c.id && own == nil:
		return true // written again, unless another statement makes it a variable
	}
	hint := hintOf(h.e)
	if own != nil {
		hint = own.Name
	}
	h.v, h.let = c.in.Fresh(hint, h.e.Type, facts.RootOf(h.e)), true
	c.more = c.more || h.left
	c.lets[h.at] = append(c.lets[h.at], at)
	c.before(h.at)
	return true
}

// sameShape reports whether v may stand for e: between arrays, where both are flat or neither.
func sameShape(v *loop.Var, e *loop.Expr) bool {
	if v.Type != e.Type {
		return false
	}
	return len(v.Flat) == 0 && (e.Kind != loop.VarExpr || len(e.Var.Flat) == 0)
}

// bindable reports whether a variable can hold e: rows of flat arrays have none.
func bindable(e *loop.Expr) bool {
	if !e.Type.IsArray() {
		return true
	}
	r := e.Root()
	return r == nil || len(r.Flat) == 0
}

// trivial reports whether e costs no more than a variable: lengths of variables, an index and a constant.
func trivial(e *loop.Expr) bool {
	switch e.Kind {
	case loop.VarExpr, loop.ConstExpr:
		return true
	case loop.LenExpr:
		return e.Args[0].Kind == loop.VarExpr
	case loop.PrimExpr:
		switch e.Prim {
		case syntax.OpNeg:
			return e.Args[0].IsAtom()
		case syntax.OpIntAdd, syntax.OpIntSub:
			return e.Args[0].IsAtom() && e.Args[1].IsConst()
		}
	}
	return false
}

// light reports whether e is an element that is as short to write as a variable. Within a statement Go
// loads it once.
func light(e *loop.Expr) bool {
	return e.Kind == loop.IndexExpr && !e.Type.IsArray() && e.Args[0].Kind == loop.VarExpr && trivial(e.Args[1])
}

// hintOf is a name for a variable that holds e.
func hintOf(e *loop.Expr) string {
	if e.Kind == loop.IndexExpr {
		if r := e.Root(); r != nil {
			if e.Type.IsArray() && e.Args[1].Kind == loop.VarExpr {
				return r.Name + e.Args[1].Var.Name
			}
			return r.Name
		}
	}
	return "t"
}

// The second walk.

// rewriteTops is rewriteBlock for the body.
func (c *sharing) rewriteTops(body []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt // nil while it is the beginning of the body
	for i := range body {
		made := body[i : i+1]
		if t := c.tops[i]; t.work {
			c.id, c.next = t.id, int(t.plan)
			made = c.rewriteBlock(made)
		}
		if out == nil {
			if len(made) == 1 && made[0] == body[i] {
				continue
			}
			out = append(make([]loop.Stmt, 0, len(body)+8), body[:i]...)
		}
		out = append(out, made...)
	}
	end := c.tops[len(body)]
	c.id, c.next = end.id, int(end.plan)
	if out == nil {
		return slices.Clip(body)
	}
	return out
}

func (c *sharing) rewriteBlock(block []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt // nil while it is the beginning of block
	operand := func(e **loop.Expr, _ bool) { *e = c.rewrite(*e) }
	inner := func(b *[]loop.Stmt) { *b = c.rewriteBlock(*b) }
	for k, s := range block {
		c.id++
		id := c.id
		while := false
		switch s := s.(type) {
		case *loop.Let:
			s.Rhs = c.rewrite(s.Rhs)
		case *loop.Assign:
			for i, l := range s.Lhs {
				s.Lhs[i] = c.rewriteTarget(l)
			}
			for i, r := range s.Rhs {
				s.Rhs[i] = c.rewrite(r)
			}
		case *loop.AddTo:
			s.Lhs = c.rewriteTarget(s.Lhs)
			s.Rhs = c.rewrite(s.Rhs)
		case *loop.While:
			while = true
			s.Head = c.rewriteBlock(s.Head)
			c.id++
			head := c.id
			s.Cond = c.rewrite(s.Cond)
			s.Head = c.insert(s.Head, head)
			s.Body = c.rewriteBlock(s.Body)
		default:
			loop.Operands(s, operand)
		}
		idle := c.idle[id]
		if out == nil && (idle || !while && len(c.lets[id]) > 0) {
			out = append(make([]loop.Stmt, 0, len(block)), block[:k]...)
		}
		if !while {
			out = c.insert(out, id)
		}
		if idle {
			continue
		}
		if out != nil {
			out = append(out, s)
		}
		if !while {
			loop.Blocks(s, inner)
		}
	}
	if out == nil {
		return slices.Clip(block)
	}
	return out
}

// insert adds the Lets that stand before a statement. A value has a higher number than its parts.
func (c *sharing) insert(out []loop.Stmt, id int32) []loop.Stmt {
	lets := c.lets[id]
	if len(lets) == 0 {
		return out
	}
	slices.SortFunc(lets, func(a, b int32) int { return int(c.names[a].value - c.names[b].value) })
	for _, h := range lets {
		l := &loop.Let{Var: c.names[h].v, Rhs: c.names[h].e}
		c.added |= partsOfLet(l)
		out = append(out, l)
	}
	return out
}

func (c *sharing) rewriteTarget(l *loop.Expr) *loop.Expr {
	if l.Kind == loop.VarExpr {
		return l
	}
	return l.MapArgs(c.rewrite)
}

func (c *sharing) rewrite(e *loop.Expr) *loop.Expr {
	p := c.plan[c.next]
	c.next++
	if p < 0 {
		return c.nums.consts[-p]
	}
	h := &c.names[p/2]
	if p != 0 && p%2 == 0 {
		if h.v == nil {
			return h.e
		}
		return loop.Use(h.v)
	}
	e = e.MapArgs(c.rewrite)
	if p != 0 {
		h.e = e
	}
	if h.let {
		return loop.Use(h.v)
	}
	return e
}
