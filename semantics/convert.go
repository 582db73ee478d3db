package semantics

import (
	"fmt"
	"reflect"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Variant is a value of a sum or data type for [FromGo] and [ToGo].
type Variant struct {
	Tag int
	Arg any
}

// FromGo converts a Go value to a value of type t:
//
//	real               any float or integer
//	int, idx n         any integer
//	bool               bool
//	products           a struct (its fields in order), or a slice or array of the elements
//	sums, data         a Variant
//	[n]τ, [?]τ         a slice or array
//	real -> real       func(float64) float64
//	any                a Value
//
// Slices are copied. Lengths are checked against t only where t says them in
// literals; [InferSizes] and [Evaluator.Call] check the others.
// The error, an [*Error] of kind BadArgument, says what does not fit.
func FromGo(x any, t syntax.Type) (v Value, err error) {
	defer guard(&err)
	return fromGo(reflect.ValueOf(x), t), nil
}

func fromGo(x reflect.Value, t syntax.Type) Value {
	for x.IsValid() && (x.Kind() == reflect.Interface || x.Kind() == reflect.Pointer) {
		if v, ok := x.Interface().(Value); ok {
			return v
		}
		x = x.Elem()
	}
	if !x.IsValid() {
		fail(nil, BadArgument, "a value of type %s is wanted, got nil", t)
	}
	if v, ok := x.Interface().(Value); ok {
		return v
	}
	switch t := t.(type) {
	case *syntax.Scalar:
		return scalarFromGo(x, t)
	case *syntax.IdxType:
		return scalarFromGo(x, syntax.Int)
	case *syntax.TupleType:
		return &Tuple{partsFromGo(x, t)}
	case *syntax.SumType, *syntax.Data:
		c, ok := x.Interface().(Variant)
		vs, _ := syntax.Variants(t)
		if ok && c.Tag >= 0 && c.Tag < len(vs) {
			return &Inj{c.Tag, fromGo(reflect.ValueOf(c.Arg), vs[c.Tag])}
		}
	case *syntax.ArrayType:
		if n, ok := t.Len.Lit(); ok && isList(x) && int64(x.Len()) != n {
			fail(nil, LengthMismatch, "%s is wanted, got %d elements", t, x.Len())
		}
		return arrayFromGo(x, t, t.Elem)
	case *syntax.DynType:
		return arrayFromGo(x, t, t.Elem)
	case *syntax.FuncType:
		f, ok := x.Interface().(func(float64) float64)
		if ok && t.Param == syntax.Real && t.Result == syntax.Real {
			return GoFunc(func(x Value) (Value, error) { return Real(f(asReal(x))), nil })
		}
	case *syntax.LFunType, *syntax.CopowerType:
	}
	fail(nil, BadArgument, "%s is wanted, got a Go %s", t, x.Type())
	return nil
}

func isList(x reflect.Value) bool { return x.Kind() == reflect.Slice || x.Kind() == reflect.Array }

func scalarFromGo(x reflect.Value, t *syntax.Scalar) Value {
	switch {
	case t == syntax.Bool && x.Kind() == reflect.Bool:
		return Bool(x.Bool())
	case t == syntax.Int && x.CanInt():
		return Int(x.Int())
	case t == syntax.Real && x.CanInt():
		return Real(x.Int())
	case t == syntax.Real && x.CanFloat():
		return Real(x.Float())
	}
	fail(nil, BadArgument, "%s is wanted, got a Go %s", t, x.Type())
	return nil
}

func partsFromGo(x reflect.Value, t *syntax.TupleType) []Value {
	n, at := -1, x.Index
	switch {
	case isList(x):
		n = x.Len()
	case x.Kind() == reflect.Struct:
		n, at = x.NumField(), x.Field
	}
	if n != len(t.Elems) {
		fail(nil, BadArgument, "%s is wanted, got a Go %s", t, x.Type())
	}
	out := make([]Value, n)
	for i, e := range t.Elems {
		p := at(i)
		if !p.CanInterface() {
			fail(nil, BadArgument, "%s is wanted, got a Go %s with unexported fields", t, x.Type())
		}
		out[i] = fromGo(p, e)
	}
	return out
}

func arrayFromGo(x reflect.Value, t, elem syntax.Type) Value {
	if !isList(x) {
		fail(nil, BadArgument, "%s is wanted, got a Go %s", t, x.Type())
	}
	if fs, ok := x.Interface().([]float64); ok && elem == syntax.Real {
		return Reals(append([]float64{}, fs...)...)
	}
	out := collector{&Array{V: make([]Value, x.Len())}}
	if elem == syntax.Real {
		out.arr = &Array{F: make([]float64, x.Len())}
	}
	for i := range x.Len() {
		out.put(i, fromGo(x.Index(i), elem))
	}
	return out.arr
}

// ToGo converts a normalised value of type t: reals to float64, ints and indices
// to int, bools to bool, products to []any, sums to [Variant], arrays to slices
// ([]float64, []int, []bool, [][]float64, …; of other elements []any). Functions
// and copowers stay values.
// The error, an [*Error], says that v is no value of type t.
func ToGo(v Value, t syntax.Type) (x any, err error) {
	defer guard(&err)
	out := reflect.New(goType(t)).Elem()
	toGo(out, v, t)
	return out.Interface(), nil
}

// Into is [ToGo] into the variable that dst points to, which may be of a struct
// type for products, and of any numeric type for numbers.
// The error, an [*Error] of kind BadArgument, says what does not fit.
func Into(dst any, v Value, t syntax.Type) (err error) {
	defer guard(&err)
	p := reflect.ValueOf(dst)
	if p.Kind() != reflect.Pointer || p.IsNil() {
		fail(nil, BadArgument, "a pointer is wanted, got a Go %T", dst)
	}
	toGo(p.Elem(), v, t)
	return nil
}

func goType(t syntax.Type) reflect.Type {
	switch t := t.(type) {
	case *syntax.Scalar:
		switch t {
		case syntax.Real:
			return reflect.TypeFor[float64]()
		case syntax.Bool:
			return reflect.TypeFor[bool]()
		}
		return reflect.TypeFor[int]()
	case *syntax.IdxType:
		return reflect.TypeFor[int]()
	case *syntax.TupleType:
		return reflect.TypeFor[[]any]()
	case *syntax.SumType, *syntax.Data:
		return reflect.TypeFor[Variant]()
	case *syntax.ArrayType:
		return reflect.SliceOf(elemGoType(t.Elem))
	case *syntax.DynType:
		return reflect.SliceOf(elemGoType(t.Elem))
	case *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
	}
	return reflect.TypeFor[Value]()
}

func elemGoType(t syntax.Type) reflect.Type {
	if _, ok := t.(*syntax.TupleType); ok {
		return reflect.TypeFor[any]()
	}
	return goType(t)
}

// toGo stores v : t in dst, a settable Go variable.
func toGo(dst reflect.Value, v Value, t syntax.Type) {
	if dst.Kind() == reflect.Interface && dst.NumMethod() == 0 {
		p := reflect.New(goType(t)).Elem()
		toGo(p, v, t)
		dst.Set(p)
		return
	}
	if dst.Type() == reflect.TypeFor[Value]() {
		dst.Set(reflect.ValueOf(v))
		return
	}
	ok := false
	switch t := t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		ok = scalarToGo(dst, v, t)
	case *syntax.TupleType:
		ok = tupleToGo(dst, v, t)
	case *syntax.SumType, *syntax.Data:
		if i, isInj := v.(*Inj); isInj && dst.Type() == reflect.TypeFor[Variant]() {
			vs, _ := syntax.Variants(t)
			toGo(dst.Field(1), i.Arg, vs[i.Tag])
			dst.Field(0).SetInt(int64(i.Tag))
			ok = true
		}
	case *syntax.ArrayType:
		ok = arrayToGo(dst, v, t.Elem)
	case *syntax.DynType:
		ok = arrayToGo(dst, v, t.Elem)
	case *syntax.FuncType, *syntax.LFunType, *syntax.CopowerType:
	}
	if !ok {
		fail(nil, BadArgument, "%s of type %s does not fit a Go %s", describe(v), t, dst.Type())
	}
}

