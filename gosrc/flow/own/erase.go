package own

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// An eraser makes value form of what was checked: pointers become what they point to, and what a function writes
// through a parameter becomes one more result.
type eraser struct {
	copier
	outs    func(*flow.Func) []int
	checks  map[*flow.Func]argPair // functions whose calls are no more
	types   map[flow.Type]flow.Type
	results []*flow.Assign // what every return begins with
}

func newEraser(outs func(*flow.Func) []int, checks map[*flow.Func]argPair) *eraser {
	e := &eraser{outs: outs, checks: checks, types: map[flow.Type]flow.Type{}}
	e.copier.expr = e.value1
	e.copier.dst = func(p flow.Place) flow.Place { return plain(p) }
	e.copier.stmt = e.statement
	return e
}

// function erases a function in place. Types of variables are erased afterwards, by variables.
func (e *eraser) function(f *flow.Func) {
	f.Outs = e.outs(f)
	last := &flow.Assign{At: f.At}
	for _, i := range f.Outs {
		p := f.Params[i]
		r := &flow.Var{Name: p.Name + "Out", Type: p.Type, At: p.At, Constant: p.Constant}
		f.Results = append(f.Results, r)
		last.Dst = append(last.Dst, place(r))
		last.Src = append(last.Src, load(p))
	}
	e.results = nil
	if len(f.Outs) > 0 {
		e.results = []*flow.Assign{last}
	}
	f.Body = e.list(f.Body)
	if len(f.Outs) > 0 && !ends(f.Body) {
		f.Body = append(f.Body, e.outAssign()...)
	}
}

// ends reports whether control does not reach the end of a list.
func ends(ss []flow.Stmt) bool {
	if len(ss) == 0 {
		return false
	}
	switch ss[len(ss)-1].(type) {
	case *flow.Return, *flow.Fail:
		return true
	}
	return false
}

func (e *eraser) outAssign() []flow.Stmt {
	var out []flow.Stmt
	for _, a := range e.results {
		out = append(out, e.same(a))
	}
	return out
}

func (e *eraser) statement(s flow.Stmt) ([]flow.Stmt, bool) {
	switch s := s.(type) {
	case *flow.Assign:
		if len(s.Dst) == 0 {
			return nil, true
		}
	case *flow.Append:
		if s.Moves != "" {
			return nil, true
		}
	case *flow.Return:
		if e.nested > 0 {
			return nil, false
		}
		return append(e.outAssign(), &flow.Return{At: s.At}), true
	case *flow.Copy:
		if s.To.Var == nil && s.N.Var == nil {
			return nil, true
		}
	case *flow.Call:
		if _, check := e.checks[s.Func]; check {
			return nil, true
		}
		return e.call(s), true
	}
	return nil, false
}

// call stores what the callee wrote through its parameters.
func (e *eraser) call(s *flow.Call) []flow.Stmt {
	var before, after []flow.Stmt
	c := e.same(s).(*flow.Call)
	if s.Func == nil {
		return []flow.Stmt{c}
	}
	given := e.aside(&before, s, c)
	for _, i := range e.outs(s.Func) {
		switch a := s.Args[i].(type) {
		case *flow.Load:
			c.Dst = append(c.Dst, plain(e.place(e.hold(&before, s, a.Place))))
		case *flow.Addr:
			c.Dst = append(c.Dst, plain(e.place(e.hold(&before, s, a.Place))))
		case *flow.Window:
			l, ok := a.X.(*flow.Load)
			if !ok {
				c.Dst = append(c.Dst, flow.Place{})
				continue
			}
			t := &flow.Var{Name: s.Func.Params[i].Name + "New", Type: a.Type(), At: s.At}
			c.Dst = append(c.Dst, place(t))
			after = append(after, &flow.Copy{
				To: plain(e.place(e.hold(&before, s, l.Place))), Off: e.value(e.holdExpr(&before, s, a.Lo)),
				Lim: e.value(e.holdExpr(&before, s, a.Hi)), Src: load(t), At: s.At,
			})
		default:
			c.Dst = append(c.Dst, flow.Place{})
		}
	}
	return append(append(append(before, c), after...), given...)
}

