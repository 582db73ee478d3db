package inplace

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A rowFlow says where the rows of arrays of rows come from and go to, for passes about rows that become longer and
// shorter.
type rowFlow struct {
	in     *facts.Info
	f      *loop.Func
	lets   map[*loop.Var]*loop.Expr // what variables are that never change
	allocs map[*loop.Var]*loop.Alloc
	block  map[*loop.Var]*loop.Stmt // the first statement of the block of a declaration, which names the block
	out    map[*loop.Var]int        // how often a row is bound to another name, stored or given to a call
	kept   map[*loop.Expr]bool      // stores of what is there already, by their targets
	stored map[loop.Stmt]map[*loop.Var]bool
	barred map[*loop.Var]bool       // classes with memory that is not only that of variables and rows
	around map[*loop.Stmt]rowBranch // the branches that blocks are arms of, by their first statements
	ends   map[*loop.Var]*loop.Var  // see rowEnds
	left   int                      // how many stores may be looked at closely
}

// A rowBranch is where in a block a branch stands.
type rowBranch struct {
	b []loop.Stmt
	p int
}

// rowWindow is how many statements may stand between a row that is read and what takes its place.
const rowWindow = 64

// rowStores is how many stores of rows are looked at in a function: each may take time in the length of the function.
const rowStores = 512

// newRowFlow is nil where no loop stores rows.
func newRowFlow(f *loop.Func, analyse func(*loop.Func) *facts.Info) *rowFlow {
	found := false
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s.(type) {
		case *loop.For, *loop.While:
			if !found {
				loop.Blocks(s, func(b *[]loop.Stmt) { found = found || storesRows(*b) })
			}
		}
	})
	if !found {
		return nil
	}
	r := &rowFlow{
		in: analyse(f), f: f, left: rowStores, lets: map[*loop.Var]*loop.Expr{}, allocs: map[*loop.Var]*loop.Alloc{},
		block: map[*loop.Var]*loop.Stmt{}, out: map[*loop.Var]int{},
		kept: map[*loop.Expr]bool{}, stored: map[loop.Stmt]map[*loop.Var]bool{}, barred: map[*loop.Var]bool{},
		around: map[*loop.Stmt]rowBranch{},
	}
	r.ends = rowEnds(r.in)
	for _, p := range f.Params {
		r.bar(p.Var)
	}
	for _, e := range f.Results {
		if facts.Holds(e.Type) {
			r.bar(facts.RootOf(e))
		}
	}
	r.look(f.Body)
	return r
}

// storesRows reports whether a block stores arrays with a name as rows.
func storesRows(b []loop.Stmt) bool {
	for _, s := range b {
		if s, ok := s.(*loop.Assign); ok {
			for i, l := range s.Lhs {
				if isRow(l) && s.Rhs[i].Kind == loop.VarExpr {
					return true
				}
			}
		}
	}
	return false
}

// isRow reports whether e is a row of numbers, or of references, of a variable.
func isRow(e *loop.Expr) bool {
	return e.Kind == loop.IndexExpr && e.Type.Rank == 1 && e.Args[0].Kind == loop.VarExpr
}

func (r *rowFlow) bar(v *loop.Var) {
	if v != nil && facts.Holds(v.Type) {
		r.barred[r.in.Class(v)] = true
	}
}

// barWhole bars the classes of arrays of rows that an expression uses as a whole, and not only by a row, an element or
// the length.
func (r *rowFlow) barWhole(e *loop.Expr) {
	if e.Kind == loop.VarExpr {
		if e.Type.Rank > 1 {
			r.bar(e.Var)
		}
		return
	}
	args := e.Args
	if (e.Kind == loop.IndexExpr || e.Kind == loop.LenExpr) && args[0].Kind == loop.VarExpr {
		args = args[1:]
	}
	for _, x := range args {
		r.barWhole(x)
	}
}

func (r *rowFlow) flowsOut(e *loop.Expr) {
	if e.Kind == loop.VarExpr && e.Type.IsArray() {
		r.out[e.Var]++
	}
}

func (r *rowFlow) declare(v *loop.Var, b []loop.Stmt) {
	r.block[v] = &b[0]
	if v.Type.Rank > 2 || v.Type.Base == loop.Ref || v.Flat != nil {
		r.bar(v)
	}
}

