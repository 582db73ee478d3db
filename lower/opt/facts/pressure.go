package facts

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Pressure is the real variables that the body of a loop without loops and calls reads and nothing in it gives a value,
// in the order in which it reads them. With it comes about how many reals are in use at once. It is nothing for
// other loops.
func Pressure(body []loop.Stmt) (consts []*loop.Var, live int) {
	r := &registers{own: map[*loop.Var]bool{}, used: map[*loop.Var]bool{}}
	plain := true
	changed := map[*loop.Var]bool{}
	loop.Walk(body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Let, *loop.If, *loop.Check:
		case *loop.Assign:
			for _, l := range s.Lhs {
				changed[l.Var] = true
			}
		case *loop.AddTo:
			changed[s.Lhs.Var] = true
		default:
			plain = false
		}
		loop.Declared(s, func(v *loop.Var) { r.own[v] = true })
	})
	if !plain {
		return nil, 0
	}
	loop.Walk(body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			(*e).EachVar(func(v *loop.Var) {
				if v.Type == loop.RealType && !r.own[v] && !r.used[v] {
					r.used[v] = true // all the time
					if r.count++; !changed[v] {
						consts = append(consts, v)
					}
				}
			})
		})
	})
	r.most = r.count
	r.block(body)
	return consts, r.most
}

// registers counts the reals in use, from the end of a block to its beginning.
type registers struct {
	own, used   map[*loop.Var]bool
	count, most int
}

func (r *registers) block(b []loop.Stmt) {
	for _, s := range slices.Backward(b) {
		loop.Declared(s, func(v *loop.Var) {
			if r.used[v] {
				r.used[v] = false
				r.count--
			}
		})
		loop.Blocks(s, func(inner *[]loop.Stmt) { r.block(*inner) })
		loop.Operands(s, func(e **loop.Expr, _ bool) {
			(*e).EachVar(func(v *loop.Var) {
				if v.Type == loop.RealType && !r.used[v] {
					r.used[v] = true
					r.count++
				}
			})
		})
		r.most = max(r.most, r.count)
	}
}
