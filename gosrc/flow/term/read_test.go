package term_test

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A reader makes flow programs in value form from Go source: a small front end for these tests, for programs in which
// no two variables share memory. What it reads is compiled with the tests too, so that Go says what is right.
type reader struct {
	t      *testing.T
	fset   *token.FileSet
	info   *types.Info
	vars   map[types.Object]*flow.Var
	funcs  map[types.Object]*flow.Func
	decls  map[types.Object]*ast.FuncDecl
	types  map[types.Type]flow.Type
	fn     *flow.Func
	labels map[string]flow.Stmt
	breaks []flow.Stmt
	conts  []flow.Stmt
	out    *[]flow.Stmt
	label  string
	n      int
}

// read reads the functions of a file of this folder.
func read(t *testing.T, file string, src any) (*flow.Program, map[string]*flow.Func) {
	t.Helper()
	r := &reader{
		t: t, fset: token.NewFileSet(), vars: map[types.Object]*flow.Var{}, funcs: map[types.Object]*flow.Func{},
		decls: map[types.Object]*ast.FuncDecl{}, types: map[types.Type]flow.Type{}, labels: map[string]flow.Stmt{},
		info: &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{}},
	}
	f, err := parser.ParseFile(r.fset, file, src, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.ForCompiler(r.fset, "source", nil)}
	if _, err := conf.Check("p", r.fset, []*ast.File{f}, r.info); err != nil {
		t.Fatal(err)
	}
	p, byName := &flow.Program{}, map[string]*flow.Func{}
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		o := r.info.Defs[fd.Name]
		fn := &flow.Func{Name: fd.Name.Name, At: r.at(fd)}
		r.funcs[o], r.decls[o] = fn, fd
		p.Funcs = append(p.Funcs, fn)
		byName[fn.Name] = fn
		r.signature(fn, o.Type().(*types.Signature), fd)
	}
	for _, d := range f.Decls {
		if fd, ok := d.(*ast.FuncDecl); ok {
			r.body(r.funcs[r.info.Defs[fd.Name]], fd.Body)
		}
	}
	return p, byName
}

func (r *reader) at(n ast.Node) *syntax.Pos {
	p := r.fset.Position(n.Pos())
	return &syntax.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
}

func (r *reader) fail(n ast.Node, format string, args ...any) {
	r.t.Helper()
	r.t.Fatalf("%v: %s", r.fset.Position(n.Pos()), fmt.Sprintf(format, args...))
}

func (r *reader) typ(t types.Type) flow.Type {
	if f, ok := r.types[t]; ok {
		return f
	}
	var f flow.Type
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			f = flow.Bool
		case u.Info()&types.IsInteger != 0:
			f = flow.Int
		case u.Info()&types.IsString != 0:
			f = flow.OpaqueT
		default:
			f = flow.Real
		}
	case *types.Slice:
		f = &flow.Slice{Elem: r.typ(u.Elem())}
	case *types.Array:
		f = &flow.Array{Len: int(u.Len()), Elem: r.typ(u.Elem())}
	case *types.Struct:
		s := &flow.Struct{Name: t.String()}
		for i := range u.NumFields() {
			s.Fields = append(s.Fields, flow.Field{Name: u.Field(i).Name(), Type: r.typ(u.Field(i).Type())})
		}
		f = s
	case *types.Signature:
		s := &flow.FuncType{}
		for i := range u.Params().Len() {
			s.Params = append(s.Params, r.typ(u.Params().At(i).Type()))
		}
		for i := range u.Results().Len() {
			s.Results = append(s.Results, r.typ(u.Results().At(i).Type()))
		}
		f = s
	case *types.Interface:
		f = flow.ErrorT
	default:
		r.t.Fatalf("type %v", t)
	}
	r.types[t] = f
	return f
}

func (r *reader) variable(o types.Object) *flow.Var {
	if v, ok := r.vars[o]; ok {
		return v
	}
	v := &flow.Var{Name: o.Name(), Type: r.typ(o.Type())}
	r.vars[o] = v
	return v
}

func (r *reader) temp(name string, t flow.Type) *flow.Var {
	return &flow.Var{Name: name, Type: t}
}

