package gotypes_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/gotypes"
)

const text = `package p

type N float64
type A = float64
type B = []A
type G[T any] struct{ V T }
type H[T any] = map[string]T

var (
	plain struct { F func(x []float64, g G[N]) error; I interface{ M(x float64) N } }
	x0 B
	x1 struct{ F func(x B, y ...A) (H[A], chan B); P *[3]A }
	x2 G[B]
	x3 interface{ M(x B) A; interface{ K(G[A]) } }
	x4 H[B]
)
`

// Types without aliases are identical to what they were, and to themselves where there were none.
func TestBare(t *testing.T) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", text, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := new(types.Config).Check("p", fset, []*ast.File{file}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"plain": "struct{F func(x []float64, g p.G[p.N]) error; I interface{M(x float64) p.N}}",
		"x0":    "[]float64",
		"x1":    "struct{F func(x []float64, y ...float64) (map[string]float64, chan []float64); P *[3]float64}",
		"x2":    "p.G[[]float64]",
		"x3":    "interface{M(x []float64) float64; interface{K(p.G[float64])}}",
		"x4":    "map[string][]float64",
	} {
		T := p.Scope().Lookup(name).Type()
		got := gotypes.Bare(T)
		if got.String() != want || !types.Identical(got, T) || name == "plain" && got != T {
			t.Errorf("%s is %s, want %s", T, got, want)
		}
	}
}
