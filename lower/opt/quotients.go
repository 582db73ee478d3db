package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// quotients shares, with fast math, the reciprocal of what several quotients are divided by, and computes with powers of the
// reciprocal of a square root in the place of quotients by products with that root: derivatives of quotients and roots have many.
//
//	var s real = sqrt(d)                       var s real = sqrt(d)
//	var t real = d * s                         var r real = 1.0 / s
//	var w real = h / t                         var w real = h * (r*r*r)
//	var u real = -(w / t * e)              →   var v real = -1.5 * (r*r * w * e)
//	var v real = s*u + 0.5 / s * (d*u)
//
// Where a value is 0, a product that was guarded against an infinite factor is one without that factor.
var quotients = Pass{ //nolint:gochecknoglobals // a constant
	Name: "quotients",
	Law: "With fast-math only: x/s = x·(1/s), x/(d·s) = x·(1/s)³ for s = √d, d/s = s, c·x + x = (c+1)·x, c·x + c·y = c·(x+y), 2·(x·v) = x·(2·v). Results differ in their last bits, " +
		"and where powers overflow.",
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !o.FastMath {
			o.unchanged()
			return
		}
		made := map[*loop.Var]*loop.Var{}
		for range quotientRounds {
			q := &quotienter{
				in: Analyse(f), defs: map[*loop.Var]*loop.Expr{}, uses: map[*loop.Var]int{}, made: made,
				bases: map[*loop.Var]*divisor{}, roots: map[*loop.Var]*divisor{},
			}
			if !q.run(f) {
				return
			}
		}
	}),
}

const (
	quotientRounds = 3  // a variable that is used once is a factor in the next
	quotientSize   = 64 // nodes of an expression that is looked at
	quotientPower  = 8
)

type quotienter struct {
	in      *Info
	defs    map[*loop.Var]*loop.Expr // of real variables that do not change
	uses    map[*loop.Var]int
	bases   map[*loop.Var]*divisor  // by the variable that is divided by, and by its reciprocal
	roots   map[*loop.Var]*divisor  // by what the root is of, while the root is in scope
	made    map[*loop.Var]*loop.Var // reciprocals, which stand behind what they are of
	here    map[*loop.Var]bool      // declared in the block at hand
	results []*loop.Var
	changed bool
}

// A divisor is a variable of which the reciprocal is taken once.
type divisor struct {
	v, inverse *loop.Var
	square     *loop.Var // of which v is the root, or nil
	quotients  int       // in the block of v
}

func (q *quotienter) run(f *loop.Func) bool {
	some := false
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && l.Var.Type == loop.RealType && !q.in.Mutable(l.Var) {
			q.defs[l.Var] = l.Rhs
		}
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			EachRead(*e, func(v *loop.Var) { q.uses[v]++ })
			some = some || divides(*e)
		})
	})
	for _, r := range f.Results {
		EachRead(r, func(v *loop.Var) { q.uses[v] += 3 }) // more than any rule wants
		EachRead(r, func(v *loop.Var) { q.results = append(q.results, v) })
	}
	for v, r := range q.made {
		d := q.divisor(v)
		d.inverse, q.bases[r] = r, d
	}
	if !some && len(q.bases) == 0 {
		return false
	}
	q.count(f.Body)
	for v, d := range q.bases {
		if q.made[d.v] == nil && d.quotients < 2 {
			delete(q.bases, v)
		}
	}
	if len(q.bases) == 0 {
		return false
	}
	f.Body = q.block(f.Body)
	return q.changed
}

func divides(e *loop.Expr) bool {
	if e.Kind == loop.PrimExpr && e.Prim == syntax.OpDiv {
		return true
	}
	for _, a := range e.Args {
		if divides(a) {
			return true
		}
	}
	return false
}

// divisor is what is known of a variable as a divisor.
func (q *quotienter) divisor(v *loop.Var) *divisor {
	d := q.bases[v]
	if d == nil {
		d = &divisor{v: v}
		if e := q.defs[v]; isRoot(e) && e.Args[0].Kind == loop.VarExpr && !q.in.Mutable(e.Args[0].Var) {
			d.square = e.Args[0].Var
		}
		q.bases[v] = d
	}
	return d
}

func isRoot(e *loop.Expr) bool {
	return e != nil && e.Kind == loop.PrimExpr && e.Prim.Name == "sqrt"
}

