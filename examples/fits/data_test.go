package fits

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"
)

// Anscombe chose the sets so that their summaries agree: n = 11, mean of x 9, of y 7.50, variance
// of x 11, of y 4.12 to 4.13, correlation 0.816 (Anscombe 1973, the table of page 18).
func TestAnscombeSummaries(t *testing.T) {
	sets, err := Anscombe()
	if err != nil {
		t.Fatal(err)
	}
	if len(sets) != 4 {
		t.Fatalf("got %d sets, want 4", len(sets))
	}
	for _, d := range sets {
		x := d.Column(0)
		near(t, d.Name+" n", float64(len(d.Y)), 11, 0)
		near(t, d.Name+" mean x", stat.Mean(x, nil), 9, 0)
		near(t, d.Name+" mean y", stat.Mean(d.Y, nil), 7.50, 0.001)
		near(t, d.Name+" var x", stat.Variance(x, nil), 11, 1e-12)
		near(t, d.Name+" var y", stat.Variance(d.Y, nil), 4.125, 0.005)
		near(t, d.Name+" correlation", stat.Correlation(x, d.Y, nil), 0.8165, 0.0005)
	}
}

func TestChallengerSummaries(t *testing.T) {
	d, err := Challenger()
	if err != nil {
		t.Fatal(err)
	}
	near(t, "flights", float64(len(d.Y)), 23, 0)
	near(t, "incidents", stat.Mean(d.Y, nil)*23, 7, 1e-12)
	// The null deviance of R's glm (28.267) depends on the counts alone.
	near(t, "null deviance", -2*(7*math.Log(7./23)+16*math.Log(16./23)), 28.267, 0.0005)
}

func TestLongleyShape(t *testing.T) {
	d, err := Longley()
	if err != nil {
		t.Fatal(err)
	}
	c, err := LongleyCertified()
	if err != nil {
		t.Fatal(err)
	}
	if len(d.X) != 16 || len(d.Y) != 16 || len(d.X[0]) != 6 || len(d.Predictors) != 6 {
		t.Errorf("data: %d×%d, want 16×6", len(d.X), len(d.X[0]))
	}
	if len(c.Coefficients) != 7 || len(c.StdDev) != 7 {
		t.Errorf("certified: %d coefficients, want 7", len(c.Coefficients))
	}
}

func TestParseCSVRejects(t *testing.T) {
	header := []string{"set", "x"}
	for _, tt := range []struct{ name, text, want string }{
		{"empty", "", "no data"},
		{"header only", "set,x\n", "no data"},
		{"wrong header", "set,z\nI,1\n", `column 2 is "z", want "x"`},
		{"not a number", "set,x\nI,1\nI,one\n", "f.csv:3: x:"},
		{"ragged", "set,x\nI,1,2\n", "wrong number of fields"},
		{"open quote", "set,x\n\"I,1\n", "f.csv"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := parseCSV("f.csv", []byte(tt.text), header)
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}

// near fails unless got is within tol of want.
func near(t *testing.T, what string, got, want, tol float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tol) {
		t.Errorf("%s: got %.15g, want %.15g ± %g", what, got, want, tol)
	}
}
