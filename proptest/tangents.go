package proptest

import (
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// tangentAt builds the (co)tangent at the primal value v of type ty whose
// components, in the order of realsOf(v), are given by next.
func tangentAt(v semantics.Value, ty syntax.Type, next func() float64) semantics.Value {
	if syntax.TangentType(ty) == syntax.Unit {
		return semantics.NewTuple()
	}
	switch ty := ty.(type) {
	case *syntax.Scalar:
		return semantics.Real(next())
	case *syntax.TupleType:
		elems := make([]semantics.Value, len(ty.Elems))
		for i, e := range ty.Elems {
			elems[i] = tangentAt(v.(*semantics.Tuple).Elems[i], e, next)
		}
		return &semantics.Tuple{Elems: elems}
	case *syntax.SumType, *syntax.Data:
		vs, _ := syntax.Variants(ty)
		in := v.(*semantics.Inj)
		return &semantics.Inj{Tag: in.Tag, Arg: tangentAt(in.Arg, vs[in.Tag], next)}
	case *syntax.ArrayType:
		return tangentArray(v.(*semantics.Array), ty.Elem, next)
	case *syntax.DynType:
		return tangentArray(v.(*semantics.Array), ty.Elem, next)
	default:
		return semantics.Zero{}
	}
}

func tangentArray(a *semantics.Array, elem syntax.Type, next func() float64) semantics.Value {
	if elem == syntax.Real {
		xs := make([]float64, a.Len())
		for i := range xs {
			xs[i] = next()
		}
		return semantics.Reals(xs...)
	}
	vs := make([]semantics.Value, a.Len())
	for i := range vs {
		vs[i] = tangentAt(a.At(i), elem, next)
	}
	return semantics.Values(vs...)
}

// from reads numbers off a list.
func from(xs []float64) func() float64 {
	k := 0
	return func() float64 { k++; return xs[k-1] }
}

// componentsAt lists the components of a (co)tangent dv at the primal value v,
// in the order of realsOf(v). Zeros that are left out of dv are spelled out.
// ok is false when dv does not fit v.
func componentsAt(v semantics.Value, ty syntax.Type, dv semantics.Value) (out []float64, ok bool) {
	ok = true
	var visit func(v semantics.Value, ty syntax.Type, dv semantics.Value)
	zero := func(v semantics.Value) {
		for range realsOf(v) {
			out = append(out, 0)
		}
	}
	visit = func(v semantics.Value, ty syntax.Type, dv semantics.Value) {
		if _, none := dv.(semantics.Zero); none || syntax.TangentType(ty) == syntax.Unit {
			zero(v)
			return
		}
		switch ty := ty.(type) {
		case *syntax.Scalar:
			r, fits := dv.(semantics.Real)
			ok = ok && fits
			out = append(out, float64(r))
		case *syntax.TupleType:
			t, fits := dv.(*semantics.Tuple)
			if !fits || len(t.Elems) != len(ty.Elems) {
				ok = false
				return
			}
			for i, e := range ty.Elems {
				visit(v.(*semantics.Tuple).Elems[i], e, t.Elems[i])
			}
		case *syntax.SumType, *syntax.Data:
			vs, _ := syntax.Variants(ty)
			in, t := v.(*semantics.Inj), dv
			d, fits := t.(*semantics.Inj)
			if !fits || d.Tag != in.Tag {
				ok = false
				return
			}
			visit(in.Arg, vs[in.Tag], d.Arg)
		case *syntax.ArrayType, *syntax.DynType:
			a := v.(*semantics.Array)
			d, fits := dv.(*semantics.Array)
			if fits && d.Len() == 0 && a.Len() > 0 {
				zero(v) // the empty array is the zero of [?]τ
				return
			}
			if !fits || d.Len() != a.Len() {
				ok = false
				return
			}
			for i := range a.Len() {
				visit(a.At(i), elemType(ty), d.At(i))
			}
		default:
			ok = false
		}
	}
	visit(v, ty, dv)
	return out, ok
}

func elemType(t syntax.Type) syntax.Type {
	switch t := t.(type) {
	case *syntax.ArrayType:
		return t.Elem
	case *syntax.DynType:
		return t.Elem
	default:
		return nil
	}
}
