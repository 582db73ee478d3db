package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// unswap makes one array of two that change places at the end of each iteration, where the state of a loop is built beside the one before:
//
//	for t < n {                          for t < n {
//	  copy(z[t], p)                        copy(z[t], p)
//	  …                                    …
//	  copy(q, z[t])                  →     copy(p, z[t])
//	  q[i] += h * z[t][i]                  p[i] += h * z[t][i]
//	  p, q = q, p
//	}                                    }
//
// There is one array less, and one that stays what it is, of which other passes know more.
var unswap = Pass{ //nolint:gochecknoglobals // a constant
	Name: "unswap",
	Law: "Of two arrays that change places at the end of each iteration, of which the second is filled as a whole after the last use of the " +
		"first, the second can be the first.",
	Needs: Loops | Allocs | Renewed | Copies,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		for unswapOne(f) {
		}
	}),
}

// unswapOne finds two arrays.
func unswapOne(f *loop.Func) bool {
	in := Analyse(f)
	var done bool
	loop.Walk(f.Body, func(s loop.Stmt) {
		l, ok := s.(*loop.For)
		if !ok || done || len(l.Body) == 0 || l.Par != nil {
			return
		}
		a, ok := l.Body[len(l.Body)-1].(*loop.Assign)
		if !ok || len(a.Lhs) != 2 {
			return
		}
		for _, x := range a.Lhs {
			if x.Kind != loop.VarExpr || !x.Type.IsArray() {
				return
			}
		}
		p, q := a.Lhs[0].Var, a.Lhs[1].Var
		if p == q || !a.Rhs[0].IsVar(q) || !a.Rhs[1].IsVar(p) {
			return
		}
		for _, u := range []*swapped{{f: f, in: in, l: l, p: p, q: q}, {f: f, in: in, l: l, p: q, q: p}} {
			if u.fits() {
				u.apply()
				done = true
				return
			}
		}
	})
	return done
}

// swapped are two arrays, p with the state before an iteration and q with that after it.
type swapped struct {
	f    *loop.Func
	in   *Info
	l    *loop.For
	p, q *loop.Var
	fill int // where the iteration fills q
}

// mentionedIn reports whether a statement, with those inside, mentions a variable.
func mentionedIn(s loop.Stmt, is func(*loop.Var) bool) (yes bool) {
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, func(v *loop.Var) { yes = yes || is(v) }) })
		if a, ok := s.(*loop.Append); ok {
			yes = yes || is(a.Var)
		}
	})
	return yes
}

// fits reports whether one array will do.
func (u *swapped) fits() bool {
	if !u.alike() {
		return false
	}
	isP := func(v *loop.Var) bool { return v == u.p }
	isQ := func(v *loop.Var) bool { return v == u.q }
	body := u.l.Body[:len(u.l.Body)-1]
	u.fill = -1
	for i, s := range body {
		if mentionedIn(s, isQ) {
			u.fill = i
			break
		}
	}
	if u.fill < 0 {
		return false
	}
	c, ok := body[u.fill].(*loop.Copy)
	if !ok || !c.Dst.IsVar(u.q) {
		return false
	}
	if from := rootOf(c.Src); !c.Src.IsVar(u.p) && (from == nil || u.in.MayShare(from, u.p)) {
		return false
	}
	for _, s := range body[u.fill+1:] {
		if mentionedIn(s, isP) {
			return false
		}
	}
	return u.viewsStay(body)
}