func (r *rowFlow) look(b []loop.Stmt) {
	for p, s := range b {
		loop.Declared(s, func(v *loop.Var) { r.declare(v, b) })
		switch s := s.(type) {
		case *loop.Let:
			if !r.in.Mutable(s.Var) {
				r.lets[s.Var] = s.Rhs
			}
			if s.Rhs.Kind == loop.SelectExpr {
				r.bar(s.Var)
			}
			r.flowsOut(s.Rhs)
		case *loop.Alloc:
			r.allocs[s.Var] = s
		case *loop.NewCell:
			for _, e := range s.Fields {
				r.bar(facts.RootOf(e))
			}
		case *loop.Append:
			r.bar(s.Var)
			r.flowsOut(s.Val)
		case *loop.Call:
			for _, e := range s.Args {
				if facts.Holds(e.Type) {
					r.bar(facts.RootOf(e))
				}
			}
			for _, v := range s.Vars {
				r.bar(v)
			}
		case *loop.Assign:
			for k, l := range s.Lhs {
				if isRow(l) && r.isKept(b, p, l, s.Rhs[k]) {
					r.kept[l] = true
					continue
				}
				r.flowsOut(s.Rhs[k])
			}
		}
		loop.Blocks(s, func(in *[]loop.Stmt) {
			if len(*in) > 0 {
				if isBranch(s) {
					r.around[&(*in)[0]] = rowBranch{b, p}
				}
				r.look(*in)
			}
		})
	}
}

func isBranch(s loop.Stmt) bool {
	switch s.(type) {
	case *loop.If, *loop.Switch:
		return true
	}
	return false
}

// same is the variable that an immutable variable is another name of.
func (r *rowFlow) same(v *loop.Var) *loop.Var {
	for e := r.lets[v]; e != nil && e.Kind == loop.VarExpr && !r.in.Mutable(e.Var); e = r.lets[v] {
		v = e.Var
	}
	return v
}

// value is e, or what the variable e is.
func (r *rowFlow) value(e *loop.Expr) *loop.Expr {
	if e.Kind == loop.VarExpr {
		v := r.same(e.Var)
		if x := r.lets[v]; x != nil {
			return x
		}
		return loop.Use(v)
	}
	return e
}

// steady reports whether e is an atom that never changes.
func (r *rowFlow) steady(e *loop.Expr) bool {
	return e.Kind == loop.ConstExpr || e.Kind == loop.VarExpr && !r.in.Mutable(e.Var)
}

// isKept reports whether the statement at p of a block stores the row that is there: x was read from there, and nothing
// has been stored since.
func (r *rowFlow) isKept(b []loop.Stmt, p int, l, x *loop.Expr) bool {
	return x.Kind == loop.VarExpr && !r.in.Mutable(x.Var) && r.isThere(b, p, l, r.same(x.Var))
}

// isThere reports whether the variable v has got the row l, or what of it counts as the row, and that is still there
// before p: in the block, or in one around a branch that the block is an arm of.
func (r *rowFlow) isThere(b []loop.Stmt, p int, l *loop.Expr, v *loop.Var) bool {
	x := r.lets[v]
	return x != nil && r.isRowOf(x, l) && r.isSince(b, p, l, v)
}

// isSince reports whether the row l is what it was when the variable v was declared, in the block before p or around
// it.
func (r *rowFlow) isSince(b []loop.Stmt, p int, l *loop.Expr, v *loop.Var) bool {
	if !r.steady(l.Args[1]) {
		return false
	}
	for left := rowWindow; ; {
		for k := p - 1; k >= 0; k-- {
			if let, ok := b[k].(*loop.Let); ok && let.Var == v {
				return true
			}
			if left--; left < 0 || r.storesIn(b[k], l.Args[0].Var) {
				return false
			}
		}
		if len(b) == 0 {
			return false
		}
		at, ok := r.around[&b[0]]
		if !ok {
			return false
		}
		b, p = at.b, at.p
	}
}

// isRowOf reports whether x is the row l, or its beginning, as long as the array of the lengths of rows says.
func (r *rowFlow) isRowOf(x, l *loop.Expr) bool {
	if x.Kind == loop.SliceExpr && x.Args[1].IsZero() {
		n := x.Args[2]
		return isRow(l) && loop.Equal(x.Args[0], l) && n.Kind == loop.IndexExpr && n.Args[0].Kind == loop.VarExpr &&
			r.ends[n.Args[0].Var] == l.Args[0].Var &&
			loop.Equal(n.Args[1], l.Args[1])
	}
	return loop.Equal(x, l)
}

