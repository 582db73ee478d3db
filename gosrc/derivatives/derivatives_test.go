// Package derivatives_test checks derivatives of the corpus of Go functions.
package derivatives_test

import (
	"errors"
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
	"sync"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/gosrc/testdata/corpus"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// corpusPackage is this package with types.
var corpusPackage = sync.OnceValues(func() (*translate.Package, error) {
	fset := token.NewFileSet()
	p := &translate.Package{Fset: fset, ReadFile: os.ReadFile, Info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Instances: map[*ast.Ident]types.Instance{},
		Implicits: map[ast.Node]types.Object{}, FileVersions: map[*ast.File]string{},
	}}
	names, err := filepath.Glob("../testdata/corpus/*.go")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		if file.Name.Name == "corpus" {
			p.Syntax = append(p.Syntax, file)
		}
	}
	conf := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	p.Types, err = conf.Check("corpus", fset, p.Syntax, p.Info)
	return p, err
})

// An entry is a function of the corpus with its derivatives.
type entry struct {
	native   reflect.Value
	fn       *flow.Func // value form
	set      []int      // the parameters that are compared with nil
	def      *syntax.Def
	jvp, vjp *chad.Func
}

// derived takes a function all the way to its derivatives.
func derived(t *testing.T, name string) *entry {
	t.Helper()
	p, err := corpusPackage()
	if err != nil {
		t.Fatal(err)
	}
	root := translate.Root{Func: p.Types.Scope().Lookup(name).(*types.Func)}
	ref, ds := translate.Translate(p, []translate.Root{root})
	if len(ds) > 0 {
		t.Fatal(ds.Err())
	}
	val, ds := own.Resolve(ref.Program)
	if len(ds) > 0 {
		t.Fatal("not in value form: ", ds.Err())
	}
	r, ds := term.Program(val.Program)
	if len(ds) > 0 {
		t.Fatal("no term: ", ds.Err())
	}
	e := &entry{native: reflect.ValueOf(corpus.All[name]), fn: val.Funcs[ref.Roots[0].Flow]}
	e.def, e.set = r.Funcs[e.fn].Def, val.Set[e.fn]
	m, err := chad.NewModule(r.Program)
	if err != nil {
		t.Fatal(err)
	}
	f, err := m.Func(e.def.Name)
	if err != nil {
		t.Fatal(err)
	}
	if e.jvp, err = chad.JVP(f); err != nil {
		t.Fatal(err)
	}
	if e.vjp, err = chad.VJP(f); err != nil {
		t.Fatal(err)
	}
	return e
}

// flat are functions whose derivative is zero wherever it exists.
var flat = map[string]bool{"Rounding": true, "Reals": true}

// strange are functions that differences say nothing about.
var strange = map[string]string{
	"Special": "its real results are infinite", "MinusZero": "its result is infinite",
	"Bits": "what goes through the bits of a number is constant for differentiation",
}

// Derivatives of the corpus: forward mode is what differences of the Go function say, and reverse mode is the transpose
// of forward mode.
func TestDerivatives(t *testing.T) {
	for name, f := range corpus.All {
		if strange[name] != "" || corpus.Beyond[name] != "" || !smoothTypes(reflect.TypeOf(f)) || !part.Of(name, 4) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			e := derived(t, name)
			rng := rand.New(rand.NewPCG(5, 6))
			checked, moved := 0, 0
			for range 60 {
				ok, zero := e.check(t, rng)
				if ok {
					checked++
				}
				if ok && !zero {
					moved++
				}
			}
			if checked < 5 {
				t.Errorf("only %d of 60 points could be checked", checked)
			}
			if moved == 0 && !flat[name] {
				t.Error("the derivative is zero at all points")
			}
		})
	}
}

// smoothTypes reports whether a function has float64 in its parameters and results, and float32 nowhere.
func smoothTypes(f reflect.Type) bool {
	has := func(n int, at func(int) reflect.Type) (double, single bool) {
		for i := range n {
			reals(at(i), func(k reflect.Kind) {
				double, single = double || k == reflect.Float64, single || k == reflect.Float32
			})
		}
		return double, single
	}
	in, in32 := has(f.NumIn(), f.In)
	out, out32 := has(f.NumOut(), f.Out)
	return in && out && !in32 && !out32
}

func reals(t reflect.Type, see func(reflect.Kind)) {
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		reals(t.Elem(), see)
	case reflect.Struct:
		for i := range t.NumField() {
			reals(t.Field(i).Type, see)
		}
	default:
		see(t.Kind())
	}
}

