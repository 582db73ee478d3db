package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What is used of a row may be its length alone, which the matrix has, too: len(x[k]) looks at no element, nor does a
// loop over a row of no elements, or one that is given to a function. So that k is an index all the same, what stands
// before the statement requires it.

// rowsThere are conditions, without effects and errors, that hold where all rows that the expressions of a statement
// take from arrays are there.
func rowsThere(s flow.Stmt) []flow.Expr {
	if _, ok := s.(*flow.While); ok {
		return nil // the condition is evaluated behind Pre
	}
	var out []flow.Expr
	for _, e := range flow.Exprs(s) {
		out = rowsOf(out, e)
	}
	return out
}

// rowsOf adds the conditions of an expression, which are for the branches of a Cond where these are evaluated.
func rowsOf(out []flow.Expr, e flow.Expr) []flow.Expr {
	if c, ok := e.(*flow.Cond); ok {
		out = rowsOf(out, c.C)
		for _, there := range rowsOf(nil, c.If) {
			out = append(out, &flow.Cond{C: c.C, If: there, Else: truth})
		}
		for _, there := range rowsOf(nil, c.Else) {
			out = append(out, &flow.Cond{C: c.C, If: truth, Else: there})
		}
		return out
	}
	for _, part := range flow.Parts(e) {
		out = rowsOf(out, part)
	}
	if l, ok := e.(*flow.Load); ok && slicesStep(l.Place.Path) && holdsSlice(l.Type()) {
		out = append(out, inRange(l.Place))
	}
	return out
}

var truth = &flow.Lit{Typ: flow.Bool, I: 1}

// inRange is the condition that the indices of a place are of elements, each of which is looked at where its
// predecessors hold.
func inRange(p flow.Place) flow.Expr {
	var all flow.Expr
	for i := len(p.Path) - 1; i >= 0; i-- {
		st := p.Path[i]
		if st.Kind != flow.StepIndex {
			continue
		}
		n := &flow.Len{X: &flow.Load{Place: flow.Place{Var: p.Var, Path: p.Path[:i]}}}
		low := &flow.Op{Op: syntax.MustOp("ige"), Args: []flow.Expr{st.Index, &flow.Lit{Typ: flow.Int}}, Typ: flow.Bool,
			At: st.At}
		high := &flow.Op{Op: syntax.MustOp("ilt"), Args: []flow.Expr{st.Index, n}, Typ: flow.Bool, At: st.At}
		var c flow.Expr = &flow.Cond{C: low, If: high, Else: &flow.Lit{Typ: flow.Bool}}
		if all != nil {
			c = &flow.Cond{C: c, If: all, Else: &flow.Lit{Typ: flow.Bool}}
		}
		all = c
	}
	return all
}
