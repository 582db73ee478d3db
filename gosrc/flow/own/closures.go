package own

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Function values whose code is known where they are called or handed on become calls of functions: a literal gets the
// variables that it captures as parameters, those that it assigns by pointer, and a function that is given a function
// is copied with that function in place of its parameter. What it captures is passed at each call, when a literal
// would read it; so this keeps the meaning for variables that change as well.

// maxSpecial bounds the number of copies of functions for their function arguments.
const maxSpecial = 1000

// maxTower bounds how often functions that a recursive function is copied for may hold functions made of the same
// literal: a call that passes on its parameter in a literal makes a higher tower each time.
const maxTower = 3

// maxCopies bounds the number of copies of one recursive function.
const maxCopies = 40

// A target is what a function variable is known to be: a function, and what to pass behind the arguments.
type target struct {
	fn    *flow.Func
	extra []flow.Expr
}

// A capture is a variable around a literal that the literal uses; by pointer if it assigns it.
type capture struct {
	v   *flow.Var
	ref bool
}

// A lifted literal is one on the way to a function.
type lifted struct {
	v    *flow.Var // that holds it
	lit  *flow.Func
	fn   *flow.Func
	caps []capture
	env  map[*flow.Var]target // the functions that it may use
	open map[*flow.Var]bool   // those of its own list that are not known yet
}

// firstOrder resolves the function values of all functions, and says which functions there are then.
func (r *resolver) firstOrder(given map[*flow.Func]bool) {
	r.copies, r.copyOf = map[*flow.Func]int{}, map[*flow.Func]*flow.Func{}
	r.special, r.lifted, r.towers = map[string]*flow.Func{}, map[*syntax.Pos][]*lifted{}, map[*flow.Func]map[*syntax.Pos]int{}
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
	r.funcs = nil
	seen := map[*flow.Func]bool{}
	var visit func(f *flow.Func)
	visit = func(f *flow.Func) {
		if f == nil || seen[f] {
			return
		}
		seen[f] = true
		r.funcs = append(r.funcs, f)
		separate(f)
		r.work[f] = newWork(f, f.Body)
		for _, g := range mentioned(f) {
			visit(g)
		}
		visit(f.JVP)
	}
	for _, f := range r.result.Program.Funcs {
		visit(f)
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
		for _, g := range mentioned(f) {
			visit(g)
		}
		visit(f.JVP)
	}
	for _, f := range roots {
		visit(f)
	}
	return out
}

// known resolves the function values in f, whose variables in env are known already.
func (r *resolver) known(f *flow.Func, env map[*flow.Var]target) {
	f.Body = nameLiterals(r.openMakers(f))
	scope := maps.Clone(env)
	if scope == nil {
		scope = map[*flow.Var]target{}
	}
	lifts := r.lifts(f, scope)
	r.captures(f, lifts, scope)
	around := maps.Clone(scope)
	for _, l := range lifts {
		r.share(l, scope, lifts)
		t := target{fn: l.fn}
		for _, c := range l.caps {
			if c.ref {
				t.extra = append(t.extra, &flow.Addr{Place: place(c.v)})
			} else {
				t.extra = append(t.extra, load(c.v))
			}
		}
		scope[l.v] = t
	}
	for _, l := range lifts {
		r.lift(l, lifts, around)
	}
	p := &caller{resolver: r, scope: scope}
	p.copier.stmt = p.statement
	p.copier.expr = p.notNil
	f.Body = p.list(f.Body)
	f.Body = dropUnused(f.Body, scope)
}

// share gives a literal the function of an earlier one that is the same: a copy of a function has copies of its
// literals, and a function that calls itself with literals would have no end of copies for them.
func (r *resolver) share(l *lifted, scope map[*flow.Var]target, all []*lifted) {
	if l.fn.Params != nil || l.fn.Body != nil {
		return // another name of a literal that was lifted
	}
	if slices.ContainsFunc(r.lifted[l.lit.At], func(m *lifted) bool { return m.fn == l.fn }) {
		return
	}
	l.env, l.open = maps.Clone(scope), map[*flow.Var]bool{}
	for _, m := range all {
		if _, known := scope[m.v]; !known && m != l {
			l.open[m.v] = true
		}
	}
	for _, m := range r.lifted[l.lit.At] {
		if sameLifted(l, m) {
			for _, n := range all {
				if n != l && n.fn == l.fn {
					n.fn = m.fn
				}
			}
			l.fn = m.fn
			return
		}
	}
	r.lifted[l.lit.At] = append(r.lifted[l.lit.At], l)
	r.towers[l.fn] = r.tower(l)
}

