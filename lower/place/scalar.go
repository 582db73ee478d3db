package place

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// prim places a primitive on scalars.
func (e *emitter) prim(t *syntax.Prim) *loop.Expr {
	args := make([]*loop.Expr, len(t.Args))
	for i, a := range t.Args {
		args[i] = e.eval(a, nil)[0]
	}
	if t.Op.Requires {
		if !args[0].IsConst() || args[0].I == 0 {
			e.put(&loop.Check{Cond: args[0], Text: t.At.Prefix() + "what is required does not hold"})
		}
		return args[1]
	}
	if t.Op.Go.Func == "powi" && args[1].IsConst() {
		if x := e.smallPower(args[0], args[1].I); x != nil {
			return x
		}
	}
	if t.Op.Go.Op != "" || t.Op.Divides {
		return e.operator(t, args)
	}
	return loop.Prim(t.Op, args...)
}

// smallPower multiplies out x^2 and x^3.
func (e *emitter) smallPower(x *loop.Expr, n int64) *loop.Expr {
	if n != 2 && n != 3 {
		return nil
	}
	x = e.atom(x, "x")
	p := loop.Prim(syntax.OpMul, x, x)
	if n == 3 {
		p = loop.Prim(syntax.OpMul, p, x)
	}
	return p
}

// operator places an operator, folded on constants and without needless negations: a + -b is a - b
// for floats too.
func (e *emitter) operator(t *syntax.Prim, args []*loop.Expr) *loop.Expr {
	if x := fold(t.Op, args); x != nil {
		return x
	}
	if len(args) == 1 {
		return loop.Prim(t.Op, args...)
	}
	a, b := args[0], args[1]
	if op := t.Op.Go.Op; op == "&&" || op == "||" {
		return logical(t.Op, a, b)
	}
	if t.Op.Divides && !(b.IsConst() && b.I != 0) {
		return loop.Div(t.Op, a, b, t.At.Prefix()+"integer division by zero")
	}
	switch t.Op {
	case syntax.OpIntAdd:
		return loop.Add(a, b)
	case syntax.OpIntSub:
		return loop.Sub(a, b)
	case syntax.OpAdd:
		if y, ok := isNegation(b); ok {
			return loop.Prim(syntax.OpSub, a, y)
		}
		if y, ok := isNegation(a); ok {
			return loop.Prim(syntax.OpSub, b, y)
		}
	case syntax.OpSub:
		if y, ok := isNegation(b); ok {
			return loop.Prim(syntax.OpAdd, a, y)
		}
	}
	return loop.Prim(t.Op, a, b)
}

// toIdx checks an int against a size. The Go front end writes an index that is below a length, in a buffer with room
// for more, as one that fails where it is not:
//
//	index n (if i < m then i else -1)    →    inrange(i, imin(n, m))
func (e *emitter) toIdx(t *syntax.ToIdx) *loop.Expr {
	at := "index"
	if t.At != nil {
		at = t.At.Text()
	}
	if i, m := e.below(t.Arg); i != nil && !t.Shifts() {
		n, limit := e.size(t.Len), e.eval(m, nil)[0]
		if !loop.Equal(limit, n) {
			n = loop.Prim(syntax.MustOp("imin"), n, limit)
		}
		return loop.CheckIndex(e.eval(i, nil)[0], n, at)
	}
	i := e.eval(t.Arg, nil)[0]
	if t.Shifts() {
		return loop.Add(i, loop.IntConst(t.Offset))
	}
	if n, ok := t.Len.Lit(); ok && i.IsConst() && 0 <= i.I && i.I < n {
		return i
	}
	return loop.CheckIndex(i, e.size(t.Len), at)
}

// below takes if i < m then i else -1 apart, of a variable or constant i. The condition may be bound to a variable,
// since others ask for it too.
func (e *emitter) below(t syntax.Term) (i, m syntax.Term) {
	c, ok := t.(*syntax.If)
	if !ok {
		return nil, nil
	}
	less, ok := c.Cond.(*syntax.Prim)
	if r, isVar := c.Cond.(*syntax.VarRef); isVar {
		less, ok = e.limits[r.Var], e.limits[r.Var] != nil
	}
	if !ok || less.Op.Name != "ilt" || !syntax.IsAtom(less.Args[0]) || !syntax.Equal(c.Then, less.Args[0]) {
		return nil, nil
	}
	if k, ok := c.Else.(*syntax.Const); !ok || k.I != -1 {
		return nil, nil
	}
	return less.Args[0], less.Args[1]
}

func (e *emitter) isBelow(t syntax.Term) bool {
	i, _ := e.below(t)
	return i != nil
}

// indexOf is the index of an access to an array: the bounds check of the access itself serves
// where the program names no position.
func (e *emitter) indexOf(t syntax.Term) *loop.Expr {
	if c, ok := t.(*syntax.ToIdx); ok && c.At == nil && !c.Shifts() && !e.isBelow(c.Arg) {
		return e.eval(c.Arg, nil)[0]
	}
	return e.eval(t, nil)[0]
}

// size is a size as an expression.
func (e *emitter) size(s *syntax.Size) *loop.Expr {
	var sum *loop.Expr
	s.Terms(func(coef int64, vars []*syntax.SizeVar) {
		var p *loop.Expr
		neg := coef < 0 && sum != nil && len(vars) > 0
		if neg {
			coef = -coef
		}
		if coef != 1 || len(vars) == 0 {
			p = loop.IntConst(coef)
		}
		for _, v := range vars {
			x, ok := e.sizes[v]
			if !ok {
				failf("size variable %s of %s is not bound", v.Name, e.fn.def.Name)
			}
			if p == nil {
				p = x
			} else {
				p = loop.Prim(syntax.OpIntMul, p, x)
			}
		}
		switch {
		case sum == nil:
			sum = p
		case neg:
			sum = loop.Prim(syntax.OpIntSub, sum, p)
		case sum.IsConst() && sum.I < 0: // constants last: n - 1
			sum = loop.Prim(syntax.OpIntSub, p, loop.IntConst(-sum.I))
		default:
			sum = loop.Add(sum, p)
		}
	})
	if sum == nil {
		return loop.IntConst(0)
	}
	return sum
}
