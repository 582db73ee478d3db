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

// Functions of numbers that loops compute and store are left to loops of their own where nothing else sees the array;
// results are those of the module without vectors, where they are not. Sums are of small integers, so that they are
// exact in any order.
func TestMathAfter(t *testing.T) {
	const sum = "var s real = 0.0\nfor j < i + 1 {\ns +~= x[j] * 0.0625\n}\n"
	for _, c := range []struct {
		name, before, body string
		apart              bool
	}{
		{"plain", "var y []real = dirty(len(x))", sum + "y[i] = tanh(s + x[i])", true},
		{"down", "var y []real = dirty(len(x))", "DOWN" + sum + "y[i] = tanh(s + x[i]) * s", true},
		{"made in a branch", "var y []real = dirty(len(x))\nvar v []real = y[0:+len(x)]\nif c < 0.0 {\nv[0] = c\n}", sum + "y[i] = tanh(s)", true},
		{"another name by a branch", "var y []real = new(len(x))\nvar v []real = new(len(x))\nif 0.0 < c {\nv = y\n}", sum + "y[i] = tanh(s + v[len(x) - 1 - i])", false},
		{"given to a function", "var y []real = new(len(x))\nvar v []real = call same(y)", sum + "y[i] = tanh(s + v[len(x) - 1 - i])", false},
		{"the length of another array", "var y []real = new(len(x))\nvar n int = len(x)", "n = n / 2\n" + sum + "y[i] = tanh(s)", true},
		{"a count that changes", "var y []real = new(len(x))\nvar n int = len(x)", "COUNTn = 0\n" + sum + "y[i] = tanh(s)", false},
		{"index", "var y []real = dirty(len(x))", sum + "y[i] = exp(s * real(i) * 0.01) + c", true},
		{"total", "var y []real = dirty(len(x))\nvar z real = 0.0", sum + "z += s\ny[i] = tanh(z)", true},
		{"reads", "var y []real = new(len(x))", sum + "y[i] = tanh(s + y[len(x) - 1 - i])", false},
		{"reads in the loop", "var y []real = new(len(x))", "var s real = 0.0\nfor j < i {\ns +~= y[j]\n}\ny[i] = tanh(s + 0.5)", false},
		{"view", "var y []real = new(len(x))\nvar v []real = y[0:+len(x)]", "var s real = 0.0\nfor j < i {\ns +~= v[j]\n}\ny[i] = tanh(s + 0.5)", false},
		{"view in the value", "var y []real = new(len(x))\nvar v []real = y[0:+len(x)]", sum + "y[i] = tanh(s + v[len(x) - 1 - i])", false},
		{"another array is stored to", "var y []real = dirty(len(x))\nvar w []real = new(len(x))", sum + "w[len(x) - 1 - i] = s\ny[i] = tanh(s + w[i])", false},
		{"two numbers", "var y []real = dirty(len(x))\nvar z real = 0.0", sum + "z += s\ny[i] = tanh(z + s)", false},
		{"another element", "var y []real = new(len(x))", sum + "y[i / 2] = tanh(s)", false},
		{"no loop in it", "var y []real = dirty(len(x))", "var s real = x[i]\ny[i] = tanh(s)", false},
		{"no math", "var y []real = dirty(len(x))", sum + "y[i] = sqrt(s * s + x[i])", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			down, count := "", "len(x)"
			if strings.HasPrefix(c.body, "DOWN") {
				down = "down "
			}
			if body, ok := strings.CutPrefix(c.body, "COUNT"); ok {
				c.body, count = body, "n"
			}
			src := fmt.Sprintf("func same(y []real) {\nreturn y\n}\nexport func f(x []real, c real) {\n%s\nfor %si < %s {\n%s\n}\nvar total real = 0.0\nfor k < len(x) {\ntotal += y[k] * c + real(k) * y[k]\n}\nreturn total\n}\n",
				c.before, down, count, strings.TrimPrefix(c.body, "DOWN"))
			ctx := context.Background()
			compile := func(o wasmbackend.Options) (string, *run.Func) {
				p, err := loop.Read("mathafter", src)
				if err != nil {
					t.Fatal(err)
				}
				m, err := wasmbackend.CompileLoops(o, p)
				if err != nil {
					t.Fatal(err)
				}
				prog, err := run.New(ctx, newEngine(t), m)
				if err != nil {
					t.Fatal(err)
				}
				f, err := prog.Func("f")
				if err != nil {
					t.Fatal(err)
				}
				return m.Loops.Funcs[1].String(), f
			}
			was, plain := compile(wasmbackend.Options{Scalar: true})
			for _, o := range []wasmbackend.Options{{}, {Yield: true}} {
				is, f := compile(o)
				if got := strings.Count(is, "for ") > strings.Count(was, "for "); got != c.apart {
					t.Errorf("apart: %v, want %v\n%s", got, c.apart, is)
				}
				for n := range 20 {
					x := make([]float64, n)
					for i := range x {
						x[i] = float64((i*i+3*i)%17 - 8)
					}
					args := []loop.Value{x, 3.0}
					want, err := plain.Leaves(ctx, nil, args)
					if err != nil {
						t.Fatal(err)
					}
					got, err := f.Leaves(ctx, nil, args)
					if err != nil || showAll(got) != showAll(want) {
						t.Errorf("%d elements: %v, want %v %v", n, got, want, err)
					}
				}
			}
		})
	}
}

// Random loops with loops in them, which store functions of numbers in arrays with other names, and read those, give
// what they give in the module without vectors, in which functions stay where they are, to the last bit.
func TestMathAfterRandom(t *testing.T) { onSeeds(t, mathAfterRandom) }

