package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// maxCases bounds the places that one variable may denote.
const maxCases = 4

// byCases writes out a variable that denotes one of a few places: each of its definitions gets a variable of its own
// and a number, and a statement that uses the variable becomes one statement for each number. The new variables are
// added to parts, as they must not be written out again. It reports false, and nothing is changed, when the variable
// has too many definitions. Where it is nil it has a value of its own, which nobody else sees. What is appended to it
// is in the same place, if kept says so.
func byCases(ss []flow.Stmt, v *flow.Var, parts map[*flow.Var]bool, kept bool) ([]flow.Stmt, bool) {
	if parts[v] {
		return ss, false
	}
	w := &caseWriter{v: v, tag: counter(v, "Case"), defs: map[flow.Stmt]int{}}
	nils := 0
	eachStmt(ss, func(s flow.Stmt) {
		for i, p := range flow.Stores(s) {
			if p.Var != v || len(p.Path) > 0 {
				continue
			}
			a, isAssign := s.(*flow.Assign)
			if isAssign && isNil(a.Src[i]) {
				nils++
			}
			if isAssign && uses(a.Src[i], v) && !isNew(a.Src[i]) || kept && (appendsTo(s, v) || spreadsTo(s, v)) {
				continue // the same place, or a part of it
			}
			w.defs[s] = len(w.parts)
			u := *v
			w.parts = append(w.parts, &u)
		}
	})
	if len(w.parts) < 2 || len(w.parts)-min(nils, 1) > maxCases {
		return ss, false
	}
	for _, u := range w.parts {
		parts[u] = true
	}
	w.copier.stmt = w.statement
	w.copier.whole = w.expression
	return w.list(ss), true
}

// isNew reports whether a slice is made by the expression itself, whatever its elements and its length are made of.
func isNew(e flow.Expr) bool {
	switch e.(type) {
	case *flow.Lits, *flow.Make:
		return true
	}
	return false
}

func uses(e flow.Expr, v *flow.Var) bool {
	found := false
	flow.WalkExpr(e, func(e flow.Expr) {
		switch e := e.(type) {
		case *flow.Load:
			found = found || e.Place.Var == v
		case *flow.Addr:
			found = found || e.Place.Var == v
		}
	})
	return found
}

type caseWriter struct {
	copier
	v, tag *flow.Var
	parts  []*flow.Var
	defs   map[flow.Stmt]int // the definitions that do not use v, by the number of what they define
}

// statement writes a simple statement for each case; of those with statements inside only the expressions have cases.
func (w *caseWriter) statement(s flow.Stmt) ([]flow.Stmt, bool) {
	if len(flow.Lists(s)) > 0 || mentions([]flow.Stmt{s})[w.v] == 0 {
		return nil, false
	}
	k, isDef := w.defs[s]
	if isDef && !w.reads(s) {
		return w.define(s, k, nil), true
	}
	var out []flow.Stmt
	for i := len(w.parts) - 1; i >= 0; i-- {
		var one []flow.Stmt
		if isDef {
			one = w.define(s, k, w.parts[i])
		} else {
			one = []flow.Stmt{(&copier{vars: map[*flow.Var]*flow.Var{w.v: w.parts[i]}}).same(s)}
		}
		if out == nil {
			out = one
			continue
		}
		out = []flow.Stmt{&flow.If{Cond: w.is(i), Then: one, Else: out, At: position(s)}}
	}
	return out, true
}

// reads reports whether a definition of v uses v elsewhere.
func (w *caseWriter) reads(s flow.Stmt) bool { return mentions([]flow.Stmt{s})[w.v] > 1 }

// define is a definition of case k; what it reads of v it reads in the case of now.
func (w *caseWriter) define(s flow.Stmt, k int, now *flow.Var) []flow.Stmt {
	c := &copier{}
	if now != nil {
		c.vars = map[*flow.Var]*flow.Var{w.v: now}
	}
	out := c.same(s)
	for i, p := range flow.Stores(s) {
		if p.Var == w.v && len(p.Path) == 0 {
			*storeAt(defSite{out, i}) = place(w.parts[k])
		}
	}
	number := intLit(int64(k))
	if a, ok := out.(*flow.Assign); ok {
		a.Dst, a.Src = append(a.Dst, place(w.tag)), append(a.Src, number)
		return []flow.Stmt{a}
	}
	return []flow.Stmt{out, &flow.Assign{Dst: []flow.Place{place(w.tag)}, Src: []flow.Expr{number}, At: position(s)}}
}

func (w *caseWriter) is(i int) flow.Expr {
	return apply("ieq", flow.Bool, load(w.tag), intLit(int64(i)))
}

// expression writes cases for an expression with v in it, in the head of a statement.
func (w *caseWriter) expression(e flow.Expr) (flow.Expr, bool) {
	var at flow.Place
	switch e := e.(type) {
	case *flow.Load:
		at = e.Place
	case *flow.Len:
		l, ok := e.X.(*flow.Load)
		if !ok {
			return nil, false
		}
		at = l.Place
	}
	if at.Var != w.v {
		return nil, false
	}
	var out flow.Expr
	for i := len(w.parts) - 1; i >= 0; i-- {
		c := &copier{vars: map[*flow.Var]*flow.Var{w.v: w.parts[i]}}
		one := c.value(e)
		if out == nil {
			out = one
			continue
		}
		out = &flow.Cond{C: w.is(i), If: one, Else: out}
	}
	return out, true
}
