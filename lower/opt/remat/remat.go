package remat

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Tapes has fewer values of a function stored for later loops, where it is cheaper to compute them again.
func Tapes(f *loop.Func) {
	for round := 0; round < rounds && once(f); round++ {
	}
}

const rounds = 4 // tapes that hold what other tapes give back take one more each

// once treats all forward nests; it reports whether tapes have gone.
func once(f *loop.Func) bool {
	sv := survey(f)
	if sv.rowLengths() {
		sv = survey(f)
	}
	gs := sv.groups()
	ed := newEditor(sv)
	work := workIn(f.Body, 1)
	pending := map[*loop.Var]bool{}
	for _, g := range gs {
		for _, t := range g.tapes {
			pending[t] = true
		}
	}
	byBlock := map[*nest]*changes{}
	var known *survival
	living := func() *survival {
		if known == nil {
			known = newSurvival(sv)
		}
		return known
	}
	for _, g := range gs {
		if len(g.tapes) == 0 {
			continue
		}
		b := g.top.up
		if byBlock[b] == nil {
			byBlock[b] = sv.changesOf(*b.block)
		}
		fw := sv.flow(g, byBlock[b], living, func(t *loop.Var) bool { return t != nil && (pending[t] || ed.gone[t]) })
		for _, t := range g.tapes {
			delete(pending, t)
		}
		fw.total, fw.around = work, g.top.up.runs(work)
		ch := fw.choose(g)
		ed.edit(g, fw, ch)
	}
	return ed.apply(f)
}

// flow builds the data flow of a group, in the loops that lead to its tapes and in others.
func (sv *surveyor) flow(g *group, ch *changes, living func() *survival, gone func(*loop.Var) bool,
	on ...*nest) *forward {
	lo, hi := g.top.at, g.last
	var written *changing
	keeps := func(e *loop.Expr, s loop.Stmt) bool {
		x := living()
		if written == nil {
			written = x.changing(*g.top.up.block, lo, hi)
		}
		return x.survives(written, e, s)
	}
	fw := &forward{
		sv:     sv,
		stale:  func(v *loop.Var) bool { return sv.Mutable(v) && between(ch.vars[v], lo, hi) },
		dirty:  func(r facts.Region) bool { return between(ch.regions[r], lo, hi) },
		keeps:  keeps,
		inside: map[*loop.For]bool{}, through: map[*loop.If]*nest{}, tapes: map[loop.Stmt][]*loop.Var{},
		removable: map[*loop.Var]bool{}, gone: gone,
		cur: map[*loop.Var]*value{}, own: map[*loop.Var]bool{}, stored: map[*loop.Var]*value{},
	}
	add := func(t *loop.Var) {
		w := sv.arrays[t].write
		s := (*w.n.block)[w.at]
		fw.tapes[s] = append(fw.tapes[s], t)
		for _, n := range g.loops[t] {
			fw.inside[n.loop] = true
		}
	}
	for _, t := range g.tapes {
		fw.removable[t] = true
		add(t)
	}
	if len(g.kept) > 0 {
		writes := map[facts.Region]int{}
		loop.Walk(*g.top.block, func(s loop.Stmt) {
			sv.Writes(s, func(r facts.Region) { writes[r]++ }, nil)
		})
		for _, t := range g.kept {
			r := facts.Region{Class: sv.Class(t), Type: t.Type.Scalar()}
			if writes[r] == 1 && !between(ch.regions[r], lo+1, hi) {
				add(t)
			}
		}
	}
	for _, n := range on {
		fw.inside[n.loop] = true
		if s, ok := n.up.owner.(*loop.If); ok {
			fw.through[s] = n.up
		}
	}
	fw.body(g.top)
	return fw
}
