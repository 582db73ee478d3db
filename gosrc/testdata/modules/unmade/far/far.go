// Package far has a type with a slice of a type that it keeps to itself.
package far

type row []float64

// Table has rows.
type Table struct{ Rows []row }

// New is a table of ones.
func New(n, m int) Table {
	t := Table{make([]row, n)}
	for i := range t.Rows {
		t.Rows[i] = make(row, m)
		for j := range t.Rows[i] {
			t.Rows[i][j] = 1
		}
	}
	return t
}
