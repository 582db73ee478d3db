package loops

import (
	"bytes"
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/place"
)

// Loops whose bodies use the counter in a sum with a constant only count from that constant on; others stay.
func TestLoopsFromOne(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"to the end", "for k < n - 1 {\n\t\tvar s int = k + 1\n\t\ty[s] = y[s - 1]\n\t}", "for s := 1; s < n; s++ {\n\t\ty[s] = y[s-1]\n\t}"},
		{"down", "for down k < n - 1 {\n\t\tvar s int = 1 + k\n\t\ty[s] = x[s]\n\t}", "for s := n - 1; s >= 1; s-- {\n\t\ty[s] = x[s]\n\t}"},
		{"so often", "for k < n {\n\t\tvar s int = k + 1\n\t\ty[s] = x[s]\n\t}", "for s := 1; s <= n; s++ {\n\t\ty[s] = x[s]\n\t}"},
		{"so often, down", "for down k < n {\n\t\tvar s int = k + 1\n\t\ty[s] = x[s]\n\t}", "for s := n; s >= 1; s-- {\n\t\ty[s] = x[s]\n\t}"},
		{"a constant", "for k < 4 {\n\t\tvar s int = k + 3\n\t\ty[s] = x[s]\n\t}", "for s := 3; s < 7; s++ {\n\t\ty[s] = x[s]\n\t}"},
		{"another constant", "for k < n - 2 {\n\t\tvar s int = k + 1\n\t\ty[s] = x[s]\n\t}", "for k := range n - 2 {\n\t\ts := k + 1\n\t\ty[s] = x[s]\n\t}"},
		{"used twice", "for k < n - 1 {\n\t\tvar s int = k + 1\n\t\ty[s] = x[k] + x[s]\n\t}", "for k := range n - 1 {\n\t\ts := k + 1\n\t\ty[s] = x[k] + x[s]\n\t}"},
		{
			"a sum that changes", "for k < n - 1 {\n\t\tvar s int = k + 1\n\t\ts = s - m\n\t\ty[s] = x[s]\n\t}",
			"for k := range n - 1 {\n\t\ts := k + 1\n\t\ts -= m\n\t\ty[s] = x[s]\n\t}",
		},
		{
			"a bound that changes", "var e int = n\n\tfor k < e - 1 {\n\t\tvar s int = k + 1\n\t\te = e - m\n\t\ty[s] = x[e]\n\t}",
			"e := n\n\tfor k := range e - 1 {\n\t\ts := k + 1\n\t\te -= m\n\t\ty[s] = x[e]\n\t}",
		},
	} {
		printed := printedLoops(t, c.name, "func f(x []real, n int, m int, out y []real) {\n\t"+c.src+"\n}\n")
		if got := printed; !strings.Contains(got, "\t"+c.want+"\n}") {
			t.Errorf("%s: got\n%s\nwant\n\t%s", c.name, got, c.want)
		}
	}
}

// printedLoops is what the first function of a program of loops is printed as.
func printedLoops(t *testing.T, name, src string) string {
	t.Helper()
	p, err := loop.Read(name, src)
	if err != nil {
		t.Fatal(name, err)
	}
	g := New(code.NewFile("p", false), Options{})
	g.result = &place.Result{Program: p}
	g.planMemory()
	file := jen.NewFile("p")
	f, _ := g.Function(p.Funcs[0], nil)
	file.Add(f)
	var buf bytes.Buffer
	if err := file.Render(&buf); err != nil {
		t.Fatal(name, err)
	}
	return buf.String()
}
