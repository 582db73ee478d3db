// Package exits has functions of plain Go in which much is left early: preconditions that panic, in loops and in what
// they call, loops that end when something has been found, and labelled break and continue.
package exits

import "math"

// Matrix is a matrix whose elements are reached by checked methods.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

func (m *Matrix) at(i, j int) float64 {
	if i < 0 || i >= m.Rows {
		panic("exits: row out of range")
	}
	if j < 0 || j >= m.Cols {
		panic("exits: column out of range")
	}
	return m.Data[i*m.Cols+j]
}

func (m *Matrix) ptr(i, j int) *float64 {
	if uint(i) >= uint(m.Rows) || uint(j) >= uint(m.Cols) {
		panic("exits: element out of range")
	}
	return &m.Data[i*m.Cols+j]
}

// Quadratic is xᵀ·m·x, element by checked element.
//
//chad:grad wrt=x
func Quadratic(m *Matrix, x []float64) float64 {
	if m.Rows != len(x) || m.Cols != len(x) {
		panic("exits: shapes differ")
	}
	s := 0.0
	for i := range x {
		for j := range x {
			s += x[i] * m.at(i, j) * x[j]
		}
	}
	return s
}

// LogSum is the sum of the logarithms of positive numbers.
//
//chad:grad
func LogSum(x, w []float64) float64 {
	if len(x) != len(w) {
		panic("exits: lengths differ")
	}
	s := 0.0
	for i, v := range x {
		if v <= 0 {
			panic("exits: not positive")
		}
		s += w[i] * math.Log(v)
	}
	return s
}

// Recurrence is a chain of steps, each with a precondition.
//
//chad:grad
func Recurrence(x []float64, a float64) float64 {
	y := 0.5
	for _, v := range x {
		if !(math.Abs(y) < 1e6) {
			panic("exits: diverged")
		}
		y = a*y*(1-y) + 0.1*v
	}
	return y
}

// Conv2D is the energy of an image under a kernel; what is out of range panics, and the sums go through pointers.
//
//chad:grad wrt=img.Data,k.Data
func Conv2D(img, k *Matrix) float64 {
	out := &Matrix{img.Rows - k.Rows + 1, img.Cols - k.Cols + 1, make([]float64, (img.Rows-k.Rows+1)*(img.Cols-k.Cols+1))}
	for i := 0; i < out.Rows; i++ {
		for j := 0; j < out.Cols; j++ {
			p := out.ptr(i, j)
			for a := 0; a < k.Rows; a++ {
				for b := 0; b < k.Cols; b++ {
					*p += img.at(i+a, j+b) * k.at(a, b)
				}
			}
		}
	}
	e := 0.0
	for _, v := range out.Data {
		e += v * v
	}
	return e
}

// Steps grows by k in steps of h, without which there would be no end: the panic must come before the loop.
//
//chad:grad
//chad:jvp
func Steps(h, k float64) float64 {
	y := 1.0
	for range 2 {
		y = grow(y, h, k)
	}
	return y
}

func grow(y, h, k float64) float64 {
	if h <= 0 {
		panic("exits: no step")
	}
	for t := 0.0; t < 1; t += h {
		y += h * k * y
	}
	return y
}

func dot(a, b []float64) float64 {
	if len(a) != len(b) {
		panic("exits: lengths differ")
	}
	s := 0.0
	for i := range a {
		s += a[i] * b[i]
	}
	return s
}

func axpy(alpha float64, x, y []float64) {
	if len(x) != len(y) {
		panic("exits: lengths differ")
	}
	for i := range x {
		y[i] += alpha * x[i]
	}
}

// LBFGS is the length of the direction of L-BFGS: the recursion of two loops.
//
//chad:grad
func LBFGS(s, y [][]float64, g []float64) float64 {
	if len(s) != len(y) {
		panic("exits: numbers of pairs differ")
	}
	m := len(s)
	q := make([]float64, len(g))
	copy(q, g)
	alpha := make([]float64, m)
	for i := m - 1; i >= 0; i-- {
		sy := dot(s[i], y[i])
		if sy <= 0 {
			panic("exits: the curvature is not positive")
		}
		alpha[i] = dot(s[i], q) / sy
		axpy(-alpha[i], y[i], q)
	}
	if m > 0 {
		gamma := dot(s[m-1], y[m-1]) / dot(y[m-1], y[m-1])
		for i := range q {
			q[i] *= gamma
		}
	}
	for i := 0; i < m; i++ {
		sy := dot(s[i], y[i])
		beta := dot(y[i], q) / sy
		axpy(alpha[i]-beta, s[i], q)
	}
	return dot(q, q)
}

