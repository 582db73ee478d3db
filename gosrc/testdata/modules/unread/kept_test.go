package unread

import (
	"slices"
	"testing"
)

// What a function puts in place of a slice of its caller does not go over the elements of that slice, whatever its length.
func TestKept(t *testing.T) {
	x, y := []float64{2, 3}, []float64{5, 7}
	for _, before := range [][]float64{nil, {9}, {8, 9}, {7, 8, 9}} {
		l := &Layer{W: []float64{1, 10}, input: slices.Clone(before)}
		g, gx := make([]float64, 2), make([]float64, 2)
		if v := l.ForwardGrad(x, g, gx); v != 94 || g[0] != 4 || g[1] != 9 || gx[0] != 4 || gx[1] != 60 {
			t.Error(v, g, gx)
		}
		if !slices.Equal(l.input, before) || l.Calls != 1 {
			t.Errorf("input was %v and is %v, after %d calls", before, l.input, l.Calls)
		}
		l = &Layer{W: []float64{1, 10}, input: slices.Clone(before)}
		if v, want := l.TwiceGrad(x, y, gx), 94.0*515*5; v != want || gx[0] != 4*515*5 || gx[1] != 60*515*5 {
			t.Error(v, want, gx)
		}
	}
}
