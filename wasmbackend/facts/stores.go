package facts

import "github.com/seed-4b734f86/gochad/lower/loop"

// mostStores is the number of statements that may store to an array that is watched.
const mostStores = 8

// StoresTo reports, for few stores, whether all stores to an array are elements of it or of its slices, outside of
// nests of loops; it notes the slices.
func StoresTo(f *loop.Func, v *loop.Var, into map[*loop.Var]bool) bool {
	mine := map[*loop.Var]bool{v: true}
	ok, stores := true, 0
	var whole func(x *loop.Expr) bool // whether x uses the array otherwise than by an element
	whole = func(x *loop.Expr) bool {
		switch {
		case x.Kind == loop.VarExpr:
			return mine[x.Var]
		case (x.Kind == loop.IndexExpr || x.Kind == loop.LenExpr) && x.Args[0].Kind == loop.VarExpr:
			return len(x.Args) > 1 && whole(x.Args[1])
		}
		for _, a := range x.Args {
			if whole(a) {
				return true
			}
		}
		return false
	}
	var block func(b []loop.Stmt, depth int)
	place := func(x *loop.Expr, depth int) {
		if x.Kind == loop.IndexExpr && x.Args[0].Kind == loop.VarExpr && mine[x.Args[0].Var] {
			stores++
			ok = ok && depth <= 1
		}
	}
	block = func(b []loop.Stmt, depth int) {
		for _, s := range b {
			inner := depth
			switch s := s.(type) {
			case *loop.Let:
				if x := s.Rhs; x.Kind == loop.SliceExpr && x.Args[0].Kind == loop.VarExpr && mine[x.Args[0].Var] {
					mine[s.Var] = true
					ok = ok && !whole(x.Args[1]) && !whole(x.Args[2])
					continue
				}
			case *loop.Clear:
				if s.Dst.Kind == loop.VarExpr {
					continue
				}
			case *loop.Append:
				ok = ok && !mine[s.Var]
			case *loop.Assign:
				for _, l := range s.Lhs {
					place(l, depth)
				}
			case *loop.AddTo:
				place(s.Lhs, depth)
			case *loop.For:
				inner++
				if s.Vector {
					inner++
				}
			case *loop.While:
				inner++
				ok = ok && !whole(s.Cond)
			}
			loop.Operands(s, func(x **loop.Expr, _ bool) { ok = ok && !whole(*x) })
			loop.Blocks(s, func(b *[]loop.Stmt) { block(*b, inner) })
		}
	}
	block(f.Body, 0)
	for _, r := range f.Results {
		ok = ok && !whole(r)
	}
	if !ok || stores > mostStores {
		return false
	}
	for w := range mine {
		into[w] = true
	}
	return true
}
