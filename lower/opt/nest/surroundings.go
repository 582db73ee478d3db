package nest

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/edit"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Surroundings are what is known at a place of a function about the loops around it and the lengths of arrays.
type Surroundings struct {
	In      *facts.Info
	index   map[*loop.Var]bool // variables of counted loops around
	running []*loop.Expr       // trip counts of the loops around: they are positive
	Lengths facts.Lengths
	Signs   *facts.Signs
}

// SurroundingsIn is for the places of a function.
func SurroundingsIn(f *loop.Func) *Surroundings {
	in := facts.Analyse(f)
	return &Surroundings{In: in, index: map[*loop.Var]bool{}, Lengths: in.Lengths(), Signs: facts.NewSigns(f)}
}

// Enter goes into a counted loop.
func (c *Surroundings) Enter(s *loop.For) {
	c.index[s.Var] = true
	c.running = append(c.running, s.N)
}

// Leave goes out of it.
func (c *Surroundings) Leave(s *loop.For) {
	delete(c.index, s.Var)
	c.running = c.running[:len(c.running)-1]
}

// Blocks calls f for each block in a statement, which may be a branch on whether a loop runs.
func (c *Surroundings) Blocks(s loop.Stmt, f func(b *[]loop.Stmt)) {
	i, ok := s.(*loop.If)
	if !ok {
		loop.Blocks(s, f)
		return
	}
	if k := i.Cond; k.Kind == loop.PrimExpr && k.Prim.Name == "igt" && k.Args[1].IsZero() {
		c.running = append(c.running, k.Args[0])
		f(&i.Then)
		c.running = c.running[:len(c.running)-1]
	} else {
		f(&i.Then)
	}
	f(&i.Else)
}

// Runs reports whether a loop with n iterations is known to run: n is a positive constant or the count of
// a loop around.
func (c *Surroundings) Runs(n *loop.Expr) bool {
	if n.IsConst() {
		return n.I > 0
	}
	for _, r := range c.running {
		if loop.Equal(n, r) && c.In.Fixed(n) {
			return true
		}
	}
	return false
}

// Around puts statements before and after a loop: bound and after only where it runs, in a branch with the loop if
// that is not known.
func (c *Surroundings) Around(s *loop.For, free, bound, after []loop.Stmt) []loop.Stmt {
	if len(bound) == 0 || c.Runs(s.N) {
		return append(append(append(free, bound...), s), after...)
	}
	if !s.N.IsAtom() {
		n := loop.NewVar("n", loop.IntType)
		free = append(free, &loop.Let{Var: n, Rhs: s.N})
		s.N = loop.Use(n)
	}
	return append(free, &loop.If{Cond: edit.Positive(s.N), Then: append(append(bound, s), after...)})
}

// Safe reports whether the operation of e, apart from its operands, neither fails nor leaves bounds,
// wherever its operands are known.
func (c *Surroundings) Safe(e *loop.Expr) bool {
	switch e.Kind {
	case loop.CheckExpr, loop.DivExpr, loop.FieldExpr:
		return false
	case loop.IndexExpr:
		i := e.Args[1]
		return i.Kind == loop.VarExpr && c.index[i.Var] || c.Lengths.Within(e.Args[0], i)
	case loop.SliceExpr:
		return c.rowOf(e)
	case loop.PrimExpr:
		return !e.Prim.Divides
	}
	return true
}

// AllSafe is safe for e and its parts.
func (c *Surroundings) AllSafe(e *loop.Expr) bool {
	if !c.Safe(e) {
		return false
	}
	for _, a := range e.Args {
		if !c.AllSafe(a) {
			return false
		}
	}
	return true
}

// rowOf reports whether a slice is row i of a flat array, for the index i of a loop: a[i*m : i*m+m].
func (c *Surroundings) rowOf(e *loop.Expr) bool {
	lo, n := e.Args[1], e.Args[2]
	if lo.Kind == loop.VarExpr && c.index[lo.Var] {
		return n.IsConst() && n.I == 1
	}
	if lo.Kind != loop.PrimExpr || lo.Prim.Name != "imul" || lo.Args[0].Kind != loop.VarExpr {
		return false
	}
	return c.index[lo.Args[0].Var] && loop.Equal(lo.Args[1], n)
}
