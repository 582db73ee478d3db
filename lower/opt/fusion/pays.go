package fusion

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/depend"
)

// pays reports whether one loop is better than two: they share an array, or both
// are so small that the counting costs as much as the work. A loop of checks stays alone: among them
// sums would have to be added up one after the other.
func (fu *fuser) pays(a, b *depend.Summary) bool {
	if onlyChecks(a) || onlyChecks(b) {
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
	size := a.Size + b.Size
	if m < len(shared) {
		inner := a.Loops == 1 && b.Loops == 1
		return size <= fuseSize && (len(live) <= fuseLive || !inner)
	}
	return n > 0 && a.Loops == 1 && b.Loops == 1 && size <= fuseAlone && len(live) <= fuseFew
}

// live collects what an iteration keeps in registers from one to the next: base addresses of
// arrays and variables that run through the loop. It gives back the arrays among them.
func (fu *fuser) live(sm *depend.Summary, all map[*loop.Var]bool) map[*loop.Var]bool {
	arrays := map[*loop.Var]bool{}
	for _, x := range sm.Access {
		v := x.Reg.Class
		if x.At.Root != nil {
			v = x.At.Root
		}
		arrays[v], all[v] = true, true
	}
	for v, u := range sm.Vars {
		if depend.Clash(u, u) && !sm.Own[v] || u&depend.Adds != 0 {
			all[v] = true
		}
	}
	return arrays
}

// hands reports whether b reads something that a stores.
func hands(a, b *depend.Summary) bool {
	for r, u := range a.Regions {
		if u&depend.Stores != 0 && b.Regions[r]&depend.Reads != 0 {
			return true
		}
	}
	return false
}

// onlyChecks reports whether a statement may fail, and does nothing else.
func onlyChecks(a *depend.Summary) bool {
	for v, u := range a.Vars {
		if !a.Own[v] && u&(depend.Stores|depend.Adds) != 0 {
			return false
		}
	}
	for _, u := range a.Regions {
		if u&(depend.Stores|depend.Adds) != 0 {
			return false
		}
	}
	return a.Checks
}
