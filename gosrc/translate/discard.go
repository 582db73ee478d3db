package translate

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/mend"
)

// pureForeign are packages whose functions have no effects and whose values are opaque anyway.
var pureForeign = map[string]bool{
	"fmt": true, "errors": true, "strconv": true, "strings": true, "time": true, "math/big": true,
	"unicode": true, "unicode/utf8": true, "reflect": true, "path": true, "bytes": true,
}

// impure are the functions of those that do something.
var impure = map[string]bool{
	"Print": true, "Println": true, "Printf": true, "Fprint": true, "Fprintln": true, "Fprintf": true, "Scan": true,
	"Scanln": true, "Scanf": true, "Fscan": true, "Fscanln": true, "Fscanf": true, "Sleep": true,
}

// discard evaluates an expression whose value is not wanted, for its effects: the calls in it and its run-time errors.
func (f *fn) discard(e ast.Expr) {
	e = ast.Unparen(e)
	tv := f.pkg.Info.Types[e]
	if tv.Value != nil || tv.IsType() || tv.IsNil() || tv.IsBuiltin() {
		return
	}
	T := f.pkg.Info.TypeOf(e)
	if T == nil {
		return
	}
	if _, ok := T.(*types.Tuple); !ok && !isOpaque(f.typ(T)) && !isString(f.subst.typ(T)) {
		if _, isFunc := f.subst.typ(T).Underlying().(*types.Signature); isFunc && f.isDeclared(e) {
			return
		}
		if x := f.expr(e); fails(x) {
			f.store(x, e)
		}
		return
	}
	f.discardParts(e)
}

// discardParts goes on with the parts of an opaque expression.
func (f *fn) discardParts(e ast.Expr) {
	switch e := e.(type) {
	case *ast.CallExpr:
		f.discardCall(e)
	case *ast.UnaryExpr:
		if e.Op == token.ARROW {
			f.refuse(e, "channel", "a value received from a channel")
			return
		}
		f.discard(e.X)
	case *ast.BinaryExpr:
		f.discard(e.X)
		f.discard(e.Y)
	case *ast.SelectorExpr:
		if f.pkg.Info.Selections[e] != nil {
			f.discard(e.X)
		}
	case *ast.IndexExpr:
		f.discard(e.X)
		f.discard(e.Index)
	case *ast.SliceExpr:
		for _, x := range []ast.Expr{e.X, e.Low, e.High, e.Max} {
			if x != nil {
				f.discard(x)
			}
		}
	case *ast.StarExpr:
		f.discard(e.X)
	case *ast.TypeAssertExpr:
		f.discard(e.X)
	case *ast.KeyValueExpr:
		f.discard(e.Key)
		f.discard(e.Value)
	case *ast.CompositeLit:
		_, isStruct := f.typeOf(e).Underlying().(*types.Struct)
		for _, x := range e.Elts {
			if kv, ok := x.(*ast.KeyValueExpr); ok && isStruct {
				x = kv.Value
			}
			f.discard(x)
		}
	case *ast.FuncLit, *ast.Ident, *ast.BasicLit:
	}
}

// discardCall evaluates a call for its effects.
func (f *fn) discardCall(e *ast.CallExpr) {
	if f.pkg.Info.Types[e.Fun].IsType() {
		f.discard(e.Args[0])
		return
	}
	if name, ok := f.builtin(e.Fun); ok {
		f.builtinStmt(name, e)
		return
	}
	obj, _, recv := f.callee(ast.Unparen(e.Fun))
	ofParam := recv != nil && isTypeParam(f.pkg.Info.TypeOf(recv.X)) // the method of what it stands for
	if obj != nil && !ofParam && (obj.Pkg() == nil || f.translator.pkg(obj.Pkg().Path()) == nil) {
		if _, decl := f.declOf(obj); decl == nil && f.attachedTo(obj) == nil && !f.isMath(obj) {
			if obj.Pkg() != nil && !makesSource(obj) &&
				(!pureForeign[obj.Pkg().Path()] || impure[obj.Name()] && !f.intoText(e, obj)) {
				if f.dropped(e, obj) {
					f.discardDropped(e)
					return
				}
				f.foreign(e, obj)
			}
			if sel, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr); ok && f.pkg.Info.Selections[sel] != nil {
				f.discard(sel.X)
			}
			for _, a := range e.Args {
				f.discard(a)
			}
			return
		}
	}
	f.callInto(e, make([]flow.Place, len(f.results(e))))
}

// makesSource reports whether a function only makes a source of random numbers, which draws none yet.
func makesSource(obj *types.Func) bool {
	path := obj.Pkg().Path()
	return (path == "math/rand" || path == "math/rand/v2") && obj.Signature().Recv() == nil &&
		strings.HasPrefix(obj.Name(), "New")
}

func (f *fn) isMath(obj *types.Func) bool { return obj.Pkg() != nil && obj.Pkg().Path() == "math" }

// isDeclared reports whether an expression is the name of a declared function.
func (f *fn) isDeclared(e ast.Expr) bool {
	obj, _, recv := f.callee(e)
	return obj != nil && recv == nil
}

// intoText reports whether a call of Fprint and its like writes into a strings.Builder or a bytes.Buffer: text in
// memory, of which nothing is known, like that of their own methods.
func (f *fn) intoText(e *ast.CallExpr, obj *types.Func) bool {
	if obj.Pkg().Path() != "fmt" || !strings.HasPrefix(obj.Name(), "Fprint") || len(e.Args) == 0 {
		return false
	}
	ptr, ok := f.typeOf(e.Args[0]).(*types.Pointer)
	if !ok {
		return false
	}
	switch typeKey(ptr.Elem()) {
	case "strings.Builder", "bytes.Buffer":
		return true
	}
	return false
}

