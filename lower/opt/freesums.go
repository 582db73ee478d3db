package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// freeSums makes free the additions of loops that only add up, so that kernels and reduce may regroup them: with
// fast-math a sum that a program writes as a loop is the same as one that it writes as a sum.
//
//	for i < n {                 for i < n {
//	  s = s + x[i] * y[i]   →     s +~= x[i] * y[i]
//	}                           }
//
// A loop that hands s to one inside, and takes it back, adds up what that adds up.
//
//	for i < n {                                for i < n {
//	  var t real = s                             var t real = 0.0
//	  for j < m { t = t + x[i] * y[j] }    →     for j < m { t +~= x[i] * y[j] }
//	  s = t                                      s +~= t
//	}                                          }
var freeSums = Pass{ //nolint:gochecknoglobals // a constant
	Name: "sum-reassociation",
	Law: "With fast-math only: (s + x) + y = (s + y) + x, where a loop does nothing with s but to add to it. Sums " +
		"differ in their last " +
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
	uses := usesIn(l)
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
	freeHanded(l)
}

// usesIn counts the uses of variables in a loop: reads and stores, and where they are declared.
func usesIn(l *loop.For) map[*loop.Var]int {
	uses := map[*loop.Var]int{}
	loop.Walk(l.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { facts.EachRead(*e, func(v *loop.Var) { uses[v]++ }) })
		loop.Declared(s, func(v *loop.Var) { uses[v]++ })
		if a, ok := s.(*loop.Append); ok {
			uses[a.Var]++
		}
	})
	return uses
}

// freeHanded treats the variables that a loop hands to those inside and takes back.
func freeHanded(l *loop.For) {
	if !slices.ContainsFunc(l.Body, isLoop) {
		return
	}
	uses, added := usesIn(l), map[*loop.Var]int{}
	loop.Walk(l.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.AddTo); ok && a.Free && a.Lhs.Kind == loop.VarExpr {
			added[a.Lhs.Var]++
		}
	})
	starts, here := map[*loop.Var]*loop.Let{}, map[*loop.Var][]int{}
	for i, s := range l.Body {
		if a, n := realAddition(s); a != nil {
			if b, ok := s.(*loop.AddTo); !ok || !b.Free {
				added[a.Lhs.Var] += n
				here[a.Lhs.Var] = append(here[a.Lhs.Var], i)
			}
			continue
		}
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type == loop.RealType && s.Rhs.Kind == loop.VarExpr {
				starts[s.Var] = s
			}
		case *loop.Assign:
			if len(s.Lhs) != 1 || s.Lhs[0].Kind != loop.VarExpr || s.Rhs[0].Kind != loop.VarExpr {
				continue
			}
			// Besides the additions, v is where it starts and where it is handed back, and the sum is nothing else.
			v, sum := s.Rhs[0].Var, s.Lhs[0]
			if from := starts[v]; from != nil && from.Rhs.IsVar(sum.Var) && uses[sum.Var] == 2 &&
				uses[v] == added[v]+2 {
				from.Rhs = loop.ZeroOf(loop.RealType)
				l.Body[i] = &loop.AddTo{Lhs: sum, Rhs: s.Rhs[0], Free: true}
				for _, k := range here[v] {
					l.Body[k], _ = realAddition(l.Body[k])
				}
			}
		}
	}
}

// realAddition is s as a free addition to a variable of the reals, and how often that stands in it, if it is one: v +=
// e, v = v + e, v = v - e.
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
