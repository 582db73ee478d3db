package blindreport

import (
	"slices"
	"strconv"
	"strings"
)

// column has the numbers under a heading of the first table of a page that has it.
func column(page, heading string) []float64 {
	at := -1
	var out []float64
	for line := range strings.Lines(page) {
		cells := strings.Split(line, "|")
		if len(cells) < 3 {
			if at >= 0 {
				break
			}
			continue
		}
		for i := range cells {
			cells[i] = strings.Trim(cells[i], " *\n")
		}
		if at < 0 {
			at = slices.Index(cells, heading)
			continue
		}
		if at < len(cells) {
			if v, err := strconv.ParseFloat(cells[at], 64); err == nil {
				out = append(out, v)
			}
		}
	}
	return out
}
