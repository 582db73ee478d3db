package gen

import "strconv"

// hoist takes the rows that an inner loop reads or writes out of it: x[i][j] in
// a loop over j becomes xi[j] with xi := x[i] before the loop, cut to the range
// of j, so that Go can leave out the bounds checks of the inner loop.
func hoist(stmts []*stmt, taken func(string) bool) []*stmt {
	h := &hoister{loopVars: map[*ident]bool{}, used: map[string]bool{}, taken: taken}
	h.collect(stmts)
	return h.block(stmts)
}

type hoister struct {
	loopVars map[*ident]bool
	used     map[string]bool // names of the function
	taken    func(string) bool
}

// A row is a slice of slices at a loop index, and its variable.
type row struct {
	of  *expr
	id  *ident
	cut *expr // the range it is cut to, or nil
}

const maxRows = 8 // rows taken out of one loop

func (h *hoister) collect(stmts []*stmt) {
	name := func(id *ident) {
		if id != nil {
			h.used[id.name] = true
		}
	}
	for _, s := range stmts {
		for _, id := range s.ids {
			name(id)
		}
		h.collect(s.body)
		h.collect(s.alt)
		for _, c := range s.cases {
			h.collect(c)
		}
	}
	eachRead(stmts, name)
}

func (h *hoister) block(stmts []*stmt) []*stmt {
	out := stmts[:0:0]
	var live []*row
	for _, s := range stmts {
		if len(live) == 0 && len(s.body) == 0 && len(s.alt) == 0 && len(s.cases) == 0 {
			out = append(out, s)
			continue
		}
		changed := map[*ident]bool{}
		written([]*stmt{s}, changed)
		kept := live[:0:0]
		for _, r := range live {
			if !changed[r.of.args[0].id] {
				kept = append(kept, r)
			}
		}
		live = kept
		if (s.kind == rangeStmt || s.kind == downStmt) && s.ids[0] != nil {
			h.loopVars[s.ids[0]] = true
			n := len(live)
			live = h.loop(s, changed, live)
			for _, r := range live[n:] {
				out = append(out, r.declaration())
			}
		}
		s.body, s.alt = h.block(s.body), h.block(s.alt)
		for i := range s.cases {
			s.cases[i] = h.block(s.cases[i])
		}
		out = append(out, s)
	}
	return out
}

func (r *row) declaration() *stmt {
	x := r.of
	if r.cut != nil {
		x = node(sliceExpr, "", x, r.cut)
	}
	return &stmt{kind: declStmt, ids: []*ident{r.id}, exprs: []*expr{x}}
}

// loop replaces the rows in one loop; new ones join live.
func (h *hoister) loop(s *stmt, changed map[*ident]bool, live []*row) []*row {
	limit := len(live) + maxRows
	always := map[*expr]bool{} // rows read or written in every iteration, at the loop index
	for _, b := range s.body {
		for _, e := range append(append([]*expr(nil), b.lhs...), b.exprs...) {
			h.eachRow(e, changed, func(of, at *expr) {
				if at.isIdent(s.ids[0]) {
					always[of] = true
				}
			})
		}
	}
	isCut := func(of *expr) bool {
		for a := range always {
			if same(a, of) {
				return true
			}
		}
		return false
	}
	var rewrite func(e *expr) *expr
	rewrite = func(e *expr) *expr {
		if !h.isRow(e, changed) {
			return mapArgs(e, rewrite)
		}
		var cut *expr
		if isCut(e.args[0]) {
			cut = s.exprs[0]
		}
		for _, r := range live {
			if same(r.of, e.args[0]) && (cut == nil || r.cut != nil && same(r.cut, cut)) {
				r.id.reads++
				return index(use(r.id), rewrite(e.args[1]))
			}
		}
		if len(live) == limit {
			return mapArgs(e, rewrite)
		}
		r := &row{of: e.args[0], id: &ident{name: h.fresh(e.args[0]), reads: 1}, cut: cut}
		live = append(live, r)
		return index(use(r.id), rewrite(e.args[1]))
	}
	mapExprs(s.body, rewrite)
	return live
}

// isRow reports whether e is x[i][…] for a loop index i, both fixed in the loop at hand.
func (h *hoister) isRow(e *expr, changed map[*ident]bool) bool {
	if e.kind != indexExpr || e.args[0].kind != indexExpr {
		return false
	}
	x, i := e.args[0].args[0], e.args[0].args[1]
	return x.kind == identExpr && i.kind == identExpr && h.loopVars[i.id] && !changed[x.id] && !changed[i.id]
}

func (h *hoister) eachRow(e *expr, changed map[*ident]bool, yield func(of, at *expr)) {
	if h.isRow(e, changed) {
		yield(e.args[0], e.args[1])
	}
	for _, a := range e.args {
		h.eachRow(a, changed, yield)
	}
}

func (h *hoister) fresh(of *expr) string {
	base := of.args[0].id.name + of.args[1].id.name
	name := base
	for k := 2; h.used[name] || h.taken(name); k++ {
		name = base + strconv.Itoa(k)
	}
	h.used[name] = true
	return name
}

// mapArgs rebuilds e with f applied to its operands.
func mapArgs(e *expr, f func(*expr) *expr) *expr {
	var out *expr
	for i, a := range e.args {
		b := f(a)
		if b == a {
			continue
		}
		if out == nil {
			c := *e
			c.args = append([]*expr(nil), e.args...)
			out = &c
		}
		out.args[i] = b
	}
	if out == nil {
		return e
	}
	return out
}

// mapExprs replaces the expressions of statements.
func mapExprs(stmts []*stmt, f func(*expr) *expr) {
	for _, s := range stmts {
		for i, x := range s.lhs {
			s.lhs[i] = f(x)
		}
		for i, x := range s.exprs {
			s.exprs[i] = f(x)
		}
		mapExprs(s.body, f)
		mapExprs(s.alt, f)
		for _, c := range s.cases {
			mapExprs(c, f)
		}
	}
}

// written collects the variables that statements declare, assign or give new rows.
func written(stmts []*stmt, into map[*ident]bool) {
	for _, s := range stmts {
		for _, id := range s.ids {
			into[id] = true
		}
		for _, l := range s.lhs {
			if l.kind == identExpr {
				into[l.id] = true
			} else if l.kind == indexExpr && l.args[0].kind == identExpr {
				into[l.args[0].id] = true
			}
		}
		written(s.body, into)
		written(s.alt, into)
		for _, c := range s.cases {
			written(c, into)
		}
	}
}
