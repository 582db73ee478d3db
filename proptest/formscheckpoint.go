package proptest

import "github.com/seed-4b734f86/gochad/syntax"

// maxChecks bounds the nest of checkpoints: what they hold is run again as often as they are nested.
const maxChecks = 2

func unchecked(g *generator, _ syntax.Type) bool { return g.checks < maxChecks }

// checkpoint is a checkpoint by a random schedule, of a loop more often than not where loops are on.
func (g *generator) checkpoint(ty syntax.Type, fuel int) syntax.Term {
	g.checks++
	defer func() { g.checks-- }()
	by := oneOf(g, syntax.Schedule{}, syntax.Schedule{Kind: syntax.Sqrt},
		syntax.Schedule{Kind: syntax.Binomial, Snapshots: 1 + g.rng.Intn(3)})
	bodies := []func(syntax.Type, int) syntax.Term{g.term}
	if g.mult <= maxMult {
		if g.on(Loops) {
			bodies = append(bodies, g.loop)
		}
		if g.on(Whiles) {
			bodies = append(bodies, g.while)
		}
		if g.on(Loops | Arrays) {
			bodies = append(bodies, func(ty syntax.Type, fuel int) syntax.Term { return g.collected(ty, fuel) })
		}
	}
	return syntax.NewCheckpoint(by, oneOf(g, bodies...)(ty, fuel))
}

// collected is one element of what a loop collects, or its last state.
func (g *generator) collected(ty syntax.Type, fuel int) syntax.Term {
	n := g.size()
	if g.chance(0.5) {
		return syntax.NewProj(0, g.collect(n, ty, syntax.Real, fuel))
	}
	return syntax.NewIndex(syntax.NewProj(1, g.collect(n, syntax.Real, ty, fuel)), g.index(n))
}
