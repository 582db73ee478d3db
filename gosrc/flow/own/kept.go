package own

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A function that is only called may be put in the place of a parameter; one that is kept in data is a value, which
// the parameter has to hold.

// keeps reports whether g may keep the function in a variable, or a literal that uses the variable, or hand it on to
// a function that does. It takes time linear in g and the functions that it is handed on to.
func keeps(g *flow.Func, v *flow.Var) bool {
	return (&keeper{seen: map[*flow.Var]bool{}}).variable(g, v)
}

type keeper struct {
	seen map[*flow.Var]bool
}

// variable reports whether g keeps what is in a variable.
func (k *keeper) variable(g *flow.Func, v *flow.Var) bool {
	if k.seen[v] {
		return false
	}
	k.seen[v] = true
	kept := false
	is := func(e flow.Expr) bool {
		switch e := e.(type) {
		case *flow.Load:
			return e.Place.Var == v && isFunc(v.Type)
		case *flow.Closure:
			return mentions(e.Func.Body)[v] > 0
		}
		return false
	}
	deep(g.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			switch s := s.(type) {
			case *flow.Call:
				for i, e := range s.Args {
					if comesFrom(e, is) && (!is(e) || s.Func == nil || s.Func.Body == nil ||
						k.variable(s.Func, s.Func.Params[i])) {
						kept = true
					}
				}
			case *flow.Assign:
				for i, e := range s.Src {
					if comesFrom(e, is) && s.Dst[i].Var != nil &&
						(!is(e) || len(s.Dst[i].Path) > 0 || k.elsewhere(g, s.Dst[i].Var)) {
						kept = true
					}
				}
			default:
				for _, e := range flow.Operands(s) {
					kept = kept || comesFrom(e, is)
				}
			}
		})
	})
	return kept
}

// elsewhere reports whether g keeps what is in a variable, or gives it back.
func (k *keeper) elsewhere(g *flow.Func, v *flow.Var) bool {
	for _, r := range g.Results {
		if r == v {
			return true
		}
	}
	return k.variable(g, v)
}

// comesFrom reports whether a part of an expression, which is not only compared with nil, is one.
func comesFrom(e flow.Expr, is func(flow.Expr) bool) bool {
	if _, ok := e.(*flow.IsNil); ok {
		return false
	}
	if is(e) {
		return true
	}
	for _, p := range flow.Parts(e) {
		if comesFrom(p, is) {
			return true
		}
	}
	return false
}