// signature makes parameters and results; a slice parameter of which the body changes an element has an out.
func (r *reader) signature(fn *flow.Func, s *types.Signature, fd *ast.FuncDecl) {
	for i := range s.Params().Len() {
		fn.Params = append(fn.Params, r.variable(s.Params().At(i)))
	}
	for i := range s.Results().Len() {
		o := s.Results().At(i)
		v := r.variable(o)
		if o.Name() == "" {
			v = &flow.Var{Name: "r", Type: v.Type}
			r.vars[o] = v
		}
		fn.Results = append(fn.Results, v)
	}
	if fd == nil {
		return
	}
	changed := map[types.Object]bool{}
	ast.Inspect(fd.Body, func(n ast.Node) bool {
		a, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for _, e := range a.Lhs {
			idx := false
			for {
				if ix, ok := e.(*ast.IndexExpr); ok {
					e, idx = ix.X, true
					continue
				}
				break
			}
			if id, ok := e.(*ast.Ident); ok && idx {
				changed[r.info.Uses[id]] = true
			}
		}
		return true
	})
	for i := range s.Params().Len() {
		if changed[s.Params().At(i)] {
			v := &flow.Var{Name: fn.Params[i].Name + "_out", Type: fn.Params[i].Type}
			fn.Outs = append(fn.Outs, i)
			fn.Results = append(fn.Results, v)
		}
	}
}

func (r *reader) body(fn *flow.Func, b *ast.BlockStmt) {
	outer, out, breaks, conts := r.fn, r.out, r.breaks, r.conts
	r.fn, r.breaks, r.conts = fn, nil, nil
	fn.Body = r.list(b.List)
	r.out = &fn.Body
	r.outs()
	r.fn, r.out, r.breaks, r.conts = outer, out, breaks, conts
}

// outs sets the results that are the new values of parameters.
func (r *reader) outs() {
	k := len(r.fn.Results) - len(r.fn.Outs)
	for i, o := range r.fn.Outs {
		r.emit(&flow.Assign{Dst: []flow.Place{{Var: r.fn.Results[k+i]}}, Src: []flow.Expr{load(r.fn.Params[o])}})
	}
}

func load(v *flow.Var) flow.Expr { return &flow.Load{Place: flow.Place{Var: v}} }

func (r *reader) emit(s flow.Stmt) { *r.out = append(*r.out, s) }

func (r *reader) list(ss []ast.Stmt) []flow.Stmt {
	var out []flow.Stmt
	outer := r.out
	r.out = &out
	for _, s := range ss {
		r.stmt(s)
	}
	r.out = outer
	return out
}

func (r *reader) assign(at ast.Node, p flow.Place, e flow.Expr) {
	r.emit(&flow.Assign{Dst: []flow.Place{p}, Src: []flow.Expr{e}, At: r.at(at)})
}

func (r *reader) stmt(s ast.Stmt) {
	label := r.label
	r.label = ""
	switch s := s.(type) {
	case *ast.BlockStmt:
		for _, x := range s.List {
			r.stmt(x)
		}
	case *ast.LabeledStmt:
		r.label = s.Label.Name
		r.stmt(s.Stmt)
	case *ast.DeclStmt:
		for _, sp := range s.Decl.(*ast.GenDecl).Specs {
			vs := sp.(*ast.ValueSpec)
			for i, n := range vs.Names {
				v := r.variable(r.info.Defs[n])
				var e flow.Expr = &flow.Zero{Typ: v.Type}
				if len(vs.Values) > 0 {
					e = r.expr(vs.Values[i])
				}
				r.assign(s, flow.Place{Var: v}, e)
			}
		}
	case *ast.AssignStmt:
		r.assignStmt(s)
	case *ast.IncDecStmt:
		op := syntax.OpIntAdd
		if s.Tok == token.DEC {
			op = syntax.OpIntSub
		}
		p := r.place(s.X)
		r.assign(s, p, &flow.Op{Op: op, Args: []flow.Expr{&flow.Load{Place: p}, intLit(1)}, Typ: flow.Int, At: r.at(s)})
	case *ast.ExprStmt:
		r.call(s.X.(*ast.CallExpr), nil)
	case *ast.IfStmt:
		if s.Init != nil {
			r.stmt(s.Init)
		}
		x := &flow.If{Cond: r.expr(s.Cond), At: r.at(s)}
		x.Then = r.list(s.Body.List)
		if s.Else != nil {
			x.Else = r.list([]ast.Stmt{s.Else})
		}
		r.emit(x)
	case *ast.ForStmt:
		r.forStmt(s, label)
	case *ast.RangeStmt:
		r.rangeStmt(s, label)
	case *ast.BranchStmt:
		stack := r.breaks
		if s.Tok == token.CONTINUE {
			stack = r.conts
		}
		to := stack[len(stack)-1]
		if s.Label != nil {
			to = r.labels[s.Label.Name]
		}
		if s.Tok == token.CONTINUE {
			r.emit(&flow.Continue{Target: to})
		} else {
			r.emit(&flow.Break{Target: to})
		}
	case *ast.ReturnStmt:
		r.returnStmt(s)
	default:
		r.fail(s, "statement %T", s)
	}
}

