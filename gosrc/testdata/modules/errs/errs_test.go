package errs

import "testing"

// F and its derivatives take the branch of the error that is meant.
func TestErrors(t *testing.T) {
	for x, want := range map[float64]float64{3: 3, 1.5: 15, .5: 3.75, -.5: 0, -2: -1} {
		y, err := F(x)
		var d float64
		if got, e := FGrad(x, &d); got != y || (e == nil) != (err == nil) || d != want {
			t.Errorf("FGrad(%v) = %v, %v, %v; want %v, %v, %v", x, got, e, d, y, err, want)
		}
		if got, dx, e := FJVP(x, 1); got != y || (e == nil) != (err == nil) || dx != want {
			t.Errorf("FJVP(%v) = %v, %v, %v; want %v, %v, %v", x, got, dx, e, y, want, err)
		}
	}
	for x, want := range map[float64]float64{3: 3, 1.5: 15, .5: 2.25, -.5: 14, -2: -1} {
		var d float64
		if y := OtherGrad(x, &d); y != Other(x) || d != want {
			t.Errorf("OtherGrad(%v) = %v, %v; want %v, %v", x, y, d, Other(x), want)
		}
	}
}
