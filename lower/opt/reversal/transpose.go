package reversal

import (
	"maps"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A cotangent that goes back through a loop while sums collect what they get of it is a linear map, of which only the
// sums are wanted. Its transpose goes forward:
//
//	var s real = s0                       var t real = 0.0
//	for down j < m {                      for j < m {
//	  y +~= e[j] * s                        y +~= t * b[j]
//	  s = a[j] * s + b[j]            →      t = t * a[j] + e[j]
//	}                                     }
//	                                      y +~= t * s0
//
// Here t is the derivative of y by s as it was j iterations ago. There is one t for each sum; more than one do not pay.

// An affineMap is a·s + b; nil is 0.
type affineMap struct{ a, b *loop.Expr }

// transposer looks at one loop.
type transposer struct {
	t     *turner
	state *loop.Var
	ef    *facts.Effects          // of the body, constants left out
	of    map[*loop.Var]affineMap // constants of the body that depend on the state
	sum   *loop.AddTo             // the sum that gets a part of the state
	e     *loop.Expr              // its factor
	out   []loop.Stmt             // the body
	done  bool                    // the state has its new value
}

// transpose runs a loop with such a state forward, and returns what comes before and behind it, if it is one.
func (t *turner) transpose(l *loop.For, b []loop.Stmt, at int) (before, after []loop.Stmt) {
	s := t.stateOf(l)
	if s == nil {
		return nil, nil
	}
	begin := t.begun(s, b, at)
	if begin == nil || t.Changes(s) != 1 {
		return nil, nil
	}
	x := &transposer{t: t, state: s, ef: t.Effects(l.Body...), of: map[*loop.Var]affineMap{}}
	maps.DeleteFunc(x.ef.Vars, func(v *loop.Var, _ bool) bool { return !t.Mutable(v) })
	back := loop.NewVar(s.Name, loop.RealType)
	for _, st := range l.Body {
		if !x.statement(st, back) {
			return nil, nil
		}
	}
	if x.sum == nil || !x.done || x.sumRead(l.Body) || t.Summary(l).Own[x.sum.Lhs.Var] {
		return nil, nil
	}
	turned := &loop.For{Var: l.Var, N: l.N, Body: edit.Without(x.out,
		func(st loop.Stmt) bool { a, ok := st.(*loop.Assign); return ok && a.Lhs[0].IsVar(back) })}
	if !t.Reversible(turned) {
		return nil, nil
	}
	l.Down, l.Body = false, x.out
	before = []loop.Stmt{&loop.Let{Var: back, Rhs: loop.RealConst(0)}}
	if !begin.Rhs.IsZero() {
		after = []loop.Stmt{&loop.AddTo{Lhs: x.sum.Lhs, Rhs: joinedProduct(loop.Use(back), loop.Use(s)), Free: true}}
	}
	return before, after
}

// stateOf is the only real that the body of a loop assigns, or nil.
func (t *turner) stateOf(l *loop.For) (v *loop.Var) {
	for _, s := range l.Body {
		a, ok := s.(*loop.Assign)
		if !ok {
			continue
		}
		for _, e := range a.Lhs {
			if e.Kind == loop.VarExpr && e.Type == loop.RealType {
				if v != nil || len(a.Lhs) != 1 {
					return nil
				}
				v = e.Var
			}
		}
	}
	return v
}

// statement takes over a statement of the body, with back for the transpose.
func (x *transposer) statement(s loop.Stmt, back *loop.Var) bool {
	switch s := s.(type) {
	case *loop.Let:
		if s.Var.Type == loop.RealType && x.depends(s.Rhs) {
			m, ok := x.affine(s.Rhs)
			if ok && !x.t.Mutable(s.Var) && !x.done {
				x.of[s.Var] = affineMap{x.kept(m.a), x.kept(m.b)}
			}
			return ok && !x.t.Mutable(s.Var) && !x.done
		}
	case *loop.AddTo:
		if !x.depends(s.Lhs) && x.depends(s.Rhs) {
			m, ok := x.affine(s.Rhs)
			if !ok || m.b != nil || x.sum != nil || x.done || !s.Free || s.Lhs.Kind != loop.VarExpr {
				return false
			}
			x.sum, x.e = s, x.bind(m.a)
			return true
		}
	case *loop.Assign:
		if len(s.Lhs) == 1 && s.Lhs[0].IsVar(x.state) {
			m, ok := x.affine(s.Rhs[0])
			if !ok || x.done || x.sum == nil {
				return false
			}
			x.done = true
			a, b := x.bind(m.a), x.bind(m.b)
			if b != nil {
				x.out = append(x.out, &loop.AddTo{Lhs: x.sum.Lhs, Rhs: joinedProduct(loop.Use(back), b), Free: true})
			}
			x.out = append(x.out, &loop.Assign{Lhs: []*loop.Expr{loop.Use(back)},
				Rhs: []*loop.Expr{joinedSum(joinedProduct(loop.Use(back), a), x.e)}})
			return true
		}
	}
	found := false
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { found = found || x.depends(*e) })
	})
	x.out = append(x.out, s)
	return !found
}

