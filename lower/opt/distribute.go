package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// distribute takes a product with what a loop does not change out of it, where the loop only adds the products to
// elements that stay the same: the factors that change are added up first. The cotangent of the argument of
// a linear map that many examples share is the map's transpose applied once, to a sum over the examples.
//
//	for i < n {                          var u []real = new(k)
//	  for r < k {                        for i < n {
//	    var v real = …                     for r < k {
//	    for j < m {              →           var v real = …
//	      z[j] +~= q[r][j] * v               u[r] +~= v
//	    }                                  }
//	  }                                  }
//	}                                    for r < k {
//	                                       for j < m {
//	                                         z[j] +~= q[r][j] * u[r]
//	                                       }
//	                                     }
//
// The bound on the error of a sum in any order holds: at most (n-1)·u·Σ|e| + O(u²) more than that of the products. But a product may
// overflow, or be no number, where q times the sum is not, and the other way round.
var distribute = Pass{ //nolint:gochecknoglobals // a constant
	Name:  "distribute",
	Law:   "With fast-math only: q·a + q·b = q·(a + b), for a q that does not change in a loop, where free additions of such products have one place.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if o.FastMath && !o.Ordered {
			d := &distributor{in: Analyse(f), signs: newSigns(f)}
			f.Body = d.block(f.Body)
		}
	}),
}

type distributor struct {
	in    *Info
	signs *signs
	// Of the loop at hand.
	outer  *loop.For
	ef     *Effects
	lets   map[*loop.Var]*loop.Expr // what variables stand for that the loop declares and nothing changes
	before []loop.Stmt
	after  []loop.Stmt
}

func (d *distributor) block(block []loop.Stmt) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		l, ok := s.(*loop.For)
		if !ok || l.Vector || l.Par != nil {
			loop.Blocks(s, func(b *[]loop.Stmt) { *b = d.block(*b) })
			out = append(out, s)
			continue
		}
		inner := &distributor{in: d.in, signs: d.signs, outer: l, ef: d.in.Effects(l), lets: map[*loop.Var]*loop.Expr{}}
		l.Body = inner.nest(l.Body, nil)
		if len(inner.before) == 0 {
			l.Body = d.block(l.Body)
		}
		out = append(append(append(out, inner.before...), l), inner.after...)
	}
	return out
}

// nest looks for products in a block inside the loops of path, which are inside the loop at hand.
func (d *distributor) nest(block []loop.Stmt, path []*loop.For) []loop.Stmt {
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		switch s := s.(type) {
		case *loop.Let:
			if !d.in.Mutable(s.Var) {
				d.lets[s.Var] = d.resolve(s.Rhs)
			}
		case *loop.For:
			if s.Vector {
				break
			}
			out = append(out, d.innermost(s, path)...)
			s.Body = d.nest(s.Body, append(path[:len(path):len(path)], s))
			if len(s.Body) == 0 {
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// resolve is e with values for variables that the loop at hand declares.
func (d *distributor) resolve(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		if x := d.lets[e.Var]; x != nil {
			return x
		}
		return e
	}
	return e.MapArgs(d.resolve)
}

// innermost takes products out of a loop over j; it returns what adds up their factors.
func (d *distributor) innermost(l *loop.For, path []*loop.For) (out []loop.Stmt) {
	kept := make([]loop.Stmt, 0, len(l.Body))
	inside := map[*loop.Var]bool{l.Var: true}
	for _, s := range l.Body {
		loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { inside[v] = true }) })
		if x, ok := s.(*loop.Let); ok && !d.in.Mutable(x.Var) {
			d.lets[x.Var] = d.resolve(x.Rhs)
		}
		a, ok := s.(*loop.AddTo)
		if !ok || !a.Free || a.Lhs.Kind != loop.IndexExpr {
			kept = append(kept, s)
			continue
		}
		if sum := d.product(a, l, path, inside); sum != nil {
			out = append(out, sum)
		} else {
			kept = append(kept, s)
		}
	}
	if len(out) > 0 {
		l.Body = withoutDeadLets(kept)
	}
	return out
}

// withoutDeadLets drops the declarations of a block if nothing else is left.
func withoutDeadLets(block []loop.Stmt) []loop.Stmt {
	for _, s := range block {
		if _, ok := s.(*loop.Let); !ok {
			return block
		}
	}
	return nil
}

