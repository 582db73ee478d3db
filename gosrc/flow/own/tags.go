package own

import (
	"fmt"
	"path"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Function values whose code is not known where they are called, because they are kept in data, or because an if or
// switch chose one of them, become structs: a number that tells which function it is, 0 for nil, and what the
// functions that it may be have captured. A call becomes a call of a function that switches on the number.
//
// Variables that a literal shares with others that assign them are captured by pointer.
//
// References: Reynolds, Definitional Interpreters for Higher-Order Programming Languages, 1972 (defunctionalisation);
// the classes of functions are those of Steensgaard's unification (slots.go).

// tagType is the type of the numbers.
var tagType = flow.Int

// tagger is one run of tags.
type tagger struct {
	*resolver
	slots *slots
	roots map[*flow.Func]bool
	cells map[*flow.Func]map[*flow.Var]bool // for each function, the variables that literals capture by pointer
	calls map[*slot]*flow.Func
	at    *syntax.Pos
	whole map[*flow.Func]bool // functions that are done
	bad   map[*slot]bool      // reported
	// passed are the variables that calls of a class pass, handed those that a function gets for that, and through its
	// parameters for them.
	passed  map[*slot][]passing
	handed  map[*flow.Func][]passing
	through map[*flow.Func]map[passing]*flow.Var
	early   map[earlyCall]bool
}

// tags gives the function values that are left in some functions, which are closed under calls, a representation.
func (r *resolver) tags(funcs []*flow.Func, roots map[*flow.Func]bool) {
	if !slices.ContainsFunc(funcs, keepsFuncs) {
		return
	}
	t := &tagger{
		resolver: r, slots: connect(funcs, roots), roots: roots, cells: map[*flow.Func]map[*flow.Var]bool{},
		calls: map[*slot]*flow.Func{}, whole: map[*flow.Func]bool{}, bad: map[*slot]bool{},
	}
	for _, f := range funcs {
		t.capture(f)
	}
	t.passes(funcs)
	for _, f := range funcs {
		t.function(f)
	}
	for _, f := range funcs {
		t.types(f)
	}
}

// keepsFuncs reports whether a function has function values.
func keepsFuncs(f *flow.Func) bool {
	found := false
	for v := range mentions(f.Body) {
		found = found || holdsFunc(v.Type)
	}
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		found = found || holdsFunc(v.Type)
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) { found = found || holdsFunc(e.Type()) })
	})
	return found
}

func holdsFunc(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.FuncType:
		return true
	case *flow.Slice:
		return holdsFunc(t.Elem)
	case *flow.Array:
		return holdsFunc(t.Elem)
	case *flow.Pointer:
		return holdsFunc(t.Elem)
	case *flow.Struct:
		for _, f := range t.Fields {
			if holdsFunc(f.Type) {
				return true
			}
		}
	case *flow.Basic:
	}
	return false
}

// capture finds what the literals in a function capture.
func (t *tagger) capture(f *flow.Func) {
	cells := map[*flow.Var]bool{}
	t.cells[f] = cells
	lits := map[*flow.Func]bool{}
	count := assignments(f)
	deep(f.Body, func(ss []flow.Stmt) {
		for _, l := range literals(ss) {
			lits[l] = true
		}
	})
	for l := range lits {
		for _, v := range captured(l, f) {
			if count[v] > 1 {
				cells[v] = true
			}
		}
	}
	for _, s := range t.slots.exprs {
		for _, m := range s.find().members {
			if m.home != f || m.lit == nil || m.caps != nil {
				continue
			}
			for _, v := range captured(m.lit, f) {
				m.caps = append(m.caps, capture{v, cells[v]})
			}
		}
	}
}

// assignments are how often the variables in a function are assigned: twice where their address is taken.
func assignments(f *flow.Func) map[*flow.Var]int {
	count := map[*flow.Var]int{}
	deep(f.Body, func(ss []flow.Stmt) {
		for _, l := range literals(ss) {
			for _, v := range append(slices.Clone(l.Params), l.Results...) {
				count[v]++
			}
		}
	})
	for _, p := range f.Params {
		count[p]++
	}
	for _, p := range f.Results {
		count[p]++
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range stores(s) {
				if p.Var != nil && trim(letters(p)) == "" {
					count[p.Var]++
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok && trim(letters(a.Place)) == "" {
				count[a.Place.Var] += 2
			}
		})
	})
	return count
}

