package own_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/internal/part"
)

// Random programs that alias as much as they can: views of views, windows, swaps, rows, appends, pointers, structs
// with slices, calls and closures. Each is either refused, or means the same in both forms.

const randomPrelude = `
type S struct { a float64; v, w []float64 }
func set(x []float64, i int, f float64) { if i < len(x) { x[i] = f } }
func axpy(y, x []float64, f float64) { for i := range y { if i < len(x) { y[i] += f * x[i] } } }
func rev(x []float64) { for i, j := 0, len(x)-1; i < j; i, j = i+1, j-1 { x[i], x[j] = x[j], x[i] } }
func tail(x []float64, k int) []float64 { if k < len(x) { return x[k:] }; return x }
func rowOf(m [][]float64, i int) []float64 { return m[i%len(m)] }
func fresh(x []float64) []float64 { y := make([]float64, len(x)); copy(y, x); return y }
func keep(s *S, x []float64) { s.v = x; s.a++ }
func (s *S) bump(f float64) { s.a += f; for i := range s.w { s.w[i] += s.a } }
func (s S) sum() float64 { t := s.a; for _, f := range s.v { t += f }; return t }
func sum(x []float64) (s float64) { for i, f := range x { s += f * float64(i+1) }; return }
func sum2(m [][]float64) (s float64) { for i, r := range m { s += sum(r) * float64(i+1) }; return }
func halve(x []float64) float64 { if len(x) < 2 { return sum(x) }; x[0] += 1; a := halve(x[:len(x)/2]); return a + halve(x[len(x)/2:]) }
func each(x []float64, f func(int, float64)) { for i, v := range x { f(i, v) } }
`

type writer struct {
	r      *rand.Rand
	b      strings.Builder
	indent string
	names  int
	depth  int
	// the variables in scope, by type
	vecs, mats, ptrs, structs, sptrs, ints []string
}

func (w *writer) pick(names []string) string { return names[w.r.IntN(len(names))] }

func (w *writer) line(format string, args ...any) {
	fmt.Fprintf(&w.b, w.indent+format+"\n", args...)
}

func (w *writer) name(prefix string) string { w.names++; return prefix + strconv.Itoa(w.names) }

func (w *writer) integer() string {
	if w.r.IntN(2) == 0 {
		return strconv.Itoa(w.r.IntN(3))
	}
	return w.pick(w.ints)
}

func (w *writer) real() string {
	switch w.r.IntN(7) {
	case 0:
		return fmt.Sprintf("sum(%s)", w.vec())
	case 1:
		if len(w.ptrs) > 0 {
			return "*" + w.pick(w.ptrs)
		}
	case 2:
		if len(w.structs) > 0 {
			return w.pick(w.structs) + ".a"
		}
	case 3:
		if len(w.structs) > 0 {
			return w.pick(w.structs) + ".sum()"
		}
	case 4:
		return fmt.Sprintf("float64(len(%s))", w.vec())
	}
	return fmt.Sprintf("%d.5", w.r.IntN(4))
}

// vec is a slice that exists already.
func (w *writer) vec() string {
	switch k := w.r.IntN(14); {
	case k == 0:
		return fmt.Sprintf("%s[%s%%4]", w.pick(w.mats), w.integer())
	case k == 1 && len(w.structs) > 0:
		return w.pick(w.structs) + w.pick([]string{".v", ".w"})
	case k == 2 && len(w.sptrs) > 0:
		return w.pick(w.sptrs) + w.pick([]string{".v", ".w"})
	case k == 3:
		v := w.pick(w.vecs)
		return fmt.Sprintf("%s[:len(%s)/2]", v, v)
	case k == 4:
		v := w.pick(w.vecs)
		return fmt.Sprintf("%s[len(%s)/2:]", v, v)
	case k == 5:
		return fmt.Sprintf("tail(%s, %s)", w.pick(w.vecs), w.integer())
	case k == 6:
		return fmt.Sprintf("rowOf(%s, %s)", w.pick(w.mats), w.integer())
	}
	return w.pick(w.vecs)
}

// newVec is any slice.
func (w *writer) newVec() string {
	switch w.r.IntN(9) {
	case 0:
		return fmt.Sprintf("make([]float64, %d)", 2+w.r.IntN(3))
	case 1:
		return fmt.Sprintf("fresh(%s)", w.vec())
	case 2:
		return fmt.Sprintf("append(%s, %s)", w.vec(), w.real())
	case 3:
		return fmt.Sprintf("append([]float64{}, %s...)", w.vec())
	case 4:
		return fmt.Sprintf("[]float64{%s, %s}", w.real(), w.real())
	}
	return w.vec()
}

