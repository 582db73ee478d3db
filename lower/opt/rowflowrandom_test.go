package opt

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

var (
	rowPrograms = flag.Int("rowprograms", 2000, "random programs of TestRandomRowChanges")
	rowSeed     = flag.Uint64("firstrowprogram", 0, "their first seed")
)

// Random programs that put elements behind rows and take them off again, change copies of rows, store rows in other
// places, keep them, and write elements, give the same to the last bit when rows grow and are cut where they are.
func TestRandomRowChanges(t *testing.T) {
	grown, cut, changed := 0, 0, 0
	for seed := *rowSeed; seed < *rowSeed+uint64(*rowPrograms); seed++ {
		src := rowChanging(rand.New(rand.NewPCG(seed, 11)))
		p, err := loop.Read("random", src)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		args := func() []loop.Value { return []loop.Value{[]float64{0.5, 1.5, 2.5, 3.5, 4.5}, int64(9)} }
		want, _, err := loop.Eval(p, p.Funcs[0], args(), 1e6)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, src)
		}
		for _, pass := range rowSteps {
			before := p.String()
			if err := run(p, &Options{Verify: loop.Verify}, []Pass{pass}); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, src)
			}
			if p.String() != before {
				switch pass.Name {
				case "append":
					grown++
				case "truncate":
					cut++
				default:
					changed++
				}
			}
			have, _, err := loop.Eval(p, p.Funcs[0], args(), 1e6)
			if err != nil || !reflect.DeepEqual(have, want) {
				t.Fatalf("seed %d, %s: %v (%v), want %v, before:\n%s\nafter:\n%s", seed, pass.Name, have, err, want, before, p)
			}
		}
	}
	t.Logf("%d programs with rows that grow, %d with rows that are cut, %d with rows that are changed", grown, cut, changed)
	if grown < *rowPrograms/8 || cut < *rowPrograms/16 || changed < *rowPrograms/16 {
		t.Errorf("only %d programs with rows that grow, %d with rows that are cut, %d with rows that are changed", grown, cut, changed)
	}
}

// A rowWriter writes a program with two arrays of rows. What it may do differs from program to program, since most
// things bar what the passes do.
type rowWriter struct {
	strings.Builder
	r    *rand.Rand
	made int
	may  map[string]bool
	rows []string // variables that are seen
}

func rowChanging(r *rand.Rand) string {
	w := &rowWriter{r: r, may: map[string]bool{}}
	for _, k := range []string{"move", "hold", "write", "fresh", "late", "between", "elsewhere", "alias", "swap"} {
		w.may[k] = r.IntN(7) == 0
	}
	w.may["write"] = w.may["write"] || w.may["hold"] && r.IntN(2) == 0
	w.WriteString("func f(x []real, n int) {\n\tvar g [][]real = new(3)\n\tvar h [][]real = new(3)\n\tvar y real = 1.0\n\tvar held []real = nil([]real)\n")
	if !w.may["hold"] { // a variable that is seen everywhere bars cuts
		s := w.String()
		w.Reset()
		w.WriteString(strings.Replace(s, "\tvar held []real = nil([]real)\n", "", 1))
	}
	w.WriteString("\tfor i < 3 {\n\t\tvar a []real = new(i)\n\t\tg[i] = a\n\t\tvar b []real = new(2)\n\t\tb[0] = 0.25\n\t\th[i] = b\n\t}\n\tfor i < n {\n")
	for range 2 + r.IntN(4) {
		w.statement(2)
	}
	w.rows = nil
	w.WriteString("\t}\n")
	if r.IntN(3) == 0 {
		w.WriteString("\tvar g2 [][]real = new(3)\n\tfor i < 3 {\n\t\tg2[i] = g[i]\n\t}\n\tfor down i < n {\n")
		text := w.String()
		w.Reset()
		w.statement(1)
		w.statement(1)
		late := w.String()
		w.Reset()
		if r.IntN(4) > 0 {
			late = strings.NewReplacer("g[", "g2[").Replace(late)
		}
		w.WriteString(text + late + "\t}\n\tfor j < 3 {\n\t\tvar t []real = g2[j]\n\t\tfor k < len(t) {\n\t\t\ty = y * 0.75 + t[k]\n\t\t}\n\t}\n")
	} else {
		for _, a := range []string{"g", "h"} {
			fmt.Fprintf(w, "\tfor j < 3 {\n\t\tvar t []real = %s[j]\n\t\tfor k < len(t) {\n\t\t\ty = y * 0.75 + t[k]\n\t\t}\n\t}\n", a)
		}
	}
	w.WriteString("\treturn y\n}\n")
	return w.String()
}

func (w *rowWriter) array() string { return []string{"g", "g", "h"}[w.r.IntN(3)] }

