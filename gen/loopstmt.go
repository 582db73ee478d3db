package gen

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
)

// block writes statements.
func (p *printer) block(stmts []loop.Stmt) {
	for i := 0; i < len(stmts); i++ {
		if n := p.literal(stmts[i:]); n > 0 {
			i += n - 1
			continue
		}
		if p.startsInKernel(stmts[i:]) {
			continue
		}
		p.stmt(stmts[i])
		p.save(p.g.memory.plan.Saved[stmts[i]])
	}
}

// sub writes the statements of an inner block.
func (p *printer) sub(stmts []loop.Stmt) []*stmt { return p.inner(stmts, nil) }

// inner is sub for a body at whose end arenas take memory back.
func (p *printer) inner(stmts []loop.Stmt, gs []given) []*stmt {
	return p.subs(func() {
		p.block(stmts)
		p.release(gs)
	})
}

// subs collects the statements of an inner block that f writes.
func (p *printer) subs(f func()) []*stmt {
	outer := p.out
	p.out = &block{}
	p.names.push()
	f()
	p.names.pop()
	inner := p.out.stmts
	p.out = outer
	return inner
}

// declare makes the Go variable of v.
func (p *printer) declare(v *loop.Var) *ident {
	id := &ident{name: p.names.fresh(v.Name)}
	p.ids[v] = id
	return id
}

func (p *printer) define(v *loop.Var, x *expr) {
	p.out.add(&stmt{kind: declStmt, ids: []*ident{p.declare(v)}, exprs: []*expr{x}})
}

func (p *printer) stmt(s loop.Stmt) {
	stop.Check(p.g.opt.Context)
	switch s := s.(type) {
	case *loop.Let:
		p.let(s)
	case *loop.Alloc:
		p.alloc(s)
	case *loop.NewCell:
		p.define(s.Var, p.cellLit(s))
	case *loop.Assign:
		p.out.add(&stmt{kind: assignStmt, op: "=", lhs: p.exprs(s.Lhs), exprs: p.exprs(s.Rhs)})
	case *loop.AddTo:
		p.out.add(&stmt{kind: assignStmt, op: "+=", lhs: []*expr{p.expr(s.Lhs)}, exprs: []*expr{p.expr(s.Rhs)}})
	case *loop.Copy:
		p.copy(s.Dst, s.Src)
	case *loop.Clear:
		p.clear(s.Dst)
	case *loop.Append:
		p.push(s)
	case *loop.For:
		p.count(s)
	case *loop.While:
		p.while(s)
	case *loop.If:
		p.branch(s)
	case *loop.Switch:
		out := &stmt{kind: switchStmt, exprs: []*expr{p.expr(s.Tag)}}
		for _, c := range s.Cases[:len(s.Cases)-1] {
			out.cases = append(out.cases, p.sub(c))
		}
		out.body = p.sub(s.Cases[len(s.Cases)-1])
		p.out.add(out)
	case *loop.Call:
		p.call(s)
	case *loop.Check:
		p.check(s)
	default:
		failf("no Go form of a loop statement")
	}
}

func (p *printer) let(s *loop.Let) {
	if p.g.memory.plan.Growing[s.Var] == plan.Slot {
		p.define(s.Var, node(sliceExpr, "", p.slot(s.Var, s.Var.Type, p.g.loopType(s.Var.Type)), intLit(0)))
		return
	}
	if s.Rhs.IsNilConst() || s.Rhs.IsZero() && p.assigned[s.Var] {
		p.out.add(&stmt{kind: varStmt, ids: []*ident{p.declare(s.Var)}, typ: p.g.varType(s.Var)})
		return
	}
	x := p.expr(s.Rhs)
	if p.g.rows[s.Var] != 0 && s.Rhs.Kind == loop.IndexExpr && s.Rhs.Type.IsArray() {
		x = unary("&", x)
	}
	p.define(s.Var, x)
}

// count writes a counted loop.
func (p *printer) count(s *loop.For) {
	if s.Vector && p.g.opt.BLAS {
		p.vectorLoop(s)
		return
	}
	if t := p.g.teams[s]; t != nil {
		p.together(s, t)
		return
	}
	if t := p.shifted(s); t != nil {
		p.countFrom(s, t)
		return
	}
	n := p.expr(s.N)
	kind := rangeStmt
	if s.Down {
		kind = downStmt
	}
	given := p.marks(p.g.memory.plan.Released[s])
	defer p.operands(s.Body)()
	p.names.push()
	id := p.declare(s.Var)
	p.loops++
	body := p.inner(s.Body, given)
	p.loops--
	p.names.pop()
	p.out.add(&stmt{kind: kind, ids: []*ident{id}, exprs: []*expr{n}, body: body})
}

