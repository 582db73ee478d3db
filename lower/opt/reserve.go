package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// reserve makes an array once, as long as the longest, where the iterations of a loop make longer and longer ones: the memory of one would
// be too small for the next, each time, in the first run.
//
//	for down j < n {                     var u []real = dirty(imax(n - 1, 0))
//	  var m int = n - j - 1              for down j < n {
//	  var t []real = dirty(m)       →      var m int = n - j - 1
//	  …                                    var t []real = u[0:+m]
//	}                                      …
//
// Loops in which they become shorter find out at once how much is needed.
var reserve = Pass{ //nolint:gochecknoglobals // a constant
	Name: "reserve",
	Law: "Iterations may share the memory of an array that no variable, row or cell outlives an iteration with; a length that is a linear function of " +
		"the counter is greatest in the last iteration or the first.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		h := newAllocHoister(f)
		h.reserve(&f.Body, nil)
	}),
}

// reserve replaces arrays of a block, and puts the memory of those in its loops before them. The numbers are those that must be positive for
// the block to run, where there are conditionals between it and the loop around it.
func (h *allocHoister) reserve(b *[]loop.Stmt, positive []*loop.Expr) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		loop.Blocks(s, func(in *[]loop.Stmt) {
			inside := []*loop.Expr(nil)
			switch s := s.(type) {
			case *loop.For, *loop.While:
			case *loop.If:
				if inside = append(positive[:len(positive):len(positive)], unknown); in == &s.Then && s.Cond.Kind == loop.PrimExpr && s.Cond.Prim == syntax.MustOp("igt") && s.Cond.Args[1].IsZero() {
					inside[len(positive)] = s.Cond.Args[0]
				}
			default:
				inside = append(positive[:len(positive):len(positive)], unknown)
			}
			h.reserve(in, inside)
		})
		out = append(out, h.before[s]...)
		a, ok := s.(*loop.Alloc)
		if !ok {
			out = append(out, s)
			continue
		}
		l, most := h.longest(a)
		for _, n := range positive { // it is made whenever it has elements
			if l != nil && !h.linear(n).equal(h.linear(a.Dims[0])) {
				l = nil
			}
		}
		if l == nil {
			out = append(out, s)
			continue
		}
		u := loop.NewVar(a.Var.Name, a.Var.Type)
		h.before[l] = append(h.before[l], &loop.Alloc{Var: u, Dims: []*loop.Expr{most}, Dirty: true})
		out = append(out, &loop.Let{Var: a.Var, Rhs: loop.Slice(loop.Use(u), loop.IntConst(0), a.Dims[0])})
		if !a.Dirty {
			out = append(out, &loop.Clear{Dst: loop.Use(a.Var)})
		}
	}
	*b = out
}

// longest is the loop whose iterations make longer and longer arrays by a, and the length of the longest; nil where a is nothing of the kind.
func (h *allocHoister) longest(a *loop.Alloc) (*loop.For, *loop.Expr) {
	l, ok := h.loops.around[a].(*loop.For)
	if !ok || len(a.Dims) != 1 || a.Var.Type.Rank != 1 || !a.Var.Type.Scalar().IsNumber() || a.Var.Flat != nil || h.Mutable(a.Var) || h.target(a, false) == nil {
		return nil, nil
	}
	n, trips := h.linear(a.Dims[0]), h.linear(l.N)
	k, rest := n.split(l.Var)
	if !n.ok || !trips.ok || k != 1 && k != -1 || (k == -1) != l.Down {
		return nil, nil
	}
	most := rest // of iteration 0
	if k == 1 {  // of the last
		most = rest.plus(1, trips).plus(1, linConst(-1))
	} else {
		rest = rest.plus(-1, trips)
	}
	ef := h.effect(l)
	if len(rest.terms) > 0 || !most.over(func(v *loop.Var) bool { return h.fixed(v) && !ef.Vars[v] }) { // no long one of no iteration
		return nil, nil
	}
	out := loop.IntConst(most.c)
	for _, t := range most.terms {
		x := loop.Use(t.atom.v)
		if t.atom.len {
			x = loop.Len(x)
		}
		switch t.k {
		case 1:
			out = loop.Add(out, x)
		case -1:
			out = loop.Sub(out, x)
		default:
			return nil, nil
		}
	}
	return l, loop.Prim(syntax.MustOp("imax"), out, loop.IntConst(0))
}
