package plan

import "github.com/seed-4b734f86/gochad/lower/loop"

// planner decides on the memory of one function.
type planner struct {
	*Plan
	*info
	changes map[*loop.Var]int     // of what refers to memory, besides appending
	grown   map[*loop.Var][]*site // by variable that is appended to
}

// sites decides for each statement where its memory comes from.
func (p *planner) sites() {
	if len(p.info.sites) == 0 {
		return
	}
	p.changes, p.grown = map[*loop.Var]int{}, map[*loop.Var][]*site{}
	loop.Walk(p.fn.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Assign); ok {
			for _, l := range a.Lhs {
				if l.Kind == loop.VarExpr && holds(l.Type) {
					p.changes[l.Var]++
				}
			}
		}
	})
	for _, s := range p.info.sites {
		if a, ok := s.stmt.(*loop.Append); ok {
			p.grown[a.Var] = append(p.grown[a.Var], s)
		}
	}
	for _, s := range p.info.sites {
		s.where = p.source(s)
		switch st := s.stmt.(type) {
		case *loop.Append:
			p.Growing[st.Var] = s.where
		case *loop.Alloc, *loop.NewCell:
			p.Where[st] = s.where
		}
	}
	p.growing()
	p.levels()
}

// levels finds how long what comes from arenas lives.
func (p *planner) levels() {
	for _, s := range p.info.sites {
		v := s.takes()
		for i := range s.parts {
			q := &s.parts[i]
			if q.home = q.class.find().home; i == 0 && v != nil {
				q.home = p.until[v]
			}
		}
		if v != nil && s.where == Arena {
			level, known := p.Levels[v]
			for _, q := range s.parts {
				n := 1 + p.depth[q.home]
				if p.leaves(q.class) {
					n = 0
				}
				if !known || n < level {
					level, known = n, true
				}
			}
			p.Levels[v] = level
		}
	}
	for _, s := range p.info.sites {
		if v := s.takes(); v != nil && s.where == Arena {
			for i := range s.parts {
				s.parts[i].key.Level = p.Levels[v]
			}
		}
	}
}

// takes is the variable of a statement that takes memory, nil for a call.
func (s *site) takes() *loop.Var {
	switch s := s.stmt.(type) {
	case *loop.Alloc:
		return s.Var
	case *loop.NewCell:
		return s.Var
	case *loop.Append:
		return s.Var
	}
	return nil
}

// source is where the memory of a site comes from.
func (p *planner) source(s *site) Where {
	once, lends := true, false
	for _, q := range s.parts {
		if p.escapes(q.class) {
			return Heap
		}
		lends = lends || p.lends(q.class)
		once = once && q.class.find().home == s.loop && (!p.leaves(q.class) || p.lends(q.class))
	}
	a, ok := s.stmt.(*loop.Alloc)
	if !ok {
		return Arena
	}
	switch {
	case once && !lends && p.small(a):
		p.Stack[a] = true
		return Heap // Go's stack
	case once && p.fn.Exported && len(s.parts) <= 2 && len(p.grown[a.Var]) == 0:
		return Slot
	}
	return Arena
}

// small reports whether Go keeps an array on its stack: one of few elements that is only used by its
// name, under its index.
func (p *planner) small(a *loop.Alloc) bool {
	if a.Var.Type.Rank > 1 && a.Var.Flat == nil || p.changes[a.Var] > 0 || len(p.grown[a.Var]) > 0 {
		return false
	}
	n := int64(1)
	for _, d := range a.Dims {
		if !d.IsConst() || d.I < 0 || d.I > onStack {
			return false
		}
		n *= d.I
	}
	c := p.classOf(a.Var)
	return 0 < n && n <= onStack && !c.held && !c.passed && a.Var.Type.Base != loop.Ref
}

// growing gives variables that start as empty arrays and only change by appending, in the block of their declaration
// or inside, memory of their own.
func (p *planner) growing() {
	if !p.fn.Exported {
		return
	}
	var block func(b []loop.Stmt)
	block = func(b []loop.Stmt) {
		at := map[*loop.Var]int{} // the last statement that appends
		var order []*loop.Var
		for i, s := range b {
			if l, ok := s.(*loop.Let); ok && p.Growing[l.Var] == Arena && l.Rhs.IsNilConst() && p.changes[l.Var] == 0 &&
				p.classOf(l.Var).home == p.decl[l.Var] {
				at[l.Var] = -1
				order = append(order, l.Var)
			}
			if len(order) == 0 {
				continue
			}
			loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
				if a, ok := s.(*loop.Append); ok {
					if _, ok := at[a.Var]; ok {
						at[a.Var] = i
					}
				}
			})
		}
		for _, v := range order {
			if at[v] < 0 {
				continue // declared before the test of a loop
			}
			p.Growing[v] = Slot
			for _, s := range p.grown[v] {
				s.where = Slot
			}
			p.Saved[b[at[v]]] = append(p.Saved[b[at[v]]], v)
		}
		for _, s := range b {
			loop.Blocks(s, func(b *[]loop.Stmt) { block(*b) })
		}
	}
	block(p.fn.Body)
}

// arenas decides which loops give memory back, and what the function gives back at its end.
func (p *planner) arenas() {
	inside := map[loop.Stmt][]part{} // by loop around, nil for the function
	var loops []loop.Stmt
	var keys []Key
	for _, s := range p.info.sites {
		if s.call != nil && s.call.heap[s.number] {
			continue
		}
		if s.call != nil {
			s.where = Arena
		}
		if s.where != Arena {
			continue
		}
		for _, q := range s.parts {
			for l := s.loop; ; l = p.outer[l] {
				if len(inside[l]) == 0 && l != nil {
					loops = append(loops, l)
				}
				inside[l] = append(inside[l], q)
				if l == nil {
					break
				}
			}
			keys = addKey(keys, q.key)
		}
	}
	for _, l := range loops {
		ok, seen := map[Key]bool{}, []Key(nil)
		for _, t := range inside[l] {
			if t.key.Level > 1+p.depth[l] {
				continue // a loop inside has given it back
			}
			if len(seen) == len(addKey(seen, t.key)) {
				ok[t.key] = ok[t.key] && p.within(t.home, l)
				continue
			}
			seen = addKey(seen, t.key)
			ok[t.key] = p.within(t.home, l)
		}
		for _, k := range seen {
			if ok[k] {
				p.Released[l] = append(p.Released[l], k)
			}
		}
	}
	if p.fn.Exported {
		return // all arenas start empty at each run
	}
	for _, k := range keys {
		if k.Level > 1 {
			continue // a loop has given it back
		}
		kept := false
		for _, t := range inside[nil] {
			kept = kept || t.key == k && p.leaves(t.class)
		}
		if !kept {
			p.Marked[p.fn] = append(p.Marked[p.fn], k)
		}
	}
}
