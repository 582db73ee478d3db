package loops

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/gc"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/plan"
	"github.com/seed-4b734f86/gochad/syntax"
)

// block writes statements.
func (p *emitter) block(stmts []loop.Stmt) {
	for i := 0; i < len(stmts); i++ {
		if n := p.literal(stmts[i:]); n > 0 {
			i += n - 1
			continue
		}
		if n := p.push(stmts[i:]); n > 0 {
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
func (p *emitter) sub(stmts []loop.Stmt) []*code.Stmt { return p.inner(stmts, nil) }

// inner is sub for a body at whose end arenas take memory back.
func (p *emitter) inner(stmts []loop.Stmt, gs []given) []*code.Stmt {
	return p.subs(func() {
		p.block(stmts)
		p.release(gs)
	})
}

// subs collects the statements of an inner block that f writes.
func (p *emitter) subs(f func()) []*code.Stmt {
	outer := p.out
	p.out = &code.Block{}
	p.names.Push()
	f()
	p.names.Pop()
	inner := p.out.Stmts
	p.out = outer
	return inner
}

// declare makes the Go variable of v.
func (p *emitter) declare(v *loop.Var) *code.Ident {
	id := &code.Ident{Name: p.names.Fresh(v.Name)}
	p.ids[v] = id
	return id
}

func (p *emitter) define(v *loop.Var, x *code.Expr) {
	p.out.Add(&code.Stmt{Kind: code.DeclStmt, Idents: []*code.Ident{p.declare(v)}, Exprs: []*code.Expr{x}})
}

func (p *emitter) stmt(s loop.Stmt) {
	stop.Check(p.g.opt.Context)
	switch s := s.(type) {
	case *loop.Let:
		p.let(s)
	case *loop.Alloc:
		p.alloc(s)
	case *loop.NewCell:
		p.cell(s)
	case *loop.Assign:
		p.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "=", Lhs: p.exprs(s.Lhs), Exprs: p.exprs(s.Rhs)})
	case *loop.AddTo:
		p.out.Add(&code.Stmt{Kind: code.AssignStmt, Op: "+=", Lhs: []*code.Expr{p.expr(s.Lhs)},
			Exprs: []*code.Expr{p.expr(s.Rhs)}})
	case *loop.Copy:
		p.copy(s.Dst, s.Src)
	case *loop.Clear:
		p.clear(s.Dst)
	case *loop.For:
		p.count(s)
	case *loop.While:
		p.while(s)
	case *loop.If:
		p.branch(s)
	case *loop.Switch:
		out := &code.Stmt{Kind: code.SwitchStmt, Exprs: []*code.Expr{p.expr(s.Tag)}}
		for _, c := range s.Cases[:len(s.Cases)-1] {
			out.Cases = append(out.Cases, p.sub(c))
		}
		out.Body = p.sub(s.Cases[len(s.Cases)-1])
		p.out.Add(out)
	case *loop.Call:
		p.call(s)
	case *loop.Check:
		p.check(s)
	default:
		code.Failf("no Go form of a loop statement")
	}
}

func (p *emitter) let(s *loop.Let) {
	if p.g.memory.plan.Growing[s.Var] == plan.Slot {
		p.define(s.Var, code.Node(code.SliceExpr, "", p.slot(s.Var, s.Var.Type, p.g.loopType(s.Var.Type)),
			code.IntLit(0)))
		return
	}
	if s.Rhs.IsNilConst() || s.Rhs.IsZero() && p.assigned[s.Var] {
		p.out.Add(&code.Stmt{Kind: code.VarStmt, Idents: []*code.Ident{p.declare(s.Var)}, Type: p.g.varType(s.Var)})
		return
	}
	x := p.expr(s.Rhs)
	if p.g.rows[s.Var] != 0 && s.Rhs.Kind == loop.IndexExpr && s.Rhs.Type.IsArray() {
		x = code.Unary("&", x)
	}
	p.define(s.Var, x)
}

// count writes a counted loop.
func (p *emitter) count(s *loop.For) {
	if s.Vector && p.g.opt.BLAS {
		p.vectorLoop(s)
		return
	}
	if t := p.g.teams[s]; t != nil {
		p.together(s, t)
		return
	}
	if t := gc.Shifted(s, p.assigned); t != nil {
		p.countFrom(s, t)
		return
	}
	n := p.expr(s.N)
	kind := code.RangeStmt
	if s.Down {
		kind = code.DownStmt
	}
	given := p.marks(p.g.memory.plan.Released[s])
	defer p.operands(s.Body)()
	p.names.Push()
	id := p.declare(s.Var)
	p.loops++
	body := p.inner(s.Body, given)
	p.loops--
	p.names.Pop()
	p.out.Add(&code.Stmt{Kind: kind, Idents: []*code.Ident{id}, Exprs: []*code.Expr{n}, Body: body})
}

// countFrom writes a shifted loop.
func (p *emitter) countFrom(l *loop.For, s *gc.ShiftedLoop) {
	body := make([]loop.Stmt, 0, len(l.Body)-1)
	for _, t := range l.Body {
		if t != loop.Stmt(s.Let) {
			body = append(body, t)
		}
	}
	out := &code.Stmt{Kind: code.FromStmt, Op: "<"}
	end := s.End
	if s.Last != nil {
		out.Op, end = "<=", s.Last
	}
	to := p.expr(end)
	if l.Down {
		if out.Kind = code.DownFromStmt; s.Last == nil {
			to = p.expr(loop.Prim(syntax.OpIntSub, end, loop.IntConst(1)))
		}
	}
	out.Exprs = []*code.Expr{code.IntLit(s.From), to}
	given := p.marks(p.g.memory.plan.Released[l])
	defer p.operands(body)()
	p.names.Push()
	out.Idents = []*code.Ident{p.declare(s.Let.Var)}
	p.loops++
	out.Body = p.inner(body, given)
	p.loops--
	p.names.Pop()
	p.out.Add(out)
}

// operands declares the constants of a loop that are fields of a struct, and returns what ends the loop.
func (p *emitter) operands(body []loop.Stmt) (end func()) {
	decl, fields := gc.Operands(body, p.names, p.id)
	if decl == nil {
		return func() {}
	}
	old := p.fixed
	p.fixed = fields
	p.out.Add(decl)
	return func() { p.fixed = old }
}

// while writes a loop that tests at its head.
func (p *emitter) while(s *loop.While) {
	given := p.marks(p.g.memory.plan.Released[s])
	p.loops++
	defer func() { p.loops-- }()
	if len(s.Head) == 0 {
		first, rest := gc.Conjuncts(s.Cond)
		p.out.Add(&code.Stmt{Kind: code.WhileStmt, Exprs: []*code.Expr{p.expr(first)}, Body: p.subs(func() {
			for _, c := range rest {
				p.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: []*code.Expr{p.not(c)},
					Body: []*code.Stmt{{Kind: code.BreakStmt}}})
			}
			p.block(s.Body)
			p.release(given)
		})})
		return
	}
	outer := p.out
	p.out = &code.Block{}
	p.names.Push()
	p.block(s.Head)
	p.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: []*code.Expr{p.not(s.Cond)},
		Body: []*code.Stmt{{Kind: code.BreakStmt}}})
	p.block(s.Body)
	p.release(given)
	p.names.Pop()
	body := p.out.Stmts
	p.out = outer
	p.out.Add(&code.Stmt{Kind: code.WhileStmt, Body: body})
}

