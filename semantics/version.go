package semantics

// buffer holds array elements that may change: reals in f, or values in v.
type buffer struct {
	f    []float64
	v    []Value
	debt int // rerooting steps since the last copy
}

func newBuffer(n int, flat bool) *buffer {
	if flat {
		return &buffer{f: make([]float64, n)}
	}
	b := &buffer{v: make([]Value, n)}
	for i := range b.v {
		b.v[i] = Zero{}
	}
	return b
}

func (b *buffer) len() int {
	if b.f != nil {
		return len(b.f)
	}
	return len(b.v)
}

func (b *buffer) get(i int) Value {
	if b.f != nil {
		return Real(b.f[i])
	}
	return b.v[i]
}

func (b *buffer) set(i int, x Value) {
	if b.f != nil {
		b.f[i] = asReal(x)
		return
	}
	b.v[i] = x
}

func (b *buffer) clone() *buffer {
	return &buffer{f: append([]float64(nil), b.f...), v: append([]Value(nil), b.v...)}
}

// A version is one state of a buffer. The newest owns it (buf is not nil); an
// older one is like next but for the element old at index i ([Baker]).
type version struct {
	buf  *buffer
	next *version
	i    int
	old  Value
}

// thaw copies an immutable array into a buffer of its own.
func (m *machine) thaw(a *Array) *version {
	m.copied(a.Len())
	b := &buffer{f: a.F, v: a.V}
	return &version{buf: b.clone()}
}

func (m *machine) copied(n int) {
	m.step(nil, int64(n))
	m.cost.Loads += int64(n)
	m.wrote(n)
}

// root makes v own a buffer and returns it. It moves the buffer back along the
// chain of changes, or copies it when such moves have come to cost more than a
// copy. So any sequence of k accesses costs O(k) and O(n) for each version that
// is used beside a newer one.
func (m *machine) root(v *version) *buffer {
	if v.buf != nil {
		return v.buf
	}
	var chain []*version
	w := v
	for ; w.buf == nil; w = w.next {
		chain = append(chain, w)
	}
	b := w.buf
	if b.debt += len(chain); b.debt > b.len() {
		b.debt = 0
		m.copied(b.len())
		c := b.clone()
		for k := len(chain) - 1; k >= 0; k-- {
			c.set(chain[k].i, chain[k].old)
		}
		v.buf, v.next, v.old = c, nil, nil
		return c
	}
	m.cost.Loads += int64(len(chain))
	m.cost.Stores += int64(len(chain))
	for k := len(chain) - 1; k >= 0; k-- {
		c := chain[k]
		w.buf, w.next, w.i, w.old = nil, c, c.i, b.get(c.i)
		b.set(c.i, c.old)
		c.buf, c.next, c.old = b, nil, nil
		w = c
	}
	return b
}

// update is v with x at i, in O(1) when v is the newest version.
func (m *machine) update(v *version, i int, x Value) *version {
	b := m.root(v)
	w := &version{buf: b}
	v.buf, v.next, v.i, v.old = nil, w, i, b.get(i)
	b.set(i, x)
	m.cost.Stores++
	return w
}

// addAt is v with x added at i.
func (m *machine) addAt(v *version, i int, x Value) *version {
	old := m.root(v).get(i)
	m.cost.Loads++
	return m.update(v, i, m.plus(old, x))
}
