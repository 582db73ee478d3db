package lower

import "github.com/seed-4b734f86/gochad/syntax"

// What a branch needs in its pullback, the simplifier hands out of the if as one more component
// of its result, with anything in the branch that has no use for it. Where
// the component is short in every branch it is an if of its own, which can be computed again.

// sliced is rhs, or, for a component of a variable that an if made, the if that makes this component alone,
// when every branch has little to do for it.
func (l *lowerer) sliced(rhs syntax.Term) syntax.Term {
	pr, ok := rhs.(*syntax.Proj)
	if !ok {
		return rhs
	}
	z, ok := pr.Arg.(*syntax.VarRef)
	if !ok {
		return rhs
	}
	c, ok := l.vars[z.Var].rhs.(*syntax.If)
	if !ok || !syntax.IsAtom(c.Cond) {
		return rhs
	}
	a, b := component(c.Then, pr.Index), component(c.Else, pr.Index)
	if a == nil || b == nil {
		return rhs
	}
	return syntax.NewIf(c.Cond, a, b)
}

// component is component i of a block that ends in a tuple, with the bindings that it takes, or nil
// when these are not cheap.
func component(t syntax.Term, i int) syntax.Term {
	var binds []syntax.Bind
	if let, ok := t.(*syntax.Let); ok {
		binds, t = let.Binds, let.Body
	}
	tup, ok := t.(*syntax.Tuple)
	if !ok {
		return nil
	}
	el := tup.Elems[i]
	if !isCheap(el) {
		return nil
	}
	used := map[any]bool{}
	note := func(t syntax.Term) {
		for _, q := range parts(t) {
			used[q] = true
		}
	}
	note(el)
	var keep []syntax.Bind
	for k := len(binds) - 1; k >= 0; k-- {
		b := binds[k]
		if b.Var == nil {
			if used[b.Size] {
				return nil
			}
			continue
		}
		if !used[b.Var] {
			continue
		}
		if !isCheap(b.Rhs) || len(keep) == rematNodes {
			return nil
		}
		note(b.Rhs)
		keep = append([]syntax.Bind{b}, keep...)
	}
	return syntax.NewLet(keep, el)
}
