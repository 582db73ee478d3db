package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Interfaces of libraries on the shelf, such as mat.Matrix, hold values of types that are known where they are made: a
// variable of such a type that is assigned once, and a parameter in each of its calls, gets the type of its value.

// onShelf is a type as the shelf has it: types of a library there stand for their own versions.
func (t *translator) onShelf(T types.Type) types.Type {
	switch T := types.Unalias(T).(type) {
	case *types.Pointer:
		return types.NewPointer(t.onShelf(T.Elem()))
	case *types.Named:
		if own := t.ownVersion(T); own != nil {
			return own
		}
	}
	return T
}

// ownVersion is the type of that name on the shelf, or nil.
func (t *translator) ownVersion(n *types.Named) *types.Named {
	pkg := n.Obj().Pkg()
	if pkg == nil || shelves[pkg.Path()] == "" || t.pkg(pkg.Path()) != nil || isLock(n) && t.closed[typeKey(n)] {
		return nil
	}
	p := t.shelfPackage(pkg.Path())
	if p.Types == pkg {
		return n
	}
	if obj, ok := p.Types.Scope().Lookup(n.Obj().Name()).(*types.TypeName); ok {
		if own, ok := obj.Type().(*types.Named); ok && own.TypeParams().Len() == 0 {
			return own
		}
	}
	return nil
}

// isShelfInterface reports whether values of a type are of types that the shelf has versions of.
func isShelfInterface(T types.Type) bool {
	n, ok := types.Unalias(T).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || shelves[n.Obj().Pkg().Path()] == "" {
		return false
	}
	_, ok = n.Underlying().(*types.Interface)
	return ok
}

// concrete is the type of the value of an expression, as the shelf has it; nil where an interface hides it.
func (f *fn) concrete(e ast.Expr) types.Type {
	e = ast.Unparen(e)
	T := f.typeOf(e)
	if T == nil {
		return nil
	}
	if !isShelfInterface(T) {
		if isInterface(T) || f.pkg.Info.Types[e].IsNil() {
			return nil
		}
		return f.onShelf(T)
	}
	switch e := e.(type) {
	case *ast.Ident:
		obj := f.pkg.Info.ObjectOf(e)
		for g := f; g != nil; g = g.parent {
			if T := g.values[obj]; T != nil {
				return T
			}
		}
	case *ast.CallExpr:
		if f.pkg.Info.Types[e.Fun].IsType() {
			return f.concrete(e.Args[0])
		}
		if m := f.model(e); m != nil && m.sig.Results().Len() == 1 {
			if R := m.sig.Results().At(0).Type(); !isInterface(R) {
				return R
			}
		}
	}
	return nil
}

// hidden reports whether an expression is an interface of the shelf around a value whose type is known.
func (f *fn) hidden(e ast.Expr) bool {
	T := f.pkg.Info.TypeOf(ast.Unparen(e))
	return T != nil && isShelfInterface(f.subst.typ(T)) && f.concrete(e) != nil
}

// shown is the value of an expression whose type is an interface of the shelf and that hides a known one.
func (f *fn) shown(e ast.Expr) flow.Expr {
	T := f.translator.typ(f.concrete(e))
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		return f.ident(e, e)
	case *ast.CallExpr:
		if f.pkg.Info.Types[e.Fun].IsType() {
			return f.expr(e.Args[0])
		}
		v := f.temp("c", T, e)
		f.callInto(e, []flow.Place{{Var: v}})
		return load(v)
	}
	return zero(T)
}

// A model is a call of a function of a library that stands on the shelf under the same or another name.
type model struct {
	obj  *types.Func
	args []types.Type
	// sig is the signature for these type arguments, without the receiver; self is the type of that, or nil.
	sig  *types.Signature
	self types.Type
}

// model finds what a call outside the shelf means there, or nil.
func (f *fn) model(e *ast.CallExpr) *model {
	obj, _, recv := f.callee(ast.Unparen(e.Fun))
	if obj == nil || obj.Pkg() == nil || shelves[obj.Pkg().Path()] == "" || f.translator.pkg(obj.Pkg().Path()) != nil {
		return nil
	}
	p := f.shelfPackage(obj.Pkg().Path())
	if f.pkg == p || obj.Signature().TypeParams().Len() > 0 { // called as it stands there
		return nil
	}
	name := funcName(obj)
	var self types.Type
	if recv != nil {
		self = f.receiverType(recv)
		if self == nil {
			return nil
		}
		n := named(self)
		if n == nil {
			return nil
		}
		name = n.Obj().Name() + "." + obj.Name()
		if found, _, _ := types.LookupFieldOrMethod(self, true, p.Types, obj.Name()); found != nil {
			if m, ok := found.(*types.Func); ok && m.Pkg() == p.Types {
				return &model{obj: m, args: f.subst.recvArgs(m), sig: m.Signature(), self: self}
			}
		}
	}
	flat := strings.Replace(name, ".", "_", 1)
	decl := p.decls[flat]
	for _, a := range e.Args {
		if f.pkg.Info.Types[ast.Unparen(a)].IsNil() && p.decls[flat+"_nil"] != nil {
			decl = p.decls[flat+"_nil"]
		}
	}
	if decl == nil {
		return nil
	}
	m := &model{obj: p.Info.Defs[decl.Name].(*types.Func), self: self}
	return f.inferred(m, e)
}

// receiverType is the type of what a method is called on, through embedded fields; nil where an interface hides it.
func (f *fn) receiverType(recv *ast.SelectorExpr) types.Type {
	sel := f.pkg.Info.Selections[recv]
	if len(sel.Index()) == 1 {
		return f.concrete(recv.X)
	}
	T := f.subst.typ(f.pkg.Info.TypeOf(recv.X))
	for _, i := range sel.Index()[:len(sel.Index())-1] {
		if p, ok := T.Underlying().(*types.Pointer); ok {
			T = p.Elem()
		}
		st, ok := T.Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		T = st.Field(i).Type()
	}
	if isInterface(T) {
		return nil
	}
	return f.onShelf(T)
}

