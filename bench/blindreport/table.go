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
	if rows := r.growthRows(strings.ToUpper); len(rows) > 1 {
		tables = append(tables, report.AlignedTable(rows))
	}
	if r.Steps != nil {
		tables = append(tables, report.AlignedTable(r.Steps.rows()))
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

// growthRows has a row for each problem. What grows more than it should by a factor of 2 goes through mark.
func (r *Report) growthRows(mark func(string) string) [][]string {
	rows := [][]string{{"problem", "time", "memory", "cut off"}}
	for _, p := range r.measured() {
		var time, memory, cut []string
		entry := func(size string, v float64) string {
			text := size + " " + report.Number(v)
			if v > tooMuch {
				return mark(text)
			}
			return text
		}
		for _, g := range p.Growth {
			time, memory = append(time, entry(g.Size, g.Time)), append(memory, entry(g.Size, g.Bytes))
			if g.Cut != "" {
				cut = append(cut, g.Size+": "+g.Cut)
			}
		}
		if len(time) > 0 {
			rows = append(rows, []string{p.Name, strings.Join(time, ", "), strings.Join(memory, ", "), strings.Join(cut, "; ")})
		}
	}
	return rows
}

// tooMuch is by what nothing should grow, noise included.
const tooMuch = 2

// growthSummary says how many sizes are too expensive; empty where none has been measured.
func (r *Report) growthSummary() string {
	all, time, memory := 0, 0, 0
	for _, p := range r.measured() {
		for _, g := range p.Growth {
			all++
			if g.Time > tooMuch {
				time++
			}
			if g.Bytes > tooMuch {
				memory++
			}
		}
	}
	if all == 0 {
		return ""
	}
	return fmt.Sprintf("of %d sizes, time grows too much with %d and memory with %d\n", all, time, memory)
}

// summary is the whole in some lines.
func (r *Report) summary() string {
	var b strings.Builder
	over := r.overHand()
	fmt.Fprintf(&b, "gradient / hand-written gradient over %d problems: geometric mean %s, median %s\n",
		len(over), report.Number(geometricMean(over)), report.Number(measure.Median(over)))
	b.WriteString(r.growthSummary())
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
