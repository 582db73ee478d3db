package errs

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// The fit goes as the sample in the generated comment says; where the function fails, its problem says so.
func TestProblem(t *testing.T) {
	y := []float64{1, 2, 4, 7, 16}
	p := NewRateProblem(y)
	problem := optimize.Problem{Func: p.Func, Grad: p.Grad, Hess: RateProblemHess[*mat.SymDense](p)}
	settings := &optimize.Settings{GradientThreshold: 1e-6}
	for _, method := range []optimize.Method{nil, &optimize.BFGS{}, &optimize.Newton{}} {
		r, err := optimize.Minimize(problem, []float64{0, 0}, settings, method)
		if err != nil || p.Err() != nil {
			t.Fatal(err, p.Err())
		}
		var s, si float64 // what the gradient of a Poisson likelihood is made of
		for i, v := range y {
			d := math.Exp(r.X[0]+r.X[1]*float64(i)) - v
			s, si = s+d, si+d*float64(i)
		}
		if math.Abs(s) > 1e-5 || math.Abs(si) > 1e-5 {
			t.Errorf("at %v the gradient is %v %v", r.X, s, si)
		}
	}
	far, grad, hess := []float64{21, 0}, make([]float64, 2), mat.NewSymDense(2, nil)
	problem.Hess(hess, far)
	if p.Err() == nil || !math.IsNaN(hess.At(1, 1)) {
		t.Errorf("Hess at an error: %v, %v", p.Err(), hess)
	}
	p = NewRateProblem(y)
	p.Grad(grad, far)
	if v := p.Func(far); !math.IsInf(v, 1) || p.Err() == nil || !math.IsNaN(grad[0]) || !math.IsNaN(grad[1]) {
		t.Errorf("at an error: %v, %v, %v", v, grad, p.Err())
	}
	p.Grad(grad, []float64{1, 0})
	if math.IsNaN(grad[0]) {
		t.Errorf("after an error: %v", grad)
	}
}
