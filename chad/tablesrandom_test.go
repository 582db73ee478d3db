package chad_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

var (
	tables     = flag.Int("tables", 6, "how many random functions TestTables takes")
	firstTable = flag.Uint64("firsttable", 1, "the seed of the first of them")
)

// TestTables takes random double and triple loops with dear values that some of the loops repeat, and sums in branches,
// from Go to loops: the laws of TestNests hold. Most get a table (simplify/search/tabulate.go).
func TestTables(t *testing.T) {
	var src strings.Builder
	texts := map[string]string{}
	for i := range *tables {
		name := fmt.Sprintf("F%d", *firstTable+uint64(i))
		texts[name] = repeating(rand.New(rand.NewPCG(*firstTable+uint64(i), 5)), name)
		src.WriteString("\n//chad:grad\n" + texts[name])
	}
	p, err := loadGo(t, src.String())
	if err != nil {
		t.Fatal(err)
	}
	made, compared := 0, 0
	bound := boundTally{of: finalPrimal}
	for _, name := range p.stages.Order {
		f, err := p.module.Func(p.stages.Roots[name])
		if err != nil {
			t.Fatal(err)
		}
		closed, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: "closed"})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(closed, "size k") {
			made++
		}
		if fault := p.nestFault(name, &compared); fault != nil {
			t.Errorf("%s: %s\n%s", fault.law, fault.what, texts[name])
			continue
		}
		bound.look(t, name, f)
	}
	bound.Report(t)
	t.Logf("%d functions of %d have tables, %d slopes compared with differences", made, *tables, compared)
	if made < *tables/2 || compared < 10**tables && !t.Failed() {
		t.Errorf("%d functions of %d have tables, %d slopes compared with differences", made, *tables, compared)
	}
}

// repeating is a Go function with loops inside each other that repeat what is dear.
func repeating(r *rand.Rand, name string) string {
	pick := func(s ...string) string { return s[r.IntN(len(s))] }
	dear := func(of string) string {
		return pick("math.Sin(%s)", "math.Tanh(%s)", "math.Exp(-%s)", "math.Log(2+%s)", "square(math.Cos(%s))") + "\x00" + of
	}
	call := func(of string) string {
		f, arg, _ := strings.Cut(dear(of), "\x00")
		return fmt.Sprintf(f, arg)
	}
	var b strings.Builder
	line := func(depth int, format string, args ...any) {
		fmt.Fprintf(&b, strings.Repeat("\t", depth)+format+"\n", args...)
	}
	line(0, "func %s(x []float64) float64 {", name)
	line(1, "square := func(y float64) float64 { return y * y }")
	line(1, "n := len(x)")
	line(1, "_, _ = square, n")
	line(1, "s := 0.1")
	vars := []string{"i", "h", "j"}
	if r.IntN(2) == 0 {
		vars = []string{"i", "j"}
	}
	for d, v := range vars {
		line(d+1, "for %s := 0; %s < %s; %s++ {", v, v, pick("n", "n", "n", "n-1", "n-3", "(n+1)/2"), v)
		if d+1 < len(vars) && r.IntN(3) == 0 {
			line(d+2, "s = 0.9*s + 0.1*%s", call("x["+v+"]"))
		}
	}
	depth := len(vars) + 1
	of := []string{"x[j]", "x[j]*0.5", "x[n-1-j]+0.2", "x[j]*x[0]", "float64(j)*x[j]"}
	if len(vars) == 3 {
		of = append(of, "x[h]+x[j]", "x[h]*x[j]")
	}
	line(depth, "u := %s", call(pick(of...)))
	line(depth, "v := %s", call(pick("u", "u+x[i]", "x[j]", "x[i]*x[j]")))
	for range 1 + r.IntN(2) {
		switch r.IntN(5) {
		case 0:
			line(depth, "if x[i] < 0.75 {")
			line(depth+1, "s += u * x[i]")
			line(depth, "} else {")
			line(depth+1, "s -= %s", pick("u*v", "v", call("x[j]")))
			line(depth, "}")
		case 1:
			line(depth, "if x[i] < x[j] {")
			line(depth+1, "s += %s", call("x[j]"))
			line(depth, "}")
		case 2:
			line(depth, "s = 0.8*s + 0.2*u*v")
		default:
			line(depth, "s += 0.1*u*v*x[i]")
		}
	}
	line(depth, "s += 0.01 * u * v")
	for d := len(vars); d > 0; d-- {
		line(d, "}")
	}
	line(1, "return s")
	line(0, "}")
	return b.String()
}
