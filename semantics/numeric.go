package semantics

import (
	"math"
	"math/rand/v2"
	"slices"
)

// Map is a function between values, such as a definition applied by an [Evaluator].
type Map func(x Value) (Value, error)

var errShape = &Error{Kind: BadArgument, Msg: "the shape of the result changes near the point"}

// Difference approximates the derivative of f at x.At in direction dx, given by
// coordinates, by central differences with Richardson extrapolation (Ridders'
// table), and bounds the error of each coordinate as the table shows it. It
// evaluates f at most 20 times, at no more than h·|dx| from x.At; h = 0 means a
// tenth. f must be smooth there; of y only the type is used.
func Difference(f Map, x, y Space, dx []float64, h float64) (dy, bound []float64, err error) {
	if h == 0 {
		h = 0.1
	}
	x0, err := x.Coords()
	if err != nil {
		return nil, nil, err
	}
	if len(x0) != len(dx) {
		return nil, nil, &Error{Kind: BadArgument, Msg: "too few or too many coordinates"}
	}
	central := func(h float64) ([]float64, error) {
		hi, err := f.along(x, y, x0, dx, h)
		if err != nil {
			return nil, err
		}
		lo, err := f.along(x, y, x0, dx, -h)
		if err != nil {
			return nil, err
		}
		if len(hi) != len(lo) {
			return nil, errShape
		}
		for i := range hi {
			hi[i] = (hi[i] - lo[i]) / (2 * h)
		}
		return hi, nil
	}
	return extrapolate(central, h)
}

// along gives the coordinates of f(x₀ + h·dx).
func (f Map) along(x, y Space, x0, dx []float64, h float64) ([]float64, error) {
	xs := make([]float64, len(x0))
	for i := range xs {
		xs[i] = x0[i] + h*dx[i]
	}
	v, err := x.Move(xs)
	if err != nil {
		return nil, err
	}
	w, err := f(v)
	if err != nil {
		return nil, err
	}
	return Space{y.Type, w}.Coords()
}

// extrapolate runs Ridders' table for each coordinate of d(h), h → 0, where d has
// an expansion in even powers of h.
func extrapolate(d func(h float64) ([]float64, error), h float64) (best, bound []float64, err error) {
	const rows, shrink = 10, 1.6
	var last [][]float64 // last[j] is the row before at order j
	for i := range rows {
		first, err := d(h)
		if err != nil {
			return nil, nil, err
		}
		h /= shrink
		row := [][]float64{first}
		if best == nil {
			best, bound = slices.Clone(first), make([]float64, len(first))
			for k := range bound {
				bound[k] = math.Inf(1)
			}
		}
		if len(first) != len(best) {
			return nil, nil, errShape
		}
		factor := 1.0
		for j := 1; j <= i; j++ {
			factor *= shrink * shrink
			next := make([]float64, len(first))
			for k := range next {
				next[k] = (row[j-1][k]*factor - last[j-1][k]) / (factor - 1)
				e := math.Max(math.Abs(next[k]-row[j-1][k]), math.Abs(next[k]-last[j-1][k]))
				if e < bound[k] {
					best[k], bound[k] = next[k], e
				}
			}
			row = append(row, next)
		}
		last = row
	}
	return best, bound, nil
}

// DotTest draws v in x and w in y and compares ⟨Jv, w⟩ with ⟨v, Jᵀw⟩ for a
// derivative jvp from x to y and its transpose vjp. It returns the gap relative to
// the size of the terms of both sums; rounding keeps it below 10⁻¹² or so.
// The error is that of jvp, of vjp, or of a value that does not fit its space.
func DotTest(x, y Space, jvp, vjp Map, rng *rand.Rand) (gap float64, err error) {
	v, dv, err := x.random(rng)
	if err != nil {
		return 0, err
	}
	w, dw, err := y.random(rng)
	if err != nil {
		return 0, err
	}
	jv, err := y.image(jvp, dv)
	if err != nil {
		return 0, err
	}
	jw, err := x.image(vjp, dw)
	if err != nil {
		return 0, err
	}
	left, sizeL := dot(jv, w)
	right, sizeR := dot(v, jw)
	if gap := math.Abs(left - right); gap != 0 {
		return gap / math.Max(sizeL, sizeR), nil
	}
	return 0, nil
}

// random is a tangent with normal coordinates, and these.
func (s Space) random(rng *rand.Rand) ([]float64, Value, error) {
	xs, err := s.Coords()
	if err != nil {
		return nil, nil, err
	}
	for i := range xs {
		xs[i] = rng.NormFloat64()
	}
	v, err := s.Unflatten(xs)
	return xs, v, err
}

// image gives the coordinates in s of f(d).
func (s Space) image(f Map, d Value) ([]float64, error) {
	v, err := f(d)
	if err != nil {
		return nil, err
	}
	return s.Flatten(v)
}

// dot is Σ aᵢbᵢ and Σ |aᵢbᵢ|.
func dot(a, b []float64) (sum, size float64) {
	for i := range a {
		sum += a[i] * b[i]
		size += math.Abs(a[i] * b[i])
	}
	return sum, size
}
