// Package table has what maps mean in programs that are differentiated: places for keys, found by hashes that the front end
// computes. What is in a map is a place in Vals, so that values are read and written like elements of slices.
package table

// A Table is a map. An entry that was deleted keeps its place until the table grows.
type Table[K comparable, V any] struct {
	Keys   []K // in the order in which they came
	Vals   []V
	Hashes []int
	Gone   []bool
	Index  []int // by hash: 1 + the place of an entry, 0 where there is none; its length is a power of two
	Len    int   // of the entries that are not gone
}

// Find is the place of a key, or -1.
func Find[K comparable, V any](t *Table[K, V], k K, hash int) int {
	if t == nil || t.Len == 0 {
		return -1
	}
	mask := len(t.Index) - 1
	i := hash & mask
	for t.Index[i] != 0 {
		j := t.Index[i] - 1
		if t.Keys[j] == k {
			if t.Gone[j] {
				return -1
			}
			return j
		}
		i = (i + 1) & mask
	}
	return -1
}

// Slot is the place of a key, which is made with a zero if there is none.
func Slot[K comparable, V any](t *Table[K, V], k K, hash int) int {
	if t == nil {
		panic("assignment to entry in nil map")
	}
	if 2*len(t.Keys) >= len(t.Index) {
		grow(t)
	}
	mask := len(t.Index) - 1
	i := hash & mask
	for t.Index[i] != 0 {
		j := t.Index[i] - 1
		if t.Keys[j] == k {
			if t.Gone[j] {
				var zero V
				t.Gone[j], t.Vals[j] = false, zero
				t.Len++
			}
			return j
		}
		i = (i + 1) & mask
	}
	var zero V
	t.Keys = append(t.Keys, k)
	t.Vals = append(t.Vals, zero)
	t.Hashes = append(t.Hashes, hash)
	t.Gone = append(t.Gone, false)
	t.Index[i] = len(t.Keys)
	t.Len++
	return len(t.Keys) - 1
}

// grow makes room for twice the entries.
func grow[K comparable, V any](t *Table[K, V]) {
	n := max(8, 2*len(t.Index))
	index := make([]int, n)
	for j, h := range t.Hashes {
		i := h & (n - 1)
		for index[i] != 0 {
			i = (i + 1) & (n - 1)
		}
		index[i] = j + 1
	}
	t.Index = index
}

// Delete takes a key out, if it is there.
func Delete[K comparable, V any](t *Table[K, V], k K, hash int) {
	if j := Find(t, k, hash); j >= 0 {
		t.Gone[j] = true
		t.Len--
	}
}

// Clear takes all keys out.
func Clear[K comparable, V any](t *Table[K, V]) {
	if t != nil {
		*t = Table[K, V]{}
	}
}

// Size is the number of keys.
func Size[K comparable, V any](t *Table[K, V]) int {
	if t == nil {
		return 0
	}
	return t.Len
}

// Keys are the keys, in any order.
func Keys[K comparable, V any](t *Table[K, V]) []K {
	var keys []K
	if t == nil {
		return keys
	}
	for j, k := range t.Keys {
		if !t.Gone[j] {
			keys = append(keys, k)
		}
	}
	return keys
}
