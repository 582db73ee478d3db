package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// counter is a loop of the form for i := lo; i < hi; i += step, where the body assigns neither to i nor to what hi
// depends on. op is one of < <= > >= and !=.
type counter struct {
	obj    types.Object
	lo, hi ast.Expr
	less   int // of i + less < hi, a length: the bound is hi - less
	op     token.Token
	step   int
	typ    *flow.Basic
}

// counts recognises a counting loop whose number of iterations is known before it starts. Loops in which i could wrap
// before it passes the bound are none.
func (f *fn) counts(s *ast.ForStmt) (c counter, ok bool) {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 || len(init.Rhs) != 1 {
		return c, false
	}
	c.obj, c.lo = f.pkg.Info.Defs[init.Lhs[0].(*ast.Ident)], init.Rhs[0]
	if c.obj == nil {
		return c, false
	}
	c.typ, ok = f.typ(c.obj.Type()).(*flow.Basic)
	if !ok || c.typ.Kind != flow.KindInt && c.typ.Kind != flow.KindUint {
		return c, false
	}
	if c.step, ok = f.stepOf(s.Post, c.obj); !ok || !f.boundOf(s.Cond, &c) {
		return c, false
	}
	if !f.steadyIn(c.obj, s) || !f.invariant(c.hi, s.Body, s.Post) {
		return c, false
	}
	return c, f.ends(c)
}

// steadyIn reports whether the body leaves the loop variable alone. The post statement's own assignment is expected.
func (f *fn) steadyIn(obj types.Object, s *ast.ForStmt) bool {
	u := f.use
	return u != nil && !u.wild[obj] && !u.addressed[obj] && !u.receivers[obj] && !between(u.assigned[obj], s.Body) &&
		(f.newLoopVars() || !u.captured[obj])
}

// stepOf is the constant that a post statement adds.
func (f *fn) stepOf(post ast.Stmt, obj types.Object) (int, bool) {
	switch p := post.(type) {
	case *ast.IncDecStmt:
		if !f.names(p.X, obj) {
			return 0, false
		}
		if p.Tok == token.INC {
			return 1, true
		}
		return -1, true
	case *ast.AssignStmt:
		if len(p.Lhs) != 1 || !f.names(p.Lhs[0], obj) {
			return 0, false
		}
		k, exact := constInt(f.pkg.Info.Types[p.Rhs[0]].Value)
		switch {
		case !exact || k <= 0 || k > 1<<31:
			return 0, false
		case p.Tok == token.ADD_ASSIGN:
			return k, true
		case p.Tok == token.SUB_ASSIGN:
			return -k, true
		}
	}
	return 0, false
}

func (f *fn) names(e ast.Expr, obj types.Object) bool {
	id, ok := ast.Unparen(e).(*ast.Ident)
	return ok && f.pkg.Info.Uses[id] == obj
}

// boundOf reads i < hi or hi > i.
func (f *fn) boundOf(cond ast.Expr, c *counter) bool {
	b, ok := cond.(*ast.BinaryExpr)
	if !ok {
		return false
	}
	mirror := map[token.Token]token.Token{
		token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ, token.NEQ: token.NEQ,
	}
	switch {
	case mirror[b.Op] == token.ILLEGAL:
		return false
	case f.names(b.X, c.obj):
		c.hi, c.op = b.Y, b.Op
	case f.names(b.Y, c.obj):
		c.hi, c.op = b.X, mirror[b.Op]
	default:
		return f.ahead(b.X, b.Y, b.Op, c) || f.ahead(b.Y, b.X, mirror[b.Op], c)
	}
	return true
}

// ahead reads i + k < hi, for a length hi and an i that comes up from a length, so that nothing wraps.
func (f *fn) ahead(x, hi ast.Expr, op token.Token, c *counter) bool {
	sum, ok := ast.Unparen(x).(*ast.BinaryExpr)
	if !ok || sum.Op != token.ADD || !f.names(sum.X, c.obj) || c.typ != flow.Int || c.step < 0 || !f.isLen(hi) ||
		!f.isLen(c.lo) {
		return false
	}
	k, exact := constInt(f.pkg.Info.Types[sum.Y].Value)
	if !exact || k <= 0 || k > 1<<31 || op != token.LSS && op != token.LEQ {
		return false
	}
	c.hi, c.op, c.less = hi, op, k
	return true
}

// ends reports whether the loop surely ends by passing its bound: the step leads there, and i cannot wrap before.
// (A 64-bit i could only after 2⁶² iterations.)
func (f *fn) ends(c counter) bool {
	up := c.step > 0
	switch c.op {
	case token.LSS, token.LEQ:
		if !up {
			return false
		}
	case token.GTR, token.GEQ:
		if up || c.typ.Kind == flow.KindUint && (c.op == token.GEQ || c.step != -1) {
			return false
		}
	default: // i != hi, which must be hit
		return c.step == 1 && f.isZero(c.lo) && f.isLen(c.hi)
	}
	if c.typ.Bits == 64 {
		return true
	}
	if c.step*c.step == 1 && (c.op == token.LSS || c.op == token.GTR) {
		return true
	}
	hi := f.pkg.Info.Types[c.hi].Value
	k, exact := constInt(hi)
	limit := 1 << (c.typ.Bits - 1)
	if c.typ.Kind == flow.KindUint {
		limit *= 2
	}
	return exact && k+c.step < limit && k+c.step >= -limit
}

