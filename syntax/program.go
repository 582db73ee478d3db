package syntax

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
)

// Copy returns a copy of the program that shares no binder and no definition
// with it, and the map from old to new definitions. Data types are shared.
func (p *Program) Copy() (*Program, map[*Def]*Def) {
	defer times.Begin("copy")()
	defs := make(map[*Def]*Def, len(p.Defs))
	subs := make([]*Substitution, len(p.Defs))
	out := &Program{Data: p.Data, Defs: make([]*Def, len(p.Defs))}
	for i, d := range p.Defs {
		e := &Def{Name: d.Name, Doc: d.Doc, At: d.At}
		s := &Substitution{Vars: map[*Var]Term{}, Sizes: map[*SizeVar]*Size{}, Defs: defs, Fresh: true}
		for _, n := range d.Sizes {
			s.sizeBinder(n)
			v, _ := s.Sizes[n].IsVar()
			e.Sizes = append(e.Sizes, v)
		}
		for _, x := range d.Params {
			e.Params = append(e.Params, s.binder(x))
		}
		e.Result = s.typ(d.Result)
		defs[d], subs[i], out.Defs[i] = e, s, e
	}
	for i, d := range p.Defs {
		out.Defs[i].Body = subs[i].Apply(d.Body)
		if d.Shared() {
			out.Defs[i].SetShared()
		}
		if by := d.Settled(); by != 0 {
			out.Defs[i].SetSettled(by)
		}
		out.Defs[i].Attach(d, func(c *CustomJVP) *CustomJVP { return c.copy(subs[i]) })
	}
	return out, defs
}

func (c *CustomJVP) copy(s *Substitution) *CustomJVP {
	e := &CustomJVP{}
	in := &Substitution{Vars: map[*Var]Term{}, Sizes: map[*SizeVar]*Size{}, Defs: s.Defs, Fresh: true}
	for _, n := range c.Sizes {
		in.sizeBinder(n)
		v, _ := in.Sizes[n].IsVar()
		e.Sizes = append(e.Sizes, v)
	}
	for _, x := range c.Params {
		e.Params = append(e.Params, in.binder(x))
	}
	for _, x := range c.Tangents {
		e.Tangents = append(e.Tangents, in.binder(x))
	}
	e.Body = in.Apply(c.Body)
	return e
}

// Reachable returns the definitions that roots call, directly or not, roots
// included, in the order of a depth-first walk with callees first where the
// call graph has no cycle.
func Reachable(roots ...*Def) []*Def {
	seen := map[*Def]bool{}
	var out []*Def
	var visit func(d *Def)
	visit = func(d *Def) {
		if seen[d] {
			return
		}
		seen[d] = true
		for _, c := range Callees(d.Body) {
			visit(c)
		}
		for _, r := range d.Attached() {
			for _, c := range Callees(r.Body) {
				visit(c)
			}
		}
		out = append(out, d)
	}
	for _, r := range roots {
		visit(r)
	}
	return out
}

// EachCall calls yield for every call inside t.
func EachCall(t Term, yield func(*Call)) {
	if t.kinds()&Calls == 0 {
		return
	}
	if c, ok := t.(*Call); ok {
		yield(c)
	}
	Children(t, func(s Term) { EachCall(s, yield) })
}

// Callees are the definitions that t calls, once for each call, in the order of [EachCall]. They must not be changed. A
// spine keeps them, so that it is searched once.
func Callees(t Term) []*Def {
	if t == nil {
		return nil
	}
	l, keeps := t.(*Let)
	if keeps {
		if ds := l.callees.Load(); ds != nil {
			return *ds
		}
	}
	var out []*Def
	EachCall(t, func(c *Call) { out = append(out, c.Def) })
	if keeps {
		l.callees.Store(&out)
	}
	return out
}

// RunsOperators reports whether a jvp or vjp stands in d, or in what it calls. Rules are not looked into: who runs d does
// not run them.
func RunsOperators(d *Def) bool {
	seen := map[*Def]bool{}
	var runs func(d *Def) bool
	runs = func(d *Def) bool {
		if seen[d] || d.Body == nil {
			return false
		}
		seen[d] = true
		return HasOperators(d.Body) || slices.ContainsFunc(Callees(d.Body), runs)
	}
	return runs(d)
}

// HasOperators reports whether a jvp or vjp stands in t, not looking into what it calls.
func HasOperators(t Term) bool {
	return NodesOf(t)&Operators != 0
}

// CoercesTangents reports whether t has a [Coerce] of a tangent or cotangent of run-time length.
func CoercesTangents(t Term) bool {
	return t.kinds()&tangentCoerces != 0
}
