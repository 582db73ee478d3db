package load

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/gotypes"
)

// resolve gives the directives their functions.
func (p *Package) resolve() {
	for _, d := range p.directives() {
		if d.Decl != nil {
			d.Object, _ = p.TypesInfo.Defs[d.Decl.Name].(*types.Func)
		}
	}
}

// meanings reports directives that name what is not there: parameters, results, functions.
func (p *Package) meanings() (ds diag.List) {
	derived := map[form]*Directive{}
	first := map[*types.Func]*Directive{}
	for _, d := range p.directives() {
		if d.Object == nil {
			continue
		}
		var faults []*Fault
		for _, path := range d.Wrt {
			if _, x := d.Resolve(path); x != nil {
				faults = append(faults, x)
			}
		}
		for _, w := range d.Ragged {
			faults = append(faults, d.ragged(w))
		}
		if d.Verb == Implicit {
			faults = append(faults, d.target(), d.second(derived, d.Object.Origin(), false, true))
		} else if d.Verb == Derivative {
			faults = append(faults, d.target())
			if d.Target != nil {
				faults = append(faults, d.second(derived, d.Target, d.Pulls))
			}
		} else if d.Of.Text != "" {
			faults = append(faults, d.result())
		}
		if d.Generates() {
			if first[d.Object] == nil {
				first[d.Object] = d
			}
			if one := first[d.Object]; one.DropEffects != d.DropEffects {
				faults = append(faults, d.fault("write effects=drop in all of them, or in none",
					"%s has another directive that says otherwise about effects=drop", d.Object.Name()))
			}
		}
		faults = append(faults, d.instances(), d.held(first[d.Object]))
		for _, x := range faults {
			if x != nil {
				ds = append(ds, p.World.Report(x))
			}
		}
	}
	return ds
}

// A form is one in which the derivative of a function can be given.
type form struct {
	of    *types.Func
	pulls bool
}

// second reports a directive that gives a derivative in a form in which another one gives it.
func (d *Directive) second(derived map[form]*Directive, of *types.Func, pulls ...bool) *Fault {
	for _, b := range pulls {
		if first := derived[form{of, b}]; first != nil {
			at := d.File.Package.World.Position(first.Pos)
			return d.fault("leave one of them", "%s has a derivative already, at %s:%d", of.Name(), at.File, at.Line)
		}
	}
	for _, b := range pulls {
		derived[form{of, b}] = d
	}
	return nil
}

// ragged looks at a word of ragged=.
func (d *Directive) ragged(w Word) *Fault {
	part, x := d.part(d.Object.Signature(), Path(w.split(".")))
	if x != nil {
		return x
	}
	if holdsRows(part.Type(), false, map[types.Type]bool{}) {
		return nil
	}
	x = w.fault("only what has slices in slices has rows that may differ in length",
		"%s, of type %s, cannot be ragged", w.Text, part.Type())
	key := token.Pos(len(" ragged="))
	switch first, last := d.Ragged[0], d.Ragged[len(d.Ragged)-1]; {
	case first == last:
		x.offer("leave ragged= out", edit{w.Pos - key, w.End, ""})
	case w == first:
		x.offer("leave "+w.Text+" out", edit{w.Pos, w.End + 1, ""})
	default:
		x.offer("leave "+w.Text+" out", w.out())
	}
	return x
}

// holdsRows reports whether a type has slices in slices or arrays.
func holdsRows(T types.Type, inside bool, seen map[types.Type]bool) bool {
	if n, ok := types.Unalias(T).(*types.Named); ok {
		if seen[n] {
			return false
		}
		seen[n] = true
		defer delete(seen, n)
	}
	switch u := T.Underlying().(type) {
	case *types.Slice:
		return inside || holdsRows(u.Elem(), true, seen)
	case *types.Array:
		return holdsRows(u.Elem(), true, seen)
	case *types.Pointer:
		return holdsRows(u.Elem(), inside, seen)
	case *types.Struct:
		for f := range u.Fields() {
			if holdsRows(f.Type(), inside, seen) {
				return true
			}
		}
	}
	return false
}

// A Part is what a path of wrt= leads to: a parameter, or the receiver, and the fields on the way.
type Part struct {
	Param  *types.Var
	Fields []*types.Var
}

// Type is the type of the part.
func (p Part) Type() types.Type {
	if n := len(p.Fields); n > 0 {
		return p.Fields[n-1].Type()
	}
	return p.Param.Type()
}

// Resolve finds the part that a path names. The fault, if any, names the word of the path that names nothing.
func (d *Directive) Resolve(path Path) (Part, *Fault) {
	return d.resolveIn(d.Object.Signature(), path)
}

