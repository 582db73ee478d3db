package chad_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/opt"
)

var (
	presentPrograms = flag.Int("present", part.Pick(15, 40), "random programs of TestRandomPresent")
	firstPresent    = flag.Uint64("firstpresent", 1, "the seed of the first of them")
)

// Rows of run-time length, of which some may be empty, that are used in some branches, iterations and calls only: their
// cotangents are empty, or as long as they are. Loops as placed check that wherever a cotangent is said to be there;
// the laws are those of [TestRandomStates].
func TestRandomPresent(t *testing.T) {
	bound := boundTally{of: placedPrimal}
	for seed := *firstPresent; seed < *firstPresent+uint64(*presentPrograms); seed++ {
		text := presentProgram(seed)
		if f := stateFault(text, seed%4 == 0); f != nil {
			t.Errorf("seed %d: %v\n%s", seed, f, text)
			continue
		}
		bound.text(t, fmt.Sprint("seed ", seed), text)
	}
	bound.Report(t)
}

func presentProgram(seed uint64) string {
	m := &presentMaker{Rand: rand.New(rand.NewPCG(seed, 53))}
	return m.program()
}

// A presentMaker makes programs. Rows, reals and sums of both are expressions of depth d at most.
type presentMaker struct {
	*rand.Rand
	names int
	size  int // what is left of it
	rows  []string
	reals []string
	sums  []string
	index []string
	calls []string
}

func (m *presentMaker) name(p string) string {
	m.names++
	return fmt.Sprintf("%s%d", p, m.names)
}

func (m *presentMaker) of(xs []string) string { return xs[m.IntN(len(xs))] }

// with makes something with more variables.
func (m *presentMaker) with(row, real, sum, index string, f func() string) string {
	old := *m
	add := func(xs *[]string, x string) {
		if x != "" {
			*xs = append((*xs)[:len(*xs):len(*xs)], x)
		}
	}
	add(&m.rows, row)
	add(&m.reals, real)
	add(&m.sums, sum)
	add(&m.index, index)
	out := f()
	m.rows, m.reals, m.sums, m.index = old.rows, old.reals, old.sums, old.index
	return out
}

func (m *presentMaker) program() string {
	var b strings.Builder
	for range m.IntN(3) {
		f := m.name("f")
		m.rows, m.reals, m.sums, m.index, m.size = []string{"r", "q"}, []string{"y"}, nil, []string{"i"}, 20
		body := m.row(3)
		if m.IntN(2) == 0 { // twice, with another row
			body = fmt.Sprintf("if k > 0 then %s (k - 1, x, q, %s, y, i) else %s", f, m.row(2), body)
		}
		fmt.Fprintf(&b, "def %s [n] (k : int, x : [n]real, r : [?]real, q : [?]real, y : real, i : idx n) : [?]real =\n  %s\n", f, body)
		m.calls = append(m.calls, f)
	}
	m.rows, m.reals, m.sums, m.index, m.size = nil, nil, nil, nil, 60
	fmt.Fprintf(&b, "def main [n] (x : [n]real) : real =\n  %s\n", m.real(5))
	return b.String()
}

func (m *presentMaker) at() string {
	if len(m.index) > 0 && m.IntN(3) > 0 {
		return m.of(m.index)
	}
	return m.of([]string{"(0 :> idx n)", "(1 :> idx n)", "(n - 1 :> idx n)"})
}

func (m *presentMaker) cond() string {
	if len(m.index) > 0 && m.IntN(2) == 0 {
		return m.of(m.index) + m.of([]string{" < 1", " > 0", " == 1", " > 9"})
	}
	return fmt.Sprintf("x[%s] < %s", m.at(), m.of([]string{"0.8", "1.1", "9.0", "0.1"}))
}

// opened is f with the elements of a row in scope.
func (m *presentMaker) opened(row string, f func(q, size string) string) string {
	r, n, q := m.name("r"), m.name("m"), m.name("q")
	return fmt.Sprintf("(let %s = %s in let size %s = length %s in let %s = (%s :> [%s]real) in %s)", r, row, n, r, q, r, n, f(q, n))
}

