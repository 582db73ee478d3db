//go:build !chadslim

package chad

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gen"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

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
			src, cores, err = nil, nil, defect("gen", r)
		}
	}()
	all, opt, err := o.together(pkg, "", exports)
	if err != nil {
		return nil, nil, err
	}
	for i := range opt.Exports {
		opt.Exports[i].Core, opt.Exports[i].At = true, at[i]
	}
	opt.Suffix = "" // those who put cores into a file name them
	return gen.Cores(all, opt)
}

// emit is [EmitOptions.Emit]; observe, if not nil, sees the loop program before and after each pass.
func emit(o EmitOptions, observe func(pass string, p *loop.Program), pkg, source string, exports ...Export) (src []byte,
	err error) {
	defer func() {
		if r := recover(); r != nil { // no input is to make a library panic
			src, err = nil, defect("gen", r)
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
	opt := gen.Options{Package: pkg, Source: source, Elementary: o.Elementary, FastMath: o.FastMath, BLAS: o.BLAS,
		Jam: o.Jam, Parallel: o.Parallel, Suffix: o.Suffix, Context: contextOf(exports)}
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
		x := gen.Export{Def: def, Name: e.Name, Doc: e.Doc, Into: e.Into, Adds: e.Adds, Lent: e.Lent, Lanes: e.Lanes,
			Shaped: e.Func.shaped, Seeded: e.Func.seeded}
		for i, q := range def.Params {
			if slices.Contains(e.Batched, q.Name) {
				x.Batched = append(x.Batched, i)
			}
		}
		opt.Exports = append(opt.Exports, x)
	}
	return all, opt, nil
}
