package semantics

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/syntax"
)

// code is the meaning of a term as a function of its environment, a frame of
// slots: one slot for each variable of the enclosing function body.
type code func(m *machine, f []Value) Value

// maxNesting bounds the nesting of terms, so that walks fit Go's stack.
const maxNesting = 100_000

// scope is the frame layout of one function body.
type scope struct {
	parent *scope
	slots  map[any]int // *syntax.Var or *syntax.SizeVar
	n      int
	// captured lists the slots of variables of the parent, and which they are.
	captured, from []int
	free           []any // in the outermost scope: the variables to be given
	level, levels  int
}

func newScope(parent *scope) *scope {
	return &scope{parent: parent, slots: map[any]int{}}
}

func (s *scope) bind(x any) int {
	s.slots[x] = s.n
	s.n++
	return s.n - 1
}

func (s *scope) lookup(x any) int {
	if i, ok := s.slots[x]; ok {
		return i
	}
	i := s.bind(x)
	if s.parent == nil {
		s.free = append(s.free, x)
		return i
	}
	s.captured = append(s.captured, i)
	s.from = append(s.from, s.parent.lookup(x))
	return i
}

type compiler struct {
	*scope
	at *syntax.Pos // the position of the nearest node that has one
}

func (c *compiler) term(t syntax.Term) code {
	c.level++
	if c.level > c.levels {
		if c.levels = c.level; c.levels > maxNesting {
			fail(c.at, TooDeep, "the term is nested too deep")
		}
	}
	k := c.node(t)
	c.level--
	return k
}

func (c *compiler) node(t syntax.Term) code {
	switch t := t.(type) {
	case *syntax.Const:
		return constant(t)
	case *syntax.VarRef:
		i := c.lookup(t.Var)
		return func(_ *machine, f []Value) Value { return f[i] }
	case *syntax.Let:
		return c.let(t)
	case *syntax.Tuple:
		return c.tuple(t)
	case *syntax.Proj:
		return c.proj(t)
	case *syntax.Lam:
		mk := c.lambda(t.Param, t.Body)
		return func(m *machine, f []Value) Value { return &Func{clo: mk(m, f)} }
	case *syntax.App:
		return c.apply(t.Fun, t.Arg)
	case *syntax.Inj:
		return c.inj(t)
	case *syntax.Case:
		return c.caseOf(t)
	case *syntax.If:
		return c.ifThen(t)
	case *syntax.Call:
		return c.call(t)
	case *syntax.Prim:
		return c.prim(t)
	case *syntax.Checkpoint: // the identity
		body := c.term(t.Body)
		return func(m *machine, f []Value) Value {
			base := m.live()
			v := body(m, f)
			m.leave(base, v)
			return v
		}
	case *syntax.Build, *syntax.Sum, *syntax.ArrayLit, *syntax.Index, *syntax.OneHot, *syntax.Set:
		return c.array(t)
	case *syntax.Loop:
		return c.loop(t)
	case *syntax.While:
		return c.while(t)
	case *syntax.SizeOf, *syntax.ToIdx, *syntax.FromIdx, *syntax.Coerce, *syntax.Pack, *syntax.DynLen, *syntax.FilterIdx:
		return c.sized(t)
	case *syntax.Zero:
		return func(*machine, []Value) Value { return Zero{} }
	case *syntax.Plus:
		return c.plus(t)
	case *syntax.Deriv:
		at := c.at
		return func(*machine, []Value) Value {
			fail(at, Unsupported, "a derivative operator has no direct evaluation: eliminate it first")
			return nil
		}
	case *syntax.LinLam, *syntax.LinApp, *syntax.Coproj, *syntax.Uninj, *syntax.Singleton, *syntax.CopowerCase:
		return c.linear(t)
	}
	panic(fmt.Sprintf("unexpected term %T", t))
}

func constant(t *syntax.Const) code {
	v := scalar(t.Type(), syntax.Value{F: t.F, I: t.I})
	return func(*machine, []Value) Value { return v }
}

func (c *compiler) terms(ts []syntax.Term) []code {
	out := make([]code, len(ts))
	for i, t := range ts {
		out[i] = c.term(t)
	}
	return out
}

// within compiles at a position, if there is one.
func (c *compiler) within(at *syntax.Pos, f func()) {
	old := c.at
	if at != nil {
		c.at = at
	}
	f()
	c.at = old
}

