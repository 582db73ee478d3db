package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// declare sees to it that every variable of a function is assigned, outside of what is nested, before anything else
// that mentions it: the variables of views are declared where their first definition is, which may be a branch or a
// loop that they outlive. Where that is not so they get a zero first.
func declare(f *flow.Func) {
	skip := set.Of(f.Params, f.Results)
	eachStmt(f.Body, func(s flow.Stmt) {
		if c, ok := s.(*flow.Count); ok {
			skip[c.Idx] = true
		}
	})
	f.Body = declared(f.Body, undeclared(f.Body, skip), nil)
}

// declared declares variables: those that need a zero get it before their statements. In a loop they go to early: they
// get it before the loop, as an iteration may need what an earlier one stored.
func declared(ss []flow.Stmt, zeros map[flow.Stmt][]*flow.Var, early *[]*flow.Var) []flow.Stmt {
	var out []flow.Stmt
	for _, s := range ss {
		before := zeros[s]
		mine := &before
		if early != nil {
			mine = early
			*early = append(*early, before...)
		}
		switch s := s.(type) {
		case *flow.If:
			s.Then, s.Else = declared(s.Then, zeros, early), declared(s.Else, zeros, early)
		case *flow.Count:
			s.Body = declared(s.Body, zeros, mine)
		case *flow.While:
			s.Pre, s.Body, s.Post = declared(s.Pre, zeros, mine), declared(s.Body, zeros, mine), declared(s.Post, zeros,
				mine)
		case *flow.Block:
			s.Body = declared(s.Body, zeros, early)
		}
		if early == nil && len(before) > 0 {
			zero := &flow.Assign{At: position(s)}
			for _, v := range before {
				zero.Dst, zero.Src = append(zero.Dst, place(v)), append(zero.Src, zeroOf(v.Type))
			}
			out = append(out, zero)
		}
		out = append(out, s)
	}
	return out
}

// A scope is what declare knows about a list of statements, or of one statement of it: their numbers, in the order in
// which they stand, are those from first to before last.
type scope struct {
	parent      *scope // of a list the statement that it is in, of a statement its list
	stmt        flow.Stmt
	first, last int
}

// A mention is one of a variable by a statement.
type mention struct {
	in    *scope // the statement
	store bool   // to the variable, or a part of it
	nth   int    // of all mentions of this kind
}

// scopes are the scopes of a function's statements, and the mentions of its variables, in the order in which they
// stand.
type scopes struct {
	count    int // of statements
	nth      int // mention
	stmts    map[flow.Stmt]*scope
	vars     []*flow.Var
	mentions map[*flow.Var][]mention
}

func (c *scopes) list(ss []flow.Stmt, parent *scope) {
	in := &scope{parent: parent, first: c.count}
	for _, s := range ss {
		n := &scope{parent: in, stmt: s, first: c.count}
		c.stmts[s] = n
		c.count++
		c.head(s, n)
		for _, b := range flow.Lists(s) {
			c.list(b, n)
		}
		n.last = c.count
	}
	in.last = c.count
}

// head notes what a statement itself mentions.
func (c *scopes) head(s flow.Stmt, n *scope) {
	add := func(v *flow.Var, store bool) {
		if v == nil {
			return
		}
		if c.mentions[v] == nil {
			c.vars = append(c.vars, v)
		}
		c.mentions[v] = append(c.mentions[v], mention{n, store, c.nth})
		c.nth++
	}
	for _, p := range flow.Stores(s) {
		add(p.Var, true)
	}
	read := func(e flow.Expr) {
		flow.WalkExpr(e, func(e flow.Expr) {
			if l, ok := e.(*flow.Load); ok {
				add(l.Place.Var, false)
			}
		})
	}
	for _, e := range flow.Exprs(s) {
		read(e)
	}
}

// undeclared are the variables that need a zero before statements. A variable is declared by the first statement, of
// those that mention it, of the innermost list that has all of them; a variable of its own in either branch of a
// statement is declared there.
func undeclared(ss []flow.Stmt, skip map[*flow.Var]bool) map[flow.Stmt][]*flow.Var {
	c := &scopes{stmts: map[flow.Stmt]*scope{}, mentions: map[*flow.Var][]mention{}}
	c.list(ss, nil)
	type need struct {
		v *flow.Var
		mention
	}
	found := map[flow.Stmt][]need{}
	var declare func(v *flow.Var, ms []mention)
	declare = func(v *flow.Var, ms []mention) {
		in, last := ms[0].in, ms[len(ms)-1].in.first
		for last >= in.parent.last {
			in = in.parent.parent
		}
		uses := slices.IndexFunc(ms, func(m mention) bool { return m.in.first >= in.last })
		if uses < 0 {
			uses = len(ms)
		}
		if s, ok := in.stmt.(*flow.If); ok && uses == len(ms) && ms[0].in != in && len(s.Else) > 0 {
			other := c.stmts[s.Else[0]].first
			k := slices.IndexFunc(ms, func(m mention) bool { return m.in.first >= other })
			declare(v, ms[:k])
			declare(v, ms[k:])
			return
		}
		if assigns(in.stmt, v, uses) {
			return
		}
		n := ms[0]
		if k := slices.IndexFunc(ms[:uses], func(m mention) bool { return m.store }); k >= 0 {
			n = ms[k]
		}
		found[in.stmt] = append(found[in.stmt], need{v, n})
	}
	for _, v := range c.vars {
		if !skip[v] {
			declare(v, c.mentions[v])
		}
	}
	out := map[flow.Stmt][]*flow.Var{}
	for s, needs := range found {
		slices.SortFunc(needs, func(a, b need) int {
			if a.store != b.store { // what is stored first
				if a.store {
					return -1
				}
				return 1
			}
			return a.nth - b.nth
		})
		for _, n := range needs {
			out[s] = append(out[s], n.v)
		}
	}
	return out
}

// assigns reports whether a statement assigns v before it mentions it otherwise.
func assigns(s flow.Stmt, v *flow.Var, uses int) bool {
	stored := 0
	for _, p := range flow.Stores(s) {
		if p.Var == v && len(p.Path) == 0 {
			stored++
		}
	}
	return stored > 0 && stored == uses
}

func zeroOf(t flow.Type) flow.Expr {
	if b, ok := t.(*flow.Basic); ok {
		return &flow.Lit{Typ: b}
	}
	return &flow.Zero{Typ: t}
}
