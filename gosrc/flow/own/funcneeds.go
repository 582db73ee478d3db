package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// captures finds what the literals need of the variables around them, those of other known functions that they use
// included.
func (r *resolver) captures(f *flow.Func, lifts []*lifted, scope map[*flow.Var]target) {
	total := mentions(f.Body)
	for _, p := range slices.Concat(f.Params, f.Results) {
		total[p] = -1
	}
	for v := range scope {
		// a parameter that a copy of a function has no more belongs to no literal, even if only one uses it
		total[v] = -1
	}
	cells := map[*flow.Var]bool{}
	for _, l := range lifts {
		for v := range assignedIn(l.lit.Body) {
			cells[v] = true
		}
	}
	eachOwn(f.Body, func(v *flow.Var, address bool) {
		if address {
			cells[v] = true
		}
	})
	count := assignments(f)
	for changed := true; changed; {
		changed = false
		for _, l := range lifts {
			before, n := slices.Clone(l.caps), len(cells)
			l.capture(total, count, cells, lifts, scope)
			changed = changed || !slices.Equal(before, l.caps) || n != len(cells)
		}
	}
}

// capture adds what l needs, as far as it is known now. Variables that occur outside as well are captured; total says
// how often each occurs in all, count how often it is assigned. Cells are those that some literal assigns, and those
// that change and that a function uses which a literal keeps: it is called when nobody passes them.
func (l *lifted) capture(total, count map[*flow.Var]int, cells map[*flow.Var]bool, lifts []*lifted,
	scope map[*flow.Var]target) {
	inner := set.Of(l.lit.Params, l.lit.Results)
	used := mentions(l.lit.Body)
	add := func(v *flow.Var, ref bool) {
		for i, c := range l.caps {
			if c.v == v {
				l.caps[i].ref = c.ref || ref
				return
			}
		}
		l.caps = append(l.caps, capture{v, ref})
	}
	// What the literal assigns to the variables around it stays when it is done, as its results do.
	stays := slices.Clone(l.lit.Results)
	for _, v := range ordered(l.lit.Body) {
		if !inner[v] && total[v] != used[v] {
			stays = append(stays, v)
		}
	}
	for _, v := range ordered(l.lit.Body) {
		if inner[v] || total[v] == used[v] {
			continue
		}
		kept := keeps(&flow.Func{Results: stays, Body: l.lit.Body}, v)
		keep := func(v *flow.Var) {
			if kept && count[v] > 1 {
				cells[v] = true
			}
		}
		if t, ok := scope[v]; ok {
			for _, e := range t.extra {
				k := captureOf(e)
				add(k.v, k.ref)
			}
			continue
		}
		if i := slices.IndexFunc(lifts, func(m *lifted) bool { return m.v == v }); i >= 0 {
			for _, c := range lifts[i].caps {
				keep(c.v)
				add(c.v, c.ref || cells[c.v])
			}
			continue
		}
		keep(v)
		add(v, cells[v])
	}
}
