package closure

import "github.com/seed-4b734f86/gochad/syntax"

// An array that functions capture is passed along where it is bound in front of all functions of its class, and is part
// of each record else ([uses.capture]). What is bound behind the first function of a block may have nothing to do with
// it:
//
//	let f = \y. y
//	    a = [sin x[i] | i < n]
//	    g = loop g = f for i < n do \y. g (y * a[i]) in …
//
// So arrays that are made and captured are made in front of the functions where they can be, with the numbers that they
// are made of. Nothing there depends on the order but which of two errors comes first.

// mostEarly is the number of bindings up to which an array moves with what it needs.
const mostEarly = 16

// early moves arrays in the blocks of p, in A-normal form.
func early(p *syntax.Program) {
	for _, d := range p.Defs {
		d.Body = earlyIn(d.Body)
	}
}

func earlyIn(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Lams == 0 {
		return t
	}
	t = syntax.MapChildren(t, earlyIn)
	if l, ok := t.(*syntax.Let); ok {
		return earlyBlock(l)
	}
	return t
}

// earlyBlock moves the arrays of one block.
func earlyBlock(l *syntax.Let) syntax.Term {
	first := -1
	captured, at := map[*syntax.Var]bool{}, map[*syntax.Var]int{}
	sizeAt := map[*syntax.SizeVar]int{}
	for i, b := range l.Binds {
		if b.Var != nil {
			at[b.Var] = i
		} else {
			sizeAt[b.Size] = i
		}
		if syntax.NodesOf(b.Rhs)&syntax.Lams == 0 {
			continue
		}
		if first < 0 {
			first = i
		}
		captures(b.Rhs, captured)
	}
	if first < 0 {
		return l
	}
	captures(l.Body, captured)
	moves := map[int]bool{}
	for i := first + 1; i < len(l.Binds); i++ {
		b := l.Binds[i]
		if _, ok := b.Rhs.(*syntax.Build); !ok || b.Var == nil || !captured[b.Var] {
			continue
		}
		need := &needs{binds: l.Binds, first: first, at: at, sizeAt: sizeAt, found: map[int]bool{}}
		if need.bind(i) {
			for k := range need.found {
				moves[k] = true
			}
		}
	}
	if len(moves) == 0 {
		return l
	}
	out := append([]syntax.Bind(nil), l.Binds[:first]...)
	for _, moved := range []bool{true, false} {
		for i := first; i < len(l.Binds); i++ {
			if moves[i] == moved {
				out = append(out, l.Binds[i])
			}
		}
	}
	return syntax.NewLet(out, l.Body)
}

// captures notes the variables of the functions in t.
func captures(t syntax.Term, to map[*syntax.Var]bool) {
	if syntax.NodesOf(t)&syntax.Lams == 0 {
		return
	}
	if f, ok := t.(*syntax.Lam); ok {
		for _, x := range syntax.FreeVars(f) {
			to[x] = true
		}
		return
	}
	syntax.Children(t, func(c syntax.Term) { captures(c, to) })
}

// needs are the bindings of a block, from the first function on, that one of them needs.
type needs struct {
	binds  []syntax.Bind
	first  int
	at     map[*syntax.Var]int
	sizeAt map[*syntax.SizeVar]int
	found  map[int]bool
}

// bind finds what binding i needs, itself too, and reports whether all of it may move.
func (n *needs) bind(i int) bool {
	if i < n.first || n.found[i] {
		return true
	}
	b := n.binds[i]
	n.found[i] = true
	if len(n.found) > mostEarly || b.Var == nil || !movesEarly(b.Rhs) {
		return false
	}
	for _, x := range syntax.FreeVars(b.Rhs) {
		if k, here := n.at[x]; here && !n.bind(k) {
			return false
		}
	}
	return !n.ofSizes(b.Rhs)
}

// ofSizes reports whether t has a size that the block binds from the first function on.
func (n *needs) ofSizes(t syntax.Term) bool {
	found := false
	size := func(v *syntax.SizeVar) {
		if k, here := n.sizeAt[v]; here && k >= n.first {
			found = true
		}
	}
	m := syntax.Mapper{
		Binder: func(x *syntax.Var) *syntax.Var { syntax.EachSizeVar(x.Type, size); return x },
		Type:   func(t syntax.Type) syntax.Type { syntax.EachSizeVar(t, size); return t },
		Size:   func(k *syntax.Size) *syntax.Size { k.Vars(size); return k },
	}
	m.Term = func(t syntax.Term) syntax.Term {
		syntax.EachSizeVar(t.Type(), size)
		return m.Map(t)
	}
	m.Term(t)
	return found
}

// movesEarly reports whether a binding is a new array, or a number, that calls and requires nothing.
func movesEarly(t syntax.Term) bool {
	if syntax.NodesOf(t)&(syntax.Lams|syntax.Apps|syntax.Calls|syntax.Loops) != 0 {
		return false
	}
	switch t.(type) {
	case *syntax.Build, *syntax.Prim, *syntax.SizeOf, *syntax.ToIdx, *syntax.FromIdx, *syntax.Index, *syntax.Sum, *syntax.Proj:
	default:
		return false
	}
	ok := true
	syntax.EachNode(t, func(c syntax.Term) {
		if pr, prim := c.(*syntax.Prim); prim && pr.Op.Requires {
			ok = false
		}
	})
	return ok
}