// check tries one point and direction; ok is false where the function panics or is not smooth.
func (e *entry) check(t *testing.T, rng *rand.Rand) (ok, zero bool) {
	t.Helper()
	args := make([]reflect.Value, e.native.Type().NumIn())
	for i := range args {
		args[i] = random(rng, e.native.Type().In(i), map[int]int{}, 0)
	}
	var dirs, seeds []float64
	for _, a := range args {
		each(a, func(reflect.Value) { dirs = append(dirs, rng.NormFloat64()) })
	}
	base, panicked := e.run(args, dirs, 0)
	if panicked {
		return false, false
	}
	for range base {
		seeds = append(seeds, rng.NormFloat64())
	}
	want, smooth := e.difference(args, dirs, seeds)
	if !smooth {
		return false, false
	}
	vs := make([]semantics.Value, len(args))
	ds := []semantics.Value{}
	next := take(dirs)
	for i, a := range args {
		vs[i] = convert(a, e.fn.Params[i].Type)
		d := tangent(vs[i], e.def.Params[i].Type, next)
		if syntax.TangentType(e.def.Params[i].Type) != syntax.Unit {
			ds = append(ds, d)
		}
	}
	for range e.set {
		vs = append(vs, semantics.Bool(true))
	}
	z, err := e.jvp.Call(append(append([]semantics.Value{}, vs...), ds...)...)
	if err != nil {
		t.Fatalf("forward mode at %v: %v", shown(args), err)
	}
	value, dz := z.(*semantics.Tuple).Elems[0], z.(*semantics.Tuple).Elems[1]
	seed := tangent(value, e.def.Result, take(seeds))
	got := dot(seed, dz)
	if math.Abs(got-want) > 1e-4*(1+math.Abs(want)+math.Abs(got)) {
		t.Fatalf("at %v in direction %v with weights %v: forward mode gives %v, differences %v", shown(args), dirs, seeds, got, want)
	}
	w, err := e.vjp.Call(append(append([]semantics.Value{}, vs...), seed)...)
	if err != nil {
		t.Fatalf("reverse mode at %v: %v", shown(args), err)
	}
	bars := w.(*semantics.Tuple).Elems[1]
	back := 0.0
	if len(ds) == 1 {
		back = dot(bars, ds[0])
	} else {
		for i, d := range ds {
			back += dot(bars.(*semantics.Tuple).Elems[i], d)
		}
	}
	if math.Abs(got-back) > 1e-9*(1+math.Abs(got)+math.Abs(back)) {
		t.Fatalf("at %v: forward mode gives %v, reverse mode %v", shown(args), got, back)
	}
	return true, got == 0
}

// run calls the Go function at args + h·dirs and lists the reals of its results and of the parameters it changes.
func (e *entry) run(args []reflect.Value, dirs []float64, h float64) (out []float64, panicked bool) {
	defer func() { panicked = recover() != nil }()
	in := make([]reflect.Value, len(args))
	next := take(dirs)
	for i, a := range args {
		in[i] = clone(a)
		each(in[i], func(v reflect.Value) { v.SetFloat(v.Float() + h*next()) })
	}
	call := e.native.Call
	if e.native.Type().IsVariadic() {
		call = e.native.CallSlice
	}
	see := func(v reflect.Value) { out = append(out, v.Float()) }
	for _, r := range call(in) {
		each(r, see)
	}
	for _, o := range e.fn.Outs {
		each(in[o], see)
	}
	return out, false
}

// difference is the weighted directional derivative by central differences; it is smooth where two step sizes agree.
func (e *entry) difference(args []reflect.Value, dirs, seeds []float64) (float64, bool) {
	at := func(h float64) (float64, bool) {
		up, p := e.run(args, dirs, h)
		down, q := e.run(args, dirs, -h)
		if p || q || len(up) != len(seeds) || len(down) != len(seeds) {
			return 0, false
		}
		s := 0.0
		for i, w := range seeds {
			s += w * (up[i] - down[i]) / (2 * h)
		}
		return s, true
	}
	a, ok := at(1e-5)
	b, ok2 := at(3e-6)
	if !ok || !ok2 || math.IsNaN(a) || math.Abs(a) > 1e5 {
		return 0, false
	}
	return b, math.Abs(a-b) < 2e-5*(1+math.Abs(a))
}

func take(list []float64) func() float64 {
	i := -1
	return func() float64 { i++; return list[i] }
}

