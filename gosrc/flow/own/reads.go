package own

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// readSoon reports whether the statements behind the one that is copied surely read or store through v, so that
// indices that are out of range are found there: then the program stops a little later than Go does, and just as well.
func (p *pather) readSoon(v *flow.Var) bool {
	for _, s := range p.behind {
		if _, loop := s.(*flow.While); loop {
			return false
		}
		for _, e := range flow.Operands(s) {
			if p.leads(e, v) {
				return true
			}
		}
		for _, q := range flow.Stores(s) {
			if q.Var == v {
				return len(q.Path) > 0
			}
			if q.Var == p.views[v].root && holds(q.Type()) {
				return false
			}
			for _, e := range flow.Indices(q) {
				if p.leads(e, v) {
					return true
				}
			}
		}
		if jumps(s) {
			return false
		}
	}
	return false
}

// leads reports whether evaluating an expression surely follows the path of v.
func (p *pather) leads(e flow.Expr, v *flow.Var) bool {
	switch e := e.(type) {
	case *flow.Load:
		if e.Place.Var == v {
			return true
		}
	case *flow.Addr:
		return false
	case *flow.Len:
		if l, ok := e.X.(*flow.Load); ok && l.Place.Var == v && len(l.Place.Path) == 0 {
			return p.views[v].n == nil
		}
	case *flow.Cond:
		return p.leads(e.C, v)
	}
	for _, x := range flow.Parts(e) {
		if p.leads(x, v) {
			return true
		}
	}
	return false
}

// jumps reports whether control may leave a statement other than at its end.
func jumps(s flow.Stmt) bool {
	found := false
	eachStmt([]flow.Stmt{s}, func(s flow.Stmt) {
		switch s.(type) {
		case *flow.Break, *flow.Continue, *flow.Return, *flow.Fail, *flow.While:
			found = true
		}
	})
	return found
}
