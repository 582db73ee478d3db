package translate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// fn translates the body of one function or function literal.
type fn struct {
	*translator
	pkg       *pkgInfo
	file      *ast.File
	use       *usage // of the declaration around it
	subst     subst
	parent    *fn // the function around a literal
	vars      map[types.Object]*flow.Var
	spans     map[types.Object]span       // where ints lie whose values are known to lie somewhere
	values    map[types.Object]types.Type // the types of values that variables of interfaces hold
	nils      map[types.Object]bool       // parameters of interfaces that are nil in each call
	globals   map[types.Object]*flow.Var  // of the outermost function: its copies of package variables
	prelude   []flow.Stmt                 // of the outermost function: where those get their values
	flow      *flow.Func
	sig       *types.Signature
	out       []flow.Stmt
	targets   []*target
	reached   map[*ast.LabeledStmt]bool // the labels whose gotos have a block or a loop to jump by
	yield     *yield                    // of the body of a loop over an iterator function
	deferrals []deferral                // the calls that wait for the end of the function
	dead      bool                      // the statement just translated never ends normally
	temps     int
	isRoot    bool                // it has a directive
	choosable map[*types.Var]bool // its parameters that are interfaces of which the types are known
	tables    map[types.Object]*localTable
	takes     *ast.IndexExpr // what the statement takes out of a map, to be put back
}

// instance is the flow function of a declared function that is called in a package, for these type arguments; its body
// is translated later.
func (t *translator) instance(caller, p *pkgInfo, obj *types.Func, args []types.Type) *flow.Func {
	return t.instanceFor(t.derivativeFor(caller, obj), p, obj, args, nil)
}

// instanceFor is instance for a function with the derivative d, which may be nil, and for types of what parameters that
// are interfaces hold, by the places of the parameters; nil where that is not known.
func (t *translator) instanceFor(d *derivative, p *pkgInfo, obj *types.Func, args, held []types.Type) *flow.Func {
	isRoot := t.isRoot
	choosable := t.choosable
	t.isRoot, t.choosable = false, nil
	decl := p.decl(obj)
	key := instanceKey(p, obj, args)
	for i, T := range held {
		if T != nil {
			key += fmt.Sprintf(" %d=%s", i, typeKey(T))
		}
	}
	if d != nil {
		key += d.key()
	}
	if t.drops {
		key += " without effects"
	}
	if known := t.funcs[key]; known != nil {
		return known
	}
	later := func(body func()) {
		drops := t.drops
		t.queue = append(t.queue, func() { t.dropping(drops, body) })
	}
	// The declaration's own object: obj may come from export data.
	if own, ok := p.Info.Defs[decl.Name].(*types.Func); ok {
		obj = own
	}
	sig := obj.Signature()
	ff := &flow.Func{Name: instanceName(obj, args), At: p.at(decl.Name.Pos()), Doc: decl.Doc.Text()}
	t.funcs[key] = ff
	t.prog.Funcs = append(t.prog.Funcs, ff)
	f := &fn{
		translator: t, pkg: p, file: p.files[decl], subst: newSubst(t.ctx, sig, args), sig: sig, flow: ff,
		vars: map[types.Object]*flow.Var{}, globals: map[types.Object]*flow.Var{}, use: p.usage(decl),
		values: map[types.Object]types.Type{}, nils: map[types.Object]bool{}, isRoot: isRoot,
		choosable: choosable,
	}
	for i, T := range held {
		switch v := sig.Params().At(i); {
		case T == nil || len(f.use.assigned[v]) > 0 || f.use.addressed[v]:
		case T == noValue:
			f.nils[v] = true
		default:
			f.values[v] = T
		}
	}
	ff.Cut = hasDirective("cut", decl.Doc)
	nodiff := hasDirective("nodiff", decl.Doc)
	f.head(sig, nodiff)
	switch {
	case decl.Body == nil: // a root without body was refused
	case nodiff:
		if d != nil {
			m := t.report(d.pkg, d.Pos, d.End, "derivative-nodiff", obj.Name()+
				" has no derivative: it is marked //chad:nodiff", "")
			t.offer(d.pkg, m, "leave the derivative out", func(c *mend.Change) { c.Line(d.Pos, d.End) })
			t.offer(d.pkg, m, "leave //chad:nodiff out", func(c *mend.Change) { c.Directive(decl.Doc, "nodiff") })
		}
		later(func() { t.bodyOrAsIs(f, decl, obj, args) })
	case d != nil:
		t.byHand(ff, d, args)
		later(func() { t.bodyOrAsIs(f, decl, obj, args) })
	default:
		later(func() { f.body(decl.Body) })
	}
	return ff
}