func (f *fn) isZero(e ast.Expr) bool {
	v := f.pkg.Info.Types[e].Value
	return v != nil && constant.Sign(v) == 0
}

// isLen reports whether an expression is never negative and small enough to count with.
func (f *fn) isLen(e ast.Expr) bool {
	if k, ok := constInt(f.pkg.Info.Types[e].Value); ok {
		return k >= 0
	}
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return false
	}
	name, ok := f.builtin(call.Fun)
	return ok && (name == "len" || name == "cap")
}

// countLoop emits a recognised loop.
func (f *fn) countLoop(s *ast.ForStmt, c counter, label string, mark bool) {
	T := c.obj.Type()
	lo := f.hold(f.exprTo(c.lo, T), c.lo)
	loop := &flow.Count{Idx: f.temp("k", flow.Int, s), Checkpoint: mark, At: f.at(s)}
	if f.far(c, s.Body) {
		loop.N = f.farTrips(c, lo, s)
	} else {
		loop.N = f.trips(c, lo, s)
	}
	f.setSpan(c.obj, f.counted(c))
	var before func()
	if l, ok := lo.(*flow.Lit); ok && l.I == 0 && c.step == 1 && c.typ == flow.Int {
		loop.Idx.Name = c.obj.Name()
		f.vars[c.obj] = loop.Idx
	} else {
		before = func() {
			v := f.declare(c.obj)
			f.assign(flow.Place{Var: v}, f.nth(c, lo, loop.Idx, s), s)
		}
	}
	f.loopBody(loop, label, s.Body.List, before)
}

// nth is i in iteration k.
func (f *fn) nth(c counter, lo flow.Expr, k *flow.Var, n ast.Node) flow.Expr {
	var x flow.Expr = load(k)
	abs := max(c.step, -c.step)
	if abs != 1 {
		x = f.op("imul", flow.Int, n, x, intLit(int64(abs)))
	}
	if l, ok := lo.(*flow.Lit); ok && l.I == 0 && c.step > 0 {
		return retype(x, c.typ)
	}
	if c.step > 0 {
		return retype(f.op("iadd", flow.Int, n, retype(lo, flow.Int), x), c.typ)
	}
	return retype(f.op("isub", flow.Int, n, retype(lo, flow.Int), x), c.typ)
}

func retype(x flow.Expr, t *flow.Basic) flow.Expr {
	if x.Type() == flow.Type(t) {
		return x
	}
	return retyped(x, t)
}

// trips is the number of iterations: ⌈(hi-lo)/step⌉, and not positive where there is none. max(hi, lo) keeps the
// difference from wrapping where hi is far below lo.
func (f *fn) trips(c counter, lo flow.Expr, n ast.Node) flow.Expr {
	hi := f.exprTo(c.hi, c.obj.Type())
	if c.less > 0 {
		hi = f.op("isub", flow.Int, n, hi, intLit(int64(c.less)))
	}
	up := c.step > 0
	from, to := retype(lo, flow.Int), retype(hi, flow.Int)
	if !up {
		from, to = to, from
	}
	var d flow.Expr
	switch zero := isZeroLit(from); {
	case c.typ == flow.Uint64:
		a, b := lo, f.hold(hi, n)
		if !up {
			a, b = b, a
		}
		d = &flow.Cond{
			C:  f.op("ult", flow.Bool, n, a, b),
			If: f.op("isub", flow.Int, n, retype(b, flow.Int), retype(a, flow.Int)), Else: intLit(0),
		}
		if c.op == token.LEQ {
			d = &flow.Cond{
				C: f.op("ule", flow.Bool, n, a, b),
				If: f.op("iadd", flow.Int, n, f.op("isub", flow.Int, n, retype(b, flow.Int), retype(a, flow.Int)),
					intLit(1)), Else: intLit(0),
			}
		}
	case zero:
		d = to
	case up && f.isLen(c.hi) || litAtLeast(from, 0) && f.isLen(c.lo):
		d = f.op("isub", flow.Int, n, to, from)
	default:
		from, to = f.hold(from, n), f.hold(to, n)
		if c.op == token.LEQ || c.op == token.GEQ { // for hi = lo-1 as well as beyond the difference is not positive
			from = f.op("isub", flow.Int, n, from, intLit(1))
			d = f.op("isub", flow.Int, n, f.op("imax", flow.Int, n, to, from), from)
		} else {
			d = f.op("isub", flow.Int, n, f.op("imax", flow.Int, n, to, from), from)
		}
		return f.ceilDiv(d, c.step, n)
	}
	if c.typ != flow.Uint64 && (c.op == token.LEQ || c.op == token.GEQ) {
		d = f.op("iadd", flow.Int, n, d, intLit(1))
	}
	return f.ceilDiv(d, c.step, n)
}

// ceilDiv is ⌈d/|step|⌉ for positive d; not positive for others.
func (f *fn) ceilDiv(d flow.Expr, step int, n ast.Node) flow.Expr {
	k := int64(max(step, -step))
	if k == 1 {
		return d
	}
	return f.op("idiv", flow.Int, n, f.op("iadd", flow.Int, n, d, intLit(k-1)), intLit(k))
}

func isZeroLit(e flow.Expr) bool { return litAtLeast(e, 0) && e.(*flow.Lit).I == 0 }

func litAtLeast(e flow.Expr, k int64) bool {
	l, ok := e.(*flow.Lit)
	return ok && l.I >= k
}
