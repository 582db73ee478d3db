package term_test

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
	"slices"
	"sync"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/gosrc/testdata/corpus"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/semantics"
)

// corpusPackage checks the functions that all parts of the front end are tested on.
var corpusPackage = sync.OnceValues(func() (*translate.Package, error) {
	fset := token.NewFileSet()
	p := &translate.Package{Fset: fset, ReadFile: os.ReadFile, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		FileVersions: map[*ast.File]string{}, Implicits: map[ast.Node]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
	}}
	names, err := filepath.Glob("../../testdata/corpus/*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		p.Syntax = append(p.Syntax, file)
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	p.Types, err = conf.Check("corpus", fset, p.Syntax, p.Info)
	return p, err
})

// lowered takes one function of the corpus to terms. A function that own refuses is skipped.
func lowered(t *testing.T, name string) (*term.Result, *flow.Func, []int) {
	t.Helper()
	p, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	fn, ok := p.Types.Scope().Lookup(name).(*types.Func)
	if !ok {
		t.Fatalf("no function %s", name)
	}
	ref, ds := translate.Translate(p, []translate.Root{{Func: fn}})
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	if err := flow.Verify(ref.Program, flow.Reference); err != nil {
		t.Error("reference form: ", err)
	}
	val, ds := own.Resolve(ref.Program)
	if len(ds) > 0 {
		t.Fatal("not in value form: ", ds.Err())
	}
	if err := flow.Verify(val.Program, flow.Value); err != nil {
		t.Error("value form: ", err)
	}
	r, ds := term.Program(val.Program)
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	fn2 := val.Funcs[ref.Roots[0].Flow]
	return r, fn2, val.Set[fn2]
}

// Every function of the corpus, as terms, gives bit for bit what Go gives, where Go does not panic.
func TestCorpus(t *testing.T) {
	for name, native := range corpus.All {
		if corpus.Beyond[name] != "" || !part.Of(name, 4) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			r, fn, set := lowered(t, name)
			f := r.Funcs[fn]
			rng := rand.New(rand.NewPCG(1, 2))
			fine := 0
			for range 100 {
				args, want, ok := sample(rng, reflect.ValueOf(native), fn, set)
				if !ok {
					continue
				}
				vs := make([]semantics.Value, len(args))
				for i, a := range args {
					vs[i] = convert(a, fn.Params[i].Type)
				}
				for _, i := range set {
					vs = append(vs, semantics.Bool(!args[i].IsNil()))
				}
				v, err := semantics.Call(f.Def, vs...)
				if err != nil {
					t.Fatalf("on %v: %v", args, err)
				}
				got := parts(v, len(want), f.Status)
				for i, w := range want {
					if fn.Results[i].Type == flow.ErrorT && got[i] != semantics.Int(0) { // which one it is does not count
						got[i] = semantics.Int(1)
					}
					if !sameBits(got[i], w) {
						t.Fatalf("result %d on %v: got %v, Go has %v", i, args, got[i], w)
					}
				}
				fine++
			}
			if fine < 10 {
				t.Errorf("only %d of 100 random arguments give a value", fine)
			}
		})
	}
}

// sample runs the native function on random arguments: its results and the new values of the parameters it changes.
func sample(r *rand.Rand, f reflect.Value, fn *flow.Func, set []int) (args []reflect.Value, want []semantics.Value, ok bool) {
	defer func() { ok = recover() == nil }()
	run := make([]reflect.Value, f.Type().NumIn())
	for i := range run {
		a := random(r, f.Type().In(i), map[int]int{}, 0)
		if slices.Contains(set, i) && r.IntN(3) == 0 { // compared with nil
			a = reflect.Zero(a.Type())
		}
		args, run[i] = append(args, a), deepClone(a)
	}
	call := f.Call
	if f.Type().IsVariadic() {
		call = f.CallSlice
	}
	for i, v := range call(run) {
		want = append(want, convert(v, fn.Results[i].Type))
	}
	for i, o := range fn.Outs {
		want = append(want, convert(run[o], fn.Results[len(fn.Results)-len(fn.Outs)+i].Type))
	}
	return args, want, true
}

func deepClone(v reflect.Value) reflect.Value {
	if v.Kind() == reflect.Pointer {
		out := reflect.New(v.Type().Elem())
		out.Elem().Set(clone(v.Elem()))
		return out
	}
	return clone(v)
}

