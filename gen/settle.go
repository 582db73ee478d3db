package gen

import (
	"maps"
	"slices"
	"strings"
)

// A branch that does nothing but choose what variables are, by constants and variables, is what they are before the
// others run:
//
//	var x int                       x := -1
//	if c {                          if !c {
//	  x = -1                          …
//	} else {                    →     x = e
//	  …                             }
//	  x = e
//	}
//
// Law: c and what the other branches do before they assign x do not read it, they all assign it, and what x is before
// that nobody sees. Constants and variables are there, whatever c is.

// settle does so in a list of statements, and in those that are inside of them.
func settle(list []*stmt) []*stmt {
	out := make([]*stmt, 0, len(list))
	for _, s := range list {
		settleInner(s)
		if s.kind != ifStmt {
			out = append(out, s)
			continue
		}
		set := s.settled()
		if set == nil {
			out = append(out, s)
			continue
		}
		out = append(declared(out, set), s)
	}
	return out
}

// settleInner is settle for what is inside of s. Branches that follow an else are one with the first.
func settleInner(s *stmt) {
	s.body = settle(s.body)
	if len(s.alt) == 1 && s.alt[0].kind == ifStmt {
		settleInner(s.alt[0])
	} else {
		s.alt = settle(s.alt)
	}
	for i := range s.cases {
		s.cases[i] = settle(s.cases[i])
	}
}

// settled takes from s a branch that chooses, and is what it assigns; nil if there is none.
func (s *stmt) settled() *stmt {
	last := s
	others := [][]*stmt{s.body}
	conds := []*expr{s.exprs[0]}
	for len(last.alt) == 1 && last.alt[0].kind == ifStmt {
		last = last.alt[0]
		others, conds = append(others, last.body), append(conds, last.exprs[0])
	}
	if last.alt = without(last.alt, last.exprs[0]); len(last.alt) == 0 {
		return nil
	}
	if set := choices(last.alt); set != nil && set.before(conds, others) {
		last.alt = nil
		return set
	}
	if last != s {
		return nil
	}
	if set := choices(s.body); set != nil && set.before(conds, [][]*stmt{s.alt}) {
		c := s.not
		if c == nil {
			c = negate(s.exprs[0])
		}
		s.exprs, s.not, s.body, s.alt = []*expr{c}, s.exprs[0], s.alt, nil
		return set
	}
	return nil
}

// without is a list after an else, but for the assignment of false to the condition at its beginning: it is false
// there.
func without(list []*stmt, cond *expr) []*stmt {
	if len(list) == 0 || cond.kind != identExpr {
		return list
	}
	s := list[0]
	if s.kind == assignStmt && s.op == "=" && len(s.lhs) == 1 && len(s.exprs) == 1 && same(s.lhs[0], cond) &&
		s.exprs[0].kind == litExpr && s.exprs[0].text == "false" {
		return list[1:]
	}
	return list
}

// choices is one assignment for a list of assignments of constants and variables to other variables; nil for other
// lists.
func choices(list []*stmt) *stmt {
	if len(list) == 0 {
		return nil
	}
	out := &stmt{kind: assignStmt, op: "="}
	given := map[*ident]bool{}
	for _, s := range list {
		if s.kind != assignStmt || s.op != "=" || len(s.lhs) != len(s.exprs) {
			return nil
		}
		for i, l := range s.lhs {
			x := s.exprs[i]
			if l.kind != identExpr || given[l.id] || l.id.fixed || x.kind != identExpr && x.kind != litExpr ||
				x.text == "nil" {
				return nil
			}
			given[l.id] = true
			out.lhs, out.exprs = append(out.lhs, l), append(out.exprs, x)
		}
	}
	for _, x := range out.exprs {
		if x.kind == identExpr && given[x.id] {
			return nil
		}
	}
	return out
}

