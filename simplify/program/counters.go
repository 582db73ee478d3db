package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// counters are the loops that may be written out, and what is a literal in each of their iterations then. The zero
// pointer has none.
type counters struct {
	vars  map[*syntax.Var][]*syntax.Var     // with the indices that decide what they are
	sizes map[*syntax.SizeVar][]*syntax.Var // likewise
	upper upperBounds
}

func newCounters() *counters {
	return &counters{map[*syntax.Var][]*syntax.Var{}, map[*syntax.SizeVar][]*syntax.Var{}, newUpperBounds()}
}

// bind notes what is bound.
func (c *counters) bind(b syntax.Bind) {
	if c == nil {
		return
	}
	c.upper.bind(b)
	switch {
	case b.Rhs.Type() == syntax.Real || !c.known(b.Rhs):
	case b.Var != nil:
		c.vars[b.Var] = c.all(b.Rhs)
	default:
		c.sizes[b.Size] = c.all(b.Rhs)
	}
}

// loop reports whether a loop may be written out, and notes its index.
func (c *counters) loop(n *syntax.Size, i *syntax.Var, body syntax.Term) bool {
	if c == nil || !c.few(n) || !c.straight(body) {
		return false
	}
	c.vars[i] = []*syntax.Var{i}
	return true
}

// all are the indices that decide what t is.
func (c *counters) all(t syntax.Term) []*syntax.Var {
	of := []*syntax.Var{}
	c.roots(t, func(v *syntax.Var) {
		if !slices.Contains(of, v) {
			of = append(of, v)
		}
	})
	return of
}

// roots calls yield for the indices that decide what t is, which is known.
func (c *counters) roots(t syntax.Term, yield func(*syntax.Var)) {
	switch t := t.(type) {
	case *syntax.VarRef:
		for _, v := range c.vars[t.Var] {
			yield(v)
		}
	case *syntax.SizeOf:
		t.Size.Vars(func(v *syntax.SizeVar) {
			for _, i := range c.sizes[v] {
				yield(i)
			}
		})
	}
	syntax.Children(t, func(a syntax.Term) { c.roots(a, yield) })
}

// few reports whether a loop runs a few times.
func (c *counters) few(n *syntax.Size) bool {
	if k, ok := n.Lit(); ok {
		return k <= unrollTrips
	}
	if v, ok := n.IsVar(); ok {
		if k, ok := c.upper.size[v]; ok && k <= unrollMost {
			return true
		}
	}
	return c.knownSize(n)
}

func (c *counters) knownSize(n *syntax.Size) bool {
	ok := true
	n.Vars(func(v *syntax.SizeVar) { ok = ok && c.sizes[v] != nil })
	return ok
}

// known reports whether t is made of literals and of what counters decide.
func (c *counters) known(t syntax.Term) bool {
	if c == nil {
		return false
	}
	switch t := t.(type) {
	case *syntax.Const:
		return true
	case *syntax.VarRef:
		return c.vars[t.Var] != nil
	case *syntax.SizeOf:
		return c.knownSize(t.Size)
	case *syntax.Prim, *syntax.ToIdx, *syntax.FromIdx:
		ok := true
		syntax.Children(t, func(a syntax.Term) { ok = ok && c.known(a) })
		return ok
	}
	return false
}

// straight reports whether a body has no loops but such as its own counters may decide.
func (c *counters) straight(t syntax.Term) bool {
	ok := true
	switch t := t.(type) {
	case *syntax.While, *syntax.FilterIdx, *syntax.Checkpoint, *syntax.Deriv, *syntax.Lam, *syntax.LinLam:
		return false
	case *syntax.Let:
		for _, b := range t.Binds {
			c.upper.bind(b)
		}
	case *syntax.Loop:
		ok = c.short(t.Len)
	case *syntax.Build:
		ok = c.short(t.Len)
	}
	if ok {
		syntax.Children(t, func(a syntax.Term) { ok = ok && c.straight(a) })
	}
	return ok
}

// short reports whether a length is small, as far as is known: what is bound inside may be decided later.
func (c *counters) short(n *syntax.Size) bool {
	k, ok := n.Lit()
	return !ok || k <= unrollTrips
}

// upperBounds are what integers are at most.
type upperBounds struct {
	vars map[*syntax.Var]int64
	size map[*syntax.SizeVar]int64
}

func newUpperBounds() upperBounds {
	return upperBounds{map[*syntax.Var]int64{}, map[*syntax.SizeVar]int64{}}
}

// bind notes what an integer that is bound is at most.
func (u upperBounds) bind(b syntax.Bind) {
	if b.Rhs.Type() != syntax.Int {
		return
	}
	switch n, ok := u.of(b.Rhs); {
	case !ok:
	case b.Var != nil:
		u.vars[b.Var] = n
	default:
		u.size[b.Size] = n
	}
}

// of is what t is at most; ok says whether that is known.
func (u upperBounds) of(t syntax.Term) (n int64, ok bool) {
	switch t := t.(type) {
	case *syntax.Const:
		return t.I, true
	case *syntax.VarRef:
		n, ok = u.vars[t.Var]
	case *syntax.Prim:
		if t.Op.Name != "imin" && t.Op.Name != "imax" {
			break
		}
		a, aKnown := u.of(t.Args[0])
		b, bKnown := u.of(t.Args[1])
		switch {
		case t.Op.Name == "imax":
			return max(a, b), aKnown && bKnown
		case aKnown && bKnown:
			return min(a, b), true
		case aKnown:
			return a, true
		}
		return b, bKnown
	}
	return n, ok
}
