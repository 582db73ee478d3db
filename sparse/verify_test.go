package sparse_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/sparse"
)

// compressor is a stand-in for generated code: it adds up the columns of a matrix that is known.
func compressor(m, n int, matrix []float64) func(colors []int, buf []float64) {
	return func(colors []int, buf []float64) {
		clear(buf)
		for j, c := range colors {
			for i := range m {
				if c >= 0 {
					buf[c*m+i] += matrix[i*n+j]
				}
			}
		}
	}
}

// A pattern that leaves out one place is found wherever that is, and one that leaves out none is not complained of.
func TestCheck(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{1, 1}, {3, 1}, {4, 4}, {5, 17}, {7, 64}, {6, 65}} {
		m, n := size[0], size[1]
		matrix, band := make([]float64, m*n), sparse.NewPattern(m, n)
		for i := range m {
			for d := range 3 {
				if j := (3*i + d*5) % n; !band.Has(i, j) {
					band.Set(i, j)
					matrix[i*n+j] = 1 + r.Float64()
				}
			}
		}
		for missed := -1; missed < m*n; missed++ {
			if missed >= 0 && matrix[missed] != 0 {
				continue // in the pattern
			}
			whole := append([]float64(nil), matrix...)
			if missed >= 0 {
				whole[missed] = 0.25 - r.Float64()
			}
			f := compressor(m, n, whole)
			colors, k := band.Colors()
			buf, full := make([]float64, k*m), make([]float64, m*n)
			f(colors, buf)
			band.Expand(colors, buf, full)
			if err := band.Check(full, f); (err != nil) != (missed >= 0) {
				t.Fatalf("%d×%d without place %d: %v", m, n, missed, err)
			}
		}
	}
}

// An infinite element that was left out is found, and one that is there hides no other.
func TestCheckInfinite(t *testing.T) {
	p := sparse.NewPattern(1, 3)
	p.Set(0, 0)
	inf := math.Inf(1)
	for _, c := range []struct {
		full, whole []float64
		ok          bool
	}{
		{[]float64{2, 0, 0}, []float64{2, inf, 0}, false},
		{[]float64{inf, 0, 0}, []float64{inf, 3, 0}, false},
		{[]float64{inf, 0, 0}, []float64{-inf, 0, 0}, false},
		{[]float64{1e308, 0, 0}, []float64{1e308, 1.7e308, 0}, false}, // whose sum is infinite
		{[]float64{inf, 0, 0}, []float64{inf, 0, 0}, true},
		{[]float64{math.NaN(), 0, 0}, []float64{math.NaN(), 0, 0}, true},
		{[]float64{math.NaN(), 1, 0}, []float64{math.NaN(), 1 + 1e-12, 0}, true},
	} {
		if err := p.Check(c.full, compressor(1, 3, c.whole)); (err == nil) != c.ok {
			t.Errorf("%v for %v: %v", c.full, c.whole, err)
		}
	}
}

// The same for symmetric matrices.
func TestCheckSymmetric(t *testing.T) {
	const n = 9
	arrow, matrix := sparse.NewPattern(n, n), make([]float64, n*n)
	set := func(i, j int, v float64) { matrix[i*n+j], matrix[j*n+i] = v, v }
	for i := range n {
		arrow.Set(i, i)
		arrow.Set(0, i)
		arrow.Set(i, 0)
		set(i, i, 2)
		set(0, i, 1+float64(i))
	}
	for missed := range n * n {
		i, j := missed/n, missed%n
		if j > i {
			continue
		}
		whole := append([]float64(nil), matrix...)
		left := whole[missed] == 0
		if left {
			set(i, j, 0.5)
			copy(whole, matrix)
			set(i, j, 0)
		}
		f := compressor(n, n, whole)
		colors, k := arrow.SymmetricColors()
		buf, full := make([]float64, k*n), make([]float64, n*n)
		f(colors, buf)
		arrow.ExpandSymmetric(colors, buf, full)
		if err := arrow.Check(full, f); (err != nil) != left {
			t.Fatalf("place (%d, %d): %v", i, j, err)
		}
	}
}