func scalarToGo(dst reflect.Value, v Value, t syntax.Type) bool {
	switch {
	case t == syntax.Real && dst.CanFloat():
		dst.SetFloat(asReal(v))
	case t == syntax.Bool && dst.Kind() == reflect.Bool:
		dst.SetBool(asBool(v))
	case t != syntax.Real && t != syntax.Bool && dst.CanInt():
		dst.SetInt(asInt(v))
	default:
		return false
	}
	return true
}

func tupleToGo(dst reflect.Value, v Value, t *syntax.TupleType) bool {
	p, ok := v.(*Tuple)
	if !ok || len(p.Elems) != len(t.Elems) {
		return false
	}
	at := dst.Field
	switch {
	case dst.Kind() == reflect.Struct && dst.NumField() == len(p.Elems):
	case dst.Kind() == reflect.Slice:
		dst.Set(reflect.MakeSlice(dst.Type(), len(p.Elems), len(p.Elems)))
		at = dst.Index
	default:
		return false
	}
	for i, e := range t.Elems {
		f := at(i)
		if !f.CanSet() {
			return false
		}
		toGo(f, p.Elems[i], e)
	}
	return true
}

func arrayToGo(dst reflect.Value, v Value, elem syntax.Type) bool {
	a, ok := v.(*Array)
	if !ok || dst.Kind() != reflect.Slice {
		return false
	}
	if dst.Type() == reflect.TypeFor[[]float64]() && a.F != nil {
		dst.Set(reflect.ValueOf(append([]float64{}, a.F...)))
		return true
	}
	dst.Set(reflect.MakeSlice(dst.Type(), a.Len(), a.Len()))
	for i := range a.Len() {
		toGo(dst.Index(i), a.At(i), elem)
	}
	return true
}

// CallGo calls a definition on Go values and converts the result by [ToGo]; the
// size parameters are inferred from the lengths of the slices.
// The error is an [*Error].
func (e *Evaluator) CallGo(d *syntax.Def, args ...any) (any, error) {
	if len(args) != len(d.Params) {
		return nil, &Error{d.At, BadArgument, fmt.Sprintf("%s takes %d arguments, got %d", d.Name, len(d.Params),
			len(args))}
	}
	vs := make([]Value, len(args))
	for i, x := range args {
		v, err := FromGo(x, d.Params[i].Type)
		if err != nil {
			return nil, fmt.Errorf("argument %s of %s: %w", d.Params[i].Name, d.Name, err)
		}
		vs[i] = v
	}
	v, err := e.Call(d, vs...)
	if err != nil {
		return nil, err
	}
	return ToGo(v, d.Result)
}
