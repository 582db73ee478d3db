package chad_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/run"
)

var (
	namedFiles     = flag.Int("named", part.Pick(20, 60), "files with random names in TestRandomNames")
	firstNamedFile = flag.Uint64("firstnamed", 0, "seed of the first of them")
)

// randomName is an identifier of the language (docs/grammar.md): letters of several scripts, digits, subscripts and
// other numbers, marks, primes.
func randomName(r *rand.Rand, taken map[string]bool) string {
	const letters, more = "abfxyzABXθλΔ∂дж数é_ʹª", "019₀₁₂₉⁰²³⁴½①'’\u0302\u0303\u0308\u20d7_"
	pick := func(s string) rune { rs := []rune(s); return rs[r.IntN(len(rs))] }
	for {
		name := ""
		for len(name) == 0 || r.IntN(3) > 0 {
			c := pick(letters)
			if len(name) > 0 && r.IntN(2) > 0 {
				c = pick(more)
			}
			if c != 'λ' && c != '∂' && c != '’' { // which are no parts of names
				name += string(c)
			}
		}
		switch name {
		case "_", "f", "x", "real", "int", "abs", "if", "in":
			continue
		}
		if !taken[name] {
			taken[name] = true
			return name
		}
	}
}

// Directives are about the definition below them, whatever its name, and those of its parameters: each gives a function
// in Go and WebAssembly, with the derivative, or another name is asked for.
func TestRandomNames(t *testing.T) {
	std := importer.ForCompiler(token.NewFileSet(), "source", nil)
	asked := 0
	for seed := *firstNamedFile; seed < *firstNamedFile+uint64(*namedFiles); seed++ {
		r := rand.New(rand.NewPCG(seed, 21))
		taken := map[string]bool{}
		var b strings.Builder
		var defs []string
		for range 3 {
			f, n, x, y := randomName(r, taken), randomName(r, taken), randomName(r, taken), randomName(r, taken)
			def := []string{"def ", "def\t", "def  ", "def\n  "}[r.IntN(4)]
			fmt.Fprintf(&b, "--chad:grad wrt=%s\n--chad:hvp wrt=%s,%s\n-- for people\n%s%s [%s] (%s : [%s]real, %s : real) : real = sum %s * %s\n\n", x, x, y, def, f, n, x, n, y, x, y)
			defs = append(defs, f)
		}
		text := b.String()
		out, err := chad.Generate("f.chad", []byte(text), "p")
		if err != nil {
			if !strings.Contains(err.Error(), "a second function") || !strings.Contains(err.Error(), "name=") {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
			asked++
			n := 0
			for strings.Contains(text, "\n--chad:hvp wrt") || strings.HasPrefix(text, "--chad:grad wrt") { // it says what helps
				n++
				text = strings.Replace(strings.Replace("\n"+text, "\n--chad:grad wrt", fmt.Sprintf("\n--chad:grad name=G%d wrt", n), 1), "\n--chad:hvp wrt", fmt.Sprintf("\n--chad:hvp name=H%d wrt", n), 1)[1:]
			}
			if out, err = chad.Generate("f.chad", []byte(text), "p"); err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text)
			}
		}
		checkNamed(t, std, text, string(out), defs)
		runNamed(t, text, len(defs))
	}
	t.Logf("other names were asked for %d times", asked)
	if asked > *namedFiles/2 {
		t.Error("other names are asked for too often")
	}
}

// checkNamed checks that the Go has a gradient for each definition.
func checkNamed(t *testing.T, std types.Importer, text, out string, defs []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "f.go", out, parser.ParseComments)
	if err == nil {
		_, err = (&types.Config{Importer: std}).Check("p", fset, []*ast.File{file}, nil)
	}
	if err != nil {
		t.Fatalf("%v\nfrom\n%s\nto\n%s", err, text, out)
	}
	for _, def := range defs {
		if !strings.Contains(out, "the value of "+def+" and writes the gradient") || !strings.Contains(out, "the Hessian of "+def+" with respect to") {
			t.Fatalf("nothing for %s\nfrom\n%s\nto\n%s", def, text, out)
		}
	}
}

// runNamed runs the gradients of the module at x = 2, 3 and y = 5: the value is 25, the gradient by x is y.
func runNamed(t *testing.T, text string, n int) {
	t.Helper()
	m, err := chad.GenerateWasm("f.chad", []byte(text), wasmbackend.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	p, err := run.New(t.Context(), nil, m)
	if err != nil {
		t.Fatal(err)
	}
	grads := 0
	for _, block := range m.ABI().Functions {
		f, err := p.Func(block.Name)
		if err != nil {
			t.Fatal(err)
		}
		if block.Results[0].Name != "value" {
			continue // a product
		}
		grads++
		got, err := f.Leaves(t.Context(), []int{2}, []loop.Value{[]float64{2, 3}, 5.0})
		if err != nil || got[0] != 25.0 || fmt.Sprint(got[1]) != "[5 5]" {
			t.Fatalf("%s gives %v, %v", block.Name, got, err)
		}
	}
	if grads != n {
		t.Fatalf("%d gradients, want %d\n%s", grads, n, text)
	}
}