// resolveIn is Resolve with the types of sig, which may be an instance of the function's signature.
func (d *Directive) resolveIn(sig *types.Signature, path Path) (Part, *Fault) {
	part, x := d.part(sig, path)
	if x == nil && !varies(part.Type(), map[types.Type]bool{}) {
		last := path[len(path)-1]
		x = (&Word{path.String(), path[0].Pos, last.End}).fault("leave it out of wrt=",
			"%s, of type %s, does not vary", path, d.text(part.Type()))
		d.withoutWrt(x, path)
	}
	return part, x
}

// withoutWrt offers to leave a path out of wrt=, if others are left: without wrt= all that varies is meant.
func (d *Directive) withoutWrt(x *Fault, path Path) {
	if len(d.Wrt) < 2 {
		return
	}
	from, to := path[0].Pos-1, path[len(path)-1].End
	if path[0] == d.Wrt[0][0] {
		from, to = from+1, to+1
	}
	x.offer("leave "+path.String()+" out of wrt=", edit{from, to, ""})
}

// satisfies reports whether a function can be instantiated with some types.
func satisfies(f *types.Func, args []types.Type) bool {
	_, err := Instance(f, args)
	return err == nil
}

// part finds the part that a path names, whether it varies or not.
func (d *Directive) part(sig *types.Signature, path Path) (Part, *Fault) {
	part := Part{Param: nil}
	names := []string{}
	for v := range parameters(sig) {
		if v.Name() == path[0].Text {
			part.Param = v
		}
		if v.Name() != "" && v.Name() != "_" {
			names = append(names, v.Name())
		}
	}
	if part.Param == nil {
		hint := ""
		if len(names) > 0 {
			hint = "its parameters are " + list(names)
		}
		return part, path[0].nearest(names, hint, "%s has no parameter %s", d.Object.Name(), path[0].Text)
	}
	for _, word := range path[1:] {
		t := part.Type()
		obj, _, _ := types.LookupFieldOrMethod(t, true, d.Object.Pkg(), word.Text)
		field, ok := obj.(*types.Var)
		if !ok {
			names, hint := fieldNames(t), ""
			if len(names) > 0 {
				hint = "its fields are " + list(names)
			}
			return part, word.nearest(names, hint, "%s has no field %s", d.text(t), word.Text)
		}
		part.Fields = append(part.Fields, field)
	}
	return part, nil
}

// text is a type as the user's package writes it.
func (d *Directive) text(t types.Type) string {
	return types.TypeString(t, types.RelativeTo(d.Object.Pkg()))
}

// parameters ranges over the receiver, if there is one, and the parameters.
func parameters(sig *types.Signature) func(yield func(*types.Var) bool) {
	return func(yield func(*types.Var) bool) {
		if recv := sig.Recv(); recv != nil && !yield(recv) {
			return
		}
		for v := range sig.Params().Variables() {
			if !yield(v) {
				return
			}
		}
	}
}

func fieldNames(t types.Type) (names []string) {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok {
		for f := range s.Fields() {
			names = append(names, f.Name())
		}
	}
	return names
}

// mostTypes ends the search in a generic type that has ever new instances of itself, which Go's compiler will report.
const mostTypes = 10000

// varies reports whether a type has a float or a complex number in it.
func varies(t types.Type, seen map[types.Type]bool) bool {
	if seen[t] || len(seen) > mostTypes {
		return false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsFloat|types.IsComplex) != 0 || u.Kind() == types.Invalid // of which the type checker tells
	case *types.Slice:
		return varies(u.Elem(), seen)
	case *types.Array:
		return varies(u.Elem(), seen)
	case *types.Pointer:
		return varies(u.Elem(), seen)
	case *types.Struct:
		for f := range u.Fields() {
			if varies(f.Type(), seen) {
				return true
			}
		}
	case *types.Interface: // of a type parameter
		_, param := types.Unalias(t).(*types.TypeParam)
		return param
	}
	return false
}

// result looks at of=r.
func (d *Directive) result() *Fault {
	var names []string
	for v := range d.Object.Signature().Results().Variables() {
		if v.Name() == d.Of.Text && v.Name() != "_" {
			if !varies(v.Type(), map[types.Type]bool{}) {
				return d.Of.fault("name a result that varies", "the result %s, of type %s, does not vary", d.Of.Text,
					d.text(v.Type()))
			}
			return nil
		}
		if v.Name() != "" && v.Name() != "_" {
			names = append(names, v.Name())
		}
	}
	hint := "name the results of " + d.Object.Name() + " in its signature"
	if len(names) > 0 {
		hint = "its results are " + list(names)
	}
	return d.Of.nearest(names, hint, "%s has no result %s", d.Object.Name(), d.Of.Text)
}

