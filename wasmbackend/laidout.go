package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// laidOut reports whether a check says that an array of the block is as long as the layout makes it. For callers of emitted Go these checks mean
// something; here the lengths come from the sizes.
func (x *exporter) laidOut(s *loop.Check) bool {
	if s.Got == nil || s.Index || s.Got.Kind != loop.LenExpr || s.Got.Args[0].Kind != loop.VarExpr {
		return false
	}
	for i := range x.b.Leaves {
		l := &x.b.Leaves[i]
		if l.v == s.Got.Args[0].Var && l.Inline() {
			return x.sameSize(l.dims[0], s.Want)
		}
	}
	return false
}

// sameSize reports whether an expression has the value of a size: both are polynomials of the sizes, and are compared where
// different ones are not equal.
func (x *exporter) sameSize(n *syntax.Size, e *loop.Expr) bool {
	for try := range int64(3) {
		at := make([]uint64, len(x.b.sizeVars))
		for i := range at {
			at[i] = uint64(1000003 + 7919*int64(i)*(try+1) + 104729*try)
		}
		want, err := n.Eval(x.b.Env(at))
		got, ok := x.polynomial(e, at)
		if err != nil || !ok || got != want {
			return false
		}
	}
	return true
}

// polynomial is the value of sums and products of sizes at a point.
func (x *exporter) polynomial(e *loop.Expr, at []uint64) (int64, bool) {
	switch {
	case e.Kind == loop.ConstExpr && e.Type == loop.IntType:
		return e.I, true
	case e.Kind == loop.VarExpr:
		if k, ok := x.b.sizes[e.Var]; ok {
			return int64(at[k]), true
		}
	case e.Kind == loop.PrimExpr && len(e.Args) == 2:
		a, ok1 := x.polynomial(e.Args[0], at)
		b, ok2 := x.polynomial(e.Args[1], at)
		switch e.Prim {
		case syntax.OpIntAdd:
			return a + b, ok1 && ok2
		case syntax.OpIntSub:
			return a - b, ok1 && ok2
		case syntax.OpIntMul:
			return a * b, ok1 && ok2
		}
	}
	return 0, false
}
