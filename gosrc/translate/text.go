package translate

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Strings that are compared with constants are numbers: the empty one is 0, other constants count from 1, and all other
// strings are -1. So nothing can be made of strings, and two of them cannot be compared unless one is a constant. In
// programs without such comparisons strings are opaque.

// texts are the constant strings of a program that are not empty, by number less 1.
type texts struct {
	number map[string]int64
	list   []string
}

func (t *texts) of(s string) int64 {
	if s == "" {
		return 0
	}
	if t.number == nil {
		t.number = map[string]int64{}
	}
	k := t.number[s]
	if k == 0 {
		t.list = append(t.list, s)
		k = int64(len(t.list))
		t.number[s] = k
	}
	return k
}

func isString(T types.Type) bool {
	if T == nil || isTypeParam(T) {
		return false
	}
	b, ok := T.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// text is the number of a constant string.
func (f *fn) text(v constant.Value) flow.Expr {
	return &flow.Lit{Typ: flow.StringT, I: f.strings.of(constant.StringVal(v))}
}

// knownText reports whether the value of an expression of string type is that of a constant, a variable, or what a
// function of the program gives: others are made of strings.
func (f *fn) knownText(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident, *ast.SelectorExpr, *ast.StarExpr:
		return true
	case *ast.IndexExpr:
		return !isString(f.typeOf(e.X))
	case *ast.CallExpr:
		if f.pkg.Info.Types[e.Fun].IsType() {
			return isString(f.typeOf(e.Args[0]))
		}
		obj, _, _ := f.callee(ast.Unparen(e.Fun))
		if obj == nil || obj.Pkg() == nil {
			return obj == nil
		}
		if recv := obj.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
			return true // of a type of the program, or refused
		}
		_, decl := f.declOf(obj)
		return decl != nil
	}
	return false
}

// comparesText reports whether x == y, of strings, is known where they are numbers, and notes that they are to be.
func (f *fn) comparesText(x, y ast.Expr) bool {
	if f.pkg.Info.Types[ast.Unparen(x)].Value == nil && f.pkg.Info.Types[ast.Unparen(y)].Value == nil {
		return false
	}
	f.wantText = true
	return true
}

// refuseText is what a string that is made of others stands for.
func (f *fn) refuseText(e ast.Expr) flow.Expr {
	return f.bad(e, flow.StringT, "opaque-value", "the result depends on %s, of type %s", f.describe(e), f.typeOf(e))
}

// returnsText reports whether a function with a directive returns a string that is made of others, which is taken from
// the function itself. Then nothing else may call it for that string.
func (f *fn) returnsText(home *fn, e ast.Expr, T types.Type) bool {
	if !f.hasText || !home.isRoot || !isString(f.subst.typ(T)) || f.pkg.Info.Types[ast.Unparen(e)].Value != nil ||
		f.knownText(e) {
		return false
	}
	f.discard(e)
	f.madeText[home.flow] = true
	return true
}

// A textCall is a call whose result, a string, is used.
type textCall struct {
	fn   *fn
	node *ast.CallExpr
}

// usesText notes that a call stores a string; of is nil where it is known only at run time what is called.
func (f *fn) usesText(dst []flow.Place, of *flow.Func, e *ast.CallExpr) {
	if !f.hasText {
		return
	}
	for i, d := range dst {
		if d.Var != nil && (of == nil && d.Type() == flow.Type(flow.StringT) ||
			of != nil && i < len(of.Results) && of.Results[i].Type == flow.Type(flow.StringT)) {
			f.textCalls[of] = append(f.textCalls[of], textCall{f, e})
		}
	}
}

// refuseMadeText reports the calls that use strings which their functions make of others.
func (t *translator) refuseMadeText() {
	for ff, calls := range t.textCalls {
		for _, c := range calls {
			if t.madeText[ff] || ff == nil && len(t.madeText) > 0 {
				c.fn.refuseText(c.node)
			}
		}
	}
}
