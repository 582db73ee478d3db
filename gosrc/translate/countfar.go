package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"math"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// farCount is more iterations than a loop can have, and far from where the arithmetic on them wraps.
const farCount = 1 << 62

// far reports whether the bounds of a loop may be so far apart that the number of its iterations is no int, or wraps
// where it is computed: those of a loop that is left from inside and whose bound may stand for none, as in
//
//	for i := lo; i <= most; i++ { … break }
//
// with a most of math.MaxInt. A loop that is not left from inside could not come to an end.
func (f *fn) far(c counter, body *ast.BlockStmt) bool {
	k, constant := constInt(f.pkg.Info.Types[c.hi].Value)
	if c.typ == flow.Uint64 {
		return !f.isLen(c.hi) && (!constant || k < 0 || k > 1<<32)
	}
	if !constant && !leaves(body) {
		return false
	}
	from, to := f.spanOf(c.lo), f.spanOf(c.hi)
	if c.step < 0 {
		from, to = to, from
	}
	more := max(c.step, -c.step) - 1 // what trips adds to the difference
	if c.op == token.LEQ || c.op == token.GEQ {
		more++
	}
	d, ok := minus(to.hi, from.lo)
	return !ok || d > math.MaxInt-more || more > 0 && from.lo == math.MinInt
}

// span is where the values of an int expression lie, both ends included.
type span struct{ lo, hi int }

var anyInt = span{math.MinInt, math.MaxInt}

// mostLen is more than a slice can have elements.
const mostLen = 1 << 48

// spanOf knows constants, lengths, variables of loops, variables that are assigned once, and sums of those.
func (f *fn) spanOf(e ast.Expr) span {
	e = ast.Unparen(e)
	if k, ok := constInt(f.pkg.Info.Types[e].Value); ok {
		return span{k, k}
	}
	switch e := e.(type) {
	case *ast.Ident:
		for g := f; g != nil; g = g.parent {
			if s, ok := g.spans[f.pkg.Info.Uses[e]]; ok {
				return s
			}
		}
	case *ast.BinaryExpr:
		if f.typ(f.pkg.Info.TypeOf(e)) == flow.Type(flow.Int) {
			return spanOfOp(e.Op, f.spanOf(e.X), f.spanOf(e.Y))
		}
	case *ast.CallExpr:
		switch name, _ := f.builtin(e.Fun); name {
		case "len", "cap":
			return span{0, mostLen}
		case "min", "max":
			s := f.spanOf(e.Args[0])
			for _, a := range e.Args[1:] {
				if r := f.spanOf(a); name == "min" {
					s = span{min(s.lo, r.lo), min(s.hi, r.hi)}
				} else {
					s = span{max(s.lo, r.lo), max(s.hi, r.hi)}
				}
			}
			return s
		}
		if f.pkg.Info.Types[e.Fun].IsType() && f.typ(f.pkg.Info.TypeOf(e)) == flow.Type(flow.Int) {
			return f.spanOf(e.Args[0])
		}
	}
	if b, ok := f.typ(f.pkg.Info.TypeOf(e)).(*flow.Basic); ok && b.Bits > 0 && b.Bits < 64 {
		switch b.Kind {
		case flow.KindInt:
			return span{-1 << (b.Bits - 1), 1<<(b.Bits-1) - 1}
		case flow.KindUint:
			return span{0, 1<<b.Bits - 1}
		}
	}
	return anyInt
}

func spanOfOp(op token.Token, x, y span) span {
	switch op {
	case token.SUB:
		lo, ok := minus(x.lo, y.hi)
		hi, fine := minus(x.hi, y.lo)
		if ok && fine {
			return span{lo, hi}
		}
	case token.ADD:
		if y.lo > math.MinInt {
			return spanOfOp(token.SUB, x, span{-y.hi, -y.lo})
		}
	case token.QUO:
		if y.lo == y.hi && y.lo > 0 {
			return span{x.lo / y.lo, x.hi / y.lo}
		}
	case token.MUL:
		const most = 1 << 31
		if max(x.hi, y.hi) < most && min(x.lo, y.lo) > -most {
			a, b, c, d := x.lo*y.lo, x.lo*y.hi, x.hi*y.lo, x.hi*y.hi
			return span{min(a, b, c, d), max(a, b, c, d)}
		}
	}
	return anyInt
}

// minus is x−y, if that is an int.
func minus(x, y int) (int, bool) {
	d := x - y
	return d, (d < x) == (y > 0)
}

// keepsTo notes where the values of a variable lie that is assigned but here.
func (f *fn) keepsTo(obj types.Object, s span) {
	if u := f.use; u != nil && s != anyInt && len(u.assigned[obj]) == 0 && !u.addressed[obj] && !u.receivers[obj] &&
		!u.wild[obj] {
		f.setSpan(obj, s)
	}
}

func (f *fn) setSpan(obj types.Object, s span) {
	if f.spans == nil {
		f.spans = map[types.Object]span{}
	}
	f.spans[obj] = s
}

// counted is where the variable of a loop lies in its body.
func (f *fn) counted(c counter) span {
	if c.typ == flow.Uint64 {
		return anyInt
	}
	lo, hi := f.spanOf(c.lo), f.spanOf(c.hi)
	open := c.op != token.LEQ && c.op != token.GEQ
	if c.step > 0 {
		if open && hi.hi > math.MinInt {
			hi.hi--
		}
		return span{lo.lo, max(lo.lo, hi.hi)}
	}
	if open && hi.lo < math.MaxInt {
		hi.lo++
	}
	return span{min(hi.lo, lo.hi), lo.hi}
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
	if k := int64(max(c.step, -c.step)); k != 1 {
		d = f.op("udiv", flow.Int, n, d, intLit(k))
	}
	more := f.hold(d, n)
	m := &flow.Cond{C: f.op("ult", flow.Bool, n, more, intLit(farCount)), If: more, Else: intLit(farCount)}
	return &flow.Cond{C: entered, If: f.op("iadd", flow.Int, n, m, intLit(1)), Else: intLit(0)}
}