// branch writes a branch.
func (p *emitter) branch(s *loop.If) {
	out := &code.Stmt{Kind: code.IfStmt, Exprs: []*code.Expr{p.expr(s.Cond)}, Body: p.sub(s.Then), Alt: p.sub(s.Else),
		Not: p.not(s.Cond)}
	if short := p.branches.Short(out); short != nil {
		p.out.Stmts = append(p.out.Stmts, short...)
		return
	}
	p.out.Add(out)
}

func (p *emitter) call(s *loop.Call) {
	args := p.exprs(s.Args)
	if p.g.memory.plan.Uses[s.Func] {
		args = append([]*code.Expr{p.memory()}, args...)
	}
	x := code.Call("", s.Func.Name, args...)
	out := &code.Stmt{Kind: code.DeclStmt, Exprs: []*code.Expr{x}}
	for i, q := range s.Func.Params {
		out.Keep = out.Keep || q.Out && i < len(s.Args)
	}
	needed := false
	for _, v := range s.Vars {
		id := &code.Ident{Name: "_"}
		if v != nil {
			id, needed = p.declare(v), true
		}
		out.Idents = append(out.Idents, id)
	}
	if !needed {
		out.Kind, out.Idents = code.ExprStmt, nil
	}
	p.out.Add(out)
}

// check writes a run-time check. It is one statement: what panics is the same everywhere, and Go sees it where it
// inlines the helper.
func (p *emitter) check(s *loop.Check) {
	switch {
	case s.Index && immediate(s.Got) && immediate(s.Want):
		p.out.Add(p.g.CheckRange(p.holds(s.Cond), p.expr(s.Got), p.expr(s.Want), s.Text))
	case s.Index:
		p.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: []*code.Expr{p.not(s.Cond)}, Body: []*code.Stmt{
			code.PanicStmt(p.g.IndexError(p.expr(s.Got), p.expr(s.Want), s.Text)),
		}})
	case s.Got == nil && s.Cond.Kind == loop.PrimExpr && s.Cond.Prim.Name == "ige" && s.Cond.Args[1].IsZero():
		p.out.Add(p.g.CheckSize(p.expr(s.Cond.Args[0]), s.Text))
	case s.Got == nil:
		p.checkThat(s.Cond, s.Text)
	case compares(s):
		p.out.Add(p.g.CheckLength(s.Text, s.Name, p.expr(s.Got), p.expr(s.Want)))
	default:
		p.out.Add(&code.Stmt{Kind: code.IfStmt, Exprs: []*code.Expr{p.not(s.Cond)}, Body: []*code.Stmt{
			code.PanicStmt(p.g.LengthError(s.Text, s.Name, p.expr(s.Got), p.expr(s.Want))),
		}})
	}
}

// checkThat writes checks of the parts of a conjunction, one after the other: Go may compute it to a value, which tells
// nothing of its parts.
func (p *emitter) checkThat(c *loop.Expr, text string) {
	if c.Kind == loop.PrimExpr && c.Prim.Name == "and" {
		p.checkThat(c.Args[0], text)
		p.checkThat(c.Args[1], text)
		return
	}
	p.out.Add(p.g.CheckThat(p.holds(c), text))
}

// holds is a condition without a double negation.
func (p *emitter) holds(c *loop.Expr) *code.Expr {
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
