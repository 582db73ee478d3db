// Package table has what maps mean in programs that are differentiated: places for keys, found by hashes that the front end
// computes. What is in a map is a place in Vals, so that values are read and written like elements of slices.
package table

// A Table is a map. An entry that was deleted keeps its place until the table is cleared.
type Table[K comparable, V any] struct {
	Keys   []K // in the order in which they came
	Vals   []V
	Hashes []int
	Gone   []bool
	Index  []int // by hash: 1 + the place of an entry, 0 where there is none; its length is a power of two
	Len    int   // of the entries that are not gone
	Made   bool  // the map is not nil; a nil pointer to a table reads as zeros
}

// Find is the place of a key, or -1.
func Find[K comparable, V any](t *Table[K, V], k K, hash int) int {
	if t.Len == 0 {
		return -1
	}
	return entry(t.Keys, t.Gone, t.Index, k, hash)
}

// entry is the place of a key that is not gone, or -1.
func entry[K comparable](keys []K, gone []bool, index []int, k K, hash int) int {
	j := index[probe(keys, index, k, hash)] - 1
	if j >= 0 && gone[j] {
		return -1
	}
	return j
}

// probe is where a key is in the index, or would be.
func probe[K comparable](keys []K, index []int, k K, hash int) int {
	mask := len(index) - 1
	i := hash & mask
	for index[i] != 0 && keys[index[i]-1] != k {
		i = (i + 1) & mask
	}
	return i
}

// Slot is the place of a key, which is made with a zero if there is none.
func Slot[K comparable, V any](t *Table[K, V], k K, hash int) int {
	if !t.Made {
		panic("assignment to entry in nil map")
	}
	if 2*len(t.Keys) >= len(t.Index) {
		t.Index = indexed(t.Hashes, max(2, 2*len(t.Index)))
	}
	i := probe(t.Keys, t.Index, k, hash)
	if t.Index[i] == 0 {
		var zero V
		t.Keys = append(t.Keys, k)
		t.Vals = append(t.Vals, zero)
		t.Hashes = append(t.Hashes, hash)
		t.Gone = append(t.Gone, true) // till now
		t.Index[i] = len(t.Keys)
	}
	j := t.Index[i] - 1
	if t.Gone[j] {
		var zero V
		t.Gone[j], t.Vals[j] = false, zero
		t.Len++
	}
	return j
}

// Rekey makes k the key at a place, whose key equals it: of 0 and -0 a map has the one that came last.
func Rekey[K comparable, V any](t *Table[K, V], j int, k K) { t.Keys[j] = k }

// indexed is an index of length n.
func indexed(hashes []int, n int) []int {
	index := make([]int, n)
	for j, h := range hashes {
		i := h & (n - 1)
		for index[i] != 0 {
			i = (i + 1) & (n - 1)
		}
		index[i] = j + 1
	}
	return index
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
	if t.Len > 0 {
		*t = Table[K, V]{Made: true}
	}
}

// Size is the number of keys.
func Size[K comparable, V any](t *Table[K, V]) int {
	return t.Len
}

// Keys are the keys, in any order.
func Keys[K comparable, V any](t *Table[K, V]) []K {
	var keys []K
	for j, k := range t.Keys {
		if !t.Gone[j] {
			keys = append(keys, k)
		}
	}
	return keys
}

// Values are the values, in any order.
func Values[K comparable, V any](t *Table[K, V]) []V {
	var vals []V
	for j, v := range t.Vals {
		if !t.Gone[j] {
			vals = append(vals, v)
		}
	}
	return vals
}
