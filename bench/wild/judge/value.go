package judge

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// leaves are the float64s in values: those that a caller can see.
func leaves(vs ...reflect.Value) []reflect.Value {
	var out []reflect.Value
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Float64:
			out = append(out, v)
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Type().Field(i).IsExported() {
					walk(v.Field(i))
				}
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				walk(v.Index(i))
			}
		}
	}
	for _, v := range vs {
		walk(v)
	}
	return out
}

func floats(vs ...reflect.Value) []float64 {
	ls := leaves(vs...)
	out := make([]float64, len(ls))
	for i, l := range ls {
		out[i] = l.Float()
	}
	return out
}

// holds says whether values of a type hold float64s.
func holds(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Float64:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return holds(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			if t.Field(i).IsExported() && holds(t.Field(i).Type) {
				return true
			}
		}
	}
	return false
}

// copies are deep, and can be set.
func copies(vs []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(vs))
	for i, v := range vs {
		out[i] = clone(v)
	}
	return out
}

func clone(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(clone(v.Elem()))
		}
	case reflect.Struct:
		c.Set(v)
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				c.Field(i).Set(clone(v.Field(i)))
			}
		}
	case reflect.Slice:
		if !v.IsNil() {
			c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				c.Index(i).Set(clone(v.Index(i)))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			c.Index(i).Set(clone(v.Index(i)))
		}
	default:
		c.Set(v)
	}
	return c
}

// filled is a copy with all float64s set.
func filled(v reflect.Value, x float64) reflect.Value {
	c := clone(v)
	for _, l := range leaves(c) {
		l.SetFloat(x)
	}
	return c
}

// same says that two values print alike, by which NaNs are the same.
func same(a, b reflect.Value) bool { return show([]reflect.Value{a}) == show([]reflect.Value{b}) }

// equal compares to the bit, but for NaNs.
func equal(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float64bits(a[i]) != math.Float64bits(b[i]) && !(math.IsNaN(a[i]) && math.IsNaN(b[i])) {
			return false
		}
	}
	return true
}

// show writes values as text, pointers followed.
func show(vs []reflect.Value) string {
	var b strings.Builder
	var walk func(v reflect.Value)
	list := func(n int, at func(int) reflect.Value, open, end string) {
		b.WriteString(open)
		for i := range n {
			if i > 0 {
				b.WriteByte(' ')
			}
			walk(at(i))
		}
		b.WriteString(end)
	}
	walk = func(v reflect.Value) {
		switch v.Kind() {
		case reflect.Pointer:
			if v.IsNil() {
				b.WriteString("nil")
				return
			}
			b.WriteByte('&')
			walk(v.Elem())
		case reflect.Struct:
			list(v.NumField(), v.Field, "{", "}")
		case reflect.Slice, reflect.Array:
			list(v.Len(), v.Index, "[", "]")
		default:
			fmt.Fprint(&b, v)
		}
	}
	list(len(vs), func(i int) reflect.Value { return vs[i] }, "(", ")")
	return b.String()
}
