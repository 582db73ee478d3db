package semantics

import "github.com/seed-4b734f86/gochad/syntax"

func (c *compiler) array(t syntax.Term) code {
	switch t := t.(type) {
	case *syntax.Build:
		return c.build(t)
	case *syntax.Sum:
		arg := c.term(t.Arg)
		return func(m *machine, f []Value) Value { return m.sum(arg(m, f)) }
	case *syntax.ArrayLit:
		return c.arrayLit(t)
	case *syntax.Index:
		arr, idx := c.term(t.Arr), c.term(t.Idx)
		return func(m *machine, f []Value) Value {
			a := arr(m, f)
			return m.index(a, int(asInt(idx(m, f))))
		}
	case *syntax.OneHot:
		return c.oneHot(t)
	}
	return c.set(t.(*syntax.Set))
}

// collector gathers the elements of a new array.
type collector struct{ arr *Array }

func (m *machine) collect(n int, flat bool) collector {
	m.wrote(n)
	if flat {
		return collector{&Array{F: make([]float64, n)}}
	}
	return collector{&Array{V: make([]Value, n)}}
}

func (c collector) put(i int, v Value) {
	if c.arr.F != nil {
		c.arr.F[i] = asReal(v)
		return
	}
	c.arr.V[i] = v
}

func (c *compiler) build(t *syntax.Build) code {
	n := c.size(t.Len)
	slot := c.bind(t.Idx)
	body, at, flat := c.term(t.Body), c.at, t.Body.Type() == syntax.Real
	return func(m *machine, f []Value) Value {
		n := n.length(m, f)
		out := m.collect(n, flat)
		for i := range n {
			m.step(at, 1)
			f[slot] = Int(i)
			out.put(i, body(m, f))
		}
		return out.arr
	}
}

func (c *compiler) arrayLit(t *syntax.ArrayLit) code {
	elems, flat := c.terms(t.Elems), t.Type().(*syntax.ArrayType).Elem == syntax.Real
	return func(m *machine, f []Value) Value {
		out := m.collect(len(elems), flat)
		for i, e := range elems {
			out.put(i, e(m, f))
		}
		return out.arr
	}
}

// index reads an element, in O(1) amortised.
func (m *machine) index(a Value, i int) Value {
	m.cost.Loads++
	switch a := m.force(a).(type) {
	case *Array:
		return a.At(i)
	case *version:
		return m.root(a).get(i)
	case *oneHot:
		if a.i == i {
			return a.val
		}
		return Zero{}
	case Zero:
		return a
	}
	panic("an array is wanted, got " + describe(a))
}

// sum adds up the elements, from the first to the last.
func (m *machine) sum(a Value) Value {
	var b *buffer
	switch a := m.force(a).(type) {
	case *Array:
		b = &buffer{f: a.F, v: a.V}
	case *version:
		b = m.root(a)
	case *oneHot:
		return a.val
	default:
		return a
	}
	n := b.len()
	m.step(nil, int64(n))
	m.cost.Loads += int64(n)
	if n == 0 {
		return Zero{}
	}
	if b.f != nil {
		m.cost.Ops += int64(n - 1)
		s := b.f[0]
		for _, x := range b.f[1:] {
			s += x
		}
		return Real(s)
	}
	s := b.v[0]
	for _, x := range b.v[1:] {
		s = m.plus(s, x)
	}
	return s
}

func (c *compiler) oneHot(t *syntax.OneHot) code {
	n, idx, val := c.size(t.Len), c.term(t.Idx), c.term(t.Val)
	return func(m *machine, f []Value) Value {
		i := int(asInt(idx(m, f)))
		v := val(m, f)
		if _, ok := v.(Zero); ok {
			return v
		}
		m.cost.Alloc += 2
		return &oneHot{n.length(m, f), i, v}
	}
}