// tower counts for literals, by where they stand, how often one is in another of them, and so on: in a literal and the
// known functions that it uses.
func (r *resolver) tower(l *lifted) map[*syntax.Pos]int {
	out := map[*syntax.Pos]int{}
	for v := range mentions(l.lit.Body) {
		if t, ok := l.env[v]; ok {
			for at, n := range r.towers[t.fn] {
				out[at] = max(out[at], n)
			}
		}
	}
	out[l.lit.At]++
	return out
}

// high reports whether a function holds too many made of one literal.
func (r *resolver) high(f *flow.Func) bool {
	for _, n := range r.towers[f] {
		if n > maxTower {
			return true
		}
	}
	return false
}

// sameLifted reports whether the functions of two literals are the same: what they capture, in order, and what is known
// of the functions that they use.
func sameLifted(l, m *lifted) bool {
	if len(l.caps) != len(m.caps) {
		return false
	}
	c := newCorrespondence()
	for i, k := range l.caps {
		if k.ref != m.caps[i].ref || !c.variables(k.v, m.caps[i].v) {
			return false
		}
	}
	if !c.literals(l.lit, m.lit) {
		return false
	}
	for v, w := range c.to {
		s, ok := l.env[v]
		t, ok2 := m.env[w]
		if l.open[v] || m.open[w] || ok != ok2 || (v == l.v) != (w == m.v) || ok && !c.sameTargets(s, t) {
			return false
		}
	}
	return true
}

// sameTargets reports whether two known functions are one, and are given the same.
func (c *correspondence) sameTargets(s, t target) bool {
	if s.fn != t.fn || len(s.extra) != len(t.extra) {
		return false
	}
	for i, e := range s.extra {
		if !c.same(reflect.ValueOf(e), reflect.ValueOf(t.extra[i])) {
			return false
		}
	}
	return true
}

// openMakers replaces calls of functions that return functions by their bodies, so that it is known what they return.
func (r *resolver) openMakers(f *flow.Func) []flow.Stmt {
	ss := f.Body
	for range maxInlined {
		makers := map[*flow.Call]bool{}
		deep(ss, func(ss []flow.Stmt) {
			eachStmt(ss, func(s flow.Stmt) {
				c, ok := s.(*flow.Call)
				if ok && c.Func != nil && c.Func.Extern == nil && c.Func.JVP == nil && makes(c.Func) &&
					!r.recursive[c.Func] {
					makers[c] = true
				}
			})
		})
		if len(makers) == 0 {
			break
		}
		ss = inline(ss, makers, func(g *flow.Func) []flow.Stmt { return g.Body })
	}
	return ss
}

// makes reports whether a function returns functions, or data with literals that share variables of it which change.
func makes(f *flow.Func) bool {
	data := false
	for _, v := range f.Results {
		if isFunc(v.Type) {
			return true
		}
		data = data || holdsFunc(v.Type)
	}
	if !data {
		return false
	}
	count := assignments(f)
	for _, l := range literals(f.Body) {
		if slices.ContainsFunc(captured(l, f), func(v *flow.Var) bool { return count[v] > 1 }) {
			return true
		}
	}
	return false
}

// nameLiterals stores literals and functions that are arguments or called at once in variables.
func nameLiterals(ss []flow.Stmt) []flow.Stmt {
	c := &copier{}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		call, ok := s.(*flow.Call)
		if !ok {
			return nil, false
		}
		var before []flow.Stmt
		name := func(e flow.Expr) flow.Expr {
			switch e.(type) {
			case *flow.Closure, *flow.FuncRef:
				v := &flow.Var{Name: "f", Type: e.Type(), At: call.At}
				before = append(before, &flow.Assign{Dst: []flow.Place{place(v)}, Src: []flow.Expr{e}, At: call.At})
				return load(v)
			}
			return e
		}
		out := &flow.Call{Dst: c.dsts(call.Dst), Func: call.Func, Args: c.exprs(call.Args), At: call.At}
		if call.Fun != nil {
			out.Fun = name(c.value(call.Fun))
		}
		for i, e := range out.Args {
			out.Args[i] = name(e)
		}
		return append(before, out), true
	}
	return c.list(ss)
}

