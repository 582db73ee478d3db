package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Shared is what the search for repeats says of a term, and what comes of it.
type Shared struct {
	May   bool // the quick search finds something
	Fired int  // how often rules fire when all of the term is taken apart for it
	Nodes int  // of what comes of it, in A-normal form
	// The same when only the bindings that need it are taken apart, beside so many others; and how often rules fire in
	// what comes of that.
	Kept, SomeFired, SomeNodes, StillFired int
	Unbound                                []*syntax.Var // variables free in that and not in the term
}

// Sharing is Shared for what term makes, at each call anew.
func Sharing(term func() syntax.Term) (s Shared) {
	rs, err := newRuleSet(Options{})
	if err != nil {
		panic(err)
	}
	e := engine{ruleSet: rs, report: &Report{}, scratch: newScratch()}
	defer e.free()
	s.May = e.mayCSE(term())
	all, fired := e.cseAll(term(), csePlan{}, "")
	s.Fired, s.Nodes = fired, syntax.NodesUpTo(syntax.ANF(all), 1<<30)
	t := term()
	free := syntax.FreeVars(t)
	plan, may := e.planCSE(t)
	s.May = s.May && may
	for i := range max(len(plan.apart), 1) - 1 { // the body is no binding
		if !plan.apart[i] {
			s.Kept++
		}
	}
	some, fired := e.cseAll(t, plan, "")
	some = syntax.ANF(some)
	s.SomeFired, s.SomeNodes = fired, syntax.NodesUpTo(some, 1<<30)
	s.Unbound = slices.DeleteFunc(syntax.FreeVars(some), func(x *syntax.Var) bool { return slices.Contains(free, x) })
	_, s.StillFired = e.cseAll(some, csePlan{}, "")
	return s
}

// The tests of the package hold every round that is the last by what it did against one more, and search terms that are
// known to share nothing. Short spines are treated as long ones.
func init() { confirming, fewBinds, manyBinds = true, 1, 1 }

// Unconfirmed runs f as programs are simplified outside of tests, where what is known is not searched for.
func Unconfirmed(f func()) {
	confirming = false
	defer func() { confirming = true }()
	f()
}

// SharedNow is what sharing makes of t at once.
func SharedNow(t syntax.Term, o Options) syntax.Term {
	rs, err := newRuleSet(o)
	if err != nil {
		panic(err)
	}
	e := engine{ruleSet: rs, report: &Report{}, scratch: newScratch()}
	defer e.free()
	n, _ := e.cse(t, "")
	return n
}
