package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A statement of the body of a function is plain if it gives variables of the reals values by operations on reals, and
// on elements of arrays at constant indices, and chooses between them at most by comparisons of reals. It cannot fail,
// writes no memory, and says nothing of ints, lengths and which array is which: what is about those alone need not look
// at it. Nearly all of straight-line code is such statements.
//
// Comparisons may have names, if all that is not plain asks for no bools: then it asks for none of those.
type plainness uint8

const (
	isOther plainness = iota
	isNamed           // plain where nothing else asks for bools
	isPlain
)

// plainOf says how plain s is.
func plainOf(s loop.Stmt) plainness {
	switch s := s.(type) {
	case *loop.Let:
		if isPlainReal(s.Rhs) {
			return isPlain
		}
		if isPlainCondition(s.Rhs) {
			return isNamed
		}
	case *loop.If:
		if !allPlainLists(s.Then) || !allPlainLists(s.Else) {
			return isOther
		}
		if s.Cond.Kind == loop.VarExpr {
			return isNamed
		}
		if isPlainCondition(s.Cond) {
			return isPlain
		}
	}
	return isOther
}

// asksBools reports whether s, which is not plain, declares, changes or reads bools, but for a comparison of ints that
// it checks.
func asksBools(s loop.Stmt) bool {
	asks := false
	switch s := s.(type) {
	case *loop.Let, *loop.AddTo, *loop.Clear, *loop.Copy, *loop.Alloc, *loop.Assign:
	case *loop.Check:
		if c := s.Cond; c.Kind == loop.PrimExpr && len(c.Args) > 0 && c.Args[0].Type == loop.IntType {
			return slices.ContainsFunc(c.Args, hasBools) || s.Got != nil && (hasBools(s.Got) || hasBools(s.Want))
		}
		return true
	default:
		return true
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { asks = asks || hasBools(*e) })
	return asks
}

// hasBools reports whether a part of e is a bool, or memory of bools.
func hasBools(e *loop.Expr) bool {
	return e.Type.Base == loop.Bool || slices.ContainsFunc(e.Args, hasBools)
}

// allPlainLists reports whether the statements of a block are declarations and assignments of reals by [isPlainReal].
func allPlainLists(b []loop.Stmt) bool {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Assign:
			for i, l := range s.Lhs {
				if l.Kind != loop.VarExpr || !isPlainReal(s.Rhs[i]) {
					return false
				}
			}
		case *loop.Let:
			if !isPlainReal(s.Rhs) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isPlainReal reports whether e is made of real variables, constants, operations on such, and elements at constant
// indices.
func isPlainReal(e *loop.Expr) bool {
	if e.Type != loop.RealType {
		return false
	}
	switch e.Kind {
	case loop.VarExpr, loop.ConstExpr:
		return true
	case loop.IndexExpr:
		return e.Args[0].Kind == loop.VarExpr && e.Args[1].Kind == loop.ConstExpr
	case loop.PrimExpr:
		return !e.Prim.Host && !slices.ContainsFunc(e.Args, notPlainReal)
	}
	return false
}

func notPlainReal(e *loop.Expr) bool { return !isPlainReal(e) }

// isPlainCondition reports whether e compares reals.
func isPlainCondition(e *loop.Expr) bool {
	return e.Kind == loop.PrimExpr && e.Type == loop.BoolType && len(e.Args) == 2 && !e.Prim.Host &&
		isPlainReal(e.Args[0]) && isPlainReal(e.Args[1])
}

// plainToo has passes look at plain statements as at all others; a test sets it.
var plainToo bool

// othersOf are the places in the body of a function of the statements that are not plain.
func othersOf(f *loop.Func) []int32 { return othersAnd(f, func(loop.Stmt, bool) {}) }

// othersAnd is othersOf, and tells of all statements whether they are plain, or would be if nothing asked for bools.
func othersAnd(f *loop.Func, each func(s loop.Stmt, plain bool)) []int32 {
	others, named := []int32{}, []int32(nil)
	asks := slices.ContainsFunc(f.Results, hasBools) ||
		slices.ContainsFunc(f.Params, func(q loop.Param) bool { return q.Var.Type.Base == loop.Bool })
	for i, s := range f.Body {
		is := plainOf(s)
		each(s, is != isOther)
		switch is {
		case isNamed:
			named = paged.Append(named, int32(i))
			continue
		case isPlain:
			if !plainToo {
				continue
			}
		}
		others = paged.Append(others, int32(i))
		asks = asks || asksBools(s)
	}
	if len(named) > 0 && (asks || plainToo) {
		others = append(others, named...)
		slices.Sort(others)
	}
	return others
}

// others is [othersOf] for a function that the pass at work has not touched yet.
func (o *Options) others(f *loop.Func) []int32 {
	if o.known == nil {
		return othersOf(f)
	}
	at, ok := o.known.others[f]
	if !ok {
		at = othersOf(f)
		o.known.others[f] = at
	}
	return at
}

// othersIn are the statements of the body of a function that the pass at work has not touched yet, but for those that
// are plain.
func (o *Options) othersIn(f *loop.Func) []loop.Stmt {
	at := o.others(f)
	out := make([]loop.Stmt, len(at))
	for k, i := range at {
		out[k] = f.Body[i]
	}
	return out
}
