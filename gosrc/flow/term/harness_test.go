package term_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// programs translates the functions of programs_test.go once.
func programs(t *testing.T) (*term.Result, map[string]*flow.Func) {
	t.Helper()
	p, fs := read(t, "programs_test.go", nil)
	if err := flow.Verify(p, flow.Value); err != nil {
		t.Fatal(err)
	}
	r, ds := term.Program(p)
	if err := ds.Err(); err != nil {
		t.Fatal(err)
	}
	return r, fs
}

// clone copies slices deeply.
func clone(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(clone(v.Index(i)))
		}
	case reflect.Struct:
		out.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(clone(v.Field(i)))
			}
		}
	default:
		out.Set(v)
	}
	return out
}

// values are the arguments as Go values of the interpreter: unexported fields are read through [plain].
func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		out := make([]any, v.Len())
		for i := range out {
			out[i] = plain(v.Index(i))
		}
		return out
	case reflect.Struct:
		out := make([]any, v.NumField())
		for i := range out {
			out[i] = plain(v.Field(i))
		}
		return out
	case reflect.Float64:
		return v.Float()
	case reflect.Int:
		return int(v.Int())
	case reflect.Bool:
		return v.Bool()
	case reflect.Interface:
		if v.IsNil() {
			return 0
		}
		return 1
	}
	panic("plain: " + v.Type().String())
}

// goCall runs the Go function and gives its results, and then the new values of the parameters that are outs.
func goCall(f any, fn *flow.Func, args []any) (out []any, panicked bool) {
	defer func() { panicked = recover() != nil }()
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = clone(reflect.ValueOf(a))
	}
	for _, v := range reflect.ValueOf(f).Call(in) {
		out = append(out, plain(v))
	}
	for _, o := range fn.Outs {
		out = append(out, plain(in[o]))
	}
	return out, false
}

// close reports whether two plain values are equal up to rounding.
func near(a, b any, tol float64) bool {
	switch a := a.(type) {
	case float64:
		b, ok := b.(float64)
		return ok && (a == b || math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) <= tol*math.Max(1, math.Max(math.Abs(a), math.Abs(b))))
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for i := range a {
			if !near(a[i], b[i], tol) {
				return false
			}
		}
		return true
	}
	return reflect.DeepEqual(a, b)
}

// termCall runs the definition in the interpreter.
func termCall(t *testing.T, f *term.Func, args []any) (out []any, status int, err error) {
	t.Helper()
	vs := make([]semantics.Value, len(args))
	for i, a := range args {
		v, err := semantics.FromGo(plain(reflect.ValueOf(a)), f.Def.Params[i].Type)
		if err != nil {
			t.Fatal(err)
		}
		vs[i] = v
	}
	v, err := semantics.Call(f.Def, vs...)
	if err != nil {
		return nil, 0, err
	}
	g, err := semantics.ToGo(v, f.Def.Result)
	if err != nil {
		t.Fatal(err)
	}
	p := reflect.ValueOf(g)
	if len(f.Results) == 1 && !f.Status {
		return []any{flat(p)}, 0, nil
	}
	for i := range p.Len() {
		out = append(out, flat(p.Index(i)))
	}
	if f.Status {
		status = out[len(out)-1].(int)
		out = out[:len(out)-1]
	}
	return out, status, nil
}

// flat is plain for what ToGo makes.
func flat(v reflect.Value) any {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	switch v.Kind() {
	case reflect.Int64, reflect.Int:
		return int(v.Int())
	case reflect.Slice:
		out := make([]any, v.Len())
		for i := range out {
			out[i] = flat(v.Index(i))
		}
		return out
	}
	return v.Interface()
}

// value makes a function of the first result alone, which derivatives want.
func value(t *testing.T, r *term.Result, f *term.Func) *chad.Func {
	t.Helper()
	p := &syntax.Program{Data: r.Program.Data, Defs: append([]*syntax.Def(nil), r.Program.Defs...)}
	d := &syntax.Def{Name: f.Def.Name + "_value", Result: syntax.Real}
	env := map[*syntax.SizeVar]*syntax.Size{}
	var sizes []*syntax.Size
	for _, n := range f.Def.Sizes {
		m := syntax.NewSizeVar(n.Name)
		d.Sizes = append(d.Sizes, m)
		env[n] = syntax.SizeOfVar(m)
		sizes = append(sizes, env[n])
	}
	var args []syntax.Term
	for _, x := range f.Def.Params {
		y := syntax.NewVar(x.Name, syntax.SubstSizes(x.Type, func(n *syntax.SizeVar) *syntax.Size { return env[n] }))
		d.Params = append(d.Params, y)
		args = append(args, syntax.Ref(y))
	}
	var body syntax.Term = syntax.NewCall(nil, f.Def, sizes, args...)
	if body.Type() != syntax.Type(syntax.Real) {
		body = syntax.NewProj(0, body)
	}
	d.Body = body
	p.Defs = append(p.Defs, d)
	m, err := chad.NewModule(p)
	if err != nil {
		t.Fatal(err)
	}
	g, err := m.Func(d.Name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
