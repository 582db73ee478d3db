package opt

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomBodies is a program of a loop with many numbers, in variables that change and do not, in elements and rows that are read and
// written in turn, some of which are the same memory.
func randomBodies(seed uint64, free bool) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 37))}
	m.line("func f(n int, x []real, out y []real) {")
	m.indent++
	m.line("clear(y)")
	m.line("var z [][]real = new(n, 3)")
	m.line("var u []real = new(n)")
	m.line("var a []real = u[0:+n]")
	states := []string{"s", "t", "p"}
	for _, s := range states {
		m.line("var %s real = 1.0", s)
	}
	m.in("for i < n", func() {
		m.line("var r []real = z[i]")
		values := append([]string{"0.5", "0.25"}, states...)
		one := func() string { return m.pick(values) }
		sum := func() string {
			e := one()
			for range m.IntN(4) {
				e += m.pick([]string{" + ", " - "}) + m.pick([]string{one(), one() + " * " + one()})
			}
			return e
		}
		element := func() string {
			return m.pick([]string{"x[i]", "y[i]", "u[i]", "a[i]", "u[0]", "a[1]", "z[i][0]", "r[0]", "r[1]", "r[2]", "z[0][1]"})
		}
		store := func() string {
			for {
				if e := element(); e != "x[i]" {
					return e
				}
			}
		}
		for range 12 + m.IntN(30) {
			switch m.IntN(9) {
			case 0:
				m.line("%s = 0.3 * (%s)", m.pick(states), sum())
			case 1:
				m.line("%s %s 0.1 * (%s)", m.pick(states), m.pick([]string{"+=", "+~="}), sum())
			case 2:
				if free && m.IntN(2) == 0 { // what is added may be of what it is added to
					to := m.pick([]string{store(), m.pick(states)})
					m.line("%s +~= %s * 0.5 + %s * 0.1 + %s * 0.2", to, one(), m.pick([]string{to, element()}), m.pick([]string{to, element(), one()}))
					break
				}
				m.line("%s +~= %s", store(), sum())
			case 3:
				m.line("%s = %s", store(), one())
			case 4:
				a, b := m.pick([]string{"r[0]", "y[i]"}), m.pick([]string{"r[1]", "r[2]", "u[i]"})
				m.line("%s, %s = %s, %s", a, b, one(), one())
			case 5:
				if m.IntN(4) == 0 {
					m.in("if "+one()+" > 0.5", func() { m.line("%s = %s", m.pick(states), one()) })
				}
			case 6:
				v := m.fresh("v")
				m.line("var %s real = %s", v, element())
				values = append(values, v)
			default:
				v := m.fresh("v")
				m.line("var %s real = %s", v, fmt.Sprintf("0.5 * %s + %s", one(), sum()))
				values = append(values, v)
			}
		}
		m.line("s, t = t, s * 0.5 + %s * 0.1", one())
	})
	m.line("return s + u[0] + z[0][0] + z[1][2], t, p + a[1]")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Statements in another order compute the same, to the last bit where free additions stay as they are, and otherwise up to rounding.
func TestRandomNearer(t *testing.T) {
	for _, free := range []bool{false, true} {
		changed := 0
		for seed := range uint64(400) {
			src := randomBodies(seed, free)
			before, after := transformed(t, seed, src, Options{Ordered: !free}, []Pass{orderFrom(0)})
			if before.String() != after.String() {
				changed++
			}
			want, got := nearerRun(t, before), nearerRun(t, after)
			if !(free && wild(want)) && !sameFloats(want, got, free) {
				t.Fatalf("seed %d: %v, want %v\nbefore:\n%s\nafter:\n%s", seed, got, want, src, after)
			}
		}
		if t.Logf("%d programs changed", changed); changed < 60 {
			t.Errorf("only %d programs changed", changed)
		}
	}
}

// Only stores of variables into elements whose places no element says are stores one by one.
func TestStoresApart(t *testing.T) {
	for at, want := range map[string]bool{
		"q[0], z[k][0][1] = k, a": true, "q[0], z[0][0][0:+k][1] = k, a": true, "q[0], z[q[0]][0][1] = k, a": false,
		"q[0], z[0][q[0]][1] = k, a": false, "q[0], z[0][0][q[0]] = k, a": false, "q[0], z[0][0][q[0]:+1][0] = k, a": false, "q[0], a = k, a": false,
	} {
		f := read(t, at, "func f(q []int, k int, a real, z [][][]real) {\n"+at+"\n}").Funcs[0]
		if got := (&orderer{}).stores(f.Body[0].(*loop.Assign)); got != want {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
}

func nearerRun(t *testing.T, p *loop.Program) []float64 {
	t.Helper()
	x, y := []float64{-0.3, 0.2, 0.7}, make([]float64, 3)
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{int64(3), x, y}, 1<<20)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	for _, v := range res {
		y = append(y, v.(float64))
	}
	return y
}
