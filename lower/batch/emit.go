package batch

import (
	"fmt"
	"strconv"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// emitter writes the body of a function of lanes.
type emitter struct {
	*maker
	in *instance
	// lanes are the variables that stand for one: one where it is shared.
	lanes map[*loop.Var][]*loop.Var
}

// declare makes the variables that stand for v.
func (e *emitter) declare(v *loop.Var) {
	n := e.lanesOf(e.in.marks(v) != 0)
	for l := range n {
		name := v.Name
		if n > 1 {
			name += strconv.Itoa(l + 1)
		}
		e.lanes[v] = append(e.lanes[v], loop.NewVar(name, v.Type))
	}
	e.flat(v)
}

// flat gives the variables for v their lengths.
func (e *emitter) flat(v *loop.Var) {
	if v.Flat == nil {
		return
	}
	for l, w := range e.lanes[v] {
		w.Flat = mapper{e, l, nil}.exprs(v.Flat)
	}
}

// mapper copies expressions and statements for one lane.
type mapper struct {
	e    *emitter
	lane int
	// local are the variables that a statement declares which each lane runs for itself; nil outside of such.
	local map[*loop.Var]*loop.Var
}

func (m mapper) use(v *loop.Var) *loop.Var {
	if w := m.local[v]; w != nil {
		return w
	}
	ws := m.e.lanes[v]
	if len(ws) == 1 {
		return ws[0]
	}
	return ws[m.lane]
}

func (m mapper) expr(x *loop.Expr) *loop.Expr {
	switch x.Kind {
	case loop.VarExpr:
		return loop.Use(m.use(x.Var))
	case loop.LenExpr: // equal lengths are written alike in all lanes
		if m.e.in.of(x.Args[0])&ragged == 0 {
			m.lane = 0
		}
	}
	return x.MapArgs(m.expr)
}

func (m mapper) exprs(xs []*loop.Expr) []*loop.Expr {
	if xs == nil {
		return nil
	}
	out := make([]*loop.Expr, len(xs))
	for i, x := range xs {
		out[i] = m.expr(x)
	}
	return out
}

func (m mapper) declare(v *loop.Var) *loop.Var {
	if v == nil {
		return nil
	}
	if m.local == nil {
		return m.use(v)
	}
	w := loop.NewVar(v.Name+strconv.Itoa(m.lane+1), v.Type)
	m.local[v] = w
	w.Flat = m.exprs(v.Flat)
	return w
}

// block copies statements for all lanes.
func (e *emitter) block(block []loop.Stmt) []loop.Stmt {
	var out []loop.Stmt
	for _, s := range block {
		out = append(out, e.stmt(s)...)
	}
	return out
}

// apart are the copies of a statement that each lane runs for itself.
func (e *emitter) apart(s loop.Stmt) []loop.Stmt {
	var out []loop.Stmt
	for l := range e.o.Lanes {
		out = append(out, mapper{e, l, map[*loop.Var]*loop.Var{}}.stmt(s))
	}
	return out
}

// simple is a statement once, or once for each lane.
func (e *emitter) simple(s loop.Stmt, varies bool) []loop.Stmt {
	loop.Declared(s, e.declare)
	var out []loop.Stmt
	for l := range e.lanesOf(varies) {
		out = append(out, mapper{e, l, nil}.stmt(s))
	}
	return out
}

// place reports whether a place is another in each lane.
func (e *emitter) place(x *loop.Expr) bool { return e.in.of(x) != 0 }

func (e *emitter) stmt(s loop.Stmt) []loop.Stmt {
	in := e.in
	one := mapper{e, 0, nil}
	switch s := s.(type) {
	case *loop.Let:
		return e.simple(s, in.marks(s.Var) != 0)
	case *loop.Alloc:
		return e.simple(s, in.marks(s.Var) != 0)
	case *loop.NewCell:
		return e.simple(s, in.marks(s.Var) != 0)
	case *loop.AddTo:
		return e.simple(s, e.place(s.Lhs))
	case *loop.Copy:
		return e.simple(s, e.place(s.Dst))
	case *loop.Clear:
		return e.simple(s, e.place(s.Dst))
	case *loop.Append:
		return e.simple(s, in.marks(s.Var) != 0)
	case *loop.Check:
		varies := in.of(s.Cond)
		if s.Got != nil {
			varies |= in.of(s.Got) | in.of(s.Want)
		}
		return e.simple(s, varies != 0)
	case *loop.Assign: // all at once
		t := &loop.Assign{}
		for i, l := range s.Lhs {
			for k := range e.lanesOf(e.place(l)) {
				m := mapper{e, k, nil}
				t.Lhs, t.Rhs = append(t.Lhs, m.expr(l)), append(t.Rhs, m.expr(s.Rhs[i]))
			}
		}
		return []loop.Stmt{t}
	case *loop.Call:
		return e.call(s)
	case *loop.For:
		if in.of(s.N) != 0 {
			return e.apart(s)
		}
		e.declare(s.Var)
		t := &loop.For{Var: one.use(s.Var), N: one.expr(s.N), Down: s.Down, Vector: s.Vector, Body: e.block(s.Body)}
		if _, ok := loop.VectorOf(t); ok || !s.Vector {
			return []loop.Stmt{t}
		}
		delete(e.lanes, s.Var) // each lane has its own vector loop
		return e.apart(s)
	case *loop.While:
		if in.of(s.Cond) != 0 {
			return e.apart(s)
		}
		head := e.block(s.Head)
		return []loop.Stmt{&loop.While{Head: head, Cond: one.expr(s.Cond), Body: e.block(s.Body)}}
	case *loop.If:
		if in.of(s.Cond) != 0 {
			return e.apart(s)
		}
		return []loop.Stmt{&loop.If{Cond: one.expr(s.Cond), Then: e.block(s.Then), Else: e.block(s.Else)}}
	case *loop.Switch:
		if in.of(s.Tag) != 0 {
			return e.apart(s)
		}
		t := &loop.Switch{Tag: one.expr(s.Tag)}
		for _, b := range s.Cases {
			t.Cases = append(t.Cases, e.block(b))
		}
		return []loop.Stmt{t}
	}
	panic(fmt.Sprintf("batch: unknown statement %T", s))
}

// call is the call of a function of lanes, or of the original where nothing varies.
func (e *emitter) call(s *loop.Call) []loop.Stmt {
	loop.Declared(s, e.declare)
	r := &Result{Func: s.Func}
	if callee := e.in.callee(s); callee != nil {
		r = e.callee(callee)
	} else {
		for i := range s.Args {
			r.Params = append(r.Params, []int{i})
		}
		for i := range s.Vars {
			r.Results = append(r.Results, []int{i})
		}
	}
	t := &loop.Call{Func: r.Func}
	out := []loop.Stmt{t}
	for i, a := range s.Args {
		for l := range r.Params[i] {
			t.Args = append(t.Args, mapper{e, l, nil}.expr(a))
		}
	}
	for i, v := range s.Vars {
		n := len(r.Results[i])
		switch {
		case v == nil:
			t.Vars = append(t.Vars, make([]*loop.Var, n)...)
		case n == len(e.lanes[v]):
			t.Vars = append(t.Vars, e.lanes[v]...)
		default: // one value, which varies later
			w := loop.NewVar(v.Name, v.Type)
			w.Flat = e.lanes[v][0].Flat
			t.Vars = append(t.Vars, w)
			for _, x := range e.lanes[v] {
				out = append(out, &loop.Let{Var: x, Rhs: loop.Use(w)})
			}
		}
	}
	return out
}

// stmt copies a statement with all that is in it for one lane.
func (m mapper) stmt(s loop.Stmt) loop.Stmt {
	switch s := s.(type) {
	case *loop.Let:
		rhs := m.expr(s.Rhs)
		return &loop.Let{Var: m.declare(s.Var), Rhs: rhs}
	case *loop.Alloc:
		dims := m.exprs(s.Dims)
		return &loop.Alloc{Var: m.declare(s.Var), Dims: dims, Dirty: s.Dirty}
	case *loop.NewCell:
		fields := m.exprs(s.Fields)
		return &loop.NewCell{Var: m.declare(s.Var), Ctor: s.Ctor, Fields: fields}
	case *loop.Assign:
		return &loop.Assign{Lhs: m.exprs(s.Lhs), Rhs: m.exprs(s.Rhs)}
	case *loop.AddTo:
		return &loop.AddTo{Lhs: m.expr(s.Lhs), Rhs: m.expr(s.Rhs), Free: s.Free}
	case *loop.Copy:
		return &loop.Copy{Dst: m.expr(s.Dst), Src: m.expr(s.Src)}
	case *loop.Clear:
		return &loop.Clear{Dst: m.expr(s.Dst)}
	case *loop.Append:
		return &loop.Append{Var: m.use(s.Var), Val: m.expr(s.Val)}
	case *loop.Call:
		t := &loop.Call{Func: s.Func, Args: m.exprs(s.Args)}
		for _, v := range s.Vars {
			t.Vars = append(t.Vars, m.declare(v))
		}
		return t
	case *loop.Check:
		t := &loop.Check{Cond: m.expr(s.Cond), Given: s.Given, Text: s.Text, Name: s.Name, Index: s.Index}
		if s.Got != nil {
			t.Got, t.Want = m.expr(s.Got), m.expr(s.Want)
		}
		return t
	case *loop.For:
		n := m.expr(s.N)
		return &loop.For{Var: m.declare(s.Var), N: n, Down: s.Down, Vector: s.Vector, Body: m.block(s.Body)}
	case *loop.While:
		head := m.block(s.Head)
		return &loop.While{Head: head, Cond: m.expr(s.Cond), Body: m.block(s.Body)}
	case *loop.If:
		return &loop.If{Cond: m.expr(s.Cond), Then: m.block(s.Then), Else: m.block(s.Else)}
	case *loop.Switch:
		t := &loop.Switch{Tag: m.expr(s.Tag)}
		for _, b := range s.Cases {
			t.Cases = append(t.Cases, m.block(b))
		}
		return t
	}
	panic(fmt.Sprintf("batch: unknown statement %T", s))
}

func (m mapper) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		out = append(out, m.stmt(s))
	}
	return out
}
