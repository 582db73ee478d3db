// Package curve bootstraps a yield curve from deposits and swaps and values a portfolio of bonds on it. See J. Hull,
// Options, Futures, and Other Derivatives, chapters 4 and 7.
package curve

import "math"

// Deposit pays 1 + Rate·Maturity at Maturity, with simple interest.
type Deposit struct {
	Maturity, Rate float64
}

// Swap exchanges the fixed Rate, paid Frequency times a year, for floating interest until Maturity.
type Swap struct {
	Maturity  float64
	Frequency int
	Rate      float64
}

// Bond pays Coupon a year in parts, Frequency times a year, and its Notional at the end.
type Bond struct {
	Notional, Coupon float64
	Frequency        int
	Maturity         float64
}

// node is a point of the curve: the zero rate, compounded continuously, at a time.
type node struct {
	time, zero float64
}

// zeroAt interpolates linearly between the nodes, and is constant outside.
func zeroAt(nodes []node, t float64) float64 {
	if t <= nodes[0].time {
		return nodes[0].zero
	}
	lo, hi := 0, len(nodes)-1
	if t >= nodes[hi].time {
		return nodes[hi].zero
	}
	for hi-lo > 1 {
		mid := (lo + hi) / 2
		if nodes[mid].time <= t {
			lo = mid
		} else {
			hi = mid
		}
	}
	w := (t - nodes[lo].time) / (nodes[hi].time - nodes[lo].time)
	return (1-w)*nodes[lo].zero + w*nodes[hi].zero
}

// discount is the value today of one at time t.
func discount(nodes []node, t float64) float64 {
	return math.Exp(-zeroAt(nodes, t) * t)
}

// schedule lists the payment times until maturity, the last one first, the first one after time 0.
func schedule(maturity float64, frequency int) []float64 {
	var times []float64
	for k := 0; ; k++ {
		t := maturity - float64(k)/float64(frequency)
		if t <= 1e-9 {
			return times
		}
		times = append(times, t)
	}
}

// newton finds the root of f, which gives its value and its slope.
func newton(f func(z float64) (v, slope float64), z float64) float64 {
	for range 50 {
		v, slope := f(z)
		step := v / slope
		z -= step
		if math.Abs(step) < 1e-12 {
			break
		}
	}
	return z
}

// solve is the zero rate at the maturity of the swap that makes it worth nothing, given the nodes before. Payments
// after the last of them lie on the line to the new node.
func (s *Swap) solve(nodes []node) float64 {
	last := nodes[len(nodes)-1]
	times := schedule(s.Maturity, s.Frequency)
	known := 0.0
	var open, accruals []float64
	for k, t := range times {
		accrual := t
		if k+1 < len(times) {
			accrual = t - times[k+1]
		}
		if t > last.time {
			open = append(open, t)
			accruals = append(accruals, accrual)
			continue
		}
		known += accrual * discount(nodes, t)
	}
	return newton(func(z float64) (float64, float64) {
		v, slope := s.Rate*known-1, 0.0
		for k, t := range open {
			w := (t - last.time) / (s.Maturity - last.time)
			d := math.Exp(-((1-w)*last.zero + w*z) * t)
			amount := s.Rate * accruals[k]
			if k == 0 {
				amount++
			}
			v += amount * d
			slope -= amount * w * t * d
		}
		return v, slope
	}, last.zero)
}

// bootstrap builds the curve, one node an instrument. Maturities ascend, and swaps come after deposits.
func bootstrap(deposits []Deposit, swaps []Swap) []node {
	var nodes []node
	for _, d := range deposits {
		grown := 1 + d.Rate*d.Maturity
		z := newton(func(z float64) (float64, float64) {
			v := grown * math.Exp(-z*d.Maturity)
			return v - 1, -d.Maturity * v
		}, d.Rate)
		nodes = append(nodes, node{d.Maturity, z})
	}
	for i := range swaps {
		s := &swaps[i]
		nodes = append(nodes, node{s.Maturity, s.solve(nodes)})
	}
	return nodes
}

// Portfolio is the value of the bonds on the curve of the deposits and swaps. There is at least one deposit.
//
// It is differentiated with respect to the rates of the deposits and swaps and the coupons of the bonds.
func Portfolio(deposits []Deposit, swaps []Swap, bonds []Bond) float64 {
	nodes := bootstrap(deposits, swaps)
	total := 0.0
	for _, b := range bonds {
		price := discount(nodes, b.Maturity)
		for _, t := range schedule(b.Maturity, b.Frequency) {
			price += b.Coupon / float64(b.Frequency) * discount(nodes, t)
		}
		total += b.Notional * price
	}
	return total
}
