package translate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// switchStmt is a chain of If, in the order of the cases; the default comes last wherever it stands.
func (f *fn) switchStmt(s *ast.SwitchStmt, label string) {
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	sw := &switcher{fn: f, node: s}
	if s.Tag != nil {
		sw.T = f.typeOf(s.Tag)
		sw.tv = f.pkg.Info.Types[s.Tag].Value
		if isString(sw.T) && sw.tv == nil && sw.constantCases() && !f.hasText {
			f.wantText = true // the next translation knows
			f.discard(s.Tag)
			for _, c := range s.Body.List {
				f.block(func() { f.stmts(c.(*ast.CaseClause).Body) })
				f.dead = false
			}
			return
		}
		if isOpaque(f.translator.typ(sw.T)) && sw.tv == nil {
			f.discard(s.Tag)
			f.refuse(s.Tag, "opaque-value", "the result depends on %s, of type %s", f.describe(s.Tag), sw.T)
			return
		}
		if sw.tv == nil {
			sw.tag = f.hold(f.expr(s.Tag), s.Tag)
			if l, ok := sw.tag.(*flow.Load); ok && !f.steadyTag(s) {
				sw.tag = load(f.store(l, s.Tag))
			}
		}
	}
	sw.clauses = make([]*ast.CaseClause, len(s.Body.List))
	for i, c := range s.Body.List {
		sw.clauses[i] = c.(*ast.CaseClause)
	}
	b := &flow.Block{}
	t := f.push(&target{label: label, out: b})
	b.Body = f.block(func() { f.dead = sw.from(0) })
	f.pop()
	f.dead = f.dead && !t.left
	f.emitBlock(b, t.left)
}

// constantCases reports whether all cases are constants.
func (sw *switcher) constantCases() bool {
	for _, c := range sw.node.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			if sw.pkg.Info.Types[ast.Unparen(e)].Value == nil {
				return false
			}
		}
	}
	return true
}

// steadyTag reports whether the tag is a variable that the case expressions cannot change.
func (f *fn) steadyTag(s *ast.SwitchStmt) bool {
	id, ok := ast.Unparen(s.Tag).(*ast.Ident)
	if !ok {
		return true // a temporary
	}
	obj := f.pkg.Info.Uses[id]
	return obj != nil && !f.use.wild[obj] && !f.use.addressed[obj] && !f.use.receivers[obj]
}

type switcher struct {
	*fn
	node    *ast.SwitchStmt
	tag     flow.Expr      // nil without one
	tv      constant.Value // of a constant tag
	T       types.Type
	clauses []*ast.CaseClause
}

// from translates the cases from the i-th on, and reports whether none of them ends normally.
func (sw *switcher) from(i int) bool {
	for i < len(sw.clauses) && sw.clauses[i].List == nil {
		i++
	}
	if i == len(sw.clauses) {
		for j, c := range sw.clauses {
			if c.List == nil {
				return sw.clause(j)
			}
		}
		return false
	}
	return sw.cases(i, 0)
}

// cases tests the k-th and later expressions of a case. One that has statements of its own must not run them before
// the ones before it have failed.
func (sw *switcher) cases(i, k int) bool {
	c := sw.clauses[i]
	cond := sw.matches(c.List[k])
	for k++; k < len(c.List); k++ {
		var next flow.Expr
		list := sw.block(func() { next = sw.matches(c.List[k]) })
		if len(list) > 0 {
			v := sw.store(cond, c)
			list = append(list, &flow.Assign{Dst: []flow.Place{{Var: v}}, Src: []flow.Expr{next}, At: sw.at(c)})
			sw.emit(&flow.If{Cond: load(v), Else: list, At: sw.at(c)})
			cond = load(v)
			continue
		}
		cond = &flow.Cond{C: cond, If: boolLit(true), Else: next}
	}
	if l, ok := cond.(*flow.Lit); ok { // decided: only what runs is translated
		if l.I != 0 {
			return sw.clause(i)
		}
		return sw.from(i + 1)
	}
	st := &flow.If{Cond: cond, At: sw.at(c)}
	var dead, rest bool
	st.Then = sw.block(func() { dead = sw.clause(i) })
	st.Else = sw.block(func() { rest = sw.from(i + 1) })
	sw.emit(st)
	return dead && rest
}

// matches is the test of one case expression.
func (sw *switcher) matches(e ast.Expr) flow.Expr {
	v := sw.pkg.Info.Types[e].Value
	switch {
	case sw.node.Tag == nil && v != nil:
		return boolLit(constant.BoolVal(v))
	case sw.node.Tag == nil:
		return sw.cond(e)
	case sw.tv != nil && v != nil:
		return boolLit(constant.Compare(sw.tv, token.EQL, v))
	}
	if isError(sw.T) {
		if sw.pkg.Info.Types[ast.Unparen(e)].IsNil() {
			return sw.op("ieq", flow.Bool, e, sw.tag, &flow.Lit{Typ: flow.ErrorT})
		}
		if isError(sw.typeOf(e)) && sw.errorVariable(e) != nil {
			sw.compared = append(sw.compared, comparedError{sw.fn, e})
			return sw.op("ieq", flow.Bool, e, sw.tag, sw.expr(e))
		}
		return sw.bad(e, flow.Bool, "error-compare", "which error it is cannot influence the result")
	}
	tag := sw.tag
	if sw.tv != nil {
		tag = sw.constant(sw.tv, sw.T, sw.node.Tag)
	}
	return sw.equal(tag, sw.exprTo(e, sw.T), e)
}

// clause translates a body, and with fallthrough the next one behind it.
func (sw *switcher) clause(i int) bool {
	body := sw.clauses[i].Body
	if n := len(body); n > 0 {
		if b, ok := body[n-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
			sw.stmts(body[:n-1])
			if sw.dead {
				return true
			}
			return sw.clause(i + 1)
		}
	}
	sw.stmts(body)
	return sw.dead
}
