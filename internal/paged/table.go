// Package paged holds tables keyed by the numbers of variables.
package paged

const bits = 6

// A Table holds a T for every number. Variables of one term are numbered close
// together, so pages beat a hash map by far. The zero value is an empty table.
type Table[T any] struct {
	pages map[uint64]*[1 << bits]T
	key   uint64
	last  *[1 << bits]T
}

// At returns the place of id, zero at first. It takes constant time on average
// and makes a page where there is none.
func (v *Table[T]) At(id uint64) *T {
	if k := id >> bits; v.last == nil || k != v.key {
		if !v.turn(k) {
			if v.pages == nil {
				v.pages = map[uint64]*[1 << bits]T{}
			}
			v.key, v.last = k, new([1 << bits]T)
			v.pages[k] = v.last
		}
	}
	return &v.last[id&(1<<bits-1)]
}

// Get returns what stands at id, zero if nothing was put there. It makes no page.
func (v *Table[T]) Get(id uint64) T {
	if k := id >> bits; v.last == nil || k != v.key {
		if !v.turn(k) {
			var zero T
			return zero
		}
	}
	return v.last[id&(1<<bits-1)]
}

// turn goes to page k and reports whether it exists.
func (v *Table[T]) turn(k uint64) bool {
	p, ok := v.pages[k]
	if ok {
		v.key, v.last = k, p
	}
	return ok
}

// Clone returns a copy of the table.
func (v *Table[T]) Clone() Table[T] {
	out := Table[T]{pages: make(map[uint64]*[1 << bits]T, len(v.pages))}
	for k, p := range v.pages {
		q := *p
		out.pages[k] = &q
	}
	return out
}
