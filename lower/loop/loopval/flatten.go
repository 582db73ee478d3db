package loopval

import (
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Flatten gives the leaves of a value of a first-order type. into are the types that they are for, such as those of
// parameters, from which the cells of data are known; their number and forms are those of [Types].
// The error says what does not fit.
func Flatten(v semantics.Value, t syntax.Type, into []loop.Type, sizes Sizes) (out []loop.Value, err error) {
	defer stop.Recover(&err)
	v, err = semantics.Normal(v, t, sizes)
	if err != nil {
		return nil, err
	}
	if n := count(t); n != len(into) {
		fail("%s has %d leaves, got %d types", t, n, len(into))
	}
	f := &flattener{sizes}
	return f.value(v, t, into), nil
}

type flattener struct{ sizes Sizes }

// value flattens v, or, when it is Zero, the zero of t.
func (f *flattener) value(v semantics.Value, t syntax.Type, into []loop.Type) []loop.Value {
	_, zero := v.(semantics.Zero)
	switch t := t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return []loop.Value{number(v, into[0])}
	case *syntax.TupleType:
		var out []loop.Value
		for i, e := range t.Elems {
			var x semantics.Value = semantics.Zero{}
			if !zero {
				x = v.(*semantics.Tuple).Elems[i]
			}
			n := count(e)
			out = append(out, f.value(x, e, into[:n:n])...)
			into = into[n:]
		}
		return out
	case *syntax.SumType:
		return f.sum(v, t, into)
	case *syntax.Data:
		return []loop.Value{f.data(v, t, into[0])}
	case *syntax.ArrayType:
		if zero {
			return f.array(f.sizes.length(t.Len), func(int) semantics.Value { return v }, t.Elem, into)
		}
		a := v.(*semantics.Array)
		return f.array(a.Len(), a.At, t.Elem, into)
	case *syntax.DynType:
		if zero {
			v = &semantics.Array{}
		}
		a := v.(*semantics.Array)
		if count(t.Elem) == 0 {
			return []loop.Value{loop.Units(a.Len())}
		}
		return f.array(a.Len(), a.At, t.Elem, into)
	}
	fail("no first-order representation of %s", t)
	return nil
}

// number is a scalar of type t, 0 for Zero.
func number(v semantics.Value, t loop.Type) loop.Value {
	_, zero := v.(semantics.Zero)
	switch x := v.(type) {
	case semantics.Real:
		if t == loop.RealType {
			return float64(x)
		}
	case semantics.Int:
		if t == loop.IntType {
			return int64(x)
		}
	case semantics.Bool:
		if t == loop.BoolType {
			return bool(x)
		}
	}
	switch {
	case !zero:
	case t == loop.RealType:
		return 0.0
	case t == loop.IntType:
		return int64(0)
	case t == loop.BoolType:
		return false
	}
	fail("a value %s for a leaf of type %s", semantics.Format(v), t)
	return nil
}

func (f *flattener) sum(v semantics.Value, t *syntax.SumType, into []loop.Type) []loop.Value {
	inj, ok := v.(*semantics.Inj)
	tag := int64(0)
	switch {
	case ok && t.Linear:
		tag = int64(inj.Tag) + 1
	case ok:
		tag = int64(inj.Tag)
	}
	out := []loop.Value{tag}
	into = into[1:]
	for i, e := range t.Variants {
		var x semantics.Value = semantics.Zero{}
		if ok && inj.Tag == i {
			x = inj.Arg
		}
		n := count(e)
		out = append(out, f.value(x, e, into[:n:n])...)
		into = into[n:]
	}
	return out
}

// data makes the cells of a list or tree.
func (f *flattener) data(v semantics.Value, t *syntax.Data, into loop.Type) loop.Value {
	c := into.Cell
	inj, ok := v.(*semantics.Inj)
	if !ok || inj.Tag == c.Nil {
		return (*loop.Object)(nil)
	}
	fields := c.Ctors[inj.Tag].Fields
	ts := make([]loop.Type, len(fields))
	for i := range fields {
		ts[i] = fields[i].Type
	}
	return loop.NewObject(c, inj.Tag, f.value(inj.Arg, t.Ctors()[inj.Tag].Arg, ts)...)
}

// array turns n elements into an array for each of their leaves.
func (f *flattener) array(n int, at func(int) semantics.Value, elem syntax.Type, into []loop.Type) []loop.Value {
	inner := make([]loop.Type, len(into))
	for k, t := range into {
		inner[k] = t.Elem()
	}
	columns := make([][]loop.Value, len(into))
	if len(into) > 0 {
		for i := range n {
			for k, x := range f.value(at(i), elem, inner) {
				columns[k] = append(columns[k], x)
			}
		}
	}
	out := make([]loop.Value, len(into))
	for k, t := range inner {
		out[k] = column(columns[k], t)
	}
	return out
}

// column is the array of values of type t.
func column(xs []loop.Value, t loop.Type) loop.Value {
	switch {
	case t.IsArray():
		return append([]loop.Value{}, xs...)
	case t.Base == loop.Real:
		return typed[float64](xs)
	case t.Base == loop.Int:
		return typed[int64](xs)
	case t.Base == loop.Bool:
		return typed[bool](xs)
	}
	return typed[*loop.Object](xs)
}

func typed[T any](xs []loop.Value) []T {
	out := make([]T, len(xs))
	for i, x := range xs {
		out[i] = x.(T)
	}
	return out
}
