package wild

import (
	"go/types"
)

// plain says that a caller can name a type, set all that is in it, and take derivatives by its float64s: it is made of
// float64s, ints and bools.
func plain(t types.Type) bool { return plainWithin(t, 6) }

func plainWithin(t types.Type, depth int) bool {
	if depth == 0 {
		return false
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		if t.Kind() == types.Uintptr || t.Kind() == types.Float32 {
			return false
		}
		return t.Info()&(types.IsInteger|types.IsBoolean) != 0 || t.Kind() == types.Float64
	case *types.Named:
		return nameable(t) && plainWithin(t.Underlying(), depth)
	case *types.Slice:
		return plainWithin(t.Elem(), depth-1)
	case *types.Array:
		return t.Len() <= 64 && plainWithin(t.Elem(), depth-1)
	case *types.Pointer:
		return plainWithin(t.Elem(), depth-1)
	case *types.Struct:
		for f := range t.Fields() {
			if !f.Exported() || !plainWithin(f.Type(), depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// nameable says that a type has a name, with its arguments, that other packages can write.
func nameable(t *types.Named) bool {
	if args := t.TypeArgs(); args != nil {
		for a := range args.Types() {
			if n, ok := types.Unalias(a).(*types.Named); ok && !nameable(n) {
				return false
			}
		}
	}
	o := t.Obj()
	return o.Exported() && o.Parent() != nil && o.Pkg() != nil && public(o.Pkg().Path())
}

// holds says that a plain type holds float64s.
func holds(t types.Type) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return t.Kind() == types.Float64
	case *types.Slice:
		return holds(t.Elem())
	case *types.Array:
		return holds(t.Elem())
	case *types.Pointer:
		return holds(t.Elem())
	case *types.Struct:
		for f := range t.Fields() {
			if holds(f.Type()) {
				return true
			}
		}
	}
	return false
}

// named is the named type that t is, or points to.
func named(t types.Type) *types.Named {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	n, _ := types.Unalias(t).(*types.Named)
	return n
}

// isNamed says that t is the type path.name.
func isNamed(t types.Type, path, name string) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }
