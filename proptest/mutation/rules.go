package mutation

import (
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A wrong way to end a rule: what it gives, changed; nil where that is not possible.
type ending struct {
	name string
	to   func(t syntax.Term) syntax.Term
}

var endings = []ending{
	{"result scaled", scaled},
	{"result zero", zeroed},
	{"operands exchanged", exchanged},
}

// firstTimes is how often a wrong rule is wrong in one program, so that it does
// not apply to its own results for ever.
const firstTimes = 6

// Rules are the mutants of simplify: each rule with each wrong ending.
func Rules() []*Mutant {
	var out []*Mutant
	for _, r := range simplify.Rules() {
		for _, e := range endings {
			out = append(out, ruleMutant(r, e))
		}
	}
	return out
}

func ruleMutant(r *simplify.Rule, e ending) *Mutant {
	reached := false
	wrongly := func() func(string, syntax.Term) syntax.Term {
		left := firstTimes
		return func(rule string, after syntax.Term) syntax.Term {
			if rule != r.Name || left == 0 {
				return after
			}
			wrong := e.to(after)
			if wrong == nil {
				return after
			}
			left--
			reached = true
			return wrong
		}
	}
	system := func(sys *proptest.System, tamper func(string, syntax.Term) syntax.Term) {
		o := simplify.Options{Inline: 120, Reading: r.Set == simplify.Reading, Compiled: r.Set == simplify.Compiled,
			Deriving: r.Set == simplify.Deriving, Tamper: tamper}
		sys.Simplify = func(p *syntax.Program) (*syntax.Program, error) {
			q, _, err := simplify.Program(p, o)
			return q, err
		}
	}
	var laws []string
	if !hasSample(r) {
		laws = []string{"simplified", "typed"}
	}
	return &Mutant{
		Group: "rule", Part: r.Name, How: e.name, Laws: laws,
		Sample:  func() error { return checkSamples(r, wrongly) },
		Healthy: func(sys *proptest.System) { system(sys, nil) },
		Apply:   func(sys *proptest.System) func() { system(sys, wrongly()); return func() {} },
		Reached: func() bool { return reached },
	}
}

// inBody changes the body of a let, or the term itself.
func inBody(t syntax.Term, f func(syntax.Term) syntax.Term) syntax.Term {
	l, ok := t.(*syntax.Let)
	if !ok {
		return f(t)
	}
	if b := f(l.Body); b != nil {
		return syntax.NewLet(l.Binds, b)
	}
	return nil
}

// scaled doubles what can be doubled, negates conditions, and counts indices from the end.
func scaled(t syntax.Term) syntax.Term {
	return inBody(t, func(t syntax.Term) syntax.Term {
		if c, ok := t.(*syntax.Const); ok && c.Type() == syntax.Int {
			return syntax.IntLit(c.I + 1)
		}
		if i, ok := t.Type().(*syntax.IdxType); ok {
			last := syntax.NewPrim(syntax.OpIntSub, syntax.NewSizeOf(i.Bound), syntax.IntLit(1))
			return syntax.NewToIdx(nil, i.Bound, syntax.NewPrim(syntax.OpIntSub, last, syntax.NewFromIdx(t)))
		}
		switch ty := t.Type(); {
		case ty == syntax.Real && !isZero(t):
			return syntax.Mul(syntax.RealLit(2), t)
		case ty == syntax.Int:
			return syntax.NewPrim(syntax.OpIntAdd, t, syntax.IntLit(1))
		case ty == syntax.Bool:
			return syntax.NewPrim(syntax.MustOp("not"), t)
		case isZero(t):
			return one(ty)
		case ty == syntax.Unit || !syntax.IsLinear(ty):
			return inside(t, scaled)
		default:
			y := syntax.NewVar("y", ty)
			return syntax.NewLet([]syntax.Bind{{Var: y, Rhs: t}}, syntax.NewPlus(syntax.Ref(y), syntax.Ref(y)))
		}
	})
}

// zeroed drops the result.
func zeroed(t syntax.Term) syntax.Term {
	return inBody(t, func(t syntax.Term) syntax.Term {
		switch ty := t.Type(); {
		case ty == syntax.Bool:
			return syntax.BoolLit(false)
		case ty == syntax.Int:
			return syntax.IntLit(0)
		case ty == syntax.Unit || !syntax.IsLinear(ty):
			return inside(t, zeroed)
		default:
			if isZero(t) {
				return nil
			}
			return syntax.NewZero(ty)
		}
	})
}

// inside changes the first part of t, not under a binder, that can be changed.
func inside(t syntax.Term, f func(syntax.Term) syntax.Term) syntax.Term {
	if syntax.IsAtom(t) {
		return nil
	}
	done := false
	u := syntax.MapChildren(t, func(c syntax.Term) syntax.Term {
		if done {
			return c
		}
		if n := f(c); n != nil {
			done = true
			return n
		}
		return c
	})
	if !done {
		return nil
	}
	return u
}

func isZero(t syntax.Term) bool {
	if c, ok := t.(*syntax.Const); ok {
		return c.Type() == syntax.Real && c.F == 0
	}
	_, ok := t.(*syntax.Zero)
	return ok
}

// one is a constant of a type that is not its zero, or nil.
func one(ty syntax.Type) syntax.Term {
	switch ty := ty.(type) {
	case *syntax.Scalar:
		if ty == syntax.Real {
			return syntax.RealLit(1)
		}
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(ty.Elems))
		found := false
		for i, e := range ty.Elems {
			if elems[i] = one(e); elems[i] == nil {
				if !syntax.IsLinear(e) {
					return nil
				}
				elems[i] = syntax.NewZero(e)
				continue
			}
			found = true
		}
		if found {
			return syntax.NewTupleOf(ty, elems...)
		}
	case *syntax.LFunType:
		if ty.Dom == ty.Cod && ty.Dom != syntax.Unit {
			v := syntax.NewVar("v", ty.Dom)
			return syntax.NewLinLam(v, syntax.Ref(v))
		}
	case *syntax.FuncType:
		if b := one(ty.Result); b != nil {
			return syntax.NewLam(syntax.NewVar("x", ty.Param), b)
		}
	case *syntax.CopowerType:
		if k, v := one(ty.Key), one(ty.Val); k != nil && v != nil {
			return syntax.NewSingleton(k, v)
		}
	case *syntax.SumType:
		if e := one(ty.Variants[0]); e != nil {
			return syntax.NewInj(ty, 0, e)
		}
	case *syntax.ArrayType:
		if e := one(ty.Elem); e != nil {
			return syntax.BuildArray(ty.Len, func(syntax.Term) syntax.Term { return e })
		}
	}
	return nil
}

// commutative primitives do not mind an exchange.
var commutative = map[string]bool{
	"+": true, "*": true, "max": true, "min": true, "hypot": true, "eq": true, "ne": true, "and": true, "or": true,
	"iadd": true, "imul": true, "imin": true, "imax": true, "ieq": true, "ine": true,
}

// exchanged swaps two operands of one type in the first node that has them.
func exchanged(t syntax.Term) syntax.Term {
	return inBody(t, func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.Prim:
			if n := len(t.Args); n == 2 && !commutative[t.Op.Name] && t.Args[0].Type() == t.Args[1].Type() {
				return syntax.NewPrim(t.Op, t.Args[1], t.Args[0])
			}
		case *syntax.If:
			return syntax.NewIf(t.Cond, t.Else, t.Then)
		case *syntax.Tuple:
			for i := 1; i < len(t.Elems); i++ {
				if t.Elems[0].Type() == t.Elems[i].Type() && t.Elems[0].Type() != syntax.Unit {
					es := append([]syntax.Term(nil), t.Elems...)
					es[0], es[i] = es[i], es[0]
					return syntax.NewTupleOf(t.Type().(*syntax.TupleType), es...)
				}
			}
		}
		return inside(t, exchanged)
	})
}