func (r *reader) returnStmt(s *ast.ReturnStmt) {
	n := len(r.fn.Results) - len(r.fn.Outs)
	var ps []flow.Place
	for _, v := range r.fn.Results[:n] {
		ps = append(ps, flow.Place{Var: v})
	}
	switch {
	case len(s.Results) == n:
		a := &flow.Assign{Dst: ps, At: r.at(s)}
		for i, e := range s.Results {
			a.Src = append(a.Src, r.exprAs(e, ps[i].Type()))
		}
		if n > 0 {
			r.emit(a)
		}
	case len(s.Results) == 1:
		r.call(s.Results[0].(*ast.CallExpr), ps)
	}
	r.outs()
	r.emit(&flow.Return{At: r.at(s)})
}

func (r *reader) assignStmt(s *ast.AssignStmt) {
	if len(s.Rhs) == 1 {
		if c, ok := s.Rhs[0].(*ast.CallExpr); ok {
			if id, ok := c.Fun.(*ast.Ident); ok && id.Name == "append" && r.isBuiltin(id) {
				r.appendTo(r.place(s.Lhs[0]), c)
				return
			}
			if id, ok := c.Fun.(*ast.Ident); (r.isCall(c) || ok && id.Name == "copy") && (s.Tok == token.ASSIGN || s.Tok == token.DEFINE) {
				var ps []flow.Place
				for _, e := range s.Lhs {
					ps = append(ps, r.place(e))
				}
				r.call(c, ps)
				return
			}
		}
	}
	a := &flow.Assign{At: r.at(s)}
	for i, l := range s.Lhs {
		p := r.place(l)
		var e flow.Expr
		if s.Tok == token.ASSIGN || s.Tok == token.DEFINE {
			e = r.exprAs(s.Rhs[i], p.Type())
		} else {
			op := binary(s.Tok.String()[:len(s.Tok.String())-1], p.Type())
			e = &flow.Op{Op: op, Args: []flow.Expr{&flow.Load{Place: p}, r.expr(s.Rhs[i])}, Typ: p.Type().(*flow.Basic), At: r.at(s)}
		}
		a.Dst, a.Src = append(a.Dst, p), append(a.Src, e)
	}
	r.emit(a)
}

func (r *reader) appendTo(p flow.Place, c *ast.CallExpr) {
	a := &flow.Append{Dst: p, Src: r.expr(c.Args[0]), At: r.at(c)}
	for _, e := range c.Args[1:] {
		if c.Ellipsis.IsValid() {
			a.Spread = r.expr(e)
		} else {
			a.Elems = append(a.Elems, r.expr(e))
		}
	}
	r.emit(a)
}

// forStmt makes a Count of `for i := lo; i < n; i++` whose n the loop does not change.
func (r *reader) forStmt(s *ast.ForStmt, label string) {
	if c := r.counted(s); c != nil {
		r.labels[label] = c
		r.emit(c)
		r.loop(c, func() { c.Body = append(c.Body, r.list(s.Body.List)...) })
		return
	}
	if s.Init != nil {
		r.stmt(s.Init)
	}
	w := &flow.While{Cond: &flow.Lit{Typ: flow.Bool, I: 1}, At: r.at(s)}
	r.labels[label] = w
	if s.Cond != nil {
		var pre []flow.Stmt
		outer := r.out
		r.out = &pre
		w.Cond = r.expr(s.Cond)
		r.out = outer
		w.Pre = pre
	}
	r.loop(w, func() { w.Body = r.list(s.Body.List) })
	if s.Post != nil {
		w.Post = r.list([]ast.Stmt{s.Post})
	}
	r.emit(w)
}

func (r *reader) loop(l flow.Stmt, f func()) {
	r.breaks, r.conts = append(r.breaks, l), append(r.conts, l)
	f()
	r.breaks, r.conts = r.breaks[:len(r.breaks)-1], r.conts[:len(r.conts)-1]
}

