package gmm

import (
	"math"
	"testing"
)

func mat(n, m int, f float64) (x [][]float64) {
	for i := range n {
		r := make([]float64, m)
		for j := range r {
			r[j] = math.Sin(f * float64(i*m+j))
		}
		x = append(x, r)
	}
	return
}
func BenchmarkG(b *testing.B) {
	const n, d, k = 1000, 64, 5
	w := NewGmmGradWorkspace()
	al := make([]float64, k)
	al2 := make([]float64, k)
	me, qd, lt, x := mat(k, d, 1), mat(k, d, .1), mat(k, d*(d-1)/2, .3), mat(n, d, 2)
	me2, qd2, lt2 := mat(k, d, 1), mat(k, d, .1), mat(k, d*(d-1)/2, .3)
	for range b.N {
		w.GmmGrad(al, me, qd, lt, x, 1, 0, al2, me2, qd2, lt2)
	}
}
func BenchmarkJ(b *testing.B) {
	const n, d, k = 1000, 64, 5
	w := NewGmmJVPWorkspace()
	al := make([]float64, k)
	al2 := make([]float64, k)
	me, qd, lt, x := mat(k, d, 1), mat(k, d, .1), mat(k, d*(d-1)/2, .3), mat(n, d, 2)
	me2, qd2, lt2 := mat(k, d, 1), mat(k, d, .1), mat(k, d*(d-1)/2, .3)
	for range b.N {
		w.GmmJVP(al, me, qd, lt, x, 1, 0, al2, me2, qd2, lt2)
	}
}