func (w *rowWriter) index() string {
	return []string{"0", "1", "i % 3", "(i * 2 + 1) % 3"}[w.r.IntN(4)]
}

// place declares an index, and is a row.
func (w *rowWriter) place() (a, k string) {
	w.made++
	k = fmt.Sprint("k", w.made)
	fmt.Fprintf(w, "var %s int = %s\n", k, w.index())
	return w.array(), k
}

func (w *rowWriter) value() string {
	if len(w.rows) > 0 && w.r.IntN(2) == 0 {
		t := w.rows[w.r.IntN(len(w.rows))]
		return fmt.Sprintf("select(len(%s) > 0, y, 0.5)", t)
	}
	return []string{"y", "x[i % 5]", "y * 0.5"}[w.r.IntN(3)]
}

func (w *rowWriter) pick(of ...string) string { return of[w.r.IntN(len(of))] }

func (w *rowWriter) chance(k string) bool { return w.may[k] && w.r.IntN(3) == 0 }

func (w *rowWriter) statement(depth int) {
	switch w.r.IntN(13) {
	case 0, 1, 2:
		w.longer()
	case 10, 11, 12:
		w.changed(depth)
	case 3, 4, 5:
		w.shorter(depth)
	case 6:
		t := "g[0]"
		if len(w.rows) > 0 {
			t = w.rows[w.r.IntN(len(w.rows))]
		}
		fmt.Fprintf(w, "if len(%s) > 1 {\ny = y * 0.5 + %s[1]\n}\n", t, t)
	case 7:
		if depth > 0 {
			seen := len(w.rows)
			fmt.Fprintf(w, "if i %% %d == 0 {\n", 2+w.r.IntN(2))
			w.statement(depth - 1)
			w.statement(depth - 1)
			w.WriteString("}\n")
			w.rows = w.rows[:seen]
		}
	default:
		w.rare()
	}
}

// rare does what most programs do not do.
func (w *rowWriter) rare() {
	switch {
	case w.chance("move"):
		a, k := w.place()
		b, l := w.place()
		fmt.Fprintf(w, "%s[%s] = %s[%s]\n", a, k, b, l)
	case w.chance("hold"):
		a, k := w.place()
		fmt.Fprintf(w, "if len(held) > 0 {\ny = y * 0.5 + held[len(held) - 1]\n}\nheld = %s[%s]\n", a, k)
	case w.chance("write"):
		a, k := w.place()
		fmt.Fprintf(w, "if len(%s[%s]) > 0 {\n%s[%s][0] +~= %s\n}\n", a, k, a, k, w.value())
	case w.chance("fresh"):
		a, k := w.place()
		fmt.Fprintf(w, "var a%d []real = new(2)\na%d[0] = y\n%s[%s] = a%d\n", w.made, w.made, a, k, w.made)
		if w.may["late"] {
			fmt.Fprintf(w, "a%d[1] = y + 1.0\n", w.made)
		}
		if w.may["elsewhere"] {
			b, l := w.place()
			fmt.Fprintf(w, "%s[%s] = a%d\n", b, l, w.made-1)
		}
	case w.chance("swap"):
		a, k := w.place()
		_, l := w.place()
		fmt.Fprintf(w, "%s[%s], %s[%s] = %s[%s], %s[%s]\n", a, k, a, l, a, l, a, k)
	}
}

// longer puts elements behind a row.
func (w *rowWriter) longer() {
	a, k := w.place()
	n := w.made
	fmt.Fprintf(w, "var t%d []real = %s[%s]\n", n, a, k)
	from := fmt.Sprint("t", n)
	if w.may["alias"] {
		fmt.Fprintf(w, "var b%d []real = t%d\n", n, n)
		from = fmt.Sprint("b", n)
	}
	if w.chance("between") {
		w.statement(0)
	}
	size := fmt.Sprintf("len(%s)", from)
	if w.may["alias"] && w.r.IntN(2) == 0 && w.r.IntN(2) == 0 { // a part of the row
		size = fmt.Sprintf("imin(len(%s), %s)", from, w.pick("1", "i % 4 - 1"))
	}
	fmt.Fprintf(w, "var n%d int = %s\nvar u%d []real = new(n%d + %d)\n", n, size, n, n, 1+w.r.IntN(2))
	text := w.String()
	more := text[strings.LastIndex(text, "+ ")+2 : len(text)-2]
	fmt.Fprintf(w, "for j < n%d + %s {\nif j < n%d {\nu%d[j] = %s[j]\n} else {\nu%d[j] = %s\n}\n}\n", n, more, n, n, from, n, w.value())
	if w.chance("between") {
		w.statement(0)
	}
	if w.chance("elsewhere") {
		a, k = w.place()
	}
	fmt.Fprintf(w, "%s[%s] = u%d\n", a, k, n)
	if w.chance("late") {
		fmt.Fprintf(w, "if len(u%d) > 0 {\nu%d[0] = %s\n}\n", n, n, w.value())
	}
	w.rows = append(w.rows, fmt.Sprint("t", n), fmt.Sprint("u", n))
	if w.r.IntN(3) > 0 { // most are not used again
		w.rows = w.rows[:len(w.rows)-2]
	}
}

