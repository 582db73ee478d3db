package lower

import "github.com/seed-4b734f86/gochad/syntax"

// A while loop has no index, but often an int in its state that grows by one each time: that
// is its start plus the number of the iteration, which the pullback knows.

// counters are the ints in the state of a while loop that count its iterations.
type counters struct {
	at    *syntax.Var         // the number of the iteration, an int
	start map[int]syntax.Term // what a component is before the first; known outside
}

// counted finds the counters of a while loop with the given body: init and next are atoms.
func (l *lowerer) counted(state *syntax.Var, init, next syntax.Term) *counters {
	first, ok := l.made1(init).(*syntax.Tuple)
	if !ok {
		return nil
	}
	then, ok := l.made1(next).(*syntax.Tuple)
	if !ok {
		return nil
	}
	c := &counters{start: map[int]syntax.Term{}}
	for i, e := range then.Elems {
		if e.Type() == syntax.Int && syntax.IsAtom(first.Elems[i]) && l.increments(e, state, i) {
			c.start[i] = first.Elems[i]
		}
	}
	if len(c.start) == 0 {
		return nil
	}
	c.at = syntax.NewVar("i", syntax.Int)
	return c
}

// made1 is what the variable t is bound to, or t.
func (l *lowerer) made1(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		if rhs := l.vars[r.Var].rhs; rhs != nil {
			return rhs
		}
	}
	return t
}

// increments reports whether t is component i of the state, plus one.
func (l *lowerer) increments(t syntax.Term, state *syntax.Var, i int) bool {
	p, ok := l.made1(t).(*syntax.Prim)
	if !ok || p.Op != syntax.OpIntAdd {
		return false
	}
	a, b := l.made1(p.Args[0]), l.made1(p.Args[1])
	if _, ok := a.(*syntax.Const); ok {
		a, b = b, a
	}
	one, ok := b.(*syntax.Const)
	return ok && one.I == 1 && isComponent(a, state, i)
}

func isComponent(t syntax.Term, x *syntax.Var, i int) bool {
	p, ok := t.(*syntax.Proj)
	if !ok || p.Index != i {
		return false
	}
	r, ok := p.Arg.(*syntax.VarRef)
	return ok && r.Var == x
}

// counter is rhs, or, if that is a counter of a while loop, what gives it outside.
func (l *lowerer) counter(rhs syntax.Term) syntax.Term {
	p, ok := rhs.(*syntax.Proj)
	if !ok {
		return rhs
	}
	x, ok := p.Arg.(*syntax.VarRef)
	if !ok || l.counts[x.Var] == nil {
		return rhs
	}
	c := l.counts[x.Var]
	if start, ok := c.start[p.Index]; ok {
		return syntax.NewPrim(syntax.OpIntAdd, start, syntax.Ref(c.at))
	}
	return rhs
}
