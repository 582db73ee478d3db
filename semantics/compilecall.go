package semantics

import "github.com/seed-4b734f86/gochad/syntax"

// lambda compiles a function with one parameter to the maker of its closures.
func (c *compiler) lambda(x *syntax.Var, body syntax.Term) func(m *machine, f []Value) *closure {
	in := &compiler{newScope(c.scope), c.at}
	fn := &function{at: c.at, params: []int{in.bind(x)}}
	in.level = 2 // the frames of apply and call
	fn.body = in.term(body)
	fn.captured, fn.slots, fn.levels = in.captured, in.n, in.levels
	from := in.from
	return func(m *machine, f []Value) *closure {
		vs := make([]Value, len(from))
		for i, s := range from {
			vs[i] = f[s]
		}
		m.cost.Alloc += int64(1 + len(vs))
		return &closure{fn: fn, captured: vs}
	}
}

func (c *compiler) apply(fun, arg syntax.Term) code {
	fn, x := c.term(fun), c.term(arg)
	return func(m *machine, f []Value) Value {
		g := fn(m, f)
		return m.apply(g, x(m, f))
	}
}

// call compiles a call. The definition is compiled when it is first called.
func (c *compiler) call(t *syntax.Call) code {
	at := t.At
	if at == nil {
		at = c.at
	}
	var args []code
	sizes := make([]sizeCode, len(t.Sizes))
	c.within(at, func() {
		args = c.terms(t.Args)
		for i, s := range t.Sizes {
			sizes[i] = c.size(s)
		}
	})
	def := t.Def
	return func(m *machine, f []Value) Value {
		fn := m.function(def)
		m.step(at, 1)
		m.enter(at, fn.levels)
		g := make([]Value, fn.slots)
		for i, s := range sizes {
			g[fn.sizes[i]] = Int(s.nonNegative(m, f, def.Sizes[i].Name))
		}
		for i, a := range args {
			g[fn.params[i]] = a(m, f)
		}
		base := m.live()
		v := fn.body(m, g)
		m.leave(base, v)
		m.depth += fn.levels
		return v
	}
}

// function compiles a definition, once.
func (m *machine) function(d *syntax.Def) *function {
	if fn := m.defs[d]; fn != nil {
		return fn
	}
	if d.Body == nil {
		fail(d.At, BadArgument, "definition %s has no body", d.Name)
	}
	c := &compiler{newScope(nil), d.At}
	fn := &function{at: d.At}
	for _, n := range d.Sizes {
		fn.sizes = append(fn.sizes, c.bind(n))
	}
	for _, x := range d.Params {
		fn.params = append(fn.params, c.bind(x))
	}
	fn.body = c.term(d.Body)
	for _, x := range c.free {
		if v, ok := x.(*syntax.Var); ok {
			fail(d.At, BadArgument, "variable %s is not bound in %s", v.Name, d.Name)
		}
	}
	fn.slots, fn.levels = c.n, c.levels
	m.defs[d] = fn
	return fn
}
