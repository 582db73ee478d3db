package own

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A Result is a program in value form.
type Result struct {
	Program *flow.Program
	// Funcs leads from the functions of the given program to those of the new one.
	Funcs map[*flow.Func]*flow.Func
	// Disjoint says for a function of the new program which parts of its parameters must not share memory.
	Disjoint map[*flow.Func][]Disjoint
	// Set says for a root of the new program which of its parameters, slices or pointers, are compared with nil. For
	// each of them it has one more parameter after all others: a bool that is true where the parameter is not nil. A
	// field that is compared with nil has one more field after all others of its struct; see [flow.SetSuffix].
	Set map[*flow.Func][]int
	// Nil says for a root of the new program in which of its results there may be nil pointers, which value form does
	// not tell from others.
	Nil map[*flow.Func][]int
}

// Disjoint is two parts of parameters that must not share memory, because one of them is written while the other is
// in use. A and B may be one part with several slices, say all rows of a matrix; then these must not share any.
type Disjoint struct{ A, B Part }

// A Part is what the indices of any slices or pointers on a path from a parameter lead to.
type Part struct {
	Param int
	// Path leads to the slice or pointer whose memory is meant; indices in it are nil and mean all.
	Path []flow.Step
}

// Resolve turns a program from reference form into value form. What it is given stays as it is. The program of the
// result is of use only when the list is empty: each message names two variables that share memory in a way that
// value form cannot keep, and what to write instead.
//
// Of the functions only the roots, and what they reach, are kept; without roots all functions are roots.
//
// Complexity: near-linear in the size of the program for programs whose variables share memory with few others.
func Resolve(p *flow.Program, roots ...*flow.Func) (*Result, diag.List) {
	kept := map[string]bool{}
	for {
		result, diags, reads := resolve(p, kept, roots...)
		if len(diags) == 0 {
			return result, diags
		}
		if len(reads) == 0 { // the messages are those of the program as it stands
			result, diags, _ = resolve(p, nil, roots...)
			return result, diags
		}
		maps.Copy(kept, reads)
	}
}

// resolve is [Resolve]. Functions may leave what their parameters lead to out of date, but for those that are called
// from outside, and those that are kept from it:
//
//	func fill(buf, x []float64) []float64 {
//		buf = buf[:0]
//		for _, v := range x {
//			buf = append(buf, v)
//		}
//		return buf
//	}
//
// Where callers read no more of it, as in buf = fill(buf, x), nothing depends on whether there was room. Kept
// is nil for all functions. The last result names functions whose callers do read it, in a program that is refused.
func resolve(p *flow.Program, kept map[string]bool, roots ...*flow.Func) (*Result, diag.List, map[string]bool) {
	if len(roots) > 0 {
		p = &flow.Program{Funcs: roots, Needs: p.Needs, Context: p.Context}
	}
	r := &resolver{
		ctx: p.Context, kept: kept, reads: map[string]bool{},
		result: &Result{
			Funcs: map[*flow.Func]*flow.Func{}, Disjoint: map[*flow.Func][]Disjoint{}, Set: map[*flow.Func][]int{},
			Nil: map[*flow.Func][]int{},
		},
		summaries: map[*flow.Func]*summary{}, work: map[*flow.Func]*work{}, opened: map[*flow.Func]bool{},
		checks: map[*flow.Func]argPair{},
	}
	r.copyProgram(p)
	for _, f := range r.funcs {
		stop.Check(r.ctx)
		once(f)
	}
	r.cutUp()
	given := r.calledOutside(len(roots) > 0)
	r.given = given
	for f := range given {
		r.result.Nil[f] = nilResults(f)
	}
	r.capacities(given)
	r.presence(r.funcs, given)
	if len(r.diags) == 0 {
		r.firstOrder(given)
	}
	if len(r.diags) > 0 {
		return r.result, r.diags.Sort(), r.reads
	}
	r.findRecursive()
	r.sorts(given)
	for _, group := range scc.Components(r.funcs, mentioned) {
		stop.Check(r.ctx)
		r.settle(group.Nodes)
	}
	if len(r.diags) > 0 {
		return r.result, r.diags.Sort(), r.reads
	}
	r.erase()
	if len(roots) > 0 {
		for _, f := range roots {
			r.diags = append(r.diags, grown(r.result.Funcs[f])...)
		}
		r.keepReplaced(given)
	}
	return r.result, r.diags.Sort(), r.reads
}

