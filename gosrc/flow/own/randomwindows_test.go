package own_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/internal/part"
)

// windower makes random programs of windows that are appended to.
type windower struct {
	r     *rand.Rand
	b     strings.Builder
	names []string // of slices
	n     int
	depth int
}

func (w *windower) pick(s ...string) string { return s[w.r.IntN(len(s))] }

func (w *windower) real() string {
	v := w.name()
	return w.pick("1", "2.5", "float64(k)", "acc", fmt.Sprintf("at(%s, %d)", v, w.r.IntN(4)))
}

func (w *windower) name() string { return w.pick(w.names...) }

// window is a part of a slice that has enough elements, if it has any.
func (w *windower) window(v string) string {
	return v + w.pick("[:len(v)/2]", "[len(v)/2:]", "[:0]", "[len(v)/2:len(v)]", "[:len(v)/2:len(v)/2]", "[:len(v)/3:len(v)/2]", "[len(v)/3:len(v)/2]",
		"[len(v)/3:len(v)/2:len(v)]", "[:len(v)/2][len(v)/3:]", "[:len(v)/2:len(v)][:len(v)/4]", "[:len(v)]", "", "[:0][:min(len(v), 3)]")
}

func (w *windower) in(s, v string) string { return strings.ReplaceAll(s, "(v)", "("+v+")") }

func (w *windower) part() string {
	v := w.name()
	return w.in(w.window(v), v)
}

// longer is an append.
func (w *windower) longer(v string) string {
	switch w.r.IntN(9) {
	case 7:
		return fmt.Sprintf("more(%s, %s)", w.part(), w.real())
	case 8:
		return fmt.Sprintf("most(%s, %s)", w.part(), w.part())
	case 0, 1:
		return fmt.Sprintf("append(%s, %s)", v, w.real())
	case 2:
		return fmt.Sprintf("append(%s, %s, %s)", v, w.real(), w.real())
	case 3:
		return fmt.Sprintf("append(%s, %s...)", v, w.part())
	case 4:
		u := w.name()
		return w.in(fmt.Sprintf("append(%s[%s], %s[%s]...)", u, w.pick(":len(v)/2", ":len(v)/3", ":0", ":len(v)/2:len(v)/2", ":len(v)/3:len(v)/2"), u,
			w.pick("len(v)/2:", "len(v):", "len(v)/2:len(v)", "len(v)/3:")), u)
	case 5:
		return fmt.Sprintf("append(append(%s, %s), %s)", v, w.real(), w.real())
	}
	return fmt.Sprintf("append(%s, %s)", w.part(), w.real())
}

func (w *windower) stmt() {
	w.b.WriteString("\t")
	switch w.r.IntN(12) {
	case 0, 1:
		w.n++
		v := fmt.Sprint("w", w.n)
		fmt.Fprintf(&w.b, "%s := %s; _ = %s\n", v, w.part(), v)
		w.names = append(w.names, v)
	case 2:
		w.n++
		v := fmt.Sprint("w", w.n)
		fmt.Fprintf(&w.b, "var %s []float64; if k %s %d { %s = %s }; _ = %s\n", v, w.pick("<", ">"), w.r.IntN(3), v, w.part(), v)
		w.names = append(w.names, v)
	case 3, 4, 5:
		v := w.name()
		fmt.Fprintf(&w.b, "%s = %s\n", v, w.longer(v))
	case 6:
		v := w.name()
		fmt.Fprintf(&w.b, "if len(%s) > 0 { %s[%s] %s %s }\n", v, v, w.in(w.pick("0", "len(v)-1"), v), w.pick("=", "+="), w.real())
	case 7:
		v := w.name()
		fmt.Fprintf(&w.b, "%s = %s\n", v, w.in(w.window(v), v))
	case 8:
		fmt.Fprintf(&w.b, "copy(%s, %s)\n", w.part(), w.part())
	case 9:
		w.n++
		v := fmt.Sprint("w", w.n)
		fmt.Fprintf(&w.b, "%s := %s; _ = %s\n", v, w.longer(w.part()), v)
		w.names = append(w.names, v)
	default:
		if w.depth > 1 {
			fmt.Fprintf(&w.b, "acc += sum(%s)\n", w.name())
			return
		}
		names := w.names
		w.depth++
		b := w.pick("for range k&3", "if acc > 1", "for i := range 2", "if k > 1")
		fmt.Fprintf(&w.b, "%s {\n", b)
		if strings.Contains(b, "i :=") {
			w.b.WriteString("_ = i\n")
		}
		for range 1 + w.r.IntN(3) {
			w.stmt()
		}
		w.b.WriteString("}\n")
		w.depth--
		w.names = names
	}
}

func (w *windower) program() string {
	w.b.WriteString(`
func sum(x []float64) float64 { s := 0.0; for i, v := range x { s += v * float64(i+1) }; return s }
func at(x []float64, i int) float64 { if i < len(x) { return x[i] }; return 7 }
func more(x []float64, v float64) []float64 { x = append(x, v); x[len(x)-1]++; return append(x, v) }
func most(x, y []float64) []float64 { return append(x, y...) }
func F(x []float64, k int) float64 {
	acc := 0.0
`)
	if w.r.IntN(2) == 0 {
		w.b.WriteString("\ta := make([]float64, 6); copy(a, x)\n")
		w.names = []string{"a"}
	} else {
		w.names = []string{"x"}
	}
	for range 2 + w.r.IntN(4) {
		w.stmt()
	}
	for range 1 + w.r.IntN(2) {
		fmt.Fprintf(&w.b, "\tacc += 3 * sum(%s)\n", w.name())
	}
	w.b.WriteString("\treturn acc\n}\n")
	return w.b.String()
}

// Random windows that are appended to are refused, or what they are in Go.
func TestRandomWindows(t *testing.T) {
	n, first := ownRandom(part.N(300, part.Pick(25, 75)))
	accepted, appends := 0, 0
	for seed := first; seed < first+uint64(n); seed++ {
		w := &windower{r: rand.New(rand.NewPCG(seed, 9))}
		text := w.program()
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := program(t, text)
			res, list := own.Resolve(p)
			if len(list) > 0 {
				return
			}
			accepted++
			appends += strings.Count(text, "append(")
			agree(t, p, res, 6, seed)
		})
		if !ok {
			t.Log(text)
		}
	}
	t.Logf("accepted %d of %d, with %d appends", accepted, n, appends)
}
