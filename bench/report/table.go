package report

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/bench/measure"
)

// Table writes the results and the bars as text.
func (r *Report) Table(w io.Writer) error {
	rows := [][]string{header}
	for i := range r.Problems {
		rows = append(rows, r.Problems[i].row())
	}
	if _, err := io.WriteString(w, align(rows)); err != nil {
		return err
	}
	if rows := r.peerRows(); len(rows[0]) > 2 {
		if _, err := fmt.Fprintf(w, "\nOther libraries' gradients / hand-written gradient (≈: extrapolated)\n%s", align(rows)); err != nil {
			return err
		}
	}
	for _, p := range r.Problems {
		if p.Wrong != "" {
			if _, err := fmt.Fprintf(w, "\n%s is WRONG: %s", p.Name, p.Wrong); err != nil {
				return err
			}
		}
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	for _, b := range r.Bars() {
		if _, err := fmt.Fprintln(w, b); err != nil {
			return err
		}
	}
	return nil
}

var header = []string{
	"problem", "hand primal", "hand grad", "primal", "grad", "JVP", "grad/hand", "Go/hand", "grad/primal", "(hand)", "JVP/primal",
	"primal/hand", "allocs", "tape", "hand tape",
}

// got is the median, not a number where nothing has been measured.
func got(s measure.Stat) float64 {
	if s.Rounds == 0 {
		return math.NaN()
	}
	return s.Median
}

// plain is the gradient generated from plain Go over the hand-written one, not a number where it was not measured.
func (p *Result) plain() float64 {
	if p.PlainOverHand == nil {
		return math.NaN()
	}
	return got(*p.PlainOverHand)
}

func (p *Result) row() []string {
	name := p.Name
	if p.Wrong != "" {
		name += " WRONG"
	}
	return []string{
		name, duration(got(p.HandValue)), duration(got(p.HandGrad)), duration(got(p.Value)), duration(got(p.Grad)),
		duration(got(p.JVP)), number(got(p.GradOverHand)), number(p.plain()), number(got(p.GradOverPrimal)), number(got(p.HandOverPrimal)),
		number(got(p.JVPOverPrimal)), number(got(p.ValueOverHand)), number(p.Steady["grad"].Allocs), size(p.TapeBytes), size(p.HandTape),
	}
}

// peerNames are the other libraries, in the order of their first use.
func (r *Report) peerNames() []string {
	var names []string
	for _, p := range r.Problems {
		for _, q := range p.Peers {
			if !slices.Contains(names, q.Name) {
				names = append(names, q.Name)
			}
		}
	}
	return names
}

// peer is the factor of a library over the hand-written gradient, NaN where it was not measured.
func (p *Result) peer(name string) float64 {
	for _, q := range p.Peers {
		if q.Name == name && q.Failed == "" {
			return q.OverHand
		}
	}
	return math.NaN()
}

func (r *Report) peerRows() [][]string {
	names := r.peerNames()
	rows := [][]string{append([]string{"problem", "chad"}, names...)}
	for _, p := range r.Problems {
		row := []string{p.Name, number(got(p.GradOverHand))}
		for _, n := range names {
			cell := "–"
			for _, q := range p.Peers {
				if q.Name == n {
					cell = q.cell()
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	return rows
}

func (q PeerResult) cell() string {
	switch {
	case q.Failed != "":
		return "failed"
	case q.Extrapolated:
		return "≈" + number(q.OverHand)
	}
	return number(q.OverHand)
}

// align pads columns: the first to the left, the others to the right.
func align(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for j, cell := range row {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for _, row := range rows {
		for j, cell := range row {
			pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
			if j == 0 {
				b.WriteString(cell + pad)
			} else {
				b.WriteString("  " + pad + cell)
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// number has three significant digits.
func number(v float64) string {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 0):
		return "–"
	case math.Abs(v) >= 100 || v == math.Trunc(v):
		return fmt.Sprintf("%.0f", v)
	case math.Abs(v) >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// duration of nanoseconds with a fitting unit.
func duration(ns float64) string {
	switch {
	case math.IsNaN(ns) || ns <= 0:
		return "–"
	case ns < 999.5: // else it rounds to 1000, which %.3g writes as 1e+03
		return fmt.Sprintf("%.3g ns", ns)
	case ns < 999.5e3:
		return fmt.Sprintf("%.3g µs", ns/1e3)
	case ns < 999.5e6:
		return fmt.Sprintf("%.3g ms", ns/1e6)
	}
	return fmt.Sprintf("%.3g s", ns/1e9)
}

// size of bytes with a fitting unit.
func size(n int) string {
	switch {
	case n < 10_000:
		return fmt.Sprintf("%d B", n)
	case n < 10_000_000:
		return fmt.Sprintf("%d kB", n/1000)
	}
	return fmt.Sprintf("%d MB", n/1_000_000)
}
