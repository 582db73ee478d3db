package sparse

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/numbers"
)

// Colors gives the columns colours 0 … k-1, so that no two columns of a colour have a place in one row; columns without
// a place get -1. It is greedy, those with the most places first: k is at least the number of places in the fullest
// row, and seldom much more. It takes time Σ |row|², over the rows.
func (p *Pattern) Colors() (colors []int, k int) {
	cols := p.columns()
	colors = make([]int, p.n)
	taken := make([]int, p.n+1) // by the column that was coloured last
	for j := range colors {
		colors[j] = -1
		taken[j] = -1
	}
	taken[p.n] = -1
	for _, j := range byDegree(cols) {
		if len(cols[j]) == 0 {
			continue
		}
		for _, i := range cols[j] {
			for _, l := range p.rows[i] {
				if c := colors[l]; c >= 0 {
					taken[c] = j
				}
			}
		}
		c := 0
		for taken[c] == j {
			c++
		}
		colors[j] = c
		k = max(k, c+1)
	}
	return colors, k
}

// byDegree are the columns, those with the most places first.
func byDegree(cols [][]int) []int {
	order := numbers.To(len(cols))
	slices.SortStableFunc(order, func(a, b int) int { return len(cols[b]) - len(cols[a]) })
	return order
}

// SymmetricColors gives the columns of a symmetric matrix colours 0 … k-1, so that each element can be read off a
// compressed matrix at its place or at the mirrored one: a star colouring. It is greedy, in the order of Colors, and
// never needs more colours. It takes time Σ |row|² · the longest row, at most. It panics unless the pattern is
// symmetric.
func (p *Pattern) SymmetricColors() (colors []int, k int) {
	p.symmetric()
	colors = make([]int, p.n)
	for j := range colors {
		colors[j] = -1
	}
	for _, j := range byDegree(p.rows) {
		if len(p.rows[j]) == 0 {
			continue
		}
		for colors[j] = 0; !p.star(colors, j); colors[j]++ {
		}
		k = max(k, colors[j]+1)
	}
	if direct, l := p.Colors(); l < k {
		return direct, l
	}
	return colors, k
}

// star reports whether each element of row and column j, and of those that j's colour has to do with, can be read off
// at one of its two places: in its row no other column of the colour has a place.
func (p *Pattern) star(colors []int, j int) bool {
	for _, i := range p.rows[j] {
		if i == j && !p.alone(colors, j, j) || i != j && colors[i] >= 0 && !p.readable(colors, i, j) {
			return false
		}
		if colors[i] >= 0 && !p.alone(colors, i, i) && p.Has(i, i) {
			return false
		}
		// the colour of j may have taken the place of another column in row i
		for _, l := range p.rows[i] {
			if l != j && colors[l] == colors[j] && l != i && colors[i] >= 0 && !p.readable(colors, i, l) {
				return false
			}
		}
	}
	return true
}

// readable reports whether one of the places (i, j) and (j, i) can be read off.
func (p *Pattern) readable(colors []int, i, j int) bool {
	return p.alone(colors, i, j) || p.alone(colors, j, i)
}

// alone reports whether row i has a place in no other column of the colour of column j.
func (p *Pattern) alone(colors []int, i, j int) bool {
	if colors[j] < 0 {
		return false
	}
	for _, l := range p.rows[i] {
		if l != j && colors[l] == colors[j] {
			return false
		}
	}
	return true
}

// Expand writes the matrix into full, row by row, from its compressed form: row c of compressed, of m elements, is the
// sum of the columns of colour c. It panics if lengths do not fit. colors are those of Colors.
func (p *Pattern) Expand(colors []int, compressed, full []float64) {
	p.check(colors, compressed, full)
	clear(full)
	for i, r := range p.rows {
		for _, j := range r {
			full[i*p.n+j] = compressed[colors[j]*p.m+i]
		}
	}
}

// ExpandSymmetric is Expand for colours of SymmetricColors. It panics if lengths do not fit, or the colours.
func (p *Pattern) ExpandSymmetric(colors []int, compressed, full []float64) {
	p.check(colors, compressed, full)
	clear(full)
	for i, r := range p.rows {
		for _, j := range r {
			if j > i {
				break
			}
			var v float64
			switch {
			case p.alone(colors, i, j):
				v = compressed[colors[j]*p.m+i]
			case p.alone(colors, j, i):
				v = compressed[colors[i]*p.m+j]
			default:
				panic(fmt.Sprintf("sparse: the colours do not tell the element (%d, %d)", i, j))
			}
			full[i*p.n+j], full[j*p.n+i] = v, v
		}
	}
}

func (p *Pattern) check(colors []int, compressed, full []float64) {
	k := 0
	for _, c := range colors {
		k = max(k, c+1)
	}
	switch {
	case len(colors) != p.n:
		panic(fmt.Sprintf("sparse: %d colours for %d columns", len(colors), p.n))
	case len(compressed) != k*p.m:
		panic(fmt.Sprintf("sparse: %d compressed elements, want %d*%d", len(compressed), k, p.m))
	case len(full) != p.m*p.n:
		panic(fmt.Sprintf("sparse: a matrix of %d elements, want %d*%d", len(full), p.m, p.n))
	}
}