// trips is a number of iterations: none for the smaller of two sizes of x, or all.
func (m *presentMaker) trips(f func(n string) string) string {
	if m.IntN(2) == 0 {
		return f("n")
	}
	n := m.name("m")
	return fmt.Sprintf("(let size %s = n - 3 in %s)", n, f(n))
}

func (m *presentMaker) row(d int) string {
	if m.size--; d == 0 || m.size < 0 {
		if len(m.rows) > 0 && m.IntN(4) > 0 {
			return m.of(m.rows)
		}
		return m.of([]string{"(pack x)", "(pack [0.5 | j0 < n])", "(let size m0 = 0 in pack [x[0 :> idx n] | j0 < m0])", "(pack [sin x[j0] | j0 < n])"})
	}
	switch m.IntN(9) {
	case 0, 1:
		return fmt.Sprintf("(if %s then %s else %s)", m.cond(), m.row(d-1), m.row(d-1))
	case 2:
		j := m.name("j")
		e := m.real(d - 1)
		return m.opened(m.row(d-1), func(q, size string) string {
			return fmt.Sprintf("pack [0.7 * %s[%s] + %s | %s < %s]", q, j, e, j, size)
		})
	case 3, 4:
		s, i := m.name("s"), m.name("i")
		init := m.row(d - 1)
		return m.trips(func(n string) string {
			in := i
			if n != "n" {
				in = ""
			}
			return fmt.Sprintf("(loop %s = %s for %s < %s do %s)", s, init, i, n, m.with(s, "", "", in, func() string { return m.row(d - 1) }))
		})
	case 5:
		if len(m.calls) > 0 {
			return fmt.Sprintf("(%s (%d, x, %s, %s, %s, %s))", m.of(m.calls), m.IntN(3), m.row(d-1), m.row(d-1), m.real(d-1), m.at())
		}
		return m.row(d - 1)
	case 6:
		r, y := m.name("r"), m.name("y")
		return fmt.Sprintf("(case %s of inl %s -> %s | inr %s -> %s)", m.sum(d-1), r, m.with(r, "", "", "", func() string { return m.row(d - 1) }),
			y, m.with("", y, "", "", func() string { return m.row(d - 1) }))
	case 7:
		r := m.name("r")
		return fmt.Sprintf("(let %s = %s in %s)", r, m.row(d-1), m.with(r, "", "", "", func() string { return m.row(d - 1) }))
	}
	e := m.name("e") // an element of an array of rows
	i := m.name("i")
	rows := fmt.Sprintf("[%s | %s < n]", m.with("", "", "", i, func() string { return m.row(d - 1) }), i)
	switch m.IntN(4) {
	case 0:
		rows = fmt.Sprintf("(set %s %s %s)", rows, m.at(), m.row(d-1))
	case 1, 2:
		rows = fmt.Sprintf("(loop a = %s for %s < n do set a %s %s)", rows, i, i, m.with("a["+i+"]", "", "", i, func() string { return m.row(d - 1) }))
	}
	return fmt.Sprintf("(let %s = %s in %s)", e, rows, m.with(e+"["+m.at()+"]", "", "", "", func() string { return m.with(e+"["+m.at()+"]", "", "", "", func() string { return m.row(d - 1) }) }))
}

// sum is a row or a real.
func (m *presentMaker) sum(d int) string {
	if m.size--; d == 0 || m.size < 0 {
		if len(m.sums) > 0 {
			return m.of(m.sums)
		}
		return "((inl (pack x)) : [?]real + real)"
	}
	switch m.IntN(4) {
	case 0:
		return fmt.Sprintf("((inl %s) : [?]real + real)", m.row(d-1))
	case 1:
		return fmt.Sprintf("((inr %s) : [?]real + real)", m.real(d-1))
	case 2:
		return fmt.Sprintf("(if %s then %s else %s)", m.cond(), m.sum(d-1), m.sum(d-1))
	}
	s, i := m.name("s"), m.name("i")
	return fmt.Sprintf("(loop %s = %s for %s < n do %s)", s, m.sum(d-1), i, m.with("", "", s, i, func() string { return m.sum(d - 1) }))
}

