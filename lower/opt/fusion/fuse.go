package fusion

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/set"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/access"
	"github.com/seed-4b734f86/gochad/lower/opt/depend"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Fuse makes one loop of two where that pays. Called says what calls in the program may do.
func Fuse(f *loop.Func, called *facts.Callees) {
	fu := &fuser{Summaries: depend.Of(access.Of(f)), uses: facts.Uses(f)}
	fu.Called = called
	fu.lengths = fu.Lengths()
	fu.handed = true
	fu.block(&f.Body)
	fu.handed = false
	fu.block(&f.Body)
}

// Limits of fusion. Values that live through a whole iteration compete for 16 registers of either kind.
const (
	fuseWindow = 64  // statements looked back over
	fuseTries  = 8   // loops looked back at
	fuseSize   = 600 // nodes of a fused body, when the loops share an array
	fuseLive   = 20  // arrays and running variables of a fused body, when they share an array
	fuseAlone  = 80  // nodes of a fused body, when they share none
	fuseFew    = 8   // arrays and running variables, when they share none
)

type fuser struct {
	*depend.Summaries
	uses    map[*loop.Var]int
	lengths facts.Lengths
	handed  bool // only loops of which the second reads what the first stores
}

// block fuses the loops of a block, and then those inside.
func (fu *fuser) block(b *[]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		l, ok := s.(*loop.For)
		if c, isCopy := s.(*loop.Copy); isCopy {
			if loop.Equal(c.Dst, c.Src) {
				continue // does nothing, and would be in the way
			}
			l, ok = fu.asLoop(c, out)
		}
		if !ok || !fu.absorb(&out, l) {
			out = append(out, s)
		}
	}
	*b = out
	for _, s := range out {
		loop.Blocks(s, fu.block)
	}
}

// asLoop is a copy as a loop over elements, if a loop before it has all other uses of the array that is copied: in
// that loop each element can go where the copy takes it.
func (fu *fuser) asLoop(c *loop.Copy, before []loop.Stmt) (*loop.For, bool) {
	t := c.Src.Type
	if c.Src.Kind != loop.VarExpr || t.Rank != 1 || !t.Scalar().IsNumber() || fu.lengths[c.Src.Var] == nil {
		return nil, false
	}
	for k := len(before) - 1; k >= max(0, len(before)-fuseWindow); k-- {
		n := facts.Mentions(before[k], c.Src.Var)
		if n == 0 {
			continue
		}
		if _, ok := before[k].(*loop.For); !ok || n+1 != fu.uses[c.Src.Var] {
			return nil, false
		}
		i := loop.NewVar("i", loop.IntType)
		at := func(a *loop.Expr) *loop.Expr { return loop.Index(a, loop.Use(i)) }
		body := []loop.Stmt{&loop.Assign{Lhs: []*loop.Expr{at(c.Dst)}, Rhs: []*loop.Expr{at(c.Src)}}}
		return &loop.For{Var: i, N: fu.lengths[c.Src.Var], Body: body}, true
	}
	return nil, false
}

// absorb fuses l, which comes next, into a loop among the last statements of out.
func (fu *fuser) absorb(out *[]loop.Stmt, l *loop.For) bool {
	stmts := *out
	tries := 0
	var above []int // statements between that l needs, last first
	for k := len(stmts) - 1; k >= max(0, len(stmts)-fuseWindow) && tries < fuseTries; k-- {
		if first, ok := stmts[k].(*loop.For); ok && fu.sameRange(first, l) {
			tries++
			uses := fu.Summary(l)
			if fu.clear(stmts, k, above) && fu.join(first, l) {
				fu.lift(stmts, k, above, uses)
				return true
			}
		}
		if !fu.clear(stmts, k, above) || !fu.Summary(l).Passes(fu.Summary(stmts[k])) {
			above = append(above, k)
		}
	}
	return false
}

// clear reports whether the statements above may move over statement k.
func (fu *fuser) clear(stmts []loop.Stmt, k int, above []int) bool {
	sm := fu.Summary(stmts[k])
	for _, j := range above {
		if !fu.Summary(stmts[j]).Passes(sm) {
			return false
		}
	}
	return true
}

// lift moves the statements above to before statement k, and the checks on what l uses that can go there, too: l goes
// on to find that they hold.
func (fu *fuser) lift(stmts []loop.Stmt, k int, above []int, l *depend.Summary) {
	up := set.Of(above)
	stay := []*depend.Summary{fu.Summary(stmts[k])}
	order := make([]loop.Stmt, 0, len(stmts)-k)
	for i := k + 1; i < len(stmts); i++ {
		sm := fu.Summary(stmts[i])
		c, check := stmts[i].(*loop.Check)
		check = check && !c.Given // it may hold because of a check that stays
		if up[i] || check && shares(sm, l) && !slices.ContainsFunc(stay,
			func(s *depend.Summary) bool { return !depend.Commute(sm, s) }) {
			up[i] = true
			order = append(order, stmts[i])
			continue
		}
		stay = append(stay, sm)
	}
	for i := k; i < len(stmts); i++ {
		if !up[i] {
			order = append(order, stmts[i])
		}
	}
	copy(stmts[k:], order)
}

// shares reports whether two statements mention a variable.
func shares(a, b *depend.Summary) bool {
	for v := range a.Vars {
		if _, ok := b.Vars[v]; ok {
			return true
		}
	}
	return false
}

func (fu *fuser) sameRange(a, b *loop.For) bool {
	if a.Par != nil || b.Par != nil {
		return false
	}
	if loop.Equal(a.N, b.N) {
		return true
	}
	return fu.Linear(a.N).Equal(fu.Linear(b.N))
}

// join makes second part of first if it may and should.
func (fu *fuser) join(first, second *loop.For) bool {
	s1, s2 := fu.Summary(first), fu.Summary(second)
	for v, u := range s1.Vars {
		if w, ok := s2.Vars[v]; ok && depend.Clash(u, w) {
			return false
		}
	}
	if s2.Endless && s1.Checks { // of a later iteration
		return false
	}
	if fu.handed && !hands(s1, s2) || !fu.pays(s1, s2) {
		return false
	}
	it := depend.Iterations{A: first.Var, B: second.Var,
		Steady: func(v *loop.Var) bool { return (s1.Vars[v]|s2.Vars[v])&(depend.Stores|depend.Adds) == 0 }}
	down := first.Down
	switch {
	case first.Down == second.Down:
		if !it.Apart(s1, s2, down) {
			return false
		}
	case it.Apart(s1, s2, first.Down) && fu.Reversible(second):
	case it.Apart(s1, s2, second.Down) && fu.Reversible(first):
		down = second.Down
	default:
		return false
	}
	first.Down = down
	fu.rename(second, first.Var)
	first.Body = append(first.Body[:len(first.Body):len(first.Body)], second.Body...)
	fu.Forget(first) // looked at again when asked for: its size is bounded
	return true
}

// rename makes the body of a loop count with another variable.
func (fu *fuser) rename(l *loop.For, v *loop.Var) {
	use := loop.Use(v)
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.IsVar(l.Var) {
			return use
		}
		return e.MapArgs(sub)
	}
	loop.MapExprs(l.Body, sub)
	fu.Bind(l.Var, access.Var(v))
	fu.Define(l.Body)
}
