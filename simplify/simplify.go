package simplify

import (
	"context"

	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/simplify/search"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Options chooses the rules. The zero value is all rules that keep the cost.
type Options struct {
	// Disable names rules that are not used; Only, if not empty, names the only ones that are.
	Disable, Only []string
	// Reading adds the rules that serve legibility only. Never before lowering.
	Reading bool
	// Compiled adds the rules for terms that are only emitted or run, never differentiated again.
	Compiled bool
	// Deriving adds the rules for terms that are about to be differentiated.
	Deriving bool
	// Final says that nothing is differentiated any more, so that definitions with rules of their own are
	// inlined like others. (Compiled, beyond that, is only for terms without linear functions.)
	Final bool
	// Kernels keeps the calls of definitions that have one.
	Kernels bool
	// KeepNames keeps the let-bindings of variables that a person named, even if used once.
	KeepNames bool
	// Inline is the greatest number of nodes of a definition that is put in the place of its
	// calls. Zero inlines nothing; recursive definitions never are.
	Inline int
	// InlineHigher, if it is greater, is that number for definitions that take or return functions.
	InlineHigher int
	// Context ends it: the error is that of the context then. Nil is one that does not end.
	Context context.Context
	// Tamper, if not nil, gets what each rule gives and puts something else of the same type in its place:
	// the mutation run of package proptest makes wrong rules with it. Nothing else sets it.
	Tamper func(rule string, after syntax.Term) syntax.Term
}

// maxRounds bounds the rounds. It is a safety net: a round is run only when the
// one before changed something, and few are.
const maxRounds = 60

// Term simplifies a term, which may have free variables, to a fixed point. The
// result replaces the term: they share binders and must not stand in one program.
// If nothing changed it is t itself. The error is about unknown rule names in o.
//
// Each round is linear in the size of t.
func Term(t syntax.Term, o Options) (n syntax.Term, r *Report, err error) {
	defer stop.Recover(&err)
	rs, err := newRuleSet(o)
	if err != nil {
		return nil, nil, err
	}
	e := engine{ruleSet: rs, report: &Report{}, scratch: newScratch()}
	t, _ = e.term(t, "", false, false)
	e.free() // what is stopped in the middle leaves it to the garbage collector
	return t, e.report, nil
}

// An engine runs rounds until nothing changes.
type engine struct {
	*ruleSet
	report *Report
	defs   map[*syntax.Def]*syntax.Def // what is put in the place of calls of definitions
	*scratch
	// incomplete says that the last sharing may have left something: it met a term that was too large to be looked up,
	// say.
	incomplete bool
}

// term simplifies a term. known says that nothing is to be shared in it, and stays that a round changes nothing of it;
// so does settled of the result.
func (e *engine) term(t syntax.Term, where string, known, stays bool) (n syntax.Term, settled bool) {
	if n, ok := e.searches(where).FuseBranches(t); ok { // before the first round, since another one follows else
		t, known, stays = n, false, false
	}
	source := syntax.IsSource(t)
	changed := false
	if !known || confirming {
		t, changed = e.cse(t, where)
	}
	if known && changed {
		panic("simplify: something is to be shared in " + where)
	}
	var shared syntax.Term // a term in which nothing is to be shared
	if !changed {
		shared = t
	}
	once := changed && e.sharedOnce(t)
	for k := range maxRounds {
		stop.Check(e.opts.Context)
		n, last := t, true
		if !stays {
			e.report.Rounds++
			n, last = e.round(t, where, source)
		}
		stays = false
		if once && !e.report.more {
			e.confirmShared(n, where)
			shared = n
		}
		once = false
		if k == 0 && n != t && !last && long(n) && form.Straight(n) {
			next, ok := e.cse(n, where)
			if ok {
				t, once = next, e.sharedOnce(next)
				continue
			}
			shared = n
		}
		if last && confirming {
			if m, _ := e.round(n, where, source); m != n {
				panic("simplify: a round after the last of " + where)
			}
		}
		if n == t || last {
			next, ok := n, false
			if n != shared {
				next, ok = e.cse(n, where)
				once = ok && e.sharedOnce(next)
			}
			if !ok {
				next, ok = e.searches(where).First(n)
			}
			if !ok {
				return n, e.hot.cse && e.hot.loopInvariant
			}
			n = next
		}
		t = n
	}
	return t, false
}

// searches are the rules that are no rules of rounds.
func (e *engine) searches(where string) *search.Rules {
	return &search.Rules{On: e.on, Reading: e.opts.Reading, Tamper: e.opts.Tamper, Context: e.opts.Context,
		Fired: func(rule string) { e.report.add(rule, where) }}
}

// manyBinds is the length of spines that are shared after the first round; tests set it.
var manyBinds = 4096 //nolint:gochecknoglobals // a constant but for tests

// long reports whether sharing t comes right after the first round, if t is straight. What that round leaves of such a
// term, a derivative above all, whose pullbacks it opens, waits in names that are used once and in names of atoms: the
// next round would put these in their places, sharing takes them apart again, and the round after it puts them in their
// places once more. Nothing waits there for a rule that wants something for its only use, as those of arrays and loops
// do. Short terms, which people read, take no time, and rounds find better names than sharing does.
func long(t syntax.Term) bool {
	l, ok := t.(*syntax.Let)
	return ok && len(l.Binds) >= manyBinds
}

// sharedOnce reports whether nothing is to be shared in t, which sharing has just made, nor will be after a round in
// which nothing fires but letInline and mulOne: what is equal to something in scope has its name, and these two rules
// make nothing equal that was not. Where a variable that is used once stands for its definition the A-normal form is
// the same, but that the definition may stand later, or in a branch, where less sees it; and for sharing, x * 1 is x.
func (e *engine) sharedOnce(t syntax.Term) bool {
	return !e.incomplete && form.Straight(t) && e.opts.Tamper == nil
}

// confirmShared, in tests, panics if something is to be shared in t.
func (e *engine) confirmShared(t syntax.Term, where string) {
	if !confirming {
		return
	}
	if _, ok := e.cse(t, where); ok {
		panic("simplify: something is to be shared again in " + where)
	}
}

// confirming has each round that is the last by what it did followed by one that must change nothing, and terms in
// which nothing is to be shared searched all the same; tests set it.
var confirming bool

// round is one pass over t; last says that another would change nothing.
func (e *engine) round(t syntax.Term, where string, source bool) (n syntax.Term, last bool) {
	defer times.Begin("round")()
	e.report.stirred, e.report.more = false, false
	t = e.knownSizes(t, where)
	defer e.scratch.afterRound()
	if l, ok := t.(*syntax.Let); ok && cap(e.scratch.binds) < len(l.Binds) {
		e.scratch.binds = make([]syntax.Bind, 0, len(l.Binds)+len(l.Binds)/8+8)
	}
	c := countUses(t, &e.scratch.occ)
	p := &pass{ruleSet: e.ruleSet, report: e.report, where: where, source: source, occ: c.occ, env: &e.scratch.env,
		sizes: c.sizes, defs: e.defs, out: e.scratch.binds[:0]}
	t = p.block(t)
	e.scratch.binds = p.out
	return t, !c.rich && !e.report.stirred && e.opts.Tamper == nil
}
