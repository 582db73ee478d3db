package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// searches does without a branch what several searches for a least or greatest element in one loop do where they find a better one:
// nobody can foretell any of the branches, while minima of different searches are under way at the same time. A single search stays as it
// is, since a minimum has to wait for the one before. What is no number is looked for again in the rare case that there is one.
//
//	for i < n {                           for i < n {
//	  var x real = a[i]                     var x real = a[i]
//	  if x < m || x != x {                  if x < m { s = i }
//	    s, m = i, x                         m = min(m, x)
//	  }                                     …
//	  …                           →       }
//	}                                     if m != m || … {
//	                                        for i < n {
//	                                          var x real = a[i]
//	                                          if x != x { s = i }
//	                                          …
//	                                        }
//	                                      }
//
// The sign of a zero in m may be another: m is only compared.
var searches = Pass{ //nolint:gochecknoglobals // a constant
	Name: "searches",
	Law: "The least of m and x is x where x is less, and no number where one of them is none. What is no number is neither less nor greater " +
		"than anything. Zeros of either sign compare alike.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		s := &searcher{in: Analyse(f), reads: map[*loop.Var]int{}}
		count := func(e *loop.Expr) { EachRead(e, func(v *loop.Var) { s.reads[v]++ }) }
		loop.Walk(f.Body, func(t loop.Stmt) {
			operandsOf(t, func(e **loop.Expr) { count(*e) })
			if a, ok := t.(*loop.AddTo); ok {
				count(a.Lhs)
			}
		})
		for _, r := range f.Results {
			count(r)
		}
		f.Body = s.block(f.Body)
	}),
}

type searcher struct {
	in    *Info
	reads map[*loop.Var]int
}

// A search is a branch that keeps the best value so far and where that was.
type search struct {
	better, none *loop.Expr // its conditions
	rest         *loop.Assign
	best         *loop.Assign
}

func (s *searcher) block(b []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(b))
	for _, t := range b {
		loop.Blocks(t, func(b *[]loop.Stmt) { *b = s.block(*b) })
		out = append(out, t)
		if l, ok := t.(*loop.For); ok && !l.Vector && l.Par == nil && l.N.IsAtom() && s.in.Fixed(l.N) {
			if again := s.loop(l); again != nil {
				out = append(out, again)
			}
		}
	}
	return out
}

// loop changes a loop of searches alone, and gives back what follows it; nil for other loops.
func (s *searcher) loop(l *loop.For) loop.Stmt {
	var lets, body, again []loop.Stmt
	var some *loop.Expr
	var places []*loop.Var // where the best ones are
	n := 0
	for _, t := range l.Body {
		if d, ok := t.(*loop.Let); ok && !s.in.Mutable(d.Var) {
			lets, body = append(lets, t), append(body, t)
			continue
		}
		x := s.search(t, l.Var)
		if x == nil {
			return nil
		}
		n++
		for _, place := range x.rest.Lhs {
			places = append(places, place.Var)
		}
		m := x.best.Lhs[0]
		if none := loop.Prim(syntax.MustOp("ne"), m, m); some == nil {
			some = none
		} else {
			some = binary2("or", some, none)
		}
		rest := *x.rest
		body = append(body, &loop.If{Cond: x.better, Then: []loop.Stmt{&rest}}, x.best)
		again = append(again, &loop.If{Cond: x.none, Then: []loop.Stmt{x.rest}})
	}
	if n < 2 || !apartFrom(places, lets) {
		return nil
	}
	l.Body = body
	i := loop.NewVar(l.Var.Name, loop.IntType)
	c := &cloner{in: s.in, as: map[*loop.Var]*loop.Expr{l.Var: loop.Use(i)}}
	return &loop.If{Cond: some, Then: []loop.Stmt{&loop.For{Var: i, N: l.N, Down: l.Down, Body: c.block(append(lets, again...))}}}
}

// apartFrom reports whether no two of the variables are the same, and no statement mentions one: what changes them may be done in another
// iteration then.
func apartFrom(vars []*loop.Var, b []loop.Stmt) bool {
	some := map[*loop.Var]bool{}
	for _, v := range vars {
		some[v] = true
	}
	is := func(v *loop.Var) bool { return some[v] }
	return len(some) == len(vars) && !slices.ContainsFunc(b, func(s loop.Stmt) bool { return mentionedIn(s, is) })
}

// search takes a branch apart; it is nil for other statements.
func (s *searcher) search(t loop.Stmt, i *loop.Var) *search {
	b, ok := t.(*loop.If)
	if !ok || len(b.Then) != 1 || len(b.Else) > 0 || b.Cond.Kind != loop.PrimExpr || b.Cond.Prim.Name != "or" {
		return nil
	}
	better, none := b.Cond.Args[0], b.Cond.Args[1]
	if better.Kind != loop.PrimExpr || none.Kind != loop.PrimExpr || none.Prim.Name != "ne" {
		return nil
	}
	op := map[string]string{"lt": "min", "gt": "max"}[better.Prim.Name]
	a, ok := b.Then[0].(*loop.Assign)
	if op == "" || !ok {
		return nil
	}
	x, m := better.Args[0], better.Args[1]
	if x.Kind != loop.VarExpr || m.Kind != loop.VarExpr || s.in.Mutable(x.Var) || !loop.Equal(none.Args[0], x) || !loop.Equal(none.Args[1], x) ||
		s.reads[m.Var] != 1 {
		return nil
	}
	rest := &loop.Assign{}
	kept := false
	for k, place := range a.Lhs {
		switch value := a.Rhs[k]; {
		case place.IsVar(m.Var):
			if !value.IsVar(x.Var) {
				return nil
			}
			kept = true
		case place.Kind == loop.VarExpr && value.IsVar(i):
			rest.Lhs, rest.Rhs = append(rest.Lhs, place), append(rest.Rhs, value)
		default:
			return nil
		}
	}
	if !kept || len(rest.Lhs) == 0 {
		return nil
	}
	least := loop.Prim(syntax.MustOp(op), m, x)
	return &search{better, none, rest, &loop.Assign{Lhs: []*loop.Expr{m}, Rhs: []*loop.Expr{least}}}
}
