package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// knownSizes is sizeKnown: a size variable that is bound to a literal or to
// another size is replaced by it, in types too, all such variables at once.
func (e *engine) knownSizes(t syntax.Term, where string) syntax.Term {
	if !e.on["sizeKnown"] {
		return t
	}
	if syntax.NodesOf(t)&syntax.SizeBinds == 0 {
		return t
	}
	env := map[*syntax.SizeVar]*syntax.Size{}
	get := func(v *syntax.SizeVar) *syntax.Size { return env[v] }
	var visit func(syntax.Term)
	visit = func(t syntax.Term) {
		if l, ok := t.(*syntax.Let); ok {
			for _, b := range l.Binds {
				visit(b.Rhs)
				if b.Var == nil {
					if n := sizeValue(b.Rhs); n != nil {
						env[b.Size] = sizeValue(e.tampered("sizeKnown", b.Rhs)).Subst(get)
					}
				}
			}
			visit(l.Body)
			return
		}
		syntax.Children(t, visit)
	}
	visit(t)
	if len(env) == 0 {
		return t
	}
	for range len(env) {
		e.report.add("sizeKnown", where)
	}
	s := syntax.Substitution{Sizes: env}
	return dropSizes(s.Apply(t), env)
}

// sizeValue is the size that an int term is, or nil. A negative literal stays,
// to fail at run time.
func sizeValue(t syntax.Term) *syntax.Size {
	switch t := t.(type) {
	case *syntax.Const:
		if t.I >= 0 {
			return syntax.SizeLit(t.I)
		}
	case *syntax.SizeOf:
		if n, ok := t.Size.Lit(); ok && n >= 0 {
			return t.Size
		}
		if _, ok := t.Size.IsVar(); ok {
			return t.Size
		}
	}
	return nil
}

// dropSizes removes the bindings of the size variables in env.
func dropSizes(t syntax.Term, env map[*syntax.SizeVar]*syntax.Size) syntax.Term {
	var walk func(syntax.Term) syntax.Term
	walk = func(t syntax.Term) syntax.Term {
		t = syntax.MapChildren(t, walk)
		l, ok := t.(*syntax.Let)
		if !ok {
			return t
		}
		var out []syntax.Bind
		for _, b := range l.Binds {
			if b.Var != nil || env[b.Size] == nil {
				out = append(out, b)
			}
		}
		if len(out) == len(l.Binds) {
			return t
		}
		return syntax.NewLet(out, l.Body)
	}
	return walk(t)
}
