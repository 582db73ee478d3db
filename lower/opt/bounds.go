package opt

import (
	"math"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/syntax"
)

var knownBounds = Pass{ //nolint:gochecknoglobals // a constant
	Name: "bounds-check-elimination",
	Law: "The variable of a counted loop is at least 0 and less than the number of iterations; conditions of " +
		"branches " +
		"hold in them, and checks hold after them. Lengths and counters are far from the ends of the integers; an " +
		"array has the length that it was made with; what has bits of a number s ≥ 0 only, such as s & t, is from 0 " +
		"to s; 2·n - n = n and the like, of ints, which wrap. A check of what follows " +
		"from that by sums, minima and maxima can go, and so can the branch that is not taken.",
	Needs: Bounded,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		b := &bounds{Facts: newFacts(o.analyse(f)).followIn(o.partsOf(f)&Ints != 0)}
		if f.Body = b.body(f.Body, o.others(f)); !b.changed {
			o.unchanged()
		}
	}),
}

// bounds drops checks that hold.
type bounds struct {
	*Facts
	edit.StandIns
	changed bool
}

// block is what stands for a block: itself where that is all the same.
func (b *bounds) block(block []loop.Stmt) []loop.Stmt {
	mark := len(b.known)
	block = b.Rebuild(block, func(s loop.Stmt) bool { b.statement(s); return true })
	b.known = b.known[:mark]
	return block
}

// body is block for that of a function, of which nothing follows from the statements but for those at some places.
func (b *bounds) body(block []loop.Stmt, others []int32) []loop.Stmt {
	return b.RebuildAt(block, others, func() bool { return false }, b.statement)
}

// statement emits what stands for s.
func (b *bounds) statement(s loop.Stmt) {
	if isReal(s) {
		b.Emit(s)
		return
	}
	if c, ok := s.(*loop.If); ok && b.ofReals(c.Cond) {
		around := len(b.around)
		b.around = append(b.around, b.aroundOf(s))
		c.Then, c.Else = b.block(c.Then), b.block(c.Else)
		b.around = b.around[:around]
		b.Emit(s)
		return
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { *e = b.expr(*e) })
	switch c := s.(type) {
	case *loop.Check:
		if b.true(c.Cond) {
			b.changed = true
			return
		}
	case *loop.If:
		if taken, known := b.taken(c); known {
			b.changed = true
			b.Emit(b.block(taken)...)
			return
		}
	case *loop.For:
		if n := b.of(c.N); n != nil && len(n.terms) == 0 && n.c <= 0 {
			b.changed = true
			return
		}
	}
	b.inside(s, func(inner *[]loop.Stmt) { *inner = b.block(*inner) })
	b.after(s)
	b.Emit(s)
}

// isReal reports whether s gives a real a value without a look at ints: from it nothing follows about them, and nothing
// in it follows from what is known of them. Most of straight-line code is such statements.
func isReal(s loop.Stmt) bool {
	switch s := s.(type) {
	case *loop.Let:
		return s.Var.Type == loop.RealType && !s.Rhs.Has(1<<loop.CheckExpr|loop.IntPrims)
	case *loop.Assign:
		for i, l := range s.Lhs {
			if l.Kind != loop.VarExpr || l.Type != loop.RealType || s.Rhs[i].Has(1<<loop.CheckExpr|loop.IntPrims) {
				return false
			}
		}
		return true
	}
	return false
}

// ofReals reports whether a condition compares reals without a look at ints: nothing follows from it about those, nor
// it from what is known of them.
func (f *Facts) ofReals(c *loop.Expr) bool {
	is := f.condition(c)
	return is.Kind == loop.PrimExpr && len(is.Args) > 0 && is.Args[0].Type == loop.RealType &&
		!c.Has(1<<loop.CheckExpr|loop.IntPrims)
}

