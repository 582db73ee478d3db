package corpus

import (
	"fmt"
	"slices"
	"strings"
)

// A square is a matrix with methods that make new ones.
type square struct {
	n    int
	data []float64
}

func newSquare(n int, data ...float64) *square {
	if len(data) == 0 {
		data = make([]float64, n*n)
	}
	return &square{n, data}
}

func (m *square) at(i, j int) float64     { return m.data[i*m.n+j] }
func (m *square) set(i, j int, v float64) { m.data[i*m.n+j] = v }

func (m *square) mul(b *square) *square {
	out := newSquare(m.n)
	for i := range m.n {
		for j := range m.n {
			s := 0.0
			for k := range m.n {
				s += m.at(i, k) * b.at(k, j)
			}
			out.set(i, j, s)
		}
	}
	return out
}

func (m *square) t() *square {
	out := newSquare(m.n)
	for i := range m.n {
		for j := range m.n {
			out.set(j, i, m.at(i, j))
		}
	}
	return out
}

func (m *square) zip(b *square, f func(x, y float64) float64) *square {
	out := newSquare(m.n)
	for i := range out.data {
		out.data[i] = f(m.data[i], b.data[i])
	}
	return out
}

func (m *square) add(b *square) *square {
	return m.zip(b, func(x, y float64) float64 { return x + y })
}

// ChainedMethods writes a formula of matrices with methods that return new ones, which change none that the formula reads.
func ChainedMethods(a, b, c float64) float64 {
	f := struct{ f, p, q *square }{newSquare(2, 1, a, b, 1), newSquare(2, b, 0, 0.5, b), newSquare(2, c, a, 0, c)}
	for range 3 {
		f.p = f.f.mul(f.p).mul(f.f.t()).add(f.q)
	}
	return f.p.at(0, 0)/8 + f.p.at(1, 0)*f.p.add(f.q).t().at(0, 1)/64
}

// GroupedRows appends to what is in maps, by keys that are computed.
func GroupedRows(x []float64, g []int) float64 {
	type key struct{ a, b int }
	rows := make(map[int][]float64)
	pairs := map[key][]float64{}
	for i, v := range x {
		h := 0
		if i < len(g) {
			h = i
		}
		if len(g) == 0 {
			break
		}
		if g[h] < 0 {
			delete(rows, -g[h])
			delete(pairs, key{-g[h] % 3, -1})
		}
		rows[g[h]] = append(rows[g[h]], v, v*float64(len(rows)))
		pairs[key{g[h] % 3, -i % 2}] = append(pairs[key{g[h] % 3, -i % 2}], v)
		pairs[key{-i % 2, g[h] % 3}] = append(slices.Clone(pairs[key{g[h] % 3, -1}]), v/2)
	}
	s := 0.0
	for _, h := range g {
		for i, v := range rows[h] {
			s += v * float64(i+1)
		}
		for _, v := range pairs[key{h % 3, -1}] {
			s += v * v
		}
	}
	return s
}

// PathsInCells appends parts of cells of a table, which may be empty, to new slices.
func PathsInCells(cost [][]float64) float64 {
	type cell struct {
		total float64
		path  []int
	}
	t := make([][]cell, len(cost))
	for i := range t {
		t[i] = make([]cell, len(cost[i]))
		for j := range t[i] {
			c := cell{total: 1e9}
			if i == 0 && j == 0 {
				c.total = 0
			}
			if i > 0 && t[i-1][j].total < c.total {
				c.total = t[i-1][j].total
				c.path = append(append([]int{}, t[i-1][j].path...), 0)
			}
			if j > 0 && t[i][j-1].total < c.total {
				c.total = t[i][j-1].total
				c.path = append(append([]int{}, t[i][j-1].path...), 1)
			}
			c.total += cost[i][j]
			t[i][j] = c
		}
	}
	if len(t) == 0 || len(t[0]) == 0 {
		return 0
	}
	last := t[len(t)-1][len(t[0])-1]
	return last.total * float64(1+len(last.path))
}

// Logged writes what it does into text in memory.
func Logged(x []float64) float64 {
	var b strings.Builder
	s := 0.0
	for i, v := range x {
		s += v * v
		fmt.Fprintf(&b, "%d: %g\n", i, s)
	}
	fmt.Fprintln(&b, "done")
	return s
}
