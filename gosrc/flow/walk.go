package flow

// Walk calls stmt for every statement in a list, parts of statements included, and expr for every expression in
// them, indices and parts of expressions included. It does not go into function literals. Either may be nil.
func Walk(stmts []Stmt, stmt func(Stmt), expr func(Expr)) {
	for _, s := range stmts {
		if stmt != nil {
			stmt(s)
		}
		if expr != nil {
			EachExpr(s, func(e Expr) { WalkExpr(e, expr) })
		}
		EachList(s, func(l []Stmt) { Walk(l, stmt, expr) })
	}
}

// EachList calls f for the lists that are parts of a statement, in the order in which they stand.
func EachList(s Stmt, f func([]Stmt)) {
	switch s := s.(type) {
	case *If:
		f(s.Then)
		f(s.Else)
	case *Count:
		f(s.Body)
	case *While:
		f(s.Pre)
		f(s.Body)
		f(s.Post)
	case *Block:
		f(s.Body)
	}
}

// EachExpr calls f for the expressions of a statement itself, indices of places included, but not for those of
// statements in it.
func EachExpr(s Stmt, f func(Expr)) {
	opt := func(es ...Expr) {
		for _, e := range es {
			if e != nil {
				f(e)
			}
		}
	}
	place := func(ps ...Place) {
		for _, p := range ps {
			for _, st := range p.Path {
				opt(st.Index)
			}
		}
	}
	switch s := s.(type) {
	case *Assign:
		opt(s.Src...)
		place(s.Dst...)
	case *Call:
		opt(s.Fun)
		opt(s.Args...)
		place(s.Dst...)
	case *Append:
		opt(s.Src)
		opt(s.Elems...)
		opt(s.Spread)
		place(s.Dst)
	case *Copy:
		opt(s.Dst, s.Off, s.Lim, s.Src)
		place(s.To, s.N)
	case *If:
		opt(s.Cond)
	case *Count:
		opt(s.N)
	case *While:
		opt(s.Cond)
	}
}

// EachDst calls f for the places that a statement itself stores to.
func EachDst(s Stmt, f func(Place)) {
	switch s := s.(type) {
	case *Assign:
		for _, p := range s.Dst {
			f(p)
		}
	case *Call:
		for _, p := range s.Dst {
			f(p)
		}
	case *Append:
		f(s.Dst)
	case *Copy:
		f(s.To)
		f(s.N)
	}
}

// EachPart calls f for the parts of an expression, indices of places included.
func EachPart(e Expr, f func(Expr)) {
	opt := func(es ...Expr) {
		for _, e := range es {
			if e != nil {
				f(e)
			}
		}
	}
	place := func(p Place) {
		for _, st := range p.Path {
			opt(st.Index)
		}
	}
	switch e := e.(type) {
	case *Load:
		place(e.Place)
	case *Op:
		opt(e.Args...)
	case *Retype:
		opt(e.X)
	case *Cond:
		opt(e.C, e.If, e.Else)
	case *Len:
		opt(e.X)
	case *Make:
		opt(e.Len, e.Cap)
	case *Lits:
		opt(e.Elems...)
	case *Window:
		opt(e.X, e.Lo, e.Hi, e.Max)
	case *Addr:
		place(e.Place)
	case *IsNil:
		opt(e.X)
	}
}

// WalkExpr calls f for an expression and for all that are parts of it.
func WalkExpr(e Expr, f func(Expr)) {
	f(e)
	EachPart(e, func(p Expr) { WalkExpr(p, f) })
}
