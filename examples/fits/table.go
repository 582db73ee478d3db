package fits

import (
	"io"
	"strings"
	"unicode/utf8"
)

// table lays out rows of cells in columns: the first two columns flush left, numbers flush right.
type table struct {
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

// write prints the table with a rule under its first row.
func (t *table) write(w io.Writer) error {
	const (
		indent      = "  "
		gap         = "  "
		leftColumns = 2
	)
	var widths []int
	for _, row := range t.rows {
		for j, cell := range row {
			if j == len(widths) {
				widths = append(widths, 0)
			}
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	var b strings.Builder
	for i, row := range t.rows {
		var line strings.Builder
		for j, cell := range row {
			pad := strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
			if j < leftColumns {
				line.WriteString(cell + pad + gap)
			} else {
				line.WriteString(pad + cell + gap)
			}
		}
		b.WriteString(indent + strings.TrimRight(line.String(), " ") + "\n")
		if i == 0 {
			total := -len(gap)
			for _, n := range widths {
				total += n + len(gap)
			}
			b.WriteString(indent + strings.Repeat("─", total) + "\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
