package hand

import "math"

// log1pSum adds up log1p(x) for x in [0, 1] by one logarithm for many x: it
// carries q = Π(1 + x) − 1, which keeps the relative accuracy of log1p for
// small x, where the product would not. There are four products, since each
// step has to wait for the one before in its product.
type log1pSum struct {
	q     [4]float64
	total float64 // of products that became large
}

// add adds the terms of at most 256 numbers.
func (s *log1pSum) add(x []float64) {
	q0, q1, q2, q3 := s.q[0], s.q[1], s.q[2], s.q[3]
	for len(x) >= 4 {
		q0 += x[0] * (1 + q0)
		q1 += x[1] * (1 + q1)
		q2 += x[2] * (1 + q2)
		q3 += x[3] * (1 + q3)
		x = x[4:]
	}
	for _, v := range x {
		q0 += v * (1 + q0)
	}
	s.q = [4]float64{q0, q1, q2, q3}
	// 256 numbers multiply a product by at most 2²⁵⁶.
	if !(max(max(q0, q1), max(q2, q3)) < 0x1p512) {
		s.flush()
	}
}

// flush adds the products to the total.
func (s *log1pSum) flush() {
	for i, q := range s.q {
		s.total += math.Log1p(q)
		s.q[i] = 0
	}
}

// sum is the sum of all terms.
func (s *log1pSum) sum() float64 {
	s.flush()
	return s.total
}
