package syntax

// mark finds what depends on the linear parameter, once, before the walk
// backwards: [transposer.dep] then answers at once.
func (tr *transposer) mark(t Term) bool {
	d := tr.marked(t)
	if _, ok := t.(*VarRef); !ok && d {
		tr.deps[t] = true
	}
	return d
}

func (tr *transposer) marked(t Term) bool {
	switch t := t.(type) {
	case *VarRef:
		return tr.lin[t.Var]
	case *LinLam:
		return false // closed
	case *LinApp:
		return tr.markApp(t)
	case *Let:
		any := false
		for _, b := range t.Binds {
			d := tr.mark(b.Rhs)
			if b.Var == nil {
				continue
			}
			if f, ok := b.Rhs.(*LinLam); ok {
				tr.funs[b.Var] = f
			}
			tr.lin[b.Var] = d
			any = any || d
		}
		return tr.mark(t.Body) || any
	case *Loop:
		d := tr.mark(t.Init)
		if !d {
			d = tr.mentions(t.Body)
		}
		tr.lin[t.State] = d
		return tr.mark(t.Body) || d
	case *CopowerCase:
		d := tr.mark(t.Scrut)
		if d {
			tr.lin[t.Val] = true
			tr.mark(t.Body)
		}
		return d
	}
	any := false
	Children(t, func(c Term) { any = tr.mark(c) || any })
	return any
}

// markApp marks the body of a linear function that is written out as well.
func (tr *transposer) markApp(t *LinApp) bool {
	if tr.mark(t.Fun) {
		tr.fail(t, "the function applied depends on the parameter")
	}
	if !tr.mark(t.Arg) {
		return false
	}
	switch f := t.Fun.(type) {
	case *LinLam:
		tr.enter(f)
		return true
	case *VarRef:
		if g := tr.funs[f.Var]; g != nil {
			if !tr.wanted[f.Var] {
				tr.wanted[f.Var] = true
				tr.enter(g)
			}
			return true
		}
	}
	tr.fail(t, "the function applied is not known")
	return true
}

// mentions reports whether t uses a variable that depends on the parameter.
func (tr *transposer) mentions(t Term) bool {
	if r, ok := t.(*VarRef); ok {
		return tr.lin[r.Var]
	}
	found := false
	Children(t, func(c Term) { found = found || tr.mentions(c) })
	return found
}