// kept is e, for later use: by name where the body changes what it reads.
func (x *transposer) kept(e *loop.Expr) *loop.Expr {
	if e == nil || x.t.Steady(e, x.ef) {
		return e
	}
	return x.bind(e)
}

// bind gives an expression a name at this place.
func (x *transposer) bind(e *loop.Expr) *loop.Expr {
	if e == nil || e.IsConst() {
		return e
	}
	v := loop.NewVar("c", loop.RealType)
	x.out = append(x.out, &loop.Let{Var: v, Rhs: e})
	return loop.Use(v)
}

// depends reports whether e reads the state.
func (x *transposer) depends(e *loop.Expr) bool {
	found := false
	e.EachVar(func(v *loop.Var) {
		_, of := x.of[v]
		found = found || of || v == x.state
	})
	return found
}

// sumRead reports whether the body reads the sum.
func (x *transposer) sumRead(body []loop.Stmt) bool {
	n := 0
	for _, s := range body {
		n += facts.Mentions(s, x.sum.Lhs.Var)
	}
	return n != 1
}

// affine takes e apart; ok is false where it is not affine.
func (x *transposer) affine(e *loop.Expr) (m affineMap, ok bool) {
	if !x.depends(e) {
		return affineMap{b: e}, true
	}
	if e.Kind == loop.VarExpr {
		if m, of := x.of[e.Var]; of {
			return m, true
		}
		return affineMap{a: loop.RealConst(1)}, true
	}
	if e.Kind != loop.PrimExpr || e.Type != loop.RealType {
		return m, false
	}
	parts := make([]affineMap, len(e.Args))
	for i, a := range e.Args {
		if parts[i], ok = x.affine(a); !ok {
			return m, false
		}
	}
	switch e.Prim.Name {
	case "neg":
		return affineMap{negative(parts[0].a), negative(parts[0].b)}, true
	case "+":
		return affineMap{joinedSum(parts[0].a, parts[1].a), joinedSum(parts[0].b, parts[1].b)}, true
	case "-":
		return affineMap{joinedSum(parts[0].a, negative(parts[1].a)), joinedSum(parts[0].b, negative(parts[1].b))}, true
	case "*":
		p, q := parts[0], parts[1]
		if p.a != nil {
			p, q = q, p
		}
		if p.a != nil {
			return m, false
		}
		return affineMap{joinedProduct(q.a, p.b), joinedProduct(q.b, p.b)}, true
	}
	return m, false
}

func negative(e *loop.Expr) *loop.Expr {
	if e == nil {
		return nil
	}
	return loop.Prim(syntax.MustOp("neg"), e)
}

// joinedSum and joinedProduct are sums and products in which nil stands for 0.
func joinedSum(a, b *loop.Expr) *loop.Expr {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return loop.Prim(syntax.OpAdd, a, b)
}

func joinedProduct(a, b *loop.Expr) *loop.Expr {
	one := func(e *loop.Expr) bool { return e.IsConst() && e.F == 1 }
	switch {
	case a == nil || b == nil:
		return nil
	case one(a):
		return b
	case one(b):
		return a
	}
	return loop.Prim(syntax.OpMul, a, b)
}
