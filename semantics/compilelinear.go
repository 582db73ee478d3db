package semantics

import "github.com/seed-4b734f86/gochad/syntax"

func (c *compiler) linear(t syntax.Term) code {
	switch t := t.(type) {
	case *syntax.LinLam:
		mk := c.lambda(t.Param, t.Body)
		return func(m *machine, f []Value) Value { return &LFun{clo: mk(m, f)} }
	case *syntax.LinApp:
		return c.apply(t.Fun, t.Arg)
	case *syntax.Coproj:
		arg, i, n := c.term(t.Arg), t.Index, len(t.Type().(*syntax.TupleType).Elems)
		return func(m *machine, f []Value) Value {
			v := arg(m, f)
			if _, ok := v.(Zero); ok {
				return v
			}
			return &coproj{n, i, v}
		}
	case *syntax.Uninj:
		return c.uninj(t)
	case *syntax.Singleton:
		key, val := c.term(t.Key), c.term(t.Val)
		return func(m *machine, f []Value) Value {
			k := key(m, f)
			return Summand(k, val(m, f))
		}
	}
	return c.copowerCase(t.(*syntax.CopowerCase))
}

func (c *compiler) uninj(t *syntax.Uninj) code {
	arg, tag, at := c.term(t.Arg), t.Tag, c.at
	return func(m *machine, f []Value) Value {
		switch v := arg(m, f).(type) {
		case *Inj:
			if v.Tag != tag {
				fail(at, Internal, "semantics: variant %d of a linear sum where only variant %d or zero can be", v.Tag,
					tag)
			}
			return v.Arg
		case Zero:
			return v
		default:
			panic("a linear sum is wanted, got " + describe(v))
		}
	}
}

// copowerCase sums over the entries of a copower (CHAD §5.3, Φ⁻¹).
func (c *compiler) copowerCase(t *syntax.CopowerCase) code {
	scrut := c.term(t.Scrut)
	key, val := c.bind(t.Key), c.bind(t.Val)
	body, at := c.term(t.Body), c.at
	return func(m *machine, f []Value) Value {
		var sum Value = Zero{}
		p, ok := scrut(m, f).(*Copower)
		if !ok {
			return sum
		}
		m.step(at, int64(p.n))
		for _, e := range p.Entries() {
			f[key], f[val] = e.Key, e.Val
			sum = m.plus(sum, body(m, f))
		}
		return sum
	}
}
