package remat

import (
	"sort"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Weights of the cut, as [facts.Work] has them.
const (
	storeCost = 4  // of a word into an array, for each loop that the array belongs to, and of the memory it takes
	loadCost  = 4  // of a word that another loop stored
	someTrips = 16 // of a loop of unknown length
	mostTrips = 64

	// What takes so small a part of the work of a function is computed again for the sake of the memory, even where it
	// costs some times as much as to store it.
	asideShare = 1024
	asideWorth = 16
)

// workIn is about the work of a block that runs so many times.
func workIn(b []loop.Stmt, times int64) (w int64) {
	for _, s := range b {
		loop.Operands(s, func(e **loop.Expr, _ bool) { w += times * facts.Work(*e) })
		inner := min(times*tripsOf(s), cutForever>>20)
		loop.Blocks(s, func(in *[]loop.Stmt) { w += workIn(*in, inner) })
	}
	return min(w, cutForever)
}

// tripsOf is about how often the blocks of a statement run when it does.
func tripsOf(s loop.Stmt) int64 {
	switch s := s.(type) {
	case *loop.For:
		return trips(s.N)
	case *loop.While:
		return someTrips
	}
	return 1
}

func addition(t loop.Type) *syntax.Op {
	if t == loop.IntType {
		return syntax.OpIntAdd
	}
	return syntax.OpAdd
}

// A group is a forward nest with the arrays that hold its values.
type group struct {
	top   *nest // the body of the outermost loop
	tapes []*loop.Var
	kept  []*loop.Var
	last  int // the place, in the block of the nest, of the last statement that reads a tape
	loops map[*loop.Var][]*nest
}

// groups finds the forward nests, in the order of the program.
func (sv *surveyor) groups() []*group {
	byTop := map[*nest]*group{}
	var out []*group
	for _, t := range sv.order {
		s := sv.arrays[t]
		loops := sv.filled(t, s)
		if loops == nil {
			continue
		}
		g := byTop[loops[0]]
		if g == nil {
			g = &group{top: loops[0], loops: map[*loop.Var][]*nest{}}
			byTop[loops[0]] = g
			out = append(out, g)
		}
		g.loops[t] = loops
		if last := sv.lastReader(s, loops); last >= 0 {
			g.tapes = append(g.tapes, t)
			g.last = max(g.last, last)
		} else {
			g.kept = append(g.kept, t)
		}
	}
	return sv.inOrder(out)
}

// inOrder sorts groups as their loops stand in the program.
func (sv *surveyor) inOrder(gs []*group) []*group {
	if len(gs) < 2 {
		return gs
	}
	by := map[loop.Stmt]*group{}
	for _, g := range gs {
		by[g.top.owner] = g
	}
	out := make([]*group, 0, len(gs))
	loop.Walk(sv.Func.Body, func(s loop.Stmt) {
		if g := by[s]; g != nil {
			out = append(out, g)
		}
	})
	return out
}

// filled gives the loops whose iterations each store one element of an array, when all of
// its elements come from one statement that no branch is around.
func (sv *surveyor) filled(t *loop.Var, s *sites) []*nest {
	if s.writes != 1 || sv.Owners[sv.Class(t)] > 1 || sv.Ragged[sv.Class(t)] || sv.Mutable(t) ||
		!t.Type.Scalar().IsNumber() {
		return nil
	}
	if !s.deep() {
		return nil
	}
	target := (*s.write.n.block)[s.write.at].(*loop.Assign).Lhs[s.part]
	loops := sv.counted(target)
	if len(loops) != int(t.Type.Rank) || loops[len(loops)-1] != s.write.n {
		return nil
	}
	for k := 1; k < len(loops); k++ {
		if loops[k].up != loops[k-1] {
			return nil
		}
	}
	return loops
}

// lastReader is the place of the last reader of a tape in the block of its nest; -1 when
// the array has to stay, since it is used otherwise.
func (sv *surveyor) lastReader(s *sites, loops []*nest) int {
	if s.other || s.alloc == nil || len(s.reads) == 0 {
		return -1
	}
	last := -1
	for _, r := range s.reads {
		at, ok := r.at.in(loops[0].up)
		if !ok || at.at <= loops[0].at || len(r.loops) != len(loops) || !r.loops[0].within(loops[0].up) {
			return -1
		}
		if !sv.sameTrips(loops, r.loops) {
			return -1
		}
		last = max(last, at.at)
	}
	return last
}

// sameTrips reports whether two nests count through the same ranges.
func (sv *surveyor) sameTrips(a, b []*nest) bool {
	counts := map[*loop.Var]*loop.Var{}
	for k, n := range b {
		trips := sv.Linear(n.loop.N)
		if !trips.Over(sv.OneValue) || !sv.Linear(a[k].loop.N).Renamed(counts).Equal(trips) {
			return false
		}
		counts[a[k].loop.Var] = n.loop.Var
	}
	return true
}

// changes says where in a block variables and regions change.
type changes struct {
	vars    map[*loop.Var][]int
	regions map[facts.Region][]int
}

func (sv *surveyor) changesOf(b []loop.Stmt) *changes {
	c := &changes{map[*loop.Var][]int{}, map[facts.Region][]int{}}
	for i, s := range b {
		ef := sv.Effects(s)
		for v := range ef.Vars {
			c.vars[v] = append(c.vars[v], i)
		}
		if a, fresh := s.(*loop.Alloc); fresh && sv.Owners[sv.Class(a.Var)] <= 1 {
			continue
		}
		for r := range ef.Regions {
			c.regions[r] = append(c.regions[r], i)
		}
	}
	return c
}

// between reports whether one of the places, which are in order, is from lo to hi.
func between(places []int, lo, hi int) bool {
	k := sort.SearchInts(places, lo)
	return k < len(places) && places[k] <= hi
}
