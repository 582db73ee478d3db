package simplify

import (
	"math"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/syntax"
)

func scalarRules() []*Rule {
	return []*Rule{
		{
			Name: "constFold", Before: "2 * 3", After: "6", Ref: own, Why: "meaning of the primitive", on: atPrim,
			apply: constFold,
			Condition: "the primitive is exact (IEEE arithmetic, comparison, rounding, int arithmetic), it does not " +
				"fail, and the result is finite; or an elementary function at 0, whose value all have exactly",
		},
		{
			Name: "algebra", Before: "0 * x; x * 0", After: "0", Ref: table1, Why: "basic algebra", on: atPrim,
			apply: linearZero,
			Condition: "0 is the structural zero and stands in a linear argument; the literal 0.0 is not touched, " +
				"since 0.0 * ∞ is NaN",
		},
		{
			Name: "zeroLit", Before: "exp 0", After: "exp 0.0", Ref: fig6,
			Why: "the zero of the reals is 0.0, that of the ints 0", on: atPrim, apply: zeroLit,
			Condition: "0 is the structural zero, in an argument in which the primitive is not linear: there nothing " +
				"can absorb it",
		},
		{
			Name: "addZero", Before: "x + 0; 0 + x; x - 0; 0 - x", After: "x; x; x; -x", Ref: table1,
			Why: "basic algebra", on: atPrim, apply: addZero,
			Condition: "0 is the structural zero; of literals, only x + -0.0 and x - 0.0, which are exact for ±0 too",
		},
		{
			Name: "mulOne", Before: "1 * x; x * 1; x / 1; x ^ 1", After: "x", Ref: table1, Why: "basic algebra",
			on: atPrim, apply: mulOne,
			Condition: "exact for all floats",
		},
		{
			Name: "mulMinusOne", Before: "-1 * x; x * -1; x / -1", After: "-x", Ref: table1, Why: "basic algebra",
			on: atPrim, apply: mulMinusOne,
			Condition: "exact for all floats",
		},
		{
			Name: "powZero", Before: "x ^ 0", After: "1", Ref: table1,
			Why: "basic algebra; so are the second derivatives of squares without powers", on: atPrim, apply: powZero,
			Condition: "exact for all floats: NaN ^ 0 is 1",
		},
		{
			Name: "powSquare", Before: "x ^ 2", After: "x * x", Ref: table1, Why: "basic algebra", on: atPrim,
			apply: powSquare, seems: isSquare, Set: Compiled,
			Condition: "2 is an int, for which the power is defined so",
		},
		{
			Name: "negNeg", Before: "-(-x)", After: "x", Ref: table1, Why: "basic algebra", on: atPrim, apply: negNeg,
			Condition: "exact for all floats",
		},
		{
			Name: "intUnit", Before: "i + 0; i * 1; i * 0; i - i; i == i", After: "i; i; 0; 0; true", Ref: table1,
			Why: "basic algebra", on: atPrim, apply: intUnit,
		},
		{
			Name: "boolUnit", Before: "true && c; false && c; !(!c); require (true, k)", After: "c; false; c; k",
			Ref: "Boolean algebra",
			Why: "units and absorption", on: atPrim, apply: boolUnit,
		},
	}
}

func constFold(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	onReals := pr.Op.Result == syntax.Real
	for _, a := range pr.Args {
		if _, ok := a.(*syntax.Const); !ok {
			return nil
		}
	}
	args := make([]syntax.Value, len(pr.Args))
	for i, a := range pr.Args {
		c := a.(*syntax.Const)
		args[i] = syntax.Value{F: c.F, I: c.I}
	}
	if onReals && !pr.Op.ExactAt(args) {
		return nil
	}
	v, err := pr.Op.Eval(args)
	switch {
	case err != nil || math.IsNaN(v.F) || math.IsInf(v.F, 0):
		return nil
	case onReals:
		return syntax.RealLit(v.F)
	case pr.Op.Result == syntax.Int:
		return syntax.IntLit(v.I)
	case pr.Op.Result == syntax.Bool:
		return syntax.BoolLit(v.I != 0)
	}
	return nil
}

func linearZero(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	for _, i := range pr.Op.LinearIn {
		if form.IsZero(pr.Args[i]) {
			return syntax.NewZero(t.Type())
		}
	}
	if pr.Op.Joint == nil {
		return nil
	}
	for _, a := range pr.Args {
		if !form.IsZero(a) {
			return nil
		}
	}
	return syntax.NewZero(t.Type())
}

func zeroLit(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	if pr.Op.Joint != nil {
		return nil
	}
	var args []syntax.Term
	for i, a := range pr.Args {
		if !form.IsZero(a) || slices.Contains(pr.Op.LinearIn, i) {
			continue
		}
		if args == nil {
			args = slices.Clone(pr.Args)
		}
		switch a.Type() {
		case syntax.Real:
			args[i] = syntax.RealLit(0)
		case syntax.Int:
			args[i] = syntax.IntLit(0)
		default:
			return nil
		}
	}
	if args == nil {
		return nil
	}
	return syntax.NewPrimAt(pr.At, pr.Op, args...)
}

