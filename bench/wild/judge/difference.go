package judge

import (
	"math"
	"reflect"
)

const (
	rows  = 6 // steps of one extrapolation, each half of the one before
	first = 1e-1
	last  = 1e-6
)

// difference is the derivative of the results by input i, by central differences that are extrapolated to steps of
// length zero, and how far off they may be. It starts from steps of several lengths and takes what settles best; it is
// not ok if no two of them agree.
func difference(c Case, p *point, i int) (slope, errs []float64, ok bool) {
	n := len(p.out)
	var slopes, bounds [][]float64
	scale := 0.05 + math.Abs(leaves(p.args...)[i].Float())
	for start := first; start > last/2; start /= 10 {
		s, e, ok := extrapolate(n, 4, start*scale, func(h float64) ([]float64, bool) {
			above, ok1 := at(c, p, i, h)
			below, ok2 := at(c, p, i, -h)
			if !ok1 || !ok2 {
				return nil, false
			}
			return quotient(above, below, 2*h), true
		}, p.out)
		if ok {
			slopes, bounds = append(slopes, s), append(bounds, e)
		}
	}
	slope, errs = make([]float64, n), make([]float64, n)
	for k := range n {
		best := -1
		for j := range slopes {
			if best < 0 || bounds[j][k] < bounds[best][k] {
				best = j
			}
		}
		if best < 0 {
			return nil, nil, false
		}
		slope[k], errs[k] = slopes[best][k], bounds[best][k]
		agreed := false
		for j := range slopes {
			tolerance := settled*math.Abs(slope[k]) + 1e-9 + min(bounds[j][k], 1e-2*math.Abs(slope[k]))
			if j != best && !far(slopes[j][k], slope[k], tolerance) {
				agreed = true
			}
		}
		if !agreed || errs[k] > settled*max(1e-3, math.Abs(slope[k])) {
			return nil, nil, false
		}
	}
	return slope, errs, true
}

// side is the derivative by input i from one side, which sign says.
func side(c Case, p *point, i int, sign float64) ([]float64, bool) {
	scale := 0.05 + math.Abs(leaves(p.args...)[i].Float())
	var best, bound []float64
	for start := first; start > last/2; start /= 10 {
		s, e, ok := extrapolate(len(p.out), 2, start*scale, func(h float64) ([]float64, bool) {
			there, ok := at(c, p, i, sign*h)
			if !ok {
				return nil, false
			}
			return quotient(there, p.out, sign*h), true
		}, p.out)
		if !ok {
			continue
		}
		if best == nil {
			best, bound = s, e
			continue
		}
		for k := range s {
			if e[k] < bound[k] {
				best[k], bound[k] = s[k], e[k]
			}
		}
	}
	return best, best != nil
}

func quotient(a, b []float64, h float64) []float64 {
	q := make([]float64, len(a))
	for k := range q {
		q[k] = (a[k] - b[k]) / h
	}
	return q
}

// extrapolate is Richardson's: f has an error in powers of h², for order 4, or of h, for order 2. For each number the
// entry of the table that differs least from its neighbours is taken; that difference bounds the error, and so does
// rounding of the values.
func extrapolate(n int, order, h float64, f func(h float64) ([]float64, bool), value []float64) (best, bound []float64, ok bool) {
	var table [rows][rows][]float64
	bound = make([]float64, n)
	best = make([]float64, n)
	for k := range bound {
		bound[k] = math.Inf(1)
	}
	for j := range rows {
		if table[j][0], ok = f(h); !ok {
			return nil, nil, false
		}
		power := 1.0
		for m := 1; m <= j; m++ {
			power *= order
			table[j][m] = make([]float64, n)
			for k := range n {
				fine, coarse := table[j][m-1][k], table[j-1][m-1][k]
				x := fine + (fine-coarse)/(power-1)
				table[j][m][k] = x
				e := max(math.Abs(x-fine), math.Abs(x-coarse)) + 4e-16*math.Abs(value[k])/h
				if e < bound[k] {
					best[k], bound[k] = x, e
				}
			}
		}
		h /= 2
	}
	return best, bound, true
}

// at has the results where input i is moved by h. It is not ok where there are none, or of another shape.
func at(c Case, p *point, i int, h float64) ([]float64, bool) {
	args := copies(p.args)
	x := leaves(args...)[i]
	x.SetFloat(x.Float() + h)
	out, err := call(reflect.ValueOf(c.F), args)
	if err != nil {
		return nil, false
	}
	v := floats(out...)
	if len(v) != len(p.out) {
		return nil, false
	}
	for _, y := range v {
		if math.IsNaN(y) || math.IsInf(y, 0) {
			return nil, false
		}
	}
	return v, true
}