// changed changes elements of a copy of a row, which takes its place.
func (w *rowWriter) changed(depth int) {
	a, k := w.place()
	n := w.made
	seen := len(w.rows)
	fmt.Fprintf(w, "var t%d []real = %s[%s]\nvar c%d []real = t%d\n", n, a, k, n, n)
	from := w.pick("t", "t", "c") + fmt.Sprint(n)
	if from[0] == 'c' && w.r.IntN(2) == 0 {
		fmt.Fprintf(w, "if len(c%d) == 0 {\nvar z%d []real = new(2)\nc%d = z%d\n}\n", n, n, n, n)
	}
	inside := w.r.IntN(3) == 0
	if inside {
		fmt.Fprintf(w, "if i %% %d == 0 {\n", 2+w.r.IntN(2))
	}
	if w.chance("between") {
		w.statement(0)
	}
	fmt.Fprintf(w, "var u%d []real = new(len(%s))\ncopy(u%d, %s)\n", n, from, n, from)
	fmt.Fprintf(w, "if len(u%d) > 0 {\nu%d[len(u%d) - 1] = %s\n}\n", n, n, n, w.value())
	if w.may["write"] {
		fmt.Fprintf(w, "if len(u%d) > 0 {\nu%d[0] = %s[0] * 0.5\n}\n", n, n, from)
	}
	if w.chance("between") && depth > 0 {
		w.statement(0)
	}
	if w.chance("elsewhere") {
		a, k = w.place()
	}
	fmt.Fprintf(w, "%s[%s] = u%d\n", a, k, n)
	if w.chance("late") {
		fmt.Fprintf(w, "if len(u%d) > 0 {\nu%d[0] +~= 1.0\n}\n", n, n)
	}
	if inside {
		w.WriteString("}\n")
	}
	if w.may["alias"] {
		fmt.Fprintf(w, "if len(%s) > 0 {\ny = y * 0.5 + %s[len(%s) - 1]\n}\n", from, from, from)
	}
	w.rows = w.rows[:seen]
	if w.may["hold"] {
		w.rows = append(w.rows, from)
	}
}

// shorter takes an element off a row.
func (w *rowWriter) shorter(depth int) {
	a, k := w.place()
	n := w.made
	seen := len(w.rows)
	fmt.Fprintf(w, "if len(%s[%s]) > 0 {\nvar t%d []real = %s[%s]\nvar c%d []real = t%d\n", a, k, n, a, k, n, n)
	if w.r.IntN(2) == 0 {
		fmt.Fprintf(w, "if len(c%d) == 0 {\nvar z%d []real = new(1)\nc%d = z%d\n}\n", n, n, n, n)
	}
	if w.chance("between") {
		w.statement(0)
	}
	fmt.Fprintf(w, "var n%d int = len(c%d) - 1\nvar u%d []real = new(n%d)\nfor j < n%d + 1 {\nvar e%d real = c%d[j]\nif j < n%d {\nu%d[j] +~= e%d\n} else {\ny = y * 0.5 + e%d\n}\n}\n",
		n, n, n, n, n, n, n, n, n, n, n)
	if w.chance("between") && depth > 0 {
		w.statement(0)
	}
	if w.chance("elsewhere") {
		a, k = w.place()
	}
	switch { // what is written to the row after the copy is not in the copy
	case w.chance("write"):
		fmt.Fprintf(w, "c%d[0] +~= 1.0\n%s[%s] = u%d\n", n, a, k, n)
	case w.chance("write"):
		fmt.Fprintf(w, "%s[%s], c%d[0] = u%d, 1.0\n", a, k, n, n)
	default:
		fmt.Fprintf(w, "%s[%s] = u%d\n", a, k, n)
	}
	if w.chance("late") {
		fmt.Fprintf(w, "if len(%s) > 0 {\n%s[0] +~= 1.0\n}\n", fmt.Sprint("u", n), fmt.Sprint("u", n))
	}
	if w.may["alias"] {
		w.rows = append(w.rows, fmt.Sprint("t", n))
		w.statement(0)
		if w.r.IntN(2) == 0 {
			fmt.Fprintf(w, "if len(c%d) > 0 {\ny = y * 0.5 + c%d[0]\n}\n", n, n)
		}
	}
	w.WriteString("}\n")
	w.rows = w.rows[:seen]
}
