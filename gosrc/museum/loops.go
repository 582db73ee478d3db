package museum

import "math"

// ContinueAtEnd ends each iteration with continue.
//
//chad:grad
//chad:jvp
func ContinueAtEnd(u, v float64) float64 {
	res := 11 * u
	for i := 0; i < 3; i++ {
		res += u * float64(i)
		continue
	}
	return res
}

// StepIntegral is the integral of x² by steps from lower to upper.
//
//chad:grad
//chad:jvp
func StepIntegral(lower, upper float64) float64 {
	sum := 0.0
	interval := 0.001
	for x := lower; x <= upper; x += interval {
		sum += x * x * interval
	}
	return sum
}

// AssignInCondition assigns where it tests.
//
//chad:grad
//chad:jvp
func AssignInCondition(u, v float64) float64 {
	res := 0.0
	foo := v
	res = foo
	res += foo
	if foo = u; foo > 10 {
		res += foo * v
	}
	return res + foo
}

// DegreeByLength is a polynomial of its coefficients, with a short way for three of them.
//
//chad:grad
//chad:hessian
func DegreeByLength(params []float64) float64 { return coefficients(params) * params[0] }

func coefficients(coefs []float64) float64 {
	degree := len(coefs) - 1
	if degree == 2 {
		return coefs[2] + coefs[1] + coefs[0]
	}
	t := 1.0
	result := coefs[0]
	for i := 1; i < degree; i++ {
		result += t * coefs[i]
		t *= coefs[0]
	}
	return result
}

// DivisorInLoop adds quotients up.
//
//chad:grad
//chad:jvp
func DivisorInLoop(p []float64) float64 {
	a, s := p[0], 0.0
	for i := range 2 {
		x := float64(i) + 1
		s += 1 / (x + a*a)
	}
	return s
}

// ArgmaxContinue is, for each x, the greatest of its products with what is in the matrix and not 0.
//
//chad:vjp
//chad:jvp
func ArgmaxContinue(c [][]float64, x []float64) []float64 {
	out := make([]float64, len(x))
	for tid := range x {
		most := -1e20
		for p := range c {
			for q := range c[p] {
				if c[p][q] == 0 {
					continue
				}
				d := c[p][q] * (float64(p+1) + float64(q+1))
				if v := x[tid] * d; v > most {
					most = v
				}
			}
		}
		out[tid] = most
	}
	return out
}

// A Skeleton has bodies with joints: the parent of a body, its place in that, and its joints, which turn about axes.
type Skeleton struct {
	Order    []int // parents first
	Parent   []int // -1 for the ground
	Joints   []int // how many
	FirstOf  []int // the first of them
	Place    [][3]float64
	AxisOf   [][3]float64
	Branches []int // where branches of Order begin, and its end
}

// JointChain is where the bodies are, added up, for angles of the joints.
//
//chad:grad wrt=angles
//chad:jvp wrt=angles
func JointChain(s *Skeleton, angles []float64) float64 {
	n := len(s.Parent)
	pos, quat := make([][3]float64, n), make([][4]float64, n)
	for b := 0; b+1 < len(s.Branches); b++ {
		for i := s.Branches[b]; i < s.Branches[b+1]; i++ {
			body := s.Order[i]
			p, q := s.Place[body], [4]float64{1, 0, 0, 0}
			if up := s.Parent[body]; up >= 0 {
				q = quat[up]
				p = turned(q, p)
				for k := range p {
					p[k] += pos[up][k]
				}
			}
			for j := 0; j < s.Joints[body]; j++ {
				at := s.FirstOf[body] + j
				half := angles[at] * 0.5
				sin, axis := math.Sin(half), s.AxisOf[at]
				q = product(q, [4]float64{math.Cos(half), axis[0] * sin, axis[1] * sin, axis[2] * sin})
			}
			pos[body], quat[body] = p, q
		}
	}
	sum := 0.0
	for _, p := range pos {
		sum += p[0] + 2*p[1] + 3*p[2]
	}
	return sum
}

func product(a, b [4]float64) [4]float64 {
	return [4]float64{
		a[0]*b[0] - a[1]*b[1] - a[2]*b[2] - a[3]*b[3],
		a[0]*b[1] + a[1]*b[0] + a[2]*b[3] - a[3]*b[2],
		a[0]*b[2] - a[1]*b[3] + a[2]*b[0] + a[3]*b[1],
		a[0]*b[3] + a[1]*b[2] - a[2]*b[1] + a[3]*b[0],
	}
}

