package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// A replay is what of a while loop, and of what comes before it in an iteration, is run again.
type replay struct {
	*retracer
	t       *retracing
	lets    map[*loop.Var]*loop.Let // of the iteration before the while loop, and of the body of that
	inside  map[*loop.Var]bool      // declared in the first loop
	state   map[*loop.Var][]*loop.Expr
	spoilt  map[*loop.Var]bool // changed in other ways
	ch      *changes
	written *changing
	need    map[*loop.Var]bool
	trail   []*loop.Var // of need, for going back
	cost    int64
}

// replay decides which rows are had by running again, and rewrites the program.
func (r *retracer) replay(t *retracing) bool {
	p := &replay{retracer: r, t: t, lets: map[*loop.Var]*loop.Let{}, inside: map[*loop.Var]bool{}, state: map[*loop.Var][]*loop.Expr{},
		spoilt: map[*loop.Var]bool{}, need: map[*loop.Var]bool{}, ch: r.changesOf(*t.block)}
	p.collect()
	if !p.can(t.while.Cond, t.while) {
		return false
	}
	n := 0
	for _, g := range t.rows {
		mark, cost := len(p.trail), p.cost
		p.cost += workOf(g.app.Val)
		if p.can(g.app.Val, g.app) {
			g.gone = true
			n++
			continue
		}
		for _, v := range p.trail[mark:] {
			delete(p.need, v)
		}
		p.trail, p.cost = p.trail[:mark], cost
	}
	if n == 0 || p.cost+workOf(t.while.Cond) > int64(n*retraceCost) {
		return false
	}
	p.rewrite()
	return true
}

// collect finds the definitions that can be run again.
func (p *replay) collect() {
	loop.Walk([]loop.Stmt{p.t.first}, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { p.inside[v] = true }) })
	for _, s := range p.t.first.Body[:p.t.at] {
		if l, ok := s.(*loop.Let); ok {
			p.lets[l.Var] = l
			continue
		}
		for v := range p.Effects(s).Vars {
			p.spoilt[v] = true
		}
	}
	for _, s := range p.t.while.Body {
		switch s := s.(type) {
		case *loop.Let:
			p.lets[s.Var] = s
		case *loop.Assign:
			for i, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					p.state[l.Var] = append(p.state[l.Var], s.Rhs[i])
				}
			}
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr {
				p.state[s.Lhs.Var] = append(p.state[s.Lhs.Var], s.Rhs)
			}
		default:
			for v := range p.Effects(s).Vars {
				p.spoilt[v] = true
			}
		}
	}
}

// can reports whether e, which statement s reads, can be computed again, and notes what that needs.
func (p *replay) can(e *loop.Expr, s loop.Stmt) bool {
	switch e.Kind {
	case loop.VarExpr:
		return p.variable(e.Var)
	case loop.IndexExpr:
		reg, ok := p.Region(e)
		if !ok || between(p.ch.regions[reg], p.t.from, p.t.to) && !p.survives(e, s) {
			return false
		}
	case loop.ConstExpr, loop.PrimExpr, loop.DivExpr, loop.LenExpr, loop.SelectExpr, loop.CheckExpr:
	default:
		return false
	}
	for _, a := range e.Args {
		if !p.can(a, s) {
			return false
		}
	}
	return true
}

func (p *replay) survives(e *loop.Expr, s loop.Stmt) bool {
	if !e.Type.IsNumber() {
		return false
	}
	if p.known == nil {
		p.known = newSurvival(p.surveyor)
	}
	if p.written == nil {
		p.written = p.known.changing(*p.t.block, p.t.from, p.t.to)
	}
	return p.known.survives(p.written, e, s)
}

func (p *replay) variable(v *loop.Var) bool {
	if v == p.t.first.Var || p.need[v] {
		return true
	}
	if !p.inside[v] {
		return p.fixed(v)
	}
	l := p.lets[v]
	if l == nil || p.spoilt[v] || l.Var.Flat != nil || holds(v.Type) && p.Mutable(v) {
		return false
	}
	p.need[v] = true
	p.trail = append(p.trail, v)
	updates := p.state[v]
	if len(updates) == 0 && p.Mutable(v) && !p.onlyAfter(v) {
		return false
	}
	if !p.before(l) || len(updates) > 0 {
		p.cost += workOf(l.Rhs)
	}
	if !p.can(l.Rhs, l) {
		return false
	}
	for _, e := range updates {
		p.cost += workOf(e)
		if !p.can(e, p.t.while) {
			return false
		}
	}
	return true
}

// onlyAfter reports whether a variable changes only after the while loop.
func (p *replay) onlyAfter(v *loop.Var) bool {
	return !p.Effects(p.t.while).Vars[v]
}

// before reports whether a declaration stands before the while loop.
func (p *replay) before(l *loop.Let) bool {
	for _, s := range p.t.first.Body[:p.t.at] {
		if s == loop.Stmt(l) {
			return true
		}
	}
	return false
}