// while writes a loop that tests at its head.
func (p *printer) while(s *loop.While) {
	given := p.marks(p.g.memory.plan.Released[s])
	p.loops++
	defer func() { p.loops-- }()
	if len(s.Head) == 0 {
		first, rest := conjuncts(s.Cond)
		p.out.add(&stmt{kind: whileStmt, exprs: []*expr{p.expr(first)}, body: p.subs(func() {
			for _, c := range rest {
				p.out.add(&stmt{kind: ifStmt, exprs: []*expr{p.not(c)}, body: []*stmt{{kind: breakStmt}}})
			}
			p.block(s.Body)
			p.release(given)
		})})
		return
	}
	outer := p.out
	p.out = &block{}
	p.names.push()
	p.block(s.Head)
	p.out.add(&stmt{kind: ifStmt, exprs: []*expr{p.not(s.Cond)}, body: []*stmt{{kind: breakStmt}}})
	p.block(s.Body)
	p.release(given)
	p.names.pop()
	body := p.out.stmts
	p.out = outer
	p.out.add(&stmt{kind: whileStmt, body: body})
}

// conjuncts takes comparisons of reals off the end of a conjunction. The head of a loop has only what is left: where
// variables of the loop are used after it, Go may compute such a conjunction to a value, and what it asks of that value
// tells it nothing of indices.
func conjuncts(c *loop.Expr) (first *loop.Expr, rest []*loop.Expr) {
	for c.Kind == loop.PrimExpr && c.Prim.Name == "and" && comparesReals(c.Args[1]) {
		rest = append([]*loop.Expr{c.Args[1]}, rest...)
		c = c.Args[0]
	}
	return c, rest
}

func comparesReals(c *loop.Expr) bool {
	return c.Kind == loop.PrimExpr && len(c.Args) == 2 && c.Args[0].Type == loop.RealType
}

func (p *printer) call(s *loop.Call) {
	args := p.exprs(s.Args)
	if p.g.memory.plan.Uses[s.Func] {
		args = append([]*expr{p.memory()}, args...)
	}
	x := call("", s.Func.Name, args...)
	out := &stmt{kind: declStmt, exprs: []*expr{x}}
	for i, q := range s.Func.Params {
		out.keep = out.keep || q.Out && i < len(s.Args)
	}
	needed := false
	for _, v := range s.Vars {
		id := &ident{name: "_"}
		if v != nil {
			id, needed = p.declare(v), true
		}
		out.ids = append(out.ids, id)
	}
	if !needed {
		out.kind, out.ids = exprStmt, nil
	}
	p.out.add(out)
}

// check writes a run-time check. It is one statement: what panics is the same everywhere, and Go sees it where it
// inlines the helper.
func (p *printer) check(s *loop.Check) {
	switch {
	case s.Index && immediate(s.Got) && immediate(s.Want):
		p.out.add(p.g.checkRange(p.holds(s.Cond), p.expr(s.Got), p.expr(s.Want), s.Text))
	case s.Index:
		p.g.helper("indexError", indexErrorHelper)
		p.out.add(&stmt{kind: ifStmt, exprs: []*expr{p.not(s.Cond)}, body: []*stmt{
			panicStmt(call("", "indexError", p.expr(s.Got), p.expr(s.Want), strLit(s.Text))),
		}})
	case s.Got == nil && s.Cond.Kind == loop.PrimExpr && s.Cond.Prim.Name == "ige" && s.Cond.Args[1].IsZero():
		p.out.add(p.g.checkSize(p.expr(s.Cond.Args[0]), s.Text))
	case s.Got == nil:
		p.checkThat(s.Cond, s.Text)
	case compares(s):
		p.out.add(p.g.checkLength(s.Text, s.Name, p.expr(s.Got), p.expr(s.Want)))
	default:
		p.g.helper("lengthError", lengthErrorHelper)
		p.out.add(&stmt{kind: ifStmt, exprs: []*expr{p.not(s.Cond)}, body: []*stmt{
			panicStmt(call("", "lengthError", strLit(s.Text), strLit(s.Name), p.expr(s.Got), p.expr(s.Want))),
		}})
	}
}

// checkThat writes checks of the parts of a conjunction, one after the other: Go may compute it to a value, which tells
// nothing of its parts.
func (p *printer) checkThat(c *loop.Expr, text string) {
	if c.Kind == loop.PrimExpr && c.Prim.Name == "and" {
		p.checkThat(c.Args[0], text)
		p.checkThat(c.Args[1], text)
		return
	}
	p.out.add(p.g.checkThat(p.holds(c), text))
}

// holds is a condition without a double negation.
func (p *printer) holds(c *loop.Expr) *expr {
	if c.Kind == loop.PrimExpr && c.Prim.Name == "not" {
		return p.not(c.Args[0])
	}
	return p.expr(c)
}

// compares reports whether a check is that its two lengths are the same.
func compares(s *loop.Check) bool {
	c := s.Cond
	return c.Kind == loop.PrimExpr && c.Prim.Name == "ieq" &&
		(loop.Equal(c.Args[0], s.Got) && loop.Equal(c.Args[1], s.Want) ||
			loop.Equal(c.Args[0], s.Want) && loop.Equal(c.Args[1], s.Got))
}

// immediate reports whether a number that only a message needs may as well be computed when there is none.
func immediate(e *loop.Expr) bool {
	switch e.Kind {
	case loop.ConstExpr, loop.VarExpr:
		return true
	case loop.LenExpr:
		return e.Args[0].Kind == loop.VarExpr
	case loop.PrimExpr:
		return !slices.ContainsFunc(e.Args, func(a *loop.Expr) bool { return !immediate(a) })
	}
	return false
}