// resolver is one run of Resolve.
type resolver struct {
	ctx       context.Context
	result    *Result
	funcs     []*flow.Func // all that are reachable
	summaries map[*flow.Func]*summary
	work      map[*flow.Func]*work
	diags     diag.List
	recursive map[*flow.Func]bool       // functions that may call themselves
	special   map[string]*flow.Func     // copies for known function arguments
	lifted    map[*syntax.Pos][]*lifted // literals that have functions, by where they stand
	towers    map[*flow.Func]map[*syntax.Pos]int
	copies    map[*flow.Func]int // how many copies of a function there are
	copyOf    map[*flow.Func]*flow.Func
	opened    map[*flow.Func]bool    // functions whose calls are replaced by their bodies, where that is possible
	checks    map[*flow.Func]argPair // functions that are called only for what they need
	given     map[*flow.Func]bool    // functions that are called from outside
	kept      map[string]bool        // see [resolve]; functions by where they stand
	reads     map[string]bool
}

// whereIs tells functions apart in several runs.
func whereIs(f *flow.Func) string { return fmt.Sprint(f.Name, " ", f.At) }

// calledOutside are the functions that are called from outside: the roots, or where none are named those that no other
// function mentions; and those of which there are derivatives, which take the same parameters.
func (r *resolver) calledOutside(named bool) map[*flow.Func]bool {
	out := set.Of(r.result.Program.Funcs)
	if !named {
		for _, f := range r.funcs {
			for _, g := range mentioned(f) {
				if g != f {
					delete(out, g)
				}
			}
		}
	}
	for _, f := range r.funcs {
		if f.Derived != nil {
			out[f.Derived.Of] = true
		}
	}
	return out
}

// work is what is known about a function on the way.
type work struct {
	fn    *flow.Func
	body  []flow.Stmt // in reference form
	modes map[*flow.Var]mode
	views map[*flow.Var]*view // of the last attempt
	owned bool                // some of them have been given values of their own
	bound map[*flow.Var]bool  // structs that stay whole
	tried map[*flow.Var]bool  // variables that were to be written out by cases
	parts map[*flow.Var]bool  // what came of these
	// reused are variables that were to be appended to in memory of others.
	reused map[*flow.Var]bool
	// without is what there was before a variable was written out by cases that is right as it is, nil if there is none.
	without *choiceless
	// whole are variables that are not taken apart again by what they are at their uses.
	whole map[*flow.Var]bool
	// followed are variables that were to be followed to where they are put.
	followed map[*flow.Var]bool
	first    []problem // those before anything was followed or written out
	size     int       // of the body before variables were written out by cases
	// inlined counts the calls that were replaced by bodies.
	inlined int
	given   []flow.Stmt // the body as it was before it was processed
}

func newWork(f *flow.Func, body []flow.Stmt) *work {
	return &work{
		fn: f, body: body, modes: map[*flow.Var]mode{}, bound: map[*flow.Var]bool{},
		tried: map[*flow.Var]bool{}, parts: map[*flow.Var]bool{}, reused: map[*flow.Var]bool{},
		whole:    map[*flow.Var]bool{},
		followed: map[*flow.Var]bool{},
	}
}

// findRecursive finds the functions that may call themselves.
func (r *resolver) findRecursive() {
	r.recursive = map[*flow.Func]bool{}
	for _, group := range scc.Components(r.funcs, mentioned) {
		for _, f := range group.Nodes {
			r.recursive[f] = group.Cyclic
		}
	}
}

// copyProgram copies the functions of a program and all that they reach, with all their variables.
func (r *resolver) copyProgram(p *flow.Program) {
	r.result.Program = &flow.Program{Context: r.ctx}
	cuts := prunings(p)
	copied := map[*pruning]map[*flow.Func]*flow.Func{nil: r.result.Funcs}
	for _, f := range p.Funcs {
		c := cuts[f]
		if copied[c] == nil {
			copied[c] = map[*flow.Func]*flow.Func{}
		}
		g := r.reach(f, c, copied[c])
		if c != nil {
			r.result.Funcs[f] = g
			for i, v := range g.Params {
				if i < len(c.params) && c.params[i] {
					v.Type = flow.OpaqueT
				}
			}
		}
		r.result.Program.Funcs = append(r.result.Program.Funcs, g)
	}
}

