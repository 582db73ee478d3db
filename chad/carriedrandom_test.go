package chad_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
)

var (
	carriedPrograms = flag.Int("carried", 12, "random programs of TestRandomCarried")
	firstCarried    = flag.Uint64("firstcarried", 1, "the seed of the first of them")
)

// The laws of TestRandomStates, and the operation bound, for a loop that changes one element of an array after the
// other, or some of them, where what an element becomes is computed by loops, sums, calls and branches that read
// others: the cotangent of the element depends on what those add to the cotangent of the array.
func TestRandomCarried(t *testing.T) {
	bound := boundTally{of: finalPrimal}
	for seed := *firstCarried; seed < *firstCarried+uint64(*carriedPrograms); seed++ {
		m := &carriedMaker{Rand: rand.New(rand.NewPCG(seed, 61)), kind: int(seed % 4)}
		text := m.program()
		if f := stateFault(text, seed%4 == 0); f != nil {
			t.Errorf("seed %d: %v\n%s", seed, f, text)
			continue
		}
		bound.text(t, fmt.Sprint("seed ", seed), text)
	}
	bound.Report(t)
}

// Updates with rows that calls do not give come before the calls, with the numbers that are read of an element.
func TestCarriedBound(t *testing.T) {
	bound := boundTally{of: finalPrimal}
	const calls = `def f [n] (k : int, y : real, z : [n](real, [2]real), i : idx n) : real =
  if k < 1 then %s else f (k - 1, %s, z, i)
def main [n] (x : [n]real) : real =
  let z = loop z = [(0.5, [0.5 | j < 2]) | i < n] for i < n do set z i (%s)
  in sum [%s | i < n]
`
	for _, with := range [][]any{
		{"y", "y", "f (2, x[i], z, i), [0.1 * (snd z[i])[j] | j < 2]", "fst z[i] + (snd z[i])[1]"},                     // a row of its own
		{"0.5", "fst z[i]", "let s = sum [x[i] | k < 3] in (f (2, fst z[1 :> idx n], z, i), [s | j < 2])", "fst z[i]"}, // read after the call
		{"y", "y", "let s = f (2, x[0 :> idx n], z, i) in (0.5, [s | j < 2])", "fst z[i]"},                             // read for the call
	} {
		text := fmt.Sprintf(calls, with...)
		if f := stateFault(text, false); f != nil {
			t.Errorf("%v\n%s", f, text)
		}
		bound.text(t, text, text)
	}
	bound.Report(t)
}

type carriedMaker struct {
	*rand.Rand
	kind  int // of elements: numbers, pairs, numbers with rows, rows
	names int
	reals []string
}

var carriedKinds = []struct{ typ, first, number, element string }{
	{"real", "x[i]", "%s", "%s"},
	{"(real, real)", "(x[i], x[i] * 2)", "%s.1 - %[1]s.2", "(%s, 0.5 * %s)"},
	{"(real, [2]real)", "(x[i], [x[i] * real (int j) | j < 2])", "%s.1 + %[1]s.2[1]", "(%s, [0.5 * %s + 0.1 * z[i].2[j] | j < 2])"},
	{"[2]real", "[x[i] + real (int j) | j < 2]", "%s[0] * %[1]s[1]", "[%s * 0.3 + 0.3 * %s | j < 2]"},
}

func (m *carriedMaker) program() string {
	k := carriedKinds[m.kind]
	text := ""
	m.reals = []string{"y"}
	text += fmt.Sprintf("def f [n] (k : int, y : real, z : [n]%s, i : idx n) : real =\n  if k < 1 then %s else sin (f (k - 1, %s, z, %s)) * %s\n",
		k.typ, m.value(1), m.value(1), m.index(), m.value(0))
	m.reals = []string{"x[i]", "x[0 :> idx n]"}
	down := m.pick("", "", " down")
	text += fmt.Sprintf("def main [n] (x : [n]real) : real =\n  let a = [%s | i < n]\n      z = loop z = a for i < n%s do\n", k.first, down)
	for i := range 1 + m.IntN(3) {
		s := fmt.Sprintf("s%d", i)
		text += fmt.Sprintf("            let %s = %s in\n", s, m.computed())
		m.reals = append(m.reals, s, s)
	}
	value := m.pick(m.reals[2:]...)
	next := fmt.Sprintf("set z %s ", m.pick("i", "i", "i", m.index())) + "(" + fmt.Sprintf(k.element, "sin "+value, m.pick(m.reals...)) + ")"
	if m.kind == 0 {
		next = fmt.Sprintf("set z i (sin %s)", value)
	}
	if m.IntN(4) == 0 {
		next = fmt.Sprintf("if %s < 0.4 then z else %s", m.pick(m.reals...), next)
	}
	return text + "            " + next + fmt.Sprintf("\n  in sum [%s | i < n]\n", fmt.Sprintf(k.number, "z[i]"))
}

func (m *carriedMaker) pick(of ...string) string { return of[m.IntN(len(of))] }

func (m *carriedMaker) index() string {
	return m.pick("i", "(0 :> idx n)", "((int i + 1) % n :> idx n)", "(n - 1 - int i :> idx n)")
}

// value is a number of the array, or one that has a name.
func (m *carriedMaker) value(depth int) string {
	switch c := m.IntN(4); {
	case depth > 0 && c < 2:
		return fmt.Sprintf("(%s %s %s)", m.value(depth-1), m.pick("*", "+", "-"), m.value(depth-1))
	case c == 2:
		return m.pick(m.reals...)
	}
	return "(" + fmt.Sprintf(carriedKinds[m.kind].number, "z["+m.index()+"]") + ")"
}

// computed is a number that takes more than an operation.
func (m *carriedMaker) computed() string {
	m.names++
	s := fmt.Sprintf("t%d", m.names)
	switch m.IntN(6) {
	case 0:
		return fmt.Sprintf("sum [sin (%s) * real (int k) | k < 3]", m.value(2))
	case 1:
		return fmt.Sprintf("f (2, %s, z, %s)", m.value(1), m.index())
	case 2:
		return fmt.Sprintf("(if %s < %s then sin (%s) else %s)", m.value(0), m.value(1), m.value(2), m.value(1))
	case 3:
		return "sin (" + m.value(2) + ")"
	}
	return fmt.Sprintf("(loop %s = %s for k < 3 do sin (%s * %s))", s, m.value(1), s, m.value(2))
}