func (w *writer) stmt() {
	switch w.r.IntN(29) {
	case 26, 27: // rows of others, some of them twice
		m, n := w.name("m"), w.pick(w.mats)
		w.line("var %s [][]float64", m)
		w.line("for i, r := range %s { _, _ = i, r", n)
		if w.r.IntN(2) == 0 {
			w.line("if r[0] > %s { continue }", w.real())
		}
		w.line("%s = append(%s, %s) }", m, m, w.pick([]string{"r", "r", "r", n + "[i]", n + "[k%4]", n + "[3-i%4]", "r, r"}))
		if w.r.IntN(3) == 0 {
			w.line("for i := range %s { %s = append(%s, %s[i]) }", n, m, m, w.pick(w.mats))
		}
		if w.r.IntN(3) == 0 {
			w.line("for i := range %s { %s[i] = %s[%s] }", m, m, n, w.pick([]string{"i%4", "i%3", "k%4"}))
		}
		w.line("for len(%s) < 4 { %s = append(%s, %s) }", m, m, m, w.newVec())
		w.line("for _, r := range %s { r[0] += %s }", m, w.real())
		w.line("acc += sum2(%s)", m)
		w.mats = append(w.mats, m)
	case 28: // one slice in several elements
		m, v := w.name("m"), w.pick(w.vecs)
		w.line("%s := [][]float64{%s, %s, %s, %s}", m, v, w.vec(), w.pick([]string{v, w.newVec()}), w.newVec())
		w.line("%s[%s%%4][0] = %s", m, w.integer(), w.real())
		w.line("acc += sum2(%s)", m)
		w.mats = append(w.mats, m)
	case 0, 1, 2:
		v := w.vec()
		if strings.ContainsAny(v, "(:") {
			v = w.pick(w.vecs)
		}
		w.line("if i := %s; i < len(%s) { %s[i] %s %s }", w.integer(), v, v, w.pick([]string{"=", "+="}), w.real())
	case 3, 4:
		v := w.name("v")
		w.line("%s := %s", v, w.newVec())
		w.line("_ = %s", v)
		w.vecs = append(w.vecs, v)
	case 5:
		w.line("%s = %s", w.pick(w.vecs), w.newVec())
	case 6:
		a, b := w.pick(w.vecs), w.pick(w.vecs)
		if a != b {
			w.line("%s, %s = %s, %s", a, b, b, a)
		}
	case 7:
		a := w.pick(w.vecs)
		w.line("%s = append(%s, %s)", a, a, w.real())
	case 8:
		w.line("copy(%s, %s)", w.vec(), w.vec())
	case 9:
		w.line("axpy(%s, %s, %s)", w.vec(), w.vec(), w.real())
	case 10:
		w.line("%s", w.pick([]string{"rev(" + w.vec() + ")", "set(" + w.vec() + ", " + w.integer() + ", " + w.real() + ")", "halve(" + w.vec() + ")"}))
	case 11:
		m := w.pick(w.mats)
		if w.r.IntN(2) == 0 {
			w.line("%s[%s%%4], %s[2] = %s[2], %s[%s%%4]", m, "k", m, m, m, "k")
		} else {
			w.line("%s[%s%%4] = %s", m, w.integer(), w.newVec())
		}
	case 12:
		m := w.name("m")
		switch w.r.IntN(3) {
		case 0:
			w.line("%s := %s", m, w.pick(w.mats))
		case 1:
			w.line("%s := [][]float64{%s, %s, %s, %s}", m, w.newVec(), w.newVec(), w.newVec(), w.newVec())
		default:
			w.line("%s := make([][]float64, 4)", m)
			w.line("for i := range %s { %s[i] = fresh(%s[i]) }", m, m, w.pick(w.mats))
		}
		w.line("_ = %s", m)
		w.mats = append(w.mats, m)
	case 13:
		if len(w.ptrs) > 0 && w.r.IntN(2) == 0 {
			w.line("*%s %s %s", w.pick(w.ptrs), w.pick([]string{"=", "+="}), w.real())
			return
		}
		p := w.name("p")
		if len(w.structs) > 0 && w.r.IntN(2) == 0 {
			w.line("%s := &%s.a", p, w.pick(w.structs))
		} else {
			w.line("%s := &%s[0]", p, w.pick(w.mats)+"[1]")
		}
		w.line("_ = %s", p)
		w.ptrs = append(w.ptrs, p)
	case 14:
		s := w.name("s")
		if len(w.structs) > 0 && w.r.IntN(2) == 0 {
			w.line("%s := %s", s, w.pick(w.structs))
		} else {
			w.line("%s := S{%s, %s, %s}", s, w.real(), w.newVec(), w.newVec())
		}
		w.line("_ = %s", s)
		w.structs = append(w.structs, s)
	case 15:
		if len(w.structs) > 0 {
			s := w.pick(w.structs)
			switch w.r.IntN(5) {
			case 0:
				w.line("%s.bump(%s)", s, w.real())
			case 1:
				w.line("keep(&%s, %s)", s, w.newVec())
			case 2:
				w.line("%s.v, %s.w = %s.w, %s.v", s, s, s, s)
			case 3:
				w.line("%s.w = %s", s, w.newVec())
			default:
				q := w.name("q")
				w.line("%s := &%s", q, s)
				w.line("_ = %s", q)
				w.sptrs = append(w.sptrs, q)
			}
		}
	case 16:
		if len(w.sptrs) > 0 {
			q := w.pick(w.sptrs)
			w.line("%s", w.pick([]string{q + ".a += " + w.real(), q + ".bump(1)", q + ".v = " + w.newVec()}))
		}
	case 17, 18:
		if w.depth < 2 {
			w.line("if %s > %s {", w.real(), w.real())
			w.block(nil)
			if w.r.IntN(2) == 0 {
				w.line("} else {")
				w.block(nil)
			}
			w.line("}")
		}
	case 19:
		if w.depth < 2 {
			i := w.name("i")
			w.line("for %s := range %d {", i, 2+w.r.IntN(2))
			w.block(func() { w.ints = append(w.ints, i); w.line("_ = %s", i) })
			w.line("}")
		}
	case 20:
		if w.depth < 2 {
			v := w.name("r")
			w.line("for _, %s := range %s {", v, w.pick(w.mats))
			w.block(func() { w.vecs = append(w.vecs, v); w.line("_ = %s", v) })
			w.line("}")
		}
	case 22:
		v, o := w.pick(w.vecs), w.name("o")
		w.line("%s := %s[:0]", o, v)
		w.line("for _, f := range %s { if f > %s { %s = append(%s, f) } }", v, w.real(), o, o)
		w.line("_ = %s", o)
		w.vecs = append(w.vecs, o)
	case 23:
		v := w.pick(w.vecs)
		if len(w.structs) > 0 && w.r.IntN(2) == 0 {
			v = w.pick(w.structs) + w.pick([]string{".v", ".w"})
		}
		w.line("if %s == nil { acc += %s } else if len(%s) == 0 { acc-- }", v, w.real(), v)
		if w.r.IntN(3) == 0 {
			w.line("%s = nil", v)
		}
	case 24:
		f := w.name("f")
		w.line("%s := func(u float64) float64 { return u + %s }", f, w.real())
		w.line("if %s > %s { %s = func(u float64) float64 { return 2*u - sum(%s) } }", w.real(), w.real(), f, w.pick(w.vecs))
		w.line("acc = %s(acc)", f)
	case 25:
		v, q := w.name("v"), w.name("q")
		w.line("var %s []float64", v)
		w.line("var %s *S", q)
		if len(w.structs) > 0 {
			w.line("if %s > %s { %s = &%s }", w.real(), w.real(), q, w.pick(w.structs))
		}
		w.line("if %s != nil { %s = %s.w; %s.a++ }", q, v, q, q)
		w.line("_ = %s", v)
		w.vecs = append(w.vecs, v)
	case 21:
		v := w.pick(w.vecs)
		w.line("each(%s, func(i int, f float64) { acc += f; if i < len(%s) { %s[i] = acc } })", w.vec(), v, v)
	}
}

