package load_test

import (
	"flag"
	"go/ast"
	"go/build"
	"go/types"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed-4b734f86/gochad/gosrc/load"
)

var update = flag.Bool("update", false, "rewrite the expected messages")

// module writes the files of an archive, in txtar's format, and returns their folder.
func module(t *testing.T, files string) string {
	t.Helper()
	return extract(t, txtar.Parse([]byte(files)))
}

func extract(t *testing.T, a *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	mod := false
	for _, f := range a.Files {
		mod = mod || f.Name == "go.mod"
		name := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if !mod {
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.26.0\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func packages(t *testing.T, dir string, patterns ...string) []*load.Package {
	t.Helper()
	pkgs, err := load.Packages(patterns, load.Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

const dot = `
-- m.go --
package m

import "math"

// Dot is a dot product.
//
//chad:grad wrt=a name=DotBoth
//chad:grad
//chad:vjp wrt=b
func Dot(a, b []float64) float64 {
	s := 0.0
	for i := range a {
		s += a[i] * b[i] * math.Pi
	}
	return s
}

func use(x []float64) float64 {
	w := NewDotWorkspace()
	return DotGrad(x, x, x, x) + DotBoth(x, x, x) + w.DotGrad(x, x, x, x)
}
`

// Code that calls generated functions is checked before they were ever generated.
func TestBootstrap(t *testing.T) {
	p := packages(t, module(t, dot), ".")[0]
	f := p.Types.Scope().Lookup("DotGrad")
	if f == nil {
		t.Fatal("no stub of DotGrad")
	}
	if got, want := f.Type().String(), "func(_ []float64, _ []float64, _ []float64, _ []float64) float64"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	calls := 0
	for _, f := range p.Syntax {
		ast.Inspect(f, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok {
				if id, ok := c.Fun.(*ast.Ident); ok {
					if fn, ok := p.TypesInfo.Uses[id].(*types.Func); ok && strings.HasPrefix(fn.Name(), "Dot") {
						calls++
					}
				}
			}
			return true
		})
	}
	if calls != 2 {
		t.Errorf("%d calls of generated functions, want 2", calls)
	}
}

// TestMessages loads each archive of testdata and compares the messages with its file "want"; -update rewrites it.
func TestMessages(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("no archives", err)
	}
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			last := len(a.Files) - 1
			if a.Files[last].Name != "want" {
				t.Fatal("the last file must be want")
			}
			want := string(a.Files[last].Data)
			dir := extract(t, &txtar.Archive{Files: a.Files[:last]})
			_, err = load.Packages([]string{"./..."}, load.Options{Dir: dir})
			got := ""
			if err != nil {
				got = strings.NewReplacer(dir, "$DIR", build.Default.GOROOT, "$GOROOT").Replace(err.Error()) + "\n"
			}
			if *update && got != want {
				a.Files[last].Data = []byte(got)
				if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// The types of what wrt= names are those of the instance.
func TestInstanceByPart(t *testing.T) {
	p := packages(t, module(t, `-- m.go --
package m

type Poly[T float32 | float64] struct{ C []T }

//chad:vjp wrt=p.C,x inst=float64
func Eval[T float32 | float64](p Poly[T], x T) T { return p.C[0] * x }
`), ".")[0]
	got := p.Types.Scope().Lookup("EvalVJP")
	if got == nil {
		t.Fatal("no stub of EvalVJP")
	}
	want := "func(_ m.Poly[float64], _ float64, _ float64, _ []float64, _ *float64) float64"
	if got := strings.ReplaceAll(got.Type().String(), p.Types.Path(), "m"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
