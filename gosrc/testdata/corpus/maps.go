package corpus

import (
	"maps"
	"math"
	"slices"
	"sort"
)

// Grouped groups by keys that are computed.
func Grouped(x []float64, k int) float64 {
	sums := make(map[int]float64)
	counts := map[int]int{}
	for i, v := range x {
		c := (i*i + k) % 5
		if v > 1.5 {
			delete(sums, c-1)
			delete(counts, c-2)
		}
		sums[c] += v * v
		counts[c]++
	}
	s := 0.0
	for i, v := range x {
		c := (i*i + k) % 5
		if n := counts[c]; n > 0 {
			s += v * sums[c] / float64(n)
		}
	}
	delete(counts, 1)
	if _, ok := counts[1]; !ok {
		s += float64(len(counts))
	}
	return s + sums[2*k]
}

// Memoized keeps what it has computed.
func Memoized(x, y float64) float64 {
	memo := map[[2]int]float64{}
	calls := 0
	var path func(i, j int) float64
	path = func(i, j int) float64 {
		if i == 0 || j == 0 {
			return 1
		}
		if v, ok := memo[[2]int{i, j}]; ok {
			return v
		}
		calls++
		v := x*path(i-1, j) + y*path(i, j-1)
		memo[[2]int{i, j}] = v
		return v
	}
	s := 0.0
	for n := range 4 {
		s += path(5-n^1, 3) * float64(n+1) / 16
	}
	return s + float64(calls)
}

type cell struct {
	i, j int
	odd  bool
}

// A grid has points in cells; its maps are made when they are needed.
type grid struct {
	width float64
	in    map[cell][]int
	sum   map[cell]float64
}

func (g *grid) at(x, y float64) cell {
	c := cell{i: int(math.Floor(x / g.width)), j: int(math.Floor(y / g.width))}
	c.odd = c.i&1 == 1
	return c
}

func (g *grid) add(k int, x, y float64) {
	if g.in == nil {
		g.in = make(map[cell][]int, 8)
		g.sum = map[cell]float64{}
	}
	c := g.at(x, y)
	g.in[c] = append(g.in[c], k)
	g.sum[c] += x * y
}

// Cells sums over pairs of points in one cell.
func Cells(x []float64, w float64) float64 {
	g := grid{width: 1 + math.Abs(math.Floor(w))}
	s := 0.0
	n := len(x) / 2
	for k := range n {
		if v, ok := g.sum[cell{}]; ok { // of a nil map at first
			s += v * x[2*k]
		}
		g.add(k, x[2*k], x[2*k+1])
	}
	for k := range n {
		c := g.at(x[2*k], x[2*k+1])
		for _, o := range g.in[c] {
			s += x[2*o] * x[2*k+1]
		}
		s += g.sum[c] * g.sum[c]
		delete(g.sum, c)
		if w < 0 {
			delete(g.in, c)
		}
	}
	return s + float64(len(g.sum)) + w*w
}

// InOrder goes over maps by their sorted keys, and clears one; n says what is no longer there.
func InOrder(x []float64, n int) float64 {
	m := map[float64]int{}
	w := map[int]float64{}
	for i, v := range x {
		m[v] = i
		w[i%4], w[7] = v, w[i%4]+1
		if v > 0.5 {
			delete(m, v)
			delete(w, 7)
			delete(w, i%4)
		}
	}
	var keys []float64
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	switch n {
	case 1:
		delete(m, keys[0])
	case 2:
		clear(m)
	}
	s := 0.0
	for i, k := range keys {
		s += k * k * float64(i+m[k]) / float64(len(x))
	}
	ks := make([]int, 0, len(w))
	for k, _ := range w {
		ks = append(ks, k)
	}
	sort.Ints(ks)
	switch n {
	case 3:
		delete(w, ks[0])
	case 0:
		clear(w)
	}
	for i, k := range ks {
		s += w[k] * float64(i)
	}
	for _, v := range slices.Sorted(maps.Values(w)) {
		s = s/2 + v
	}
	for range w {
		s *= 1.5
	}
	if n != 1 && n != 5 {
		clear(w)
	}
	w[n+2]++
	return s + w[3] + float64(len(w))
}

// MapsInMaps has maps and slices in maps, deletes some, and stores a map that is nil.
func MapsInMaps(x []float64, k int) float64 {
	m := map[int]map[int]float64{}
	rows := map[int][]float64{}
	for i, v := range x {
		if m[i%7] == nil && k != 3 {
			m[i%7] = map[int]float64{}
			rows[i%7] = make([]float64, 2)
		}
		m[i%7][i%2+k] += v * v
		rows[i%7][i%2] += v
		if i == k+3 {
			delete(m, k)
			delete(rows, k+1)
		}
		if v > 1.5 {
			delete(m, (i+3)%7)
		} else if v < -1.5 {
			m[(i+1)%7] = nil
		}
	}
	s := 0.0
	for i, v := range x {
		if row, ok := m[i%7]; ok {
			s += v*row[i%2+k]*rows[i%7][1-i%2] + row[i%5]
		}
		for _, w := range rows[i%8] {
			s += w
		}
	}
	return s
}

