package wrap

import (
	"fmt"
	"go/types"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/seed-4b734f86/gochad/internal/gotypes"
)

// An adapter is a type with the methods that gonum's optimize.Problem has as fields, for a gradient by one []float64.
// It needs no import of gonum.
type adapter struct {
	typ, make string
	arg       int  // the parameter that is the point
	fails     bool // the function returns an error, too
}

// adapterOf is the adapter for a directive, if it has one: it is grad, by one parameter of type []float64, of a
// function that returns one float64, or that and an error.
func (r *Root) adapterOf(d *Directive) (adapter, bool) {
	results := r.signature().Results()
	fails := results.Len() == 2 && types.Identical(results.At(1).Type(), types.Universe.Lookup("error").Type())
	if d.Verb != "grad" || results.Len() != 1 && !fails || !isBasic(results.At(0).Type(), types.Float64) ||
		len(r.Outs) > 0 {
		return adapter{}, false
	}
	params := r.parameters()
	items, err := r.items(params, d.Wrt)
	if err != nil || len(items) != 1 || len(items[0].path) > 0 {
		return adapter{}, false
	}
	if s, ok := items[0].typ.Underlying().(*types.Slice); !ok || !isBasic(s.Elem(), types.Float64) {
		return adapter{}, false
	}
	base := r.base()
	if d.Name != "" && d.Name != r.stem()+suffixes["grad"] {
		base = d.Name
		if r.isMethod() {
			base = r.receiverBase() + upper(d.Name)
		}
	}
	a := adapter{typ: base + "Problem", arg: items[0].param, fails: fails}
	a.make = newName(a.typ)
	return a, true
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
// workspaces with methods of their names: adapters for gonum, and the methods Forward and Pullback. Bodies are missing
// or mean nothing. Types of other packages are written with the qualifier.
func Adapters(r *Root, qualifier types.Qualifier) string {
	var b strings.Builder
	for i := range r.Directives {
		d := &r.Directives[i]
		b.WriteString(r.halvesStub(d, qualifier))
		a, ok := r.adapterOf(d)
		if !ok {
			continue
		}
		var params []string
		for k, p := range r.parameters() {
			if k != a.arg {
				params = append(params, "_ "+types.TypeString(gotypes.In(r.Func.Pkg(), p.typ), qualifier))
			}
		}
		point := types.TypeString(gotypes.In(r.Func.Pkg(), r.parameters()[a.arg].typ.Underlying()), qualifier)
		fmt.Fprintf(&b, "type %s struct{ _ int }\nfunc %s(%s) *%s\n", a.typ, a.make, strings.Join(params, ", "), a.typ)
		fmt.Fprintf(&b, "func (_ *%s) Func(_ %s) float64\nfunc (_ *%s) Grad(_, _ %s)\n", a.typ, point, a.typ, point)
		if a.fails {
			fmt.Fprintf(&b, "func (_ *%s) Err() error\n", a.typ)
		}
		if r.hessian(d) != nil {
			// a generic function must have a body
			fmt.Fprintf(&b,
				"func %sHess[S interface{ SetSym(i, j int, v float64) }](_ *%s) func(_ S, _ %s) { "+
					"panic(0) }\n", a.typ, a.typ, point)
		}
	}
	return b.String()
}

// hessian is the directive for the Hessian by what d is the gradient by, or nil.
func (r *Root) hessian(d *Directive) *Directive {
	params := r.parameters()
	items, err := r.items(params, d.Wrt)
	if err != nil {
		return nil
	}
	for i := range r.Directives {
		h := &r.Directives[i]
		if h.Verb != "hessian" || h.Colors {
			continue
		}
		if other, err := r.items(params, h.Wrt); err == nil && len(other) == 1 && other[0].text == items[0].text {
			return h
		}
	}
	return nil
}

// declareAdapter writes the adapter of a gradient.
func (w *fn) declareAdapter(b *strings.Builder) {
	a, ok := w.adapterOf(w.d)
	if !ok {
		return
	}
	names := w.root.names()
	for _, p := range w.params {
		names.taken[p.name] = true
	}
	p, bar := names.fresh("p"), names.fresh("grad")
	fields := newScope("work", "at", "bar", "value", "known", "err", "Func", "Grad", "Err")
	var decls, params, inits, args, rest []string
	for k, q := range w.params {
		if k == a.arg {
			args = append(args, q.name)
			continue
		}
		f := fields.fresh(lower(q.name))
		decls = append(decls, f+" "+w.typeString(q.typ))
		params = append(params, q.name+" "+w.typeString(q.typ))
		inits = append(inits, f+": "+q.name)
		args = append(args, p+"."+f)
		rest = append(rest, q.name)
	}
	x := w.params[a.arg].name
	point := w.typeString(w.params[a.arg].typ.Underlying())
	h := w.hessian(w.d)
	use := fmt.Sprintf("optimize.Problem{Func: %s.Func, Grad: %s.Grad}", p, p)
	if h != nil {
		use = fmt.Sprintf("optimize.Problem{Func: %s.Func, Grad: %s.Grad, Hess: %sHess[*mat.SymDense](%s)}", p, p,
			a.typ, p)
	}
	fixed := ""
	if len(rest) > 0 {
		fixed = "\n// It does not look at what it was made with again: where that changes in place, make a new one."
	}
	errField, failed := "", ""
	if a.fails {
		errField = "err error\n"
		failed = fmt.Sprintf("\n// Where %s returns an error, Func is +Inf and Grad is NaN; Err is the last one.", w.Func.Name())
	}
	fmt.Fprintf(b,
		"// %s is %s as a function of %s, for package gonum.org/v1/gonum/optimize:\n//\n//\t%s := "+
			"%s(%s)\n//\tsettings := &optimize.Settings{GradientThreshold: 1e-6} // gonum's own, 1e-12, is often out of reach\n"+
			"//\toptimize.Minimize(%s, %s, settings, nil)\n//\n"+
			"// It remembers the last point, so that Func and Grad at one point cost one evaluation. It is for one "+
			"goroutine.%s%s\n",
		a.typ, w.Func.Name(), x, p, a.make, strings.Join(rest, ", "), use, x, failed, fixed)
	fmt.Fprintf(b, "type %s struct {\nwork %s\n%s\nat, bar %s\nvalue float64\nknown bool\n%s}\n\n", a.typ, w.typ,
		strings.Join(decls, "\n"), point, errField)
	fmt.Fprintf(b, "// %s fixes what %s takes beside %s.\nfunc %s(%s) *%s {\nreturn &%s{%s}\n}\n\n", a.make,
		w.Func.Name(), x, a.make,
		strings.Join(params, ", "), a.typ, a.typ, strings.Join(inits, ", "))
	fmt.Fprintf(b,
		"// Func is the value at %s.\nfunc (%s *%s) Func(%s %s) float64 {\n%s.evaluate(%s)\nreturn "+
			"%s.value\n}\n\n", x, p, a.typ, x, point, p, x, p)
	fmt.Fprintf(b,
		"// Grad writes the gradient at %s into %s.\nfunc (%s *%s) Grad(%s, %s %s) {\nif len(%s) != len(%s) "+
			"{\npanic(%s(%q, %q, len(%s), len(%s)))\n}\n%s.evaluate(%s)\ncopy(%s, %s.bar)\n}\n\n",
		x, bar, p, a.typ, bar, x, point, bar, x, w.file.helper("lengthError"), w.file.Package.Name()+"."+a.typ+
			".Grad", bar, bar, x, p, x, bar, p)
	fmt.Fprintf(b,
		"func (%s *%s) evaluate(%s %s) {\nif %s.known && %s(%s.at, %s) {\nreturn\n}\n%s.known = false\n%s.at = "+
			"append(%s.at[:0], %s...)\n%s.bar = %s(&%s.bar, len(%s))\n",
		p, a.typ, x, point, p, w.file.helper("sameBits"), p, x, p, p, p, x, p, w.file.helper("grow"), p, x)
	if a.fails {
		i, err, v, lib := names.fresh("i"), names.fresh("err"), names.fresh("v"), w.file.use("math")
		fmt.Fprintf(b, "%s, %s := %s.work.%s(%s, %s.bar)\nif %s != nil {\n%s.err = %s\n%s = %s.Inf(1)\n"+
			"for %s := range %s.bar {\n%s.bar[%s] = %s.NaN()\n}\n}\n%s.value, %s.known = %s, true\n}\n\n",
			v, err, p, w.name, strings.Join(args, ", "), p, err, p, err, v, lib, i, p, p, i, lib, p, p, v)
		fmt.Fprintf(b, "// Err is the last error that %s has returned, or nil.\nfunc (%s *%s) Err() error { return %s.err }\n\n",
			w.Func.Name(), p, a.typ, p)
	} else {
		fmt.Fprintf(b, "%s.value = %s.work.%s(%s, %s.bar)\n%s.known = true\n}\n\n", p, p, w.name, strings.Join(args, ", "),
			p, p)
	}
	if h == nil {
		return
	}
	hess, n, i, j := names.fresh("hess"), names.fresh("n"), names.fresh("i"), names.fresh("j")
	fmt.Fprintf(b,
		"// %sHess is the Hess of an optimize.Problem; S is *mat.SymDense.\nfunc %sHess[S interface{ SetSym(i, j "+
			"int, v float64) }](%s *%s) func(h S, %s %s) {\n",
		a.typ, a.typ, p, a.typ, x, point)
	call := fmt.Sprintf("%s.work.%s(%s, %s)", p, w.Root.name(h), strings.Join(args, ", "), hess)
	if a.fails {
		err := names.fresh("err")
		call = fmt.Sprintf("if _, %s := %s; %s != nil {\n%s.err = %s\nfor %s := range %s {\n%s[%s] = %s.NaN()\n}\n}",
			err, call, err, p, err, i, hess, hess, i, w.file.use("math"))
	}
	fmt.Fprintf(b,
		"var %s []float64\nreturn func(h S, %s %s) {\n%s := len(%s)\n%s = %s(&%s, %s*%s)\n%s\n", hess,
		x, point, n, x, hess, w.file.helper("grow"), hess, n, n, call)
	fmt.Fprintf(b, "for %s := range %s {\nfor %s := range %s + 1 {\nh.SetSym(%s, %s, %s[%s*%s+%s])\n}\n}\n}\n}\n\n", i,
		n, j, i, i, j, hess, i, n, j)
}
