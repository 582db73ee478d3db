package linear

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// outsiders are programs in another module. Each but the first tries to get round
// the abstraction and must be refused by the compiler with the given words.
var outsiders = []struct{ name, body, refusal string }{
	{"honest", `var _ = linear.Apply(linear.Scale(2), 1)`, ""},
	{"literal", `var _ = linear.LFun[float64, float64]{f: square}`, "unexported field f in struct literal"},
	{"positional", `var _ = linear.LFun[float64, float64]{square}`, "implicit assignment to unexported field f"},
	{"conversion", `var _ = linear.LFun[float64, float64](square)`, "cannot convert square"},
	{"structural", `var _ = linear.LFun[float64, float64](struct{ f func(float64) float64 }{square})`, "cannot convert struct"},
	{"assignment", `func init() { l := linear.Scale(2); l.f = square; _ = l }`, "cannot refer to unexported field f"},
	{"trust", `var _ = linear.Trust(square)`, "undefined: linear.Trust"},
	{"combinator", `var _ = linear.Then(linear.Scale(2), square)`, "does not match"},
	{"argument", `var _ = linear.Then(linear.Id[float64](), linear.LFun[float64, float64](nil))`, "cannot convert nil"},
	{"dictionary", `var _ = linear.Monoid[float64]{zero: func() float64 { return 1 }}`, "unexported field zero in struct literal"},
	{"part", `type point struct{ X float64 }; var _ = linear.StructPart[point]{index: 0}`, "unexported field index in struct literal"},
	{"field", `type point struct{ X float64 }; var _ = linear.Field[point, float64]{index: 0}`, "unexported field index in struct literal"},
	{"equality", `var c linear.Copower[int, float64]; var _ = c == c`, "cannot be compared"},
	{"key", `var _ = map[linear.Copower[int, float64]]bool{}`, "invalid map key type"},
	{"entries", `var c linear.Copower[int, float64]; var _ = c.root`, "cannot refer to unexported field root"},
	{"list", `var _ = linear.Entries[int, float64]`, "undefined: linear.Entries"},
	{"tag", `var s linear.Sum[float64, float64]; var _ = s.l`, "cannot refer to unexported field l"},
	{"presence", `var s linear.Maybe[float64]; var _ = s.p`, "cannot refer to unexported field p"},
	{"tell", `var m linear.Maybe[float64]; var _ = m == m`, "cannot be compared"},
	{"internal", `var _ = linrep.Trust(square)`, "use of internal package"},
}

// TestOutsidersCannotBreakIn compiles the outsiders in a module that requires a
// copy of this package, stripped of tests, under the name of this module.
func TestOutsidersCannotBreakIn(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	const module = "github.com/seed-4b734f86/gochad"
	dir := t.TempDir()
	write(t, filepath.Join(dir, "gochad", "go.mod"), "module "+module+"\n\ngo 1.26.0\n")
	copySources(t, filepath.Join(dir, "gochad"))
	user := filepath.Join(dir, "user")
	write(t, filepath.Join(user, "go.mod"), "module example.com/user\n\ngo 1.26.0\n\nrequire "+module+" v0.0.0\n\nreplace "+module+" => ../gochad\n")
	for _, o := range outsiders {
		folder := o.name
		imports := "import \"" + module + "/linear\"\n"
		if o.name == "internal" {
			// Where ./... does not look: it fails before anything is compiled.
			folder = filepath.Join("testdata", "internal")
			imports = "import \"" + module + "/internal/linrep\"\n"
		}
		write(t, filepath.Join(user, folder, "main.go"),
			"package main\n\n"+imports+"\nfunc square(x float64) float64 { return x * x }\n\n"+o.body+"\n\nfunc main() { _ = square(1) }\n")
	}
	said := errorsByPackage(build(user, "./..."))
	said["internal"] = build(user, "./testdata/internal")
	for _, o := range outsiders {
		switch got := said[o.name]; {
		case o.refusal == "" && got != "":
			t.Errorf("%s does not compile:\n%s", o.name, got)
		case o.refusal != "" && got == "":
			t.Errorf("%s compiles: %s", o.name, o.body)
		case !strings.Contains(got, o.refusal):
			t.Errorf("%s is refused for another reason than %q:\n%s", o.name, o.refusal, got)
		}
	}
}

// copySources copies this package and linrep, without tests, below dir.
func copySources(t *testing.T, dir string) {
	t.Helper()
	for _, pkg := range []string{"linear", "internal/linrep"} {
		sources, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
		if err != nil || len(sources) == 0 {
			t.Fatalf("no sources of %s: %v", pkg, err)
		}
		for _, name := range sources {
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			src, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, pkg, filepath.Base(name)), string(src))
		}
	}
}

// build runs go build on packages below dir, without network, and returns what it
// says.
func build(dir, packages string) string {
	cmd := exec.Command("go", "build", "-o", os.DevNull, packages)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "GOPROXY=off")
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		return err.Error()
	}
	return string(out)
}

// errorsByPackage splits the output of go build at its "# path" lines.
func errorsByPackage(out string) map[string]string {
	said := map[string]string{}
	for section := range strings.SplitSeq("\n"+out, "\n# ") {
		path, text, _ := strings.Cut(section, "\n")
		said[path[strings.LastIndex(path, "/")+1:]] = text
	}
	return said
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
