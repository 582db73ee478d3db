package plain

//chad:emit fastmath

// Rosenbrock is Rosenbrock's function of as many variables as x has, with its minimum 0 at (1, …, 1).
//
//chad:grad wrt=x
//chad:jvp wrt=x
func Rosenbrock(x []float64) float64 {
	sum := 0.0
	for i := 0; i < len(x)-1; i++ {
		a := x[i+1] - x[i]*x[i]
		b := 1 - x[i]
		sum += 100*a*a + b*b
	}
	return sum
}
