package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

func exponentialRules() []*Rule {
	return []*Rule{
		{
			Name: "ifSoftplus", Before: "if x > 0 then x + log1p (exp (-x)) else log1p (exp x)", After: "softplus x",
			Ref:       own,
			Why:       "meaning of the primitive; its derivative is one sigmoid, where each branch has one of its own",
			Condition: "x is a variable; or with x ≥ 0, or the branches of x < 0 or x ≤ 0", Set: Deriving, on: atIf,
			apply: ifSoftplus,
		},
	}
}

func ifSoftplus(_ *pass, t syntax.Term) syntax.Term {
	c := t.(*syntax.If)
	cond, ok := c.Cond.(*syntax.Prim)
	if !ok || len(cond.Args) != 2 || !isRealZero(cond.Args[1]) {
		return nil
	}
	high, low := c.Then, c.Else
	switch cond.Op.Name {
	case "gt", "ge":
	case "lt", "le":
		high, low = low, high
	default:
		return nil
	}
	x, ok := cond.Args[0].(*syntax.VarRef)
	if !ok || !isLog1pExp(low, x) {
		return nil
	}
	sum, ok := high.(*syntax.Prim)
	if !ok || sum.Op != syntax.OpAdd {
		return nil
	}
	a, b := sum.Args[0], sum.Args[1]
	if !form.IsVar(a, x.Var) {
		a, b = b, a
	}
	if !form.IsVar(a, x.Var) || !isLog1pExp(b, syntax.Neg(x)) {
		return nil
	}
	return syntax.Apply1("softplus", x)
}

// isRealZero reports whether t is a zero of the reals, of either sign.
func isRealZero(t syntax.Term) bool { return realIs(t, 0) || form.IsZero(t) && t.Type() == syntax.Real }

// isLog1pExp reports whether t is log1p (exp y).
func isLog1pExp(t, y syntax.Term) bool {
	return syntax.Equal(t, syntax.Apply1("log1p", syntax.Apply1("exp", y)))
}