// reach copies a function and all that it reaches, without what is pruned.
func (r *resolver) reach(f *flow.Func, without *pruning, copied map[*flow.Func]*flow.Func) *flow.Func {
	if f == nil {
		return nil
	}
	if g, ok := copied[f]; ok {
		return g
	}
	g := &flow.Func{Name: f.Name, Cut: f.Cut, Extern: f.Extern, Doc: f.Doc, At: f.At}
	copied[f] = g
	r.funcs = append(r.funcs, g)
	for _, h := range mentioned(f) {
		r.reach(h, without, copied)
	}
	g.JVP, g.VJP = r.reach(f.JVP, without, copied), r.reach(f.VJP, without, copied)
	if f.Derived != nil {
		d := *f.Derived
		d.Of = r.reach(d.Of, without, copied)
		g.Derived = &d
	}
	c := &copier{vars: renamed(f), funcs: copied}
	if without != nil {
		c.expr = without.expr
		for _, v := range c.vars {
			v.Type = without.typ(v.Type)
		}
	}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		checks, ok := noChange(s)
		return (&copier{vars: c.vars, funcs: c.funcs, expr: c.expr}).list(checks), ok
	}
	g.Params, g.Results = c.variables(f.Params), c.variables(f.Results)
	g.Body = c.list(f.Body)
	inTurn(g.Body)
	return g
}

// renamed has a new variable for each of a function, those of its literals included.
func renamed(f *flow.Func) map[*flow.Var]*flow.Var {
	all := stored(f.Body)
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		all[v] = true
	}
	out := map[*flow.Var]*flow.Var{}
	for v := range all {
		w := *v
		out[v] = &w
	}
	return out
}

// mentioned are the functions that a function calls or uses as values, each once.
func mentioned(f *flow.Func) []*flow.Func {
	var out []*flow.Func
	add := func(g *flow.Func) {
		if g != nil && !slices.Contains(out, g) {
			out = append(out, g)
		}
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			if c, ok := s.(*flow.Call); ok {
				add(c.Func)
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if r, ok := e.(*flow.FuncRef); ok {
				add(r.Func)
			}
		})
	})
	if f.Derived != nil {
		add(f.Derived.Of)
	}
	return out
}

// erase makes value form of all functions.
func (r *resolver) erase() {
	e := newEraser(func(f *flow.Func) []int { return r.summaries[f].outs(len(f.Params)) }, r.checks)
	for _, f := range r.funcs {
		r.result.Disjoint[f] = r.disjoint(f)
	}
	for _, f := range r.funcs {
		e.function(f)
	}
	for _, f := range r.funcs {
		e.variables(f)
		declare(f)
	}
}

// disjoint are the parts of a function's parameters that must not share memory, in order.
func (r *resolver) disjoint(f *flow.Func) []Disjoint {
	needs := slices.SortedFunc(maps.Keys(r.summaries[f].needs), func(a, b argPair) int {
		if c := compareArgs(a.a, b.a); c != 0 {
			return c
		}
		return compareArgs(a.b, b.b)
	})
	var out []Disjoint
	for _, n := range needs {
		out = append(out, Disjoint{partOf(n.a), partOf(n.b)})
	}
	return out
}

// partOf is the part whose memory a node of a parameter is.
func partOf(n argNode) Part {
	rs := []rune(n.path)
	p := Part{Param: n.param}
	for _, r := range rs[:len(rs)-1] {
		switch r {
		case sliceLetter, arrayLetter:
			p.Path = append(p.Path, flow.Step{Kind: flow.StepIndex})
		case derefLetter:
			p.Path = append(p.Path, flow.Step{Kind: flow.StepDeref})
		default:
			p.Path = append(p.Path, flow.Step{Kind: flow.StepField, Field: int(r - fieldLetter)})
		}
	}
	return p
}