// instanceKey names an instance: types of one name are told apart where they are local to functions.
func instanceKey(p *pkgInfo, obj *types.Func, args []types.Type) string {
	var b strings.Builder
	b.WriteString(p.Types.Path() + " " + funcName(obj))
	for _, a := range args {
		b.WriteString(" " + typeKey(a))
		if n := named(a); n != nil && n.Obj().Pkg() != nil && n.Obj().Parent() != n.Obj().Pkg().Scope() {
			fmt.Fprintf(&b, "@%d", n.Obj().Pos())
		}
	}
	return b.String()
}

func instanceName(obj *types.Func, args []types.Type) string {
	name := funcName(obj)
	if len(args) == 0 {
		return name
	}
	words := make([]string, len(args))
	for i, a := range args {
		words[i] = types.TypeString(a, func(*types.Package) string { return "" })
	}
	return name + "[" + strings.Join(words, ",") + "]"
}

// head makes the variables of the parameters and results. The results of a nodiff function do not vary.
func (f *fn) head(sig *types.Signature, nodiff bool) {
	if recv := sig.Recv(); recv != nil {
		f.flow.Params = append(f.flow.Params, f.param(recv, "recv"))
	}
	for i := range sig.Params().Len() {
		f.flow.Params = append(f.flow.Params, f.param(sig.Params().At(i), fmt.Sprintf("p%d", i)))
	}
	for i := range sig.Results().Len() {
		r := f.param(sig.Results().At(i), fmt.Sprintf("r%d", i))
		r.Constant = nodiff
		f.flow.Results = append(f.flow.Results, r)
	}
}

// param is the variable of a parameter or result, which may have no name.
func (f *fn) param(v *types.Var, unnamed string) *flow.Var {
	name := v.Name()
	if name == "" || name == "_" {
		name = unnamed
	}
	fv := &flow.Var{Name: name, Type: f.typ(v.Type()), At: f.pkg.at(v.Pos())}
	if name == unnamed {
		fv.Text = "a parameter without a name"
		if strings.HasPrefix(unnamed, "r") && unnamed != "recv" {
			fv.Text = "the result"
		}
	}
	if T := f.values[v]; T != nil {
		fv.Type = f.translator.typ(T)
	}
	f.vars[v] = fv
	return fv
}

// body translates the statements of the function.
func (f *fn) body(b *ast.BlockStmt) {
	f.flow.Body = f.withDeferrals(flat(f.block(func() { f.stmts(b.List) })))
	if f.parent == nil && len(f.prelude) > 0 {
		f.flow.Body = append(f.prelude, f.flow.Body...)
	}
}

// block collects the statements that the function emits.
func (f *fn) block(emit func()) []flow.Stmt {
	saved := f.out
	f.out = nil
	emit()
	list := f.out
	f.out = saved
	return list
}

func (f *fn) emit(s flow.Stmt) { f.out = append(f.out, s) }

// typ is the flow type of a Go type, in which type parameters stand for their arguments.
func (f *fn) typ(T types.Type) flow.Type { return f.translator.typ(f.subst.typ(T)) }

// typeOf is the Go type of an expression, without type parameters.
func (f *fn) typeOf(e ast.Expr) types.Type { return f.subst.typ(f.pkg.Info.TypeOf(e)) }

// refuse reports a construct outside the subset. It gives the message, or nil where that comes later.
func (f *fn) refuse(n ast.Node, code diag.Code, format string, args ...any) *diag.Diagnostic {
	for i, a := range args {
		if T, ok := a.(types.Type); ok {
			args[i] = types.TypeString(T, types.RelativeTo(f.pkg.Types))
		}
	}
	hint := ""
	if code == "opaque-value" && f.linked(n) {
		hint = "keep the nodes in a slice, and ints that say where in it the others are, -1 for nil, in place of " +
			"pointers"
	}
	if a := f.asked[f.top().flow]; a != nil {
		a.refuse(code, fmt.Sprintf(format, args...))
		return nil
	}
	return f.report(f.pkg, n.Pos(), n.End(), code, fmt.Sprintf(format, args...), hint)
}

// linked reports whether a node, or what a field or method of it is asked for, is of a type that contains itself: a
// list, a tree.
func (f *fn) linked(n ast.Node) bool {
	e, ok := n.(ast.Expr)
	if !ok {
		return false
	}
	if sel, ok := ast.Unparen(e).(*ast.SelectorExpr); ok && f.pkg.Info.Types[sel.X].IsValue() && f.linked(sel.X) {
		return true
	}
	T := f.pkg.Info.TypeOf(e)
	return T != nil && containsItself(f.subst.typ(T), map[*types.Named]bool{})
}

