package gen

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// loop emits a counted loop. acc, if not nil, are the accumulators of an accumulate
// output that is being added to something.
func (e *emitter) loop(t *syntax.Loop, d []dest, acc []*expr) []*expr {
	ns := len(e.g.leaves(t.State.Type))
	ls := e.g.leaves(t.Type())
	hint := e.takeHint("")
	st := e.state(t.State, t.Init)
	var out []*expr
	elem := t.Type()
	if t.Out != syntax.NoOutput {
		elem = t.Type().(*syntax.TupleType).Elems[1]
		if hint == "" {
			hint = "out"
		}
		e.hint = hint
	}
	var bufs []dest
	switch {
	case t.Out == syntax.Collect:
		bufs = e.buffers(e.hints(elem, "out"), ls[ns:], part(d, min(ns, len(d)), len(d)))
		out = lvals(bufs)
	case t.Out == syntax.Accumulate:
		if out = acc; out == nil {
			out = e.zeroed(elem, part(d, min(ns, len(d)), len(d)))
		}
	}
	e.hint = ""
	body := func(i *expr) {
		e.env[t.Idx] = e.one(i)
		switch t.Out {
		case syntax.NoOutput:
			e.step(st, t.Body, nil, nil)
		case syntax.Collect:
			e.step(st, t.Body, rows(bufs, ls[ns:], i), nil)
		case syntax.Accumulate:
			e.step(st, t.Body, nil, out)
		}
	}
	if !t.Down {
		e.over(t.Idx.Name, e.size(t.Len), body)
	} else {
		id := &ident{}
		stmts := e.sub(func() {
			id.name = e.names.fresh(t.Idx.Name)
			body(use(id))
		})
		e.out.add(&stmt{kind: downStmt, ids: []*ident{id}, exprs: e.one(e.size(t.Len)), body: stmts})
	}
	return e.deliver(append(append([]*expr(nil), st.vars...), out...), ls, d)
}

// loopState is the state of a loop in variables of its own.
type loopState struct {
	ls   []leaf
	vars []*expr
	next []*expr // the second buffers of array leaves
}

// state declares the variables of a loop state. Array leaves are slices
// that the loop owns, one to read and one to fill, swapped after each step.
func (e *emitter) state(x *syntax.Var, init syntax.Term) *loopState {
	st := &loopState{ls: e.g.leaves(x.Type)}
	hints := e.g.leafNames(x.Name, x.Type)
	bufs := e.buffers(hints, st.ls, nil)
	vals := e.eval(init, bufs)
	st.next = make([]*expr, len(vals))
	for i, v := range vals {
		if st.ls[i].array() {
			st.vars = append(st.vars, v)
			st.next[i] = e.alloc(hints[i]+"_next", st.ls[i])
		} else {
			st.vars = append(st.vars, e.declareInit(hints[i], st.ls[i], v))
		}
	}
	e.env[x] = st.vars
	return st
}

// step emits one iteration: the new state, and the output into rows or added to acc.
func (e *emitter) step(st *loopState, body syntax.Term, out []dest, acc []*expr) {
	ns := len(st.vars)
	if acc != nil {
		e.stepAdd(st, body, acc)
		return
	}
	d := make([]dest, ns+len(out))
	for i, l := range st.ls {
		if l.array() {
			d[i] = dest{lv: st.next[i]}
		}
	}
	copy(d[ns:], out)
	inner := make([]dest, len(d))
	for i := range d {
		if !d[i].slot {
			inner[i] = d[i]
		}
	}
	ls := append(append([]leaf(nil), st.ls...), make([]leaf, len(out))...)
	for i := range out {
		ls[ns+i] = e.outLeaf(body, ns+i)
	}
	e.tail(body, inner, func(vals []*expr) { e.advance(st, vals, ls, d) })
}

func (e *emitter) outLeaf(body syntax.Term, i int) leaf { return e.g.leaves(body.Type())[i] }

// advance assigns the new state, and scalar outputs, at once.
func (e *emitter) advance(st *loopState, vals []*expr, ls []leaf, d []dest) {
	s := &stmt{kind: assignStmt, op: "="}
	for i, v := range vals {
		switch {
		case i >= len(st.vars):
			if d[i].lv != nil && d[i].slot && !same(v, d[i].lv) {
				s.lhs, s.exprs = append(s.lhs, d[i].lv), append(s.exprs, v)
			}
		case ls[i].array():
			s.lhs = append(s.lhs, st.vars[i], st.next[i])
			s.exprs = append(s.exprs, st.next[i], st.vars[i])
		case !same(v, st.vars[i]):
			s.lhs, s.exprs = append(s.lhs, st.vars[i]), append(s.exprs, v)
		}
	}
	if len(s.lhs) > 0 {
		e.out.add(s)
	}
}

// stepAdd emits one iteration of an accumulating loop.
func (e *emitter) stepAdd(st *loopState, body syntax.Term, acc []*expr) {
	for {
		l, ok := body.(*syntax.Let)
		if !ok {
			break
		}
		for i := range l.Binds {
			e.bind(&l.Binds[i])
		}
		body = l.Body
	}
	if t, ok := body.(*syntax.Tuple); ok {
		d := make([]dest, len(st.vars))
		for i, l := range st.ls {
			if l.array() {
				d[i] = dest{lv: st.next[i]}
			}
		}
		e.add(t.Elems[1], acc)
		vals := e.eval(t.Elems[0], d)
		e.advance(st, vals, st.ls, d)
		return
	}
	branch := func(b syntax.Term) { e.stepAdd(st, b, acc) }
	switch t := body.(type) {
	case *syntax.If:
		s := &stmt{kind: ifStmt, exprs: e.eval(t.Cond, nil)}
		s.body = e.sub(func() { branch(t.Then) })
		s.alt = e.sub(func() { branch(t.Else) })
		e.out.add(s)
	case *syntax.Case:
		e.caseOf(t, branch)
	default:
		vals := e.eval(body, nil)
		n := len(st.vars)
		e.addVals(body.Type().(*syntax.TupleType).Elems[1], acc, vals[n:])
		for i, l := range st.ls {
			if l.array() {
				vals[i] = e.store(vals[i], l, dest{lv: st.next[i]})
			}
		}
		e.advance(st, vals[:n], st.ls, make([]dest, n))
	}
}

// while emits a loop that ends when its condition fails.
func (e *emitter) while(t *syntax.While, d []dest) []*expr {
	e.hint = ""
	st := e.state(t.State, t.Init)
	var cond *expr
	s := &stmt{kind: whileStmt}
	s.body = e.sub(func() {
		cond = e.eval(t.Cond, nil)[0]
		if len(e.out.stmts) > 0 {
			e.out.add(&stmt{kind: ifStmt, exprs: e.one(negate(cond)), body: []*stmt{{kind: breakStmt}}})
			cond = nil
		}
		e.step(st, t.Body, nil, nil)
	})
	if cond != nil {
		s.exprs = e.one(cond)
	}
	e.out.add(s)
	return e.deliver(st.vars, st.ls, d)
}
