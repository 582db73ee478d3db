package gen_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// plainValue is a value on the higher-order route: what fmt prints without braces.
func plainValue(v semantics.Value) string {
	switch v := v.(type) {
	case *semantics.Tuple:
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = plainValue(e)
		}
		return strings.Join(parts, " ")
	case *semantics.Array:
		parts := make([]string, v.Len())
		for i := range parts {
			parts[i] = plainValue(v.At(i))
		}
		return "[" + strings.Join(parts, " ") + "]"
	case semantics.Real:
		return fmt.Sprint(float64(v))
	case semantics.Int:
		return fmt.Sprint(int64(v))
	}
	return "?"
}

// plainResults are the results of an exported function.
func plainResults(v semantics.Value) []string {
	t, ok := v.(*semantics.Tuple)
	if !ok {
		return []string{plainValue(v)}
	}
	var out []string
	for _, e := range t.Elems {
		out = append(out, plainResults(e)...)
	}
	return out
}

// simpleArgs reports whether a test can write arguments of type t: scalars and arrays of them.
func simpleArgs(t sx.Type) bool {
	switch t := t.(type) {
	case *sx.Scalar, *sx.IdxType:
		return true
	case *sx.TupleType:
		for _, e := range t.Elems {
			if !simpleArgs(e) {
				return false
			}
		}
		return true
	case *sx.ArrayType:
		_, product := t.Elem.(*sx.TupleType)
		return !product && simpleArgs(t.Elem)
	}
	return false
}

// addHigher compares definitions, emitted on the route that generate chooses, in one package.
func (c *compare) addHigher(t *testing.T, defs []*sx.Def) {
	t.Helper()
	p := &sx.Program{}
	var exports []gen.Export
	for i, d := range defs {
		p.Defs = append(p.Defs, d)
		exports = append(exports, gen.Export{Def: d, Name: fmt.Sprintf("F%d", i)})
	}
	src, err := gen.Generate(p, gen.Options{Package: "higher", Exports: exports})
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.ProgramString(p))
	}
	c.write(t, "higher/higher.go", string(src))
	c.imports.WriteString("\t\"samples/higher\"\n")
	for i, d := range defs {
		c.callHigher(t, fmt.Sprintf("higher.F%d", i), d)
	}
}

func (c *compare) callHigher(t *testing.T, name string, d *sx.Def) {
	t.Helper()
	args := arguments(d, 0, 3, 2)
	v, err := semantics.Call(d, args...)
	if err != nil {
		t.Fatalf("%s: %v", d.Name, err)
	}
	sizes, err := semantics.InferSizes(d, args)
	if err != nil {
		t.Fatal(err)
	}
	env := map[*sx.SizeVar]int64{}
	for i, s := range d.Sizes {
		env[s] = sizes[i]
	}
	if v, err = semantics.Normal(v, d.Result, env); err != nil {
		t.Fatal(err)
	}
	var given []string
	for _, s := range d.Sizes {
		if !lengthOfParams(d, s) {
			given = append(given, fmt.Sprint(env[s]))
		}
	}
	for i, x := range d.Params {
		given = append(given, literals(x.Type, args[i])...)
	}
	fmt.Fprintf(&c.main, "\tshow(func() []any { return list(plain(%s(%s))) })\n", name, strings.Join(given, ", "))
	c.want = append(c.want, strings.Join(plainResults(v), " "))
	c.what = append(c.what, d.Name+" on the higher-order route as "+name)
}

func lengthOfParams(d *sx.Def, s *sx.SizeVar) bool {
	for _, p := range d.Params {
		if hasLength(p.Type, s) {
			return true
		}
	}
	return false
}

// TestHigherOrder compares gradients that keep their linear functions, and programs
// with closures and their gradients, with the evaluator.
func TestHigherOrder(t *testing.T) {
	c := newCompare(t)
	c.plain = true
	var defs []*sx.Def
	for _, file := range []string{"testdata/corpus.chad", "testdata/closures.chad"} {
		p := load(t, file)
		sx.ANFProgram(p)
		for i, d := range p.Defs {
			if file == "testdata/corpus.chad" && i%part.Pick(8, 4) != 2 && d.Name != "listSum" { // generic code is slow to compile
				continue
			}
			if strings.HasPrefix(d.Name, "sub") || d.Result != sx.Real || d.Name == "bad" {
				continue
			}
			f := functor.New(reverse.Mode{}, functor.Options{})
			push := dual.New()
			f.Push, f.Linear, f.LinearBlock = push.Push, push.Linear, push.LinearBlock
			active, some := make([]bool, len(d.Params)), false
			for k, x := range d.Params {
				tt := sx.TangentType(x.Type)
				active[k] = tt != nil && tt != sx.Unit
				some = some || active[k]
			}
			if !some {
				continue
			}
			der, err := f.Definition(d, active)
			if err != nil {
				t.Fatal(err)
			}
			g := gradient(d.Name+"_grad", der.Def)
			q := &sx.Program{Defs: reachable(g)}
			simple := true
			for _, x := range g.Params {
				simple = simple && simpleArgs(x.Type)
			}
			if !simple {
				continue
			}
			if len(defs)%2 == 0 { // as the functor gives it, and simplified
				if q, _, err = simplify.Program(q, simplify.Options{}); err != nil {
					t.Fatal(err)
				}
				g = q.Lookup(g.Name)
			}
			defs = append(defs, g)
		}
	}
	c.addHigher(t, defs)
	if src, err := os.ReadFile(filepath.Join(c.dir, "higher/higher.go")); err != nil || !strings.Contains(string(src), "gochad/linear") {
		t.Errorf("package linear is not used (%v)", err)
	}
	c.finish(t)
}
