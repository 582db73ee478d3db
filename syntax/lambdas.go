package syntax

// Lambdas are the variables that lets of a program bind to functions, gathered
// by a pass that walks it.
type Lambdas map[*Var]*Lam

// Note records x = rhs if that is a function, or another name of one.
func (m Lambdas) Note(x *Var, rhs Term) {
	switch r := rhs.(type) {
	case *Lam:
		m[x] = r
	case *VarRef:
		if f := m[r.Var]; f != nil {
			m[x] = f
		}
	}
}

// Close copies the functions that the body of t captures into that body, as
// far as they are known, with what these capture in turn. Derivative operators
// inside operators need the definitions of functions, not just their values.
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
