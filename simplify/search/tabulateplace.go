package search

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

// This file says where a table can be, and whether one pays.

// place is the block of the outermost loop in front of which x can be computed for each iteration of loops inside, or
// 0.
func (w *tabulator) place(x *tabulated) int {
	first := len(w.blocks)
	for first > 1 && w.blocks[first-1].n != nil {
		first--
	}
	for at := max(first, x.fixed+1); at < len(w.blocks); at++ {
		if x.deps>>at&1 == 0 && x.deps>>at != 0 && w.fits(x, at) {
			return at
		}
	}
	return 0
}

// fits reports whether a table of x in front of the loop of block at has a length that is known there, and is no larger
// than what it is made from.
func (w *tabulator) fits(x *tabulated, at int) bool {
	if n, ok := w.blocks[at].n.Lit(); ok && n < 2 {
		return false
	}
	dims := 0
	for l := at; l < len(w.blocks); l++ {
		there := true
		w.blocks[l].n.Vars(func(n *syntax.SizeVar) { there = there && (w.sizes[n] == nil || w.sizes[n].level < at) })
		if !there {
			return false
		}
		dims += int(x.deps >> l & 1)
	}
	s := sliceOf(x, at)
	if s == nil || outside(s, x) >= dear/2 || slices.ContainsFunc(s, endless) && w.blocks[at].mayRequire() {
		return false
	}
	if dims == 1 {
		return true
	}
	all := x.deps >> at
	for _, u := range s {
		if u.deps>>at != all {
			continue
		}
		if _, ok := u.bind.Rhs.(*syntax.Index); ok {
			return true
		}
	}
	return false
}

// endless reports whether a binding may have no end. In front of loops it would come before what these require in
// earlier iterations, and it may be for that alone that it ends.
func endless(x *tabulated) bool {
	if syntax.NodesOf(x.bind.Rhs)&(syntax.Loops|syntax.Calls|syntax.Apps) == 0 {
		return false
	}
	found := false
	syntax.EachNode(x.bind.Rhs, func(t syntax.Term) {
		switch t.(type) {
		case *syntax.While, *syntax.Call, *syntax.App:
			found = true
		}
	})
	return found
}

// mayRequire reports whether the loop requires something, or may.
func (b *tableBlock) mayRequire() bool {
	if !b.asked {
		b.asked, b.requires = true, form.Requires(b.body)
	}
	return b.requires
}

// mostSlice bounds the bindings that an entry of a table needs.
const mostSlice = 100

// sliceOf is the bindings of blocks from at on that x needs, in order, x being the last; nil if there are many, or one
// that has to stay where it is.
func sliceOf(x *tabulated, at int) []*tabulated {
	var out []*tabulated
	seen := map[*tabulated]bool{}
	var visit func(u *tabulated) bool
	visit = func(u *tabulated) bool {
		if seen[u] || u.level < at || u.index != nil {
			return true
		}
		seen[u] = true
		if len(seen) > mostSlice || u.bind == nil || syntax.NodesOf(u.bind.Rhs)&syntax.Checkpoints != 0 {
			return false
		}
		for _, v := range u.uses {
			if !visit(v) {
				return false
			}
		}
		out = append(out, u)
		return true
	}
	if !visit(x) {
		return nil
	}
	return out
}

// outside is what those of the bindings s that x needs cost that the loops compute less often than x, being in front of
// one whose index x needs.
func outside(s []*tabulated, x *tabulated) int {
	cost := 0
	for _, u := range s {
		if x.deps>>(u.level+1) != 0 {
			cost += costOf(u.bind.Rhs)
		}
	}
	return cost
}

// pays reports whether x is dear. What the loops go on computing themselves, since others need it, must not be.
func (w *tabulator) pays(x *tabulated) bool {
	cost := 0
	for _, u := range sliceOf(x, x.at) {
		c := costOf(u.bind.Rhs)
		if u != x && u.needed && c >= dear {
			return false
		}
		cost += c
	}
	return cost >= dear
}
