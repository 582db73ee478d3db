package translate

import (
	"go/ast"
	"go/token"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
)

// farCount is more iterations than a loop can have, and far from where the arithmetic on them wraps.
const farCount = 1 << 62

// far reports whether the bounds of a loop may be so far apart that the number of its iterations is no int, or wraps
// where it is computed: those of a loop that is left from inside and whose bound stands for none, as in
//
//	for i := 0; i <= most; i++ { … break }
//
// with a most of math.MaxInt. From 0 or more to a bound that is not reached, in steps of one, nothing wraps; a loop that
// is not left from inside could not come to an end; and one whose bound is a length is short. What starts below 0 at a
// variable is taken not to go on to the end of the ints.
func (f *fn) far(c counter, lo flow.Expr, body *ast.BlockStmt) bool {
	k, constant := constInt(f.pkg.Info.Types[c.hi].Value)
	switch {
	case c.typ == flow.Uint64:
		return !f.isLen(c.hi) && (!constant || k < 0 || k > 1<<32)
	case c.step < 0:
		return constant && k < -1<<32
	case constant:
		return k > 1<<32
	case f.isLen(c.hi) || !leaves(body):
		return false
	}
	l, literal := lo.(*flow.Lit)
	return c.step > 1 || literal && l.I < 0 || c.op == token.LEQ && literal && l.I == 0
}

// leaves reports whether a statement in the body of a loop may end it.
func leaves(body *ast.BlockStmt) (found bool) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.ReturnStmt:
			found = true
		case *ast.BranchStmt:
			found = found || n.Tok == token.BREAK || n.Tok == token.GOTO || n.Label != nil
		}
		return !found
	})
	return found
}

// farTrips is trips for bounds that are far apart: where the loop is entered, the difference of the bounds is taken for
// unsigned, and what is too large to be counted to is farCount.
func (f *fn) farTrips(c counter, lo flow.Expr, n ast.Node) flow.Expr {
	lo, hi := f.hold(lo, n), f.hold(f.exprTo(c.hi, c.obj.Type()), n)
	from, to := retype(lo, flow.Int), retype(hi, flow.Int)
	if c.step < 0 {
		from, to = to, from
	}
	less, open := "ilt", c.op == token.LSS || c.op == token.GTR
	if c.typ == flow.Uint64 {
		less = "ult"
	}
	d := f.op("isub", flow.Int, n, to, from)
	entered := f.op("not", flow.Bool, n, f.op(less, flow.Bool, n, to, from))
	if open {
		d, entered = f.op("isub", flow.Int, n, d, intLit(1)), f.op(less, flow.Bool, n, from, to)
	}
	more := f.hold(f.op("udiv", flow.Int, n, d, intLit(int64(max(c.step, -c.step)))), n)
	more = &flow.Cond{C: f.op("ult", flow.Bool, n, more, intLit(farCount)), If: more, Else: intLit(farCount)}
	return &flow.Cond{C: entered, If: f.op("iadd", flow.Int, n, more, intLit(1)), Else: intLit(0)}
}
