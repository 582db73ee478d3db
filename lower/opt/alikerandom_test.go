package opt

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomAlike is a program with loops that use rows of matrices at computed indices. Some matrices have rows of n, some of m elements, and
// two have rows of their own lengths; not all are checked for that, and some are given other rows. Some indices are out of bounds.
func randomAlike(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 41))}
	m.line("func f(q []int, n int, m int, k int, a [][]real, b [][]real, d [][]real, u [][]real, v [][]real, w []real, inout y [][]real, inout z [][]real) {")
	m.indent++
	for _, c := range [][]string{{"a", "n"}, {"b", "n"}, {"d", "m"}, {"u", "g"}, {"v", "g"}, {"y", "n"}, {"z", "g"}} {
		if m.IntN(5) == 0 {
			continue
		}
		m.line("check len(%s) == n, \"f\", \"%s\", len(%s), n", c[0], c[0], c[0])
		m.in("for i < "+m.sometimes(2, "n", "len("+c[0]+")"), func() {
			if c[1] == "g" {
				m.line("var g int = q[i]")
			}
			m.line("var t int = len(%s[i])\n\tcheck t == %s, \"f\", \"row\", t, %s", c[0], c[1], c[1])
		})
	}
	m.line("var own []real = new(m)")
	change := func() {
		m.line("%s[%s] = own", m.pick([]string{"y", "z"}), m.pick([]string{"k", "0"}))
	}
	if m.IntN(4) == 0 {
		change()
	}
	var rows []string
	mats := []string{"a", "b", "a", "b", "d", "u", "v", "y", "y", "z"}
	for range 2 + m.IntN(4) {
		r := m.fresh("r")
		m.line("var %s []real = %s[%s]", r, m.pick(mats), m.pick([]string{"k", "0", "n - 1", "1"}))
		rows = append(rows, r)
	}
	for range 1 + m.IntN(2) {
		statements := func(j string) {
			rows := rows
			if m.IntN(3) == 0 {
				r := m.fresh("r")
				m.line("var %s []real = %s[k]", r, m.pick(mats))
				rows = append(slices.Clone(rows), r)
			}
			for range 1 + m.IntN(4) {
				at := m.pick([]string{j, j, j, "i", "0"})
				m.line("%s[%s] %s %s[%s] * 0.5 + %s[%s]", m.sometimes(4, "own", m.pick([]string{"y[k]", "z[0]"})), at, m.pick([]string{"=", "+="}), m.pick(rows),
					m.pick([]string{at, j}), m.pick(rows), j)
			}
			if m.IntN(6) == 0 {
				change()
			}
		}
		if m.IntN(2) == 0 {
			m.in("for i < n", func() {
				m.line("var j int = %s", m.pick([]string{"q[i] - 1", "n - 1 - i", "q[i] - 2", "q[i]", "0", `inrange(q[i] - 1, n, "j")`, `inrange(n - 1 - i, n, "j")`, `inrange(q[i], m, "j")`}))
				statements("j")
			})
			continue
		}
		p := m.fresh("p")
		m.line("var %s int = %d", p, m.IntN(16))
		m.in("loop", func() {
			m.line("while %s != 0\n\tvar j int = %s\n\tvar i int = j", p, m.pick([]string{"ctz(" + p + ")", "inrange(ctz(" + p + "), " + m.pick([]string{"n", "m"}) + ", \"j\")"}))
			statements("j")
			m.line("%s = iand(%s, %s - 1)", p, p, p)
		})
	}
	m.line("return own")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Rows that are cut to the length of others, or to what an index is checked against, give the same to the last bit, and the same errors at the
// same time; also where callers have checked the lengths.
func TestRandomAlike(t *testing.T) {
	for _, byCallers := range []bool{false, true} {
		changed := 0
		for seed := range uint64(600) {
			src, passes := randomAlike(seed), []Pass{alike}
			if byCallers {
				src, passes = strings.ReplaceAll(src, "check len", "given len"), []Pass{given, renaming, alike}
				src = strings.ReplaceAll(src, "check t", "given t")
			}
			before, after := transformed(t, seed, src, Options{}, passes)
			if !strings.Contains(after.String(), ":+") {
				continue
			}
			changed++
			for n := range int64(5) {
				want, have := alikeRun(before, n), alikeRun(after, n)
				if !reflect.DeepEqual(want, have) {
					t.Fatalf("seed %d, n = %d:\n%v, want\n%v\nbefore:\n%s\nafter:\n%s", seed, n, have, want, src, after)
				}
			}
		}
		if t.Logf("by callers %t: %d programs changed", byCallers, changed); changed < 60 {
			t.Errorf("only %d programs changed", changed)
		}
	}
}

// alikeRun is what a program of [randomAlike] leaves behind and gives, its error included.
func alikeRun(p *loop.Program, n int64) []loop.Value {
	r := rand.New(rand.NewPCG(uint64(n), 43))
	m := n + 1
	lengths := make([]int64, n)
	for i := range lengths {
		lengths[i] = 1 + int64(i*2)%3
	}
	vec := func(n int64) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = r.Float64()
		}
		return v
	}
	mat := func(length func(i int) int64) []loop.Value {
		rows := make([]loop.Value, n)
		for i := range rows {
			rows[i] = vec(length(i))
		}
		return rows
	}
	square, wide, own := func(int) int64 { return n }, func(int) int64 { return m }, func(i int) int64 { return lengths[i] }
	y, z := mat(square), mat(own)
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{lengths, n, m, n / 2, mat(square), mat(square), mat(wide), mat(own), mat(own), vec(m), y, z}, 1<<16)
	return []loop.Value{res, y, z, fmt.Sprint(err)}
}
