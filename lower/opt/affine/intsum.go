package affine

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An intSum is a sum c + Σ kᵢ·vᵢ of int variables that do not change, modulo 2⁶⁴.
type intSum struct {
	*Facts
	c    int64
	n    int // of the variables
	vars [mostInSum]*loop.Var
	k    [mostInSum]int64
}

// mostInSum bounds the variables of a sum, and how deep in definitions they are looked for.
const mostInSum = 4

// of is the variable or the constant that e is as a sum, or nil.
func (s *intSum) of(e *loop.Expr) *loop.Expr {
	if !s.add(1, e, 0) {
		return nil
	}
	var left *loop.Var
	for i, v := range s.vars[:s.n] {
		switch {
		case s.k[i] == 0:
		case s.k[i] == 1 && left == nil && s.c == 0:
			left = v
		default:
			return nil
		}
	}
	if left != nil {
		return loop.Use(left)
	}
	return loop.IntConst(s.c)
}

// add adds k·e; it reports whether e is a sum of few variables. What a sum is defined as is in scope wherever the sum
// is.
func (s *intSum) add(k int64, e *loop.Expr, depth int) bool {
	switch {
	case e.IsConst():
		s.c += k * e.I
		return true
	case e.Kind == loop.VarExpr:
		return !s.In.Mutable(e.Var) && s.variable(k, e.Var, depth)
	case e.Kind != loop.PrimExpr || depth > 2*mostInSum:
		return false
	}
	switch e.Prim {
	case syntax.OpIntAdd:
		return s.add(k, e.Args[0], depth+1) && s.add(k, e.Args[1], depth+1)
	case syntax.OpIntSub:
		return s.add(k, e.Args[0], depth+1) && s.add(-k, e.Args[1], depth+1)
	case syntax.OpIntMul:
		x, y := e.Args[0], e.Args[1]
		if x.IsConst() {
			x, y = y, x
		}
		return y.IsConst() && s.add(k*y.I, x, depth+1)
	}
	return false
}

// variable adds k·v, as the sum that v is defined as if it is one.
func (s *intSum) variable(k int64, v *loop.Var, depth int) bool {
	if d := s.Def.Get(v.ID()); d != nil && (d.Kind == loop.PrimExpr || d.Kind == loop.VarExpr) {
		was := *s
		if s.add(k, d, depth+1) {
			return true
		}
		*s = was
	}
	i := slices.Index(s.vars[:s.n], v)
	if i < 0 {
		if s.n == mostInSum {
			return false
		}
		i = s.n
		s.vars[i] = v
		s.n++
	}
	s.k[i] += k
	return true
}

// Sum is the variable or the constant that e is as a sum of ints, which wrap, or nil.
func (f *Facts) Sum(e *loop.Expr) *loop.Expr { return (&intSum{Facts: f}).of(e) }
