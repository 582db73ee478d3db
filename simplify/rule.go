package simplify

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Set says when a rule is used.
type Set uint8

// The sets of rules.
const (
	// Always: keeps cost and code size; used before differentiation, after it and after lowering.
	Always Set = iota
	// Reading: repeats traversals or code for legibility; only for display, never before lowering.
	Reading
	// Compiled: for what will not be differentiated any more, only emitted or run.
	Compiled
	// Deriving: for what is about to be differentiated. They may add a little to what is computed.
	Deriving
)

// String is the name of the set.
func (s Set) String() string {
	return [...]string{"always", "reading", "compiled", "deriving"}[s]
}

// A Rule is one rewrite rule: its law, with what makes it valid and where it
// comes from. The documentation (docs/rules.md), the switches of [Options] and
// the tests range over these values.
type Rule struct {
	Name      string
	Before    string // the law: Before ⇝ After, in the notation of the paper
	After     string
	Condition string // the side condition; empty if there is none
	Why       string // justification
	Ref       string // source
	Set       Set
	// Target says that the rule makes nodes of the target language, so that it
	// is not used on source terms.
	Target bool
	// apply returns the rewritten term, or nil. The operands of the term are
	// simplified; the result may be a let, which joins the block. It is nil for the
	// rules that the engine itself applies to bindings and redexes.
	apply func(p *pass, t syntax.Term) syntax.Term
	// on says at which nodes apply is tried.
	on kind
	// too is another kind of nodes at which it is tried, if any.
	too kind
	// seems, of a rule that is not in the set Always, reports whether the rule may do anything at a node, by the node
	// alone. It is nil for rules that searches of their own apply, after rounds, which ask that themselves, and for
	// those of which nothing is known.
	seems func(t syntax.Term) bool
	// after says that the rule is one of such a search.
	after bool
}

// Rules returns all rules in a fixed order, grouped by topic.
func Rules() []*Rule {
	return slices.Concat(
		letRules(), pairRules(), plusRules(), scalarRules(), indexRules(), linearRules(),
		branchRules(), exponentialRules(), arrayRules(), readRules(), oneHotRules(), sumRules(), loopRules(),
		focusRules(), selectRules(), fuseRules(), tapeRules(), branchFusionRules(), cseRules(),
		tabulateRules(),
		readingRules(), readingLinearRules(),
	)
}

// kind is the sort of a node, for the dispatch to rules.
type kind uint8

const (
	atKindNone kind = iota
	atProj
	atTuple
	atApp
	atCase
	atIf
	atPrim
	atPlus
	atBuild
	atLoop
	atWhile
	atSum
	atIndex
	atOneHot
	atSet
	atIdx
	atCoerce
	atDynLen
	atSizeOf
	atLam
	atLinLam
	atCall
	atLinApp
	atCoproj
	atUninj
	atSingleton
	atCopowerCase
	atInj
	atArrayLit
	kindCount
)

//nolint:gocyclo // a table
func kindOf(t syntax.Term) kind {
	switch t.(type) {
	case *syntax.Proj:
		return atProj
	case *syntax.Tuple:
		return atTuple
	case *syntax.App:
		return atApp
	case *syntax.Case:
		return atCase
	case *syntax.If:
		return atIf
	case *syntax.Prim:
		return atPrim
	case *syntax.Plus:
		return atPlus
	case *syntax.Build:
		return atBuild
	case *syntax.Loop:
		return atLoop
	case *syntax.While:
		return atWhile
	case *syntax.Sum:
		return atSum
	case *syntax.Index:
		return atIndex
	case *syntax.OneHot:
		return atOneHot
	case *syntax.Set:
		return atSet
	case *syntax.ToIdx, *syntax.FromIdx:
		return atIdx
	case *syntax.Coerce:
		return atCoerce
	case *syntax.DynLen:
		return atDynLen
	case *syntax.SizeOf:
		return atSizeOf
	case *syntax.Lam:
		return atLam
	case *syntax.LinLam:
		return atLinLam
	case *syntax.Call:
		return atCall
	case *syntax.LinApp:
		return atLinApp
	case *syntax.Coproj:
		return atCoproj
	case *syntax.Uninj:
		return atUninj
	case *syntax.Singleton:
		return atSingleton
	case *syntax.CopowerCase:
		return atCopowerCase
	case *syntax.Inj:
		return atInj
	case *syntax.ArrayLit:
		return atArrayLit
	default:
		return atKindNone
	}
}

// ruleSet is the rules that are switched on.
type ruleSet struct {
	on   map[string]bool
	hot  hotRules
	at   [kindCount][]*Rule
	some []*Rule // those that are on and not in the set Always
	opts Options
}

func newRuleSet(o Options) (*ruleSet, error) {
	rs := &ruleSet{on: map[string]bool{}, opts: o}
	known := map[string]bool{}
	for _, r := range Rules() {
		known[r.Name] = true
		if !o.wants(r) {
			continue
		}
		rs.on[r.Name] = true
		if r.Set != Always {
			rs.some = append(rs.some, r)
		}
		if r.apply != nil {
			rs.at[r.on] = append(rs.at[r.on], r)
			if r.too != atKindNone {
				rs.at[r.too] = append(rs.at[r.too], r)
			}
		}
	}
	for _, name := range slices.Concat(o.Disable, o.Only) {
		if !known[name] {
			return nil, fmt.Errorf("simplify: no rule named %q", name)
		}
	}
	rs.hot = hotRules{letInline: rs.on["letInline"], letDead: rs.on["letDead"], letPairSplit: rs.on["letPairSplit"],
		linBeta: rs.on["linBeta"], cse: rs.on["cse"], loopInvariant: rs.on["loopInvariant"], mulOne: rs.on["mulOne"]}
	return rs, nil
}

// hotRules are those that passes ask for at every binding.
type hotRules struct{ letInline, letDead, letPairSplit, linBeta, cse, loopInvariant, mulOne bool }

// tampered is what a rule gives, or what [Options.Tamper] makes of it.
func (rs *ruleSet) tampered(rule string, after syntax.Term) syntax.Term {
	if rs.opts.Tamper == nil {
		return after
	}
	return rs.opts.Tamper(rule, after)
}

func (o *Options) wants(r *Rule) bool {
	switch {
	case slices.Contains(o.Disable, r.Name) || lab.Rule(r.Name):
		return false
	case len(o.Only) > 0:
		return slices.Contains(o.Only, r.Name)
	}
	return r.Set == Always || r.Set == Reading && o.Reading || r.Set == Compiled && o.Compiled ||
		r.Set == Deriving && o.Deriving
}
