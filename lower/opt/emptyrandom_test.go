package opt

import (
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomEmpty is a program with nests of loops of which some iterations run no iteration of an inner one, that check
// indices of loops around in the innermost ones only: the arrays may be shorter than the outer loops run.
func randomEmpty(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 37))}
	m.line("func f(x []real, w []real, a [][]real, k int, c real, out y []real) {")
	m.indent++
	m.line("clear(y)\n\tvar lx int = len(x)\n\tvar lw int = len(w)\n\tvar la int = len(a)\n\tvar ly int = len(y)\n\tvar u real = c")
	use := func(is []string) string {
		i := m.pick(is)
		if m.IntN(6) == 0 {
			i += m.pick([]string{" + 1", " - 1"})
		}
		return m.pick([]string{
			"x[inrange(" + i + ", lx, \"x\")]", "x[inrange(" + i + ", lx, \"x\")]", "w[inrange(" + i + ", lw, \"w\")]",
			"a[inrange(" + i + ", la, \"a\")][inrange(" + m.pick(is) + ", len(a[inrange(" + i + ", la, \"a\")]), \"row\")]", "real(" + i + ")",
		})
	}
	var nest func(is []string, depth int)
	statement := func(is []string) {
		switch m.IntN(4) {
		case 0:
			m.line("y[inrange(%s, ly, \"y\")] +~= %s", m.pick(is), use(is))
		case 1:
			t := m.fresh("t")
			m.line("var %s real = %s\n\tu += %s * %s", t, use(is), t, use(is))
		default:
			m.line("u += %s * c", use(is))
		}
	}
	count := func(is []string) string {
		last := is[len(is)-1]
		return m.pick([]string{
			"k - 1 - " + last, "k - 1 - " + m.pick(is), last, last + " - 1", "2", "k - 2 - " + last, "imin(" + last + ", 2)", "imax(k - 1 - " + last + ", 0)", last + " % 2",
		})
	}
	nest = func(is []string, depth int) {
		for range 1 + m.IntN(2) {
			if depth == 0 || m.IntN(4) == 0 && len(is) > 1 {
				if m.IntN(3) > 0 {
					statement(is)
					continue
				}
				m.in("if "+m.pick(is)+m.pick([]string{" < lx", " < lw", " < la", " > 0", " == 1"}), func() { statement(is) })
				continue
			}
			i, n := m.fresh("i"), "k"
			if len(is) > 0 {
				n = m.fresh("n")
				m.line("var %s int = %s", n, count(is))
			}
			inner := append(is[:len(is):len(is)], i)
			if m.IntN(6) > 0 {
				m.in(m.sometimes(3, "for down ", "for ")+i+" < "+n, func() { nest(inner, depth-1) })
				continue
			}
			at := m.fresh("at")
			m.line("var %s int = 0\n\tvar %s bool = true", at, at+"on")
			m.in("loop", func() {
				m.line("while %s < %s && %son", at, n, at)
				m.line("var %s int = %s", i, at)
				nest(inner, depth-1)
				m.line("%s += 1", at)
				m.in("if u > 2.5", func() { m.line("%son = false", at) })
			})
		}
	}
	nest(nil, 2+m.IntN(2))
	m.line("return u")
	m.indent--
	m.line("}")
	return m.b.String()
}

// runEmpty runs a program of [randomEmpty]; nil if it fails.
func runEmpty(p *loop.Program, k, lx, lw, la, ly int) ([]float64, error) {
	vec := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = float64(i+1) / 4
		}
		return v
	}
	rows := make([]loop.Value, la)
	for i := range rows {
		rows[i] = vec(lw)
	}
	y := vec(ly)
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{vec(lx), vec(lw), rows, int64(k), 0.5, y}, 1<<20)
	if err != nil {
		return nil, err
	}
	return append(y, res[0].(float64)), nil
}

// What is not read in a loop that does not run, or in a branch that is not taken, need not be there.
func TestRandomEmpty(t *testing.T) {
	const seeds = 500
	ran := 0
	for seed := range uint64(seeds) {
		src := randomEmpty(seed)
		before, after := transformed(t, seed, src, Options{Jam: true}, Passes())
		for k := range 6 {
			for _, l := range [][4]int{{k - 1, k, k, k}, {k, k, k - 1, k}, {k - 1, k - 1, k - 1, k - 1}, {k, k - 2, 2, 2}, {2, 3, 1, 9}} {
				lx, lw, la, ly := max(l[0], 0), max(l[1], 0), max(l[2], 0), max(l[3], 0)
				want, err := runEmpty(before, k, lx, lw, la, ly)
				if err != nil {
					continue
				}
				ran++
				got, err := runEmpty(after, k, lx, lw, la, ly)
				if err != nil || !sameFloats(want, got, true) {
					t.Fatalf("seed %d, k = %d, lengths %v: got\n%v %v\nwant\n%v\nbefore:\n%s\nafter:\n%s", seed, k, l, got, err, want, src, after)
				}
			}
		}
	}
	if t.Log(ran, " runs"); ran < 4*seeds {
		t.Errorf("only %d runs that do not fail", ran)
	}
}
