package wasmbackend

import "github.com/seed-4b734f86/gochad/lower/loop"

// Functions of the math library take two arguments at a time where a loop is run in pairs (mathpair.go). A loop with loops in it is not: where such
// a loop stores a function of a number that it has computed, it stores the number, and a loop of its own makes the function of it.
//
//	for i < n {                          for i < n {
//	  var s real = 0.0                     var s real = 0.0
//	  for j < m {                          for j < m {
//	    s +~= w[i][j] * x[j]         →       s +~= w[i][j] * x[j]
//	  }                                    }
//	  y[i] = tanh(s + b[i])                y[i] = s
//	}                                    }
//	                                     for k < n {
//	                                       var t real = y[k]
//	                                       y[k] = tanh(t + b[k])
//	                                     }
//
// The array is one that the function has made, which nothing else in the loop reads or writes by any name; the loop stores nothing else.
// All numbers are the same. It is done for wazero, where it was measured.
func mathAfter(p *loop.Program) {
	for _, f := range p.Funcs {
		mathAfterIn(f, &f.Body)
	}
}

func mathAfterIn(f *loop.Func, b *[]loop.Stmt) {
	for i := 0; i < len(*b); i++ {
		l, ok := (*b)[i].(*loop.For)
		if ok {
			if after := mathOf(f, l); after != nil {
				*b = append((*b)[:i+1:i+1], append([]loop.Stmt{after}, (*b)[i+1:]...)...)
				i++
				continue
			}
		}
		loop.Blocks((*b)[i], func(inner *[]loop.Stmt) { mathAfterIn(f, inner) })
	}
}

// mathOf takes the math of what a loop stores out of it and gives the loop that does it, nil if there is none.
func mathOf(f *loop.Func, l *loop.For) *loop.For {
	if l.Vector || l.Par != nil || l.N.ReadsMemory() || l.N.CanFail() || len(l.Body) < 2 {
		return nil
	}
	last, ok := l.Body[len(l.Body)-1].(*loop.Assign)
	if !ok || len(last.Lhs) != 1 {
		return nil
	}
	place, value := last.Lhs[0], last.Rhs[0]
	if place.Kind != loop.IndexExpr || place.Type != loop.RealType || place.Args[0].Kind != loop.VarExpr || !place.Args[1].IsVar(l.Var) || value.CanFail() || !callsMath(value) {
		return nil
	}
	changed, ok := onlyNumbers(l.Body[:len(l.Body)-1])
	if !ok || anyVar(l.N, func(v *loop.Var) bool { return changed[v] }) {
		return nil
	}
	var s *loop.Var
	if anyVar(value, func(v *loop.Var) bool { // something that changes, but for one real
		if !changed[v] || v == s {
			return false
		}
		other := s != nil
		s = v
		return other || v.Type != loop.RealType
	}) || s == nil {
		return nil
	}
	a := place.Args[0].Var
	views := viewsOf(f, a)
	mentions := func(x *loop.Expr) bool { return anyVar(x, func(v *loop.Var) bool { return views[v] }) }
	if views == nil || changed[a] || mentions(value) || mentions(l.N) {
		return nil
	}
	used := false
	loop.Walk(l.Body[:len(l.Body)-1], func(s loop.Stmt) {
		loop.Operands(s, func(x **loop.Expr, _ bool) { used = used || mentions(*x) })
	})
	if used {
		return nil
	}
	k, t := loop.NewVar(l.Var.Name, loop.IntType), loop.NewVar("t", loop.RealType)
	var moved func(x *loop.Expr) *loop.Expr
	moved = func(x *loop.Expr) *loop.Expr {
		switch {
		case x.IsVar(s):
			return loop.Use(t)
		case x.IsVar(l.Var):
			return loop.Use(k)
		}
		return x.MapArgs(moved)
	}
	element := loop.Index(loop.Use(a), loop.Use(k))
	l.Body[len(l.Body)-1] = &loop.Assign{Lhs: []*loop.Expr{place}, Rhs: []*loop.Expr{loop.Use(s)}}
	return &loop.For{Var: k, N: l.N, Body: []loop.Stmt{
		&loop.Let{Var: t, Rhs: element},
		&loop.Assign{Lhs: []*loop.Expr{element}, Rhs: []*loop.Expr{moved(value)}},
	}}
}

func callsMath(x *loop.Expr) bool {
	if x.Kind == loop.PrimExpr && isMath(x.Prim) && !smallPower(x) {
		return !x.Prim.Host
	}
	for _, a := range x.Args {
		if callsMath(a) {
			return true
		}
	}
	return false
}

func anyVar(x *loop.Expr, is func(*loop.Var) bool) (found bool) {
	x.EachVar(func(v *loop.Var) { found = found || is(v) })
	return found
}

// onlyNumbers are the variables that statements declare or change, if they have a loop among them, and change nothing else and cannot end the function
// but by a check in an expression.
func onlyNumbers(b []loop.Stmt) (changed map[*loop.Var]bool, ok bool) {
	changed = map[*loop.Var]bool{}
	loops, fine := false, true
	set := func(x *loop.Expr) {
		fine = fine && x.Kind == loop.VarExpr && !x.Type.IsArray()
		if fine {
			changed[x.Var] = true
		}
	}
	loop.Walk(b, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) { changed[v] = true })
		switch s := s.(type) {
		case *loop.Let, *loop.If:
		case *loop.For:
			loops = true
		case *loop.Assign:
			for _, x := range s.Lhs {
				set(x)
			}
		case *loop.AddTo:
			set(s.Lhs)
		default:
			fine = false
		}
	})
	return changed, loops && fine
}

// viewsOf are the variables that stand for an array, or for a part of it, in a function that makes it; nil if it does not, or if something else may.
func viewsOf(f *loop.Func, a *loop.Var) map[*loop.Var]bool {
	views := map[*loop.Var]bool{a: true}
	made, fine := false, true
	var look func(x *loop.Expr)
	base := func(x *loop.Expr) *loop.Var { // of a view; what else is in it is looked at
		for x.Kind == loop.SliceExpr {
			for _, i := range x.Args[1:] {
				look(i)
			}
			x = x.Args[0]
		}
		if x.Kind == loop.VarExpr {
			return x.Var
		}
		look(x)
		return nil
	}
	look = func(x *loop.Expr) {
		args := x.Args
		switch x.Kind {
		case loop.VarExpr:
			fine = fine && !views[x.Var]
		case loop.IndexExpr, loop.LenExpr:
			base(args[0])
			args = args[1:]
		}
		for _, y := range args {
			look(y)
		}
	}
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type.IsArray() {
				if v := base(s.Rhs); v != nil && views[v] {
					views[s.Var] = true
				}
				return
			}
		case *loop.Alloc:
			made = made || s.Var == a
		case *loop.Append:
			fine = fine && !views[s.Var]
		case *loop.Copy:
			base(s.Dst)
			base(s.Src)
			return
		case *loop.Clear:
			base(s.Dst)
			return
		}
		loop.Operands(s, func(x **loop.Expr, _ bool) { look(*x) })
	})
	if !made || !fine {
		return nil
	}
	return views
}
