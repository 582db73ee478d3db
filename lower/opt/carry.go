package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

var carry = Pass{ //nolint:gochecknoglobals // a constant
	Name: "carry",
	Law: "An element that one iteration adds to under the index i+1, and the next under i, while nothing else in the loop reaches " +
		"that memory, can be in a variable from one to the next, with the same additions in the same order. In such a loop, " +
		"elements that are read under both indices and not written are carried too.",
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		r := &carrier{newSurroundings(f)}
		f.Body = r.block(f.Body)
	}),
}

// carrier carries elements from one iteration to the next.
type carrier struct{ *surroundings }

func (r *carrier) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		f, ok := s.(*loop.For)
		if !ok {
			r.blocks(s, func(b *[]loop.Stmt) { *b = r.block(*b) })
			out = append(out, s)
			continue
		}
		r.enter(f)
		f.Body = r.block(f.Body)
		r.leave(f)
		out = append(out, r.count(f)...)
	}
	return out
}

// stencil is a loop with what its indices are, relative to its own.
type stencil struct {
	*carrier
	s    *loop.For
	ef   *Effects
	ints map[*loop.Var]int64 // i+1 in a variable
}

func (r *carrier) count(s *loop.For) []loop.Stmt {
	if s.Down || !straight(s.Body) {
		return []loop.Stmt{s}
	}
	st := &stencil{carrier: r, s: s, ef: r.in.Effects(s), ints: map[*loop.Var]int64{}}
	for _, b := range s.Body {
		if l, ok := b.(*loop.Let); ok && l.Var.Type == loop.IntType && !r.in.Mutable(l.Var) {
			if k, ok := st.offset(l.Rhs); ok {
				st.ints[l.Var] = k
			}
		}
	}
	sums := st.sums()
	if len(sums) == 0 {
		return []loop.Stmt{s}
	}
	var free, bound, after []loop.Stmt
	if !s.N.IsAtom() || s.N.Kind == loop.VarExpr && r.in.Mutable(s.N.Var) {
		n := loop.NewVar("n", loop.IntType)
		free = append(free, &loop.Let{Var: n, Rhs: s.N})
		s.N = loop.Use(n)
	}
	next := &loop.Assign{}
	for _, p := range sums {
		c := loop.NewVar("carry", loop.RealType)
		w := loop.NewVar("next", loop.RealType)
		bound = append(bound, &loop.Let{Var: c, Rhs: p.element(loop.IntConst(0), p.k)})
		s.Body[p.high] = &loop.Let{Var: w, Rhs: added(p.add(s.Body, p.high))}
		low := p.add(s.Body, p.low)
		s.Body[p.low] = &loop.Assign{Lhs: []*loop.Expr{low.Lhs}, Rhs: []*loop.Expr{added(&loop.AddTo{Lhs: loop.Use(c), Rhs: low.Rhs})}}
		next.Lhs, next.Rhs = append(next.Lhs, loop.Use(c)), append(next.Rhs, loop.Use(w))
		after = append(after, &loop.Assign{Lhs: []*loop.Expr{p.element(s.N, p.k)}, Rhs: []*loop.Expr{loop.Use(c)}})
	}
	for _, p := range st.loads() {
		c := loop.NewVar(p.v.Name, p.v.Type.Elem())
		w := loop.NewVar(p.v.Name, p.v.Type.Elem())
		bound = append(bound, &loop.Let{Var: c, Rhs: p.element(loop.IntConst(0), p.k)})
		st.rotate(p, c, w)
		next.Lhs, next.Rhs = append(next.Lhs, loop.Use(c)), append(next.Rhs, loop.Use(w))
	}
	s.Body = append(s.Body, next)
	return r.around(s, free, bound, after)
}

// straight reports whether a loop has none inside and makes no memory.
func straight(block []loop.Stmt) bool {
	ok := true
	loop.Walk(block, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.For, *loop.While, *loop.Call, *loop.Alloc, *loop.Append, *loop.NewCell:
			ok = false
		}
	})
	return ok
}

// offset is k for the index i + k.
func (st *stencil) offset(e *loop.Expr) (int64, bool) {
	switch e.Kind {
	case loop.VarExpr:
		if e.Var == st.s.Var {
			return 0, true
		}
		k, ok := st.ints[e.Var]
		return k, ok
	case loop.PrimExpr:
		if e.Prim.Name != "iadd" {
			return 0, false
		}
		a, b := e.Args[0], e.Args[1]
		if a.IsConst() {
			a, b = b, a
		}
		if k, ok := st.offset(a); ok && b.IsConst() {
			return k + b.I, true
		}
	}
	return 0, false
}

// at is the array and the offset of an element under i + k of an array of numbers that stays the same in the loop.
func (st *stencil) at(e *loop.Expr) (v *loop.Var, k int64, ok bool) {
	if e.Kind != loop.IndexExpr || e.Type.IsArray() || e.Args[0].Kind != loop.VarExpr {
		return nil, 0, false
	}
	v = e.Args[0].Var
	k, ok = st.offset(e.Args[1])
	return v, k, ok && k >= 0 && !st.in.Mutable(v) && !st.ef.Vars[v]
}

