package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// lambda walks the λs that x is bound to.
func (u *uses) lambda(x *syntax.Var, t *syntax.Lam) {
	c := &code{id: u.ids, name: u.owner + "_" + x.Name, free: map[*syntax.Var]bool{}, freeN: map[*syntax.SizeVar]bool{}}
	u.ids++
	u.lambdas[x] = c
	u.open = append(u.open, c)
	var own []*syntax.Var
	for {
		own = append(own, t.Param)
		u.binder(t.Param)
		u.parameter(t.Param)
		u.spoils[x] = append(u.spoils[x], t.Param)
		inner, ok := curried(t.Body)
		if !ok {
			break
		}
		t = inner
	}
	u.term(t.Body)
	u.typ(t.Body.Type())
	u.open = u.open[:len(u.open)-1]
	c.body, c.nodes = t.Body, syntax.CountNodes(t.Body)
	c.caps = len(c.params)
	c.params = append(c.params, own...)
	c.free, c.freeN = nil, nil
	u.known[x] = started{code: c}
}

// curried finds the λ that a block returns and that is all there is in it.
func curried(t syntax.Term) (*syntax.Lam, bool) {
	if l, ok := t.(*syntax.Let); ok && len(l.Binds) == 1 && l.Binds[0].Var != nil {
		if r, ok := l.Body.(*syntax.VarRef); ok && r.Var == l.Binds[0].Var {
			t = l.Binds[0].Rhs
		}
	}
	f, ok := t.(*syntax.Lam)
	return f, ok
}

func (u *uses) binder(x *syntax.Var) {
	u.level[x] = len(u.open)
	u.typ(x.Type)
}

func (u *uses) typ(t syntax.Type) {
	if len(u.open) > 0 {
		syntax.EachSizeVar(t, u.size)
	}
}

// occurs notes that x is free in the λs around. It is in the set of a λ only if
// it is in those of all λs around that one.
func (u *uses) occurs(x *syntax.Var) {
	fresh := false
	for k := len(u.open) - 1; k >= u.level[x]; k-- {
		c := u.open[k]
		if c.free[x] {
			break
		}
		fresh = true
		c.free[x] = true
		c.params = append(c.params, x)
	}
	if fresh {
		u.typ(x.Type)
	}
}

func (u *uses) size(n *syntax.SizeVar) {
	for k := len(u.open) - 1; k >= u.sizeLevel[n]; k-- {
		c := u.open[k]
		if c.freeN[n] {
			return
		}
		c.freeN[n] = true
		c.sizes = append(c.sizes, n)
	}
}
