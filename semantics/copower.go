package semantics

import (
	"math"

	"github.com/seed-4b734f86/gochad/internal/linrep"
)

// Copower is a formal sum Σ !kᵢ ⊗ vᵢ, an element of the copower of package linear.
type Copower struct {
	sum linrep.Copower[Value, Value]
	n   int // the number of summands
}

// Entry is one summand !Key ⊗ Val of a copower.
type Entry struct{ Key, Val Value }

// Summand is !k ⊗ v.
func Summand(k, v Value) *Copower { return &Copower{linrep.Singleton(k, v), 1} }

// concat is the sum of two copowers, in O(1).
func (c *Copower) concat(d *Copower) *Copower {
	return &Copower{linrep.Concat(c.sum, d.sum), min(c.n+d.n, math.MaxInt/2)}
}

// Entries lists the summands in the order in which they were added. The order
// and the splitting of equal keys are no part of the meaning.
func (c *Copower) Entries() []Entry {
	out := make([]Entry, 0, c.n)
	for _, e := range linrep.Entries(c.sum) {
		out = append(out, Entry{e.Key, e.Value})
	}
	return out
}
