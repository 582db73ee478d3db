package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// powers finds derivatives of powers: beside what goes x-fold in each iteration, what goes x-fold and gets the other added.
//
//	var t real = 0.0                      var n real = 0.0
//	                                      var r real = 0.0
//	loop {                                loop {
//	  while q > c                           while q > c
//	  y += t * a                            y += n * r * a
//	  t = t * x + q                         n, r = n + 1.0, q
//	  q = q * x                      →      q = q * x
//	}                                     }
//
// No iteration then waits for a product and a sum of the one before.
var powers = Pass{ //nolint:gochecknoglobals // a constant
	Name: "powers",
	Law: "With fast math only: if q goes to q·x and t, from 0, to t·x + q, then t is after n iterations n times what q was before the last of them. " +
		"A product takes the place of a sum of n equal terms.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !o.FastMath {
			return
		}
		for range retraceRounds {
			p := &powerFinder{in: Analyse(f), f: f}
			if !p.block(&f.Body) {
				return
			}
		}
	}),
}

type powerFinder struct {
	in *Info
	f  *loop.Func
}

func (p *powerFinder) block(b *[]loop.Stmt) bool {
	for i, s := range *b {
		switch l := s.(type) {
		case *loop.For:
			if l.Par == nil && p.loop(b, i, l.Body) {
				return true
			}
		case *loop.While:
			if len(l.Head) == 0 && p.loop(b, i, l.Body) {
				return true
			}
		}
	}
	done := false
	for _, s := range *b {
		loop.Blocks(s, func(inner *[]loop.Stmt) { done = done || p.block(inner) })
	}
	return done
}

// loop looks at the body of the loop at place i of a block; it reports whether it has rewritten the function.
func (p *powerFinder) loop(b *[]loop.Stmt, i int, body []loop.Stmt) bool {
	ef := p.in.Effects((*b)[i])
	was := map[*loop.Var]*loop.Var{} // constants of an iteration that are what a real was at its beginning
	now := func(e *loop.Expr) *loop.Var {
		if e.Kind != loop.VarExpr || e.Type != loop.RealType {
			return nil
		}
		if q := was[e.Var]; q != nil {
			return q
		}
		return e.Var
	}
	var t, x *loop.Var
	var added *loop.Expr
	var at *loop.Assign
	for _, s := range body {
		switch s := s.(type) {
		case *loop.Let:
			if q := s.Rhs; q.Kind == loop.VarExpr && q.Type == loop.RealType && !p.in.Mutable(s.Var) && p.in.changes.Get(q.Var.ID()) == 1 {
				was[s.Var] = q.Var // if it has not changed yet, which is seen below
			}
		case *loop.Assign:
			for k, l := range s.Lhs {
				e := s.Rhs[k]
				if l.Kind != loop.VarExpr || e.Kind != loop.PrimExpr {
					continue
				}
				v := l.Var
				if t == nil && len(s.Lhs) == 1 && e.Prim == syntax.OpAdd && p.in.changes.Get(v.ID()) == 1 {
					if f, q := p.step(v, e); f != nil && !ef.Vars[f] && !declares(body, now(q)) && p.zero(v, (*b)[:i]) {
						t, x, added, at = v, f, q, s
						continue
					}
				}
				// The other one, which changes last.
				if t != nil && v == now(added) && v != t && e.Prim == syntax.OpMul && p.in.changes.Get(v.ID()) == 1 {
					a, c := e.Args[0], e.Args[1]
					if c.Kind == loop.VarExpr && now(c) == v {
						a, c = c, a
					}
					if a.Kind == loop.VarExpr && now(a) == v && c.IsVar(x) {
						p.rewrite(b, i, t, added, at)
						return true
					}
				}
				for z, q := range was {
					if q == v {
						delete(was, z) // what follows may be bound to another value
					}
				}
			}
		}
	}
	return false
}

// step takes v·x + q apart, where x and q are variables.
func (p *powerFinder) step(v *loop.Var, e *loop.Expr) (x *loop.Var, q *loop.Expr) {
	for k, m := range e.Args {
		if m.Kind != loop.PrimExpr || m.Prim != syntax.OpMul || e.Args[1-k].Kind != loop.VarExpr {
			continue
		}
		a, c := m.Args[0], m.Args[1]
		if c.IsVar(v) {
			a, c = c, a
		}
		if a.IsVar(v) && c.Kind == loop.VarExpr && c.Var != v && e.Args[1-k].Var != v {
			return c.Var, e.Args[1-k]
		}
	}
	return nil, nil
}

// zero reports whether v is declared among some statements, as 0, and is no result.
func (p *powerFinder) zero(v *loop.Var, b []loop.Stmt) bool {
	for _, r := range p.f.Results {
		if mentions(r, v) {
			return false // a result is no product
		}
	}
	for _, s := range b {
		if l, ok := s.(*loop.Let); ok && l.Var == v {
			return l.Rhs.IsZero()
		}
	}
	return false
}

// rewrite has a count and the q of the iteration before stand for t.
func (p *powerFinder) rewrite(b *[]loop.Stmt, i int, t *loop.Var, q *loop.Expr, at *loop.Assign) {
	n, r := loop.NewVar("n", loop.RealType), loop.NewVar(t.Name, loop.RealType)
	product := loop.Prim(syntax.OpMul, loop.Use(n), loop.Use(r))
	at.Lhs = []*loop.Expr{loop.Use(n), loop.Use(r)}
	at.Rhs = []*loop.Expr{loop.Prim(syntax.OpAdd, loop.Use(n), loop.RealConst(1)), q}
	out := make([]loop.Stmt, 0, len(*b)+1)
	for _, s := range *b {
		if l, ok := s.(*loop.Let); ok && l.Var == t {
			out = append(out, &loop.Let{Var: n, Rhs: loop.RealConst(0)}, &loop.Let{Var: r, Rhs: loop.RealConst(0)})
			continue
		}
		out = append(out, s)
	}
	*b = out
	with := map[*loop.Var]*loop.Expr{t: product}
	loop.MapExprs(p.f.Body, func(e *loop.Expr) *loop.Expr { return substitute(e, with) })
}
