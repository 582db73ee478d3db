package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A function value that is kept in data needs not hold a variable of the function around it that all its calls can see:
//
//	hooks := []func(float64){func(v float64) { s += v }}
//	for _, h := range hooks { h(1) }
//
// Law: where a variable is one for a whole call of the function that makes the value, and the value is only called
// while that call runs, behind the declaration of the variable, by this function or by those that it calls, a call that
// passes the variable means the same as a value that holds a pointer to it. So the variable stays one that has no other
// name.

// A passing is a variable that calls of a class of functions pass.
type passing struct {
	capture
	home *flow.Func // whose variable it is
}

// passer finds what can be passed.
type passer struct {
	*tagger
	funcs   []*flow.Func
	callers map[*flow.Func][]*flow.Func
	fixed   map[*flow.Func]bool // functions that cannot get parameters
	loose   map[*flow.Func]bool // those that literals call, and that are values: who calls them is not known
	sites   map[*slot][]*flow.Func
	inside  map[*slot]bool // classes that literals call
}

// passes finds the variables that calls of functions in data can pass, and gives functions between that of the variable
// and the call parameters for them.
func (t *tagger) passes(funcs []*flow.Func) {
	t.passed, t.through = map[*slot][]passing{}, map[*flow.Func]map[passing]*flow.Var{}
	t.handed, t.early = map[*flow.Func][]passing{}, map[earlyCall]bool{}
	p := &passer{
		tagger: t, funcs: funcs, callers: map[*flow.Func][]*flow.Func{}, fixed: map[*flow.Func]bool{},
		loose: map[*flow.Func]bool{},
		sites: map[*slot][]*flow.Func{}, inside: map[*slot]bool{},
	}
	var classes []*slot
	for _, f := range funcs {
		p.fixed[f] = t.roots[f] || f.Sealed()
		for _, g := range f.Attached() {
			p.loose[g] = true
		}
		eachStmt(f.Body, func(s flow.Stmt) {
			c, ok := s.(*flow.Call)
			switch {
			case ok && c.Fun != nil:
				class := t.slots.value(f, c.Fun).find()
				if !slices.Contains(classes, class) {
					classes = append(classes, class)
				}
				p.sites[class] = append(p.sites[class], f)
			case ok:
				p.callers[c.Func] = append(p.callers[c.Func], f)
			}
		})
		deep(f.Body, func(ss []flow.Stmt) {
			eachOperand(ss, func(e flow.Expr) {
				switch e := e.(type) {
				case *flow.FuncRef:
					p.loose[e.Func] = true
				case *flow.Closure:
					eachStmt(e.Func.Body, func(s flow.Stmt) {
						c, ok := s.(*flow.Call)
						switch {
						case ok && c.Fun != nil:
							p.inside[t.slots.value(f, c.Fun).find()] = true
						case ok:
							p.loose[c.Func] = true
						}
					})
				}
			})
		})
	}
	for _, s := range classes {
		p.class(s)
	}
}

// class finds what calls of a class can pass.
func (p *passer) class(s *slot) {
	if p.inside[s] || s.outside {
		return
	}
	var homes []*flow.Func
	for _, m := range s.members {
		if m.lit != nil && !slices.Contains(homes, m.home) {
			homes = append(homes, m.home)
		}
	}
	for _, f := range homes {
		between, ok := p.between(s, f)
		if !ok {
			continue
		}
		calls := p.calls(f, s, between)
		for _, m := range s.members {
			if m.home != f || m.lit == nil {
				continue
			}
			for _, c := range m.caps {
				q := passing{c, f}
				if (c.ref || !basic(c.v.Type)) && !c.v.Global && !slices.Contains(p.passed[s], q) &&
					p.before(f, q, calls) {
					p.passed[s] = append(p.passed[s], q)
					for _, g := range between {
						p.hand(g, q)
					}
				}
			}
		}
	}
}

// hand gives a function a parameter for a variable.
func (p *passer) hand(g *flow.Func, q passing) {
	if p.through[g] == nil {
		p.through[g] = map[passing]*flow.Var{}
	}
	if p.through[g][q] != nil {
		return
	}
	v := p.parameter(q.capture)
	p.through[g][q] = v
	p.handed[g] = append(p.handed[g], q)
	g.Params = append(g.Params, v)
}

