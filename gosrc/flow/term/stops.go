package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A panic is no way out of loops and branches, for which flags would have to be kept, but something that must not come:
// what stands before it, if c { …; fail }, requires !c. A token goes from each requirement to the next one and into the
// results, an int that always is 0, so that none of them is left out. Where one does not hold the program ends with an
// error. No requirement moves behind a loop that it stands before, without it there might be no end; checks of indices
// may come before it or after. Whoever runs the program and wants to know what the function says calls the function
// itself.

// stops are the tokens of a function and of the literals in it.
type stops struct {
	vars  map[*flow.Func]*flow.Var // by literal, nil for the function
	of    map[*flow.Call]*flow.Var // of calls of functions that require something
	slots slotSet
	sl    *slots
}

func newStops(sl *slots) stops {
	return stops{map[*flow.Func]*flow.Var{}, map[*flow.Call]*flow.Var{}, slotSet{}, sl}
}

// in is the token of a literal, or of the function.
func (s *stops) in(lit *flow.Func) *flow.Var {
	v := s.vars[lit]
	if v == nil {
		v = &flow.Var{Name: "stop", Type: flow.Int}
		s.vars[lit] = v
		s.slots[s.sl.of(v)] = struct{}{}
	}
	return v
}

// withStops are statements with requirements in place of what only fails, before all other failures, and where rows may
// not be there.
func (a *analysis) withStops(stmts []flow.Stmt) []flow.Stmt {
	var out []flow.Stmt
	for i, s := range stmts {
		more := a.withStop(s)
		if there := rowsThere(s); len(there) > 0 {
			if more == nil {
				more = []flow.Stmt{s}
			}
			more = append(a.requireAll(there), more...)
		}
		if more == nil && out != nil {
			out = append(out, s)
		}
		if more != nil && out == nil {
			out = append(out, stmts[:i]...)
		}
		out = append(out, more...)
	}
	if out == nil {
		return stmts
	}
	return out
}

// withStop is what stands for a statement, or nil for the statement itself.
func (a *analysis) withStop(s flow.Stmt) []flow.Stmt {
	switch s := s.(type) {
	case *flow.Fail:
		return []flow.Stmt{a.require(&flow.Lit{Typ: flow.Bool}, s.At), s}
	case *flow.If:
		switch {
		case onlyFails(s.Then):
			no := &flow.Op{Op: syntax.MustOp("not"), Args: []flow.Expr{s.Cond}, Typ: flow.Bool, At: s.At}
			return append([]flow.Stmt{a.require(no, failAt(s.Then))}, a.withStops(s.Else)...)
		case onlyFails(s.Else):
			return append([]flow.Stmt{a.require(s.Cond, failAt(s.Else))}, a.withStops(s.Then)...)
		}
	}
	return nil
}

func (a *analysis) requireAll(cs []flow.Expr) (out []flow.Stmt) {
	for _, c := range cs {
		out = append(out, a.require(c, nil))
	}
	return out
}

func (a *analysis) require(c flow.Expr, at *syntax.Pos) flow.Stmt {
	stop := flow.Place{Var: a.stops.in(a.ctx)}
	e := &flow.Op{Op: syntax.OpRequire, Args: []flow.Expr{c, &flow.Load{Place: stop}}, Typ: flow.Int, At: at}
	return &flow.Assign{Dst: []flow.Place{stop}, Src: []flow.Expr{e}, At: at}
}

// failAt is where a list that only fails does so.
func failAt(stmts []flow.Stmt) *syntax.Pos {
	switch s := stmts[len(stmts)-1].(type) {
	case *flow.Fail:
		return s.At
	case *flow.If:
		return s.At
	}
	return nil
}

// onlyFails reports whether a list fails whatever it does before, and does not leave otherwise.
func onlyFails(stmts []flow.Stmt) bool {
	if len(stmts) == 0 {
		return false
	}
	switch s := stmts[len(stmts)-1].(type) {
	case *flow.Fail:
	case *flow.If:
		if !onlyFails(s.Then) || !onlyFails(s.Else) {
			return false
		}
	default:
		return false
	}
	only := true
	flow.Walk(stmts[:len(stmts)-1], func(s flow.Stmt) {
		switch s.(type) {
		case *flow.Break, *flow.Continue, *flow.Return:
			only = false
		}
	}, func(flow.Expr) {})
	return only
}
