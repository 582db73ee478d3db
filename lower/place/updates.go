package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function that is not exported and whose result is an update of an array that it is given, as sorting is, or filling
// a table, updates the array of its caller:
//
//	def f (a, i) = if i == n then a else f (set a i v, i + 1)    func f(inout a, i) { if i != n { a[i] = v; call f(a, i + 1) } }
//
// So a recursion of m calls that changes one element in each costs m, and not m·n. A caller that still needs the array
// as it was gives a copy.
//
// Which leaves of the result are updates of which leaves of the parameters is guessed from what the body begins as
// (inplaceheads.go), for all functions at once, and then checked: the array is like one in the state of a loop whose
// body is the body of the function, and has to be used linearly (inplace.go). To a caller such a call is an update like
// set.

// anyHead is, while updates are guessed, what a call begins as of which nothing is known yet.
const anyHead = -3

// guessRounds is how often all functions are looked at until those for which a guess still changes have no updates.
const guessRounds = 8

// argument is the parameter of d that has a leaf of them all, and its first one.
func (g *layouts) argument(d *syntax.Def, leaf int) (i, first int) {
	for i, p := range d.Params {
		n := len(g.leaves(p.Type))
		if leaf < first+n {
			return i, first
		}
		first += n
	}
	panic("place: no such parameter")
}

// updatesOf are the updates of a function.
func (g *program) updatesOf(f *function) []int {
	if f.export != nil {
		return nil
	}
	return g.updates[f.def]
}

// updatesAny reports whether one of the leaves of the result from lo to hi is an update.
func (g *program) updatesAny(f *function, lo, hi int) bool {
	u := g.updatesOf(f)
	return u != nil && slices.ContainsFunc(u[lo:hi], func(p int) bool { return p >= 0 })
}

// findUpdates finds the updates of all functions, and what cells keep.
func (g *program) findUpdates() {
	g.updates = map[*syntax.Def][]int{}
	g.probe.updates = g.updates
	if lab.Place("findUpdates") {
		return
	}
	var fs []*function
	for _, f := range slices.Backward(g.order) { // callees first, mostly
		if f.export == nil && f.def.Kernel == "" && g.mayUpdate(f.def) {
			fs = append(fs, f)
		}
	}
	g.guessUpdates(fs)
	g.findRowCopies()
	g.findEscapes()
	g.checkUpdates(fs)
	g.findSpends()
}

// mayUpdate notes the leaves of the result of d that are arrays like one that it is given, and reports whether there
// are any.
func (g *program) mayUpdate(d *syntax.Def) bool {
	ls := g.probe.leaves(d.Result)
	var given []Leaf
	for _, p := range d.Params {
		given = append(given, g.probe.leaves(p.Type)...)
	}
	out, some := make([]int, len(ls)), false
	for k, l := range ls {
		out[k] = -1
		if slices.ContainsFunc(given, func(p Leaf) bool { return alike(l, p) }) {
			out[k], some = anyHead, true
		}
	}
	if some {
		g.updates[d] = out
	}
	return some
}

// alike reports whether an array of the result can be one of the parameters.
func alike(l, p Leaf) bool {
	return l.array() && !l.Variant && !p.Variant && l.Type == p.Type && slices.Equal(l.Dims, p.Dims) &&
		!slices.Contains(l.Dims, nil)
}

// guessUpdates finds what bodies begin as.
func (g *program) guessUpdates(fs []*function) {
	for round := 0; ; round++ {
		changed := false
		for _, f := range fs {
			old := g.updates[f.def]
			next := g.guess(f)
			if slices.Equal(old, next) {
				continue
			}
			if changed = true; round >= guessRounds {
				for k := range next {
					next[k] = -1
				}
			}
			g.updates[f.def] = next
		}
		if !changed {
			break
		}
	}
	for _, f := range fs {
		for k, p := range g.updates[f.def] {
			g.updates[f.def][k] = max(p, -1)
		}
	}
}

