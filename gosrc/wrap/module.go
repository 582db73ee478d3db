package wrap

import (
	"fmt"
	"strings"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A ModuleExport is a function that a directive asks for, for a module of WebAssembly.
type ModuleExport struct {
	Root, Directive int // which one
	Export          chad.Export
}

// ModuleExports are the functions that directives ask for, of flat arguments: structs are taken apart. There is one for
// each directive. The error is [Errors].
func ModuleExports(in *File) (out []ModuleExport, err error) {
	defer recoverDefect(&err)
	f := newFile(in)
	f.restrict(map[string]bool{}) // there is no Go file
	var errs Errors
	for i, r := range in.Roots {
		rt, err := f.root(r)
		if err != nil {
			errs = append(errs, &Error{i, 0, err})
			continue
		}
		rt.flat.nameSizes()
		for k := range r.Directives {
			e, err := rt.moduleExport(&r.Directives[k])
			if err != nil {
				errs = append(errs, &Error{i, k, err})
				continue
			}
			out = append(out, ModuleExport{i, k, e})
		}
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return out, nil
}

// nameSizes names sizes after parameters, since callers from JavaScript say sizes by their names: len_x is the length of x,
// and len_x_0 that of its rows.
func (f *flat) nameSizes() {
	taken := map[string]bool{}
	named := map[*syntax.SizeVar]bool{}
	for _, x := range f.def.Params {
		name := "len_" + x.Name
		for t := x.Type; ; name += "_0" {
			a, ok := t.(*syntax.ArrayType)
			if !ok {
				break
			}
			t = a.Elem
			if n, ok := a.Len.IsVar(); ok && !named[n] && !taken[name] {
				n.Name, named[n], taken[name] = name, true, true
			}
		}
	}
}

func (r *root) moduleExport(d *Directive) (chad.Export, error) {
	w, e, err := r.prepareVerb(d, r.name(d), verbs[d.Verb])
	if err != nil {
		return e, err
	}
	e.Name = chad.ModuleName(strings.ReplaceAll(strings.TrimPrefix(w.at, r.file.Package.Name()+"."), ".", ""))
	e.Doc = moduleDoc(w)
	e.Into = nil
	for i := range w.slots {
		s := &w.slots[i]
		if s.comp >= 0 && w.comps[s.comp].status() {
			if s.tangent {
				continue
			}
			e.Status = i + 1
			e.StatusText = w.Func.Name() + " panics, or fails, for these arguments"
		}
		e.Results = append(e.Results, w.slotName(s))
	}
	return e, nil
}

// slotName is the name of a part of the result: value, or that of the user's result; a parameter's, for its new value;
// with bar behind it for cotangents and d before it for tangents.
func (w *fn) slotName(s *slot) string {
	var name string
	switch {
	case s.comp < 0 && w.d.Verb == "hvp":
		name = barName(w.flat.leaves[s.leaf].x.Name, "product")
	case s.comp < 0:
		name = barName(w.flat.leaves[s.leaf].x.Name, "bar")
	case w.comps[s.comp].status():
		return "status"
	case w.comps[s.comp].out >= 0:
		name = w.params[w.comps[s.comp].out].name
	case w.results[w.comps[s.comp].result].name != "":
		name = w.results[w.comps[s.comp].result].name
	case len(w.results) == 1:
		name = "value"
	default:
		name = fmt.Sprintf("result%d", w.comps[s.comp].result)
	}
	name = hint(name, s.col)
	if s.tangent {
		name = "d" + name
	}
	return name
}

// moduleDoc says what the function is.
func moduleDoc(w *fn) string {
	what := map[string]string{
		"func": "is %s.", "grad": "gives the value of %s and its gradient.",
		"vjp": "gives the value of %s and, for the cotangents of its results, those of its parameters.",
		"jvp": "gives the value of %s and its tangent.",
		"hvp": "gives the value of %s, its tangent in a direction, and the product of the Hessian and the direction.",
	}[w.d.Verb]
	return fmt.Sprintf(what, w.Func.Name())
}
