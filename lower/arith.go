package lower

import "github.com/seed-4b734f86/gochad/syntax"

// What a packet keeps is an array afterwards, one row an iteration. Where all rows have the same
// length, a later pass plans them by minimum cut (package opt). Rows whose lengths differ from one
// iteration to the next, and the output of a while loop, are slices of their own,
// each allocated when it is known how long it gets; so values that little
// arithmetic gives back are computed again there.

// arithPerWord bounds the arithmetic that is done again for each word that is not taped.
const arithPerWord = 3

// arithSmall is the longest array that is computed again, and arithNodes the largest term.
const (
	arithSmall = 4
	arithNodes = 96
)

// arithmetic decides what is computed again although it takes arithmetic on reals; it reports
// whether there is anything.
func (p *packer) arithmetic() bool {
	if !p.l.ragged(p.b) {
		return false
	}
	for _, dearest := range []int{8, 1} {
		if p.recompute(dearest) {
			return true
		}
	}
	return false
}

// ragged reports whether what b leaves behind are rows whose lengths differ between the iterations of a loop around it.
func (l *lowerer) ragged(b *block) bool {
	for ; b != nil; b = b.parent {
		if !b.repeats {
			continue
		}
		if b.trips == nil {
			return true
		}
		found := false
		b.trips.Vars(func(n *syntax.SizeVar) {
			found = found || l.sizes[n].block != nil && l.sizes[n].block.repeated()
		})
		return found
	}
	return false
}

// recompute plans for operations that cost no more than dearest, and takes the plan if it pays.
func (p *packer) recompute(dearest int) bool {
	g := &again{p: p, dearest: dearest, memo: map[*syntax.Var]bool{}, taken: map[*syntax.Var]bool{},
		outer: map[*syntax.Var]bool{}}
	saved := 0
	for _, k := range p.needed {
		x, ok := k.(*syntax.Var)
		if !ok || !p.kept[x] {
			continue
		}
		n, ok := smallWords(x.Type)
		if ok && g.possible(x, rematDepth) {
			saved += n
			g.take(x)
		}
	}
	if saved == 0 || g.cost > arithPerWord*saved || len(g.outer) > saved {
		return false
	}
	p.again = g.taken
	return true
}

// again is a set of variables to be computed again.
type again struct {
	p       *packer
	dearest int
	memo    map[*syntax.Var]bool
	taken   map[*syntax.Var]bool
	outer   map[*syntax.Var]bool // what the loops outside have to keep for it
	cost    int
}

// possible reports whether x can be had from what is outside with arithmetic.
func (g *again) possible(x *syntax.Var, depth int) bool {
	if ok, seen := g.memo[x]; seen {
		return ok
	}
	ok := g.p.recoverable(x, rematDepth)
	if !ok && depth > 0 {
		rhs, _ := g.p.origin(x)
		ok = rhs != nil && !g.p.l.losesVersion(g.p.b, rhs)
		if ok {
			_, ok = arithCost(rhs, g.dearest)
		}
		if ok {
			for _, q := range parts(rhs) {
				ok = ok && g.part(q, depth-1)
			}
		}
	}
	g.memo[x] = ok
	return ok
}

func (g *again) part(q any, depth int) bool {
	if x, ok := q.(*syntax.Var); ok {
		return g.possible(x, depth)
	}
	return g.p.recoverable(q, rematDepth)
}

// take adds x, which is possible, and what it takes.
func (g *again) take(x *syntax.Var) {
	if g.taken[x] {
		return
	}
	rhs, local := g.p.origin(x)
	if !local {
		if o := g.p.l.vars[x]; o.block != nil && o.block.repeated() {
			g.outer[x] = true
		}
		return
	}
	if rhs == nil {
		return
	}
	g.taken[x] = true
	if c, ok := arithCost(rhs, g.dearest); ok {
		g.cost += c
	}
	for _, q := range parts(rhs) {
		if y, ok := q.(*syntax.Var); ok {
			g.take(y)
		}
	}
}

// arithCost is the cost of computing t again, if t is short, cannot fail, and does nothing dearer
// than dearest.
func arithCost(t syntax.Term, dearest int) (int, bool) {
	a := &arithmeticCost{dearest: dearest}
	c := a.of(t)
	return c, !a.no
}

type arithmeticCost struct {
	dearest, nodes int
	no             bool
}

func (a *arithmeticCost) of(t syntax.Term) int {
	if a.nodes++; a.nodes > arithNodes {
		a.no = true
	}
	if a.no {
		return 0
	}
	cost, times := 0, 1
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.Zero:
		return 0
	case *syntax.Proj, *syntax.Index, *syntax.SizeOf, *syntax.FromIdx, *syntax.ToIdx, *syntax.DynLen, *syntax.Tuple, *syntax.ArrayLit:
	case *syntax.Let:
		for _, b := range t.Binds {
			a.no = a.no || b.Var == nil
		}
	case *syntax.Prim:
		cost = t.Op.Cost
		a.no = a.no || cost > a.dearest || t.Op.Requires
	case *syntax.Build:
		times = a.times(t.Len)
	case *syntax.Sum:
		if n, ok := t.Arg.Type().(*syntax.ArrayType); ok {
			cost = a.times(n.Len)
		} else {
			a.no = true
		}
	case *syntax.Loop:
		times = a.times(t.Len)
		a.no = a.no || t.Out == syntax.Accumulate
	default:
		a.no = true
	}
	inner := 0
	syntax.Children(t, func(c syntax.Term) { inner += a.of(c) })
	return cost + times*inner
}

// times is how often a small loop runs.
func (a *arithmeticCost) times(n *syntax.Size) int {
	k, ok := n.Lit()
	if !ok || k > arithSmall {
		a.no = true
		return 1
	}
	return int(k)
}

// smallWords is the number of words of a value of type ty, if it is small.
func smallWords(ty syntax.Type) (int, bool) {
	switch ty := ty.(type) {
	case *syntax.Scalar, *syntax.IdxType:
		return 1, true
	case *syntax.TupleType:
		sum := 0
		for _, e := range ty.Elems {
			n, ok := smallWords(e)
			if !ok {
				return 0, false
			}
			sum += n
		}
		return sum, true
	case *syntax.ArrayType:
		k, ok := ty.Len.Lit()
		n, small := smallWords(ty.Elem)
		return int(k) * n, ok && small && k <= arithSmall
	}
	return 0, false
}

// binds reports whether t binds variables anywhere.
func binds(t syntax.Term) bool {
	found := false
	syntax.Binders(t, func(*syntax.Var) { found = true })
	if !found {
		syntax.Children(t, func(c syntax.Term) { found = found || binds(c) })
	}
	return found
}
