package vet_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/gosrc/vet"
)

// codesWithFixes is how many codes have a fix, at the least.
const codesWithFixes = 25

// found are the diagnostics of the packages of a module, by the last part of their paths.
func found(t *testing.T, dir string) map[string][]analysis.Diagnostic {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pkgs {
		for _, e := range p.Errors {
			t.Errorf("%s does not compile: %v", p.PkgPath, e)
		}
	}
	g, err := checker.Analyze([]*analysis.Analyzer{vet.New()}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]analysis.Diagnostic{}
	for _, a := range g.Roots {
		if a.Err != nil {
			t.Errorf("%s: %v", a.Package.PkgPath, a.Err)
		}
		for i := range a.Diagnostics {
			d := &a.Diagnostics[i]
			for j := range d.SuggestedFixes { // to offsets, which need no file set
				for k := range d.SuggestedFixes[j].TextEdits {
					e := &d.SuggestedFixes[j].TextEdits[k]
					f := a.Package.Fset.File(e.Pos)
					if d.Category != "go-stale" && filepath.Base(f.Name()) != "p.go" {
						t.Errorf("%s: an edit of %s", a.Package.PkgPath, f.Name())
					}
					base := f.Pos(0)
					e.Pos, e.End = e.Pos-base, e.End-base
				}
			}
		}
		out[filepath.Base(a.Package.PkgPath)] = a.Diagnostics
	}
	return out
}

// apply makes the edits of a fix; they may not overlap.
func apply(t *testing.T, text string, f analysis.SuggestedFix) string {
	t.Helper()
	edits := slices.Clone(f.TextEdits)
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if int(e.Pos) < at || int(e.End) > len(text) {
			t.Fatalf("%s: the edits overlap: %v", f.Message, edits)
		}
		b.WriteString(text[at:e.Pos])
		b.Write(e.NewText)
		at = int(e.End)
	}
	return b.String() + text[at:]
}

// archive is the text of a module with a package for each case.
func archive(text func(c fixCase) string) string {
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule example.com/m\n\ngo 1.26\n")
	for _, c := range fixCases {
		if text := text(c); text != "" {
			fmt.Fprintf(&b, "-- %s/p.go --\n%s", c.name, text)
		}
	}
	return b.String()
}

// Each fix makes a file that compiles, that no longer draws the code, and that means the same; where it is accepted,
// the gradient compiles, too. Files with other line ends are mended alike.
func TestFixes(t *testing.T) {
	codes := map[string]bool{}
	for _, c := range fixCases {
		codes[c.code] = true
	}
	if len(codes) < codesWithFixes {
		t.Errorf("%d codes have fixes, want %d", len(codes), codesWithFixes)
	}
	before := module(t, archive(func(c fixCase) string { return "package p\n" + c.text }))
	ds := found(t, before)
	mended, titles := map[string]string{}, map[string]string{}
	for _, c := range fixCases {
		f := fixOf(t, c, ds[c.name])
		mended[c.name] = apply(t, "package p\n"+c.text, f)
		if titles[c.code] == "" {
			titles[c.code] = f.Message
		}
		if !strings.Contains(mended[c.name], c.want) {
			t.Errorf("%s: got\n%s\nwant in it\n%s", c.name, mended[c.name], c.want)
		}
	}
	after := module(t, archive(func(c fixCase) string { return mended[c.name] }))
	ds = found(t, after)
	var accepted []string
	for _, c := range fixCases {
		left := ""
		for _, d := range ds[c.name] {
			if d.Category != "go-stale" {
				left = d.Category
				if c.left != left {
					t.Errorf("%s: afterwards: %s\n%s", c.name, d.Message, mended[c.name])
				}
			}
		}
		if left != c.left {
			t.Errorf("%s: got the code %q afterwards, want %q", c.name, left, c.left)
		}
		if left == "" {
			accepted = append(accepted, "./"+c.name)
		}
	}
	if t.Failed() {
		return
	}
	listed(t, titles)
	generate(t, after, accepted...)
	run(t, after, "go", "vet", "./...")
	if b, a := values(t, before), values(t, after); b != a {
		t.Errorf("the values change: before\n%s\nafter\n%s", b, a)
	}

	crlf := func(s string) string { return strings.ReplaceAll(s, "\n", "\r\n") }
	ds = found(t, module(t, archive(func(c fixCase) string { return crlf("package p\n" + c.text) })))
	for _, c := range fixCases {
		if got := apply(t, crlf("package p\n"+c.text), fixOf(t, c, ds[c.name])); got != crlf(mended[c.name]) {
			t.Errorf("%s: with CRLF, got\n%q\nwant\n%q", c.name, got, crlf(mended[c.name]))
		}
	}
}

