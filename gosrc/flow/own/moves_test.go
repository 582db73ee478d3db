package own_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/internal/part"
)

// A mover makes random programs that give memory to functions which move elements.
type mover struct {
	r     *rand.Rand
	b     strings.Builder
	names []string
	n     int
	depth int
}

func (w *mover) pick(s ...string) string { return s[w.r.IntN(len(s))] }

const moverHelpers = `
type S struct { v []float64; a float64 }
func sum(x []float64) float64 { s := 0.0; for i, v := range x { s += v * float64(i+1) }; return s }
func push(x []float64, v float64) []float64 { return slices.Insert(x, len(x)/2, v) }
func drop(x []float64, v float64) []float64 { y := slices.Insert(x, 0, v); return y }
func lost(x []float64, v float64) float64 { y := slices.Replace(x, 0, 0, v, 2); return sum(y) }
func (s *S) push(v float64) { s.v = slices.Insert(s.v, len(s.v)/2, v, 1) }
func (s S) lost(v float64) float64 { s.v = slices.Insert(s.v, 0, v); return sum(s.v) }
func (s *S) last() float64 { s.v = slices.Insert(s.v, 0, s.a); s.a++; return sum(s.v[:1]) }
`

// part is memory of a variable.
func (w *mover) part() string {
	v := w.pick(w.names...)
	return v + strings.ReplaceAll(w.pick("", "", "", "[:len(V)/2]", "[len(V)/2:]", "[:len(V)/2:len(V)/2]", "[:len(V)]"), "V", v)
}

func (w *mover) real() string { return w.pick("1", "2.5", "acc", "float64(k)") }

// moved gives a slice to a function that may move its elements.
func (w *mover) moved() string {
	v := w.part()
	f := w.pick("slices.Insert(V, 0, NUM)", "slices.Insert(V, len(V)/2, NUM, 1)", "slices.Insert(V, len(V), W...)", "slices.Replace(V, 0, len(V)/4, NUM, 2)", "push(V, NUM)", "drop(V, NUM)")
	return strings.NewReplacer("V", v, "NUM", w.real(), "W", w.part()).Replace(f)
}

func (w *mover) stmt() {
	v := w.pick(w.names...)
	w.n++
	u := fmt.Sprint("v", w.n)
	switch w.r.IntN(11) {
	case 0:
		fmt.Fprintf(&w.b, "%s := %s; _ = %s\n", u, w.part(), u)
		w.names = append(w.names, u)
	case 1:
		fmt.Fprintf(&w.b, "%s := make([]float64, 2, 6); copy(%s, %s)\n", u, u, v)
		w.names = append(w.names, u)
	case 2:
		fmt.Fprintf(&w.b, "%s := %s; _ = %s\n", u, w.moved(), u)
		w.names = append(w.names, u)
	case 3, 4:
		m := w.moved()
		if at := strings.IndexByte(m, '('); w.r.IntN(3) > 0 { // of itself
			m = m[:at+1] + v + m[at+1+strings.IndexByte(m[at:], ',')-1:]
		}
		fmt.Fprintf(&w.b, "%s = %s\n", v, m)
	case 6:
		fmt.Fprintf(&w.b, "acc += lost(%s, 1)\n", w.part())
	case 7:
		fmt.Fprintf(&w.b, "if len(%s) > 0 { %s[%s] += %s }\n", v, v, w.pick("0", "len("+v+")-1"), w.real())
	case 8:
		fmt.Fprintf(&w.b, "%s := S{%s, 2}; acc += sum(%s.v)\n", u, w.part(), u)
		s := u
		for range 1 + w.r.IntN(2) {
			fmt.Fprintf(&w.b, "%s\n", strings.ReplaceAll(w.pick("U.push(acc)", "acc += U.lost(1)", "acc += U.last()", "acc += sum(U.v)", "U.v = slices.Insert(U.v, 0, 3)"), "U", s))
		}
		w.names = append(w.names, s+".v")
	default:
		if w.depth > 1 {
			fmt.Fprintf(&w.b, "acc += sum(%s)\n", v)
			return
		}
		names := w.names
		w.depth++
		fmt.Fprintf(&w.b, "%s {\n", w.pick("for range k&3", "if acc > 1", "if k > 1"))
		for range 1 + w.r.IntN(3) {
			w.stmt()
		}
		w.b.WriteString("}\n")
		w.depth--
		w.names = names
	}
}

func (w *mover) program() string {
	w.b.WriteString(moverHelpers)
	room := "x := make([]float64, len(y), len(y)+3); copy(x, y)\n"
	if w.r.IntN(2) == 0 {
		fmt.Fprintf(&w.b, "func F(y []float64, k int) float64 { %s; return G(x, k)%s }\nfunc G(x []float64, k int) float64 {\n", room, w.pick("", "*sum(x)"))
	} else {
		w.b.WriteString("func F(y []float64, k int) float64 {\n" + room)
	}
	w.b.WriteString("acc := 0.0\n")
	w.names = []string{"x"}
	for range 2 + w.r.IntN(4) {
		w.stmt()
	}
	for range 1 + w.r.IntN(2) {
		fmt.Fprintf(&w.b, "acc += 3 * sum(%s)\n", w.pick(w.names...))
	}
	w.b.WriteString("return acc\n}\n")
	return w.b.String()
}

