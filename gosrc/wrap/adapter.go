package wrap

import (
	"fmt"
	"go/types"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/gotypes"
)

// An adapter is a type with the methods that gonum's optimize.Problem has as fields. It needs no import of gonum. A
// gradient by one parameter of type []float64 has one whose points are that parameter. A directive that is Flat asks
// for one whose points are the numbers in all that the gradient is by.
type adapter struct {
	typ, make string
	items     []item
	laidOut   bool // a point is the numbers of the items; otherwise it is the one item
	fails     bool // the function returns an error, too
}

// adapterOf is the adapter that a directive gives, or nil. The error says why one that it asks for cannot be made; the
// adapter is there all the same, so that stubs declare it.
func (r *Root) adapterOf(d *Directive) (*adapter, error) {
	params := r.parameters()
	items, err := r.items(params, d.Wrt)
	if d.Verb != "grad" || err != nil { // which the gradient fails for, too
		return nil, nil
	}
	a := &adapter{items: items, laidOut: d.Flat, fails: r.fails()}
	base := r.base()
	if d.Name != "" && d.Name != r.stem()+suffixes["grad"] {
		base = d.Name
		if r.isMethod() {
			base = r.receiverBase() + upper(d.Name)
		}
	}
	a.typ = base + "Problem"
	a.make = newName(a.typ)
	unfit := r.unfit(params)
	if !d.Flat {
		if unfit != nil || !isVector(items) ||
			slices.ContainsFunc(adaptersNeed, func(n string) bool { return r.Func.Pkg().Scope().Lookup(n) != nil }) {
			return nil, nil
		}
		return a, nil
	}
	for i := range items {
		if unfit == nil {
			unfit = r.unlaid(&items[i], params)
		}
	}
	if unfit != nil {
		return a, unfit
	}
	return a, nil
}

// WithoutAdapter says why what a directive gives has no adapter that it could have had, and what to do if one is
// wanted. It says nothing where there is one, of what is no gradient, and of a gradient by one number, which no
// optimiser of vectors is for.
func (r *Root) WithoutAdapter(d *Directive) (why, hint string) {
	if d.Verb != "grad" || d.Flat {
		return "", ""
	}
	if a, _ := r.adapterOf(d); a != nil {
		return "", ""
	}
	flat := *d
	flat.Flat = true
	_, err := r.adapterOf(&flat)
	unfit, _ := err.(*Instead) //nolint:errorlint // adapterOf makes it
	params := r.parameters()
	items, _ := r.items(params, d.Wrt)
	if len(items) == 1 {
		if _, number := items[0].typ.Underlying().(*types.Basic); number {
			return "", ""
		}
	}
	switch cannot := r.unfit(params); {
	case cannot != nil:
		return "adapters are " + strings.TrimPrefix(cannot.Error(), "problem=flat is "), cannot.Hint
	case !isVector(items) && unfit != nil:
		return unfit.Error(), unfit.Hint
	case !isVector(items):
		return "it is not by one []float64", "add problem=flat, if an optimiser is to call it"
	}
	return "the package declares a name of Go's own, one of " + strings.Join(adaptersNeed, ", "), "rename what is declared"
}

// fails reports whether the function returns one value and an error.
func (r *Root) fails() bool {
	results := r.signature().Results()
	return results.Len() == 2 && types.Identical(results.At(1).Type(), types.Universe.Lookup("error").Type())
}

// isVector reports whether items are one parameter of type []float64.
func isVector(items []item) bool {
	if len(items) != 1 || len(items[0].path) > 0 {
		return false
	}
	s, ok := items[0].typ.Underlying().(*types.Slice)
	return ok && isBasic(s.Elem(), types.Float64)
}

// adaptersNeed are names of the language that the code of adapters has. A package that hides one does without those
// that nobody has asked for, and not without gradients.
var adaptersNeed = []string{ //nolint:gochecknoglobals // a constant
	"any", "append", "bool", "cap", "copy", "error", "float64", "int", "len", "make", "new", "nil", "panic", "string", "true", "false",
}

// varies reports whether a parameter, or part of it, is in the point.
func (a *adapter) varies(param int) bool {
	return slices.ContainsFunc(a.items, func(it item) bool { return it.param == param })
}

func isBasic(t types.Type, k types.BasicKind) bool {
	b, ok := types.Unalias(t).(*types.Basic)
	return ok && b.Kind() == k
}

func newName(typ string) string {
	if r, _ := utf8.DecodeRuneInString(typ); unicode.IsUpper(r) {
		return "New" + typ
	}
	return "new" + upper(typ)
}

