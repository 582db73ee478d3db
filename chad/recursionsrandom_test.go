package chad_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
)

var (
	recursionPrograms = flag.Int("recursions", part.Pick(12, 40), "random programs of TestRandomRecursions")
	firstRecursion    = flag.Uint64("firstrecursion", 1, "the seed of the first of them")
)

// The laws of TestRandomStates for definitions that call themselves and each other and hand arrays on that they change:
// the array that a call is given may be read after the call, may be given twice, swapped with another, be a row, and be
// handed back as it was or not at all.
func TestRandomRecursions(t *testing.T) {
	bound := boundTally{of: finalPrimal}
	for seed := *firstRecursion; seed < *firstRecursion+uint64(*recursionPrograms); seed++ {
		text := recursionsProgram(rand.New(rand.NewPCG(seed, 12)))
		if f := stateFault(text, seed%4 == 0); f != nil {
			t.Errorf("seed %d: %v\n%s", seed, f, text)
			continue
		}
		bound.text(t, fmt.Sprint("seed ", seed), text)
	}
	bound.Report(t)
}

// A recursiveDef is what is known of a definition to those that call it.
type recursiveDef struct {
	vectors int
	matrix  bool
	result  []string // "v", "m" or "y"
}

type recursionMaker struct {
	*rand.Rand
	defs     []recursiveDef
	b        strings.Builder
	vectors  []string // in scope, the newest last
	matrices []string
	numbers  []string
	depth    string // what a call is given for how deep it may go
	calls    int    // that may still be made
	last     int
}

func recursionsProgram(r *rand.Rand) string {
	m := &recursionMaker{Rand: r}
	for range 1 + r.IntN(3) {
		d := recursiveDef{vectors: 1 + r.IntN(2), matrix: r.IntN(3) == 0}
		kinds := []string{"v", "v", "y"}
		if d.matrix {
			kinds = append(kinds, "m", "m")
		}
		for range 1 + r.IntN(3)*r.IntN(2) {
			d.result = append(d.result, kinds[r.IntN(len(kinds))])
		}
		m.defs = append(m.defs, d)
	}
	for f := range m.defs {
		m.def(f)
	}
	m.main()
	return m.b.String()
}

func (m *recursionMaker) pick(of ...string) string { return of[m.IntN(len(of))] }

// recent is a name in scope, mostly the newest.
func (m *recursionMaker) recent(of []string) string {
	if m.IntN(4) > 0 {
		return of[len(of)-1]
	}
	return m.pick(of...)
}

func (m *recursionMaker) fresh(kind string) string {
	m.last++
	return fmt.Sprint(kind, m.last)
}

func (m *recursionMaker) index() string {
	return m.pick("i", "i", "0 :> idx n", "1 :> idx n", "(int i + 1) % n :> idx n")
}

func (m *recursionMaker) number(depth int) string {
	switch c := m.IntN(8); {
	case depth > 0 && c < 2:
		return fmt.Sprintf("(%s * %s)", m.number(depth-1), m.number(depth-1))
	case depth > 0 && c < 4:
		return fmt.Sprintf("(%s - %s)", m.number(depth-1), m.number(depth-1))
	case depth > 0 && c == 4:
		return fmt.Sprintf("sin (%s)", m.number(depth-1))
	case c == 5 && m.calls > 0 && m.IntN(2) == 0:
		if call := m.inline("y", m.depth); call != "" {
			m.calls--
			return call
		}
		return m.recent(m.numbers)
	case c == 5:
		return m.recent(m.numbers)
	case c == 6 && len(m.matrices) > 0:
		return fmt.Sprintf("%s[%s][%s]", m.recent(m.matrices), m.index(), m.index())
	}
	return fmt.Sprintf("%s[%s]", m.recent(m.vectors), m.index())
}

// vector is an array, most often one that is there.
func (m *recursionMaker) vector() string {
	switch m.IntN(9) {
	case 0:
		return fmt.Sprintf("(set %s (%s) (sin (%s)))", m.recent(m.vectors), m.index(), m.number(1))
	case 1:
		if len(m.matrices) > 0 {
			return fmt.Sprintf("%s[%s]", m.recent(m.matrices), m.index())
		}
	}
	return m.recent(m.vectors)
}

func (m *recursionMaker) bind(kind, value string) {
	name := m.fresh(kind)
	fmt.Fprintf(&m.b, "      %s = %s\n", name, value)
	switch kind {
	case "v":
		m.vectors = append(m.vectors, name)
	case "m":
		m.matrices = append(m.matrices, name)
	case "y":
		m.numbers = append(m.numbers, name)
	}
}

