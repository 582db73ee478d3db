package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// weaver writes the statements of several iterations of a loop, those of one statement of the original
// next to each other.
type weaver struct {
	*interleaver
	with   []*cloner
	out    []loop.Stmt // what the outermost block begins with
	shares bool        // an innermost loop has an element for all iterations
	arrays int         // that one of the loops that are deepest inside has, at most
	depth  int         // of those
	at     int         // the depth of the loop at hand
}

func (c *weaver) block(block []loop.Stmt, inner bool) []loop.Stmt {
	out := c.out
	c.out = nil
	innermost := inner && !hasLoop(block)
	for _, s := range block {
		if innermost && !c.shares {
			operandsOf(s, func(e **loop.Expr) { c.shares = c.shares || c.sharesElement(*e) })
			if a, ok := s.(*loop.AddTo); ok {
				c.shares = c.shares || c.sharesElement(a.Lhs)
			}
		}
		switch s := s.(type) {
		case *loop.Let:
			if c.once(s) {
				l := c.with[0].stmt(s).(*loop.Let)
				for _, w := range c.with[1:] {
					w.as[s.Var] = c.with[0].as[s.Var]
				}
				out = append(out, l)
				continue
			}
		case *loop.For:
			if l := c.loop(s); l != nil {
				out = append(out, c.parts(s, l)...)
				continue
			}
		case *loop.AddTo:
			if a := c.addTo(s); a != nil {
				out = append(out, a)
				continue
			}
		}
		for _, w := range c.with {
			out = append(out, w.stmt(s))
		}
	}
	return out
}

// same is the copy of an expression if all iterations have the same one, or nil.
func (c *weaver) same(e *loop.Expr) *loop.Expr {
	x := c.with[0].expr(e)
	for _, w := range c.with[1:] {
		if !loop.Equal(x, w.expr(e)) {
			return nil
		}
	}
	return x
}

// sharesElement reports whether an element in e is that of all iterations.
func (c *weaver) sharesElement(e *loop.Expr) bool {
	if e.Kind == loop.IndexExpr && !e.Type.IsArray() && c.same(e) != nil {
		return true
	}
	for _, a := range e.Args {
		if c.sharesElement(a) {
			return true
		}
	}
	return false
}

// once reports whether all iterations declare the same value.
func (c *weaver) once(s *loop.Let) bool {
	return !c.in.Mutable(s.Var) && c.same(s.Rhs) != nil
}

// loop is one loop for the copies of s, or nil where they have to run one after the other.
func (c *weaver) loop(s *loop.For) *loop.For {
	n := c.same(s.N)
	if n == nil || !c.in.Fixed(s.N) || !c.commute(s.Body) || !c.apart(s) {
		return nil
	}
	v := loop.NewVar(s.Var.Name, loop.IntType)
	for _, w := range c.with {
		w.as[s.Var] = loop.Use(v)
	}
	c.at++
	l := &loop.For{Var: v, N: n, Down: s.Down, Body: c.block(s.Body, true)}
	if c.at > c.depth {
		c.depth, c.arrays = c.at, 0
	}
	if c.at == c.depth {
		c.arrays = max(c.arrays, arraysOf(l.Body))
	}
	c.at--
	return l
}

// arraysOf is the number of arrays of whose elements there is one for each iteration of an innermost loop.
func arraysOf(block []loop.Stmt) int {
	var rows []*loop.Expr
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.IndexExpr && !e.Type.IsArray() {
			known := false
			for _, r := range rows {
				known = known || loop.Equal(r, e.Args[0])
			}
			if !known {
				rows = append(rows, e.Args[0])
			}
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(block, func(s loop.Stmt) { loop.Operands(s, func(e **loop.Expr, _ bool) { visit(*e) }) })
	return len(rows)
}

// parts is l, made of s, as a loop for each statement if all add to memory that iterations share: four iterations
// have so many arrays that the addresses of two statements do not stay in registers.
func (c *weaver) parts(s, l *loop.For) []loop.Stmt {
	for _, t := range s.Body {
		a, ok := t.(*loop.AddTo)
		if !ok || !a.Free || a.Lhs.Kind != loop.IndexExpr || len(l.Body) != len(s.Body) {
			return []loop.Stmt{l}
		}
		if r, ok := c.in.Region(a.Lhs); !ok || !c.outer[r.Class] {
			return []loop.Stmt{l}
		}
	}
	out := []loop.Stmt{l}
	if len(l.Body) < 2 {
		return out
	}
	for _, t := range l.Body[1:] {
		v := loop.NewVar(l.Var.Name, loop.IntType)
		one := &cloner{as: map[*loop.Var]*loop.Expr{l.Var: loop.Use(v)}, in: c.in}
		out = append(out, &loop.For{Var: v, N: l.N, Down: l.Down, Body: one.block([]loop.Stmt{t})})
	}
	l.Body = l.Body[:1]
	return out
}

// addTo is one addition for the copies of s if they add to one place and that is free, or nil.
func (c *weaver) addTo(s *loop.AddTo) loop.Stmt {
	place := c.same(s.Lhs)
	if place == nil || !s.Free {
		return nil
	}
	terms := make([]*loop.Expr, len(c.with))
	for k, w := range c.with {
		terms[k] = w.expr(s.Rhs)
	}
	sum := c.factored(terms)
	if sum == nil {
		sum = pairwise(terms)
	}
	return &loop.AddTo{Lhs: place, Rhs: sum, Free: true}
}

// factored is the sum of ±q·a, ±q·b, … as ±q·(a + b + …), with fast math; or nil.
func (c *weaver) factored(terms []*loop.Expr) *loop.Expr {
	if !c.fast {
		return nil
	}
	if x, ok := negated(terms[0]); ok {
		inner := []*loop.Expr{x}
		for _, t := range terms[1:] {
			x, ok := negated(t)
			if !ok {
				return nil
			}
			inner = append(inner, x)
		}
		if sum := c.factored(inner); sum != nil {
			return loop.Prim(syntax.OpNeg, sum)
		}
		return nil
	}
	for side := range 2 {
		var q *loop.Expr
		var rest []*loop.Expr
		for _, t := range terms {
			if t.Kind != loop.PrimExpr || t.Prim != syntax.OpMul || q != nil && !loop.Equal(q, t.Args[side]) {
				break
			}
			q, rest = t.Args[side], append(rest, t.Args[1-side])
		}
		if len(rest) == len(terms) {
			return loop.Prim(syntax.OpMul, q, pairwise(rest))
		}
	}
	return nil
}

// pairwise is the sum of terms, two and two.
func pairwise(terms []*loop.Expr) *loop.Expr {
	if len(terms) == 1 {
		return terms[0]
	}
	half := len(terms) / 2
	return loop.Prim(syntax.OpAdd, pairwise(terms[:half]), pairwise(terms[half:]))
}