// guess looks at one function. What it says is never above what it said before.
func (g *program) guess(f *function) []int {
	a := g.probe.newLinearity(0, nil)
	var given []Leaf
	for _, p := range f.def.Params {
		n := len(given)
		given = append(given, g.probe.leaves(p.Type)...)
		h := make([]int, len(given)-n)
		for i := range h {
			h[i] = n + i
		}
		a.head[p] = h
	}
	ls, heads, out := g.probe.leaves(f.def.Result), a.heads(f.body), slices.Clone(g.updates[f.def])
	for k := range out {
		p := meetHead(out[k], heads[k])
		if p >= 0 && (!alike(ls[k], given[p]) || slices.Contains(out[:k], p)) {
			p = -1
		}
		out[k] = p
	}
	return out
}

// checkUpdates drops the updates that are none after all: those of arrays that cells keep, or that are still read after
// they have changed.
func (g *program) checkUpdates(fs []*function) {
	callers, waits := map[*syntax.Def][]*function{}, map[*function]bool{}
	for _, f := range fs {
		g.dropKept(f)
		waits[f] = true
		var find func(t syntax.Term)
		find = func(t syntax.Term) {
			if c, ok := t.(*syntax.Call); ok && g.updates[c.Def] != nil {
				callers[c.Def] = append(callers[c.Def], f)
			}
			syntax.Children(t, find)
		}
		find(f.body)
	}
	work := slices.Clone(fs)
	slices.Reverse(work)
	for len(work) > 0 {
		f := work[len(work)-1]
		work, waits[f] = work[:len(work)-1], false
		if f.inPlace = g.analyseUpdates(f); f.inPlace == nil {
			continue
		}
		dropped := false
		for k, p := range g.updates[f.def] {
			if p >= 0 && f.inPlace.bad[k] {
				g.updates[f.def][k], dropped = -1, true
			}
		}
		if !dropped {
			continue
		}
		for _, c := range append(callers[f.def], f) {
			if !waits[c] {
				work, waits[c] = append(work, c), true
			}
		}
	}
	for _, f := range fs {
		if f.inPlace == nil {
			delete(g.updates, f.def)
		}
	}
}

// dropKept drops the updates of arrays that cells keep.
func (g *program) dropKept(f *function) {
	kept := g.keptIn(f)
	for k, p := range g.updates[f.def] {
		if p >= 0 {
			i, first := g.probe.argument(f.def, p)
			if kept[leafOf{f.def.Params[i], p - first}] {
				g.updates[f.def][k] = -1
			}
		}
	}
}

// analyseUpdates examines the body of a function for the arrays that it updates, or spends. They are those of a state
// that is like the result, with what is spent behind it; nil if there are none.
func (g *program) analyseUpdates(f *function) *linearity {
	updates, spends, saves := g.updates[f.def], g.spends[f.def], map[*syntax.Index]int{}
	// by leaf of the parameters, of the result
	at, want := map[int]int{}, make([]int, len(g.probe.leaves(f.def.Result)))
	for k := range want {
		want[k] = -1
	}
	for k, p := range updates {
		if p >= 0 {
			at[p], want[k] = k, k
		}
	}
	for s, p := range spends {
		at[p] = len(want) + s
	}
	if len(at) == 0 {
		return nil
	}
	for {
		known := len(saves)
		a := g.probe.newLinearity(len(want)+len(spends), saves)
		a.typ, a.roots, a.self = f.def.Result, map[*syntax.Var]bool{}, f.def
		p := 0
		for _, x := range f.def.Params {
			refs := noRefs(len(g.probe.leaves(x.Type)))
			for i := range refs {
				if k, ok := at[p]; ok {
					refs[i] = ref{leaf: k}
				}
				p++
			}
			a.refs[x], a.roots[x] = refs, true
		}
		end := a.flow(f.body, want)
		for k, r := range end {
			if want[k] < 0 && r.leaf >= 0 {
				a.readRef(r)
			}
		}
		for k := range want {
			if want[k] < 0 {
				a.bad[k] = true
			} else {
				a.conclude(k, end[k])
			}
		}
		for s := range spends {
			a.kept[len(want)+s] = !a.changed[len(want)+s]
		}
		if len(saves) == known {
			return a
		}
	}
}
