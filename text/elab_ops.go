package text

import (
	"github.com/seed-4b734f86/gochad/syntax"
)

// spineEvery is the number of operands after which a long chain names its partial result, so that
// the core term does not nest deeper and deeper.
const spineEvery = 64

func (e *elab) chain(x *Chain, want *ty) gen {
	switch x.Rest[0].Op {
	case "^":
		return e.power(x, want)
	case "||", "&&":
		return e.logic(x, want)
	case "==", "!=", "<", "<=", ">", ">=":
		return e.compare(x, want)
	}
	t := want.repr()
	var first gen
	if t.done == syntax.Real || t.done == syntax.Int {
		first = e.operand(x.First, t)
	} else {
		g, found := e.any(x.First)
		if (found.kind == kArray || found.kind == kTuple && found != unitTy) && onlyPlus(x) {
			return e.plus(x, g, found, want)
		}
		t = newNum()
		first = e.numeric(x.First, g, found, t)
	}
	rest := make([]gen, len(x.Rest))
	for i, r := range x.Rest {
		rest[i] = e.operand(r.X, t)
	}
	return e.convert(x.Span, func() syntax.Term {
		real := e.resolve(t) == syntax.Real
		acc := first()
		var binds []syntax.Bind
		for i, r := range x.Rest {
			if i%spineEvery == spineEvery-1 {
				v := syntax.NewVar("t", acc.Type())
				binds = append(binds, syntax.Bind{Var: v, Rhs: acc})
				acc = syntax.Ref(v)
			}
			acc = syntax.NewPrimAt(e.posIf(!real && (r.Op == "/" || r.Op == "%"), r.At), arithmetic(r.Op, real), acc,
				rest[i]())
		}
		return syntax.NewLet(binds, acc)
	}, t, want)
}

func onlyPlus(x *Chain) bool {
	for _, r := range x.Rest {
		if r.Op != "+" {
			return false
		}
	}
	return true
}

// plus adds arrays or tuples of numbers.
func (e *elab) plus(x *Chain, first gen, t, want *ty) gen {
	gens := []gen{first}
	for _, r := range x.Rest {
		gens = append(gens, e.expr(r.X, t))
	}
	e.additive(x.Span, t)
	return e.convert(x.Span, func() syntax.Term { return syntax.NewPlus(run(gens)...) }, t, want)
}

// posIf resolves a place when it can be needed.
func (e *elab) posIf(needed bool, s Span) *syntax.Pos {
	if !needed {
		return nil
	}
	return e.pos(s)
}

func arithmetic(op string, real bool) *syntax.Op {
	switch {
	case op == "+" && real:
		return syntax.OpAdd
	case op == "-" && real:
		return syntax.OpSub
	case op == "*" && real:
		return syntax.OpMul
	case op == "/" && real:
		return syntax.OpDiv
	case op == "%" && real:
		return syntax.MustOp("fmod")
	case op == "+":
		return syntax.OpIntAdd
	case op == "-":
		return syntax.OpIntSub
	case op == "*":
		return syntax.OpIntMul
	case op == "%":
		return syntax.OpIntMod
	}
	return syntax.OpIntDiv
}

// operand elaborates an operand of an arithmetic operator of type t, a number. An index counts as
// an int.
func (e *elab) operand(x Expr, t *ty) gen {
	if r := t.repr(); r.done != nil {
		return e.expr(x, r)
	}
	g, found := e.any(x)
	return e.numeric(x, g, found, t)
}

// numeric makes an operand of type found one of type t, a number.
func (e *elab) numeric(x Expr, g gen, found, t *ty) gen {
	if found.kind == kIdx {
		inner := g
		g, found = func() syntax.Term { return syntax.NewFromIdx(inner()) }, intTy
	}
	e.at = x.Range()
	if !e.unify(found, t) {
		hint := ""
		if found.kind == kArray || found.kind == kDyn {
			hint = "work on the elements: zipWith, or [a[i] + b[i] | i < n]"
		}
		e.mismatch(x.Range(), found, t, hint)
		e.unify(badTy, t)
	}
	return g
}

func (e *elab) negate(x *Unary, want *ty) gen {
	switch lit := x.X.(type) {
	case *Int:
		return e.intLit(x.Span, -lit.Value, want)
	case *Real:
		return e.realLit(x.Span, -lit.Value, want)
	}
	t := want.repr()
	if t.done != syntax.Real && t.done != syntax.Int {
		t = newNum()
	}
	g := e.operand(x.X, t)
	return e.convert(x.Span, func() syntax.Term {
		if e.resolve(t) == syntax.Real {
			return syntax.Neg(g())
		}
		return syntax.Apply1("ineg", g())
	}, t, want)
}

