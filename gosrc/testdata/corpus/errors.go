package corpus

import "errors"

// GivenErrors takes errors, and gives back the first.
func GivenErrors(x []float64, err error, errs []error) (float64, error) {
	s := 1.0
	for i, v := range x {
		switch {
		case i < len(errs) && errs[i] != nil && err == nil:
			err = errs[i]
		case err != nil:
			s *= v
		default:
			s += v * v
		}
	}
	if s > 1e6 {
		return 0, errors.New("large")
	}
	return s, err
}

type report struct {
	V   float64
	Err error
}

func (r *report) add(x float64) {
	if r.Err == nil {
		r.V += x * x
	}
	if r.V > 3 {
		r.Err = errors.New("full")
	}
}

// KeepsErrors has errors in what it is given and gives; those that it stores for its caller are left out.
func KeepsErrors(r *report, x []float64, last *error) report {
	for _, v := range x {
		r.add(v)
	}
	out := *r
	if *last != nil {
		out.V *= 2
	}
	*last = r.Err
	return out
}

// Ratios has results that are slices beside an error, behind which there is nothing to pull back. It panics where x is the longer one.
func Ratios(x, y []float64) ([]float64, error) {
	if len(x) > 2 && x[2] < -1 || len(x) < len(y) {
		return nil, errors.New("third, or lengths")
	}
	out := make([]float64, len(x))
	for i, v := range x {
		if y[i] == 0 {
			return out[:(i+1)&^1], errors.New("division by zero") // in pairs
		}
		out[i] = v / y[i]
	}
	return out, nil
}
