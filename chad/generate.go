package chad

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/text"
)

func message(err error) string { return strings.ReplaceAll(err.Error(), "\n", " ") }

func hint(err error) string {
	var list *diag.Error
	if errors.As(err, &list) {
		return "see the message"
	}
	return ""
}

// A request is what the directives of a .chad file ask for: exports[i] is for dirs[i].
type request struct {
	ctx     context.Context
	source  *diag.Source
	dirs    []directive
	exports []Export
	emit    EmitOptions // that the file sets
}

// requested reads a .chad file and derives what its directives ask for. The error holds positioned messages.
func requested(ctx context.Context, file string, src []byte) (*request, error) {
	f, p, ds, err := text.LoadContext(ctx, filepath.Base(file), src)
	if err != nil {
		return nil, err
	}
	for i := range ds {
		ds[i].Pos.File, ds[i].End.File = file, file
		for k := range ds[i].Related {
			ds[i].Related[k].Pos.File = file
		}
	}
	r := &request{ctx: ctx, source: diag.NewSource(file, src)}
	var more diag.List
	r.dirs, r.emit, more = directives(r.source, f)
	ds = append(append(ds, more...), duplicates(r.source, r.dirs)...)
	if err := ds.Err(); err != nil {
		return nil, err
	}
	if len(r.dirs) == 0 {
		return nil, diag.List{r.source.Diagnose(0, 0, codeDirective, "nothing to generate: the file has no directive",
			"write a line --chad:grad above a def")}.Err()
	}
	m := &Module{prog: p, failing: program.FailingMoves, ctx: ctx}
	for i := range r.dirs {
		e, err := m.export(&r.dirs[i])
		if ended := ctx.Err(); ended != nil {
			return nil, ended
		}
		if err != nil {
			ds = append(ds, r.refused(r.dirs[i], err))
			continue
		}
		r.exports = append(r.exports, e)
	}
	return r, ds.Err()
}

// refused says at a directive what cannot be derived for it.
func (r *request) refused(d directive, err error) diag.Diagnostic {
	return r.source.Diagnose(d.at, d.end, codeDerive, message(err), hint(err))
}

// blame finds the directives whose code a back end refuses, by compiling each alone; together they
// failed with err.
func (r *request) blame(err error, compile func(Export) error, say func(directive, error) diag.Diagnostic) error {
	var ds diag.List
	for i, e := range r.exports {
		err := compile(e)
		if ended := r.ctx.Err(); ended != nil {
			return ended
		}
		if err != nil {
			ds = append(ds, say(r.dirs[i], err))
		}
	}
	if len(ds) == 0 {
		ds = append(ds, say(r.dirs[0], err))
	}
	return ds.Err()
}

// export derives what one directive asks for.
func (m *Module) export(d *directive) (Export, error) {
	f, err := m.Func(d.def)
	if err != nil {
		return Export{}, err
	}
	e := Export{Name: d.goName(), Results: resultNames(d.verb, f, d.wrt)}
	wrt := wrtNames(f, d.wrt)
	switch d.verb {
	case "func":
		e.Func, err = f.Plain()
		e.Doc = "is the definition " + d.def + "."
	case "grad":
		e.Func, err = ValueAndGrad(f, d.wrt...)
		if err == nil {
			e.Into = buffers(f, d.wrt, 1, func(x string) string { return x + "bar" })
			e.Doc = gradDoc(f, d.wrt, e.Into)
		}
	case "vjp":
		e.Func, err = VJP(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns the value of %s and, for the cotangent seed of the result, the cotangents of %s "+
			"(reverse mode).", d.def, wrt)
	case "jvp":
		e.Func, err = JVP(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns the value of %s and its tangent for the given tangents of %s (forward mode).",
			d.def, wrt)
	case "jacobian":
		e.Func, err = Jacobian(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns the Jacobian matrix of %s with respect to %s: rows are results, columns "+
			"parameters.", d.def, wrt)
	case "hessian":
		e.Func, err = Hessian(f, d.wrt...)
		e.Doc = fmt.Sprintf("returns the matrix of second derivatives of %s with respect to %s.", d.def, wrt)
	case "hvp":
		e.Func, err = HVP(f, d.wrt...)
		if err == nil {
			e.Into = buffers(f, d.wrt, 0, func(x string) string { return "h" + x })
			e.Doc = hvpDoc(f, d.wrt, wrt, e.Into)
		}
	}
	return e, err
}

// wrtNames lists the parameters that are differentiated by.
func wrtNames(f *Func, wrt []string) string {
	active, err := f.active(wrt)
	if err != nil {
		return enumeration(wrt)
	}
	var names []string
	for i, a := range active {
		if a {
			names = append(names, f.def.Params[i].Name)
		}
	}
	return enumeration(names)
}

// buffers gives each gradient, or product, that is an array of reals, or an array of such
// arrays, a buffer parameter: the results of the function are others, as many as is said, and then the
// gradients. Lengths must be known from the type.
func buffers(f *Func, wrt []string, others int, name func(string) string) map[int]string {
	active, err := f.active(wrt)
	if err != nil {
		return nil
	}
	out := map[int]string{}
	k := others
	for i, a := range active {
		if !a {
			continue
		}
		p := f.def.Params[i]
		t := syntax.TangentType(p.Type)
		if realArray(t) {
			out[k] = name(p.Name)
		}
		k += syntax.Leaves(t)
	}
	return out
}

// realArray reports whether t is [n]real, [n][m]real, and so on.
func realArray(t syntax.Type) bool {
	a, ok := t.(*syntax.ArrayType)
	return ok && (a.Elem == syntax.Real || realArray(a.Elem))
}

// gradDoc says what a gradient function returns, and what it writes where.
func gradDoc(f *Func, wrt []string, buffer map[int]string) string {
	returned, written, into := delivered(f, wrt, 1, buffer)
	s := "returns the value of " + f.def.Name
	switch {
	case len(written) == 0:
		return s + " and its gradient with respect to " + enumeration(returned) + "."
	case len(returned) > 0:
		s += " and its gradient with respect to " + enumeration(returned) + ".\nIt"
	default:
		s += " and"
	}
	return s + " writes the gradient with respect to " + enumeration(written) + " into " + enumeration(into) + "."
}

// hvpDoc says the same of a product with a Hessian.
func hvpDoc(f *Func, wrt []string, all string, buffer map[int]string) string {
	returned, written, into := delivered(f, wrt, 0, buffer)
	s := fmt.Sprintf("the product of the Hessian of %s with respect to %s and a direction", f.def.Name, all)
	switch {
	case len(written) == 0:
		return "returns " + s + "."
	case len(returned) == 0:
		return "writes " + s + " into " + enumeration(into) + "."
	}
	return "computes " + s + ".\nIt returns the part for " + enumeration(returned) + ", and writes that for " +
		enumeration(written) + " into " + enumeration(into) + "."
}

// delivered are the parameters that a function differentiates by: those of which something is returned behind so many
// other results, and those of which something is written, with where.
func delivered(f *Func, wrt []string, others int, buffer map[int]string) (returned, written, into []string) {
	active, err := f.active(wrt)
	if err != nil {
		return nil, nil, nil
	}
	k := others
	for i, a := range active {
		if !a {
			continue
		}
		x := f.def.Params[i].Name
		if b, ok := buffer[k]; ok {
			written, into = append(written, x), append(into, b)
		} else {
			returned = append(returned, x)
		}
		k += syntax.Leaves(syntax.TangentType(f.def.Params[i].Type))
	}
	return returned, written, into
}

// enumeration is a, b and c.
func enumeration(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