type bind struct {
	slot int
	rhs  code
	size *syntax.SizeVar
	at   *syntax.Pos
}

func (c *compiler) let(t *syntax.Let) code {
	binds := make([]bind, len(t.Binds))
	for i, b := range t.Binds {
		c.within(b.At, func() {
			rhs := c.term(b.Rhs)
			var x any = b.Var
			if b.Var == nil {
				x = b.Size
			}
			binds[i] = bind{c.bind(x), rhs, b.Size, c.at}
		})
	}
	body := c.term(t.Body)
	return func(m *machine, f []Value) Value {
		for i := range binds {
			b := &binds[i]
			v := b.rhs(m, f)
			if b.size != nil {
				n := asInt(v)
				if n < 0 {
					fail(b.at, NegativeSize, "size %s is %d, must not be negative", b.size.Name, n)
				}
				v = Int(n)
			}
			f[b.slot] = v
		}
		return body(m, f)
	}
}

func (c *compiler) tuple(t *syntax.Tuple) code {
	elems := c.terms(t.Elems)
	if len(elems) == 0 {
		return func(*machine, []Value) Value { return unit }
	}
	return func(m *machine, f []Value) Value {
		vs := make([]Value, len(elems))
		for i, e := range elems {
			vs[i] = e(m, f)
		}
		return &Tuple{vs}
	}
}

func (c *compiler) proj(t *syntax.Proj) code {
	arg, i := c.term(t.Arg), t.Index
	return func(m *machine, f []Value) Value { return m.proj(arg(m, f), i) }
}

func (m *machine) proj(v Value, i int) Value {
	switch v := m.force(v).(type) {
	case *Tuple:
		return v.Elems[i]
	case *coproj:
		if v.i == i {
			return v.val
		}
		return Zero{}
	case Zero:
		return v
	}
	panic("a tuple is wanted, got " + describe(v))
}

func (c *compiler) inj(t *syntax.Inj) code {
	arg, tag := c.term(t.Arg), t.Tag
	return func(m *machine, f []Value) Value {
		m.cost.Alloc += 2
		return &Inj{tag, arg(m, f)}
	}
}

func (c *compiler) caseOf(t *syntax.Case) code {
	scrut := c.term(t.Scrut)
	slots, bodies := make([]int, len(t.Arms)), make([]code, len(t.Arms))
	for i, a := range t.Arms {
		slots[i] = c.bind(a.Var)
		bodies[i] = c.term(a.Body)
	}
	return func(m *machine, f []Value) Value {
		v := scrut(m, f).(*Inj)
		f[slots[v.Tag]] = v.Arg
		return bodies[v.Tag](m, f)
	}
}

func (c *compiler) ifThen(t *syntax.If) code {
	cond, a, b := c.term(t.Cond), c.term(t.Then), c.term(t.Else)
	return func(m *machine, f []Value) Value {
		if asBool(cond(m, f)) {
			return a(m, f)
		}
		return b(m, f)
	}
}

func (c *compiler) prim(t *syntax.Prim) code {
	op, at := t.Op, t.At
	if at == nil {
		at = c.at
	}
	var args []code
	c.within(at, func() { args = c.terms(t.Args) })
	return func(m *machine, f []Value) Value {
		base := len(m.scalars)
		for _, a := range args {
			x := a(m, f) // may use m.scalars itself
			m.scalars = append(m.scalars, operand(x))
		}
		m.cost.Ops += int64(op.Cost)
		y, err := op.Eval(m.scalars[base:])
		m.scalars = m.scalars[:base]
		if err != nil {
			fail(at, Arithmetic, "%v", err)
		}
		return scalar(op.Result, y)
	}
}

// operand is v as an argument of a primitive.
func operand(v Value) syntax.Value {
	switch v := v.(type) {
	case Real:
		return syntax.Value{F: float64(v)}
	case Int:
		return syntax.Value{I: int64(v)}
	case Bool:
		if v {
			return syntax.Value{I: 1}
		}
		return syntax.Value{}
	case Zero:
		return syntax.Value{}
	}
	panic("a scalar is wanted, got " + describe(v))
}

func (c *compiler) plus(t *syntax.Plus) code {
	terms := c.terms(t.Terms)
	return func(m *machine, f []Value) Value {
		v := terms[0](m, f)
		for _, t := range terms[1:] {
			v = m.plus(v, t(m, f))
		}
		return v
	}
}
