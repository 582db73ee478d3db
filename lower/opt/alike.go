package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// alike cuts rows that a loop uses at the same computed indices, and that are known to be equally long, to the length of one of them: Go's
// compiler then asks once whether an index is in bounds.
//
//	check len(a[i]) == n, check len(b[i]) == n for all i
//	var r []real = a[k]                        var r []real = a[k]
//	var s []real = b[k]                        var s []real = b[k]
//	loop {                                     var s2 []real = s[0 :+ len(r)]
//	  while p != 0                       →     loop {
//	  var j int = ctz(p)                         while p != 0
//	  s[j] += f * r[j]                           var j int = ctz(p)
//	  p = iand(p, p - 1)                         s2[j] += f * r[j]
//	}                                            p = iand(p, p - 1)
//	                                           }
//
// A row that a loop uses at an index that it checks against the length of the row is cut to that.
//
//	loop {                                     var r2 []real = r[0 :+ n]
//	  while p != 0                             loop {
//	  var j int = inrange(ctz(p), n, "f")  →     while p != 0
//	  s += r[j]                                  var j int = inrange(ctz(p), n, "f")
//	  p = iand(p, p - 1)                         s += r2[j]
//	}                                            p = iand(p, p - 1)
//	                                           }
//
// What loops use at their counters the pass [rangeCuts] has cut.
var alike = Pass{ //nolint:gochecknoglobals // a constant
	Name: "alike",
	Law: "An array that is as long as another is its own beginning of the length of that one. Go then knows that an index of one " +
		"is an index of both, and asks once where an index has been checked against a length.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		a := &alikeRows{in: Analyse(f), of: map[*loop.Var]*loop.Expr{}, counts: map[*loop.Var]bool{}, checks: map[*loop.Var]*loop.Expr{}}
		a.find(f, o.rows)
		if len(a.of) > 1 || len(a.of) == 1 && len(a.checks) > 0 {
			a.block(&f.Body)
		}
	}),
}

type alikeRows struct {
	in     *Info
	of     map[*loop.Var]*loop.Expr // lengths of the variables that are rows
	counts map[*loop.Var]bool       // counters of loops
	checks map[*loop.Var]*loop.Expr // what indices have been checked to be less than
}

// rowLengths are the lengths of all rows of parameters that are given no other rows: those that the beginning of a function checks, or that are
// known, but for what is no length that does not change any more.
func rowLengths(f *loop.Func, in *Info, known map[*loop.Var]*loop.Expr) map[*loop.Var]*loop.Expr {
	lengths, stored := in.Lengths(), in.Effects(f.Body...).Regions
	rows := map[*loop.Var]*loop.Expr{} // by matrix
	for _, p := range f.Params {
		v := p.Var
		if v.Flat != nil || v.Type.Rank != 2 || in.Mutable(v) || stored[Region{in.Class(v), v.Type.Elem()}] {
			continue
		}
		m := known[v]
		if n := lengths[v]; m == nil && n != nil {
			m = rowLength(f.Body[:in.prologue], in, v, n)
		}
		if m != nil && in.Fixed(m) {
			rows[v] = m
		}
	}
	return rows
}

// find collects the rows whose length is known.
func (a *alikeRows) find(f *loop.Func, known map[*loop.Var]*loop.Expr) {
	rows := rowLengths(f, a.in, known)
	if len(rows) == 0 {
		return
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.For:
			a.counts[s.Var] = true
		case *loop.Let:
			e := s.Rhs
			if e.Kind == loop.CheckExpr && !a.in.Mutable(s.Var) {
				a.checks[s.Var] = e.Args[1]
			}
			if e.Kind == loop.IndexExpr && e.Type.Rank == 1 && e.Args[0].Kind == loop.VarExpr && !a.in.Mutable(s.Var) && s.Var.Flat == nil {
				if m := rows[e.Args[0].Var]; m != nil {
					a.of[s.Var] = m
				}
			}
		}
	})
}

func (a *alikeRows) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		loop.Blocks(s, a.block)
		if isLoop(s) && loopDepth(s, 2) == 1 {
			out = append(out, a.cuts(s)...)
		}
		out = append(out, s)
	}
	*b = out
}

// cuts replaces rows in a loop, and returns their declarations.
func (a *alikeRows) cuts(s loop.Stmt) (out []loop.Stmt) {
	inside := map[*loop.Var]bool{}
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) { loop.Declared(t, func(v *loop.Var) { inside[v] = true }) })
	first := map[*loop.Var][]*loop.Var{} // rows by index, of different lengths
	with := map[*loop.Var]*loop.Expr{}
	var order []*loop.Var // rows to cut
	var by []*loop.Expr   // the lengths that they get
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && e.Args[1].Kind == loop.VarExpr {
			r, i := e.Args[0].Var, e.Args[1].Var
			if n := a.of[r]; n != nil && !inside[r] && inside[i] && !a.counts[i] && !a.in.Mutable(i) && with[r] == nil {
				if c := a.checks[i]; c != nil && loop.Equal(c, n) {
					with[r] = loop.Use(a.in.Fresh(r.Name, r.Type, r))
					order, by = append(order, r), append(by, n)
					return
				}
				known := false
				for _, q := range first[i] {
					if known = known || q == r; !known && loop.Equal(a.of[q], n) {
						known = true
						with[r] = loop.Use(a.in.Fresh(r.Name, r.Type, r))
						order, by = append(order, r), append(by, loop.Len(loop.Use(q)))
					}
				}
				if !known {
					first[i] = append(first[i], r)
				}
			}
		}
		for _, x := range e.Args {
			visit(x)
		}
	}
	loop.Walk([]loop.Stmt{s}, func(t loop.Stmt) {
		loop.Operands(t, func(e **loop.Expr, _ bool) { visit(*e) })
	})
	if len(order) == 0 {
		return nil
	}
	for k, r := range order {
		out = append(out, &loop.Let{Var: with[r].Var, Rhs: loop.Slice(loop.Use(r), loop.IntConst(0), by[k])})
	}
	loop.MapExprs([]loop.Stmt{s}, func(e *loop.Expr) *loop.Expr { return substitute(e, with) })
	return out
}
