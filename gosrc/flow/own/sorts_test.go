package own_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/internal/part"
)

// Law of sorts: a program that is accepted means the same, whichever way the library sorts. Here it sorts by exchanges,
// in the memory itself.
const byExchanges = `
func swapSlice[E any](x []E, less func(i, j int) bool) {
	for i := 1; i < len(x); i++ { for j := i; j > 0 && less(j, j-1); j-- { x[j], x[j-1] = x[j-1], x[j] } }
}
func swapFunc[E any](x []E, cmp func(a, b E) int) {
	for i := 1; i < len(x); i++ { for j := i; j > 0 && cmp(x[j], x[j-1]) < 0; j-- { x[j], x[j-1] = x[j-1], x[j] } }
}
type toSort interface { Len() int; Less(i, j int) bool; Swap(i, j int) }
func swapSort[D toSort](d D) {
	for i := 1; i < d.Len(); i++ { for j := i; j > 0 && d.Less(j, j-1); j-- { d.Swap(j, j-1) } }
}
`

// swapped is a program that sorts by exchanges where another one calls a library.
func swapped(text string) string {
	return strings.NewReplacer("sort.SliceStable(", "swapSlice(", "sort.Slice(", "swapSlice(", "slices.SortStableFunc(", "swapFunc(",
		"slices.SortFunc(", "swapFunc(", "sort.Sort(", "swapSort(", "sort.Stable(", "swapSort(").Replace(text) + byExchanges
}

// sorts agrees a program with the one that sorts by exchanges.
func sorts(t *testing.T, text string, res *own.Result, runs int, seed uint64) {
	t.Helper()
	if n := agree(t, program(t, swapped(text)), res, runs, seed); n < runs/2 {
		t.Errorf("%d runs of %d without errors", n, runs)
	}
}

