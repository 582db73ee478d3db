package gosrc_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/frontend/gosrc"
)

// underivable are the functions of the corpus that derivatives do not reach yet: some are refused by package own, and Table
// calls functions that it finds at run time.
var underivable = []string{"Table", "Windows", "Copies", "Hold", "HeaderPhase", "MethodValues"}

// unsmooth are those whose differences say nothing: their results are infinite, or go through the bits of floats, which have no
// derivative.
var unsmooth = []string{"Special", "MinusZero", "Bits"}

// TestDeriveCorpus generates all derivatives of the functions of the corpus that take and give floats, and checks the laws
// of testdata/derive in the generated package.
func TestDeriveCorpus(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles a package")
	}
	paths, err := filepath.Glob("corpus/*.go")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name string, text []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", []byte("module example.com/corpus\n\ngo 1.26\n"))
	tests := "package corpus\n\nimport \"testing\"\n\nfunc TestAll(t *testing.T) {\n"
	n := 0
	for _, p := range paths {
		if strings.HasSuffix(p, "_test.go") || filepath.Base(p) == "all.go" {
			continue
		}
		src, names := marked(t, p)
		write(filepath.Base(p), src)
		for _, f := range names {
			tests += "\tt.Run(\"" + f.name + "\", function{\"" + f.name + "\", " + f.values() + "}.test)\n"
			n++
		}
	}
	if n < 40 {
		t.Errorf("only %d functions", n)
	}
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	write("all_test.go", []byte(tests+"}\n"))
	check, err := os.ReadFile("testdata/derive/check_test.go")
	if err != nil {
		t.Fatal(err)
	}
	write("check_test.go", check)
	cmd := exec.Command("go", "test", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go test: %v\n%s", err, out)
	}
}

// derived is a function with directives.
type derived struct {
	name   string
	single bool // it returns one float
}

func (d derived) values() string {
	s := fmt.Sprintf("%[1]s, %[1]sCopy, %[1]sVJP, %[1]sJVP, ", d.name)
	if !d.single {
		return s + "nil, nil"
	}
	return s + fmt.Sprintf("%[1]sGrad, %[1]sHVP", d.name)
}

// marked is a file of the corpus with directives on its functions.
func marked(t *testing.T, path string) ([]byte, []derived) {
	t.Helper()
	fset := token.NewFileSet()
	tree, err := parser.ParseFile(fset, path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := func(n *ast.FieldList) string {
		if n == nil {
			return ""
		}
		var b bytes.Buffer
		for _, f := range n.List {
			if err := printer.Fprint(&b, fset, f.Type); err != nil {
				t.Fatal(err)
			}
			b.WriteString(strings.Repeat(",", max(1, len(f.Names))))
		}
		return b.String()
	}
	var names []derived
	for _, d := range slices.Backward(tree.Decls) {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Type.TypeParams != nil || !f.Name.IsExported() || slices.Contains(underivable, f.Name.Name) ||
			slices.Contains(unsmooth, f.Name.Name) {
			continue
		}
		in, out := text(f.Type.Params), text(f.Type.Results)
		if !strings.Contains(in, "float") || !strings.Contains(out, "float") || strings.Contains(in+out, "func") {
			continue
		}
		e := derived{f.Name.Name, out == "float64," || out == "float32,"}
		lines := "//\n//chad:vjp\n//chad:jvp\n//chad:func name=" + e.name + "Copy\n"
		if e.single {
			lines += "//chad:grad\n//chad:hvp\n"
		}
		at := fset.Position(f.Pos()).Offset
		src = slices.Insert(src, at, []byte(lines)...)
		names = append(names, e)
	}
	slices.Reverse(names)
	return src, names
}