func (w *writer) block(first func()) {
	v, m, p, s, q, n, indent := w.vecs, w.mats, w.ptrs, w.structs, w.sptrs, w.ints, w.indent
	w.indent += "\t"
	w.depth++
	if first != nil {
		first()
	}
	for range 1 + w.r.IntN(3) {
		w.stmt()
	}
	w.depth--
	w.vecs, w.mats, w.ptrs, w.structs, w.sptrs, w.ints, w.indent = v, m, p, s, q, n, indent
}

func randomProgram(r *rand.Rand) string {
	w := &writer{r: r, indent: "\t", vecs: []string{"x", "y"}, mats: []string{"a"}, ints: []string{"k"}}
	w.b.WriteString(randomPrelude)
	w.b.WriteString("func F(x, y []float64, a [][]float64, k int) (float64, []float64) {\n\tacc := 0.0\n")
	for range 3 + r.IntN(6) {
		w.stmt()
	}
	for range 1 + r.IntN(4) {
		w.line("acc = 2*acc + %s", w.pick([]string{"sum(" + w.pick(w.vecs) + ")", "sum2(" + w.pick(w.mats) + ")", w.real()}))
	}
	w.line("return acc, %s", w.newVec())
	w.b.WriteString("}\n")
	return w.b.String()
}

// ownRandom is how many random programs a test takes, and from which seed: more than n, or one, by OWN_RANDOM=n or
// first:n.
func ownRandom(n int) (int, uint64) {
	s := os.Getenv("OWN_RANDOM")
	if s == "" {
		return n, 0
	}
	a, b, ok := strings.Cut(s, ":")
	if !ok {
		a, b = "0", s
	}
	first, _ := strconv.ParseUint(a, 10, 64)
	n, _ = strconv.Atoi(b)
	return n, first
}

func TestRandom(t *testing.T) {
	n, first := ownRandom(part.Pick(100, 250))
	accepted := 0
	codes := map[string]int{}
	for seed := first; seed < first+uint64(n); seed++ {
		text := randomProgram(rand.New(rand.NewPCG(seed, 3)))
		ok := t.Run(fmt.Sprint(seed), func(t *testing.T) {
			p := program(t, text)
			res, list := own.Resolve(p)
			for _, d := range list {
				codes[string(d.Code)]++
				if d.Pos.Line == 0 {
					t.Errorf("no position: %v", d)
				}
			}
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
	t.Logf("accepted %d of %d, refusals by code %v", accepted, n, codes)
	if accepted < n/5 {
		t.Errorf("only %d of %d programs are accepted", accepted, n)
	}
}
