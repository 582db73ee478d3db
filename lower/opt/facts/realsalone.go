package facts

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// OfRealsAlone reports whether s gives variables of the reals their values by operations on reals alone, which have
// nothing to do with ints and bools. Most of straight-line code is such statements.
func OfRealsAlone(s loop.Stmt) bool {
	switch s := s.(type) {
	case *loop.Let:
		return IsOfReals(s.Rhs)
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Kind != loop.VarExpr || !IsOfReals(s.Rhs[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// AllOfReals reports whether all statements of a block are [OfRealsAlone].
func AllOfReals(b []loop.Stmt) bool {
	return !slices.ContainsFunc(b, func(s loop.Stmt) bool { return !OfRealsAlone(s) })
}

// IsOfReals reports whether e is made of variables, constants and operations of the reals alone.
func IsOfReals(e *loop.Expr) bool {
	if e.Type != loop.RealType || e.Kind > loop.PrimExpr {
		return false
	}
	for _, a := range e.Args {
		if !IsOfReals(a) {
			return false
		}
	}
	return true
}
