package simplify

import "github.com/seed-4b734f86/gochad/syntax"

const pageBits = 8

// A varTable holds a T for every variable, found by its number. Variables of
// one term are numbered close together, so pages beat a hash map by far; the
// zero value is an empty table.
type varTable[T any] struct {
	pages map[uint64]*[1 << pageBits]T
	key   uint64
	last  *[1 << pageBits]T
}

// at returns the place of x, zero at first.
func (v *varTable[T]) at(x *syntax.Var) *T {
	id := x.ID()
	if k := id >> pageBits; v.last == nil || k != v.key {
		v.turn(k)
	}
	return &v.last[id&(1<<pageBits-1)]
}

func (v *varTable[T]) turn(k uint64) {
	if v.pages == nil {
		v.pages = map[uint64]*[1 << pageBits]T{}
	}
	p, ok := v.pages[k]
	if !ok {
		p = new([1 << pageBits]T)
		v.pages[k] = p
	}
	v.key, v.last = k, p
}