// realIs reports whether t is the real literal f, bit for bit.
func realIs(t syntax.Term, f float64) bool {
	c, ok := t.(*syntax.Const)
	return ok && c.Type() == syntax.Real && math.Float64bits(c.F) == math.Float64bits(f)
}

func intIs(t syntax.Term, i int64) bool {
	c, ok := t.(*syntax.Const)
	return ok && c.Type() == syntax.Int && c.I == i
}

func addZero(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	negZero := math.Copysign(0, -1)
	switch pr.Op {
	case syntax.OpAdd:
		a, b := pr.Args[0], pr.Args[1]
		if form.IsZero(a) || realIs(a, negZero) {
			return b
		}
		if form.IsZero(b) || realIs(b, negZero) {
			return a
		}
	case syntax.OpSub:
		a, b := pr.Args[0], pr.Args[1]
		if form.IsZero(b) || realIs(b, 0) {
			return a
		}
		if form.IsZero(a) {
			return syntax.Neg(b)
		}
	}
	return nil
}

func mulOne(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	if i := besideOne(pr.Op, func(i int) bool { return realIs(pr.Args[i], 1) || intIs(pr.Args[i], 1) }); i >= 0 {
		return pr.Args[i]
	}
	return nil
}

// besideOne is the place of the operand that is the result by mulOne, or -1; one reports whether an operand is the
// literal 1.
func besideOne(op *syntax.Op, one func(i int) bool) int {
	switch {
	case op == syntax.OpMul && one(0):
		return 1
	case (op == syntax.OpMul || op == syntax.OpDiv || op.Name == "pow" || op.Name == "powi") && one(1):
		return 0
	}
	return -1
}

func mulMinusOne(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	switch pr.Op {
	case syntax.OpMul:
		if realIs(pr.Args[0], -1) {
			return syntax.Neg(pr.Args[1])
		}
		if realIs(pr.Args[1], -1) {
			return syntax.Neg(pr.Args[0])
		}
	case syntax.OpDiv:
		if realIs(pr.Args[1], -1) {
			return syntax.Neg(pr.Args[0])
		}
	}
	return nil
}

func powZero(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	if name := pr.Op.Name; name == "pow" && realIs(pr.Args[1], 0) || name == "powi" && intIs(pr.Args[1], 0) {
		return syntax.RealLit(1)
	}
	return nil
}

func powSquare(p *pass, t syntax.Term) syntax.Term {
	if !isSquare(t) {
		return nil
	}
	x := p.atom("t", t.(*syntax.Prim).Args[0])
	return syntax.Mul(x, x)
}

// isSquare reports whether t is a power with the literal 2.
func isSquare(t syntax.Term) bool {
	pr, ok := t.(*syntax.Prim)
	return ok && pr.Op.Name == "powi" && intIs(pr.Args[1], 2)
}

func negated(t syntax.Term) (syntax.Term, bool) {
	if pr, ok := t.(*syntax.Prim); ok && pr.Op == syntax.OpNeg {
		return pr.Args[0], true
	}
	return nil, false
}

func negNeg(_ *pass, t syntax.Term) syntax.Term {
	if a, ok := negated(t); ok {
		if b, ok := negated(a); ok {
			return b
		}
	}
	return nil
}

func intUnit(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	switch pr.Op {
	case syntax.OpIntAdd:
		if intIs(pr.Args[0], 0) || form.IsZero(pr.Args[0]) {
			return pr.Args[1]
		}
		if intIs(pr.Args[1], 0) || form.IsZero(pr.Args[1]) {
			return pr.Args[0]
		}
	case syntax.OpIntSub:
		if intIs(pr.Args[1], 0) {
			return pr.Args[0]
		}
		if form.SameVar(pr.Args[0], pr.Args[1]) {
			return syntax.IntLit(0)
		}
	case syntax.OpIntMul:
		switch a, b := pr.Args[0], pr.Args[1]; {
		case intIs(a, 1) || intIs(b, 0):
			return b
		case intIs(b, 1) || intIs(a, 0):
			return a
		}
	}
	if pr.Op.Name == "ieq" && form.SameVar(pr.Args[0], pr.Args[1]) {
		return syntax.BoolLit(true)
	}
	return nil
}

func boolUnit(_ *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Prim)
	switch name := pr.Op.Name; name {
	case "and", "or":
		for i, a := range pr.Args {
			if c, ok := a.(*syntax.Const); ok {
				if (c.I != 0) == (name == "and") {
					return pr.Args[1-i]
				}
				return c
			}
		}
	case "require":
		if c, ok := pr.Args[0].(*syntax.Const); ok && c.I != 0 {
			return pr.Args[1]
		}
	case "not":
		if in, ok := pr.Args[0].(*syntax.Prim); ok && in.Op == pr.Op {
			return in.Args[0]
		}
	}
	return nil
}
