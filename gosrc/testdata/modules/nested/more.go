package nested

import "math"

//chad:grad
func Saddle(x, y []float64) float64 {
	s := 0.0
	for i := range x {
		s += x[i]*x[i] - y[i]*y[i] + 0.3*x[i]*y[i] + 0.1*math.Sin(x[i]*y[i])
	}
	return s
}

// Best is the maximum over y, by ascent.
//
//chad:grad
func Best(x []float64) float64 {
	y := make([]float64, len(x))
	g := make([]float64, len(x))
	for step := 0; step < 50; step++ {
		SaddleGrad(x, y, nil, g)
		n := 0.0
		for i := range y {
			y[i] += 0.3 * g[i]
			n += g[i] * g[i]
		}
		if n < 1e-20 {
			break
		}
	}
	return Saddle(x, y)
}

// Min descends on Best.
//
//chad:grad
func Min(x []float64) float64 {
	z := append([]float64{}, x...)
	g := make([]float64, len(x))
	for range 3 {
		BestGrad(z, g)
		for i := range z {
			z[i] -= 0.2 * g[i]
		}
	}
	s := 0.0
	for i, v := range z {
		s += v * v * float64(i+1)
	}
	return s
}

//chad:grad
func Rows(m [][]float64, w []float64) float64 {
	s := 0.0
	for i := range m {
		for j := range m[i] {
			s += m[i][j] * m[i][j] * w[j]
		}
	}
	return s
}

//chad:grad
func UseRows(m [][]float64, w []float64) float64 {
	g := make([][]float64, len(m))
	for i := range g {
		g[i] = make([]float64, len(w))
	}
	buf := make([]float64, 2*len(w))
	RowsGrad(m, w, g, buf[len(w):])
	s := 0.0
	for i := range g {
		for j := range g[i] {
			s += g[i][j] * math.Cos(m[i][j]) * buf[len(w)+j]
		}
	}
	return s + buf[0]
}

//chad:grad
func Quad(a, x float64) float64 { return a * x * x * x }

//chad:grad
func Chain(a, x float64) float64 {
	f := func(z float64) float64 {
		var d float64
		QuadGrad(a, z, nil, &d)
		return d
	}
	s := f(x)
	if s > 1 {
		s += f(s / 4)
	}
	for s < 3 {
		var da float64
		s += 0.5 + QuadGrad(a, s, &da, nil)*0.01 + da*0.001
	}
	return s
}

type Pair[T any] struct{ A, B T }

//chad:grad inst=float64 name=TwiceGrad
func Twice[T ~float64](x, y T) T { return x * x * y }

//chad:grad
func UseTwice(x, y float64) float64 {
	var a, b float64
	v := TwiceGrad(x, y, &a, &b)
	return v + a*b
}

//chad:vjp
//chad:jvp
func Both(x, y float64) (s float64, p [2]float64) { return x*y + y, [2]float64{x * x, y * x * x} }

//chad:grad
func UseBoth(x, y float64) float64 {
	var a, b float64
	s, p := BothVJP(x, y, y, [2]float64{1, x}, &a, &b)
	s2, p2, ds, dp := BothJVP(x, y, a, 1)
	return s*a + p[0]*b + s2 + p2[1]*ds + dp[0]*dp[1]
}

//chad:grad
func Ck(x []float64, k float64) float64 {
	v := append([]float64{}, x...)
	//chad:checkpoint
	for range 10 {
		for i := range v {
			v[i] = math.Sin(v[i]*k) + x[i]
		}
	}
	s := 0.0
	for _, e := range v {
		s += e * e
	}
	return s
}

//chad:grad
func UseCk(x []float64, k float64) float64 {
	g := make([]float64, len(x))
	var dk float64
	l := CkGrad(x, k, g, &dk)
	return l + g[0]*dk
}

// Dipole is a potential of two wells.
//
//chad:grad wrt=p
func Dipole(p [2]float64, a float64) float64 {
	return -1/math.Hypot(p[0]-a, p[1]) - 1/math.Hypot(p[0]+a, p[1])
}

// Orbit is where a particle comes to. Its Hessian is a fourth derivative of the potential.
//
//chad:grad
//chad:hessian
func Orbit(v [2]float64, a float64) float64 {
	p := [2]float64{0.3, 0.4}
	for range 5 {
		var slope [2]float64
		DipoleGrad(p, a, &slope)
		for k := range p {
			v[k] -= 0.1 * slope[k]
			p[k] += 0.1 * v[k]
		}
	}
	return p[0]*p[0] + p[1]
}
