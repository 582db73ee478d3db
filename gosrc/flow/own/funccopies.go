package own

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// maxSpecial bounds the number of copies of functions for their function arguments.
const maxSpecial = 1000

// maxCopies bounds the number of copies of one recursive function.
const maxCopies = 40

// A caller copies a body and calls known functions by name.
type caller struct {
	copier
	*resolver
	scope map[*flow.Var]target
}

func (p *caller) statement(s flow.Stmt) ([]flow.Stmt, bool) {
	call, ok := s.(*flow.Call)
	if !ok {
		return nil, false
	}
	out := p.copier.same(call).(*flow.Call)
	if t, ok := p.find(out.Fun); ok {
		out.Func, out.Fun = t.fn, nil
		out.Args = append(out.Args, p.again(t.extra)...)
	}
	if out.Func != nil {
		p.specialise(out)
	}
	return []flow.Stmt{out}, true
}

// notNil decides whether a known function is nil.
func (p *caller) notNil(e flow.Expr) flow.Expr {
	if n, ok := e.(*flow.IsNil); ok {
		if _, known := p.find(n.X); known {
			return boolLit(false)
		}
	}
	return e
}

func (p *caller) find(e flow.Expr) (target, bool) {
	l, ok := e.(*flow.Load)
	if !ok || len(l.Place.Path) > 0 {
		return target{}, false
	}
	t, ok := p.scope[l.Place.Var]
	return t, ok
}

// again copies expressions.
func (p *caller) again(es []flow.Expr) []flow.Expr { return (&copier{}).exprs(es) }

// specialise replaces the callee by its copy for the known functions among the arguments.
func (p *caller) specialise(s *flow.Call) {
	g := s.Func
	if g.Sealed() {
		return
	}
	var key strings.Builder
	fmt.Fprintf(&key, "%p", g)
	known := map[int]target{}
	var extra []flow.Expr // each once
	for i, e := range s.Args {
		if t, ok := p.find(e); ok && i < len(g.Params) && isFunc(g.Params[i].Type) &&
			!assignedIn(g.Body)[g.Params[i]] && !keeps(g, g.Params[i]) &&
			!(p.recursive[g] && p.high(t.fn)) {
			known[i] = t
			fmt.Fprintf(&key, " %d:%p", i, t.fn)
			for _, e := range t.extra {
				k := slices.IndexFunc(extra, func(x flow.Expr) bool { return sameRef(x, e) })
				if k < 0 {
					k = len(extra)
					extra = append(extra, e)
				}
				fmt.Fprintf(&key, ",%d", k)
			}
		}
	}
	if len(known) == 0 {
		return
	}
	h := p.special[key.String()]
	if h == nil {
		first := g
		if p.copyOf[g] != nil {
			first = p.copyOf[g]
		}
		if len(p.special) >= maxSpecial || p.recursive[g] && p.copies[first] >= maxCopies {
			return
		}
		p.copies[first]++
		h = p.copyFor(g, known, extra, key.String(), first)
	}
	var args []flow.Expr
	for i, e := range s.Args {
		if _, ok := known[i]; !ok {
			args = append(args, e)
		}
	}
	s.Func, s.Args = h, append(args, p.again(extra)...)
}

// sameRef reports whether two captured variables are one.
func sameRef(a, b flow.Expr) bool {
	x, ok := a.(*flow.Addr)
	y, ok2 := b.(*flow.Addr)
	return ok && ok2 && samePlace(x.Place, y.Place) || sameExpr(a, b)
}

// copyFor copies a function, a copy of first, for known arguments.
func (p *caller) copyFor(g *flow.Func, known map[int]target, extra []flow.Expr, key string,
	first *flow.Func) *flow.Func {
	names := []string{g.Name}
	h := &flow.Func{Doc: g.Doc, At: g.At}
	p.special[key] = h
	p.recursive[h], p.copyOf[h] = p.recursive[g], first
	c := &copier{vars: renamed(g)}
	env := map[*flow.Var]target{}
	more := make([]*flow.Var, len(extra))
	for i, e := range extra {
		v := captureOf(e).v
		more[i] = &flow.Var{Name: v.Name, Text: called(v), Type: e.Type(), At: g.At}
	}
	for i, q := range g.Params {
		t, ok := known[i]
		if !ok {
			h.Params = append(h.Params, c.vars[q])
			continue
		}
		names = append(names, t.fn.Name)
		u := target{fn: t.fn}
		for _, e := range t.extra {
			k := slices.IndexFunc(extra, func(x flow.Expr) bool { return sameRef(x, e) })
			u.extra = append(u.extra, load(more[k]))
		}
		env[c.vars[q]] = u
	}
	h.Name = strings.Join(names, ".")
	h.Params = append(h.Params, more...)
	h.Results = c.variables(g.Results)
	h.Body = c.list(g.Body)
	p.known(h, env)
	return h
}
