package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// What a term begins as. Updates, sums, branches and loops whose first operand is an array of the state may be made in
// its place. Where bindings are aimed at the state (inplacejoin.go), from the last to the first, what they read is not
// analysed yet; so their forms are looked at first, from the first to the last. This only says what to wish for: the
// analysis says whether it may be.

// heads gives, for each leaf of t, the array of the state that t begins as, or -1. Terms that end in several bindings
// are looked at once.
func (a *linearity) heads(t syntax.Term) []int {
	if x, lo := path(a.g, t); x != nil {
		return a.headsOf(x)[lo : lo+len(a.g.leaves(t.Type()))]
	}
	out := make([]int, len(a.g.leaves(t.Type())))
	for i := range out {
		out[i] = -1
	}
	switch t := t.(type) {
	case *syntax.Let:
		a.noteHeads(t.Binds)
		return a.heads(t.Body)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			lo, hi := a.g.part(t.Type(), i)
			copy(out[lo:hi], a.heads(el))
		}
	case *syntax.Coproj:
		lo, hi := a.g.part(t.Type(), t.Index)
		copy(out[lo:hi], a.heads(t.Arg))
	case *syntax.Proj:
		lo, hi := a.g.part(t.Arg.Type(), t.Index)
		copy(out, a.heads(t.Arg)[lo:hi])
	case *syntax.Set:
		return a.heads(t.Arr)
	case *syntax.Pack:
		return a.headsWithin(t.Arg, out)
	case *syntax.Coerce:
		return a.headsWithin(t.Arg, out)
	case *syntax.Plus:
		for _, s := range t.Terms {
			for i, k := range a.heads(s) {
				if out[i] == -1 || out[i] == anyHead && k >= 0 {
					out[i] = k
				}
			}
		}
	case *syntax.If:
		return meetHeads(a.heads(t.Then), a.heads(t.Else))
	case *syntax.Case:
		for i, arm := range t.Arms {
			if i == 0 {
				copy(out, a.heads(arm.Body))
			} else {
				out = meetHeads(out, a.heads(arm.Body))
			}
		}
	case *syntax.Call:
		return a.headsOfCall(t)
	case *syntax.Loop:
		copy(out, a.heads(t.Init))
	case *syntax.While:
		copy(out, a.heads(t.Init))
	default:
	}
	return out
}

// headsWithin are those of arg that are arrays of run-time length, whatever is said of their length.
func (a *linearity) headsWithin(arg syntax.Term, none []int) []int {
	hs := a.heads(arg)
	if len(hs) != len(none) {
		return none
	}
	out := slices.Clone(hs)
	for i, k := range hs {
		if k >= 0 && !a.isDyn(k) {
			out[i] = -1
		}
	}
	return out
}

// meetHeads are those that two branches have in common.
func meetHeads(s, t []int) []int {
	out := make([]int, len(s))
	for i := range s {
		out[i] = meetHead(s[i], t[i])
	}
	return out
}

func meetHead(s, t int) int {
	switch {
	case s == anyHead || s == t:
		return t
	case t == anyHead:
		return s
	}
	return -1
}

// headsOf are those of a variable: what the analysis found, or what its form says.
func (a *linearity) headsOf(x *syntax.Var) []int {
	if h, ok := a.head[x]; ok {
		return h
	}
	out := make([]int, len(a.g.leaves(x.Type)))
	for i, r := range a.varRefs(x) {
		out[i] = r.leaf
		if r.alias {
			out[i] = -1
		}
	}
	return out
}

// noteHeads looks at bindings, once.
func (a *linearity) noteHeads(binds []syntax.Bind) {
	for _, b := range binds {
		if b.Var == nil {
			continue
		}
		if _, known := a.head[b.Var]; !known && !scalars(a.g.leaves(b.Var.Type)) {
			a.head[b.Var] = a.heads(b.Rhs)
		}
	}
}

// begins reports whether t begins as an array of the state that is wanted.
func (a *linearity) begins(t syntax.Term, want []int) bool {
	for i, k := range a.heads(t) {
		if k >= 0 && k == want[i] {
			return true
		}
	}
	return false
}
