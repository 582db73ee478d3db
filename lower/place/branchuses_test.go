package place

import (
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Of uses in branches, those of different ones of one conditional are never both taken.
func TestUsesInBranches(t *testing.T) {
	x := syntax.NewVar("x", syntax.NewTupleType(syntax.Real, syntax.Real))
	c := syntax.NewVar("c", syntax.Bool)
	use := func(k int) syntax.Term { return syntax.NewProj(k, syntax.Ref(x)) }
	either := func(a, b syntax.Term) syntax.Term { return syntax.NewIf(syntax.Ref(c), a, b) }
	plus := func(a, b syntax.Term) syntax.Term { return syntax.NewPrim(syntax.OpAdd, a, b) }
	zero := syntax.RealLit(0)
	many := use(0)
	for range mostBranchUses {
		many = either(use(0), many)
	}
	for name, tc := range map[string]struct {
		body syntax.Term
		once bool
	}{
		"one use":                     {plus(use(0), use(1)), true},
		"two uses":                    {plus(use(0), use(0)), false},
		"two branches":                {either(use(0), plus(use(0), use(1))), true},
		"two in one branch":           {either(plus(use(0), use(0)), zero), false},
		"a branch and behind":         {plus(either(use(0), zero), use(0)), false},
		"two conditionals":            {plus(either(use(0), zero), either(zero, use(0))), false},
		"branches of branches":        {either(either(use(0), use(0)), either(use(0), zero)), true},
		"conditionals in one branch":  {either(plus(either(use(0), zero), either(zero, use(0))), use(0)), false},
		"the condition and a branch":  {syntax.NewIf(syntax.NewPrim(syntax.MustOp("lt"), use(0), zero), use(0), zero), false},
		"deeper on one of both sides": {either(use(0), either(zero, either(zero, use(0)))), true},
		"more than are compared":      {many, false},
	} {
		if got := usesInBranches(tc.body).oncePerPath(x, 0); got != tc.once {
			t.Errorf("%s: once on each path: %v", name, got)
		}
	}
}
