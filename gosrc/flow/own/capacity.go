package own

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A variable whose capacity is asked for has an int beside it. It is known what make, literals, windows and appends
// that find room do to it; how much room an append makes is up to the compiler of Go, so the program stops where that
// is asked for. Of what callers give, of elements and what pointers point to, capacities are not known.

// capacities is one run of that over functions that are closed under calls.
type capacities struct {
	*resolver
	roots  map[*flow.Func]bool
	beside map[*flow.Var]*flow.Var
	unseen []*flow.Var // the variables still to be looked at
	defs   map[*flow.Var][]definition
	params map[*flow.Var]parameter
	calls  map[*flow.Func][]*flow.Call
	fields *fieldCapacities
	barred map[*flow.Var]bool // parameters and results of literals, and those whose address somebody has
	values map[*flow.Func]bool
	unsure bool        // some append may make room
	at     *syntax.Pos // where a capacity is asked for
}

// A definition is what a statement assigns to a variable.
type definition struct {
	s flow.Stmt
	i int
}

// A parameter is one of a function.
type parameter struct {
	f *flow.Func
	i int
}

// capacities writes the capacities of slices.
func (r *resolver) capacities(roots map[*flow.Func]bool) {
	c := &capacities{
		resolver: r, roots: roots, beside: map[*flow.Var]*flow.Var{}, defs: map[*flow.Var][]definition{},
		params: map[*flow.Var]parameter{},
		fields: newFieldCapacities(r.funcs, roots),
		calls:  map[*flow.Func][]*flow.Call{}, barred: map[*flow.Var]bool{}, values: map[*flow.Func]bool{},
	}
	type question struct {
		of flow.Expr
		at *syntax.Pos
	}
	var asked []question
	for _, f := range r.funcs {
		deep(f.Body, func(ss []flow.Stmt) {
			eachStmt(ss, func(s flow.Stmt) {
				for _, e := range flow.Exprs(s) {
					flow.WalkExpr(e, func(e flow.Expr) {
						if n, ok := e.(*flow.Len); ok && n.Cap && isSlice(n.X.Type()) {
							asked = append(asked, question{n.X, cmp.Or(position(s), f.At)})
						}
					})
				}
			})
		})
	}
	if len(asked) == 0 {
		return
	}
	for _, f := range r.funcs {
		c.look(f)
	}
	for _, q := range asked {
		c.at = q.at
		c.need(q.of)
		for len(c.unseen)+len(c.fields.unseen) > 0 {
			if len(c.unseen) > 0 {
				v := c.unseen[0]
				c.unseen = c.unseen[1:]
				c.variable(v)
				continue
			}
			at := c.fields.unseen[0]
			c.fields.unseen = c.fields.unseen[1:]
			c.field(at)
		}
	}
	if len(r.diags) > 0 {
		return
	}
	c.fields.room(r.funcs)
	for _, f := range r.funcs {
		c.function(f)
	}
}

// look notes what is assigned to variables, who calls whom, and what cannot have an int beside it.
func (c *capacities) look(f *flow.Func) {
	for i, v := range f.Params {
		c.params[v] = parameter{f, i}
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for i, p := range flow.Stores(s) {
				if p.Var != nil && len(p.Path) == 0 {
					c.defs[p.Var] = append(c.defs[p.Var], definition{s, i})
				}
			}
			if call, ok := s.(*flow.Call); ok && call.Func != nil {
				c.calls[call.Func] = append(c.calls[call.Func], call)
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Addr:
				if len(e.Place.Path) == 0 {
					c.barred[e.Place.Var] = true
				}
			case *flow.FuncRef:
				c.values[e.Func] = true
			case *flow.Closure:
				for _, v := range append(slices.Clone(e.Func.Params), e.Func.Results...) {
					c.barred[v] = true
				}
			}
		})
	})
}

func (c *capacities) refuse(format string, args ...any) {
	c.diags = append(c.diags, message(c.at, CodeCapacity, fmt.Sprintf(format, args...),
		"make the slice here: make([]T, n, c), or use len, or a variable that holds the size"))
}