// between are the functions that f calls, directly or not, on the way to calls of the class, without f. It is not ok
// where a value of the class may be called when the call of f that made it has ended, or from another one, or where a
// function cannot get parameters.
func (p *passer) between(s *slot, f *flow.Func) (out []*flow.Func, ok bool) {
	if f.ByHand() || p.loose[f] {
		return nil, false
	}
	called := reachable(mentioned(f))
	if slices.Contains(called, f) {
		return nil, false
	}
	for _, v := range slices.Concat(f.Params, f.Results) {
		if p.slots.variable(v).leadsTo(s, map[*slot]bool{}) {
			return nil, false
		}
	}
	seen := map[*flow.Func]bool{f: true}
	work := slices.Clone(p.sites[s])
	for len(work) > 0 {
		g := work[0]
		work = work[1:]
		if seen[g] {
			continue
		}
		seen[g] = true
		inside := slices.Contains(called, g)
		if p.loose[g] || inside && p.fixed[g] {
			return nil, false
		}
		if inside {
			out = append(out, g)
		}
		work = append(work, p.callers[g]...)
	}
	return out, true
}

// leadsTo reports whether values of a slot may hold values of another.
func (s *slot) leadsTo(to *slot, seen map[*slot]bool) bool {
	s = s.find()
	if s == to.find() {
		return true
	}
	if seen[s] {
		return false
	}
	seen[s] = true
	for _, p := range s.parts() {
		if p.leadsTo(to, seen) {
			return true
		}
	}
	return false
}

// calls are the calls in f of a class, and of functions between.
func (p *passer) calls(f *flow.Func, s *slot, between []*flow.Func) map[flow.Stmt]bool {
	out := map[flow.Stmt]bool{}
	eachStmt(f.Body, func(st flow.Stmt) {
		c, ok := st.(*flow.Call)
		if ok && (c.Fun != nil && p.slots.value(f, c.Fun).find() == s ||
			c.Func != nil && slices.Contains(between, c.Func)) {
			out[st] = true
		}
	})
	return out
}

// before reports whether a variable is one for a whole call of f and there at some calls in it: a parameter or a
// result, or declared outside of loops in a list in which all of these calls that are behind the declaration are. Calls
// that come earlier get no value that needs it; they are noted.
func (p *passer) before(f *flow.Func, q passing, calls map[flow.Stmt]bool) bool {
	if slices.Contains(f.Params, q.v) || slices.Contains(f.Results, q.v) {
		return true
	}
	at, rest := declaration(f.Body, q.v)
	if at == nil {
		return false
	}
	behind := map[flow.Stmt]bool{}
	eachStmt(rest, func(st flow.Stmt) { behind[st] = calls[st] })
	declared, ok := false, true
	var early []flow.Stmt
	eachStmt(f.Body, func(st flow.Stmt) {
		declared = declared || st == at
		if calls[st] && !behind[st] {
			early = append(early, st)
			ok = ok && !declared
		}
	})
	if ok {
		for _, st := range early {
			p.early[earlyCall{st, q}] = true
		}
	}
	return ok
}

// An earlyCall is a call where a variable is not declared yet.
type earlyCall struct {
	call flow.Stmt
	passing
}

// declaration is the statement outside of loops that assigns a variable before all others, and what follows it in its
// list; nil if there is none.
func declaration(ss []flow.Stmt, v *flow.Var) (at flow.Stmt, rest []flow.Stmt) {
	for k, st := range ss {
		if mentions([]flow.Stmt{st})[v] == 0 {
			continue
		}
		for _, q := range flow.Stores(st) {
			if q.Var == v && len(q.Path) == 0 {
				return st, ss[k+1:]
			}
		}
		switch st := st.(type) {
		case *flow.Block:
			return declaration(st.Body, v)
		case *flow.If:
			for _, b := range flow.Lists(st) {
				if at, rest := declaration(b, v); at != nil {
					return at, rest
				}
			}
		}
		return nil, nil
	}
	return nil, nil
}

// pass are the arguments for variables that a call in f passes, and statements before the call.
func (t *tagger) pass(f *flow.Func, call flow.Stmt, qs []passing) (args []flow.Expr, before []flow.Stmt) {
	for _, q := range qs {
		switch {
		case f == q.home && !t.early[earlyCall{call, q}]:
			args = append(args, q.argument())
		case t.through[f][q] != nil:
			args = append(args, load(t.through[f][q]))
		default: // no value that needs it comes here
			typ := t.rep(t.slots.variable(q.v))
			if !q.ref {
				args = append(args, zeroOf(typ))
				continue
			}
			v := &flow.Var{Name: q.v.Name, Type: typ, At: q.v.At, Text: q.v.Text, Made: q.v.Made}
			before = append(before, &flow.Assign{Dst: []flow.Place{place(v)}, Src: []flow.Expr{zeroOf(typ)}})
			args = append(args, &flow.Addr{Place: place(v)})
		}
	}
	return args, before
}