func (r *reader) counted(s *ast.ForStmt) *flow.Count {
	init, ok := s.Init.(*ast.AssignStmt)
	if !ok || init.Tok != token.DEFINE || len(init.Lhs) != 1 {
		return nil
	}
	cond, ok := s.Cond.(*ast.BinaryExpr)
	inc, ok2 := s.Post.(*ast.IncDecStmt)
	if !ok || !ok2 || cond.Op != token.LSS || inc.Tok != token.INC {
		return nil
	}
	id, ok := cond.X.(*ast.Ident)
	if !ok || r.info.Uses[id] != r.info.Defs[init.Lhs[0].(*ast.Ident)] {
		return nil
	}
	o := r.info.Uses[id]
	bad := false
	ast.Inspect(s.Body, func(n ast.Node) bool {
		if a, ok := n.(*ast.AssignStmt); ok {
			for _, l := range a.Lhs {
				if x, ok := l.(*ast.Ident); ok {
					bad = bad || r.info.Uses[x] == o
					ast.Inspect(cond.Y, func(m ast.Node) bool {
						if y, ok := m.(*ast.Ident); ok && r.info.Uses[y] != nil && r.info.Uses[y] == r.info.Uses[x] {
							bad = true
						}
						return true
					})
				}
			}
		}
		if a, ok := n.(*ast.IncDecStmt); ok {
			if x, ok := a.X.(*ast.Ident); ok {
				bad = bad || r.info.Uses[x] == o
			}
		}
		return true
	})
	if bad {
		return nil
	}
	lo, n := r.expr(init.Rhs[0]), r.expr(cond.Y)
	c := &flow.Count{N: n, At: r.at(s)}
	if l, ok := lo.(*flow.Lit); ok && l.I == 0 {
		c.Idx = r.variable(o)
		return c
	}
	low := r.temp("lo", flow.Int)
	r.assign(s, flow.Place{Var: low}, lo)
	c.N = &flow.Op{Op: syntax.OpIntSub, Args: []flow.Expr{n, load(low)}, Typ: flow.Int}
	c.Idx = r.temp("k", flow.Int)
	c.Body = []flow.Stmt{&flow.Assign{
		Dst: []flow.Place{{Var: r.variable(o)}},
		Src: []flow.Expr{&flow.Op{Op: syntax.OpIntAdd, Args: []flow.Expr{load(c.Idx), load(low)}, Typ: flow.Int}},
	}}
	return c
}

func (r *reader) rangeStmt(s *ast.RangeStmt, label string) {
	x := r.expr(s.X)
	c := &flow.Count{Idx: r.temp("i", flow.Int), At: r.at(s)}
	r.labels[label] = c
	if id, ok := s.Key.(*ast.Ident); ok && id.Name != "_" {
		c.Idx = r.variable(r.info.Defs[id])
	}
	if x.Type() == flow.Type(flow.Int) {
		c.N = x
	} else {
		c.N = &flow.Len{X: x}
		if id, ok := s.Value.(*ast.Ident); ok && id.Name != "_" {
			l := x.(*flow.Load).Place
			step := flow.Step{Kind: flow.StepIndex, Index: load(c.Idx), At: r.at(s)}
			path := append(append([]flow.Step(nil), l.Path...), step)
			c.Body = []flow.Stmt{&flow.Assign{Dst: []flow.Place{{Var: r.variable(r.info.Defs[id])}}, Src: []flow.Expr{&flow.Load{Place: flow.Place{Var: l.Var, Path: path}}}}}
		}
	}
	r.emit(c)
	r.loop(c, func() { c.Body = append(c.Body, r.list(s.Body.List)...) })
}

func (r *reader) place(e ast.Expr) flow.Place {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.place(e.X)
	case *ast.Ident:
		if e.Name == "_" {
			return flow.Place{}
		}
		o := r.info.Defs[e]
		if o == nil {
			o = r.info.Uses[e]
		}
		return flow.Place{Var: r.variable(o)}
	case *ast.IndexExpr:
		p := r.place(e.X)
		p.Path = append(append([]flow.Step(nil), p.Path...), flow.Step{Kind: flow.StepIndex, Index: r.expr(e.Index), At: r.at(e)})
		return p
	case *ast.SelectorExpr:
		p := r.place(e.X)
		p.Path = append(append([]flow.Step(nil), p.Path...), flow.Step{Kind: flow.StepField, Field: r.info.Selections[e].Index()[0]})
		return p
	}
	r.fail(e, "no place: %T", e)
	return flow.Place{}
}

func intLit(i int64) flow.Expr { return &flow.Lit{Typ: flow.Int, I: i} }

