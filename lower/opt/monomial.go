package opt

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A monomial is a product of a constant, powers of divisors, and factors above and below.
type monomial struct {
	q            *quotienter
	open         bool // a guarded product is one like others
	guarded      bool // there was one
	c            float64
	powers       map[*divisor]int
	order        []*divisor
	above, below []*loop.Expr
	divided      bool // by a divisor
	up, down     map[*divisor]bool
}

// times multiplies by e, or by 1/e for the sign -1; levels bounds how far variables are followed.
func (m *monomial) times(e *loop.Expr, sign, levels int) {
	if e.Kind == loop.VarExpr {
		m.variable(e, sign, levels)
		return
	}
	switch {
	case e.Kind == loop.ConstExpr:
		if sign < 0 {
			m.c /= e.F
		} else {
			m.c *= e.F
		}
	case e.Kind != loop.PrimExpr:
		m.factor(e, sign)
	case e.Prim == syntax.OpNeg:
		m.c = -m.c
		m.times(e.Args[0], sign, levels)
	case e.Prim == syntax.OpMul:
		m.times(e.Args[0], sign, levels)
		m.times(e.Args[1], sign, levels)
	case e.Prim == syntax.OpDiv:
		m.times(e.Args[0], sign, levels)
		m.times(e.Args[1], -sign, levels)
	case e.Prim.Name == "gmul" && sign > 0 && m.open:
		m.guarded = true
		m.times(e.Args[0], sign, levels)
		m.times(e.Args[1], sign, levels)
	default:
		m.factor(e, sign)
	}
}

func (m *monomial) factor(e *loop.Expr, sign int) {
	if e.Kind == loop.PrimExpr && e.Prim.Name == "gmul" { // closed
		e = e.MapArgs(m.q.expr)
	} else {
		e = m.q.expr(e)
	}
	if sign < 0 {
		m.below = append(m.below, e)
	} else {
		m.above = append(m.above, e)
	}
}

func (m *monomial) variable(e *loop.Expr, sign, levels int) {
	d := m.q.bases[e.Var]
	switch {
	case d != nil && d.inverse == e.Var:
		m.power(d, -sign)
	case d != nil && d.inverse != nil && d.v == e.Var:
		m.divided = m.divided || sign < 0
		m.power(d, sign)
	case m.q.roots[e.Var] != nil && m.q.roots[e.Var].inverse != nil:
		m.divided = m.divided || sign < 0
		m.power(m.q.roots[e.Var], 2*sign)
	default:
		def := m.q.defs[e.Var]
		once := m.q.uses[e.Var] == 1 && m.q.here[e.Var]
		if x := m.q.scaledOnce(e); levels > 0 && x != nil {
			m.times(x, sign, levels-1)
			return
		}
		if levels > 0 && def != nil && isProduct(def) && (sign < 0 || once) && m.q.powered(def, once) {
			m.times(def, sign, levels-1)
			return
		}
		m.factor(e, sign)
	}
}

// powered reports whether a product that may be computed elsewhere has powers of divisors in it. If it is used elsewhere
// too it has no factors but variables and constants, which are not computed again.
func (q *quotienter) powered(e *loop.Expr, once bool) bool {
	found, plain := false, true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		switch {
		case e.Kind == loop.VarExpr:
			found = found || q.bases[e.Var] != nil && q.bases[e.Var].inverse != nil || q.roots[e.Var] != nil
		case isProduct(e):
			for _, a := range e.Args {
				visit(a)
			}
		case e.Kind != loop.ConstExpr:
			plain = plain && !e.ReadsMemory()
		}
	}
	visit(e)
	if once {
		EachRead(e, func(v *loop.Var) { plain = plain && !q.in.Mutable(v) })
	}
	return found && plain
}

func (m *monomial) power(d *divisor, k int) {
	if m.up == nil {
		m.up, m.down = map[*divisor]bool{}, map[*divisor]bool{}
	}
	if _, ok := m.powers[d]; !ok {
		m.order = append(m.order, d)
	}
	m.powers[d] += k
	if k > 0 {
		m.up[d] = true
	} else {
		m.down[d] = true
	}
}

// done reports whether the product is better as a monomial: a divisor is gone, or powers cancel. A guard is only left out where nothing
// is infinite any more that was.
func (m *monomial) done() bool {
	better := m.divided
	for _, d := range m.order {
		better = better || m.up[d] && m.down[d]
		if k := m.powers[d]; k > quotientPower || k < -quotientPower || m.guarded && k < 0 {
			return false
		}
	}
	return better && !math.IsNaN(m.c) && !math.IsInf(m.c, 0) && !(m.guarded && len(m.below) > 0)
}

func (m *monomial) expr() *loop.Expr {
	var x *loop.Expr
	times := func(y *loop.Expr) {
		if x == nil {
			x = y
		} else {
			x = loop.Prim(syntax.OpMul, x, y)
		}
	}
	for _, d := range m.order {
		k := m.powers[d]
		switch {
		case k < 0:
			times(power2(loop.Use(d.inverse), -k))
		case k > 0 && d.square != nil:
			if k > 1 {
				times(power2(loop.Use(d.square), k/2))
			}
			if k%2 == 1 {
				times(loop.Use(d.v))
			}
		case k > 0:
			times(power2(loop.Use(d.v), k))
		}
	}
	for _, y := range m.above {
		times(y)
	}
	var y *loop.Expr
	for _, z := range m.below {
		if y == nil {
			y = z
		} else {
			y = loop.Prim(syntax.OpMul, y, z)
		}
	}
	if y != nil {
		if x == nil {
			return loop.Prim(syntax.OpDiv, loop.RealConst(m.c), y)
		}
		x = loop.Prim(syntax.OpDiv, x, y)
	}
	switch {
	case x == nil:
		return loop.RealConst(m.c)
	case m.c == 1:
		return x
	case m.c == -1:
		return loop.Prim(syntax.OpNeg, x)
	}
	return loop.Prim(syntax.OpMul, loop.RealConst(m.c), x)
}

// power2 is x to the k, k > 0.
func power2(x *loop.Expr, k int) *loop.Expr {
	if k == 1 {
		return x
	}
	h := power2(x, k/2)
	h = loop.Prim(syntax.OpMul, h, h)
	if k%2 == 1 {
		h = loop.Prim(syntax.OpMul, h, x)
	}
	return h
}
