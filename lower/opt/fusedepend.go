package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// maxPairs bounds the pairs of accesses that one question about two loops looks at.
const maxPairs = 1 << 13

// commute reports whether two statements may change places.
func commute(a, b *summary) bool {
	if len(b.vars) < len(a.vars) {
		a, b = b, a
	}
	for v, u := range a.vars {
		if w, ok := b.vars[v]; ok && clash(u, w) {
			return false
		}
	}
	for r, u := range a.regions {
		if w, ok := b.regions[r]; ok && clash(u, w) {
			return false
		}
	}
	return true
}

// iterations is what is known of two accesses in two iterations, of loops with equal
// ranges, the second with its variable in the place of the first's.
type iterations struct {
	a, b *loop.Var // the loop variables
	// steady reports whether a variable has one value in both loops.
	steady func(*loop.Var) bool
	// fresh, if not nil, reports whether each iteration makes an array of its own that v stands for all the time.
	fresh func(v *loop.Var) bool
}

// meet tells for which distance d of iterations, that of x minus that of y, two
// accesses can be to the same memory: never, at one distance, or anyhow.
func (it *iterations) meet(x, y access.Location) (d int64, never, anyhow bool) {
	if x.Root != nil && x.Root == y.Root && it.fresh != nil && it.fresh(x.Root) {
		return 0, false, false
	}
	if x.Root == nil || x.Root != y.Root || !it.steady(x.Root) {
		return 0, false, true
	}
	anyhow = true
	for k := 0; k < len(x.Subs) && k < len(y.Subs); k++ {
		ka, ra := x.Subs[k].Split(it.a)
		kb, rb := y.Subs[k].Split(it.b)
		if !ra.Over(it.steady) || !rb.Over(it.steady) || ka != kb {
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

// apart reports whether, when both loops run iteration by iteration in the
// direction of down, no access of an earlier iteration of the second loop meets one of a
// later iteration of the first: then the loops may become one.
func (it *iterations) apart(first, second *summary, down bool) bool {
	return it.pairs(first, second, func(d int64, never, anyhow bool) bool {
		return never || !anyhow && (d == 0 || d < 0 != down)
	})
}

// independent reports whether the iterations of a loop touch different memory, up to additions in any order.
func (it *iterations) independent(sm *summary) bool {
	return it.pairs(sm, sm, func(d int64, never, anyhow bool) bool { return never || !anyhow && d == 0 })
}

func (it *iterations) pairs(first, second *summary, fine func(d int64, never, anyhow bool) bool) bool {
	byRegion := map[facts.Region][]Access{}
	for _, x := range first.access {
		if clash(first.regions[x.reg], second.regions[x.reg]) {
			byRegion[x.reg] = append(byRegion[x.reg], x)
		}
	}
	n := 0
	for _, y := range second.access {
		for _, x := range byRegion[y.reg] {
			if !clash(x.use, y.use) {
				continue
			}
			if n++; n > maxPairs || !fine(it.meet(x.at, y.at)) {
				return false
			}
		}
	}
	return true
}

// reversible reports whether a loop may run in the other direction: its
// iterations are independent, and no variable carries a value from one to the next.
func (ss *summaries) reversible(l *loop.For) bool {
	sm := ss.summary(l)
	for v, u := range sm.vars {
		if clash(u, u) && !sm.own[v] {
			return false
		}
	}
	made := map[*loop.Var]bool{}
	loop.Walk(l.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Alloc); ok && !ss.Mutable(a.Var) {
			made[a.Var] = true
		}
	})
	it := iterations{
		a: l.Var, b: l.Var,
		steady: func(v *loop.Var) bool { return sm.vars[v]&(stores|adds) == 0 },
		fresh:  func(v *loop.Var) bool { return made[v] },
	}
	return it.independent(sm)
}
