package chad

import (
	"slices"
	"sync"

	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The body of a derivative is large before it is simplified, and how it is simplified depends on what it is for: to be
// differentiated again, calls of definitions with derivatives of their own stay calls; to be compiled, they are inlined
// like others. So a [Func] that is a derivative is simplified when it is first asked for, once for each purpose: most
// are only ever compiled.

// form is a purpose.
type form uint8

const (
	toDerive        form = iota // or to be read, or evaluated
	toCompile                   // nothing is differentiated any more
	toCompileCalled             // likewise, with calls of what has a kernel kept
	formCount
)

// formed is the program of a Func in one form, once it has been asked for.
type formed struct {
	mu   sync.Mutex
	prog *syntax.Program
	def  *syntax.Def
}

// in is the program of f, and its definition there, in a form. A Func that was not derived is as it was written in all
// forms. The error is that of the context of f, or that a type becomes too large.
func (f *Func) in(form form) (*syntax.Program, *syntax.Def, error) {
	if !f.raw {
		return f.prog, f.def, nil
	}
	form = f.same(form)
	r := &f.forms[form]
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.prog != nil {
		return r.prog, r.def, nil
	}
	o := simplify.Options{Inline: pipeline.Inline, Final: form != toDerive, Kernels: form == toCompileCalled,
		Context: f.ctx}
	p, _, err := simplify.Program(f.prog, o)
	if err != nil {
		return nil, nil, err
	}
	def := p.Defs[len(p.Defs)-1]
	r.prog, r.def = &syntax.Program{Data: p.Data, Defs: syntax.Reachable(def)}, def
	uniqueNames(r.prog.Defs, def)
	return r.prog, r.def, nil
}

// same is the form that stands for form: the first that is no different, and most programs have no definitions with
// derivatives of their own; and toDerive for programs with loops, functions or recursion. What is inlined in these
// before pullbacks are taken apart makes them larger, and their terms are not what is large.
func (f *Func) same(form form) form {
	if !straight(f.prog.Defs) {
		return toDerive
	}
	if form == toCompileCalled && !slices.ContainsFunc(f.prog.Defs,
		func(d *syntax.Def) bool { return d.Kernel != "" }) {
		form = toCompile
	}
	if form == toCompile && !slices.ContainsFunc(f.prog.Defs,
		func(d *syntax.Def) bool { return len(d.Attached()) > 0 }) {
		form = toDerive
	}
	return form
}

// straight reports whether definitions, callees first, have no loops and no functions, and do not call themselves.
func straight(defs []*syntax.Def) bool {
	seen := map[*syntax.Def]bool{}
	for _, d := range defs {
		if d.Body == nil || syntax.NodesOf(d.Body)&(syntax.Builds|syntax.Loops|syntax.Lams|syntax.Apps) != 0 {
			return false
		}
		for _, c := range syntax.Callees(d.Body) {
			if !seen[c] {
				return false
			}
		}
		seen[d] = true
	}
	return true
}
