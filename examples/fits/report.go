package fits

import (
	"fmt"
	"io"
	"math"
)

// accidentTemperature is the forecast of 28 January 1986, in degrees Fahrenheit.
const accidentTemperature = 31

// WriteReport prints the comparisons as tables: coefficients in the units of the data, the
// references beside them, and the number of digits to which they agree.
// The error is that of w.
func (r Results) WriteReport(w io.Writer) error {
	sections := []struct {
		title string
		of    []Comparison
	}{
		{"Anscombe's quartet: a line by least squares", r.Anscombe},
		{"Longley, 1947–1962: employment on six series by least squares", []Comparison{r.Longley}},
		{"Challenger: O-ring incidents on temperature, logistic", []Comparison{r.Challenger}},
	}
	for i, s := range sections {
		sep := "\n"
		if i == 0 {
			sep = ""
		}
		if _, err := fmt.Fprintf(w, "%s%s\n\n", sep, s.title); err != nil {
			return err
		}
		if err := comparisonTable(s.of).write(w); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "\n  %s\n", effort(s.of)); err != nil {
			return err
		}
	}
	return r.writeVerdict(w)
}

func (r Results) writeVerdict(w io.Writer) error {
	b := r.Challenger.Fit.Coefficients
	least, count := 15.0, 0
	for _, c := range r.All() {
		for j := range c.Fit.Coefficients {
			least = min(least, c.Digits(j))
			count++
		}
	}
	_, err := fmt.Fprintf(w, "  Probability of an incident at %d °F, the forecast for the launch: %.4f\n\n"+
		"All %d coefficients agree with every reference to at least %.0f significant digits (%d wanted).\n",
		accidentTemperature, Logistic(b[0]+b[1]*accidentTemperature), count, math.Floor(least), RequiredDigits)
	return err
}

// comparisonTable has a row per coefficient and a column per reference. All comparisons must
// have the same references.
func comparisonTable(of []Comparison) *table {
	t := &table{}
	head := []string{"data", "coefficient", "fit"}
	for _, ref := range of[0].References {
		head = append(head, ref.Name)
	}
	t.add(append(head, "digits")...)
	for _, c := range of {
		for j, b := range c.Fit.Coefficients {
			name := ""
			if j == 0 {
				name = c.Data.Name
			}
			row := []string{name, c.CoefficientName(j), number(b)}
			for _, ref := range c.References {
				row = append(row, number(ref.Coefficients[j]))
			}
			t.add(append(row, fmt.Sprintf("%.1f", c.Digits(j)))...)
		}
	}
	return t
}

// number prints ten significant digits, trailing zeros included.
func number(x float64) string { return fmt.Sprintf("%#.10g", x) }

// effort says how the fits were found; all of them by the same method.
func effort(of []Comparison) string {
	var iterations, gradients, hessians int
	worst := 0.0
	for _, c := range of {
		iterations += c.Fit.Iterations
		gradients += c.Fit.Gradients
		hessians += c.Fit.Hessians
		worst = max(worst, c.Fit.GradNorm)
	}
	s := fmt.Sprintf("%s from zero: %d iterations, %d gradients", of[0].Fit.Method, iterations, gradients)
	if hessians > 0 {
		s += fmt.Sprintf(", %d Hessians", hessians)
	}
	if len(of) > 1 {
		s += fmt.Sprintf(" for the %d fits", len(of))
	}
	return s + fmt.Sprintf("; |gradient| at the end ≤ %.0e", worst)
}
