// Package sparse compresses matrices of derivatives: columns that no row needs apart get one colour, and one
// directional derivative makes them all.
//
// The functions that //chad:jacobian by=colors and //chad:hessian by=colors ask for take a colour for each column and
// write, as row c of their buffer, the sum of the columns of colour c. Here the colours come from:
//
//	p := sparse.NewPattern(m, n)             // the places that may hold something else than zero
//	p.Set(i, j) …                            // or sparse.Detect(m, n, f, x)
//	colors, k := p.Colors()                  // once
//	buf := make([]float64, k*m)
//	w.FJacobianColors(x, colors, buf)        // at each point
//	p.Expand(colors, buf, jac)               // row by row, zeros elsewhere
//
// A Hessian needs fewer colours, for it is symmetric: SymmetricColors and ExpandSymmetric. A band of any width needs as
// many colours as it is wide, however large the matrix is.
//
// A pattern that leaves out a place where the matrix is not zero gives wrong matrices. Check finds it, at the point
// where it is called.
//
// # References
//
// Gebremedhin, Manne, Pothen: What color is your Jacobian? Graph coloring for computing derivatives. SIAM Review 47
// (2005): greedy colourings so that columns are structurally orthogonal, and star colourings for symmetric matrices.
// Curtis, Powell, Reid: On the estimation of sparse Jacobian matrices (1974): the idea.
package sparse

import (
	"fmt"
	"slices"
)

// A Pattern is the set of places of a matrix that may hold something else than zero.
type Pattern struct {
	m, n int
	rows [][]int // the columns of each row, in order
}

// NewPattern is the empty pattern of a matrix of m rows and n columns. It panics if one is negative.
func NewPattern(m, n int) *Pattern {
	if m < 0 || n < 0 {
		panic(fmt.Sprintf("sparse: a matrix of %d rows and %d columns", m, n))
	}
	return &Pattern{m, n, make([][]int, m)}
}

// Band is the pattern of an n×n matrix whose places are at most below under the diagonal and at most above over it.
func Band(n, below, above int) *Pattern {
	p := NewPattern(n, n)
	for i := range p.rows {
		for j := max(0, i-below); j <= min(n-1, i+above); j++ {
			p.rows[i] = append(p.rows[i], j)
		}
	}
	return p
}

// Of is the pattern of the elements that are not zero, NaN included, in matrices of m rows and n columns, each given
// row by row: those of a Jacobian at a few points where no element is zero by accident. It panics if a matrix has
// another length.
func Of(m, n int, matrices ...[]float64) *Pattern {
	p := NewPattern(m, n)
	for _, a := range matrices {
		if len(a) != m*n {
			panic(fmt.Sprintf("sparse: a matrix of %d elements, want %d*%d", len(a), m, n))
		}
		for i := range m {
			for j, v := range a[i*n : (i+1)*n] {
				if v != 0 {
					p.Set(i, j)
				}
			}
		}
	}
	return p
}

// Set adds a place. It panics if there is none. It takes time linear in the places of the row.
func (p *Pattern) Set(i, j int) {
	if i < 0 || i >= p.m || j < 0 || j >= p.n {
		panic(fmt.Sprintf("sparse: place (%d, %d) of a matrix of %d rows and %d columns", i, j, p.m, p.n))
	}
	if at, ok := slices.BinarySearch(p.rows[i], j); !ok {
		p.rows[i] = slices.Insert(p.rows[i], at, j)
	}
}

// Has reports whether a place is in the pattern.
func (p *Pattern) Has(i, j int) bool {
	_, ok := slices.BinarySearch(p.rows[i], j)
	return ok
}

// Size is the number of rows and of columns.
func (p *Pattern) Size() (m, n int) { return p.m, p.n }

// Row are the columns of row i, in order. They must not be changed.
func (p *Pattern) Row(i int) []int { return p.rows[i] }

// Len is the number of places.
func (p *Pattern) Len() int {
	n := 0
	for _, r := range p.rows {
		n += len(r)
	}
	return n
}

// columns are the rows of each column, in order.
func (p *Pattern) columns() [][]int {
	out := make([][]int, p.n)
	for i, r := range p.rows {
		for _, j := range r {
			out[j] = append(out[j], i)
		}
	}
	return out
}

// symmetric panics unless p is the pattern of a symmetric matrix.
func (p *Pattern) symmetric() {
	if p.m != p.n {
		panic(fmt.Sprintf("sparse: a matrix of %d rows and %d columns is not symmetric", p.m, p.n))
	}
	for i, r := range p.rows {
		for _, j := range r {
			if !p.Has(j, i) {
				panic(fmt.Sprintf("sparse: the pattern has the place (%d, %d) but not (%d, %d)", i, j, j, i))
			}
		}
	}
}
