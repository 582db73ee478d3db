package opt

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// deadness finds out what is needed of a function. It goes from the end to the beginning and visits what is known to be
// needed, for which it takes what that reads. What is not needed as far as is known waits for a reader: in
// straight-line code that comes up behind, never, so that nothing is kept of what is needed.
type deadness struct {
	in     *facts.Info
	called *facts.Callees
	of     paged.Table[int32]     // by variable: [taken], or the first of the lists entry of the items that wait for it
	memory map[facts.Region]int32 // likewise by region
	lists  []listed
	items  []item  // that wait, or did
	frames []frame // the statements around those
	work   []int32 // items that have been taken and not been visited
	// of the statements that were met, each assignment of an Assign for itself: the last of the function is number 0
	count int
	need  []bool // in the order of the function: what sweep keeps
	next  int    // of sweep, which meets them in that order
	tidy  bool   // sweep has something to do, even if all is needed

	changed, again bool // the function has changed; something has gone whose operands were marked

	operand func(**loop.Expr, bool) // reads an operand

	// Of the statement in work, that is not a Let nor an Assign, or of a part of an Assign.
	waits    int32 // the item that it is, or none
	isNeeded bool
	now      item
	region   func(facts.Region)
	variable func(*loop.Var)
}

const (
	taken = -1 // of a variable or region: something that is needed reads it
	none  = -1
)

// An item is a statement, or one of the assignments of an Assign, that is not needed as far as is known.
type item struct {
	s        loop.Stmt
	part     int32
	frame    int32 // the statement around, or none
	number   int32 // see [deadness.count]
	isNeeded bool
}

// A frame is a statement with blocks.
type frame struct {
	s        loop.Stmt
	around   int32 // the frame around, or none
	number   int32 // when all that is in it has been met
	isNeeded bool
}

// listed is an item in a list, and 1 + the place of the next.
type listed struct{ item, next int32 }

// begin empties d for another function.
func (d *deadness) begin(in *facts.Info) {
	d.of.Reset()
	clear(d.items)
	clear(d.frames)
	*d = deadness{in: in, called: d.called, of: d.of, memory: map[facts.Region]int32{}, lists: d.lists[:0],
		items: d.items[:0], frames: d.frames[:0], work: d.work[:0], need: d.need[:0]}
	d.operand = func(e **loop.Expr, _ bool) { d.read(*e) }
	d.region = func(r facts.Region) {
		switch d.now.s.(type) {
		case *loop.Alloc, *loop.NewCell, *loop.Append: // for the variable only
		default:
			d.stores(r)
		}
	}
	d.variable = d.gives
}

// remove removes what is not needed. Each statement is visited once, when it turns out to be needed: cycles of
// variables that only compute each other go too. d is memory that was used before, or is zero.
func (d *deadness) remove(in *facts.Info) {
	d.begin(in)
	d.results()
	d.block(in.Func.Body, none)
	if d.findDead(); !d.tidy {
		return
	}
	in.Func.Body = d.sweep(in.Func.Body)
}

// results takes what the function is for.
func (d *deadness) results() {
	for _, p := range d.in.Func.Params {
		if p.Out {
			d.contents(p.Var, p.Var.Type)
		}
	}
	for _, r := range d.in.Func.Results {
		d.handOver(r)
	}
}

// findDead makes the list of what is needed, if something is not.
func (d *deadness) findDead() {
	dead := func(number int32) {
		if len(d.need) == 0 {
			d.tidy = true
			for range d.count {
				d.need = paged.Append(d.need, true)
			}
		}
		d.need[d.count-1-int(number)] = false
	}
	for _, it := range d.items {
		if !it.isNeeded {
			dead(it.number)
		}
	}
	for _, f := range d.frames {
		if !f.isNeeded {
			dead(f.number)
		}
	}
	for d.tidy && len(d.need) < d.count {
		d.need = paged.Append(d.need, true)
	}
}