// rep is the type of the values of a slot.
func (t *tagger) rep(s *slot) flow.Type {
	s = s.find()
	if s.rep != nil {
		return s.rep
	}
	if s.busy {
		t.report(s,
			"this function, or value of an interface, holds others of its own kind, as many as are made at run time",
			"keep them in a slice, and ints that say where in it the others are; or use a loop over what the "+
				"functions do")
		return flow.OpaqueT
	}
	if !holdsFunc(s.typ) {
		s.rep = s.typ
		return s.rep
	}
	s.busy = true
	switch u := s.typ.(type) {
	case *flow.Slice:
		s.rep = &flow.Slice{Elem: t.rep(s.element())}
	case *flow.Array:
		s.rep = &flow.Array{Len: u.Len, Elem: t.rep(s.element())}
	case *flow.Pointer:
		s.rep = &flow.Pointer{Elem: t.rep(s.element())}
	case *flow.Struct:
		n := &flow.Struct{Name: u.Name, Map: u.Map}
		for i, f := range u.Fields {
			n.Fields = append(n.Fields, flow.Field{Name: f.Name, Type: t.rep(s.field(i)), Constant: f.Constant})
		}
		s.rep = n
	case *flow.FuncType:
		s.rep = t.funcRep(s)
	}
	s.busy = false
	return s.rep
}

// funcRep is the struct for a class of functions. Numbers that different functions captured share fields,
// and so do functions that captured one variable.
func (t *tagger) funcRep(s *slot) flow.Type {
	if s.outside {
		if s.called || s.tested != nil {
			text, hint := "a function that the caller chooses is called: its derivative is not known here",
				"differentiate a function that passes a known function, and leave this one without a directive"
			if ft, ok := s.typ.(*flow.FuncType); ok && ft.Interface != "" {
				text = "the caller chooses what is in this " + path.Base(ft.Interface) +
					": the derivatives of its methods are not known here"
				hint = "differentiate a function that makes the value, and leave this one without a directive; or " +
					"take the concrete type"
			}
			t.report(s, text, hint)
		}
		return flow.OpaqueT
	}
	s.members = distinct(s.members)
	n := &flow.Struct{Name: "func", Fields: []flow.Field{{Name: "tag", Type: tagType}}}
	holder := map[int]capture{} // what a field was made for
	for _, m := range s.members {
		used := map[int]bool{}
		m.fields = nil
		for _, c := range m.caps {
			if slices.Contains(t.passed[s], passing{c, m.home}) {
				m.fields = append(m.fields, -1)
				continue
			}
			ft := t.rep(t.slots.variable(c.v))
			if c.ref {
				ft = &flow.Pointer{Elem: ft}
			}
			k := -1
			for j := 1; j < len(n.Fields) && k < 0; j++ {
				number := basic(ft) && n.Fields[j].Type == ft
				if !used[j] && (number || holder[j] == c) {
					k = j
				}
			}
			if k < 0 {
				k = len(n.Fields)
				n.Fields = append(n.Fields, flow.Field{Name: fmt.Sprintf("%s%d", c.v.Name, k), Type: ft})
				holder[k] = c
			}
			used[k] = true
			m.fields = append(m.fields, k)
		}
	}
	return n
}

// distinct are members, each once.
func distinct(ms []*member) (out []*member) {
	for _, m := range ms {
		if !slices.ContainsFunc(out, func(n *member) bool { return m.lit == n.lit && m.fn == n.fn }) {
			out = append(out, m)
		}
	}
	return out
}

// report tells once what is wrong with the functions of a slot.
func (t *tagger) report(s *slot, text, hint string) {
	if t.bad[s] {
		return
	}
	t.bad[s] = true
	at := t.at
	for _, m := range s.members {
		switch {
		case m.lit != nil && len(m.caps) > 0 && m.lit.At != nil:
			at = m.lit.At
		}
	}
	if s.outside {
		at = t.calledAt(s)
	}
	t.diags = append(t.diags, message(at, CodeFunctions, text, hint))
}