func binary(op string, t flow.Type) *syntax.Op {
	names := map[string]string{"+": "+", "-": "-", "*": "*", "/": "/", "<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
	if t == flow.Type(flow.Int) || t == flow.Type(flow.ErrorT) {
		names = map[string]string{"+": "iadd", "-": "isub", "*": "imul", "/": "idiv", "%": "imod", "<": "ilt", "<=": "ile", ">": "igt", ">=": "ige", "==": "ieq", "!=": "ine"}
	}
	return syntax.MustOp(names[op])
}

// exprAs is expr, with the type that nil has there.
func (r *reader) exprAs(e ast.Expr, t flow.Type) flow.Expr {
	if r.info.Types[e].IsNil() {
		return &flow.Zero{Typ: t}
	}
	return r.expr(e)
}

func (r *reader) expr(e ast.Expr) flow.Expr {
	tv := r.info.Types[e]
	if tv.Value != nil {
		return r.constant(tv)
	}
	if tv.IsNil() {
		return &flow.Zero{Typ: r.typ(tv.Type)}
	}
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.expr(e.X)
	case *ast.Ident:
		if f := r.funcs[r.info.Uses[e]]; f != nil {
			return &flow.FuncRef{Func: f}
		}
		return &flow.Load{Place: r.place(e)}
	case *ast.IndexExpr, *ast.SelectorExpr:
		return &flow.Load{Place: r.place(e)}
	case *ast.UnaryExpr:
		x := r.expr(e.X)
		op := map[string]string{"-": "neg", "!": "not"}[e.Op.String()]
		if x.Type() == flow.Type(flow.Int) {
			op = "ineg"
		}
		return &flow.Op{Op: syntax.MustOp(op), Args: []flow.Expr{x}, Typ: x.Type().(*flow.Basic), At: r.at(e)}
	case *ast.BinaryExpr:
		x := r.expr(e.X)
		switch e.Op {
		case token.LAND:
			return &flow.Cond{C: x, If: r.expr(e.Y), Else: &flow.Lit{Typ: flow.Bool}}
		case token.LOR:
			return &flow.Cond{C: x, If: &flow.Lit{Typ: flow.Bool, I: 1}, Else: r.expr(e.Y)}
		}
		return &flow.Op{Op: binary(e.Op.String(), x.Type()), Args: []flow.Expr{x, r.exprAs(e.Y, x.Type())}, Typ: r.typ(tv.Type).(*flow.Basic), At: r.at(e)}
	case *ast.CallExpr:
		return r.callExpr(e)
	case *ast.CompositeLit:
		t := r.typ(tv.Type)
		l := &flow.Lits{Typ: t}
		if st, ok := t.(*flow.Struct); ok && len(e.Elts) == 0 {
			return &flow.Zero{Typ: st}
		}
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok {
				x = kv.Value
			}
			l.Elems = append(l.Elems, r.expr(x))
		}
		return l
	case *ast.SliceExpr:
		w := &flow.Window{X: r.expr(e.X), At: r.at(e)}
		if e.Low != nil {
			w.Lo = r.expr(e.Low)
		}
		if e.High != nil {
			w.Hi = r.expr(e.High)
		}
		return w
	case *ast.FuncLit:
		r.n++
		f := &flow.Func{Name: fmt.Sprintf("lit%d", r.n), At: r.at(e)}
		r.signature(f, r.info.Types[e].Type.(*types.Signature), nil)
		r.body(f, e.Body)
		return &flow.Closure{Func: f}
	}
	r.fail(e, "expression %T", e)
	return nil
}

func (r *reader) constant(tv types.TypeAndValue) flow.Expr {
	switch t := r.typ(tv.Type); t {
	case flow.Real:
		f, _ := constant.Float64Val(constant.ToFloat(tv.Value))
		return &flow.Lit{Typ: flow.Real, F: f}
	case flow.Int:
		i, _ := constant.Int64Val(constant.ToInt(tv.Value))
		return intLit(i)
	case flow.Bool:
		if constant.BoolVal(tv.Value) {
			return &flow.Lit{Typ: flow.Bool, I: 1}
		}
		return &flow.Lit{Typ: flow.Bool}
	default:
		return &flow.Zero{Typ: t}
	}
}

func (r *reader) isBuiltin(e ast.Expr) bool {
	id, ok := e.(*ast.Ident)
	if !ok {
		return false
	}
	_, ok = r.info.Uses[id].(*types.Builtin)
	return ok
}

