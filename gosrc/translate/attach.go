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
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// A Derivative is a function that the user wrote for the derivative of another (//chad:derivative of=G), and the place
// of the directive. Of may belong to another package.
type Derivative struct {
	Of, By   *types.Func
	Pos, End token.Pos
	// Pulls says that By is a VJP (form=vjp), and no JVP.
	Pulls bool
	// Implicit says that Of solves an equation, and By is not its derivative but the residual, which is zero at what Of
	// returns (//chad:implicit residual=R).
	Implicit bool
	// Minimises says that By is not the residual, but least at what Of returns (//chad:implicit minimises=F): the
	// residual is its gradient.
	Minimises bool
}

// A derivative is a [Derivative] in its package, the JVP where there is one.
type derivative struct {
	Derivative
	pkg *pkgInfo
	vjp *Derivative // the VJP that the package attaches besides, or nil
}

// with is the derivative and another one of the same function in the same package; d may be nil.
func (d *derivative) with(other Derivative, p *pkgInfo) *derivative {
	switch {
	case d == nil:
		return &derivative{Derivative: other, pkg: p}
	case other.Pulls:
		return &derivative{Derivative: d.Derivative, pkg: p, vjp: &other}
	case d.Pulls:
		vjp := d.Derivative
		return &derivative{Derivative: other, pkg: p, vjp: &vjp}
	}
	return &derivative{Derivative: other, pkg: p, vjp: d.vjp}
}

// key tells derivatives of a function apart.
func (d *derivative) key() string {
	key := " by " + funcKey(d.By)
	if d.vjp != nil {
		key += " and " + funcKey(d.vjp.By)
	}
	return key
}

// derivatives are those that a package attaches, by the path and name of the function they belong to.
func (p *pkgInfo) derivatives() map[string]*derivative {
	if p.derivs != nil {
		return p.derivs
	}
	p.derivs = map[string]*derivative{}
	list := p.Derivatives
	if list == nil {
		list = p.attached()
	}
	for _, d := range list {
		p.derivs[funcKey(d.Of)] = p.derivs[funcKey(d.Of)].with(d, p)
	}
	return p.derivs
}

// attached reads the directives of a package that nobody has loaded with them, as on the shelf: G is a function of its
// own.
func (p *pkgInfo) attached() (out []Derivative) {
	for decl := range p.files {
		if decl.Doc == nil {
			continue
		}
		for _, c := range decl.Doc.List {
			name, ok := strings.CutPrefix(c.Text, "//chad:derivative of=")
			of, _ := p.Types.Scope().Lookup(name).(*types.Func)
			if by, _ := p.Info.Defs[decl.Name].(*types.Func); ok && of != nil && by != nil {
				out = append(out, Derivative{Of: of, By: by, Pos: c.Pos(), End: c.End()})
			}
		}
	}
	return out
}

func funcKey(obj *types.Func) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return obj.Pkg().Path() + " " + funcName(obj)
}

// derivativeFor is the derivative of a function that is called in a package: the one that this package attaches, else
// the package that is translated, else the function's own; nil if none does. What stands on the shelf for a library
// calls other functions of libraries as they are.
func (t *translator) derivativeFor(caller *pkgInfo, obj *types.Func) *derivative {
	if obj.Pkg() == nil {
		return nil
	}
	own := t.pkg(obj.Pkg().Path())
	from := []*pkgInfo{caller, t.main, own}
	if own == nil {
		own = t.shelfPackage(obj.Pkg().Path())
		from = []*pkgInfo{caller, t.main, own}
		if t.onTheShelf(caller) {
			from = []*pkgInfo{own}
		}
	}
	for _, p := range from {
		if p == nil {
			continue
		}
		if d := p.derivatives()[funcKey(obj)]; d != nil {
			t.attaches[d.By] = true
			if d.vjp != nil {
				t.attaches[d.vjp.By] = true
			}
			return d
		}
	}
	return nil
}

// Uncalled are the derivatives that a package attaches to functions which neither its own code nor, as far as its own
// code tells, that of other packages calls: unexported ones, and those of other packages.
func Uncalled(p *Package) (out []Derivative) {
	for _, d := range p.Derivatives {
		if d.Of.Pkg() == p.Types && (d.Of.Exported() || d.Of.Signature().Recv() != nil) || d.called(p) {
			continue
		}
		out = append(out, d)
	}
	return out
}

