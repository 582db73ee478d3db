package depend

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// maxPairs bounds the pairs of accesses that one question about two loops looks at.
const maxPairs = 1 << 13

// Commute reports whether two statements may change places.
func Commute(a, b *Summary) bool {
	if len(b.Vars) < len(a.Vars) {
		a, b = b, a
	}
	for v, u := range a.Vars {
		if w, ok := b.Vars[v]; ok && Clash(u, w) {
			return false
		}
	}
	for r, u := range a.Regions {
		if w, ok := b.Regions[r]; ok && Clash(u, w) {
			return false
		}
	}
	return true
}

// Iterations is what is known of two accesses in two iterations, of loops with equal
// ranges, the second with its variable in the place of the first's.
type Iterations struct {
	A, B *loop.Var // the loop variables
	// Steady reports whether a variable has one value in both loops.
	Steady func(*loop.Var) bool
	// fresh, if not nil, reports whether each iteration makes an array of its own that v stands for all the time.
	fresh func(v *loop.Var) bool
}

// meet tells for which distance d of iterations, that of x minus that of y, two
// accesses can be to the same memory: never, at one distance, or anyhow.
func (it *Iterations) meet(x, y access.Location) (d int64, never, anyhow bool) {
	if x.Root != nil && x.Root == y.Root && it.fresh != nil && it.fresh(x.Root) {
		return 0, false, false
	}
	if x.Root == nil || x.Root != y.Root || !it.Steady(x.Root) {
		return 0, false, true
	}
	anyhow = true
	for k := 0; k < len(x.Subs) && k < len(y.Subs); k++ {
		ka, ra := x.Subs[k].Split(it.A)
		kb, rb := y.Subs[k].Split(it.B)
		if !ra.Over(it.Steady) || !rb.Over(it.Steady) || ka != kb {
			continue
		}
		diff, ok := rb.Difference(ra) // they meet where ka·d = diff
		if !ok {
			continue
		}
		if ka == 0 && diff != 0 || ka != 0 && diff%ka != 0 {
			return 0, true, false
		}
		if ka == 0 {
			continue
		}
		if !anyhow && d != diff/ka {
			return 0, true, false
		}
		d, anyhow = diff/ka, false
	}
	return d, false, anyhow
}

// Apart reports whether, when both loops run iteration by iteration in the
// direction of down, no access of an earlier iteration of the second loop meets one of a
// later iteration of the first: then the loops may become one.
func (it *Iterations) Apart(first, second *Summary, down bool) bool {
	return it.pairs(first, second, func(d int64, never, anyhow bool) bool {
		return never || !anyhow && (d == 0 || d < 0 != down)
	})
}

// independent reports whether the iterations of a loop touch different memory, up to additions in any order.
func (it *Iterations) independent(sm *Summary) bool {
	return it.pairs(sm, sm, func(d int64, never, anyhow bool) bool { return never || !anyhow && d == 0 })
}

func (it *Iterations) pairs(first, second *Summary, fine func(d int64, never, anyhow bool) bool) bool {
	byRegion := map[facts.Region][]Access{}
	for _, x := range first.Access {
		if Clash(first.Regions[x.Reg], second.Regions[x.Reg]) {
			byRegion[x.Reg] = append(byRegion[x.Reg], x)
		}
	}
	n := 0
	for _, y := range second.Access {
		for _, x := range byRegion[y.Reg] {
			if !Clash(x.Use, y.Use) {
				continue
			}
			if n++; n > maxPairs || !fine(it.meet(x.At, y.At)) {
				return false
			}
		}
	}
	return true
}

// Reversible reports whether a loop may run in the other direction: its
// iterations are independent, and no variable carries a value from one to the next.
func (ss *Summaries) Reversible(l *loop.For) bool {
	sm := ss.Summary(l)
	for v, u := range sm.Vars {
		if Clash(u, u) && !sm.Own[v] {
			return false
		}
	}
	made := map[*loop.Var]bool{}
	loop.Walk(l.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && !ss.Mutable(a.Var) {
			made[a.Var] = true
		}
	})
	it := Iterations{
		A: l.Var, B: l.Var,
		Steady: func(v *loop.Var) bool { return sm.Vars[v]&(Stores|Adds) == 0 },
		fresh:  func(v *loop.Var) bool { return made[v] },
	}
	return it.independent(sm)
}
