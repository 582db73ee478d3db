package linear

import "github.com/seed-4b734f86/gochad/internal/linrep"

// ArrayMonoid returns the monoid of arrays of length n over m. Zero has n
// elements. A nil or shorter slice stands for itself followed by zeros, so the
// sum of two slices is as long as the longer, and nil costs nothing to add. (This
// is the monoid of finitely supported sequences: total, without a length to
// mismatch.)
func ArrayMonoid[A any](n int, m Monoid[A]) Monoid[[]A] {
	return linrep.NewMonoid(linrep.Ops[[]A]{
		Zero: func() []A {
			return tabulate(n, func(int) A { return m.Zero() })
		},
		Plus: func(a, b []A) []A {
			a, b = longer(a, b)
			if len(b) == 0 {
				return a
			}
			out := make([]A, len(a))
			for i := range b {
				out[i] = m.Plus(a[i], b[i])
			}
			copy(out[len(b):], a[len(b):])
			return out
		},
		AddInto: func(dst *[]A, x []A) {
			for len(*dst) < len(x) {
				*dst = append(*dst, m.Zero())
			}
			for i := range x {
				m.AddInto(&(*dst)[i], x[i])
			}
		},
	})
}

// RealsMonoid returns ArrayMonoid(n, RealMonoid()), with loops that call nothing
// per element.
func RealsMonoid(n int) Monoid[[]float64] {
	return linrep.NewMonoid(linrep.Ops[[]float64]{
		Zero: func() []float64 { return make([]float64, max(n, 0)) },
		Plus: func(a, b []float64) []float64 {
			a, b = longer(a, b)
			if len(b) == 0 {
				return a
			}
			out := make([]float64, len(a))
			copy(out, a)
			for i, y := range b {
				out[i] += y
			}
			return out
		},
		AddInto: func(dst *[]float64, x []float64) {
			if missing := len(x) - len(*dst); missing > 0 {
				*dst = append(*dst, make([]float64, missing)...)
			}
			d := (*dst)[:len(x)]
			for i, y := range x {
				d[i] += y
			}
		},
	})
}

// longer returns its arguments, the longer one first.
func longer[A any](a, b []A) (long, short []A) {
	if len(a) < len(b) {
		return b, a
	}
	return a, b
}

// elem returns x[i], an implicit zero outside of x.
func elem[A any](x []A, i int) A {
	if i < 0 || i >= len(x) {
		var zero A
		return zero
	}
	return x[i]
}
