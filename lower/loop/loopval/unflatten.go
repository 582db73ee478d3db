package loopval

import (
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Unflatten is the value of a first-order type that leaves stand for. The sizes give the lengths of
// arrays whose elements have no leaves. The error says which leaf does not fit.
func Unflatten(leaves []loop.Value, t syntax.Type, sizes Sizes) (v semantics.Value, err error) {
	defer stop.Recover(&err)
	if n := count(t); n != len(leaves) {
		fail("%s has %d leaves, got %d", t, n, len(leaves))
	}
	u := &unflattener{sizes}
	return u.value(leaves, t), nil
}

type unflattener struct{ sizes Sizes }

func (u *unflattener) value(xs []loop.Value, t syntax.Type) semantics.Value {
	switch t := t.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return scalarOf(xs[0])
	case *syntax.TupleType:
		out := make([]semantics.Value, len(t.Elems))
		for i, e := range t.Elems {
			n := count(e)
			out[i], xs = u.value(xs[:n], e), xs[n:]
		}
		return &semantics.Tuple{Elems: out}
	case *syntax.SumType:
		return u.sum(xs, t)
	case *syntax.Data:
		return u.data(xs[0], t)
	case *syntax.ArrayType:
		n := u.sizes.length(t.Len)
		if len(xs) > 0 {
			n = length(xs[0])
		}
		return u.array(n, xs, t.Elem)
	case *syntax.DynType:
		n := length(xs[0])
		if count(t.Elem) == 0 {
			xs = nil
		}
		return u.array(n, xs, t.Elem)
	}
	fail("no first-order representation of %s", t)
	return nil
}

func scalarOf(x loop.Value) semantics.Value {
	switch x := x.(type) {
	case float64:
		return semantics.Real(x)
	case int64:
		return semantics.Int(x)
	case bool:
		return semantics.Bool(x)
	}
	fail("a Go %T for a scalar", x)
	return nil
}

// sum reads the tag and the variant that it names; the others are not looked at.
func (u *unflattener) sum(xs []loop.Value, t *syntax.SumType) semantics.Value {
	tag, ok := xs[0].(int64)
	if t.Linear {
		if tag--; tag < 0 {
			return semantics.Zero{}
		}
	}
	if !ok || tag < 0 || int(tag) >= len(t.Variants) {
		fail("a tag %v of %s", xs[0], t)
	}
	lo := 1
	for _, e := range t.Variants[:tag] {
		lo += count(e)
	}
	e := t.Variants[tag]
	return &semantics.Inj{Tag: int(tag), Arg: u.value(xs[lo:lo+count(e)], e)}
}

func (u *unflattener) data(x loop.Value, t *syntax.Data) semantics.Value {
	o, ok := x.(*loop.Object)
	if !ok && x != nil {
		fail("a Go %T for a %s", x, t)
	}
	if o == nil {
		if t.Linear {
			return semantics.Zero{}
		}
		for k, c := range t.Ctors() {
			if count(c.Arg) == 0 {
				return &semantics.Inj{Tag: k, Arg: u.value(nil, c.Arg)}
			}
		}
		fail("nil for a %s, which has no constructor without fields", t)
	}
	xs := make([]loop.Value, len(o.Cell.Ctors[o.Ctor].Fields))
	for i := range xs {
		xs[i] = o.Field(i)
	}
	return &semantics.Inj{Tag: o.Ctor, Arg: u.value(xs, t.Ctors()[o.Ctor].Arg)}
}

func (u *unflattener) array(n int, xs []loop.Value, elem syntax.Type) semantics.Value {
	if elem == syntax.Real {
		if fs, ok := xs[0].([]float64); ok {
			return semantics.Reals(append([]float64{}, fs...)...)
		}
	}
	out := make([]semantics.Value, n)
	row := make([]loop.Value, len(xs))
	for i := range out {
		for k, x := range xs {
			if i >= length(x) {
				fail("leaves of an array with lengths %d and %d", n, length(x))
			}
			row[k] = loop.ElementOf(x, i)
		}
		out[i] = u.value(row, elem)
	}
	return semantics.Values(out...)
}

func length(x loop.Value) int {
	n, ok := loop.LengthOf(x)
	if !ok {
		fail("a Go %T for an array", x)
	}
	return n
}
