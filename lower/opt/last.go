package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// last finds the one iteration of a downward loop that does anything, when a flag lets only the first of them pass: the way back through
// the changes of a variable, of which only the last has a cotangent. The loop that finds it goes up, and can be fused with the one that
// made what it compares, which then keeps an index and no tape.
//
//	                                      var at int = -1
//	for down j < n {                      for j < n {
//	  var e real = z[j]                     var e real = z[j]
//	  if e < w[j] && s != 0.0 {     →       if e < w[j] {
//	    g[j] +~= s                            at = j
//	    s = 0.0                             }
//	  }                                   }
//	}                                     for down j < n {
//	                                        var e real = z[j]
//	                                        if j == at && s != 0.0 {
//	                                          g[j] +~= s
//	                                          s = 0.0
//	                                        }
//	                                      }
//
// What is left of the second loop is the work of pass only, after others have seen that it reads what the first one makes.
// The condition of an iteration must mean the same before the one that runs; what it means afterwards is of no interest.
var last = Pass{ //nolint:gochecknoglobals // a constant
	Name: "last",
	Law: "The first iteration of a downward loop in which a condition holds is the last one in which it holds, which a loop the other way " +
		"round finds, too.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		w := &laster{in: Analyse(f)}
		w.block(&f.Body)
	}),
}

type laster struct{ in *Info }

func (w *laster) block(b *[]loop.Stmt) {
	for i := 0; i < len(*b); i++ {
		s := (*b)[i]
		loop.Blocks(s, w.block)
		if l, ok := s.(*loop.For); ok {
			if now := w.loop(l); now != nil {
				*b = slices.Replace(*b, i, i+1, now...)
				i += len(now) - 1
			}
		}
	}
}

// loop is what stands for l, or nil.
func (w *laster) loop(l *loop.For) []loop.Stmt {
	lets, work := w.parts(l)
	if work == nil {
		return nil
	}
	where, flags := w.conditions(l, lets, work)
	if where == nil || flags == nil {
		return nil
	}
	at := loop.NewVar("at", loop.IntType)
	j := loop.NewVar(l.Var.Name, loop.IntType)
	*w.in.changes.At(at.ID())++
	up := &cloner{in: w.in, as: map[*loop.Var]*loop.Expr{l.Var: loop.Use(j)}}
	body := up.block(needed(lets, where))
	found := &loop.Assign{Lhs: []*loop.Expr{loop.Use(at)}, Rhs: []*loop.Expr{loop.Use(j)}}
	body = append(body, &loop.If{Cond: up.expr(where), Then: []loop.Stmt{found}})
	work.Cond = binary2("and", binary2("ieq", loop.Use(l.Var), loop.Use(at)), flags)
	l.Body = slices.Concat(wanted(lets, work), []loop.Stmt{work})
	return []loop.Stmt{&loop.Let{Var: at, Rhs: loop.IntConst(-1)}, &loop.For{Var: j, N: l.N, Body: body}, l}
}

// needed are those of the declarations that e is computed with.
func needed(lets []loop.Stmt, e *loop.Expr) []loop.Stmt {
	want := map[*loop.Var]bool{}
	EachRead(e, func(v *loop.Var) { want[v] = true })
	return among(lets, want)
}

// wanted are those of the declarations that a statement uses.
func wanted(lets []loop.Stmt, s loop.Stmt) []loop.Stmt {
	want := map[*loop.Var]bool{}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, func(v *loop.Var) { want[v] = true }) })
		if a, ok := s.(*loop.Append); ok {
			want[a.Var] = true
		}
	})
	return among(lets, want)
}

// among are those of the declarations that the wanted ones are computed with.
func among(lets []loop.Stmt, want map[*loop.Var]bool) []loop.Stmt {
	var out []loop.Stmt
	for _, s := range slices.Backward(lets) {
		if d := s.(*loop.Let); want[d.Var] {
			EachRead(d.Rhs, func(v *loop.Var) { want[v] = true })
			out = append(out, s)
		}
	}
	slices.Reverse(out)
	return out
}

// parts are the declarations at the beginning of a downward loop and the branch behind them, if that is all; otherwise nil.
func (w *laster) parts(l *loop.For) ([]loop.Stmt, *loop.If) {
	n := len(l.Body) - 1
	if !l.Down || l.Par != nil || n < 0 {
		return nil, nil
	}
	for _, s := range l.Body[:n] {
		if d, ok := s.(*loop.Let); !ok || w.in.Mutable(d.Var) {
			return nil, nil
		}
	}
	work, ok := l.Body[n].(*loop.If)
	if !ok || len(work.Else) > 0 {
		return nil, nil
	}
	return l.Body[:n], work
}

// conditions are the two halves of the condition of work: what depends on the iteration, and what holds in every one until work has
// run, and in none from then on. They are nil when there is no such half, or when the first depends on what work does.
func (w *laster) conditions(l *loop.For, lets []loop.Stmt, work *loop.If) (where, flags *loop.Expr) {
	changed := w.in.Effects(work.Then...)
	for _, s := range lets {
		if !w.in.Steady(s.(*loop.Let).Rhs, changed) {
			return nil, nil
		}
	}
	local := map[*loop.Var]bool{l.Var: true}
	for _, s := range lets {
		local[s.(*loop.Let).Var] = true
	}
	after := &cloner{in: w.in, as: constantsAfter(work.Then)}
	for _, c := range conjuncts(work.Cond, nil) {
		once := after.expr(c)
		switch {
		case once.IsConst() && once.I == 0 && !mentionsAny(c, local) && !c.ReadsMemory() && !Guarded(c):
			flags = conjunction(flags, c)
		case !w.in.Steady(c, changed) || flags != nil && Guarded(c):
			return nil, nil
		default:
			where = conjunction(where, c)
		}
	}
	return where, flags
}

// constantsAfter are the variables that a block leaves with a constant.
func constantsAfter(block []loop.Stmt) map[*loop.Var]*loop.Expr {
	as := map[*loop.Var]*loop.Expr{}
	for _, s := range block {
		top, isAssign := s.(*loop.Assign)
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
			switch s := s.(type) {
			case *loop.Assign:
				for _, l := range s.Lhs {
					delete(as, l.Var)
				}
			case *loop.AddTo:
				delete(as, s.Lhs.Var)
			case *loop.Append:
				delete(as, s.Var)
			}
		})
		if !isAssign {
			continue
		}
		for i, l := range top.Lhs {
			if l.Kind == loop.VarExpr && top.Rhs[i].IsConst() {
				as[l.Var] = top.Rhs[i]
			}
		}
	}
	return as
}

// conjuncts appends to list what c is the conjunction of.
func conjuncts(c *loop.Expr, list []*loop.Expr) []*loop.Expr {
	if c.Kind == loop.PrimExpr && c.Prim.Name == "and" {
		return conjuncts(c.Args[1], conjuncts(c.Args[0], list))
	}
	return append(list, c)
}

// conjunction is a && b; a may be nil.
func conjunction(a, b *loop.Expr) *loop.Expr {
	if a == nil {
		return b
	}
	return binary2("and", a, b)
}

// mentionsAny reports whether e reads one of some variables.
func mentionsAny(e *loop.Expr, vars map[*loop.Var]bool) (yes bool) {
	EachRead(e, func(v *loop.Var) { yes = yes || vars[v] })
	return yes
}