// block meets the statements of a block inside of a frame.
func (d *deadness) block(b []loop.Stmt, around int32) {
	for i := len(b) - 1; i >= 0; i-- {
		d.statement(b[i], around)
		d.drain()
	}
}

// drain visits what has been taken behind the statement in work.
func (d *deadness) drain() {
	for len(d.work) > 0 {
		it := &d.items[d.work[len(d.work)-1]]
		d.work = d.work[:len(d.work)-1]
		if !it.isNeeded {
			it.isNeeded = true
			d.hold(it.frame)
			d.visit(it.s, it.part)
		}
	}
}

// hold has a frame be needed, and those around it.
func (d *deadness) hold(at int32) {
	for at != none && !d.frames[at].isNeeded {
		f := &d.frames[at]
		f.isNeeded, at = true, f.around
		d.visit(f.s, 0)
	}
}

func (d *deadness) statement(s loop.Stmt, around int32) {
	switch s := s.(type) {
	case *loop.Let:
		if *d.of.At(s.Var.ID()) == taken { // as most are
			d.count++
			d.hold(around)
			d.read(s.Rhs)
			return
		}
		d.enter(s, 0, around)
		d.gives(s.Var)
		d.leave()
		return
	case *loop.Assign:
		// likewise
		if l := s.Lhs[0]; len(s.Lhs) == 1 && l.Kind == loop.VarExpr && !s.Rhs[0].IsVar(l.Var) &&
			*d.of.At(l.Var.ID()) == taken {
			d.count++
			d.hold(around)
			d.variables(l)
			d.read(s.Rhs[0])
			return
		}
		for k := len(s.Lhs) - 1; k >= 0; k-- {
			d.tidy = d.tidy || loop.Equal(s.Lhs[k], s.Rhs[k])
			d.enter(s, int32(k), around)
			if l := s.Lhs[k]; l.Kind == loop.VarExpr {
				d.gives(l.Var)
			} else if r, ok := d.in.Region(l); ok {
				d.stores(r)
			}
			d.leave()
		}
		return
	case *loop.For, *loop.While, *loop.If, *loop.Switch:
		d.nested(s, around)
		return
	}
	d.enter(s, 0, around)
	switch s := s.(type) {
	case *loop.Check:
		d.isNeeded = true
	case *loop.Call:
		d.isNeeded, d.tidy = d.called.Checks.By(s.Func), d.tidy || len(s.Vars) > 0
	case *loop.Copy:
		d.tidy = d.tidy || loop.Equal(s.Dst, s.Src)
	}
	d.in.Writes(s, d.region, d.variable)
	d.leave()
}

// nested meets a statement with blocks, from the end.
func (d *deadness) nested(s loop.Stmt, around int32) {
	at, waiting := int32(len(d.frames)), len(d.items)
	d.frames = paged.Append(d.frames, frame{s: s, around: around})
	switch s := s.(type) {
	case *loop.For:
		d.block(s.Body, at)
	case *loop.While:
		d.block(s.Body, at)
		d.block(s.Head, at)
	case *loop.If:
		d.tidy = d.tidy || len(s.Then) == 0
		d.block(s.Else, at)
		d.block(s.Then, at)
	case *loop.Switch:
		for i := len(s.Cases) - 1; i >= 0; i-- {
			d.block(s.Cases[i], at)
		}
	}
	f := &d.frames[at]
	f.number = int32(d.count)
	d.count++
	if f.isNeeded && len(d.items) == waiting && len(d.frames) == int(at)+1 { // nobody asks for it any more
		d.frames = d.frames[:at]
	}
}

// enter begins with what is met next.
func (d *deadness) enter(s loop.Stmt, part, around int32) {
	d.now = item{s: s, part: part, frame: around, number: int32(d.count)}
	d.waits, d.isNeeded = none, false
	d.count++
}

// leave visits what was entered if it is needed. If nothing can ever ask for it, it is an item that waits for nothing.
func (d *deadness) leave() {
	switch {
	case d.isNeeded:
		if d.waits != none {
			d.items[d.waits].isNeeded = true
		}
		d.hold(d.now.frame)
		d.visit(d.now.s, d.now.part)
	case d.waits == none:
		d.items = paged.Append(d.items, d.now)
	}
}

