package wasmbackend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// laidOut reports whether a check compares two ints that are one size, by the layout of the block, or a size of the
// call with 0. For callers of emitted Go these checks mean something; here the lengths of arrays come from the sizes,
// which have been looked at.
func (x *exporter) laidOut(s *loop.Check) bool {
	if c := s.Cond; c.Kind == loop.PrimExpr && c.Prim.Name == "ige" && c.Args[0].Kind == loop.VarExpr &&
		c.Args[1].IsZero() {
		_, size := x.b.sizes[c.Args[0].Var]
		return size && x.steady(c.Args[0].Var)
	}
	if s.Got == nil || s.Index {
		return false
	}
	got := x.knownSize(s.Got)
	return got != nil && got == x.knownSize(s.Want)
}

// knownSize is the size that an int is: made of sizes of the call and of lengths of arrays in the block; nil if it is
// another int. Equal sizes are one pointer.
func (x *exporter) knownSize(e *loop.Expr) *syntax.Size {
	if e.Type != loop.IntType {
		return nil
	}
	switch e.Kind {
	case loop.ConstExpr:
		return syntax.SizeLit(e.I)
	case loop.LenExpr:
		if a := e.Args[0]; a.Kind == loop.VarExpr {
			return x.sized[a.Var]
		}
	case loop.VarExpr:
		if !x.steady(e.Var) {
			return nil
		}
		if k, ok := x.b.sizes[e.Var]; ok {
			return x.b.sizeVars[k]
		}
		if defs := x.ranges.Values(e.Var); len(defs) == 1 {
			return x.knownSize(defs[0])
		}
	case loop.PrimExpr:
		if len(e.Args) != 2 {
			return nil
		}
		a, b := x.knownSize(e.Args[0]), x.knownSize(e.Args[1])
		switch {
		case a == nil || b == nil:
		case e.Prim == syntax.OpIntAdd:
			return a.Add(b)
		case e.Prim == syntax.OpIntSub:
			return a.Sub(b)
		case e.Prim == syntax.OpIntMul:
			return a.Mul(b)
		}
	}
	return nil
}