// readAt is where, in the block before p, the variable v gets the row l that is still there at p; -1 where it does not.
func (r *rowFlow) readAt(b []loop.Stmt, p int, l *loop.Expr, v *loop.Var) int {
	if !r.steady(l.Args[1]) || r.lets[v] == nil || !loop.Equal(r.lets[v], l) {
		return -1
	}
	for k := p - 1; k >= 0 && p-k <= rowWindow; k-- {
		if let, ok := b[k].(*loop.Let); ok && let.Var == v {
			return k
		}
		if r.storesIn(b[k], l.Args[0].Var) {
			return -1
		}
	}
	return -1
}

// storesIn reports whether a statement, or one in it, changes a row of g, but for stores of what is there.
func (r *rowFlow) storesIn(s loop.Stmt, g *loop.Var) bool {
	to := r.stored[s]
	if to == nil {
		to = map[*loop.Var]bool{}
		if a, ok := s.(*loop.Assign); ok {
			for _, l := range a.Lhs {
				if l.Type.IsArray() && l.Root() != nil && !r.kept[l] {
					to[l.Root()] = true
				}
			}
		}
		loop.Blocks(s, func(b *[]loop.Stmt) {
			for _, t := range *b {
				r.storesIn(t, g)
				for v := range r.stored[t] {
					to[v] = true
				}
			}
		})
		r.stored[s] = to
	}
	return to[g]
}

// A rowChange is a row that is made of the row that was in its place, as one is that becomes longer or shorter at its
// end.
type rowChange struct {
	b     *[]loop.Stmt
	alloc int // of the new row, in the block
	build int // the loop that makes it, which is the first to use it
	store *loop.Assign
	at    int        // of the store
	to    *loop.Expr // the place, g[e]
	new   *loop.Var
	old   *loop.Var // the variable that got what was there
	loop  *loop.For
	cond  *loop.If   // whether an index is one of the shorter row
	short *loop.Expr // the length of that
	start *loop.Expr // the first index behind it
	whole bool       // the row that was there is known to be as long
	room  *loop.Var  // the memory of a row that grows
}

// changes finds them in loops; accept says of a row that is stored whether it is one, and fills in the rest.
func (r *rowFlow) changes(accept func(c *rowChange) bool) (out []*rowChange) {
	var walk func(b *[]loop.Stmt, looped bool)
	walk = func(b *[]loop.Stmt, looped bool) {
		for p, s := range *b {
			if a, ok := s.(*loop.Assign); ok && looped {
				for k, l := range a.Lhs {
					c := &rowChange{b: b, store: a, at: p, to: l}
					if !isRow(l) || r.kept[l] || a.Rhs[k].Kind != loop.VarExpr || r.left < 0 ||
						!r.made(c, a.Rhs[k].Var) {
						continue
					}
					if r.left--; accept(c) {
						out = append(out, c)
					}
				}
			}
			in := looped
			switch s.(type) {
			case *loop.For, *loop.While:
				in = true
			}
			loop.Blocks(s, func(b *[]loop.Stmt) { walk(b, in) })
		}
	}
	walk(&r.f.Body, false)
	return out
}

// complete leaves those changes whose loops are about nothing but changes.
func (r *rowFlow) complete(cs []*rowChange) (out []*rowChange) {
	n := map[*loop.For]int{}
	for _, c := range cs {
		if v := c.to.Args[0].Var; r.allocs[v] != nil && !r.barred[r.in.Class(v)] {
			n[c.loop]++
		}
	}
	for _, c := range cs {
		if elements, only := assignedOnly(c.cond.Then); only && elements == n[c.loop] {
			out = append(out, c)
		}
	}
	return out
}

// assignedOnly counts what a list of statements gives values to; only is false if it does something else, too.
func assignedOnly(b []loop.Stmt) (n int, only bool) {
	for _, s := range b {
		switch s := s.(type) {
		case *loop.Assign:
			n += len(s.Lhs)
		case *loop.AddTo:
			n++
		default:
			return 0, false
		}
	}
	return n, true
}

// moved is what the loop of a change gives element i of the new row for an index i of the shorter one, if it is an
// element i; nil otherwise.
func (r *rowFlow) moved(c *rowChange) (x *loop.Expr, add *loop.AddTo) {
	found := 0
	note := func(l, y *loop.Expr) {
		if l.Kind == loop.IndexExpr && l.Args[0].IsVar(c.new) {
			if found++; r.isVar(l.Args[1], c.loop.Var) {
				x = y
			}
		}
	}
	for _, s := range c.cond.Then {
		switch s := s.(type) {
		case *loop.Assign:
			for k, l := range s.Lhs {
				note(l, s.Rhs[k])
			}
		case *loop.AddTo:
			add = s
			if note(s.Lhs, s.Rhs); found > 0 && !s.Free {
				return nil, nil
			}
		}
	}
	if found != 1 || x == nil {
		return nil, nil
	}
	if x.Kind == loop.VarExpr {
		x = r.value(x)
	}
	if x.Kind != loop.IndexExpr || x.Args[0].Kind != loop.VarExpr || !r.isVar(x.Args[1], c.loop.Var) {
		return nil, nil
	}
	return x, add
}

