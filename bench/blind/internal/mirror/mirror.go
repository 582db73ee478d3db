// Package mirror makes room for gradients by inputs of any shape.
package mirror

import (
	"reflect"
	"unsafe"
)

// Like is a copy of x that shares no memory with it.
func Like[T any](x T) T {
	own(reflect.ValueOf(&x).Elem())
	return x
}

// own gives v memory of its own.
func own(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			return
		}
		s := reflect.MakeSlice(v.Type(), v.Len(), v.Len())
		reflect.Copy(s, v)
		v.Set(s)
	case reflect.Pointer:
		if v.IsNil() {
			return
		}
		p := reflect.New(v.Type().Elem())
		p.Elem().Set(v.Elem())
		v.Set(p)
	}
	for _, p := range parts(v) {
		own(p)
	}
}

// parts are the elements, the fields, or what is pointed to.
func parts(v reflect.Value) []reflect.Value {
	var out []reflect.Value
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			out = append(out, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			f := v.Field(i)
			out = append(out, reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()) // also where it is unexported
		}
	case reflect.Pointer:
		if !v.IsNil() {
			out = append(out, v.Elem())
		}
	}
	return out
}

// Find says for each of some reals of x where in bar, which has the shape of x, its counterpart is; more pairs of x and
// bar may follow. All of them are slices or pointers. A real that is nowhere in them has nil.
func Find(reals []*float64, xbars ...any) []*float64 {
	at := map[*float64]*float64{}
	for i := 0; i < len(xbars); i += 2 {
		pair(at, reflect.ValueOf(xbars[i]), reflect.ValueOf(xbars[i+1]))
	}
	out := make([]*float64, len(reals))
	for i, r := range reals {
		out[i] = at[r]
	}
	return out
}

func pair(at map[*float64]*float64, x, bar reflect.Value) {
	if x.Kind() == reflect.Float64 {
		at[(*float64)(unsafe.Pointer(x.UnsafeAddr()))] = (*float64)(unsafe.Pointer(bar.UnsafeAddr()))
	}
	xs, bars := parts(x), parts(bar)
	for i := range xs {
		pair(at, xs[i], bars[i])
	}
}
