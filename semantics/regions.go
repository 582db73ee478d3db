package semantics

// Regions: what an iteration of a loop, a call or a checkpoint allocates, and does not hand
// out in its result, is freed when it ends. A [Evaluator] that tracks them knows how much was alive at most.

// live is the number of words that are alive.
func (m *machine) live() int64 { return m.cost.Alloc - m.freed }

// leave ends a region that began with base words alive, and that hands out vs. What is reachable from
// vs counts as new, so that the count is never too low for what the region allocates.
func (m *machine) leave(base int64, vs ...Value) {
	if !m.track {
		return
	}
	n := m.live()
	m.peak = max(m.peak, n)
	for _, v := range vs {
		base += m.words(v)
	}
	m.freed += max(0, n-base)
}

// iterated ends an iteration of a loop before which base words were alive, the last state left out. It
// gives what the next one has for base: the output y stays, the state and the sum are replaced.
func (m *machine) iterated(base int64, state, y, sum Value) int64 {
	if !m.track {
		return base
	}
	base += m.words(y)
	m.leave(base, state, sum)
	return base
}

// words is the number of words reachable from v, in the units of [Cost].Alloc.
func (m *machine) words(v Value) int64 {
	n := int64(0)
	switch v := v.(type) {
	case *Tuple:
		for _, e := range v.Elems {
			n += m.words(e)
		}
	case *Inj:
		n = 2 + m.words(v.Arg)
	case *Array:
		n = int64(v.Len())
		for _, e := range v.V {
			n += m.words(e)
		}
	case *version:
		b := m.root(v)
		n = int64(b.len())
		for _, e := range b.v {
			n += m.words(e)
		}
	case *oneHot:
		n = 2 + m.words(v.val)
	case *coproj:
		n = m.words(v.val)
	case *formal:
		if v.sum != nil {
			return m.words(v.sum)
		}
		n = m.words(v.left) + m.words(v.right)
	case Real, Int, Bool, Zero:
	case *Func, *LFun, *Copower: // what they capture is not looked into: all that is alive may be needed
		n = m.live()
	}
	return n
}
