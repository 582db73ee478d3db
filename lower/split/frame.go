package split

import (
	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// several is the run of variables that are mentioned in more than one, or in one and outside of runs.
const several = -1

// span is where a variable is mentioned: in a run, outside of runs (0), or in several; and the last statement of the
// body, by number, that mentions it, or has one inside that does.
type span struct {
	id, last int32
	round    int32 // of choosing runs, in which this was found
	changes  bool  // a statement in a run declares or assigns it
}

// frame is an array for the numbers of one type.
type frame struct {
	v    *loop.Var
	size int64
	free []int64
	// element has what reads each element, and inPart the same for the part in work, whose parameter the frame is: with
	// the number of that part, since those of others stay there.
	element []*loop.Expr
	inPart  []partElement
}

type partElement struct {
	part int
	x    *loop.Expr
}

// element is what reads an element of a frame here, in the function or the part in work.
func (s *splitter) element(x *loop.Expr) *loop.Expr {
	f := &s.frames[x.Type.Base]
	own := s.of(f.v).own
	if own == nil {
		return x
	}
	if f.inPart == nil {
		f.inPart = make([]partElement, f.size)
	}
	e := &f.inPart[x.Args[1].I]
	if number := len(s.parts) + 1; e.part != number {
		*e = partElement{number, loop.Index(own, x.Args[1])}
	}
	return e.x
}

// frameOf is the frame that v is read from in the run at hand, or nil.
func (s *splitter) frameOf(v *loop.Var) *loop.Var {
	if x := s.of(v); x.framed != nil && x.local != 1+s.at {
		return x.framed.Args[0].Var
	}
	return nil
}

// eachRegion calls yield for each statement with the run that it stands in, or 0, and whether it is one of the body
// itself.
func (s *splitter) eachRegion(yield func(t loop.Stmt, id int, top bool)) {
	var block func(b *[]loop.Stmt, id int, top bool)
	block = func(b *[]loop.Stmt, id int, top bool) {
		rs := s.runsOf(b)
		for i, t := range *b {
			at := id
			if len(rs) > 0 && i >= rs[0].lo {
				at = rs[0].id
				if i+1 >= rs[0].hi {
					rs = rs[1:]
				}
			}
			yield(t, at, top)
			switch t.(type) {
			case *loop.Let, *loop.Assign: // as most are
			default:
				loop.Blocks(t, func(b *[]loop.Stmt) { block(b, at, false) })
			}
		}
	}
	block(&s.f.Body, 0, true)
}

// measure finds where variables are mentioned, and what changes them.
func (s *splitter) measure() {
	s.round++
	if s.order == nil {
		s.order = make([]declaration, 0, len(s.f.Body)+8)
	}
	s.order = s.order[:0]
	m := &measuring{s: s}
	for _, q := range s.f.Params {
		m.variable(q.Var)
		for _, n := range q.Var.Flat {
			m.expr(n)
		}
	}
	operand := func(x **loop.Expr, _ bool) { m.expr(*x) }
	declared := func(v *loop.Var) { m.declared(v) }
	s.eachRegion(func(t loop.Stmt, in int, top bool) {
		m.id, m.top = int32(in), top
		if top {
			m.at++
		}
		if l, ok := t.(*loop.Let); ok { // as most are
			m.expr(l.Rhs)
			m.declared(l.Var)
			return
		}
		loop.Operands(t, operand)
		loop.Declared(t, declared)
		switch t := t.(type) {
		case *loop.Append:
			m.expr(loop.Use(t.Var))
		case *loop.Assign:
			for _, l := range t.Lhs {
				m.assigned(l)
			}
		case *loop.AddTo:
			m.assigned(t.Lhs)
		}
	})
	m.id = 0
	m.at++
	for _, r := range s.f.Results {
		r.EachVar(func(v *loop.Var) { m.variable(v) })
	}
}

// measuring is at a statement of a run, by its number in the body.
type measuring struct {
	s      *splitter
	id, at int32
	top    bool // it is one of the body itself
}

// declaration is a variable of the body, with the number of the statement of the body that declares it, or has one
// inside that does.
type declaration struct {
	v  *loop.Var
	at int32
	// top says that it is the statement of the body itself.
	top bool
}

// variable notes that a variable is mentioned here.
func (m *measuring) variable(v *loop.Var) *variable {
	x := m.s.of(v)
	p := &x.span
	if p.round != m.s.round {
		*p = span{id: m.id, last: m.at, round: m.s.round}
		return x
	}
	if p.last = m.at; p.id != m.id {
		p.id = several
	}
	return x
}

// expr notes what e mentions, the lengths of flat arrays included.
func (m *measuring) expr(e *loop.Expr) {
	if e.Kind != loop.VarExpr {
		for _, a := range e.Args {
			m.expr(a)
		}
		return
	}
	m.variable(e.Var)
	for _, n := range e.Var.Flat {
		n.EachVar(func(v *loop.Var) { m.variable(v) })
	}
}

func (m *measuring) declared(v *loop.Var) {
	m.s.order = paged.Append(m.s.order, declaration{v, m.at, m.top})
	x := m.variable(v)
	x.span.changes = x.span.changes || m.id > 0
	for _, n := range v.Flat {
		n.EachVar(func(v *loop.Var) { m.variable(v) })
	}
}

func (m *measuring) assigned(l *loop.Expr) {
	if l.Kind == loop.VarExpr {
		x := m.s.of(l.Var)
		x.assigned = true
		x.span.changes = x.span.changes || m.id > 0
	}
}

// needs reports whether v is a number that is declared or changed in a run and mentioned outside of it.
func (s *splitter) needs(v *loop.Var) bool {
	x := s.of(v)
	return x.span.changes && !x.fixed && x.span.id == several
}

// place gives elements of the frames to the numbers that need one.
func (s *splitter) place() {
	for _, q := range s.f.Params {
		if s.needs(q.Var) {
			s.take(q.Var)
		}
	}
	s.placeBody()
}

// placeBody gives elements to the variables of the body in the order of their declarations. Those declared in the body
// itself give them back behind the statement of the body that mentions them for the last time; those of inner blocks,
// which may run again, keep theirs.
func (s *splitter) placeBody() {
	ends := newEnding(len(s.f.Body) + 2)
	at := 0
	for _, d := range s.order {
		for ; at < int(d.at); at++ {
			ends.each(at, func(v *loop.Var) {
				f := &s.frames[v.Type.Base]
				f.free = append(f.free, s.of(v).framed.Args[1].I)
			})
		}
		if !s.needs(d.v) {
			continue
		}
		s.take(d.v)
		if d.top {
			ends.add(int(s.of(d.v).span.last), d.v)
		}
	}
}

// take gives v an element of a frame.
func (s *splitter) take(v *loop.Var) {
	f := &s.frames[v.Type.Base]
	if f.v == nil {
		f.v = loop.NewVar("frame", v.Type.Array())
	}
	at := f.size
	if n := len(f.free); n > 0 {
		at, f.free = f.free[n-1], f.free[:n-1]
	} else {
		f.size++
	}
	if at == int64(len(f.element)) {
		f.element = append(f.element, loop.Index(loop.Use(f.v), loop.IntConst(at)))
	}
	s.of(v).framed = f.element[at]
}

// ending lists variables by the statement that mentions them for the last time, counted from 0.
type ending struct {
	first, last []int32 // by statement: places in vars and next, from 1
	vars        []*loop.Var
	next        []int32
}

func newEnding(statements int) *ending {
	both := make([]int32, 2*statements)
	return &ending{first: both[:statements], last: both[statements:]}
}

func (e *ending) add(at int, v *loop.Var) {
	e.vars, e.next = append(e.vars, v), append(e.next, 0)
	k := int32(len(e.vars))
	if e.first[at] == 0 {
		e.first[at] = k
	} else {
		e.next[e.last[at]-1] = k
	}
	e.last[at] = k
}

// each calls yield for the variables of a statement, in the order in which they came.
func (e *ending) each(at int, yield func(*loop.Var)) {
	for k := e.first[at]; k != 0; k = e.next[k-1] {
		yield(e.vars[k-1])
	}
}
