package judge

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"unsafe"
)

// A world knows which fields are constants for differentiation, as "path.Type.Field", and as ".Field" of types without
// a name.
type world struct {
	constant map[string]bool
	known    map[reflect.Type]bool // what holds says
	held     []reflect.Type        // what interfaces may hold
}

// at is a field that can be set, exported or not. The struct can be addressed.
func at(v reflect.Value, i int) reflect.Value {
	f := v.Field(i)
	return reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem()
}

func (w *world) fixed(t reflect.Type, i int) bool {
	if len(w.constant) == 0 {
		return false
	}
	name, _, _ := strings.Cut(t.Name(), "[")
	if name == "" {
		return w.constant["."+t.Field(i).Name]
	}
	return w.constant[t.PkgPath()+"."+name+"."+t.Field(i).Name]
}

// leaves are the floats in values that can be set, but for those in constant fields. A complex number has two.
func (w *world) leaves(vs ...reflect.Value) []reflect.Value {
	var out []reflect.Value
	var walk func(v reflect.Value)
	walk = func(v reflect.Value) {
		if !w.holds(v.Type()) {
			return
		}
		switch v.Kind() {
		case reflect.Float64, reflect.Float32:
			out = append(out, v)
		case reflect.Complex128, reflect.Complex64:
			walk(pairOf(v))
		case reflect.Pointer:
			if !v.IsNil() {
				walk(v.Elem())
			}
		case reflect.Struct:
			for i := range v.NumField() {
				if !w.fixed(v.Type(), i) {
					walk(at(v, i))
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

// pairOf is a complex number as an array of its two parts, in its memory if it can be set.
func pairOf(v reflect.Value) reflect.Value {
	if !v.CanAddr() {
		v = clone(v)
	}
	part := reflect.TypeFor[float64]()
	if v.Kind() == reflect.Complex64 {
		part = reflect.TypeFor[float32]()
	}
	return reflect.NewAt(reflect.ArrayOf(2, part), v.Addr().UnsafePointer()).Elem()
}

// holds says whether values of a type have leaves.
func (w *world) holds(t reflect.Type) bool {
	if yes, ok := w.known[t]; ok {
		return yes
	}
	w.known[t] = false // of what holds itself
	yes := false
	switch t.Kind() {
	case reflect.Float64, reflect.Float32, reflect.Complex128, reflect.Complex64:
		yes = true
	case reflect.Pointer, reflect.Slice, reflect.Array:
		yes = w.holds(t.Elem())
	case reflect.Struct:
		for i := range t.NumField() {
			yes = yes || !w.fixed(t, i) && w.holds(t.Field(i).Type)
		}
	}
	w.known[t] = yes
	return yes
}

func (w *world) floats(vs ...reflect.Value) []float64 {
	ls := w.leaves(vs...)
	out := make([]float64, len(ls))
	for i, l := range ls {
		out[i] = l.Float()
	}
	return out
}

// copies are deep, and can be set. Functions and maps are shared.
func copies(vs []reflect.Value) []reflect.Value {
	out := make([]reflect.Value, len(vs))
	for i, v := range vs {
		out[i] = clone(v)
	}
	return out
}

func clone(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	deepen(c)
	return c
}

// deepen makes what a value points to its own.
func deepen(c reflect.Value) {
	switch c.Kind() {
	case reflect.Pointer:
		if !c.IsNil() {
			p := reflect.New(c.Type().Elem())
			p.Elem().Set(c.Elem())
			deepen(p.Elem())
			c.Set(p.Convert(c.Type()))
		}
	case reflect.Struct:
		for i := range c.NumField() {
			deepen(at(c, i))
		}
	case reflect.Slice:
		if !c.IsNil() {
			s := reflect.MakeSlice(c.Type(), c.Len(), c.Len())
			reflect.Copy(s, c)
			c.Set(s)
			elements(c)
		}
	case reflect.Array:
		elements(c)
	case reflect.Interface:
		if !c.IsNil() {
			c.Set(clone(c.Elem()))
		}
	}
}

// elements makes what the elements of a list point to their own.
func elements(c reflect.Value) {
	switch c.Type().Elem().Kind() {
	case reflect.Pointer, reflect.Struct, reflect.Slice, reflect.Array, reflect.Interface:
		for i := range c.Len() {
			deepen(c.Index(i))
		}
	}
}

// finite says that all numbers are.
func finite(xs []float64) bool {
	for _, x := range xs {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return false
		}
	}
	return true
}

// same compares lists, to the bit but for the sign of 0.
func same(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

const mostText = 400 // bytes of arguments in a message

// show writes values as text, pointers followed.
func show(v reflect.Value) string {
	var b strings.Builder
	writeValue(&b, v)
	if b.Len() > mostText {
		return strings.ToValidUTF8(b.String()[:mostText], "") + "…"
	}
	return b.String()
}

func writeValue(b *strings.Builder, v reflect.Value) {
	list := func(n int, open, end string, write func(i int)) {
		b.WriteString(open)
		for i := range n {
			if i > 0 {
				b.WriteByte(' ')
			}
			if b.Len() <= mostText {
				write(i)
			}
		}
		b.WriteString(end)
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
		b.WriteByte('&')
		writeValue(b, v.Elem())
	case reflect.Struct:
		list(v.NumField(), "{", "}", func(i int) {
			b.WriteString(v.Type().Field(i).Name + ":")
			writeValue(b, at(v, i))
		})
	case reflect.Slice, reflect.Array:
		list(v.Len(), "[", "]", func(i int) { writeValue(b, v.Index(i)) })
	case reflect.Interface:
		if v.IsNil() {
			b.WriteString("nil")
		} else {
			b.WriteString(v.Elem().Type().String())
			writeValue(b, clone(v.Elem()))
		}
	case reflect.Func, reflect.Chan, reflect.Map, reflect.UnsafePointer:
		b.WriteString(v.Type().String())
	case reflect.String:
		fmt.Fprintf(b, "%q", v.String())
	default:
		fmt.Fprint(b, v)
	}
}