// taken is the branch that is taken, if that is known.
func (b *bounds) taken(s *loop.If) ([]loop.Stmt, bool) {
	if b.true(s.Cond) {
		return s.Then, true
	}
	if not := inverse(b.condition(s.Cond)); not != nil && b.true(not) {
		return s.Else, true
	}
	return nil, false
}

// inside calls f for the blocks of s, with what is known in them.
func (f *Facts) inside(s loop.Stmt, block func(*[]loop.Stmt)) {
	mark := len(f.known)
	f.around = append(f.around, f.aroundOf(s))
	switch s := s.(type) {
	case *loop.For:
		f.enter(s)
		block(&s.Body)
	case *loop.If:
		f.learn(s.Cond)
		block(&s.Then)
		f.known = f.known[:mark]
		f.deny(s.Cond)
		block(&s.Else)
	default:
		loop.Blocks(s, block)
	}
	f.known, f.around = f.known[:mark], f.around[:len(f.around)-1]
}

// after learns what holds behind s.
func (f *Facts) after(s loop.Stmt) {
	switch s := s.(type) {
	case *loop.Let:
		f.define(s)
		e := s.Rhs
		if e.Kind == loop.CheckExpr {
			f.passed(e)
			e = e.Args[0]
		}
		if e.Kind == loop.VarExpr && (f.least[e.Var] != nil || f.greatest[e.Var] != nil) {
			if x := f.of(loop.Use(s.Var)); x != nil {
				f.within(x, e.Var)
			}
		}
		f.shifted(s.Var, e)
		if isCount(e) && !f.in.Fixed(e.Args[0]) {
			if x := f.of(loop.Use(s.Var)); x != nil {
				f.known = append(f.known, x, (&affine{c: 64}).add(-1, x))
			}
		}
		f.ofBits(s.Var)
	case *loop.Check:
		f.learn(s.Cond)
	case *loop.Alloc:
		if f.length != nil && s.Var.Flat == nil && !f.in.Mutable(s.Var) {
			if n := f.of(s.Dims[0]); n != nil {
				f.length[s.Var] = n
			}
		}
		// An array that is there has no more elements than memory has bytes.
		if f.always[s] {
			for _, n := range s.Dims {
				if n.Kind == loop.VarExpr && !f.in.Mutable(n.Var) {
					f.bounded[n.Var] = true
				}
			}
		}
	}
}

// shifted learns of v = a + w what is known of a changing int w: v - a is one of its values.
func (f *Facts) shifted(v *loop.Var, e *loop.Expr) {
	if e.Kind != loop.PrimExpr || e.Prim != syntax.OpIntAdd || f.bounded == nil || f.in.Mutable(v) || !f.small(e, 0) {
		return
	}
	for i, w := range e.Args {
		a := f.of(e.Args[1-i])
		if w.Kind != loop.VarExpr || !f.in.Mutable(w.Var) || !f.bounded[w.Var] || a == nil || a.large() {
			continue
		}
		if x := f.of(loop.Use(v)); x != nil {
			f.within(x.add(-1, a), w.Var)
		}
	}
}

// passed learns 0 ≤ i < n.
func (f *Facts) passed(e *loop.Expr) {
	i, n := f.of(e.Args[0]), f.of(e.Args[1])
	if i == nil {
		return
	}
	f.known = append(f.known, i)
	if n != nil {
		f.known = append(f.known, n.add(-1, i).add(1, &affine{c: -1}))
	}
}

func (b *bounds) expr(e *loop.Expr) *loop.Expr {
	if !e.Has(1<<loop.CheckExpr | loop.IntPrims) {
		return e
	}
	e = e.MapArgs(b.expr)
	switch {
	case e.Kind == loop.CheckExpr && b.always(e):
		b.changed = true
		return e.Args[0]
	case e.Kind == loop.PrimExpr && e.Type == loop.IntType && (e.Prim.Name == "imin" || e.Prim.Name == "imax"):
		return b.extremum(e)
	case e.Kind == loop.PrimExpr && (e.Prim == syntax.OpIntAdd || e.Prim == syntax.OpIntSub) && !e.Args[1].IsConst():
		if x := (&intSum{Facts: b.Facts}).of(e); x != nil {
			b.changed = true
			return x
		}
	}
	return e
}

