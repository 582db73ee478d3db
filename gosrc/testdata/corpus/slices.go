package corpus

// Windows look at the memory of others.
func Windows(x []float64) float64 {
	n := len(x)
	if n < 2 {
		return 0
	}
	a, b := x[:n/2], x[n/2:]
	a[0] = 3
	b[0] += a[0]
	c := x[1:2:2]
	c[0] *= 2
	return x[0] + x[n/2] + float64(len(a)*100+len(b)*10+len(c))
}

// Grow appends in a loop.
func Grow(x []float64, k int) float64 {
	var y []float64
	for i, v := range x {
		y = append(y, v, v*float64(i))
	}
	y = append(y, x...)
	s := 0.0
	for i, v := range y {
		s += v * float64(i%3)
	}
	z := append([]float64(nil), y...)
	if len(z) > 0 {
		z[0] = 100
		s += y[0]
	}
	return s + float64(len(z)+k)
}

// Copies uses copy and its count, also where the two overlap.
func Copies(x []float64) (float64, int) {
	y := make([]float64, len(x), len(x)+2)
	n := copy(y, x)
	if len(x) > 2 {
		copy(y[1:], y)
		copy(y, y[2:])
		n += copy(x[:1], y)
	}
	s := 0.0
	for i := range y {
		s = s*2 + y[i]
	}
	return s, n
}

// Rows builds rows one by one.
func Rows(n int, x float64) float64 {
	n %= 5
	if n < 0 {
		n = -n
	}
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
		for j := range m[i] {
			m[i][j] = x*float64(i) + float64(j)
		}
	}
	t := 0.0
	for i := range m {
		row := m[i]
		row[i] *= 2
		t += m[i][i]
		for j := 0; j < len(m[i]); j++ {
			t += m[i][j]
		}
	}
	return t
}

// Cleared zeroes part of a slice.
func Cleared(x []float64) float64 {
	if len(x) > 1 {
		clear(x[1:])
	}
	s := 0.0
	for _, v := range x {
		s += v
	}
	return s
}

// ArraySlice slices an array.
func ArraySlice(a [5]float64, i int) float64 {
	s := a[1:4]
	s[i] = 7
	b := a
	p := &b
	t := p[:]
	t[0] = a[2]
	return a[1] + a[2] + a[3] + b[0] + float64(len(p)+len(t))
}

// InPlace is a triangular solve in place.
func InPlace(l [][]float64, b []float64) float64 {
	for i := range b {
		for j := 0; j < i; j++ {
			b[i] -= l[i][j] * b[j]
		}
		b[i] /= l[i][i]
	}
	s := 0.0
	for _, v := range b {
		s += v
	}
	return s
}

// Scratch writes through a parameter of a function that it calls.
func Scratch(x []float64) float64 {
	tmp := make([]float64, len(x))
	prefix(tmp, x)
	prefix(x, tmp)
	s := 0.0
	for i := range tmp {
		s += tmp[i] * x[i]
	}
	return s
}

func prefix(dst, src []float64) {
	s := 0.0
	for i, v := range src {
		s += v
		dst[i] = s
	}
}

// ToArray converts a slice to an array.
func ToArray(x []float64) float64 {
	a := [2]float64(x)
	a[0] *= 2
	return a[0] + a[1] + x[0]
}

// Caps reads capacities.
func Caps(x []float64, n int) int {
	y := make([]float64, len(x), len(x)+2)
	return cap(y)*100 + cap(y[:0])*10 + cap(x[:len(x):len(x)]) + n
}

// positiveOf filters in place.
func positiveOf(x []float64) []float64 {
	out := x[:0]
	for _, v := range x {
		if v > 0 {
			out = append(out, v)
		}
	}
	return out
}

// Filter filters in place, in memory that is read again.
func Filter(x []float64) float64 {
	s := 0.0
	for i, v := range positiveOf(x) {
		s += v * v * float64(i+1)
	}
	for i, v := range x {
		s += v * float64(i)
	}
	return s
}

// Records keeps what is larger than all before, and splits what is left.
func Records(x []float64, limit float64) (float64, int) {
	if len(x) == 0 {
		return 0, 0
	}
	top, low := x[:1], []float64{}
	for _, v := range x[1:] {
		if v > top[len(top)-1] {
			top = append(top, v)
		} else if v < limit {
			low = append(low, v*v)
		}
	}
	s := top[0]
	for _, v := range low {
		s += v
	}
	for i, v := range x {
		s -= v / float64(i+1)
	}
	return s * top[len(top)-1], len(top)
}

// Refilled fills one buffer again and again.
func Refilled(x []float64, n int) float64 {
	buf := make([]float64, 0, len(x))
	s := 0.0
	for k := range max(n, 0) % 4 {
		buf = buf[:0]
		for _, v := range x {
			if v > float64(k)-1 {
				buf = append(buf, v, v*v)
			}
		}
		for i, b := range buf {
			s += b * float64(i+k)
		}
	}
	return s
}

// Rounds makes a new slice of an old one, element by element, in every round.
func Rounds(a []float64, k int) []float64 {
	out := make([]float64, len(a))
	for i := range out {
		out[i] = 1
	}
	for range k % 4 {
		next := make([]float64, len(a))
		for i := range a {
			v := out[i]
			for j := range a {
				next[j] += v * a[j]
			}
		}
		out = next
	}
	return out
}

// merge sorts v, whose halves are sorted, by way of a buffer.
func merge(v, buf []float64) {
	m := len(v) / 2
	out, l, r := buf[:0], v[:m], v[m:]
	for len(l) > 0 && len(r) > 0 {
		if l[0] <= r[0] {
			out = append(out, l[0])
			l = l[1:]
		} else {
			out = append(out, r[0])
			r = r[1:]
		}
	}
	out = append(append(out, l...), r...)
	copy(v, out)
}

func mergeSort(v, buf []float64) {
	if len(v) < 2 {
		return
	}
	m := len(v) / 2
	mergeSort(v[:m], buf[:m])
	mergeSort(v[m:], buf[m:])
	merge(v, buf)
}

// MergeSort sorts into a buffer and back.
func MergeSort(x []float64) float64 {
	v := append([]float64(nil), x...)
	buf := make([]float64, len(v))
	mergeSort(v, buf)
	s := 0.0
	for i, w := range v {
		s += w * float64(i*i+1)
	}
	return s + buf[0]
}

// Overwritten appends to windows of its argument.
func Overwritten(x []float64, n int) float64 {
	if len(x) < 2 {
		return 0
	}
	t := x[:1]
	t = append(t, x[0]*x[0])
	var u []float64
	if n&1 == 1 {
		u = x[:1]
	}
	u = append(u, t[0]*t[1])
	u[0] *= 3
	s := 0.0
	for i, v := range x {
		s += v * float64(i+1)
	}
	return s + u[len(u)-1]
}

// LeftBehind looks at what was cut off a slice, behind what was appended then; k says whether there is room for it.
func LeftBehind(x []float64, k int) float64 {
	q := make([]float64, k>>1&1+5)
	for i := range q {
		q[i] = x[0] * float64(i+1)
	}
	q = q[:k&7]
	q = append(q, x[1]*x[1])
	b := q[:k>>1&1+5]
	s := b[0] * b[len(b)-1]
	for i, v := range x {
		q = append(q[:(i+k&7)%7], v*s)
		s += q[:2][1] * v
	}
	return s
}
