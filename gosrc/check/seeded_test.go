package check

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/check/judge"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/internal/part"
)

// write makes a folder with files.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func plain() judge.Settings {
	return judge.Settings{Points: 20, Seed: 1, Size: 4, Tolerance: 1e-5, Seconds: 10}
}

// A seeded function has a derivative by hand, right and spoilt in some ways.
var seeded = []struct{ name, f, right, wrong string }{
	{"Scale", "func Scale(x float64) float64 { return math.Sin(x) }", "math.Cos(x) * dx", "1.001 * math.Cos(x) * dx"},
	{"Less", "func Less(x float64) float64 { return x * x * x }", "3 * x * x * dx", "2.997 * x * x * dx"},
	{"Sign", "func Sign(x float64) float64 { return math.Cos(x) }", "-math.Sin(x) * dx", "math.Sin(x) * dx"},
	{"Term", "func Term(x float64) float64 { return x * math.Exp(-x) }",
		"(1 - x) * math.Exp(-x) * dx", "math.Exp(-x) * dx"},
	{"Factor", "func Factor(x float64) float64 { return math.Exp(2 * x) }",
		"2 * math.Exp(2*x) * dx", "math.Exp(2*x) * dx"},
	{"None", "func None(x float64) float64 { return math.Tanh(x) }", "(1 - math.Tanh(x)*math.Tanh(x)) * dx", "0 * dx"},
	{"Power", "func Power(x float64) float64 { return math.Pow(x*x+1, 0.3) }",
		"0.3 * math.Pow(x*x+1, -0.7) * 2 * x * dx", "0.3 * math.Pow(x*x+1, 0.7) * 2 * x * dx"},
	{"Large", "func Large(x float64) float64 { return 1e8 * math.Log(x*x+1) }", "1e8 * 2 * x / (x*x + 1) * dx",
		"1.001e8 * 2 * x / (x*x + 1) * dx"},
	{"Tiny", "func Tiny(x float64) float64 { return 1e-8 * math.Atan(x) }",
		"1e-8 / (1 + x*x) * dx", "1.001e-8 / (1 + x*x) * dx"},
	{"Offset", "func Offset(x float64) float64 { return 1e3 + math.Sqrt(x*x+1) }", "x / math.Sqrt(x*x+1) * dx",
		"1.001 * x / math.Sqrt(x*x+1) * dx"},
	{"Kink", "func Kink(x float64) float64 { return math.Abs(x-0.5) * x }",
		"(math.Abs(x-0.5) + x*math.Copysign(1, x-0.5)) * dx",
		"1.001 * (math.Abs(x-0.5) + x*math.Copysign(1, x-0.5)) * dx"},
}

// seededText is a package with all of them, spoilt or not, each called by a helper of a helper of a function with a
// directive. Directives above what is spoilt end in a comment.
func seededText(spoilt bool) string {
	var b strings.Builder
	b.WriteString("package m\n\nimport \"math\"\n\n")
	for i, s := range seeded {
		d, mark := s.right, ""
		if spoilt && i%4 < 3 {
			d, mark = s.wrong, " // WRONG"
		}
		fmt.Fprintf(&b, "%s\n\n//chad:derivative of=%s%s\nfunc d%s(x, dx float64) (float64, float64) {\n"+
			"\treturn %s(x), %s\n}\n\n", s.f, s.name, mark, s.name, s.name, d)
		fmt.Fprintf(&b, "func inner%s(x []float64) (s float64) {\n\tfor _, v := range x {\n"+
			"\t\ts += %s(v + 0.1)\n\t}\n\treturn s\n}\n\n", s.name, s.name)
		fmt.Fprintf(&b, "type t%s struct{ w []float64 }\n\n"+
			"func (t *t%s) outer() float64 { return inner%s(t.w) * t.w[0] }\n\n", s.name, s.name, s.name)
		fmt.Fprintf(&b, "//chad:grad\nfunc F%s(w []float64) float64 { return (&t%s{w}).outer() }\n\n", s.name, s.name)
	}
	return b.String()
}

// TestSeeded finds errors of 0.1 %, wrong signs and dropped terms in derivatives written by hand, at their lines and
// nowhere else.
func TestSeeded(t *testing.T) {
	for _, spoilt := range []bool{true, false} {
		if !spoilt && !part.Whole() {
			break
		}
		text := seededText(spoilt)
		r, err := Run(t.Context(), []string{"."}, Options{
			Load: load.Options{Dir: write(t, map[string]string{"go.mod": module, "m.go": text})}, Settings: plain(),
		})
		if err != nil {
			t.Fatal(err)
		}
		var got, want []int
		for _, d := range r.Wrong {
			got = append(got, d.Pos.Line)
			if !strings.HasPrefix(d.Hint, "wrong because of it: F") {
				t.Errorf("%s\ndoes not say what is wrong because of it", d)
			}
		}
		for i, line := range strings.Split(text, "\n") {
			if strings.HasSuffix(line, "// WRONG") {
				want = append(want, i+1)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("spoilt: %v: wrong at lines %v, want %v\n%v", spoilt, got, want, r)
		}
		for _, l := range r.Lines {
			if strings.HasPrefix(l.Text, "passed over") {
				t.Errorf("%s: %s", l.Name, l.Text)
			}
		}
	}
}
