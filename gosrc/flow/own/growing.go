package own

import (
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/unionfind"
)

// A slice that a loop appends to has room behind its end only as long as the loop sees all that happens to it: a call
// that gets the slice, or a structure around it, gets its elements and no more, so that it would be copied for each
// call. So calls that append for their callers, and calls in loops that get what is appended to, are replaced by
// bodies:
//
//	func (s *Stack) Push(v float64) { s.data = append(s.data, v) }

//
// A function that gives a part of what it gets, m.Row(i), gives its value, a copy. In a loop, where it may be asked for
// one element of that, its body is put in the place of the call as well, so that it is a view.

// The bounds of that: statements of a callee, and of the function with the bodies in it.
const (
	maxOpened = 150
	maxGrown  = 3000
	maxPart   = 12 // of a callee that gives a part
)

// openGrowing replaces such calls in a function.
func (r *resolver) openGrowing(w *work) {
	if r.recursive[w.fn] {
		return
	}
	for range maxInlined {
		g := growths(w.body)
		open := map[*flow.Call]bool{}
		total := size(w.body)
		inLoops(w.body, false, func(s flow.Stmt, looped bool) {
			c, ok := s.(*flow.Call)
			if !ok || c.Func == nil || c.Func.Sealed() || r.recursive[c.Func] ||
				moves(r.work[c.Func].body) {
				return
			}
			n := size(r.work[c.Func].body)
			if n > maxOpened || total+n > maxGrown {
				return
			}
			if r.growsParam(c.Func) || r.opened[c.Func] ||
				looped && (g.touched(c) || r.givesPart(c.Func) || r.growsThrough(c)) {
				open[c] = true
				total += n
			}
		})
		if len(open) == 0 {
			return
		}
		w.body = inline(w.body, open, func(f *flow.Func) []flow.Stmt { return r.work[f].body })
	}
}

// growsThrough reports whether a variable is handed through a call that appends to it: v = f(v, …).
func (r *resolver) growsThrough(c *flow.Call) bool {
	body := r.work[c.Func].body
	for i := range c.Dst {
		names := through(c, body, i)
		if names == nil {
			continue
		}
		names = append(names, c.Func.Results[i])
		grows := false
		eachStmt(body, func(s flow.Stmt) {
			a, ok := s.(*flow.Append)
			grows = grows || ok && len(a.Dst.Path) == 0 && slices.Contains(names, a.Dst.Var)
		})
		if grows {
			return true
		}
	}
	return false
}

// givesPart reports whether a function gives a slice that is a part of what a parameter leads to, and does little else.
func (r *resolver) givesPart(f *flow.Func) bool {
	body := r.work[f].body
	if len(f.Results) != 1 || !isSlice(f.Results[0].Type) || size(body) > maxPart {
		return false
	}
	found := false
	eachStmt(body, func(s flow.Stmt) {
		a, ok := s.(*flow.Assign)
		for i := 0; ok && i < len(a.Dst); i++ {
			if p, leads := outPlace(a.Src[i]); leads && a.Dst[i].Var == f.Results[0] &&
				slices.Contains(f.Params, p.Var) {
				found = true
			}
		}
	})
	return found
}

// inLoops visits all statements, with whether they are in a loop.
func inLoops(ss []flow.Stmt, looped bool, visit func(flow.Stmt, bool)) {
	for _, s := range ss {
		visit(s, looped)
		in := looped
		switch s.(type) {
		case *flow.Count, *flow.While:
			in = true
		}
		for _, list := range flow.Lists(s) {
			inLoops(list, in, visit)
		}
	}
}

// growsParam reports whether a function appends to memory that a parameter leads to.
func (r *resolver) growsParam(f *flow.Func) bool {
	g := growths(r.work[f].body)
	for _, p := range f.Params {
		for _, at := range g.paths[g.classes.Find(p)] {
			if at.behind {
				return true
			}
		}
	}
	return false
}

// growing says which variables lead to slices that are appended to. Variables of which one may lead to memory of the
// other are one class.
type growing struct {
	classes unionfind.Sets[*flow.Var]
	paths   map[*flow.Var][]grownAt // by class
}

// A grownAt is a place that is appended to; behind says that it is behind a pointer.
type grownAt struct {
	v      *flow.Var
	path   string
	behind bool
}

func growths(ss []flow.Stmt) *growing {
	g := &growing{paths: map[*flow.Var][]grownAt{}}
	var all []grownAt
	eachStmt(ss, func(s flow.Stmt) {
		switch s := s.(type) {
		case *flow.Assign:
			for i, d := range s.Dst {
				p, ok := outPlace(s.Src[i])
				if _, basic := d.Type().(*flow.Basic); ok && !basic && d.Var != nil {
					g.classes.Union(d.Var, p.Var)
				}
			}
		case *flow.Append:
			if s.Dst.Var == nil {
				return
			}
			at := grownAt{v: s.Dst.Var, path: letters(s.Dst)}
			for _, step := range s.Dst.Path {
				at.behind = at.behind || step.Kind == flow.StepDeref
			}
			all = append(all, at)
		}
	})
	for _, at := range all {
		c := g.classes.Find(at.v)
		g.paths[c] = append(g.paths[c], at)
	}
	return g
}

// touched reports whether a call gets something that is appended to.
func (g *growing) touched(c *flow.Call) bool {
	for _, e := range c.Args {
		p, ok := outPlace(e)
		if _, basic := e.Type().(*flow.Basic); !ok || basic {
			continue
		}
		at := letters(p)
		for _, h := range g.paths[g.classes.Find(p.Var)] {
			if h.v != p.Var || strings.HasPrefix(h.path, at) || strings.HasPrefix(at, h.path) {
				return true
			}
		}
	}
	return false
}
