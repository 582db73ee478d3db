package loop

import "math"

// array compiles an expression of array type to one that gives the array or view.
func (c *code) array(e *Expr) arrayFn {
	switch e.Kind {
	case VarExpr:
		i := c.slot(e.Var)
		return func(fr *frame) array { return fr.arrays[i] }
	case IndexExpr:
		at := c.element(e)
		return func(fr *frame) array {
			s, i := at(fr)
			fr.m.counts.Loads++
			return s.rows[i]
		}
	case FieldExpr:
		return c.arrayField(e)
	case SliceExpr:
		a, lo, n := c.array(e.Args[0]), c.int(e.Args[1]), c.int(e.Args[2])
		return func(fr *frame) array {
			a, lo, n := a(fr), lo(fr), n(fr)
			if lo < 0 || n < 0 || lo > int64(a.n) || n > int64(a.n)-lo {
				c.fail("%d elements from %d on out of range of length %d", n, lo, a.n)
			}
			return array{a.s, a.off + int(lo), int(n)}
		}
	}
	return func(*frame) array { return array{} }
}

// arrayField reads a field; one that came from outside becomes an array inside at its first use.
func (c *code) arrayField(e *Expr) arrayFn {
	at, t := c.fieldPlace(e), e.Type
	return func(fr *frame) array {
		fr.m.counts.Loads++
		p := at(fr)
		a, ok := (*p).(array)
		if !ok {
			if a, ok = inward(*p, t, -1); !ok {
				c.fail("a field of type %s holds a Go %T", t, *p)
			}
			*p = a
		}
		return a
	}
}

// element compiles an index expression to the place of its element in a store.
func (c *code) element(e *Expr) func(*frame) (*store, int) {
	if root := e.Root(); root != nil && root.Flat != nil {
		return c.flatElement(e, root)
	}
	a, i := c.array(e.Args[0]), c.int(e.Args[1])
	return func(fr *frame) (*store, int) {
		a, i := a(fr), i(fr)
		if i < 0 || i >= int64(a.n) {
			c.outside(i, int64(a.n))
		}
		return a.s, a.off + int(i)
	}
}

func (c *code) outside(i, n int64) { c.fail("index %d out of range [0, %d)", i, n) }

// flatElement finds an element of a flat array under all its indices, each of which is checked.
func (c *code) flatElement(e *Expr, root *Var) func(*frame) (*store, int) {
	is := make([]intFn, root.Type.Rank)
	for k := len(is) - 1; k >= 0; k-- {
		is[k] = c.int(e.Args[1])
		e = e.Args[0]
	}
	lens := c.ints(root.Flat)
	slot := c.slot(root)
	return func(fr *frame) (*store, int) {
		a := fr.arrays[slot]
		at, n := int64(0), int64(a.n)
		for k, i := range is {
			i := i(fr)
			if k > 0 {
				n = lens[k-1](fr)
			}
			if i < 0 || i >= n {
				c.outside(i, n)
			}
			at = at*n + i
		}
		if at >= int64(a.s.size()) {
			c.outside(at, int64(a.s.size()))
		}
		return a.s, int(at)
	}
}

func (c *code) ints(es []*Expr) []intFn {
	out := make([]intFn, len(es))
	for i, e := range es {
		out[i] = c.int(e)
	}
	return out
}

// stride is the number of elements of a row of a flat array.
func (c *code) stride(v *Var) func(*frame) int {
	lens := c.ints(v.Flat)
	return func(fr *frame) int {
		before := fr.m.counts
		n := c.product(fr, 1, lens)
		fr.m.counts = before // lengths of dimensions are known
		return n
	}
}

// maxElements bounds the size of one array, for the evaluator's memory.
const maxElements = 1 << 28

// product multiplies lengths, which may be neither negative nor huge.
func (c *code) product(fr *frame, n int64, lens []intFn) int {
	for _, l := range lens {
		k := l(fr)
		if k < 0 {
			c.fail("negative length %d", k)
		}
		if k > 0 && n > maxElements/k {
			c.fail("array of %d · %d elements", n, k)
		}
		n *= k
	}
	return int(n)
}

