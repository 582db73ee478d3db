package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// captured are the variables of a literal that occur outside as well.
func captured(l, f *flow.Func) []*flow.Var {
	total, used := mentions(f.Body), mentions(l.Body)
	for _, v := range slices.Concat(f.Params, f.Results) {
		total[v] = -1
	}
	for _, v := range slices.Concat(l.Params, l.Results) {
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
	var out set.Ordered[*flow.Var]
	add := func(v *flow.Var) {
		if v != nil {
			out.Add(v)
		}
	}
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
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
	return out.List
}

// assignedIn are the variables whose own memory a list of statements stores to, or takes the address of.
func assignedIn(ss []flow.Stmt) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	eachOwn(ss, func(v *flow.Var, _ bool) { out[v] = true })
	deep(ss, func(ss []flow.Stmt) {
		eachOperand(ss, func(e flow.Expr) {
			if w, ok := e.(*flow.Window); ok {
				if l, ok := w.X.(*flow.Load); ok && !isSlice(l.Type()) && trim(letters(l.Place)) == "" {
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
	for _, v := range slices.Concat(f.Params, f.Results) {
		count[v]++
	}
	deep(f.Body, func(ss []flow.Stmt) {
		for _, l := range literals(ss) {
			for _, v := range slices.Concat(l.Params, l.Results) {
				count[v]++
			}
		}
	})
	eachOwn(f.Body, func(v *flow.Var, address bool) {
		count[v]++
		if address {
			count[v]++
		}
	})
	return count
}

// eachOwn calls yield for the variables whose own memory a list of statements, or a literal in it, stores to, or takes
// the address of.
func eachOwn(ss []flow.Stmt, yield func(v *flow.Var, address bool)) {
	deep(ss, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
				if p.Var != nil && trim(letters(p)) == "" {
					yield(p.Var, false)
				}
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok && trim(letters(a.Place)) == "" {
				yield(a.Place.Var, true)
			}
		})
	})
}
