// Package table has what maps mean in programs that are differentiated: places for keys, found by hashes that the front
// end computes. What is in a map is a place in Vals, so that values are read and written like elements of slices.
package table

// A Table is a map. An entry that was deleted keeps its place until the table is cleared.
type Table[K comparable, V any] struct {
	Keys   []K // in the order in which they came
	Vals   []V
	Hashes []int
	Index  []int // by hash: 1 + the place of an entry, negated if it was deleted, and 0 where there is none; its length is a power of two
	Len    int   // of the entries that were not deleted
	Made   bool  // the map is not nil; a nil pointer to a table reads as zeros
}

// Find is the place of a key, or -1.
func Find[K comparable, V any](t *Table[K, V], k K, hash int) int {
	return find(t.Keys, t.Index, k, hash)
}

// find is the place of a key that was not deleted, or -1.
func find[K comparable](keys []K, index []int, k K, hash int) int {
	if len(index) == 0 {
		return -1
	}
	mask := len(index) - 1
	i := hash & mask
	for index[i] != 0 && keys[max(index[i], -index[i])-1] != k {
		i = (i + 1) & mask
	}
	return max(index[i], 0) - 1
}

// probe is where a key is in the index, or would be.
func probe[K comparable](keys []K, index []int, k K, hash int) int {
	mask := len(index) - 1
	i := hash & mask
	for index[i] != 0 && keys[max(index[i], -index[i])-1] != k {
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
		t.Index = indexed(t.Index, t.Hashes, max(2, 2*len(t.Index)))
	}
	i := probe(t.Keys, t.Index, k, hash)
	if t.Index[i] == 0 {
		var zero V
		t.Keys = append(t.Keys, k)
		t.Vals = append(t.Vals, zero)
		t.Hashes = append(t.Hashes, hash)
		t.Index[i] = -len(t.Keys) // till now
	}
	j := max(t.Index[i], -t.Index[i]) - 1
	if t.Index[i] < 0 {
		var zero V
		t.Index[i], t.Vals[j] = j+1, zero
		t.Len++
	}
	return j
}

// Rekey makes k the key at a place, whose key equals it: of 0 and -0 a map has the one that came last.
func Rekey[K comparable, V any](t *Table[K, V], j int, k K) { t.Keys[j] = k }

// indexed is an index of length n with what is in another.
func indexed(old, hashes []int, n int) []int {
	index := make([]int, n)
	for _, e := range old {
		if e != 0 {
			i := hashes[max(e, -e)-1] & (n - 1)
			for index[i] != 0 {
				i = (i + 1) & (n - 1)
			}
			index[i] = e
		}
	}
	return index
}

// Delete takes a key out, if it is there.
func Delete[K comparable, V any](t *Table[K, V], k K, hash int) {
	if len(t.Index) > 0 {
		i := probe(t.Keys, t.Index, k, hash)
		if t.Index[i] > 0 {
			t.Index[i] = -t.Index[i]
			t.Len--
		}
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
	for _, e := range t.Index {
		if e > 0 {
			keys = append(keys, t.Keys[e-1])
		}
	}
	return keys
}

// Values are the values, in any order.
func Values[K comparable, V any](t *Table[K, V]) []V {
	var vals []V
	for _, e := range t.Index {
		if e > 0 {
			vals = append(vals, t.Vals[e-1])
		}
	}
	return vals
}