// each visits the float64s in a value, in order.
func each(v reflect.Value, see func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Float64:
		see(v)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			each(v.Index(i), see)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			each(v.Field(i), see)
		}
	case reflect.Pointer:
		if !v.IsNil() {
			each(v.Elem(), see)
		}
	}
}

func clone(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Slice:
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(clone(v.Index(i)))
		}
	case reflect.Pointer:
		out.Set(reflect.New(v.Type().Elem()))
		out.Elem().Set(v.Elem())
	default:
		out.Set(v)
	}
	return out
}

// random is a random value; the rows of a matrix have one length.
func random(r *rand.Rand, typ reflect.Type, lens map[int]int, level int) reflect.Value {
	v := reflect.New(typ).Elem()
	switch typ.Kind() {
	case reflect.Float64, reflect.Float32:
		v.SetFloat(r.NormFloat64() * 1.5)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(r.IntN(7)))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(r.IntN(7)))
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Interface:
		if typ == reflect.TypeFor[error]() && r.IntN(3) == 0 {
			v.Set(reflect.ValueOf(errors.New("given")))
		}
	case reflect.Slice:
		n, ok := lens[level]
		if !ok {
			n = 1 + r.IntN(5)
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

func shown(args []reflect.Value) string {
	s := ""
	for _, a := range args {
		if a.Kind() == reflect.Pointer {
			a = a.Elem()
		}
		s += fmt.Sprintf(" %+v", a)
	}
	return s
}

// convert is a Go value as one of the interpreter.
func convert(v reflect.Value, ft flow.Type) semantics.Value {
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
		elem := flow.Step{Kind: flow.StepIndex}.Part(ft)
		a := &semantics.Array{}
		if elem == flow.Type(flow.Real) {
			a.F = []float64{}
			for i := range v.Len() {
				a.F = append(a.F, v.Index(i).Float())
			}
			return a
		}
		a.V = []semantics.Value{}
		for i := range v.Len() {
			a.V = append(a.V, convert(v.Index(i), elem))
		}
		return a
	}
	switch v.Kind() {
	case reflect.Float64:
		return semantics.Real(v.Float())
	case reflect.Bool:
		return semantics.Bool(v.Bool())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return semantics.Int(int64(v.Uint()))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return semantics.Int(v.Int())
	}
	return &semantics.Tuple{} // opaque
}

// tangent is a tangent at a value of type t, with the reals that next gives.
func tangent(v semantics.Value, t syntax.Type, next func() float64) semantics.Value {
	if syntax.TangentType(t) == syntax.Unit {
		return &semantics.Tuple{}
	}
	switch v := v.(type) {
	case semantics.Real:
		return semantics.Real(next())
	case *semantics.Tuple:
		out := &semantics.Tuple{}
		for i, x := range v.Elems {
			out.Elems = append(out.Elems, tangent(x, t.(*syntax.TupleType).Elems[i], next))
		}
		return out
	case *semantics.Array:
		out := &semantics.Array{}
		if v.F != nil {
			out.F = make([]float64, len(v.F))
			for i := range out.F {
				out.F[i] = next()
			}
			return out
		}
		out.V = []semantics.Value{}
		for _, x := range v.V {
			out.V = append(out.V, tangent(x, element(t), next))
		}
		return out
	}
	panic(fmt.Sprintf("tangent: %T", v))
}

// element is the type of the elements of an array, which may have its length only at run time.
func element(t syntax.Type) syntax.Type {
	if d, ok := t.(*syntax.DynType); ok {
		return d.Elem
	}
	return t.(*syntax.ArrayType).Elem
}

// dot is the inner product of a cotangent and a tangent; of either an empty array stands for zeros.
func dot(a, b semantics.Value) float64 {
	switch a := a.(type) {
	case semantics.Real:
		return float64(a) * float64(b.(semantics.Real))
	case *semantics.Tuple:
		s := 0.0
		for i, x := range a.Elems {
			s += dot(x, b.(*semantics.Tuple).Elems[i])
		}
		return s
	case *semantics.Array:
		s, b := 0.0, b.(*semantics.Array)
		if max(len(b.F), len(b.V)) == 0 {
			return 0
		}
		for i := range max(len(a.F), len(a.V)) {
			s += dot(item(a, i), item(b, i))
		}
		return s
	}
	return 0
}

func item(a *semantics.Array, i int) semantics.Value {
	if a.F != nil {
		return semantics.Real(a.F[i])
	}
	return a.V[i]
}
