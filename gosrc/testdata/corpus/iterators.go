package corpus

import "iter"

// pairs yields neighbours.
func pairs(x []float64) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for i := 1; i < len(x); i++ {
			if !yield(i, x[i]-x[i-1]) {
				return
			}
		}
	}
}

func upTo(n int) func(func(int) bool) {
	return func(yield func(int) bool) {
		for i := 0; i < n && yield(i); i++ {
		}
	}
}

func twiceOver(yield func() bool) {
	if yield() {
		yield()
	}
}

// Iterate loops over functions.
func Iterate(x []float64) float64 {
	s := 0.0
	for i, d := range pairs(x) {
		if d > 2 {
			break
		}
		if d < -2 {
			continue
		}
		s += float64(i) * d
	}
	for range twiceOver {
		s *= 2
	}
	var k int
	for k = range upTo(3) {
		s += float64(k)
	}
	return s + float64(k)
}

// IterateOut leaves several loops at once.
func IterateOut(x []float64, n int) (r float64, m int) {
outer:
	for i := range 3 {
		for j, d := range pairs(x) {
			for k := range upTo(n % 4) {
				m++
				switch {
				case k == 2 && d > 0:
					continue outer
				case d*float64(k+1) < -3:
					break outer
				case d*float64(k+1) > 3:
					return d, i*100 + j
				case k > 1:
					break
				}
				r += d
			}
			if d == 0 {
				return
			}
		}
		r++
	}
	return r * 2, m
}