func (c *code) alloc(s *Alloc) act {
	slot, t, dims := c.slot(s.Var), s.Var.Type, c.ints(s.Dims)
	if s.Var.Flat != nil {
		return func(fr *frame) {
			n := c.product(fr, 1, dims[:1])
			size := c.product(fr, int64(n), dims[1:])
			fr.arrays[slot] = array{fr.m.block(t.Scalar(), size, s.Dirty), 0, n}
		}
	}
	return func(fr *frame) {
		lens := make([]int, len(dims))
		for i := range dims {
			lens[i] = c.product(fr, 1, dims[i:i+1])
		}
		fr.arrays[slot] = fr.m.nested(t, lens, s.Dirty)
	}
}

// spoiledRow is the length of rows that nobody is to read.
const spoiledRow = 3

// nested makes an array of rows of their own, as deep as there are lengths.
func (m *machine) nested(t Type, lens []int, dirty bool) array {
	s := m.block(t.Elem(), lens[0], dirty && !t.Elem().IsArray())
	switch {
	case len(lens) > 1:
		for i := range s.rows {
			s.rows[i] = m.nested(t.Elem(), lens[1:], dirty)
		}
	case dirty: // rows that nobody is to read before they are stored
		for i := range s.rows {
			row := newStore(t.Elem().Elem(), spoiledRow)
			row.spoil(0, spoiledRow)
			s.rows[i] = array{row, 0, spoiledRow}
		}
	}
	return array{s, 0, lens[0]}
}

// block makes and counts the memory for n elements of type t.
func (m *machine) block(t Type, n int, dirty bool) *store {
	m.step(int64(n))
	m.counts.Allocs++
	if t.Base == Unit && !t.IsArray() {
		return nil
	}
	s := newStore(t, n)
	if !dirty {
		m.counts.Zeroed += int64(n)
		return s
	}
	m.counts.Words += int64(n)
	s.spoil(0, n)
	return s
}

// spoil puts into elements what nobody is to read.
func (s *store) spoil(from, to int) {
	for i := from; i < to; i++ {
		switch {
		case s.reals != nil:
			s.reals[i] = math.NaN()
		case s.ints != nil:
			s.ints[i] = math.MinInt64 + 12345
		case s.bools != nil:
			s.bools[i] = true
		}
	}
}

// spoil does so with the elements of all rows of an array; stride of them stand under one index.
func (a array) spoil(stride int) {
	if a.s == nil {
		return
	}
	a.s.spoil(a.off, min(a.off+a.n*stride, a.s.size()))
	if a.s.rows != nil {
		for _, row := range a.s.rows[a.off : a.off+a.n] {
			row.spoil(1)
		}
	}
}

// dirtyParams are the acts that begin a call: what an Out parameter holds is for nobody, unless it is added to.
func (c *code) dirtyParams() (out []act) {
	for _, q := range c.f.Params {
		if !q.Out || q.Adds {
			continue
		}
		slot, stride := c.slot(q.Var), func(*frame) int { return 1 }
		if q.Var.Flat != nil {
			stride = c.stride(q.Var)
		}
		out = append(out, func(fr *frame) { fr.arrays[slot].spoil(stride(fr)) })
	}
	return out
}

// whole compiles an array expression with its number of elements under one index: of a flat array, all.
func (c *code) whole(e *Expr) (arrayFn, Type) {
	a := c.array(e)
	if e.Kind != VarExpr || e.Var.Flat == nil {
		return a, e.Type
	}
	stride := c.stride(e.Var)
	return func(fr *frame) array {
		a := a(fr)
		a.n *= stride(fr)
		c.holds(a)
		return a
	}, e.Type.Scalar().Array()
}

