package place

import (
	"context"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// An Export asks for one definition as a function that users call.
type Export struct {
	// Def is the definition.
	Def *syntax.Def
	// Name is the name of the function.
	Name string
	// Into names, for some of the results, a parameter: result leaf k must be an array of
	// numbers with lengths known from its type. Instead of being returned it is written into
	// an array of the caller.
	Into map[int]string
	// Adds marks results of Into that are added to what is in the array, and do not overwrite it.
	Adds map[int]bool
	// Lent marks results that callers only read, and only until the next call.
	Lent map[int]bool
	// At names the function in run-time errors; empty means package and name.
	At string
	// Checked says that callers have checked the lengths of all arrays.
	Checked bool
	// Shaped says that in the definition, and in what it calls, rules of the compiler made all tangents and cotangents
	// of arrays of run-time length: each is empty, which is zero, or as long as what it is of.
	Shaped bool
	// Seeded says that callers give some of those, whose lengths are therefore compared.
	Seeded bool
}

// Options are the settings of [Program].
type Options struct {
	// Package is named in run-time errors before the function; empty leaves it out.
	Package string
	// Param makes the name of a parameter of a function from its source name; nil takes the
	// source name. It is called once for each parameter.
	Param func(fn *loop.Func, hint string) string
	// Callee makes the name of a function that is not exported from that of its definition; nil takes
	// the latter.
	Callee func(hint string) string
	// Context ends it: the error is that of the context then. Nil is one that does not end.
	Context context.Context
}

func (o *Options) name(f *function, hint string) string {
	if o.Param == nil {
		return hint
	}
	return o.Param(f.fn, hint)
}

func (o *Options) callee(hint string) string {
	if o.Callee == nil {
		return hint
	}
	return o.Callee(hint)
}

// Result is a placed program.
type Result struct {
	// Program has the exports first, in their order.
	Program *loop.Program
	// Shapes are the lengths of the parameters in terms of the sizes of their definition, outermost first;
	// nil where a length is known only at run time.
	Shapes map[*loop.Var][]*syntax.Size
	// Sizes are the parameters of functions that are sizes of their definition, which no length gives.
	Sizes map[*loop.Var]*syntax.SizeVar
	// Part is, for a parameter of a function, the parameter of the definition that it is a part of.
	Part map[*loop.Var]*syntax.Var
	// Leaves are the representation of the result of each function, destinations included.
	Leaves map[*loop.Func][]Leaf
	// Cells names the data type of each cell.
	Cells map[*loop.Cell]*syntax.Data
}

// Program turns the exported definitions, and all that they call, into functions of the loop
// language. The definitions are simplified and first-order: they hold no functions, linear functions or copowers.
// It takes time and memory linear in their size.
//
// It returns an error when a definition uses what has no first-order form.
func Program(opt Options, exports ...Export) (r *Result, err error) {
	defer stop.Recover(&err)
	defer times.Begin("place")()
	g := &program{
		layouts: newLayouts(), probe: newLayouts(), opt: opt, out: &loop.Program{}, funcs: map[*syntax.Def]*function{},
		adders: map[*syntax.Data]*loop.Func{}, copiers: map[*syntax.Data]*loop.Func{},
		growers:  map[*syntax.Data]*loop.Func{},
		checkers: map[*syntax.Data]*loop.Func{}, shapes: map[*loop.Var][]*syntax.Size{},
		sizeParams: map[*loop.Var]*syntax.SizeVar{}, paramOf: map[*loop.Var]*syntax.Var{},
	}
	for i := range exports {
		e := &exports[i]
		f := &function{def: e.Def, export: e, fn: &loop.Func{Name: e.Name, Exported: true, Def: e.Def}}
		f.body, f.use = opened(opt.Context, e.Def.Body)
		g.order = append(g.order, f)
	}
	for i := 0; i < len(g.order); i++ {
		g.reach(g.order[i].body)
	}
	g.findUpdates()
	g.findPresent()
	r = &Result{Program: g.out, Shapes: g.shapes, Sizes: g.sizeParams, Part: g.paramOf, Leaves: map[*loop.Func][]Leaf{},
		Cells: map[*loop.Cell]*syntax.Data{}}
	for i := 0; i < len(g.order); i++ { // calls add to it
		f := g.order[i]
		g.out.Funcs = append(g.out.Funcs, f.fn)
		g.body(f)
		r.Leaves[f.fn] = g.leaves(f.def.Result)
	}
	g.out.Funcs = append(g.out.Funcs, g.cellFuncs...) // behind the exports, which stand in their order
	g.dropUncalled(r)
	for _, d := range g.layouts.order {
		c := g.cells[d]
		g.out.Cells = append(g.out.Cells, c)
		r.Cells[c] = d
	}
	return r, nil
}

// beforeSums and afterSums are what is done to terms before they are placed, in this order, around [inlineSums].
var (
	beforeSums = []rewrite{
		{"chosenPullbacks", chosenPullbacks}, {"inlinePaths", inlinePaths}, {"readsBefore", readsBefore},
		{"rowsOut", rowsOut}, {"rowsBack", rowsBack}, {"storedRows", storedRows}, {"sumsInBranches", sumsInBranches},
		{"rowsOut", rowsOut}, {"rowsBack", rowsBack}, {"hotsOut", hotsOut}, {"earlyUpdates", earlyUpdates},
	}
	afterSums = []rewrite{{"readFirst", readFirst}}
)

// Rewrites are the names of what is done to terms before they are placed, in order.
func Rewrites() (names []string) {
	for _, r := range beforeSums {
		names = append(names, r.name)
	}
	names = append(names, "inlineSums")
	for _, r := range afterSums {
		names = append(names, r.name)
	}
	return names
}

// A rewrite has a name for package lab.
type rewrite struct {
	name  string
	apply func(syntax.Term) syntax.Term
}

// run is t rewritten.
func (r rewrite) run(t syntax.Term) syntax.Term {
	if lab.Place(r.name) {
		return t
	}
	return r.apply(t)
}

// opened is t without checkpoints, in the form in which it is placed, and how often its variables are used, if that is
// known.
func opened(ctx context.Context, t syntax.Term) (syntax.Term, *usage) {
	if syntax.HasCheckpoints(t) {
		t = syntax.OpenCheckpoints(t)
	}
	for _, r := range beforeSums {
		stop.Check(ctx)
		t = r.run(t)
	}
	sums, use := inlineSums(t)
	out := sums
	for _, r := range afterSums {
		stop.Check(ctx)
		out = r.run(out)
	}
	if out != sums {
		use = nil
	}
	return out, use
}

// reach adds the definitions that t calls.
func (g *program) reach(t syntax.Term) {
	if c, ok := t.(*syntax.Call); ok && g.funcs[c.Def] == nil {
		f := &function{def: c.Def, fn: &loop.Func{Name: g.opt.callee(c.Def.Name), Def: c.Def}}
		f.body, f.use = opened(g.opt.Context, c.Def.Body)
		g.funcs[c.Def] = f
		g.order = append(g.order, f)
	}
	if l, ok := t.(*syntax.Let); ok && syntax.NodesOf(l)&syntax.Calls == 0 {
		return
	}
	syntax.Children(t, g.reach)
}

// where names a function in run-time errors.
func (g *program) where(f *function) string {
	if f.export != nil && f.export.At != "" {
		return f.export.At
	}
	if g.opt.Package == "" {
		return f.fn.Name
	}
	return g.opt.Package + "." + f.fn.Name
}
