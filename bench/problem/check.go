package problem

import (
	"errors"
	"fmt"
	"math"
)

// Tolerance of the comparison with the hand-written functions, relative.
const Tolerance = 1e-9

// ErrPanic is in the error of [Case.Check] when a generated function has panicked.
var ErrPanic = errors.New("panic")

// Check compares the generated functions with the hand-written ones and
// reports the first disagreement. Components are compared relative to
// themselves or to the root mean square of the gradient, whichever is larger.
func (c *Case) Check() (err error) {
	defer func() { // generated code panics where it finds sizes that do not fit
		if r := recover(); r != nil {
			err = fmt.Errorf("%w: %v", ErrPanic, r)
		}
	}()
	want, wantGrad := c.HandValue(), c.HandGrad()
	gradient := append([]float64(nil), c.HandBar.Flat...)
	got, gotGrad := c.Value(), c.Grad()
	jvpValue, dx := c.JVP()
	for _, v := range []struct {
		what string
		got  float64
	}{{"the hand-written gradient's value", wantGrad}, {"the value", got}, {"the gradient's value", gotGrad}, {"the JVP's value", jvpValue}} {
		if !near(v.got, want, math.Abs(want)) {
			return fmt.Errorf("%s is %v, want %v", v.what, v.got, want)
		}
	}
	if err := compare("gradient", c.Bar.Flat, gradient); err != nil {
		return err
	}
	if c.PlainGrad != nil {
		if got := c.PlainGrad(); !near(got, want, math.Abs(want)) {
			return fmt.Errorf("the value of plain Go's gradient is %v, want %v", got, want)
		}
		if err := compare("gradient from plain Go", c.PlainBar.Flat, gradient); err != nil {
			return err
		}
	}
	inner, size := 0.0, 0.0
	for i, g := range gradient {
		inner += g * c.Direction.Flat[i]
		size += math.Abs(g * c.Direction.Flat[i])
	}
	if !near(dx, inner, size) {
		return fmt.Errorf("the JVP is %v, the gradient times the direction %v", dx, inner)
	}
	if c.HVP == nil {
		return nil
	}
	c.HandHVP()
	c.HVP()
	return compare("Hessian-vector product", c.Bar.Flat, c.HandBar.Flat)
}

func compare(what string, got, want []float64) error {
	square := 0.0
	for _, w := range want {
		square += w * w
	}
	rms := math.Sqrt(square / float64(len(want)))
	for i, w := range want {
		if !near(got[i], w, max(math.Abs(w), rms)) {
			return fmt.Errorf("component %d of the %s is %v, want %v", i, what, got[i], w)
		}
	}
	return nil
}

// near is false for NaN.
func near(got, want, scale float64) bool { return math.Abs(got-want) <= Tolerance*scale }
