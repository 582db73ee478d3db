package lower

import "github.com/seed-4b734f86/gochad/syntax"

// maxLeaves is the number of values up to which a tape is handed from a
// definition to its callers as they are. The tape of a caller holds those of its
// callees, so without a bound the last of a chain of calls would return all values of the
// program; a larger tape becomes one value of a data type of its own.
const maxLeaves = 96

// large reports whether the tape has more values than maxLeaves. One that
// cannot be stored without the sizes in scope is not boxed, whatever it holds.
func (p *packet) large() bool {
	n := 0
	for _, s := range p.steps {
		switch {
		case s.rhs != nil:
		case s.n != nil:
			n++
		case !storable(s.v.Type):
			return false
		default:
			n += leafCount(s.v.Type)
		}
	}
	return n > maxLeaves
}

// leafCount is the number of plain values that one of type ty consists of. Tapes
// of callees are bounded, so types are small.
func leafCount(ty syntax.Type) int {
	n := 0
	switch ty := ty.(type) {
	case *syntax.TupleType:
		for _, e := range ty.Elems {
			n += leafCount(e)
		}
		return n
	case *syntax.SumType:
		for _, v := range ty.Variants {
			n += leafCount(v)
		}
		return n + 1
	case *syntax.ArrayType:
		return leafCount(ty.Elem)
	case *syntax.DynType:
		return leafCount(ty.Elem)
	default:
		return 1
	}
}

// storable reports whether hide can take every size out of ty: it holds no linear sum.
func storable(ty syntax.Type) bool {
	switch ty := ty.(type) {
	case *syntax.TupleType:
		for _, e := range ty.Elems {
			if !storable(e) {
				return false
			}
		}
	case *syntax.SumType:
		if ty.Linear {
			return false
		}
		for _, v := range ty.Variants {
			if !storable(v) {
				return false
			}
		}
	case *syntax.ArrayType:
		return storable(ty.Elem)
	case *syntax.DynType:
		return storable(ty.Elem)
	}
	return true
}