// Adapters declares, for the stubs of a package that is not generated yet, what directives give beside functions and
// workspaces with methods of their names: adapters for gonum, and the methods Forward and Pullback. Adapters whose point
// is one parameter do what the generated ones do, so that a function that is differentiated may use them. Other bodies
// are missing or mean nothing. Types of other packages are written with the qualifier.
func Adapters(r *Root, qualifier types.Qualifier) string {
	var b strings.Builder
	for i := range r.Directives {
		d := &r.Directives[i]
		b.WriteString(r.halvesStub(d, qualifier))
		a, _ := r.adapterOf(d) // the error is found where the package is generated
		if a == nil {
			continue
		}
		typeString := func(t types.Type) string { return types.TypeString(gotypes.In(r.Func.Pkg(), t), qualifier) }
		var params, values []string
		for k, p := range r.parameters() {
			if a.laidOut || !a.varies(k) {
				params = append(params, "_ "+typeString(p.typ))
			}
		}
		for _, it := range a.items {
			values = append(values, typeString(it.typ))
		}
		if !a.laidOut && len(r.TypeArgs) == 0 {
			b.WriteString(r.plainAdapter(d, a, typeString))
		} else {
			fmt.Fprintf(&b, "type %s struct{ _ int }\nfunc %s(%s) *%s\n", a.typ, a.make, strings.Join(params, ", "), a.typ)
			fmt.Fprintf(&b, "func (_ *%s) Func(_ []float64) float64\nfunc (_ *%s) Grad(_, _ []float64)\n", a.typ, a.typ)
			if a.fails {
				fmt.Fprintf(&b, "func (_ *%s) Err() error\n", a.typ)
			}
		}
		if a.laidOut {
			fmt.Fprintf(&b, "func (_ *%s) Start() []float64\nfunc (_ *%s) Params(_ []float64) (%s)\n", a.typ, a.typ,
				strings.Join(values, ", "))
		}
		if r.hessian(d) != nil {
			// a generic function must have a body
			fmt.Fprintf(&b,
				"func %sHess[S interface{ SetSym(i, j int, v float64) }](_ *%s) func(h S, x []float64) { "+
					"panic(0) }\n", a.typ, a.typ)
		}
	}
	return b.String()
}

// plainAdapter is an adapter whose point is one parameter, as Go that calls the function and its gradient.
func (r *Root) plainAdapter(d *Directive, a *adapter, typeString func(types.Type) string) string {
	var params, fields, values, args []string
	for k, p := range r.parameters() {
		if a.varies(k) {
			x := "x"
			if k == 0 && r.isMethod() {
				x = typeString(p.typ) + "(x)"
			}
			args = append(args, x)
			continue
		}
		name := fmt.Sprintf("a%d", k)
		params = append(params, name+" "+typeString(p.typ))
		fields = append(fields, name+" "+typeString(p.typ)+"\n")
		values = append(values, name+": "+name)
		args = append(args, "p."+name)
	}
	call := func(name string, more ...string) string {
		list := slices.Concat(args, more)
		if r.isMethod() {
			name, list = list[0]+"."+name, list[1:]
		}
		if r.signature().Variadic() && len(more) == 0 {
			list[len(list)-1] += "..."
		}
		return name + "(" + strings.Join(list, ", ") + ")"
	}
	value, grad := call(r.Func.Name()), call(r.name(d), "grad")
	var b strings.Builder
	if a.fails {
		fields = append(fields, "err error\n")
	}
	fmt.Fprintf(&b, "type %s struct {\n%s}\nfunc %s(%s) *%s { return &%s{%s} }\n", a.typ, strings.Join(fields, ""), a.make,
		strings.Join(params, ", "), a.typ, a.typ, strings.Join(values, ", "))
	if !a.fails {
		fmt.Fprintf(&b, "func (p *%s) Func(x []float64) float64 { return %s }\n", a.typ, value)
		fmt.Fprintf(&b, "func (p *%s) Grad(grad, x []float64) { %s }\n", a.typ, grad)
		return b.String()
	}
	fmt.Fprintf(&b, "func (p *%s) Func(x []float64) float64 {\nv, err := %s\nif err != nil {\np.err = err\nzero := 0.0\n"+
		"v = 1 / zero\n}\nreturn v\n}\n", a.typ, value)
	fmt.Fprintf(&b, "func (p *%s) Grad(grad, x []float64) {\nif _, err := %s; err != nil {\np.err = err\nzero := 0.0\n"+
		"for i := range grad {\ngrad[i] = zero / zero\n}\n}\n}\n", a.typ, grad)
	fmt.Fprintf(&b, "func (p *%s) Err() error { return p.err }\n", a.typ)
	return b.String()
}

// hessian is the directive for the Hessian by what d is the gradient by, or nil. The numbers stand in its rows as they
// do in a point.
func (r *Root) hessian(d *Directive) *Directive {
	params := r.parameters()
	items, err := r.items(params, d.Wrt)
	if err != nil || slices.ContainsFunc(items, func(it item) bool { return !it.goShape().rowMajor() }) {
		return nil
	}
	same := func(a, b item) bool { return a.text == b.text }
	for i := range r.Directives {
		h := &r.Directives[i]
		if h.Verb != "hessian" || h.Colors {
			continue
		}
		if other, err := r.items(params, h.Wrt); err == nil && slices.EqualFunc(items, other, same) {
			return h
		}
	}
	return nil
}
