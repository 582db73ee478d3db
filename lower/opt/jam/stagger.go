package jam

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/affine"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Rows of triangles are of different lengths, each longer by one than the row before. Where rows run together
// (tile.go), their loops do as far as the shortest goes, and what the others have beyond stands behind.
//
//	for r < m {                        for b < m / 2 {
//	  var s real = 0.0                   var s real = 0.0; var t real = 0.0
//	  for j < r + 1 {                    for j < 2*b + 1 {
//	    s +~= q[r][j] * x[j]       →       s +~= q[2*b][j] * x[j]
//	  }                                    t +~= q[2*b+1][j] * x[j]
//	  y[r] = s                           }
//	}                                    t +~= q[2*b+1][2*b+1] * x[2*b+1]
//	                                     y[2*b] = s; y[2*b+1] = t
//	                                   }
//	                                   …

// noteInt keeps what an int stands for.
func (c *weaver) noteInt(s *loop.Let) {
	if c.along != nil && s.Var.Type == loop.IntType && !c.in.Mutable(s.Var) {
		c.ints[s.Var] = s.Rhs
	}
}

// staggered reports whether the loops that s becomes are each one iteration longer than the one before, and none has
// less than no iterations.
func (c *weaver) staggered(s *loop.For) bool {
	if c.along == nil || s.Down || facts.HasLoop(s.Body) {
		return false
	}
	k, n, ok := c.multiple(s.N)
	return ok && k == 1 && n >= 0
}

// multiple reads an int as k times the variable of the loop that is woven, and n.
func (c *weaver) multiple(e *loop.Expr) (k, n int64, ok bool) {
	switch e.Kind {
	case loop.ConstExpr:
		return 0, e.I, -affine.Limit < e.I && e.I < affine.Limit
	case loop.VarExpr:
		if e.Var == c.along {
			return 1, 0, true
		}
		if d := c.ints[e.Var]; d != nil {
			return c.multiple(d)
		}
	case loop.PrimExpr:
		if e.Prim != syntax.OpIntAdd && e.Prim != syntax.OpIntSub {
			break
		}
		k, n, ok = c.multiple(e.Args[0])
		k2, n2, ok2 := c.multiple(e.Args[1])
		if e.Prim == syntax.OpIntSub {
			k2, n2 = -k2, -n2
		}
		k, n = k+k2, n+n2
		return k, n, ok && ok2 && max(k, -k, n, -n) < affine.Limit
	}
	return 0, 0, false
}

// beyond is what the loops that s becomes do after the shortest has ended, if they are of different lengths.
func (c *weaver) beyond(s *loop.For) (out []loop.Stmt) {
	n := c.with[0].Expr(s.N)
	if loop.Equal(n, c.with[1].Expr(s.N)) {
		return nil
	}
	for k, w := range c.with {
		for i := range k {
			w.As[s.Var] = loop.Add(n, loop.IntConst(int64(i)))
			out = append(out, w.Block(s.Body)...)
		}
	}
	return out
}
