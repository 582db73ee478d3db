package own

import (
	"maps"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

func copyKnown(m map[*flow.Var]bool) map[*flow.Var]bool {
	if m == nil {
		return nil
	}
	return maps.Clone(m)
}

// addressed are the variables that literals assign, or whose address is taken.
func addressed(f *flow.Func) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	for _, l := range literals(f.Body) {
		for v := range assignedIn(l.Body) {
			out[v] = true
		}
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok {
				out[a.Place.Var] = true
			}
		})
	})
	return out
}

// forget drops what is known of pointers that a statement, or what is in it, assigns or may assign through others.
func (p *nilness) forget(s flow.Stmt) {
	for v := range p.known {
		if assignedIn([]flow.Stmt{s})[v] {
			delete(p.known, v)
		}
	}
}

// branch is an if: in its branches, and behind them, more is known.
func (p *nilness) branch(s *flow.If) []flow.Stmt {
	out := p.checks(s)
	cond := p.copier.value(s.Cond)
	start := p.known
	d := &flow.If{Cond: cond, At: s.At}
	p.known = p.where(s.Cond, true, start)
	d.Then = p.copier.list(s.Then)
	then := p.known
	p.known = p.where(s.Cond, false, start)
	d.Else = p.copier.list(s.Else)
	p.known = inBoth(then, p.known)
	return append(out, d)
}

// where is what is known where a condition has a value.
func (p *nilness) where(cond flow.Expr, is bool, known map[*flow.Var]bool) map[*flow.Var]bool {
	out := copyKnown(known)
	if out == nil {
		return nil
	}
	var learn func(e flow.Expr, is bool)
	learn = func(e flow.Expr, is bool) {
		switch e := e.(type) {
		case *flow.IsNil:
			if l, ok := e.X.(*flow.Load); ok && !is && len(l.Place.Path) == 0 && !p.loose[l.Place.Var] {
				out[l.Place.Var] = true
			}
		case *flow.Op:
			if e.Op.Name == "not" {
				learn(e.Args[0], !is)
			}
		case *flow.Cond:
			a, constant := e.If.(*flow.Lit)
			b, constant2 := e.Else.(*flow.Lit)
			switch {
			case constant && constant2 && a.I == 0 && b.I != 0: // !c
				learn(e.C, !is)
			case constant2 && b.I == 0 && is: // c && x
				learn(e.C, true)
				learn(e.If, true)
			case constant && a.I != 0 && !is: // c || x
				learn(e.C, false)
				learn(e.Else, false)
			}
		}
	}
	learn(cond, is)
	return out
}

// inBoth is what is known in both of two places; nil is a place where control does not come.
func inBoth(a, b map[*flow.Var]bool) map[*flow.Var]bool {
	if a == nil {
		return b
	}
	if b == nil {
		return a
	}
	out := map[*flow.Var]bool{}
	for v := range a {
		if b[v] {
			out[v] = true
		}
	}
	return out
}

// checks stop the program where a statement itself goes through a pointer that is nil.
func (p *nilness) checks(s flow.Stmt) []flow.Stmt {
	var out []flow.Stmt
	at := position(s)
	path := func(q flow.Place, guard flow.Expr, known map[*flow.Var]bool) {
		for k, st := range q.Path {
			base := flow.Place{Var: q.Var, Path: q.Path[:k]}
			if st.Kind != flow.StepDeref || !tested(p.slots.place(base)) || k == 0 && known[q.Var] {
				continue
			}
			bad := not(p.set(&flow.Load{Place: base}))
			if guard != nil {
				bad = &flow.Cond{C: p.copier.value(guard), If: bad, Else: boolLit(false)}
			} else if k == 0 && p.known != nil && !p.loose[q.Var] {
				p.known[q.Var] = true
			}
			out = append(out, &flow.If{Cond: bad, Then: []flow.Stmt{&flow.Fail{Msg: "nil pointer dereference", At: at}},
				At: at})
		}
	}
	empty := func(e *flow.Load, guard flow.Expr) {
		bad := apply("ieq", flow.Bool, &flow.Len{X: &flow.Load{Place: p.copier.place(e.Place)}}, intLit(0))
		if guard != nil {
			bad = &flow.Cond{C: p.copier.value(guard), If: bad, Else: boolLit(false)}
		}
		out = append(out,
			&flow.If{Cond: bad,
				Then: []flow.Stmt{&flow.Fail{Msg: "whether an empty slice in a slice is nil is not known",
					At: at}}, At: at})
	}
	var walk func(e, guard flow.Expr, known map[*flow.Var]bool)
	walk = func(e, guard flow.Expr, known map[*flow.Var]bool) {
		switch e := e.(type) {
		case *flow.Load:
			path(e.Place, guard, known)
			if n := len(e.Place.Path); n > 0 && e.Place.Path[n-1].Kind != flow.StepField && isSlice(e.Type()) &&
				tested(p.slots.place(e.Place)) && !p.pairedAt(e.Place) {
				empty(e, guard)
			}
		case *flow.Len:
			if l, ok := e.X.(*flow.Load); ok {
				path(l.Place, guard, known)
				for _, x := range flow.Parts(l) {
					walk(x, guard, known)
				}
				return
			}
		case *flow.Addr:
			path(e.Place, guard, known)
		case *flow.Cond:
			walk(e.C, guard, known)
			walk(e.If, and(guard, e.C), p.where(e.C, true, known))
			walk(e.Else, and(guard, not(e.C)), p.where(e.C, false, known))
			return
		case *flow.Closure:
			return
		}
		for _, x := range flow.Parts(e) {
			walk(x, guard, known)
		}
	}
	known := func() map[*flow.Var]bool {
		if p.known == nil {
			return map[*flow.Var]bool{}
		}
		return p.known
	}
	for _, e := range flow.Operands(s) {
		walk(e, nil, known())
	}
	for _, q := range flow.Stores(s) {
		if q.Var == nil {
			continue
		}
		for _, e := range flow.Indices(q) {
			walk(e, nil, known())
		}
		path(q, nil, known())
	}
	return out
}

func and(a, b flow.Expr) flow.Expr {
	if a == nil {
		return b
	}
	return &flow.Cond{C: a, If: b, Else: boolLit(false)}
}
