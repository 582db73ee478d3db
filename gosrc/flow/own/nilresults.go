package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// nilResults are the results of a function, in reference form, in which there may be nil pointers; value form has zeros
// in their place, so who wants to know has to ask the function itself.
func nilResults(f *flow.Func) (out []int) {
	for i, r := range f.Results {
		if holdsPointer(r.Type) && mayBeNil(f, i, map[*flow.Func]bool{}) {
			out = append(out, i)
		}
	}
	return out
}

func holdsPointer(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Pointer:
		return true
	case *flow.Slice:
		return holdsPointer(t.Elem)
	case *flow.Array:
		return holdsPointer(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return holdsPointer(f.Type) })
	case *flow.Basic, *flow.FuncType:
	}
	return false
}

// mayBeNil reports whether result i may hold nil: whether it may be what it began with, or what is not surely an
// address.
func mayBeNil(f *flow.Func, i int, seen map[*flow.Func]bool) bool {
	r := f.Results[i]
	if f.Body == nil || seen[f] || !setBeforeReturn(f.Body, r) {
		return true
	}
	seen[f] = true
	defer delete(seen, f)
	may := false
	eachStmt(f.Body, func(s flow.Stmt) {
		switch s := s.(type) {
		case *flow.Assign:
			for k, p := range s.Dst {
				may = may || p.Var == r && (len(p.Path) > 0 || !isAddress(s.Src[k]))
			}
		case *flow.Call:
			for k, p := range s.Dst {
				may = may || p.Var == r && (len(p.Path) > 0 || s.Func == nil || mayBeNil(s.Func, k, seen))
			}
		default:
			may = may || slices.ContainsFunc(flow.Stores(s), func(p flow.Place) bool { return p.Var == r })
		}
	})
	return may
}

// isAddress reports whether the pointers in a value are surely not nil.
func isAddress(e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Addr:
		return !holdsPointer(e.Place.Type())
	case *flow.Cond:
		return isAddress(e.If) && isAddress(e.Else)
	case *flow.Lits:
		return !slices.ContainsFunc(e.Elems, func(x flow.Expr) bool { return !isAddress(x) })
	}
	return !holdsPointer(e.Type())
}
