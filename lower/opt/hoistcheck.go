package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/affine"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

var hoistChecks = Pass{ //nolint:gochecknoglobals // a constant
	Name: "check-hoisting",
	Law: "An index that every iteration of a counted loop checks, and that goes up or down by one with the " +
		"counter, is in " +
		"range in all of them when it is in the first and the last: one check before the loop does. A run that " +
		"fails still fails, perhaps earlier.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		in := facts.Analyse(f)
		h := &checkHoister{Facts: affine.NewFacts(in).Follow(), signs: facts.NewSigns(f)}
		f.Body = h.block(f.Body, nil)
	}),
}

// checkHoister moves checks of indices to the front of loops.
type checkHoister struct {
	*affine.Facts
	signs *facts.Signs
	done  []*loop.Expr // conditions that were checked, at the places that reach here
	sites []*site      // the loops around, of which every iteration runs the next as a whole
}

// A demand is a check that a loop needs of its surroundings: 0 ≤ lo and hi < n, unless one of the
// counts is not positive. It fails with index low when lo is negative, else with high.
type demand struct {
	counts []*loop.Expr
	lo, hi *loop.Expr
	n      *loop.Expr
	at     string
	// row says that the range is the elements lo, …, lo + count of a row, of which nobody knows that the sum does not
	// wrap.
	row bool
}

// block goes through the statements of a block; in, if not nil, is the loop whose body it is, which every iteration
// runs as a whole, and takes over the demands that it can.
func (h *checkHoister) block(block []loop.Stmt, in *site) []loop.Stmt {
	mark, known := len(h.done), len(h.Known)
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		if in != nil {
			if _, head := s.(*loop.While); !head {
				loop.Operands(s, func(e **loop.Expr, _ bool) { *e = h.expr(*e, in, false) })
			}
		}
		var front []*demand
		if f, ok := s.(*loop.For); ok {
			front = h.loop(f)
		} else {
			sites := h.sites
			h.sites = nil
			h.Inside(s, func(b *[]loop.Stmt) { *b = h.block(*b, nil) })
			h.sites = sites
		}
		for _, d := range front {
			if in == nil || !in.take(h, d) {
				out = h.check(d, out)
			}
		}
		h.After(s)
		out = append(out, s)
	}
	h.done, h.Known = h.done[:mark], h.Known[:known]
	return out
}

// site is a loop that demands may leave.
type site struct {
	loop    *loop.For
	effects *facts.Effects
	demands []*demand
}

// loop goes through a loop and returns what must be checked before it.
func (h *checkHoister) loop(s *loop.For) []*demand {
	at := &site{loop: s}
	h.sites = append(h.sites, at)
	h.Inside(s, func(b *[]loop.Stmt) { *b = h.block(*b, at) })
	h.sites = h.sites[:len(h.sites)-1]
	return at.demands
}

// expr takes the checks in e that every iteration makes out of it; maybe says that some iterations do not evaluate e.
func (h *checkHoister) expr(e *loop.Expr, in *site, maybe bool) *loop.Expr {
	args := make([]*loop.Expr, len(e.Args))
	changed := false
	for i, a := range e.Args {
		args[i] = h.expr(a, in, maybe || i > 0 && facts.Lazy(e))
		changed = changed || args[i] != a
	}
	if changed {
		e = e.With(args)
	}
	if e.Kind != loop.CheckExpr || maybe {
		return e
	}
	i := e.Args[0]
	if d := (&demand{lo: i, hi: i, n: e.Args[1], at: e.Text()}); h.plain(i) && !h.partly(d) && in.take(h, d) ||
		in.row(h, i, e) {
		return i
	}
	return e
}

// row makes the check e of base + j, where j counts the loop, one of base alone: that of the iterations is 0 ≤ base
// and, since n is a length, base ≤ n − count, which do not wrap whatever base is. Where base + j wraps it is negative,
// and fails as well.
func (at *site) row(h *checkHoister, i, e *loop.Expr) bool {
	s := at.loop
	if i.Size > 9 || i.CanFail() || i.ReadsMemory() || !s.N.IsAtom() || !h.signs.NotNegative(e.Args[1]) {
		return false
	}
	k, rest := signOf(i, s.Var)
	if k != 1 || rest == nil {
		return false
	}
	if at.effects == nil {
		at.effects = h.In.Effects(s)
	}
	base := replace(i, s.Var, loop.IntConst(0))
	for _, x := range []*loop.Expr{base, s.N, e.Args[1]} {
		if x.ReadsMemory() || x.CanFail() || !h.In.Steady(x, at.effects) {
			return false
		}
	}
	at.demands = append(at.demands, &demand{counts: []*loop.Expr{s.N}, lo: base, hi: base, n: e.Args[1], at: e.Text(),
		row: true})
	return true
}

