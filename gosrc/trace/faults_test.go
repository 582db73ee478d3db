package trace_test

import (
	"context"
	"go/ast"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/trace"
)

// loaded is the only package of a folder.
func loaded(t testing.TB, dir string) *load.Package {
	t.Helper()
	w, err := load.List([]string{"."}, load.Options{Dir: dir, More: gosrc.Adapters})
	if err != nil {
		t.Fatal(err)
	}
	p := w.Packages[0]
	if ds := w.Check(p); len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	return p
}

// A fault is a function of testdata/faults.
type fault struct {
	name, kind string
	ask        gosrc.Tracing
	file       string
	line       int
}

var (
	marked = regexp.MustCompile(`// fault: (.*)$`)
	keyed  = regexp.MustCompile(`(?m)^(args|wrt|kind): (.*)$`)
)

// faults reads what the comments of testdata/faults say.
func faults(t testing.TB, p *load.Package) (out []*fault) {
	t.Helper()
	named := map[string]*fault{}
	for _, f := range p.Files {
		for _, d := range f.Syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || !strings.Contains(fn.Doc.Text(), "args:") {
				continue
			}
			x := &fault{name: fn.Name.Name, ask: gosrc.Tracing{Func: fn.Name.Name, Limit: 1e6}}
			for _, m := range keyed.FindAllStringSubmatch(fn.Doc.Text(), -1) {
				switch m[1] {
				case "args":
					v, err := trace.Parse([]byte(m[2]))
					if err != nil {
						t.Fatal(x.name, err)
					}
					x.ask.Args = v.([]any)
				case "wrt":
					x.ask.Wrt = strings.Split(m[2], ",")
				case "kind":
					x.kind = m[2]
				}
			}
			out, named[x.name] = append(out, x), x
		}
	}
	for _, f := range p.Files {
		for i, line := range strings.Split(string(f.Source.Text), "\n") {
			if m := marked.FindStringSubmatch(line); m != nil {
				for _, name := range strings.Fields(m[1]) {
					named[name].file, named[name].line = f.Name, i+1
				}
			}
		}
	}
	return out
}

var kinds = map[trace.Kind]string{trace.Value: "value", trace.Slope: "slope", trace.Cut: "cut", trace.Unread: "unread"}

// exceptions are the faults that are named elsewhere, and why.
var exceptions = map[string]string{}

// TestFaults traces a hundred functions with a fault each. At least 95 are named at the right line, as what they are.
func TestFaults(t *testing.T) {
	p := loaded(t, "testdata/faults")
	all, right := faults(t, p), 0
	if len(all) != 100 {
		t.Errorf("%d faults", len(all))
	}
	place := regexp.MustCompile(`^(.*?):(\d+):`)
	for _, x := range all {
		got, err := gosrc.Trace(context.Background(), p, x.ask)
		if err != nil {
			t.Errorf("%s: %v", x.name, err)
			continue
		}
		if len(got.Findings) == 0 {
			t.Logf("%s:%d: %s: nothing found", x.file, x.line, x.name)
			continue
		}
		message := got.Messages()[0]
		at := place.FindString(message)
		kind := kinds[got.Findings[0].Kind]
		want := x.file + ":" + strconv.Itoa(x.line) + ":"
		if at == want && kind == x.kind {
			right++
			continue
		}
		if exceptions[x.name] == "" {
			t.Errorf("%s: found a %s, want a %s at %s\n%s", x.name, kind, x.kind, want, message)
		}
	}
	t.Logf("%d of %d are named at the right line", right, len(all))
	if right < 95 || right+len(exceptions) < len(all) {
		t.Errorf("only %d of %d are named at the right line", right, len(all))
	}
}

// TestMends: a change is told of where it works, and only there.
func TestMends(t *testing.T) {
	p := loaded(t, "testdata/faults")
	want := map[string]string{
		"SqrtPlain": "math.Sqrt(x + 1e-12)", "LogLoop": "math.Log(p[i] + 1e-12)", "DivMean": "sum / (count + 1e-12)",
		"PowHalf": "math.Pow(x + 1e-12, 0.5)", "ZeroInfTanh": "math.Exp(min(a * b, 700))", "ExpPlain": "",
		"ZeroInfMask":  "1 / (v + 1e-12)",
		"SqrtAsin":     "math.Asin((1 - 1e-12)*(x[i]))",
		"SqrtNegative": "", "LogNegative": "", "PowNegativeBase": "", "DivNewton": "", "DivSquared": "", "ClampMin": "",
	}
	for _, x := range faults(t, p) {
		text, ok := want[x.name]
		if !ok {
			continue
		}
		got, err := gosrc.Trace(context.Background(), p, x.ask)
		if err != nil {
			t.Fatal(x.name, err)
		}
		message := got.Messages()[0]
		if text == "" && strings.Contains(message, "hint:") || !strings.Contains(message, text) {
			t.Errorf("%s: want the mend %q, got\n%s", x.name, text, message)
		}
	}
}
