package simplify

import (
	"math"

	"github.com/seed-4b734f86/gochad/syntax"
)

// AlphaEqual reports whether a and b are equal up to the names and identity of
// their bound variables. Terms with size bindings inside are equal only if they are one pointer.
func AlphaEqual(a, b syntax.Term) bool {
	q := alpha{pairs: map[*syntax.Var]*syntax.Var{}}
	return q.eq(a, b)
}

type alpha struct {
	pairs map[*syntax.Var]*syntax.Var // binders of the left term, to those of the right one
}

func (q *alpha) eqAll(a, b []syntax.Term) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !q.eq(a[i], b[i]) {
			return false
		}
	}
	return true
}

func (q *alpha) eq(a, b syntax.Term) bool {
	switch a := a.(type) {
	case *syntax.VarRef:
		b, ok := b.(*syntax.VarRef)
		if !ok {
			return false
		}
		if x, bound := q.pairs[a.Var]; bound {
			return x == b.Var
		}
		return a.Var == b.Var
	case *syntax.Const:
		b, ok := b.(*syntax.Const)
		return ok && a.Type() == b.Type() && a.I == b.I && math.Float64bits(a.F) == math.Float64bits(b.F)
	case *syntax.Let:
		b, ok := b.(*syntax.Let)
		return ok && q.lets(a, b)
	}
	if a.Type() != b.Type() || kindOf(a) != kindOf(b) || !sameLabels(a, b) {
		return false
	}
	return q.parts(a, b)
}

func (q *alpha) lets(a, b *syntax.Let) bool {
	if a == b && len(q.pairs) == 0 {
		return true
	}
	if len(a.Binds) != len(b.Binds) {
		return false
	}
	for i, l := range a.Binds {
		r := b.Binds[i]
		if l.Var == nil || r.Var == nil || l.Var.Type != r.Var.Type || !q.eq(l.Rhs, r.Rhs) {
			return false
		}
		q.pairs[l.Var] = r.Var
	}
	return q.eq(a.Body, b.Body)
}

// parts compares binders and subterms of two nodes with equal labels.
func (q *alpha) parts(a, b syntax.Term) bool {
	xs, ys := binders(a), binders(b)
	ts, us := children(a), children(b)
	if len(xs) != len(ys) {
		return false
	}
	for i, x := range xs {
		if x.Type != ys[i].Type {
			return false
		}
		q.pairs[x] = ys[i]
	}
	return q.eqAll(ts, us)
}

func binders(t syntax.Term) []*syntax.Var {
	if _, bodies := shape(t); bodies == none {
		return nil
	}
	var out []*syntax.Var
	syntax.Binders(t, func(x *syntax.Var) { out = append(out, x) })
	return out
}

func children(t syntax.Term) []syntax.Term {
	var out []syntax.Term
	syntax.Children(t, func(c syntax.Term) { out = append(out, c) })
	return out
}

// sameLabels compares what a node holds beside its type, binders and subterms.
//
//nolint:gocyclo // one case a node
func sameLabels(a, b syntax.Term) bool {
	switch a := a.(type) {
	case *syntax.Proj:
		return a.Index == b.(*syntax.Proj).Index
	case *syntax.Inj:
		return a.Tag == b.(*syntax.Inj).Tag
	case *syntax.Prim:
		return a.Op == b.(*syntax.Prim).Op
	case *syntax.Coproj:
		return a.Index == b.(*syntax.Coproj).Index
	case *syntax.Uninj:
		return a.Tag == b.(*syntax.Uninj).Tag
	case *syntax.Loop:
		b := b.(*syntax.Loop)
		return a.Len == b.Len && a.Down == b.Down && a.Out == b.Out
	case *syntax.SizeOf:
		return a.Size == b.(*syntax.SizeOf).Size
	case *syntax.LinLam:
		return a.Asserted == b.(*syntax.LinLam).Asserted
	case *syntax.ToIdx, *syntax.FromIdx, *syntax.Coerce, *syntax.Pack:
		return sameVariant(a, b)
	case *syntax.Tuple, *syntax.App, *syntax.Case, *syntax.If, *syntax.Plus, *syntax.Build, *syntax.Sum, *syntax.Index,
		*syntax.OneHot, *syntax.Set, *syntax.DynLen, *syntax.Lam, *syntax.LinApp, *syntax.Singleton, *syntax.CopowerCase:
		return true // the type says the rest
	case *syntax.Call:
		b, ok := b.(*syntax.Call)
		if !ok || a.Def != b.Def || len(a.Sizes) != len(b.Sizes) {
			return false
		}
		for i, n := range a.Sizes {
			if n != b.Sizes[i] {
				return false
			}
		}
		return true
	case *syntax.Zero:
		_, ok := b.(*syntax.Zero)
		return ok
	case *syntax.While:
		b, ok := b.(*syntax.While)
		return ok && a.Out == b.Out
	case *syntax.ArrayLit:
		_, ok := b.(*syntax.ArrayLit)
		return ok
	case *syntax.FilterIdx:
		_, ok := b.(*syntax.FilterIdx)
		return ok
	case *syntax.Deriv:
		b, ok := b.(*syntax.Deriv)
		return ok && a.Op == b.Op
	}
	return false
}

// sameVariant tells apart the nodes that share a kind.
func sameVariant(a, b syntax.Term) bool {
	switch a := a.(type) {
	case *syntax.ToIdx:
		_, ok := b.(*syntax.ToIdx)
		return ok
	case *syntax.FromIdx:
		_, ok := b.(*syntax.FromIdx)
		return ok
	case *syntax.Coerce:
		b, ok := b.(*syntax.Coerce)
		return ok && a.Arg.Type() == b.Arg.Type()
	case *syntax.Pack:
		_, ok := b.(*syntax.Pack)
		return ok
	}
	return false
}

func hashConst(c *syntax.Const) uint64 {
	return (math.Float64bits(c.F)*hashPrime+uint64(c.I))*hashPrime + c.Type().ID()
}
