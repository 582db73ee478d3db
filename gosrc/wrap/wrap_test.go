package wrap_test

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/wrap"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A testdata archive has user.go, functions with directives as users write them; def.chad, the same functions in the
// language, as the translation would have them (the lines // outs=0,2 and // status say what is beside the results);
// and user_test.go, which runs in the generated package. wrappers.go is the golden output, without the cores.

// generate makes the file of an archive.
func generate(t testing.TB, name string, ar *txtar.Archive) ([]byte, error) {
	t.Helper()
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, "user.go", file(ar, "user.go"), parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	trees := []*ast.File{tree}
	if more := file(ar, "more.go"); more != nil {
		t2, err := parser.ParseFile(fset, "more.go", more, 0)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, t2)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	info := &types.Info{Defs: map[*ast.Ident]types.Object{}}
	pkg, err := conf.Check("samples/"+name, fset, trees, info)
	if err != nil {
		t.Fatal(err)
	}
	m, err := chad.Parse("def.chad", file(ar, "def.chad"))
	if err != nil {
		t.Fatal(err)
	}
	in := &wrap.File{Package: pkg, Source: "user.go", Data: m.Program().Data}
	nodiff := map[int]bool{}
	for _, g := range tree.Comments {
		for _, c := range g.List {
			if c.Text == "//chad:nodiff" {
				nodiff[fset.Position(c.Pos()).Line] = true
			}
		}
	}
	constant := func(v *types.Var) bool { return nodiff[fset.Position(v.Pos()).Line] }
	for _, d := range tree.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Doc == nil {
			continue
		}
		r := &wrap.Root{Func: info.Defs[fd.Name].(*types.Func), Constant: constant}
		for _, c := range fd.Doc.List {
			text, ok := strings.CutPrefix(c.Text, "//chad:")
			if !ok {
				continue
			}
			fields := strings.Fields(text)
			dir := wrap.Directive{Verb: fields[0]}
			for _, f := range fields[1:] {
				key, val, _ := strings.Cut(f, "=")
				switch key {
				case "wrt":
					dir.Wrt = strings.Split(val, ",")
				case "by":
					dir.Colors = val == "colors"
				case "problem":
					dir.Flat = val == "flat"
				case "of":
					dir.Of = val
				case "name":
					dir.Name = val
				case "outs":
					for _, o := range strings.Split(val, ",") {
						k, err := strconv.Atoi(o)
						if err != nil {
							t.Fatal(err)
						}
						r.Outs = append(r.Outs, k)
					}
				case "apart": // parameter:parameter, of slices themselves, or parameter: for rows
					a, b, _ := strings.Cut(val, ":")
					x, err := strconv.Atoi(a)
					if err != nil {
						t.Fatal(err)
					}
					pair := [2]wrap.Part{{Param: x, Path: []int{wrap.Elements}}, {Param: x, Path: []int{wrap.Elements}}}
					if y, err := strconv.Atoi(b); err == nil {
						pair = [2]wrap.Part{{Param: x}, {Param: y}}
					}
					r.Apart = append(r.Apart, pair)
				case "inst":
					r.TypeArgs = []types.Type{types.Universe.Lookup(val).Type()}
				case "status":
					r.Status = true
				}
			}
			if dir.Verb != "term" {
				r.Directives = append(r.Directives, dir)
			}
		}
		def := fd.Name.Name
		if fd.Recv != nil {
			def = strings.TrimSuffix(wrap.Base(r), "")
		}
		def = strings.ToLower(def[:1]) + def[1:]
		if m.Program().Lookup(def+"_") != nil { // map and sum are words of the language
			def += "_"
		}
		f, err := m.Func(def)
		if err != nil {
			t.Fatal(err)
		}
		r.Def = f.Def()
		in.Roots = append(in.Roots, r)
	}
	return wrap.Generate(in)
}

func file(ar *txtar.Archive, name string) []byte {
	for _, f := range ar.Files {
		if f.Name == name {
			return f.Data
		}
	}
	return nil
}

