package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// What is cut off a slice is in its memory still, behind what is appended then, and may be looked at again:
//
//	q = q[:0]
//	q = append(q, v)
//	b := q[:3]
//
// Law: where all of that is one variable of memory of its own, it is a window of an array that keeps what is cut off.
// Taken apart, it would be a new slice at each append, with nothing behind its end.

// cut notes the definitions whose value is cut to what may be more than its length.
func (w *webs) cut(e *flow.Window, in reaching) {
	if v := wholeOf(e.X); w.follows(v) && e.Hi != nil && !withinLength(e.Hi, v) {
		for _, d := range in[v] {
			w.cuts[d] = true
		}
	}
}

// keepEnds joins the definitions that lead to what is cut beyond its length, if elements are cut off before others are
// appended, or what is left belongs together with new memory already.
func (w *webs) keepEnds() {
	if len(w.cuts) == 0 {
		return
	}
	kept := map[int]bool{}
	webs := map[int][]int{}
	for d := range w.vars {
		webs[w.sets.Find(d)] = append(webs[w.sets.Find(d)], d)
	}
	for d := range w.vars { // in the order of the text
		if !w.cuts[d] || kept[d] {
			continue
		}
		chain := w.chain(d, webs, kept)
		if !w.own(chain) || !w.refills(chain, kept) && !w.mixes(chain) {
			continue
		}
		for _, c := range chain {
			kept[c] = true
			a, b := w.sets.Find(d), w.sets.Find(c)
			w.sets.Union(max(a, b), min(a, b))
		}
	}
}

// chain is a definition and all that its memory may come from, with what belongs together with these already, in the
// order of the text; it ends at definitions that are kept.
func (w *webs) chain(d int, webs map[int][]int, kept map[int]bool) []int {
	var all set.Ordered[int]
	all.Add(d)
	for k := 0; k < len(all.List); k++ {
		if c := all.List[k]; !kept[c] {
			for _, d := range slices.Concat(webs[w.sets.Find(c)], w.from[c]) {
				all.Add(d)
			}
		}
	}
	slices.Sort(all.List)
	return all.List
}

// own reports whether all of a chain begins with new slices.
func (w *webs) own(chain []int) bool {
	for _, d := range chain {
		at := w.sites[d]
		if a, ok := at.s.(*flow.Assign); ok && len(w.from[d]) == 0 && aliases(a.Src[at.i]) && !isNil(a.Src[at.i]) {
			return false
		}
	}
	return true
}

// refills reports whether something in a chain is appended behind what something was cut off, as it was from what is
// kept.
func (w *webs) refills(chain []int, kept map[int]bool) bool {
	short := map[int]bool{} // elements have been cut off, at the definition or before
	for n := -1; n < len(short); {
		n = len(short)
		for _, d := range chain {
			_, cuts := w.sites[d].s.(*flow.Assign)
			cuts = cuts && len(w.from[d]) > 0
			if cuts || kept[d] || slices.ContainsFunc(w.from[d], func(c int) bool { return short[c] }) {
				short[d] = true
			}
		}
	}
	return slices.ContainsFunc(chain, func(d int) bool {
		_, appends := w.sites[d].s.(*flow.Append)
		return appends && short[d]
	})
}

// mixes reports whether a window belongs together with what is none.
func (w *webs) mixes(chain []int) bool {
	windows, others := map[int]bool{}, map[int]bool{}
	for _, d := range chain {
		if _, assigns := w.sites[d].s.(*flow.Assign); assigns && len(w.from[d]) > 0 {
			windows[w.sets.Find(d)] = true
		} else {
			others[w.sets.Find(d)] = true
		}
	}
	for web := range windows {
		if others[web] {
			return true
		}
	}
	return false
}