// random is a random value; the rows of a matrix have one length.
func random(r *rand.Rand, typ reflect.Type, lens map[int]int, level int) reflect.Value {
	v := reflect.New(typ).Elem()
	switch typ.Kind() {
	case reflect.Float64, reflect.Float32:
		v.SetFloat(math.Round(r.NormFloat64()*2000) / 1000)
		if r.IntN(30) == 0 {
			v.SetFloat([]float64{0, math.Inf(1), math.NaN(), math.Copysign(0, -1)}[r.IntN(4)])
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.IntN(10) - 1))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(r.IntN(9)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Slice:
		n, ok := lens[level]
		if !ok {
			n = r.IntN(6)
			if typ.Elem().Kind() == reflect.Slice {
				n = 1 + r.IntN(5) // no row, no length of rows
			}
			lens[level] = n
		}
		v.Set(reflect.MakeSlice(typ, n, n))
		for i := range n {
			v.Index(i).Set(random(r, typ.Elem(), lens, level+1))
		}
	case reflect.Array:
		for i := range v.Len() {
			v.Index(i).Set(random(r, typ.Elem(), lens, level+1))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				v.Field(i).Set(random(r, typ.Field(i).Type, lens, level+100*(i+1)))
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(typ.Elem()))
		v.Elem().Set(random(r, typ.Elem(), lens, level))
	}
	return v
}

// convert is a Go value as one of the interpreter.
func convert(v reflect.Value, ft flow.Type) semantics.Value {
	if ft == flow.Type(flow.OpaqueT) {
		return &semantics.Tuple{}
	}
	if v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	if ft == flow.Type(flow.ErrorT) {
		if v.IsNil() {
			return semantics.Int(0)
		}
		return semantics.Int(1)
	}
	switch ft := ft.(type) {
	case *flow.Struct:
		if len(ft.Fields) == 1 {
			return convert(v.Field(0), ft.Fields[0].Type)
		}
		t := &semantics.Tuple{}
		for i, f := range ft.Fields {
			t.Elems = append(t.Elems, convert(v.Field(i), f.Type))
		}
		return t
	case *flow.Slice, *flow.Array:
		a := &semantics.Array{V: []semantics.Value{}}
		elem := flow.Step{Kind: flow.StepIndex}.Part(ft)
		for i := range v.Len() {
			a.V = append(a.V, convert(v.Index(i), elem))
		}
		if elem == flow.Type(flow.Real) || elem == flow.Type(flow.Real32) {
			a.F = []float64{}
			for _, x := range a.V {
				a.F = append(a.F, float64(x.(semantics.Real)))
			}
			a.V = nil
		}
		return a
	}
	switch v.Kind() {
	case reflect.Float64, reflect.Float32:
		return semantics.Real(v.Float())
	case reflect.Bool:
		return semantics.Bool(v.Bool())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return semantics.Int(int64(v.Uint()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return semantics.Int(v.Int())
	}
	panic(fmt.Sprintf("convert: %v as %v", v.Type(), ft))
}

// parts are the n results of a call; a failure is one part more.
func parts(v semantics.Value, n int, status bool) []semantics.Value {
	if n == 1 && !status {
		return []semantics.Value{v}
	}
	es := v.(*semantics.Tuple).Elems
	if status && es[len(es)-1] != semantics.Value(semantics.Int(0)) {
		return make([]semantics.Value, n) // equal to nothing
	}
	return es
}

func sameBits(a, b semantics.Value) bool {
	switch a := a.(type) {
	case semantics.Real:
		b, ok := b.(semantics.Real)
		return ok && (math.Float64bits(float64(a)) == math.Float64bits(float64(b)) || a != a && b != b)
	case *semantics.Tuple:
		b, ok := b.(*semantics.Tuple)
		return ok && sameAll(a.Elems, b.Elems)
	case *semantics.Array:
		b, ok := b.(*semantics.Array)
		return ok && sameAll(elems(a), elems(b))
	}
	return a == b
}

func elems(a *semantics.Array) []semantics.Value {
	if a.F == nil {
		return a.V
	}
	out := make([]semantics.Value, len(a.F))
	for i, x := range a.F {
		out[i] = semantics.Real(x)
	}
	return out
}

func sameAll(a, b []semantics.Value) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !sameBits(a[i], b[i]) {
			return false
		}
	}
	return true
}