// need asks for the capacity of an expression: of the variables in it.
func (c *capacities) need(e flow.Expr) {
	switch e := e.(type) {
	case *flow.Load:
		if len(e.Place.Path) > 0 {
			if !c.fields.need(e.Place) {
				c.refuse("the capacity of what is in %s is not known", called(e.Place.Var))
			}
			return
		}
		if c.beside[e.Place.Var] == nil {
			c.beside[e.Place.Var] = counter(e.Place.Var, "Cap")
			c.unseen = append(c.unseen, e.Place.Var)
		}
	case *flow.Window:
		if e.Max == nil && isSlice(e.X.Type()) {
			c.need(e.X)
		}
	case *flow.Cond:
		c.need(e.If)
		c.need(e.Else)
	}
}

// variable asks for what the capacity of a variable comes from.
func (c *capacities) variable(v *flow.Var) {
	if c.barred[v] {
		c.refuse("the capacity of %s is not known: it is a parameter or result of a function literal, or a pointer "+
			"points to it", called(v))
		return
	}
	if p, ok := c.params[v]; ok {
		if c.roots[p.f] || c.values[p.f] || p.f.Sealed() {
			c.refuse("the capacity of %s, a parameter, is not known", called(v))
			return
		}
		for _, call := range c.calls[p.f] {
			c.need(call.Args[p.i])
		}
	}
	for _, d := range c.defs[v] {
		c.definition(d)
	}
}

// definition asks for the capacity of what a statement assigns.
func (c *capacities) definition(d definition) {
	switch s := d.s.(type) {
	case *flow.Assign:
		c.need(s.Src[d.i])
	case *flow.Append:
		c.unsure = true
		c.need(s.Src)
	case *flow.Call:
		if s.Func == nil || c.roots[s.Func] || c.values[s.Func] || s.Func.Sealed() {
			c.refuse("the capacity of %s, a result of a call, is not known", called(s.Dst[d.i].Var))
			return
		}
		c.need(load(s.Func.Results[d.i]))
	}
}

// of is the capacity of a value, in terms of what holds before it is assigned; below 0 it is not known.
func (c *capacities) of(e flow.Expr) flow.Expr {
	switch e := e.(type) {
	case *flow.Load:
		if at, ok := c.fields.beside(e.Place); ok {
			return (&copier{}).value(&flow.Load{Place: at})
		}
		return load(c.beside[e.Place.Var])
	case *flow.Make:
		if e.Cap != nil {
			return (&copier{}).value(e.Cap)
		}
		return (&copier{}).value(e.Len)
	case *flow.Lits:
		return intLit(int64(len(e.Elems)))
	case *flow.Cond:
		return &flow.Cond{C: (&copier{}).value(e.C), If: c.of(e.If), Else: c.of(e.Else)}
	case *flow.Window:
		lo := (&copier{}).value(e.Lo)
		if lo == nil {
			lo = intLit(0)
		}
		if e.Max != nil {
			return minus((&copier{}).value(e.Max), lo)
		}
		if a, ok := e.X.Type().(*flow.Array); ok {
			return minus(intLit(int64(a.Len)), lo)
		}
		all := c.of(e.X)
		if !c.unsure {
			return minus(all, lo)
		}
		return choose(atMost(intLit(0), all), minus(c.of(e.X), lo), intLit(-1))
	}
	return intLit(0) // nil
}

// function writes the ints beside the variables of a function.
func (c *capacities) function(f *flow.Func) {
	with := func(vars []*flow.Var) []*flow.Var {
		out := vars
		for _, v := range vars {
			if c.beside[v] != nil {
				out = append(out[:len(out):len(out)], c.beside[v])
			}
		}
		return out
	}
	params, results := f.Params, f.Results
	f.Params, f.Results = with(params), with(results)
	if len(f.Params) > len(params) { // it may cut what it is given to more than the length
		c.opened[f] = true
	}
	p := &copier{}
	var here *syntax.Pos
	p.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		if at := position(s); at != nil {
			here = at
		}
		return c.statement(p, s)
	}
	p.expr = func(e flow.Expr) flow.Expr {
		if l, ok := e.(*flow.Lits); ok {
			c.extend(l)
		}
		n, ok := e.(*flow.Len)
		if !ok || !n.Cap || !isSlice(n.X.Type()) {
			return e
		}
		all := c.of(n.X)
		if !c.unsure {
			return all
		}
		// What append has made: a division by zero, the failure that an expression can have, stops the program there.
		stop := &flow.Op{Op: syntax.MustOp("idiv"), Args: []flow.Expr{intLit(1), intLit(0)}, Typ: flow.Int, At: here}
		return choose(atMost(intLit(0), all), c.of(n.X), stop)
	}
	f.Body = p.list(f.Body)
}

