package contract

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/arrays"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Arrays turns local arrays of which every iteration of one loop uses only its own element or row into a variable or
// row of the body: there is no array left to write and read back.
//
//	var t [n]real = dirty(n)
//	for i < n {                     for i < n {
//	  t[i] = sin(x[i])         →      var s = sin(x[i])
//	  y[i] = t[i] * t[i]              y[i] = s * s
//	}                               }
func Arrays(f *loop.Func) {
	for round := 0; round < maxRank && once(f); round++ {
	}
}

const maxRank = 8 // rounds: each lowers the rank of an array by one

// once lowers the rank of all arrays that it can; it reports whether there were any.
func once(f *loop.Func) bool {
	u := arrays.Of(f)
	with := map[*loop.Var]*loop.Var{}
	atTop := map[*loop.For][]loop.Stmt{}
	scalar := map[*loop.For][]*loop.Var{}
	for _, a := range u.Allocs {
		l := u.Only(a)
		if l == nil {
			continue
		}
		t := a.Var
		s := loop.NewVar(t.Name, t.Type.Elem())
		if s.Type.Rank > 1 && t.Flat != nil {
			s.Flat = t.Flat[1:]
		}
		with[t] = s
		if s.Type.IsArray() {
			atTop[l] = append(atTop[l], &loop.Alloc{Var: s, Dims: slices.Clone(a.Dims[1:]), Dirty: a.Dirty})
		} else {
			scalar[l] = append(scalar[l], s)
		}
	}
	if len(with) == 0 {
		return false
	}
	lowerRank(f, u.Info, with)
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.For); ok {
			l.Body = append(atTop[l], declareScalars(l.Body, scalar[l])...)
		}
	})
	return true
}

// lowerRank replaces t[i] by the variable of an iteration, which rows that were bound to t[i] become as
// well, and drops the arrays.
func lowerRank(f *loop.Func, in *facts.Info, with map[*loop.Var]*loop.Var) {
	row := func(e *loop.Expr) *loop.Var {
		if e.Kind == loop.IndexExpr && e.Args[0].Kind == loop.VarExpr {
			return with[e.Args[0].Var]
		}
		return nil
	}
	alias := map[*loop.Var]*loop.Var{}
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.Let); ok && l.Var.Type.IsArray() && row(l.Rhs) != nil && !in.Mutable(l.Var) {
			alias[l.Var] = row(l.Rhs)
		}
	})
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if v := row(e); v != nil {
			return loop.Use(v)
		}
		if e.Kind == loop.VarExpr && alias[e.Var] != nil {
			return loop.Use(alias[e.Var])
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(f.Body, sub)
	var drop func(b *[]loop.Stmt)
	drop = func(b *[]loop.Stmt) {
		kept := (*b)[:0]
		for _, s := range *b {
			if a, ok := s.(*loop.Alloc); ok && with[a.Var] != nil {
				continue
			}
			if l, ok := s.(*loop.Let); ok && alias[l.Var] != nil {
				continue
			}
			loop.Blocks(s, drop)
			kept = append(kept, s)
		}
		*b = kept
	}
	drop(&f.Body)
}

// declareScalars declares variables in a body: where the only assignment is, when that is a
// statement of the body itself, otherwise at its beginning, with the 0 of a new array.
func declareScalars(body []loop.Stmt, vars []*loop.Var) []loop.Stmt {
	if len(vars) == 0 {
		return body
	}
	stores := map[*loop.Var]int{}
	for _, v := range vars {
		stores[v] = 0
	}
	count := func(e *loop.Expr) {
		if e.Kind == loop.VarExpr {
			if n, ok := stores[e.Var]; ok {
				stores[e.Var] = n + 1
			}
		}
	}
	loop.Walk(body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for _, l := range s.Lhs {
				count(l)
			}
		case *loop.AddTo:
			count(s.Lhs)
		}
	})
	seen := map[*loop.Var]bool{}
	out := make([]loop.Stmt, 0, len(body)+len(vars))
	declared := map[*loop.Var]bool{}
	for _, s := range body {
		if a, ok := s.(*loop.Assign); ok && len(a.Lhs) == 1 && a.Lhs[0].Kind == loop.VarExpr {
			v := a.Lhs[0].Var
			noteVars(a.Rhs[0], seen)
			if stores[v] == 1 && !seen[v] {
				s, declared[v] = &loop.Let{Var: v, Rhs: a.Rhs[0]}, true
			}
		} else {
			loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
				loop.Operands(s, func(e **loop.Expr, _ bool) { noteVars(*e, seen) })
			})
		}
		out = append(out, s)
	}
	var top []loop.Stmt
	for _, v := range vars {
		if !declared[v] {
			top = append(top, &loop.Let{Var: v, Rhs: loop.ZeroOf(v.Type)})
		}
	}
	return append(top, out...)
}

func noteVars(e *loop.Expr, seen map[*loop.Var]bool) {
	facts.EachRead(e, func(v *loop.Var) { seen[v] = true })
}
