package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// follow keeps the element that an index points to in a variable, where a loop moves the index to elements that it has
// just read: the place of the largest element so far, say. An iteration then compares two registers, and does not wait
// for the index of the one before.
//
//	for i < n {                        var best real = 0.0
//	  var y real = x[i]                if n > 0 {
//	  if y > x[s] {                      best = x[s]
//	    s = i                  →       }
//	  }                                for i < n {
//	}                                    var y real = x[i]
//	                                     if y > best {
//	                                       s, best = i, y
//	                                     }
//	                                   }
var follow = Pass{ //nolint:gochecknoglobals // a constant
	Name: "load-promotion",
	Law: "An element of an array that a loop does not write, under an index that the loop changes, can be in a " +
		"variable that " +
		"changes with the index.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		w := &follower{in: facts.Analyse(f)}
		f.Body = w.block(f.Body)
	}),
}

type follower struct{ in *facts.Info }

func (w *follower) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		loop.Blocks(s, func(b *[]loop.Stmt) { *b = w.block(*b) })
		if l, ok := s.(*loop.For); ok {
			for before := w.loop(l); before != nil; before = w.loop(l) {
				out = append(out, before...)
			}
		}
		out = append(out, s)
	}
	return out
}

// loop rewrites l, and returns what comes before it.
func (w *follower) loop(l *loop.For) []loop.Stmt {
	e := w.candidate(l)
	if e == nil {
		return nil
	}
	read := w.lastRead(l, e)
	if read == nil {
		return nil
	}
	best := loop.NewVar("best", e.Type)
	loop.Walk(l.Body, func(s loop.Stmt) {
		facts.EachOperand(s, func(x **loop.Expr) { *x = replaceExpr(*x, e, loop.Use(best)) })
		if a, ok := s.(*loop.Assign); ok && assigns(a, e.Args[1].Var) {
			a.Lhs, a.Rhs = append(a.Lhs, loop.Use(best)), append(a.Rhs, loop.Use(read))
		}
	})
	first := &loop.Assign{Lhs: []*loop.Expr{loop.Use(best)}, Rhs: []*loop.Expr{e}}
	return []loop.Stmt{
		&loop.Let{Var: best, Rhs: loop.RealConst(0)},
		&loop.If{Cond: edit.Positive(l.N), Then: []loop.Stmt{first}},
	}
}

// candidate is an element x[s], or nil, that each iteration of l reads before it changes s; l does not change x.
func (w *follower) candidate(l *loop.For) *loop.Expr {
	if !l.N.IsAtom() {
		return nil
	}
	var found *loop.Expr
	var before []loop.Stmt
	ef := w.in.Effects(l.Body...)
	follows := func(e *loop.Expr) bool {
		r, ok := w.in.Region(e)
		return ok && e.Type == loop.RealType && e.Args[0].Kind == loop.VarExpr && !ef.Vars[e.Args[0].Var] &&
			!w.in.Mutable(e.Args[0].Var) &&
			!ef.Regions[r] && e.Args[1].Kind == loop.VarExpr && e.Args[1].Var != l.Var && ef.Vars[e.Args[1].Var]
	}
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if found == nil && e.Kind == loop.IndexExpr && follows(e) {
			found = e
		}
		for i, a := range e.Args {
			if i > 0 && e.Kind == loop.PrimExpr && (e.Prim.Name == "and" || e.Prim.Name == "or") {
				break // perhaps not evaluated
			}
			visit(a)
		}
	}
	for _, s := range l.Body {
		switch s := s.(type) {
		case *loop.If:
			visit(s.Cond)
		case *loop.Let:
			visit(s.Rhs)
		default:
			return nil
		}
		if found != nil {
			break
		}
		before = append(before, s)
	}
	if found == nil || w.in.Effects(before...).Vars[found.Args[1].Var] {
		return nil
	}
	return found
}

// lastRead is the variable that has x[t] wherever l sets s to t, for an element e = x[s], or nil.
func (w *follower) lastRead(l *loop.For, e *loop.Expr) *loop.Var {
	var read *loop.Var
	for _, s := range l.Body {
		if d, ok := s.(*loop.Let); ok && loop.Equal(d.Rhs, loop.Index(e.Args[0], loop.Use(l.Var))) &&
			!w.in.Mutable(d.Var) {
			read = d.Var
		}
		declared := false
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			loop.Declared(s, func(v *loop.Var) { declared = declared || v == e.Args[1].Var })
		})
		if declared {
			return nil
		}
		if read != nil {
			continue
		}
		if w.in.Effects(s).Vars[e.Args[1].Var] {
			return nil
		}
	}
	ok := true
	loop.Walk(l.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Assign:
			for i, lhs := range s.Lhs {
				if lhs.IsVar(e.Args[1].Var) {
					ok = ok && s.Rhs[i].IsVar(l.Var)
				}
			}
		case *loop.AddTo:
			ok = ok && !s.Lhs.IsVar(e.Args[1].Var)
		}
	})
	if !ok {
		return nil
	}
	return read
}

// assigns reports whether a gives v a value.
func assigns(a *loop.Assign, v *loop.Var) bool {
	for _, l := range a.Lhs {
		if l.IsVar(v) {
			return true
		}
	}
	return false
}

// replaceExpr is x with y in the place of e.
func replaceExpr(x, e, y *loop.Expr) *loop.Expr {
	if loop.Equal(x, e) {
		return y
	}
	return x.MapArgs(func(a *loop.Expr) *loop.Expr { return replaceExpr(a, e, y) })
}
