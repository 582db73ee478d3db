package facts

import "github.com/seed-4b734f86/gochad/lower/loop"

// Mentions counts the uses of v in s and the blocks inside.
func Mentions(s loop.Stmt, v *loop.Var) int {
	n := 0
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			EachRead(*e, func(x *loop.Var) {
				if x == v {
					n++
				}
			})
		})
		if a, ok := s.(*loop.Append); ok && a.Var == v {
			n++
		}
	})
	return n
}

// Uses counts the places where variables stand, their declarations left out.
func Uses(f *loop.Func) map[*loop.Var]int {
	n := map[*loop.Var]int{}
	loop.Walk(f.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, func(v *loop.Var) { n[v]++ }) })
		if a, ok := s.(*loop.Append); ok {
			n[a.Var]++
		}
	})
	for _, r := range f.Results {
		EachRead(r, func(v *loop.Var) { n[v]++ })
	}
	return n
}

// Targets are what a statement gives values to.
func Targets(s loop.Stmt) []*loop.Expr {
	switch s := s.(type) {
	case *loop.Assign:
		return s.Lhs
	case *loop.AddTo:
		return []*loop.Expr{s.Lhs}
	case *loop.Copy:
		return []*loop.Expr{s.Dst}
	case *loop.Clear:
		return []*loop.Expr{s.Dst}
	}
	return nil
}

// HasLoop reports whether a counted loop stands in a block.
func HasLoop(block []loop.Stmt) bool {
	found := false
	loop.Walk(block, func(s loop.Stmt) {
		_, ok := s.(*loop.For)
		found = found || ok
	})
	return found
}
