package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/affine"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// split makes two loops of one that asks in every iteration whether it is past a number that does not change: each
// half knows the answer. Triangular parts of matrices, borders and everything else that is said by cases on an index
// come out as loops over what they are about.
//
//	for j < n {                     for j < k {
//	  if j < k {                      y[j] = x[j]
//	    y[j] = x[j]                 }
//	  } else {                 →    for j < n - k {
//	    y[j] = x[j] * 2.0             y[j + k] = x[j + k] * 2.0
//	  }                             }
//	}
//
// Where the question is whether it is at a number that one of the iterations has, there are three loops, the second of
// one iteration.
var splitLoops = Pass{ //nolint:gochecknoglobals // a constant
	Name: "index-set-splitting",
	Law: "for i<n {A} = for i<k {A}; for i<n-k {A with i+k for i}, for any k between 0 and n; a loop that counts " +
		"down does the " +
		"second part first. Where A asks whether i < k, the first part knows that it is so, and the second that it " +
		"is not. Where it asks whether " +
		"i = k, only the first iteration of the second part knows that it is so. Where n is k+1, the second part is " +
		"one iteration, or none.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		sp := &loopSplitter{affine.NewFacts(facts.Analyse(f))}
		f.Body = sp.walk(f.Body)
	}),
}

const (
	splitSize  = 400 // nodes of a body that may stand twice
	splitDepth = 3   // times that the parts of a loop are split again
	splitShort = 16  // iterations, known to be so few, for which it does not pay
)

type loopSplitter struct{ *affine.Facts }

func (sp *loopSplitter) walk(block []loop.Stmt) []loop.Stmt {
	mark := len(sp.Known)
	defer func() { sp.Known = sp.Known[:mark] }()
	out := make([]loop.Stmt, 0, len(block))
	for _, s := range block {
		sp.Inside(s, func(b *[]loop.Stmt) { *b = sp.walk(*b) })
		sp.After(s)
		if l, ok := s.(*loop.For); ok {
			out = append(out, sp.split(l, splitDepth)...)
			continue
		}
		out = append(out, s)
	}
	return out
}

// A cut is a condition of a loop that holds for the iterations before a number, or from it on, or for just that one, or
// for all others.
type cut struct {
	cond   *loop.Expr
	bound  *loop.Expr
	closed bool // the iteration bound belongs to those before
	before bool // the condition holds before
	single bool // it changes again behind the iteration bound
}

// split is a loop in as many parts as there are answers.
func (sp *loopSplitter) split(l *loop.For, depth int) []loop.Stmt {
	whole := []loop.Stmt{l}
	if depth == 0 || l.Vector || l.Par != nil || l.N.IsConst() && l.N.I <= splitShort || !small(l.Body) {
		return whole
	}
	c := sp.find(l)
	if c == nil {
		return whole
	}
	var out []loop.Stmt
	n := l.N
	if !n.IsAtom() {
		v := loop.NewVar("n", loop.IntType)
		out = append(out, &loop.Let{Var: v, Rhs: n})
		n = loop.Use(v)
	}
	m := sp.first(c, n)
	if !m.IsAtom() {
		v := loop.NewVar("m", loop.IntType)
		out = append(out, &loop.Let{Var: v, Rhs: m})
		sp.After(out[len(out)-1])
		m = loop.Use(v)
	}
	rest := loop.NewVar("rest", loop.IntType)
	if c.single {
		out = append(out, &loop.Let{Var: rest, Rhs: loop.Sub(loop.Sub(n, m), loop.IntConst(1))})
	} else {
		out = append(out, &loop.Let{Var: rest, Rhs: loop.Sub(n, m)})
		if sp.True(edit.Binary("ilt", m, n)) {
			sp.Learn(edit.Positive(loop.Use(rest)))
		}
	}
	var parts []*loop.For
	if !m.IsZero() {
		parts = append(parts, sp.part(l, c, c.before, m, loop.IntConst(0)))
	}
	if c.single {
		parts = append(parts, sp.part(l, c, !c.before, loop.IntConst(1), m),
			sp.part(l, c, c.before, loop.Use(rest), loop.Add(m, loop.IntConst(1))))
	} else {
		parts = append(parts, sp.part(l, c, !c.before, loop.Use(rest), m))
	}
	if l.Down {
		slices.Reverse(parts)
	}
	for _, part := range parts {
		sp.Inside(part, func(*[]loop.Stmt) {}) // which notes what its variable counts
		if part.N.IsVar(rest) && isNext(l.N, c) {
			part.N = loop.IntConst(1)
			out = append(out, &loop.If{Cond: edit.Positive(loop.Use(rest)), Then: []loop.Stmt{part}})
			continue
		}
		out = append(out, sp.split(part, depth-1)...)
	}
	return out
}

// isNext reports whether a loop of n iterations has one more than there are before the cut, and none behind it if there
// are fewer than none or n overflows.
func isNext(n *loop.Expr, c *cut) bool {
	return !c.single && !c.closed && n.Kind == loop.PrimExpr && n.Prim == syntax.OpIntAdd && n.Args[1].IsConst() &&
		n.Args[1].I == 1 && loop.Equal(n.Args[0], c.bound)
}

