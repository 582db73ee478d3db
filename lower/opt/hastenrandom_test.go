package opt

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// randomChains is a program of loops whose iterations wait for one another, through variables that change once or several times
// in an iteration, copies of them, branches and memory.
func randomChains(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 31))}
	m.line("func f(a real, b real, c real, x []real, out y []real) {")
	m.indent++
	m.line("clear(y)")
	states := []string{"s", "t", "u"}
	for i, s := range states {
		m.line("var %s real = %s", s, []string{"a", "b", "c"}[i])
	}
	body := func() {
		values := append([]string{"a", "0.5", "c", "-0.25"}, states...)
		one := func() string { return m.pick(values) }
		ring := func() string {
			switch m.IntN(7) {
			case 0:
				return one() + " * " + one()
			case 1:
				return one() + " * " + one() + m.pick([]string{" + ", " - "}) + one()
			case 2:
				return one() + " * (" + one() + m.pick([]string{" + ", " - "}) + one() + ")"
			case 3:
				return one() + " - (" + one() + " - " + one() + " * " + one() + ")"
			case 4:
				return "-" + one() + " * (" + one() + " * " + one() + ") + " + one()
			case 5:
				return "c * sin(" + one() + " + " + one() + " * (" + one() + " - " + one() + "))"
			}
			return one() + " + " + one() + " + " + one() + " * " + one()
		}
		for range 2 + m.IntN(9) {
			switch k := m.IntN(12); {
			case k == 0:
				m.line("%s += 0.1 * (%s)", m.pick(states), ring())
			case k == 1:
				m.line("%s = 0.3 * (%s)", m.pick(states), ring())
			case k == 2:
				v := m.fresh("v")
				m.line("var %s real = x[i] * %s", v, one())
				values = append(values, v)
			case k == 3:
				m.line("y[%d] += %s", m.IntN(3), one())
			case k == 4:
				m.in("if "+one()+" > 0.2", func() { m.line("%s = 0.5 * %s + 0.1 * %s", m.pick(states), one(), one()) })
			case k == 5:
				m.line("y[i] = %s", ring())
			default:
				v := m.fresh("v")
				m.line("var %s real = %s", v, ring())
				values = append(values, v)
			}
		}
		m.line("s, t, u = 0.4 * sin(%s), 0.5 * (%s), 0.3 * t + 0.1 * (%s)", ring(), ring(), ring())
	}
	m.in("for i < 3", body)
	if m.IntN(2) == 0 {
		m.line("var i int = 0")
		m.line("loop {")
		m.indent++
		m.line("var q real = s * (t - a * u)")
		m.line("while i < 3 && q < 1000.0")
		m.line("y[i] += q")
		body()
		m.line("i = i + 1")
		m.indent--
		m.line("}")
	}
	m.line("return s, t, u")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Regrouped sums and products are what they were, up to rounding, and no loop takes longer from one iteration to the next.
func TestRandomHaste(t *testing.T) {
	changed, faster := 0, 0
	for seed := range uint64(300) {
		src := randomChains(seed)
		passes := []Pass{hasten}
		if seed%8 == 0 {
			passes = Passes()
		}
		before, after := transformed(t, seed, src, Options{FastMath: true}, passes)
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, in := range [][3]float64{{1.5, -0.7, 0.9}, {0.3, 1.1, -0.8}} {
			want, moved, got := hasteRun(t, before, in, 1), hasteRun(t, before, in, 1+1e-13), hasteRun(t, after, in, 1)
			for i := range want {
				if !(math.Abs(want[i]) < 1e100) {
					continue
				}
				if tol := 1e-11*(1+math.Abs(want[i])) + 100*math.Abs(moved[i]-want[i]); !(math.Abs(got[i]-want[i]) <= tol) {
					t.Fatalf("seed %d: %v, want %v\nbefore:\n%s\nafter:\n%s", seed, got, want, src, after)
				}
			}
		}
		if len(passes) > 1 {
			continue
		}
		was, is := periods(before), periods(after)
		for i := range was {
			switch {
			case is[i] > was[i]:
				t.Fatalf("seed %d: %d cycles, before %d\nbefore:\n%s\nafter:\n%s", seed, is[i], was[i], src, after)
			case is[i] < was[i]:
				faster++
			}
		}
	}
	if t.Logf("%d programs changed, %d loops are faster", changed, faster); changed < 100 || faster < changed/2 {
		t.Errorf("only %d programs changed, and %d loops are faster", changed, faster)
	}
}

func hasteRun(t *testing.T, p *loop.Program, in [3]float64, scale float64) []float64 {
	t.Helper()
	x, y := []float64{-0.3 * scale, 0.2, 0.7}, make([]float64, 3)
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{in[0] * scale, in[1], in[2] * scale, x, y}, 1<<20)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	for _, r := range res {
		y = append(y, r.(float64))
	}
	return y
}

// periods is how many cycles an iteration of each loop waits for that before: the longest chain of operations through forty
// iterations, counted anew; of twelve of them.
func periods(p *loop.Program) (out []int) {
	for _, s := range p.Funcs[0].Body {
		var body []loop.Stmt
		switch s := s.(type) {
		case *loop.For:
			body = s.Body
		case *loop.While:
			body = append(append(body, s.Head...), s.Body...)
		default:
			continue
		}
		depth := map[*loop.Var]int{}
		var of func(e *loop.Expr) int
		of = func(e *loop.Expr) int {
			if e.Kind == loop.VarExpr {
				return depth[e.Var]
			}
			d, some := 0, false
			for _, a := range e.Args {
				k := of(a)
				d, some = max(d, k), some || k > 0
			}
			if some {
				d += latency(e)
			}
			return d
		}
		most := 0
		var ends []int
		for _, s := range []string{"s", "t", "u"} {
			loop.Walk(body, func(st loop.Stmt) {
				loop.Operands(st, func(e **loop.Expr, _ bool) {
					EachRead(*e, func(v *loop.Var) {
						if v.Name == s {
							depth[v] = 1
						}
					})
				})
			})
		}
		for range 40 {
			var run func(b []loop.Stmt)
			run = func(b []loop.Stmt) {
				for _, s := range b {
					switch s := s.(type) {
					case *loop.Let:
						depth[s.Var] = of(s.Rhs)
					case *loop.Assign:
						at := make([]int, len(s.Rhs))
						for i, r := range s.Rhs {
							at[i] = of(r)
						}
						for i, l := range s.Lhs {
							if l.Kind == loop.VarExpr {
								depth[l.Var] = at[i]
							}
						}
					case *loop.AddTo:
						if s.Lhs.Kind == loop.VarExpr {
							depth[s.Lhs.Var] = max(depth[s.Lhs.Var], of(s.Rhs)) + 4
						}
					case *loop.If:
						d := of(s.Cond)
						loop.Walk(s.Then, func(t loop.Stmt) {
							a := t.(*loop.Assign)
							d = max(d, of(a.Rhs[0]), depth[a.Lhs[0].Var])
							loop.Operands(a, func(e **loop.Expr, _ bool) { EachRead(*e, func(v *loop.Var) { d = max(d, depth[v]) }) })
						})
						depth[s.Then[0].(*loop.Assign).Lhs[0].Var] = d + 8
					}
				}
			}
			run(body)
			most = 0
			for _, d := range depth {
				most = max(most, d)
			}
			ends = append(ends, most)
		}
		out = append(out, ends[39]-ends[27])
	}
	return out
}
