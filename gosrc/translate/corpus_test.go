package translate_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"sort"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/eval"
	"github.com/seed-4b734f86/gochad/gosrc/testdata/corpus"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/syntax"
)

var fset = token.NewFileSet()

var std = importer.ForCompiler(fset, "source", nil)

// check parses and checks one package; text overrides the files of dir.
func check(t testing.TB, path string, files map[string]string, goVersion string) *translate.Package {
	t.Helper()
	p := &translate.Package{Fset: fset, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		FileVersions: map[*ast.File]string{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	names := make([]string, 0, len(files))
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, files[name], parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		p.Syntax = append(p.Syntax, file)
	}
	conf := types.Config{Importer: std, GoVersion: goVersion}
	tp, err := conf.Check(path, fset, p.Syntax, p.Info)
	if err != nil {
		t.Fatal(err)
	}
	p.Types = tp
	p.ReadFile = func(name string) ([]byte, error) { return []byte(files[name]), nil }
	return p
}

func corpusPackage(t testing.TB) *translate.Package {
	t.Helper()
	names, err := filepath.Glob("../testdata/corpus/*.go")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files[name] = string(text)
	}
	return check(t, "corpus", files, "")
}

// exported lists the exported functions of a package without parameters of their own types.
func exported(p *translate.Package) []*types.Func {
	var out []*types.Func
	for _, name := range p.Types.Scope().Names() {
		if fn, ok := p.Types.Scope().Lookup(name).(*types.Func); ok && fn.Exported() {
			out = append(out, fn)
		}
	}
	return out
}

// Every function of the corpus, translated and interpreted, gives bit for bit what Go gives: its results, and what it
// leaves in its arguments; and it panics where Go does.
func TestCorpus(t *testing.T) {
	p := corpusPackage(t)
	for _, fn := range exported(p) {
		if !part.Of(fn.Name(), 4) {
			continue
		}
		t.Run(fn.Name(), func(t *testing.T) {
			native, ok := corpus.All[fn.Name()]
			if !ok {
				t.Fatalf("%s is missing in corpus.All", fn.Name())
			}
			res, diags := translate.Translate(p, []translate.Root{{Func: fn}})
			if len(diags) > 0 {
				t.Fatal(diags.Err())
			}
			compare(t, res.Roots[0].Flow, reflect.ValueOf(native))
		})
	}
}

// compare runs both on random arguments.
func compare(t *testing.T, f *flow.Func, native reflect.Value) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, 2))
	fine := 0
	for range 200 {
		args := make([]reflect.Value, native.Type().NumIn())
		vals := make([]eval.Value, len(args))
		for i := range args {
			args[i] = random(r, native.Type().In(i))
			vals[i] = eval.From(args[i], f.Params[i].Type)
		}
		shown := show(args)
		want, wantErr := call(native, args)
		got, err := eval.Call(f, vals)
		if (wantErr == nil) != (err == nil) {
			t.Fatalf("on %s: got error %v, Go has %v", shown, err, wantErr)
		}
		if err != nil {
			continue
		}
		fine++
		for i, w := range want {
			same(t, fmt.Sprintf("result %d on %s", i, shown), got[i], w, f.Results[i].Type)
		}
		for i, a := range args {
			same(t, fmt.Sprintf("argument %d after %s", i, shown), vals[i], a, f.Params[i].Type)
		}
	}
	if fine < 20 {
		t.Errorf("only %d of 200 random arguments give a value", fine)
	}
}

func show(args []reflect.Value) string {
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = fmt.Sprintf("%+v", a)
	}
	return strings.Join(words, ", ")
}

func call(f reflect.Value, args []reflect.Value) (out []reflect.Value, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if f.Type().IsVariadic() {
		return f.CallSlice(args), nil
	}
	return f.Call(args), nil
}

func same(t *testing.T, what string, got eval.Value, want reflect.Value, ft flow.Type) {
	t.Helper()
	g, w := got.Flat(ft), eval.From(want, ft).Flat(ft)
	ok := len(g) == len(w)
	for i := 0; ok && i < len(g); i++ {
		ok = g[i].I == w[i].I && (math.Float64bits(g[i].F) == math.Float64bits(w[i].F) || math.IsNaN(g[i].F) && math.IsNaN(w[i].F))
	}
	if !ok {
		t.Fatalf("%s: got %v, Go has %v", what, g, w)
	}
}

// random is a random value of a Go type: small numbers, some of them special.
func random(r *rand.Rand, T reflect.Type) reflect.Value {
	v := reflect.New(T).Elem()
	switch T.Kind() {
	case reflect.Float64, reflect.Float32:
		v.SetFloat(randomReal(r))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(randomInt(r))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(randomInt(r)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Slice:
		n := r.IntN(6)
		v.Set(reflect.MakeSlice(T, n, n))
		for i := range n {
			v.Index(i).Set(random(r, T.Elem()))
		}
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(random(r, T.Elem()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				v.Field(i).Set(random(r, T.Field(i).Type))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(T.Elem()))
		v.Elem().Set(random(r, T.Elem()))
	}
	return v
}

func randomReal(r *rand.Rand) float64 {
	if r.IntN(20) == 0 {
		return []float64{0, 1, -1, math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1), 1e300, 1e-310}[r.IntN(9)]
	}
	return math.Round(r.NormFloat64()*2000) / 1000
}

func randomInt(r *rand.Rand) int64 {
	switch r.IntN(20) {
	case 0:
		return []int64{math.MinInt64, math.MaxInt64, 127, 128, -128, 255, 1 << 31, -1 << 31, 1<<53 + 1}[r.IntN(9)]
	case 1, 2, 3:
		return int64(r.IntN(200) - 100)
	}
	return int64(r.IntN(8) - 1)
}

var _ = syntax.Ops