// calledAt is where a function of the slot is called.
func (t *tagger) calledAt(s *slot) (at *syntax.Pos) {
	for f := range t.cells {
		deep(f.Body, func(ss []flow.Stmt) {
			eachStmt(ss, func(st flow.Stmt) {
				c, ok := st.(*flow.Call)
				if ok && c.Fun != nil && t.slots.value(f, c.Fun).find() == s &&
					(at == nil || c.At != nil && before(c.At, at)) {
					at = c.At
				}
			})
		})
	}
	if at == nil && s.tested != nil {
		at = s.tested.At
	}
	return at
}

func before(a, b *syntax.Pos) bool {
	if a.File != b.File {
		return a.File < b.File
	}
	return a.Line < b.Line || a.Line == b.Line && a.Col < b.Col
}

// function writes the function values in a function. Types of variables change later, as others are still to be read.
func (t *tagger) function(f *flow.Func) {
	if f.Body == nil || t.whole[f] {
		return
	}
	t.whole[f] = true
	c := &copier{}
	c.whole = func(e flow.Expr) (flow.Expr, bool) { return t.expr(f, c, e) }
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) { return t.statement(f, c, s) }
	f.Body = c.list(f.Body)
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
			out.Elems[m.fields[i]] = load(c.v)
			if c.ref {
				out.Elems[m.fields[i]] = &flow.Addr{Place: place(c.v)}
			}
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
		passed[q] = t.parameter(q)
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
	inner := renamed(&flow.Func{Params: l.Params, Results: l.Results, Body: l.Body})
	for old, now := range inner { // parts of the classes of what they are copies of
		t.slots.vars[now] = t.slots.variable(old)
	}
	c := &copier{vars: inner, refs: map[*flow.Var]*flow.Var{}}
	for _, k := range m.caps {
		p := *k.v
		p.Global = false
		if k.ref {
			p.Type = &flow.Pointer{Elem: k.v.Type}
			s := newSlot(p.Type)
			unify(s.element(), t.slots.variable(k.v))
			t.slots.vars[&p] = s
			c.refs[k.v] = &p
			delete(c.vars, k.v)
		} else {
			t.slots.vars[&p] = t.slots.variable(k.v)
			c.vars[k.v] = &p
		}
		m.fn.Params = append(m.fn.Params, &p)
	}
	caps := m.fn.Params
	m.fn.Params = nil
	for _, v := range l.Params {
		m.fn.Params = append(m.fn.Params, c.vars[v])
	}
	m.fn.Params = append(m.fn.Params, caps...)
	for _, v := range l.Results {
		m.fn.Results = append(m.fn.Results, c.vars[v])
	}
	t.body(m, c)
	t.types(m.fn)
	return m.fn
}

// body copies the body of a literal. What is in it is written as in the function around it, before variables are
// renamed.
func (t *tagger) body(m *member, c *copier) {
	d := &copier{}
	d.whole = func(e flow.Expr) (flow.Expr, bool) { return t.expr(m.home, d, e) }
	d.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) { return t.statement(m.home, d, s) }
	m.fn.Body = c.list(d.list(m.lit.Body))
	if m.fn.Body == nil {
		m.fn.Body = []flow.Stmt{}
	}
}

// types gives the variables of a function the types of the representation.
func (t *tagger) types(f *flow.Func) {
	all := mentions(f.Body)
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		all[v] = 1
	}
	vars := make([]*flow.Var, 0, len(all))
	for v := range all {
		if holdsFunc(v.Type) {
			vars = append(vars, v)
		}
	}
	slices.SortFunc(vars, func(a, b *flow.Var) int { return compareAt(a.At, b.At) })
	for _, v := range vars {
		v.Type = t.rep(t.slots.variable(v))
	}
}

func compareAt(a, b *syntax.Pos) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	case before(a, b):
		return -1
	case before(b, a):
		return 1
	}
	return 0
}
