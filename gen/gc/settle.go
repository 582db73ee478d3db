package gc

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gen/code"
	"github.com/seed-4b734f86/gochad/internal/set"
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

// Settle does so in a list of statements, and in those that are inside of them.
func Settle(list []*code.Stmt) []*code.Stmt {
	out := make([]*code.Stmt, 0, len(list))
	for _, s := range list {
		settleInner(s)
		if s.Kind != code.IfStmt {
			out = append(out, s)
			continue
		}
		set := settled(s)
		if set == nil {
			out = append(out, s)
			continue
		}
		out = append(declared(out, set), s)
	}
	return out
}

// settleInner is settle for what is inside of s. Branches that follow an else are one with the first.
func settleInner(s *code.Stmt) {
	s.Body = Settle(s.Body)
	if len(s.Alt) == 1 && s.Alt[0].Kind == code.IfStmt {
		settleInner(s.Alt[0])
	} else {
		s.Alt = Settle(s.Alt)
	}
	for i := range s.Cases {
		s.Cases[i] = Settle(s.Cases[i])
	}
}

// settled takes from s a branch that chooses, and is what it assigns; nil if there is none.
func settled(s *code.Stmt) *code.Stmt {
	last := s
	others := [][]*code.Stmt{s.Body}
	conds := []*code.Expr{s.Exprs[0]}
	for len(last.Alt) == 1 && last.Alt[0].Kind == code.IfStmt {
		last = last.Alt[0]
		others, conds = append(others, last.Body), append(conds, last.Exprs[0])
	}
	if last.Alt = without(last.Alt, last.Exprs[0]); len(last.Alt) == 0 {
		return nil
	}
	if set := choices(last.Alt); set != nil && before(set, conds, others) {
		last.Alt = nil
		return set
	}
	if last != s {
		return nil
	}
	if set := choices(s.Body); set != nil && before(set, conds, [][]*code.Stmt{s.Alt}) {
		c := s.Not
		if c == nil {
			c = code.Negate(s.Exprs[0])
		}
		s.Exprs, s.Not, s.Body, s.Alt = []*code.Expr{c}, s.Exprs[0], s.Alt, nil
		return set
	}
	return nil
}

// without is a list after an else, but for the assignment of false to the condition at its beginning: it is false
// there.
func without(list []*code.Stmt, cond *code.Expr) []*code.Stmt {
	if len(list) == 0 || cond.Kind != code.IdentExpr {
		return list
	}
	s := list[0]
	if s.Kind == code.AssignStmt && s.Op == "=" && len(s.Lhs) == 1 && len(s.Exprs) == 1 && code.Same(s.Lhs[0], cond) &&
		s.Exprs[0].Kind == code.LitExpr && s.Exprs[0].Text == "false" {
		return list[1:]
	}
	return list
}

// choices is one assignment for a list of assignments of constants and variables to other variables; nil for other
// lists.
func choices(list []*code.Stmt) *code.Stmt {
	if len(list) == 0 {
		return nil
	}
	out := &code.Stmt{Kind: code.AssignStmt, Op: "="}
	given := map[*code.Ident]bool{}
	for _, s := range list {
		if s.Kind != code.AssignStmt || s.Op != "=" || len(s.Lhs) != len(s.Exprs) {
			return nil
		}
		for i, l := range s.Lhs {
			x := s.Exprs[i]
			if l.Kind != code.IdentExpr || given[l.Ident] || l.Ident.Fixed ||
				x.Kind != code.IdentExpr && x.Kind != code.LitExpr ||
				x.Text == "nil" {
				return nil
			}
			given[l.Ident] = true
			out.Lhs, out.Exprs = append(out.Lhs, l), append(out.Exprs, x)
		}
	}
	for _, x := range out.Exprs {
		if x.Kind == code.IdentExpr && given[x.Ident] {
			return nil
		}
	}
	return out
}

