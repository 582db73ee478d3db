package museum

import "math"

// PointerAlias changes v through a second name.
//
//chad:grad
//chad:jvp
func PointerAlias(u, v float64) float64 {
	p := &v
	ref := p
	*ref += u
	return u + v
}

// OverwrittenBetween changes arr after the call that reads it.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func OverwrittenBetween(x float64, arr []float64) float64 {
	arr[0] = 1
	res := firstTimes(x, arr)
	arr[0] = 5
	return res
}

func firstTimes(x float64, arr []float64) float64 { return arr[0] * x }

// ChainAssign is 0.
//
//chad:grad
//chad:jvp
func ChainAssign(u, v float64) float64 {
	u = 0
	v = u
	u = v
	r := u
	return r
}

type counter struct{ data float64 }

func (c *counter) increment()        { c.data++ }
func (c *counter) setData(u float64) { c.data = u }

// StructRestored increments a field that it has used.
//
//chad:grad
//chad:jvp
func StructRestored(u, v float64) float64 {
	res := 0.0
	var c counter
	c.setData(u)
	res += c.data * v
	c.increment()
	return res
}

// AppendEmpty reads what it has appended.
//
//chad:grad
//chad:jvp
func AppendEmpty(x float64) float64 {
	v := []float64{}
	v = append(v, x)
	return v[0]
}

// LeastSquaresBuffer is half the squared error of x·beta, whose parts are left in buffer.
//
//chad:grad wrt=beta
//chad:jvp wrt=beta
func LeastSquaresBuffer(y []float64, x [][]float64, beta, buffer []float64) float64 {
	for i, row := range x {
		buffer[i] = 0
		for j, v := range row {
			buffer[i] += v * beta[j]
		}
	}
	for i := range buffer {
		buffer[i] = y[i] - buffer[i]
	}
	s := 0.0
	for _, r := range buffer {
		s += r * r
	}
	return 0.5 * s
}

// CopyScale is the sum of the determinants of matrices whose columns are scaled, in copies.
//
//chad:grad wrt=scales
//chad:jvp wrt=scales
func CopyScale(scales [][]float64, first, copies [][][]float64) float64 {
	sum := 0.0
	for p, u := range scales {
		t := copies[p]
		for i := range t {
			copy(t[i], first[p][i])
		}
		for i := range t {
			for j := range t[i] {
				t[i][j] *= u[j]
			}
		}
		sum += determinant(t)
	}
	return sum
}

// determinant eliminates in a.
func determinant(a [][]float64) float64 {
	d := 1.0
	for k := range a {
		p := k
		for i := k + 1; i < len(a); i++ {
			if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
				p = i
			}
		}
		if p != k {
			a[p], a[k] = a[k], a[p]
			d = -d
		}
		d *= a[k][k]
		for i := k + 1; i < len(a); i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < len(a); j++ {
				a[i][j] -= f * a[k][j]
			}
		}
	}
	return d
}

// ForwardMutated is the sum of y, which becomes theta times x.
//
//chad:grad
//chad:jvp
func ForwardMutated(y, x []float64, theta float64) float64 {
	scaleInto(y, x, theta)
	s := 0.0
	for _, v := range y {
		s += v
	}
	return s
}

func scaleInto(y, x []float64, theta float64) {
	for i := range y {
		y[i] = x[i] * theta
	}
}

// CosTimesItself multiplies what x points to.
//
//chad:grad
//chad:jvp
func CosTimesItself(x *float64, theta float64) float64 {
	factor := *x
	*x = math.Cos(theta) * factor
	return *x
}

// ShiftInPlace moves elements one place to the left.
//
//chad:vjp
//chad:jvp
func ShiftInPlace(a []float64) { shift(a, a) }

func shift(out, in []float64) { copy(out[:len(out)-1], in[1:]) }

// SquareMatMul is a matrix product.
//
//chad:vjp
//chad:jvp
func SquareMatMul(a, b [][]float64) [][]float64 {
	r := make([][]float64, len(a))
	for i := range r {
		r[i] = make([]float64, len(b[0]))
	}
	multiplyInto(r, a, b)
	return r
}

func multiplyInto(r, a, b [][]float64) {
	for i := range a {
		for j := range r[i] {
			r[i][j] = 0
			for k := range b {
				r[i][j] += a[i][k] * b[k][j]
			}
		}
	}
}

// ChebyshevSwap is how far a state that evolves for a time dt comes to another, with the Hamiltonian h0 + eps·h1 of
// real numbers. States are pairs of real and imaginary parts.
//
//chad:grad wrt=eps
//chad:jvp wrt=eps
func ChebyshevSwap(eps float64, h0, h1 [][]float64, start, goal [][2]float64, dt float64) float64 {
	h := make([][]float64, len(h0))
	for i := range h {
		h[i] = make([]float64, len(h0))
		for j := range h[i] {
			h[i][j] = h0[i][j] + eps*h1[i][j]
		}
	}
	end := evolved(start, h, dt)
	re, im := 0.0, 0.0
	for i, e := range end { // the conjugate of goal, times e
		re += goal[i][0]*e[0] + goal[i][1]*e[1]
		im += goal[i][0]*e[1] - goal[i][1]*e[0]
	}
	return re*re + im*im
}

