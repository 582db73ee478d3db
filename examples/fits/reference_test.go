package fits

import (
	"math"
	"strings"
	"testing"
)

func TestLeastSquaresReproducesNIST(t *testing.T) {
	d, c := longley(t)
	s, err := LeastSquares(d.X, d.Y)
	if err != nil {
		t.Fatal(err)
	}
	const want = 10
	for j := range c.Coefficients {
		if got := Digits(s.Coefficients[j], c.Coefficients[j]); got < want {
			t.Errorf("B%d = %.15g: %.1f digits of %.15g", j, s.Coefficients[j], got, c.Coefficients[j])
		}
		if got := Digits(s.StdDev[j], c.StdDev[j]); got < want {
			t.Errorf("sd(B%d) = %.15g: %.1f digits of %.15g", j, s.StdDev[j], got, c.StdDev[j])
		}
	}
	near(t, "residual sd", s.ResidualSD, c.ResidualSD, 1e-9)
	near(t, "R²", s.RSquared, c.RSquared, 1e-13)
}

// Expected values are those of R 4's lm on its `anscombe` data.
func TestLeastSquaresOnAnscombe(t *testing.T) {
	want := [][2]float64{{3.0000909, 0.5000909}, {3.0009091, 0.5}, {3.0024545, 0.4997273}, {3.0017273, 0.4999091}}
	sets, err := Anscombe()
	if err != nil {
		t.Fatal(err)
	}
	for i, d := range sets {
		s, err := LeastSquares(d.X, d.Y)
		if err != nil {
			t.Fatal(err)
		}
		near(t, d.Name+" intercept", s.Coefficients[0], want[i][0], 5e-8)
		near(t, d.Name+" slope", s.Coefficients[1], want[i][1], 5e-8)
		near(t, d.Name+" R²", s.RSquared, 0.667, 0.001)
	}
}

// Expected values are those of R's glm(incident ~ temperature, binomial), widely published.
func TestIRLSOnChallenger(t *testing.T) {
	d, err := Challenger()
	if err != nil {
		t.Fatal(err)
	}
	s, err := IRLS(d.X, d.Y)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "intercept", s.Coefficients[0], 15.0429, 5e-5)
	near(t, "slope", s.Coefficients[1], -0.2322, 5e-5)
	near(t, "sd intercept", s.StdDev[0], 7.3786, 5e-5)
	near(t, "sd slope", s.StdDev[1], 0.1082, 5e-5)
	near(t, "deviance", s.Deviance, 20.315, 5e-4)

	// The score equations of the maximum likelihood: residuals sum to zero, also against x.
	var score, scoreX float64
	for i, y := range d.Y {
		x := d.X[i][0]
		r := y - Logistic(s.Coefficients[0]+s.Coefficients[1]*x)
		score += r
		scoreX += r * x
	}
	near(t, "score", score, 0, 1e-12)
	near(t, "score·x", scoreX, 0, 1e-10)
}

func TestReferencesReject(t *testing.T) {
	solveLS := func(x [][]float64, y []float64) error { _, err := LeastSquares(x, y); return err }
	solveIRLS := func(x [][]float64, y []float64) error { _, err := IRLS(x, y); return err }
	col := func(v ...float64) [][]float64 {
		rows := make([][]float64, len(v))
		for i := range v {
			rows[i] = v[i : i+1]
		}
		return rows
	}
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"no data", solveLS(nil, nil), "0 rows"},
		{"lengths", solveLS(col(1, 2), []float64{1}), "2 rows of predictors for 1 responses"},
		{"too few", solveLS(col(1), []float64{1}), "1 observations for 2 coefficients"},
		{"ragged", solveLS([][]float64{{1}, {1, 2}, {3}}, []float64{1, 2, 3}), "row 1 has 2"},
		{"dependent", solveLS(col(5, 5, 5), []float64{1, 2, 3}), "singular"},
		{"separable", solveIRLS(col(1, 2, 3, 4), []float64{0, 0, 1, 1}), "separate"},
		{"IRLS lengths", solveIRLS(col(1, 2), []float64{1}), "2 rows"},
	} {
		if tt.err == nil || !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, tt.err, tt.want)
		}
	}
}

func longley(t *testing.T) (Dataset, Certified) {
	t.Helper()
	d, err := Longley()
	if err != nil {
		t.Fatal(err)
	}
	c, err := LongleyCertified()
	if err != nil {
		t.Fatal(err)
	}
	return d, c
}

func TestDigits(t *testing.T) {
	for _, tt := range []struct{ got, want, digits float64 }{
		{1, 1, 15},
		{1.001, 1, 3},
		{-2000.2, -2000, 4},
		{1e-7, 0, 7},
		{0, 0, 15},
		{5, 1, 0},
		{math.NaN(), 1, 0},
		{math.Inf(1), 1, 0},
	} {
		near(t, "digits", Digits(tt.got, tt.want), tt.digits, 1e-9)
	}
}
