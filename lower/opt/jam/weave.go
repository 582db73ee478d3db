package jam

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// weaver writes the statements of several iterations of a loop, those of one statement of the original
// next to each other.
type weaver struct {
	*interleaver
	common *commonArrays
	with   []*edit.Cloner
	out    []loop.Stmt // what the outermost block begins with
	shares bool        // an innermost loop has an element for all iterations
	arrays int         // that one of the loops that are deepest inside has, at most
	depth  int         // of those
	sums   int         // variables that one of them adds to, at most
	at     int         // the depth of the loop at hand
	parted []partedSum // of the loop at hand
	// Of loops whose copies differ in length (stagger.go), if they may: the variable of the loop that is woven, and
	// ints that its body declares.
	along *loop.Var
	ints  map[*loop.Var]*loop.Expr
}

func (c *weaver) block(block []loop.Stmt, inner bool) []loop.Stmt {
	out := c.out
	c.out = nil
	innermost := inner && !facts.HasLoop(block)
	for _, s := range block {
		if innermost && !c.shares {
			facts.EachOperand(s, func(e **loop.Expr) { c.shares = c.shares || c.sharesElement(*e) })
			if a, ok := s.(*loop.AddTo); ok {
				c.shares = c.shares || c.sharesElement(a.Lhs)
			}
		}
		if t := c.common.once(s); t != nil {
			out = append(out, c.onlyOnce(t))
			s = c.common.rest(s)
			if s == nil {
				continue
			}
		}
		switch s := s.(type) {
		case *loop.Let:
			c.noteInt(s)
			if c.once(s) {
				l := c.with[0].Stmt(s).(*loop.Let)
				for _, w := range c.with[1:] {
					w.As[s.Var] = c.with[0].As[s.Var]
				}
				out = append(out, l)
				continue
			}
		case *loop.For:
			around := c.parted
			c.parted = nil
			l := c.loop(s)
			parted := c.parted
			c.parted = around
			if l != nil {
				for _, p := range parted {
					out = append(out, &loop.Let{Var: p.common, Rhs: loop.RealConst(0)})
				}
				out = append(out, c.parts(s, l)...)
				for _, p := range parted {
					for _, z := range p.sums {
						out = append(out, &loop.AddTo{Lhs: z, Rhs: loop.Use(p.common), Free: true})
					}
				}
				out = append(out, c.beyond(s)...)
				continue
			}
		case *loop.AddTo:
			if innermost && c.part(s, block) {
				p := &c.parted[len(c.parted)-1]
				for k, w := range c.with {
					out = append(out, &loop.AddTo{Lhs: w.Expr(s.Lhs), Rhs: w.Expr(p.own), Free: true})
					p.sums = append(p.sums, out[len(out)-1].(*loop.AddTo).Lhs)
					if k == 0 {
						out = append(out, &loop.AddTo{Lhs: loop.Use(p.common), Rhs: w.Expr(p.term), Free: true})
					}
				}
				continue
			}
			if a := c.addTo(s); a != nil {
				out = append(out, a)
				continue
			}
		}
		for _, w := range c.with {
			out = append(out, w.Stmt(s))
		}
	}
	return out
}

// onlyOnce is the copy of a statement that does the same in all iterations.
func (c *weaver) onlyOnce(s loop.Stmt) loop.Stmt {
	t := c.with[0].Stmt(s)
	if a, ok := s.(*loop.Alloc); ok {
		for _, w := range c.with[1:] {
			w.As[a.Var] = c.with[0].As[a.Var]
		}
	}
	return t
}