func TestSorts(t *testing.T) {
	for name, text := range map[string]string{
		"itself":           `func F(x []float64) float64 { sort.Slice(x, func(i, j int) bool { return x[i] < x[j] }); return 2*x[0] + x[1] }`,
		"a window":         `func F(x []float64) float64 { z := x[1:]; sort.Slice(z, func(i, j int) bool { return z[i] < z[j] }); return 2*x[0] + 3*x[1] + x[2] }`,
		"a window of that": `func F(x []float64) float64 { y := x[1:]; z := y[:2]; sort.SliceStable(z, func(i, j int) bool { return z[i] > z[j] }); return 2*x[0] + 3*x[1] + x[2] }`,
		"indices":          `func F(x []float64) float64 { idx := []int{2, 0, 3, 1}; sort.Slice(idx, func(i, j int) bool { return x[idx[i]] < x[idx[j]] }); return x[idx[0]] + 2*x[idx[1]] }`,
		"ranks": `func F(x []float64) float64 {
			rank, idx := []int{2, 0, 3, 1}, []int{3, 2, 0, 1}
			sort.Slice(idx, func(i, j int) bool { return rank[idx[i]] < rank[idx[j]] })
			slices.SortFunc(idx[:2], func(a, b int) int { return rank[b] - rank[a] })
			return x[idx[0]] + 2*x[idx[1]] + 3*x[idx[2]] }`,
		"a row":        `func F(m [][]float64, k int) float64 { k &= 3; sort.Slice(m[k], func(i, j int) bool { return m[k][i] < m[k][j] }); return m[k][0] + 2*m[k][1] }`,
		"rows":         `func F(m [][]float64) float64 { rows := slices.Clone(m); sort.Slice(rows, func(i, j int) bool { return rows[i][1] < rows[j][1] }); return rows[0][0] + 2*rows[1][1] }`,
		"a field":      `type S struct { v, w []float64 }; func F(s S) float64 { sort.Slice(s.v, func(i, j int) bool { return s.v[i] < s.v[j] }); return s.v[0] + 2*s.v[1] }`,
		"a pointer's":  `type S struct { v, w []float64 }; func F(s *S) float64 { s.sort(); return s.v[0] + 2*s.v[1] }; func (s *S) sort() { sort.Slice(s.v, s.less) }; func (s *S) less(i, j int) bool { return s.v[i] < s.v[j] }`,
		"a copy's":     `type S struct { v, w []float64 }; func F(s S) float64 { sort.Slice(s.v, s.less); return s.v[0] + 2*s.v[1] }; func (s S) less(i, j int) bool { return s.v[i] < s.v[j] }`,
		"a parameter":  `func by(x, key []float64) { sort.Slice(x, func(i, j int) bool { return key[i] < key[j] }) }; func F(x []float64) float64 { by(x[1:], x[1:]); by(x, x); return x[0] + 2*x[1] }`,
		"by a helper":  `func F(x []float64) float64 { sort.Slice(x, func(i, j int) bool { return less(x, i, j) }); return x[0] + 2*x[1] }; func less(x []float64, i, j int) bool { a, b := i, j; return x[a] < x[b] }`,
		"one of two":   `func F(x []float64, k int) float64 { f := func(i, j int) bool { return x[i] < x[j] }; if k > 1 { f = func(i, j int) bool { return x[i] > x[j] } }; sort.Slice(x, f); return x[0] + 2*x[1] }`,
		"handed on":    `func F(x []float64) float64 { by(x, func(i, j int) bool { return x[i] < x[j] }); return x[0] + 2*x[1] }; func by(x []float64, f func(i, j int) bool) { sort.Slice(x, f) }`,
		"grown before": `func F(x []float64) float64 { var y []float64; add := func(v float64) { y = append(y, v) }; for _, v := range x { add(v) }; sort.Slice(y, func(i, j int) bool { return y[i] < y[j] }); return y[0] + 2*y[1] }`,
		"structs":      `type P struct { v, w float64 }; func F(x []P) float64 { sort.Slice(x, func(i, j int) bool { a, b := &x[i], &x[j]; if a.v != b.v { return a.v < b.v }; return a.w < b.w }); return x[0].v + 2*x[1].w }`,
		"pointers":     `type P struct { v, w float64 }; func F(x []P) float64 { var ps []*P; for i := range x { ps = append(ps, &x[i]) }; sort.Slice(ps, func(i, j int) bool { return ps[i].v*8+ps[i].w < ps[j].v*8+ps[j].w }); return ps[0].v + 2*ps[1].w }`,
		"elements":     `func F(x []float64, k int) float64 { slices.SortFunc(x, func(a, b float64) int { return cmp3(a, b, k) }); return x[0] + 2*x[1] }; func cmp3(a, b float64, k int) int { if k > 2 { a, b = b, a }; if a < b { return -1 }; if a > b { return 1 }; return 0 }`,
		"an array":     `func F(x [4]float64, y [4]float64) float64 { s := x[:]; sort.Slice(s, func(i, j int) bool { return s[i]+y[0] < s[j]+y[0] }); return x[0] + 2*x[1] }`,
		"triples":      `func F(x [4][3]float64, k int) float64 { s := x[:]; slices.SortFunc(s, func(a, b [3]float64) int { if a[k%3] < b[k%3] { return -1 }; return 1 }); return x[0][0] + 2*x[1][1] }`,
		"another":      `func F(x, y []float64) float64 { k := slices.Clone(y); sort.Slice(x, func(i, j int) bool { return x[i]*k[0] < x[j]*k[0] }); return x[0] + 2*x[1] }`,
		"parallel": `type by struct { key, val []float64 }
			func (b by) Len() int { return len(b.key) }
			func (b by) Less(i, j int) bool { return b.key[i] < b.key[j] }
			func (b by) Swap(i, j int) { b.key[i], b.key[j] = b.key[j], b.key[i]; b.val[i], b.val[j] = b.val[j], b.val[i] }
			func F(x [4]float64, y [4]float64) float64 { sort.Sort(by{x[:], y[:]}); return x[0] + 2*y[0] + 3*y[1] }`,
		"by pointer": `type heap struct { items [][]float64; at []int }
			func (b *heap) Len() int { return len(b.items) }
			func (b *heap) Less(i, j int) bool { return b.items[i][0] < b.items[j][0] }
			func (b *heap) Swap(i, j int) { t := b.items[i]; b.items[i] = b.items[j]; b.items[j] = t; b.at[i], b.at[j] = b.at[j], b.at[i] }
			func F(m [][]float64) float64 { h := &heap{slices.Clone(m), []int{0, 1, 2, 3}}; sort.Stable(h); return h.items[0][1] + 2*m[h.at[1]][1] }`,
	} {
		t.Run(name, func(t *testing.T) {
			res, list := own.Resolve(program(t, text))
			if len(list) > 0 {
				t.Fatal(list.Err())
			}
			sorts(t, text, res, 30, 1)
		})
	}
}