// lifts are the variables of f that hold one known literal wherever they are used. Those that hold a declared function
// or another known variable go to scope.
func (r *resolver) lifts(f *flow.Func, scope map[*flow.Var]target) []*lifted {
	defs := map[*flow.Var][]flow.Expr{}
	outside := map[*flow.Var]bool{} // assigned inside a literal, or by something else than an assignment
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for i, p := range stores(s) {
				if p.Var == nil || !isFunc(p.Var.Type) {
					continue
				}
				if a, ok := s.(*flow.Assign); ok {
					if _, zero := a.Src[i].(*flow.Zero); !zero {
						defs[p.Var] = append(defs[p.Var], a.Src[i])
					}
				} else {
					outside[p.Var] = true
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok {
				outside[a.Place.Var] = true
			}
		})
		for _, l := range literals(ss) {
			for v := range stored(l.Body) {
				outside[v] = true
			}
		}
	})
	for _, p := range append(slices.Clone(f.Params), f.Results...) {
		outside[p] = true
	}
	var out []*lifted
	earlier := map[*flow.Var]*flow.Func{} // the literals of variables that hold no other
	single := func(v *flow.Var) bool { return len(defs[v]) == 1 && !outside[v] }
	inOrder(f.Body, func(v *flow.Var, e flow.Expr, behind func() []flow.Stmt) {
		if !isFunc(v.Type) || !single(v) {
			return
		}
		nils := zeros(f.Body, v)
		var itself []flow.Stmt // may be used in the literal
		c, literal := e.(*flow.Closure)
		if literal {
			itself = c.Func.Body
			defer func() { earlier[v] = c.Func }()
		}
		if nils > 0 || literal { // somebody may ask for it before, or where it is nil again
			rest := behind()
			stray := mentions(f.Body)[v] - nils - (mentions(rest)[v] + mentions(itself)[v] + 1)
			if zeros(rest, v) > 0 || stray != 0 && !(literal && waits(f.Body, v, itself, earlier, mentions(rest))) {
				return
			}
		}
		switch e := e.(type) {
		case *flow.FuncRef:
			scope[v] = target{fn: e.Func}
		case *flow.Closure:
			g := &flow.Func{Name: e.Func.Name, Doc: e.Func.Doc, At: e.Func.At}
			out = append(out, &lifted{v: v, lit: e.Func, fn: g})
		case *flow.Load:
			if t, ok := scope[e.Place.Var]; ok && len(e.Place.Path) == 0 {
				scope[v] = t
				return
			}
			for _, l := range out {
				if l.v == e.Place.Var && len(e.Place.Path) == 0 {
					out = append(out, &lifted{v: v, lit: l.lit, fn: l.fn})
					return
				}
			}
		}
	})
	return out
}

// waits reports whether v, with the literal that is itself, is used before only in literals that nobody can run before
// v has it: these are used only in each other, in it, and in what comes behind, as functions that call each other are.
//
//	var expr func() float64
//	factor := func() float64 { … expr() … }
//	expr = func() float64 { … factor() … }
func waits(body []flow.Stmt, v *flow.Var, itself []flow.Stmt, earlier map[*flow.Var]*flow.Func,
	rest map[*flow.Var]int) bool {
	uses := map[*flow.Var]map[*flow.Var]int{v: mentions(itself)}
	for grown := true; grown; {
		grown = false
		for u, lit := range earlier {
			if uses[u] != nil {
				continue
			}
			m := mentions(lit.Body)
			for w := range uses {
				if m[w] > 0 {
					uses[u], grown = m, true
					break
				}
			}
		}
	}
	all := mentions(body)
	for u := range uses {
		n := all[u] - zeros(body, u) - rest[u] - 1
		for _, m := range uses {
			n -= m[u]
		}
		if n != 0 {
			return false
		}
	}
	return true
}

func isFunc(t flow.Type) bool { _, ok := t.(*flow.FuncType); return ok }

// inOrder calls f for the values that are assigned to variables, with the statements that only run behind it in the
// same iteration: those behind a block are not among them where a break before the assignment leads there.
func inOrder(ss []flow.Stmt, f func(*flow.Var, flow.Expr, func() []flow.Stmt)) {
	left := map[flow.Stmt]bool{} // by the breaks up to here
	var look func(ss []flow.Stmt, after func() []flow.Stmt)
	look = func(ss []flow.Stmt, after func() []flow.Stmt) {
		for k, s := range ss {
			behind := func() []flow.Stmt { return append(slices.Clone(ss[k+1:]), after()...) }
			switch s := s.(type) {
			case *flow.Assign:
				for i, p := range s.Dst {
					if p.Var != nil && len(p.Path) == 0 {
						f(p.Var, s.Src[i], behind)
					}
				}
			case *flow.Break:
				left[s.Target] = true
			case *flow.Block:
				look(s.Body, func() []flow.Stmt {
					if left[s] {
						return nil
					}
					return behind()
				})
				continue
			}
			for _, b := range bodies(s) {
				look(b, func() []flow.Stmt { return nil })
			}
		}
	}
	look(ss, func() []flow.Stmt { return nil })
}

