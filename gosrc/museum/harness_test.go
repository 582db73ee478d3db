package museum

import (
	"math"
	"reflect"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// An exhibit is a function with what was generated for it, and points at which its derivatives are known from
// elsewhere.
type exhibit struct {
	f       any // the function
	reverse any // its gradient, or its VJP
	forward any // its JVP, or nil
	hessian any // or nil
	points  []point
}

// A point has arguments and what is expected there.
type point struct {
	args []any
	seed []any     // the cotangents of the results, for a VJP
	want []any     // the gradients, in the order of the buffers
	hess []float64 // the Hessian, row by row
	tol  float64   // relative; 0 for 1e-12
}

func list(x ...any) []any { return x }

// check runs an exhibit: results and arguments are those of the function, to the bit, gradients are as expected, though
// the buffers held NaN, again with the same buffers, and forward mode agrees, by one tangent for each number. Forward
// mode is not asked where the derivative is not finite, nor where the value is not: products with zero tangents are NaN
// there.
func (e exhibit) check(t *testing.T) {
	for _, p := range e.points {
		results, after := call(e.f, copied(p.args))
		buffers := copied(p.want)
		bars := places(buffers)
		in := reflect.TypeOf(e.reverse)
		last := in.NumIn() - len(buffers)
		for range 2 {
			args := append(copied(p.args), copied(p.seed)...)
			for _, b := range bars {
				*b = math.NaN()
			}
			for i, b := range buffers {
				args = append(args, as(in.In(last+i), b))
			}
			got, changed := call(e.reverse, args)
			e.same(t, "results of the gradient", got, results)
			e.same(t, "arguments of the gradient", changed[:len(p.args)], after)
			e.same(t, "cotangents", changed[len(p.args):len(p.args)+len(p.seed)], p.seed)
			e.near(t, "gradient", numbers(buffers...), numbers(p.want...), p.tolerance())
		}
		if e.forward != nil && finite(numbers(p.want...)) && finite(numbers(results...)) {
			e.checkForward(t, p, results, after)
		}
		if e.hessian != nil {
			h := make([]float64, len(p.hess))
			for i := range h {
				h[i] = math.NaN()
			}
			got, _ := call(e.hessian, append(copied(p.args), h))
			e.same(t, "results of the Hessian", got, results)
			e.near(t, "Hessian", h, p.hess, p.tolerance())
		}
	}
}

func (e exhibit) checkForward(t *testing.T, p point, results, after []any) {
	in := reflect.TypeOf(e.forward)
	want := numbers(p.want...)
	weights := numbers(p.seed...)
	if len(p.seed) == 0 {
		weights = []float64{1}
	}
	for k := range want {
		tangents := copied(p.want)
		for i, d := range places(tangents) {
			*d = 0
			if i == k {
				*d = 1
			}
		}
		args := copied(p.args)
		for i, d := range tangents {
			args = append(args, as(in.In(len(p.args)+i), d))
		}
		got, changed := call(e.forward, args)
		e.same(t, "results of the tangent", got[:len(results)], results)
		e.same(t, "arguments of the tangent", changed[:len(p.args)], after)
		d := 0.0
		for i, x := range numbers(got[len(results):]...) {
			d += weights[i] * x
		}
		e.near(t, "tangent", []float64{d}, want[k:k+1], p.tolerance())
	}
}

func (p point) tolerance() float64 {
	if p.tol == 0 {
		return 1e-12
	}
	return p.tol
}

func (e exhibit) same(t *testing.T, what string, got, want []any) {
	t.Helper()
	g, w := numbers(got...), numbers(want...)
	if len(g) != len(w) {
		t.Fatalf("%s: %v, want %v", what, g, w)
	}
	for i := range g {
		if math.Float64bits(g[i]) != math.Float64bits(w[i]) {
			t.Errorf("%s: %v, want %v", what, g, w)
			return
		}
	}
}

func (e exhibit) near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
	for i := range got {
		if got[i] == want[i] || math.Abs(got[i]-want[i]) <= tol*max(1, math.Abs(want[i])) { // the same infinity
			continue
		}
		t.Errorf("%s: %v, want %v", what, got, want)
		return
	}
}

func finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v - v) {
			return false
		}
	}
	return true
}

// call calls a function, and says what it gave and what became of the arguments.
func call(f any, args []any) (results, after []any) {
	fn := reflect.ValueOf(f)
	in := make([]reflect.Value, len(args))
	for i, a := range args {
		in[i] = reflect.New(fn.Type().In(i)).Elem()
		in[i].Set(reflect.ValueOf(a))
	}
	for _, r := range fn.Call(in) {
		results = append(results, r.Interface())
	}
	return results, args
}