// What comparisons look at that moves otherwise than with the elements is refused where the sort is called.
func TestRefusedSorts(t *testing.T) {
	for name, text := range map[string]string{
		"shifted":         `sort.Slice(y[1:], func(i, j int) bool { return y[i] < y[j] })`,
		"shifted, stable": `sort.SliceStable(y[1:], func(i, j int) bool { return y[i] < y[j] })`,
		"by a name":       `z := y[1:]; sort.Slice(z, func(i, j int) bool { return y[i] < y[j] })`,
		"the other way":   `z := y[1:]; sort.Slice(y[:2], func(i, j int) bool { return z[i] < z[j] })`,
		"next":            `sort.Slice(y[1:], func(i, j int) bool { return y[i+1] < y[j+1] })`,
		"first":           `sort.Slice(y, func(i, j int) bool { return y[i]*y[0] < y[j]*y[0] })`,
		"by its elements": `sort.Slice(n, func(i, j int) bool { return n[n[i]] < n[n[j]] })`,
		"by index":        `slices.SortFunc(n, func(a, b int) int { return n[a] - n[b] })`,
		"by name":         `slices.SortFunc(y, func(a, b float64) int { if a*y[0] < b*y[0] { return -1 }; return 1 })`,
		"stable":          `slices.SortStableFunc(y[1:], func(a, b float64) int { if a*y[1] < b*y[1] { return -1 }; return 1 })`,
		"by a pointer":    `p := &y[1]; sort.Slice(y, func(i, j int) bool { return y[i]**p < y[j]**p })`,
		"helper":          `sort.Slice(y[1:], func(i, j int) bool { return at(y, i) < at(y, j) })`,
		"chosen":          `f := func(i, j int) bool { return y[i] < y[j] }; if x[0] > 2 { f = func(i, j int) bool { return y[i] > y[j] } }; sort.Slice(y[1:], f)`,
		"handed on":       `by(y[1:], func(i, j int) bool { return y[i] < y[j] })`,
		"parameters":      `keyed(y[1:], y)`,
		"lists":           `sort.Sort(list{y[1:], y})`,
		"lists, stable":   `l := list{y, y[:2]}; sort.Stable(l)`,
		"methods":         `sort.Sort(&more{y})`,
		"of a row":        `m := [][]float64{y, x}; sort.Slice(m[0][1:], func(i, j int) bool { return m[0][i] < m[0][j] })`,
		"part of itself":  `sort.Slice(ps, func(i, j int) bool { return ps[i].v*ps[0].v < ps[j].v*ps[0].v })`,
		"an array":        `a := [4]float64{x[0], x[1], x[2]}; sort.Slice(a[1:], func(i, j int) bool { return a[i] < a[j] })`,
		"counted":         `k := 0; sort.Slice(y, func(i, j int) bool { k++; return y[i] < y[j] }); y[0] = float64(k)`,
		"counted calls":   `k := 0; slices.SortFunc(y, func(a, b float64) int { return count(&k, a, b) }); y[0] = float64(k)`,
	} {
		t.Run(name, func(t *testing.T) {
			_, list := own.Resolve(program(t, `type P struct { v float64 }
				type list struct { a, b []float64 }
				func (l list) Len() int { return len(l.a) }
				func (l list) Less(i, j int) bool { return l.b[i] < l.b[j] }
				func (l list) Swap(i, j int) { l.a[i], l.a[j] = l.a[j], l.a[i] }
				type more struct { a []float64 }
				func (l *more) Len() int { return len(l.a)-1 }
				func (l *more) Less(i, j int) bool { return l.a[i+1] < l.a[j+1] }
				func (l *more) Swap(i, j int) { l.a[i], l.a[j] = l.a[j], l.a[i] }
				func at(y []float64, i int) float64 { return y[i] }
				func count(k *int, a, b float64) int { *k++; if a < b { return -1 }; return 1 }
				func by(x []float64, f func(i, j int) bool) { sort.Slice(x, f) }
				func keyed(x, key []float64) { sort.Slice(x, func(i, j int) bool { return key[i] < key[j] }) }
				func F(x []float64) float64 { y := []float64{x[0], x[1], x[2], x[3]}; n := []int{2, 3, 1, 0}; ps := []P{{x[0]}, {x[1]}};
				`+text+`
				return y[0] + y[1]*x[n[0]] + ps[0].v }`))
			if len(list) == 0 || list[0].Code != own.CodeSort || !strings.Contains(name, "count") && list[0].Pos.Line < 16 {
				t.Errorf("got %v", list.Err())
			}
		})
	}
}

