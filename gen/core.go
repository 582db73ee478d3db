package gen

import (
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/gen/loops"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Core describes an export with the setting Core as it was emitted, for those who write code that calls it.
type Core struct {
	// Name is the name of the function or method.
	Name string
	// Memory is the type of the memory that the function keeps from call to call, whose method it is; it is empty
	// for a function that needs none. The zero value is ready for use, by one call at a time.
	Memory string
	// Params are the parameters: first sizes that are the length of no parameter, then the leaves of the
	// definition's parameters, then the destinations of results.
	Params []CoreParam
	// Results are the Go types of the results that are returned.
	Results []string
	// Lanes says which parameters and results belong together, where the export asks for lanes; else it is nil.
	Lanes *Lanes
}

// CoreParam is a parameter of a [Core].
type CoreParam struct {
	Name, Type string
	// Out marks a destination.
	Out bool
}

// lent are the results that may stand in the memory of the core; without the setting Core there is none that outlives a
// call.
func (e *Export) lent() map[int]bool {
	if !e.Core {
		return nil
	}
	return e.Lent
}

// Cores is [Generate] for exports that all have the setting Core; it also describes them, in the order of opt.Exports.
// The errors are those of Generate, and one for an export that holds functions at run time.
func Cores(p *syntax.Program, opt Options) ([]byte, []Core, error) {
	opt.cores = new([]Core)
	src, err := Generate(p, opt)
	if err != nil {
		return nil, nil, err
	}
	return src, *opt.cores, nil
}

// describe notes what a core looks like.
func (g *generator) describe(call *loops.Callable, f *loop.Func) {
	c := Core{Name: call.Name, Memory: call.Memory, Results: call.Results, Lanes: g.lanes[f]}
	for i, q := range call.Params {
		c.Params = append(c.Params, CoreParam{q.Name, q.Type, call.Out[i]})
	}
	*g.opt.cores = append(*g.opt.cores, c)
}

// Helper is the source of a helper of emitted files: grow, cutRows, guard or lengthError; it is empty for other names.
// The sources use packages strconv and sync/atomic.
func Helper(name string) string {
	switch name {
	case "grow":
		return loops.GrowHelper
	case "cutRows":
		return loops.CutRowsHelper
	case "guard":
		return loops.GuardHelper
	case "lengthError":
		return code.LengthErrorHelper
	}
	return ""
}
