package blindrun

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// flat is an argument of Go as the loops have it: an array for each number in the elements of a slice.
func flat(v reflect.Value) []loop.Value {
	switch v.Kind() {
	case reflect.Float64:
		return []loop.Value{v.Float()}
	case reflect.Int:
		return []loop.Value{v.Int()}
	case reflect.Bool:
		return []loop.Value{v.Bool()}
	case reflect.Pointer:
		return flat(v.Elem())
	case reflect.Struct:
		return flatFields(v)
	case reflect.Slice, reflect.Array:
		return flatElements(v)
	}
	return nil
}

func flatFields(v reflect.Value) (out []loop.Value) {
	if !v.CanAddr() {
		w := reflect.New(v.Type()).Elem()
		w.Set(v)
		v = w
	}
	for i := range v.NumField() {
		f := v.Field(i)
		out = append(out, flat(reflect.NewAt(f.Type(), unsafe.Pointer(f.UnsafeAddr())).Elem())...)
	}
	return out
}

func flatElements(v reflect.Value) []loop.Value {
	shape := flat(reflect.New(v.Type().Elem()).Elem()) // says what numbers there are where there is no element
	out := make([]loop.Value, len(shape))
	for k, s := range shape {
		switch s.(type) {
		case float64:
			out[k] = []float64{}
		case int64:
			out[k] = []int64{}
		case bool:
			out[k] = []bool{}
		default:
			out[k] = []loop.Value{}
		}
	}
	for i := range v.Len() {
		for k, x := range flat(v.Index(i)) {
			switch x := x.(type) {
			case float64:
				out[k] = append(out[k].([]float64), x)
			case int64:
				out[k] = append(out[k].([]int64), x)
			case bool:
				out[k] = append(out[k].([]bool), x)
			default:
				out[k] = append(out[k].([]loop.Value), x)
			}
		}
	}
	return out
}

// arguments are those of the core of a gradient, for the arguments of its primal and those that it is differentiated
// by; ok is false where it wants them in a way that this function does not know.
func arguments(f *loop.Func, all, by []any) (out []loop.Value, ok bool) {
	var in, bars []loop.Value
	for _, a := range all {
		in = append(in, flat(reflect.ValueOf(a))...)
	}
	for _, a := range by {
		for _, x := range flat(reflect.ValueOf(a)) {
			if isReal(x) {
				bars = append(bars, x)
			}
		}
	}
	first := 2 // the number in the name of the first buffer: results come before
	if len(f.Results) > 1 && f.Results[1].Type.Base != loop.Real {
		first = 3
	}
	for i := 0; i < len(f.Params); i++ {
		p := f.Params[i]
		if p.Out {
			k, err := strconv.Atoi(strings.TrimPrefix(p.Var.Name, "dst"))
			if k -= first; err != nil || k < 0 || k >= len(bars) {
				return nil, false
			}
			out = append(out, shaped(bars[k], p.Var))
			continue
		}
		if len(in) == 0 {
			return nil, false
		}
		if rows, _ := in[0].([]loop.Value); isRagged(f, i) {
			out, in = append(out, shaped(in[0], p.Var), offsets(rows)), in[1:]
			i++
			continue
		}
		out, in = append(out, shaped(in[0], p.Var)), in[1:]
	}
	return out, len(in) == 0
}

// isRagged reports whether parameter i has rows of different lengths, and the next says where they begin.
func isRagged(f *loop.Func, i int) bool {
	return strings.HasSuffix(f.Params[i].Var.Name, "Data") && i+1 < len(f.Params) &&
		strings.HasSuffix(f.Params[i+1].Var.Name, "Off")
}

// isReal reports whether x is a real or an array of reals.
func isReal(x loop.Value) bool {
	switch x := x.(type) {
	case float64, []float64:
		return true
	case []loop.Value:
		return len(x) > 0 && isReal(x[0])
	}
	return false
}

// shaped is a copy of x as the variable has it: without rows where it has none.
func shaped(x loop.Value, v *loop.Var) loop.Value {
	switch x := x.(type) {
	case []float64:
		return slices.Clone(x)
	case []int64:
		return slices.Clone(x)
	case []bool:
		return slices.Clone(x)
	case []loop.Value:
		if v.Type.Rank == 1 || v.Flat != nil {
			return joined(x)
		}
		return nested(x)
	}
	return x
}

func nested(x loop.Value) loop.Value {
	rows, ok := x.([]loop.Value)
	if !ok {
		return shaped(x, nil)
	}
	out := make([]loop.Value, len(rows))
	for i, r := range rows {
		out[i] = nested(r)
	}
	return out
}

// joined puts rows of reals or ints into one array.
func joined(rows []loop.Value) loop.Value {
	var reals []float64
	var ints []int64
	for _, r := range rows {
		if inner, ok := r.([]loop.Value); ok {
			r = joined(inner)
		}
		switch r := r.(type) {
		case []float64:
			reals = append(reals, r...)
		case []int64:
			ints = append(ints, r...)
		}
	}
	if ints != nil {
		return ints
	}
	return reals
}

// offsets say where rows begin, and where the last ends, in one array of all.
func offsets(rows []loop.Value) []int64 {
	out := []int64{0}
	for _, r := range rows {
		out = append(out, out[len(out)-1]+int64(reflect.ValueOf(r).Len()))
	}
	return out
}
