package proptest

import (
	"math"

	"github.com/seed-4b734f86/gochad/semantics"
)

// A slope is a finite-difference estimate of a directional derivative.
type slope struct {
	value []float64
	// err bounds the error of each component, as far as the differences can tell.
	err []float64
	// smooth is false where the function has a kink or a jump nearby, or is too steep.
	smooth bool
}

// step of the differences: rounding contributes about 1e-16/step, curvature step⁴.
const diffStep = 1e-3

// differences estimates d/dh f(h) at 0 by Richardson's extrapolation of central
// differences. f must return values of one shape.
func differences(f func(h float64) (semantics.Value, error)) (slope, error) {
	at := func(h float64) ([]float64, semantics.Value, error) {
		v, err := f(h)
		if err != nil {
			return nil, nil, err
		}
		return realsOf(v), v, nil
	}
	mid, base, err := at(0)
	if err != nil {
		return slope{}, err
	}
	steps := []float64{diffStep, -diffStep, diffStep / 2, -diffStep / 2, diffStep / 4, -diffStep / 4}
	ys := make([][]float64, len(steps))
	s := slope{smooth: true}
	for i, h := range steps {
		y, v, err := at(h)
		if err != nil {
			return slope{}, err
		}
		if !sameShape(base, v) {
			return slope{smooth: false}, nil
		}
		ys[i] = y
	}
	for k := range mid {
		d1 := (ys[0][k] - ys[1][k]) / (2 * diffStep)
		d2 := (ys[2][k] - ys[3][k]) / diffStep
		d3 := (ys[4][k] - ys[5][k]) / (diffStep / 2)
		r1, r2 := (4*d2-d1)/3, (4*d3-d2)/3
		r := (16*r2 - r1) / 15
		e := math.Abs(r2-r1) + 1e-12*(1+math.Abs(mid[k]))/diffStep
		s.value, s.err = append(s.value, r), append(s.err, e)
		// One-sided differences that disagree by more than curvature explains show a kink at the point itself.
		left, right := (mid[k]-ys[5][k])/(diffStep/4), (ys[4][k]-mid[k])/(diffStep/4)
		outer := math.Abs((ys[0][k] - 2*mid[k] + ys[1][k]) / diffStep)
		inner := math.Abs(right - left)
		bent := inner > 1e-6*(1+math.Abs(r)) && inner > 0.5*outer
		if math.IsNaN(r) || e > 1e-5*(1+math.Abs(r)) || math.Abs(r) > 1e6 || bent {
			s.smooth = false
		}
	}
	return s, nil
}

// close reports whether got is the slope, and says where it is not.
func (s slope) close(got []float64) (worst float64, at int) {
	at = -1
	if len(got) != len(s.value) {
		return math.Inf(1), 0
	}
	for k := range got {
		d := math.Abs(got[k]-s.value[k]) / (1e-7 + 20*s.err[k] + 1e-6*math.Abs(s.value[k]))
		if !(d <= worst) {
			worst, at = d, k
		}
	}
	return worst, at
}
