// Package search has the rules of package simplify that take a look at all of a term, in A-normal form, when the rounds
// are through with it: loops are fused, what may be zero goes into branches, and what loops repeat is put into tables. The laws stand with the others, in package simplify.
package search

import (
	"context"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Rules says which rules are switched on, and who hears of them.
type Rules struct {
	On      map[string]bool
	Reading bool // the term will be read by people
	Fired   func(rule string)
	// Tamper, if not nil, gets what each rule gives and puts something else of the same type in its place.
	Tamper  func(rule string, after syntax.Term) syntax.Term
	Context context.Context
}

// First applies the first of the searches that finds anything; ok says that one does. Each takes time near-linear in t.
func (r *Rules) First(t syntax.Term) (n syntax.Term, ok bool) {
	for _, by := range []func(syntax.Term) (syntax.Term, bool){r.fuse, r.fuseTapes, r.FuseBranches, r.sink, r.plusIfSet,
		r.tabulate} {
		stop.Check(r.Context)
		if n, ok = by(t); ok {
			return n, true
		}
	}
	return t, false
}

// tampered is what a rule gives, or what Tamper makes of it.
func (r *Rules) tampered(rule string, after syntax.Term) syntax.Term {
	if r.Tamper == nil {
		return after
	}
	return r.Tamper(rule, after)
}