// step is one binding, or a call and what it results in.
func (m *recursionMaker) step() {
	switch c := m.IntN(12); {
	case c < 4:
		m.bind("v", fmt.Sprintf("set %s (%s) (sin (%s))", m.recent(m.vectors), m.index(), m.number(2)))
	case c == 4:
		v := m.recent(m.vectors)
		m.bind("v", fmt.Sprintf("if %s < %s then set %s (%s) (%s / 2) else %s", m.number(1), m.number(1), v, m.index(), m.number(1), m.pick(v, v, m.vector())))
	case c == 5:
		v := m.recent(m.vectors)
		m.bind("v", fmt.Sprintf("loop v = %s for j < n do set v %s (sin (v[%s] + %s))", v, m.pick("j", "i"), m.pick("j", "i"), m.number(1)))
	case c == 9 && m.calls > 0:
		v := m.recent(m.vectors)
		m.vectors = append(m.vectors, "v")
		call := m.inline("v", strings.Replace(m.depth, "k - 1", "min (k - 1, 1)", 1))
		m.vectors = m.vectors[:len(m.vectors)-1]
		if call == "" {
			m.call()
			return
		}
		m.calls--
		m.bind("v", fmt.Sprintf("loop v = %s for j < n do %s", v, m.pick(call, fmt.Sprintf("set (%s) j (v[j] / 2)", call))))
	case c == 6:
		m.bind("v", fmt.Sprintf("[%s[j] * 0.8 + %s | j < n]", m.recent(m.vectors), m.number(0)))
	case c == 7 && len(m.matrices) > 0:
		a, i := m.recent(m.matrices), m.index()
		m.bind("m", fmt.Sprintf("set %s (%s) (%s)", a, i, m.pick(m.vector(), fmt.Sprintf("set %s[%s] (%s) (sin (%s))", a, i, m.index(), m.number(1)))))
	case c == 8:
		m.bind("y", m.number(2))
	default:
		m.call()
	}
}

func (m *recursionMaker) call() {
	if m.calls == 0 {
		m.bind("y", m.number(1))
		return
	}
	m.calls--
	f := m.IntN(len(m.defs))
	d := m.defs[f]
	if d.matrix && len(m.matrices) == 0 {
		m.bind("v", fmt.Sprintf("set %s (%s) (%s)", m.recent(m.vectors), m.index(), m.number(1)))
		return
	}
	r := m.fresh("r")
	fmt.Fprintf(&m.b, "      %s = %s\n", r, m.callOf(f, m.depth))
	for k, kind := range d.result {
		if m.IntN(6) == 0 {
			continue
		}
		value := fmt.Sprintf("%s.%d", r, k+1)
		if len(d.result) == 1 {
			value = r
		}
		m.bind(kind, value)
	}
}

// inline is a call of a definition with one result of that kind, or empty.
func (m *recursionMaker) inline(kind, depth string) string {
	f := m.IntN(len(m.defs))
	if d := m.defs[f]; len(d.result) != 1 || d.result[0] != kind || d.matrix && len(m.matrices) == 0 {
		return ""
	}
	return m.callOf(f, depth)
}

func (m *recursionMaker) callOf(f int, depth string) string {
	args := []string{depth}
	for range m.defs[f].vectors {
		args = append(args, m.vector())
	}
	if m.defs[f].matrix {
		args = append(args, m.recent(m.matrices))
	}
	return fmt.Sprintf("f%d (%s, %s, %s)", f, strings.Join(args, ", "), m.recent(m.numbers), m.index())
}

// results are values for what a definition results in.
func (m *recursionMaker) results(d recursiveDef) string {
	var out []string
	for _, kind := range d.result {
		switch kind {
		case "v":
			out = append(out, m.vector())
		case "m":
			out = append(out, m.recent(m.matrices))
		default:
			out = append(out, m.number(1))
		}
	}
	return "(" + strings.Join(out, ", ") + ")"
}

func (m *recursionMaker) def(f int) {
	d := m.defs[f]
	m.vectors, m.matrices, m.numbers, m.depth, m.calls = nil, nil, []string{"y"}, "k - 1", 0
	params := []string{"k : int"}
	for range d.vectors {
		v := m.fresh("v")
		m.vectors, params = append(m.vectors, v), append(params, v+" : [n]real")
	}
	if d.matrix {
		m.matrices, params = []string{"m"}, append(params, "m : [n][n]real")
	}
	types := map[string]string{"v": "[n]real", "m": "[n][n]real", "y": "real"}
	var result []string
	for _, kind := range d.result {
		result = append(result, types[kind])
	}
	fmt.Fprintf(&m.b, "def f%d [n] (%s, y : real, i : idx n) : (%s) =\n", f, strings.Join(params, ", "), strings.Join(result, ", "))
	fmt.Fprintf(&m.b, "  if k < 1 then %s else\n  let z = 0.5\n", m.results(d))
	m.calls = 2
	for range 1 + m.IntN(6) {
		m.step()
	}
	fmt.Fprintf(&m.b, "  in %s\n", m.results(d))
}

func (m *recursionMaker) main() {
	m.vectors, m.matrices, m.numbers, m.depth, m.calls = []string{"x", "w"}, []string{"m"}, []string{"y"}, m.pick("3", "4"), 3
	m.b.WriteString("def main [n] (x : [n]real) : real =\n  let w = [sin x[j] | j < n]\n      m = [[w[i] * x[j] | j < n] | i < n]\n      y = x[0 :> idx n]\n      i = 1 :> idx n\n")
	for range 2 + m.IntN(4) {
		m.step()
	}
	m.call()
	fmt.Fprintf(&m.b, "  in sum [sin (%s[j] + 0.7 * %s[j]) | j < n] + %s + sum [sum [%s[i][j] * w[j] | j < n] | i < n]\n", m.recent(m.vectors), m.recent(m.vectors), m.number(2), m.recent(m.matrices))
}
