package corpus

import "math"

// Point is a struct with methods.
type Point struct{ X, Y float64 }

// Norm has a value receiver.
func (p Point) Norm() float64 { return math.Hypot(p.X, p.Y) }

// Move has a pointer receiver.
func (p *Point) Move(dx, dy float64) {
	p.X += dx
	p.Y += dy
}

// Scaled changes its copy.
func (p Point) Scaled(k float64) Point {
	p.X *= k
	p.Y *= k
	return p
}

// Body embeds a Point, and holds an array of them.
type Body struct {
	Point
	Mass  float64
	Name  string
	Trail [2]Point
	n     int
}

// Weight is promoted nowhere.
func (b *Body) Weight() float64 { return b.Mass * 9.81 }

// Holder embeds a pointer.
type Holder struct {
	*Body
	Tags []float64
}

// Squeezed changes its copy, through a pointer and by a method.
func (p Point) Squeezed(k float64) float64 {
	q := &p.X
	*q *= k
	p.Move(k, 1)
	return p.X*p.Y + k
}

// OwnCopies reads a struct beside calls of methods that change copies of it.
func OwnCopies(p Point, k float64) float64 {
	return p.Squeezed(k) + p.X*k - p.Squeezed(p.Y)*p.Y
}

// Distance takes structs by value.
func Distance(p, q Point) float64 { return Point{p.X - q.X, p.Y - q.Y}.Norm() }

// MoveAll changes the elements of a slice of structs.
func MoveAll(ps []Point, dx float64) float64 {
	for i := range ps {
		ps[i].Move(dx, 1)
	}
	s := 0.0
	for _, p := range ps {
		p.Move(1, 1)
		s += p.Norm()
	}
	return s
}

// Promote uses promoted fields and methods.
func Promote(b Body, k float64) float64 {
	b.Move(k, 2*k)
	b.Trail[1] = b.Point
	b.Trail[0].Move(1, 2)
	c := b
	c.X = 7
	c.Trail[1].Y++
	return b.Norm() + b.Weight() + c.Point.X + b.X + b.Trail[1].Y + c.Trail[1].Y + c.Scaled(2).Y
}

// Pointers point to locals, elements and fields.
func Pointers(x []float64, b *Body) float64 {
	y := 2.0
	p := &y
	*p += 3
	if len(x) > 0 {
		q := &x[len(x)-1]
		*q *= *p
	}
	m := &b.Mass
	*m = *m + y
	t := &b.Trail
	t[1].X = 4
	r := &Point{Y: y}
	r.Move(1, 1)
	(*r).X++
	z := new(float64)
	*z = r.X
	return y + b.Mass + r.Norm() + *z + b.Trail[1].X
}

// Hold goes through an embedded pointer.
func Hold(x []float64) float64 {
	b := Body{Mass: 2, Point: Point{X: 1}}
	h := Holder{Body: &b, Tags: x}
	h.Move(2, 3)
	h.Mass *= 2
	for i := range h.Tags {
		h.Tags[i] += h.X
	}
	return b.Norm() + b.Mass + h.Weight()
}

// Anonymous structs and arrays of arrays, compared.
func Anonymous(x, y float64, n int) (float64, bool, bool, bool) {
	s := struct {
		A, B float64
		N    int
	}{x, y, n}
	t := s
	t.A += 1
	g := [2][3]float64{{x, y}, {2: y}}
	h := g
	h[1][0] = x
	return t.A + g[1][2] + h[0][1], s == t, g == h, [2]Point{{x, y}} == [2]Point{{y, x}}
}

// Literals with keys.
func Literals(x float64) float64 {
	a := [...]float64{2: x, 1, 0: 3}
	b := []float64{5: x, 2}
	c := [][]float64{{1, x}, {2, 3}, 4: nil}
	d := []*Point{{x, 1}, {Y: x}}
	e := []Point{3: {1, x}}
	s := float64(len(a) + len(b) + len(c) + len(d) + len(e))
	for i := range a {
		s += a[i] * b[5]
	}
	return s + c[0][1] + d[1].Y + e[3].Y + b[6]
}

// Vec is a named slice with methods.
type Vec []float64

// Dot is a method of a slice.
func (v Vec) Dot(w Vec) float64 {
	s := 0.0
	for i, x := range v {
		s += x * w[i]
	}
	return s
}

// Fill writes through a slice.
func (v Vec) Fill(x float64) {
	for i := range v {
		v[i] = x
	}
}

// Matrix is rectangular, row-major.
type Matrix struct {
	Rows, Cols int
	Data       []float64
}

// At reads an element.
func (m *Matrix) At(i, j int) float64 { return m.Data[i*m.Cols+j] }

// Set writes an element.
func (m *Matrix) Set(i, j int, v float64) { m.Data[i*m.Cols+j] = v }

// Trace builds a matrix and reads its diagonal.
func Trace(x []float64) float64 {
	n := len(x)
	m := &Matrix{n, n, make([]float64, n*n)}
	for i := 0; i < m.Rows; i++ {
		for j := 0; j < m.Cols; j++ {
			m.Set(i, j, x[i]*x[j])
		}
	}
	t := 0.0
	for i := 0; i < m.Rows; i++ {
		t += m.At(i, i)
	}
	return t
}

// VecMethods calls methods on named slices and conversions of slices.
func VecMethods(x []float64, k float64) float64 {
	v := Vec(x)
	d := v.Dot(x)
	w := make(Vec, len(x))
	w.Fill(k)
	return d + w.Dot(v)
}

// MethodValues bind their receivers when they are evaluated.
func MethodValues(p Point, k float64) float64 {
	norm := p.Norm
	move := p.Move
	scaled := Point.Scaled
	mover := (*Point).Move
	move(k, k)
	mover(&p, 1, 1)
	q := scaled(p, 2)
	weight := (*Body).Weight
	through := Body.Norm
	b := Body{Mass: k, Point: q}
	return norm() + p.Norm() + q.Norm() + weight(&b) + through(b)
}

// Len is the number of elements.
func (v Vec) Len() int { return len(v) }

// Size is the number of rows.
func (m *Matrix) Size() int { return len(m.Data) / m.Cols }

// Shrink drops the last row.
func (m *Matrix) Shrink() { m.Data = m.Data[:len(m.Data)-m.Cols] }

// Getters bounds loops by methods, which the body may change.
func Getters(x []float64, n int) float64 {
	v := Vec(x)
	s := 0.0
	for i := 0; i < v.Len(); i++ {
		v[i] *= 2
		s += v[i]
	}
	m := &Matrix{3, 2, []float64{1, 2, 3, 4, 5, s}}
	for i := 0; i < m.Size(); i++ {
		m.Set(i, 0, m.At(i, 1)*s)
	}
	for i := 0; i < m.Size(); i++ {
		s += m.At(i, 0) * float64(n)
		if i == 0 {
			m.Shrink()
		}
	}
	for i := 0; i < v.Len(); i++ {
		v = v[:v.Len()-1]
		s++
	}
	return s + float64(m.Size())
}
