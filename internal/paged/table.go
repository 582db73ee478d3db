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
	chunks map[uint64]*chunk[T] // nil while the pages are few
	key    uint64
	last   *chunk[T]
	few    []single[T] // the pages while there are no chunks: most tables are for the inside of a branch or a call
	free   []*page[T]  // of zeros, from before a Reset
}

// single is a page and its number.
type single[T any] struct {
	key  uint64
	page *page[T]
}

// At returns the place of id, zero at first. It takes constant time on average.
func (v *Table[T]) At(id uint64) *T {
	if k := id >> allBits; v.last == nil || k != v.key {
		if v.chunks == nil {
			if p := v.seek(id, true); p != nil {
				return &p[id&(1<<pageBits-1)]
			}
			v.unfold()
		}
		if !v.turn(k) {
			v.key, v.last = k, new(chunk[T])
			v.chunks[k] = v.last
		}
	}
	p := &v.last[id>>pageBits&(1<<chunkBits-1)]
	if *p == nil {
		*p = v.page()
	}
	return &(*p)[id&(1<<pageBits-1)]
}

// seek finds the page of id while there are few, the last one first. If there is none it makes it, if it is to and there is room, or gives nil.
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
	v.chunks = map[uint64]*chunk[T]{}
	for _, s := range v.few {
		k := s.key >> chunkBits
		if v.chunks[k] == nil {
			v.chunks[k] = new(chunk[T])
		}
		v.chunks[k][s.key&(1<<chunkBits-1)] = s.page
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
	for _, c := range v.chunks {
		for _, p := range c {
			if p != nil {
				*p = page[T]{}
				v.free = append(v.free, p)
			}
		}
	}
	clear(v.chunks)
	v.key, v.last = 0, nil
}

// Get returns what stands at id, zero if nothing was put there. It makes no place.
func (v *Table[T]) Get(id uint64) T {
	var zero T
	if k := id >> allBits; v.last == nil || k != v.key {
		if v.chunks == nil {
			if p := v.seek(id, false); p != nil {
				return p[id&(1<<pageBits-1)]
			}
			return zero
		}
		if !v.turn(k) {
			return zero
		}
	}
	p := v.last[id>>pageBits&(1<<chunkBits-1)]
	if p == nil {
		return zero
	}
	return p[id&(1<<pageBits-1)]
}

// turn goes to chunk k and reports whether it exists.
func (v *Table[T]) turn(k uint64) bool {
	c, ok := v.chunks[k]
	if ok {
		v.key, v.last = k, c
	}
	return ok
}

// Clone returns a copy of the table.
func (v *Table[T]) Clone() Table[T] {
	var out Table[T]
	for _, s := range v.few {
		q := *s.page
		out.few = append(out.few, single[T]{s.key, &q})
	}
	if v.chunks == nil {
		return out
	}
	out.chunks = make(map[uint64]*chunk[T], len(v.chunks))
	for k, c := range v.chunks {
		d := new(chunk[T])
		for i, p := range c {
			if p != nil {
				q := *p
				d[i] = &q
			}
		}
		out.chunks[k] = d
	}
	return out
}