// target finds the function that a derivative belongs to: G, pkg.G, T.M or pkg.T.M.
func (d *Directive) target() *Fault {
	words := d.Of.split(".")
	p := d.File.Package
	var obj types.Object
	scope := p.Types.Scope()
	if s := p.TypesInfo.Scopes[d.File.Syntax]; s != nil && len(words) > 1 {
		if name, ok := s.Lookup(words[0].Text).(*types.PkgName); ok {
			scope = name.Imported().Scope()
			words = words[1:]
		}
	}
	obj = scope.Lookup(words[0].Text)
	if obj == nil {
		hint := ""
		if len(words) > 1 {
			hint = "a function of another package is written as in Go, pkg.F, and the file imports the package"
		}
		return words[0].nearest(functions(scope), hint, "there is no function %s", d.Of.Text)
	}
	if t, ok := obj.(*types.TypeName); ok && len(words) == 2 {
		if types.IsInterface(t.Type()) {
			return d.Of.fault("attach it to the method of a type that is no interface",
				"%s is a method of an interface", d.Of.Text)
		}
		m, _, _ := types.LookupFieldOrMethod(types.NewPointer(t.Type()), true, p.Types, words[1].Text)
		if m == nil {
			return words[1].fault("", "%s has no method %s", t.Name(), words[1].Text)
		}
		obj, words = m, words[1:]
	}
	f, ok := obj.(*types.Func)
	if !ok || len(words) != 1 {
		return d.Of.fault("", "%s is no function", d.Of.Text)
	}
	if f == d.Object {
		return d.Of.fault("put the directive above another function: the one that computes the derivative",
			"%s cannot be its own derivative", f.Name())
	}
	if recv := f.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return d.Of.fault("attach it to the method of a type that is no interface", "%s is a method of an interface",
			d.Of.Text)
	}
	d.Target = f.Origin()
	return nil
}

func functions(scope *types.Scope) (names []string) {
	for _, name := range scope.Names() {
		if _, ok := scope.Lookup(name).(*types.Func); ok {
			names = append(names, name)
		}
	}
	return names
}

// instances looks at inst=.
func (d *Directive) instances() *Fault {
	n, name := typeParams(d.Object).Len(), d.Object.Name()
	if ofGeneric(d.Object) {
		name = receiver(d.Object).Obj().Name()
	}
	if len(d.Inst) == 0 {
		if n > 0 && d.Generates() {
			x := d.fault("say for which types, as in inst=float64; another directive, with name=, gives another instance",
				"%s has type parameters", name)
			if args := slices.Repeat([]types.Type{types.Typ[types.Float64]}, n); n == 1 && satisfies(d.Object, args) {
				verb := d.Pos + token.Pos(len(prefix)+len(d.Verb))
				x.offer("add inst=float64", edit{verb, verb, " inst=float64"})
			}
			return x
		}
		return nil
	}
	at := Word{"", d.Inst[0].Pos, d.Inst[len(d.Inst)-1].End}
	if n == 0 {
		return at.fault("leave inst= out", "%s has no type parameters", name).
			offer("leave inst= out", edit{at.Pos - token.Pos(len(" inst=")), at.End, ""})
	}
	if len(d.Inst) != n {
		return at.fault("", "%s has %d type parameters, inst gives %d", name, n, len(d.Inst))
	}
	_, x := d.TypeArgs()
	return x
}

// TypeArgs are the types of inst=, none when it is not given. The fault, if any, says which is no type.
func (d *Directive) TypeArgs() ([]types.Type, *Fault) {
	var out []types.Type
	for _, w := range d.Inst {
		tv, err := types.Eval(d.File.Package.Fset, d.File.Package.Types, d.Decl.Pos(), w.Text)
		if err != nil || !tv.IsType() {
			return nil, w.fault("", "%s is no type", w.Text)
		}
		out = append(out, gotypes.Bare(tv.Type))
	}
	if len(out) != typeParams(d.Object).Len() {
		return nil, nil
	}
	if _, err := Instance(d.Object, out); err != nil {
		return nil, (&Word{"", d.Inst[0].Pos, d.Inst[len(d.Inst)-1].End}).fault("", "%s cannot be instantiated: %s",
			d.Object.Name(), err)
	}
	return out, nil
}