// count finds the variables that quotients of the same block divide by.
func (q *quotienter) count(block []loop.Stmt) {
	here := map[*loop.Var]bool{}
	var expr func(e *loop.Expr)
	expr = func(e *loop.Expr) {
		for _, a := range e.Args {
			expr(a)
		}
		if e.Kind == loop.PrimExpr && e.Prim == syntax.OpDiv {
			for _, v := range q.dividers(e.Args[1]) {
				if here[v] {
					q.divisor(v).quotients++
				}
			}
		}
	}
	for _, s := range block {
		operandsOf(s, func(e **loop.Expr) { expr(*e) })
		if l, ok := s.(*loop.Let); ok && q.defs[l.Var] != nil {
			here[l.Var] = true
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { q.count(*b) })
	}
}

// dividers are the roots in a divisor, or the divisor itself, a variable.
func (q *quotienter) dividers(e *loop.Expr) []*loop.Var {
	var roots []*loop.Var
	var visit func(e *loop.Expr, levels int)
	visit = func(e *loop.Expr, levels int) {
		switch {
		case e.Kind == loop.VarExpr && isRoot(q.defs[e.Var]):
			roots = append(roots, e.Var)
		case levels == 0:
		case e.Kind == loop.VarExpr && q.defs[e.Var] != nil:
			visit(q.defs[e.Var], levels-1)
		case e.Kind == loop.PrimExpr && e.Prim == syntax.OpMul:
			visit(e.Args[0], levels-1)
			visit(e.Args[1], levels-1)
		}
	}
	visit(e, 4)
	if len(roots) == 0 && e.Kind == loop.VarExpr && q.defs[e.Var] != nil {
		return []*loop.Var{e.Var}
	}
	return roots
}

func (q *quotienter) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	var ended []*loop.Var
	outer := q.here
	q.here = map[*loop.Var]bool{}
	defer func() { q.here = outer }()
	for _, s := range block {
		if l, ok := s.(*loop.Let); ok && q.bases[l.Var] != nil && q.bases[l.Var].inverse == l.Var {
			out = append(out, s) // a reciprocal itself
			continue
		}
		operandsOf(s, func(e **loop.Expr) {
			if x := q.expr(*e); x != *e {
				*e, q.changed = x, true
			}
		})
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = q.block(*b) })
		out = append(out, s)
		l, ok := s.(*loop.Let)
		if !ok {
			continue
		}
		if q.defs[l.Var] != nil {
			q.defs[l.Var], q.here[l.Var] = l.Rhs, true
		}
		d := q.bases[l.Var]
		if d == nil || d.v != l.Var {
			continue
		}
		if d.inverse == nil {
			d.inverse = q.in.Fresh("r", loop.RealType, nil)
			q.made[d.v] = d.inverse
			q.bases[d.inverse] = d
			out = append(out, &loop.Let{Var: d.inverse, Rhs: loop.Prim(syntax.OpDiv, loop.RealConst(1), loop.Use(d.v))})
		}
		if d.square != nil {
			q.roots[d.square] = d
			ended = append(ended, d.square)
		}
	}
	for _, v := range ended {
		delete(q.roots, v)
	}
	q.sink(out)
	return out
}

// expr rewrites the products and quotients of e, and sums of two that are alike.
func (q *quotienter) expr(e *loop.Expr) *loop.Expr {
	if e.Type != loop.RealType || e.Kind != loop.PrimExpr || e.Size > quotientSize {
		return e.MapArgs(q.expr)
	}
	if isProduct(e) || e.Prim.Name == "gmul" {
		for _, open := range []bool{true, false} {
			m := &monomial{q: q, open: open, c: 1, powers: map[*divisor]int{}}
			m.times(e, 1, 8)
			if m.done() {
				return m.expr()
			}
		}
	}
	e = e.MapArgs(q.expr)
	if e.Prim == syntax.OpAdd || e.Prim == syntax.OpSub {
		return q.alike(e)
	}
	return e
}

func isProduct(e *loop.Expr) bool {
	return e.Kind == loop.PrimExpr && (e.Prim == syntax.OpMul || e.Prim == syntax.OpDiv || e.Prim == syntax.OpNeg)
}

