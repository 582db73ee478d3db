package own_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/internal/part"
)

const putBackHelpers = `
type G struct { v []float64; n int; a float64; r [2]float64 }
type H struct { gs []G; s float64 }
func (g *G) push(v float64) { g.v = append(g.v, v); g.n++ }
func (g *G) up(v float64) float64 { g.a += v; g.n++; if len(g.v) > 0 { g.v[0] += g.a }; return g.a }
func (h *H) add(k int, v float64) { g := h.gs[k]; g.v = append(g.v, v * h.s); g.a += h.s; h.gs[k] = g; h.s += 0.5 }
func total(gs []G) float64 {
	s := 0.0
	for k, g := range gs {
		s += float64(k+1) * (g.a + float64(g.n) + 2 * g.r[0] + 3 * g.r[1])
		for i, v := range g.v { s += v * float64(i+2) }
	}
	return s
}
`

// What becomes of elements that are copied, changed and put back.
func TestPutBack(t *testing.T) {
	made := "gs := make([]G, 3)\n"
	loop := func(body string) string {
		return putBackHelpers + "func F(x []float64, n int) float64 {\n" + made + "s := 0.0\nfor i, v := range x {\n" + body + "}\nreturn s + total(gs) }"
	}
	accept(t, map[string]string{
		"appended":     loop("g := gs[i%3]\ng.v = append(g.v, v)\ng.n++\ngs[i%3] = g\n"),
		"an index":     loop("k := i % 3\ng := gs[k]\nif g.n > 2 { continue }\ng.v = append(g.v, v, s)\ng.n++\ngs[k] = g\ns += gs[k].v[0]\n"),
		"in a branch":  loop("g := gs[i%3]\nif v > 0 && g.n < 3 { g.v = append(g.v, v)\ng.n++\ngs[i%3] = g\n} else { s += float64(g.n) }\n"),
		"by a pointer": loop("g := gs[i%3]\ng.push(v)\ng.push(2 * v)\ngs[i%3] = g\n"),
		"elements":     loop("gs[i%3].v = make([]float64, 2)\ng := gs[i%3]\ng.v[i%2] += v\nfor k := range g.v { if k == 1 { break }; g.v[k] *= 2 }\ngs[i%3] = g\n"),
		"of an array":  strings.Replace(strings.Replace(loop("g := gs[i%3]\ng.v = append(g.v, v)\ngs[i%3] = g\n"), made, "var gs [3]G\n", 1), "total(gs)", "total(gs[:])", 1),
		"in a range": `type G struct { v []float64; a float64 }
		func F(x []float64, n int) (s float64) {
			gs := make([]G, 3)
			for k, g := range gs {
				for i, v := range x { if i % 3 == k { g.v = append(g.v, v); g.a += v } }
				gs[k] = g
			}
			for k, g := range gs { s += g.a * float64(k+1); for i, v := range g.v { s += v * float64(i) } }
			return s }`,
		"of rows": putBackHelpers + `func F(x []float64, n int) float64 {
			gs := [][]G{make([]G, 2), make([]G, 2)}
			for i, v := range x { g := gs[i/2%2][i%2]; g.v = append(g.v, v); g.n++; gs[i/2%2][i%2] = g }
			return total(gs[0]) + 2 * total(gs[1]) }`,
	})
	for name, text := range map[string]string{ // the element is looked at, or left as it is
		"read between":      loop("g := gs[i%3]\ng.v = append(g.v, v)\ng.n++\ns += float64(gs[i%3].n)\ngs[i%3] = g\n"),
		"left":              loop("g := gs[i%3]\ng.v = append(g.v, v)\ng.n++\nif v < 0 { continue }\ngs[i%3] = g\n"),
		"on one side":       loop("g := gs[i%3]\nif v > 0 { g.v = append(g.v, v)\ngs[i%3] = g\n} else { g.a += v\ns += g.a }\n"),
		"another index":     loop("k := i % 2\ng := gs[k]\ng.v = append(g.v, v)\nk++\ngs[k] = g\n"),
		"read behind":       loop("g := gs[i%3]\ng.v = append(g.v, v)\ngs[i%3] = g\ngs[i%3].a++\ns += g.a\n"),
		"by a pointer":      loop("p := &gs[1].a\ng := gs[i%3]\ng.v = append(g.v, v)\ng.a += v\ns += *p\ngs[i%3] = g\n"),
		"by a window":       loop("w := gs[1].r[:]\ng := gs[i%3]\ng.v = append(g.v, v)\ng.r[0] += v\ns += w[0]\ngs[i%3] = g\n"),
		"a window is kept":  loop("g := gs[i%3]\ng.v = append(g.v, v)\nw := g.r[:]\nw[0] += v\ngs[i%3] = g\nw[1] += v\ns += w[1]\n"),
		"a pointer is kept": loop("g := gs[i%3]\ng.v = append(g.v, v)\np := &g\np.a += v\ngs[i%3] = g\np.a += v\ns += p.a\n"),
		"two":               loop("g := gs[i%3]\nh := gs[i%2]\ng.v = append(g.v, v)\nh.a += v\ngs[i%3] = g\ngs[i%2] = h\n"),
		"swapped":           loop("g := gs[i%3]\ng.v = append(g.v, v)\ngs[i%3] = gs[(i+1)%3]\ngs[(i+1)%3] = g\n"),
		"again and again":   loop("g := gs[i%3]\nfor range 2 { g.v = append(g.v, v)\ng.a += v\ngs[i%3] = g\ns += g.a }\n"),
		"longer":            loop("g := gs[i%3]\ng.v = append(g.v, v)\ngs = append(gs, G{a: v})\ngs[i%3] = g\n"),
	} {
		t.Run(name, func(t *testing.T) {
			if _, list := try(t, text); len(list) > 0 {
				t.Log(list)
			}
		})
	}
}

