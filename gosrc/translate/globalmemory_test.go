package translate_test

import "testing"

// A package variable whose memory something may write, by whatever way, is not read; what only reads it does no harm.
func TestGlobalMemory(t *testing.T) {
	const head = "package p\n\nimport (\n\t\"fmt\"\n\t\"slices\"\n\t\"sort\"\n)\n\n" +
		"type T struct {\n\tv [4]float64\n\tw []float64\n\tn int\n}\n\n" +
		"func (t *T) fill() { t.v[0] = 1 }\nfunc (t *T) get(i int) float64 { return t.v[i] + t.w[i] }\nfunc (t T) sum() (s float64) {\n\tfor _, v := range t.w {\n\t\ts += v\n\t}\n\treturn\n}\nfunc (t T) set() { t.w[0] = 2 }\nfunc (t T) local() { t.v[0] = 2 }\n\n" +
		"func fill(x []float64) { deeper(x, len(x)) }\nfunc deeper(x []float64, n int) {\n\tif n > 0 {\n\t\tx[n-1] = 1\n\t\tdeeper(x, n-1)\n\t}\n}\nfunc total(x []float64) (s float64) {\n\ty := x[1:]\n\tfor _, v := range y {\n\t\ts += v\n\t}\n\treturn\n}\n\n" +
		"var _, _, _ = fmt.Sprint, sort.Ints, slices.Max[[]int]\n" +
		"var g = T{w: []float64{1, 2}}\nvar p = &T{}\nvar a [4]float64\nvar b = []float64{1, 2}\nvar rows = [][]float64{{1}, {2}}\n\n" +
		"func whole() []float64 { return b }\nfunc two() ([]float64, bool) { return b, true }\nfunc named() (r []float64) { r = b; return }\nfunc same(x []float64) []float64 { return x }\n" +
		"type setter interface{ set(int, float64) }\ntype V []float64\n\nfunc (v V) set(i int, x float64) { v[i] = x }\nfunc (v V) row() []float64 { return v }\n\nfunc F(x float64) float64 { return x * g.v[1] * g.w[0] * p.v[0] * a[1] * b[0] * rows[0][0] }\n\n"
	for text, written := range map[string]bool{
		"func H() { g.fill() }": true, "func H() { f := g.fill; f() }": true, "func H() { g.set() }": true, "func H() { p.fill() }": true, "func H() { p.set() }": true,
		"func H() { fill(b) }": true, "func H() { fill(a[:]) }": true, "func H() { fill(rows[1]) }": true, "func H() { fill(g.w) }": true,
		"func H() { x := b; x[0] = 1 }": true, "func H() { x := rows[0]; y := x[:1]; y[0]++ }": true, "func H() { q := p; q.n = 2 }": true,
		"func H() { for _, r := range rows { r[0] = 1 } }": true, "func H() { for i := range rows { r := rows[i]; fill(r) } }": true,
		"func H() { w := whole(); w[0] = 1 }": true, "func H() { whole()[0] = 1 }": true, "func H() { sort.Float64s(b) }": true, "func H() { _ = append(b[:1], 3) }": true,
		"func H(f func([]float64)) { f(b) }": true, "var c = b\n\nfunc H() { c[0] = 1 }": true, "func H() { t := T{w: b}; t.set() }": true, "func H() { t := &T{w: b}; t.w[0] = 1 }": true,
		"func H() { f := func() []float64 { return b }; f()[0] = 2 }": true, "func H() { var x []float64; x = b; clear(x) }": true,

		"func use(f func() []float64) { f()[0] = 1 }\nfunc H() { use(whole) }": true, "func H() { T.set(g) }": true, "func H() { (*T).fill(&g) }": true, "func H() { V.set(b, 0, 1) }": true,
		"func H() { x, _ := two(); x[0] = 1 }": true, "func H() { named()[0] = 1 }": true, "func at(i bool, x []float64) { x[0] = 1 }\nfunc pair() (bool, []float64) { return true, b }\nfunc H() { at(pair()) }": true,
		"func H() { var s setter = V(b); s.set(0, 1) }": true, "func H() { var s any = b; s.([]float64)[0] = 1 }": true, "func H() { var s any = b; x, ok := s.([]float64); if ok { x[0] = 1 } }": true,
		"func w(s any) {\n\tswitch s := s.(type) {\n\tcase []float64:\n\t\ts[0] = 1\n\t}\n}\nfunc H() { w(b) }": true, "func H() { var s interface{ row() []float64 } = V(b); s.row()[0] = 1 }": true,
		"func H() { slices.Clip(b)[0] = 1 }": true, "func H() { slices.Clone(rows)[0][0] = 1 }": true, "func H() { x := make([][]float64, 2); copy(x, rows); x[0][0] = 1 }": true,
		"func H() { var x [][]float64; x = append(x, b); x[0][0] = 1 }": true, "func H() { x := b[:1]; x = append(x, 7) }": true, "func grow(x []float64) []float64 { return append(x, 7) }\nfunc H() { grow(b[:1]) }": true,
		"func H() { same(b)[0] = 1 }": true,

		"func H() float64 { x := append(b, 3); y := slices.Clone(rows); x2, ok := two(); if ok { return same(b)[0] + y[0][0] + x2[0] + named()[0] }; return x[2] }": false,
		"func H() float64 { var s any = b; if x, ok := s.([]float64); ok { return x[0] }; return V.row(b)[0] + slices.Clip(b)[1] }":                                 false,
		"func H() { t := T{n: g.n, w: make([]float64, 2)}; t.w[0] = 1; x := append([][]float64{b}, b[:1:1]); _ = x[0][0] }":                                         false,
		"func H() float64 { return g.get(1) + p.get(0) + g.sum() + p.sum() }":                                                                                       false, "func H() { h := g; h.v[0] = 3; g.local() }": false,
		"func H() float64 { return total(b) + total(a[:]) + total(whole()) }": false, "func H() float64 { x := rows[0]; x = x[:1]; return x[0] }": false,
		"func H() (s float64) {\n\tfor _, r := range rows {\n\t\tfor _, v := range r {\n\t\t\ts += v\n\t\t}\n\t}\n\treturn\n}":        false,
		"func H() int { fmt.Println(b, rows); return len(b) + cap(rows) + sort.SearchFloat64s(b, 2) }":                                false,
		"func H() []float64 { x := append([]float64(nil), b...); x[0] = 1; y := make([]float64, 2); copy(y, b); y[0] = 2; return x }": false,
		"func H() float64 { t := T{w: b}; t.w = nil; c := a; c[0] = 1; return t.sum() + c[0] }":                                       false,
	} {
		_, diags := translateText(t, head+text+"\n")
		if (len(diags) > 0) != written {
			t.Errorf("%s: %v", text, diags.Err())
		}
		for _, d := range diags {
			if d.Code != "global-write" {
				t.Error(d)
			}
		}
	}
}
