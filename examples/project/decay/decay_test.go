package decay

import (
	"math"
	"testing"
)

func measured() (c Curve, t, y []float64) {
	c = Curve{Terms: 2, Background: 0.5, Amp: []float64{3, 1}, Rate: []float64{0.2, 1.5}}
	for i := range 20 {
		x := 0.4 * float64(i)
		t = append(t, x)
		y = append(y, c.At(x)+0.1*math.Sin(float64(i)))
	}
	return c, t, y
}

func TestGradient(t *testing.T) {
	c, ts, ys := measured()
	bar := Curve{Terms: 42, Amp: make([]float64, 2), Rate: make([]float64, 2)}
	if v := c.SumOfSquaresGrad(ts, ys, &bar); v != c.SumOfSquares(ts, ys) {
		t.Errorf("value %v, want %v", v, c.SumOfSquares(ts, ys))
	}
	if bar.Terms != 42 {
		t.Errorf("an int of the buffer became %d", bar.Terms)
	}
	for name, p := range map[string][2]*float64{
		"background": {&c.Background, &bar.Background},
		"amp 0":      {&c.Amp[0], &bar.Amp[0]}, "amp 1": {&c.Amp[1], &bar.Amp[1]},
		"rate 0": {&c.Rate[0], &bar.Rate[0]}, "rate 1": {&c.Rate[1], &bar.Rate[1]},
	} {
		const h = 1e-6
		at := *p[0]
		*p[0] = at + h
		up := c.SumOfSquares(ts, ys)
		*p[0] = at - h
		down := c.SumOfSquares(ts, ys)
		*p[0] = at
		if want := (up - down) / (2 * h); math.Abs(*p[1]-want) > 1e-6*(1+math.Abs(want)) {
			t.Errorf("%s: %v, differences give %v", name, *p[1], want)
		}
	}
	_, along := c.SumOfSquaresJVP(ts, ys, &bar)
	square := bar.Background * bar.Background
	for k := range bar.Amp {
		square += bar.Amp[k]*bar.Amp[k] + bar.Rate[k]*bar.Rate[k]
	}
	if math.Abs(along-square) > 1e-9*square {
		t.Errorf("the derivative along the gradient is %v, want its square %v", along, square)
	}
}

func TestNoAllocation(t *testing.T) {
	c, ts, ys := measured()
	bar := Curve{Amp: make([]float64, 2), Rate: make([]float64, 2)}
	w := NewCurveSumOfSquaresWorkspace()
	if n := testing.AllocsPerRun(100, func() { w.SumOfSquaresGrad(&c, ts, ys, &bar) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
