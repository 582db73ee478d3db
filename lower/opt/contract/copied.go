package contract

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// copiedAfter does for a copy what filledAfter does for zeros: the loop that is the next to use the destination adds to
// the source, where it first adds to the destination, and the copy need not be.
//
//	copy(acc, s)                         for i < n {
//	for i < n { acc[i] +~= x[i] }    →     acc[i] = s[i] + x[i]
//	                                     }
func (fs *firstStores) copiedAfter(b []loop.Stmt, i int, c *loop.Copy) bool {
	if c.Dst.Kind != loop.VarExpr || c.Src.Kind != loop.VarExpr {
		return false
	}
	dst, src := c.Dst.Var, c.Src.Var
	if dst.Type.Rank != 1 || dst.Type.Base != loop.Real || fs.lengths[dst] == nil || fs.lengths[src] == nil ||
		!fs.Linear(fs.lengths[dst]).Equal(fs.Linear(fs.lengths[src])) ||
		fs.Mutable(dst) || fs.Mutable(src) || fs.MayShare(dst, src) {
		return false
	}
	from := facts.Region{Class: fs.Class(src), Type: loop.RealType}
	for k := i + 1; k < len(b) && k <= i+firstWindow; k++ {
		uses := false
		for r := range fs.Summary(b[k]).Regions {
			uses = uses || r.Class == fs.Class(dst)
		}
		if uses {
			l, ok := b[k].(*loop.For)
			return ok && fs.Linear(l.N).Equal(fs.Linear(fs.lengths[dst])) && fs.fillFrom(l, dst, src)
		}
		if fs.Effects(b[k]).Regions[from] {
			return false
		}
	}
	return false
}

// fillFrom makes the first addition to the own element of dst in every iteration of l a store of a sum with that of
// src, if an iteration uses no other element of both, and src is as it was.
func (fs *firstStores) fillFrom(l *loop.For, dst, src *loop.Var) bool {
	for _, x := range fs.Summary(l).Access {
		for _, v := range []*loop.Var{dst, src} {
			if x.Reg.Class == fs.Class(v) &&
				(x.At.Root != v || len(x.At.Subs) != 1 || x.At.Subs[0].SoleVar() != l.Var) {
				return false
			}
		}
	}
	to := facts.Region{Class: fs.Class(dst), Type: loop.RealType}
	from := facts.Region{Class: fs.Class(src), Type: loop.RealType}
	for k, s := range l.Body {
		a, ok := s.(*loop.AddTo)
		if ok && a.Lhs.Kind == loop.IndexExpr && a.Lhs.Args[0].IsVar(dst) {
			if fs.reads(a.Rhs, to.Class) || a.Lhs.CanFail() {
				return false
			}
			l.Body[k] = &loop.Assign{Lhs: []*loop.Expr{a.Lhs}, Rhs: []*loop.Expr{
				loop.Prim(syntax.OpAdd, loop.Index(loop.Use(src), a.Lhs.Args[1]), a.Rhs),
			}}
			return true
		}
		if fs.Summary(s).Regions[to] != 0 || fs.Effects(s).Regions[from] {
			return false
		}
	}
	return false
}
