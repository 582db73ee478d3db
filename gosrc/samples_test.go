package gosrc_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	sampleMakes  = regexp.MustCompile(`:= (\w+)\(`)
	sampleStarts = regexp.MustCompile(`, (\w+), settings\d*, nil\)`)
	sampleWord   = regexp.MustCompile(`\b\w+\b`)
)

// writeSamples writes, beside each generated file of a folder, a test file with the samples in its comments, as they are
// printed: what compiles the tests compiles them, too. It gives how many there are.
func writeSamples(t *testing.T, dir string) (count int) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_chad.go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, text, parser.ParseComments)
		if err != nil {
			return err
		}
		params := map[string]string{} // of functions, as they are written
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil {
				from, to := fset.Position(f.Type.Params.Pos()).Offset, fset.Position(f.Type.Params.End()).Offset
				params[f.Name.Name] = strings.TrimSuffix(strings.TrimPrefix(string(text[from:to]), "("), ")")
			}
		}
		var b strings.Builder
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.TYPE || g.Doc == nil {
				continue
			}
			code := strings.Builder{}
			for line := range strings.Lines(g.Doc.Text()) {
				if strings.HasPrefix(line, "\t") {
					code.WriteString(line)
				}
			}
			makes := sampleMakes.FindStringSubmatch(code.String())
			if makes == nil {
				continue
			}
			given := params[makes[1]]
			if starts := sampleStarts.FindStringSubmatch(code.String()); starts != nil {
				given = strings.TrimPrefix(given+", "+starts[1]+" []float64", ", ")
			}
			fmt.Fprintf(&b, "func sample%d(%s) {\n%s}\n\n", count, given, code.String())
			count++
		}
		if b.Len() == 0 {
			return nil
		}
		head := "package " + file.Name.Name + "\n\nimport \"gonum.org/v1/gonum/optimize\"\n"
		words := map[string]bool{}
		for _, w := range sampleWord.FindAllString(b.String(), -1) {
			words[w] = true
		}
		if words["mat"] {
			head += "import \"gonum.org/v1/gonum/mat\"\n"
		}
		for _, i := range file.Imports {
			if i.Name != nil && words[i.Name.Name] {
				head += "import " + i.Name.Name + " " + i.Path.Value + "\n"
			}
		}
		return os.WriteFile(strings.TrimSuffix(name, ".go")+"_samples_test.go", []byte(head+"\n"+b.String()), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}
