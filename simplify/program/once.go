package program

import (
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// movedUpTo is the number of nodes up to which bodies grow: far below the size at which back ends take functions apart
// again, which costs more than a call.
const movedUpTo = 4000

// MoveOnce puts the bodies of some definitions that are called once in the place of the call: nothing is there twice
// then. They are halves of derivatives: what gives a tape and what reads it come together, and
// the seed of a pullback is known there. Definitions that are recursive or keep their name stay, and so does root.
//
// The result has definitions of its own, and the one for root is given beside it; their terms share binders with p. It
// is p itself if there is nothing to move. Bodies are moved, not copied, so it is linear in p.
func MoveOnce(p *syntax.Program, root *syntax.Def, halves []*syntax.Def) (*syntax.Program, *syntax.Def) {
	defer times.Begin("move once")()
	if len(halves) == 0 {
		return p, root
	}
	callees := syntax.CallGraph(p.Defs, true)
	calls, half := map[*syntax.Def]int{}, map[*syntax.Def]bool{}
	for _, d := range halves {
		half[d] = true
	}
	for _, d := range p.Defs {
		for _, c := range callees[d] {
			calls[c]++
		}
		for _, r := range d.Attached() { // these stay as they are
			for _, c := range syntax.Callees(r.Body) {
				calls[c]++
			}
		}
	}
	m := &mover{
		moves: map[*syntax.Def]bool{}, copies: map[*syntax.Def]*syntax.Def{},
		vars: map[*syntax.Var]*syntax.Var{}, sizes: map[*syntax.SizeVar]*syntax.Size{},
	}
	size := map[*syntax.Def]int{} // of what may move, with what moves into it
	for _, v := range syntax.CalleesFirst(p.Defs, callees) {
		d := v.Def
		n := syntax.NodesUpTo(d.Body, movedUpTo)
		for _, c := range callees[d] {
			if k := size[c]; k > 0 && n+k <= movedUpTo {
				m.moves[c] = true
				n += k
			}
		}
		if half[d] && calls[d] == 1 && d != root && !v.Recursive && !d.Keep && len(d.Attached()) == 0 {
			size[d] = n
		}
	}
	if len(m.moves) == 0 {
		return p, root
	}
	m.mapper = syntax.Mapper{Term: m.term}
	out := &syntax.Program{Data: p.Data}
	for _, d := range p.Defs {
		if !m.moves[d] {
			c := *d
			m.copies[d] = &c
		}
	}
	for _, d := range p.Defs {
		if c := m.copies[d]; c != nil {
			m.def(d, c)
			out.Defs = append(out.Defs, c)
		}
	}
	return out, m.copies[root]
}

// A mover moves bodies into callers, outermost first, so that each is visited once.
type mover struct {
	mapper syntax.Mapper
	moves  map[*syntax.Def]bool
	copies map[*syntax.Def]*syntax.Def // of those that stay
	vars   map[*syntax.Var]*syntax.Var // of another type than they were
	sizes  map[*syntax.SizeVar]*syntax.Size
}

// def has c be d with what moves into it.
func (m *mover) def(d, c *syntax.Def) {
	if d.Body != nil {
		c.Body = m.term(d.Body)
	}
	c.Attach(d, func(r *syntax.CustomJVP) *syntax.CustomJVP {
		rule := *r
		rule.Body = m.term(r.Body)
		return &rule
	})
}

func (m *mover) term(t syntax.Term) syntax.Term {
	if len(m.sizes) == 0 && syntax.NodesOf(t)&syntax.Calls == 0 {
		return t
	}
	switch t := t.(type) {
	case *syntax.VarRef:
		if x := m.vars[t.Var]; x != nil {
			return syntax.Ref(x)
		}
		return t
	case *syntax.Call:
		return m.call(t)
	}
	return m.mapper.Map(t)
}

func (m *mover) call(t *syntax.Call) syntax.Term {
	d := t.Def
	args := make([]syntax.Term, len(t.Args))
	for i, a := range t.Args {
		args[i] = m.term(a)
	}
	sizes := make([]*syntax.Size, len(t.Sizes))
	for i, n := range t.Sizes {
		sizes[i] = m.size(n)
	}
	if !m.moves[d] {
		if c := m.copies[d]; c != nil {
			d = c
		}
		return syntax.NewCall(t.At, d, sizes, args...)
	}
	for i, n := range d.Sizes {
		m.sizes[n] = sizes[i]
	}
	if len(m.sizes) > 0 {
		m.mapper = syntax.Mapper{Term: m.term, Binder: m.binder, Type: m.typ, Size: m.size}
	}
	binds := make([]syntax.Bind, len(args))
	for i, x := range d.Params {
		binds[i] = syntax.Bind{Var: m.binder(x), Rhs: args[i]}
	}
	return syntax.NewLet(binds, m.term(d.Body))
}

func (m *mover) binder(x *syntax.Var) *syntax.Var {
	t := m.typ(x.Type)
	if t == x.Type {
		return x
	}
	y := syntax.NewVar(x.Name, t)
	m.vars[x] = y
	return y
}

func (m *mover) typ(t syntax.Type) syntax.Type {
	if len(m.sizes) == 0 {
		return t
	}
	return syntax.SubstSizes(t, m.arg)
}

func (m *mover) size(n *syntax.Size) *syntax.Size {
	if len(m.sizes) == 0 {
		return n
	}
	return n.Subst(m.arg)
}

func (m *mover) arg(v *syntax.SizeVar) *syntax.Size { return m.sizes[v] }