// power is right associative. A whole exponent gives powi, another one pow; the base is real.
func (e *elab) power(x *Chain, want *ty) gen {
	bases := make([]gen, len(x.Rest))
	bases[0] = e.expr(x.First, realTy)
	for i, r := range x.Rest[:len(x.Rest)-1] {
		bases[i+1] = e.expr(r.X, realTy)
	}
	t := newNum()
	last := e.operand(x.Rest[len(x.Rest)-1].X, t)
	return e.convert(x.Span, func() syntax.Term {
		args := run(bases)
		acc := last()
		for i := len(args) - 1; i >= 0; i-- {
			name := "pow"
			if acc.Type() == syntax.Int {
				name = "powi"
			}
			acc = syntax.NewPrim(syntax.MustOp(name), args[i], acc)
		}
		return acc
	}, realTy, want)
}

// logic is evaluated from the left only as far as needed: a && b is if a then b else false, unless
// b cannot fail and costs little.
func (e *elab) logic(x *Chain, want *ty) gen {
	gens := []gen{e.expr(x.First, boolTy)}
	for _, r := range x.Rest {
		gens = append(gens, e.expr(r.X, boolTy))
	}
	and := x.Rest[0].Op == "&&"
	return e.convert(x.Span, func() syntax.Term {
		acc := gens[0]()
		for _, g := range gens[1:] {
			b := g()
			switch {
			case simple(b) && and:
				acc = syntax.NewPrim(syntax.MustOp("and"), acc, b)
			case simple(b):
				acc = syntax.NewPrim(syntax.MustOp("or"), acc, b)
			case and:
				acc = syntax.NewIf(acc, b, syntax.BoolLit(false))
			default:
				acc = syntax.NewIf(acc, syntax.BoolLit(true), b)
			}
		}
		return acc
	}, boolTy, want)
}

// simple reports whether a term is made of variables, literals and primitives that cannot fail.
func simple(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.SizeOf:
		return true
	case *syntax.FromIdx:
		return simple(t.Arg)
	case *syntax.Prim:
		if t.Op.Fails() || t.Op.Cost > 1 {
			return false
		}
		for _, a := range t.Args {
			if !simple(a) {
				return false
			}
		}
		return true
	}
	return false
}

var comparisons = map[string]string{"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}

func (e *elab) compare(x *Chain, want *ty) gen {
	r := x.Rest[0]
	t := newMeta()
	left, right := e.comparand(x.First, t), e.comparand(r.X, t)
	e.checks = append(e.checks, func() {
		switch c := t.repr(); {
		case c.kind == kBad || c.num:
		case c.kind == kMeta:
			e.errorf(x.Span, CodeAmbiguous, "write the type where a variable is bound",
				"cannot find the type of what is compared")
		case c.done == syntax.Bool && (r.Op == "==" || r.Op == "!="):
		case c.done != syntax.Real && c.done != syntax.Int:
			e.errorf(x.Span, CodeMismatch, "compare the parts", "values of type %s cannot be compared by %s", e.show(c),
				r.Op)
		}
	})
	return e.convert(x.Span, func() syntax.Term {
		a, b := left(), right()
		switch e.resolve(t) {
		case syntax.Int:
			return syntax.NewPrim(syntax.MustOp("i"+comparisons[r.Op]), a, b)
		case syntax.Bool:
			v := syntax.NewVar("b", syntax.Bool)
			same, other := syntax.Term(syntax.Ref(v)), syntax.Apply1("not", syntax.Ref(v))
			if r.Op == "!=" {
				same, other = other, same
			}
			return syntax.NewLet([]syntax.Bind{{Var: v, Rhs: b}}, syntax.NewIf(a, same, other))
		}
		return syntax.NewPrim(syntax.MustOp(comparisons[r.Op]), a, b)
	}, boolTy, want)
}

func (e *elab) comparand(x Expr, t *ty) gen {
	g, found := e.any(x)
	if found.kind == kIdx {
		e.want(x.Range(), intTy, t)
		return func() syntax.Term { return syntax.NewFromIdx(g()) }
	}
	e.want(x.Range(), found, t)
	return g
}