// before reports whether an assignment may stand before a branch with these conditions, whose lists all do without it.
func (s *stmt) before(conds []*expr, lists [][]*stmt) bool {
	vars := map[*ident]bool{}
	for _, l := range s.lhs {
		vars[l.id] = true
	}
	for _, c := range conds {
		if len(mentioned(vars, &stmt{exprs: []*expr{c}})) > 0 {
			return false
		}
	}
	for _, list := range lists {
		if !assigns(list, vars) {
			return false
		}
	}
	return true
}

// mentioned are those of some variables that s reads or assigns.
func mentioned(vars map[*ident]bool, s *stmt) map[*ident]bool {
	found := map[*ident]bool{}
	eachRead([]*stmt{s}, func(id *ident) {
		if vars[id] {
			found[id] = true
		}
	})
	return found
}

// assigns reports whether a list assigns all these variables before it reads them, if it comes to its end, and does not
// leave what is around it.
func assigns(list []*stmt, vars map[*ident]bool) bool {
	left := maps.Clone(vars)
	for _, s := range list {
		if s.leaves() {
			return false
		}
		found := mentioned(left, s)
		if len(found) == 0 {
			continue
		}
		if !s.assigns(found) {
			return false
		}
		for id := range found {
			delete(left, id)
		}
	}
	return len(left) == 0
}

// assigns reports whether s assigns all these variables, which it mentions, before it reads them.
func (s *stmt) assigns(vars map[*ident]bool) bool {
	if s.kind == assignStmt {
		return s.op == "=" && len(mentioned(vars, &stmt{exprs: s.exprs})) == 0 &&
			!slices.ContainsFunc(s.lhs, func(l *expr) bool {
				return l.kind != identExpr && len(mentioned(vars, &stmt{exprs: []*expr{l}})) > 0
			})
	}
	if s.kind != ifStmt && s.kind != switchStmt || len(mentioned(vars, &stmt{exprs: s.exprs})) > 0 {
		return false
	}
	lists := append([][]*stmt{s.body}, s.cases...)
	if s.kind == ifStmt {
		lists = append(lists, s.alt)
	}
	return !slices.ContainsFunc(lists, func(list []*stmt) bool { return !assigns(list, vars) })
}

// leaves reports whether s may end a loop around it, or the function.
func (s *stmt) leaves() bool { return s.has(breakStmt) || s.has(returnStmt) }

// has reports whether there is a statement of a kind in s; what ends a loop is that in none but the loop.
func (s *stmt) has(kind stmtKind) bool {
	switch s.kind {
	case kind:
		return true
	case rangeStmt, eachStmt, downStmt, fromStmt, downFromStmt, whileStmt:
		if kind == breakStmt {
			return false
		}
	}
	for _, list := range append([][]*stmt{s.body, s.alt}, s.cases...) {
		if slices.ContainsFunc(list, func(t *stmt) bool { return t.has(kind) }) {
			return true
		}
	}
	return false
}

// declared adds the assignment set to a list. Variables that are declared at the end of the list are declared by it.
func declared(list []*stmt, set *stmt) []*stmt {
	decl := &stmt{kind: declStmt}
	rest := &stmt{kind: assignStmt, op: "="}
	vars := len(list)
	for vars > 0 && list[vars-1].kind == varStmt {
		vars--
	}
	for i, l := range set.lhs {
		k := slices.IndexFunc(list[vars:], func(s *stmt) bool { return s.ids[0] == l.id })
		switch x := set.exprs[i]; {
		case k < 0:
			rest.lhs, rest.exprs = append(rest.lhs, l), append(rest.exprs, x)
		case x.isUnset():
		default:
			list = slices.Delete(list, vars+k, vars+k+1)
			decl.ids, decl.exprs = append(decl.ids, l.id), append(decl.exprs, x)
		}
	}
	if len(decl.ids) > 0 {
		list = append(list, decl)
	}
	if len(rest.lhs) > 0 {
		list = append(list, rest)
	}
	return list
}

// isUnset reports whether e is what variables are that are declared without a value.
func (e *expr) isUnset() bool {
	return e.isZero() || e.kind == litExpr && (e.text == "0" || e.text == "false" || strings.HasSuffix(e.text, "(nil)"))
}