// holds fails when a flat array came from a caller for whom it has shorter rows.
func (c *code) holds(a array) {
	if size := a.s.size(); a.n > size {
		c.fail("flat array of %d elements where %d are wanted", size, a.n)
	}
}

func (c *code) copies(s *Copy) act {
	dst, t := c.whole(s.Dst)
	src, _ := c.whole(s.Src)
	return func(fr *frame) { c.copyInto(fr.m, dst(fr), src(fr), t) }
}

func (c *code) copyInto(m *machine, dst, src array, t Type) {
	if dst.n != src.n {
		c.fail("copy of %d elements into %d", src.n, dst.n)
	}
	if t.Rank > 1 {
		for i := range dst.n {
			m.counts.Loads += 2
			c.copyInto(m, dst.s.rows[dst.off+i], src.s.rows[src.off+i], t.Elem())
		}
		return
	}
	m.move(dst, src, t.Elem())
}

// move copies elements, and counts them.
func (m *machine) move(dst, src array, t Type) {
	if dst.n == 0 || dst.s == nil {
		return
	}
	m.step(int64(dst.n))
	m.counts.Copied += int64(dst.n)
	d, s := dst.off, src.off
	switch {
	case t.IsArray():
		copy(dst.s.rows[d:d+dst.n], src.s.rows[s:s+dst.n])
	case t.Base == Real:
		copy(dst.s.reals[d:d+dst.n], src.s.reals[s:s+dst.n])
	case t.Base == Int:
		copy(dst.s.ints[d:d+dst.n], src.s.ints[s:s+dst.n])
	case t.Base == Bool:
		copy(dst.s.bools[d:d+dst.n], src.s.bools[s:s+dst.n])
	default:
		copy(dst.s.refs[d:d+dst.n], src.s.refs[s:s+dst.n])
	}
}

func (c *code) clears(s *Clear) act {
	dst, t := c.whole(s.Dst)
	return func(fr *frame) { fr.m.zero(dst(fr), t) }
}

func (m *machine) zero(a array, t Type) {
	switch {
	case a.n == 0 || a.s == nil:
	case t.Rank > 1:
		for i := range a.n {
			m.counts.Loads++
			m.zero(a.s.rows[a.off+i], t.Elem())
		}
	default:
		m.move(a, array{newStore(t.Elem(), a.n), 0, a.n}, t.Elem())
		m.counts.Copied -= int64(a.n)
		m.counts.Zeroed += int64(a.n)
	}
}

// push appends. Arrays that must move double their room, so that n appends cost O(n).
func (c *code) push(s *Append) act {
	slot, t := c.slot(s.Var), s.Var.Type.Elem()
	if t == (Type{Base: Unit}) {
		return func(fr *frame) { fr.arrays[slot].n++ }
	}
	put := c.move(s.Val)
	return func(fr *frame) {
		one := &frame{m: fr.m, reals: make([]float64, 1), ints: make([]int64, 1), bools: make([]bool, 1),
			refs: make([]*Object, 1), arrays: make([]array, 1)}
		put(one, fr, 0)
		a := &fr.arrays[slot]
		if at := a.off + a.n; a.s == nil || at != a.s.used || at == a.s.size() {
			grown := array{newStore(t, max(1, 2*a.n)), 0, a.n}
			fr.m.step(int64(grown.s.size()))
			fr.m.counts.Allocs++
			fr.m.counts.Words += int64(grown.s.size())
			fr.m.move(grown, *a, t)
			*a = grown
		}
		at := a.off + a.n
		a.n++
		a.s.used = at + 1
		fr.m.counts.Stores++
		switch {
		case t.IsArray():
			a.s.rows[at] = one.arrays[0]
		case t.Base == Real:
			a.s.reals[at] = one.reals[0]
		case t.Base == Int:
			a.s.ints[at] = one.ints[0]
		case t.Base == Bool:
			a.s.bools[at] = one.bools[0]
		default:
			a.s.refs[at] = one.refs[0]
		}
	}
}
