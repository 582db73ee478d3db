package parallel

import (
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/examples/parallel/serial"
)

type problem struct {
	a    [][]float64
	b    []float64
	k    []int
	x, u []float64
}

func observations(n int) problem {
	r := rand.New(rand.NewPCG(1, 2))
	p := problem{b: make([]float64, n), k: make([]int, n), x: make([]float64, 20), u: make([]float64, 5)}
	for i := range n {
		row := make([]float64, len(p.x))
		for j := range row {
			row[j] = r.NormFloat64()
		}
		p.a = append(p.a, row)
		p.b[i], p.k[i] = float64(r.IntN(2)), r.IntN(5)
	}
	for j := range p.x {
		p.x[j] = r.NormFloat64()
	}
	return p
}

// The parts give what one loop gives, up to the order of additions, and the same bits in every run with any number of
// processors.
func TestParallel(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, n := range []int{0, 1, 2, 3, 5, 1500} { // only the last has enough to do for goroutines
		p := observations(n)
		w := NewLossWorkspace()
		xbar, ubar := make([]float64, 20), make([]float64, 5)
		y := w.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar)
		sx, su := make([]float64, 20), make([]float64, 5)
		s := serial.LossGrad(p.a, p.b, p.k, p.x, p.u, sx, su)
		close := func(a, b []float64) {
			for i := range a {
				if math.Abs(a[i]-b[i]) > 1e-11*(1+math.Abs(b[i])) {
					t.Errorf("n = %d: %v, want %v", n, a, b)
				}
			}
		}
		close([]float64{y}, []float64{s})
		close(xbar, sx)
		close(ubar, su)
		for procs := 1; procs <= 4; procs++ {
			runtime.GOMAXPROCS(procs)
			for range 10 {
				x2, u2 := make([]float64, 20), make([]float64, 5)
				if y2 := w.LossGrad(p.a, p.b, p.k, p.x, p.u, x2, u2); y2 != y {
					t.Fatalf("n = %d, %d processors: %v, before %v", n, procs, y2, y)
				}
				for j := range x2 {
					if x2[j] != xbar[j] || u2[j%5] != ubar[j%5] {
						t.Fatalf("n = %d, %d processors: gradients differ", n, procs)
					}
				}
			}
		}
		if k := testing.AllocsPerRun(20, func() { w.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar) }); k > 0 {
			t.Errorf("n = %d: %v allocations", n, k)
		}
	}
}

// The loop over observations is what runs in parts: the loss is, to the bit, the sum of the losses of four quarters,
// and not that of one loop.
func TestQuarters(t *testing.T) {
	p := observations(1500)
	n := len(p.b)
	y := LossGrad(p.a, p.b, p.k, p.x, p.u, nil, nil)
	sum := 0.0
	for q := range 4 {
		from, to := q*n/4, (q+1)*n/4
		sum += serial.LossGrad(p.a[from:to], p.b[from:to], p.k[from:to], p.x, p.u, nil, nil)
	}
	one := serial.LossGrad(p.a, p.b, p.k, p.x, p.u, nil, nil)
	if y != sum || y == one {
		t.Errorf("the loss is %v, that of four quarters %v, that of one loop %v", y, sum, one)
	}
}

// Outcomes that are certain to be wrong have losses and gradients that are finite.
func TestLarge(t *testing.T) {
	p := observations(4)
	for i := range p.u {
		p.u[i] = 1000 * float64(i%2*2-1)
	}
	xbar, ubar := make([]float64, 20), make([]float64, 5)
	y := LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar)
	for _, v := range append(append(xbar, ubar...), y) {
		if math.IsInf(v, 0) || math.IsNaN(v) {
			t.Fatalf("loss %v, gradients %v and %v", y, xbar, ubar)
		}
	}
}

// A panic in a part is one of the caller, who can go on; that of the first iteration that fails.
func TestPanic(t *testing.T) {
	p := observations(1500)
	w := NewLossWorkspace()
	xbar, ubar := make([]float64, 20), make([]float64, 5)
	want := w.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar)
	message := func(f func()) (r string) {
		defer func() {
			if s, ok := recover().(string); ok {
				_, r, _ = strings.Cut(s, ": ") // the lines differ
			}
		}()
		f()
		return ""
	}
	old := p.k[1300]
	p.k[1300], p.k[700] = 17, 11
	got := message(func() { w.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar) })
	one := message(func() { serial.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar) })
	if got == "" || got != one {
		t.Errorf("panics with %q, one loop with %q", got, one)
	}
	p.k[1300], p.k[700] = old, observations(1500).k[700]
	if y := w.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar); y != want {
		t.Errorf("%v after a panic, want %v", y, want)
	}
}

func BenchmarkParallel(b *testing.B) {
	p := observations(20_000)
	xbar, ubar := make([]float64, 20), make([]float64, 5)
	w, v := NewLossWorkspace(), serial.NewLossWorkspace()
	b.Run("serial", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			v.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar)
		}
	})
	b.Run("4parts", func(b *testing.B) {
		b.ReportAllocs()
		for range b.N {
			w.LossGrad(p.a, p.b, p.k, p.x, p.u, xbar, ubar)
		}
	})
}
