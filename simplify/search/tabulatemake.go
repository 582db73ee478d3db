package search

import "github.com/seed-4b734f86/gochad/syntax"

// makeTable makes the table of x and returns its entry.
func (w *tabulator) makeTable(x *tabulated) syntax.Term {
	w.fired++
	w.Fired("tabulate")
	s := syntax.Substitution{Vars: map[*syntax.Var]syntax.Term{}, Fresh: true}
	slice := sliceOf(x, x.at)
	binds := make([]syntax.Bind, len(slice))
	for i, u := range slice {
		binds[i] = *u.bind
	}
	var dims []int
	var others []*syntax.Size // of loops whose index is not needed, and which may be empty
	for l := x.at; l < len(w.blocks); l++ {
		n := w.blocks[l].n
		if x.deps>>l&1 == 1 {
			dims = append(dims, l)
		} else if k, ok := n.Lit(); !ok || k == 0 {
			others = append(others, n)
		}
	}
	front := w.blocks[x.at-1]
	lens := make([]*syntax.Size, len(dims))
	for k, l := range dims {
		lens[k] = w.blocks[l].n
	}
	for _, n := range others {
		lens[0] = front.ifRuns(n, lens[0])
	}
	indices := w.indices(x, dims)
	var inner []syntax.Bind
	vars := make([]*syntax.Var, len(dims))
	for k, i := range indices {
		vars[k] = syntax.NewVar(i.Name, syntax.NewIdxType(lens[k]))
		j := syntax.Term(syntax.Ref(vars[k]))
		if vars[k].Type != i.Type {
			v := syntax.NewVar(i.Name, i.Type)
			inner = append(inner, syntax.Bind{Var: v,
				Rhs: syntax.NewToIdx(nil, w.blocks[dims[k]].n, syntax.NewFromIdx(j))})
			j = syntax.Ref(v)
		}
		s.Vars[i] = j
	}
	entry := syntax.NewLet(inner, s.Apply(syntax.NewLet(binds, syntax.Ref(x.bind.Var))))
	for k := len(vars) - 1; k >= 0; k-- {
		entry = syntax.NewBuild(lens[k], vars[k], entry)
	}
	y := syntax.NewVar(x.bind.Var.Name, entry.Type())
	front.out = append(front.out, syntax.Bind{Var: y, Rhs: w.tampered("tabulate", entry)})
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

// ifRuns is m where a loop of n iterations runs, else 0. There is one variable for it, however many tables have it:
// [fuser.term] goes through a spine once for each size.
func (b *tableBlock) ifRuns(n, m *syntax.Size) *syntax.Size {
	key := [2]*syntax.Size{n, m}
	if k := b.lens[key]; k != nil {
		return k
	}
	runs := syntax.NewPrim(syntax.MustOp("igt"), syntax.NewSizeOf(n), syntax.IntLit(0))
	v := syntax.NewSizeVar("k")
	b.out = append(b.out, syntax.Bind{Size: v, Rhs: syntax.NewIf(runs, syntax.NewSizeOf(m), syntax.IntLit(0))})
	if b.lens == nil {
		b.lens = map[[2]*syntax.Size]*syntax.Size{}
	}
	b.lens[key] = syntax.SizeOfVar(v)
	return b.lens[key]
}

// indices are the indices of the loops with the numbers dims, which x needs.
func (w *tabulator) indices(x *tabulated, dims []int) []*syntax.Var {
	out := make([]*syntax.Var, len(dims))
	seen := map[*tabulated]bool{}
	var visit func(u *tabulated)
	visit = func(u *tabulated) {
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

// kept notes that x is read from the table y, for the entries of other tables that need it. These are in front of the
// same loop or of one inside, since they depend on whatever x does.
func (w *tabulator) kept(x *tabulated, y *syntax.Var, read syntax.Term, indices []*syntax.Var) {
	w.vars[y] = &tabulated{level: x.at - 1, fixed: x.at - 1}
	b := *x.bind
	b.Rhs = read
	x.bind, x.uses = &b, []*tabulated{w.vars[y]}
	for _, i := range indices {
		x.uses = append(x.uses, w.vars[i])
	}
}