// before reports whether an assignment may stand before a branch with these conditions, whose lists all do without it.
func before(s *code.Stmt, conds []*code.Expr, lists [][]*code.Stmt) bool {
	vars := set.By(s.Lhs, func(l *code.Expr) *code.Ident { return l.Ident })
	for _, c := range conds {
		if len(mentioned(vars, &code.Stmt{Exprs: []*code.Expr{c}})) > 0 {
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
func mentioned(vars map[*code.Ident]bool, s *code.Stmt) map[*code.Ident]bool {
	found := map[*code.Ident]bool{}
	code.EachRead([]*code.Stmt{s}, func(id *code.Ident) {
		if vars[id] {
			found[id] = true
		}
	})
	return found
}

// assigns reports whether a list assigns all these variables before it reads them, if it comes to its end, and does not
// leave what is around it.
func assigns(list []*code.Stmt, vars map[*code.Ident]bool) bool {
	left := maps.Clone(vars)
	for _, s := range list {
		if leaves(s) {
			return false
		}
		found := mentioned(left, s)
		if len(found) == 0 {
			continue
		}
		if !sets(s, found) {
			return false
		}
		for id := range found {
			delete(left, id)
		}
	}
	return len(left) == 0
}

// sets reports whether s assigns all these variables, which it mentions, before it reads them.
func sets(s *code.Stmt, vars map[*code.Ident]bool) bool {
	if s.Kind == code.AssignStmt {
		return s.Op == "=" && len(mentioned(vars, &code.Stmt{Exprs: s.Exprs})) == 0 &&
			!slices.ContainsFunc(s.Lhs, func(l *code.Expr) bool {
				return l.Kind != code.IdentExpr && len(mentioned(vars, &code.Stmt{Exprs: []*code.Expr{l}})) > 0
			})
	}
	if s.Kind != code.IfStmt && s.Kind != code.SwitchStmt || len(mentioned(vars, &code.Stmt{Exprs: s.Exprs})) > 0 {
		return false
	}
	lists := append([][]*code.Stmt{s.Body}, s.Cases...)
	if s.Kind == code.IfStmt {
		lists = append(lists, s.Alt)
	}
	return !slices.ContainsFunc(lists, func(list []*code.Stmt) bool { return !assigns(list, vars) })
}

// leaves reports whether s may end a loop around it, or the function.
func leaves(s *code.Stmt) bool { return has(s, code.BreakStmt) || has(s, code.ReturnStmt) }

// has reports whether there is a statement of a kind in s; what ends a loop is that in none but the loop.
func has(s *code.Stmt, kind code.StmtKind) bool {
	switch s.Kind {
	case kind:
		return true
	case code.RangeStmt, code.EachStmt, code.DownStmt, code.FromStmt, code.DownFromStmt, code.WhileStmt:
		if kind == code.BreakStmt {
			return false
		}
	}
	for _, list := range append([][]*code.Stmt{s.Body, s.Alt}, s.Cases...) {
		if slices.ContainsFunc(list, func(t *code.Stmt) bool { return has(t, kind) }) {
			return true
		}
	}
	return false
}

// declared adds the assignment set to a list. Variables that are declared at the end of the list are declared by it.
func declared(list []*code.Stmt, set *code.Stmt) []*code.Stmt {
	decl := &code.Stmt{Kind: code.DeclStmt}
	rest := &code.Stmt{Kind: code.AssignStmt, Op: "="}
	vars := len(list)
	for vars > 0 && list[vars-1].Kind == code.VarStmt {
		vars--
	}
	for i, l := range set.Lhs {
		k := slices.IndexFunc(list[vars:], func(s *code.Stmt) bool { return s.Idents[0] == l.Ident })
		switch x := set.Exprs[i]; {
		case k < 0:
			rest.Lhs, rest.Exprs = append(rest.Lhs, l), append(rest.Exprs, x)
		case isUnset(x):
		default:
			list = slices.Delete(list, vars+k, vars+k+1)
			decl.Idents, decl.Exprs = append(decl.Idents, l.Ident), append(decl.Exprs, x)
		}
	}
	if len(decl.Idents) > 0 {
		list = append(list, decl)
	}
	if len(rest.Lhs) > 0 {
		list = append(list, rest)
	}
	return list
}

// isUnset reports whether e is what variables are that are declared without a value.
func isUnset(e *code.Expr) bool {
	return e.IsZero() || e.Kind == code.LitExpr &&
		(e.Text == "0" || e.Text == "false" || strings.HasSuffix(e.Text, "(nil)"))
}