// isCall reports whether a call is one of a function of the program or of a function value.
func (r *reader) isCall(c *ast.CallExpr) bool {
	if r.isBuiltin(c.Fun) || r.info.Types[c.Fun].IsType() {
		return false
	}
	if s, ok := c.Fun.(*ast.SelectorExpr); ok {
		if id, ok := s.X.(*ast.Ident); ok {
			if _, ok := r.info.Uses[id].(*types.PkgName); ok {
				return false
			}
		}
	}
	return true
}

func (r *reader) callExpr(e *ast.CallExpr) flow.Expr {
	if r.info.Types[e.Fun].IsType() {
		x, to := r.expr(e.Args[0]), r.typ(r.info.Types[e].Type)
		switch {
		case x.Type() == flow.Type(flow.Int) && to == flow.Type(flow.Real):
			return &flow.Op{Op: syntax.MustOp("real"), Args: []flow.Expr{x}, Typ: flow.Real}
		case x.Type() == flow.Type(flow.Real) && to == flow.Type(flow.Int):
			return &flow.Op{Op: syntax.MustOp("int"), Args: []flow.Expr{x}, Typ: flow.Int}
		}
		return x
	}
	if id, ok := e.Fun.(*ast.Ident); ok && r.isBuiltin(id) {
		switch id.Name {
		case "len", "cap":
			return &flow.Len{X: r.expr(e.Args[0]), Cap: id.Name == "cap"}
		case "make":
			m := &flow.Make{Typ: r.typ(r.info.Types[e].Type).(*flow.Slice), Len: r.expr(e.Args[1]), At: r.at(e)}
			if len(e.Args) > 2 {
				m.Cap = r.expr(e.Args[2])
			}
			return m
		case "append":
			v := r.temp("s", r.typ(r.info.Types[e].Type))
			r.appendTo(flow.Place{Var: v}, e)
			return load(v)
		case "max", "min":
			op := id.Name
			x, y := r.expr(e.Args[0]), r.expr(e.Args[1])
			if x.Type() == flow.Type(flow.Int) {
				op = "i" + op
			}
			return &flow.Op{Op: syntax.MustOp(op), Args: []flow.Expr{x, y}, Typ: x.Type().(*flow.Basic)}
		}
	}
	if !r.isCall(e) {
		s := e.Fun.(*ast.SelectorExpr)
		if s.Sel.Name == "New" {
			return &flow.Lit{Typ: flow.ErrorT, I: 1}
		}
		op := syntax.MustOp(strings.ToLower(s.Sel.Name))
		o := &flow.Op{Op: op, Typ: flow.Real, At: r.at(e)}
		for _, a := range e.Args {
			o.Args = append(o.Args, r.expr(a))
		}
		return o
	}
	v := r.temp("t", r.typ(r.info.Types[e].Type))
	r.call(e, []flow.Place{{Var: v}})
	return load(v)
}

// call emits a call, or a builtin that is a statement.
func (r *reader) call(e *ast.CallExpr, dst []flow.Place) {
	if id, ok := e.Fun.(*ast.Ident); ok && r.isBuiltin(id) {
		switch id.Name {
		case "panic":
			r.emit(&flow.Fail{Msg: "panic", At: r.at(e)})
			return
		case "copy":
			c := &flow.Copy{Src: r.expr(e.Args[1]), At: r.at(e)}
			d := e.Args[0]
			if s, ok := d.(*ast.SliceExpr); ok {
				d = s.X
				if s.Low != nil {
					c.Off = r.expr(s.Low)
				}
				if s.High != nil {
					c.Lim = r.expr(s.High)
				}
			}
			c.To = r.place(d)
			if len(dst) > 0 {
				c.N = dst[0]
			}
			r.emit(c)
			return
		}
	}
	c := &flow.Call{Dst: dst, At: r.at(e)}
	for _, a := range e.Args {
		c.Args = append(c.Args, r.expr(a))
	}
	if id, ok := e.Fun.(*ast.Ident); ok {
		c.Func = r.funcs[r.info.Uses[id]]
	}
	if c.Func == nil {
		c.Fun = r.expr(e.Fun)
		for len(c.Dst) < len(c.Fun.Type().(*flow.FuncType).Results) {
			c.Dst = append(c.Dst, flow.Place{})
		}
		r.emit(c)
		return
	}
	for len(c.Dst) < len(c.Func.Results)-len(c.Func.Outs) {
		c.Dst = append(c.Dst, flow.Place{})
	}
	for _, o := range c.Func.Outs {
		c.Dst = append(c.Dst, r.place(e.Args[o]))
	}
	r.emit(c)
}