// extremum is the side of a minimum or maximum that is known to be it, or e.
func (b *bounds) extremum(e *loop.Expr) *loop.Expr {
	if e.Args[0].IsAtom() && loop.Equal(e.Args[0], e.Args[1]) {
		b.changed = true
		return e.Args[0]
	}
	x, y := b.of(e.Args[0]), b.of(e.Args[1])
	if x == nil || y == nil {
		return e
	}
	d := x.add(-1, y)
	if e.Prim.Name == "imin" {
		d = y.add(-1, x)
	}
	switch {
	case b.holds(d):
		b.changed = true
		return e.Args[0]
	case b.holds((&affine{}).add(-1, d)):
		b.changed = true
		return e.Args[1]
	}
	return e
}

// always is inRange wherever later passes may take what the check is for, see [facts.leaves].
func (b *bounds) always(e *loop.Expr) bool {
	all := b.known
	defer func() { b.known = all }()
	if mark, some := b.leaves(e.Args[0]); some {
		b.known = all[:mark]
	}
	return b.inRange(e)
}

// inRange reports whether the check e holds.
func (f *Facts) inRange(e *loop.Expr) bool {
	i, n := f.of(e.Args[0]), f.of(e.Args[1])
	if f.bitsInRange(e, n) {
		return true
	}
	if v := e.Args[0]; v.Kind == loop.VarExpr && n != nil && f.least[v.Var] != nil && f.greatest[v.Var] != nil {
		return f.holds(f.least[v.Var]) && f.holds(n.add(-1, f.greatest[v.Var]).add(1, &affine{c: -1}))
	}
	return i != nil && n != nil && f.holds(i) && f.holds(n.add(-1, i).add(1, &affine{c: -1}))
}

// atEnd says how x compares with y where one is a constant at an end of the integers, such as that from which searches
// for the least start, and the other is far from it.
func (f *Facts) atEnd(x, y *loop.Expr) (is order, known bool) {
	if x.IsConst() && !y.IsConst() {
		is, known = f.atEnd(y, x)
		return is.turned(), known
	}
	if !y.IsConst() || math.MinInt64+affineLimit < y.I && y.I < math.MaxInt64-affineLimit || !f.small(x, 0) {
		return 0, false
	}
	return compared(0, y.I), true
}

// true reports whether a comparison of ints holds.
func (f *Facts) true(c *loop.Expr) bool {
	if c = f.condition(c); c.Kind != loop.PrimExpr || len(c.Args) != 2 || c.Args[0].Type != loop.IntType {
		return false
	}
	if zero := c.Args[1]; c.Prim.Name == "ige" && zero.IsZero() && f.signs != nil && f.signs.NotNegative(c.Args[0]) {
		return true
	}
	if c.Prim.Name == "ieq" && (f.made(c.Args[0], c.Args[1]) || f.made(c.Args[1], c.Args[0])) {
		return true
	}
	if may, far := f.atEnd(c.Args[0], c.Args[1]); far {
		return orders[c.Prim.Name]&may != 0
	}
	x, y := f.of(c.Args[0]), f.of(c.Args[1])
	if x == nil || y == nil {
		return false
	}
	d := y.add(-1, x) // y − x
	switch c.Prim.Name {
	case "ilt":
		return f.holds(d.add(1, &affine{c: -1}))
	case "ile":
		return f.holds(d)
	case "igt":
		return f.holds((&affine{c: -1}).add(-1, d))
	case "ige":
		return f.holds((&affine{}).add(-1, d))
	case "ieq":
		return x.isEqual(y)
	}
	return false
}
