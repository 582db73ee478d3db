package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
	"github.com/seed-4b734f86/gochad/internal/stop"
)

// stmts translates a list; what stands behind a statement that never ends normally is dead.
func (f *fn) stmts(list []ast.Stmt) {
	f.dead = false
	if f.jumps(list) {
		return
	}
	for i, s := range list {
		if i+1 < len(list) {
			if loop, call := f.collected(s, list[i+1]); loop != nil && f.collect(loop, call) {
				continue
			}
		}
		f.takes = f.taken(s, list[i+1:])
		f.stmt(s, "")
		f.takes = nil
		if f.dead {
			return
		}
	}
}

// stmt translates a statement. A label names it for break and continue.
func (f *fn) stmt(s ast.Stmt, label string) {
	stop.Check(f.prog.Context)
	f.dead = false
	f.now, f.where = s, f.pkg
	f.order(s)
	switch s := s.(type) {
	case *ast.ExprStmt:
		f.exprStmt(s)
	case *ast.AssignStmt:
		f.assignStmt(s)
	case *ast.IncDecStmt:
		f.incDec(s)
	case *ast.DeclStmt:
		f.declStmt(s)
	case *ast.ReturnStmt:
		f.returnStmt(s)
	case *ast.DeferStmt:
		f.deferStmt(s)
	case *ast.BlockStmt:
		f.stmts(s.List)
	case *ast.IfStmt:
		f.ifStmt(s)
	case *ast.SwitchStmt:
		f.switchStmt(s, label)
	case *ast.TypeSwitchStmt:
		f.typeSwitch(s, label)
	case *ast.ForStmt:
		f.forStmt(s, label)
	case *ast.RangeStmt:
		f.rangeStmt(s, label)
	case *ast.LabeledStmt:
		f.stmt(s.Stmt, s.Label.Name)
	case *ast.BranchStmt:
		f.branch(s)
	case *ast.EmptyStmt:
	default:
		f.refuseStmt(s)
	}
}

// refuseStmt reports the statements that are outside the subset.
func (f *fn) refuseStmt(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.GoStmt:
		f.offer(f.refuse(s, "goroutine", "a goroutine"), inTurn, func(c *mend.Change) { c.InTurn(s) })
	case *ast.SendStmt:
		f.refuse(s, "channel", "a send to a channel")
	case *ast.SelectStmt:
		f.offer(f.refuse(s, "select", "a select statement"), "leave select out",
			func(c *mend.Change) { c.OnlyDefault(s) })
	default:
		f.refuse(s, "unsupported", "this statement is not supported")
	}
}

func (f *fn) exprStmt(s *ast.ExprStmt) {
	call, ok := ast.Unparen(s.X).(*ast.CallExpr)
	if !ok {
		f.discard(s.X)
		return
	}
	if name, ok := f.builtin(call.Fun); ok {
		f.builtinStmt(name, call)
		return
	}
	f.discardCall(call)
}

// builtinStmt is a call of a builtin as a statement.
func (f *fn) builtinStmt(name string, e *ast.CallExpr) {
	switch name {
	case "panic":
		f.panicCall(e)
	case "copy":
		f.copyInto(e, flow.Place{})
	case "clear":
		f.clearSlice(e)
	case "print", "println":
		if f.drops {
			for _, a := range e.Args {
				f.discard(a)
			}
			break
		}
		f.offer(f.refuse(e, "io", "%s does output", name), "leave it out", func(c *mend.Change) { c.Unprint(e, e.Args) })
	case "recover":
		f.offer(f.refuse(e, "recover", "recover is not differentiable"), "leave it out: it recovers nothing here",
			func(c *mend.Change) { c.Unrecover(e) })
	case "delete":
		f.deleteKey(e)
	case "close":
		f.refuse(e, "channel", "a change of a channel")
	default:
		for _, a := range e.Args {
			f.discard(a)
		}
	}
}

func (f *fn) declStmt(s *ast.DeclStmt) {
	d, ok := s.Decl.(*ast.GenDecl)
	if !ok || d.Tok != token.VAR {
		return
	}
	for _, spec := range d.Specs {
		spec := spec.(*ast.ValueSpec)
		lhs := make([]ast.Expr, len(spec.Names))
		for i, id := range spec.Names {
			lhs[i] = id
		}
		if len(spec.Values) > 0 {
			f.assignAll(lhs, spec.Values, true, spec)
			continue
		}
		for _, id := range spec.Names {
			obj := f.pkg.Info.Defs[id]
			if id.Name == "_" || obj == nil || isOpaque(f.typ(obj.Type())) {
				continue
			}
			v := f.declare(obj)
			f.assign(flow.Place{Var: v}, zero(v.Type), id)
		}
	}
}

