package gen

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"runtime"
	"strings"
	"testing"

	sx "github.com/seed-4b734f86/gochad/syntax"
)

// FuzzNames checks that no name, text or position of a program can break the
// emitted file or add a declaration to it.
func FuzzNames(f *testing.F) {
	for _, s := range []string{
		"x", "x'", "type", "len", "math", "f.rev", "a b", "a\nfunc init() {}", "*/", "//go:embed x", "\"", "`", "\x00\xff", "世界", "2x", "_", "",
		"\u2028package", "float64", "nil", "gmul", "lengthError", "A", "strconv", "x\"; os.Exit(1) //", "matrix", "\ufeff", "ǅ", "oneOf", "oneOff", "oneOf2",
	} {
		f.Add(s, s)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		n := sx.NewSizeVar(b)
		x, y := sx.NewVar(a, vec(n)), sx.NewVar(b, vec(n))
		s, z := sx.NewVar(a, sx.Real), sx.NewVar(a+b, sx.Real)
		at := &sx.Pos{File: a, Line: 1, Col: 2}
		idx := sx.NewToIdx(at, sx.SizeOfVar(n), sx.IntLit(1))
		d := def(b, []*sx.SizeVar{n}, []*sx.Var{x, y}, sx.NewLet([]sx.Bind{
			bind1(s, sx.NewSum(sx.ZipWith(sx.Mul, sx.Ref(x), sx.Ref(y)))),
			bind1(z, sx.Mul(sx.NewIndex(sx.Ref(x), idx), sx.Ref(s))),
		}, sx.Add(sx.Mul(sx.Ref(z), sx.Ref(z)), sx.Ref(s))))
		d.Doc = b
		src, err := Generate(program(d), Options{Package: "p", Source: a, Exports: []Export{{Def: d, Doc: a}}})
		if err != nil {
			if strings.Contains(err.Error(), "cannot name a function") {
				return
			}
			t.Fatalf("%q %q: %v", a, b, err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), "x.go", src, parser.ParseComments)
		if err != nil {
			t.Fatalf("%q %q: %v\n%s", a, b, err, src)
		}
		funcs := 0
		for _, decl := range file.Decls {
			switch decl := decl.(type) {
			case *ast.FuncDecl:
				funcs++
			case *ast.GenDecl:
				if decl.Tok != token.IMPORT {
					t.Fatalf("%q %q: a declaration came in\n%s", a, b, src)
				}
			}
		}
		if funcs != 5 || len(file.Imports) != 1 { // the function, checkIndex, checkLength, indexError, lengthError; strconv
			t.Fatalf("%q %q: %d functions, %d imports\n%s", a, b, funcs, len(file.Imports), src)
		}
		for _, g := range file.Comments {
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, "//go:") || strings.HasPrefix(c.Text, "//line") {
					t.Fatalf("%q %q: directive %s", a, b, c.Text)
				}
			}
		}
	})
}

func TestBadOptions(t *testing.T) {
	x := sx.NewVar("x", sx.Real)
	d := def("f", nil, []*sx.Var{x}, sx.Ref(x))
	p := program(d)
	for name, o := range map[string]Options{
		"package":   {Package: "a b", Exports: []Export{{Def: d}}},
		"keyword":   {Package: "func", Exports: []Export{{Def: d}}},
		"nothing":   {Package: "p"},
		"foreign":   {Package: "p", Exports: []Export{{Def: def("g", nil, nil, sx.RealLit(1))}}},
		"name":      {Package: "p", Exports: []Export{{Def: d, Name: "a-b"}}},
		"duplicate": {Package: "p", Exports: []Export{{Def: d, Name: "F"}, {Def: d, Name: "F"}}},
		"into":      {Package: "p", Exports: []Export{{Def: d, Into: map[int]string{0: "r"}}}},
		"into 7":    {Package: "p", Exports: []Export{{Def: d, Into: map[int]string{7: "r"}}}},
	} {
		if src, err := Generate(p, o); err == nil {
			t.Errorf("%s is accepted:\n%s", name, src)
		}
	}
}

// chain is a definition of n bindings, alive as variables: each is used twice.
func chain(n int) *sx.Def {
	x := sx.NewVar("x", sx.Real)
	binds := make([]sx.Bind, n)
	last := x
	for i := range binds {
		y := sx.NewVar("y", sx.Real)
		binds[i] = bind1(y, sx.Mul(sx.Ref(last), sx.Add(sx.Ref(last), sx.RealLit(0.5))))
		last = y
	}
	return def("chain", nil, []*sx.Var{x}, sx.NewLet(binds, sx.Ref(last)))
}

// TestLinearSpace wants a spine ten times as long to allocate about ten times as much;
// BenchmarkChain measures the time.
func TestLinearSpace(t *testing.T) {
	bytes := func(n int) float64 {
		d := chain(n)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := Generate(program(d), Options{Package: "p", Exports: []Export{{Def: d}}}); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc-before.TotalAlloc) / float64(n)
	}
	small, large := bytes(1000), bytes(10000)
	if large > 1.5*small {
		t.Errorf("%.0f bytes a binding at 1,000 bindings, %.0f at 10,000", small, large)
	}
}

// TestGiant wants a long straight line in pieces that Go's compiler takes at a time, and a program of usual length in one.
func TestGiant(t *testing.T) {
	for _, n := range []int{500, 8000} {
		d := chain(n)
		src, err := Generate(program(d), Options{Package: "p", Exports: []Export{{Def: d}}})
		if err != nil {
			t.Fatal(err)
		}
		f, err := parser.ParseFile(token.NewFileSet(), "p.go", src, 0)
		if err != nil {
			t.Fatal(err)
		}
		most, parts, all := 0, 0, 0
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok {
				most, all = max(most, len(d.Body.List)), all+len(d.Body.List)
				if strings.Contains(d.Name.Name, "Part") {
					parts++
				}
			}
		}
		if (parts > 0) != (n > 2000) || most > 1000 || all < n {
			t.Errorf("%d bindings: %d parts, %d statements in the longest function, %d in all", n, parts, most, all)
		}
	}
}

// BenchmarkChain emits let-spines of growing length; ns/op divided by the length should stay level.
func BenchmarkChain(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		d := chain(n)
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Generate(program(d), Options{Package: "p", Exports: []Export{{Def: d}}}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/binding")
		})
	}
}
