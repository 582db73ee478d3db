package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/affine"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/syntax"
)

var knownBounds = Pass{ //nolint:gochecknoglobals // a constant
	Name: "bounds-check-elimination",
	Law: "The variable of a counted loop is at least 0 and less than the number of iterations; conditions of " +
		"branches " +
		"hold in them, and checks hold after them. Lengths and counters are far from the ends of the integers. An " +
		"array has the length that it was made with. What has bits of a number s ≥ 0 only, such as s & t, is from 0 " +
		"to s; 2·n - n = n and the like, of ints, which wrap. A check of what follows " +
		"from that by sums, minima and maxima can go, and so can the branch that is not taken.",
	Needs: Bounded,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		b := &bounds{Facts: affine.NewFacts(o.analyse(f)).FollowIn(o.partsOf(f)&Ints != 0)}
		if f.Body = b.body(f.Body, o.others(f)); !b.changed {
			o.unchanged()
		}
	}),
}

// bounds drops checks that hold.
type bounds struct {
	*affine.Facts
	edit.StandIns
	changed bool
}

// block is what stands for a block: itself where that is all the same.
func (b *bounds) block(block []loop.Stmt) []loop.Stmt {
	mark := len(b.Known)
	block = b.Rebuild(block, func(s loop.Stmt) bool { b.statement(s); return true })
	b.Known = b.Known[:mark]
	return block
}

// body is block for that of a function, of which nothing follows from the statements but for those at some places.
func (b *bounds) body(block []loop.Stmt, others []int32) []loop.Stmt {
	return b.RebuildAt(block, others, func() bool { return false }, b.statement)
}

// statement emits what stands for s.
func (b *bounds) statement(s loop.Stmt) {
	if affine.IsReal(s) {
		b.Emit(s)
		return
	}
	if c, ok := s.(*loop.If); ok && b.OfReals(c.Cond) {
		b.Blocks(s, func(inner *[]loop.Stmt) { *inner = b.block(*inner) })
		b.Emit(s)
		return
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { *e = b.expr(*e) })
	switch c := s.(type) {
	case *loop.Check:
		if b.True(c.Cond) {
			b.changed = true
			return
		}
	case *loop.If:
		if taken, known := b.Taken(c); known {
			b.changed = true
			b.Emit(b.block(taken)...)
			return
		}
	case *loop.For:
		if b.NeverRuns(c) {
			b.changed = true
			return
		}
	}
	b.Inside(s, func(inner *[]loop.Stmt) { *inner = b.block(*inner) })
	b.After(s)
	b.Emit(s)
}

func (b *bounds) expr(e *loop.Expr) *loop.Expr {
	if !e.Has(1<<loop.CheckExpr | loop.IntPrims) {
		return e
	}
	e = e.MapArgs(b.expr)
	switch {
	case e.Kind == loop.CheckExpr && b.AlwaysInRange(e):
		b.changed = true
		return e.Args[0]
	case e.Kind == loop.PrimExpr && e.Type == loop.IntType && (e.Prim.Name == "imin" || e.Prim.Name == "imax"):
		if x := b.Extremum(e); x != nil {
			b.changed = true
			return x
		}
	case e.Kind == loop.PrimExpr && (e.Prim == syntax.OpIntAdd || e.Prim == syntax.OpIntSub) && !e.Args[1].IsConst():
		if x := b.Sum(e); x != nil {
			b.changed = true
			return x
		}
	}
	return e
}
