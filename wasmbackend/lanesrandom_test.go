package wasmbackend_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Random loops in which several iterations stand side by side, with statements between them that some may not pass, and
// numbers of one iteration that another reads, give on vectors what they give one by one, to the last bit.
func TestLanesRandom(t *testing.T) { onSeeds(t, lanesRandom) }

func lanesRandom(t *testing.T, r *rand.Rand) {
	ctx := context.Background()
	const funcs = 60
	prog := written(t, funcs, func(out *strings.Builder, k int) { (&laneProgram{Rand: r, out: out}).function(k) })
	var programs [2]*run.Program // on vectors, one by one
	for k := range programs {
		m := compiled(t, wasmbackend.Options{Scalar: k == 1, Yield: true, Jam: true}, prog)
		if k == 0 {
			paired := funcsWith(m, "f64x2.add", "f64x2.mul")
			if paired < funcs/2 {
				t.Errorf("only %d of %d functions have vectors", paired, funcs)
			}
		}
		var err error
		if programs[k], err = run.New(ctx, newEngine(t), m); err != nil {
			t.Fatal(err)
		}
	}
	for k := range funcs {
		name := fmt.Sprintf("f%d", k)
		for _, n := range []int{0, 1, 2, 3, 4, 5, 9, 14, 17} {
			x := make([]float64, 9*n+16)
			for i := range x {
				x[i] = math.Round(8*r.NormFloat64()) / 4
				if r.IntN(12) == 0 { // edges
					x[i] = []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1), 0x1p-1070}[r.IntN(5)]
				}
			}
			var got [2]string
			for j, p := range programs {
				f, err := p.Func(name)
				if err != nil {
					t.Fatal(err)
				}
				out, err := f.Leaves(ctx, nil, []loop.Value{x, make([]float64, n), 0.5})
				if err != nil {
					t.Fatal(err)
				}
				got[j] = showAll(out)
			}
			if got[0] != got[1] {
				t.Errorf("%s for %d of %v: on vectors %s, one by one %s\n%s", name, n, x, got[0], got[1], prog.Funcs[k])
				break
			}
		}
	}
}

// A laneProgram writes a function with a nest of loops whose statements stand there for several iterations each.
type laneProgram struct {
	*rand.Rand
	out   *strings.Builder
	ways  int
	names int
	reals []string // of which there is one for each iteration: with _ for its number
	sums  []string
	depth int
}

func (p *laneProgram) line(format string, args ...any) {
	fmt.Fprintf(p.out, strings.Repeat("\t", p.depth)+format+"\n", args...)
}

// expr is an expression for each iteration; _ stands for its number.
func (p *laneProgram) expr(depth int, k string) string {
	if depth == 0 {
		switch c := p.IntN(12); {
		case c == 0:
			return "1.5"
		case c == 1:
			return "a"
		case c == 2:
			return "x[" + k + "]" // all the same
		case c < 6 && len(p.reals) > 0:
			return p.reals[p.IntN(len(p.reals))]
		case c == 6 && len(p.reals) > 0: // of one iteration for all
			return strings.ReplaceAll(p.reals[p.IntN(len(p.reals))], "_", fmt.Sprint(p.IntN(p.ways)))
		case c == 7:
			return "z[" + k + " + _]" // each behind the other
		case c == 8:
			return "x[_]"
		default:
			return []string{"x", "y", "z"}[p.IntN(3)] + fmt.Sprintf("[%s * %d + _]", k, p.ways)
		}
	}
	a, b := p.expr(depth-1, k), p.expr(p.IntN(depth), k)
	if op := []string{"+", "-", "scale", "neg", "exp", "select", "max", "*", "*", "*"}[p.IntN(10)]; op != "scale" {
		return operation(op, a, b)
	}
	return "(0.25 * " + a + ")"
}

// each writes lines for all iterations: a line for all of them, or all lines for one, then the next; seldom in another
// order, or one of them otherwise.
func (p *laneProgram) each(lines ...string) {
	ways := p.Perm(p.ways)
	if p.IntN(4) > 0 {
		for k := range ways {
			ways[k] = k
		}
	}
	put := func(l string, k int) {
		l = strings.ReplaceAll(l, "_", fmt.Sprint(k))
		if p.IntN(25) == 0 {
			l = strings.Replace(l, " * ", " + ", 1)
		}
		p.line("%s", l)
	}
	if p.IntN(2) == 0 {
		for _, l := range lines {
			for _, k := range ways {
				put(l, k)
			}
		}
		return
	}
	for _, k := range ways {
		for _, l := range lines {
			put(l, k)
		}
	}
}

func (p *laneProgram) fresh(name string) string {
	p.names++
	return fmt.Sprintf("%s%dL_", name, p.names)
}

