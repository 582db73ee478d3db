package judge

import "math"

// A ray is a function of a step from a point in a direction: F(x + h·v), a list of numbers.
type ray struct {
	at   func(h float64) ([]float64, bool)
	base []float64 // at 0
	// size is the length of the longest steps, least that of the numbers in the direction which are nearest to 0.
	size, least float64
	eps         float64 // of rounding
	memo        map[float64][]float64
}

func newRay(d *direction, base []float64, at func(h float64) ([]float64, bool)) *ray {
	return &ray{at: at, base: base, size: d.size, least: d.least, eps: d.eps, memo: map[float64][]float64{0: base}}
}

// A finding is what differences say of a number.
type finding int

const (
	agrees  finding = iota
	unclear         // differences do not settle, or not sharply enough to tell
	differs
)

const (
	rows    = 5    // steps of one extrapolation, each half of the one before
	fewRows = 3    // for float32, which rounds more
	longest = 0.1  // step, relative to the size
	shorter = 1e-7 // than which none begins, relative to the least
	certain = 8    // a gap is told from an error that is so many times smaller
)

// value is F(x + h·v), nil where there is none.
func (r *ray) value(h float64) []float64 {
	if y, ok := r.memo[h]; ok {
		return y
	}
	y, ok := r.at(h)
	if !ok {
		y = nil
	}
	r.memo[h] = y
	return y
}

// An estimate is the derivative as one extrapolation has it.
type estimate struct {
	slope, bound []float64
	h            float64 // the shortest step
}

// extrapolate is Richardson's: central differences have errors in powers of h². Of each number the entry of the table
// that differs least from its neighbours is taken; that difference bounds the error.
func (r *ray) extrapolate(h float64) (e estimate, ok bool) {
	n := len(r.base)
	var table [rows][rows][]float64
	e = estimate{slope: make([]float64, n), bound: make([]float64, n)}
	for k := range n {
		e.bound[k] = math.Inf(1)
	}
	depth := rows
	if r.eps > 0x1p-53 {
		depth = fewRows
	}
	for i := range depth {
		above, below := r.value(h), r.value(-h)
		if above == nil || below == nil {
			return e, false
		}
		for m := range i + 1 {
			table[i][m] = make([]float64, n)
		}
		for k := range n {
			table[i][0][k] = (above[k] - below[k]) / (2 * h)
			power := 1.0
			for m := 1; m <= i; m++ {
				power *= 4
				fine, coarse := table[i][m-1][k], table[i-1][m-1][k]
				x := fine + (fine-coarse)/(power-1)
				table[i][m][k] = x
				if b := math.Max(math.Abs(x-fine), math.Abs(x-coarse)); b < e.bound[k] {
					e.slope[k], e.bound[k] = x, b
				}
			}
		}
		e.h = h
		h /= 2
	}
	return e, true
}

// starts are the lengths of the longest steps of extrapolations, those first that mostly do.
func (r *ray) starts() []float64 {
	first := []float64{1e-2, 1e-3, longest}
	if r.eps > 0x1p-53 {
		first = []float64{longest, 3 * longest, 1e-2, 1e-3}
	}
	out := make([]float64, len(first), 20)
	for i, h := range first {
		out[i] = h * r.size
	}
	for h := 1e-4 * r.size; h >= shorter*r.least; h /= 10 {
		out = append(out, h)
	}
	return out
}

// noise is about what rounding does to number k of a value, and that of the step to the difference.
func (r *ray) noise(k int, slope float64) float64 {
	return 8 * r.eps * (math.Abs(r.base[k]) + r.size*math.Abs(slope)/2)
}

// A result is what differences say of a derivative: the worst finding, of which number, and what they give for that.
type result struct {
	finding
	k     int
	slope float64
	worst float64 // of the relative errors of numbers that agree
}

