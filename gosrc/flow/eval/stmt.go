package eval

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// exit is how a list of statements ends: nil for normally, or the *flow.Break, *flow.Continue or *flow.Return that ran.
type exit flow.Stmt

func (m *machine) list(fr *frame, list []flow.Stmt) exit {
	for _, s := range list {
		if x := m.stmt(fr, s); x != nil {
			return x
		}
	}
	return nil
}

func (m *machine) stmt(fr *frame, s flow.Stmt) exit {
	m.step(fr, 1)
	if at := flow.At(s); at != nil {
		m.at = at
	}
	switch s := s.(type) {
	case *flow.Assign:
		m.assign(fr, s)
	case *flow.Call:
		m.callStmt(fr, s)
	case *flow.Append:
		m.append(fr, s)
	case *flow.Copy:
		m.copy(fr, s)
	case *flow.If:
		if m.decided(m.expr(fr, s.Cond), Branch, s.At) != 0 {
			return m.list(fr, s.Then)
		}
		return m.list(fr, s.Else)
	case *flow.Count:
		return m.count(fr, s)
	case *flow.While:
		return m.while(fr, s)
	case *flow.Block:
		x := m.list(fr, s.Body)
		if b, ok := x.(*flow.Break); ok && b.Target == flow.Stmt(s) {
			return nil
		}
		return x
	case *flow.Break, *flow.Continue, *flow.Return:
		return s
	case *flow.Fail:
		fail(s.At, ErrProgram, "%s", s.Msg)
	default:
		panic(fmt.Sprintf("eval: unexpected statement %T", s))
	}
	return nil
}

// assign stores after all places and values are known. A variable that a literal may hold from an earlier iteration
// gets new memory when the loop's body begins (see fresh), not here.
func (m *machine) assign(fr *frame, s *flow.Assign) {
	cells := make([]*Cell, len(s.Dst))
	vals := make([]Value, len(s.Dst))
	for i, d := range s.Dst {
		cells[i] = m.place(fr, d)
	}
	for i, e := range s.Src {
		vals[i] = m.expr(fr, e).clone()
	}
	for i, c := range cells {
		m.set(c, vals[i])
	}
}

// set stores a value: into the cells of an array or struct, so that pointers to its parts go on pointing to them.
func (m *machine) set(c *Cell, v Value) {
	if !v.Slice && v.Cells != nil && len(c.Value.Cells) == len(v.Cells) && !c.Value.Slice {
		for i, part := range c.Value.Cells {
			m.set(part, v.Cells[i].Value)
		}
		return
	}
	c.Value = v
}

func (m *machine) callStmt(fr *frame, s *flow.Call) {
	f, up := s.Func, (*frame)(nil)
	cells := make([]*Cell, len(s.Dst))
	for i, d := range s.Dst {
		if d.Var != nil {
			cells[i] = m.place(fr, d)
		}
	}
	if f == nil {
		fun := m.expr(fr, s.Fun).Fun
		if fun == nil {
			fail(s.At, ErrNil, "call of a nil function")
		}
		f, up = fun.Func, fun.env
	}
	args := make([]Value, len(s.Args))
	for i, a := range s.Args {
		args[i] = m.expr(fr, a).clone()
	}
	for i, v := range m.apply(f, up, args) {
		if i < len(cells) && cells[i] != nil {
			m.set(cells[i], v)
		}
	}
}

func (m *machine) append(fr *frame, s *flow.Append) {
	dst := m.place(fr, s.Dst)
	v := m.expr(fr, s.Src)
	var more []Value
	if s.Spread != nil {
		x := m.expr(fr, s.Spread)
		for _, c := range x.Cells[:x.Len] {
			more = append(more, c.Value.clone())
		}
	}
	for _, e := range s.Elems {
		more = append(more, m.expr(fr, e).clone())
	}
	n := v.Len + len(more)
	if s.Moves != "" {
		if s.Surely || n <= len(v.Cells) {
			spoil(v.Cells, s.Src.Type().(*flow.Slice).Elem)
		}
		return
	}
	m.step(fr, len(more))
	if n > len(v.Cells) {
		m.step(fr, n)
		cells := newCells(n+m.spare, s.Src.Type().(*flow.Slice).Elem)
		for i, c := range v.Cells[:v.Len] {
			cells[i] = &Cell{c.Value.clone()}
		}
		v.Cells = cells
	}
	for i, x := range more {
		m.set(v.Cells[v.Len+i], x)
	}
	m.set(dst, Value{Slice: true, Cells: v.Cells, Len: n})
}

// spoil puts something else in memory that nobody may read any more: elements of others, and numbers that none of them
// are.
func spoil(cells []*Cell, elem flow.Type) {
	old := make([]Value, len(cells))
	for i, c := range cells {
		old[i] = c.Value.clone()
	}
	for i, c := range cells {
		c.Value = old[(i+1)%len(cells)]
		if _, ok := elem.(*flow.Basic); ok {
			c.Value.Num = syntax.Value{F: c.Value.Num.F + 1000, I: c.Value.Num.I}
		}
	}
}

func (m *machine) copy(fr *frame, s *flow.Copy) {
	dst, src := m.expr(fr, s.Dst), m.expr(fr, s.Src)
	n := min(dst.Len, src.Len)
	m.step(fr, n)
	vals := make([]Value, n)
	for i := range vals {
		vals[i] = src.Cells[i].Value.clone()
	}
	for i, v := range vals {
		m.set(dst.Cells[i], v)
	}
	if s.N.Var != nil {
		m.set(m.place(fr, s.N), Value{Num: syntax.Value{I: int64(n)}})
	}
}

// body runs one iteration in a frame of its own for the variables that it declares.
func (m *machine) body(fr *frame, list []flow.Stmt, idx *flow.Var, i int) exit {
	m.step(fr, 1)
	inner := &frame{fn: fr.fn, vars: map[*flow.Var]*Cell{}, up: fr}
	if idx != nil {
		inner.vars[idx] = &Cell{Value{Num: syntax.Value{I: int64(i)}}}
	}
	return m.list(inner, list)
}

func (m *machine) count(fr *frame, s *flow.Count) exit {
	n := m.int(fr, s.N)
	defer m.back(m.where)
	for i := range n {
		m.iterate(s, i)
		if x := m.body(fr, s.Body, s.Idx, i); x != nil {
			if stop, out := loopExit(x, s); stop {
				return out
			}
		}
	}
	return nil
}

func (m *machine) while(fr *frame, s *flow.While) exit {
	defer m.back(m.where)
	for i := 0; ; i++ {
		m.iterate(s, i)
		if x := m.list(fr, s.Pre); x != nil {
			return x
		}
		if m.decided(m.expr(fr, s.Cond), Branch, s.At) == 0 {
			return nil
		}
		if x := m.body(fr, s.Body, nil, 0); x != nil {
			if stop, out := loopExit(x, s); stop {
				return out
			}
		}
		if x := m.list(fr, s.Post); x != nil {
			return x
		}
	}
}

// loopExit says whether an exit from its body ends a loop, and what goes on outwards.
func loopExit(x exit, loop flow.Stmt) (stop bool, out exit) {
	switch x := x.(type) {
	case *flow.Break:
		if x.Target == loop {
			return true, nil
		}
	case *flow.Continue:
		if x.Target == loop {
			return false, nil
		}
	}
	return true, x
}