// A Sums is a map with methods.
type Sums map[int]float64

// Add adds to a count.
func (t Sums) Add(k int, v float64) { t[k] += v }

// Reset makes a new map of it.
func (t *Sums) Reset() { *t = Sums{} }

// A Summer adds to counts.
type Summer interface {
	// Add adds to a count.
	Add(k int, v float64)
}

// SumsMethods calls methods of maps: by value and by pointer, of a field, as values, and of an interface.
func SumsMethods(x []float64, k int) float64 {
	t := Sums{}
	board := struct {
		Sums
		n int
	}{Sums{}, 1}
	var a Summer = Sums{}
	add := Sums.Add
	for i, v := range x {
		t.Add(i%9, v*v)
		board.Add(i%16, v)
		add(t, 8-i%3*4, v*v*v)
		a.Add(i%13, v/2)
		if v > 1.5 {
			delete(t, k+1)
			delete(board.Sums, k)
		}
	}
	s := board.Sums[1] + t[1]*t[0]
	delete(t, k)
	if k != 1 {
		t.Reset()
	}
	for i := range min(k, 8) {
		t.Add(i*k, s/4)
	}
	t.Add(k, s)
	return t[2*k]*s + t[k+1]
}

// ZeroKeys has zeros of both signs as keys: a store changes the key, also the one of an entry that is there. It lists the keys, and deletes
// one.
func ZeroKeys(x []float64, n int) float64 {
	m := map[float64]float64{}
	pairs := map[[2]float64]int{}
	minus := math.Copysign(0, -1)
	for i, v := range x {
		zero := 0.0
		if i%2 == 1 {
			zero = minus
		}
		if i == n {
			zero = 0.5
			delete(pairs, [2]float64{0, float64(n - 1)})
		}
		m[zero] += v * v
		if i%5 == 4 {
			delete(m, 0)
		}
		pairs[[2]float64{zero, float64(i % 6)}]++
		if i%7 > 3 {
			m[float64(i%6)] += v
		}
	}
	s := float64(pairs[[2]float64{minus, 1}])
	keys := slices.Sorted(maps.Keys(m))
	delete(m, float64(n))
	for _, k := range keys {
		s += math.Copysign(m[k], k)
	}
	return s
}

// BeforeStores assigns to what earlier parts of an assignment have changed: where to store is known before.
func BeforeStores(x []float64, k int) float64 {
	m := map[int]float64{}
	i := 1
	i, m[i] = k, 3
	m[k-2], i, m[i] = 5, 4, 7
	oks := []bool{false, false, false, false}
	at := map[int]int{0: 3}
	n := 1
	n, oks[n] = at[k&1]
	w := make([]float64, len(x))
	j := 0
	for j, w[j] = range x {
		if v := any(w[j]); k > 0 {
			var y any = j % 3
			n, oks[n] = y.(int)
			_ = v
		}
	}
	u := map[int]float64{2: -1}
	for j, u[j] = range w {
	}
	if k > 1 {
		delete(m, k-1)
		delete(u, 0)
	}
	s := m[1] + 10*m[2] + 100*m[4] + 1000*m[0] + float64(i)
	for j, v := range w {
		s += v*float64(j) + u[j]*u[j]
	}
	for j, b := range oks {
		if b {
			s *= float64(j + 2)
		}
	}
	return s + float64(n)
}

// GrowingBounds loops as far as a map has elements, and changes it meanwhile: in the loop, in a function and in a method.
func GrowingBounds(x []float64, k int) float64 {
	m := map[int]float64{}
	n := 0
	for i := 0; i < len(m)+1; i++ {
		n++
		if i < len(x) {
			m[i%(4+k&3)] = x[i]
		}
	}
	for i := 0; i < len(m); i++ {
		n++
		takeOut(m, i+k)
	}
	h := held{map[int]float64{1: 2}}
	for i := 0; i < h.size(); i++ {
		n += 10
		h.put(i + k)
	}
	return float64(n) + m[0]
}

func takeOut(m map[int]float64, k int) { delete(m, k) }

type held struct{ m map[int]float64 }

func (h held) size() int { return len(h.m) }

func (h held) put(k int) {
	if len(h.m) < 5 {
		h.m[k] = 1
	}
}
