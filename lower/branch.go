package lower

import "github.com/seed-4b734f86/gochad/syntax"

// branch is one branch of an if or case: its block, the variable that its arm
// binds (nil for an if) and what it results in.
type branch struct {
	block  *block
	arm    *syntax.Var
	leaves []shape
	result shape
	pack   *packet
}

// rebuild makes the if or case again from other bodies and arm variables.
type rebuild func(arms []*syntax.Var, bodies []syntax.Term) syntax.Term

func (l *lowerer) ifThenElse(b *block, t *syntax.If) shape {
	cond := l.operand(b, t.Cond)
	again := func(_ []*syntax.Var, bodies []syntax.Term) syntax.Term {
		return syntax.NewIf(cond, bodies[0], bodies[1])
	}
	return l.branches(b, []*syntax.Var{nil, nil}, []syntax.Term{t.Then, t.Else}, again)
}

func (l *lowerer) caseOf(b *block, t *syntax.Case) shape {
	if l.lfuns.in(t.Scrut.Type()) {
		bail("a sum of linear functions")
	}
	scrut := l.operand(b, t.Scrut)
	arms, bodies := make([]*syntax.Var, len(t.Arms)), make([]syntax.Term, len(t.Arms))
	for i, a := range t.Arms {
		arms[i], bodies[i] = a.Var, a.Body
	}
	again := func(arms []*syntax.Var, bodies []syntax.Term) syntax.Term {
		as := make([]syntax.Arm, len(bodies))
		for i := range as {
			as[i] = syntax.Arm{Var: arms[i], Body: bodies[i]}
		}
		return syntax.NewCase(scrut, as...)
	}
	return l.branches(b, arms, bodies, again)
}

// branches rewrites the branches; if they result in linear functions, what
// these read becomes a sum of tapes, one variant a branch.
func (l *lowerer) branches(b *block, arms []*syntax.Var, bodies []syntax.Term, again rebuild) shape {
	bs := make([]*branch, len(bodies))
	holds := l.lfuns.in(bodies[0].Type())
	for i, t := range bodies {
		inner := b.inside()
		if arms[i] != nil {
			l.enter(inner, arms[i])
		}
		if !holds {
			bs[i] = &branch{block: inner}
			bodies[i] = l.blockTerm(inner, t)
			continue
		}
		s := l.settle(inner, "t", l.term(inner, t))
		bs[i] = &branch{block: inner, arm: arms[i], result: s, leaves: leaves(s)}
	}
	if !holds {
		return plain{again(arms, bodies)}
	}
	m := &merge{l: l, bs: bs, again: again, arms: arms}
	return m.run(b)
}

// merge joins the results of branches.
type merge struct {
	l       *lowerer
	bs      []*branch
	arms    []*syntax.Var
	again   rebuild
	plains  []int         // the leaves that are handed out as values
	values  []syntax.Term // outside, one for each of plains
	sum     syntax.Type   // of the tapes; nil when nothing is taped
	tape    syntax.Term   // outside
	retaken bool          // nothing is taped: the condition is asked again
}

func (m *merge) run(b *block) shape {
	out := make([]shape, len(m.bs[0].leaves))
	closures := false
	for k := range out {
		switch m.bs[0].leaves[k].(type) {
		case plain:
			if t, ok := m.same(k); ok {
				out[k] = plain{t}
			} else {
				m.plains = append(m.plains, k)
			}
		case *closure:
			closures = true
		default:
			bail("a branch that results in an array of linear functions")
		}
	}
	if closures {
		m.plan()
	}
	m.primal(b)
	for i, k := range m.plains {
		out[k] = plain{m.values[i]}
	}
	for k := range out {
		if out[k] == nil {
			out[k] = m.code(k)
		}
	}
	return withLeaves(m.bs[0].result, out)
}

// same reports the atom that all branches give for leaf k, if it is one of the outside.
func (m *merge) same(k int) (syntax.Term, bool) {
	first, isRef := m.bs[0].leaves[k].(plain).term.(*syntax.VarRef)
	if !isRef {
		return nil, false
	}
	for _, br := range m.bs {
		r, ok := br.leaves[k].(plain).term.(*syntax.VarRef)
		if !ok || r.Var != first.Var || m.l.vars[r.Var].block == br.block {
			return nil, false
		}
	}
	return first, true
}

