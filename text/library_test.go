package text

import (
	"bytes"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// firstMessage is the first diagnostic of a source, with its place.
func firstMessage(src string) string {
	_, ds := Load("f.chad", []byte(src))
	if len(ds) == 0 {
		return ""
	}
	d := ds.Sort()[0]
	return d.Pos.String() + ": " + d.Message
}

func formatted(name string, src []byte) ([]byte, diag.List) {
	f, ds := Parse(name, src)
	if len(ds) > 0 {
		return nil, ds
	}
	return Format(f), nil
}

func TestAdjointMistakes(t *testing.T) {
	const def = "def f [n] (k : real, x : [n]real) : [n]real = [k * x[i] | i < n]\n"
	for name, c := range map[string]struct{ src, want string }{
		"no definition":       {def + "adjoint g x (k, w) = w", "f.chad:2:9: there is no definition g"},
		"no parameter":        {def + "adjoint f y (k, w) = w", "f.chad:2:11: f has no parameter y"},
		"twice":               {def + "adjoint f (x, x) (k, w) = w", "f.chad:2:15: the parameter x is named twice"},
		"again":               {def + "adjoint f x (k, w) = [k * w[i] | i < n]\nadjoint f x (k, w) = w", "f.chad:3:9: f has two adjoints in x"},
		"parameters":          {def + "adjoint f x (k, w, v) = w", "f.chad:2:13: an adjoint of f in x has 2 parameters"},
		"type":                {def + "adjoint f x (k, w) = k", "f.chad:2:22: found real, wanted [n]real"},
		"not linear":          {def + "adjoint f x (k, w) = [w[i] * w[i] | i < n]", "f.chad:2:22: the adjoint of f in x is not linear in the cotangent"},
		"no vector":           {"def g (k : int) : real = real k\nadjoint g k w = 1", "f.chad:2:9: the parameter k has type int, in which nothing is linear"},
		"no linear result":    {"def g (x : real) : int = 1\nadjoint g x w = 1.0", "f.chad:2:9: the result of g has type int, in which nothing is linear"},
		"call without one":    {"def g (x : real) : real = 2 * x\ndef h (x : real) : real = x\nderivative h (x, dx) = g dx", "f.chad:3:24: the derivative of h is not linear in the tangents"},
		"no pattern":          {def + "adjoint f x = 1", "f.chad:2:13: found =, wanted a pattern"},
		"name of a parameter": {def + "adjoint f 3 w = 1", "f.chad:2:11: found 3, wanted the name of a parameter"},
	} {
		if got := firstMessage(c.src); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
	if got := firstMessage(def + "adjoint f x (k, w) = [k * w[i] | i < n]\nadjoint f (k, x) w = (1.0, w)"); !strings.Contains(got, "not linear") {
		t.Errorf("a constant cotangent: %q", got)
	}
	if got := firstMessage("def g (x : real) : real = 2 * x\nadjoint g x w = 2 * w\ndef h (x : real) : real = x\nderivative h (x, dx) = g dx"); got != "" {
		t.Error(got)
	}
}

func TestImplicitMistakes(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"function": {
			"def f (g : real -> real, x : real) : real = fixpoint g x",
			"f.chad:1:54: fixpoint x: the equation uses g : real -> real, a function that is known at run time only; write its λ or the name of a definition in the equation",
		},
		"captured": {
			"def f (g : real -> real, x : real) : real = root (\\y. g y - x) x",
			"f.chad:1:51: root y: the equation uses g : real -> real, a function that is known at run time only; write its λ or the name of a definition in the equation",
		},
		"type": {
			"def f (x : (real, real)) : (real, real) = fixpoint (\\y. (y.2, y.1)) x",
			"f.chad:1:53: fixpoint y: the unknown has type (real, real); it must be a real or an array of reals",
		},
		"data": {
			"data t = A real | B\ndef f (d : t, x : real) : real = fixpoint (\\y. case d of A a -> a * y | B -> y) x",
			"f.chad:2:44: fixpoint y: the equation depends on d : t; reals, and tuples and arrays of them, have derivatives here",
		},
		"start": {"def f (x : real) : real = fixpoint (\\y. y * x) true", "f.chad:1:48: found bool, wanted real"},
		"arity": {"def f (x : real) : real = root (\\y. y * x)", "f.chad:1:27: root takes 2 arguments, found 1"},
	} {
		if got := firstMessage(c.src); got != c.want {
			t.Errorf("%s: got  %q\nwant %q", name, got, c.want)
		}
	}
	for _, src := range []string{
		"def g (y : real) : real = cos y\ndef f (x : real) : real = fixpoint g x",
		"def f (k : int, x : real) : real = fixpoint (\\y. cos y * real k) x",
		"def f [n] (a : [n]real) : [n]real = let size m = n + 1; b = [1.0 | i < m] in root (\\y. [y[i] - a[i] - sum b | i < n]) a",
	} {
		if got := firstMessage(src); got != "" {
			t.Errorf("%s\n%s", src, got)
		}
	}
}

// The library is as chad fmt prints it, and every definition of it is verified.
func TestLibrary(t *testing.T) {
	if err := syntax.VerifyProgram(Library()); err != nil {
		t.Fatal(err)
	}
	out, ds := formatted("matrix.chad", matrixSource)
	if len(ds) > 0 || !bytes.Equal(out, matrixSource) {
		t.Errorf("library/matrix.chad is not formatted: %v", ds)
	}
	for name := range kept {
		if Library().Lookup(name) == nil {
			t.Errorf("the library has no %s", name)
		}
	}
	for name := range kernels {
		if Library().Lookup(name) == nil {
			t.Errorf("the library has no %s", name)
		}
	}
}

// A program has what it uses of the library, a file's own names come first, and both ways of
// application give the same program.
func TestNamesOfTheLibrary(t *testing.T) {
	p, ds := Load("f.chad", []byte("def luSolve (x : real) : real = x\ndef f [n] (a : [n][n]real, b : [n]real) : [n]real = solve a b"))
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	for name, library := range map[string]bool{"luSolve": false, "luSolve2": true, "solve": true, "lu": true, "solveT": true, "f": false} {
		if d := p.Lookup(name); d == nil || d.Library != library {
			t.Errorf("%s: %+v", name, d)
		}
	}
	if p.Lookup("cholesky") != nil {
		t.Error("the program has a definition that it does not use")
	}
	if err := syntax.VerifyProgram(p); err != nil {
		t.Error(err)
	}
	q, ds := Load("f.chad", []byte("def f [n] (a : [n][n]real) : [n][n]real = matmul (a, a)"))
	r, es := Load("f.chad", []byte("def f [n] (a : [n][n]real) : [n][n]real = matmul a a"))
	if len(ds)+len(es) > 0 {
		t.Fatal(ds.Err(), es.Err())
	}
	if a, b := syntax.String(q.Lookup("f").Body), syntax.String(r.Lookup("f").Body); a != b {
		t.Errorf("%s\n%s", a, b)
	}
	if p, ds := Load("f.chad", []byte("def f (x : real) : real = x")); len(ds) > 0 || len(p.Defs) != 1 {
		t.Error("the library costs something where it is not used")
	}
}

func TestFormatAdjoint(t *testing.T) {
	in := "def f (x:real,y:real):real=x+y\nadjoint   f (x,y)   w=(w,w)\n-- one\nadjoint f x (y,w)=w"
	want := "def f (x : real, y : real) : real = x + y\nadjoint f (x, y) w = (w, w)\n-- one\nadjoint f x (y, w) = w\n"
	out, ds := formatted("f.chad", []byte(in))
	if len(ds) > 0 || string(out) != want {
		t.Errorf("got\n%s\nwant\n%s%v", out, want, ds)
	}
	p, ds := Load("f.chad", []byte(want[:strings.Index(want, "-- one")]))
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	var b strings.Builder
	if err := (syntax.PrintOptions{}).PrintProgram(&b, p); err != nil || !strings.Contains(b.String(), "adjoint f (x, y) (w) =") {
		t.Errorf("%v\n%s", err, b.String())
	}
}

// The names that are found in the source of the library are those that it defines; programs that have none of them do
// without it.
func TestLibraryNames(t *testing.T) {
	names := libraryNames()
	for _, d := range Library().Defs {
		if !names[d.Name] {
			t.Errorf("%s is not among the names", d.Name)
		}
		if !mentionsLibrary([]byte("def f (λ" + d.Name + "(a))")) {
			t.Errorf("%s is not found in a text", d.Name)
		}
	}
	if len(names) != len(Library().Defs) {
		t.Errorf("%d names, the library has %d definitions", len(names), len(Library().Defs))
	}
	if mentionsLibrary([]byte("def f (x : real) : real = x * solved")) {
		t.Error("a text without names of the library has one")
	}
}
