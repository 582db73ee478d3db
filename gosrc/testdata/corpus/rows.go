package corpus

import "math"

// weighed adds up squares, with weights by row.
func weighed(rows [][]float64) (s float64) {
	for i, row := range rows {
		for _, v := range row {
			s += v * v * float64(i+1)
		}
	}
	return s
}

// RowLits has rows of different lengths in a literal, and one that is longer by append.
func RowLits(b, c []float64) float64 {
	return weighed([][]float64{b, append(append([]float64{}, c...), b...), {}})
}

// Staircase fills rows that grow, in a function that is called with them.
func Staircase(b []float64) float64 {
	l := make([][]float64, len(b))
	for i := range l {
		l[i] = make([]float64, i+1)
	}
	fillRows(l, b)
	return weighed(l)
}

func fillRows(l [][]float64, b []float64) {
	for i, row := range l {
		for j := range row {
			row[j] = b[i] * math.Sin(b[j])
		}
	}
}

// Suffixes appends windows of one slice.
func Suffixes(b []float64) float64 {
	var l [][]float64
	for i := range b {
		l = append(l, b[i:])
	}
	return weighed(l)
}

type group struct {
	members []float64
	scale   float64
}

// Groups has slices of different lengths in structures in a slice, handed to a function.
func Groups(b []float64, n int) float64 {
	groups := make([]group, 3)
	for i, v := range b {
		g := &groups[(i*n)%3&1]
		g.members = append(g.members, v)
		g.scale += v
	}
	return groupSum(groups)
}

func groupSum(groups []group) (s float64) {
	for _, g := range groups {
		t := 0.0
		for _, v := range g.members {
			t += v * v
		}
		s += t * g.scale
	}
	return s
}

// Pyramid returns rows of different lengths, of b or of numbers alone, or none.
func Pyramid(b []float64) [][]float64 {
	if len(b) == 1 {
		return nil
	}
	rows := [][]float64{b}
	for n := len(b) - 1; n > 0; n-- {
		if b[n] < -1 {
			rows = append(rows, []float64{1, 0.5, -2, 3})
			continue
		}
		last := rows[len(rows)-1]
		row := make([]float64, n)
		for i := range row {
			row[i] = last[i] * last[i+1]
		}
		rows = append(rows, row)
	}
	return rows
}

// Walks sums over the walks in a graph, by a function that calls itself with rows of different lengths.
func Walks(w []float64, n int) float64 {
	next := make([][]int, 3)
	for i := range w {
		next[i%3&i%2] = append(next[i%3&i%2], i%3)
	}
	return walk(next, w, 0, min(max(n, 0), 3))
}

func walk(next [][]int, w []float64, at, left int) float64 {
	if left == 0 || len(w) == 0 {
		return float64(at)
	}
	s := 0.0
	for _, to := range next[at] {
		s += w[to%len(w)] * walk(next, w, to, left-1)
	}
	return s
}

// RowsToNil goes on to the first row that is nil, which the condition of a loop finds.
func RowsToNil(x []float64) float64 {
	rows := make([][]float64, 3)
	rows[0] = x[:2]
	i := 0
	for i < 3 && len(rows[i]) > 0 {
		i++
	}
	return float64(i) * rows[0][1]
}

// RowsReplaced may have rows that were stored, by a branch or a loop that is not taken.
func RowsReplaced(x []float64) float64 {
	rows, more := make([][]float64, 3), make([][]float64, 3)
	rows[0], more[0] = x[:2], x[:2]
	if x[0] > 1e9 {
		rows = make([][]float64, 3)
		for i := range rows {
			rows[i] = make([]float64, 2)
		}
	}
	for i := 0; i < len(x)-20; i++ {
		more = make([][]float64, 3)
		for k := range more {
			more[k] = make([]float64, 2)
		}
	}
	return rows[0][1]*float64(1+len(rows[1])) + more[0][0]*float64(1+len(more[2]))
}

// RowsSkipped stores some rows, and asks for the lengths of others.
func RowsSkipped(x []float64, n int) float64 {
	even, but, first := make([][]float64, 6), make([][]float64, 6), make([][]float64, 6)
	even[0], but[0] = x[:2], x[:2]
	s := 0.0
	for i := 1; i < 6; i++ {
		if i%2 == 0 {
			even[i] = x[:2]
			s += float64(1+len(even[i-1])) * even[i][0]
		}
		if i == n {
			continue
		}
		but[i] = x[:2]
		s += float64(1+len(but[i-1])) * but[i][1]
	}
	k := 0
	k, first[k] = k+1, x[:2]
	if n >= 0 && n < 6 {
		s += even[n][1] * but[max(n-1, 0)][0]
	}
	return s + first[0][0]*float64(1+len(first[k]))
}

// RowLengths looks at nothing but the lengths of rows, which one that is not there has not.
func RowLengths(x [][]float64, b []float64, k int) (s float64) {
	for i, v := range b {
		s += v * v * float64(i+k)
	}
	if k > 2 && len(x[k-2]) > 0 {
		s *= 2
	}
	row := x[k%5]
	for i := 0; i < len(x[k%4+i]) && i < 2; i++ {
		s += 0.5 * s * float64(countOf(x[i]))
	}
	for range row {
		s *= 1.5
	}
	return s * float64(len(x[k%3])+1)
}

func countOf(row []float64) (n int) {
	for range row {
		n++
	}
	return n
}
