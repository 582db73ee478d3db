package own

import (
	"maps"

	"github.com/seed-4b734f86/gochad/frontend/gosrc/flow"
)

// declare sees to it that every variable of a function is assigned, outside of what is nested, before anything else
// that mentions it: the variables of views are declared where their first definition is, which may be a branch or a
// loop that they outlive. Where that is not so they get a zero first.
func declare(f *flow.Func) {
	skip := map[*flow.Var]bool{}
	for _, v := range append(append([]*flow.Var(nil), f.Params...), f.Results...) {
		skip[v] = true
	}
	eachStmt(f.Body, func(s flow.Stmt) {
		if c, ok := s.(*flow.Count); ok {
			skip[c.Idx] = true
		}
	})
	f.Body = scoped(f.Body, skip, nil)
}

// scoped declares the variables that more than one statement of a list mentions; those of one statement are the
// business of the lists in it, unless several of these mention it. In a loop, variables that need a zero go to early:
// they get it before the loop, as an iteration may need what an earlier one stored.
func scoped(ss []flow.Stmt, skip map[*flow.Var]bool, early *[]*flow.Var) []flow.Stmt {
	count := map[*flow.Var]int{}
	uses := make([]map[*flow.Var]int, len(ss))
	for i, s := range ss {
		uses[i] = mentions([]flow.Stmt{s})
		for v := range uses[i] {
			count[v]++
		}
	}
	inner := maps.Clone(skip)
	zeros := make([][]*flow.Var, len(ss))
	for i, s := range ss {
		for _, v := range ordered([]flow.Stmt{s}) {
			if inner[v] || count[v] == 1 && !shared(s, v) {
				continue
			}
			inner[v] = true
			if !assigns(s, v, uses[i][v]) {
				zeros[i] = append(zeros[i], v)
			}
		}
	}
	var out []flow.Stmt
	for i, s := range ss {
		mine := &zeros[i]
		if early != nil {
			mine = early
			*early = append(*early, zeros[i]...)
		}
		switch s := s.(type) {
		case *flow.If:
			s.Then, s.Else = scoped(s.Then, inner, early), scoped(s.Else, inner, early)
		case *flow.Count:
			s.Body = scoped(s.Body, inner, mine)
		case *flow.While:
			s.Pre, s.Body, s.Post = scoped(s.Pre, inner, mine), scoped(s.Body, inner, mine), scoped(s.Post, inner, mine)
		case *flow.Block:
			s.Body = scoped(s.Body, inner, early)
		}
		if early == nil && len(zeros[i]) > 0 {
			zero := &flow.Assign{At: position(s)}
			for _, v := range zeros[i] {
				zero.Dst, zero.Src = append(zero.Dst, place(v)), append(zero.Src, zeroOf(v.Type))
			}
			out = append(out, zero)
		}
		out = append(out, s)
	}
	return out
}

// shared reports whether a variable that only s mentions belongs to the list of s: s itself mentions it, or several of
// the lists in s do.
func shared(s flow.Stmt, v *flow.Var) bool {
	in, lists := 0, 0
	for _, b := range bodies(s) {
		if n := mentions(b)[v]; n > 0 {
			in += n
			lists++
		}
	}
	if _, branch := s.(*flow.If); branch && lists == 2 && mentions([]flow.Stmt{s})[v] == in {
		return false // a variable of its own in either branch
	}
	return lists > 1 || mentions([]flow.Stmt{s})[v] > in
}

// assigns reports whether a statement assigns v before it mentions it otherwise.
func assigns(s flow.Stmt, v *flow.Var, uses int) bool {
	stored := 0
	for _, p := range stores(s) {
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