// alike reports whether the arrays are made alike, and change in nothing but the loop's last statement; and whether nothing outside of the
// loop looks at q.
func (u *swapped) alike() bool {
	var made [2]*loop.Alloc
	ok := true
	inside := map[loop.Stmt]bool{}
	loop.Walk(u.l.Body, func(s loop.Stmt) { inside[s] = true })
	last := u.l.Body[len(u.l.Body)-1]
	loop.Walk(u.f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.Alloc:
			for i, v := range []*loop.Var{u.p, u.q} {
				if s.Var == v {
					ok = ok && made[i] == nil && !inside[s]
					made[i] = s
				}
			}
		case *loop.Append:
			ok = ok && s.Var != u.p && s.Var != u.q
		case *loop.Assign:
			for _, x := range s.Lhs {
				if x.IsVar(u.p) || x.IsVar(u.q) {
					ok = ok && s == last
				}
			}
		}
		if !inside[s] {
			loop.Operands(s, func(e **loop.Expr, _ bool) { EachRead(*e, func(v *loop.Var) { ok = ok && v != u.q }) })
		}
	})
	for _, r := range u.f.Results {
		EachRead(r, func(v *loop.Var) { ok = ok && v != u.q })
	}
	if !ok || made[0] == nil || made[1] == nil || len(made[0].Dims) != len(made[1].Dims) || u.p.Type != u.q.Type || len(made[0].Dims) != int(u.p.Type.Rank) {
		return false
	}
	for i, d := range made[0].Dims {
		if !loop.Equal(d, made[1].Dims[i]) || !u.in.Fixed(d) || d.ReadsMemory() {
			return false
		}
	}
	return true
}

// viewsStay reports whether variables for parts of the arrays are used on one side of where q is filled only, or after the loop.
func (u *swapped) viewsStay(body []loop.Stmt) bool {
	class := u.in.Class(u.p)
	other := func(v *loop.Var) bool { return v != u.p && v != u.q && holds(v.Type) && u.in.Class(v) == class }
	side := map[*loop.Var]int{} // of the loop's own variables
	for i, s := range body {
		where := 1
		if i >= u.fill {
			where = 2
		}
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { side[v] = where }) })
	}
	for i, s := range body {
		where := 1
		if i >= u.fill {
			where = 2
		}
		if mentionedIn(s, func(v *loop.Var) bool { return other(v) && side[v] != where }) {
			return false
		}
	}
	// What is declared outside is only seen behind the loop.
	before, after := map[*loop.Var]bool{}, false
	ok := true
	loop.Walk(u.f.Body, func(s loop.Stmt) {
		if s == loop.Stmt(u.l) {
			after = true
		}
		loop.Declared(s, func(v *loop.Var) {
			if !after && other(v) {
				before[v] = true
			}
		})
	})
	for _, p := range u.f.Params {
		ok = ok && !other(p.Var)
	}
	return ok && len(before) == 0
}

// there reports whether p already holds what it would be filled with: it was copied there, and neither has changed.
func (u *swapped) there(e *loop.Expr) bool {
	p, ok := u.in.elements(loop.Use(u.p))
	from, fine := u.in.elements(e)
	if !ok || !fine || e.Kind != loop.VarExpr || u.in.Mutable(e.Var) {
		return false
	}
	for i := u.fill - 1; i >= 0; i-- {
		if c, ok := u.l.Body[i].(*loop.Copy); ok && c.Dst.IsVar(e.Var) && c.Src.IsVar(u.p) {
			return true
		}
		if ef := u.in.Effects(u.l.Body[i]); ef.Regions[p] || ef.Regions[from] {
			return false
		}
	}
	return false
}

func (u *swapped) apply() {
	with := map[*loop.Var]*loop.Expr{u.q: loop.Use(u.p)}
	u.l.Body = u.l.Body[:len(u.l.Body)-1]
	if c := u.l.Body[u.fill].(*loop.Copy); c.Src.IsVar(u.p) || u.there(c.Src) {
		u.l.Body = append(u.l.Body[:u.fill:u.fill], u.l.Body[u.fill+1:]...)
	}
	loop.MapExprs(u.l.Body, func(e *loop.Expr) *loop.Expr { return substitute(e, with) })
	var drop func(b *[]loop.Stmt)
	drop = func(b *[]loop.Stmt) {
		out := (*b)[:0]
		for _, s := range *b {
			if a, ok := s.(*loop.Alloc); ok && a.Var == u.q {
				continue
			}
			loop.Blocks(s, drop)
			out = append(out, s)
		}
		*b = out
	}
	drop(&u.f.Body)
}
