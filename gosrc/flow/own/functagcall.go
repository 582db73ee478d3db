package own

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// caller is the function that calls what a value of a class says.
func (t *tagger) caller(s *slot) *flow.Func {
	s = s.find()
	if g := t.calls[s]; g != nil {
		return g
	}
	ft := s.typ.(*flow.FuncType)
	st := t.rep(s)
	self := &flow.Var{Name: "f", Type: st}
	g := &flow.Func{Name: fmt.Sprintf("call%d", len(t.calls)+1), Params: []*flow.Var{self}, At: t.at}
	t.calls[s] = g
	for i := range ft.Params {
		g.Params = append(g.Params, &flow.Var{Name: fmt.Sprintf("x%d", i+1), Type: t.rep(s.param(i))})
	}
	for i := range ft.Results {
		g.Results = append(g.Results, &flow.Var{Name: fmt.Sprintf("y%d", i+1), Type: t.rep(s.result(i))})
	}
	own := len(g.Params)
	passed := map[passing]*flow.Var{}
	for _, q := range t.passed[s] {
		passed[q] = t.parameter(q.capture)
		passed[q].Type = t.rep(t.slots.variable(passed[q]))
		g.Params = append(g.Params, passed[q])
	}
	at := func(k int) flow.Place { return join(place(self), flow.Step{Kind: flow.StepField, Field: k}) }
	var body []flow.Stmt
	if s.zero || len(s.members) == 0 {
		body = []flow.Stmt{&flow.Fail{Msg: "a function that is nil is called", At: t.at}}
	}
	for k := len(s.members) - 1; k >= 0; k-- {
		m := s.members[k]
		call := &flow.Call{Func: t.lifted(m), At: t.at}
		for _, p := range g.Params[1:own] {
			call.Args = append(call.Args, load(p))
		}
		for i, c := range m.caps {
			if v := passed[passing{c, m.home}]; v != nil {
				call.Args = append(call.Args, load(v))
				continue
			}
			call.Args = append(call.Args, &flow.Load{Place: at(m.fields[i])})
		}
		for _, r := range g.Results {
			call.Dst = append(call.Dst, place(r))
		}
		if body == nil { // it is one of those, and no other
			body = []flow.Stmt{call}
			continue
		}
		is := apply("ieq", flow.Bool, &flow.Load{Place: at(0)}, intLit(int64(k+1)))
		body = []flow.Stmt{&flow.If{Cond: is, Then: []flow.Stmt{call}, Else: body, At: t.at}}
	}
	g.Body = body
	return g
}

// lifted is the function of a member, with what it captured as parameters behind its own.
func (t *tagger) lifted(m *member) *flow.Func {
	if m.fn != nil {
		return m.fn
	}
	l := m.lit
	m.fn = &flow.Func{Name: l.Name, Doc: l.Doc, At: l.At}
	inner := renamed(l)
	for old, now := range inner { // parts of the classes of what they are copies of
		t.slots.vars[now] = t.slots.variable(old)
	}
	params := make([]*flow.Var, len(m.caps))
	for i, k := range m.caps {
		params[i] = t.parameter(k)
	}
	c := &copier{vars: inner}
	m.head(c, params)
	// What is in the body is written as in the function around it, before variables are renamed.
	d := t.writer(m.home)
	m.body(c.list(d.list(l.Body)))
	t.types(m.fn)
	return m.fn
}

// parameter is a new parameter for a captured variable, in the class of that.
func (t *tagger) parameter(k capture) *flow.Var {
	v := k.parameter()
	s := t.slots.variable(k.v)
	if k.ref {
		s = newSlot(v.Type)
		unify(s.element(), t.slots.variable(k.v))
	}
	t.slots.vars[v] = s
	return v
}