// A sortingMaker writes programs that sort windows by what they look at by other names.
type sortingMaker struct {
	r *rand.Rand
	b strings.Builder
}

func (m *sortingMaker) pick(s ...string) string { return s[m.r.IntN(len(s))] }

func (m *sortingMaker) program() string {
	m.b.WriteString(`type list struct { a, b []float64 }
func (l list) Len() int { return min(len(l.a), len(l.b)) }
func (l list) Less(i, j int) bool { return l.b[i] < l.b[j] }
func (l list) Swap(i, j int) { l.a[i], l.a[j] = l.a[j], l.a[i]; l.b[i], l.b[j] = l.b[j], l.b[i] }
func key(x []float64, i int) float64 { return x[i] }
func by(x []float64, f func(i, j int) bool) { sort.Slice(x, f) }
func keyed(x, y []float64) { sort.Slice(x, func(i, j int) bool { return y[i] < y[j] }) }
func F(x []float64, k int) float64 {
	y := make([]float64, 4); copy(y, x)
	z := ` + m.pick("y[1:]", "y[:3]", "y", "slices.Clone(y)", "x[:3]") + `
	w := ` + m.pick("z[1:]", "z", "y[:2]", "z[:2:2]", "slices.Clone(z)") + `
	s := list{` + m.pick("y", "z", "w") + ", " + m.pick("y", "z", "w", "slices.Clone(z)") + `}
	m := [][]float64{` + m.pick("y", "z", "w") + ", " + m.pick("y", "z", "w", "slices.Clone(z)") + `}
	_, _, _, _, _ = z, w, s, m, k
`)
	for range 1 + m.r.IntN(2) {
		x, y := m.slice(), m.slice()
		if m.r.IntN(2) == 0 {
			y = x
		}
		element := m.element(y)
		comparison := "func(i, j int) bool { return " + strings.ReplaceAll(element, "#", "i") + " < " + strings.ReplaceAll(element, "#", "j") + " }"
		switch m.r.IntN(6) {
		case 0, 1:
			fmt.Fprintf(&m.b, "\tsort.Slice(%s, %s)\n", x, comparison)
		case 2:
			fmt.Fprintf(&m.b, "\tby(%s, %s)\n", x, comparison)
		case 3:
			fmt.Fprintf(&m.b, "\tkeyed(%s, %s)\n", x, y)
		case 4:
			fmt.Fprintf(&m.b, "\tsort.Stable(%s)\n", m.pick("s", "list{"+x+", "+y+"}"))
		case 5:
			fmt.Fprintf(&m.b, "\tslices.SortFunc(%s, func(a, b float64) int { if a*%[2]s < b*%[2]s { return -1 }; if a*%[2]s > b*%[2]s { return 1 }; return 0 })\n", x, m.pick("x[0]", y+"[0]"))
		}
	}
	m.b.WriteString("\treturn y[0] + 2*y[1] + 3*y[2] + 4*y[3] + 5*w[0] + 6*x[0]\n}\n")
	return m.b.String()
}

func (m *sortingMaker) slice() string {
	return m.pick("y", "z", "w", "s.a", "s.b", "m[0]", "m[k&1]", "y[1:]", "z[:2]", "x")
}

func (m *sortingMaker) element(s string) string {
	return m.pick(s+"[#]", s+"[#]", "key("+s+", #)", s+"[#]*"+s+"[0]")
}

// Programs that sort are refused, or mean what they do whichever way the library sorts.
func TestRandomSorts(t *testing.T) {
	n, first := ownRandom(part.Pick(60, 150))
	accepted := 0
	for seed := first; seed < first+uint64(n); seed++ {
		text := (&sortingMaker{r: rand.New(rand.NewPCG(seed, 12))}).program()
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			res, list := own.Resolve(program(t, text))
			if len(list) > 0 {
				return
			}
			accepted++
			agree(t, program(t, swapped(text)), res, 6, seed)
		})
		if !ok {
			t.Log(text)
		}
	}
	t.Logf("accepted %d of %d", accepted, n)
}
