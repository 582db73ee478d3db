package wasmbackend_test

import (
	"context"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var (
	programs     = flag.Int("programs", 1, "random loops: programs of each kind")
	firstProgram = flag.Uint64("firstprogram", 0, "random loops: the seed of the first program")
)

// onSeeds runs a test of random programs.
func onSeeds(t *testing.T, test func(t *testing.T, r *rand.Rand)) {
	for k := range uint64(*programs) {
		seed := *firstProgram + k
		t.Run(fmt.Sprint(seed), func(t *testing.T) { test(t, rand.New(rand.NewPCG(9, 8+seed))) })
	}
}

// written is a program of as many functions, each of which write gives.
func written(t *testing.T, funcs int, write func(out *strings.Builder, k int)) *loop.Program {
	t.Helper()
	var text strings.Builder
	for k := range funcs {
		write(&text, k)
	}
	prog, err := loop.Read("random", text.String())
	if err != nil {
		t.Fatalf("%v\n%s", err, &text)
	}
	if err := loop.Verify(prog); err != nil {
		t.Fatalf("%v\n%s", err, &text)
	}
	return prog
}

// funcsWith is the number of functions f0, f1 and so on of a module that have one of the instructions.
func funcsWith(m *wasmbackend.Module, ops ...string) (n int) {
	for _, f := range m.Code.Funcs {
		if strings.HasPrefix(f.Name, "f") && slices.ContainsFunc(f.Body, func(i encode.Instr) bool { return slices.Contains(ops, i.Op.Name()) }) {
			n++
		}
	}
	return n
}

// Random loops over views that may overlap, with functions, choices and numbers that are handed on, up and down, give
// in pairs what they give one by one, to the last bit.
func TestPairsRandom(t *testing.T) { onSeeds(t, pairsRandom) }

func pairsRandom(t *testing.T, r *rand.Rand) {
	ctx := context.Background()
	const funcs = 80
	prog := written(t, funcs, func(out *strings.Builder, k int) { randomPairs(r, out, k) })
	var programs [4]*run.Program // in pairs, one by one, in pairs where bounds are checked, and where registers are few
	for k := range programs {
		m := compiled(t, wasmbackend.Options{Scalar: k == 1, Yield: k >= 2, Jam: k == 3}, prog)
		if k != 1 {
			paired := funcsWith(m, "v128.store")
			if paired < funcs/16 {
				t.Errorf("only %d of %d loops are run in pairs", paired, funcs)
			}
		}
		var err error
		if programs[k], err = run.New(ctx, newEngine(t), m); err != nil {
			t.Fatal(err)
		}
	}
	for k := range funcs {
		name := fmt.Sprintf("f%d", k)
		for _, n := range []int{0, 1, 2, 3, 4, 5, 9, 14, 16, 23, 39} {
			x := make([]float64, n+4)
			for i := range x {
				x[i] = math.Round(8*r.NormFloat64()) / 4
			}
			var got [4][]loop.Value
			for j, p := range programs {
				f, err := p.Func(name)
				if err != nil {
					t.Fatal(err)
				}
				if got[j], err = f.Leaves(ctx, nil, []loop.Value{x, 0.5}); err != nil {
					t.Fatal(err)
				}
			}
			if a, b, c, d := showAll(got[0]), showAll(got[1]), showAll(got[2]), showAll(got[3]); a != b || c != b || d != b {
				t.Errorf("%s of %v: in pairs %s, with checks %s, with few registers %s, one by one %s\n%s", name, x, a, c, d, b, prog.Funcs[k])
				break
			}
		}
	}
}

// operation is a real that is made of two others.
func operation(name, a, b string) string {
	switch name {
	case "neg":
		return "-(" + a + ")"
	case "exp":
		return "exp(-abs(" + a + "))"
	case "select":
		return "select(" + a + " < " + b + ", " + b + ", " + a + " - 1.0)"
	case "max":
		return "max(" + a + ", " + b + ")"
	}
	return "(" + a + " " + name + " " + b + ")"
}

// randomPairs writes a function with a loop.
func randomPairs(r *rand.Rand, out *strings.Builder, k int) {
	arrays := []string{"x", "u", "v"}
	var known []string // reals that are set
	carry, given := r.IntN(2) == 0, ""
	var expr func(depth int) string
	index := func() string { return []string{"i", "i", "i", "i + 1", "i + 2"}[r.IntN(5)] }
	expr = func(depth int) string {
		if depth == 0 {
			switch c := r.IntN(8); {
			case given != "" && c < 4:
				return "c"
			case c == 0:
				return "1.5"
			case c == 1:
				return []string{"a", "b"}[r.IntN(2)]
			case c < 4 && len(known) > 0:
				return known[r.IntN(len(known))]
			default:
				return arrays[r.IntN(3)] + "[" + index() + "]"
			}
		}
		a, b := expr(depth-1), expr(r.IntN(depth))
		switch c := r.IntN(9); c {
		case 2:
			return "(" + a + " * 0.25)"
		case 5:
			return "sin(" + a + ")"
		case 8:
		default:
			return operation([]string{"+", "-", "", "neg", "exp", "", "select", "max"}[c], a, b)
		}
		return "(" + a + " * -(" + b + "))"
	}
	p := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	p("export func f%d(x []real, a real) {\n\tvar n int = len(x) - 4\n\tvar z []real = new(n + 12)\n\tvar y []real = new(2)\n\tvar b real = a * 0.75\n\tcopy(z[0:+n], x[0:+n])", k)
	p("\tvar u []real = z[%d:+n + 4]\n\tvar v []real = z[%d:+n + 4]\n\tvar c real = a\n\tvar s real = -0.0\n\tvar o real = 0.1", r.IntN(8), r.IntN(8))
	down := ""
	if !carry && r.IntN(2) == 0 {
		down = "down "
	}
	around := r.IntN(2) == 0
	if around {
		p("\tfor twice < 2 {")
	}
	p("\tfor %si < n {", down)
	for k := range 2 + r.IntN(5) {
		switch r.IntN(5) {
		case 4: // exact in any order
			p("\t\ts %s x[%s] * %s", []string{"+~=", "+~=", "+="}[r.IntN(3)], index(), []string{"0.25", "-(0.5)"}[r.IntN(2)])
		case 0, 1:
			p("\t\tvar t%d real = %s", k, expr(1+r.IntN(2)))
			known = append(known, fmt.Sprintf("t%d", k))
			if given == "" && carry {
				given = known[len(known)-1]
				p("\t\tvar w real = sin(c)\n\t\tvar q real = cos(%s)", expr(0))
				known = append(known, "w", "q")
				if r.IntN(4) == 0 {
					next := given
					given = ""
					p([]string{"\t\tc = c + %s", "\t\tc = c - %s", "\t\tc += %s", "\t\tc +~= %s"}[r.IntN(4)], expr(1))
					given = next
				}
			}
		case 2:
			p("\t\t%s[i] = %s", arrays[1+r.IntN(2)], expr(1+r.IntN(2)))
		case 3:
			p("\t\t%s[i] +~= %s", arrays[1+r.IntN(2)], expr(1+r.IntN(2)))
		}
	}
	if r.IntN(4) == 0 { // in the order of the iterations
		p([]string{"\t\to = o + %s", "\t\to = o - %s", "\t\to += %s", "\t\to = %s + o"}[r.IntN(4)], expr(1))
	}
	p("\t\tu[i] = %s + %s", expr(1), expr(2))
	if given != "" {
		p("\t\tc = %s", given)
	}
	p("\t}")
	for range r.IntN(3) { // what reads what the loop does, and stores it
		to := []string{"y[0]", "y[1]", "z[1]", "u[0]", "u[2]"}[r.IntN(5)]
		p("\t%s %s %s", to, []string{"=", "+~="}[r.IntN(2)], []string{"a", "b * 0.5", "a * c", "a + y[0]", "a - u[1]", "s * a"}[r.IntN(6)])
	}
	if around {
		p("\t}")
	}
	p("\treturn z, c, s, o, y\n}\n")
}
