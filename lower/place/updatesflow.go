package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// What calls of functions that update arrays (updates.go) are to the analysis of what is used linearly.

// flowCall is an update of the arrays that the function updates: all other arguments are evaluated before those, and
// those that are arrays are read when they have changed.
func (a *linearity) flowCall(t *syntax.Call, want []int) []ref {
	updates, spends := a.g.updates[t.Def], a.g.spends[t.Def]
	if updates == nil && spends == nil {
		return a.flowAlias(t, want)
	}
	saved := a.touched
	a.touched = make([]bool, len(saved))
	result := make([]int, 0, len(t.Args)) // by leaf of the parameters
	for _, arg := range t.Args {
		for range a.g.leaves(arg.Type()) {
			result = append(result, -1)
		}
	}
	for k, p := range updates {
		if p >= 0 {
			result[p] = k
		}
	}
	for s, p := range spends {
		result[p] = len(want) + s
	}
	firsts, first := make([]int, len(t.Args)), 0
	changes := make([]bool, len(t.Args))
	for i, arg := range t.Args {
		n := len(a.g.leaves(arg.Type()))
		firsts[i], changes[i] = first, slices.ContainsFunc(result[first:first+n], func(k int) bool { return k >= 0 })
		if !changes[i] {
			a.read(arg)
		}
		first += n
	}
	out, during := noRefs(len(want)+len(spends)), []ref{}
	for i, arg := range t.Args {
		if !changes[i] {
			continue
		}
		w := make([]int, len(a.g.leaves(arg.Type())))
		for j := range w {
			if w[j] = -1; result[firsts[i]+j] >= 0 && result[firsts[i]+j] < len(want) {
				w[j] = want[result[firsts[i]+j]]
			}
		}
		all := a.wants(arg, w)
		for j := range w {
			if result[firsts[i]+j] >= 0 {
				w[j] = max(all[j], -1)
			}
		}
		for j, r := range a.flow(arg, w) {
			if !a.renamed(r.leaf) {
				a.disown(r) // the call would have to be told where the array is by now
			}
			if k := result[firsts[i]+j]; k >= 0 {
				out[k] = r
			} else {
				during = append(during, r)
			}
		}
	}
	out = a.updatedBy(t, out, len(want))
	a.noteCall(t, out)
	out = out[:len(want)]
	for _, r := range during {
		if r.leaf >= 0 {
			a.readRef(r)
		}
	}
	for i, arg := range t.Args {
		if !changes[i] && !scalars(a.g.leaves(arg.Type())) && !isNew(arg) {
			a.read(arg)
		}
	}
	for k, w := range want {
		if w >= 0 && (updates == nil || updates[k] < 0) {
			a.bad[w] = a.bad[w] || a.touched[w]
			out[k] = a.advance(w)
		}
	}
	for k := range saved {
		saved[k] = saved[k] || a.touched[k]
	}
	a.touched = saved
	return out
}

// updatedBy is updated for what a call updates, and, from leaf n on, spends. A function that hands on to itself what it
// has been given, in the same place, changes that only if it changes it elsewhere: the least fixed point, for which
// nothing has to be handed over that is new where nothing is ever changed.
func (a *linearity) updatedBy(t *syntax.Call, refs []ref, n int) []ref {
	if t.Def != a.self {
		return a.updated(refs)
	}
	before := slices.Clone(a.changed)
	out := a.updated(refs)
	for k := n; k < len(refs); k++ {
		if r := refs[k]; r.leaf == k && !r.alias {
			a.changed[k] = before[k]
		}
	}
	return out
}

// isNew reports whether a term makes arrays of its own.
func isNew(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Build, *syntax.Sum, *syntax.OneHot, *syntax.Zero, *syntax.ArrayLit:
		return true
	}
	return false
}

// noteCall notes which arrays a call updates.
func (a *linearity) noteCall(t *syntax.Call, out []ref) {
	at := make([]int, len(out))
	for k, r := range out {
		at[k] = r.leaf
	}
	a.calls[t] = at
}

// aimCall is aim for the arrays that a call updates.
func (a *linearity) aimCall(t *syntax.Call, want []int, goal map[*syntax.Var][]int) {
	updates := a.g.updates[t.Def]
	if updates == nil {
		return
	}
	ws := make([][]int, len(t.Args))
	for k, p := range updates {
		if p < 0 || k >= len(want) || want[k] < 0 {
			continue
		}
		i, first := a.g.argument(t.Def, p)
		if ws[i] == nil {
			ws[i] = make([]int, len(a.g.leaves(t.Args[i].Type())))
			for j := range ws[i] {
				ws[i][j] = -1
			}
		}
		ws[i][p-first] = want[k]
	}
	for i, w := range ws {
		if w != nil {
			a.aim(t.Args[i], w, goal)
		}
	}
}

// headsOfCall are the heads of a call: those of the arguments that it updates.
func (a *linearity) headsOfCall(t *syntax.Call) []int {
	out := make([]int, len(a.g.leaves(t.Type())))
	heads := make([][]int, len(t.Args))
	updates := a.g.updates[t.Def]
	for k := range out {
		out[k] = -1
		if updates == nil || updates[k] == -1 {
			continue
		}
		if updates[k] == anyHead {
			out[k] = anyHead
			continue
		}
		i, first := a.g.argument(t.Def, updates[k])
		if heads[i] == nil {
			heads[i] = a.heads(t.Args[i])
		}
		out[k] = heads[i][updates[k]-first]
	}
	return out
}
