package judge

import (
	"fmt"
	"math"
	"reflect"
	"slices"
)

// tangents are like parts of arguments, with numbers instead of theirs; without numbers, zeros.
func (j *judgement) tangents(parts []reflect.Value, numbers []float64) []reflect.Value {
	ts := copies(parts)
	for i, l := range j.leaves(ts...) {
		l.SetFloat(0)
		if numbers != nil {
			l.SetFloat(numbers[i])
		}
	}
	return ts
}

// buffers are tangents as they are passed to be written: values that are no references by a pointer.
func buffers(ts []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(ts))
	for i, t := range ts {
		if out[i] = t; t.Kind() != reflect.Slice && t.Kind() != reflect.Pointer {
			out[i] = t.Addr()
		}
	}
	return out
}

// A broken derivative gives something other than the function's values, or, written by hand, none.
type broken struct{ error }

func (d *Derived) call(in []reflect.Value) ([]reflect.Value, error) {
	f := reflect.ValueOf(d.F)
	if f.Type().NumIn() != len(in) {
		return nil, fmt.Errorf("%s has %d parameters, want %d", d.Name, f.Type().NumIn(), len(in))
	}
	for i, v := range in {
		if !v.Type().AssignableTo(f.Type().In(i)) {
			return nil, fmt.Errorf("parameter %d of %s is a %v, want a %v", i, d.Name, f.Type().In(i), v.Type())
		}
	}
	out, err := call(f, in)
	if err == nil {
		return out, nil
	}
	err = fmt.Errorf("%s %w", d.Name, err)
	if d.Verb == "derivative" || d.Verb == "pullback" { // what is generated may want more than the function: rows of one length
		return nil, broken{err}
	}
	return nil, err
}

// push is a derivative in direction v: of a Jacobian or Hessian, the product.
func (j *judgement) push(d *Derived, p *point, v []float64) ([]float64, error) {
	args := copies(p.args)
	parts := j.parts(args)
	in := slices.Clone(args)
	ts := j.tangents(parts, v)
	var bufs []reflect.Value
	var matrix []float64
	switch d.Verb {
	case "jacobian", "hessian":
		matrix = make([]float64, len(p.out)*len(v))
		in = append(in, reflect.ValueOf(matrix))
	case "hvp":
		bufs = j.tangents(parts, nil)
		in = append(append(in, ts...), buffers(bufs)...)
	default:
		in = append(in, ts...)
	}
	out, err := d.call(in)
	if err != nil {
		return nil, err
	}
	switch d.Verb {
	case "jacobian", "hessian":
		return product(matrix, v, len(p.out)), nil
	case "hvp":
		return j.floats(bufs...), nil
	}
	n := j.results()
	if err := j.sameValue(d, p, out[:n]); err != nil {
		return nil, err
	}
	var tangents []reflect.Value
	for _, t := range out[n:] {
		tangents = append(tangents, clone(t))
	}
	for i, b := range j.c.By {
		if len(b.Fields) == 0 && slices.Contains(p.written, b.Param) {
			tangents = append(tangents, ts[i])
		}
	}
	dy := j.floats(tangents...)
	if len(dy) != len(p.out) {
		return nil, fmt.Errorf("%s gives %d tangents for %d numbers", d.Name, len(dy), len(p.out))
	}
	return dy, nil
}

// product is a matrix times a vector.
func product(matrix, v []float64, rows int) []float64 {
	y := make([]float64, rows)
	for i := range y {
		for k, x := range v {
			if x != 0 {
				y[i] += matrix[i*len(v)+k] * x
			}
		}
	}
	return y
}

// results is how many results the function has, without errors.
func (j *judgement) results() (n int) {
	for i := range j.f.Type().NumOut() {
		if j.f.Type().Out(i) != errorType {
			n++
		}
	}
	return n
}

// pullByHand is the gradient of the sum of outputs with weights, by a VJP that is written by hand: it takes the results
// and their cotangents, and returns those of the parameters.
func (j *judgement) pullByHand(d *Derived, p *point, weights []float64) ([]float64, error) {
	out, err := call(j.f, copies(p.args))
	if err != nil {
		return nil, err
	}
	in := copies(p.args)
	var bars []reflect.Value
	for i, k := 0, 0; i < j.f.Type().NumOut(); i++ {
		if j.f.Type().Out(i) == errorType {
			in = append(in, reflect.Zero(errorType))
			continue
		}
		in = append(in, clone(out[k]))
		if j.holds(out[k].Type()) {
			bars = append(bars, clone(out[k]))
		}
		k++
	}
	for i, l := range j.leaves(bars...) {
		l.SetFloat(weights[i])
	}
	if out, err = d.call(append(in, bars...)); err != nil {
		return nil, err
	}
	for i := range out {
		out[i] = clone(out[i])
	}
	got, want := j.floats(out...), len(j.leaves(j.parts(copies(p.args))...))
	if len(got) != want {
		return nil, broken{fmt.Errorf("%s returns %d cotangents for %d numbers", d.Name, len(got), want)}
	}
	return got, nil
}

// pull is the gradient of the sum of outputs with weights.
func (j *judgement) pull(d *Derived, p *point, weights []float64) ([]float64, error) {
	if d.Verb == "pullback" {
		return j.pullByHand(d, p, weights)
	}
	args := copies(p.args)
	in := slices.Clone(args)
	used := 0
	take := func(v reflect.Value) {
		for _, l := range j.leaves(v) {
			l.SetFloat(weights[used])
			used++
		}
	}
	if d.Verb == "vjp" {
		out, err := call(j.f, copies(p.args))
		if err != nil {
			return nil, err
		}
		for i, r := range out {
			if (j.c.Of < 0 || j.c.Of == i) && j.holds(r.Type()) {
				bar := clone(r)
				take(bar)
				in = append(in, bar)
			}
		}
	}
	bars := j.tangents(j.parts(args), nil)
	if d.Verb == "vjp" {
		for _, w := range p.written {
			for i, b := range j.c.By {
				if b.Param == w && len(b.Fields) == 0 {
					take(bars[i])
				}
			}
		}
	}
	out, err := d.call(append(in, buffers(bars)...))
	if err != nil {
		return nil, err
	}
	return j.floats(bars...), j.sameValue(d, p, out)
}

// sameValue says whether a derivative returns what the function does.
func (j *judgement) sameValue(d *Derived, p *point, out []reflect.Value) error {
	if j.c.Gradient != nil {
		return nil
	}
	var vs []reflect.Value
	for i, r := range out {
		if j.c.Of < 0 || j.c.Of == i {
			vs = append(vs, clone(r))
		}
	}
	got := j.floats(vs...)
	if len(got) > len(p.out) {
		return broken{fmt.Errorf("%s returns %d numbers, the function %d", d.Name, len(got), len(p.out))}
	}
	for i, x := range got {
		if math.Abs(x-p.out[i]) > 1e-6*math.Abs(p.out[i])+1e-300 && !j.noisy(p, i, math.Abs(x-p.out[i])) {
			return broken{fmt.Errorf("%s returns the value %.10g, the function %.10g", d.Name, x, p.out[i])}
		}
	}
	return nil
}
