package gosrc_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/internal/part"
)

var allAliases = flag.Bool("aliased", false, "aliases in all functions that are derived, and not a sample")

// Functions are derived as they are when types in them have other names: in declarations, receivers, literals,
// conversions, type arguments, assertions, each with a chance.
func TestAliases(t *testing.T) {
	folders := map[string]int{ // one function in so many
		"testdata/corpus": part.Pick(69, 23), "testdata/algorithms": part.Pick(10, 5), "testdata/optional": 5, "testdata/mat": 17,
	}
	if *allAliases {
		for _, more := range []string{"testdata/mapsinmaps", "testdata/pointers", "testdata/ragged", "testdata/loose"} {
			folders[more] = 1
		}
	}
	for folder, each := range folders {
		t.Run(folder, func(t *testing.T) {
			t.Parallel()
			var texts [2]map[string]string
			var made map[string]string
			for i := range texts {
				dir := t.TempDir()
				copyFolder(t, folder, dir)
				keys := ""
				if strings.HasSuffix(folder, "ragged") || strings.HasSuffix(folder, "loose") {
					keys = " ragged=x"
				}
				var chosen []string
				if !*allAliases {
					chosen = everyFunction(t, dir, each)
				}
				direct(t, dir, keys, chosen...)
				if i == 1 {
					made = aliased(t, dir, rand.New(rand.NewPCG(uint64(each), 7)))
				}
				texts[i] = map[string]string{}
				for _, j := range plan(t, dir, gosrc.Options{}) {
					texts[i][filepath.Base(j.Target)] = string(j.New)
				}
			}
			t.Logf("%d aliases", len(made))
			if len(made) < 20 || len(texts[0]) == 0 {
				t.Fatalf("%d aliases, %d files", len(made), len(texts[0]))
			}
			for name, plain := range texts[0] {
				want, got := tokens(plain, nil), tokens(texts[1][name], made)
				for i := range min(len(want), len(got)) {
					if want[i] != got[i] {
						t.Errorf("%s has\n%s\nwhere without aliases it has\n%s", name, strings.Join(got[max(0, i-20):min(len(got), i+20)], " "), strings.Join(want[max(0, i-20):min(len(want), i+20)], " "))
						break
					}
				}
				if len(want) != len(got) {
					t.Errorf("%s has %d tokens, and %d without aliases", name, len(got), len(want))
				}
			}
		})
	}
}

// copyFolder copies the Go files of a folder into a module of their own.
func copyFolder(t *testing.T, folder, dir string) {
	t.Helper()
	names, err := filepath.Glob(folder + "/*.go")
	if err != nil || len(names) == 0 {
		t.Fatal("no files", err)
	}
	mod := "module example.com/corpus\n\ngo 1.26\n"
	if folder == "testdata/mat" {
		mod += "\nrequire gonum.org/v1/gonum v0.17.0\n"
		names = append(names, "../go.sum")
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err == nil && !strings.HasSuffix(name, "_test.go") {
			err = os.WriteFile(filepath.Join(dir, filepath.Base(name)), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o644); err != nil {
		t.Fatal(err)
	}
}

func loadFolder(t *testing.T, dir string) *packages.Package {
	t.Helper()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Dir: dir}, ".")
	if err != nil || len(pkgs) != 1 || len(pkgs[0].Errors) > 0 {
		t.Fatal(err, pkgs[0].Errors)
	}
	return pkgs[0]
}

// everyFunction names every k-th function.
func everyFunction(t *testing.T, dir string, k int) (out []string) {
	t.Helper()
	i := 0
	for _, f := range loadFolder(t, dir).Syntax {
		for _, d := range f.Decls {
			if fd, ok := d.(*ast.FuncDecl); ok && fd.Recv == nil && fd.Name.IsExported() {
				if i++; i%k == 0 {
					out = append(out, fd.Name.Name)
				}
			}
		}
	}
	if len(out) == 0 {
		t.Fatalf("of %d functions none is the %dth", i, k)
	}
	return out
}

