// Package corpus holds functions whose parameter x has rows of different lengths.
package corpus

import "math"

// SumTri is a sum over rows of any lengths.
func SumTri(x [][]float64, w []float64) float64 {
	s := 0.0
	for i, row := range x {
		t := w[0]
		for j, v := range row {
			t = math.Tanh(t*v + float64(i*j))
		}
		s += t * float64(len(row))
	}
	return s
}

// Back solves a lower triangular system.
func Back(x [][]float64, b []float64) []float64 {
	y := make([]float64, len(x))
	for i := range x {
		s := b[i%len(b)]
		for j := 0; j < len(x[i])-1 && j < i; j++ {
			s -= x[i][j] * y[j]
		}
		if n := len(x[i]); n > 0 {
			s /= 3 + x[i][n-1]*x[i][n-1]
		}
		y[i] = s
	}
	return y
}

func dot(x [][]float64, i int, y []float64) float64 {
	s := 0.0
	for j, v := range x[i] {
		s += v * y[j%len(y)]
	}
	return s
}

func scaleAll(x [][]float64, c float64) {
	for i := range x {
		for j := range x[i] {
			x[i][j] *= c + float64(j)
		}
	}
}

func total(row []float64) float64 {
	s := 0.0
	for _, v := range row {
		s += v * v
	}
	return s
}

func recur(x [][]float64, i int) float64 {
	if i >= len(x) {
		return 0
	}
	return total(x[i])*float64(i+1) + recur(x, i+1)
}

// Calls hands rows on.
func Calls(x [][]float64, n [][]int, y []float64) float64 {
	s := recur(x, 0)
	for i := range x {
		s += dot(x, i, y) * total(x[i])
		if len(x[i]) > 1 {
			s += total(x[i][1:])
		}
	}
	z := x
	for _, k := range n[0] {
		s += float64(k) * total(z[k%len(z)])
	}
	return s
}

// Written changes its rows.
func Written(x [][]float64, c float64) float64 {
	scaleAll(x, c)
	s := 0.0
	for i, row := range x {
		if len(row) > 0 {
			row[0] = row[0]*row[len(row)-1] + c
			s += row[0] * float64(i)
		}
		if i > 0 {
			copy(x[i], x[i-1])
		}
	}
	return s
}

// GRU runs over sequences of any lengths, as recurrent networks do.
func GRU(x [][]float64, w [3]float64) float64 {
	loss := 0.0
	for _, seq := range x {
		h := 0.0
		for t := 0; t < len(seq); t++ {
			z := 1 / (1 + math.Exp(-w[0]*seq[t]-w[1]*h))
			h = (1-z)*h + z*math.Tanh(w[2]*seq[t])
		}
		loss += h * h
	}
	return loss / float64(len(x))
}

// Pairs compares all rows with each other.
func Pairs(x [][]float64) float64 {
	s := 0.0
	for i, a := range x {
		for _, b := range x[:i] {
			for k := range min(len(a), len(b)) {
				d := a[k] - b[k]
				s += d * d / (1 + d*d)
			}
		}
	}
	return s
}

// Branches looks at lengths before it reads.
func Branches(x [][]float64, c float64) float64 {
	best := c
	for i := range x {
		switch n := len(x[i]); {
		case n == 0:
			continue
		case n > 2:
			best += x[i][n/2] * x[i][0]
		default:
			best *= 1 + x[i][n-1]*x[i][n-1]
		}
		if best > 50 {
			break
		}
	}
	return best
}

// Closure reads rows in a literal.
func Closure(x [][]float64, c float64) float64 {
	at := func(i, j int) float64 {
		if i < len(x) && j < len(x[i]) {
			return x[i][j]
		}
		return c
	}
	s := 0.0
	for k := range 4 {
		s += at(k, k) * at(0, k) * at(k, 0)
	}
	return s
}

// OutOfRange panics for some rows.
func OutOfRange(x [][]float64, n int) float64 { return x[0][n] * x[n][0] }

// Gathered makes rows of its own.
func Gathered(x [][]float64) []float64 {
	var out []float64
	for i, row := range x {
		own := append([]float64(nil), row...)
		for j := range own {
			own[j] *= float64(i + j + 1)
		}
		out = append(out, own...)
	}
	return out
}

// OptNil asks whether there are rows.
func OptNil(x [][]float64, k float64) float64 {
	if x == nil {
		return k
	}
	for _, row := range x {
		k += total(row) * k
	}
	return k
}

// Edges has indices only in the rows that differ.
func Edges(x [][]int, v []float64) float64 {
	s := 0.0
	for i, row := range x {
		for _, j := range row {
			if len(v) > 0 {
				s += v[uint(i)%uint(len(v))] * v[uint(j)%uint(len(v))]
			}
		}
	}
	return s
}
