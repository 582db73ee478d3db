package semantics

import "math"

// Copower is a formal sum Σ !kᵢ ⊗ vᵢ, a tree of concatenations.
type Copower struct {
	left, right *Copower // nil in a summand
	entry       Entry
	n           int
}

// Entry is one summand !Key ⊗ Val of a copower.
type Entry struct{ Key, Val Value }

// Summand is !k ⊗ v.
func Summand(k, v Value) *Copower { return &Copower{entry: Entry{k, v}, n: 1} }

func (c *Copower) concat(d *Copower) *Copower {
	return &Copower{left: c, right: d, n: min(c.n+d.n, math.MaxInt/2)}
}

// Entries lists the summands in the order in which they were added. The order
// and the splitting of equal keys are no part of the meaning.
func (c *Copower) Entries() []Entry {
	out := make([]Entry, 0, c.n)
	for stack := []*Copower{c}; len(stack) > 0; {
		d := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for ; d.left != nil; d = d.left {
			stack = append(stack, d.right)
		}
		out = append(out, d.entry)
	}
	return out
}