// product is u +~= v for an addition z +~= q·v in a loop l inside path; what it needs before and after the outer loop
// is noted. It is nil if that is not possible.
func (d *distributor) product(a *loop.AddTo, l *loop.For, path []*loop.For, inside map[*loop.Var]bool) loop.Stmt {
	rhs, minus := a.Rhs, false
	if x, ok := negated(rhs); ok {
		rhs, minus = x, true
	}
	if rhs.Kind != loop.PrimExpr || rhs.Prim != syntax.OpMul {
		return nil
	}
	loops := append(path[:len(path):len(path)], l)
	place := d.resolve(a.Lhs)
	if !d.steady(place, loops, true) || !d.onlyAdded(a.Lhs) || !d.steady(d.resolve(l.N), loops[:len(path)], false) {
		return nil
	}
	var dims []*loop.Expr
	for _, p := range path {
		n := d.resolve(p.N)
		if !d.steady(n, nil, false) || !n.IsAtom() || !d.signs.notNegative(n) {
			return nil
		}
		dims = append(dims, n)
	}
	for k := range 2 {
		q, v := d.resolve(rhs.Args[k]), rhs.Args[1-k]
		if q.Kind == loop.IndexExpr && usesVar(q, l.Var) && d.steady(q, loops, false) && scalarOf(v, inside) {
			return d.sum(place, q, v, minus, dims, loops)
		}
	}
	return nil
}

// sum is u +~= v; the loops after the outer one add q·u to the place.
func (d *distributor) sum(place, q, v *loop.Expr, minus bool, dims []*loop.Expr, loops []*loop.For) loop.Stmt {
	u := loop.NewVar("u", loop.RealType)
	at, later := loop.Use(u), loop.Use(u)
	as := map[*loop.Var]*loop.Expr{}
	for _, l := range loops {
		as[l.Var] = loop.Use(loop.NewVar(l.Var.Name, loop.IntType))
	}
	if len(dims) == 0 {
		d.before = append(d.before, &loop.Let{Var: u, Rhs: loop.RealConst(0)})
	} else {
		t := loop.RealType
		for range dims {
			t = t.Array()
		}
		u = loop.NewVar("u", t)
		at, later = loop.Use(u), loop.Use(u)
		d.before = append(d.before, &loop.Alloc{Var: u, Dims: dims})
		for _, l := range loops[:len(dims)] {
			at, later = loop.Index(at, loop.Use(l.Var)), loop.Index(later, as[l.Var])
		}
	}
	rhs := loop.Prim(syntax.OpMul, substitute(q, as), later)
	if minus {
		rhs = loop.Prim(syntax.OpNeg, rhs)
	}
	var s loop.Stmt = &loop.AddTo{Lhs: substitute(place, as), Rhs: rhs, Free: true}
	for k := len(loops) - 1; k >= 0; k-- {
		s = &loop.For{Var: as[loops[k].Var].Var, N: substitute(d.resolve(loops[k].N), as), Body: []loop.Stmt{s}}
	}
	d.after = append(d.after, s)
	return &loop.AddTo{Lhs: at, Rhs: v, Free: true}
}

// steady reports whether e has the same value in all iterations of the outer loop, for the same iterations of some loops
// inside; of a place, the memory may change.
func (d *distributor) steady(e *loop.Expr, loops []*loop.For, place bool) bool {
	switch e.Kind {
	case loop.VarExpr:
		for _, l := range loops {
			if e.Var == l.Var {
				return true
			}
		}
		return !d.ef.Vars[e.Var] && d.in.Fixed(e)
	case loop.IndexExpr:
		if r, ok := d.in.Region(e); !place && (!ok || d.ef.Regions[r]) {
			return false
		}
		return d.steady(e.Args[0], loops, false) && d.steady(e.Args[1], loops, false)
	case loop.ConstExpr, loop.LenExpr:
	case loop.PrimExpr:
		if e.Prim.Divides || e.Type != loop.IntType {
			return false
		}
	default:
		return false
	}
	for _, a := range e.Args {
		if !d.steady(a, loops, false) {
			return false
		}
	}
	return true
}

// onlyAdded reports whether the outer loop does nothing with the memory of a place but to add to it.
func (d *distributor) onlyAdded(place *loop.Expr) bool {
	r, ok := d.in.Region(place)
	if !ok {
		return false
	}
	only := true
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if x, ok := d.in.Region(e); ok && x == r {
			only = false
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(d.outer.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.AddTo); ok && a.Free {
			operandsOf(s, func(e **loop.Expr) { visit(*e) })
			return
		}
		d.in.writes(s, func(x Region) { only = only && x != r }, nil)
		switch s := s.(type) {
		case *loop.Copy:
			d.in.contents(rootOf(s.Src), s.Src.Type, func(x Region) { only = only && x != r })
		case *loop.Call:
			for _, a := range s.Args {
				only = only && (rootOf(a) == nil || d.in.Class(rootOf(a)) != r.Class)
			}
		}
		operandsOf(s, func(e **loop.Expr) { visit(*e) })
	})
	return only
}

func usesVar(e *loop.Expr, v *loop.Var) bool {
	found := false
	e.EachVar(func(x *loop.Var) { found = found || x == v })
	return found
}

// scalarOf reports whether v is made of variables from outside the innermost loop alone.
func scalarOf(v *loop.Expr, inside map[*loop.Var]bool) bool {
	if v.Kind == loop.VarExpr {
		return !inside[v.Var]
	}
	if v.Kind != loop.ConstExpr && (v.Kind != loop.PrimExpr || v.Prim.Divides) {
		return false
	}
	for _, a := range v.Args {
		if !scalarOf(a, inside) {
			return false
		}
	}
	return true
}
