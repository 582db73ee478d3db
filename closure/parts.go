package closure

import "github.com/seed-4b734f86/gochad/syntax"

// withParts is a type with other types of its components, variants or elements, part i of which is given in the place
// of e; types without such are themselves.
func withParts(t syntax.Type, part func(i int, e syntax.Type) syntax.Type) syntax.Type {
	all := func(ts []syntax.Type) []syntax.Type {
		out := make([]syntax.Type, len(ts))
		for i, e := range ts {
			out[i] = part(i, e)
		}
		return out
	}
	switch t := t.(type) {
	case *syntax.TupleType:
		if t.Names != nil {
			return syntax.NewRecordType(t.Names, all(t.Elems))
		}
		return syntax.NewTupleType(all(t.Elems)...)
	case *syntax.SumType:
		return syntax.NewSumType(all(t.Variants)...)
	case *syntax.ArrayType:
		return syntax.NewArrayType(t.Len, part(0, t.Elem))
	case *syntax.DynType:
		return syntax.NewDynType(part(0, t.Elem))
	default:
		return t
	}
}