func mathAfterRandom(t *testing.T, r *rand.Rand) {
	ctx := context.Background()
	const funcs = 80
	var text strings.Builder
	text.WriteString("func same(y []real) {\n\treturn y\n}\n")
	for k := range funcs {
		randomMathAfter(r, &text, k)
	}
	var programs [3]*run.Program // with functions where they are, apart, apart where bounds are checked
	var loops [3][funcs]int
	src, err := loop.Read("random", text.String())
	if err != nil {
		t.Fatal(err)
	}
	if err := loop.Verify(src); err != nil {
		t.Fatal(err)
	}
	for k := range programs {
		m := compiled(t, wasmbackend.Options{Scalar: k == 0, Yield: k == 2}, src)
		for j := range funcs {
			loops[k][j] = strings.Count(m.Loops.Funcs[1+j].String(), "for ")
		}
		if programs[k], err = run.New(ctx, newEngine(t), m); err != nil {
			t.Fatal(err)
		}
	}
	apart := 0
	for k := range funcs {
		if loops[1][k] > loops[0][k] {
			apart++
		}
		for _, n := range []int{0, 1, 2, 3, 5, 8, 13} {
			x := make([]float64, n)
			for i := range x {
				x[i] = math.Round(8*r.NormFloat64()) / 4
			}
			var got [3]string
			for j, p := range programs {
				f, err := p.Func(fmt.Sprintf("f%d", k))
				if err != nil {
					t.Fatal(err)
				}
				leaves, err := f.Leaves(ctx, nil, []loop.Value{x, 0.5})
				if err != nil {
					t.Fatal(err)
				}
				got[j] = showAll(leaves)
			}
			if got[1] != got[0] || got[2] != got[0] {
				t.Errorf("f%d of %v: %s, with checks %s, want %s\n%s", k, x, got[1], got[2], got[0], src.Funcs[1+k])
				break
			}
		}
	}
	if apart < funcs/8 || apart > funcs*7/8 {
		t.Errorf("%d of %d loops are taken apart", apart, funcs)
	}
}

// randomMathAfter writes a function with a loop that stores functions of sums; u, v and w stand for x, y and z, or
// another of them, or parts.
func randomMathAfter(r *rand.Rand, out *strings.Builder, k int) {
	p := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	p("export func f%d(x []real, c real) {\n\tvar n int = len(x)\n\tvar m int = n\n\tvar y []real = new(n)\n\tvar z []real = new(n)\n\tvar o real = 0.25", k)
	views, stored := []string{"y", "z"}, []string{"y", "z"}
	for _, v := range []string{"u", "v", "w"}[:r.IntN(4)] {
		from := pick("x", "y", "y", "z")
		switch r.IntN(8) {
		case 0:
			p("\tvar %s []real = call same(%s)", v, from)
		case 1:
			p("\tvar %s []real = new(n)\n\tif n %s 4 {\n\t\t%s = %s\n\t}", v, pick("<", ">="), v, from)
		default:
			p("\tvar %s []real = %s[0:+n]", v, from)
		}
		if views = append(views, v); from != "x" {
			stored = append(stored, v)
		}
	}
	danger, array := r.IntN(6), func() string { return "x" } // 0 and 1: none
	index := func() string { return pick("i", "i", "n - 1 - i", "0", "i / 2") }
	real1 := func() string {
		if danger > 2 && r.IntN(2) == 0 {
			return array() + "[" + index() + "]"
		}
		return pick(array()+"["+index()+"]", "c", "real(i) * 0.125", "o * 0.5", "1.5")
	}
	p("\tfor %si < %s {\n\t\tvar s real = %s", pick("", "", "down "), pick("n", map[bool]string{true: "m", false: "len(y)"}[danger == 5]), pick("0.0", "c", real1()))
	p("\t\tfor j < %s {", pick("i + 1", "n", "i"))
	any := func() string { return views[max(r.IntN(len(views)), r.IntN(len(views)))] }
	if danger == 2 {
		p("\t\t\ts += %s[%s]", any(), pick("j", "n - 1 - j"))
	} else if r.IntN(3) == 0 {
		p("\t\t\ts += %s[j] * %s", array(), real1())
	} else {
		p("\t\t\ts +~= x[j] * 0.25")
	}
	p("\t\t}")
	value := "s"
	switch danger {
	case 3:
		array = any
	case 4:
		array = any
		p("\t\t%s[%s] = s", pick(stored...), index())
	case 5:
		p("\t\tm = %s", pick("0", "m / 2", "n"))
	}
	for j := range r.IntN(3) {
		switch r.IntN(3) {
		case 0:
			p("\t\to += s * 0.25")
			value = pick("o", value)
		case 1:
			p("\t\tif s < %s {\n\t\t\ts = %s - s\n\t\t}", real1(), real1())
		case 2:
			p("\t\tvar t%d real = s * %s", j, real1())
			value = pick(fmt.Sprintf("t%d", j), value)
		}
	}
	for range 1 + r.IntN(2) {
		value = fmt.Sprintf(pick("(%s + %s)", "(%s + %s)", "(%s * %s)", "max(%s, %s)", "(%s - tanh(%s))"), value, pick(real1(), real1(), "s"))
	}
	p("\t\t%s[%s] = %s(%s)%s\n\t}", pick("y", "y", "y", "z"), pick("i", "i", "i", "i", index()), pick("tanh", "tanh", "sin", "exp"), value, pick("", " * "+value, " + "+real1()))
	p("\tvar total real = 0.0\n\tfor k < n {\n\t\ttotal += y[k] * c + real(k) * y[k] - z[k]\n\t}\n\treturn total, o\n}\n")
}
