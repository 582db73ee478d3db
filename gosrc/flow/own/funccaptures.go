package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// captured are the variables of a literal that occur outside as well.
func captured(l, f *flow.Func) []*flow.Var {
	total, used := mentions(f.Body), mentions(l.Body)
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		total[v] = -1
	}
	for _, v := range append(slices.Clone(l.Params), l.Results...) {
		total[v] = used[v]
	}
	var out []*flow.Var
	for _, v := range ordered(l.Body) {
		if total[v] != used[v] {
			out = append(out, v)
		}
	}
	return out
}

// ordered are the variables that occur in a list of statements, in the order of their first occurrence.
func ordered(ss []flow.Stmt) []*flow.Var {
	var out []*flow.Var
	seen := map[*flow.Var]bool{nil: true}
	add := func(v *flow.Var) {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range stores(s) {
				add(p.Var)
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Load:
				add(e.Place.Var)
			case *flow.Addr:
				add(e.Place.Var)
			}
		})
	})
	return out
}

// assignedIn are the variables whose own memory a list of statements stores to, or takes the address of.
func assignedIn(ss []flow.Stmt) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range stores(s) {
				if p.Var != nil && trim(letters(p)) == "" {
					out[p.Var] = true
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Addr:
				if trim(letters(e.Place)) == "" {
					out[e.Place.Var] = true
				}
			case *flow.Window:
				if l, ok := e.X.(*flow.Load); ok && !isSlice(l.Type()) && trim(letters(l.Place)) == "" {
					out[l.Place.Var] = true
				}
			}
		})
	})
	return out
}

// assignments are how often the variables in a function are assigned: twice where their address is taken.
func assignments(f *flow.Func) map[*flow.Var]int {
	count := map[*flow.Var]int{}
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		count[v]++
	}
	deep(f.Body, func(ss []flow.Stmt) {
		for _, l := range literals(ss) {
			for _, v := range append(slices.Clone(l.Params), l.Results...) {
				count[v]++
			}
		}
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range stores(s) {
				if p.Var != nil && trim(letters(p)) == "" {
					count[p.Var]++
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok && trim(letters(a.Place)) == "" {
				count[a.Place.Var] += 2
			}
		})
	})
	return count
}
