package opt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// randomProducts is a program of sums and products that share factors, with memory and variables that change between
// them.
func randomProducts(seed uint64) string {
	m := &loopMaker{Rand: rand.New(rand.NewPCG(seed, 29))}
	m.line("func f(a real, b real, c real, x []real, out y []real) {")
	m.indent++
	m.line("clear(y)")
	m.line("var acc real = a")
	var block func(values []string, depth int)
	block = func(values []string, depth int) {
		one := func() string { return m.pick(values) }
		name := func(e string, args ...any) {
			v := m.fresh("v")
			m.line("var %s real = %s", v, fmt.Sprintf(e, args...))
			values = append(values, v)
		}
		for range 6 + m.IntN(10) {
			switch k := m.IntN(14); {
			case k == 0:
				name("x[%d]", m.IntN(3))
			case k == 1: // memory that changes
				name("y[%d] * %s", m.IntN(3), one())
			case k == 2:
				m.line("y[%d] += %s * %s - %s", m.IntN(3), one(), one(), one())
			case k == 3:
				m.line("acc = acc * 0.25 + %s * %s", one(), one())
			case k == 4:
				name("acc * %s + %s * %s", one(), one(), one())
			case k == 5 && depth < 2:
				inner := append([]string(nil), values...)
				m.in(m.pick([]string{"for " + m.fresh("i") + " < 2", "if " + one() + " > 1.0"}), func() { block(inner, depth+1) })
			case k <= 7: // products that share a factor, and their sum
				w, p, q := one(), one(), one()
				name("%s * %s", p, w)
				name("%s * %s", q, w)
				name("%s * %s %s %s * %s", values[len(values)-1], one(), m.pick([]string{"+", "-"}), values[len(values)-2], one())
			case k <= 9:
				p, q, r := one(), one(), one()
				name("%s * (%s * %s + %s) + %s * (%s - %s * %s)", p, one(), r, one(), q, one(), r, one())
			case k == 10:
				name("%d.0 * (%s * %s) - %s", m.IntN(4)-1, one(), one(), one())
			case k == 11:
				name("%s * -%s * (%s + %s * 0.5)", one(), one(), one(), one())
			case k == 12:
				name("sqrt(1.0 + (%s * %s + %s * %s) * (%s * %s + %s * %s))", "a", "b", "a", "c", "a", "b", "a", "c")
			default:
				name("%s * %s", one(), one())
			}
		}
		m.line("acc += %s", one())
	}
	block([]string{"a", "b", "c", "a", "b", "c"}, 0)
	m.line("return acc")
	m.indent--
	m.line("}")
	return m.b.String()
}

// Factored sums are the sums, up to rounding, and no run has more operations.
func TestRandomFactors(t *testing.T) {
	changed := 0
	for seed := range uint64(500) {
		src := randomProducts(seed)
		before, after := transformed(t, seed, src, Options{FastMath: true}, []Pass{deadCode, factoring, deadCode})
		_ = run(before, &Options{FastMath: true}, []Pass{deadCode})
		if before.String() == after.String() {
			continue
		}
		changed++
		for _, in := range [][3]float64{{1.5, -0.7, 0.9}, {0.3, 1.1, -0.8}} {
			// The second run has other rounding errors, by which results may differ that cancel.
			want := factorRun(t, before, in, 1)
			moved := factorRun(t, before, in, 1+1e-13)
			got := factorRun(t, after, in, 1)
			for i := range want {
				if !(math.Abs(want[i]) < 1e100) {
					continue
				}
				if tol := 1e-11*(1+math.Abs(want[i])) + 100*math.Abs(moved[i]-want[i]); !(math.Abs(got[i]-want[i]) <= tol) {
					t.Fatalf("seed %d: %v, want %v\nbefore:\n%s\nafter:\n%s", seed, got, want, src, after)
				}
			}
		}
		if a, b := ringOps(before), ringOps(after); b >= a {
			t.Fatalf("seed %d: %d operations, before %d\nbefore:\n%s\nafter:\n%s", seed, b, a, src, after)
		}
	}
	if t.Logf("%d programs changed", changed); changed < 100 {
		t.Errorf("only %d programs changed", changed)
	}
}

func factorRun(t *testing.T, p *loop.Program, in [3]float64, scale float64) []float64 {
	t.Helper()
	x, y := []float64{-0.3 * scale, 0.2, 0.7}, make([]float64, 3)
	res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{in[0] * scale, in[1], in[2] * scale, x, y}, 1<<20)
	if err != nil {
		t.Fatalf("%v\n%s", err, p)
	}
	return append(y, res[0].(float64))
}

// ringOps counts the additions and multiplications in the text of a program.
func ringOps(p *loop.Program) (n int) {
	var count func(e *loop.Expr)
	count = func(e *loop.Expr) {
		if e.Type == loop.RealType && (e.Prim == syntax.OpAdd || e.Prim == syntax.OpSub || e.Prim == syntax.OpMul) {
			n++
		}
		for _, a := range e.Args {
			count(a)
		}
	}
	for _, f := range p.Funcs {
		loop.Walk(f.Body, func(s loop.Stmt) { facts.EachOperand(s, func(e **loop.Expr) { count(*e) }) })
	}
	return n
}

// Blocks of any length take time in proportion, and the parts know of each other what is read.
func TestFactorLongBlocks(t *testing.T) {
	var b strings.Builder
	b.WriteString("func f(a real, b real, c real) {\n\tvar s0 real = a\n")
	const n = 480 // several of the parts that are looked at
	for i := range n {
		fmt.Fprintf(&b, "\tvar s%d real = s%d * 0.5 + (a * b + a * c) * s%d\n", i+1, i, i/2)
	}
	fmt.Fprintf(&b, "\treturn s%d\n}\n", n)
	p, err := loop.Read("long", b.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := run(p, &Options{FastMath: true, Verify: loop.Verify}, []Pass{factoring, deadCode}); err != nil {
		t.Fatal(err)
	}
	before, _ := loop.Read("long", b.String())
	if was, is := ringOps(before), ringOps(p); is >= was/2 {
		t.Errorf("%d operations of %d", is, was)
	}
	of := func(p *loop.Program) float64 {
		res, _, err := loop.Eval(p, p.Funcs[0], []loop.Value{0.9, 0.4, -0.3}, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		return res[0].(float64)
	}
	if got, want := of(p), of(before); math.Abs(got-want) > 1e-9*math.Abs(want) {
		t.Errorf("%v, want %v", got, want)
	}
}
