package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/gotypes"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// stubs declares, file by file, what directives ask for.
func (p *Package) stubs() (out []*ast.File, ds diag.List) {
	for _, f := range p.Files {
		if !f.Asks() {
			continue
		}
		syntax, err := parser.ParseFile(p.Fset, f.Target, f.declarations(), parser.SkipObjectResolution)
		if err != nil {
			return nil, diag.List{f.Source.Diagnose(0, 0, CodeDirective,
				"a defect of chad: the declarations of generated functions cannot be read: "+
					err.Error(), "please report it")}
		}
		ds = append(ds, p.takenBy(f, syntax)...)
		out = append(out, syntax)
	}
	return out, ds
}

// takenBy reports what the user declares by a name that a file of stubs declares, besides what names reports.
func (p *Package) takenBy(f *File, stubs *ast.File) (ds diag.List) {
	asked := set.By(f.Directives, func(d *Directive) string { return d.Name })
	methods := map[string]int{}
	for _, decl := range stubs.Decls {
		var name *ast.Ident
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil {
				name = decl.Name
				break
			}
			method := types.ExprString(decl.Recv.List[0].Type) + "." + decl.Name.Name
			methods[method]++
			if asks := f.asks(decl); len(asks) > 0 && methods[method] > len(asks) { // one is half of a VJP
				d := asks[0]
				ds = append(ds, p.World.Diagnose(d.Pos, d.End, CodeDirective,
					fmt.Sprintf("the name %s is taken: the workspace has such a method for another directive", d.Name),
					fmt.Sprintf("give it another name: //chad:%s name=…", d.Verb)))
			}
		case *ast.GenDecl:
			if spec, ok := decl.Specs[0].(*ast.TypeSpec); ok {
				name = spec.Name
			}
		}
		if name == nil || asked[name.Name] {
			continue
		}
		if obj := p.declared(name.Name); obj != nil {
			d := f.owner(name.Name)
			ds = append(ds, p.World.also(p.World.Diagnose(d.Pos, d.End, CodeDirective,
				fmt.Sprintf("the name %s, of what is generated for %s, is taken: it is declared at %s", name.Name,
					d.Object.Name(), p.World.Position(obj.Pos())),
				"rename what is declared there"), obj.Pos(), "declared here"))
		}
	}
	return ds
}

// owner is the directive that a generated name probably comes from.
func (f *File) owner(name string) (d *Directive) {
	for _, e := range f.Directives {
		if e.Verb == Sum && e.Object != nil && strings.HasSuffix(strings.ToLower(name), "new"+strings.ToLower(e.Name)) {
			return e
		}
	}
	for _, e := range f.Directives {
		if (e.Generates() || e.Verb == Sum) && e.Object != nil && (d == nil ||
			strings.Contains(strings.ToLower(name), strings.ToLower(e.Object.Name()))) {
			d = e
		}
	}
	return d
}

// asks are the directives that ask for a method of a workspace by its name.
func (f *File) asks(method *ast.FuncDecl) (ds []*Directive) {
	for _, d := range f.Directives {
		if !d.Generates() || d.Object == nil || d.Name != method.Name.Name {
			continue
		}
		if typ, _ := WorkspaceNames(d.Object); types.ExprString(method.Recv.List[0].Type) == "*"+typ {
			ds = append(ds, d)
		}
	}
	return ds
}

// declarations is the text of a file of stubs: declarations without bodies, by the conventions of docs/gosrc.md.
func (f *File) declarations() []byte {
	s := &stubber{pkg: f.Package.Types, names: map[string]string{}}
	spaces := map[*types.Func]bool{}
	for _, d := range f.Directives {
		if d.Generates() && d.Object != nil {
			s.function(d)
			if !spaces[d.Object] {
				spaces[d.Object] = true
				s.workspace(d)
			}
		}
		if d.Verb == Sum && d.Object != nil {
			s.sum(d)
		}
	}
	if more := f.Package.World.opt.More; more != nil {
		s.WriteString(more(f, s.qualifier))
	}
	language := ""
	if f.Package.Older() {
		language = "//go:build " + Language + "\n\n"
	}
	// Where a type is none, the type checker tells: here any type will do.
	declared := strings.ReplaceAll(s.String(), types.Typ[types.Invalid].String(), "any")
	return []byte(language + "package " + f.Package.Name + "\n" + s.imports.String() + declared)
}