// rewrite runs the loop again where the reader was, with the body of the reader in it.
func (p *replay) rewrite() {
	t := p.t
	with := map[*loop.Var]*loop.Expr{t.first.Var: loop.Use(t.second.Var)}
	again := func(e *loop.Expr) *loop.Expr { return substitute(e, with) }
	declare := func(l *loop.Let) loop.Stmt {
		v := loop.NewVar(l.Var.Name, l.Var.Type)
		out := &loop.Let{Var: v, Rhs: again(l.Rhs)}
		with[l.Var] = loop.Use(v)
		return out
	}
	var before, body []loop.Stmt
	for _, s := range t.first.Body[:t.at] {
		if l, ok := s.(*loop.Let); ok && p.need[l.Var] {
			before = append(before, declare(l))
		}
	}
	values := map[*loop.Append]*grownRow{}
	for _, g := range t.rows {
		if g.gone {
			values[g.app] = g
		}
	}
	for _, s := range t.while.Body {
		switch s := s.(type) {
		case *loop.Let:
			if p.need[s.Var] {
				body = append(body, declare(s))
			}
		case *loop.Assign:
			a := &loop.Assign{}
			for i, l := range s.Lhs {
				if l.Kind == loop.VarExpr && p.need[l.Var] {
					a.Lhs, a.Rhs = append(a.Lhs, with[l.Var]), append(a.Rhs, again(s.Rhs[i]))
				}
			}
			if len(a.Lhs) > 0 {
				body = append(body, a)
			}
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr && p.need[s.Lhs.Var] {
				body = append(body, &loop.AddTo{Lhs: with[s.Lhs.Var], Rhs: again(s.Rhs), Free: s.Free})
			}
		case *loop.Append:
			if g := values[s]; g != nil {
				g.value = loop.NewVar(g.read.Var.Name, s.Val.Type)
				body = append(body, &loop.Let{Var: g.value, Rhs: again(s.Val)})
			}
		}
	}
	counter, more := p.readerBody()
	body = append(body, more...)
	if counter != nil {
		before = append(before, &loop.Let{Var: counter, Rhs: loop.IntConst(0)})
		body = append(body, &loop.AddTo{Lhs: loop.Use(counter), Rhs: loop.IntConst(1)})
	}
	run := &loop.While{Cond: again(t.while.Cond), Body: body}
	t.second.Body = append(append(append(t.second.Body[:t.place:t.place], before...), run), t.second.Body[t.place+1:]...)
	p.forget()
}

// readerBody is the body of the reader over the values of the second run, and the counter that stands for its variable, if anything
// asks for that.
func (p *replay) readerBody() (*loop.Var, []loop.Stmt) {
	t := p.t
	var counter *loop.Var
	values := map[*loop.Var]*loop.Var{}
	for _, g := range t.rows {
		if g.gone {
			values[g.read.Var] = g.value
		}
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && values[e.Args[0].Var] != nil {
			return loop.Use(values[e.Args[0].Var])
		}
		if e.IsVar(t.reader.Var) {
			if counter == nil {
				counter = loop.NewVar(t.reader.Var.Name, loop.IntType)
			}
			return loop.Use(counter)
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(t.reader.Body, sub)
	return counter, t.reader.Body
}

// forget drops the rows that are not needed any more; a counter says how long they would be.
func (p *replay) forget() {
	t := p.t
	var length *loop.Expr
	var counter *loop.Var
	lets, apps, allocs := map[loop.Stmt]bool{}, map[loop.Stmt]bool{}, map[loop.Stmt]bool{}
	rows := map[*loop.Var]bool{}
	for _, g := range t.rows {
		if !g.gone {
			length = loop.Len(loop.Use(g.row.Var))
			continue
		}
		rows[g.row.Var] = true
		lets[g.row], apps[g.app], allocs[g.all], lets[g.read] = true, true, true, true
		lhs, rhs := g.store.Lhs, g.store.Rhs
		g.store.Lhs, g.store.Rhs = nil, nil
		for k := range lhs {
			if !rhs[k].IsVar(g.row.Var) {
				g.store.Lhs, g.store.Rhs = append(g.store.Lhs, lhs[k]), append(g.store.Rhs, rhs[k])
			}
		}
	}
	if length == nil {
		counter = loop.NewVar("count", loop.IntType)
		length = loop.Use(counter)
	}
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr && rows[e.Args[0].Var] {
			return length
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(t.first.Body[t.at+1:], sub)
	t.while.Body = without(t.while.Body, func(s loop.Stmt) bool { return apps[s] })
	if counter != nil {
		t.while.Body = append(t.while.Body, &loop.AddTo{Lhs: loop.Use(counter), Rhs: loop.IntConst(1)})
		begin := &loop.Let{Var: counter, Rhs: loop.IntConst(0)}
		t.first.Body = append(append(t.first.Body[:t.at:t.at], begin), t.first.Body[t.at:]...)
	}
	t.first.Body = without(t.first.Body, func(s loop.Stmt) bool {
		a, ok := s.(*loop.Assign)
		return lets[s] || ok && len(a.Lhs) == 0
	})
	t.second.Body = without(t.second.Body, func(s loop.Stmt) bool {
		for _, g := range t.rows {
			if g.gone && checksLength(s, g.read.Var, t.reader.N.Var) {
				return true
			}
		}
		return lets[s]
	})
	*t.block = without(*t.block, func(s loop.Stmt) bool { return allocs[s] })
}

// without is a block without some statements.
func without(b []loop.Stmt, drop func(loop.Stmt) bool) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(b)+1)
	for _, s := range b {
		if !drop(s) {
			out = append(out, s)
		}
	}
	return out
}
