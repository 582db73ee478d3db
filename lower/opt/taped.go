package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// taped are facts about a function, with what is known of the elements of arrays of ints: if iteration k of a loop stores, as element k of an array, a
// number that is at least k, or at most, then so it is with all elements of the array behind the loop. The row that elimination put in the place of row k is
// one of the rows from k on.
type taped struct {
	*uses
	facts  *facts
	stores map[*loop.Var]int // statements that write to the memory of a class, the making aside
	scope  []*tapedScope     // of the blocks around
}

// A tapedScope has the arrays that a block has made, and those of them whose elements are known.
type tapedScope struct {
	loop            *loop.For // the block is its body
	made            map[*loop.Var]*loop.Alloc
	least, greatest map[*loop.Var]bool // element k is at least k, at most k
}

func newTaped(u *uses) *taped {
	t := &taped{uses: u, facts: newFacts(u.Info).follow(), stores: map[*loop.Var]int{}}
	loop.Walk(u.body, func(s loop.Stmt) {
		if _, making := s.(*loop.Alloc); !making {
			t.writes(s, func(r Region) { t.stores[r.Class]++ }, nil)
		}
	})
	return t
}

// run calls visit in front of each statement of a block, and of those inside. l is the loop of which the block is the body, if it is.
func (t *taped) run(b []loop.Stmt, l *loop.For, visit func(loop.Stmt)) {
	f := t.facts
	mark := len(f.known)
	here := &tapedScope{l, map[*loop.Var]*loop.Alloc{}, map[*loop.Var]bool{}, map[*loop.Var]bool{}}
	t.scope = append(t.scope, here)
	var stored []func()
	for _, s := range b {
		visit(s)
		var inner *loop.For
		if l, ok := s.(*loop.For); ok {
			inner = l
		}
		f.inside(s, func(in *[]loop.Stmt) { t.run(*in, inner, visit) })
		f.after(s)
		switch s := s.(type) {
		case *loop.Alloc:
			if t.may(s) {
				here.made[s.Var] = s
			}
		case *loop.Let:
			t.element(s)
		case *loop.Assign:
			stored = append(stored, t.stored(s)...)
		}
	}
	f.known, t.scope = f.known[:mark], t.scope[:len(t.scope)-1]
	for _, known := range stored { // behind the loop
		known()
	}
}

// may reports whether a makes an array of ints in memory of its own that one statement writes.
func (t *taped) may(a *loop.Alloc) bool {
	c := t.Class(a.Var)
	return len(a.Dims) == 1 && a.Var.Type == loop.IntType.Array() && a.Var.Flat == nil && !t.Mutable(a.Var) && t.owners[c] <= 1 && t.stores[c] == 1
}

// stored looks at a statement of the body of a loop that stores elements with the number of the iteration, one in each, in arrays that were made in the
// block of the loop, and returns what makes known what all elements are.
func (t *taped) stored(s *loop.Assign) (out []func()) {
	if len(t.scope) < 2 {
		return nil
	}
	l, around := t.scope[len(t.scope)-1].loop, t.scope[len(t.scope)-2]
	if l == nil {
		return nil
	}
	for k, x := range s.Lhs {
		if x.Kind != loop.IndexExpr || x.Args[0].Kind != loop.VarExpr || !x.Args[1].IsVar(l.Var) {
			continue
		}
		z := x.Args[0].Var
		a, trips := around.made[z], t.linear(l.N)
		v := t.facts.of(s.Rhs[k])
		if a == nil || v == nil || !trips.over(t.fixed) || !trips.equal(t.linear(a.Dims[0])) {
			continue
		}
		d := v.add(-1, &affine{terms: []term{{1, atom{v: l.Var}}}})
		least, greatest := t.facts.holds(d), t.facts.holds((&affine{}).add(-1, d))
		out = append(out, func() { around.least[z], around.greatest[z] = least, greatest })
	}
	return out
}

// element learns of a number that is an element of an array what all its elements are.
func (t *taped) element(s *loop.Let) {
	e := s.Rhs
	if e.Kind != loop.IndexExpr || e.Args[0].Kind != loop.VarExpr {
		return
	}
	x, i := t.facts.of(loop.Use(s.Var)), t.facts.of(e.Args[1])
	if x == nil || i == nil {
		return
	}
	for _, b := range t.scope {
		if b.least[e.Args[0].Var] {
			t.facts.known = append(t.facts.known, x.add(-1, i))
		}
		if b.greatest[e.Args[0].Var] {
			t.facts.known = append(t.facts.known, i.add(-1, x))
		}
	}
}
