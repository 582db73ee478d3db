package pipeline

import (
	"context"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Inline is the size, in nodes, up to which a definition is put in the
// place of its calls before differentiation.
const Inline = 120

// inlineHigher is that size for definitions that take or return functions, where functions are values at run time: what
// such a function captures is part of its record if it leaves the definition that makes it, and else is not.
const inlineHigher = 2000

// deriving is how programs are simplified that are to be differentiated. The context may be nil, here and below.
func deriving(ctx context.Context) simplify.Options {
	return simplify.Options{Inline: Inline, Deriving: true, Context: ctx}
}

func (w *Work) simplify(o simplify.Options) (bool, error) {
	p, _, err := simplify.Program(w.Program, o)
	if err == nil {
		w.Program = p
	}
	return true, err
}

func (w *Work) simplifyAll() (bool, error) { return w.simplify(deriving(w.Context)) }

func (w *Work) lift() (bool, error) {
	w.Program = closure.Lift(w.Program)
	return true, nil
}

func (w *Work) inlineFunctions() (bool, error) {
	if !closure.Needed(w.Program) {
		return false, nil
	}
	o := deriving(w.Context)
	o.InlineHigher = inlineHigher
	if _, err := w.simplify(o); err != nil {
		return false, err
	}
	return w.lift()
}

func (w *Work) convert() (changed bool, err error) {
	p, changed, err := closure.Convert(w.Context, w.Program, w.Def)
	if err == nil {
		w.Program = p
	}
	return changed, err
}

func (w *Work) unroll() (bool, error) { return program.Unroll(w.Program, w.Def), nil }

func (w *Work) smallArrays() (bool, error) { return program.SmallArrays(w.Program, w.Def), nil }

func (w *Work) unbox() (bool, error) { return program.Unbox(w.Program, w.Def), nil }

func (w *Work) views() (bool, error) { return program.Views(w.Program, w.Def), nil }

func (w *Work) dropParameters() (bool, error) { return program.DeadParams(w.Program, w.Def), nil }

func (w *Work) lengths() (bool, error) {
	lengths := program.Lengths(w.Program, w.Def)
	return program.SizeParams(w.Program, w.Def) || lengths, nil
}

func (w *Work) normalise() (bool, error) {
	for _, d := range w.Program.Defs {
		if d.Body != nil {
			d.Body = syntax.WrittenOut(d.Body)
		}
	}
	syntax.ANFProgram(w.Program)
	return program.Delay(w.Program, w.Failing), nil
}

// final is how programs are simplified in which nothing is differentiated any more.
func (w *Work) final() simplify.Options {
	return simplify.Options{Inline: Inline, Final: true, Kernels: w.Kernels, Context: w.Context}
}

func (w *Work) simplifyLinear() (bool, error) {
	if w.Simplified || !slices.ContainsFunc(w.Program.Defs, isLinear) {
		return false, nil
	}
	return w.simplify(w.final())
}

// isLinear reports whether d has linear functions, of which tapes may be made.
func isLinear(d *syntax.Def) bool {
	return d.Body == nil || syntax.NodesOf(d.Body)&syntax.Linears != 0 || syntax.HoldsFunc(d.Result) ||
		slices.ContainsFunc(d.Params, func(x *syntax.Var) bool { return syntax.HoldsFunc(x.Type) })
}

func (w *Work) tapes() (bool, error) {
	r, err := lower.Run(w.Context, w.Program)
	if err != nil {
		return false, err
	}
	name := w.Def.Name
	w.Program, w.halves = r.Program, r.Halves
	for _, d := range r.Program.Defs { // the last of the name: code made for others stands before it
		if d.Name == name {
			w.Def = d
		}
	}
	return true, nil
}

func (w *Work) moveOnce() (bool, error) {
	p, d := program.MoveOnce(w.Program, w.Def, w.halves)
	changed := p != w.Program
	w.Program, w.Def = p, d
	return changed, nil
}

func (w *Work) simplifyCompiled() (bool, error) {
	o := w.final()
	o.Compiled = true
	return w.simplify(o)
}
