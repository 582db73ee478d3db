package flow

import "github.com/seed-4b734f86/gochad/syntax"

// Walk calls stmt for every statement in a list, outer ones first, and expr for every expression in them, indices and
// parts of expressions included. It does not go into function literals. Either may be nil.
func Walk(stmts []Stmt, stmt func(Stmt), expr func(Expr)) {
	for _, s := range stmts {
		if stmt != nil {
			stmt(s)
		}
		if expr != nil {
			for _, e := range Exprs(s) {
				WalkExpr(e, expr)
			}
		}
		for _, l := range Lists(s) {
			Walk(l, stmt, expr)
		}
	}
}

// WalkExpr calls f for an expression and for all that are parts of it, outer ones first.
func WalkExpr(e Expr, f func(Expr)) {
	f(e)
	for _, p := range Parts(e) {
		WalkExpr(p, f)
	}
}

// Lists are the lists of statements that are parts of a statement, in the order in which they stand.
func Lists(s Stmt) [][]Stmt {
	switch s := s.(type) {
	case *If:
		return [][]Stmt{s.Then, s.Else}
	case *Count:
		return [][]Stmt{s.Body}
	case *While:
		return [][]Stmt{s.Pre, s.Body, s.Post}
	case *Block:
		return [][]Stmt{s.Body}
	}
	return nil
}

// Stores are the places that a statement itself stores to.
func Stores(s Stmt) []Place {
	switch s := s.(type) {
	case *Assign:
		return s.Dst
	case *Call:
		return s.Dst
	case *Append:
		return []Place{s.Dst}
	case *Copy:
		return []Place{s.To, s.N}
	}
	return nil
}

// Operands are the expressions that a statement itself evaluates, without the indices of what it stores to.
func Operands(s Stmt) []Expr {
	switch s := s.(type) {
	case *Assign:
		return present(s.Src...)
	case *Call:
		return present(append([]Expr{s.Fun}, s.Args...)...)
	case *Append:
		return present(append([]Expr{s.Src, s.Spread}, s.Elems...)...)
	case *Copy:
		return present(s.Dst, s.Off, s.Lim, s.Src)
	case *If:
		return present(s.Cond)
	case *Count:
		return present(s.N)
	case *While:
		return present(s.Cond)
	}
	return nil
}

// Exprs are the operands of a statement and then the indices of what it stores to.
func Exprs(s Stmt) []Expr {
	out := Operands(s)
	for _, p := range Stores(s) {
		out = append(out, Indices(p)...)
	}
	return out
}

// Parts are the expressions directly in an expression, the indices of its place included.
func Parts(e Expr) []Expr {
	switch e := e.(type) {
	case *Load:
		return Indices(e.Place)
	case *Addr:
		return Indices(e.Place)
	case *Op:
		return e.Args
	case *Retype:
		return []Expr{e.X}
	case *Cond:
		return []Expr{e.C, e.If, e.Else}
	case *Len:
		return []Expr{e.X}
	case *Make:
		return present(e.Len, e.Cap)
	case *Lits:
		return e.Elems
	case *Window:
		return present(e.X, e.Lo, e.Hi, e.Max)
	case *IsNil:
		return []Expr{e.X}
	}
	return nil
}

// Indices are the expressions in a place.
func Indices(p Place) []Expr {
	var out []Expr
	for _, s := range p.Path {
		if s.Kind == StepIndex {
			out = append(out, s.Index)
		}
	}
	return out
}

func present(es ...Expr) []Expr {
	var out []Expr
	for _, e := range es {
		if e != nil {
			out = append(out, e)
		}
	}
	return out
}

// At is the place of a statement, if it is known.
func At(s Stmt) *syntax.Pos {
	switch s := s.(type) {
	case *Assign:
		return s.At
	case *Call:
		return s.At
	case *Append:
		return s.At
	case *Copy:
		return s.At
	case *If:
		return s.At
	case *Count:
		return s.At
	case *While:
		return s.At
	case *Return:
		return s.At
	case *Fail:
		return s.At
	}
	return nil
}