// listed holds the table of docs/chadvet.md against the titles of fixes, by code.
func listed(t *testing.T, titles map[string]string) {
	t.Helper()
	const page = "../../docs/chadvet.md"
	const head = "| Code | A fix |\n|---|---|\n"
	titles["go-stale"] = "generate x_chad.go" // of TestStaleFix
	var rows strings.Builder
	for _, code := range slices.Sorted(maps.Keys(titles)) {
		fmt.Fprintf(&rows, "| `%s` | %s |\n", code, titles[code])
	}
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(have), head)
	if !ok {
		t.Fatalf("%s has no table of fixes", page)
	}
	table, after, _ := strings.Cut(rest, "\n\n")
	if table+"\n" == rows.String() {
		return
	}
	if !*update {
		t.Errorf("the table of fixes in %s is stale; run with -update", page)
		return
	}
	if err := os.WriteFile(page, []byte(before+head+rows.String()+"\n"+after), 0o644); err != nil {
		t.Fatal(err)
	}
}

var update = flag.Bool("update", false, "write the table of fixes in docs/chadvet.md")

// fixOf is the fix of a case.
func fixOf(t *testing.T, c fixCase, ds []analysis.Diagnostic) (fix analysis.SuggestedFix) {
	t.Helper()
	for _, d := range ds {
		if d.Category != c.code {
			continue
		}
		for _, f := range d.SuggestedFixes {
			if c.title == "" || f.Message == c.title {
				return f
			}
		}
		t.Errorf("%s: no fix %q of %s: %v", c.name, c.title, d.Message, d.SuggestedFixes)
		return fix
	}
	t.Errorf("%s: no message with the code %s: %v", c.name, c.code, ds)
	return fix
}

// values are those of the calls of the cases, in bits.
func values(t *testing.T, dir string) string {
	t.Helper()
	var imports, prints strings.Builder
	for _, c := range fixCases {
		if c.call != "" {
			fmt.Fprintf(&imports, "\t%s %q\n", "p"+c.name, "example.com/m/"+c.name)
			fmt.Fprintf(&prints, "\tfmt.Println(\"value of\", %q, math.Float64bits(float64(%s)))\n", c.name,
				strings.ReplaceAll(c.call, "p.", "p"+c.name+"."))
		}
	}
	name := filepath.Join(dir, "values", "main.go")
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "package main\n\nimport (\n\t\"fmt\"\n\t\"math\"\n\n" + imports.String() + ")\n\nfunc main() {\n" + prints.String() + "}\n"
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for l := range strings.Lines(run(t, dir, "go", "run", "./values")) {
		if strings.HasPrefix(l, "value of ") { // the cases print, too
			lines = append(lines, l)
		}
	}
	return strings.Join(lines, "")
}

func run(t *testing.T, dir string, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		t.Fatalf("%s %v: %v\n%s%s", name, args, err, out.String(), errs.String())
	}
	return out.String()
}