func (f *fn) returnStmt(s *ast.ReturnStmt) {
	defer func() { f.dead = true }()
	home := f.home()
	res, sig := home.flow.Results, home.sig
	switch {
	case len(s.Results) == 0:
	case len(s.Results) == 1 && len(res) > 1:
		call := ast.Unparen(s.Results[0]).(*ast.CallExpr)
		tuple := f.results(call)
		a := &flow.Assign{At: f.at(s)}
		for i, v := range f.callResults(call) {
			a.Dst = append(a.Dst, flow.Place{Var: res[i]})
			a.Src = append(a.Src, f.assignable(load(v), tuple[i], sig.Results().At(i).Type(), s))
		}
		f.emit(a)
	default:
		a := &flow.Assign{At: f.at(s)}
		for i, e := range s.Results {
			T := sig.Results().At(i).Type()
			if len(s.Results) == 1 && f.direct(flow.Place{Var: res[i]}, e, T) {
				a = nil
				break
			}
			a.Dst = append(a.Dst, flow.Place{Var: res[i]})
			if f.returnsText(home, e, T) {
				a.Src = append(a.Src, zero(flow.StringT))
				continue
			}
			a.Src = append(a.Src, f.exprTo(e, T))
		}
		if a != nil {
			f.emit(a)
		}
	}
	f.leaveFunction(s)
}

// emitBlock emits a block, or its statements where nothing leaves it.
func (f *fn) emitBlock(b *flow.Block, left bool) {
	if left {
		f.emit(b)
		return
	}
	f.out = append(f.out, b.Body...)
}

func (f *fn) ifStmt(s *ast.IfStmt) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	if v := f.pkg.Info.Types[s.Cond].Value; v != nil { // decided: the other side is never translated
		f.constIf(s, f.constant(v, types.Typ[types.Bool], s.Cond).(*flow.Lit).I != 0)
		return
	}
	if yes, ok := f.decided(s.Cond); ok {
		f.constIf(s, yes)
		return
	}
	said := len(f.diags)
	st := &flow.If{At: f.at(s)}
	before := f.block(func() { st.Cond = f.cond(s.Cond) })
	of := slices.Clone(f.diags[said:]) // what cannot be said of the condition
	f.diags = f.diags[:said]
	st.Then = f.block(func() { f.stmts(s.Body.List) })
	dead := f.dead
	f.dead = false
	if s.Else != nil {
		st.Else = f.block(func() { f.stmt(s.Else, "") })
	}
	f.dead = f.dead && dead
	if len(of) > 0 && len(st.Then)+len(st.Else) == 0 && !dead && !guards(s.Cond) { // it decides nothing
		f.discardCond(s.Cond)
		return
	}
	f.diags = append(f.diags, of...)
	f.out = append(f.out, before...)
	f.emit(st)
}

// guards reports whether a part of a condition is evaluated only where another part lets it be, and may fail or do
// something.
func guards(cond ast.Expr) bool {
	found := false
	ast.Inspect(cond, func(n ast.Node) bool {
		if b, ok := n.(*ast.BinaryExpr); ok && (b.Op == token.LAND || b.Op == token.LOR) {
			ast.Inspect(b.Y, func(n ast.Node) bool {
				switch n := n.(type) {
				case *ast.CallExpr, *ast.IndexExpr, *ast.SliceExpr, *ast.StarExpr, *ast.SelectorExpr, *ast.TypeAssertExpr:
					found = true
				case *ast.BinaryExpr:
					found = found || n.Op == token.QUO || n.Op == token.REM
				}
				return !found
			})
		}
		return !found
	})
	return found
}

// discardCond evaluates a condition that decides nothing, for its effects.
func (f *fn) discardCond(e ast.Expr) {
	switch e := ast.Unparen(e).(type) {
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			f.discardCond(e.X)
			f.discardCond(e.Y)
			return
		}
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			f.discardCond(e.X)
			return
		}
	}
	f.discardParts(ast.Unparen(e))
}

func (f *fn) constIf(s *ast.IfStmt, yes bool) {
	f.dead = false
	switch {
	case yes:
		f.stmts(s.Body.List)
	case s.Else != nil:
		f.stmt(s.Else, "")
	}
}

// A target is a statement that break or continue may name.
type target struct {
	label     string
	out       flow.Stmt // break leaves it
	next      flow.Stmt // continue goes on with it, or leaves it when it is a *flow.Block; nil when it is no loop
	left      bool      // a break leaves out
	continued bool      // a continue goes to next
	isGoto    bool      // gotos alone lead there
	from      *flow.Var // of a label that gotos lead back to: says with which part of the loop it goes on
	part      int       // and this is the label's
}

func (f *fn) push(t *target) *target {
	f.targets = append(f.targets, t)
	return t
}

func (f *fn) pop() { f.targets = f.targets[:len(f.targets)-1] }

func (f *fn) branch(s *ast.BranchStmt) {
	f.dead = true
	label := ""
	if s.Label != nil {
		label = s.Label.Name
	}
	switch s.Tok {
	case token.GOTO:
		f.goTo(s)
		return
	case token.FALLTHROUGH: // the clauses see to it
		return
	}
	f.jump(s, jump{s.Tok, label})
}

// jump leaves or continues the innermost statement that fits.
func (f *fn) jump(n ast.Node, j jump) {
	f.dead = true
	for i := len(f.targets) - 1; i >= 0; i-- {
		t := f.targets[i]
		switch {
		case j.label != "" && t.label != j.label, j.label == "" && t.isGoto, j.tok == token.CONTINUE && t.next == nil:
			continue
		case j.tok == token.BREAK:
			t.left = true
			f.emit(&flow.Break{Target: t.out})
		default:
			t.continued = true
			if b, ok := t.next.(*flow.Block); ok {
				f.emit(&flow.Break{Target: b})
			} else {
				f.emit(&flow.Continue{Target: t.next})
			}
		}
		return
	}
	if f.yield == nil {
		panic("translate: a branch without target in a checked program")
	}
	f.outside(n, j)
}
