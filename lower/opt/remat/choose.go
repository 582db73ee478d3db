package remat

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// A choice says which values the readers get by which means.
type choice struct {
	again  map[*compute]bool // computed again
	stored map[*value]bool   // stored and loaded
}

// chooser builds the network of a group: a node for having each value, one for
// each computation. Cutting the edge from the first to the second is to store,
// cutting that from the second to the sink is to compute again.
type chooser struct {
	*forward
	g       *group
	net     *network
	have    map[*value]int32
	do      map[*compute]int32
	work    []*value
	readers map[int]int64 // by nesting depth: how often readers go through the values of one iteration
}

// choose finds the cheapest way to give the readers of the tapes what they want.
func (fw *forward) choose(g *group) *choice {
	c := &chooser{
		forward: fw, g: g, net: newNetwork(), have: map[*value]int32{}, do: map[*compute]int32{},
		readers: map[int]int64{},
	}
	c.countReaders()
	for _, t := range g.tapes {
		c.net.edge(cutSource, c.want(fw.stored[t]), cutForever)
	}
	for len(c.work) > 0 {
		x := c.work[len(c.work)-1]
		c.work = c.work[:len(c.work)-1]
		c.visit(x)
	}
	side := c.net.cut()
	out := &choice{map[*compute]bool{}, map[*value]bool{}}
	for k, n := range c.do {
		out.again[k] = side[n]
	}
	for x, n := range c.have {
		out.stored[x] = side[n] && !out.again[x.made]
	}
	return out
}

func (c *chooser) want(x *value) int32 {
	n, ok := c.have[x]
	if !ok {
		n = c.net.node()
		c.have[x] = n
		c.work = append(c.work, x)
	}
	return n
}

func (c *chooser) visit(x *value) {
	times := c.times(x.at)
	depth := x.at.depth - c.g.top.up.depth
	store := cutForever
	if !x.index && x.typ.IsNumber() && (x.tape != nil || c.room(x)) {
		store = times * loadCost * c.readers[depth]
		if !x.free {
			store += times * storeCost * int64(max(1, depth)) // rows go into the tape of every loop around
		}
	}
	do, ok := c.do[x.made]
	if !ok {
		do = c.net.node()
		c.do[x.made] = do
		cost := x.made.cost
		if cost < cutForever {
			if cost = min(cost*times*c.readers[depth], cutForever); cost*asideShare*c.around <= c.total &&
				!slices.ContainsFunc(x.made.outs, func(y *value) bool { return y.free }) {
				cost /= asideWorth
			}
			for _, y := range x.made.needs {
				c.net.edge(do, c.want(y), cutForever)
			}
		}
		c.net.edge(do, cutSink, cost)
	}
	c.net.edge(c.have[x], do, store)
}

// times is how often an iteration of a loop runs for one run of the nest.
func (c *chooser) times(n *nest) int64 {
	times := int64(1)
	for ; n != c.g.top.up && times < 1<<24; n = n.up {
		times *= trips(n.loop.N)
	}
	return times
}

func trips(n *loop.Expr) int64 {
	if n.IsConst() {
		return max(1, min(n.I, mostTrips))
	}
	return someTrips
}

// countReaders counts the loops that read tapes, with the loops around them.
func (c *chooser) countReaders() {
	seen := map[*nest]bool{}
	base := c.g.top.up
	for _, t := range c.g.tapes {
		for _, r := range c.sv.arrays[t].reads {
			for k, n := range r.loops {
				if seen[n] {
					continue
				}
				seen[n] = true
				times := int64(1)
				for extra := n.loops - base.loops - (k + 1); extra > 0 && times < 1<<12; extra-- {
					times *= someTrips
				}
				c.readers[k+1] += times
			}
		}
	}
}

// room reports whether an array for a value can be made before the nest.
func (c *chooser) room(x *value) bool { return c.lengths(x) != nil }

// lengths are those of an array for the values of x: of the loops around it, where they do not
// depend on what the nest computes, or those of another tape of the same loops.
func (fw *forward) lengthsIn(g *group, x *value) []*loop.Expr {
	var dims []*loop.Expr
	for n := x.at; n != g.top.up; n = n.up {
		size := n.loop.N
		bad := facts.Guarded(size) || size.ReadsMemory()
		facts.EachRead(size, func(v *loop.Var) { bad = bad || fw.own[v] || !fw.sv.OneValue(v) })
		if bad {
			return fw.lengthsOfTape(g, x)
		}
		dims = append([]*loop.Expr{size}, dims...)
	}
	return dims
}

func (fw *forward) lengthsOfTape(g *group, x *value) []*loop.Expr {
	for _, t := range g.tapes {
		loops := g.loops[t]
		a := fw.sv.arrays[t].alloc
		if loops[len(loops)-1] != x.at || len(a.Dims) != len(loops) {
			continue
		}
		ok := true
		for _, n := range a.Dims {
			ok = ok && !facts.Guarded(n) && !n.ReadsMemory() && fw.sv.Constant(n)
		}
		if ok {
			return a.Dims
		}
	}
	return nil
}

func (c *chooser) lengths(x *value) []*loop.Expr { return c.lengthsIn(c.g, x) }