// neighbours are the elements v[i+k] and v[i+k+1]; for sums, low and high are the statements that add to them.
type neighbours struct {
	v         *loop.Var
	k         int64
	low, high int
}

// element is v[i+k].
func (p *neighbours) element(i *loop.Expr, k int64) *loop.Expr {
	return loop.Index(loop.Use(p.v), loop.Add(i, loop.IntConst(k)))
}

func (p *neighbours) add(body []loop.Stmt, at int) *loop.AddTo { return body[at].(*loop.AddTo) }

// added is what an addition stores.
func added(a *loop.AddTo) *loop.Expr { return loop.Prim(syntax.OpAdd, a.Lhs, a.Rhs) }

// sums finds the pairs of additions.
func (st *stencil) sums() (out []*neighbours) {
	found := map[*loop.Var]*neighbours{}
	for n, s := range st.s.Body {
		a, ok := s.(*loop.AddTo)
		if !ok || a.Lhs.Type != loop.RealType {
			continue
		}
		v, k, ok := st.at(a.Lhs)
		if !ok {
			continue
		}
		p := found[v]
		switch {
		case p == nil:
			found[v] = &neighbours{v: v, k: k, low: n, high: -1}
		case p.high >= 0:
		case k == p.k+1:
			p.high = n
			out = append(out, p)
		case k == p.k-1:
			p.k, p.low, p.high = k, n, p.low
			out = append(out, p)
		}
	}
	alone := out[:0]
	for _, p := range out {
		if st.mentions(p.v) == 2 {
			alone = append(alone, p)
		}
	}
	return alone
}

// mentions counts the places in the loop that may reach the memory of v.
func (st *stencil) mentions(v *loop.Var) (n int) {
	class := st.in.Class(v)
	var expr func(e *loop.Expr)
	expr = func(e *loop.Expr) {
		if e.Kind == loop.VarExpr && holds(e.Type) && st.in.Class(e.Var) == class {
			n++
		}
		for _, a := range e.Args {
			expr(a)
		}
	}
	loop.Walk(st.s.Body, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { expr(*e) })
	})
	return n
}

// loads finds the pairs of elements that every iteration reads and that the loop does not write.
func (st *stencil) loads() (out []*neighbours) {
	first := map[*loop.Var]map[int64]int{}
	var order []*loop.Var
	for n, s := range st.s.Body {
		loop.Operands(s, func(e **loop.Expr, read bool) {
			if !read {
				return
			}
			always(*e, func(e *loop.Expr) {
				v, k, ok := st.at(e)
				if !ok {
					return
				}
				if r, ok := st.in.Region(e); !ok || st.ef.Regions[r] {
					return
				}
				if first[v] == nil {
					first[v] = map[int64]int{}
					order = append(order, v)
				}
				if _, ok := first[v][k]; !ok {
					first[v][k] = n
				}
			})
		})
	}
	for _, v := range order {
		for k := range int64(2) {
			_, low := first[v][k]
			if high, ok := first[v][k+1]; ok && low {
				out = append(out, &neighbours{v: v, k: k, high: high})
				break
			}
		}
	}
	// From the last on: what is put in for one moves the statements behind.
	slices.SortStableFunc(out, func(a, b *neighbours) int { return b.high - a.high })
	return out
}

// always calls yield for the parts of e that are evaluated whenever e is.
func always(e *loop.Expr, yield func(*loop.Expr)) {
	yield(e)
	switch {
	case e.Kind == loop.SelectExpr, e.Kind == loop.PrimExpr && (e.Prim.Name == "and" || e.Prim.Name == "or"):
		always(e.Args[0], yield)
		return
	}
	for _, a := range e.Args {
		always(a, yield)
	}
}

// rotate puts c in the place of the lower element, and w in that of the other from its first read on.
func (st *stencil) rotate(p *neighbours, c, w *loop.Var) {
	seen := false
	var expr func(e *loop.Expr) *loop.Expr
	expr = func(e *loop.Expr) *loop.Expr {
		if v, k, ok := st.at(e); ok && v == p.v {
			switch {
			case k == p.k:
				return loop.Use(c)
			case k == p.k+1 && seen:
				return loop.Use(w)
			}
		}
		return e.MapArgs(expr)
	}
	var block func(b []loop.Stmt)
	block = func(b []loop.Stmt) {
		for _, s := range b {
			loop.Operands(s, func(e **loop.Expr, read bool) {
				if read {
					*e = expr(*e)
				}
			})
			loop.Blocks(s, func(b *[]loop.Stmt) { block(*b) })
		}
	}
	body := st.s.Body
	block(body[:p.high])
	seen = true
	block(body[p.high:])
	load := &loop.Let{Var: w, Rhs: p.element(loop.Use(st.s.Var), p.k+1)}
	st.s.Body = append(append(append([]loop.Stmt{}, body[:p.high]...), load), body[p.high:]...)
}