// partly reports whether a check of an index would stay in the loop whose variable the index is, in front of a loop
// that does not change the index and may not run: it says nothing in the iterations where that one does not, see
// [facts.leaves].
//
//	for i < n {
//	  for j < n - 1 - i {       ↛   check n - 1 - i <= 0 || i < len(x)
//	    … x[inrange(i, len(x))]
//
// One that leaves the loops around as well, since no iteration of theirs changes whether the inner one runs, is taken
// for all of them: then elements may be loaded that are not there where it does not run in any. What is loaded is not
// used; in Go it panics.
func (h *checkHoister) partly(d *demand) bool {
	if _, some := h.Leaves(d.lo); !some {
		return false
	}
	for i := len(h.sites) - 1; i >= 0; i-- {
		at := h.sites[i]
		mark := len(at.demands)
		if !at.take(h, d) {
			break
		}
		d, at.demands = at.demands[mark], at.demands[:mark]
	}
	some := h.Level(d.lo) > 0 || h.Level(d.hi) > 0
	for _, n := range d.counts {
		some = some || h.Level(n) > 0
	}
	return some
}

// plain reports whether an index is a sum that cannot overflow, so that the ends of its range tell all.
func (h *checkHoister) plain(i *loop.Expr) bool {
	return i.Size <= 7 && h.Of(i) != nil && !i.CanFail() && !i.ReadsMemory()
}

// take makes a demand of an iteration one of the whole loop, if it can.
func (at *site) take(h *checkHoister, d *demand) bool {
	s := at.loop
	if !s.N.IsAtom() || d.row {
		return false
	}
	if at.effects == nil {
		at.effects = h.In.Effects(s)
	}
	steady := func(e *loop.Expr) bool { return !e.ReadsMemory() && !e.CanFail() && h.In.Steady(e, at.effects) }
	for _, n := range d.counts {
		if !steady(n) {
			return false
		}
	}
	if !steady(d.n) || !steady(s.N) {
		return false
	}
	last := loop.Sub(s.N, loop.IntConst(1))
	end := func(e *loop.Expr, high bool) *loop.Expr {
		switch k, rest := signOf(e, s.Var); {
		case rest == nil || !steady(rest):
			return nil
		case k == 0:
			return e
		case (k > 0) == high:
			return replace(e, s.Var, last)
		default:
			return replace(e, s.Var, loop.IntConst(0))
		}
	}
	lo, hi := end(d.lo, false), end(d.hi, true)
	if lo == nil || hi == nil || lo.Size > 9 || hi.Size > 9 || len(d.counts) > 2 {
		return false
	}
	// A count may be any int, and then its sums may wrap: only one constant, which below puts on the other side.
	if count, _ := shifted(hi); h.Of(lo) == nil || h.Of(hi) == nil && (count == nil || !h.Small(d.n, 0)) {
		return false
	}
	at.demands = append(at.demands, &demand{
		counts: append(append([]*loop.Expr(nil), d.counts...), s.N), lo: lo, hi: hi, n: d.n, at: d.at,
	})
	return true
}

// shifted takes a variable plus a constant apart; v is nil for all else.
func shifted(e *loop.Expr) (v *loop.Expr, by int64) {
	if e.Kind != loop.PrimExpr || len(e.Args) != 2 || e.Args[0].Kind != loop.VarExpr || !e.Args[1].IsConst() ||
		e.Args[1].I <= -affine.Limit || e.Args[1].I >= affine.Limit {
		return nil, 0
	}
	switch e.Prim {
	case syntax.OpIntAdd:
		return e.Args[0], e.Args[1].I
	case syntax.OpIntSub:
		return e.Args[0], -e.Args[1].I
	}
	return nil, 0
}

// signOf finds with what sign v stands in a sum, and what is left with 0 for v; rest is nil where v stands elsewhere.
func signOf(e *loop.Expr, v *loop.Var) (k int, rest *loop.Expr) {
	if e.IsVar(v) {
		return 1, loop.IntConst(0)
	}
	if e.Kind == loop.PrimExpr && (e.Prim == syntax.OpIntAdd || e.Prim == syntax.OpIntSub) {
		k, a := signOf(e.Args[0], v)
		m, b := signOf(e.Args[1], v)
		if a == nil || b == nil {
			return 0, nil
		}
		if e.Prim == syntax.OpIntSub {
			m = -m
		}
		if k*m != 0 {
			return 0, nil
		}
		return k + m, e.With([]*loop.Expr{a, b})
	}
	uses := false
	e.EachVar(func(w *loop.Var) { uses = uses || w == v })
	if uses {
		return 0, nil
	}
	return 0, e
}

