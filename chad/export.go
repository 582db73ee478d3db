package chad

import (
	"context"
	"slices"

	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An Export asks for one Func as a Go function.
type Export struct {
	Func *Func
	// Name is the Go name; empty means that of the Func, exported.
	Name string
	// Doc is the doc comment after the name.
	Doc string
	// Into names, for results counted from 0 that are arrays of reals, or arrays of such
	// arrays, a parameter into which the result is written instead of being returned. The
	// buffer must have the shape of the result and is overwritten.
	Into map[int]string
	// Adds marks results of Into that are added to what is in the buffer, for [EmitOptions.EmitCores].
	Adds map[int]bool
	// Lent marks results, counted as for Into, that callers only read, and only until the next call, for
	// [EmitOptions.EmitCores]: they may stand in the memory of the core.
	Lent map[int]bool
	// Results names the components of the result, for WebAssembly, whose callers know them by name; nil calls them
	// result0, result1 and so on.
	Results []string
	// Lanes, if it is more than 1, makes a function of as many values of the parameters Batched, for
	// [EmitOptions.EmitCores]: each of them becomes so many parameters, and so do the results that depend on them; the
	// rest is computed once.
	Lanes   int
	Batched []string
	// Status, for WebAssembly, is the number of a result, counted from 1 over the parts of tuples: an int that is 0
	// where all is well. A call fails with StatusText where it is not. 0 stands for none.
	Status     int
	StatusText string
}

// contextOf ends where one of those ends that exports have.
func contextOf(exports []Export) context.Context {
	var all []context.Context
	for _, e := range exports {
		if c := e.Func.ctx; c != nil && c != context.Background() && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return several{all[0], all}
}

// several is a context that has ended when one of all has; what else it knows is from the first.
type several struct {
	context.Context
	all []context.Context
}

// Err is the error of the first that has ended.
func (s several) Err() error {
	for _, c := range s.all {
		if err := c.Err(); err != nil {
			return err
		}
	}
	return nil
}

// compiled is f on the compiled route: pullbacks are tapes and static code.
func (f *Func) compiled() (*syntax.Program, *syntax.Def, error) { return f.compiledWith(EmitOptions{}) }

// compiledWith simplifies terms with linear functions before these become tapes, and without them after. Derivatives
// are simplified already.
func (f *Func) compiledWith(o EmitOptions) (_ *syntax.Program, _ *syntax.Def, err error) {
	defer stop.Recover(&err)
	form := toCompile
	if o.BLAS {
		form = toCompileCalled
	}
	p, root, err := f.handed(form)
	if err != nil {
		return nil, nil, err
	}
	w := &pipeline.Work{Context: f.ctx, Program: p, Def: root, Kernels: o.BLAS}
	w.Simplified = f.raw && (f.same(form) != toDerive || !slices.ContainsFunc(p.Defs, (*syntax.Def).Primitive))
	if err = w.Run(pipeline.Compiling()); err != nil {
		return nil, nil, err
	}
	p, def := w.Program, w.Def
	for _, d := range p.Defs { // nothing is differentiated any more
		d.Custom, d.Adjoints = nil, nil
	}
	p.Defs = syntax.Reachable(def)
	uniqueNames(p.Defs, def)
	return p, def, nil
}
