package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Two calls of one function of numbers with equal arguments give equal results: in rows[key(x)] = append(rows[key(x)],
// v) the two places are one. So the second call becomes a copy of the first one's result, and its name that of the
// first.

// once replaces calls that were made before, with the same arguments, by what they gave. It changes the statements in
// place.
func once(f *flow.Func) {
	r := &repeats{named: map[*flow.Var]*flow.Var{}, assigned: map[*flow.Var]int{}, exposed: map[*flow.Var]bool{}}
	total := mentions(f.Body)
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
				r.assigned[p.Var]++
			}
		})
		for _, l := range literals(ss) {
			for v, n := range mentions(l.Body) {
				r.exposed[v] = r.exposed[v] || n < total[v]
			}
		}
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok {
				r.exposed[a.Place.Var] = true
			}
		})
	})
	for _, v := range slices.Concat(f.Params, f.Results) {
		r.assigned[v] = 2
	}
	deep(f.Body, func(ss []flow.Stmt) { r.list(ss, nil) })
	if len(r.named) > 0 {
		f.Body = (&copier{vars: r.named}).list(f.Body)
	}
}

// repeats finds calls that were made before.
type repeats struct {
	named    map[*flow.Var]*flow.Var // results of calls that were made before, by theirs
	assigned map[*flow.Var]int       // how often; those that do not count are assigned more than once
	exposed  map[*flow.Var]bool      // variables that pointers and literals may lead to
}

// list follows a list of statements behind calls that were made, and returns those whose results still hold.
func (r *repeats) list(ss []flow.Stmt, made []*flow.Call) {
	made = slices.Clone(made)
	for i, s := range ss {
		c, ok := s.(*flow.Call)
		if ok && r.numeric(c) {
			ss[i] = r.call(c, &made)
			continue
		}
		made = r.kept(made, flow.Lists(s)...)
		for _, b := range flow.Lists(s) {
			r.list(b, made)
		}
		made = r.kept(made, []flow.Stmt{s})
	}
}

// numeric reports whether a call is one of a function of numbers, with results of its own that are integers or bools.
func (r *repeats) numeric(c *flow.Call) bool {
	if c.Func == nil || c.Func.Sealed() || len(c.Dst) == 0 {
		return false
	}
	for _, v := range c.Func.Params {
		if b, ok := v.Type.(*flow.Basic); !ok || b.Kind == flow.KindOpaque || b.Kind == flow.KindError {
			return false
		}
	}
	for _, p := range c.Dst {
		if p.Var == nil {
			return false
		}
		b, ok := p.Type().(*flow.Basic)
		if !ok || b.Kind != flow.KindInt && b.Kind != flow.KindUint && b.Kind != flow.KindBool {
			return false
		}
		if len(p.Path) > 0 || r.assigned[p.Var] != 1 || r.exposed[p.Var] {
			return false
		}
	}
	return true
}

// call is what becomes of a call of numbers: nothing, where its results have names already.
func (r *repeats) call(c *flow.Call, made *[]*flow.Call) flow.Stmt {
	c.Args = (&copier{vars: r.named}).exprs(c.Args)
	for _, b := range *made {
		if b.Func != c.Func || !slices.EqualFunc(b.Args, c.Args, sameExpr) {
			continue
		}
		for i, p := range c.Dst {
			r.named[p.Var] = b.Dst[i].Var
		}
		return &flow.Assign{At: c.At}
	}
	*made = append(*made, c)
	return c
}

// kept are the calls whose arguments lists of statements do not change.
func (r *repeats) kept(made []*flow.Call, lists ...[]flow.Stmt) []*flow.Call {
	if len(made) == 0 {
		return nil
	}
	stored, memory := map[*flow.Var]bool{}, false
	for _, ss := range lists {
		eachStmt(ss, func(s flow.Stmt) {
			c, call := s.(*flow.Call)
			memory = memory || call && !r.numeric(c)
			if _, copies := s.(*flow.Copy); copies {
				memory = true
			}
			if c, ok := s.(*flow.Count); ok {
				stored[c.Idx] = true
			}
			for _, p := range flow.Stores(s) {
				stored[p.Var] = true
				memory = memory || p.Var != nil && (len(p.Path) > 0 || r.exposed[p.Var])
			}
		})
	}
	return slices.DeleteFunc(slices.Clone(made), func(c *flow.Call) bool {
		changed := false
		for _, a := range c.Args {
			flow.WalkExpr(a, func(e flow.Expr) {
				switch e := e.(type) {
				case *flow.Load:
					changed = changed || stored[e.Place.Var] ||
						memory && (len(e.Place.Path) > 0 || r.exposed[e.Place.Var])
				case *flow.Addr, *flow.Window, *flow.Make, *flow.Closure:
					changed = true
				}
			})
		}
		return changed
	})
}
