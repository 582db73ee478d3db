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
		"appended where a counter leads, twice": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			var rows [][]float64
			for i := range all { for range 2 { rows = append(rows, all[i]) } }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"appended after an exchange": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			var rows [][]float64
			for i := range all { rows = append(rows, all[i]); all[0], all[1] = all[1], all[0] }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"appended behind an exchange": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			var rows [][]float64
			for i := range all { all[0], all[1] = all[1], all[0]; rows = append(rows, all[i]) }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"appended behind an exchange by a function": `type G struct { all [][]float64 }
		func flip(g *G) { g.all = [][]float64{g.all[1], g.all[0]} }
		func F(x []float64, n int) float64 {
			g := &G{[][]float64{{1}, {2}}}
			var rows [][]float64
			for i := range 2 { flip(g); rows = append(rows, g.all[i]) }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"appended after an exchange by a function": `func flip(a [][]float64) { a[0], a[1] = a[1], a[0] }
		func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			var rows [][]float64
			for i := range all { rows = append(rows, all[i]); flip(all) }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"appended from elements that are one": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			all[1] = all[0]
			var rows [][]float64
			for i := range all { rows = append(rows, all[i]) }
			rows[0][0] = x[0]
			return rows[1][0] }`,
		"stored where a counter leads, twice": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			rows := make([][]float64, 4)
			for i := range all { rows[i] = all[i]; rows[3-i] = all[i] }
			rows[0][0] = x[0]
			return rows[3][0] }`,
		"appended from parts": `type G struct { rows [][]float64 }
		func F(x []float64, n int) float64 {
			gs := []G{{[][]float64{{1}, {2}}}, {[][]float64{{3}, {4}}}}
			var rows [][]float64
			for i := range gs { for j := range 3 { rows = append(rows, gs[i].rows[j&1]) } }
			rows[0][0] = x[0]
			return rows[2][0] }`,
		"left in the middle, and again": `func F(x []float64, n int) float64 {
			all := [][]float64{{1}, {2}}
			var rows [][]float64
			for range 2 { for i := range all { rows = append(rows, all[i]); if i == n { break } } }
			rows[0][0] = x[0]
			return rows[len(rows)/2][0] }`,
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

// Rows and pointers that a loop puts elsewhere, each once, are changed there.
var once = map[string]string{
	"those that are left": `type T struct { v, x float64 }
	func F(x []float64, n int) float64 {
		var ps []*T
		for _, v := range x { ps = append(ps, &T{v, 1}) }
		for range 3 {
			var on []*T
			for _, p := range ps { if p.x < 5 { on = append(on, p) } }
			for _, p := range on { p.x += p.v }
			ps = on
		}
		s := 0.0
		for i, p := range ps { s += p.x * float64(i+1) }
		return s }`,
	"two halves": `func F(a [][]float64, n int) float64 {
		var lo, hi [][]float64
		for i := range a {
			row := append([]float64(nil), a[i]...)
			if row[0] < 0 { lo = append(lo, row) } else { hi = append(hi, row) } }
		var all [][]float64
		for i := range lo { all = append(all, lo[i]) }
		for _, r := range hi { all = append(all, r) }
		for _, r := range all { r[0] += 2; r[1] *= r[0] }
		s := 0.0
		for i, r := range all { s += float64(i+1) * r[1] }
		return s }`,
	"in another order": `func F(a [][]float64, n int) float64 {
		m := make([][]float64, len(a))
		for i := range m { m[i] = append([]float64(nil), a[i]...) }
		q := make([][]float64, len(a))
		for i := range m { q[len(q)-1-i] = m[i] }
		for _, r := range q { r[1] += r[0] }
		return q[0][1] + 3*q[1][1] }`,
	"taken out": `func F(a [][]float64, n int) float64 {
		m := make([][]float64, len(a))
		for i := range m { m[i] = append([]float64(nil), a[i]...) }
		for i := range 2 { m = append(m[:i], m[i+1:]...) }
		for _, r := range m { r[1] += r[0] }
		s := 0.0
		for i, r := range m { s += float64(i+1) * r[1] }
		return s }`,
}

func TestOnce(t *testing.T) { accept(t, once) }
