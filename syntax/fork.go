package syntax

// A Fork is an if or a case, seen alike.
type Fork struct {
	On     Term // condition or scrutinee
	Vars   []*Var
	Bodies []Term
}

// ForkOf is t, if it is one of them.
func ForkOf(t Term) (Fork, bool) {
	switch t := t.(type) {
	case *If:
		return Fork{t.Cond, nil, []Term{t.Then, t.Else}}, true
	case *Case:
		b := Fork{On: t.Scrut}
		for _, a := range t.Arms {
			b.Vars = append(b.Vars, a.Var)
			b.Bodies = append(b.Bodies, a.Body)
		}
		return b, true
	}
	return Fork{}, false
}

// With makes the if or case again with other bodies; On is an atom then.
func (b Fork) With(vars []*Var, bodies []Term) Term {
	if b.Vars == nil {
		return NewIf(b.On, bodies[0], bodies[1])
	}
	arms := make([]Arm, len(bodies))
	for i, body := range bodies {
		arms[i] = Arm{Var: vars[i], Body: body}
	}
	return NewCase(b.On, arms...)
}
