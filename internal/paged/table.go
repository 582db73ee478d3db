// Package paged holds tables keyed by the numbers of variables, and lists that may become long.
package paged

const (
	pageBits  = 5
	chunkBits = 8
	allBits   = pageBits + chunkBits

	maxFew = 8
)

type (
	page[T any]  [1 << pageBits]T
	chunk[T any] [1 << chunkBits]*page[T]
)

// A Table holds a T for every number. Variables of one term are numbered close
// together, so chunks of pages beat a hash map by far. The zero value is an empty table.
type Table[T any] struct {
	near []*chunk[T]          // the chunks from base on, nil where nothing stands yet
	base uint64               // the number of the first of them
	far  map[uint64]*chunk[T] // those that are too far from these
	wide bool                 // there are chunks, not few pages
	// the pages while there are no chunks: most tables are for the inside of a branch or a call
	few   []single[T]
	free  []*page[T]  // of zeros, from before a Reset
	spare []*chunk[T] // without pages, likewise
}

// maxNear is the greatest number of chunks that are found without a search: variables that are further apart were made
// by different programs of one process.
const maxNear = 1 << 12

// single is a page and its number.
type single[T any] struct {
	key  uint64
	page *page[T]
}

// At returns the place of id, zero at first. It takes constant time on average.
func (v *Table[T]) At(id uint64) *T {
	if k := id>>allBits - v.base; k < uint64(len(v.near)) {
		if c := v.near[k]; c != nil {
			if p := c[id>>pageBits&(1<<chunkBits-1)]; p != nil {
				return &p[id&(1<<pageBits-1)]
			}
		}
	}
	return v.place(id)
}

// place is At where there may be no page yet.
func (v *Table[T]) place(id uint64) *T {
	if !v.wide {
		if p := v.seek(id, true); p != nil {
			return &p[id&(1<<pageBits-1)]
		}
		v.unfold()
	}
	p := &v.chunk(id >> allBits)[id>>pageBits&(1<<chunkBits-1)]
	if *p == nil {
		*p = v.page()
	}
	return &(*p)[id&(1<<pageBits-1)]
}

// chunk is the chunk k, a new one if there is none.
func (v *Table[T]) chunk(k uint64) *chunk[T] {
	if !v.reach(k) {
		c := v.far[k]
		if c == nil {
			if v.far == nil {
				v.far = map[uint64]*chunk[T]{}
			}
			c = v.empty()
			v.far[k] = c
		}
		return c
	}
	c := &v.near[k-v.base]
	if *c == nil {
		*c = v.empty()
	}
	return *c
}

// reach makes room for chunk k among the near ones and reports whether it is one of them. The room doubles, so that it
// is made a few times only.
func (v *Table[T]) reach(k uint64) bool {
	n := uint64(len(v.near))
	switch lo, hi := v.base, v.base+n; {
	case n == 0:
		v.base, v.near = k, append(v.near, nil)
	case k < lo && hi-k <= maxNear:
		v.rebase(min(k, lo-min(lo, n)), hi)
	case k >= hi && k-lo < maxNear:
		v.rebase(lo, max(k+1, hi+n))
	default:
		return k-lo < n
	}
	return true
}

// rebase makes the near chunks those from lo to hi, between which all stand that there are.
func (v *Table[T]) rebase(lo, hi uint64) {
	near := make([]*chunk[T], hi-lo)
	copy(near[v.base-lo:], v.near)
	v.base, v.near = lo, near
	for k, c := range v.far { // which came before others that are between
		if i := k - lo; i < uint64(len(near)) {
			near[i] = c
			delete(v.far, k)
		}
	}
}

func (v *Table[T]) empty() *chunk[T] {
	n := len(v.spare)
	if n == 0 {
		return new(chunk[T])
	}
	c := v.spare[n-1]
	v.spare = v.spare[:n-1]
	return c
}

// seek finds the page of id while there are few, the last one first. If there is none it makes it, if it is to and
// there is room, or gives nil.
func (v *Table[T]) seek(id uint64, makes bool) *page[T] {
	k := id >> pageBits
	for i := len(v.few) - 1; i >= 0; i-- {
		if v.few[i].key == k {
			return v.few[i].page
		}
	}
	if !makes || len(v.few) == maxFew {
		return nil
	}
	p := v.page()
	v.few = append(v.few, single[T]{k, p})
	return p
}

// unfold puts the few pages, which stay where they are, into chunks.
func (v *Table[T]) unfold() {
	v.wide = true
	for _, s := range v.few {
		v.chunk(s.key >> chunkBits)[s.key&(1<<chunkBits-1)] = s.page
	}
	v.few = nil
}

func (v *Table[T]) page() *page[T] {
	n := len(v.free)
	if n == 0 {
		return new(page[T])
	}
	p := v.free[n-1]
	v.free = v.free[:n-1]
	return p
}

// Reset empties the table and keeps its memory. Places that At gave before are places of nothing.
func (v *Table[T]) Reset() {
	for i := range v.few {
		*v.few[i].page = page[T]{}
		v.free = append(v.free, v.few[i].page)
	}
	v.few = v.few[:0]
	for _, c := range v.near {
		v.reset(c)
	}
	for _, c := range v.far {
		v.reset(c)
	}
	clear(v.near)
	v.near, v.base = v.near[:0], 0
	clear(v.far)
}

// reset takes the pages out of a chunk, which may be nil, and keeps both.
func (v *Table[T]) reset(c *chunk[T]) {
	if c == nil {
		return
	}
	for i, p := range c {
		if p != nil {
			*p = page[T]{}
			v.free = append(v.free, p)
			c[i] = nil
		}
	}
	v.spare = append(v.spare, c)
}

// Get returns what stands at id, zero if nothing was put there. It makes no place.
func (v *Table[T]) Get(id uint64) T {
	if k := id>>allBits - v.base; k < uint64(len(v.near)) {
		if c := v.near[k]; c != nil {
			if p := c[id>>pageBits&(1<<chunkBits-1)]; p != nil {
				return p[id&(1<<pageBits-1)]
			}
		}
		var zero T
		return zero
	}
	return v.find(id)
}

// find is Get for what is not near.
func (v *Table[T]) find(id uint64) (x T) {
	var p *page[T]
	if !v.wide {
		p = v.seek(id, false)
	} else if c := v.far[id>>allBits]; c != nil {
		p = c[id>>pageBits&(1<<chunkBits-1)]
	}
	if p == nil {
		return x
	}
	return p[id&(1<<pageBits-1)]
}

// Clone returns a copy of the table.
func (v *Table[T]) Clone() Table[T] {
	out := Table[T]{base: v.base, wide: v.wide}
	for _, s := range v.few {
		q := *s.page
		out.few = append(out.few, single[T]{s.key, &q})
	}
	for _, c := range v.near {
		out.near = append(out.near, c.clone())
	}
	for k, c := range v.far {
		if out.far == nil {
			out.far = make(map[uint64]*chunk[T], len(v.far))
		}
		out.far[k] = c.clone()
	}
	return out
}

// clone is a copy of a chunk, which may be nil.
func (c *chunk[T]) clone() *chunk[T] {
	if c == nil {
		return nil
	}
	d := new(chunk[T])
	for i, p := range c {
		if p != nil {
			q := *p
			d[i] = &q
		}
	}
	return d
}
