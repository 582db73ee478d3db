package opt

import (
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

var deadCode = Pass{ //nolint:gochecknoglobals // a constant
	Name: "dce",
	Law: "A statement whose variables and memory no result, Out parameter, Check, call of a function with a Check or needed statement reads " +
		"can go: expressions have no effects but errors, and errors of values that nobody needs may go. So can a branch " +
		"whose condition is a constant that does not take it, and a loop whose condition is false, but for its head, which runs once.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		d := &o.scratch().deadness
		d.called = o.scratch().callees()
		decided := o.partsOf(f)&Decided != 0
		if decided {
			f.Body = dropUntaken(f.Body)
			d.remove(Analyse(f))
		} else {
			d.remove(o.analyse(f))
		}
		switch {
		case decided:
		case !d.changed:
			o.unchanged()
		case !d.again:
			o.exhausted()
		}
	}),
}

// dropUntaken writes the branch that is taken for those whose condition is a constant, and the head of a loop that ends before its first
// iteration. What is never run may be nothing that a back end can write, as a[-1] is.
func dropUntaken(block []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt
	for _, s := range block {
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = dropUntaken(*b) })
		switch c := s.(type) {
		case *loop.If:
			if c.Cond.IsConst() {
				taken := c.Else
				if c.Cond.I != 0 {
					taken = c.Then
				}
				out = append(out, taken...)
				continue
			}
		case *loop.While:
			if isNever(c) {
				out = append(out, c.Head...)
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// isNever reports whether the condition of a loop is the constant false.
func isNever(w *loop.While) bool { return w.Cond.IsConst() && w.Cond.I == 0 }

// removeDead is the pass on one function.
func removeDead(f *loop.Func) { (&deadness{called: newCallees()}).remove(Analyse(f)) }

// remove marks what is needed, from the results backwards, and removes the rest. Marking visits each
// statement once, when it turns out to be needed: cycles of variables that only compute
// each other go too. d is memory that was used before, or is zero.
func (d *deadness) remove(in *Info) {
	f := in.Func
	d.begin(in)
	if cap(d.items) < len(f.Body) {
		d.items, d.lists = make([]item, 0, len(f.Body)+8), make([]listed, 0, len(f.Body)+8)
	}
	d.collect(f.Body, -1)
	d.need = slices.Grow(d.need, len(d.items))[:len(d.items)]
	clear(d.need)
	d.roots()
	d.backwards()
	d.next = 0
	f.Body = d.sweep(f.Body)
}

// backwards visits what is needed, from the last item to the first: in the order in which memory has them. What an item needs stands
// before it, but for what the next iteration of a loop reads, which is visited at once.
func (d *deadness) backwards() {
	for d.here = int32(len(d.items)) - 1; d.here >= 0; d.here-- {
		if !d.need[d.here] {
			continue
		}
		d.visit(d.items[d.here])
		for len(d.work) > 0 {
			i := d.work[len(d.work)-1]
			d.work = d.work[:len(d.work)-1]
			d.visit(d.items[i])
		}
	}
}

// An item is a statement, or one of the assignments of an Assign.
type item struct {
	s      loop.Stmt
	part   int32
	parent int32 // the statement around, or -1
}

type deadness struct {
	in     *Info
	called *callees
	items  []item
	heads  paged.Table[int32] // the items that give a variable a value, by variable
	memory map[Region]int32   // the items that write a region
	lists  []listed           // all items in lists
	need   []bool
	here   int32   // of backwards: the item that is visited, or the last
	work   []int32 // the items behind it that are needed and were not visited
	next   int     // of sweep, which meets the items in the order of collect

	changed, again bool // the function has changed; something has gone whose operands were marked

	reads func(*loop.Var)         // takes the items of a variable
	whole func(**loop.Expr, bool) // reads an operand
}

// listed is an item in a list, and 1 + the place of the next.
type listed struct{ item, next int32 }

// begin empties d for another function.
func (d *deadness) begin(in *Info) {
	d.heads.Reset()
	clear(d.items)
	*d = deadness{in: in, called: d.called, items: d.items[:0], heads: d.heads, memory: map[Region]int32{}, lists: d.lists[:0], need: d.need[:0], work: d.work[:0]}
	d.here = math.MaxInt32
	d.reads = func(v *loop.Var) { d.takeVar(v) }
	d.whole = func(e **loop.Expr, _ bool) { d.read(*e) }
}

// add puts an item before a list, whose first is head.
func (d *deadness) add(head, item int32) int32 {
	d.lists = paged.Append(d.lists, listed{item, head})
	return int32(len(d.lists))
}

func (d *deadness) addVar(v *loop.Var, item int32) {
	at := d.heads.At(v.ID())
	*at = d.add(*at, item)
}

// takeVar marks the items of a variable, once.
func (d *deadness) takeVar(v *loop.Var) {
	at := d.heads.Get(v.ID())
	if at == 0 {
		return
	}
	*d.heads.At(v.ID()) = 0
	d.markAll(at)
}

// takeRegion marks the items of a region, once.
func (d *deadness) takeRegion(r Region) {
	at := d.memory[r]
	if at == 0 {
		return
	}
	delete(d.memory, r)
	d.markAll(at)
}

func (d *deadness) markAll(at int32) {
	for ; at != 0; at = d.lists[at-1].next {
		d.mark(d.lists[at-1].item)
	}
}

func (d *deadness) collect(block []loop.Stmt, parent int32) {
	for _, s := range block {
		if a, ok := s.(*loop.Assign); ok {
			for k, l := range a.Lhs {
				i := int32(len(d.items))
				d.items = paged.Append(d.items, item{s, int32(k), parent})
				if l.Kind == loop.VarExpr {
					d.addVar(l.Var, i)
				} else if r, ok := d.in.Region(l); ok {
					d.stores(r, i)
				}
			}
			continue
		}
		i := int32(len(d.items))
		d.items = paged.Append(d.items, item{s, 0, parent})
		if l, ok := s.(*loop.Let); ok {
			d.addVar(l.Var, i)
			continue
		}
		d.in.writes(s, func(r Region) {
			switch s.(type) {
			case *loop.Alloc, *loop.NewCell, *loop.Append: // for the variable only
			default:
				d.stores(r, i)
			}
		}, func(v *loop.Var) { d.addVar(v, i) })
		loop.Blocks(s, func(b *[]loop.Stmt) { d.collect(*b, i) })
	}
}

// anyType stands for all types in a region.
var anyType = loop.Type{Base: loop.Ref} //nolint:gochecknoglobals // a constant

func (d *deadness) stores(r Region, i int32) {
	d.memory[r] = d.add(d.memory[r], i)
	r.Type = anyType
	d.memory[r] = d.add(d.memory[r], i)
}

// roots marks what the function is for.
func (d *deadness) roots() {
	for _, p := range d.in.Func.Params {
		if p.Out {
			d.contents(p.Var, p.Var.Type)
		}
	}
	for _, r := range d.in.Func.Results {
		d.handOver(r)
	}
	for i, it := range d.items {
		switch s := it.s.(type) {
		case *loop.Check:
			d.mark(int32(i))
		case *loop.Call:
			if d.called.checks.by(s.Func) {
				d.mark(int32(i))
			}
		}
	}
}

// mark marks an item and the statements around it.
func (d *deadness) mark(i int32) {
	for ; i >= 0 && !d.need[i]; i = d.items[i].parent {
		d.need[i] = true
		if i > d.here {
			d.work = paged.Append(d.work, i)
		}
	}
}

// read marks what the value of e needs; of an array that is the reference.
func (d *deadness) read(e *loop.Expr) {
	EachRead(e, d.reads)
	d.loads(e)
}

func (d *deadness) loads(e *loop.Expr) {
	if !e.Has(1<<loop.IndexExpr | 1<<loop.FieldExpr) {
		return
	}
	if r, ok := d.in.Region(e); ok {
		d.takeRegion(r)
	}
	for _, a := range e.Args {
		d.loads(a)
	}
}

// handOver marks what e needs, with all that can be reached from it.
func (d *deadness) handOver(e *loop.Expr) {
	d.read(e)
	if v := rootOf(e); v != nil {
		d.contents(v, e.Type)
	}
}

func (d *deadness) contents(v *loop.Var, t loop.Type) {
	d.in.contents(v, t, d.takeRegion)
	if t.Base == loop.Ref { // and what the cells refer to
		d.takeRegion(Region{Class: d.in.Class(v), Type: anyType})
	}
}

// visit marks what a needed item reads.
func (d *deadness) visit(it item) {
	switch s := it.s.(type) {
	case *loop.Let:
		d.read(s.Rhs)
	case *loop.Assign:
		d.target(s.Lhs[it.part])
		d.read(s.Rhs[it.part])
	case *loop.AddTo:
		d.target(s.Lhs)
		d.read(s.Rhs)
	case *loop.Copy:
		d.target(s.Dst)
		d.rows(s.Dst)
		d.handOver(s.Src)
	case *loop.Clear:
		d.target(s.Dst)
		d.rows(s.Dst)
	case *loop.Append:
		d.takeVar(s.Var)
		d.read(s.Val)
	case *loop.Call:
		for i, a := range s.Args {
			if q := s.Func.Params[i]; q.Out {
				d.read(a)
				d.rows(a)
				if q.Adds {
					d.handOver(a)
				}
			} else {
				d.handOver(a)
			}
		}
	default:
		loop.Operands(s, d.whole)
		if a, ok := s.(*loop.Alloc); ok {
			for _, n := range a.Var.Flat {
				d.read(n)
			}
		}
	}
}

// target marks what it takes to get at the place of a store: rows, indices, the array.
func (d *deadness) target(l *loop.Expr) {
	EachRead(l, d.reads)
	for _, a := range l.Args {
		d.loads(a)
	}
}

// rows marks the rows, not the numbers, of an array that is written as a whole.
func (d *deadness) rows(a *loop.Expr) {
	v := rootOf(a)
	for t := a.Type; v != nil && t.Rank > 1; {
		t = t.Elem()
		d.takeRegion(Region{d.in.Class(v), t})
	}
}

// sweep rebuilds a block from what is needed.
func (d *deadness) sweep(block []loop.Stmt) []loop.Stmt {
	out := block[:0]
	for _, s := range block {
		if a, ok := s.(*loop.Assign); ok {
			if d.parts(a) {
				out = append(out, s)
			}
			continue
		}
		needed := d.need[d.next]
		d.next++
		if _, ok := s.(*loop.Let); ok {
			if needed {
				out = append(out, s)
			}
			continue
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = d.sweep(*b) })
		if c, ok := s.(*loop.Copy); !needed || ok && loop.Equal(c.Dst, c.Src) {
			d.again = d.again || needed
			continue
		}
		switch s := s.(type) {
		case *loop.Call:
			for i, v := range s.Vars {
				if v != nil && d.heads.Get(v.ID()) != 0 { // nothing has read it
					s.Vars[i], d.changed = nil, true
				}
			}
		case *loop.If:
			if len(s.Then) == 0 {
				s.Cond, s.Then, s.Else, d.changed = loop.Not(s.Cond), s.Else, nil, true
				d.again = d.again || len(s.Then) == 0
			}
		}
		out = append(out, s)
	}
	d.changed = d.changed || len(out) < len(block)
	clear(block[len(out):])
	return out
}

// parts keeps the needed assignments of an Assign, but those of a place to itself, and reports
// whether there are any.
func (d *deadness) parts(a *loop.Assign) bool {
	n := 0
	for k := range a.Lhs {
		if d.need[d.next] && !loop.Equal(a.Lhs[k], a.Rhs[k]) {
			a.Lhs[n], a.Rhs[n] = a.Lhs[k], a.Rhs[k]
			n++
		} else {
			d.changed, d.again = true, d.again || d.need[d.next]
		}
		d.next++
	}
	a.Lhs, a.Rhs = a.Lhs[:n], a.Rhs[:n]
	return n > 0
}
