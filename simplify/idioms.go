package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// Idioms writes softplus and sigmoid in the place of the formulas that spell them out, in the definitions of p, which it changes:
//
//	if z > 0 then z + log1p (exp (-z)) else log1p (exp z)                  →  softplus z
//	max z 0 + log1p (exp (-abs z))                                         →  softplus z
//	if z > 0 then 1 / (1 + exp (-z)) else exp z / (1 + exp z)              →  sigmoid z
//
// with >=, <, <=, log (1 + …), names for the parts, and operands of sums in any order. The derivatives are those of the primitives then, which
// are one exponential and no branch. Values differ from those of the formulas in their last bits, by 3 units of the last place at most
// (of 1 for log (1 + …), which loses what is small beside 1), so that it is for those who allowed that, with fastmath. It is for programs that are not
// differentiated yet, and takes time linear in the program.
func Idioms(p *syntax.Program) {
	for _, d := range p.Defs {
		if d.Body != nil {
			m := &idioms{values: map[*syntax.Var]syntax.Term{}}
			d.Body = m.term(d.Body)
		}
	}
}

type idioms struct {
	values map[*syntax.Var]syntax.Term // of let-bound variables
}

func (m *idioms) term(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok {
		return m.let(l)
	}
	t = syntax.MapChildren(t, m.term)
	switch t := t.(type) {
	case *syntax.If:
		if r := m.branches(t); r != nil {
			return r
		}
	case *syntax.Prim:
		if r := m.stable(t); r != nil {
			return r
		}
	}
	return t
}

// let treats a spine in the order in which it is computed.
func (m *idioms) let(l *syntax.Let) syntax.Term {
	var last syntax.Term
	mapper := syntax.Mapper{
		Term:   func(t syntax.Term) syntax.Term { last = m.term(t); return last },
		Binder: func(x *syntax.Var) *syntax.Var { m.values[x] = last; return x },
	}
	return mapper.Map(l)
}

// known is what a variable was bound to, of a let what it is in the end.
func (m *idioms) known(t syntax.Term) syntax.Term {
	for {
		switch u := t.(type) {
		case *syntax.VarRef:
			v := m.values[u.Var]
			if v == nil {
				return t
			}
			t = v
		case *syntax.Let:
			t = u.Body
		default:
			return t
		}
	}
}

// args are the arguments of a primitive, if t is one of that name.
func (m *idioms) args(t syntax.Term, name string) []syntax.Term {
	if p, ok := m.known(t).(*syntax.Prim); ok && p.Op.Name == name {
		return p.Args
	}
	return nil
}

// is reports whether t is the number c.
func (m *idioms) is(t syntax.Term, c float64) bool {
	k, ok := m.known(t).(*syntax.Const)
	return ok && k.Type() == syntax.Real && k.F == c
}

// same reports whether t is z, or with minus -z.
func (m *idioms) same(t syntax.Term, z *syntax.Var, minus bool) bool {
	if minus {
		a := m.args(t, "neg")
		return a != nil && m.same(a[0], z, false)
	}
	for {
		switch u := t.(type) {
		case *syntax.VarRef:
			if u.Var == z {
				return true
			}
			if t = m.values[u.Var]; t == nil {
				return false
			}
		case *syntax.Let:
			t = u.Body
		default:
			return false
		}
	}
}

// sum calls yield with the operands of a sum, in both orders, until it is true.
func (m *idioms) sum(t syntax.Term, yield func(a, b syntax.Term) bool) bool {
	a := m.args(t, "+")
	return a != nil && (yield(a[0], a[1]) || yield(a[1], a[0]))
}

// logOf reports whether t is log(1 + e^x) for an x that is as wanted.
func (m *idioms) logOf(t syntax.Term, wanted func(x syntax.Term) bool) bool {
	power := func(e syntax.Term) bool {
		x := m.args(e, "exp")
		return x != nil && wanted(x[0])
	}
	if e := m.args(t, "log1p"); e != nil {
		return power(e[0])
	}
	e := m.args(t, "log")
	return e != nil && m.onePlus(e[0], power)
}

// onePlus reports whether t is 1 + e for an e that is as wanted.
func (m *idioms) onePlus(t syntax.Term, wanted func(e syntax.Term) bool) bool {
	return m.sum(t, func(a, b syntax.Term) bool { return m.is(a, 1) && wanted(b) })
}

// branches is what a choice by the sign of a variable amounts to, or nil.
func (m *idioms) branches(t *syntax.If) syntax.Term {
	if t.Type() != syntax.Real {
		return nil
	}
	c, ok := m.known(t.Cond).(*syntax.Prim)
	if !ok || len(c.Args) != 2 {
		return nil
	}
	above, below := t.Then, t.Else // of 0
	switch c.Op.Name {
	case "gt", "ge":
	case "lt", "le":
		above, below = below, above
	default:
		return nil
	}
	x, zero := c.Args[0], c.Args[1]
	if m.is(x, 0) {
		x, zero, above, below = zero, x, below, above
	}
	z, ok := x.(*syntax.VarRef)
	if !ok || !m.is(zero, 0) {
		return nil
	}
	signed := func(minus bool) func(x syntax.Term) bool {
		return func(x syntax.Term) bool { return m.same(x, z.Var, minus) }
	}
	if m.logOf(below, signed(false)) && m.sum(above, func(a, b syntax.Term) bool { return m.same(a, z.Var, false) && m.logOf(b, signed(true)) }) {
		return syntax.Apply1("softplus", z)
	}
	power := func(minus bool) func(e syntax.Term) bool {
		return func(e syntax.Term) bool {
			x := m.args(e, "exp")
			return x != nil && m.same(x[0], z.Var, minus)
		}
	}
	p, q := m.args(above, "/"), m.args(below, "/")
	if p != nil && q != nil && m.is(p[0], 1) && m.onePlus(p[1], power(true)) && power(false)(q[0]) && m.onePlus(q[1], power(false)) {
		return syntax.Apply1("sigmoid", z)
	}
	return nil
}

// stable is what max(z, 0) + log(1 + e^-|z|) amounts to, or nil.
func (m *idioms) stable(t *syntax.Prim) syntax.Term {
	var out syntax.Term
	m.sum(t, func(a, b syntax.Term) bool {
		top := m.args(a, "max")
		if top == nil {
			top = m.args(a, "mathmax")
		}
		if top == nil {
			return false
		}
		if m.is(top[0], 0) {
			top = []syntax.Term{top[1], top[0]}
		}
		z, ok := top[0].(*syntax.VarRef)
		if !ok || !m.is(top[1], 0) || !m.logOf(b, func(x syntax.Term) bool {
			n := m.args(x, "neg")
			if n == nil {
				return false
			}
			n = m.args(n[0], "abs")
			return n != nil && m.same(n[0], z.Var, false)
		}) {
			return false
		}
		out = syntax.Apply1("softplus", z)
		return true
	})
	return out
}
