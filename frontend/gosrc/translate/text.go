package translate

import (
	"go/ast"
	"go/constant"
	"go/types"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
)

// Strings that are compared with constants are numbers: the empty one is 0, other constants count from 1, and all other
// strings are -1. So nothing can be made of strings, and two of them cannot be compared unless one is a constant. In programs without
// such comparisons strings are opaque.

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

// knownText reports whether the value of an expression of string type is that of a constant, a variable, or what a function
// of the program gives: others are made of strings.
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

// returnsText reports whether a function with a directive returns a string that is made of others, which is taken from the
// function itself. Then nothing else may call it for that string.
func (f *fn) returnsText(home *fn, e ast.Expr, T types.Type) bool {
	if !f.hasText || !home.isRoot || !isString(f.subst.typ(T)) || f.pkg.Info.Types[ast.Unparen(e)].Value != nil || f.knownText(e) {
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

// usesText notes that a call stores a string.
func (f *fn) usesText(c *flow.Call, e *ast.CallExpr) {
	if !f.hasText || c.Func == nil {
		return
	}
	for i, d := range c.Dst {
		if d.Var != nil && i < len(c.Func.Results) && c.Func.Results[i].Type == flow.Type(flow.StringT) {
			f.textCalls[c.Func] = append(f.textCalls[c.Func], textCall{f, e})
		}
	}
}

// refuseMadeText reports the calls that use strings which their functions make of others.
func (t *translator) refuseMadeText() {
	for ff, calls := range t.textCalls {
		for _, c := range calls {
			if t.madeText[ff] {
				c.fn.refuseText(c.node)
			}
		}
	}
}