// No fix where the mend could change what the function means, or might not compile.
func TestNoFix(t *testing.T) {
	cases := map[string]struct{ code, text string }{
		"channel":  {"goroutine", "func F(x float64) float64 {\n\tc := make(chan bool)\n\tgo func() { c <- true }()\n\treturn x\n}"},
		"lock":     {"goroutine", "func F(x float64) float64 {\n\tvar mu sync.Mutex\n\tmu.Lock()\n\tgo func() { mu.Lock() }()\n\treturn x\n}"},
		"group":    {"goroutine", "func F(x float64) float64 {\n\tvar wg sync.WaitGroup\n\tgo wait(&wg)\n\treturn x\n}\n\nfunc wait(w *sync.WaitGroup) { w.Wait() }"},
		"waiter":   {"goroutine", "var c = make(chan bool)\n\nfunc F(x float64) float64 {\n\tgo wait()\n\treturn x\n}\n\nfunc wait() { <-c }"},
		"unknown":  {"goroutine", "func F(x float64, f func()) float64 {\n\tgo f()\n\treturn x\n}"},
		"jump":     {"defer", "func F(x []float64) (s float64) {\n\tif len(x) == 0 {\n\t\tgoto end\n\t}\n\tfor i := range x {\n\t\tdefer func() { s *= x[i] }()\n\t}\nend:\n\treturn 1\n}"},
		"typed":    {"range-map", "func F(x float64) float64 { return f(map[int]float64{1: x}) }\n\nfunc f[K comparable](m map[K]float64) (s float64) {\n\tfor _, v := range m {\n\t\ts += v\n\t}\n\treturn s\n}"},
		"recover":  {"recover", "func F(x float64) float64 {\n\tdefer func() { recover() }()\n\treturn x\n}"},
		"deferred": {"recover", "func F(x float64) float64 { return f(x) }\n\nfunc f(x float64) float64 {\n\trecover()\n\treturn x\n}\n\nfunc g() { defer f(1) }"},
		"break":    {"select", "func F(x float64) float64 {\n\tfor {\n\t\tselect {\n\t\tdefault:\n\t\t\tbreak\n\t\t}\n\t\treturn x\n\t}\n}"},
		"read":     {"global-write", "var n int\n\nfunc F(x float64) float64 {\n\tn++\n\treturn x\n}\n\nfunc Calls() int { return n }"},
		"exported": {"global-write", "var N int\n\nfunc F(x float64) float64 {\n\tN++\n\treturn x\n}"},
		"floats":   {"range-map", "func F(x float64) float64 {\n\tm := map[float64]int{x: 1}\n\ts := 0.0\n\tfor k := range m {\n\t\ts += k\n\t}\n\treturn s\n}"},
		"changed":  {"range-map", "func F(x float64) float64 {\n\tm := map[int]float64{1: x}\n\ts := 0.0\n\tfor k := range m {\n\t\tdelete(m, k+1)\n\t\ts += m[k]\n\t}\n\treturn s\n}"},
		"callers":  {"range-map", "func F(m map[int]float64) float64 {\n\ts := 0.0\n\tfor _, v := range m {\n\t\ts += v\n\t}\n\treturn s\n}"},
		"hidden":   {"range-map", "func F(x float64) float64 {\n\tslices := map[int]float64{1: x}\n\ts := 0.0\n\tfor _, v := range slices {\n\t\ts += v\n\t}\n\treturn s\n}"},
		"two":      {"defer", "func F(x []float64) (s float64) {\n\tfor _, v := range x {\n\t\tdefer func() { s *= v }()\n\t\tdefer func() { s += v }()\n\t}\n\treturn 1\n}"},
		"argument": {"defer", "func F(x []float64) (s float64) {\n\tfor _, v := range x {\n\t\tdefer func(w float64) { s *= w }(v)\n\t}\n\treturn 1\n}"},
		"second":   {"evaluation-order", "func F(x float64) float64 {\n\tdouble := func() float64 { x *= 2; return x }\n\treturn double()*0 + x + double()\n}"},
		"compared": {"type-assertion", "func F(v any, w any) float64 {\n\tif v == w {\n\t\treturn 0\n\t}\n\treturn v.(float64)\n}"},
		"length":   {"opaque-value", "func F(x float64, s string) float64 {\n\tif len(s) > 1 {\n\t\treturn x\n\t}\n\treturn 2 * x\n}"},
		"written":  {"unsupported", "func F(x []float64) float64 {\n\t(*[2]float64)(x)[0] = 1\n\treturn x[0]\n}"},
		"address":  {"opaque-value", "func F(x float64) float64 {\n\tp := &*(*uint64)(unsafe.Pointer(&x))\n\treturn x * float64(*p)\n}"},
		"calls":    {"warn-equality", "func F(x float64) float64 {\n\tif x*x == 1 {\n\t\treturn 1\n\t}\n\treturn x * x\n}"},
		"only":     {"warn-search", "func F(x float64) float64 {\n\tif x > 1 {\n\t\treturn 1\n\t}\n\treturn 2\n}"},
		"mask":     {"bits", "func F(x float64) float64 { return x * math.Float64frombits(math.Float64bits(x)&^(1<<62)) }"},
		"clock":    {"impure-call", "func F(x float64) float64 {\n\tstart := time.Now()\n\treturn x * float64(time.Since(start))\n}"},
		"told":     {"impure-call", "var n int\n\nfunc next() int {\n\tn++\n\treturn n\n}\n\nfunc F(x float64) float64 {\n\tstart := time.Now()\n\tlog.Println(time.Since(start), next())\n\treturn x\n}"},
		"far":      {"directive", "func F(x float64) float64 { return x }\n\n//chad:hessian wrt=qqqqq name=H\nfunc G(x float64) float64 { return x }"},
	}
	var b strings.Builder
	b.WriteString("-- go.mod --\nmodule example.com/m\n\ngo 1.26\n")
	for name, c := range cases {
		imports := ""
		for _, p := range []string{"log", "sync", "math", "time", "unsafe"} {
			if strings.Contains(c.text, p+".") {
				imports += "import \"" + p + "\"\n\n"
			}
		}
		fmt.Fprintf(&b, "-- %s/p.go --\npackage p\n\n%s%s\n", name, imports,
			strings.Replace(c.text, "func F(", "//chad:grad\nfunc F(", 1))
	}
	ds := found(t, module(t, b.String()))
	for name, c := range cases {
		said := false
		for _, d := range ds[name] {
			if d.Category != c.code {
				continue
			}
			said = true
			for _, f := range d.SuggestedFixes {
				t.Errorf("%s: %s has the fix %s: %v", name, d.Message, f.Message, f.TextEdits)
			}
		}
		if !said {
			t.Errorf("%s: no message with the code %s: %v", name, c.code, ds[name])
		}
	}
}