// alike is a·x ± b·x as one product, and a·x ± a·y as one of a sum.
func (q *quotienter) alike(e *loop.Expr) *loop.Expr {
	a, x := q.scale(e.Args[0])
	b, y := q.scale(e.Args[1])
	if e.Prim == syntax.OpSub {
		b = -b
	}
	switch {
	case loop.Equal(x, y) && a+b != 0 && (x.Kind == loop.PrimExpr || x.Kind == loop.VarExpr && q.uses[x.Var] == 2): // 0·x is not 0 for infinities
		return loop.Prim(syntax.OpMul, loop.RealConst(a+b), x)
	case a == b && a != 1 && a != -1:
		return loop.Prim(syntax.OpMul, loop.RealConst(a), loop.Prim(syntax.OpAdd, x, y))
	}
	return e
}

// scale takes a constant factor off, also of a variable of the block that is used once.
func (q *quotienter) scale(e *loop.Expr) (float64, *loop.Expr) {
	k := 1.0
	for {
		if x, ok := negated(e); ok {
			k, e = -k, x
		} else if c, x := scaled(e); c != nil {
			k, e = k*c.F, x
		} else if x := q.scaledOnce(e); x != nil {
			e = x
		} else {
			return k, e
		}
	}
}

// scaledOnce is the product with a constant that a variable of the block stands for, if it is used once and can be computed there; or nil.
func (q *quotienter) scaledOnce(e *loop.Expr) *loop.Expr {
	if e.Kind != loop.VarExpr || q.uses[e.Var] != 1 || !q.here[e.Var] {
		return nil
	}
	def := q.defs[e.Var]
	if def == nil || def.ReadsMemory() || def.Size > quotientSize {
		return nil
	}
	if c, _ := scaled(def); c == nil {
		return nil
	}
	steady := true
	EachRead(def, func(v *loop.Var) { steady = steady && !q.in.Mutable(v) })
	if !steady {
		return nil
	}
	return def
}

// sink moves a constant that all products with a variable are multiplied by into the variable, which has one already: of v = 3·x,
// t = a·v and u = b·v, used as 2·t and 2·u only.
func (q *quotienter) sink(block []loop.Stmt) {
	if len(block) > sinkBlock {
		return
	}
	for i, s := range block {
		l, ok := s.(*loop.Let)
		if !ok || !q.here[l.Var] {
			continue
		}
		if c, _ := scaled(l.Rhs); c != nil {
			q.sinkInto(l, block[i+1:])
		}
	}
}

const sinkBlock = 256

func (q *quotienter) sinkInto(l *loop.Let, rest []loop.Stmt) {
	products := map[*loop.Var]bool{}
	for _, s := range rest {
		t, ok := s.(*loop.Let)
		if ok && q.here[t.Var] && t.Rhs.Kind == loop.PrimExpr && t.Rhs.Prim == syntax.OpMul && t.Rhs.Args[0].IsVar(l.Var) != t.Rhs.Args[1].IsVar(l.Var) &&
			t.Rhs.Args[0].Kind == loop.VarExpr && t.Rhs.Args[1].Kind == loop.VarExpr {
			products[t.Var] = true
		}
	}
	var k float64
	reads, uses, found := 0, map[*loop.Var]int{}, 0
	same := true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if c, x := scaled(e); c != nil && x.Kind == loop.VarExpr && products[x.Var] {
			same = same && (found == 0 || c.F == k)
			k, found = c.F, found+1
		}
		if e.Kind == loop.VarExpr {
			if e.Var == l.Var {
				reads++
			}
			uses[e.Var]++
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(rest, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	for _, v := range q.results {
		same = same && v != l.Var && !products[v]
	}
	for t := range products {
		same = same && uses[t] == 1
	}
	if !same || found == 0 || found != len(products) || reads != found {
		return
	}
	var drop func(e *loop.Expr) *loop.Expr
	drop = func(e *loop.Expr) *loop.Expr {
		if c, x := scaled(e); c != nil && x.Kind == loop.VarExpr && products[x.Var] {
			return x
		}
		return e.MapArgs(drop)
	}
	loop.MapExprs(rest, drop)
	c, x := scaled(l.Rhs)
	l.Rhs = loop.Prim(syntax.OpMul, loop.RealConst(c.F*k), x)
	q.defs[l.Var], q.changed = l.Rhs, true
}
