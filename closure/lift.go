package closure

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// The limits of [Lift]. A function that takes itself, wrapped, as an argument of
// a recursive call would be specialised for ever.
const (
	liftDepth  = 8      // functions captured by functions captured by …
	liftNodes  = 20_000 // nodes of specialised bodies that any program may have,
	liftFactor = 4      // and as many more for each node of the program
)

// Lift turns functions that are only ever called into named definitions (lambda
// lifting), so that programs whose functions do not escape are first-order
// before they are differentiated.
//
// A let-bound λ, or curried λs, whose every use is a call, a partial application
// of which the same holds, or an argument of a parameter of which it holds, becomes a
// definition. Its captured variables are parameters before its own, the size variables
// that it mentions size parameters, and captured functions are replaced by what they capture.
// Definitions and λs that take such functions as arguments are specialised to
// them, once for each function and not for each call. Functions that are returned, stored
// or chosen by a branch stay as they are.
//
// The meaning and the work of the program are kept. When specialising would
// grow the program by more than a constant factor or nest too deeply, the function is
// passed as a value again.
//
// It takes p over. The result is in A-normal form and shares no binder with p; it has the
// definitions of p, by name and in order, and then the new ones. If there is nothing to lift
// it is p itself. Lift takes time near-linear in p and in what the lifted functions capture.
func Lift(p *syntax.Program) *syntax.Program {
	defer times.Begin("lift")()
	if !hasLambda(p) {
		return p
	}
	writtenZeros(p)
	syntax.ANFProgram(p)
	defs, lams := codes(p)
	if len(lams) == 0 {
		return p
	}
	l := &lifter{defs: defs, lams: lams, memo: map[string]*syntax.Def{}, names: map[string]bool{},
		out: &syntax.Program{Data: p.Data}}
	for _, d := range p.Defs {
		l.names[d.Name] = true
		l.budget += liftFactor * defs[d].nodes
	}
	l.budget += liftNodes
	for _, d := range p.Defs {
		l.general(defs[d])
	}
	for i, d := range p.Defs {
		l.out.Defs[i].Attach(d, l.custom)
	}
	for len(l.queue) > 0 { // grows while it runs
		j := l.queue[0]
		l.queue = l.queue[1:]
		j.def.Body = j.in.block(j.body)
	}
	return l.out
}

// hasLambda reports whether a λ stands in p outside custom derivatives.
func hasLambda(p *syntax.Program) bool {
	return slices.ContainsFunc(p.Defs, func(d *syntax.Def) bool { return syntax.NodesOf(d.Body)&syntax.Lams != 0 })
}

// A lifter makes the definitions of the result.
type lifter struct {
	defs   map[*syntax.Def]*code
	lams   map[*syntax.Lam]*code  // those that are lifted
	memo   map[string]*syntax.Def // by code and the shape of its arguments
	names  map[string]bool
	canon  []*syntax.SizeVar // stand for the size parameters of a definition in keys
	queue  []job
	out    *syntax.Program
	budget int
}

// A job is a definition that waits for its body.
type job struct {
	def  *syntax.Def
	in   *instance
	body syntax.Term
}

// general makes the definition of a code for arguments of which nothing is known.
func (l *lifter) general(c *code) {
	var f flat
	f.lifter = l
	sizes := syntax.SizesOf(c.sizes)
	d := l.define(c, f.request(c, sizes, atoms(c.params)), &f)
	d.Doc, d.At = c.def.Doc, c.def.At
}

func atoms(xs []*syntax.Var) []value {
	out := make([]value, len(xs))
	for i, x := range xs {
		out[i].atom = syntax.Ref(x)
	}
	return out
}

// define makes a definition with the given shape of parameters and queues its body.
func (l *lifter) define(c *code, s *pattern, f *flat) *syntax.Def {
	d := &syntax.Def{Name: l.name(c)}
	in := newInstance(l)
	sizes := make([]*syntax.Size, len(f.sizes))
	fresh := map[*syntax.SizeVar]*syntax.Size{}
	for i := range f.sizes {
		n := syntax.NewSizeVar(f.sizeNames[i])
		d.Sizes = append(d.Sizes, n)
		sizes[i] = syntax.SizeOfVar(n)
		fresh[l.canon[i]] = sizes[i]
	}
	for i, t := range f.types {
		t = syntax.SubstSizes(t, func(n *syntax.SizeVar) *syntax.Size { return fresh[n] })
		d.Params = append(d.Params, syntax.NewVar(f.names[i], t))
	}
	for i, n := range c.sizes {
		in.sizes[n] = sizes[s.sizes[i]]
	}
	for i, x := range c.params {
		in.vars[x] = s.vals[i].value(d.Params, sizes)
	}
	d.Result = in.typ(c.body.Type())
	l.memo[string(f.key)] = d
	l.out.Defs = append(l.out.Defs, d)
	l.queue = append(l.queue, job{d, in, c.body})
	return d
}

// name is a name for a new definition: that of the definition it comes from if it is free.
func (l *lifter) name(c *code) string {
	first := !c.made
	c.made = true
	if c.def != nil && first {
		return c.def.Name
	}
	base := c.name
	name := base
	for k := 2; l.names[name]; k++ {
		name = fmt.Sprintf("%s%d", base, k)
	}
	l.names[name] = true
	return name
}

// custom copies a custom derivative. Nothing in it is lifted, for it is linear in the tangents.
func (l *lifter) custom(c *syntax.CustomJVP) *syntax.CustomJVP {
	in := newInstance(l)
	e := &syntax.CustomJVP{}
	for _, n := range c.Sizes {
		e.Sizes = append(e.Sizes, in.sizeBinder(n))
	}
	for _, x := range c.Params {
		e.Params = append(e.Params, in.binder(x))
	}
	for _, x := range c.Tangents {
		e.Tangents = append(e.Tangents, in.binder(x))
	}
	e.Body = in.block(c.Body)
	return e
}
