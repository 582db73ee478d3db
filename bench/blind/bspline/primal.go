// Package bspline is penalised regression with cubic B-splines (P-splines).
//
// P. H. C. Eilers and B. D. Marx, Flexible smoothing with B-splines and
// penalties, Statistical Science 11 (1996) 89-121; the spline is evaluated by
// the recursion of C. de Boor, A Practical Guide to Splines, chapter X.
package bspline

const degree = 3

// Spline is a cubic spline. The knots rise, and there are four more of them
// than coefficients.
type Spline struct {
	Knots []float64
	Coefs []float64
}

// Data are points with weights, sorted by X.
type Data struct {
	X, Y, Weight []float64
}

// Criterion is the weighted sum of squared residuals plus the penalty on the
// differences of the given order between neighbouring coefficients. Points
// outside of the spline's domain are left out.
//
// It is differentiated with respect to the spline: its knots and coefficients.
func Criterion(s Spline, data Data, lambda float64, order int) float64 {
	n := len(s.Coefs)
	lo, hi := s.Knots[degree], s.Knots[n]
	span := degree // Knots[span] <= x < Knots[span+1]
	sum := 0.0
	for i, x := range data.X {
		if x < lo {
			continue
		}
		if x >= hi {
			break
		}
		for x >= s.Knots[span+1] {
			span++
		}
		r := data.Y[i] - s.at(x, span)
		sum += data.Weight[i] * r * r
	}
	return sum + lambda*roughness(s.Coefs, order)
}

// at is the spline's value at x, which lies in the span, by de Boor's recursion.
func (s Spline) at(x float64, span int) float64 {
	var d [degree + 1]float64
	copy(d[:], s.Coefs[span-degree:])
	t := s.Knots[span-degree:]
	for r := 1; r <= degree; r++ {
		for j := degree; j >= r; j-- {
			left, right := t[j], t[j+1+degree-r]
			alpha := (x - left) / (right - left)
			d[j] = (1-alpha)*d[j-1] + alpha*d[j]
		}
	}
	return d[degree]
}

// roughness is the sum of the squared differences of the order.
func roughness(coefs []float64, order int) float64 {
	diff := append([]float64(nil), coefs...)
	for ; order > 0; order-- {
		for j := 0; j+1 < len(diff); j++ {
			diff[j] = diff[j+1] - diff[j]
		}
		diff = diff[:len(diff)-1]
	}
	sum := 0.0
	for _, d := range diff {
		sum += d * d
	}
	return sum
}
