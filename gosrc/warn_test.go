package gosrc_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Each line with a comment // want CODE has that warning, and no other line has one. A second run, from the cache, says
// the same.
func TestWarnings(t *testing.T) {
	const text = `-- go.mod --
module example.com/m

go 1.26
-- m.go --
package m

import "math"

//chad:grad
func Bisect(a float64) float64 {
	lo, hi := 0.0, 10.0
	for range 60 {
		m := (lo + hi) / 2
		if above(m, a) {
			hi = m
		} else {
			lo = m
		}
	}
	return (lo + hi) / 2
}

func above(m, a float64) bool { return m*m*m-a > 0 } // want warn-search

// Smallest is where x is smallest.
//
//chad:grad
func Smallest(x []float64) float64 {
	k := 0
	for i := range x {
		if x[i] < x[k] { // want warn-search
			k = i
		}
	}
	return float64(k)
}

//chad:grad
func Scattered(x float64) float64 {
	var h [4]float64
	if k := int(x); k >= 0 && k < 4 { // want warn-search
		h[k] = 1
	}
	return h[2]
}

//chad:grad
func ScatteredOnly(x []float64) float64 {
	var h [4]float64
	for _, v := range x {
		h[int(v)&3] += 1 // want warn-search
	}
	return h[2]
}

// Least is what x is there.
//
//chad:grad
func Least(x []float64) float64 {
	k := 0
	for i := range x {
		if x[i] < x[k] {
			k = i
		}
	}
	return x[k]
}

//chad:grad
func Newton(a, tol float64) float64 {
	x := a
	for math.Abs(x*x-a) > tol { // want warn-search
		x = (x + a/x) / 2
	}
	return x
}

//chad:grad wrt=a
func NewtonBy(a, tol float64) float64 {
	x := a
	for math.Abs(x*x-a) > tol {
		x = (x + a/x) / 2
	}
	return x
}

//chad:grad
func Early(x []float64, stop float64) float64 {
	s := 0.0
	for _, v := range x {
		if v > stop { // want warn-search
			break
		}
		s += v
	}
	return s
}

// Checked asks for its parameter, and returns nothing of it.
//
//chad:grad
func Checked(x, scale float64) float64 {
	if scale <= 0 {
		panic("scale")
	}
	return x * scale
}

//chad:grad
func Rounded(x, y float64) float64 { return math.Floor(x) * y } // want warn-search

//chad:grad
func Unit(x, y float64) float64 {
	n := math.Hypot(x, y)
	if n != 1 { // want warn-equality
		x /= n
	}
	return x
}

//chad:grad
func NaN(x float64) float64 {
	if x != x {
		return 0
	}
	return x * x
}

// Rough is right: only whether the mantissa is large goes on from its bits.
//
//chad:grad
func Rough(x, y float64) float64 {
	if math.Float64bits(x)&(1<<51) != 0 { // want warn-search
		return y
	}
	return 2 * y
}

//chad:grad
func Through(x, k float64) float64 {
	f := func(v float64) float64 { return v * k }
	return f(x)
}

type step struct{ at, width float64 }

//chad:grad
func Fields(s step, x float64) float64 {
	if x > s.at {
		return s.width * x
	}
	return s.width
}

//chad:func name=Plain
func NoDerivative(x float64) float64 { return math.Floor(x) }
`
	want := wanted(text)
	dir := module(t, text)
	{
		var got []string
		opt := gosrc.Options{Cache: gosrc.NewCache(t.TempDir())}
		opt.Warn = func(d diag.Diagnostic) { got = append(got, fmt.Sprintf("%d %s", d.Pos.Line, d.Code)) }
		plan(t, dir, opt)
		first := slices.Clone(got)
		got = nil
		plan(t, dir, opt)
		if !slices.Equal(got, first) {
			t.Errorf("from the cache: %q, before %q", got, first)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("got %q\nwant %q", got, want)
		}
	}
}

// wanted are the lines of m.go with a wish, and the wish.
func wanted(text string) (out []string) {
	_, text, _ = strings.Cut(text, "-- m.go --\n")
	for i, line := range strings.Split(text, "\n") {
		if _, code, ok := strings.Cut(line, "// want "); ok {
			out = append(out, fmt.Sprintf("%d %s", i+1, code))
		}
	}
	return out
}
