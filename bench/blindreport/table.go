package blindreport

import (
	"fmt"
	"io"
	"strings"

	"github.com/seed-4b734f86/gochad/bench/measure"
	"github.com/seed-4b734f86/gochad/bench/report"
)

// Table writes the results as text.
func (r *Report) Table(w io.Writer) error {
	tables := []string{report.AlignedTable(r.rows())}
	if rows := r.growthRows(); len(rows) > 1 {
		tables = append(tables, report.AlignedTable(rows))
	}
	tables = append(tables, r.summary())
	_, err := io.WriteString(w, strings.Join(tables, "\n"))
	return err
}

var header = []string{
	"problem", "field", "sizes", "primal", "hand gradient", "gradient", "gradient / hand", "gradient / primal",
	"hand / primal", "allocs", "hand allocs", "memory", "hand memory",
}

func (r *Report) rows() [][]string {
	rows := [][]string{header}
	for _, p := range r.measured() {
		name := p.Name
		if p.Wrong != "" {
			name += " WRONG"
		}
		rows = append(rows, []string{
			name, p.Field, p.size(p.Size), report.Duration(p.Primal.Median), report.Duration(p.Hand.Median),
			report.Duration(p.Chad.Median), report.Number(p.OverHand.Median), report.Number(p.OverPrimal.Median),
			report.Number(p.HandCost.Median), report.Number(p.Allocs), report.Number(p.HandAllocs),
			report.Bytes(p.Bytes), report.Bytes(p.HandBytes),
		})
	}
	return rows
}

// size names sizes.
func (p *Result) size(sizes []int) string {
	parts := make([]string, len(sizes))
	for i, n := range sizes {
		parts[i] = fmt.Sprintf("%d %s", n, p.Sizes[i])
	}
	return strings.Join(parts, ", ")
}

func (r *Report) growthRows() [][]string {
	rows := [][]string{{"problem", "size", "from", "times", "time", "memory", "cut off"}}
	for _, p := range r.measured() {
		for _, g := range p.Growth {
			rows = append(rows, []string{
				p.Name, g.Size, p.size(g.Base), fmt.Sprint(g.Factor), report.Number(g.Time), report.Number(g.Bytes), g.Cut,
			})
		}
	}
	return rows
}

// summary is the whole in some lines.
func (r *Report) summary() string {
	var b strings.Builder
	over := r.overHand()
	fmt.Fprintf(&b, "gradient / hand-written gradient over %d problems: geometric mean %s, median %s\n",
		len(over), report.Number(geometricMean(over)), report.Number(measure.Median(over)))
	for _, p := range r.Problems {
		if p.Wrong != "" {
			fmt.Fprintf(&b, "%s is WRONG: %s\n", p.Name, p.Wrong)
		}
		if p.Cut != "" {
			fmt.Fprintf(&b, "%s is cut off: %s\n", p.Name, p.Cut)
		}
	}
	for _, p := range r.refused() {
		fmt.Fprintf(&b, "%s is refused: %s\n", p.Name, p.Refused)
	}
	return b.String()
}
