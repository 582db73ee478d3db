package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// pays reports whether one loop is better than two: they share an array, or both
// are so small that the counting costs as much as the work. A loop of checks stays alone: among them
// sums would have to be added up one after the other.
func (fu *fuser) pays(a, b *summary) bool {
	if a.onlyChecks() || b.onlyChecks() {
		return false
	}
	live := map[*loop.Var]bool{}
	shared := fu.live(a, live)
	n := len(live)
	m := len(shared)
	for v := range fu.live(b, live) {
		if shared[v] {
			m--
		}
	}
	size := a.size + b.size
	if m < len(shared) {
		inner := a.loops == 1 && b.loops == 1
		return size <= fuseSize && (len(live) <= fuseLive || !inner)
	}
	return n > 0 && a.loops == 1 && b.loops == 1 && size <= fuseAlone && len(live) <= fuseFew
}

// live collects what an iteration keeps in registers from one to the next: base addresses of
// arrays and variables that run through the loop. It gives back the arrays among them.
func (fu *fuser) live(sm *summary, all map[*loop.Var]bool) map[*loop.Var]bool {
	arrays := map[*loop.Var]bool{}
	for _, x := range sm.access {
		v := x.reg.Class
		if x.at.Root != nil {
			v = x.at.Root
		}
		arrays[v], all[v] = true, true
	}
	for v, u := range sm.vars {
		if clash(u, u) && !sm.own[v] || u&adds != 0 {
			all[v] = true
		}
	}
	return arrays
}

// hands reports whether b reads something that a stores.
func hands(a, b *summary) bool {
	for r, u := range a.regions {
		if u&stores != 0 && b.regions[r]&reads != 0 {
			return true
		}
	}
	return false
}

// onlyChecks reports whether a statement may fail, and does nothing else.
func (a *summary) onlyChecks() bool {
	for v, u := range a.vars {
		if !a.own[v] && u&(stores|adds) != 0 {
			return false
		}
	}
	for _, u := range a.regions {
		if u&(stores|adds) != 0 {
			return false
		}
	}
	return a.checks
}
