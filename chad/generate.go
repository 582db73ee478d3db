package chad

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/frontend/text"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Generate reads a .chad file and writes the Go functions that its directives
// ask for, as one file of the given package. Equal input gives equal bytes,
// whatever the folder: the positions in messages of the emitted code name the file
// without it. The error holds positioned messages.
//
//	--chad:func              func F(x…) results
//	--chad:grad [wrt=a,b]    func FGrad(x…, abar…) float64, slices overwritten
//	--chad:vjp [wrt=a,b]     func FVJP(x…, seed) (results, cotangents)
//	--chad:jvp [wrt=a,b]     func FJVP(x…, da…) (results, tangents)
//	--chad:jacobian [wrt=a]  func FJacobian(x…) [][]float64
//	--chad:hessian [wrt=a]   func FHessian(x…) [][]float64
//	--chad:hvp [wrt=a,b]     func FHVP(x…, da…) products
//
// and name=G gives the Go function another name.
func Generate(file string, src []byte, pkg string) ([]byte, error) {
	p, ds := text.Load(filepath.Base(file), src)
	for i := range ds {
		ds[i].Pos.File, ds[i].End.File = file, file
	}
	source := diag.NewSource(file, src)
	dirs, more := directives(source, string(src))
	ds = append(append(ds, more...), duplicates(source, dirs)...)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	if len(dirs) == 0 {
		return nil, diag.List{source.Diagnose(0, 0, codeDirective, "nothing to generate: the file has no directive",
			"write a line --chad:grad above a def")}.Err()
	}
	m := &Module{p}
	var exports []Export
	for i := range dirs {
		e, err := m.export(&dirs[i])
		if err != nil {
			ds = append(ds, source.Diagnose(dirs[i].at, dirs[i].end, codeDerive, message(err), hint(err)))
			continue
		}
		exports = append(exports, e)
	}
	if err := ds.Err(); err != nil {
		return nil, err
	}
	out, err := Emit(pkg, filepath.Base(file), exports...)
	if err == nil {
		return out, nil
	}
	for i, e := range exports { // find the one that it is about
		if _, one := Emit(pkg, filepath.Base(file), e); one != nil {
			return nil, diag.List{source.Diagnose(dirs[i].at, dirs[i].end, codeDerive, message(one), hint(one))}.Err()
		}
	}
	return nil, fmt.Errorf("%s: %w", file, err)
}

func message(err error) string { return strings.ReplaceAll(err.Error(), "\n", " ") }

func hint(err error) string {
	var list *diag.Error
	if errors.As(err, &list) {
		return "see the message"
	}
	return ""
}

// export derives what one directive asks for.
func (m *Module) export(d *directive) (Export, error) {
	f, err := m.Func(d.def)
	if err != nil {
		return Export{}, err
	}
	e := Export{Name: d.goName()}
	wrt := wrtNames(f, d.wrt)
	switch d.verb {
	case "func":
		e.Func, err = f.Plain()
		e.Doc = "is the definition " + d.def + "."
	case "grad":
		e.Func, err = ValueAndGrad(f, d.wrt...)
		if err == nil {
			e.Into = buffers(f, d.wrt)
			e.Doc = gradDoc(d.def, wrt, e.Into)
		}
	case "vjp":
		e.Func, err = VJP(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns %s and, for the cotangent seed of its result, the cotangents of %s (reverse mode).", d.def, wrt)
	case "jvp":
		e.Func, err = JVP(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns %s and its tangent in the direction of the tangents of %s (forward mode).", d.def, wrt)
	case "jacobian":
		e.Func, err = Jacobian(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns the Jacobian matrix of %s with respect to %s: rows are results, columns parameters.", d.def, wrt)
	case "hessian":
		e.Func, err = Hessian(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns the matrix of second derivatives of %s with respect to %s.", d.def, wrt)
	case "hvp":
		e.Func, err = HVP(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns the product of the Hessian of %s with respect to %s and a direction.", d.def, wrt)
	}
	return e, err
}

// wrtNames lists the parameters that are differentiated by.
func wrtNames(f *Func, wrt []string) string {
	active, err := f.active(wrt)
	if err != nil {
		return strings.Join(wrt, ", ")
	}
	var names []string
	for i, a := range active {
		if a {
			names = append(names, f.def.Params[i].Name)
		}
	}
	return strings.Join(names, ", ")
}

// buffers gives each gradient that is a slice of reals a buffer parameter: the
// results of a gradient function are the value and then the gradients.
func buffers(f *Func, wrt []string) map[int]string {
	active, err := f.active(wrt)
	if err != nil {
		return nil
	}
	out := map[int]string{}
	k := 1
	for i, a := range active {
		if !a {
			continue
		}
		p := f.def.Params[i]
		if t, ok := syntax.TangentType(p.Type).(*syntax.ArrayType); ok && t.Elem == syntax.Real {
			out[k] = p.Name + "bar"
		}
		k += leaves(syntax.TangentType(p.Type))
	}
	return out
}

// leaves counts the Go results that a value of type t takes.
func leaves(t syntax.Type) int {
	if tt, ok := t.(*syntax.TupleType); ok {
		n := 0
		for _, e := range tt.Elems {
			n += leaves(e)
		}
		return n
	}
	return 1
}

func gradDoc(def, wrt string, into map[int]string) string {
	s := fmt.Sprintf("returns the value of %s and its gradient with respect to %s", def, wrt)
	if len(into) == 0 {
		return s + "."
	}
	var names []string
	for k := 0; len(names) < len(into); k++ {
		if n, ok := into[k]; ok {
			names = append(names, n)
		}
	}
	return s + ".\nGradients of slices are written into " + strings.Join(names, ", ") + ", which are overwritten and must have the lengths of their parameters."
}
