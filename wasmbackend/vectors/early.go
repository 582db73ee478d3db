package vectors

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// early puts what stores numbers that a loop on vectors reads as well before it, where the two have nothing else to do
// with each other: behind the loop nothing needs those numbers then, and their registers are the loop's.
//
//	for j < d { g[j] +~= x[j] * t }           b[i] +~= t
//	b[i] +~= t                           →    for j < d { g[j] +~= x[j] * t }
func (f *laneFinder) early(b []loop.Stmt) {
	for i := 0; i < len(b); i++ {
		loop.Blocks(b[i], func(c *[]loop.Stmt) { f.early(*c) })
		s, ok := b[i].(*loop.For)
		if !ok || facts.MayFail(s) {
			continue
		}
		p := Pairs(f.View, s)
		if p == nil {
			continue
		}
		for i+1 < len(b) && f.storesKept(b[i+1], p) && !f.meet(s, b[i+1]) {
			b[i], b[i+1] = b[i+1], b[i]
			i++
		}
	}
}

// storesKept reports whether a statement stores what the loop reads all the time.
func (f *laneFinder) storesKept(t loop.Stmt, p *Loop) bool {
	place, value := Parts(t)
	if place == nil || place.Kind != loop.IndexExpr || facts.MayFail(t) {
		return false
	}
	reads := false
	value.EachVar(func(v *loop.Var) { reads = reads || slices.Contains(p.Keeps, v) })
	return reads
}