// called reports whether a package names the function of a derivative, or a method of an interface that may be it,
// outside of its derivatives.
func (d Derivative) called(p *Package) bool {
	own := map[types.Object]bool{}
	for _, e := range p.Derivatives {
		own[e.By] = own[e.By] || funcKey(e.Of) == funcKey(d.Of)
	}
	var selves []ast.Node
	for _, file := range p.Syntax {
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && own[p.Info.Defs[f.Name]] {
				selves = append(selves, f)
			}
		}
	}
	for id, obj := range p.Info.Uses {
		f, ok := obj.(*types.Func)
		if !ok || slices.ContainsFunc(selves, func(s ast.Node) bool { return s.Pos() <= id.Pos() && id.Pos() < s.End() }) {
			continue
		}
		if funcKey(f) == funcKey(d.Of) || f.Name() == d.Of.Name() && isInterface(receiverType(f)) &&
			d.Of.Signature().Recv() != nil {
			return true
		}
	}
	return false
}

// nameOf is how the package writes a function.
func (p *pkgInfo) nameOf(obj *types.Func) string {
	if obj.Pkg() == p.Types {
		return funcName(obj)
	}
	return obj.Pkg().Name() + "." + funcName(obj)
}

// onTheShelf reports whether a package is one of our own versions of libraries.
func (t *translator) onTheShelf(p *pkgInfo) bool { return t.shelf[p.Types.Path()] == p }

// byHand translates what is attached to a function and checks its signature against the function's.
func (t *translator) byHand(g *flow.Func, d *derivative, args []types.Type) {
	if d.Implicit {
		t.implicit(g, d, args)
		return
	}
	if !d.Pulls {
		g.JVP = t.attach(g, d.pkg, d.Derivative, args)
	} else {
		g.VJP = t.attach(g, d.pkg, d.Derivative, args)
	}
	if d.vjp != nil {
		g.VJP = t.attach(g, d.pkg, *d.vjp, args)
	}
}

// attach is a derivative, nil where its signature is not that of one.
func (t *translator) attach(g *flow.Func, p *pkgInfo, d Derivative, args []types.Type) *flow.Func {
	jvp, vjp := jvpOf(g), vjpOf(g)
	name, form := p.decl(d.By).Name, "derivative"
	want, other, hint := jvp, vjp, "this is a VJP; say so: //chad:derivative of=%s form=vjp"
	if d.Pulls {
		form, want, other, hint = "VJP", vjp, jvp, "this is a JVP; leave form=vjp out: //chad:derivative of=%s"
	}
	wrong := func(want, hint string) *diag.Diagnostic {
		return t.report(p, name.Pos(), name.End(), "derivative-signature", "the "+form+" of "+g.Name+" should be "+want, hint)
	}
	if sig := d.By.Signature(); sig.TypeParams().Len()+sig.RecvTypeParams().Len() != len(args) {
		wrong(fmt.Sprintf("a function with %d type parameters, those of %s", len(args), d.Of.Name()), "")
		return nil
	}
	if d.Pulls && (len(vjp.results) == 0 || len(vjp.params) == len(g.Params)+len(g.Results)) {
		wrong("left out: there is nothing to differentiate", "leave the directive out; a function that writes to its "+
			"parameters can have a JVP, which writes their tangents, too")
		return nil
	}
	for v := range d.Of.Signature().Params().Variables() {
		if holdsMap(v.Type(), map[types.Type]bool{}) {
			t.report(p, name.Pos(), name.End(), "derivative-signature", g.Name+" takes a map, and so has no derivative by hand",
				"leave the directive out, or let the function take slices")
			return nil
		}
	}
	j := t.instance(p, p, d.By, args)
	if want.fits(j) {
		return j
	}
	hint = fmt.Sprintf(hint, p.nameOf(d.Of))
	if !other.fits(j) {
		hint = ""
	}
	m := wrong(want.String(), hint)
	if own := p.decl(d.Of); d.Of.Pkg() == p.Types && own != nil && own.Body != nil {
		t.offer(p, m, mend.Unattach, func(c *mend.Change) { c.Line(d.Pos, d.End) })
	}
	return nil
}

