package translate

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
)

// A derivative is a function with the directive //chad:derivative of=G.
type derivative struct {
	pkg  *pkgInfo
	decl *ast.FuncDecl
	obj  *types.Func
}

// derivatives finds the derivatives that a package attaches, by the path and name of the function they belong to.
func (p *pkgInfo) derivatives() map[string]derivative {
	if p.derivs != nil {
		return p.derivs
	}
	p.derivs = map[string]derivative{}
	for _, file := range p.Syntax {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Doc == nil {
				continue
			}
			for _, c := range decl.Doc.List {
				of := derivativeOf(c.Text)
				obj, _ := p.Info.Defs[decl.Name].(*types.Func)
				if of == "" || obj == nil {
					continue
				}
				p.derivs[p.targetKey(file, of)] = derivative{p, decl, obj}
			}
		}
	}
	return p.derivs
}

// derivativeOf is the G of //chad:derivative of=G, or empty.
func derivativeOf(text string) string {
	rest, ok := strings.CutPrefix(text, "//chad:derivative ")
	if !ok {
		return ""
	}
	for _, w := range strings.Fields(rest) {
		if of, ok := strings.CutPrefix(w, "of="); ok {
			return of
		}
	}
	return ""
}

// targetKey reads a name as the file does: G, T.M, pkg.G or pkg.T.M.
func (p *pkgInfo) targetKey(file *ast.File, of string) string {
	first, rest, dotted := strings.Cut(of, ".")
	if dotted {
		for _, im := range file.Imports {
			path := strings.Trim(im.Path.Value, "\"`")
			name := path[strings.LastIndex(path, "/")+1:]
			if obj, ok := p.Info.Implicits[im].(*types.PkgName); ok {
				name = obj.Name()
			}
			if im.Name != nil {
				name = im.Name.Name
			}
			if name == first {
				return path + " " + rest
			}
		}
	}
	return p.Types.Path() + " " + of
}

func funcKey(obj *types.Func) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + " " + funcName(obj)
}

// derivativeFor is the derivative that the calling package, or the function's own, attaches.
func (f *fn) derivativeFor(obj *types.Func) (derivative, bool) {
	if d, ok := f.pkg.derivatives()[funcKey(obj)]; ok {
		return d, true
	}
	if obj.Pkg() == nil {
		return derivative{}, false
	}
	if p := f.translator.pkg(obj.Pkg().Path()); p != nil {
		d, ok := p.derivatives()[funcKey(obj)]
		return d, ok
	}
	return derivative{}, false
}

// attach gives a function with source the derivative that the user wrote for it.
func (f *fn) attach(obj *types.Func, args []types.Type) {
	if d, ok := f.derivativeFor(obj); ok && f.flow.JVP == nil {
		f.jvp(f.flow, d, args)
	}
}

// jvp translates a derivative and checks its signature against the function's.
func (t *translator) jvp(g *flow.Func, d derivative, args []types.Type) {
	j := t.instance(d.pkg, d.obj, args)
	params, results := wanted(g.Params), wanted(g.Results)
	if !sameVars(j.Params, params) || !sameVars(j.Results, results) {
		t.report(d.pkg, d.decl.Name.Pos(), d.decl.Name.End(), "derivative-signature",
			"the derivative of "+g.Name+" should be "+signature(params, results), "")
		return
	}
	g.JVP = j
}

// wanted are the variables of a function's derivative: its own, and a tangent for each that varies.
func wanted(vars []*flow.Var) []*flow.Var {
	out := vars[:len(vars):len(vars)]
	for _, v := range vars {
		if !v.Constant && varies(v.Type) {
			out = append(out, &flow.Var{Name: "d" + v.Name, Type: v.Type})
		}
	}
	return out
}

// varies reports whether a type has reals that are not constant.
func varies(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Basic:
		return t.Kind == flow.KindReal
	case *flow.Slice:
		return varies(t.Elem)
	case *flow.Array:
		return varies(t.Elem)
	case *flow.Pointer:
		return varies(t.Elem)
	case *flow.Struct:
		for _, f := range t.Fields {
			if !f.Constant && varies(f.Type) {
				return true
			}
		}
		return false
	case *flow.FuncType:
		return false
	}
	panic("translate: unexpected type")
}

func sameVars(have, want []*flow.Var) bool {
	if len(have) != len(want) {
		return false
	}
	for i := range have {
		if !flow.Same(have[i].Type, want[i].Type) {
			return false
		}
	}
	return true
}

// signature is a function's type as Go writes it.
func signature(params, results []*flow.Var) string {
	in := make([]string, len(params))
	for i, p := range params {
		in[i] = p.Name + " " + p.Type.String()
	}
	out := make([]string, len(results))
	for i, r := range results {
		out[i] = r.Type.String()
	}
	s := "func(" + strings.Join(in, ", ") + ")"
	switch len(out) {
	case 0:
		return s
	case 1:
		return s + " " + out[0]
	}
	return s + " (" + strings.Join(out, ", ") + ")"
}

// attached is a function without source here that has a derivative written by hand; or nil.
func (f *fn) attached(obj *types.Func) *flow.Func {
	if obj.Pkg() == nil || obj.Signature().Recv() != nil {
		return nil
	}
	p := f.translator.pkg(obj.Pkg().Path())
	if p != nil && p.decl(obj) != nil && p.decl(obj).Body != nil {
		return nil
	}
	d, ok := f.derivativeFor(obj)
	if !ok || d.pkg == f.shelfPackage(obj.Pkg().Path()) { // what the shelf attaches belongs to its own source
		return nil
	}
	key := "extern " + funcKey(obj)
	if g := f.funcs[key]; g != nil {
		return g
	}
	g := f.extern(p, obj, false)
	f.funcs[key] = g
	f.jvp(g, d, nil)
	return g
}

// extern is a function that emitted code calls by its name.
func (t *translator) extern(p *pkgInfo, obj *types.Func, nodiff bool) *flow.Func {
	path := obj.Pkg().Path()
	if p == t.main {
		path = ""
	}
	h := &fn{
		translator: t, pkg: t.main, sig: obj.Signature(), vars: map[types.Object]*flow.Var{},
		flow: &flow.Func{Name: obj.Name(), Extern: &flow.Extern{Pkg: path, Name: obj.Name()}, At: t.main.at(token.NoPos)},
	}
	if p != nil {
		h.pkg, h.flow.At = p, p.at(obj.Pos())
	}
	h.head(obj.Signature(), nodiff)
	t.prog.Funcs = append(t.prog.Funcs, h.flow)
	return h.flow
}

// constant translates the body of a nodiff function; where that lies outside the subset, emitted code will call the
// function itself.
func (t *translator) constantBody(f *fn, decl *ast.FuncDecl, obj *types.Func, args []types.Type) {
	funcs, n, texts, queue := len(t.prog.Funcs), len(t.diags), len(t.texts), t.queue
	known := make(map[string]*flow.Func, len(t.funcs))
	for k, g := range t.funcs {
		known[k] = g
	}
	t.queue = nil
	f.body(decl.Body)
	t.drain()
	t.queue = queue
	// Whether strings that it makes come to where they are looked at is found only when all is translated.
	if len(t.diags) == n && (len(t.texts) == texts || asIsRefusal(f, obj) != nil) {
		return
	}
	if obj.Signature().Recv() != nil || len(args) > 0 {
		return // its name alone does not say what to call: the diagnostics stay
	}
	t.diags, t.texts, t.funcs, t.prog.Funcs = t.diags[:n:n], t.texts[:texts:texts], known, t.prog.Funcs[:funcs]
	t.asIs(f, obj)
}
