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
// What loops use at their counters the pass [rangeCuts] has cut.
var alike = Pass{ //nolint:gochecknoglobals // a constant
	Name: "alike",
	Law: "An array that is as long as another is its own beginning of the length of that one. Go then knows that an index of one " +
		"is an index of both.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		a := &alikeRows{in: Analyse(f), of: map[*loop.Var]*loop.Expr{}, counts: map[*loop.Var]bool{}}
		a.find(f)
		if len(a.of) > 1 {
			a.block(&f.Body)
		}
	}),
}

type alikeRows struct {
	in     *Info
	of     map[*loop.Var]*loop.Expr // lengths of the variables that are rows
	counts map[*loop.Var]bool       // counters of loops
}

// find collects the rows whose length is known: those of parameters that are given no other rows.
func (a *alikeRows) find(f *loop.Func) {
	lengths := a.in.Lengths()
	stored := a.in.Effects(f.Body...).Regions
	rows := map[*loop.Var]*loop.Expr{} // by matrix
	for _, p := range f.Params {
		v := p.Var
		if n := lengths[v]; n != nil && v.Flat == nil && v.Type.Rank == 2 && !a.in.Mutable(v) && !stored[Region{a.in.Class(v), v.Type.Elem()}] {
			if m := rowLength(f.Body[:a.in.prologue], a.in, v, n); m != nil {
				rows[v] = m
			}
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.For:
			a.counts[s.Var] = true
		case *loop.Let:
			e := s.Rhs
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
	var order, by []*loop.Var // rows to cut, and those whose length they get
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr && e.Args[1].Kind == loop.VarExpr {
			r, i := e.Args[0].Var, e.Args[1].Var
			if n := a.of[r]; n != nil && !inside[r] && inside[i] && !a.counts[i] && !a.in.Mutable(i) && with[r] == nil {
				known := false
				for _, q := range first[i] {
					if known = known || q == r; !known && loop.Equal(a.of[q], n) {
						known = true
						with[r] = loop.Use(a.in.Fresh(r.Name, r.Type, r))
						order, by = append(order, r), append(by, q)
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
		out = append(out, &loop.Let{Var: with[r].Var, Rhs: loop.Slice(loop.Use(r), loop.IntConst(0), loop.Len(loop.Use(by[k])))})
	}
	loop.MapExprs([]loop.Stmt{s}, func(e *loop.Expr) *loop.Expr { return substitute(e, with) })
	return out
}
