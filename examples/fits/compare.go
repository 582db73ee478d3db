package fits

import (
	"fmt"
	"math"
)

// RequiredDigits is the agreement with every reference that [Run] insists on.
const RequiredDigits = 6

// Digits returns to how many significant digits got agrees with want: the log relative error
// −log₁₀(|got − want| / |want|) that NIST recommends for its reference data, the log absolute error
// when want is 0. The result lies between 0 and 15; it is 0 when either is not finite.
func Digits(got, want float64) float64 {
	e := math.Abs(got - want)
	if want != 0 {
		e /= math.Abs(want)
	}
	if math.IsNaN(e) || math.IsInf(e, 0) {
		return 0
	}
	return min(max(-math.Log10(e), 0), 15)
}

// Reference is an answer obtained without the derived gradient.
type Reference struct {
	Name         string
	Coefficients []float64
}

// Comparison is one fit beside what it has to agree with. Fit and references have as many
// coefficients as there are predictors, and the intercept.
type Comparison struct {
	Data       Dataset
	Fit        Fitted
	References []Reference // at least one
}

// Digits returns the agreement of coefficient j with the reference that is furthest from it.
func (c Comparison) Digits(j int) float64 {
	d := 15.0
	for _, r := range c.References {
		d = min(d, Digits(c.Fit.Coefficients[j], r.Coefficients[j]))
	}
	return d
}

// CoefficientName returns the name of coefficient j: the intercept or a predictor.
func (c Comparison) CoefficientName(j int) string {
	if j == 0 {
		return "intercept"
	}
	return c.Data.Predictors[j-1]
}

// Err returns an error that names the coefficient with the least agreement when that is below
// [RequiredDigits].
func (c Comparison) Err() error {
	worst := 0
	for j := range c.Fit.Coefficients {
		if c.Digits(j) < c.Digits(worst) {
			worst = j
		}
	}
	if c.Digits(worst) < RequiredDigits {
		return fmt.Errorf("%s: %s agrees to %.1f digits, want %d",
			c.Data.Name, c.CoefficientName(worst), c.Digits(worst), RequiredDigits)
	}
	return nil
}