// zeros counts the assignments of nil to v.
func zeros(ss []flow.Stmt, v *flow.Var) int {
	n := 0
	eachStmt(ss, func(s flow.Stmt) {
		if a, ok := s.(*flow.Assign); ok {
			for i, p := range a.Dst {
				if _, zero := a.Src[i].(*flow.Zero); zero && p.Var == v {
					n++
				}
			}
		}
	})
	return n
}

// captures finds what the literals need of the variables around them, those of other known functions that they use
// included.
func (r *resolver) captures(f *flow.Func, lifts []*lifted, scope map[*flow.Var]target) {
	total := mentions(f.Body)
	for _, p := range append(slices.Clone(f.Params), f.Results...) {
		total[p] = -1
	}
	for v := range scope {
		// a parameter that a copy of a function has no more belongs to no literal, even if only one uses it
		total[v] = -1
	}
	cells := map[*flow.Var]bool{}
	for _, l := range lifts {
		for v := range assignedIn(l.lit.Body) {
			cells[v] = true
		}
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok && trim(letters(a.Place)) == "" {
				cells[a.Place.Var] = true
			}
		})
	})
	count := assignments(f)
	for changed := true; changed; {
		changed = false
		for _, l := range lifts {
			before, n := slices.Clone(l.caps), len(cells)
			l.capture(total, count, cells, lifts, scope)
			changed = changed || !slices.Equal(before, l.caps) || n != len(cells)
		}
	}
}

// capture adds what l needs, as far as it is known now. Variables that occur outside as well are captured; total says
// how often each occurs in all, count how often it is assigned. Cells are those that some literal assigns, and those
// that change and that a function uses which a literal keeps: it is called when nobody passes them.
func (l *lifted) capture(total, count map[*flow.Var]int, cells map[*flow.Var]bool, lifts []*lifted,
	scope map[*flow.Var]target) {
	inner := map[*flow.Var]bool{}
	for _, v := range append(slices.Clone(l.lit.Params), l.lit.Results...) {
		inner[v] = true
	}
	used := mentions(l.lit.Body)
	add := func(v *flow.Var, ref bool) {
		for i, c := range l.caps {
			if c.v == v {
				l.caps[i].ref = c.ref || ref
				return
			}
		}
		l.caps = append(l.caps, capture{v, ref})
	}
	// What the literal assigns to the variables around it stays when it is done, as its results do.
	stays := slices.Clone(l.lit.Results)
	for _, v := range ordered(l.lit.Body) {
		if !inner[v] && total[v] != used[v] {
			stays = append(stays, v)
		}
	}
	for _, v := range ordered(l.lit.Body) {
		if inner[v] || total[v] == used[v] {
			continue
		}
		kept := keeps(&flow.Func{Results: stays, Body: l.lit.Body}, v)
		keep := func(v *flow.Var) {
			if kept && count[v] > 1 {
				cells[v] = true
			}
		}
		if t, ok := scope[v]; ok {
			for _, e := range t.extra {
				switch e := e.(type) {
				case *flow.Load:
					add(e.Place.Var, false)
				case *flow.Addr:
					add(e.Place.Var, true)
				}
			}
			continue
		}
		if i := slices.IndexFunc(lifts, func(m *lifted) bool { return m.v == v }); i >= 0 {
			for _, c := range lifts[i].caps {
				keep(c.v)
				add(c.v, c.ref || cells[c.v])
			}
			continue
		}
		keep(v)
		add(v, cells[v])
	}
}

// ordered are the variables that occur in a list of statements, in the order of their first occurrence.
func ordered(ss []flow.Stmt) []*flow.Var {
	var out []*flow.Var
	seen := map[*flow.Var]bool{nil: true}
	add := func(v *flow.Var) {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range stores(s) {
				add(p.Var)
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Load:
				add(e.Place.Var)
			case *flow.Addr:
				add(e.Place.Var)
			}
		})
	})
	return out
}