// replace puts x in the place of v, with sums folded.
func replace(e *loop.Expr, v *loop.Var, x *loop.Expr) *loop.Expr {
	if e.IsVar(v) {
		return x
	}
	if e.Kind == loop.PrimExpr && len(e.Args) == 2 {
		a, b := replace(e.Args[0], v, x), replace(e.Args[1], v, x)
		switch e.Prim {
		case syntax.OpIntAdd:
			if a.Kind == loop.PrimExpr && a.Prim == syntax.OpIntSub && a.Args[1].IsConst() && b.IsConst() {
				return loop.Sub(a.Args[0], loop.IntConst(a.Args[1].I-b.I)) // n − 1 + 1 is n
			}
			return loop.Add(a, b)
		case syntax.OpIntSub:
			return loop.Sub(a, b)
		}
	}
	return e
}

// check writes a demand as statements behind out, or further up, where all that it reads is declared. Demands that
// follow from what is known are not written.
func (h *checkHoister) check(d *demand, out []loop.Stmt) []loop.Stmt {
	if d.row {
		count := d.counts[0]
		out = h.write(d, edit.Binary("ige", d.lo, loop.IntConst(0)), d.lo, out)
		return h.write(d, edit.Binary("ile", d.lo, loop.Sub(d.n, count)),
			loop.Add(d.lo, loop.Sub(count, loop.IntConst(1))),
			out)
	}
	lo, hi := h.Of(d.lo), h.Of(d.hi)
	n := h.Of(d.n)
	// What is known when all loops run.
	mark := len(h.Known)
	for _, c := range d.counts {
		if x := h.Of(c); x != nil {
			h.Known = append(h.Known, x.Add(1, affine.Number(-1)))
		}
	}
	low := h.Holds(lo)
	high := n != nil && hi != nil && h.Holds(n.Add(-1, hi).Add(1, affine.Number(-1)))
	h.Known = h.Known[:mark]
	if !low {
		out = h.write(d, edit.Binary("ige", d.lo, loop.IntConst(0)), d.lo, out)
	}
	if !high {
		got := d.hi
		if f := d.hi; loop.Equal(d.lo, loop.IntConst(0)) && f != d.lo {
			got = d.n // an index that comes up from 0 leaves the range there
		}
		out = h.write(d, h.below(d), got, out)
	}
	return out
}

// below is hi < n, which is written as count ≤ n where hi is the last of a count, and as count < n − c where
// count + c might wrap.
func (h *checkHoister) below(d *demand) *loop.Expr {
	count, by := shifted(d.hi)
	switch {
	case count != nil && by == -1:
		return edit.Binary("ile", count, d.n)
	case h.Of(d.hi) == nil:
		return edit.Binary("ilt", count, loop.Sub(d.n, loop.IntConst(by)))
	}
	return edit.Binary("ilt", d.hi, d.n)
}

// floats is how many statements a check may pass on its way up.
const floats = 100

// write adds the check of one condition.
func (h *checkHoister) write(d *demand, cond, got *loop.Expr, out []loop.Stmt) []loop.Stmt {
	bare := cond
	for i := len(d.counts) - 1; i >= 0; i-- {
		c := d.counts[i]
		if c.IsConst() && c.I > 0 || h.vacuous(c, bare) {
			continue
		}
		cond = edit.Binary("or", edit.Binary("ile", c, loop.IntConst(0)), cond)
	}
	for _, c := range h.done[max(0, len(h.done)-affine.Recent):] {
		if loop.Equal(c, cond) {
			return out
		}
	}
	h.done = append(h.done, cond)
	s := &loop.Check{Cond: cond, Text: d.at, Index: true, Got: got, Want: d.n}
	at := len(out)
	for at > 0 && at > len(out)-floats && !h.stops(out[at-1], s) {
		at--
	}
	out = append(out, nil)
	copy(out[at+1:], out[at:])
	out[at] = s
	return out
}

// vacuous reports whether a condition c ≤ n holds by itself where the count c is not positive: n is a length.
func (h *checkHoister) vacuous(c, cond *loop.Expr) bool {
	return cond.Kind == loop.PrimExpr && cond.Prim.Name == "ile" && loop.Equal(cond.Args[0], c) &&
		h.signs.NotNegative(cond.Args[1])
}

// stops reports whether a check must stay behind a statement: what it reads changes there, or
// the statement is one of the prologue.
func (h *checkHoister) stops(s loop.Stmt, c *loop.Check) bool {
	if _, ok := s.(*loop.Check); ok {
		return true
	}
	changed := map[*loop.Var]bool{}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		h.In.Writes(s, func(facts.Region) {}, func(v *loop.Var) { changed[v] = true })
	})
	found := false
	for _, e := range []*loop.Expr{c.Cond, c.Got, c.Want} {
		e.EachVar(func(v *loop.Var) { found = found || changed[v] })
	}
	return found
}