// judge compares a derivative with differences.
func (r *ray) judge(d []float64, tolerance float64) result {
	open := make([]bool, len(d))
	best := make([]estimate, len(d)) // of each number, with lists of one
	left := len(d)
	for k := range open {
		open[k] = true
	}
	out := result{k: -1}
	for _, h := range r.starts() {
		e, ok := r.extrapolate(h)
		if !ok {
			continue
		}
		for k := range d {
			if !open[k] {
				continue
			}
			err := e.bound[k] + r.noise(k, d[k])/e.h
			if best[k].slope == nil || err < best[k].bound[0] {
				best[k] = estimate{[]float64{e.slope[k]}, []float64{err}, e.h}
			}
			scale := math.Max(math.Abs(d[k]), math.Abs(e.slope[k]))
			off := math.Abs(d[k] - e.slope[k])
			if err <= tolerance*scale && off <= tolerance*scale+10*err {
				open[k] = false
				left--
				if off > 0 {
					out.worst = math.Max(out.worst, off/scale)
				}
			}
		}
		if left == 0 {
			return out
		}
	}
	for k := range d {
		if !open[k] {
			continue
		}
		if f := r.examine(k, d[k], best[k], tolerance); f > out.finding {
			out.finding, out.k = f, k
			if f == differs {
				out.slope = best[k].slope[0]
			}
		}
	}
	return out
}

// examine looks at a number that no extrapolation agrees with sharply.
func (r *ray) examine(k int, d float64, best estimate, tolerance float64) finding {
	if best.slope == nil {
		return unclear
	}
	a, err := best.slope[0], best.bound[0]
	scale := math.Max(math.Abs(d), math.Abs(a))
	gap := math.Abs(d - a)
	floor := 32 * r.eps * math.Abs(r.base[k]) / best.h
	sharp := err <= 1e-3*scale && gap <= tolerance*scale+10*err
	switch {
	case scale <= 10*r.noise(k, d)/(longest*r.size), gap <= floor && err <= floor, sharp:
		return agrees // within rounding
	case math.IsNaN(gap), gap <= tolerance*scale, err > gap/certain:
		return unclear
	}
	// The differences have settled, if they stay there for all shorter steps, and on both sides.
	noise := mostNoise * r.noise(k, a)
	levels, flat, h := 0, true, 4*best.h
	for ; noise/h <= gap/certain && levels < mostLevels; h /= math.Sqrt(10) {
		above, below := r.value(h), r.value(-h)
		if above == nil || below == nil {
			return unclear
		}
		flat = flat && (above[k] == below[k] || h > best.h)
		off := math.Abs((above[k]-below[k])/(2*h) - a)
		switch {
		case off <= gap/4 && off <= math.Abs(a)/4+certain*noise/h:
			levels++
		case levels > 0 || h < best.h/32:
			return unclear
		}
	}
	// What is small and fast can hide in rounding, unless the steps have become short.
	short := shortEnough
	if r.eps > 0x1p-53 {
		short = shortSingle
	}
	if h *= math.Sqrt(10); levels < leastLevels || h > short*r.size {
		return unclear
	}
	above, below := r.value(h), r.value(-h)
	if math.Abs((above[k]-r.base[k])/h-(r.base[k]-below[k])/h) > gap/2 {
		return unclear // a kink
	}
	if flat && r.stairs(k) || r.hidden(gap, flat) {
		return unclear
	}
	return differs
}

// hidden says that a gap may be lost in what the function adds up: less than rounding of the largest number in the
// value, and far less for a number that is constant, such as (1 + 1e-30*x) - 1.
func (r *ray) hidden(gap float64, flat bool) bool {
	largest := 0.0
	for _, y := range r.base {
		largest = math.Max(largest, math.Abs(y))
	}
	if largest == 0 {
		largest = 1
	}
	return gap*r.size <= 16*r.eps*largest || flat && gap*r.size <= 1e4*r.eps*largest
}

// stairs says that a number that is constant nearby is not so farther away.
func (r *ray) stairs(k int) bool {
	for _, y := range r.memo {
		if y != nil && y[k] != r.base[k] {
			return true
		}
	}
	for _, h := range []float64{1, -1, 10, -10, 1000, -1000} {
		if y := r.value(h * r.size); y != nil && y[k] != r.base[k] {
			return true
		}
	}
	return false
}

const (
	// mostNoise is how much more than usual a value may be rounded: what changes more than that goes in small steps or
	// ripples, and shorter steps show that.
	mostNoise = 4

	shortEnough, shortSingle = 1e-5, 2e-3 // of the size

	leastLevels = 3  // of steps at which differences have to stay
	mostLevels  = 40 // where there is no rounding, as in x+x
)
