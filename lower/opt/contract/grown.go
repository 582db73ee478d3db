package contract

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// grown is what hoistAlloc makes of an array of numbers whose length is another in each iteration, as
// that of the tape of a block of iterations is: memory that grows to the greatest length.
//
//	for i < n {                      var t [0]real = dirty(0)
//	  var z [l]real = new(l)    →    for i < n {
//	  …                                if len(t) < l { var u [l]real = dirty(l); t = u }
//	}                                  let z = t[0:l]; clear(z)
//	                                   …
func (h *allocHoister) grown(a *loop.Alloc) []loop.Stmt {
	if len(a.Dims) != 1 || a.Var.Type.Rank != 1 || !a.Var.Type.Scalar().IsNumber() || a.Var.Flat != nil ||
		h.Mutable(a.Var) {
		return []loop.Stmt{a}
	}
	l := h.target(a, false)
	if l == nil {
		return []loop.Stmt{a}
	}
	t := loop.NewVar(a.Var.Name, a.Var.Type)
	u := loop.NewVar(a.Var.Name, a.Var.Type)
	n := loop.NewVar("n", loop.IntType)
	h.before[l] = append(h.before[l], &loop.Alloc{Var: t, Dims: []*loop.Expr{loop.IntConst(0)}, Dirty: true})
	rest := []loop.Stmt{
		&loop.Let{Var: n, Rhs: a.Dims[0]},
		&loop.If{Cond: loop.Prim(syntax.MustOp("ilt"), loop.Len(loop.Use(t)), loop.Use(n)), Then: []loop.Stmt{
			&loop.Alloc{Var: u, Dims: []*loop.Expr{loop.Use(n)}, Dirty: true},
			&loop.Assign{Lhs: []*loop.Expr{loop.Use(t)}, Rhs: []*loop.Expr{loop.Use(u)}},
		}},
		&loop.Let{Var: a.Var, Rhs: loop.Slice(loop.Use(t), loop.IntConst(0), loop.Use(n))},
	}
	if !a.Dirty {
		rest = append(rest, &loop.Clear{Dst: loop.Use(a.Var)})
	}
	return rest
}