// pure are packages of the standard library of which no function gives something else each time.
var pure = []string{"unicode", "unicode/utf8", "unicode/utf16", "math/bits", "hash/crc32", "image/color", "go/token"}

// inTurn is the title of the fix that calls what goroutines run.
const inTurn = "run the goroutines one after the other"

// foreign reports a call of a function that has no source here.
func (f *fn) foreign(n ast.Node, obj *types.Func) {
	path := ""
	if obj.Pkg() != nil {
		path = obj.Pkg().Path()
	}
	if path == "fmt" || path == "log" || path == "os" || path == "io" || path == "bufio" {
		d := f.refuse(n, "io", "%s.%s does input or output", obj.Pkg().Name(), funcName(obj))
		if call, ok := n.(*ast.CallExpr); ok && (path == "fmt" || path == "log") && strings.HasPrefix(obj.Name(), "Print") &&
			obj.Signature().Recv() == nil {
			f.offer(d, "leave it out", func(c *mend.Change) { c.Unprint(call, call.Args) })
		}
		return
	}
	name := funcName(obj)
	if obj.Pkg() != nil {
		name = obj.Pkg().Name() + "." + name
	}
	if _, a := f.askedFor(obj); a != nil {
		f.report(f.pkg, n.Pos(), n.End(), "no-body", name+" is generated: here it can only be called",
			"put the call into a function literal")
		return
	}
	if f.pkg.isStub(obj) {
		f.report(f.pkg, n.Pos(), n.End(), "no-body", funcName(obj)+" is generated, and cannot be called where it is differentiated",
			"call the function and its derivatives themselves: F, FGrad, FHessian")
		return
	}
	if obj.Pkg() == f.pkg.Types { // chad's own files are read as if they held declarations only
		f.refuse(n, "no-body", "%s has no body here", funcName(obj))
		return
	}
	if lock := recvNamed(obj); isLock(lock) && f.closed[typeKey(lock)] {
		f.report(f.pkg, n.Pos(), n.End(), "goroutine",
			name+" may be called on a lock of the caller, which a derivative cannot lock",
			"differentiate a function that does not lock, and lock around the calls of both")
		return
	}
	if path == "sync" || path == "sync/atomic" {
		d := f.report(f.pkg, n.Pos(), n.End(), "goroutine", name+" is for goroutines",
			"leave it out, and call what the goroutines run; run several gradients in parallel instead")
		f.offer(d, inTurn, func(c *mend.Change) { c.InTurn(n) })
		return
	}
	if shelves[path] != "" {
		f.report(f.pkg, n.Pos(), n.End(), "foreign-call", fmt.Sprintf("%s has no derivative", name),
			"docs/gosrc.md lists what is known of "+path+"; write it with those, or in loops")
		return
	}
	if isImpure(f.pkg, n, obj) {
		d := f.refuse(n, "impure-call", "%s gives something else each time", name)
		if call, ok := n.(*ast.CallExpr); ok && path == "time" {
			f.offer(d, "leave the timing out", func(c *mend.Change) { c.Untime(call) })
		}
		return
	}
	if path == "errors" {
		f.report(f.pkg, n.Pos(), n.End(), "foreign-call",
			fmt.Sprintf("%s has no derivative: of errors it is known whether they are nil", name),
			"compare the error with nil, and return a bool or an int beside it that says which one it is")
		return
	}
	if first, _, _ := strings.Cut(path, "/"); !strings.Contains(first, ".") {
		d := f.refuse(n, "foreign-call", "%s has no derivative: chad does not know it", name)
		if call, ok := n.(*ast.CallExpr); ok && slices.Contains(pure, path) {
			f.offer(d, "call it in a function marked //chad:nodiff", func(c *mend.Change) { c.AsConstant(call, obj) })
		}
		return
	}
	f.refuse(n, "foreign-call", "%s has no derivative: its source cannot be read", name)
}

// fails reports whether the evaluation of an expression can fail, so that it must happen even where the value is not
// wanted.
func fails(e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Lit, *flow.Zero, *flow.Closure, *flow.FuncRef:
		return false
	case *flow.Load:
		return placeFails(e.Place)
	case *flow.Addr:
		return placeFails(e.Place)
	case *flow.Op:
		if e.Op.Fails() {
			return true
		}
		for _, a := range e.Args {
			if fails(a) {
				return true
			}
		}
		return false
	case *flow.Retype:
		return fails(e.X)
	case *flow.IsNil:
		return fails(e.X)
	case *flow.Cond:
		return fails(e.C) || fails(e.If) || fails(e.Else)
	case *flow.Len:
		return fails(e.X)
	case *flow.Lits:
		for _, x := range e.Elems {
			if fails(x) {
				return true
			}
		}
		return false
	case *flow.Make, *flow.Window:
		return true
	}
	panic("translate: unexpected expression")
}

func placeFails(p flow.Place) bool {
	for _, s := range p.Path {
		if s.Kind != flow.StepField {
			return true
		}
	}
	return false
}

// isStub reports whether a function stands for a generated one.
func (p *pkgInfo) isStub(obj *types.Func) bool {
	return slices.ContainsFunc(p.Stubs, func(f *ast.File) bool { return f.FileStart <= obj.Pos() && obj.Pos() < f.FileEnd })
}
