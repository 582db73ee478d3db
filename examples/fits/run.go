package fits

import (
	"errors"
	"fmt"
	"io"
)

// Results holds every comparison of a run.
type Results struct {
	Anscombe   []Comparison // the four sets, in order
	Longley    Comparison
	Challenger Comparison
}

// Run fits the models to the six data sets, writes the comparison with the references to w and,
// unless plotPath is empty, draws the plot there (see [WritePlot]). It returns an error when a fit
// does not converge, when one agrees with a reference to fewer than [RequiredDigits] digits, or
// when writing fails; disagreements are reported after everything has been printed.
func Run(w io.Writer, m Models, plotPath string) (Results, error) {
	results, err := Compare(m)
	if err != nil {
		return results, err
	}
	if err := results.WriteReport(w); err != nil {
		return results, err
	}
	if plotPath != "" {
		if err := WritePlot(plotPath, results); err != nil {
			return results, err
		}
		if _, err := fmt.Fprintf(w, "\nPlot written to %s.\n", plotPath); err != nil {
			return results, err
		}
	}
	return results, results.Err()
}

// Compare fits the models and solves the same problems by the reference methods. It returns an
// error when a fit does not converge or a reference cannot be computed.
func Compare(m Models) (Results, error) {
	var r Results
	sets, err := Anscombe()
	if err != nil {
		return r, err
	}
	for _, d := range sets {
		c, err := compareLeastSquares(d, m.Line(d.Column(0), d.Y))
		if err != nil {
			return r, err
		}
		r.Anscombe = append(r.Anscombe, c)
	}

	longley, err := Longley()
	if err != nil {
		return r, err
	}
	certified, err := LongleyCertified()
	if err != nil {
		return r, err
	}
	if r.Longley, err = compareLeastSquares(longley, m.Plane(longley.X, longley.Y)); err != nil {
		return r, err
	}
	r.Longley.References = append(r.Longley.References,
		Reference{Name: "NIST certified", Coefficients: certified.Coefficients})

	flights, err := Challenger()
	if err != nil {
		return r, err
	}
	r.Challenger, err = compareLogistic(flights, m.Logistic(flights.Column(0), flights.Y))
	return r, err
}

func compareLeastSquares(d Dataset, m Model) (Comparison, error) {
	s, err := LeastSquares(d.X, d.Y)
	if err != nil {
		return Comparison{}, fmt.Errorf("%s: %w", d.Name, err)
	}
	return compare(d, m, Reference{"closed form (QR)", s.Coefficients})
}

func compareLogistic(d Dataset, m Model) (Comparison, error) {
	s, err := IRLS(d.X, d.Y)
	if err != nil {
		return Comparison{}, fmt.Errorf("%s: %w", d.Name, err)
	}
	return compare(d, m, Reference{"IRLS", s.Coefficients})
}

func compare(d Dataset, m Model, r Reference) (Comparison, error) {
	f, err := Fit(m)
	if err != nil {
		return Comparison{}, fmt.Errorf("%s: %w", d.Name, err)
	}
	if len(f.Coefficients) != len(r.Coefficients) {
		return Comparison{}, fmt.Errorf("%s: model %s has %d coefficients in original units, want %d",
			d.Name, m.Name, len(f.Coefficients), len(r.Coefficients))
	}
	return Comparison{Data: d, Fit: f, References: []Reference{r}}, nil
}

// All returns the comparisons in the order in which they are reported.
func (r Results) All() []Comparison {
	all := append([]Comparison(nil), r.Anscombe...)
	return append(all, r.Longley, r.Challenger)
}

// Err joins the errors of all comparisons; it is nil when every fit agrees.
func (r Results) Err() error {
	var errs []error
	for _, c := range r.All() {
		errs = append(errs, c.Err())
	}
	return errors.Join(errs...)
}