func evolved(psi [][2]float64, h [][]float64, dt float64) [][2]float64 {
	a := []float64{0.9915910021578431, 0.18282201929219635, 0.008403088661031203, 0.000257307553262815}
	width, low := 6.0, -3.0
	beta := width/2 + low
	c := -2 / width // times i
	v0 := psi
	phi := plus(nil, v0, a[0])
	v1 := turnedBy(c, plus(applied(h, v0), v0, -beta))
	phi = plus(phi, v1, a[1])
	c *= 2
	for i := 2; i < len(a); i++ {
		v2 := plus(turnedBy(c, plus(applied(h, v1), v1, -beta)), v0, 1)
		phi = plus(phi, v2, a[i])
		v0, v1, v2 = v1, v2, v0
		_ = v2
	}
	cos, sin := math.Cos(beta*dt), -math.Sin(beta*dt)
	out := make([][2]float64, len(phi))
	for i, p := range phi {
		out[i] = [2]float64{cos*p[0] - sin*p[1], cos*p[1] + sin*p[0]}
	}
	return out
}

func applied(h [][]float64, v [][2]float64) [][2]float64 {
	out := make([][2]float64, len(v))
	for i, row := range h {
		for j, x := range row {
			out[i][0] += x * v[j][0]
			out[i][1] += x * v[j][1]
		}
	}
	return out
}

// plus is x + f·y; nil is zero.
func plus(x, y [][2]float64, f float64) [][2]float64 {
	out := make([][2]float64, len(y))
	copy(out, x)
	for i := range y {
		out[i][0] += f * y[i][0]
		out[i][1] += f * y[i][1]
	}
	return out
}

// turnedBy is c·i·v.
func turnedBy(c float64, v [][2]float64) [][2]float64 {
	out := make([][2]float64, len(v))
	for i := range v {
		out[i] = [2]float64{-c * v[i][1], c * v[i][0]}
	}
	return out
}

// ScaledRowPart doubles a part of the first row, and adds all up.
//
//chad:grad
//chad:jvp
func ScaledRowPart(x [][]float64) float64 {
	v1 := x[0]
	v2 := v1[0:2]
	for i := range v2 {
		v2[i] *= 2
	}
	s := 0.0
	for _, row := range x {
		for _, v := range row {
			s += v
		}
	}
	return s
}

// ExpandedView is the mean of x in each row times z.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func ExpandedView(x []float64, z [][]float64) float64 {
	rows := [][]float64{x, x, x}
	s, n := 0.0, 0
	for i, row := range rows {
		for j, v := range row {
			s += v * z[i][j]
			n++
		}
	}
	return s / float64(n)
}

// ComponentUpdate adds to one component of a matrix, several times in each of some steps.
//
//chad:grad
//chad:jvp
func ComponentUpdate(x []float64, steps int) float64 {
	s := 0.0
	for range steps {
		var m [2][2]float64
		m[0][0] = s
		for _, v := range x {
			m[0][0] = m[0][0] + v
		}
		m[1][0] = m[0][0] * 0.5
		m[1][0] = m[1][0] + m[0][0]
		s = m[1][0]
	}
	return s
}

// CopyThenReuse doubles a copy of x, and squares x.
//
//chad:grad
//chad:jvp
func CopyThenReuse(x []float64) float64 {
	y := make([]float64, len(x))
	for i := range y {
		y[i] = 7 * x[i] // nobody reads it
	}
	copy(y, x)
	for i := range y {
		y[i] = y[i] * 2
	}
	s := 0.0
	for i := range x {
		s += y[i] + x[i]*x[i]
	}
	return s
}

type pair struct{ a, b float64 }

func copyField(s *pair) { s.a = s.b }

// FieldToField is b.
//
//chad:grad
//chad:jvp
func FieldToField(a, b float64) float64 {
	s := pair{a, b}
	copyField(&s)
	return s.a
}

// VectorReturn is x around a place, by weights that depend on x: the sum, the weights, and their ratio.
//
//chad:vjp
//chad:jvp
func VectorReturn(x []float64, sigma float64, at, radius int) [3]float64 {
	sum, weight := 0.0, 0.0
	for dx := -radius; dx <= radius; dx++ {
		j := min(max(at+dx, 0), len(x)-1)
		d := x[j] - x[at]
		w := math.Exp(-d * d / (sigma * sigma))
		sum += w * x[j]
		weight += w
	}
	return [3]float64{sum, weight, sum / weight}
}

// CapturedBuffer computes with what a closure has stored.
//
//chad:grad
//chad:jvp
func CapturedBuffer(theta []float64) float64 {
	v := []float64{0, 0}
	f := func(x []float64) float64 {
		v[0] = x[0]
		v[1] = x[1]
		return v[0] * normalLogDensity(v[1])
	}
	return f(theta)
}

func normalLogDensity(x float64) float64 { return -0.5*x*x - 0.5*math.Log(2*math.Pi) }

// OuterPart is a part of a column of the outer product of x, put into a longer vector.
//
//chad:vjp
//chad:jvp
func OuterPart(x []float64) []float64 {
	y := make([]float64, 7)
	copy(y[1:4], x)
	z := make([][]float64, len(y))
	for i := range z {
		z[i] = make([]float64, len(y))
		for j := range z[i] {
			z[i][j] = y[i] * y[j]
		}
	}
	out := make([]float64, 3)
	for i := range out {
		out[i] = z[1+i][1]
	}
	return out
}

var offset = 2.0

// ParameterThenGlobal calls a function that changes its parameter.
//
//chad:grad
//chad:jvp
func ParameterThenGlobal(x float64) float64 {
	ret := 1.0
	ret = raisedSquare(offset - x)
	return ret
}

func raisedSquare(x float64) float64 {
	x = x + 3
	return x * x
}
