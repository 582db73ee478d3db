package chad

import (
	"sync"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A derivative may be differentiated again. No reverse pass is ever differentiated: what is, is the derivative as it
// would be written in a program, an operator around a call of what it is of, as `grad (\x. f x) x`. From that the inner
// operator goes first.

// written is f as it is differentiated: f itself unless it was made by an operator.
func (f *Func) written() *Func {
	if f.source == nil {
		return f
	}
	return f.source()
}

// from says how a Func, which was made of f, is written; write makes the definition, whose name is free to change,
// around calls of the one that it is given.
func (g *Func) from(f *Func, write func(def *syntax.Def) *syntax.Def) *Func {
	g.source = sync.OnceValue(func() *Func {
		f := f.written()
		d := write(f.def)
		for f.prog.Lookup(d.Name) != nil {
			d.Name += "'"
		}
		defs := append(f.prog.Defs[:len(f.prog.Defs):len(f.prog.Defs)], d)
		return &Func{prog: &syntax.Program{Data: f.prog.Data, Defs: defs}, def: d, failing: f.failing, ctx: f.ctx}
	})
	return g
}

// callOf is def of the parameters of d, a definition with the same and maybe more.
func callOf(d, def *syntax.Def) syntax.Term {
	return syntax.NewCall(nil, def, syntax.SizesOf(d.Sizes), syntax.Refs(d.Params[:len(def.Params)])...)
}
