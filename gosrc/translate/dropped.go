package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// With effects=drop in its directive, derivatives of a function leave out what no result can read: prints, logs, and
// writes to package variables. Where something reads such a variable it is refused as ever, since it is written.

// dropping translates what f asks for without effects, where on is set, besides where it is already.
func (t *translator) dropping(on bool, f func()) {
	outer := t.drops
	t.drops = outer || on
	defer func() { t.drops = outer }()
	f()
}

// dropped reports whether a call of a function without source, of which nobody uses the results, is left out.
func (f *fn) dropped(e *ast.CallExpr, obj *types.Func) bool {
	if !f.drops || obj.Pkg() == nil {
		return false
	}
	name := obj.Name()
	is := func(words ...string) bool {
		return slices.ContainsFunc(words, func(w string) bool { return strings.HasPrefix(name, w) })
	}
	switch obj.Pkg().Path() {
	case "fmt":
		return is("Print") || is("Fprint") && f.standard(e.Args[0])
	case "log":
		return is("Print", "Output")
	case "log/slog":
		return is("Debug", "Info", "Warn", "Error", "Log")
	case "sync/atomic": // a counter; what is inside of an atomic.Int64 nothing can read
		return is("Add", "Store") && (obj.Signature().Recv() != nil || f.globalAddress(e.Args[0]))
	}
	return false
}

// discardDropped evaluates what is in a call that is left out.
func (f *fn) discardDropped(e *ast.CallExpr) {
	if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && f.pkg.Info.Selections[sel] != nil {
		f.discard(sel.X)
	}
	for _, a := range e.Args {
		if f.globalAddress(a) {
			f.discardWrite(ast.Unparen(a).(*ast.UnaryExpr).X)
			continue
		}
		f.discard(a)
	}
}

// globalAddress reports whether an expression is the address of a package variable, or of a part of one.
func (f *fn) globalAddress(e ast.Expr) bool {
	addr, ok := ast.Unparen(e).(*ast.UnaryExpr)
	return ok && addr.Op == token.AND && f.dropsWrite(addr.X)
}

// standard reports whether an expression is os.Stdout or os.Stderr.
func (f *fn) standard(e ast.Expr) bool {
	sel, ok := ast.Unparen(e).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	v, ok := f.pkg.Info.Uses[sel.Sel].(*types.Var)
	return ok && v.Pkg() != nil && v.Pkg().Path() == "os" && (v.Name() == "Stdout" || v.Name() == "Stderr")
}

// dropsWrite reports whether a write is left out: one to a package variable.
func (f *fn) dropsWrite(lhs ast.Expr) bool {
	if !f.drops {
		return false
	}
	id := root(lhs, f.pkg.Info)
	if sel, ok := ast.Unparen(lhs).(*ast.SelectorExpr); ok && f.pkg.Info.Selections[sel] == nil {
		id = sel.Sel // of another package
	}
	if id == nil {
		return false
	}
	v, ok := f.pkg.Info.Uses[id].(*types.Var)
	return ok && isGlobal(v) && f.lookup(v) == nil
}

// discardWrite evaluates the indices of a write that is left out.
func (f *fn) discardWrite(lhs ast.Expr) {
	for {
		switch x := ast.Unparen(lhs).(type) {
		case *ast.IndexExpr:
			f.discard(x.Index)
			lhs = x.X
		case *ast.SelectorExpr:
			lhs = x.X
		case *ast.StarExpr:
			lhs = x.X
		default:
			return
		}
	}
}

// discardRight evaluates what is assigned to what is not wanted. A write that is left out may read its variable: what
// calls nothing is left out with it.
func (f *fn) discardRight(lhs, rhs ast.Expr) {
	if f.dropsWrite(lhs) && !f.calls(rhs) {
		return
	}
	f.discard(rhs)
}

// calls reports whether an expression calls a function, other than builtins and those of package math.
func (f *fn) calls(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		if c, ok := n.(*ast.CallExpr); ok && !f.pkg.Info.Types[c.Fun].IsType() && !f.pkg.Info.Types[c.Fun].IsBuiltin() {
			obj, _, _ := f.callee(ast.Unparen(c.Fun))
			found = found || obj == nil || obj.Pkg() == nil || obj.Pkg().Path() != "math"
		}
		return !found
	})
	return found
}