// aside keeps results out of variables that the callee writes, too, and says how they get there once it has: in
// x = f(&x) it is the result that stays.
func (e *eraser) aside(before *[]flow.Stmt, s, c *flow.Call) []flow.Stmt {
	give := &flow.Assign{At: s.At}
	for k, d := range s.Dst {
		written := false
		for _, i := range e.outs(s.Func) {
			p, ok := outPlace(s.Args[i])
			written = written || ok && p.Var == d.Var && !apart(&flow.Load{Place: d}, s.Args[i])
		}
		if d.Var == nil || !written {
			continue
		}
		t := &flow.Var{Name: s.Func.Results[k].Name, Type: d.Type(), At: s.At}
		give.Dst, give.Src = append(give.Dst, plain(e.place(e.hold(before, s, d)))), append(give.Src, load(t))
		c.Dst[k] = place(t)
	}
	if len(give.Dst) == 0 {
		return nil
	}
	return []flow.Stmt{give}
}

// hold keeps the indices of a place that the call's other results change.
func (e *eraser) hold(before *[]flow.Stmt, s *flow.Call, p flow.Place) flow.Place {
	q := flow.Place{Var: p.Var}
	for _, step := range p.Path {
		step.Index = e.holdExpr(before, s, step.Index)
		q.Path = append(q.Path, step)
	}
	return q
}

func (e *eraser) holdExpr(before *[]flow.Stmt, s *flow.Call, x flow.Expr) flow.Expr {
	if x == nil {
		return nil
	}
	changes := false
	flow.WalkExpr(x, func(y flow.Expr) {
		l, ok := y.(*flow.Load)
		if !ok {
			return
		}
		for _, d := range s.Dst {
			changes = changes || d.Var == l.Place.Var
		}
		for _, i := range e.outs(s.Func) {
			if p, ok := outPlace(s.Args[i]); ok && p.Var == l.Place.Var {
				changes = true
			}
		}
	})
	if !changes {
		return x
	}
	t := &flow.Var{Name: "at", Type: x.Type(), At: s.At}
	*before = append(*before, &flow.Assign{Dst: []flow.Place{place(t)}, Src: []flow.Expr{e.value(x)}, At: s.At})
	return load(t)
}

// value1 erases the pointers of an expression whose parts were erased.
func (e *eraser) value1(x flow.Expr) flow.Expr {
	switch x := x.(type) {
	case *flow.Load:
		return &flow.Load{Place: plain(x.Place)}
	case *flow.Addr:
		return &flow.Load{Place: plain(x.Place)}
	case *flow.Zero:
		return &flow.Zero{Typ: e.typ(x.Typ)}
	case *flow.Make:
		x.Typ = e.typ(x.Typ).(*flow.Slice)
	case *flow.Lits:
		x.Typ = e.typ(x.Typ)
	case *flow.Window:
		x.Max = nil
	}
	return x
}

// plain is a place without the steps through pointers.
func plain(p flow.Place) flow.Place {
	q := flow.Place{Var: p.Var}
	for _, s := range p.Path {
		if s.Kind != flow.StepDeref {
			q.Path = append(q.Path, s)
		}
	}
	return q
}

// typ is a type without pointers; it is the type itself where it has none.
func (e *eraser) typ(t flow.Type) flow.Type {
	if u, ok := e.types[t]; ok {
		return u
	}
	u := e.without(t)
	if flow.Same(t, u) {
		u = t
	}
	e.types[t] = u
	return u
}

func (e *eraser) without(t flow.Type) flow.Type {
	switch t := t.(type) {
	case *flow.Pointer:
		return e.typ(t.Elem)
	case *flow.Slice:
		return &flow.Slice{Elem: e.typ(t.Elem)}
	case *flow.Array:
		return &flow.Array{Len: t.Len, Elem: e.typ(t.Elem)}
	case *flow.Struct:
		u := &flow.Struct{Name: t.Name, Map: t.Map, Whole: t.Whole}
		for _, f := range t.Fields {
			f.Type = e.typ(f.Type)
			u.Fields = append(u.Fields, f)
		}
		return u
	case *flow.FuncType:
		u := &flow.FuncType{}
		for _, p := range t.Params {
			u.Params = append(u.Params, e.typ(p))
		}
		for _, r := range t.Results {
			u.Results = append(u.Results, e.typ(r))
		}
		return u
	case *flow.Basic:
		return t
	}
	panic(fmt.Sprintf("own: no type %v", t))
}

// variables erases the types of all variables of a function.
func (e *eraser) variables(f *flow.Func) {
	for v := range variables(f) {
		v.Type = e.typ(v.Type)
	}
}

// variables are all variables of a function.
func variables(f *flow.Func) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	add := func(v *flow.Var) {
		if v != nil {
			out[v] = true
		}
	}
	for _, v := range append(append([]*flow.Var(nil), f.Params...), f.Results...) {
		add(v)
	}
	for v := range mentions(f.Body) {
		add(v)
	}
	return out
}