// inferred finds the type arguments of a generic function of the shelf by the types of what it is called with.
func (f *fn) inferred(m *model, e *ast.CallExpr) *model {
	sig := m.obj.Signature()
	if sig.Params().Len() == 0 && sig.TypeParams().Len() == 0 {
		m.sig = sig
		return m
	}
	first := 0 // a method as a function has the receiver as its first parameter
	if m.self != nil {
		first = 1
	}
	m.args = make([]types.Type, sig.TypeParams().Len())
	for i, a := range e.Args {
		if i+first >= sig.Params().Len() {
			break
		}
		if tp, ok := sig.Params().At(i + first).Type().(*types.TypeParam); ok {
			if m.args[tp.Index()] = f.concrete(a); m.args[tp.Index()] == nil {
				return nil
			}
		}
	}
	s := newSubst(f.ctx, sig, m.args)
	var params []*types.Var
	for i := first; i < sig.Params().Len(); i++ {
		v := sig.Params().At(i)
		params = append(params, types.NewParam(v.Pos(), v.Pkg(), v.Name(), s.typ(v.Type())))
	}
	m.sig = types.NewSignatureType(nil, nil, nil, types.NewTuple(params...), s.typ(sig.Results()).(*types.Tuple), false)
	return m
}

// callModel calls what stands on the shelf; false when the call is none of a library there.
func (f *fn) callModel(e *ast.CallExpr, dst []flow.Place) bool {
	m := f.model(e)
	if m == nil {
		return f.unknownMatrix(e)
	}
	c := &flow.Call{Dst: dst, At: f.at(e)}
	if m.self != nil {
		recv := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if f.hidden(recv.X) {
			c.Args = append(c.Args, f.shown(recv.X))
		} else {
			self, method := f.receiver(recv, f.pkg.Info.Selections[recv].Obj().(*types.Func))
			if method == nil {
				return true
			}
			c.Args = append(c.Args, self)
		}
	}
	p := f.shelfPackage(m.obj.Pkg().Path())
	obj, _, _ := f.callee(ast.Unparen(e.Fun))
	c.Func = f.asks(e, p, f.instanceFor(f.derivativeFor(f.pkg, obj), p, m.obj, m.args, nil))
	c.Args = append(c.Args, f.args(e, m.sig, nil)...)
	f.emit(c)
	return true
}

// unknownMatrix refuses a call of a function that the shelf has for values whose types are known, matrices or what is
// sorted, with one whose type is not.
func (f *fn) unknownMatrix(e *ast.CallExpr) bool {
	obj, _, recv := f.callee(ast.Unparen(e.Fun))
	if obj == nil || obj.Pkg() == nil || shelves[obj.Pkg().Path()] == "" || f.pkg == f.shelfPackage(obj.Pkg().Path()) {
		return false
	}
	args := e.Args
	if recv != nil {
		args = append([]ast.Expr{recv.X}, args...)
	}
	for _, a := range args {
		if T := f.pkg.Info.TypeOf(a); T != nil && isShelfInterface(f.subst.typ(T)) && f.concrete(a) == nil {
			of, hint := "", "use a type of your own, with its methods; to sort in reverse, compare the other way round"
			if obj.Pkg().Path() == "gonum.org/v1/gonum/mat" {
				of, hint = "of matrix ", "declare it as a *mat.Dense, or another type that docs/gosrc.md lists"
			}
			f.report(f.pkg, a.Pos(), a.End(), "interface-call", "which type "+of+f.describe(a)+
				" holds is not known here", hint)
			return true
		}
	}
	return false
}

// hiddenArgs are the types of arguments of a call whose parameters are interfaces of the shelf, by the parameters'
// places; nil where there are none.
func (f *fn) hiddenArgs(e *ast.CallExpr, sig *types.Signature) []types.Type {
	var out []types.Type
	for i := range sig.Params().Len() {
		if i >= len(e.Args) || sig.Variadic() && i == sig.Params().Len()-1 ||
			!isInterface(sig.Params().At(i).Type()) {
			continue
		}
		var T types.Type
		if isShelfInterface(sig.Params().At(i).Type()) {
			T = f.concrete(e.Args[i])
		} else if f.knownNil(e.Args[i]) && isOpaque(f.typ(sig.Params().At(i).Type())) {
			T = noValue
		}
		if T != nil {
			if out == nil {
				out = make([]types.Type, sig.Params().Len())
			}
			out[i] = T
		}
	}
	return out
}

// noValue stands for the type of what an interface holds that is nil.
var noValue types.Type = types.Typ[types.UntypedNil]

// knownNil reports whether an expression is nil in all calls of this instance of the function.
func (f *fn) knownNil(e ast.Expr) bool {
	e = ast.Unparen(e)
	if f.pkg.Info.Types[e].IsNil() {
		return true
	}
	id, ok := e.(*ast.Ident)
	for g := f; ok && g != nil; g = g.parent {
		if g.nils[f.pkg.Info.Uses[id]] {
			return true
		}
	}
	return false
}

// decided is the value of a condition that asks of what is known to be nil whether it is.
func (f *fn) decided(cond ast.Expr) (yes, ok bool) {
	b, isBinary := ast.Unparen(cond).(*ast.BinaryExpr)
	if !isBinary || b.Op != token.EQL && b.Op != token.NEQ || !f.knownNil(b.X) || !f.knownNil(b.Y) {
		return false, false
	}
	return b.Op == token.EQL, true
}