func (p *laneProgram) statements(k string, n int) {
	w := p.ways
	for range n {
		switch p.IntN(9) {
		case 0, 1:
			v := p.fresh("t")
			p.each("var "+v+" real = "+p.expr(1+p.IntN(2), k), fmt.Sprintf("y[%s * %d + _] = %s", k, w, v))
			p.reals = append(p.reals, v)
		case 2:
			v := p.fresh("t")
			p.each("var " + v + " real = " + p.expr(1+p.IntN(2), k))
			p.reals = append(p.reals, v)
		case 3:
			p.each(fmt.Sprintf("%s[%s * %d + _] %s %s", []string{"y", "z"}[p.IntN(2)], k, w, []string{"=", "+=", "+~="}[p.IntN(3)], p.expr(1+p.IntN(2), k)))
		case 4, 5:
			if len(p.sums) > 0 {
				s := p.sums[p.IntN(len(p.sums))]
				p.each(fmt.Sprintf([]string{"%s +~= %s", "%s += %s", "%s = %[1]s + %[2]s", "%s = max(%[1]s, %[2]s)", "%s +~= -(%s)"}[p.IntN(5)], s, p.expr(1, k)))
			}
		case 6:
			if len(p.sums) > 0 { // a branch that stands between
				s := p.sums[p.IntN(len(p.sums))]
				p.each(fmt.Sprintf("if %s < %s {\n\t\tbest = %s\n\t}", p.expr(0, k), s, k), fmt.Sprintf("%s = min(%[1]s, %s)", s, p.expr(0, k)))
			}
		case 7: // all of them in one
			a, b := p.expr(1, k), p.expr(0, k)
			term := func(i int) string { return strings.ReplaceAll("("+a+") * ("+b+")", "_", fmt.Sprint(i)) }
			order := p.Perm(4)
			if p.IntN(3) > 0 {
				order = []int{0, 2, 1, 3}
			}
			for i := range order {
				order[i] %= w
			}
			p.line("u[%s] +~= %s + %s + (%s + %s)", k, term(order[0]), term(order[1]), term(order[2]), term(order[3]))
		case 8:
			p.each(fmt.Sprintf("z[%s * %d + _] = y[%s * %d + %d] * 0.5", k, w, k, w, p.IntN(w)))
		}
	}
}

// windows are statements about windows of arrays: they read k once, at the beginning.
func (p *laneProgram) windows(k string) {
	p.line("var at int = %s * %d", k, p.ways)
	p.line("var yw []real = y[at:+%d]", p.ways)
	p.line("var zw []real = z[at:+%d]", p.ways)
	value := func() string {
		x := []string{"a", "1.5", "yw[_]", "zw[_]", "(0.25 * yw[_])", "a * zw[_]"}
		x = append(x, p.sums...)
		return x[p.IntN(len(x))]
	}
	for range 1 + p.IntN(4) {
		to := []string{"yw", "zw"}[p.IntN(2)]
		p.each(fmt.Sprintf("%s[_] %s %s + %s", to, []string{"=", "+=", "+~="}[p.IntN(3)], value(), value()))
		if p.IntN(2) == 0 {
			v := p.fresh("t")
			p.each(fmt.Sprintf("var %s real = 0.5 * %s", v, value()), fmt.Sprintf("%s[_] = %s", to, v))
		}
	}
}

func (p *laneProgram) function(k int) {
	p.ways = []int{2, 3, 4, 4, 8}[p.IntN(5)]
	p.line("export func f%d(x []real, w []real, a real) {", k)
	p.depth++
	p.line("var n int = len(w)")
	p.line("var y []real = new(9 * n + 16)")
	p.line("var z []real = new(9 * n + 16)")
	p.line("var u []real = new(n)")
	p.line("var best int = -1")
	p.line("for i < n {")
	p.depth++
	for range 1 + p.IntN(3) {
		s := p.fresh("s")
		p.each("var " + s + " real = " + []string{"0.0", "a", "x[i]", "-1.0"}[p.IntN(4)])
		p.sums = append(p.sums, s)
	}
	p.statements("i", p.IntN(3))
	known := len(p.reals)
	down := ""
	if p.IntN(6) == 0 {
		down = "down "
	}
	p.line("for %sj < %s {", down, []string{"n", "i + 1", "n - i", "7"}[min(p.IntN(4), 2)])
	p.depth++
	begin := p.out.Len()
	if p.IntN(4) == 0 {
		p.windows("j")
	} else {
		p.statements("j", 1+p.IntN(5))
	}
	if !strings.Contains(p.out.String()[begin:], "j * ") { // free sums of elements in a row, or of none, would run in pairs, in another order
		p.line("z[j * %d] = z[j * %[1]d]", p.ways)
	}
	p.depth--
	p.line("}")
	p.reals = append(p.reals[:known:known], p.sums...)
	p.statements("i", 1+p.IntN(3))
	p.depth--
	p.line("}")
	p.line("return y, z, u, best")
	p.depth--
	p.line("}\n")
}
