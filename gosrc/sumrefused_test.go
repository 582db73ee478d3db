package gosrc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// TestSumRefused has functions in which more than totals passes from one example to the next, or with parameters that a
// sum cannot keep. The line with the mark HERE is the place of the message.
func TestSumRefused(t *testing.T) {
	const carried = "changed for the next example"
	rows := []struct{ name, want, before, params, head, loop string }{
		{"method", carried, "func (a *st) step(v float64) float64 { a.h = a.h/2 + v; return a.h }", "", "var a st", "s += a.step(v) * p[0] // HERE"},
		{"array", carried, "func old(m []float64, v float64) float64 { o := m[0]; m[0] = v; return o }", "", "var m [2]float64", "s += old(m[:], v) * p[0] // HERE"},
		{"field", carried, "func old(m *float64, v float64) float64 { o := *m; *m = v; return o }", "", "var a st", "s += old(&a.h, v) * p[0] // HERE"},
		{"slice", carried, "func fill(m []float64, v float64) { m[0] = v }", "", "m := make([]float64, 2)", "fill(m, v) // HERE\n\ts += m[0] * p[0]"},
		{"alias", carried, "", "", "", "q := p\n\ts += q[0] * v\n\tq[0] = v // HERE"},
		{"copy", carried, "", "", "m := make([]float64, 2)", "s += m[0] * v * p[1]\n\tcopy(m, p[:1]) // HERE"},
		{"pointer", carried, "", "", "z := 0.0\n\ta := &z", "s += *a * p[0]\n\tb := a\n\t*b = v // HERE"},
		{"break", "left before its end", "", "", "rows:", "for range 2 {\n\tif v > 1 {\n\tbreak rows // HERE\n\t}\n\t}\n\ts += p[0]"},
		{"parameter", "changes its parameter p", "", "", "p[0] = 2 // HERE", "s += p[0] * v"},
		{"by call", "changes its parameter p", "func halve(p []float64) { p[0] /= 2 }", "", "halve(p) // HERE", "s += p[0] * v"},
		{"by value", "changes its parameter a", "", ", a st", "a.h = 3 // HERE", "s += p[0] * v * a.h"},
		{"count", "depends on how many examples", "func scale(p []float64, n int) { p[0] *= float64(n) }", "", "m := []float64{1, 2} // HERE\n\tb := m\n\tscale(b, len(x))", "s += p[0] * v * m[0]"},
		{"random", "draw random numbers", "", ", r *rand.Rand", "", "s += p[0] * v * r.NormFloat64()"},
		{"name", "name of Go's own len", "", ", len int", "", "s += p[0] * v"},
		{"interface", "keeps no r", "", ", r rand.Source", "", "s += p[0] * v"},
	}
	dir := t.TempDir()
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	texts := make([]string, len(rows))
	for i, r := range rows {
		// A second function keeps the messages of the first in their places when each is made alone.
		texts[i] = fmt.Sprintf("package p\n\nimport \"math/rand/v2\"\n\nvar _ rand.Source\n\ntype st struct{ h float64 }\n\n%s\n\n//chad:sum over=x wrt=p\n"+
			"func F(p, x []float64%s) float64 {\n\ts := 0.0\n\t%s\n\tfor _, v := range x {\n\t%s\n\t}\n\treturn s\n}\n\n"+
			"//chad:sum over=x wrt=p\nfunc G(p, x []float64) float64 {\n\ts := 0.0\n\tfor _, v := range x {\n\t\ts += v * p[0]\n\t}\n\treturn s\n}\n",
			r.before, r.params, r.head, r.loop)
		write(fmt.Sprintf("p%02d/p.go", i), texts[i])
	}
	world, err := load.List([]string{"./..."}, load.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range world.Packages {
		ds := world.Check(p)
		if len(ds) == 0 {
			_, ds = gosrc.Generate(p, chad.EmitOptions{})
		}
		if len(ds) != 1 || !strings.Contains(ds[0].Message, rows[i].want) || ds[0].Hint == "" {
			t.Errorf("%s: %v, want one message with %q", rows[i].name, ds, rows[i].want)
			continue
		}
		if line := strings.Split(texts[i], "\n")[ds[0].Pos.Line-1]; strings.Contains(texts[i], "HERE") != strings.Contains(line, "HERE") {
			t.Errorf("%s: the message is at %q", rows[i].name, line)
		}
	}
}
