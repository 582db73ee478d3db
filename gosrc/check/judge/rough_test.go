package judge

import "math"

// roughCases are functions of which differences say little, or lie, with their derivatives.
var roughCases = []struct {
	name string
	f, d func(x float64) float64
	at   []string // besides drawn points
}{
	{"abs", math.Abs, func(x float64) float64 { return sign(x, 0) },
		[]string{"[0]", "[1e-9]", "[-1e-7]", "[1e-300]"}},
	{"abs, other side", math.Abs, func(x float64) float64 { return sign(x, 1) }, []string{"[0]"}},
	{"relu", func(x float64) float64 { return max(x, 0) }, func(x float64) float64 { return (1 + sign(x, -1)) / 2 },
		[]string{"[0]", "[1e-8]", "[-1e-8]", "[1e-13]"}},
	{"kink of the slope", func(x float64) float64 { return x * math.Abs(x) },
		func(x float64) float64 { return 2 * math.Abs(x) },
		[]string{"[0]", "[1e-8]"}},
	{"jump", func(x float64) float64 {
		if x > 1 {
			return x + 1
		}
		return x
	}, func(float64) float64 { return 1 }, []string{"[1]", "[1.00000001]", "[0.9999999999]"}},
	{"stairs", func(x float64) float64 { return math.Floor(x*1e6) / 1e6 }, func(float64) float64 { return 0 }, nil},
	{"fine stairs", func(x float64) float64 { return math.Floor(x*1e10) / 1e10 },
		func(float64) float64 { return 0 }, nil},
	{"coarse stairs", func(x float64) float64 { return math.Round(x*20) / 20 },
		func(float64) float64 { return 0 }, nil},
	{"stairs on a slope", func(x float64) float64 { return 3*x + math.Floor(x*1e4)/1e4 },
		func(float64) float64 { return 3 }, nil},
	{"through float32", func(x float64) float64 { return float64(float32(x) * float32(x)) },
		func(x float64) float64 { return 2 * x }, nil},
	{"ripples", func(x float64) float64 { return x + 1e-6*math.Sin(1e7*x) },
		func(x float64) float64 { return 1 + 10*math.Cos(1e7*x) }, nil},
	{"fine ripples", func(x float64) float64 { return x + 1e-10*math.Sin(1e9*x) },
		func(x float64) float64 { return 1 + 0.1*math.Cos(1e9*x) }, nil},
	{"cancellation", func(x float64) float64 { return (1e8 + x*x) - 1e8 },
		func(x float64) float64 { return 2 * x }, nil},
	{"cancellation to nothing", func(x float64) float64 { return (1e16 + x) - 1e16 },
		func(float64) float64 { return 1 }, nil},
	{"sum of large ones", func(x float64) float64 {
		s := 0.0
		for i := range 100 {
			s += math.Exp(float64(i%30)) * (x - 0.5) * float64(1-2*(i%2))
		}
		return s
	}, func(float64) float64 {
		s := 0.0
		for i := range 100 {
			s += math.Exp(float64(i%30)) * float64(1-2*(i%2))
		}
		return s
	}, nil},
	{"large", func(x float64) float64 { return 1e8 * x * x }, func(x float64) float64 { return 2e8 * x },
		[]string{"[1e8]", "[1e-8]", "[1e100]"}},
	{"tiny", func(x float64) float64 { return 1e-8 * math.Log(x) }, func(x float64) float64 { return 1e-8 / x },
		[]string{"[1e8]", "[1e-8]", "[1e-100]", "[1e100]"}},
	{"tiny beside large", func(x float64) float64 { return 1e10 + 1e-8*math.Sin(x) },
		func(x float64) float64 { return 1e-8 * math.Cos(x) }, nil},
	{"root", math.Sqrt, func(x float64) float64 { return 0.5 / math.Sqrt(x) },
		[]string{"[0]", "[1e-12]", "[1e-300]"}},
	{"cube root", math.Cbrt, func(x float64) float64 { return 1 / (3 * math.Cbrt(x) * math.Cbrt(x)) },
		[]string{"[0]", "[1e-9]"}},
	{"pole", func(x float64) float64 { return 1 / x },
		func(x float64) float64 { return -1 / (x * x) }, []string{"[1e-9]", "[1e-150]"}},
	{"steep", func(x float64) float64 { return math.Tanh(1e9 * (x - 1)) }, func(x float64) float64 {
		c := math.Cosh(1e9 * (x - 1))
		return 1e9 / c / c
	}, []string{"[1]", "[1.000000001]", "[0.9999999995]"}},
	{"saturated", func(x float64) float64 {
		e := math.Exp(-2 * x)
		return (1 - e) / (1 + e)
	}, func(x float64) float64 {
		e := math.Exp(-2 * x)
		y := (1 - e) / (1 + e)
		return 1 - y*y
	}, []string{"[15]", "[18]", "[20]", "[300]"}},
	{"high powers", func(x float64) float64 { return math.Pow(x, 60) },
		func(x float64) float64 { return 60 * math.Pow(x, 59) }, nil},
	{"domain", func(x float64) float64 { return math.Log(x - 0.7) },
		func(x float64) float64 { return 1 / (x - 0.7) },
		[]string{"[0.7000001]", "[0.70000000001]"}},
	{"iterated", newton, dnewton, nil},
	{"chaotic", logistic(60), dlogistic(60), []string{"[0.3]", "[0.7]"}},
	{"very chaotic", logistic(200), dlogistic(200), []string{"[0.3]", "[0.7]"}},
	{"noisy derivative", func(x float64) float64 { return x * x }, func(x float64) float64 {
		big := 1e13 * math.Sin(3*x)
		return 2*x + (big*(x+1) - big*x - big)
	}, nil},
	{"some cancellation", func(x float64) float64 { return 20*(x*x+1) - 20 },
		func(x float64) float64 { return 40 * x }, nil},
	{"equality", func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return math.Sin(x) / x
	}, func(x float64) float64 {
		if x == 0 {
			return 0
		}
		return (x*math.Cos(x) - math.Sin(x)) / (x * x)
	}, []string{"[0]", "[1e-5]", "[1e-9]"}},
	{"fast beside large", func(x float64) float64 { return 1e14 + math.Sin(1e3*x) },
		func(x float64) float64 { return 1e3 * math.Cos(1e3*x) }, nil},
	{"fast beside larger", func(x float64) float64 { return 4e14 + math.Sin(300*x) },
		func(x float64) float64 { return 300 * math.Cos(300*x) }, nil},
	{"lost", func(x float64) float64 { return (1 + 1e-30*x) - 1 }, func(float64) float64 { return 1e-30 }, nil},
	{"lost to a rest", func(x float64) float64 { return (0.1 + 1e-30*x) + 0.2 - 0.3 }, func(float64) float64 { return 1e-30 }, nil},
	{"constant", func(float64) float64 { return 3 }, func(float64) float64 { return 0 }, nil},
	{"not at all", func(x float64) float64 { return x - x }, func(float64) float64 { return 0 }, nil},
	{"huge turns", math.Sin, math.Cos, []string{"[1e8]", "[1e15]", "[1e300]"}},
	{"plateau", func(x float64) float64 { return math.Exp(-1 / (x * x)) },
		func(x float64) float64 { return 2 * math.Exp(-1/(x*x)) / (x * x * x) },
		[]string{"[0.05]", "[0.03]", "[0.2]"}},
}

func sign(x, at0 float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return at0
}

// newton finds a root to a tolerance that is not small, and is differentiated step by step.
func newton(a float64) float64 {
	x := 1 + a*a
	for math.Abs(x*x-a*a-1) > 1e-4 {
		x -= (x*x - a*a - 1) / (2 * x)
	}
	return x
}

func dnewton(a float64) float64 {
	x, dx := 1+a*a, 2*a
	for math.Abs(x*x-a*a-1) > 1e-4 {
		r, dr := x*x-a*a-1, 2*x*dx-2*a
		x, dx = x-r/(2*x), dx-(dr*2*x-r*2*dx)/(4*x*x)
	}
	return dx
}

func logistic(n int) func(float64) float64 {
	return func(x float64) float64 {
		x = 0.1 + 0.8*math.Abs(math.Sin(x))
		for range n {
			x = 3.9 * x * (1 - x)
		}
		return x
	}
}

func dlogistic(n int) func(float64) float64 {
	return func(x float64) float64 {
		d := 0.8 * math.Cos(x) * sign(math.Sin(x), 1)
		x = 0.1 + 0.8*math.Abs(math.Sin(x))
		for range n {
			x, d = 3.9*x*(1-x), 3.9*(1-2*x)*d
		}
		return d
	}
}