// small reports whether a body may be repeated: it has no loops, and is not long.
func small(body []loop.Stmt) bool {
	size, loops := 0, false
	loop.Walk(body, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.For, *loop.While:
			loops = true
		}
		size++
		loop.Operands(s, func(e **loop.Expr, _ bool) { size += int((*e).Size) })
	})
	return !loops && size <= splitSize
}

// find looks for a branch on the variable of a loop and a number that the loop does not change.
func (sp *loopSplitter) find(l *loop.For) (c *cut) {
	var ef *facts.Effects
	var visit func(e *loop.Expr)
	visit = func(e *loop.Expr) {
		if c != nil || e.Type != loop.BoolType {
			return
		}
		for _, a := range e.Args {
			visit(a)
		}
		d := comparison(e, l.Var)
		// What is taken from both sides of an equation goes with it, and must not fail either.
		if d == nil || d.single && !sp.within(d.bound, l.N) || facts.Guarded(d.bound) || d.bound.ReadsMemory() ||
			e.CanFail() {
			return
		}
		if ef == nil {
			ef = sp.In.Effects(l)
		}
		if sp.In.Steady(d.bound, ef) {
			c = d
		}
	}
	loop.Walk(l.Body, func(s loop.Stmt) {
		if b, ok := s.(*loop.If); ok {
			visit(b.Cond)
		}
	})
	return c
}

// comparison reads a condition as one about the variable i.
func comparison(cond *loop.Expr, i *loop.Var) *cut {
	if cond.Kind != loop.PrimExpr || len(cond.Args) != 2 {
		return nil
	}
	name, bound := cond.Prim.Name, cond.Args[1]
	if bound := equated(cond, i); bound != nil {
		return &cut{cond: cond, bound: bound, before: name == "ine", single: true}
	}
	if !cond.Args[0].IsVar(i) {
		if bound = cond.Args[0]; !cond.Args[1].IsVar(i) {
			return nil
		}
		name = map[string]string{"ilt": "igt", "igt": "ilt", "ile": "ige", "ige": "ile"}[name]
	}
	switch name {
	case "ilt":
		return &cut{cond: cond, bound: bound, before: true}
	case "ile":
		return &cut{cond: cond, bound: bound, before: true, closed: true}
	case "ige":
		return &cut{cond: cond, bound: bound}
	case "igt":
		return &cut{cond: cond, bound: bound, closed: true}
	}
	return nil
}

// equated is what i is equal to where an equation holds, as far as that is found out by taking the same from both
// sides, or nil.
func equated(cond *loop.Expr, i *loop.Var) *loop.Expr {
	if name := cond.Prim.Name; name != "ieq" && name != "ine" {
		return nil
	}
	for k, x := range cond.Args {
		y := cond.Args[1-k]
		if x.IsVar(i) {
			return y
		}
		if x.Kind != loop.PrimExpr || x.Prim != syntax.OpIntAdd {
			continue
		}
		for k, a := range x.Args {
			if b := x.Args[1-k]; a.IsVar(i) && loop.Equal(b, y) {
				return loop.IntConst(0)
			}
		}
	}
	return nil
}

// within reports whether a loop of n iterations is known to have iteration k.
func (sp *loopSplitter) within(k, n *loop.Expr) bool {
	return sp.True(edit.Binary("ige", k, loop.IntConst(0))) && sp.True(edit.Binary("ilt", k, n))
}

// first is the number of iterations before the cut: between 0 and n, or n if that is negative.
func (sp *loopSplitter) first(c *cut, n *loop.Expr) *loop.Expr {
	k := c.bound
	if c.single {
		return k
	}
	fits := sp.True(edit.Binary("ilt", k, n)) // and does not overflow when 1 is added
	if c.closed {
		if !fits {
			k = loop.Prim(syntax.MustOp("imin"), k, loop.Sub(n, loop.IntConst(1)))
		}
		k = loop.Add(k, loop.IntConst(1))
	}
	if !sp.True(edit.Binary("ige", c.bound, loop.IntConst(0))) {
		k = edit.Fold(loop.Prim(syntax.MustOp("imax"), k, loop.IntConst(0)))
	}
	if !fits {
		k = edit.Fold(loop.Prim(syntax.MustOp("imin"), k, n))
	}
	return k
}

// part is a copy of a loop with n iterations from the iteration start on, in which the condition of c has a known
// value.
func (sp *loopSplitter) part(l *loop.For, c *cut, holds bool, n, start *loop.Expr) *loop.For {
	i := loop.NewVar(l.Var.Name, loop.IntType)
	k := &edit.Cloner{As: map[*loop.Var]*loop.Expr{l.Var: loop.Add(loop.Use(i), start)}, In: sp.In, Cond: c.cond,
		Holds: holds}
	return &loop.For{Var: i, N: n, Down: l.Down, Body: k.Block(l.Body)}
}
