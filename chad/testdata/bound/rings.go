package bound

// Buffers that are replaced as they grow, and read where the loop may not come, and rows of different lengths that are changed.

// Ring is a ring buffer.
//
//chad:grad
func Ring(x []float64) float64 {
	buf := make([]float64, 2)
	head, n := 0, 0
	s := 0.0
	for i, v := range x {
		if n == len(buf) {
			more := make([]float64, 2*len(buf))
			for j := range n {
				more[j] = buf[(head+j)%len(buf)]
			}
			buf, head = more, 0
		}
		buf[(head+n)%len(buf)] = v * v
		n++
		if i%3 == 2 {
			s += buf[head] * x[i]
			head = (head + 1) % len(buf)
			n--
		}
	}
	for j := range n {
		s += buf[(head+j)%len(buf)]
	}
	return s
}

// Smoothed reads a buffer in loops.
//
//chad:grad
func Smoothed(x []float64) float64 {
	buf := make([]float64, 2)
	s := 0.0
	for i, v := range x {
		if i == len(buf) {
			more := make([]float64, 2*len(buf))
			copy(more, buf)
			buf = more
		}
		buf[i] = v * v
		for j := range 3 {
			s = s*0.5 + buf[(i+j)/3]*v
		}
	}
	return s
}

// Sifted reads a buffer in branches, before and behind what is written, in one and in both arms.
//
//chad:grad
func Sifted(x []float64) float64 {
	buf := make([]float64, 2)
	s := 0.0
	for i, v := range x {
		if i == len(buf) {
			more := make([]float64, 2*len(buf))
			copy(more, buf)
			buf = more
		}
		if i%5 == 1 {
			v += buf[i/3]
		}
		buf[i] = v * v
		if i%3 == 2 {
			s += buf[i/2] * x[i]
		} else {
			s *= buf[i/3] + buf[i/4]
		}
		if i%4 == 2 {
			s += buf[i/2]
		}
	}
	return s
}

// Groups adds to maps in a slice.
//
//chad:grad
func Groups(x []float64) float64 {
	m := make([]map[int]float64, 3)
	for i := range m {
		m[i] = map[int]float64{}
	}
	for i, v := range x {
		m[i%3][i] += v
	}
	s := 0.0
	for i := range x {
		s += m[i%3][i] * m[i%3][i]
	}
	return s
}

// Unequal changes elements of rows of different lengths, in branches, too.
//
//chad:grad
func Unequal(x []float64) float64 {
	rows := make([][]float64, 3)
	for i := range rows {
		rows[i] = make([]float64, len(x)+i)
	}
	s := 0.0
	for i, v := range x {
		rows[i%3][i/2] += v * v
		if i%2 == 0 {
			rows[i%3][i/3] *= v
		}
	}
	for i := range x {
		s += rows[i%3][i/8] * rows[i%3][i/9]
	}
	return s
}

type track struct {
	v []float64
	n int
}

// Tracks changes elements of rows that it makes longer.
//
//chad:grad
func Tracks(x []float64) float64 {
	rows := make([]track, 3)
	s := 0.0
	for i, v := range x {
		r := &rows[i%3]
		r.v = append(r.v, v)
		r.v[i/6] += v * v
		s += r.v[i/9]
	}
	for i := range x {
		s += rows[i%3].v[i/3] * rows[i%3].v[i/3]
	}
	return s
}
