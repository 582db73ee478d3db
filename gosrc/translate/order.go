package translate

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

// order refuses statements whose meaning depends on an order of evaluation that Go leaves open: a variable, or memory
// that a variable looks at, is read beside a call that changes it, and neither comes first by the rules.
// Operands of && and || are in order, and so are a call and its own arguments.
func (f *fn) order(s ast.Stmt) {
	w := &orderWalker{fn: f}
	switch s := s.(type) {
	case *ast.AssignStmt:
		for _, l := range s.Lhs {
			w.left(l, s.Tok != token.ASSIGN && s.Tok != token.DEFINE)
		}
		w.exprs(s.Rhs)
	case *ast.ReturnStmt:
		w.exprs(s.Results)
	case *ast.ExprStmt:
		w.expr(s.X)
	case *ast.IfStmt:
		w.expr(s.Cond)
	case *ast.SwitchStmt:
		w.expr(s.Tag)
	case *ast.ForStmt:
		w.expr(s.Cond)
	case *ast.DeclStmt:
		if d, ok := s.Decl.(*ast.GenDecl); ok {
			for _, spec := range d.Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					w.exprs(v.Values)
				}
			}
		}
	default:
		return
	}
	w.conflicts()
}

// A touch is a read of a variable, or of memory behind it, with the way that leads to it from the statement.
type touch struct {
	id     *ast.Ident
	obj    types.Object
	behind bool   // through a slice or a pointer
	field  string // of the variable, or of what it looks at; empty for all
	path   []ast.Node
}

type orderWalker struct {
	*fn
	path  []ast.Node
	reads []touch
	calls []touch // id is nil; the call is the last of path
}

func (w *orderWalker) exprs(list []ast.Expr) {
	for _, e := range list {
		w.expr(e)
	}
}

// left walks the left side of an assignment, which is not read itself unless it is an op-assignment.
func (w *orderWalker) left(e ast.Expr, read bool) {
	e = ast.Unparen(e)
	if read {
		w.expr(e)
		return
	}
	switch e := e.(type) {
	case *ast.IndexExpr:
		w.left(e.X, false)
		w.expr(e.Index)
	case *ast.SelectorExpr:
		w.left(e.X, false)
	case *ast.StarExpr:
		w.left(e.X, false)
	case *ast.CallExpr:
		w.expr(e)
	}
}

func (w *orderWalker) expr(e ast.Expr) {
	if e == nil {
		return
	}
	w.path = append(w.path, e)
	defer func() { w.path = w.path[:len(w.path)-1] }()
	switch e := e.(type) {
	case *ast.Ident:
		w.read(e, false, "")
	case *ast.ParenExpr:
		w.expr(e.X)
	case *ast.UnaryExpr:
		if e.Op != token.AND {
			w.expr(e.X)
		}
	case *ast.StarExpr:
		w.base(e.X, true, "")
	case *ast.BinaryExpr:
		w.expr(e.X)
		w.expr(e.Y)
	case *ast.IndexExpr:
		if w.pkg.Info.Types[e.X].IsValue() {
			w.base(e.X, !w.isArray(e.X), "")
		}
		if w.pkg.Info.Types[e.Index].IsValue() {
			w.expr(e.Index)
		}
	case *ast.SelectorExpr:
		if s := w.pkg.Info.Selections[e]; s != nil && s.Kind() == types.FieldVal {
			w.base(e.X, s.Indirect(), firstField(w.pkg, e))
		}
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.X, e.Low, e.High, e.Max} {
			w.expr(x)
		}
	case *ast.CompositeLit:
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			w.expr(x)
		}
	case *ast.CallExpr:
		w.call(e)
	}
}

func (w *orderWalker) isArray(e ast.Expr) bool {
	_, ok := w.typeOf(e).Underlying().(*types.Array)
	return ok
}

// base walks what an element or field is taken of; field is the first one behind it.
func (w *orderWalker) base(e ast.Expr, behind bool, field string) {
	switch x := ast.Unparen(e).(type) {
	case *ast.Ident:
		w.read(x, behind, field)
	case *ast.SelectorExpr:
		if s := w.pkg.Info.Selections[x]; s != nil && s.Kind() == types.FieldVal {
			w.base(x.X, behind || s.Indirect(), firstField(w.pkg, x))
		}
	case *ast.IndexExpr:
		w.base(x.X, behind || !w.isArray(x.X), field)
		w.expr(x.Index)
	case *ast.StarExpr:
		w.base(x.X, true, field)
	default:
		w.expr(e)
	}
}

func (w *orderWalker) read(id *ast.Ident, behind bool, field string) {
	if obj, ok := w.pkg.Info.Uses[id].(*types.Var); ok && !isGlobal(obj) {
		w.reads = append(w.reads, touch{id, obj, behind, field, append([]ast.Node(nil), w.path...)})
	}
}

func (w *orderWalker) call(e *ast.CallExpr) {
	if w.pkg.Info.Types[e.Fun].IsType() {
		w.exprs(e.Args)
		return
	}
	for i, a := range arguments(w.pkg, e) {
		if i == 0 && w.addresses(e) {
			w.left(a, false)
			continue
		}
		w.expr(a)
	}
	if !w.pkg.Info.Types[e.Fun].IsBuiltin() {
		w.calls = append(w.calls, touch{path: append([]ast.Node(nil), w.path...)})
	}
}