func (m *presentMaker) real(d int) string {
	if m.size--; d == 0 || m.size < 0 {
		if len(m.reals) > 0 && m.IntN(3) > 0 {
			return m.of(m.reals)
		}
		return "x[" + m.at() + "]"
	}
	switch m.IntN(8) {
	case 0, 1, 2:
		j := m.name("j")
		return m.opened(m.row(d-1), func(q, size string) string { return fmt.Sprintf("0.3 * sum [sin %s[%s] | %s < %s]", q, j, j, size) })
	case 3:
		return fmt.Sprintf("(if %s then %s else %s)", m.cond(), m.real(d-1), m.real(d-1))
	case 4:
		i, r := m.name("i"), m.name("r") // used in some iterations, if there are any
		row := m.row(d - 1)
		return m.trips(func(n string) string {
			in := i
			if n != "n" {
				in = ""
			}
			return fmt.Sprintf("(let %s = %s in 0.2 * sum [%s | %s < %s])", r, row, m.with(r, "", "", in, func() string { return m.real(d - 1) }), i, n)
		})
	case 7:
		p, i := m.name("p"), m.name("i") // of a state that is a pair, one part is not used behind the loop
		return fmt.Sprintf("(fst (loop %s = (%s, %s) for %s < n do %s))", p, m.real(d-1), m.row(d-1), i, m.with("(snd "+p+")", "(fst "+p+")", "", i, func() string {
			return fmt.Sprintf("(0.5 * %s, %s)", m.real(d-1), m.row(d-1))
		}))
	case 5:
		s, i := m.name("s"), m.name("i")
		init := m.real(d - 1)
		return m.trips(func(n string) string {
			in := i
			if n != "n" {
				in = ""
			}
			return fmt.Sprintf("(loop %s = %s for %s < %s do 0.5 * %s)", s, init, i, n, m.with("", s, "", in, func() string { return m.real(d - 1) }))
		})
	}
	return fmt.Sprintf("(%s + 0.5 * %s)", m.real(d-1), m.real(d-1))
}

// In the direction of an operator any array may stand, and a derivative that the user attached may return any: an empty
// one is zero there.
func TestPresentByUser(t *testing.T) {
	for name, text := range map[string]string{
		"direction": `
def half (r : [?]real) : [?]real = let size m = length r in let q = (r :> [m]real) in pack [0.5 * q[j] | j < m]
def f (r : [?]real) : real = let s = half r in let size m = length s in let q = (s :> [m]real) in sum [q[j] * q[j] | j < m]
def main [n] (x : [n]real) : real =
  let size k = n - 3
      d = pack [0.5 | j < k] in
  if n > 3 then sum x else f (pack x) + jvp f (pack x) d`,
		"attached": `
def g (r : [?]real) : [?]real = let size m = length r in let q = (r :> [m]real) in pack [0.5 * q[j] | j < m]
derivative g (r, dr) = let size k = 0 in let q = [0.0 | j < k] in pack [q[j] | j < k]
def main [n] (x : [n]real) : real =
  let s = g (pack x) in let size m = length s in let q = (s :> [m]real) in sum x + sum [q[j] * q[j] | j < m]`,
	} {
		m, err := chad.Parse("user.chad", []byte(text))
		if err != nil {
			t.Fatal(name, err)
		}
		of, err := m.Func("main")
		if err != nil {
			t.Fatal(name, err)
		}
		x := []float64{0.5, 1, 2}
		dx := []float64{1, 0, 0}
		for _, derive := range []func(*chad.Func, ...string) (*chad.Func, error){chad.JVP, chad.ValueAndGrad} {
			d, err := derive(of)
			if err != nil {
				t.Error(name, err)
				continue
			}
			args := [][]float64{x, dx}[:len(d.Def().Params)]
			want, err := d.Eval(anys(args)...)
			if err != nil {
				t.Error(name, err)
				continue
			}
			for _, passes := range []*opt.Options{nil, {}} {
				l, err := chad.NewLoops(d, passes)
				if err != nil {
					t.Fatal(name, err)
				}
				got := runs(l, args...)
				if fmt.Sprint(got) != fmt.Sprint(want) {
					t.Errorf("%s: got %v, want %v", name, got, want)
				}
			}
		}
	}
}

func anys(xs [][]float64) []any {
	out := make([]any, len(xs))
	for i, x := range xs {
		out[i] = x
	}
	return out
}
