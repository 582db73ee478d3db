package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/lower/opt/idioms"
	"github.com/seed-4b734f86/gochad/lower/opt/inplace"
)

// kernels and matrices are steps of the pass [libraryIdioms], each alone.
var (
	kernels  = Pass{Name: libraryIdioms.Name, Needs: Loops, Run: eachFunc(markVectors)}
	matrices = Pass{Name: "matrices", Needs: Loops, Run: eachFunc(markMatrices)}
)

// panelsOf is the step for panels of a size.
func panelsOf(size idioms.PanelSize) Pass {
	return Pass{Name: "panels", Needs: Loops, Run: eachFunc(func(f *loop.Func, o *Options) { markPanels(f, o, size) })}
}

// rowSteps are those of the pass [rowsInPlace].
var rowSteps = []Pass{
	{Name: "append", Run: eachFunc(func(f *loop.Func, _ *Options) { inplace.Append(f, facts.Analyse) })},
	{Name: "truncate", Run: eachFunc(func(f *loop.Func, _ *Options) { inplace.Truncate(f, facts.Analyse) })},
	{Name: "update", Run: eachFunc(func(f *loop.Func, _ *Options) { inplace.Update(f, facts.Analyse) })},
}
