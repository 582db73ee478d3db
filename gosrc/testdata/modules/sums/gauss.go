package sums

import "math"

// Decay is the weighted squared error of a decay with an offset, of which the rate is positive, with a prior.
//
//chad:sum over=t,y,w wrt=p
//chad:sum over=t,y,w wrt=p form=gnvp outputs=r
//chad:sum over=t,y,w wrt=p form=gnvp outputs=r reproducible name=DecayAnyhow
func Decay(p, t, y, w []float64, prior float64) float64 {
	rate := math.Exp(p[1])
	sum := 0.0
	for i := range t {
		if w[i] == 0 {
			continue
		}
		r := p[0]*math.Exp(-rate*t[i]) + p[2] - y[i]
		sum += w[i] * r * r / 2
	}
	for _, v := range p {
		sum += prior / 2 * v * v
	}
	return sum
}

// Softmax is the mean cross-entropy of what the net gives for each class, to the labels.
//
//chad:sum over=xs,labels wrt=n.Layers ragged=n.Layers
//chad:sum over=xs,labels wrt=n.Layers ragged=n.Layers form=hvp
//chad:sum over=xs,labels wrt=n.Layers ragged=n.Layers form=gnvp outputs=z
//chad:sum over=xs,labels wrt=n.Layers ragged=n.Layers form=gnvp outputs=z reproducible name=SoftmaxAnyhow
func (n *Net) Softmax(xs [][]float64, labels []int) float64 {
	loss := 0.0
	for i, x := range xs {
		z := n.forward(x)
		top := z[0]
		for _, v := range z {
			top = max(top, v)
		}
		all := 0.0
		for _, v := range z {
			all += math.Exp(v - top)
		}
		loss += (top + math.Log(all) - z[labels[i]]) * n.scale
	}
	return loss / float64(len(xs))
}

// A Guess is a mean and the logarithm of a width.
type Guess struct{ Mean, LogWidth float64 }

func guess(a, b, x float64) (mean, logWidth float64) {
	return math.Sin(a*x) + b, a*b*x - 1
}

// Spread is the ratio of two sums, in which guesses have a mean and a width, in a struct or one by one.
//
//chad:sum over=x,y wrt=a,b
//chad:sum over=x,y wrt=a,b form=gnvp outputs=q,m
//chad:sum over=x,y wrt=a,b form=hvp
func Spread(a, b float64, x, y []float64) float64 {
	shift := a * a
	num, den := 0.0, math.Exp(b)
	for i, v := range x {
		var q Guess
		q.Mean, q.LogWidth = guess(a, b, v)
		m := [2]float64{shift, v}
		m[1] += a * shift
		d := (q.Mean - y[i]) * math.Exp(-q.LogWidth)
		num += d*d/2 + q.LogWidth + m[1]*m[0]
		den += math.Sqrt(1 + m[1]*m[1])
	}
	return num / den
}

// Wave is the squared distance of complex numbers from products of two, and by these.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p form=gnvp outputs=r
func Wave(p, x []complex128) float64 {
	sum := 0.0
	for _, v := range x {
		r := p[0]*p[1]*v - 1
		sum += real(r)*real(r) + imag(r)*imag(r)
	}
	return sum
}

// Many has more outputs than digits.
//
//chad:sum over=x wrt=a
//chad:sum over=x wrt=a form=gnvp outputs=z1,z2,z3,z4,z5,z6,z7,z8,z9,z10,z11
func Many(x []float64, a float64) float64 {
	s := 0.0
	for _, v := range x {
		z1, z2, z3, z4, z5, z6 := a*v, 2*a*v, 3*a*v, 4*a*v, 5*a*v, 6*a*v
		z7, z8, z9, z10, z11 := 7*a*v, 8*a*v, 9*a*v, 10*a*v, 11*a*v
		s += z1*z1 + z2*z2 + z3*z3 + z4*z4 + z5*z5 + z6*z6 + z7*z7 + z8*z8 + z9*z9 + z10*z10 + z11*z11
	}
	return s
}

// squares is how many numbers it has squared.
func squares(z []float64) int {
	for i := range z {
		z[i] *= z[i]
	}
	return len(z)
}

func squaresAll(z []float64) int { return squares(z) }

// SetByCall sets outputs by a call that also has a result.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p form=gnvp outputs=z
func SetByCall(p, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		z := []float64{p[0] * v, p[1] * v}
		n := squaresAll(z)
		s += (z[0]*z[0] + z[1]*z[1]) / float64(n)
	}
	return s
}

// SetByPointer sets outputs through pointers.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p form=gnvp outputs=z
func SetByPointer(p, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		z := [2]float64{p[0] * v, p[1] * v}
		for i := range z {
			q := &z[i]
			*q *= *q
		}
		s += (z[0]*z[0] + z[1]*z[1]) / 2
	}
	return s
}

// SetBySlice sets outputs through a slice of them.
//
//chad:sum over=x wrt=p
//chad:sum over=x wrt=p form=gnvp outputs=z
func SetBySlice(p, x []float64) float64 {
	s := 0.0
	for _, v := range x {
		z := [2]float64{p[0] * v, p[1] * v}
		w := z[:]
		w[1] *= z[1]
		w[0] *= z[0]
		s += (z[0]*z[0] + z[1]*z[1]) / 2
	}
	return s
}