// wait has what was entered wait in a list, whose first is head.
func (d *deadness) wait(head int32) int32 {
	if d.isNeeded {
		return head
	}
	if d.waits == none {
		d.waits = int32(len(d.items))
		d.items = paged.Append(d.items, d.now)
	}
	d.lists = paged.Append(d.lists, listed{d.waits, head})
	return int32(len(d.lists))
}

// gives says that what was entered gives a variable a value.
func (d *deadness) gives(v *loop.Var) {
	if at := d.of.At(v.ID()); *at == taken {
		d.isNeeded = true
	} else {
		*at = d.wait(*at)
	}
}

// anyType stands for all types in a region.
var anyType = loop.Type{Base: loop.Ref} //nolint:gochecknoglobals // a constant

// stores says that what was entered writes a region.
func (d *deadness) stores(r facts.Region) {
	for range 2 {
		if at := d.memory[r]; at == taken {
			d.isNeeded = true
		} else {
			d.memory[r] = d.wait(at)
		}
		r.Type = anyType
	}
}

// takeVar takes the items of a variable, once.
func (d *deadness) takeVar(v *loop.Var) {
	at := d.of.At(v.ID())
	list := *at
	*at = taken
	d.takeAll(list)
}

// takeRegion takes the items of a region, once.
func (d *deadness) takeRegion(r facts.Region) {
	list := d.memory[r]
	d.memory[r] = taken
	d.takeAll(list)
}

func (d *deadness) takeAll(list int32) {
	for ; list > 0; list = d.lists[list-1].next {
		d.work = paged.Append(d.work, d.lists[list-1].item)
	}
}

// read takes what the value of e needs; of an array that is the reference.
func (d *deadness) read(e *loop.Expr) {
	d.variables(e)
	d.loads(e)
}

// variables takes those that e reads.
func (d *deadness) variables(e *loop.Expr) {
	if e.Kind == loop.VarExpr {
		d.takeVar(e.Var)
		for _, n := range e.Var.Flat {
			d.variables(n)
		}
		return
	}
	for _, a := range e.Args {
		d.variables(a)
	}
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

// handOver takes what e needs, with all that can be reached from it.
func (d *deadness) handOver(e *loop.Expr) {
	d.read(e)
	if v := facts.RootOf(e); v != nil {
		d.contents(v, e.Type)
	}
}

func (d *deadness) contents(v *loop.Var, t loop.Type) {
	d.in.Contents(v, t, d.takeRegion)
	if t.Base == loop.Ref { // and what the cells refer to
		d.takeRegion(facts.Region{Class: d.in.Class(v), Type: anyType})
	}
}

// visit takes what a needed statement reads, or a part of an Assign.
func (d *deadness) visit(s loop.Stmt, part int32) {
	switch s := s.(type) {
	case *loop.Let:
		d.read(s.Rhs)
	case *loop.Assign:
		d.target(s.Lhs[part])
		d.read(s.Rhs[part])
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
	case *loop.For: // what is written in parts, and read nowhere, is not needed
		d.read(s.N)
		if s.Par != nil {
			d.read(s.Par.Work)
		}
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
		loop.Operands(s, d.operand)
		if a, ok := s.(*loop.Alloc); ok {
			for _, n := range a.Var.Flat {
				d.read(n)
			}
		}
	}
}

// target takes what it takes to get at the place of a store: rows, indices, the array.
func (d *deadness) target(l *loop.Expr) {
	d.variables(l)
	for _, a := range l.Args {
		d.loads(a)
	}
}

// rows takes the rows, not the numbers, of an array that is written as a whole.
func (d *deadness) rows(a *loop.Expr) {
	v := facts.RootOf(a)
	for t := a.Type; v != nil && t.Rank > 1; {
		t = t.Elem()
		d.takeRegion(facts.Region{Class: d.in.Class(v), Type: t})
	}
}
