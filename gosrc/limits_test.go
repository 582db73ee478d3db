package gosrc_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
)

// manyParameters is a package with a function of n parameters of types drawn from some, Σ i · (the first number of
// parameter i)², and its gradient.
func manyParameters(r *rand.Rand, n int, types []string) (src string, params []string) {
	read := map[string]string{"float64": "%s", "[]float64": "%s[0]", "[][]float64": "%s[0][0]", "*float64": "*%s", "Vec": "%s[0]", "[]Vec": "%s[0][0]"}
	var decl, terms []string
	for i := range n {
		t := types[r.IntN(len(types))]
		params = append(params, t)
		name := fmt.Sprintf("p%d", i)
		x := fmt.Sprintf(read[t], name)
		decl = append(decl, name+" "+t)
		terms = append(terms, fmt.Sprintf("%d*%s*%s", i+1, x, x))
	}
	return "package m\n\ntype Vec []float64\n\n//chad:grad\nfunc F(" + strings.Join(decl, ", ") + ") float64 {\n\treturn " + strings.Join(terms, " +\n\t\t") + "\n}\n", params
}

// Buffers that share memory with another buffer or a parameter are refused, in functions of few parameters, which
// compare each with each, and of many, which go through a table; all others are filled. The code for many is as long as
// they are many.
func TestManyParameters(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles Go")
	}
	var text, calls strings.Builder
	text.WriteString("-- go.mod --\nmodule example.com/m\n\ngo 1.26\n")
	r := rand.New(rand.NewPCG(7, 7))
	lines := map[int]int{}
	for k, c := range []struct {
		n     int
		types []string
	}{
		{5, []string{"float64", "[]float64", "[][]float64", "*float64", "Vec", "[]Vec"}},
		{60, []string{"float64", "[]float64", "[][]float64", "*float64", "Vec", "[]Vec"}},
		{40, []string{"[]float64", "Vec"}},
		{120, []string{"[]float64"}}, // these are not run
		{240, []string{"[]float64"}},
	} {
		src, params := manyParameters(r, c.n, c.types)
		pkg := fmt.Sprintf("m%d", k)
		fmt.Fprintf(&text, "-- %s/f.go --\n%s", pkg, strings.Replace(src, "package m", "package "+pkg, 1))
		for range 16 {
			if c.n <= 60 {
				overlapCall(r, &calls, pkg, params)
			}
		}
	}
	imports := ""
	for k := range 3 {
		imports += fmt.Sprintf("\t\"example.com/m/m%d\"\n", k)
	}
	text.WriteString("-- main.go --\npackage main\n\nimport (\n\t\"fmt\"\n\t\"os\"\n" + imports + `)

func try(want string, f func() (got, want float64)) {
	defer func() {
		if r := recover(); r != nil && (want == "" || fmt.Sprint(r) != want) || r == nil && want != "" {
			fmt.Printf("%v, want %q\n", r, want)
			os.Exit(1)
		}
	}()
	if got, want := f(); got != want {
		fmt.Println(got, "not", want)
		os.Exit(1)
	}
}

func main() {
` + calls.String() + "}\n")
	dir := module(t, text.String())
	jobs := plan(t, dir, gosrc.Options{})
	apply(t, dir, jobs)
	for _, j := range jobs {
		if name := filepath.Base(filepath.Dir(j.Target)); name == "m3" || name == "m4" {
			lines[map[string]int{"m3": 120, "m4": 240}[name]] = bytes.Count(j.New, []byte("\n"))
		}
	}
	if a, b := lines[120], lines[240]; a == 0 || b > 2*a+100 {
		t.Errorf("%d lines for 120 parameters, %d for 240", a, b)
	}
	cmd := exec.Command("go", "run", "-gcflags=example.com/...=-N -l -dwarf=false", ".")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%.3000s", err, out)
	}
}

// overlapCall writes a call in which every parameter and buffer has memory of its own, or, in most, one buffer has that
// of another, or of a parameter.
func overlapCall(r *rand.Rand, b *strings.Builder, pkg string, params []string) {
	n := len(params)
	typ := func(k int) string { // of parameter k, or of buffer k - n
		if t := params[k%n]; k >= n && t == "float64" {
			return "*float64"
		} else { //nolint:revive // t is of this branch, too
			return t
		}
	}
	want, same, with := "", -1, -1
	for range 50 {
		i, j := n+r.IntN(n), r.IntN(2*n)
		if r.IntN(4) == 0 || i == j || typ(i) != typ(j) || typ(j) == "float64" {
			continue
		}
		same, with = i, j
		break
	}
	name := func(k int) string {
		if k < n {
			return fmt.Sprintf("p%d", k)
		}
		return fmt.Sprintf("p%dbar", k-n)
	}
	if same >= 0 {
		a, o := same, with
		if o >= n && o > a {
			a, o = o, a
		}
		want = fmt.Sprintf("%s.FGrad: %s must not overlap %s", pkg, name(a), name(o))
	}
	fmt.Fprintf(b, "\ttry(%q, func() (got, want float64) {\n", want)
	var args []string
	for k := range 2 * n {
		v := fmt.Sprintf("v%d", k)
		args = append(args, v)
		switch t := typ(k); {
		case k == same && with < k:
			fmt.Fprintf(b, "\t\t%s := v%d\n", v, with)
		case k == with && same < k:
			fmt.Fprintf(b, "\t\t%s := v%d\n", v, same)
		case t == "float64":
			fmt.Fprintf(b, "\t\t%s := %d.0\n", v, k%7+1)
		case t == "*float64":
			fmt.Fprintf(b, "\t\t%s := new(float64)\n\t\t*%s = %d\n", v, v, k%7+1)
		case strings.HasPrefix(t, "[][]"), t == "[]Vec":
			fmt.Fprintf(b, "\t\t%s := %s{{%d, 2}, {3, 4}}\n", v, strings.ReplaceAll(t, "Vec", pkg+".Vec"), k%7+1)
		default:
			fmt.Fprintf(b, "\t\t%s := %s{%d, 2}\n", v, strings.ReplaceAll(t, "Vec", pkg+".Vec"), k%7+1)
		}
	}
	sum, first := 0, r.IntN(n)
	for k := range n {
		sum += (k + 1) * (k%7 + 1) * (k%7 + 1)
	}
	at := map[bool]string{true: "*v%d", false: "v%d[0]"}[strings.HasPrefix(typ(n+first), "*")]
	if strings.HasPrefix(typ(n+first), "[][]") || typ(n+first) == "[]Vec" {
		at = "v%d[0][0]"
	}
	// The value, and one component of the gradient.
	fmt.Fprintf(b, "\t\ty := %s.FGrad(%s)\n\t\treturn y + 1e9*%s, %d + 1e9*%d\n\t})\n", pkg, strings.Join(args, ", "), fmt.Sprintf(at, n+first), sum, 2*(first+1)*(first%7+1))
}