// assignedIn are the variables whose own memory a list of statements stores to, or takes the address of.
func assignedIn(ss []flow.Stmt) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range stores(s) {
				if p.Var != nil && trim(letters(p)) == "" {
					out[p.Var] = true
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Addr:
				if trim(letters(e.Place)) == "" {
					out[e.Place.Var] = true
				}
			case *flow.Window:
				if l, ok := e.X.(*flow.Load); ok && !isSlice(l.Type()) && trim(letters(l.Place)) == "" {
					out[l.Place.Var] = true
				}
			}
		})
	})
	return out
}

// lift fills the function of a literal.
func (r *resolver) lift(l *lifted, all []*lifted, env map[*flow.Var]target) {
	if len(l.fn.Params) > 0 || l.fn.Body != nil {
		return // another name of a literal that was lifted
	}
	c := &copier{vars: map[*flow.Var]*flow.Var{}, refs: map[*flow.Var]*flow.Var{}}
	l.fn.Params = slices.Clone(l.lit.Params)
	l.fn.Results = l.lit.Results
	inside := map[*flow.Var]flow.Expr{}
	for _, k := range l.caps {
		p := *k.v
		p.Global = false
		if k.ref {
			p.Type = &flow.Pointer{Elem: k.v.Type}
			c.refs[k.v] = &p
		} else {
			c.vars[k.v] = &p
		}
		inside[k.v] = load(&p)
		l.fn.Params = append(l.fn.Params, &p)
	}
	l.fn.Body = c.list(l.lit.Body)
	if l.fn.Body == nil {
		l.fn.Body = []flow.Stmt{}
	}
	scope := map[*flow.Var]target{}
	pass := func(v *flow.Var, fn *flow.Func, caps []capture) {
		t := target{fn: fn}
		for _, k := range caps {
			e := inside[k.v]
			if e == nil {
				return // the literal does not use v
			}
			if q := c.refs[k.v]; q != nil && !k.ref {
				e = &flow.Load{Place: flow.Place{Var: q, Path: []flow.Step{{Kind: flow.StepDeref}}}}
			}
			t.extra = append(t.extra, e)
		}
		scope[v] = t
	}
	for _, m := range all {
		pass(m.v, m.fn, m.caps)
	}
	for v, t := range env {
		var caps []capture
		for _, e := range t.extra {
			switch e := e.(type) {
			case *flow.Load:
				caps = append(caps, capture{e.Place.Var, false})
			case *flow.Addr:
				caps = append(caps, capture{e.Place.Var, true})
			}
		}
		pass(v, t.fn, caps)
	}
	r.known(l.fn, scope)
}

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
	if g.Extern != nil || g.JVP != nil {
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
		more[i] = &flow.Var{Name: captureName(e), Text: captureText(e), Type: e.Type(), At: g.At}
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
	for _, q := range g.Results {
		h.Results = append(h.Results, c.vars[q])
	}
	h.Body = c.list(g.Body)
	p.known(h, env)
	return h
}

func captureName(e flow.Expr) string {
	switch e := e.(type) {
	case *flow.Load:
		return e.Place.Var.Name
	case *flow.Addr:
		return e.Place.Var.Name
	}
	return "captured"
}

// captureText is what messages call it.
func captureText(e flow.Expr) string {
	switch e := e.(type) {
	case *flow.Load:
		return called(e.Place.Var)
	case *flow.Addr:
		return called(e.Place.Var)
	}
	return "what a function captured"
}

// dropUnused removes the assignments of known functions to variables that are not used any more.
func dropUnused(ss []flow.Stmt, scope map[*flow.Var]target) []flow.Stmt {
	for {
		uses := map[*flow.Var]int{}
		deep(ss, func(ss []flow.Stmt) {
			eachOperand(ss, func(e flow.Expr) {
				if l, ok := e.(*flow.Load); ok {
					uses[l.Place.Var]++
				}
			})
		})
		dropped := false
		c := &copier{}
		c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
			a, ok := s.(*flow.Assign)
			if !ok {
				return nil, false
			}
			out := &flow.Assign{At: a.At}
			for i, p := range a.Dst {
				if _, known := scope[p.Var]; known && uses[p.Var] == 0 {
					dropped = true
					continue
				}
				out.Dst, out.Src = append(out.Dst, c.store(p)), append(out.Src, c.value(a.Src[i]))
			}
			if len(out.Dst) == 0 {
				return nil, true
			}
			return []flow.Stmt{out}, true
		}
		ss = c.list(ss)
		if !dropped {
			return ss
		}
	}
}