type vec struct{ X, Y, Z float64 }

func (a vec) add(b vec) vec              { return vec{a.X + b.X, a.Y + b.Y, a.Z + b.Z} }
func (a vec) scale(k float64) vec        { return vec{k * a.X, k * a.Y, k * a.Z} }
func (a vec) dot(b vec) float64          { return a.X*b.X + a.Y*b.Y + a.Z*b.Z }
func (a vec) norm() float64              { return math.Sqrt(a.dot(a)) }
func sphere(p, c vec, r float64) float64 { return p.add(c.scale(-1)).norm() - r }

// RayMarch is the mean depth of an image of two balls, by steps as long as the distance to the nearest.
//
//chad:grad wrt=theta
func RayMarch(theta []float64, size int) float64 {
	if len(theta) != 8 {
		panic("exits: want two balls")
	}
	c1, r1 := vec{theta[0], theta[1], theta[2]}, theta[3]
	c2, r2 := vec{theta[4], theta[5], theta[6]}, theta[7]
	total := 0.0
	for i := 0; i < size; i++ {
		for j := 0; j < size; j++ {
			d := vec{float64(i)/float64(size) - 0.5, float64(j)/float64(size) - 0.5, 1}
			d = d.scale(1 / d.norm())
			t := 0.0
			hit := false
			for step := 0; step < 64; step++ {
				p := d.scale(t)
				h := math.Min(sphere(p, c1, r1), sphere(p, c2, r2))
				if h < 1e-4 {
					hit = true
					break
				}
				t += h
				if t > 10 {
					break
				}
			}
			if hit {
				total += t
			} else {
				total += 10
			}
		}
	}
	return total / float64(size*size)
}

// Gotoless reads tokens by a machine of states with labelled break and continue.
//
//chad:grad wrt=x
func Gotoless(ops []int, x []float64) float64 {
	acc, k, mode := 1.0, 0, 0
outer:
	for pc := 0; pc < len(ops); pc++ {
		switch ops[pc] {
		case 0:
			if k >= len(x) {
				break outer
			}
			acc += x[k]
			k++
		case 1:
			for i := 0; i < 4; i++ {
				acc = acc*0.9 + 0.01*x[i]
				if acc > 3 {
					continue outer
				}
			}
			mode = 1
		case 2:
			if mode == 0 {
				continue
			}
			acc = math.Sin(acc)
			mode = 0
		case 3:
			break outer
		default:
			panic("exits: no such operation")
		}
	}
	return acc * acc
}

// JacobiEigen is the largest eigenvalue of a symmetric matrix, by sweeps of rotations until what is off the diagonal is
// small.
//
//chad:grad wrt=m
func JacobiEigen(m [][]float64) float64 {
	n := len(m)
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		copy(a[i], m[i])
	}
	for sweep := 0; sweep < 30; sweep++ {
		off := 0.0
		for i := 0; i < n; i++ {
			for j := i + 1; j < n; j++ {
				off += a[i][j] * a[i][j]
			}
		}
		if off < 1e-20 {
			break
		}
		for p := 0; p < n; p++ {
			for q := p + 1; q < n; q++ {
				if a[p][q] == 0 {
					continue
				}
				theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
				t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
				if theta < 0 {
					t = -t
				}
				c := 1 / math.Sqrt(t*t+1)
				s := t * c
				for k := 0; k < n; k++ {
					akp, akq := a[k][p], a[k][q]
					a[k][p] = c*akp - s*akq
					a[k][q] = s*akp + c*akq
				}
				for k := 0; k < n; k++ {
					apk, aqk := a[p][k], a[q][k]
					a[p][k] = c*apk - s*aqk
					a[q][k] = s*apk + c*aqk
				}
			}
		}
	}
	best := a[0][0]
	for i := 1; i < n; i++ {
		best = math.Max(best, a[i][i])
	}
	return best
}
