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

// What modules have that save checks of bounds (Yield) changes no result: random loops, up and down, over slices that
// begin at multiples of the variable, with elements at constant places, branches of two conditions and inner loops that
// end early, give what the evaluator gives, to the last bit.
func TestCheckedRandom(t *testing.T) { onSeeds(t, checkedRandom) }

func checkedRandom(t *testing.T, r *rand.Rand) {
	ctx := context.Background()
	const funcs = 60
	prog := written(t, funcs, func(out *strings.Builder, k int) { randomChecked(r, out, k) })
	m := compiled(t, wasmbackend.Options{Yield: true}, prog)
	if n := dropped(m); n < funcs/2 {
		t.Errorf("only %d checks stand before others", n)
	}
	p, err := run.New(ctx, newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	for k := range funcs {
		f, err := p.Func(fmt.Sprintf("f%d", k))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{0, 1, 2, 5, 9} {
			x := make([]float64, n)
			for i := range x {
				x[i] = r.NormFloat64()
			}
			args := []loop.Value{x, 0.5}
			want, _, err := loop.Eval(prog, prog.Funcs[k], args, 0)
			if err != nil {
				t.Fatal(err)
			}
			got, err := f.Leaves(ctx, nil, args)
			if err != nil || showAll(got) != showAll(want) {
				t.Errorf("%d elements: got %s %v, want %s\n%s", n, showAll(got), err, showAll(want), prog.Funcs[k])
				break
			}
		}
	}
}

// dropped counts the loads that only check.
func dropped(m *wasmbackend.Module) (n int) {
	for _, f := range m.Code.Funcs {
		for i := range f.Body[1:] {
			if f.Body[i].Op == encode.I32Load8U && f.Body[i+1].Op == encode.Drop {
				n++
			}
		}
	}
	return n
}

// randomChecked writes a function with a loop over slices of z, which is long enough for all.
func randomChecked(r *rand.Rand, out *strings.Builder, k int) {
	p := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	p("export func f%d(x []real, a real) {\n\tvar n int = len(x)\n\tvar z []real = new(16 * n + 60)\n\tcopy(z[5:+n], x)\n\tcopy(z[3 * n + 7:+n], x)", k)
	p("\tvar b int = n / 2\n\tvar s real = a\n\tvar u []real = z[b:+12 * n + 30]")
	p("\tfor %si < n {", []string{"", "down "}[r.IntN(2)])
	p("\t\tvar j int = i + %s", []string{"1", "b", "b * 2"}[r.IntN(3)])
	index := func() string {
		return []string{"i * 3", "(j + b) * 2", "(i + b) * 4 + 1", "j * 2 + i", "(n - i) * 3", "i * 2 + j * 2", "b + i", "3 * (j - i)"}[r.IntN(8)]
	}
	rows := 1 + r.IntN(3)
	for q := range rows {
		p("\t\tvar r%d []real = %s[%s:+5]", q, []string{"z", "u"}[r.IntN(2)], index())
	}
	element := func() string { return fmt.Sprintf("r%d[%d]", r.IntN(rows), r.IntN(5)) }
	value := func() string {
		return fmt.Sprintf("%s * %s %s %s", element(), []string{"a", "0.3", element()}[r.IntN(3)], []string{"+", "-"}[r.IntN(2)], element())
	}
	for range 1 + r.IntN(4) {
		switch r.IntN(6) {
		case 0:
			p("\t\ts = s + %s", value())
		case 1:
			p("\t\t%s += %s", element(), value())
		case 2:
			p("\t\tif %s > 0.0 && %s < a {\n\t\t\t%s = %s\n\t\t}", element(), element(), element(), value())
		case 3:
			p("\t\tif i > 0 && %s > s {\n\t\t\ts = %s\n\t\t} else {\n\t\t\t%s = a\n\t\t}", element(), value(), element())
		default:
			p("\t\t%s = %s", element(), value())
		}
	}
	p("\t}\n\tvar c int = n\n\tvar q real = a\n\tloop {\n\t\twhile c > 0 && q < %d.0\n\t\tq = q * 1.25 + z[c]\n\t\tc = c - 1\n\t}", 1+r.IntN(9))
	c := [][2]string{{"0", "n"}, {"b", "n * 2"}, {"-3", "n"}, {"2147483644", "2147483649"}, {"2147483644", "9223372036854775807"}, {"0", "9223372036854775807"}}[r.IntN(6)]
	p("\tvar e int = %s\n\tvar h real = 0.1\n\tloop {\n\t\twhile e < %s && h < %d.0\n\t\th = h + real(e) * 0.0000000001 + 0.7", c[0], c[1], 1+r.IntN(9))
	if r.IntN(3) == 0 {
		p("\t\tif h > 2.0 {\n\t\t\te = e + 1\n\t\t}")
	}
	p("\t\te = e + 1\n\t}\n\treturn z, s, q, c, e, h\n}\n")
}

// What a check, a branch or a loop keeps from memory that is not there is not looked at before them: the error is
// theirs, and there is no trap.
func TestCheckedAfter(t *testing.T) {
	bodies := []string{
		"s = s + x[i]\ncheck i + 100000 < n, \"past\"\ns = s + x[i + 100000]",
		"s = s + x[i]\nvar r real = call g(x, i, n)\ns = s + r + x[i + 100000]",
		"s = s + x[i]\nfor q < 2 {\ncheck i + 100000 < n, \"past\"\n}\ns = s + x[i + 100000]",
		"s = s + x[i * 4]\ncheck i + 100000 < n, \"past\"\ns = s + x[i * 90000 + 80000]",
		"s = s + x[i]\nif i + 100000 < n {\ns = s + x[i + 100000] + x[i + 100001]\n}",
		"s = s + x[i]\nfor q < m {\ns = s + x[i + 100000] + x[i + 100001]\n}",
		"s = s + x[i]\nif i + 100000 < n && x[i + 100000] > 0.0 {\ns = 0.0\n}",
	}
	var text strings.Builder
	text.WriteString("func g(x []real, i int, n int) {\ncheck i + 100000 < n, \"past\"\nvar r real = 1.0\nfor q < n {\nr = r * 0.5\n}\nreturn r\n}\n")
	for k, b := range bodies {
		fmt.Fprintf(&text, "export func f%d(x []real) {\nvar n int = len(x)\nvar m int = n / 10\nvar s real = 0.0\nfor i < n {\n%s\nfor q < 2 {\ns = s * 0.5\n}\n}\nreturn s\n}\n", k, b)
	}
	ctx := context.Background()
	p, err := loop.Read("after", text.String())
	if err != nil {
		t.Fatal(err)
	}
	m := compiled(t, wasmbackend.Options{Yield: true}, p)
	prog, err := run.New(ctx, newEngine(t), m)
	if err != nil {
		t.Fatal(err)
	}
	for k := range bodies {
		f, err := prog.Func(fmt.Sprintf("f%d", k))
		if err != nil {
			t.Fatal(err)
		}
		args := []loop.Value{[]float64{1, 2, 3}}
		want, _, failed := loop.Eval(p, p.Funcs[1+k], args, 0)
		got, err := f.Leaves(ctx, nil, args)
		switch {
		case failed != nil && (err == nil || !strings.HasSuffix(err.Error(), "past")):
			t.Errorf("f%d: %v %v, want %v", k, got, err, failed)
		case failed == nil && (err != nil || showAll(got) != showAll(want)):
			t.Errorf("f%d: %v %v, want %v", k, got, err, want)
		}
	}
}