// A putter makes random programs that copy elements, change them and put them back.
type putter struct {
	r *rand.Rand
	b strings.Builder
}

func (w *putter) pick(s ...string) string { return s[w.r.IntN(len(s))] }

func (w *putter) index() string { return w.pick("k", "k", "k", "k", "i%3", "(k+1)%3", "0") }

// change is a statement between the copy and where it is put back.
func (w *putter) change(depth int) {
	s := w.pick("g.v = append(g.v, x)", "g.v = append(g.v, x)", "g.n++", "g.a += x", "g.push(x)", "s += g.up(x)", "g.r[0] += x", "s += g.a", "s += float64(len(g.v))",
		"if len(g.v) > 1 { g.v[1] *= 2 }", "if len(g.v) > 0 { s += g.v[0] }", "s += x", "if x < 0 { continue }", "if i > 2 { break }", "s += gs[K].a", "gs[K].n++",
		"k = (k+1)%3", "s += float64(len(gs))", "*p += 1", "s += *p", "{ h := g; s += h.a }", "gs[K] = g", "{ w := g.v; if len(w) > 0 { w[0]++ } }", "IF", "IF", "FOR")
	block := func(head string) {
		w.b.WriteString(head)
		for range 1 + w.r.IntN(3) {
			w.change(depth + 1)
		}
		w.b.WriteString("}\n")
	}
	switch {
	case s == "IF" && depth < 2:
		block(w.pick("if x > 0 {\n", "if g.n > 1 {\n", "if i == 1 {\n"))
	case s == "FOR" && depth < 2:
		block("for range 2 {\n")
	case s == "IF" || s == "FOR":
	default:
		w.b.WriteString(strings.ReplaceAll(s, "K", w.index()) + "\n")
	}
}

func (w *putter) program() string {
	w.b.WriteString(putBackHelpers + "func F(y []float64, k int) float64 {\n")
	w.b.WriteString(w.pick("gs := make([]G, 3)\n", "gs := []G{{v: []float64{1, 2}}, {a: 3}, {v: make([]float64, 3)}}\n", "var all [4]G\ngs := all[:3]\n"))
	w.b.WriteString("s, f := 0.0, 0.0\np := &f\n_ = p\n")
	if w.r.IntN(6) == 0 {
		w.b.WriteString("p = &gs[" + w.pick("0", "1") + "].a\n")
	}
	w.b.WriteString("for i, x := range y {\nk := i % 3\n_, _ = k, x\n")
	for range 1 + w.r.IntN(2) {
		w.b.WriteString("{\ng := gs[k]\n")
		for range 1 + w.r.IntN(4) {
			w.change(0)
		}
		back := "gs[" + w.pick("k", "k", "k", "k", "k", "k", "i%3", "0") + "] = g\n"
		if w.r.IntN(4) == 0 {
			back = w.pick("if x > 0.5 {\n", "if g.n > 2 {\n") + w.pick("", "g.v = append(g.v, 2)\n") + back + "}\n"
		}
		w.b.WriteString(back)
		if w.r.IntN(4) == 0 {
			w.b.WriteString(w.pick("s += g.a\n", "s += gs[k].a\n", "g.a++\n", "gs[k].a++\n"))
		}
		w.b.WriteString("}\n")
	}
	w.b.WriteString("}\nreturn s + f + total(gs)\n}\n")
	return w.b.String()
}

// Programs that copy elements and put them back are refused, or keep their meaning.
func TestRandomPutBack(t *testing.T) {
	n, first := ownRandom(part.Pick(60, 150))
	accepted := 0
	for seed := first; seed < first+uint64(n); seed++ {
		w := &putter{r: rand.New(rand.NewPCG(seed, 12))}
		text := w.program()
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := program(t, text)
			res, list := own.Resolve(p)
			if len(list) > 0 {
				return
			}
			accepted++
			agree(t, p, res, 6, seed)
		})
		if !ok {
			t.Log(text)
		}
	}
	t.Logf("accepted %d of %d", accepted, n)
}