// statement copies a statement; the new capacities are found before it, and stored behind.
func (c *capacities) statement(p *copier, s flow.Stmt) ([]flow.Stmt, bool) {
	before, after := &flow.Assign{At: position(s)}, &flow.Assign{At: position(s)}
	put := func(v *flow.Var, e flow.Expr) {
		t := counter(v, "Cap")
		before.Dst, before.Src = append(before.Dst, place(t)), append(before.Src, p.value(e))
		after.Dst, after.Src = append(after.Dst, place(c.beside[v])), append(after.Src, load(t))
	}
	switch s := s.(type) {
	case *flow.Assign:
		var d *flow.Assign
		for i, q := range s.Dst {
			if len(q.Path) == 0 && c.beside[q.Var] != nil {
				put(q.Var, c.of(s.Src[i]))
			}
			if at, ok := c.fields.beside(q); ok { // in the same step: indices in the place stay what they are
				if d == nil {
					d = p.same(s).(*flow.Assign)
				}
				d.Dst, d.Src = append(d.Dst, p.place(at)), append(d.Src, p.value(c.of(s.Src[i])))
			}
		}
		if d != nil {
			if len(before.Dst) == 0 {
				return []flow.Stmt{d}, true
			}
			return []flow.Stmt{before, d, after}, true
		}
	case *flow.Append:
		at, isField := c.fields.beside(s.Dst)
		if !isField && (len(s.Dst.Path) > 0 || c.beside[s.Dst.Var] == nil) {
			return nil, false
		}
		more := flow.Expr(intLit(int64(len(s.Elems))))
		if s.Spread != nil {
			more = &flow.Len{X: s.Spread}
		}
		fits := atMost(plus(&flow.Len{X: s.Src}, more), c.of(s.Src))
		if isField {
			t := counter(s.Dst.Var, "Cap")
			before.Dst, before.Src = append(before.Dst, place(t)), append(before.Src, p.value(choose(fits, c.of(s.Src), intLit(-1))))
			after.Dst, after.Src = append(after.Dst, p.place(at)), append(after.Src, load(t))
			break
		}
		put(s.Dst.Var, choose(fits, c.of(s.Src), intLit(-1)))
	case *flow.Call:
		return c.call(p, s), true
	}
	if len(before.Dst) == 0 {
		return nil, false
	}
	return []flow.Stmt{before, p.same(s), after}, true
}

// call passes capacities to and from a function.
func (c *capacities) call(p *copier, s *flow.Call) []flow.Stmt {
	d := p.same(s).(*flow.Call)
	if s.Func == nil {
		return []flow.Stmt{d}
	}
	for i, e := range s.Args {
		if v := c.declared(s.Func.Params, i); v != nil {
			d.Args = append(d.Args, p.value(c.of(e)))
		}
	}
	for i, q := range s.Dst {
		if c.declared(s.Func.Results, i) == nil {
			continue
		}
		var to flow.Place
		if len(q.Path) == 0 && c.beside[q.Var] != nil {
			to = place(c.beside[q.Var])
		} else if at, ok := c.fields.beside(q); ok {
			to = p.place(at)
		}
		d.Dst = append(d.Dst, to)
	}
	return []flow.Stmt{d}
}

// declared is what is beside parameter or result i of a function. Those that have been written are behind the others.
func (c *capacities) declared(vars []*flow.Var, i int) *flow.Var { return c.beside[vars[i]] }

// extend gives a literal of a struct the capacities of what is in its fields.
func (c *capacities) extend(l *flow.Lits) {
	st, ok := l.Typ.(*flow.Struct)
	if !ok || len(l.Elems) == len(st.Fields) {
		return
	}
	for i := range l.Elems {
		if _, ok := c.fields.places[st][i]; ok {
			l.Elems = append(l.Elems, c.of(l.Elems[i]))
		}
	}
}
