package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

var deadCode = Pass{ //nolint:gochecknoglobals // a constant
	Name: "dce",
	Law: "A statement whose variables and memory no result, Out parameter, Check or needed statement reads " +
		"can go: expressions have no effects but errors, and errors of values that nobody needs may go.",
	Run: eachFunc(func(f *loop.Func, _ *Options) { removeDead(f) }),
}

// removeDead marks what is needed, from the results backwards, and removes the rest. Marking visits each
// statement once, when it turns out to be needed: cycles of variables that only compute
// each other go too.
func removeDead(f *loop.Func) {
	d := &deadness{in: Analyse(f), vars: newLists[*loop.Var](), memory: newLists[Region]()}
	d.collect(f.Body, -1)
	d.need = make([]bool, len(d.items))
	d.roots()
	for len(d.work) > 0 {
		i := d.work[len(d.work)-1]
		d.work = d.work[:len(d.work)-1]
		d.visit(d.items[i])
	}
	d.next = 0
	f.Body = d.sweep(f.Body)
}

// An item is a statement, or one of the assignments of an Assign.
type item struct {
	s      loop.Stmt
	part   int
	parent int32 // the statement around, or -1
}

type deadness struct {
	in     *Info
	items  []item
	vars   *lists[*loop.Var] // the items that give a variable a value
	memory *lists[Region]    // the items that write a region
	need   []bool
	work   []int32
	next   int // of sweep, which meets the items in the order of collect
}

// lists holds a list of items for each key.
type lists[K comparable] struct {
	head       map[K]int32 // 1 + the place of the first; 0 once it has been handed out
	item, next []int32
}

func newLists[K comparable]() *lists[K] { return &lists[K]{head: map[K]int32{}} }

func (l *lists[K]) add(k K, item int32) {
	l.item, l.next = append(l.item, item), append(l.next, l.head[k])
	l.head[k] = int32(len(l.item))
}

// take yields the items of a key, once.
func (l *lists[K]) take(k K, yield func(int32)) {
	for at := l.head[k]; at != 0; at = l.next[at-1] {
		yield(l.item[at-1])
	}
	delete(l.head, k)
}

func (d *deadness) collect(block []loop.Stmt, parent int32) {
	for _, s := range block {
		if a, ok := s.(*loop.Assign); ok {
			for k, l := range a.Lhs {
				i := int32(len(d.items))
				d.items = append(d.items, item{s, k, parent})
				if l.Kind == loop.VarExpr {
					d.vars.add(l.Var, i)
				} else if r, ok := d.in.Region(l); ok {
					d.stores(r, i)
				}
			}
			continue
		}
		i := int32(len(d.items))
		d.items = append(d.items, item{s, 0, parent})
		d.in.writes(s, func(r Region) {
			switch s.(type) {
			case *loop.Alloc, *loop.NewCell, *loop.Append: // for the variable only
			default:
				d.stores(r, i)
			}
		}, func(v *loop.Var) { d.vars.add(v, i) })
		loop.Blocks(s, func(b *[]loop.Stmt) { d.collect(*b, i) })
	}
}

// anyType stands for all types in a region.
var anyType = loop.Type{Base: loop.Ref} //nolint:gochecknoglobals // a constant

func (d *deadness) stores(r Region, i int32) {
	d.memory.add(r, i)
	d.memory.add(Region{r.Class, anyType}, i)
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
		if _, ok := it.s.(*loop.Check); ok {
			d.mark(int32(i))
		}
	}
}

// mark marks an item and the statements around it.
func (d *deadness) mark(i int32) {
	for ; i >= 0 && !d.need[i]; i = d.items[i].parent {
		d.need[i] = true
		d.work = append(d.work, i)
	}
}

// read marks what the value of e needs; of an array that is the reference.
func (d *deadness) read(e *loop.Expr) {
	EachRead(e, func(v *loop.Var) { d.vars.take(v, d.mark) })
	d.loads(e)
}

func (d *deadness) loads(e *loop.Expr) {
	if r, ok := d.in.Region(e); ok {
		d.memory.take(r, d.mark)
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
	d.in.contents(v, t, func(r Region) { d.memory.take(r, d.mark) })
	if t.Base == loop.Ref { // and what the cells refer to
		d.memory.take(Region{Class: d.in.Class(v), Type: anyType}, d.mark)
	}
}

// visit marks what a needed item reads.
func (d *deadness) visit(it item) {
	switch s := it.s.(type) {
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
		d.vars.take(s.Var, d.mark)
		d.read(s.Val)
	case *loop.Call:
		for i, a := range s.Args {
			if s.Func.Params[i].Out {
				d.read(a)
				d.rows(a)
			} else {
				d.handOver(a)
			}
		}
	default:
		loop.Operands(s, func(e **loop.Expr, _ bool) { d.read(*e) })
		if a, ok := s.(*loop.Alloc); ok {
			for _, n := range a.Var.Flat {
				d.read(n)
			}
		}
	}
}

// target marks what it takes to get at the place of a store: rows, indices, the array.
func (d *deadness) target(l *loop.Expr) {
	EachRead(l, func(v *loop.Var) { d.vars.take(v, d.mark) })
	for _, a := range l.Args {
		d.loads(a)
	}
}

// rows marks the rows, not the numbers, of an array that is written as a whole.
func (d *deadness) rows(a *loop.Expr) {
	v := rootOf(a)
	for t := a.Type; v != nil && t.Rank > 1; {
		t = t.Elem()
		d.memory.take(Region{d.in.Class(v), t}, d.mark)
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
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = d.sweep(*b) })
		if c, ok := s.(*loop.Copy); !needed || ok && loop.Equal(c.Dst, c.Src) {
			continue
		}
		switch s := s.(type) {
		case *loop.Call:
			for i, v := range s.Vars {
				if _, unread := d.vars.head[v]; v != nil && unread {
					s.Vars[i] = nil
				}
			}
		case *loop.If:
			if len(s.Then) == 0 {
				s.Cond, s.Then, s.Else = loop.Not(s.Cond), s.Else, nil
			}
		}
		out = append(out, s)
	}
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
		}
		d.next++
	}
	a.Lhs, a.Rhs = a.Lhs[:n], a.Rhs[:n]
	return n > 0
}