// aliased replaces types in the files of a folder by aliases, which it lists with what they stand for.
func aliased(t *testing.T, dir string, r *rand.Rand) map[string]string {
	t.Helper()
	p, made := loadFolder(t, dir), map[string]string{}
	for i, f := range p.Syntax {
		text, err := os.ReadFile(p.GoFiles[i])
		if err != nil {
			t.Fatal(err)
		}
		a := &aliaser{p: p, text: string(text), r: r, made: made}
		a.look(f)
		all := a.replaced(f.FileStart, f.FileEnd, a.found)
		for _, name := range a.order {
			all += "\ntype " + name + " = " + made[name] + "\n"
		}
		if err := os.WriteFile(p.GoFiles[i], []byte(all), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	loadFolder(t, dir) // it must be Go
	return made
}

// An aliaser replaces types in a file.
type aliaser struct {
	p     *packages.Package
	text  string
	r     *rand.Rand
	made  map[string]string
	order []string
	found []ast.Expr // in the order of the text, what is around others before them
}

// look finds the types that may have another name.
func (a *aliaser) look(f *ast.File) {
	barred := map[ast.Node]bool{}   // what is no type on its own, or whose name counts
	all := func(list ...ast.Node) { // and what is in them
		for _, n := range list {
			if v := reflect.ValueOf(n); !v.IsValid() || v.IsNil() {
				continue
			}
			ast.Inspect(n, func(n ast.Node) bool { barred[n] = true; return true })
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			barred[n.Type] = true
			all(n.Type.TypeParams)
		case *ast.FuncLit:
			barred[n.Type] = true
		case *ast.TypeSpec:
			barred[n.Type] = true
			all(n.TypeParams)
		case *ast.StructType:
			for _, field := range n.Fields.List {
				if len(field.Names) == 0 {
					all(field.Type)
				}
			}
		case *ast.InterfaceType:
			for _, field := range n.Methods.List {
				barred[field.Type] = true
				if len(field.Names) == 0 {
					all(field.Type)
				}
			}
		case *ast.IndexExpr:
			barred[n.X] = true
		case *ast.IndexListExpr:
			barred[n.X] = true
		case *ast.IfStmt: // T{} in what stands before a block would begin it
			all(n.Init, n.Cond)
		case *ast.ForStmt:
			all(n.Init, n.Cond, n.Post)
		case *ast.RangeStmt:
			all(n.X)
		case *ast.SwitchStmt:
			all(n.Init, n.Tag)
		case *ast.TypeSwitchStmt:
			all(n.Init, n.Assign)
		}
		if e, ok := n.(ast.Expr); ok && !barred[n] && a.p.TypesInfo.Types[e].IsType() && a.global(e) && a.r.IntN(3) > 0 {
			a.found = append(a.found, e)
		}
		return true
	})
}

// global reports whether a type means the same everywhere in the file.
func (a *aliaser) global(e ast.Expr) bool {
	ok := true
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ellipsis:
			ok = false
		case *ast.Ident:
			obj := a.p.TypesInfo.ObjectOf(n)
			switch {
			case obj == nil:
				ok = false
			case obj.Pkg() != nil && obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope():
				_, name := obj.(*types.PkgName)
				ok = ok && name
			case obj.Parent() == nil: // a field, a parameter of a function type, a type parameter of a method
				_, v := obj.(*types.Var)
				ok = ok && v
			}
		}
		return ok
	})
	return ok
}

// replaced is the text from one place to another, with aliases for the types there.
func (a *aliaser) replaced(from, to token.Pos, inside []ast.Expr) string {
	out := ""
	for len(inside) > 0 {
		e := inside[0]
		inner := slices.IndexFunc(inside[1:], func(x ast.Expr) bool { return x.Pos() >= e.End() })
		if inner < 0 {
			inner = len(inside) - 1
		}
		out += a.at(from, e.Pos())
		text := a.replaced(e.Pos(), e.End(), inside[1:1+inner])
		name := fmt.Sprintf("alias%d_", len(a.made))
		a.made[name] = text
		a.order = append(a.order, name)
		out += name
		from, inside = e.End(), inside[1+inner:]
	}
	return out + a.at(from, to)
}

func (a *aliaser) at(from, to token.Pos) string {
	f := a.p.Fset.File(from)
	return a.text[f.Offset(from):f.Offset(to)]
}

// place is one in a file, in a text of the generated code.
var place = regexp.MustCompile(`(\w+\.go):\d+(:\d+)?`)

// tokens are the tokens of a Go text without comments and places, in which aliases have been replaced by what they
// stand for.
func tokens(text string, made map[string]string) (out []string) {
	text = place.ReplaceAllString(text, "$1")
	var s scanner.Scanner
	fset := token.NewFileSet()
	s.Init(fset.AddFile("", fset.Base(), len(text)), []byte(text), nil, 0)
	for {
		_, tok, lit := s.Scan()
		switch {
		case tok == token.EOF:
			return out
		case tok == token.SEMICOLON:
			continue
		case made[lit] != "":
			out = append(out, tokens(made[lit], made)...)
		case lit != "":
			out = append(out, lit)
		default:
			out = append(out, tok.String())
		}
	}
}

// What is generated does not name the aliases that other packages keep to themselves, and aliases of types that contain
// themselves are followed once.
func TestForeignAliases(t *testing.T) {
	const text = `
-- go.mod --
module example.com/m

go 1.26
-- m.go --
package m

import "example.com/m/q"

//chad:grad
//chad:vjp
//chad:jvp
//chad:hvp
//chad:jacobian
func F(s q.S, v q.Open) float64 { return s.X[0]*s.Y[0] + s.Z*s.Z*v[0] }

//chad:grad wrt=t.V ragged=t
func G(t *q.Tree) float64 { return t.V[0][0] }

//chad:grad inst=q.Number
//chad:grad inst=float64 name=SquareGrad64
func Square[T ~float64](x T) T { return x * x }
-- q/q.go --
package q

type hidden = []float64

type row = float64

type S struct {
	X hidden
	Y []row
	Z row
}

type Open = hidden

type Number = float64

type Tree struct {
	Next *Forest
	V    [][]float64
}

type Forest = Tree
`
	dir := module(t, text)
	apply(t, dir, plan(t, dir, gosrc.Options{}))
	loadFolder(t, dir)
}