func turned(q [4]float64, v [3]float64) [3]float64 {
	back := [4]float64{q[0], -q[1], -q[2], -q[3]}
	r := product(product(q, [4]float64{0, v[0], v[1], v[2]}), back)
	return [3]float64{r[1], r[2], r[3]}
}

// AcrossLoop uses after a loop what was computed before it.
//
//chad:grad wrt=x
//chad:jvp wrt=x
func AcrossLoop(x, s []float64, n int) float64 {
	a := x[0] * x[0]
	acc := 0.0
	for i := 0; i < n; i++ {
		acc += s[i] * x[1]
	}
	return a*x[1] + acc
}

// ReturnInLoop stores x[idx], but returns from a loop for other indices than 0.
//
//chad:vjp
//chad:jvp
func ReturnInLoop(x, ret []float64, idx int) {
	for i := 0; i < 1; i++ {
		if idx > 0 {
			return
		}
	}
	ret[idx] = x[idx]
}

// NegativeStart is x convolved with w.
//
//chad:vjp
//chad:jvp
func NegativeStart(x, w []float64, radius int) []float64 {
	y := make([]float64, len(x))
	for i := range y {
		for dx := -radius; dx <= radius; dx++ {
			j := i + dx
			if j < 0 || j >= len(x) {
				continue
			}
			y[i] += w[dx+radius] * x[j]
		}
	}
	return y
}

// Bounded is a transformation by its upper bound.
type Bounded struct{ Upper float64 }

// LogJacobian is the logarithm of x within bounds.
//
//chad:vjp wrt=x
//chad:jvp wrt=x
func (b Bounded) LogJacobian(x []float64) []float64 {
	y, _ := logOf(x[0], true, b.Upper)
	return []float64{y}
}

func logOf(x float64, lower bool, upper float64) (float64, float64) {
	bounded := !math.IsInf(upper, 0)
	switch {
	case lower && bounded:
		return math.Log(x / upper), 0
	case lower:
		return math.Log(x), 0
	case bounded:
		return math.Log(x), 0
	default:
		return x, 0
	}
}

// GammaLoops is the logarithm of a difference of powers with gamma functions before it.
//
//chad:grad
//chad:jvp
func GammaLoops(alpha, beta, a, b float64) float64 {
	g1 := gammaBySteps(alpha)
	g2 := gammaBySteps(beta)
	g3 := gammaBySteps(alpha + beta)
	return math.Log(g1*g2/g3*math.Pow(b, alpha) - g1*g2/g3*math.Pow(a, alpha))
}

func gammaBySteps(x float64) float64 {
	if x < 0 {
		return x
	}
	z := 1.0
	for x >= 3 {
		x--
		z *= x
	}
	for x < 2 {
		z /= x
		x++
	}
	return z * (x + 1)
}

// MaskedFlux is the sum of squared differences on a grid, whose stencils depend on what is solid beside them.
//
//chad:grad wrt=u
//chad:jvp wrt=u
func MaskedFlux(u [][]float64, solid [][]bool) float64 {
	n, m := len(u), len(u[0])
	flux := make([][]float64, n)
	for i := range flux {
		flux[i] = make([]float64, m)
	}
	for i := range n {
		for j := range m {
			switch {
			case solid[i][j]:
				flux[i][j] = 0
			case i == 0 || i == n-1 || j < 2 || solid[i-1][j] || solid[i+1][j]:
				flux[i][j] = u[i][j] * u[(i+1)%n][j]
			default:
				flux[i][j] = 1.5*u[i][j] - 2*u[i][j-1] + 0.5*u[i][j-2] + u[i-1][j]*u[i+1][j]
			}
		}
	}
	s := 0.0
	for _, row := range flux {
		for _, v := range row {
			s += v * v
		}
	}
	return s
}

// PowerScan is a power of x, by a while loop that is made of n steps.
//
//chad:grad
//chad:jvp
func PowerScan(x float64, n int) float64 {
	return boundedWhile(func(float64) bool { return true }, func(v float64) float64 { return v * x }, 1, n)
}

func boundedWhile(cond func(float64) bool, body func(float64) float64, val float64, most int) float64 {
	on := cond(val)
	for range most {
		if on { // else the step does nothing
			val = body(val)
			on = cond(val)
		}
	}
	return val
}

// RepeatWhile is x³, by a loop that tests after its body.
//
//chad:grad
//chad:jvp
func RepeatWhile(x float64) float64 {
	result := x
	i := 1
	for {
		result = result * x
		i++
		if i >= 3 {
			break
		}
	}
	return result
}
