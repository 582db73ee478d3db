package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Function values become first-order, in two steps.
//
// Those whose code is known where they are called or handed on become calls of functions (funcknown.go): a literal gets
// the variables that it captures as parameters, those that it assigns by pointer, and a function that is given a
// function is copied with that function in place of its parameter. What it captures is passed at each call, when a
// literal would read it; so this keeps the meaning for variables that change as well. In turn: literals get names
// (funcnames.go), it is found which variables hold one of them alone (funcsingle.go) and what these need (funcneeds.go),
// those that are the same share a function (funcshare.go), literals become functions (funclift.go), and functions that
// are given functions are copied (funccopies.go).
//
// Those whose code is not known there, because they are kept in data, or because an if or switch chose one of them,
// become structs (functags.go): what a value consists of is in functagtype.go, how it is made in functagvalue.go, how it
// is called in functagcall.go, and what is passed at calls instead in funcpassed.go.
//
// What a literal captures, and how it becomes a function with that as parameters, is the same in both (funccode.go).

// firstOrder resolves the function values of all functions, and says which functions there are then.
func (r *resolver) firstOrder(given map[*flow.Func]bool) {
	r.copies, r.copyOf = map[*flow.Func]int{}, map[*flow.Func]*flow.Func{}
	r.special, r.lifted = map[string]*flow.Func{}, map[*syntax.Pos][]*lifted{}
	r.towers = map[*flow.Func]map[*syntax.Pos]int{}
	all := r.funcs
	r.findRecursive()
	for _, f := range all {
		r.known(f, nil)
	}
	r.tags(reachable(r.result.Program.Funcs), given)
	if len(r.diags) > 0 {
		return
	}
	chooseMethods(r.result.Program.Funcs)
	r.funcs = reachable(r.result.Program.Funcs)
	for _, f := range r.funcs {
		separate(f)
		r.work[f] = newWork(f, f.Body)
	}
	roots := r.result.Program.Funcs
	for _, f := range r.funcs {
		if !slices.Contains(roots, f) {
			roots = append(roots, f)
		}
	}
	r.result.Program.Funcs = roots
}

// reachable are functions and all that they call or mention.
func reachable(roots []*flow.Func) (out []*flow.Func) {
	seen := map[*flow.Func]bool{nil: true}
	var visit func(f *flow.Func)
	visit = func(f *flow.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		out = append(out, f)
		for _, g := range append(mentioned(f), f.Attached()...) {
			visit(g)
		}
	}
	for _, f := range roots {
		visit(f)
	}
	return out
}

// keepsFuncs reports whether a function has function values.
func keepsFuncs(f *flow.Func) bool {
	found := false
	for v := range mentions(f.Body) {
		found = found || holdsFunc(v.Type)
	}
	for _, v := range slices.Concat(f.Params, f.Results) {
		found = found || holdsFunc(v.Type)
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) { found = found || holdsFunc(e.Type()) })
	})
	return found
}

func holdsFunc(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.FuncType:
		return true
	case *flow.Slice:
		return holdsFunc(t.Elem)
	case *flow.Array:
		return holdsFunc(t.Elem)
	case *flow.Pointer:
		return holdsFunc(t.Elem)
	case *flow.Struct:
		for _, f := range t.Fields {
			if holdsFunc(f.Type) {
				return true
			}
		}
	case *flow.Basic:
	}
	return false
}

func isFunc(t flow.Type) bool { _, ok := t.(*flow.FuncType); return ok }