// containsItself reports whether values of a type lead to values of one type again; under is true for the types around
// it, and false for those that were looked at.
func containsItself(T types.Type, under map[*types.Named]bool) bool {
	if n, ok := types.Unalias(T).(*types.Named); ok {
		if around, seen := under[n]; seen {
			return around
		}
		under[n] = true
		defer func() { under[n] = false }()
	}
	switch u := T.Underlying().(type) {
	case *types.Pointer:
		return containsItself(u.Elem(), under)
	case *types.Slice:
		return containsItself(u.Elem(), under)
	case *types.Array:
		return containsItself(u.Elem(), under)
	case *types.Map:
		return containsItself(u.Elem(), under)
	case *types.Struct:
		for f := range u.Fields() {
			if containsItself(f.Type(), under) {
				return true
			}
		}
	}
	return false
}

// bad reports, and stands for a value of type T.
func (f *fn) bad(n ast.Node, T flow.Type, code diag.Code, format string, args ...any) flow.Expr {
	f.refuse(n, code, format, args...)
	return zero(T)
}

func zero(t flow.Type) flow.Expr { return &flow.Zero{Typ: t} }

// at is a position for run-time errors.
func (p *pkgInfo) at(pos token.Pos) *syntax.Pos {
	if !pos.IsValid() {
		return nil
	}
	q := p.Fset.Position(pos)
	if p.FileName != nil {
		q.Filename = p.FileName(q.Filename)
	}
	return &syntax.Pos{File: q.Filename, Line: q.Line, Col: q.Column}
}

func (f *fn) at(n ast.Node) *syntax.Pos { return f.pkg.at(n.Pos()) }

// temp is a new variable for an intermediate value.
func (f *fn) temp(name string, t flow.Type, n ast.Node) *flow.Var {
	top := f.top()
	top.temps++
	text, made := f.tempText(n)
	return &flow.Var{Name: fmt.Sprintf("%s%d", name, top.temps), Text: text, Made: made, Type: t, At: f.at(n)}
}

// maxText bounds the length of an expression in a message.
const maxText = 40

// tempText is what messages call the value of a node: as it is written, if that is short, else what is made there.
func (f *fn) tempText(n ast.Node) (text string, made bool) {
	e, ok := n.(ast.Expr)
	if u, amp := n.(*ast.UnaryExpr); amp && u.Op == token.AND {
		e = u.X
	}
	if c, literal := e.(*ast.CompositeLit); literal && c.Type != nil {
		return "the " + types.ExprString(c.Type), true
	}
	if _, function := e.(*ast.FuncLit); ok && !function {
		if text := types.ExprString(ast.Unparen(e)); len(text) <= maxText {
			return text, false
		}
	}
	return "a value", true
}

// top is the declared function around a literal.
func (f *fn) top() *fn {
	for f.parent != nil {
		f = f.parent
	}
	return f
}

// hold stores a value in a temporary unless it may be written twice.
func (f *fn) hold(e flow.Expr, n ast.Node) flow.Expr {
	switch e := e.(type) {
	case *flow.Lit, *flow.FuncRef:
		return e
	case *flow.Load:
		if len(e.Place.Path) == 0 {
			return e
		}
	}
	return load(f.store(e, n))
}

// store puts a value into a new variable.
func (f *fn) store(e flow.Expr, n ast.Node) *flow.Var {
	v := f.temp("t", e.Type(), n)
	f.assign(flow.Place{Var: v}, e, n)
	return v
}

func (f *fn) assign(to flow.Place, e flow.Expr, n ast.Node) {
	f.emit(&flow.Assign{Dst: []flow.Place{to}, Src: []flow.Expr{e}, At: f.at(n)})
}

func load(v *flow.Var) *flow.Load { return &flow.Load{Place: flow.Place{Var: v}} }

// lookup is the variable of a Go variable, in the function or one around it.
func (f *fn) lookup(obj types.Object) *flow.Var {
	for g := f; g != nil; g = g.parent {
		if v := g.vars[obj]; v != nil {
			return v
		}
	}
	return nil
}

// declare makes the variable of a local Go variable. What translates its declaration again gets a new one.
func (f *fn) declare(obj types.Object) *flow.Var {
	v := &flow.Var{Name: obj.Name(), Type: f.typ(obj.Type()), At: f.pkg.at(obj.Pos())}
	f.vars[obj] = v
	return v
}
