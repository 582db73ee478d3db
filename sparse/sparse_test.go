package sparse_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/sparse"
)

// compress sums columns of one colour: row c of the result is colour c.
func compress(full []float64, m, n int, colors []int, k int) []float64 {
	out := make([]float64, k*m)
	for i := range m {
		for j, c := range colors {
			if c >= 0 {
				out[c*m+i] += full[i*n+j]
			}
		}
	}
	return out
}

// A random matrix comes back from its compressed form; columns of a colour meet in no row.
func TestColors(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		m, n := r.IntN(12), r.IntN(12)
		p := sparse.NewPattern(m, n)
		full := make([]float64, m*n)
		widest := 0
		for i := range m {
			for j := range n {
				if r.IntN(4) == 0 {
					p.Set(i, j)
					full[i*n+j] = r.NormFloat64()
				}
			}
			widest = max(widest, len(p.Row(i)))
		}
		colors, k := p.Colors()
		if k < widest || k > n {
			t.Fatalf("%d colours for rows of %d", k, widest)
		}
		got := make([]float64, m*n)
		p.Expand(colors, compress(full, m, n, colors, k), got)
		if !slices.Equal(got, full) {
			t.Fatalf("seed %d: %v, want %v", seed, got, full)
		}
		if q := sparse.Of(m, n, full); q.Len() != p.Len() {
			t.Fatalf("seed %d: %d places, want %d", seed, q.Len(), p.Len())
		}
	}
}

// So does a symmetric one, from no more colours, and often fewer.
func TestSymmetricColors(t *testing.T) {
	fewer := 0
	for seed := range uint64(600) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := r.IntN(14)
		p := sparse.NewPattern(n, n)
		full := make([]float64, n*n)
		some := 2 + r.IntN(6)
		for i := range n {
			for j := range i + 1 {
				if r.IntN(some) == 0 || i == j && r.IntN(3) > 0 {
					p.Set(i, j)
					p.Set(j, i)
					full[i*n+j] = r.NormFloat64()
					full[j*n+i] = full[i*n+j]
				}
			}
		}
		_, most := p.Colors()
		colors, k := p.SymmetricColors()
		if k > most {
			t.Fatalf("seed %d: %d colours, %d without symmetry", seed, k, most)
		}
		if k < most {
			fewer++
		}
		got := make([]float64, n*n)
		p.ExpandSymmetric(colors, compress(full, n, n, colors, k), got)
		if !slices.Equal(got, full) {
			t.Fatalf("seed %d: %v, want %v", seed, got, full)
		}
	}
	if fewer < 100 {
		t.Errorf("only %d matrices need fewer colours because they are symmetric", fewer)
	}
}

// An arrow, a full row and column with a diagonal, needs all colours, and two when it is symmetric. A band needs its
// width, and as a symmetric one of three diagonals no more.
func TestKnown(t *testing.T) {
	arrow := sparse.Band(50, 0, 0)
	for i := range 50 {
		arrow.Set(0, i)
		arrow.Set(i, 0)
	}
	if _, k := arrow.Colors(); k != 50 {
		t.Errorf("arrow: %d colours, want 50", k)
	}
	if _, k := arrow.SymmetricColors(); k != 2 {
		t.Errorf("symmetric arrow: %d colours, want 2", k)
	}
	if _, k := sparse.Band(1000, 2, 1).Colors(); k != 4 {
		t.Errorf("band: %d colours, want 4", k)
	}
	if _, k := sparse.Band(1000, 1, 1).SymmetricColors(); k > 3 {
		t.Errorf("symmetric band: %d colours, want 3", k)
	}
	if _, k := sparse.Band(40, 0, 0).SymmetricColors(); k != 1 {
		t.Errorf("diagonal: %d colours, want 1", k)
	}
}

func TestPanics(t *testing.T) {
	p := sparse.NewPattern(2, 3)
	p.Set(0, 1)
	for want, f := range map[string]func(){
		"sparse: place (2, 0) of a matrix of 2 rows and 3 columns":  func() { p.Set(2, 0) },
		"sparse: a matrix of 2 rows and 3 columns is not symmetric": func() { p.SymmetricColors() },
		"sparse: 1 colours for 3 columns":                           func() { p.Expand([]int{0}, nil, nil) },
		"sparse: 1 compressed elements, want 1*2":                   func() { p.Expand([]int{0, 0, 0}, make([]float64, 1), make([]float64, 6)) },
		"sparse: a matrix of 5 elements, want 2*3":                  func() { sparse.Of(2, 3, make([]float64, 5)) },
		"sparse: a matrix of -1 rows and 0 columns":                 func() { sparse.NewPattern(-1, 0) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("%v, want %s", got, want)
				}
			}()
			f()
		}()
	}
	q := sparse.NewPattern(2, 2)
	q.Set(0, 1)
	defer func() {
		if got := recover(); got != "sparse: the pattern has the place (0, 1) but not (1, 0)" {
			t.Error(got)
		}
	}()
	q.SymmetricColors()
}

// A function of neighbours has a Jacobian of three diagonals: three directional derivatives make it, however many
// columns it has.
func ExamplePattern() {
	f := func(x []float64) (y []float64) {
		for i := range x {
			v := 3 * x[i]
			if i > 0 {
				v -= x[i-1]
			}
			if i+1 < len(x) {
				v -= 2 * x[i+1]
			}
			y = append(y, v)
		}
		return y
	}
	const n = 6
	p := sparse.Band(n, 1, 1)
	colors, k := p.Colors()
	buf := make([]float64, k*n)
	for c := range k { // what FJacobianColors does
		v := make([]float64, n)
		for j := range v {
			if colors[j] == c {
				v[j] = 1
			}
		}
		copy(buf[c*n:], f(v)) // f is linear
	}
	jac := make([]float64, n*n)
	p.Expand(colors, buf, jac)
	fmt.Println(k, "products")
	for i := range n {
		fmt.Println(jac[i*n : (i+1)*n])
	}
	// Output:
	// 3 products
	// [3 -2 0 0 0 0]
	// [-1 3 -2 0 0 0]
	// [0 -1 3 -2 0 0]
	// [0 0 -1 3 -2 0]
	// [0 0 0 -1 3 -2]
	// [0 0 0 0 -1 3]
}
