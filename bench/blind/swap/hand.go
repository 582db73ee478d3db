package swap

// Tape is memory kept between calls of Gradient. There is nothing to keep.
type Tape struct{}

// Gradient is Swap and its derivatives, which overwrite xBar and yBar.
//
// Step i writes place i only, and from the first step on nobody but later steps' b[0] reads what was written: that
// is place 0. So both copies are x and y but for place 0, and for i > 0 one pass forward gives, of a·b0 + b,
// a' = b0, b' = 1 and b0' += a. The step at 0 is reversed at the end.
func Gradient(x, y, xBar, yBar []float64, _ *Tape) float64 {
	n := len(x)
	if n == 0 {
		return 0
	}
	y, xBar, yBar = y[:n], xBar[:n], yBar[:n]
	// The step at 0. The copy of x is called b if swapped.
	swapped := x[0] > 0
	first := swapped
	x0, y0 := x[0], y[0]
	if first {
		y0 = y0*x0 + x0
	} else {
		x0 = x0*y0 + y0
	}
	// The result of the first step is added by itself.
	acc, x0Bar, y0Bar := x0, 1.0, 0.0
	if first {
		acc, x0Bar, y0Bar = y0, 0, 1
	}
	for i := 1; i < n; i++ {
		u, v := x[i], y[i]
		if u > 0 {
			swapped = !swapped
		}
		if swapped {
			acc += v*x0 + u
			x0Bar += v
			xBar[i], yBar[i] = 1, x0
		} else {
			acc += u*y0 + v
			y0Bar += u
			xBar[i], yBar[i] = y0, 1
		}
	}
	// a0 ← a0·b0 + b0: a' = b0·a', and b' += (a0 + 1)·a'.
	if first {
		xBar[0], yBar[0] = x0Bar+(y[0]+1)*y0Bar, x[0]*y0Bar
	} else {
		xBar[0], yBar[0] = y[0]*x0Bar, y0Bar+(x[0]+1)*x0Bar
	}
	return acc
}
