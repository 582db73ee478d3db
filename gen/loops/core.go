package loops

import (
	"github.com/dave/jennifer/jen"
	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// A Callable says how code of the same file calls a function that was made for it.
type Callable struct {
	Name string
	// memory is the type of the memory that the function keeps from call to call, whose method it is, or empty.
	Memory string
	Params []code.Param
	// out marks the parameters that are destinations.
	Out []bool
	// results are the types of what is returned.
	Results []string
}

// callable is how f is called.
func (p *emitter) callable(f *loop.Func, params []code.Param) *Callable {
	c := &Callable{Name: f.Name, Params: params}
	if p.receiver != "" {
		c.Memory = p.g.memory.names[f.Name].typ
	}
	for i := range params {
		c.Out = append(c.Out, f.Params[i].Out)
	}
	for _, r := range f.Results {
		c.Results = append(c.Results, p.g.loopType(r.Type))
	}
	return c
}

// coreMemory declares the memory of a core.
func (p *emitter) coreMemory(f *loop.Func) *jen.Statement {
	n := p.g.memory.names[f.Name]
	out := jen.Comment("// " + n.typ + " is the memory of " + f.Name + " between calls.").Line()
	return out.Type().Id(n.typ).Struct(p.memoryFields()...).Line().Line()
}