// as is x as a parameter takes it: itself, or what it points to.
func as(parameter reflect.Type, x any) any {
	if reflect.TypeOf(x) == parameter {
		return x
	}
	return reflect.ValueOf(x).Elem().Interface()
}

func copied(x []any) []any {
	out := make([]any, len(x))
	for i, v := range x {
		out[i] = copyOf(reflect.ValueOf(v)).Interface()
	}
	return out
}

func copyOf(v reflect.Value) reflect.Value {
	switch x := v.Interface().(type) {
	case *mat.SymDense:
		s := mat.NewSymDense(x.SymmetricDim(), nil)
		s.CopySym(x)
		return reflect.ValueOf(s)
	case *mat.VecDense:
		return reflect.ValueOf(mat.VecDenseCopyOf(x))
	}
	switch v.Kind() {
	case reflect.Slice:
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			s.Index(i).Set(copyOf(v.Index(i)))
		}
		return s
	case reflect.Pointer:
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(copyOf(v.Elem()))
		return p
	case reflect.Struct:
		s := reflect.New(v.Type()).Elem()
		for i := range v.NumField() {
			s.Field(i).Set(copyOf(v.Field(i)))
		}
		return s
	default:
		return v
	}
}

// places are where the floats of values are that can be set: behind pointers and in slices. A number by itself is
// replaced by a pointer to it first.
func places(x []any) []*float64 {
	var out []*float64
	for i := range x {
		switch reflect.TypeOf(x[i]).Kind() {
		case reflect.Float64, reflect.Array, reflect.Struct:
			p := reflect.New(reflect.TypeOf(x[i]))
			p.Elem().Set(reflect.ValueOf(x[i]))
			x[i] = p.Interface()
		}
		walk(reflect.ValueOf(x[i]), func(p *float64) { out = append(out, p) })
	}
	return out
}

// walk visits the floats behind pointers and in slices. Of a symmetric matrix the upper half counts.
func walk(v reflect.Value, visit func(*float64)) {
	switch x := v.Interface().(type) {
	case *mat.SymDense:
		for i, n := 0, x.SymmetricDim(); i < n; i++ {
			for j := i; j < n; j++ {
				visit(&x.RawSymmetric().Data[i*x.RawSymmetric().Stride+j])
			}
		}
		return
	case *mat.VecDense:
		for i := range x.Len() {
			visit(&x.RawVector().Data[i])
		}
		return
	}
	switch v.Kind() {
	case reflect.Float64:
		if v.CanAddr() {
			visit(v.Addr().Interface().(*float64))
		}
	case reflect.Complex128:
		parts := (*[2]float64)(v.Addr().UnsafePointer())
		visit(&parts[0])
		visit(&parts[1])
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			walk(v.Index(i), visit)
		}
	case reflect.Pointer:
		walk(v.Elem(), visit)
	case reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), visit)
		}
	}
}

// numbers are the floats of values, also of numbers by themselves.
func numbers(x ...any) []float64 {
	var out []float64
	for _, p := range places(append([]any(nil), x...)) {
		out = append(out, *p)
	}
	return out
}

// differences are the derivatives of a function by some of its arguments, by central differences of fourth order: of
// its result, or of its results times seed. The function has to be smooth around there.
func differences(f any, args []any, by []int, seed ...any) []any {
	weights := numbers(seed...)
	if len(seed) == 0 {
		weights = []float64{1}
	}
	value := func(args []any) float64 {
		s := 0.0
		results, _ := call(f, args)
		for i, x := range numbers(results...) {
			s += weights[i] * x
		}
		return s
	}
	want := make([]any, len(by))
	for i, k := range by {
		bar := copied([]any{args[k]})
		for c, p := range places(bar) {
			at := func(by float64) float64 {
				moved := copied(args)
				one := moved[k : k+1]
				q := places(one)[c]
				*q += by
				if reflect.TypeOf(one[0]) != reflect.TypeOf(args[k]) { // a number behind a pointer
					moved[k] = reflect.ValueOf(one[0]).Elem().Interface()
				}
				return value(moved)
			}
			const h = 1e-3
			*p = (8*(at(h)-at(-h)) - (at(2*h) - at(-2*h))) / (12 * h)
		}
		want[i] = bar[0]
		if reflect.TypeOf(bar[0]) != reflect.TypeOf(args[k]) {
			want[i] = reflect.ValueOf(bar[0]).Elem().Interface()
		}
	}
	return want
}