// same is the copy of an expression if all iterations have the same one, or nil.
func (c *weaver) same(e *loop.Expr) *loop.Expr {
	x := c.with[0].Expr(e)
	for _, w := range c.with[1:] {
		if !loop.Equal(x, w.Expr(e)) {
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
	if n == nil && c.staggered(s) {
		n = c.with[0].Expr(s.N)
	}
	if n == nil || !c.together(s) {
		return nil
	}
	v := loop.NewVar(s.Var.Name, loop.IntType)
	for _, w := range c.with {
		w.As[s.Var] = loop.Use(v)
	}
	c.at++
	l := &loop.For{Var: v, N: n, Down: s.Down, Body: c.block(s.Body, true)}
	if c.at > c.depth {
		c.depth, c.arrays, c.sums = c.at, 0, 0
	}
	if c.at == c.depth {
		c.sums = max(c.sums, sumsOf(l.Body))
		c.arrays = max(c.arrays, c.arraysIn(s.Body, arraysOf(l.Body)))
	}
	c.at--
	return l
}

// A partedSum is a sum of an innermost loop, a variable of each iteration, one of whose terms is that of all
// iterations: it is summed once.
//
//	s +~= a[j] * x[j] + c[j]           s +~= a[j] * x[j]; s1 +~= a1[j] * x[j]; …
//	                             →     t +~= c[j]
//	                                 after the loop: s +~= t; s1 +~= t; …
type partedSum struct {
	own, term *loop.Expr // of the original
	common    *loop.Var
	sums      []*loop.Expr
}

// part takes such a sum, of a statement of an innermost loop, apart.
func (c *weaver) part(s *loop.AddTo, block []loop.Stmt) bool {
	e := s.Rhs
	if !s.Free || s.Lhs.Kind != loop.VarExpr || s.Lhs.Type != loop.RealType || c.same(s.Lhs) != nil ||
		e.Kind != loop.PrimExpr || e.Prim != syntax.OpAdd {
		return false
	}
	for _, t := range block {
		bad := false
		loop.Operands(t, func(e **loop.Expr, _ bool) {
			if t == loop.Stmt(s) && e == &s.Lhs {
				return
			}
			facts.EachRead(*e, func(v *loop.Var) { bad = bad || v == s.Lhs.Var })
		})
		if bad {
			return false
		}
	}
	for k, term := range e.Args {
		if !term.IsAtom() && c.same(term) != nil && c.same(e.Args[1-k]) == nil {
			c.parted = append(c.parted, partedSum{own: e.Args[1-k], term: term,
				common: loop.NewVar("common", loop.RealType)})
			return true
		}
	}
	return false
}

// arraysIn is the number of addresses that a loop with a body needs: of several arrays, or of fewer where those that
// iterations have for themselves will stand in one (see [zip]).
func (c *weaver) arraysIn(body []loop.Stmt, several int) int {
	if !c.zip {
		return several
	}
	seen := map[*loop.Var]bool{}
	n := 0
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if e.Kind == loop.VarExpr && e.Type.IsArray() && !seen[e.Var] {
			seen[e.Var] = true
			if v := c.column[e.Var]; v != nil { // it will stand in one with others
				if seen[v] {
					return
				}
				seen[v] = true
			}
			n++
			if c.outer[c.in.Class(e.Var)] && c.same(e) == nil {
				n += len(c.with) - 1
			}
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	loop.Walk(body, func(s loop.Stmt) { facts.EachOperand(s, func(e **loop.Expr) { visit(*e) }) })
	return n
}

// sumsOf is the number of variables to which the statements of a block add.
func sumsOf(block []loop.Stmt) int {
	vars := map[*loop.Var]bool{}
	for _, s := range block {
		if a, ok := s.(*loop.AddTo); ok && a.Lhs.Kind == loop.VarExpr {
			vars[a.Lhs.Var] = true
		}
	}
	return len(vars)
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
		one := &edit.Cloner{As: map[*loop.Var]*loop.Expr{l.Var: loop.Use(v)}, In: c.in}
		out = append(out, &loop.For{Var: v, N: l.N, Down: l.Down, Body: one.Block([]loop.Stmt{t})})
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
	if t := c.touches(s); disturbs(t, t) { // it reads what it adds to
		return nil
	}
	terms := make([]*loop.Expr, len(c.with))
	for k, w := range c.with {
		terms[k] = w.Expr(s.Rhs)
	}
	sum := c.factored(terms)
	if sum == nil {
		if c.lanes && len(terms) >= interleaveWays { // sums of vectors of two, and then of both sides
			sides := [2][]*loop.Expr{}
			for k, t := range terms {
				sides[k%2] = append(sides[k%2], t)
			}
			terms = append(sides[0], sides[1]...)
		}
		sum = pairwise(terms)
	}
	return &loop.AddTo{Lhs: place, Rhs: sum, Free: true}
}

// factored is the sum of ±q·a, ±q·b, … as ±q·(a + b + …), with fast math; or nil.
func (c *weaver) factored(terms []*loop.Expr) *loop.Expr {
	if !c.fast {
		return nil
	}
	if x, ok := facts.Negated(terms[0]); ok {
		inner := []*loop.Expr{x}
		for _, t := range terms[1:] {
			x, ok := facts.Negated(t)
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
