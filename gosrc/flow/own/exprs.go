package own

import (
	"math"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Small integer and boolean expressions; they fold what is obvious, so that printed programs can be read.

func intLit(i int64) flow.Expr { return &flow.Lit{Typ: flow.Int, I: i} }

func litValue(e flow.Expr) (int64, bool) {
	l, ok := e.(*flow.Lit)
	if !ok || l.Typ.Kind != flow.KindInt && l.Typ.Kind != flow.KindUint {
		return 0, false
	}
	return l.I, true
}

func apply(name string, typ *flow.Basic, args ...flow.Expr) flow.Expr {
	return &flow.Op{Op: syntax.MustOp(name), Args: args, Typ: typ}
}

func plus(a, b flow.Expr) flow.Expr {
	x, isLit := litValue(a)
	y, isLit2 := litValue(b)
	switch {
	case isLit && isLit2:
		return intLit(x + y)
	case isLit && x == 0:
		return b
	case isLit2 && y == 0:
		return a
	}
	return apply("iadd", flow.Int, a, b)
}

func minus(a, b flow.Expr) flow.Expr {
	x, isLit := litValue(a)
	y, isLit2 := litValue(b)
	switch {
	case isLit && isLit2:
		return intLit(x - y)
	case isLit2 && y == 0:
		return a
	}
	return apply("isub", flow.Int, a, b)
}

// choose is a where c holds, and else b; nil holds.
func choose(c, a, b flow.Expr) flow.Expr {
	if c == nil {
		return a
	}
	return &flow.Cond{C: c, If: a, Else: b}
}

// both is a && b, where nil is true.
func both(a, b flow.Expr) flow.Expr {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	return apply("and", flow.Bool, a, b)
}

// atMost is a <= b, or nil when that is plain.
func atMost(a, b flow.Expr) flow.Expr {
	x, isLit := litValue(a)
	y, isLit2 := litValue(b)
	if isLit && isLit2 && x <= y {
		return nil
	}
	if l, ok := b.(*flow.Len); isLit && x <= 0 && ok && l != nil {
		return nil
	}
	return apply("ile", flow.Bool, a, b)
}

// below is a < b, or nil when that is plain.
func below(a, b flow.Expr) flow.Expr {
	x, isLit := litValue(a)
	y, isLit2 := litValue(b)
	if isLit && isLit2 && x < y {
		return nil
	}
	return apply("ilt", flow.Bool, a, b)
}

// sameExpr reports whether two expressions have the same text.
func sameExpr(a, b flow.Expr) bool {
	switch a := a.(type) {
	case *flow.Lit:
		b, ok := b.(*flow.Lit)
		return ok && a.Typ == b.Typ && a.I == b.I && math.Float64bits(a.F) == math.Float64bits(b.F)
	case *flow.Load:
		b, ok := b.(*flow.Load)
		return ok && samePlace(a.Place, b.Place)
	case *flow.Retype:
		b, ok := b.(*flow.Retype)
		return ok && a.Typ == b.Typ && sameExpr(a.X, b.X)
	case *flow.Cond:
		b, ok := b.(*flow.Cond)
		return ok && sameExpr(a.C, b.C) && sameExpr(a.If, b.If) && sameExpr(a.Else, b.Else)
	case *flow.Len:
		b, ok := b.(*flow.Len)
		return ok && a.Cap == b.Cap && sameExpr(a.X, b.X)
	case *flow.Op:
		b, ok := b.(*flow.Op)
		if !ok || a.Op != b.Op || len(a.Args) != len(b.Args) {
			return false
		}
		for i := range a.Args {
			if !sameExpr(a.Args[i], b.Args[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// samePlace reports whether two places are written alike.
func samePlace(a, b flow.Place) bool {
	if a.Var != b.Var || len(a.Path) != len(b.Path) {
		return false
	}
	for i, s := range a.Path {
		t := b.Path[i]
		if s.Kind != t.Kind || s.Field != t.Field || s.Kind == flow.StepIndex && !sameExpr(s.Index, t.Index) {
			return false
		}
	}
	return true
}
