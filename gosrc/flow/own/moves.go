package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// An append writes behind the end of a slice if there is room. Some functions of libraries write before it, too:
// slices.Insert moves elements if there is room, slices.Delete always. Law: where nobody reads what they may have
// written but what they return, they mean what they mean on a slice of their own.

// A writing says how a function may write memory that it is given, beside what value form says that it writes: behind
// its end; and, by the function of a library that moves names, its elements.
type writing struct {
	moves  string
	all    bool // the name that the memory came by leads to it still
	surely bool // whether there is room or not
}

// or is what holds when g or h may.
func (g writing) or(h writing) writing {
	if g.moves == "" {
		g.moves = h.moves
	}
	g.all, g.surely = g.all || h.all, g.surely || h.surely
	return g
}

// size grows with every fact.
func (g writing) size() int {
	n := 1
	for _, is := range []bool{g.moves != "", g.all, g.surely} {
		if is {
			n++
		}
	}
	return n
}

// grew notes for callers how memory may be written.
func (c *checker) grew(st *state, n node, g writing) {
	note := func(n node, g writing) {
		if i, ok := c.params[n.v]; ok && n.path != "" {
			a := argNode{i, n.path}
			c.grows[a] = c.grows[a].or(g)
		}
	}
	note(n, g)
	g.all = g.moves != ""
	for q, l := range st.pairs[n] {
		if l.assumed == nil {
			note(q, g)
		}
	}
}

// overwritten notes that elements of n may be written. In place says that n then is what the writer returns.
func (c *checker) overwritten(st *state, n node, g writing, inPlace bool, s staleness) {
	g.all = !inPlace
	c.grew(st, n, g)
	s.moves = g.moves
	if g.all {
		st.age(n, s)
	}
	for q, l := range st.pairs[n] {
		if l.assumed == nil {
			if !l.within {
				c.wrote(q)
			}
			l.by = s.link.by
		}
		t := s
		t.link = l
		st.age(q, t)
	}
}

// growIn notes that a callee may append to what it is given, and so write behind its end.
func (c *checker) growIn(st *state, s *flow.Call, at argNode, g writing, q source) {
	e, by := s.Args[at.param], s.Func.Params[at.param]
	if g.moves == "" && noRoom(e) {
		return
	}
	inPlace, seen := false, false // seen by callers: the place is in memory, not a variable of this function
	for _, d := range s.Dst {
		if d.Var != nil && partOfItself(d, e) {
			inPlace, seen = true, seen || trim(letters(d)) != ""
		}
	}
	stale := staleness{name: by, at: c.at, link: link{by: origin{call: s, at: c.at}}, moves: g.moves}
	switch {
	case !q.up, g.surely && g.all: // a window, with more of the same memory behind it
		c.writeAs(st, q.node, stale)
		if !inPlace {
			st.age(q.node, stale)
		}
	case g.moves != "":
		c.overwritten(st, q.node, g, seen || !g.all, stale)
	default:
		c.behindEnd(st, q.node, by, &stale.link.by)
	}
}

// noRoom reports whether a slice surely has no room behind its end: x[i:j:j].
func noRoom(e flow.Expr) bool {
	w, ok := e.(*flow.Window)
	return ok && w.Max != nil && sameExpr(w.Hi, w.Max)
}

// moves reports whether a function is one of those that move elements: its result is memory of its own, and that it
// goes where the argument was is seen at its call only.
func moves(body []flow.Stmt) bool {
	found := false
	eachStmt(body, func(s flow.Stmt) {
		a, ok := s.(*flow.Append)
		found = found || ok && a.Moves != ""
	})
	return found
}
