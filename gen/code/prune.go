package code

import "slices"

// Prune removes the statements that only compute variables nobody reads, and
// declares away (_ = x) what is left of them, so that the code compiles. All
// expressions are free of effects except for run-time errors of values not needed.
func Prune(stmts []*Stmt) []*Stmt {
	for {
		p := &pruner{defs: map[*Ident][]*Stmt{}, gone: map[*Stmt]bool{}}
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

// DropUnused drops the declarations of variables that nothing reads and nothing is stored into, which Go refuses, and
// counts the reads of all variables.
func DropUnused(stmts []*Stmt) []*Stmt {
	p := &pruner{defs: map[*Ident][]*Stmt{}, gone: map[*Stmt]bool{}}
	p.count(stmts)
	for len(p.dead) > 0 {
		id := p.dead[len(p.dead)-1]
		p.dead = p.dead[:len(p.dead)-1]
		if by := p.defs[id]; len(by) == 1 && by[0].Kind == DeclStmt && len(by[0].Idents) == 1 {
			p.drop(by[0])
		}
	}
	var kept func(stmts []*Stmt) []*Stmt
	kept = func(stmts []*Stmt) []*Stmt {
		for _, s := range stmts {
			s.Body, s.Alt = kept(s.Body), kept(s.Alt)
			for i := range s.Cases {
				s.Cases[i] = kept(s.Cases[i])
			}
		}
		return slices.DeleteFunc(stmts, func(s *Stmt) bool { return p.gone[s] })
	}
	if len(p.gone) > 0 {
		stmts = kept(stmts)
	}
	return stmts
}

// PruneClosure is prune for the body of a function literal. Its reads of
// variables from outside are counted when the literal itself is.
func PruneClosure(stmts []*Stmt) []*Stmt {
	own := map[*Ident]bool{}
	var declared func(stmts []*Stmt)
	declared = func(stmts []*Stmt) {
		for _, s := range stmts {
			for _, id := range s.Idents {
				own[id] = true
			}
			declared(s.Body)
			declared(s.Alt)
			for _, c := range s.Cases {
				declared(c)
			}
		}
	}
	declared(stmts)
	before := map[*Ident]int{}
	EachRead(stmts, func(id *Ident) { before[id] = id.reads })
	stmts = Prune(stmts)
	for id, n := range before {
		if !own[id] {
			id.reads = n
		}
	}
	return stmts
}

type pruner struct {
	defs map[*Ident][]*Stmt // the statements that write a variable
	dead []*Ident
	gone map[*Stmt]bool
	// again says that a loop or branch has gone, and its reads with it.
	again bool
}

func (p *pruner) count(stmts []*Stmt) {
	var all []*Ident
	reset(stmts)
	p.walk(stmts, &all)
	for _, id := range all {
		if id.reads == 0 {
			p.dead = append(p.dead, id)
		}
	}
}

// reset forgets the reads counted before.
func reset(stmts []*Stmt) {
	EachRead(stmts, func(id *Ident) { id.reads = 0 })
	for _, s := range stmts {
		for _, id := range s.Idents {
			if id != nil {
				id.reads = 0
			}
		}
		reset(s.Body)
		reset(s.Alt)
		for _, c := range s.Cases {
			reset(c)
		}
	}
}

func (p *pruner) walk(stmts []*Stmt, all *[]*Ident) {
	for _, s := range stmts {
		for _, id := range s.Idents {
			if id != nil {
				p.defs[id] = append(p.defs[id], s)
				*all = append(*all, id)
			}
		}
		for i, l := range s.Lhs {
			if id := Root(l); id != nil {
				p.defs[id] = append(p.defs[id], s)
			}
			p.reads(s, i, func(id *Ident) { id.reads++ })
		}
		if len(s.Lhs) == 0 {
			for _, e := range s.Exprs {
				e.EachIdent(func(id *Ident) { id.reads++ })
			}
		}
		p.walk(s.Body, all)
		p.walk(s.Alt, all)
		for _, c := range s.Cases {
			p.walk(c, all)
		}
	}
}

// Root is the variable that an assignment to l changes.
func Root(l *Expr) *Ident {
	for l.Kind == IndexExpr {
		l = l.Args[0]
	}
	if l.Kind == IdentExpr {
		return l.Ident
	}
	return nil
}

// reads calls yield for the variables, other than its own root, that the i-th part of
// an assignment reads.
func (p *pruner) reads(s *Stmt, i int, yield func(*Ident)) {
	own := Root(s.Lhs[i])
	skip := func(id *Ident) {
		if id != own {
			yield(id)
		}
	}
	s.Lhs[i].EachIdent(skip)
	if i < len(s.Exprs) {
		s.Exprs[i].EachIdent(skip)
	}
}

// drop takes away what s does for variables nobody reads.
func (p *pruner) drop(s *Stmt) {
	if p.gone[s] {
		return
	}
	release := func(id *Ident) {
		id.reads--
		if id.reads == 0 {
			p.dead = append(p.dead, id)
		}
	}
	switch s.Kind {
	case VarStmt:
		p.gone[s] = true
	case DeclStmt:
		if s.Keep || !p.allDead(s.Idents) {
			return
		}
		p.gone[s] = true
		for _, e := range s.Exprs {
			e.EachIdent(release)
		}
	case AssignStmt:
		for i := len(s.Lhs) - 1; i >= 0 && len(s.Exprs) == len(s.Lhs); i-- {
			if id := Root(s.Lhs[i]); id == nil || id.reads > 0 || id.Fixed {
				continue
			}
			p.reads(s, i, release)
			s.Lhs = append(s.Lhs[:i:i], s.Lhs[i+1:]...)
			s.Exprs = append(s.Exprs[:i:i], s.Exprs[i+1:]...)
		}
		p.gone[s] = len(s.Lhs) == 0
	}
}

func (p *pruner) allDead(ids []*Ident) bool {
	for _, id := range ids {
		if id.reads > 0 {
			return false
		}
	}
	return true
}

// sweep rebuilds the list without the dropped statements and without loops and branches left empty.
func (p *pruner) sweep(stmts []*Stmt) []*Stmt {
	out := stmts[:0:0]
	for _, s := range stmts {
		if p.gone[s] {
			continue
		}
		s.Body, s.Alt = p.sweep(s.Body), p.sweep(s.Alt)
		empty := len(s.Body) == 0 && len(s.Alt) == 0
		for i := range s.Cases {
			s.Cases[i] = p.sweep(s.Cases[i])
			empty = empty && len(s.Cases[i]) == 0
		}
		switch s.Kind {
		case RangeStmt, EachStmt, DownStmt, FromStmt, DownFromStmt, IfStmt, SwitchStmt:
			if empty {
				p.again = true
				continue
			}
		}
		if s.Kind == DeclStmt {
			p.blank(s)
		}
		out = append(out, s)
	}
	return out
}

// blank names the results that nobody reads _, beside others that are needed;
// a call made for the buffers it fills becomes a statement.
func (p *pruner) blank(s *Stmt) {
	if p.allDead(s.Idents) {
		s.Kind, s.Idents = ExprStmt, nil
		return
	}
	for _, id := range s.Idents {
		if id.reads == 0 {
			id.Name = "_"
		}
	}
}
