package corpus

// The laws that generated functions obey, on random arguments, for a function of any signature:
//
//   - FCopy is F, in results, in what it writes, and in panics.
//   - FVJP and FJVP agree: ⟨w, J v⟩ = ⟨Jᵀ w, v⟩, and with differences of F in direction v.
//   - FHVP is the difference quotient of FGrad.
//
// What F writes into its parameters counts as results: the buffers of such parameters hold their cotangents.

import (
	"math"
	"math/rand"
	"reflect"
	"testing"
)

const points = 20

// A function is F and what was generated for it; grad and hvp are nil where F does not return one float.
type function struct {
	name                         string
	f, copy, vjp, jvp, grad, hvp any
}

// A point is one set of arguments, and what F makes of them.
type point struct {
	function
	args, after, results []reflect.Value
	rbar                 []reflect.Value // cotangents of the results that vary
	bars, dirs           []reflect.Value // cotangents and tangents of the parameters that vary
	written              []bool          // whether F writes them
	tol, step            float64
}

func (c function) test(t *testing.T) {
	done := 0
	for seed := range int64(points) {
		p := c.at(t, rand.New(rand.NewSource(seed)))
		if p == nil {
			continue
		}
		want, ok := p.differences()
		if !ok { // not smooth here
			continue
		}
		p.compare(t, want)
		if c.grad != nil {
			p.second(t)
		}
		done++
	}
	if done == 0 {
		t.Errorf("no point to look at")
	}
}

// at calls F at random arguments, and its copy; it is nil if they panic.
func (c function) at(t *testing.T, r *rand.Rand) *point {
	p := &point{function: c, tol: 1e-5, step: 1e-6}
	ft := reflect.TypeOf(c.f)
	for i := range ft.NumIn() {
		p.args = append(p.args, random(r, ft.In(i)))
	}
	p.after = clones(p.args)
	results, panicked := call(c.f, p.after)
	p.results = clones(results) // which may share memory with arguments
	copied := clones(p.args)
	results, again := call(c.copy, copied)
	if (panicked == nil) != (again == nil) {
		t.Fatalf("panic %v, of the copy %v, at %v", panicked, again, values(p.args))
	}
	if panicked != nil {
		return nil
	}
	if !near(values(results), values(p.results), 1e-12) || !near(values(copied), values(p.after), 1e-12) {
		t.Fatalf("the copy gives %v and leaves %v, want %v and %v, at %v", values(results), values(copied), values(p.results), values(p.after), values(p.args))
	}
	for _, x := range append(floats(p.args...), floats(p.results...)...) {
		if x.Kind() == reflect.Float32 {
			p.tol, p.step = 2e-2, 1e-2
		}
	}
	for i, x := range p.results {
		if varies(ft.Out(i)) {
			p.rbar = append(p.rbar, noise(r, x))
		}
	}
	for i, x := range p.args {
		if !varies(x.Type()) {
			continue
		}
		bar := noise(r, x)
		if k := x.Kind(); k != reflect.Slice && k != reflect.Pointer {
			to := reflect.New(x.Type())
			to.Elem().Set(bar)
			bar = to
		}
		p.bars, p.dirs = append(p.bars, bar), append(p.dirs, noise(r, x))
		p.written = append(p.written, !near(values(p.args[i:i+1]), values(p.after[i:i+1]), 0))
	}
	return p
}

// loss is the sum of all that F computes, times the cotangents.
func (p *point) loss(args []reflect.Value) float64 {
	args = clones(args)
	results, _ := call(p.f, args)
	s, k := 0.0, 0
	dot := func(bar, x []float64) {
		for i := range min(len(bar), len(x)) {
			s += bar[i] * x[i]
		}
	}
	for _, x := range results {
		if varies(x.Type()) {
			dot(values(p.rbar[k:k+1]), values([]reflect.Value{x}))
			k++
		}
	}
	k = 0
	for _, x := range args {
		if varies(x.Type()) {
			if p.written[k] {
				dot(values(p.bars[k:k+1]), values([]reflect.Value{x}))
			}
			k++
		}
	}
	return s
}

// moved is the arguments a step in the direction.
func (p *point) moved(h float64) []reflect.Value {
	args := clones(p.args)
	var vary []reflect.Value
	for _, x := range args {
		if varies(x.Type()) {
			vary = append(vary, x)
		}
	}
	d := values(p.dirs)
	for i, x := range floats(vary...) {
		x.SetFloat(x.Float() + h*d[i])
	}
	return args
}

// differences is the derivative of the loss in the direction; ok says that two steps give the same.
func (p *point) differences() (d float64, ok bool) {
	h := p.step
	d = (p.loss(p.moved(h)) - p.loss(p.moved(-h))) / (2 * h)
	e := (p.loss(p.moved(2*h)) - p.loss(p.moved(-2*h))) / (4 * h)
	return d, math.Abs(d-e) <= p.tol*math.Max(1, math.Abs(d))
}

