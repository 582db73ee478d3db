package examples_test

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/types"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// Generated code is Go of the version load.Language, whatever compiles chad: docs/compatibility.md promises it to
// modules with an older go line. Its language is what the type checker takes for that version, and it uses nothing of
// the standard library that came later, by the lists that Go is distributed with.
func TestGeneratedIsOfAnOlderGo(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the go command")
	}
	later := laterAPI(t)
	count := 0
	for _, in := range []struct {
		dir      string
		patterns []string
	}{
		{"..", []string{"./gosrc/museum", "./examples/cnn", "./examples/parallel/..."}},
		{"../bench", []string{"./plain", "./jacobians", "./exits"}},
		{"project", []string{"./..."}},
	} {
		pkgs, err := packages.Load(&packages.Config{Dir: in.dir, Mode: packages.NeedName | packages.NeedFiles |
			packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports}, in.patterns...)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range pkgs {
			if len(p.Errors) > 0 {
				t.Fatal(p.Errors)
			}
			count += checkLanguage(t, p, later)
		}
	}
	if count < 20 {
		t.Errorf("only %d generated files", count)
	}
}

// checkLanguage checks the generated files of a package, and returns how many there are.
func checkLanguage(t *testing.T, p *packages.Package, later map[string]bool) (n int) {
	t.Helper()
	generated := map[*ast.File]bool{}
	for _, f := range p.Syntax {
		if strings.HasSuffix(p.Fset.Position(f.Pos()).Filename, "_chad.go") {
			generated[f] = true
		}
	}
	if len(generated) == 0 {
		return 0
	}
	conf := types.Config{
		GoVersion: load.Language,
		Importer: importing(func(path string) (*types.Package, error) {
			if i := p.Imports[path]; i != nil && i.Types != nil {
				return i.Types, nil
			}
			return nil, fmt.Errorf("no package %s", path)
		}),
		Error: func(err error) {
			if e, ok := err.(types.Error); ok && strings.HasSuffix(e.Fset.Position(e.Pos).Filename, "_chad.go") { //nolint:errorlint // as documented
				t.Errorf("%s: %s", load.Language, err)
			}
		},
	}
	_, _ = conf.Check(p.PkgPath, p.Fset, p.Syntax, nil)
	for f := range generated {
		ast.Inspect(f, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			if !ok {
				return true
			}
			obj := p.TypesInfo.Uses[id]
			if obj == nil || obj.Pkg() == nil {
				return true
			}
			name := obj.Pkg().Path() + "." + obj.Name()
			if fn, ok := obj.(*types.Func); ok && fn.Signature().Recv() != nil {
				name = obj.Pkg().Path() + "." + receiver(fn) + "." + obj.Name()
			}
			if later[name] {
				t.Errorf("%s: %s is newer than %s", p.Fset.Position(id.Pos()), name, load.Language)
			}
			return true
		})
	}
	return len(generated)
}

func receiver(fn *types.Func) string {
	t := fn.Signature().Recv().Type()
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}

// api is a line of the lists of what came with a version of Go.
var api = regexp.MustCompile(`^pkg ([^ ,]+)(?: \([^)]*\))?, (?:(?:func|type|var|const) (\w+)|method \(\*?(\w+)[^)]*\) (\w+))`)

// laterAPI is what came to the standard library after the version of generated code.
func laterAPI(t *testing.T) map[string]bool {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(runtime.GOROOT(), "api", "go1.*.txt")) //nolint:staticcheck // of the tests' go
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]bool{}
	for _, file := range files {
		if v := strings.TrimSuffix(filepath.Base(file), ".txt"); version.Compare(v, load.Language) <= 0 {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for s := bufio.NewScanner(bytes.NewReader(text)); s.Scan(); {
			if m := api.FindStringSubmatch(s.Text()); m != nil && m[2] != "" {
				out[m[1]+"."+m[2]] = true
			} else if m != nil {
				out[m[1]+"."+m[3]+"."+m[4]] = true
			}
		}
	}
	if len(out) == 0 {
		t.Log("this Go has no lists of what came when: the standard library is not looked at")
	}
	return out
}

type importing func(path string) (*types.Package, error)

func (f importing) Import(path string) (*types.Package, error) { return f(path) }
