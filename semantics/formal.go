package semantics

// oneHot is the array of length n with val at i and zero elsewhere.
type oneHot struct {
	n, i int
	val  Value
}

// coproj is the tuple of n elements with val at i and zero elsewhere.
type coproj struct {
	n, i int
	val  Value
}

// formal is left + right, not yet added up, of an array or product type. sum is
// the result once it is known.
type formal struct {
	left, right Value
	leaves      int
	used        bool // it is part of another formal sum
	sum         Value
}

// fewLeaves bounds the formal sums that may be part of several others: a greater
// one is added up before its second use, so that sharing costs no repetition.
const fewLeaves = 16

// reduced looks through formal sums that have been added up.
func reduced(v Value) Value {
	if s, ok := v.(*formal); ok && s.sum != nil {
		return s.sum
	}
	return v
}

// plus is a + b in the monoid that both belong to. It costs O(1), except for
// scalars in deep direct nests of injections.
func (m *machine) plus(a, b Value) Value {
	a, b = reduced(a), reduced(b)
	if _, ok := a.(Zero); ok {
		return b
	}
	if _, ok := b.(Zero); ok {
		return a
	}
	switch a := a.(type) {
	case Real:
		m.cost.Ops++
		return a + b.(Real)
	case Int:
		m.cost.Ops++
		return a + b.(Int)
	case Bool:
		m.cost.Ops++
		return a || b.(Bool)
	case *Inj:
		return m.plusInj(a, b.(*Inj))
	case *Func:
		return &Func{sum: &pair{a, b}}
	case *LFun:
		return &LFun{sum: &pair{a, b}}
	case *Copower:
		return a.concat(b.(*Copower))
	case *version:
		if h, ok := b.(*oneHot); ok {
			return m.addAt(a, h.i, h.val)
		}
	case *oneHot:
		if v, ok := b.(*version); ok {
			return m.addAt(v, a.i, a.val)
		}
	case *Tuple:
		if len(a.Elems) == 0 {
			return a
		}
	case *Array:
		// The zero of a linear [?]τ is the empty array.
		if a.Len() == 0 {
			return b
		}
		if c, ok := b.(*Array); ok && c.Len() == 0 {
			return a
		}
	}
	l, nl := m.part(a)
	r, nr := m.part(b)
	return &formal{left: l, right: r, leaves: nl + nr}
}

// part prepares v to be a part of a formal sum and counts its leaves.
func (m *machine) part(v Value) (Value, int) {
	s, ok := v.(*formal)
	if !ok {
		return v, 1
	}
	if s.used && s.leaves > fewLeaves {
		return m.force(s), 1
	}
	s.used = true
	return s, s.leaves
}

// plusInj adds under equal tags (a sum's tangents live over its primal's tag).
func (m *machine) plusInj(a, b *Inj) Value {
	var tags []int
	for {
		if a.Tag != b.Tag {
			panic("the sum of two different variants of a linear sum")
		}
		tags = append(tags, a.Tag)
		c, ok := a.Arg.(*Inj)
		d, ok2 := b.Arg.(*Inj)
		if !ok || !ok2 {
			break
		}
		a, b = c, d
	}
	v := m.plus(a.Arg, b.Arg)
	for i := len(tags) - 1; i >= 0; i-- {
		v = &Inj{tags[i], v}
	}
	m.cost.Alloc += 2 * int64(len(tags))
	return v
}

// leavesOf lists the leaves of a formal sum from left to right.
func leavesOf(s *formal) []Value {
	out := make([]Value, 0, s.leaves)
	stack := []Value{s}
	for len(stack) > 0 {
		v := reduced(stack[len(stack)-1])
		stack = stack[:len(stack)-1]
		if f, ok := v.(*formal); ok {
			stack = append(stack, f.right, f.left)
			continue
		}
		out = append(out, v)
	}
	return out
}

// force adds up a formal sum: the result is a *Tuple, a *version, an *Array or Zero.
func (m *machine) force(v Value) Value {
	s, ok := v.(*formal)
	if !ok {
		return v
	}
	if s.sum == nil {
		leaves := leavesOf(s)
		m.step(nil, int64(len(leaves)))
		if n, ok := width(leaves[0]); ok {
			s.sum = m.addTuples(n, leaves)
		} else {
			s.sum = m.addArrays(leaves)
		}
		s.left, s.right = nil, nil
	}
	return s.sum
}

func width(v Value) (int, bool) {
	switch v := v.(type) {
	case *Tuple:
		return len(v.Elems), true
	case *coproj:
		return v.n, true
	}
	return 0, false
}

func (m *machine) addTuples(n int, leaves []Value) Value {
	out := make([]Value, n)
	for i := range out {
		out[i] = Zero{}
	}
	for _, l := range leaves {
		switch l := l.(type) {
		case *coproj:
			out[l.i] = m.plus(out[l.i], l.val)
		case *Tuple:
			for i, e := range l.Elems {
				out[i] = m.plus(out[i], e)
			}
		}
	}
	return &Tuple{out}
}

// addArrays adds arrays: into the one version among the leaves when all others
// are one-hot, else into a new buffer.
func (m *machine) addArrays(leaves []Value) Value {
	var base *version
	dense, n, flat := 0, 0, false
	for _, l := range leaves {
		switch l := l.(type) {
		case *version:
			b := m.root(l)
			base, n, flat = l, max(n, b.len()), b.f != nil
			dense++
		case *Array:
			n, flat = max(n, l.Len()), l.F != nil
			dense++
		case *oneHot:
			_, real := l.val.(Real)
			n, flat = l.n, real
		}
	}
	if dense != 1 || base == nil {
		m.step(nil, int64(n))
		m.wrote(n)
		b := newBuffer(n, flat)
		for _, l := range leaves {
			m.addInto(b, l)
		}
		return &version{buf: b}
	}
	for _, l := range leaves {
		if h, ok := l.(*oneHot); ok {
			base = m.addAt(base, h.i, h.val)
		}
	}
	return base
}

// addInto adds one leaf to a buffer that nobody else holds.
func (m *machine) addInto(b *buffer, leaf Value) {
	switch l := leaf.(type) {
	case *oneHot:
		m.cost.Loads++
		m.cost.Stores++
		b.set(l.i, m.plus(b.get(l.i), l.val))
	case *Array:
		m.addDense(b, &buffer{f: l.F, v: l.V})
	case *version:
		m.addDense(b, m.root(l))
	}
}

func (m *machine) addDense(b, c *buffer) {
	n := b.len()
	if c.len() == 0 {
		return // the zero of a linear [?]τ is the empty array
	}
	if c.len() != n {
		panic("the sum of arrays of different lengths")
	}
	m.step(nil, int64(n))
	m.cost.Loads += 2 * int64(n)
	m.cost.Stores += int64(n)
	if b.f != nil && c.f != nil {
		m.cost.Ops += int64(n)
		for i, x := range c.f {
			b.f[i] += x
		}
		return
	}
	for i := range n {
		b.set(i, m.plus(b.get(i), c.get(i)))
	}
}
