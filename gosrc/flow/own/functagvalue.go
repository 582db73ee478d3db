package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// function writes the function values in a function. Types of variables change later, as others are still to be read.
func (t *tagger) function(f *flow.Func) {
	if f.Body == nil || t.whole[f] {
		return
	}
	t.whole[f] = true
	f.Body = t.writer(f).list(f.Body)
}

// writer copies what is in a function, with its function values written.
func (t *tagger) writer(f *flow.Func) *copier {
	c := &copier{}
	c.whole = func(e flow.Expr) (flow.Expr, bool) { return t.expr(f, c, e) }
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) { return t.statement(f, c, s) }
	return c
}

func (t *tagger) statement(f *flow.Func, c *copier, s flow.Stmt) ([]flow.Stmt, bool) {
	if at := position(s); at != nil {
		t.at = at
	}
	call, ok := s.(*flow.Call)
	if ok && len(t.handed[call.Func]) > 0 {
		out := c.same(s).(*flow.Call)
		more, before := t.pass(f, s, t.handed[call.Func])
		out.Args = append(out.Args, more...)
		return append(before, out), true
	}
	if !ok || call.Fun == nil {
		return nil, false
	}
	class := t.slots.value(f, call.Fun).find()
	if t.rep(class) == flow.OpaqueT {
		return nil, true // refused
	}
	more, before := t.pass(f, s, t.passed[class])
	args := append([]flow.Expr{c.value(call.Fun)}, c.exprs(call.Args)...)
	out := &flow.Call{Func: t.caller(class), Args: append(args, more...), Dst: c.dsts(call.Dst), At: call.At}
	return append(before, out), true
}

// expr writes literals, zeros and tests.
func (t *tagger) expr(f *flow.Func, c *copier, e flow.Expr) (flow.Expr, bool) {
	switch e := e.(type) {
	case *flow.Closure, *flow.FuncRef:
		s := t.slots.value(f, e)
		return t.make(s, e), true
	case *flow.Zero:
		return &flow.Zero{Typ: t.rep(t.slots.value(f, e))}, true
	case *flow.Lits:
		if holdsFunc(e.Typ) {
			return &flow.Lits{Typ: t.rep(t.slots.value(f, e)), Elems: c.exprs(e.Elems)}, true
		}
	case *flow.Make:
		if holdsFunc(e.Typ) {
			typ, _ := t.rep(t.slots.value(f, e)).(*flow.Slice)
			return &flow.Make{Typ: typ, Len: c.value(e.Len), Cap: c.value(e.Cap), At: e.At}, true
		}
	case *flow.IsNil:
		if isFunc(e.X.Type()) {
			return t.isNil(f, c, e.X), true
		}
	}
	return nil, false
}

// isNil is whether the number of a function value is 0.
func (t *tagger) isNil(f *flow.Func, c *copier, x flow.Expr) flow.Expr {
	if _, known := t.rep(t.slots.value(f, x)).(*flow.Struct); !known {
		return &flow.Lit{Typ: flow.Bool} // refused
	}
	tag := func(e flow.Expr) flow.Expr {
		switch e := e.(type) {
		case *flow.Load:
			return &flow.Load{Place: join(e.Place, flow.Step{Kind: flow.StepField})}
		case *flow.Lits:
			return e.Elems[0]
		}
		return intLit(0)
	}
	if y, ok := x.(*flow.Cond); ok {
		return &flow.Cond{C: c.value(y.C), If: t.isNil(f, c, y.If), Else: t.isNil(f, c, y.Else)}
	}
	return apply("ieq", flow.Bool, tag(c.value(x)), intLit(0))
}

// make is a function value.
func (t *tagger) make(s *slot, e flow.Expr) flow.Expr {
	st, ok := t.rep(s).(*flow.Struct)
	if !ok {
		return &flow.Zero{Typ: flow.OpaqueT}
	}
	for k, m := range s.find().members {
		switch e := e.(type) {
		case *flow.Closure:
			if m.lit != e.Func {
				continue
			}
		case *flow.FuncRef:
			if m.fn != e.Func || m.lit != nil {
				continue
			}
		}
		out := &flow.Lits{Typ: st, Elems: make([]flow.Expr, len(st.Fields))}
		out.Elems[0] = intLit(int64(k + 1))
		for i, c := range m.caps {
			if m.fields[i] < 0 {
				continue // passed
			}
			out.Elems[m.fields[i]] = c.argument()
		}
		for i := range out.Elems {
			if out.Elems[i] == nil {
				out.Elems[i] = zeroOf(st.Fields[i].Type)
			}
		}
		return out
	}
	panic("own: a function value of another class")
}