// held looks at types=, which first, another directive of the function, says alike.
func (d *Directive) held(first *Directive) *Fault {
	if !d.Generates() {
		return nil
	}
	if text := func(w Word) string { return w.Text }; !slices.EqualFunc(first.Types, d.Types,
		func(a, b Word) bool { return text(a) == text(b) }) {
		return d.fault("write the same types= in all of them", "%s has another directive that says otherwise about types=",
			d.Object.Name())
	}
	_, x := d.Held()
	return x
}

// Held are the types of types=, which values of parameters that are interfaces may have. The fault, if any, says which
// is no such type.
func (d *Directive) Held() ([]types.Type, *Fault) {
	var out []types.Type
	for _, w := range d.Types {
		tv, err := types.Eval(d.File.Package.Fset, d.File.Package.Types, d.Decl.Pos(), w.Text)
		if err != nil || !tv.IsType() {
			return nil, w.fault("write types as in types=Square,*Circle", "%s is no type", w.Text)
		}
		T := gotypes.Bare(tv.Type)
		if types.IsInterface(T) {
			return nil, w.fault("name the types that values in it have", "%s is an interface", w.Text)
		}
		if slices.ContainsFunc(out, func(have types.Type) bool { return types.Identical(pointed(have), pointed(T)) }) {
			return nil, w.fault("leave one of them; a type whose values have the methods stands for pointers to it, too",
				"%s is there twice", strings.TrimPrefix(w.Text, "*"))
		}
		fits := false
		for v := range d.Object.Signature().Params().Variables() {
			I, ok := v.Type().Underlying().(*types.Interface)
			fits = fits || ok && types.Implements(T, I)
		}
		if !fits {
			return nil, w.fault("name types that have the methods of a parameter's interface, with a * where those need a pointer",
				"no parameter of %s is an interface that holds a %s", d.Object.Name(), w.Text)
		}
		out = append(out, T)
	}
	return out, nil
}

// pointed is what a pointer points to, and any other type itself.
func pointed(T types.Type) types.Type {
	if p, ok := types.Unalias(T).(*types.Pointer); ok {
		return p.Elem()
	}
	return T
}

// NodiffFuncs, NodiffFields, Checkpoints and Derivatives collect what the directives of a checked package say.

// NodiffFuncs are the functions that are constants for differentiation.
func (p *Package) NodiffFuncs() map[*types.Func]bool {
	out := map[*types.Func]bool{}
	for _, d := range p.directives() {
		if d.Verb == Nodiff && d.Object != nil {
			out[d.Object] = true
		}
	}
	return out
}

// NodiffFields are the fields that are constants for differentiation.
func (p *Package) NodiffFields() map[*types.Var]bool {
	out := map[*types.Var]bool{}
	for _, d := range p.directives() {
		field, ok := d.Node.(*ast.Field)
		if !ok {
			continue
		}
		for _, name := range field.Names {
			if v, ok := p.TypesInfo.Defs[name].(*types.Var); ok {
				out[v] = true
			}
		}
		if len(field.Names) == 0 { // embedded
			if v := p.embedded(field); v != nil {
				out[v] = true
			}
		}
	}
	return out
}

// embedded is the variable of an embedded field, whose name is the last word of its type.
func (p *Package) embedded(field *ast.Field) (v *types.Var) {
	ast.Inspect(field.Type, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && v == nil {
			v, _ = p.TypesInfo.Defs[id].(*types.Var)
		}
		return v == nil
	})
	return v
}

// Checkpoints are the loops that keep no tape.
func (p *Package) Checkpoints() map[ast.Stmt]bool {
	out := map[ast.Stmt]bool{}
	for _, d := range p.directives() {
		if loop, ok := d.Node.(ast.Stmt); ok && d.Verb == Checkpoint {
			out[loop] = true
		}
	}
	return out
}

// Derivatives are the directives above derivatives that are written by hand.
func (p *Package) Derivatives() (out []*Directive) {
	for _, d := range p.directives() {
		if d.Verb == Derivative && d.Target != nil {
			out = append(out, d)
		}
	}
	return out
}

// Implicits are the directives above functions that solve equations.
func (p *Package) Implicits() (out []*Directive) {
	for _, d := range p.directives() {
		if d.Verb == Implicit && d.Target != nil && d.Object != nil {
			out = append(out, d)
		}
	}
	return out
}

// Asked are the directives that ask for functions.
func (p *Package) Asked() (out []*Directive) {
	for _, d := range p.directives() {
		if d.Generates() && d.Object != nil && d.Hidden == "" {
			out = append(out, d)
		}
	}
	return out
}
