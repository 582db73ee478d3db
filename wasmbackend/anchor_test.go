package wasmbackend_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/encode"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

// Elements at a multiple of one variable, plus constants, have one address, and one check reaches to the farthest.
func TestAnchor(t *testing.T) {
	p, err := loop.Read("anchor", `export func f(n int, a real) {
	var z []real = new(n * 4)
	var y []real = new(n)
	for i < n {
		z[i * 4] = a
		z[i * 4 + 3] = z[i * 4] * 2.0
		z[i * 4 + 1] = z[i * 4 + 3] + 1.0
		for j < n {
			y[j] += z[i * 4 + 1]
		}
	}
	return z, y
}
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, yield := range []bool{true, false} {
		m, err := wasmbackend.CompileLoops(wasmbackend.Options{Yield: yield, Jam: true}, p)
		if err != nil {
			t.Fatal(err)
		}
		addresses := 0
		for _, f := range m.Code.Funcs {
			for k := range f.Body[1:] {
				if f.Body[k].Op == encode.I32Const && f.Body[k].A == 32 && f.Body[k+1].Op == encode.I32Mul {
					addresses++
				}
			}
		}
		if (addresses == 1) != yield {
			t.Errorf("Yield %v: %d addresses", yield, addresses)
		}
		if yield && dropped(m) == 0 {
			t.Error("nothing is checked ahead")
		}
	}
}

// Random loops with loops in them, over elements at multiples of variables and constants, in branches and in inner
// loops as well, give what the evaluator gives.
func TestAnchorRandom(t *testing.T) { onSeeds(t, anchorRandom) }

func anchorRandom(t *testing.T, r *rand.Rand) {
	ctx := context.Background()
	const funcs = 60
	prog := written(t, funcs, func(out *strings.Builder, k int) { randomAnchored(r, out, k) })
	m := compiled(t, wasmbackend.Options{Yield: true, Jam: r.IntN(2) == 0}, prog)
	p, err := run.New(ctx, newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	for k := range funcs {
		f, err := p.Func(fmt.Sprintf("f%d", k))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1, 3, 70} {
			x := make([]float64, n)
			for i := range x {
				x[i] = r.NormFloat64()
			}
			args := []loop.Value{x, 0.5}
			want, _, failed := loop.Eval(prog, prog.Funcs[k], args, 0)
			got, err := f.Leaves(ctx, nil, args)
			if failed != nil { // "not a number": sums that fall behind what their checks ask are rare, and end both
				if err == nil || !strings.HasSuffix(err.Error(), ": not a number") || !strings.HasSuffix(failed.Error(), ": not a number") {
					t.Errorf("%d elements: got %s %v, want %v\n%s", n, showAll(got), err, failed, prog.Funcs[k])
					break
				}
				continue
			}
			if err != nil || showAll(got) != showAll(want) {
				t.Errorf("%d elements: got %s %v, want %s\n%s", n, showAll(got), err, showAll(want), prog.Funcs[k])
				break
			}
		}
	}
}

// randomAnchored writes a function with a loop with loops in it. Some have many variables, so that registers are few
// (crowded.go).
func randomAnchored(r *rand.Rand, out *strings.Builder, k int) {
	p := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	p("export func f%d(x []real, a real) {\n\tvar n int = len(x)\n\tvar z []real = new(8 * n + 60)\n\tvar y []real = new(8 * n + 60)", k)
	p("\tcopy(z[5:+n], x)\n\tcopy(y[3 * n + 7:+n], x)\n\tvar b int = n / 2\n\tvar s real = a\n\tvar u []real = z[b:+6 * n + 30]\n\tvar v []real = y")
	many := 0
	if r.IntN(3) == 0 {
		many = 30
	}
	for q := range many {
		p("\tvar m%d int = n + %d\n\tvar w%d real = a + %d.0", q, q, q, q)
	}
	p("\tfor %si < n {\n\t\tvar j int = i + %s\n\t\tvar l int = %d", []string{"", "down "}[r.IntN(2)], []string{"1", "b", "b + 2"}[r.IntN(3)], r.IntN(9))
	element := func() string {
		at := []string{"i * 3", "i * 4", "j * 2", "i", "j", "l", "b", "i * 2 + j"}[r.IntN(8)]
		if c := r.IntN(5); c > 0 {
			at += fmt.Sprintf(" + %d", c)
		}
		return fmt.Sprintf("%s[%s]", []string{"z", "y", "u", "v"}[r.IntN(4)], at)
	}
	value := func() string {
		return fmt.Sprintf("%s * %s %s %s", element(), []string{"a", "0.3", element()}[r.IntN(3)], []string{"+", "-"}[r.IntN(2)], element())
	}
	small := func() string { // so that numbers stay so
		return fmt.Sprintf("(%s) / (1.0 + abs(%s))", value(), value())
	}
	for range 2 + r.IntN(6) {
		switch r.IntN(9) {
		case 8:
			p("\t\tz[l] = %s\n\t\tl = l + 1 - l / 9\n\t\tz[l] = %s", small(), small())
		case 7:
			p("\t\tif %s > s {\n\t\t\tv = %s\n\t\t\tl = l + 1 - l / 9\n\t\t}", element(), []string{"u", "z", "y"}[r.IntN(3)])
		case 0:
			p("\t\ts = s * 0.5 + %s", small())
		case 1:
			p("\t\tif %s > 0.0 {\n\t\t\t%s = %s\n\t\t\t%s = %s\n\t\t}", element(), element(), small(), element(), small())
		case 2:
			p("\t\tfor q < n {\n\t\t\ty[q] = %s\n\t\t\t%s += %s\n\t\t}", small(), element(), small())
		case 3:
			p("\t\tcheck s == s, \"not a number\"")
		case 4:
			p("\t\tloop {\n\t\t\twhile l > 0 && s < 2.0\n\t\t\tl = l - 1\n\t\t\ts = s + abs(%s)\n\t\t}", small())
		default:
			p("\t\t%s = %s", element(), small())
		}
	}
	p("\t\tfor q < 3 {\n\t\t\t%s = %s\n\t\t}\n\t}", element(), small())
	for q := range many {
		p("\ts = s + w%d * real(m%d)", q, q)
	}
	p("\treturn z, y, s\n}\n")
}

// A long block at many places has no more anchors at a time than a short one: engines refuse functions with many
// locals, and each access is looked for among the anchors. What is forgotten is not read: the values are those of the
// evaluator.
func TestAnchorMany(t *testing.T) {
	locals := func(places int) int {
		var text strings.Builder
		text.WriteString("export func f(x []real, n int) {\n\tvar z []real = new(n * 4000 + 10)\n\tfor i < n {\n")
		for k := range places {
			fmt.Fprintf(&text, "\t\tz[i * %d + 1] = z[i * %d] * 2.0 + x[i]\n", k+2, k+2)
		}
		fmt.Fprintf(&text, "\t\tz[i * 2] = z[i * 2 + 1] + z[i * %d]\n", places)
		text.WriteString("\t\tfor q < n {\n\t\t\tz[q] = z[q] * 0.5 + z[i * 2]\n\t\t}\n\t}\n\treturn z\n}\n")
		p, err := loop.Read("many", text.String())
		if err != nil {
			t.Fatal(err)
		}
		m := compiled(t, wasmbackend.Options{Yield: true, Jam: true}, p)
		prog, err := run.New(context.Background(), newEngine(t), m)
		if err != nil {
			t.Fatal(err)
		}
		f, err := prog.Func("f")
		if err != nil {
			t.Fatal(err)
		}
		args := []loop.Value{[]float64{0.5, 1.5, -0.25}, int64(3)}
		want, _, err := loop.Eval(p, p.Funcs[0], args, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Leaves(context.Background(), nil, args); err != nil || showAll(got) != showAll(want) {
			t.Errorf("%d places: other values, or %v", places, err)
		}
		n := 0
		for _, f := range m.Code.Funcs {
			n = max(n, len(f.Locals))
		}
		return n
	}
	if few, many := locals(100), locals(1000); many > few+10 {
		t.Errorf("%d locals for 100 places, %d for 1000", few, many)
	}
}
