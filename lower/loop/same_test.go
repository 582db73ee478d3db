package loop

import (
	"fmt"
	"math"
	"reflect"
)

// differ compares two programs field by field, up to the identity and names of variables, cells and
// functions; it is "" or the path to a difference. It knows nothing of the text form.
func differ(a, b *Program) string {
	return (&twin{seen: make(map[any]any)}).differ("program", reflect.ValueOf(a), reflect.ValueOf(b))
}

type twin struct{ seen map[any]any }

func (w *twin) differ(path string, a, b reflect.Value) string {
	if a.Kind() != b.Kind() || a.Type() != b.Type() {
		return path
	}
	switch a.Kind() {
	case reflect.Pointer:
		if a.IsNil() || b.IsNil() {
			return when(a.IsNil() != b.IsNil(), path)
		}
		switch a.Interface().(type) {
		case *Var, *Cell, *Func: // the same pairs throughout
			if c, ok := w.seen[a.Interface()]; ok {
				return when(c != b.Interface(), path)
			}
			w.seen[a.Interface()] = b.Interface()
		}
		if a.Pointer() == b.Pointer() {
			return ""
		}
		return w.differ(path, a.Elem(), b.Elem())
	case reflect.Interface:
		return w.differ(path, a.Elem(), b.Elem())
	case reflect.Slice:
		if a.Len() != b.Len() {
			return path
		}
		for i := range a.Len() {
			if s := w.differ(fmt.Sprintf("%s[%d]", path, i), a.Index(i), b.Index(i)); s != "" {
				return s
			}
		}
		return ""
	case reflect.Struct:
		for i := range a.NumField() {
			if f := a.Type().Field(i); f.IsExported() && (f.Name != "Name" || a.Type() == reflect.TypeFor[Check]()) {
				n := f.Name
				if s := w.differ(path+"."+n, a.Field(i), b.Field(i)); s != "" {
					return s
				}
			}
		}
		return ""
	case reflect.Float64:
		return when(math.Float64bits(a.Float()) != math.Float64bits(b.Float()), path)
	}
	return when(a.Interface() != b.Interface(), path)
}

func when(c bool, path string) string {
	if c {
		return path
	}
	return ""
}