func (c *compiler) set(t *syntax.Set) code {
	arr, idx, val := c.term(t.Arr), c.term(t.Idx), c.term(t.Val)
	ty := t.Type().(*syntax.ArrayType)
	n, flat := c.size(ty.Len), ty.Elem == syntax.Real
	return func(m *machine, f []Value) Value {
		a := m.force(arr(m, f))
		i := int(asInt(idx(m, f)))
		x := val(m, f)
		return m.update(m.versionOf(a, func() int { return n.length(m, f) }, flat), i, x)
	}
}

// versionOf makes an array ready for updates: O(1) if it has been updated before.
func (m *machine) versionOf(a Value, n func() int, flat bool) *version {
	switch a := a.(type) {
	case *version:
		return a
	case *Array:
		return m.thaw(a)
	case *oneHot:
		v := m.zeros(a.n, flat)
		v.buf.set(a.i, a.val)
		return v
	case Zero:
		return m.zeros(n(), flat)
	}
	panic("an array is wanted, got " + describe(a))
}

func (m *machine) zeros(n int, flat bool) *version {
	m.step(nil, int64(n))
	m.wrote(n)
	return &version{buf: newBuffer(n, flat)}
}

func (c *compiler) loop(t *syntax.Loop) code {
	n, init := c.size(t.Len), c.term(t.Init)
	i, s := c.bind(t.Idx), c.bind(t.State)
	body, at, down := c.term(t.Body), c.at, t.Down
	// yield gives the next state, the output of this iteration, and the sum of all so far.
	each := func(m *machine, f []Value, yield func(i int, v Value) (next, y, sum Value)) {
		n := n.length(m, f)
		f[s] = init(m, f)
		base := m.live()
		for k := range n {
			m.step(at, 1)
			j := k
			if down {
				j = n - 1 - k
			}
			f[i] = Int(j)
			next, y, sum := yield(j, body(m, f))
			f[s] = next
			base = m.iterated(base, next, y, sum)
		}
	}
	switch t.Out {
	case syntax.Collect:
		flat := t.Type().(*syntax.TupleType).Elems[1].(*syntax.ArrayType).Elem == syntax.Real
		return func(m *machine, f []Value) Value {
			out := m.collect(n.length(m, f), flat)
			each(m, f, func(i int, v Value) (next, y, sum Value) {
				y = m.proj(v, 1)
				out.put(i, y)
				return m.proj(v, 0), y, unit
			})
			return NewTuple(f[s], out.arr)
		}
	case syntax.Accumulate:
		return func(m *machine, f []Value) Value {
			var acc Value = Zero{}
			each(m, f, func(_ int, v Value) (next, y, sum Value) {
				acc = m.plus(acc, m.proj(v, 1))
				return m.proj(v, 0), unit, acc
			})
			return NewTuple(f[s], acc)
		}
	}
	return func(m *machine, f []Value) Value {
		each(m, f, func(_ int, v Value) (next, y, sum Value) { return v, unit, unit })
		return f[s]
	}
}

func (c *compiler) while(t *syntax.While) code {
	at := t.At
	if at == nil {
		at = c.at
	}
	init := c.term(t.Init)
	s := c.bind(t.State)
	cond, body := c.term(t.Cond), c.term(t.Body)
	if t.Out != syntax.Collect {
		return func(m *machine, f []Value) Value {
			f[s] = init(m, f)
			for base := m.live(); asBool(cond(m, f)); base = m.iterated(base, f[s], unit, unit) {
				m.step(at, 1)
				f[s] = body(m, f)
			}
			return f[s]
		}
	}
	flat := t.Type().(*syntax.TupleType).Elems[1].(*syntax.DynType).Elem == syntax.Real
	return func(m *machine, f []Value) Value {
		out := &Array{}
		if flat {
			out.F = []float64{}
		}
		f[s] = init(m, f)
		for base := m.live(); asBool(cond(m, f)); {
			m.step(at, 1)
			v := body(m, f)
			f[s] = m.proj(v, 0)
			y := m.proj(v, 1)
			if flat {
				out.F = append(out.F, asReal(y))
			} else {
				out.V = append(out.V, y)
			}
			m.wrote(1)
			base = m.iterated(base+1, f[s], y, unit)
		}
		return NewTuple(f[s], out)
	}
}
