package translate

import (
	"go/ast"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

// refuseAssertion reports a type assertion.
func (f *fn) refuseAssertion(e *ast.TypeAssertExpr) {
	d := f.refuse(e, "type-assertion", "a type assertion is not differentiable")
	T := types.ExprString(e.Type)
	f.offer(d, genericTitle(T), func(c *mend.Change) { c.Generic(e.X, T) })
}

// genericTitle is the title of the fix that makes the type of a parameter a type parameter.
func genericTitle(T string) string {
	return "make the type of the parameter a type parameter, and differentiate for " + T
}

// typeSwitch is a type switch on a value whose type is known, as any(v) is where v has a type parameter's type: the
// clause is known then, and only it is translated. All others are refused.
func (f *fn) typeSwitch(s *ast.TypeSwitchStmt, label string) {
	x := switchedOn(s)
	v, T := f.boxed(x)
	if v == nil {
		if f.canOpen(x) {
			f.openSwitch(s, label)
		} else {
			d := f.refuse(s, "type-switch", "a type switch")
			for _, clause := range s.Body.List {
				for _, T := range clause.(*ast.CaseClause).List {
					f.offer(d, genericTitle(types.ExprString(T)), func(c *mend.Change) { c.Generic(x, types.ExprString(T)) })
				}
			}
		}
		return
	}
	if s.Init != nil {
		f.stmt(s.Init, "")
	}
	clause := f.typeClause(s, T)
	if clause == nil {
		f.discard(v)
		return
	}
	obj := f.pkg.Info.Implicits[clause]
	if obj != nil && types.Identical(f.subst.typ(obj.Type()), T) && !isOpaque(f.translator.typ(T)) {
		value := f.expr(v)
		f.assign(flow.Place{Var: f.declare(obj)}, value, v)
	} else {
		f.discard(v)
	}
	b := &flow.Block{}
	t := f.push(&target{label: label, out: b})
	b.Body = f.block(func() { f.stmts(clause.Body) })
	f.pop()
	f.dead = f.dead && !t.left
	f.emitBlock(b, t.left)
}

// switchedOn is the x of switch y := x.(type).
func switchedOn(s *ast.TypeSwitchStmt) ast.Expr {
	var e ast.Expr
	switch a := s.Assign.(type) {
	case *ast.ExprStmt:
		e = a.X
	case *ast.AssignStmt:
		e = a.Rhs[0]
	}
	return ast.Unparen(e).(*ast.TypeAssertExpr).X
}

// boxed is the v of any(v), and its type, when that is no interface; nil for other expressions.
func (f *fn) boxed(e ast.Expr) (ast.Expr, types.Type) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || !f.pkg.Info.Types[call.Fun].IsType() || !isInterface(f.typeOf(call)) {
		return nil, nil
	}
	T := f.typeOf(call.Args[0])
	if isInterface(T) || f.pkg.Info.Types[call.Args[0]].IsNil() {
		return nil, nil
	}
	return call.Args[0], T
}

// typeClause is the clause for a type, or nil.
func (f *fn) typeClause(s *ast.TypeSwitchStmt, T types.Type) *ast.CaseClause {
	var other *ast.CaseClause
	for _, c := range s.Body.List {
		c := c.(*ast.CaseClause)
		if c.List == nil {
			other = c
		}
		for _, e := range c.List {
			if !f.pkg.Info.Types[e].IsType() {
				continue // nil
			}
			C := f.typeOf(e)
			if i, ok := C.Underlying().(*types.Interface); ok && types.Implements(T, i) || types.Identical(C, T) {
				return c
			}
		}
	}
	return other
}
