package blindrun

import (
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// lengths are those of arrays in the attempts to draw arguments, each with every choice of ints.
var lengths = []int{4, 3, 5, 2, 6, 1, 9} //nolint:gochecknoglobals // a constant

// choices is how many ways there are to draw ints.
const choices = 5

// attempts is how many arguments a function is tried with.
const attempts = 35

// drawn are arguments for a function of which nothing is known: all lengths are equal, and the attempts differ in them
// and in the ints.
func drawn(f *loop.Func, attempt int) (out []loop.Value, ok bool) {
	n := lengths[attempt/choices%len(lengths)]
	d := drawer{n: n, choice: attempt % choices}
	for i, p := range f.Params {
		t := p.Var.Type
		switch {
		case t.Base == loop.Ref || t.Base == loop.Unit:
			return nil, false
		case isRagged(f, i):
			out = append(out, d.elements(t, n*n))
		case i > 0 && isRagged(f, i-1):
			begins := []int64{}
			for k := range n + 1 {
				begins = append(begins, int64(k*n))
			}
			out = append(out, begins)
		case p.Var.Flat != nil:
			out = append(out, d.elements(t, int(math.Pow(float64(n), float64(t.Rank)))))
		default:
			out = append(out, d.value(t))
		}
	}
	return out, true
}

// drawer draws numbers: reals from 0.3 to 1.3.
type drawer struct {
	n, choice, drawn int
}

func (d *drawer) value(t loop.Type) loop.Value {
	switch {
	case t.Rank > 1:
		rows := make([]loop.Value, d.n)
		for i := range rows {
			rows[i] = d.value(t.Elem())
		}
		return rows
	case t.Rank == 1:
		return d.elements(t, d.n)
	case t.Base == loop.Real:
		return d.real()
	case t.Base == loop.Int:
		return []int64{int64(d.n), 2, 1, int64(d.n - 1), 0}[d.choice]
	}
	return true
}

func (d *drawer) elements(t loop.Type, n int) loop.Value {
	switch t.Base {
	case loop.Real:
		out := make([]float64, n)
		for i := range out {
			out[i] = d.real()
		}
		return out
	case loop.Int:
		out := make([]int64, n)
		for i := range out {
			out[i] = []int64{int64(i % d.n), 1, 0, int64((i*7 + 3) % d.n), int64(d.n)}[d.choice]
		}
		return out
	}
	return slices.Repeat([]bool{true}, n)
}

func (d *drawer) real() float64 {
	d.drawn++
	return 0.3 + math.Mod(float64(d.drawn)*0.618, 1)
}
