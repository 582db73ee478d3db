package bound

import "math"

// MergeSorts sorts by merging through a second slice.
//
//chad:grad
func MergeSorts(x []float64) float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Sin(float64(7*i)) * x[i]
	}
	mergeSort(y, make([]float64, len(x)), 0, len(y))
	return weigh(y)
}

func weigh(y []float64) float64 {
	s := 0.0
	for i := range y {
		s += y[i] * float64(i)
	}
	return s
}

func mergeSort(y, tmp []float64, lo, hi int) {
	if hi-lo < 2 {
		return
	}
	mid := (lo + hi) / 2
	mergeSort(y, tmp, lo, mid)
	mergeSort(y, tmp, mid, hi)
	i, j := lo, mid
	for k := lo; k < hi; k++ {
		if j >= hi || i < mid && y[i] <= y[j] {
			tmp[k] = y[i]
			i++
		} else {
			tmp[k] = y[j]
			j++
		}
	}
	for k := lo; k < hi; k++ {
		y[k] = tmp[k]
	}
}

// Alternates sorts by merging to and fro between two slices.
//
//chad:grad
func Alternates(x []float64) float64 {
	a, b := make([]float64, len(x)), make([]float64, len(x))
	for i := range x {
		a[i] = math.Sin(float64(7*i)) * x[i]
		b[i] = a[i]
	}
	alternate(a, b, 0, len(x))
	return weigh(a)
}

// alternate leaves in a what a and b have, sorted.
func alternate(a, b []float64, lo, hi int) {
	if hi-lo < 2 {
		return
	}
	mid := (lo + hi) / 2
	alternate(b, a, lo, mid)
	alternate(b, a, mid, hi)
	i, j := lo, mid
	for k := lo; k < hi; k++ {
		if j >= hi || i < mid && b[i] <= b[j] {
			a[k] = b[i]
			i++
		} else {
			a[k] = b[j]
			j++
		}
	}
}

// QuickSorts sorts by exchanges.
//
//chad:grad
func QuickSorts(x []float64) float64 {
	y := make([]float64, len(x))
	for i := range x {
		y[i] = math.Sin(float64(7*i)) * x[i]
	}
	quickSort(y, 0, len(y)-1)
	return weigh(y)
}

func quickSort(y []float64, lo, hi int) {
	if lo >= hi {
		return
	}
	p := y[(lo+hi)/2]
	i, j := lo, hi
	for i <= j {
		for y[i] < p {
			i++
		}
		for y[j] > p {
			j--
		}
		if i <= j {
			y[i], y[j] = y[j], y[i]
			i++
			j--
		}
	}
	quickSort(y, lo, j)
	quickSort(y, i, hi)
}

// Memoised fills a table by recursion.
//
//chad:grad
func Memoised(x []float64) float64 {
	memo := make([]float64, len(x))
	known := make([]bool, len(x))
	return walk(x, memo, known, len(x)-1)
}

func walk(x, memo []float64, known []bool, i int) float64 {
	if i < 2 {
		return x[0]
	}
	if known[i] {
		return memo[i]
	}
	v := 0.5*walk(x, memo, known, i-1) + 0.25*math.Sin(x[i]*walk(x, memo, known, i-2))
	memo[i], known[i] = v, true
	return v
}

// Transforms is a sum over a Fourier transform by recursion.
//
//chad:grad
func Transforms(x []float64) float64 {
	n := len(x)
	re, im := make([]float64, n), make([]float64, n)
	fft(x, re, im, 0, 0, n, 1)
	s := 0.0
	for i := range re {
		s += (re[i]*re[i] + im[i]*im[i]) * float64(i)
	}
	return s
}

func fft(x, re, im []float64, to, from, n, step int) {
	if n == 1 {
		re[to], im[to] = x[from], 0
		return
	}
	h := n / 2
	fft(x, re, im, to, from, h, 2*step)
	fft(x, re, im, to+h, from+step, h, 2*step)
	for k := 0; k < h; k++ {
		a := -2 * math.Pi * float64(k) / float64(n)
		c, s := math.Cos(a), math.Sin(a)
		ur, ui := re[to+k], im[to+k]
		vr := c*re[to+h+k] - s*im[to+h+k]
		vi := c*im[to+h+k] + s*re[to+h+k]
		re[to+k], im[to+k] = ur+vr, ui+vi
		re[to+h+k], im[to+h+k] = ur-vr, ui-vi
	}
}

// Visits goes through a graph by depth first search.
//
//chad:grad
func Visits(x []float64) float64 {
	seen := make([]bool, len(x))
	s := 0.0
	for i := range x {
		s = visit(x, seen, i, s)
	}
	return s
}

func visit(x []float64, seen []bool, i int, s float64) float64 {
	if seen[i] {
		return s
	}
	seen[i] = true
	s = math.Sin(s + x[i])
	s = visit(x, seen, (3*i+1)%len(x), s)
	return visit(x, seen, (5*i+2)%len(x), s)
}

// Orders goes through a graph by depth first search and notes values in the order of leaving.
//
//chad:grad
func Orders(x []float64) float64 {
	seen, order := make([]bool, len(x)), make([]float64, len(x))
	at := 0
	for i := range x {
		at = leave(x, seen, order, i, at)
	}
	return weigh(order)
}

func leave(x []float64, seen []bool, order []float64, i, at int) int {
	if seen[i] {
		return at
	}
	seen[i] = true
	at = leave(x, seen, order, (3*i+1)%len(x), at)
	at = leave(x, seen, order, (5*i+2)%len(x), at)
	order[at] = x[i] * x[i]
	return at + 1
}

// Products multiplies matrices by windows of them, of n rows for n² elements.
//
//chad:grad
func Products(x []float64) float64 {
	n := 1
	for n*n < len(x) {
		n *= 2
	}
	a, c := make([]float64, n*n), make([]float64, n*n)
	for i := range x {
		a[i] = x[i]
	}
	multiply(a, a, c, n, 0, 0, 0, n)
	return weigh(c)
}

func multiply(a, b, c []float64, n, ia, ib, ic, m int) {
	if m == 1 {
		c[ic] += a[ia] * b[ib]
		return
	}
	h := m / 2
	for i := 0; i < 2; i++ {
		for j := 0; j < 2; j++ {
			for k := 0; k < 2; k++ {
				multiply(a, b, c, n, ia+(i*n+k)*h, ib+(k*n+j)*h, ic+(i*n+j)*h, h)
			}
		}
	}
}

// Subsets adds up over all subsets of the first few elements, with one slice for the subset at hand.
//
//chad:grad
func Subsets(x []float64) float64 {
	return subsets(x, make([]float64, len(x)), 0, 6)
}

func subsets(x, taken []float64, k, last int) float64 {
	if k == last || k == len(x) {
		s := 0.0
		for i := 0; i < k; i++ {
			s += taken[i] * taken[i]
		}
		return math.Sqrt(1 + s)
	}
	taken[k] = x[k]
	s := subsets(x, taken, k+1, last)
	taken[k] = 0
	return s + subsets(x, taken, k+1, last)
}
