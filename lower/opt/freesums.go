package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// freeSums makes free the additions of loops that only add up, so that kernels and reduce may regroup them: with
// fast-math a sum that a program writes as a loop is the same as one that it writes as a sum.
//
//	for i < n {                 for i < n {
//	  s = s + x[i] * y[i]   →     s +~= x[i] * y[i]
//	}                           }
var freeSums = Pass{ //nolint:gochecknoglobals // a constant
	Name: "free-sums",
	Law: "With fast-math only: (s + x) + y = (s + y) + x, where a loop does nothing with s but to add to it. Sums differ in their last " +
		"bits: each by at most (n-1)·u·Σ|e| from the exact one.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.FastMath && !o.Ordered {
			freeIn(f.Body)
		}
	}),
}

func freeIn(b []loop.Stmt) {
	for _, s := range b {
		loop.Blocks(s, func(inner *[]loop.Stmt) { freeIn(*inner) })
		if l, ok := s.(*loop.For); ok && !l.Vector {
			freeLoop(l)
		}
	}
}

// freeLoop treats the additions that every iteration of a loop makes.
func freeLoop(l *loop.For) {
	uses := map[*loop.Var]int{} // in the loop, of variables: reads and stores
	loop.Walk(l.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, func(v *loop.Var) { uses[v]++ }) })
		loop.Declared(s, func(v *loop.Var) { uses[v]++ })
		if a, ok := s.(*loop.Append); ok {
			uses[a.Var]++
		}
	})
	sums := map[*loop.Var]int{} // those of its additions
	for _, s := range l.Body {
		if a, n := realAddition(s); a != nil {
			sums[a.Lhs.Var] += n
		}
	}
	for i, s := range l.Body {
		if a, _ := realAddition(s); a != nil && sums[a.Lhs.Var] == uses[a.Lhs.Var] {
			l.Body[i] = a
		}
	}
}

// realAddition is s as a free addition to a variable of the reals, and how often that stands in it, if it is one: v += e, v = v + e, v = v - e.
func realAddition(s loop.Stmt) (a *loop.AddTo, uses int) {
	switch s := s.(type) {
	case *loop.AddTo:
		if s.Lhs.Kind == loop.VarExpr && s.Lhs.Type == loop.RealType {
			return &loop.AddTo{Lhs: s.Lhs, Rhs: s.Rhs, Free: true}, 1
		}
	case *loop.Assign:
		if len(s.Lhs) != 1 || s.Lhs[0].Kind != loop.VarExpr || s.Lhs[0].Type != loop.RealType {
			return nil, 0
		}
		v, sum := s.Lhs[0].Var, s.Rhs[0]
		if sum.Kind != loop.PrimExpr {
			return nil, 0
		}
		for k, x := range sum.Args {
			switch {
			case sum.Prim == syntax.OpAdd && x.IsVar(v):
				return &loop.AddTo{Lhs: s.Lhs[0], Rhs: sum.Args[1-k], Free: true}, 2
			case sum.Prim == syntax.OpSub && k == 0 && x.IsVar(v):
				return &loop.AddTo{Lhs: s.Lhs[0], Rhs: loop.Prim(syntax.OpNeg, sum.Args[1]), Free: true}, 2
			}
		}
	}
	return nil, 0
}