// TestFiles generates all archives, compares with the golden output, and runs their tests in one module.
func TestFiles(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, "no archives")
	}
	dir := t.TempDir()
	write := func(name string, text []byte) {
		p := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module samples\n\ngo 1.26.0\n"))
	for _, p := range paths {
		name := strings.TrimSuffix(filepath.Base(p), ".txtar")
		ar, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		src, err := generate(t, name, ar)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if name == "structs" { // one of them is enough
			if again, err := generate(t, name, ar); err != nil || string(again) != string(src) {
				t.Errorf("%s: a second run gives other bytes (%v)", name, err)
			}
		}
		if *update {
			put(ar, "wrappers.go", wrappers(src))
			if err := os.WriteFile(p, txtar.Format(ar), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, got := file(ar, "wrappers.go"), wrappers(src); !bytes.Equal(want, got) {
			t.Errorf("%s: output differs from the golden file (run with -update and review):\n%s", name, got)
		}
		for _, f := range []string{"user.go", "more.go", "user_test.go"} {
			if text := file(ar, f); text != nil {
				write(name+"/"+f, text)
			}
		}
		write(name+"/user_chad.go", src)
		write(name+"/check_test.go", []byte(fmt.Sprintf(checks, name)))
	}
	test := []string{"test", "-vet=off", "./..."}
	if underRace {
		test = []string{"test", "-vet=off", "-race", "./..."}
	}
	for _, args := range [][]string{{"vet", "./..."}, test} {
		cmd := exec.Command("go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
}

// wrappers is the part of a file that this package writes: what is behind the imports and before the cores.
func wrappers(src []byte) []byte {
	_, src, _ = bytes.Cut(src, []byte("\n)\n\n"))
	src, _, _ = bytes.Cut(src, []byte("\n// core"))
	return src
}

func put(ar *txtar.Archive, name string, data []byte) {
	for i := range ar.Files {
		if ar.Files[i].Name == name {
			ar.Files[i].Data = data
			return
		}
	}
	ar.Files = append(ar.Files, txtar.File{Name: name, Data: data})
}

// checks are what the tests of archives use.
const checks = `package %s

import (
	"fmt"
	"math"
	"runtime"
	"strings"
	"testing"
)

// differences is the gradient of f by *x by central differences.
func differences(f func() float64, xs ...*float64) []float64 {
	out := make([]float64, len(xs))
	for i, x := range xs {
		was := *x
		h := 1e-5 * math.Max(1, math.Abs(was))
		*x = was + h
		up := f()
		*x = was - h
		down := f()
		*x = was
		out[i] = (up - down) / (2 * h)
	}
	return out
}

// refs are pointers to the elements of slices.
func refs(xs ...[]float64) []*float64 {
	var out []*float64
	for _, s := range xs {
		for i := range s {
			out = append(out, &s[i])
		}
	}
	return out
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%%s: %%d values, want %%d", what, len(got), len(want))
		return
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= 1e-6*math.Max(1, math.Abs(want[i]))) {
			t.Errorf("%%s: got %%v, want %%v", what, got, want)
			return
		}
	}
}

// panics checks that f panics with a text.
func panics(t *testing.T, want string, f func()) {
	t.Helper()
	defer func() {
		t.Helper()
		got := fmt.Sprint(recover())
		if !strings.Contains(got, want) {
			t.Errorf("panic %%q, want %%q", got, want)
		}
	}()
	f()
}

// steady checks that f allocates nothing after the first calls.
func steady(t *testing.T, what string, f func()) {
	t.Helper()
	f()
	f()
	var before, after runtime.MemStats
	best := ^uint64(0)
	for range 5 { // other goroutines of the test binary may allocate meanwhile
		runtime.ReadMemStats(&before)
		for range 10 {
			f()
		}
		runtime.ReadMemStats(&after)
		best = min(best, after.Mallocs-before.Mallocs)
	}
	if best > 0 {
		t.Errorf("%%s: %%d allocations in 10 calls", what, best)
	}
}
`
