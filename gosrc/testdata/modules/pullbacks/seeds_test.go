package pullbacks

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Only the run says how long the results are: cotangents of another length are told, and those that are nil are zeros.
func TestSeedLengths(t *testing.T) {
	x, bar := []float64{1, -2, 3}, make([]float64, 3)
	squares := func(y []float64) { SquaresVJP(x, y, bar) }
	sums := func(y []float64) { SumsVJP(x, 4, y, bar) }
	for _, c := range []struct {
		f    func([]float64)
		y    []float64
		want []float64 // nil if it is refused
	}{
		{squares, []float64{1, 1}, []float64{2, 0, 6}},
		{squares, nil, []float64{0, 0, 0}},
		{squares, []float64{1}, nil},
		{squares, []float64{1, 1, 1}, nil},
		{sums, []float64{1, 1, 1, 1}, []float64{2*(1-1+2+3) + 2*3, 2 * (-1 + 2 + 3), 2 * (2 + 3)}},
		{sums, []float64{1}, nil},
		{sums, []float64{1, 1, 1, 1, 1}, nil},
	} {
		message := ""
		func() {
			defer func() {
				if r := recover(); r != nil {
					message = fmt.Sprint(r)
				}
			}()
			c.f(c.y)
		}()
		switch {
		case c.want == nil && !strings.Contains(message, fmt.Sprintf("is %d, want", len(c.y))):
			t.Errorf("cotangents %v: it says %q", c.y, message)
		case c.want != nil && (message != "" || !slices.Equal(bar, c.want)):
			t.Errorf("cotangents %v: %v %s, want %v", c.y, bar, message, c.want)
		}
	}
}
