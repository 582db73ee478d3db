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
	updatePrograms = flag.Int("updates", part.Pick(5, 12), "random programs of TestRandomUpdates")
	firstUpdate    = flag.Uint64("firstupdate", 1, "the seed of the first of them")
)

// The laws of TestRandomStates for loops in loops that change elements of a matrix one after the other, at indices that
// may be the same or not, and in branches: the pullbacks add to elements of rows of which they set others.
func TestRandomUpdates(t *testing.T) {
	bound := boundTally{of: finalPrimal}
	for seed := *firstUpdate; seed < *firstUpdate+uint64(*updatePrograms); seed++ {
		m := &updateMaker{Rand: rand.New(rand.NewPCG(seed, 11)), pairs: seed%2 == 0}
		text := m.program()
		if f := stateFault(text, seed%4 == 0); f != nil {
			t.Errorf("seed %d: %v\n%s", seed, f, text)
			continue
		}
		bound.text(t, fmt.Sprint("seed ", seed), text)
	}
	bound.Report(t)
}

type updateMaker struct {
	*rand.Rand
	pairs bool // elements are pairs
}

func (m *updateMaker) program() string {
	elem, first := "x[i] * x[j]", ""
	if m.pairs {
		elem, first = "(x[i] * x[j], x[i])", "fst "
	}
	var b strings.Builder
	fmt.Fprintf(&b, "def main [n] (x : [n]real) : real =\n  let m = [[%s | j < n] | i < n]\n", elem)
	b.WriteString("      m = loop m = m for i < n do loop m = m for j < n do\n")
	b.WriteString("            let p = (int i + 1) % n :> idx n\n                q = (int j + 2) % n :> idx n\n")
	b.WriteString("                y = x[i]\n")
	for range 1 + m.IntN(4) {
		switch m.IntN(6) {
		case 0:
			fmt.Fprintf(&b, "                y = %s\n", m.value(2))
		case 1:
			fmt.Fprintf(&b, "                m = if %s < %s then %s else %s\n", m.value(1), m.value(1), m.update(), m.pick("m", "m", m.update()))
		case 2:
			row := m.index()
			fmt.Fprintf(&b, "                r = m[%s]\n                y = %s\n                m = set m %s (set r %s %s)\n", row, m.value(1), row, m.index(), m.elem())
		default:
			fmt.Fprintf(&b, "                m = %s\n", m.update())
		}
	}
	fmt.Fprintf(&b, "            in m\n  in sum [sum [%s(m[i][j]) * sin (x[i] + 0.7 * x[j]) | j < n] | i < n]\n", first)
	return b.String()
}

func (m *updateMaker) pick(of ...string) string { return of[m.IntN(len(of))] }

func (m *updateMaker) index() string { return m.pick("i", "i", "j", "p", "q", "(0 :> idx n)") }

// update is the matrix with one element, or two of one row, replaced.
func (m *updateMaker) update() string {
	at := m.index()
	row := fmt.Sprintf("(set m[%s] %s %s)", at, m.index(), m.elem())
	if m.IntN(3) == 0 {
		row = fmt.Sprintf("(set %s %s %s)", row, m.index(), m.elem())
	}
	return fmt.Sprintf("set m %s %s", at, row)
}

func (m *updateMaker) elem() string {
	if m.pairs {
		return fmt.Sprintf("(%s, %s)", m.value(2), m.pick("snd ("+m.at()+")", m.value(1)))
	}
	return m.value(2)
}

func (m *updateMaker) at() string { return fmt.Sprintf("m[%s][%s]", m.index(), m.index()) }

func (m *updateMaker) value(depth int) string {
	if depth == 0 || m.IntN(5) == 0 {
		if m.IntN(4) == 0 {
			return m.pick("y", "x[j]", "x[i]", "0.4")
		}
		if m.pairs {
			return m.pick("fst ", "fst ", "snd ") + "(" + m.at() + ")"
		}
		return m.at()
	}
	a, b := m.value(depth-1), m.value(depth-1)
	switch m.IntN(4) {
	case 0:
		return fmt.Sprintf("(sin (%s) + 0.3 * %s)", a, b)
	case 1:
		return fmt.Sprintf("(min (%s, %s))", a, b)
	case 2:
		return fmt.Sprintf("(0.4 * (%s + %s))", a, b)
	}
	return fmt.Sprintf("(if %s < %s then %s else 0.5 * %s)", a, b, a, b)
}
