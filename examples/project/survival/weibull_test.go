package survival

import (
	"math"
	"math/rand/v2"
	"testing"
)

func sample(n int) (times []float64, failed []bool) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range n {
		t := 3 * math.Pow(rng.ExpFloat64(), 1/1.8)
		failed = append(failed, t < 4)
		times = append(times, math.Min(t, 4))
	}
	return times, failed
}

// With u = z·t, the score is Σ (1 + s·z − s·z·eᶻˢ) over failures less the second part over the others: by hand.
func TestGradientByHand(t *testing.T) {
	times, failed := sample(200)
	theta, grad := []float64{0.3, 0.9}, make([]float64, 2)
	v, err := NegLogLikGrad(theta, times, failed, grad)
	if err != nil {
		t.Fatal(err)
	}
	if want, _ := NegLogLik(theta, times, failed); v != want {
		t.Errorf("value %v, want %v", v, want)
	}
	shape := math.Exp(theta[0])
	var byShape, byScale float64
	for i, x := range times {
		z := shape * (math.Log(x) - theta[1])
		byShape += z * math.Exp(z)
		byScale -= shape * math.Exp(z)
		if failed[i] {
			byShape -= 1 + z
			byScale += shape
		}
	}
	for i, want := range []float64{byShape, byScale} {
		if math.Abs(grad[i]-want) > 1e-10*math.Abs(want) {
			t.Errorf("∂%d: %v, want %v", i, grad[i], want)
		}
	}
}

func TestHessianIsTheGradientsDerivative(t *testing.T) {
	times, failed := sample(50)
	theta, hess := []float64{0.3, 0.9}, make([]float64, 4)
	if _, err := NegLogLikHessian(theta, times, failed, hess); err != nil {
		t.Fatal(err)
	}
	const h = 1e-5
	for i := range theta {
		up, down := make([]float64, 2), make([]float64, 2)
		theta[i] += h
		_, _ = NegLogLikGrad(theta, times, failed, up)
		theta[i] -= 2 * h
		_, _ = NegLogLikGrad(theta, times, failed, down)
		theta[i] += h
		for j := range theta {
			if want := (up[j] - down[j]) / (2 * h); math.Abs(hess[2*i+j]-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("∂%d∂%d: %v, differences give %v", i, j, hess[2*i+j], want)
			}
		}
	}
}

func TestErrors(t *testing.T) {
	grad := []float64{7, 7}
	_, err := NegLogLikGrad([]float64{0, 0}, []float64{1, -2}, []bool{true, true}, grad)
	if err == nil || err.Error() != "survival: time 1 is -2, want more than 0" {
		t.Errorf("got error %v", err)
	}
	if grad[0] != 0 || grad[1] != 0 {
		t.Errorf("with an error the gradient is %v, want zeros", grad)
	}
}