// stubber writes declarations.
type stubber struct {
	strings.Builder

	pkg     *types.Package
	imports strings.Builder
	names   map[string]string // of imported packages, by path
}

func (s *stubber) qualifier(p *types.Package) string {
	if p == s.pkg {
		return ""
	}
	if s.names[p.Path()] == "" {
		s.names[p.Path()] = fmt.Sprintf("chad_import%d", len(s.names))
		fmt.Fprintf(&s.imports, "import %s %q\n", s.names[p.Path()], p.Path())
	}
	return s.names[p.Path()]
}

func (s *stubber) text(t types.Type) string {
	return types.TypeString(gotypes.In(s.pkg, t), s.qualifier)
}

// function declares what one directive asks for.
func (s *stubber) function(d *Directive) {
	sig, params := s.signature(d)
	if sig == nil {
		return
	}
	tparams := ""
	if recv := sig.Recv(); recv != nil {
		fmt.Fprintf(s, "func (_ %s) %s(%s)", s.text(recv.Type()), d.Name, params)
	} else {
		tparams = s.typeParams(sig)
		fmt.Fprintf(s, "func %s%s(%s)", d.Name, tparams, params)
	}
	s.results(d, sig)
	if tparams != "" {
		s.body() // which a generic function must have
	}
	typ, _ := WorkspaceNames(d.Object)
	if tparams == "" && sig.RecvTypeParams().Len() == 0 {
		if sig.Recv() != nil {
			params = "_ " + s.text(sig.Recv().Type()) + ", " + params
		}
		fmt.Fprintf(s, "func (_ *%s) %s(%s)", typ, d.Name, params)
		s.results(d, sig)
	}
}

// workspace declares the workspace of a function.
func (s *stubber) workspace(d *Directive) {
	typ, constructor := WorkspaceNames(d.Object)
	fmt.Fprintf(s, "type %s struct{ _ int }\nfunc %s() *%s\n", typ, constructor, typ)
}

// signature is the signature of the function that a directive stands above, instantiated, and the parameters of what
// it asks for; nil if its types are not known.
func (s *stubber) signature(d *Directive) (*types.Signature, string) {
	args, x := d.TypeArgs()
	if x != nil {
		args = nil
	}
	sig, err := Instance(d.Object, args)
	if err != nil {
		sig = d.Object.Signature()
	}
	var parts []string
	add := func(t types.Type) { parts = append(parts, "_ "+s.text(t)) }
	for v := range sig.Params().Variables() {
		add(v.Type())
	}
	wrt := d.parts(sig)
	switch d.Verb {
	case Grad:
		each(wrt, func(t types.Type) { add(buffer(t)) })
	case VJP:
		each(d.outputs(sig), add)
		each(wrt, func(t types.Type) { add(buffer(t)) })
	case JVP:
		each(wrt, add)
	case Jacobian, Hessian:
		if d.Colors {
			add(types.NewSlice(types.Typ[types.Int]))
		}
		add(types.NewSlice(types.Typ[types.Float64]))
	case HVP:
		each(wrt, add)
		each(wrt, func(t types.Type) { add(buffer(t)) })
	case Func, Derivative, Implicit, Nodiff, Checkpoint, Emit:
	}
	return sig, strings.Join(parts, ", ")
}