// made finds the making of the row that a change stores, and the loop over it that treats indices of a shorter row in
// its own way.
func (r *rowFlow) made(c *rowChange, w *loop.Var) bool {
	a := r.allocs[w]
	if a == nil || r.in.Mutable(w) || w.Type.Rank != 1 || r.barred[r.in.Class(w)] || r.out[w] != 1 ||
		!r.steady(c.to.Args[1]) || r.in.Mutable(c.to.Args[0].Var) {
		return false
	}
	c.new, c.alloc, c.build = w, -1, -1
	for k := c.at - 1; k >= 0 && c.at-k <= rowWindow; k-- {
		if (*c.b)[k] == loop.Stmt(a) {
			c.alloc = k
			break
		}
		if hasVar((*c.b)[k], func(v *loop.Var) bool { return v == w }) {
			c.build = k
		}
	}
	if c.alloc < 0 || c.build < 0 {
		return false
	}
	l, ok := (*c.b)[c.build].(*loop.For)
	if !ok || l.Vector || l.Par != nil || len(l.Body) == 0 {
		return false
	}
	n := len(l.Body) - 1
	for _, s := range l.Body[:n] {
		if _, ok := s.(*loop.Let); !ok {
			return false
		}
	}
	test, ok := l.Body[n].(*loop.If)
	if !ok || len(test.Then) == 0 || test.Cond.Kind != loop.PrimExpr || test.Cond.Prim != syntax.MustOp("ilt") ||
		!r.isVar(test.Cond.Args[0], l.Var) || !r.steady(test.Cond.Args[1]) {
		return false
	}
	c.loop, c.cond, c.short, c.start = l, test, test.Cond.Args[1], test.Cond.Args[1]
	return r.more(l.N, c.short) != nil
}

// isVar reports whether e is v, under any name.
func (r *rowFlow) isVar(e *loop.Expr, v *loop.Var) bool {
	return e.Kind == loop.VarExpr && r.same(e.Var) == v
}

// more is by how much n is more than m, where that is a constant or a length; nil where it may not be more.
func (r *rowFlow) more(n, m *loop.Expr) *loop.Expr {
	x := r.value(n)
	if x.Kind != loop.PrimExpr || x.Prim != syntax.OpIntAdd {
		return nil
	}
	a, b := x.Args[0], x.Args[1]
	if !r.equal(a, m) {
		a, b = b, a
	}
	if !r.equal(a, m) {
		return nil
	}
	if d := r.value(b); d.IsConst() && d.I > 0 || d.Kind == loop.LenExpr && r.steady(d.Args[0]) {
		return d
	}
	return nil
}

// equal reports whether two numbers are known to be equal.
func (r *rowFlow) equal(a, b *loop.Expr) bool {
	return loop.Equal(a, b) || r.steady(a) && r.steady(b) && loop.Equal(r.value(a), r.value(b)) &&
		!r.value(a).ReadsMemory()
}

// rest is the part of the loop of a change that is about indices behind the shorter row.
func (r *rowFlow) rest(c *rowChange) *loop.For {
	l := c.loop
	i := loop.NewVar(l.Var.Name, loop.IntType)
	body := []loop.Stmt{&loop.Let{Var: l.Var, Rhs: loop.Add(loop.Use(i), c.start)}}
	body = append(append(body, l.Body[:len(l.Body)-1]...), c.cond.Else...)
	n := r.more(l.N, c.short)
	if c.start != c.short {
		n = loop.Sub(l.N, c.start)
	}
	return &loop.For{Var: i, N: n, Down: l.Down, Body: body}
}

// hasVar reports whether a statement, or one in it, has a variable of a kind, but for declarations.
func hasVar(s loop.Stmt, is func(*loop.Var) bool) (found bool) {
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { (*e).EachVar(func(v *loop.Var) { found = found || is(v) }) })
		if a, ok := s.(*loop.Append); ok {
			found = found || is(a.Var)
		}
	})
	return found
}
