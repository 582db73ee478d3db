package chad

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/simplify"
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
	// Results names the components of the result, for WebAssembly, whose callers know them by name; nil calls them result0, result1
	// and so on.
	Results []string
	// Lanes, if it is more than 1, makes a function of as many values of the parameters Batched, for [EmitOptions.EmitCores]:
	// each of them becomes so many parameters, and so do the results that depend on them; the rest is computed once.
	Lanes   int
	Batched []string
	// Status, for WebAssembly, is the number of a result, counted from 1 over the parts of tuples: an int that is 0 where all is well. A call fails with
	// StatusText where it is not. 0 stands for none.
	Status     int
	StatusText string
}

// Emit writes Go source for the exports as one file of the given package.
// source, if not empty, is named in the header. Equal input gives equal bytes.
// The error is about names that are no Go names or stand twice, or a definition that Go cannot hold.
func Emit(pkg, source string, exports ...Export) ([]byte, error) {
	return EmitOptions{}.Emit(pkg, source, exports...)
}

// Emit is [Emit] with options.
// The error is that of Emit.
func (o EmitOptions) Emit(pkg, source string, exports ...Export) ([]byte, error) {
	return emit(o, nil, pkg, source, exports...)
}

// EmitCores is [EmitOptions.Emit] for functions that other code of the same file calls ([gen.Cores]): it has checked
// the lengths of arrays, and holds the memory. at names each export in run-time errors.
// The error is that of Emit, or about an export that holds functions at run time.
func (o EmitOptions) EmitCores(pkg string, at []string, exports ...Export) (src []byte, cores []gen.Core, err error) {
	defer func() {
		if r := recover(); r != nil {
			src, cores, err = nil, nil, fmt.Errorf("gen: a defect of chad, not of the input, please report it: %v", r)
		}
	}()
	all, opt, err := o.together(pkg, "", exports)
	if err != nil {
		return nil, nil, err
	}
	for i := range opt.Exports {
		opt.Exports[i].Core, opt.Exports[i].At = true, at[i]
	}
	return gen.Cores(all, opt)
}

// emit is [EmitOptions.Emit]; observe, if not nil, sees the loop program before and after each pass.
func emit(o EmitOptions, observe func(pass string, p *loop.Program), pkg, source string, exports ...Export) (src []byte, err error) {
	defer func() {
		if r := recover(); r != nil { // no input is to make a library panic
			src, err = nil, fmt.Errorf("gen: a defect of chad, not of the input, please report it: %v", r)
		}
	}()
	all, opt, err := o.together(pkg, source, exports)
	if err != nil {
		return nil, err
	}
	opt.Observe = observe
	return gen.Generate(all, opt)
}

// together puts the exports, compiled, into one program, and says how to emit it.
func (o EmitOptions) together(pkg, source string, exports []Export) (*syntax.Program, gen.Options, error) {
	all := &syntax.Program{}
	seen := map[*syntax.Def]bool{}
	opt := gen.Options{Package: pkg, Source: source, Elementary: o.Elementary, FastMath: o.FastMath, BLAS: o.BLAS, Jam: o.Jam}
	for _, e := range exports {
		p, def, err := e.Func.compiledWith(o)
		if err != nil {
			return nil, opt, err
		}
		all.Data = append(all.Data, p.Data...)
		for _, d := range p.Defs {
			if !seen[d] {
				seen[d] = true
				all.Defs = append(all.Defs, d)
			}
		}
		x := gen.Export{Def: def, Name: e.Name, Doc: e.Doc, Into: e.Into, Lanes: e.Lanes}
		for i, q := range def.Params {
			if slices.Contains(e.Batched, q.Name) {
				x.Batched = append(x.Batched, i)
			}
		}
		opt.Exports = append(opt.Exports, x)
	}
	all.Defs = merge(all.Defs)
	return all, opt, nil
}

// compiled is f on the compiled route: pullbacks are tapes and static code.
func (f *Func) compiled() (*syntax.Program, *syntax.Def, error) { return f.compiledWith(EmitOptions{}) }

func (f *Func) compiledWith(o EmitOptions) (*syntax.Program, *syntax.Def, error) {
	p, defs := f.reachable().Copy()
	root := defs[f.def]
	opts := simplify.Options{Inline: inlineBudget, Final: true, Kernels: o.BLAS}
	var err error
	if !f.done || slices.ContainsFunc(p.Defs, (*syntax.Def).Primitive) {
		if p, _, err = simplify.Program(p, opts); err != nil {
			return nil, nil, err
		}
	}
	if p, err = lower.Tapes(p); err != nil {
		return nil, nil, err
	}
	opts.Compiled = true
	if p, _, err = simplify.Program(p, opts); err != nil {
		return nil, nil, err
	}
	var def *syntax.Def // the last of the name: code made for others stands before it
	for _, d := range p.Defs {
		if d.Name == root.Name {
			def = d
		}
	}
	for _, d := range p.Defs { // nothing is differentiated any more
		d.Custom, d.Adjoints = nil, nil
	}
	p.Defs = syntax.Reachable(def)
	uniqueNames(p.Defs, def)
	return p, def, nil
}
