package own_test

import "testing"

// One slice that stands in several elements: what is written through one is read through another, so each is refused or
// keeps it.
func TestTwice(t *testing.T) {
	for name, text := range map[string]string{
		"appended again": `func F(x []float64, n int) float64 {
			rows := make([][]float64, 3)
			for i := range rows { rows[i] = make([]float64, 2) }
			rows = append(rows, rows[0])
			rows[0][0] = x[0]
			return rows[len(rows)-1][0] }`,
		"kept where others were cut out": `func F(x []float64, n int) float64 {
			rows := make([][]float64, 3)
			for i := range rows { rows[i] = make([]float64, 2) }
			rows = append(rows[:2], rows[1:]...)
			rows[1][0] = x[0]
			return rows[2][0] }`,
		"in a literal": `func F(x []float64, n int) float64 {
			r := make([]float64, 2)
			rows := [][]float64{r, r}
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"in a literal of two names": `func F(x []float64, n int) float64 {
			r := make([]float64, 2)
			q := r
			if n > 1 { q = make([]float64, 2) }
			rows := [][]float64{r, q}
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"in a literal in an element": `func F(x []float64, n int) float64 {
			rows := make([][][]float64, 3)
			for i := range rows { r := make([]float64, 2); rows[i] = [][]float64{r, r} }
			rows[n&1][0][0] = x[0]
			return rows[n&1][1][0] }`,
		"in an array": `func F(x []float64, n int) float64 {
			r := make([]float64, 2)
			rows := [3][]float64{r, x, r}
			rows[0][0] = 5
			return rows[2][0] }`,
		"taken over by another": `func F(x []float64, n int) float64 {
			r := make([]float64, 2)
			all := make([][]float64, 2)
			all[0], all[1] = r, r
			rows := make([][]float64, 3)
			if n > 1 { rows = all }
			rows[0][0] = x[0]
			if len(rows[1]) > 0 { return rows[1][0] }
			return 0 }`,
		"appended by a loop": `func F(x []float64, n int) float64 {
			r := make([]float64, 2)
			var rows [][]float64
			for range x { rows = append(rows, r) }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"appended by two loops": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			var rows [][]float64
			for range 2 { for _, r := range all { rows = append(rows, r) } }
			rows[0][0] = x[0]
			return rows[2][0] }`,
		"appended by one loop in two ways": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			var rows [][]float64
			for i := range all { rows = append(rows, all[i]); rows = append(rows, all[1-i]) }
			rows[0][0] = x[0]
			return rows[3][0] }`,
		"given twice by a function": `func two(r []float64) [][]float64 { return [][]float64{r, r} }
		func F(x []float64, n int) float64 {
			rows := two(make([]float64, 2))
			if n > 1 { rows = make([][]float64, 2); rows[0] = make([]float64, 1); rows[1] = make([]float64, 1) }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"pointers": `type T struct { v float64 }
		func F(x []float64, n int) float64 {
			p := &T{1}
			ps := []*T{p, {2}, p}
			ps[0].v = x[0]
			return ps[2].v }`,
		"in fields": `type T struct { p, q []float64 }
		func F(x []float64, n int) float64 {
			r := make([]float64, 2)
			ts := []T{{r, r}}
			u := T{p: make([]float64, 1), q: make([]float64, 1)}
			if n > 1 { u = ts[0] }
			u.p[0] = x[0]
			return u.q[0] }`,
	} {
		t.Run(name, func(t *testing.T) {
			if _, list := try(t, text); len(list) > 0 {
				t.Log(list)
			}
		})
	}
}