// addresses reports whether a call takes the address of its receiver, which is not read then.
func (w *orderWalker) addresses(e *ast.CallExpr) bool {
	sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	s := w.pkg.Info.Selections[sel]
	if s == nil || s.Kind() != types.MethodVal {
		return false
	}
	_, wants := types.Unalias(s.Obj().(*types.Func).Signature().Recv().Type()).(*types.Pointer)
	_, is := w.typeOf(sel.X).Underlying().(*types.Pointer)
	return wants && !is
}

// conflicts reports the first read that a call beside it may change.
func (w *orderWalker) conflicts() {
	for _, c := range w.calls {
		call := c.path[len(c.path)-1].(*ast.CallExpr)
		for _, r := range w.reads {
			if ordered(r.path, c.path) || !w.changes(call, r) {
				continue
			}
			d := w.refuse(r.id, "evaluation-order",
				"whether %s is read before or after the call that changes it is not specified", r.id.Name)
			w.offer(d, "call first, and read "+r.id.Name+" then", func(c *mend.Change) { c.Hoist(call) })
			return
		}
	}
}

// ordered reports whether the rules of Go order a read and a call: the read is in an argument of the call, or they are
// on two sides of && or ||.
func ordered(read, call []ast.Node) bool {
	n := 0
	for n < len(read) && n < len(call) && read[n] == call[n] {
		n++
	}
	if n == len(call) {
		return true
	}
	if n == 0 {
		return false
	}
	b, ok := read[n-1].(*ast.BinaryExpr)
	return ok && (b.Op == token.LAND || b.Op == token.LOR)
}

// changes reports whether a call may change what was read.
func (w *orderWalker) changes(call *ast.CallExpr, r touch) bool {
	if w.use.wild[r.obj] && w.literalsAssign(call.Fun, r.obj, nil) {
		return true
	}
	e := w.ofCall(w.pkg, w.subst.plain(), call)
	for i, a := range arguments(w.pkg, call) {
		if w.use.wild[r.obj] && w.literalsAssign(a, r.obj, nil) {
			return true
		}
		if !e.writes(i, "") {
			continue
		}
		obj, behind, field := w.looksAt(a)
		if obj != r.obj || !behind && !r.behind {
			continue
		}
		if i == 0 && field == "" {
			field = promotedFrom(w.pkg, call)
		}
		if field != "" && r.field != "" && field != r.field || field == "" && !e.writes(i, r.field) {
			continue // other fields
		}
		return true
	}
	return false
}

// looksAt is the variable that an argument is, or points to or looks into, and the field of that; behind says that a
// write through the argument changes the variable itself, and not what a pointer or slice in it leads to.
func (w *orderWalker) looksAt(e ast.Expr) (of types.Object, behind bool, field string) {
	leads, address := false, false
	for {
		switch T := w.typeOf(e); ast.Unparen(e).(type) {
		case *ast.SelectorExpr, *ast.IndexExpr:
			if T != nil && !address {
				_, isPtr := T.Underlying().(*types.Pointer)
				_, isSlice := T.Underlying().(*types.Slice)
				leads = leads || isPtr || isSlice
			}
		}
		address = false
		switch x := ast.Unparen(e).(type) {
		case *ast.Ident:
			obj := w.pkg.Info.Uses[x]
			if obj == nil {
				return nil, false, ""
			}
			_, isPtr := obj.Type().Underlying().(*types.Pointer)
			_, isSlice := obj.Type().Underlying().(*types.Slice)
			return obj, !leads && !isPtr && !isSlice && !maybeMap(obj.Type()), field
		case *ast.UnaryExpr:
			if x.Op != token.AND {
				return nil, false, ""
			}
			e = x.X
			if id, ok := ast.Unparen(e).(*ast.Ident); ok {
				return w.pkg.Info.Uses[id], true, ""
			}
			address = true
		case *ast.SliceExpr:
			e = x.X
		case *ast.SelectorExpr:
			field = firstField(w.pkg, x)
			e = x.X
		case *ast.IndexExpr:
			e = x.X
		default:
			return nil, false, ""
		}
	}
}

// literalsAssign reports whether a function value may run a literal that assigns to obj: the literal itself, or one
// that is assigned to the variable that is named.
func (w *orderWalker) literalsAssign(fun ast.Expr, obj types.Object, seen map[ast.Node]bool) bool {
	if seen == nil {
		seen = map[ast.Node]bool{}
	}
	switch x := ast.Unparen(fun).(type) {
	case *ast.FuncLit:
		if seen[x] {
			return false
		}
		seen[x] = true
		if between(w.use.assigned[obj], x) {
			return true
		}
		found := false
		ast.Inspect(x.Body, func(n ast.Node) bool {
			if c, ok := n.(*ast.CallExpr); ok && !found {
				found = w.literalsAssign(c.Fun, obj, seen)
			}
			return !found
		})
		return found
	case *ast.Ident:
		for _, lit := range w.use.literals[w.pkg.Info.Uses[x]] {
			if w.literalsAssign(lit, obj, seen) {
				return true
			}
		}
	}
	return false
}
