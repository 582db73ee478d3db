package syntax

// Lambdas are the variables of function types, or of types that hold functions,
// that lets of a program bind, gathered by a pass that walks it.
type Lambdas map[*Var]Term

// Note records x = rhs if it holds functions.
func (m Lambdas) Note(x *Var, rhs Term) {
	if HoldsFunc(x.Type) {
		m[x] = rhs
	}
}

// CloseAll is t with all operators in it closed as by [Lambdas.Close], so that
// what an operator depends on through functions is free in it. It notes the
// bindings that it walks over.
func (m Lambdas) CloseAll(t Term) Term {
	if !HasOperators(t) {
		return t
	}
	return m.closeAll(t)
}

func (m Lambdas) closeAll(t Term) Term {
	switch t := t.(type) {
	case *Let:
		binds := make([]Bind, len(t.Binds))
		for i, b := range t.Binds {
			b.Rhs = m.closeAll(b.Rhs)
			if b.Var != nil {
				m.Note(b.Var, b.Rhs)
			}
			binds[i] = b
		}
		return NewLet(binds, m.closeAll(t.Body))
	case *Deriv:
		return MapChildren(m.Close(t), m.closeAll)
	default:
		return MapChildren(t, m.closeAll)
	}
}

// Close copies the bindings of the functions that the body of t captures into
// that body, as far as lets bind them, with what these capture in turn.
// Derivative operators inside operators need the definitions of functions, not just
// their values. What the bindings compute, a branch say, is computed again inside.
func (m Lambdas) Close(t *Deriv) *Deriv {
	if len(m) == 0 {
		return t
	}
	var binds []Bind
	sub := Substitution{Vars: map[*Var]Term{}, Sizes: map[*SizeVar]*Size{}, Fresh: true}
	var copyIn func(t Term)
	copyIn = func(t Term) {
		for _, x := range FreeVars(t) {
			if f := m[x]; f != nil && sub.Vars[x] == nil {
				copyIn(f)
				y := NewVar(x.Name, x.Type)
				binds = append(binds, Bind{Var: y, Rhs: sub.Apply(f)})
				sub.Vars[x] = Ref(y)
			}
		}
	}
	copyIn(t.Body)
	if len(binds) == 0 {
		return t
	}
	return NewDeriv(t.Op, t.Param, NewLet(binds, sub.Apply(t.Body)), t.At, t.Dir)
}
