package vectors

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// MathAfter makes loops of math that are run in pairs.
//
// Functions of the math library take two arguments at a time where a loop is run in pairs. A loop with loops in it is
// not: where such a loop stores a function of a number that it has computed, it stores the number, and a
// loop of its own makes the function of it.
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
// The array is one that the function has made, which nothing else in the loop reads or writes by any name; the loop
// stores nothing else. All numbers are the same. isMath says which primitives are functions. It takes time linear in a
// function, except for loops in loops.
func MathAfter(p *loop.Program, isMath func(*syntax.Op) bool) {
	for _, f := range p.Funcs {
		m := &mathMover{f: f, isMath: isMath}
		m.block(&f.Body)
	}
}

type mathMover struct {
	f      *loop.Func
	arrays *ownArrays // of f, once a loop asks for them
	isMath func(*syntax.Op) bool
}

func (m *mathMover) block(b *[]loop.Stmt) {
	var out []loop.Stmt // from the first loop on that is added to
	for i, s := range *b {
		var after *loop.For
		if l, ok := s.(*loop.For); ok {
			after = m.mathOf(l)
		}
		if after == nil {
			loop.Blocks(s, m.block)
		} else if out == nil {
			out = slices.Clone((*b)[:i])
		}
		if out != nil {
			out = append(out, s)
		}
		if after != nil {
			out = append(out, after)
		}
	}
	if out != nil {
		*b = out
	}
}

// mathOf takes the math of what a loop stores out of it and gives the loop that does it, nil if there is none.
func (m *mathMover) mathOf(l *loop.For) *loop.For {
	if l.Vector || l.Par != nil || l.N.ReadsMemory() || l.N.CanFail() || len(l.Body) < 2 {
		return nil
	}
	last, ok := l.Body[len(l.Body)-1].(*loop.Assign)
	if !ok || len(last.Lhs) != 1 {
		return nil
	}
	place, value := last.Lhs[0], last.Rhs[0]
	if place.Kind != loop.IndexExpr || place.Type != loop.RealType || place.Args[0].Kind != loop.VarExpr ||
		!place.Args[1].IsVar(l.Var) || value.CanFail() || !m.callsMath(value) {
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
	if m.arrays == nil {
		m.arrays = arraysOf(m.f)
	}
	if !m.arrays.alone(a) {
		return nil
	}
	mentions := func(x *loop.Expr) bool { return anyVar(x, func(v *loop.Var) bool { return m.arrays.of(v) == a }) }
	if mentions(value) {
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
	element := func() *loop.Expr { return loop.Index(loop.Use(a), loop.Use(k)) }
	l.Body[len(l.Body)-1] = &loop.Assign{Lhs: []*loop.Expr{place}, Rhs: []*loop.Expr{loop.Use(s)}}
	return &loop.For{Var: k, N: l.N, Body: []loop.Stmt{
		&loop.Let{Var: t, Rhs: element()},
		&loop.Assign{Lhs: []*loop.Expr{element()}, Rhs: []*loop.Expr{moved(value)}},
	}}
}

func (m *mathMover) callsMath(x *loop.Expr) bool {
	if x.Kind == loop.PrimExpr && m.isMath(x.Prim) && !facts.SmallPower(x) {
		return !x.Prim.Host
	}
	for _, a := range x.Args {
		if m.callsMath(a) {
			return true
		}
	}
	return false
}

func anyVar(x *loop.Expr, is func(*loop.Var) bool) (found bool) {
	x.EachVar(func(v *loop.Var) { found = found || is(v) })
	return found
}

// onlyNumbers are the variables that statements declare or change, if they have a loop among them, and change nothing
// else and cannot end the function but by a check in an expression.
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

// ownArrays are the arrays that a function makes, with their names.
type ownArrays struct {
	whole map[*loop.Var]*loop.Var // of a variable that stands for an array or a part of it by another name
	made  map[*loop.Var]bool
	given map[*loop.Var]bool // something else may stand for it
}

func (o *ownArrays) of(v *loop.Var) *loop.Var {
	if w := o.whole[v]; w != nil {
		return w
	}
	return v
}

// alone reports whether the function makes an array a, and only names in whole stand for it.
func (o *ownArrays) alone(a *loop.Var) bool { return o.made[a] && !o.given[a] }

func arraysOf(f *loop.Func) *ownArrays {
	o := &ownArrays{map[*loop.Var]*loop.Var{}, map[*loop.Var]bool{}, map[*loop.Var]bool{}}
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
			if x.Type.IsArray() {
				o.given[o.of(x.Var)] = true
			}
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
				if v := base(s.Rhs); v != nil {
					o.whole[s.Var] = o.of(v)
				}
				return
			}
		case *loop.Alloc:
			o.made[s.Var] = true
		case *loop.Append:
			o.given[o.of(s.Var)] = true
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
	return o
}
