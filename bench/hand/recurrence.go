package hand

import "math"

// Recurrence differentiates a pendulum with checkpoints.
type Recurrence struct {
	kept    []float64 // (x, v) at the beginning of each segment
	segment []float64 // x before each step of one segment
}

// segmentLength is ⌈√steps⌉, at least 1.
func segmentLength(steps int) int {
	return max(1, int(math.Ceil(math.Sqrt(float64(steps)))))
}

// RecurrenceValue is half the squared norm of the last state.
func RecurrenceValue(x, v, theta, h float64, steps int) float64 {
	for range steps {
		v -= h * sin(theta*x)
		x += h * v
	}
	return (x*x + v*v) / 2
}

// Grad is the value and the derivatives by x, v and theta.
func (w *Recurrence) Grad(x, v, theta, h float64, steps int) (value, xbar, vbar, thetabar float64) {
	length := segmentLength(steps)
	w.segment = grow(w.segment, length)
	w.kept = grow(w.kept, 2*((steps+length-1)/length))
	kept := w.kept
	for i, left := 0, steps; left > 0; i, left = i+2, left-length {
		kept[i], kept[i+1] = x, v
		for range min(length, left) {
			v -= h * sin(theta*x)
			x += h * v
		}
	}
	value = (x*x + v*v) / 2
	xbar, vbar = x, v
	segment := w.segment[:steps-(len(kept)/2-1)*length]
	for i := len(kept) - 2; i >= 0; i -= 2 {
		x, v := kept[i], kept[i+1]
		for j := range segment {
			segment[j] = x
			v -= h * sin(theta*x)
			x += h * v
		}
		for j := len(segment) - 1; j >= 0; j-- {
			x := segment[j]
			c := h * cos(theta*x)
			ct := c * theta // in advance, since each step waits for vbar and xbar
			vbar += h * xbar
			thetabar -= vbar * c * x
			xbar -= vbar * ct
		}
		segment = w.segment
	}
	return value, xbar, vbar, thetabar
}
