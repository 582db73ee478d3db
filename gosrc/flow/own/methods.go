package own

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A function value that stands for an interface with several methods has a parameter that says which one is meant.
// Calls say it by a number, so every function gets a version for each number that it is called with, in which the
// parameter, the other methods, and what only they take and give, are gone.

// chooser is one run of chooseMethods.
type chooser struct {
	versions map[string]*flow.Func
	made     map[*flow.Func]bool
	seen     map[*flow.Func]bool
}

// chooseMethods makes the versions for what some functions reach.
func chooseMethods(funcs []*flow.Func) {
	c := &chooser{versions: map[string]*flow.Func{}, made: map[*flow.Func]bool{}, seen: map[*flow.Func]bool{}}
	for _, f := range funcs {
		c.function(f)
	}
	for len(c.made) > 0 && c.prune(reachable(funcs)) {
	}
}

// choice is the number that a call gives for the parameter of a method, and its place; false if it has none.
func choice(c *flow.Call) (place int, number int64, ok bool) {
	if c.Func == nil {
		return 0, 0, false
	}
	for i, p := range c.Func.Params {
		if l, lit := c.Args[i].(*flow.Lit); lit && p.Type == flow.Type(flow.MethodT) {
			return i, l.I, true
		}
	}
	return 0, 0, false
}

// function makes the calls of a function calls of versions.
func (c *chooser) function(f *flow.Func) {
	if f == nil || c.seen[f] {
		return
	}
	c.seen[f] = true
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			call, ok := s.(*flow.Call)
			if !ok {
				return
			}
			if i, k, ok := choice(call); ok {
				call.Func = c.version(call.Func, i, k)
				call.Args = slices.Delete(slices.Clone(call.Args), i, i+1)
			}
		})
	})
	for _, g := range append(mentioned(f), f.Attached()...) {
		c.function(g)
	}
}

// version is f with the number k for its i-th parameter.
func (c *chooser) version(f *flow.Func, i int, k int64) *flow.Func {
	key := fmt.Sprintf("%p %d", f, k)
	if g := c.versions[key]; g != nil {
		return g
	}
	g := &flow.Func{Name: f.Name, Doc: f.Doc, At: f.At}
	c.versions[key], c.made[g] = g, true
	d := &copier{vars: renamed(f)}
	for j, p := range f.Params {
		if j != i {
			g.Params = append(g.Params, d.vars[p])
		}
	}
	for _, r := range f.Results {
		g.Results = append(g.Results, d.vars[r])
	}
	number := &flow.Lit{Typ: flow.MethodT, I: k}
	d.whole = func(e flow.Expr) (flow.Expr, bool) {
		l, ok := e.(*flow.Load)
		return number, ok && l.Place.Var == f.Params[i]
	}
	d.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		in, ok := s.(*flow.If)
		if !ok {
			return nil, false
		}
		o, ok := in.Cond.(*flow.Op)
		if !ok || o.Op.Name != "ieq" {
			return nil, false
		}
		l, ok := o.Args[0].(*flow.Load)
		if !ok || l.Place.Var != f.Params[i] {
			return nil, false
		}
		if o.Args[1].(*flow.Lit).I == k {
			return d.list(in.Then), true
		}
		return d.list(in.Else), true
	}
	if g.Body = d.list(f.Body); g.Body == nil {
		g.Body = []flow.Stmt{}
	}
	return g
}

// prune removes parameters of versions that nothing reads, and results that no call takes; it reports whether there
// were any.
func (c *chooser) prune(funcs []*flow.Func) bool {
	calls := map[*flow.Func][]*flow.Call{}
	values := map[*flow.Func]bool{}
	for _, f := range funcs {
		deep(f.Body, func(ss []flow.Stmt) {
			eachStmt(ss, func(s flow.Stmt) {
				if call, ok := s.(*flow.Call); ok && c.made[call.Func] {
					calls[call.Func] = append(calls[call.Func], call)
				}
			})
			eachOperand(ss, func(e flow.Expr) {
				if r, ok := e.(*flow.FuncRef); ok {
					values[r.Func] = true
				}
			})
		})
	}
	changed := false
	for _, f := range funcs {
		if !c.made[f] || values[f] {
			continue
		}
		used := mentions(f.Body)
		for i := len(f.Params) - 1; i >= 0; i-- {
			if used[f.Params[i]] > 0 {
				continue
			}
			f.Params = slices.Delete(f.Params, i, i+1)
			for _, call := range calls[f] {
				call.Args = slices.Delete(call.Args, i, i+1)
			}
			changed = true
		}
		for i := len(f.Results) - 1; i >= 0; i-- {
			if slices.ContainsFunc(calls[f], func(call *flow.Call) bool { return call.Dst[i].Var != nil }) {
				continue
			}
			r := f.Results[i]
			f.Results = slices.Delete(f.Results, i, i+1)
			for _, call := range calls[f] {
				call.Dst = slices.Delete(call.Dst, i, i+1)
			}
			dropStores(f.Body, r)
			changed = true
		}
	}
	return changed
}

// dropStores makes calls drop what they store to a variable that was a result, if nothing else is done with it.
func dropStores(ss []flow.Stmt, r *flow.Var) {
	var stores []*flow.Call
	n := 0
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			if call, ok := s.(*flow.Call); ok {
				for _, d := range call.Dst {
					if d.Var == r && len(d.Path) == 0 {
						stores, n = append(stores, call), n+1
					}
				}
			}
		})
	})
	if mentions(ss)[r] != n {
		return
	}
	for _, call := range stores {
		for i, d := range call.Dst {
			if d.Var == r {
				call.Dst[i] = flow.Place{}
			}
		}
	}
}
