// Package dual is forward mode by dual numbers (CHAD §11.1): the interleaved
// form, which maps source terms to source terms at every order of function and
// needs no linear functions.
//
// The system uses it for jvp and for derivative operators inside programs:
// there the inner level becomes dual numbers first, so that no reverse pass is
// ever differentiated.
//
// [Transformer.Push] interleaves values and tangents. [Transformer.Linear] has them as two terms, of which that of the
// tangents is linear in the direction and computes no value again: for derivatives of derivatives.
//
// A value of a flat type (reals, tuples and arrays of them, and anything that
// does not vary) is carried as two, its primal and its tangent, the tangent left out
// where it is zero. So arrays stay arrays of reals. Other types are mapped structurally,
// R(σ→τ) = R(σ) → R(τ), R(σ+τ) = R(σ) + R(τ), with R(τ) = (τ, D₂τ) at flat leaves.
package dual

import "github.com/seed-4b734f86/gochad/syntax"

// flat reports whether values of t are carried as a primal and a tangent.
func flat(t syntax.Type) bool {
	switch t := t.(type) {
	case *syntax.TupleType:
		for _, e := range t.Elems {
			if !flat(e) {
				return false
			}
		}
		return true
	case *syntax.ArrayType:
		return flat(t.Elem)
	case *syntax.DynType:
		return flat(t.Elem)
	case *syntax.Scalar, *syntax.IdxType:
		return true
	default:
		return syntax.TangentType(t) == syntax.Unit
	}
}

// constant reports whether values of t have no tangent.
func constant(t syntax.Type) bool { return syntax.TangentType(t) == syntax.Unit }

// Type is R(τ).
func (d *Transformer) Type(t syntax.Type) syntax.Type {
	if flat(t) {
		if constant(t) {
			return t
		}
		return syntax.NewTupleType(t, syntax.TangentType(t))
	}
	switch t := t.(type) {
	case *syntax.TupleType:
		elems := d.types(t.Elems)
		if t.Names != nil {
			return syntax.NewRecordType(t.Names, elems)
		}
		return syntax.NewTupleType(elems...)
	case *syntax.SumType:
		return syntax.NewSumType(d.types(t.Variants)...)
	case *syntax.FuncType:
		return syntax.NewFuncType(d.Type(t.Param), d.Type(t.Result))
	case *syntax.ArrayType:
		return syntax.NewArrayType(t.Len, d.Type(t.Elem))
	case *syntax.DynType:
		return syntax.NewDynType(d.Type(t.Elem))
	case *syntax.Data:
		return d.dataType(t)
	default:
		return notSource(t)
	}
}

// notSource refuses types of the target language.
func notSource(t syntax.Type) syntax.Type {
	fail("only source programs have dual numbers; %s is a type of the target language", t)
	return nil
}

func (d *Transformer) types(ts []syntax.Type) []syntax.Type {
	out := make([]syntax.Type, len(ts))
	for i, t := range ts {
		out[i] = d.Type(t)
	}
	return out
}

func (d *Transformer) dataType(t *syntax.Data) *syntax.Data {
	if r, ok := d.data[t]; ok {
		return r
	}
	r := syntax.NewData(t.Name+"_dual", false)
	d.data[t] = r
	ctors := make([]syntax.Ctor, len(t.Ctors()))
	for i, c := range t.Ctors() {
		ctors[i] = syntax.Ctor{Name: c.Name + "_dual", Arg: d.Type(c.Arg)}
	}
	r.Define(ctors...)
	return r
}