// Programs that give memory to functions which move elements are refused, or nobody reads what was moved.
func TestRandomMoves(t *testing.T) {
	n, first := ownRandom(part.Pick(60, 150))
	accepted, moves := 0, 0
	for seed := first; seed < first+uint64(n); seed++ {
		w := &mover{r: rand.New(rand.NewPCG(seed, 11))}
		text := w.program()
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := program(t, text)
			res, list := own.Resolve(p)
			if len(list) > 0 {
				return
			}
			accepted++
			moves += strings.Count(text[len(moverHelpers):], "slices.") + strings.Count(text[len(moverHelpers):], "push(")
			agree(t, p, res, 6, seed)
		})
		if !ok {
			t.Log(text)
		}
	}
	t.Logf("accepted %d of %d, with %d moves", accepted, n, moves)
}

func TestMoves(t *testing.T) {
	accept(t, map[string]string{
		"of itself": `type S struct { v []float64 }
		func (s *S) put(i int, v float64) { s.v = slices.Insert(s.v, i, v) }
		func F(x []float64, n int) (r float64) {
			y := make([]float64, 2, 9); copy(y, x)
			s := S{v: []float64{3}}
			for i, v := range x { y = slices.Insert(y, i&1, v); s.put(i&1, v); y = slices.Replace(y, 0, 1, v, 2) }
			z := slices.Insert(y, 0, 1)
			for i, v := range z { r += v * float64(i) }
			for i, v := range s.v { r += v * float64(i) }
			return r }`,
		"of copies": `func F(x []float64, n int) float64 {
			y := make([]float64, 2, 9); copy(y, x)
			z := slices.Insert(slices.Clone(y), 1, 5)
			w := slices.Insert(slices.Clone(z), 1, 7)
			y[0]++
			return z[0] + y[1] + w[1] }`,
		"of rows": `func F(a [][]float64, n int) (r float64) {
			rows := slices.Clone(a)
			rows = slices.DeleteFunc(rows, func(v []float64) bool { return v[0] < 0 })
			rows = slices.CompactFunc(rows, func(v, w []float64) bool { return v[1] < w[1] })
			rows = append(rows, []float64{1, 2}, []float64{3, 4, 5})
			rows = slices.Insert(rows, n&1, []float64{n2(n), 2})
			rows = slices.Delete(rows, 1, 2)
			rows = slices.Replace(rows, 0, 1, []float64{6, 7})
			for i, v := range rows { r += v[0] * float64(i+1) }
			return r }
		func n2(n int) float64 { return float64(n * n) }`,
		"of pointers": `type P struct { v float64 }
		func F(x []float64, n int) (r float64) {
			var ps []*P
			for _, v := range x { ps = append(ps, &P{v}) }
			ps = slices.DeleteFunc(ps, func(p *P) bool { return p.v < 0 })
			ps = slices.Insert(ps, 0, &P{2})
			for i, p := range ps { r += p.v * float64(i+1) }
			return r }`,
	})
	const overwritten = " may have been overwritten by slices."
	for name, text := range map[string]string{
		"read behind it":  "y" + overwritten + "Insert in line 3\n z := slices.Insert(y, 1, 5)\n return z[0] + y[1] }",
		"moved twice":     "y" + overwritten + "Insert in line 3\n z := slices.Insert(y, 1, 5)\n w := slices.Insert(y, 1, 6)\n return z[0] + w[1] }",
		"read by another": "w" + overwritten + "Insert in line 4\n w := y[:1]\n y = slices.Insert(y, 0, 5)\n return y[0] + w[0] }",
		"grown":           "y" + overwritten + "Replace in line 3\n z := slices.Replace(y, 1, 2, 5, 6)\n return z[0] + y[1] }",
		"in a call":       "y" + overwritten + "Insert in line 5\n z := put(y)\n return z[0] + y[1] }\n func put(y []float64) []float64 { return slices.Insert(y, 0, 1) }",
		"of a window":     "y" + overwritten + "Insert in line 3\n z := slices.Insert(y[:1], 0, 1)\n return z[0] + y[1] }",
		"rows":            "rows" + overwritten + "DeleteFunc in line 4\n rows := [][]float64{y, y[1:]}\n few := slices.DeleteFunc(rows, func(v []float64) bool { return v[0] > 3 })\n return few[0][0] + rows[1][0] }",
		"rows of another": "rows" + overwritten + "Delete in line 5\n rows := [][]float64{y, {2}}\n all := rows\n rows = slices.Delete(rows, 0, 1)\n return rows[0][0] + all[1][0] }",
	} {
		t.Run(name, func(t *testing.T) {
			want, body, _ := strings.Cut(text, "\n")
			_, list := try(t, "func F(x []float64, n int) float64 { y := make([]float64, 3, 10); copy(y, x);\n"+body)
			if len(list) != 1 || list[0].Message != want {
				t.Errorf("got %v, want %s", list, want)
			}
		})
	}
}
