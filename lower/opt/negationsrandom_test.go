package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// randomNegations is a program of products with minus signs, which others read.
func randomNegations(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 53))}
	m.line("func f(a real, b real, c real, x []real, out y []real) {")
	m.indent++
	m.line("clear(y)")
	m.line("var acc real = a")
	var block func(values []string, depth int)
	block = func(values []string, depth int) {
		one := func() string { return values[max(0, len(values)-1-m.IntN(m.pickInt(2, 3, len(values))))] }
		for range 5 + m.IntN(8) {
			e := ""
			switch k := m.IntN(16); {
			case k < 4:
				e = fmt.Sprintf("-(%s * %s)", one(), one())
			case k < 6:
				e = fmt.Sprintf("-(%s + x[%d])", one(), m.IntN(3))
			case k < 11:
				e = fmt.Sprintf("%s %s %s", one(), m.pick([]string{"+", "-", "+", "-", "*", "/"}), one())
			case k == 11:
				e = fmt.Sprintf("%s - (%s %s %s) * -%s", one(), one(), m.pick([]string{"+", "-", "*"}), one(), one())
			case k == 12:
				m.line("y[%d] %s %s", m.IntN(3), m.pick([]string{"+=", "+~=", "="}), one())
				continue
			case k == 13:
				m.line("acc %s %s %s %s", m.pick([]string{"+=", "+~=", "= acc * 0.25 +"}), one(), m.pick([]string{"*", "-"}), one())
				continue
			case k == 14 && depth < 2:
				inner := append([]string(nil), values...)
				m.in(m.pick([]string{"for " + m.fresh("i") + " < 2", "if " + one() + " > 1.0"}), func() { block(inner, depth+1) })
				continue
			default:
				e = fmt.Sprintf("select(%s > 0.5, %s, exp(%s * 0.01))", one(), one(), one())
			}
			v := m.fresh("v")
			m.line("var %s real = %s", v, e)
			if values = append(values, v); m.IntN(12) == 0 {
				m.line("%s = %s - 0.5", v, v)
			}
		}
		m.line("acc += %s - %s", one(), one())
	}
	block([]string{"a", "b", "c"}, 0)
	m.line("return acc")
	m.indent--
	m.line("}")
	return m.b.String()
}

func (m *loopMaker) pickInt(of ...int) int { return of[m.IntN(len(of))] }

// Signs that others take over leave the same bits, with fast math but for those of zeros, in fewer operations.
func TestRandomNegations(t *testing.T) {
	for _, fast := range []bool{false, true} {
		changed := 0
		for seed := range uint64(1000) {
			src := randomNegations(seed)
			o := Options{FastMath: fast}
			before, after := transformed(t, seed, src, o, []Pass{negations})
			if before.String() == after.String() {
				continue
			}
			changed++
			for _, in := range [][3]float64{{1.5, -0.7, 0.9}, {0.3, 1.1, -0.8}, {0, math.Copysign(0, -1), 1}, {0, 0, math.Copysign(0, -1)}, {math.Inf(1), -2, 0}} {
				got, want := factorRun(t, after, in, 1), factorRun(t, before, in, 1)
				for i := range want {
					equal := math.Float64bits(got[i]) == math.Float64bits(want[i]) || got[i] != got[i] && want[i] != want[i]
					if fast { // 1/-0 is infinite
						equal = equal || got[i] == want[i] || in[0]*in[1]*in[2] == 0 || math.IsInf(in[0], 0)
					}
					if !equal {
						t.Fatalf("seed %d: %v, want %v for %v\nbefore:\n%s\nafter:\n%s", seed, got, want, in, src, after)
					}
				}
			}
			if a, b := minusSigns(before), minusSigns(after); b >= a || ringOps(after) > ringOps(before) {
				t.Fatalf("seed %d: %d minus signs, before %d\nbefore:\n%s\nafter:\n%s", seed, b, a, src, after)
			}
		}
		if t.Logf("fast math %t: %d programs changed", fast, changed); changed < 100 {
			t.Errorf("only %d programs changed", changed)
		}
	}
}

// Operations of two values that both change their signs leave the same bits for all floats that are special, and for sums that cancel.
func TestNegationsOfBoth(t *testing.T) {
	special := []float64{0, math.Copysign(0, -1), 1, -1, 2, math.Inf(1), math.Inf(-1), math.NaN()}
	changed := 0
	for _, op := range []string{"t + u", "t - u", "u - t", "t + t", "t - t", "t * u", "u / t", "t + a", "a - u", "-(t + u)", "(t + u) * u", "u + b * t"} {
		for _, reader := range []string{"c - c / g", "c + g / c", "c / g - c", "-(g * c)"} {
			src := fmt.Sprintf("func f(a real, b real, c real) {\n\tvar t real = -(a * a)\n\tvar u real = t * b\n\tvar g real = %s\n\tvar r real = %s\n\treturn r\n}\n", op, reader)
			before, after := transformed(t, 0, src, Options{}, []Pass{negations})
			if before.String() != after.String() {
				changed++
			}
			for _, a := range special {
				for _, b := range special {
					for _, c := range special {
						run := func(p *loop.Program) float64 {
							res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{a, b, c}, 1<<16)
							if err != nil {
								t.Fatal(err)
							}
							return res[0].(float64)
						}
						want, got := run(before), run(after)
						if math.Float64bits(want) != math.Float64bits(got) && !(math.IsNaN(want) && math.IsNaN(got)) {
							t.Fatalf("a = %v, b = %v, c = %v: got %v, want %v\nbefore:\n%s\nafter:\n%s", a, b, c, got, want, src, after)
						}
					}
				}
			}
		}
	}
	if changed < 10 {
		t.Errorf("only %d programs changed", changed)
	}
}

// minusSigns counts the negations, without those of what is added.
func minusSigns(p *loop.Program) (n int) {
	var count func(e *loop.Expr)
	count = func(e *loop.Expr) {
		if e.Kind == loop.PrimExpr && e.Prim == syntax.OpNeg {
			n++
		}
		for _, a := range e.Args {
			count(a)
		}
	}
	loop.Walk(p.Funcs[0].Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.AddTo); ok && a.Rhs.Kind == loop.PrimExpr && a.Rhs.Prim == syntax.OpNeg {
			count(a.Rhs.Args[0])
			return
		}
		operandsOf(s, func(e **loop.Expr) { count(*e) })
	})
	return n
}
