package loop

// parallel checks what can be seen of a loop whose iterations may run at the same time: it counts to a constant, and
// its body gives no variable from outside another value.
func (v *verifier) parallel(s *For) {
	if s.Par == nil {
		return
	}
	v.unless(s.Down || s.Vector || !s.N.IsConst() || s.N.I < 1, "a parallel loop is no plain loop to a constant")
	v.want(s.Par.Work, IntType, "work")
	for _, a := range s.Par.Writes {
		v.expr(a, true)
		v.unless(a.Kind != VarExpr || !a.Type.IsArray(), "a parallel loop writes into what is no array variable")
	}
	own := map[*Var]bool{}
	Walk(s.Body, func(s Stmt) { Declared(s, func(x *Var) { own[x] = true }) })
	change := func(x *Var) { v.unless(!own[x], "a parallel loop changes %s", x.Name) }
	Walk(s.Body, func(s Stmt) {
		switch s := s.(type) {
		case *Assign:
			for _, l := range s.Lhs {
				if l.Kind == VarExpr {
					change(l.Var)
				}
			}
		case *AddTo:
			if s.Lhs.Kind == VarExpr {
				change(s.Lhs.Var)
			}
		case *Append:
			change(s.Var)
		}
	})
}
