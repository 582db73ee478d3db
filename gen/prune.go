package gen

import "slices"

// prune removes the statements that only compute variables nobody reads, and
// declares away (_ = x) what is left of them, so that the code compiles. All
// expressions are free of effects but for run-time errors of values not needed.
func prune(stmts []*stmt) []*stmt {
	for {
		p := &pruner{defs: map[*ident][]*stmt{}, gone: map[*stmt]bool{}}
		p.count(stmts)
		for len(p.dead) > 0 {
			id := p.dead[len(p.dead)-1]
			p.dead = p.dead[:len(p.dead)-1]
			for _, s := range p.defs[id] {
				p.drop(s)
			}
		}
		if stmts = p.sweep(stmts); !p.again {
			return stmts
		}
	}
}

// dropUnused drops the declarations of variables that nothing reads and nothing is stored into, which Go refuses, and
// counts the reads of all variables.
func dropUnused(stmts []*stmt) []*stmt {
	p := &pruner{defs: map[*ident][]*stmt{}, gone: map[*stmt]bool{}}
	p.count(stmts)
	for len(p.dead) > 0 {
		id := p.dead[len(p.dead)-1]
		p.dead = p.dead[:len(p.dead)-1]
		if by := p.defs[id]; len(by) == 1 && by[0].kind == declStmt && len(by[0].ids) == 1 {
			p.drop(by[0])
		}
	}
	var kept func(stmts []*stmt) []*stmt
	kept = func(stmts []*stmt) []*stmt {
		for _, s := range stmts {
			s.body, s.alt = kept(s.body), kept(s.alt)
			for i := range s.cases {
				s.cases[i] = kept(s.cases[i])
			}
		}
		return slices.DeleteFunc(stmts, func(s *stmt) bool { return p.gone[s] })
	}
	if len(p.gone) > 0 {
		stmts = kept(stmts)
	}
	return stmts
}

// pruneClosure is prune for the body of a function literal. Its reads of
// variables from outside are counted when the literal itself is.
func pruneClosure(stmts []*stmt) []*stmt {
	own := map[*ident]bool{}
	var declared func(stmts []*stmt)
	declared = func(stmts []*stmt) {
		for _, s := range stmts {
			for _, id := range s.ids {
				own[id] = true
			}
			declared(s.body)
			declared(s.alt)
			for _, c := range s.cases {
				declared(c)
			}
		}
	}
	declared(stmts)
	before := map[*ident]int{}
	eachRead(stmts, func(id *ident) { before[id] = id.reads })
	stmts = prune(stmts)
	for id, n := range before {
		if !own[id] {
			id.reads = n
		}
	}
	return stmts
}

type pruner struct {
	defs map[*ident][]*stmt // the statements that write a variable
	dead []*ident
	gone map[*stmt]bool
	// again says that a loop or branch has gone, and its reads with it.
	again bool
}

func (p *pruner) count(stmts []*stmt) {
	var all []*ident
	reset(stmts)
	p.walk(stmts, &all)
	for _, id := range all {
		if id.reads == 0 {
			p.dead = append(p.dead, id)
		}
	}
}

// reset forgets the reads counted before.
func reset(stmts []*stmt) {
	eachRead(stmts, func(id *ident) { id.reads = 0 })
	for _, s := range stmts {
		for _, id := range s.ids {
			if id != nil {
				id.reads = 0
			}
		}
		reset(s.body)
		reset(s.alt)
		for _, c := range s.cases {
			reset(c)
		}
	}
}

func (p *pruner) walk(stmts []*stmt, all *[]*ident) {
	for _, s := range stmts {
		for _, id := range s.ids {
			if id != nil {
				p.defs[id] = append(p.defs[id], s)
				*all = append(*all, id)
			}
		}
		for i, l := range s.lhs {
			if id := root(l); id != nil {
				p.defs[id] = append(p.defs[id], s)
			}
			p.reads(s, i, func(id *ident) { id.reads++ })
		}
		if len(s.lhs) == 0 {
			for _, e := range s.exprs {
				e.eachIdent(func(id *ident) { id.reads++ })
			}
		}
		p.walk(s.body, all)
		p.walk(s.alt, all)
		for _, c := range s.cases {
			p.walk(c, all)
		}
	}
}

// root is the variable that an assignment to l changes.
func root(l *expr) *ident {
	for l.kind == indexExpr {
		l = l.args[0]
	}
	if l.kind == identExpr {
		return l.id
	}
	return nil
}

// reads calls yield for the variables, other than its own root, that the i-th part of
// an assignment reads.
func (p *pruner) reads(s *stmt, i int, yield func(*ident)) {
	own := root(s.lhs[i])
	skip := func(id *ident) {
		if id != own {
			yield(id)
		}
	}
	s.lhs[i].eachIdent(skip)
	if i < len(s.exprs) {
		s.exprs[i].eachIdent(skip)
	}
}

// drop takes away what s does for variables nobody reads.
func (p *pruner) drop(s *stmt) {
	if p.gone[s] {
		return
	}
	release := func(id *ident) {
		id.reads--
		if id.reads == 0 {
			p.dead = append(p.dead, id)
		}
	}
	switch s.kind {
	case varStmt:
		p.gone[s] = true
	case declStmt:
		if s.keep || !p.allDead(s.ids) {
			return
		}
		p.gone[s] = true
		for _, e := range s.exprs {
			e.eachIdent(release)
		}
	case assignStmt:
		for i := len(s.lhs) - 1; i >= 0 && len(s.exprs) == len(s.lhs); i-- {
			if id := root(s.lhs[i]); id == nil || id.reads > 0 || id.fixed {
				continue
			}
			p.reads(s, i, release)
			s.lhs = append(s.lhs[:i:i], s.lhs[i+1:]...)
			s.exprs = append(s.exprs[:i:i], s.exprs[i+1:]...)
		}
		p.gone[s] = len(s.lhs) == 0
	}
}

func (p *pruner) allDead(ids []*ident) bool {
	for _, id := range ids {
		if id.reads > 0 {
			return false
		}
	}
	return true
}

// sweep rebuilds the list without the dropped statements and without loops and branches left empty.
func (p *pruner) sweep(stmts []*stmt) []*stmt {
	out := stmts[:0:0]
	for _, s := range stmts {
		if p.gone[s] {
			continue
		}
		s.body, s.alt = p.sweep(s.body), p.sweep(s.alt)
		empty := len(s.body) == 0 && len(s.alt) == 0
		for i := range s.cases {
			s.cases[i] = p.sweep(s.cases[i])
			empty = empty && len(s.cases[i]) == 0
		}
		switch s.kind {
		case rangeStmt, eachStmt, downStmt, fromStmt, downFromStmt, ifStmt, switchStmt:
			if empty {
				p.again = true
				continue
			}
		}
		if s.kind == declStmt {
			p.blank(s)
		}
		out = append(out, s)
	}
	return out
}

// blank names the results that nobody reads _, beside others that are needed;
// a call made for the buffers it fills becomes a statement.
func (p *pruner) blank(s *stmt) {
	if p.allDead(s.ids) {
		s.kind, s.ids = exprStmt, nil
		return
	}
	for _, id := range s.ids {
		if id.reads == 0 {
			id.name = "_"
		}
	}
}