// compare compares FVJP and FJVP with the derivative of the loss.
func (p *point) compare(t *testing.T, want float64) {
	t.Helper()
	bars := clones(p.bars)
	results, panicked := call(p.vjp, concat(clones(p.args), p.rbar, bars))
	if panicked != nil || !near(values(results), values(p.results), 1e-9) {
		t.Fatalf("VJP: panic %v, value %v, want %v", panicked, values(results), values(p.results))
	}
	vjp, scale := 0.0, 1.0
	d := values(p.dirs)
	for i, x := range values(bars) {
		vjp += x * d[i]
		scale += math.Abs(x * d[i])
	}
	if math.Abs(vjp-want) > p.tol*scale {
		t.Fatalf("VJP: %v, by differences %v, at %v", vjp, want, values(p.args))
	}
	dirs := clones(p.dirs)
	results, panicked = call(p.jvp, concat(clones(p.args), dirs))
	if panicked != nil {
		t.Fatalf("JVP: panic %v", panicked)
	}
	jvp := 0.0
	bar := values(p.rbar)
	for i, x := range values(results[len(p.results):]) {
		jvp += bar[i] * x
	}
	for k := range dirs {
		if p.written[k] {
			bar := values(p.bars[k : k+1])
			for i, x := range values(dirs[k : k+1]) {
				jvp += bar[i] * x
			}
		}
	}
	if tol := p.tol * p.tol * 100; math.Abs(jvp-vjp) > math.Max(tol, 1e-9)*scale {
		t.Fatalf("JVP: %v, VJP: %v, at %v", jvp, vjp, values(p.args))
	}
}

// second compares FHVP with differences of FGrad.
func (p *point) second(t *testing.T) {
	t.Helper()
	gradient := func(args []reflect.Value) []float64 {
		bars := clones(p.bars)
		if _, panicked := call(p.grad, concat(args, bars)); panicked != nil {
			t.Fatalf("Grad: panic %v", panicked)
		}
		return values(bars)
	}
	up, down := gradient(p.moved(p.step)), gradient(p.moved(-p.step))
	bars := clones(p.bars)
	if _, panicked := call(p.hvp, concat(clones(p.args), clones(p.dirs), bars)); panicked != nil {
		t.Fatalf("HVP: panic %v", panicked)
	}
	for i, x := range values(bars) {
		if want := (up[i] - down[i]) / (2 * p.step); math.Abs(x-want) > 10*p.tol*math.Max(1, math.Abs(want)) {
			t.Fatalf("HVP: element %d is %v, by differences %v, at %v", i, x, want, values(p.args))
		}
	}
}

func call(f any, args []reflect.Value) (results []reflect.Value, panicked any) {
	defer func() { panicked = recover() }()
	v := reflect.ValueOf(f)
	if v.Type().IsVariadic() {
		return v.CallSlice(args), nil
	}
	return v.Call(args), nil
}

func concat(lists ...[]reflect.Value) (out []reflect.Value) {
	for _, l := range lists {
		out = append(out, l...)
	}
	return out
}

// random is a value of a type: all slices have four elements.
func random(r *rand.Rand, t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	if t.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(t, 4, 4))
	}
	if t.Kind() == reflect.Pointer {
		v.Set(reflect.New(t.Elem()))
	}
	switch {
	case v.CanFloat():
		v.SetFloat(float64(float32(0.3 + 1.4*r.Float64())))
	case v.CanInt():
		v.SetInt(int64(1 + r.Intn(4)))
	case v.CanUint():
		v.SetUint(uint64(1 + r.Intn(4)))
	case t.Kind() == reflect.Bool:
		v.SetBool(r.Intn(2) == 0)
	}
	parts(v, func(x reflect.Value) { x.Set(random(r, x.Type())) })
	return v
}

// parts calls yield for what a value is made of; fields that are not exported stay out.
func parts(v reflect.Value, yield func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			yield(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				yield(v.Field(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			yield(v.Elem())
		}
	}
}

// clone is a copy that shares no memory.
func clone(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch {
	case v.Kind() == reflect.Slice && !v.IsNil():
		c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		reflect.Copy(c, v)
	case v.Kind() == reflect.Pointer && !v.IsNil():
		c.Set(reflect.New(v.Type().Elem()))
		c.Elem().Set(v.Elem())
	}
	parts(c, func(x reflect.Value) { x.Set(clone(x)) })
	return c
}

func clones(vs []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(vs))
	for i, v := range vs {
		out[i] = clone(v)
	}
	return out
}

// noise is a value of the shape of v with random floats.
func noise(r *rand.Rand, v reflect.Value) reflect.Value {
	c := clone(v)
	for _, x := range floats(c) {
		x.SetFloat(r.NormFloat64())
	}
	return c
}

// floats are the floats in values, in order.
func floats(vs ...reflect.Value) (out []reflect.Value) {
	for _, v := range vs {
		if v.CanFloat() {
			out = append(out, v)
		}
		parts(v, func(x reflect.Value) { out = append(out, floats(x)...) })
	}
	return out
}

func values(vs []reflect.Value) (out []float64) {
	for _, x := range floats(vs...) {
		out = append(out, x.Float())
	}
	return out
}

func varies(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float64, reflect.Float32:
		return true
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return varies(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if varies(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

func near(a, b []float64, tol float64) bool {
	for i := range a {
		if i >= len(b) || a[i] != b[i] && !(math.Abs(a[i]-b[i]) <= tol*math.Max(1, math.Abs(b[i]))) && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			return false
		}
	}
	return len(a) == len(b)
}
