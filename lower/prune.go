package lower

import "github.com/seed-4b734f86/gochad/syntax"

// prune drops bindings that the pass itself made and that nothing uses: what
// unpacking gave and only some other use of the same tape wants. They must go before free
// variables are taken, since these become tapes.
func (l *lowerer) prune(t syntax.Term) syntax.Term {
	if len(l.made) == 0 {
		return t
	}
	uses, made := map[*syntax.Var]int{}, []*syntax.Var(nil)
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		switch t := t.(type) {
		case *syntax.Const:
			return
		case *syntax.VarRef:
			if l.made[t.Var] {
				uses[t.Var]++
			}
			return
		case *syntax.Prim:
			for _, a := range t.Args {
				visit(a)
			}
			return
		case *syntax.Let:
			for _, b := range t.Binds {
				if b.Var != nil && l.made[b.Var] {
					made = append(made, b.Var)
				}
			}
		}
		syntax.Children(t, visit)
	}
	visit(t)
	if len(made) == 0 {
		return t
	}
	dead := map[*syntax.Var]bool{}
	for i := len(made) - 1; i >= 0; i-- {
		l.kill(made[i], uses, dead)
	}
	if len(dead) == 0 {
		return t
	}
	return without(t, dead)
}

// kill marks x dead if nothing uses it, and then what only x used.
func (l *lowerer) kill(x *syntax.Var, uses map[*syntax.Var]int, dead map[*syntax.Var]bool) {
	work := []*syntax.Var{x}
	for len(work) > 0 {
		x, work = work[len(work)-1], work[:len(work)-1]
		if uses[x] > 0 || dead[x] || !l.made[x] {
			continue
		}
		dead[x] = true
		var visit func(t syntax.Term)
		visit = func(t syntax.Term) {
			if r, ok := t.(*syntax.VarRef); ok {
				if uses[r.Var]--; uses[r.Var] == 0 && l.made[r.Var] {
					work = append(work, r.Var)
				}
				return
			}
			syntax.Children(t, visit)
		}
		visit(l.vars[x].rhs)
	}
}

// without is t with the bindings of dead variables left out.
func without(t syntax.Term, dead map[*syntax.Var]bool) syntax.Term {
	let, ok := t.(*syntax.Let)
	if !ok {
		return syntax.MapChildren(t, func(c syntax.Term) syntax.Term { return without(c, dead) })
	}
	out := make([]syntax.Bind, 0, len(let.Binds))
	for _, b := range let.Binds {
		if b.Var != nil && dead[b.Var] {
			continue
		}
		b.Rhs = without(b.Rhs, dead)
		out = append(out, b)
	}
	return syntax.NewLet(out, without(let.Body, dead))
}
