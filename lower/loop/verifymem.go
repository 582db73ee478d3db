package loop

// memory is what the rules on writing need to know of a whole function.
type memory struct {
	out      map[*Var]bool // Out parameters
	given    map[*Var]bool // array parameters that are not Out, and what may be bound to memory of them
	assigned map[*Var]bool // variables that a statement gives a value after their declaration
}

// newMemory follows bindings and assignments of array variables from the parameters on, without
// regard to the order of statements. Rows stored in other arrays, fields and results of
// calls are not followed. Each binding is looked at once.
func newMemory(f *Func) *memory {
	m := &memory{out: make(map[*Var]bool), given: make(map[*Var]bool), assigned: make(map[*Var]bool)}
	flows := make(map[*Var][]*Var) // from a variable to those bound to it
	bind := func(v *Var, e *Expr) {
		if v != nil && e != nil && v.Type.IsArray() {
			if r := safeRoot(e); r != nil {
				flows[r] = append(flows[r], v)
			}
		}
	}
	Walk(f.Body, func(s Stmt) {
		switch s := s.(type) {
		case *Let:
			bind(s.Var, s.Rhs)
		case *Assign:
			for i, l := range s.Lhs {
				if l != nil && l.Kind == VarExpr {
					m.assigned[l.Var] = true
					if i < len(s.Rhs) {
						bind(l.Var, s.Rhs[i])
					}
				}
			}
		case *AddTo:
			if s.Lhs != nil && s.Lhs.Kind == VarExpr {
				m.assigned[s.Lhs.Var] = true
			}
		case *Append:
			m.assigned[s.Var] = true
		}
	})
	var work []*Var
	mark := func(v *Var) {
		if !m.given[v] {
			m.given[v] = true
			work = append(work, v)
		}
	}
	for _, p := range f.Params {
		switch {
		case p.Out:
			m.out[p.Var] = true
		case p.Var.Type.IsArray() && !f.Part:
			mark(p.Var)
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for _, w := range flows[v] {
			mark(w)
		}
	}
	return m
}

// safeRoot is Root for expressions that may lack operands.
func safeRoot(e *Expr) *Var {
	for e.Kind == IndexExpr || e.Kind == SliceExpr {
		if e = e.arg(0); e == nil {
			return nil
		}
	}
	if e.Kind == VarExpr {
		return e.Var
	}
	return nil
}
