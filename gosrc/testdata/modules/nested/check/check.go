// Package check compares gradients with finite differences.
package check

import (
	"math"
	"reflect"
	"testing"
)

// Rounding is how much values may differ, relative to them: where the function runs assembly and its gradient Go.
var Rounding float64

// Gradient compares grad, which chad made for f, with differences of f at args: extrapolated twice, to 1e-8. Buffers
// begin with NaN. Ints have no gradient, and f and grad get copies of args each time.
func Gradient(t *testing.T, name string, f, grad any, args ...any) {
	t.Helper()
	fv, gv := reflect.ValueOf(f), reflect.ValueOf(grad)
	var in, call, bars []reflect.Value
	for _, a := range args {
		in = append(in, copied(reflect.ValueOf(a)))
	}
	call = all(in)
	for _, a := range in {
		if a.Kind() == reflect.Int {
			continue
		}
		p := reflect.New(a.Type())
		p.Elem().Set(copied(a))
		reals(p, func(x reflect.Value) { x.SetFloat(math.NaN()) })
		if a.Kind() == reflect.Slice || a.Kind() == reflect.Pointer {
			p = p.Elem()
		}
		call, bars = append(call, p), append(bars, p)
	}
	y, want := gv.Call(call)[0].Float(), fv.Call(all(in))[0].Float()
	if math.Float64bits(y) != math.Float64bits(want) && !(math.Abs(y-want) <= Rounding*math.Abs(want)) {
		t.Errorf("%s: the value is %v, want %v", name, y, want)
	}
	var got []float64
	for _, b := range bars {
		reals(b, func(x reflect.Value) { got = append(got, x.Float()) })
	}
	k := 0
	for i := range in {
		p := reflect.New(in[i].Type())
		p.Elem().Set(in[i])
		in[i] = p.Elem()
		reals(p, func(x reflect.Value) {
			slope := func(h float64) float64 {
				at := x.Float()
				x.SetFloat(at + h)
				hi := fv.Call(all(in))[0].Float()
				x.SetFloat(at - h)
				lo := fv.Call(all(in))[0].Float()
				x.SetFloat(at)
				return (hi - lo) / (2 * h)
			}
			const h = 1e-3
			d := [3]float64{slope(h), slope(h / 2), slope(h / 4)}
			e := [2]float64{(4*d[1] - d[0]) / 3, (4*d[2] - d[1]) / 3}
			want := (16*e[1] - e[0]) / 15
			if err := math.Abs(want-got[k]) / (1 + math.Abs(want)); !(err < 1e-8) {
				t.Errorf("%s: derivative %d is %v, by differences %v", name, k, got[k], want)
			}
			k++
		})
	}
	if k != len(got) {
		t.Errorf("%s: %d derivatives of %d reals", name, len(got), k)
	}
}

// reals calls f for the float64s in a value.
func reals(v reflect.Value, f func(reflect.Value)) {
	switch v.Kind() {
	case reflect.Float64:
		f(v)
	case reflect.Pointer:
		if !v.IsNil() {
			reals(v.Elem(), f)
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			reals(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				reals(v.Field(i), f)
			}
		}
	}
}

func all(in []reflect.Value) (out []reflect.Value) {
	for _, v := range in {
		out = append(out, copied(v))
	}
	return out
}

// copied is a value that shares no memory with another.
func copied(v reflect.Value) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			p := reflect.New(v.Type().Elem())
			p.Elem().Set(copied(v.Elem()))
			return p
		}
	case reflect.Slice:
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		for i := range v.Len() {
			s.Index(i).Set(copied(v.Index(i)))
		}
		return s
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(copied(v.Field(i)))
			}
		}
	}
	return out
}
