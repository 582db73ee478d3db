// Package loopval takes values of the language's semantics to values of the loop language and back, so that
// the two evaluators can be compared.
//
// The representation is that of package place, said again on its own: a real, int, index or bool is one leaf, a product
// the leaves of its elements. An array of τ is one array for each leaf of τ, an array of run-time length also when τ has
// none (then an array of units). A sum is its tag and the leaves of all its variants, with tag 0 for the zero of a linear
// sum, and inductive data a reference to a cell. Leaves of variants that are absent are zeros.
package loopval

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Sizes are the values of size variables. Those that are unknown count as 0 where a zero needs a length.
type Sizes map[*syntax.SizeVar]int64

func (s Sizes) length(n *syntax.Size) int {
	k, err := n.Eval(func(v *syntax.SizeVar) (int64, bool) { x, ok := s[v]; return x, ok })
	if err != nil || k < 0 {
		return 0
	}
	return int(k)
}

// Types are the types of the leaves of t; cell gives the cell of a data type. The error says which type has no
// first-order representation.
func Types(t syntax.Type, cell func(*syntax.Data) *loop.Cell) (ts []loop.Type, err error) {
	defer stop.Recover(&err)
	return types(t, cell), nil
}

func types(t syntax.Type, cell func(*syntax.Data) *loop.Cell) (ts []loop.Type) {
	elems := func(elem syntax.Type) {
		for _, l := range types(elem, cell) {
			ts = append(ts, l.Array())
		}
	}
	switch t := t.(type) {
	case *syntax.Scalar:
		return []loop.Type{loop.TypeOf(t)}
	case *syntax.IdxType:
		return []loop.Type{loop.IntType}
	case *syntax.TupleType:
		for _, e := range t.Elems {
			ts = append(ts, types(e, cell)...)
		}
	case *syntax.SumType:
		ts = []loop.Type{loop.IntType}
		for _, v := range t.Variants {
			ts = append(ts, types(v, cell)...)
		}
	case *syntax.Data:
		return []loop.Type{loop.RefTo(cell(t))}
	case *syntax.ArrayType:
		elems(t.Elem)
	case *syntax.DynType:
		if elems(t.Elem); len(ts) == 0 {
			ts = []loop.Type{{Base: loop.Unit, Rank: 1}}
		}
	default:
		fail("no first-order representation of %s", t)
	}
	return ts
}

// count is the number of leaves of t.
func count(t syntax.Type) int {
	return len(types(t, func(*syntax.Data) *loop.Cell { return nil }))
}

func fail(format string, args ...any) { stop.With(fmt.Errorf("loopval: "+format, args...)) }