// plan decides what is taped: at best nothing, with the arms' variables bound again.
func (m *merge) plan() {
	m.retaken = true
	for _, br := range m.bs {
		br.pack = m.packet(br, true)
		m.retaken = m.retaken && br.pack.taped == 0
	}
	if m.retaken {
		return
	}
	vs := make([]syntax.Type, len(m.bs))
	for i, br := range m.bs {
		br.pack = m.packet(br, false)
		vs[i] = syntax.NewTuple(br.pack.pack()...).Type()
	}
	if m.sum = vs[0]; len(vs) > 1 {
		m.sum = syntax.NewSumType(vs...)
	}
}

// packet collects what the closures of a branch read. The plain results of the
// branch are known outside, and so is the arm's variable when the case is asked again.
func (m *merge) packet(br *branch, armKnown bool) *packet {
	var known []*syntax.Var
	for _, k := range m.plains {
		if r, ok := br.leaves[k].(plain).term.(*syntax.VarRef); ok {
			known = append(known, r.Var)
		}
	}
	if armKnown && br.arm != nil {
		known = append(known, br.arm)
	}
	pk := m.l.newPacker(br.block, known...)
	pk.out.seldom = br.block.parent.isRepeated()
	for _, s := range br.leaves {
		if c, ok := s.(*closure); ok {
			pk.need(c)
		}
	}
	return pk.finish()
}

// primal emits the construct with its values and its tape as results.
func (m *merge) primal(b *block) {
	n := len(m.plains)
	if m.sum != nil {
		n++
	}
	if n == 0 {
		return
	}
	bodies := make([]syntax.Term, len(m.bs))
	for i, br := range m.bs {
		var rs []syntax.Term
		for _, k := range m.plains {
			rs = append(rs, br.leaves[k].(plain).term)
		}
		if m.sum != nil {
			tape := m.l.atom(br.block, "tape", syntax.NewTuple(br.pack.pack()...))
			if len(m.bs) > 1 {
				tape = m.l.atom(br.block, "tape", syntax.NewInj(m.sum, i, tape))
			}
			rs = append(rs, tape)
		}
		bodies[i] = br.block.close(syntax.NewTuple(rs...))
	}
	z := m.l.atom(b, "z", m.again(m.arms, bodies))
	vs := split(z, n)
	for i := range vs {
		vs[i] = m.l.again(b, "z", vs[i])
	}
	m.values = vs[:len(m.plains)]
	if m.sum != nil {
		m.tape = vs[n-1]
	}
}

// code is the closure outside for leaf k: a case on the tape (or on what the
// branches were taken by) of the codes of the branches.
func (m *merge) code(k int) *closure {
	l := m.l
	f := m.bs[0].leaves[k].(*closure)
	v := syntax.NewVar("v", l.domain(f))
	out := &block{}
	l.enter(out, v)
	arms, bodies := make([]*syntax.Var, len(m.bs)), make([]syntax.Term, len(m.bs))
	for i, br := range m.bs {
		inner, r := &block{}, newRenaming()
		if len(m.bs) == 1 {
			inner = out
		}
		var raw []syntax.Term
		switch {
		case m.retaken && br.arm != nil:
			arms[i] = syntax.NewVar(br.arm.Name, br.arm.Type)
			r.Vars[br.arm] = syntax.Ref(arms[i])
			l.enter(inner, arms[i])
		case m.retaken:
		case len(m.bs) == 1:
			raw = split(m.tape, br.pack.taped)
		default:
			arms[i] = syntax.NewVar("tape", m.sum.(*syntax.SumType).Variants[i])
			l.enter(inner, arms[i])
			raw = split(syntax.Ref(arms[i]), br.pack.taped)
		}
		for n, leaf := range m.plains {
			if ref, ok := br.leaves[leaf].(plain).term.(*syntax.VarRef); ok && l.vars[ref.Var].block == br.block {
				r.Vars[ref.Var] = m.values[n]
			}
		}
		l.unpack(br.pack, inner, raw, r)
		bodies[i] = inner.close(l.apply(r.shape(br.leaves[k]), syntax.Ref(v)))
	}
	switch {
	case m.retaken:
		return l.newCode(v, m.again(arms, bodies))
	case len(m.bs) == 1:
		return l.newCode(v, bodies[0])
	}
	as := make([]syntax.Arm, len(bodies))
	for i := range as {
		as[i] = syntax.Arm{Var: arms[i], Body: bodies[i]}
	}
	return l.newCode(v, syntax.NewCase(m.tape, as...))
}

// domain is the type of the argument of a closure.
func (l *lowerer) domain(c *closure) syntax.Type {
	params, _ := c.code.Instantiate(c.sizes)
	return params[len(params)-1]
}
