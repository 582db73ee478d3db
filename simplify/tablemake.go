package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// table makes the table of x and returns its entry.
func (w *tabler) table(x *tabled) syntax.Term {
	w.fired++
	w.report.add("table", w.where)
	s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Fresh: true}
	slice := sliceOf(x, x.at)
	binds := make([]syntax.Bind, len(slice))
	for i, u := range slice {
		binds[i] = *u.bind
	}
	var runs syntax.Term // that none of the loops whose index is not needed is empty
	var dims []int
	for l := x.at; l < len(w.blocks); l++ {
		if x.deps>>l&1 == 1 {
			dims = append(dims, l)
			continue
		}
		if n, ok := w.blocks[l].n.Lit(); ok && n > 0 {
			continue
		}
		c := syntax.NewPrim(syntax.MustOp("igt"), syntax.NewSizeOf(w.blocks[l].n), syntax.IntLit(0))
		if runs == nil {
			runs = c
		} else {
			runs = syntax.NewPrim(syntax.MustOp("and"), runs, c)
		}
	}
	front := w.blocks[x.at-1]
	lens := make([]*syntax.Size, len(dims))
	for k, l := range dims {
		lens[k] = w.blocks[l].n
	}
	if runs != nil {
		n := syntax.NewSizeVar("k")
		front.out = append(front.out, syntax.Bind{Size: n, Rhs: syntax.NewIf(runs, syntax.NewSizeOf(lens[0]), syntax.IntLit(0))})
		lens[0] = syntax.SizeOfVar(n)
	}
	indices := w.indices(x, dims)
	var inner []syntax.Bind
	vars := make([]*syntax.Var, len(dims))
	for k, i := range indices {
		vars[k] = syntax.NewVar(i.Name, syntax.NewIdxType(lens[k]))
		j := syntax.Term(syntax.Ref(vars[k]))
		if vars[k].Type != i.Type {
			v := syntax.NewVar(i.Name, i.Type)
			inner = append(inner, syntax.Bind{Var: v, Rhs: syntax.NewToIdx(nil, w.blocks[dims[k]].n, syntax.NewFromIdx(j))})
			j = syntax.Ref(v)
		}
		s.Vars[i] = j
	}
	entry := syntax.NewLet(inner, s.Apply(syntax.NewLet(binds, syntax.Ref(x.bind.Var))))
	for k := len(vars) - 1; k >= 0; k-- {
		entry = syntax.NewBuild(lens[k], vars[k], entry)
	}
	y := syntax.NewVar(x.bind.Var.Name, entry.Type())
	front.out = append(front.out, syntax.Bind{Var: y, Rhs: w.tampered("table", entry)})
	read := syntax.Term(syntax.Ref(y))
	for k, i := range indices {
		j := syntax.Term(syntax.Ref(i))
		if i.Type != vars[k].Type {
			j = syntax.NewToIdx(nil, lens[k], syntax.NewFromIdx(j))
		}
		read = syntax.NewIndex(read, j)
	}
	w.kept(x, y, read, indices)
	return read
}

// indices are the indices of the loops with the numbers dims, which x needs.
func (w *tabler) indices(x *tabled, dims []int) []*syntax.Var {
	out := make([]*syntax.Var, len(dims))
	seen := map[*tabled]bool{}
	var visit func(u *tabled)
	visit = func(u *tabled) {
		if seen[u] || u.level < x.at {
			return
		}
		seen[u] = true
		if u.index != nil {
			for k, l := range dims {
				if l == u.level {
					out[k] = u.index
				}
			}
			return
		}
		for _, v := range u.uses {
			visit(v)
		}
	}
	visit(x)
	return out
}

// kept notes that x is read from the table y, for the entries of other tables that need it. These are in front of the same loop or of one
// inside, since they depend on whatever x does.
func (w *tabler) kept(x *tabled, y *syntax.Var, read syntax.Term, indices []*syntax.Var) {
	w.vars[y] = &tabled{level: x.at - 1, fixed: x.at - 1}
	b := *x.bind
	b.Rhs = read
	x.bind, x.uses = &b, []*tabled{w.vars[y]}
	for _, i := range indices {
		x.uses = append(x.uses, w.vars[i])
	}
}