// holdsMap reports whether there are maps in values of a type.
func holdsMap(T types.Type, seen map[types.Type]bool) bool {
	if seen[T] {
		return false
	}
	seen[T] = true
	switch u := T.Underlying().(type) {
	case *types.Map:
		return true
	case *types.Slice:
		return holdsMap(u.Elem(), seen)
	case *types.Array:
		return holdsMap(u.Elem(), seen)
	case *types.Pointer:
		return holdsMap(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsMap(f.Type(), seen) {
				return true
			}
		}
	}
	return false
}

// A head is the parameters and results that a derivative should have.
type head struct{ params, results []*flow.Var }

func (h head) fits(f *flow.Func) bool {
	return sameVars(f.Params, h.params) && sameVars(f.Results, h.results)
}

// String is it as Go writes it.
func (h head) String() string { return signature(h.params, h.results) }

// jvpOf: the parameters and a tangent for each that varies, to the results and their tangents.
func jvpOf(g *flow.Func) head {
	return head{slices.Concat(g.Params, tangents(g.Params)), slices.Concat(g.Results, tangents(g.Results))}
}

// vjpOf: the parameters, the results and a cotangent for each of these that varies, to the cotangents of the
// parameters.
func vjpOf(g *flow.Func) head {
	return head{slices.Concat(g.Params, g.Results, tangents(g.Results)), tangents(g.Params)}
}

// tangents are variables for the tangents of those that vary, or their cotangents.
func tangents(vars []*flow.Var) (out []*flow.Var) {
	for _, v := range vars {
		if !v.Constant && flow.Varies(v.Type) {
			out = append(out, &flow.Var{Name: "d" + v.Name, Type: v.Type})
		}
	}
	return out
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

// attachedTo is a function without source here that has a derivative written by hand; or nil. The emitted code calls it
// as it is.
func (f *fn) attachedTo(obj *types.Func) *flow.Func {
	if p, decl := f.declOf(obj); obj.Pkg() == nil || decl != nil && (decl.Body != nil || f.onTheShelf(p)) {
		return nil
	}
	d := f.derivativeFor(f.pkg, obj)
	if d == nil {
		return nil
	}
	key := "extern " + funcKey(obj) + d.key()
	if g := f.funcs[key]; g != nil {
		return g
	}
	p := f.translator.pkg(obj.Pkg().Path())
	g := f.extern(p, obj, d)
	f.funcs[key] = g
	if r := asIsRefusal(obj, p == f.main); r != nil {
		f.report(d.pkg, d.Pos, d.End, "derivative-call",
			fmt.Sprintf("%s has no source here, and cannot be called as it is: it %s", d.pkg.nameOf(obj), r.what), "")
		return g
	}
	f.byHand(g, d, nil)
	return g
}

// extern is a function without a body here, of a package whose syntax may not be there.
func (t *translator) extern(p *pkgInfo, obj *types.Func, d *derivative) *flow.Func {
	h := &fn{
		translator: t, pkg: t.main, sig: obj.Signature(), vars: map[types.Object]*flow.Var{},
		flow: &flow.Func{Name: obj.Name(), Extern: externOf(obj, p == t.main), At: d.pkg.at(d.Pos)},
	}
	if p != nil {
		h.pkg = p
	}
	h.head(obj.Signature(), false)
	t.prog.Funcs = append(t.prog.Funcs, h.flow)
	return h.flow
}

// bodyOrAsIs translates the body of a function with //chad:nodiff or a derivative of its own; where that lies outside
// the subset, emitted code will call the function itself.
func (t *translator) bodyOrAsIs(f *fn, decl *ast.FuncDecl, obj *types.Func, args []types.Type) {
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
	if len(t.diags) == n && (len(t.texts) == texts || asIsRefusal(obj, f.pkg == t.main) != nil) {
		return
	}
	if obj.Signature().Recv() != nil || len(args) > 0 || f.flow.ByHand() && asIsRefusal(obj, f.pkg == t.main) != nil {
		return // its name alone does not say what to call: the diagnostics stay
	}
	t.diags, t.texts, t.funcs, t.prog.Funcs = t.diags[:n:n], t.texts[:texts:texts], known, t.prog.Funcs[:funcs]
	t.asIs(f, obj)
}