// sum declares the type that a directive for a sum gives.
func (s *stubber) sum(d *Directive) {
	var given, one, all []string
	var wrt []types.Type
	for v := range parameters(d.Object.Signature()) {
		slice, ok := v.Type().Underlying().(*types.Slice)
		switch {
		case !slices.ContainsFunc(d.Over, func(w Word) bool { return w.Text == v.Name() }):
			given = append(given, "_ "+s.text(v.Type()))
			if len(d.Wrt) == 0 && varies(v.Type(), map[types.Type]bool{}) {
				wrt = append(wrt, v.Type())
			}
		case !ok: // which is reported elsewhere
			return
		default:
			one, all = append(one, "_ "+s.text(slice.Elem())), append(all, "_ "+s.text(v.Type()))
		}
	}
	if len(d.Wrt) > 0 {
		wrt = d.parts(d.Object.Signature())
	}
	var buffers []string
	each(wrt, func(t types.Type) { buffers = append(buffers, "_ "+s.text(buffer(t))) })
	list := func(params []string) string { return strings.Join(params, ", ") }
	last := "Grad(" + list(buffers) + ") float64"
	if d.Second {
		each(wrt, func(t types.Type) { given = append(given, "_ "+s.text(t)) })
		last = "Product(_ *" + d.File.gradientOf(d) + ", " + list(buffers) + ")"
	}
	constructor := "new" + title(d.Name)
	if token.IsExported(d.Name) {
		constructor = "New" + d.Name
	}
	fmt.Fprintf(s, "type %s struct{ _ int }\nfunc %s(%s) *%s\n", d.Name, constructor, list(given), d.Name)
	for _, method := range []string{
		"Reset(" + list(given) + ")", "Add(" + list(one) + ")", "AddAll(" + list(all) + ")", "Merge(_ *" + d.Name + ") error", "Len() int",
		last, "SetShard(_ string, _ int)", "Err() error", "MarshalBinary() ([]byte, error)",
		"AppendBinary(_ []byte) ([]byte, error)", "UnmarshalBinary(_ []byte) error",
	} {
		fmt.Fprintf(s, "func (_ *%s) %s\n", d.Name, method)
	}
	if !d.Second {
		fmt.Fprintf(s, "func (_ *%s) Value() float64\n", d.Name)
	}
}

func each(ts []types.Type, f func(types.Type)) {
	for _, t := range ts {
		f(t)
	}
}

// results writes the results and ends the line.
func (s *stubber) results(d *Directive, sig *types.Signature) {
	var parts []string
	last := 0 // the results before errors at the end
	for v := range sig.Results().Variables() {
		parts = append(parts, s.text(v.Type()))
		if !types.Identical(v.Type(), types.Universe.Lookup("error").Type()) {
			last = len(parts)
		}
	}
	if d.Verb == JVP {
		var tangents []string
		each(d.outputs(sig), func(t types.Type) { tangents = append(tangents, s.text(t)) })
		parts = slices.Insert(parts, last, tangents...)
	}
	fmt.Fprintf(s, " (%s)\n", strings.Join(parts, ", "))
}

// body gives the last declaration a body.
func (s *stubber) body() {
	text := strings.TrimSuffix(s.String(), "\n")
	s.Reset()
	s.WriteString(text + " { panic(0) }\n")
}

// parts are the types of what a directive differentiates by, in sig: the function's signature, instantiated.
func (d *Directive) parts(sig *types.Signature) (out []types.Type) {
	for _, path := range d.Wrt {
		if part, x := d.resolveIn(sig, path); x == nil {
			out = append(out, part.Type())
		}
	}
	if len(d.Wrt) > 0 {
		return out
	}
	for v := range parameters(sig) {
		if varies(v.Type(), map[types.Type]bool{}) {
			out = append(out, v.Type())
		}
	}
	return out
}

// outputs are the types of the results that a directive differentiates.
func (d *Directive) outputs(sig *types.Signature) (out []types.Type) {
	for v := range sig.Results().Variables() {
		if varies(v.Type(), map[types.Type]bool{}) && (d.Of.Text == "" || d.Of.Text == v.Name()) {
			out = append(out, v.Type())
		}
	}
	return out
}

// buffer is the type of the parameter that gets a gradient: the type itself if it is mutable, else a pointer to it.
func buffer(t types.Type) types.Type {
	switch t.Underlying().(type) {
	case *types.Slice, *types.Pointer:
		return t
	}
	return types.NewPointer(t)
}

// typeParams is [T constraint, …] of a generic function, or nothing.
func (s *stubber) typeParams(sig *types.Signature) string {
	var parts []string
	for t := range sig.TypeParams().TypeParams() {
		parts = append(parts, t.Obj().Name()+" "+s.text(t.Constraint()))
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, ", ") + "]"
}
