package inplace

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
)

// Update has the elements of a row changed where they are, where a changed copy takes the place of the row.
//
//	var t []real = g[k]                    var t []real = g[k]
//	var x real = t[j]                      var x real = t[j]
//	var u []real = new(len(t))      →      var u []real = t
//	copy(u, t)                             u[j] = x * x
//	u[j] = x * x
//	g[k] = u
//
// Each row of g is held by one place, as for [Truncate]: what is stored was made for it, or was there, and
// g has no other name. No variable that has got a row before the change is looked at after it, except for its length.
//
// It reports whether it has changed the function. The analysis is asked for where there is something to do.
func Update(f *loop.Func, analyse func(*loop.Func) *facts.Info) bool {
	r := newRowFlow(f, analyse)
	if r == nil {
		return false
	}
	w := &rowChanger{rowCutter: &rowCutter{r}, blocks: map[*loop.Stmt]rowBlock{}}
	w.blocks[&f.Body[0]] = rowBlock{}
	w.nest(f.Body)
	sites := w.sites(f.Body)
	if len(sites) == 0 {
		return false
	}
	w.check()
	w.change(sites)
	return true
}

type rowChanger struct {
	*rowCutter
	blocks map[*loop.Stmt]rowBlock // blocks, by their first statements
}

// A rowBlock is where a block stands: in the statement at p of b, nil for the function.
type rowBlock struct {
	b []loop.Stmt
	p int
}

// A rowCopy is a copy of a row that is changed and takes its place.
type rowCopy struct {
	alloc *loop.Alloc
	copy  *loop.Copy
	store *loop.Assign
	to    *loop.Expr // the place
	was   bool       // what is copied is surely what is there, and the copy surely what is stored
}

func (w *rowChanger) nest(b []loop.Stmt) {
	for p, s := range b {
		loop.Blocks(s, func(in *[]loop.Stmt) {
			if len(*in) > 0 {
				w.blocks[&(*in)[0]] = rowBlock{b, p}
				w.nest(*in)
			}
		})
	}
}

// sites finds the copies that take the places of rows, in loops.
func (w *rowChanger) sites(b []loop.Stmt) (out []*rowCopy) {
	for p, s := range b {
		if c, ok := s.(*loop.Copy); ok && w.left >= 0 {
			if site := w.site(b, p, c); site != nil {
				out = append(out, site)
			}
		}
		loop.Blocks(s, func(in *[]loop.Stmt) { out = append(out, w.sites(*in)...) })
	}
	return out
}

func (w *rowChanger) site(b []loop.Stmt, p int, c *loop.Copy) *rowCopy {
	if c.Dst.Kind != loop.VarExpr || c.Dst.Type.Rank != 1 {
		return nil
	}
	u := c.Dst.Var
	a := w.allocs[u]
	if a == nil || w.in.Mutable(u) || w.out[u] != 1 || w.barred[w.in.Class(u)] || w.block[u] != &b[0] {
		return nil
	}
	for k := p - 1; ; k-- { // nothing has it before
		if k < 0 || p-k > rowWindow {
			return nil
		}
		if b[k] == loop.Stmt(a) {
			break
		}
		if hasVar(b[k], func(v *loop.Var) bool { return v == u }) {
			return nil
		}
	}
	w.left--
	site := &rowCopy{alloc: a, copy: c}
	if !w.stored(site, b, p, u) || !w.begins(site, b, p) || !w.lost(site, b, p, u) {
		return nil
	}
	return site
}

// stored finds where the variable v, which a block gets behind p, becomes a row: in that block, or by another variable
// in one around it.
func (w *rowChanger) stored(site *rowCopy, b []loop.Stmt, p int, v *loop.Var) bool {
	for n := 0; n < rowWindow; {
		for k := p + 1; k < len(b); k++ {
			n++
			s, ok := b[k].(*loop.Assign)
			if !ok {
				continue
			}
			for i, x := range s.Rhs {
				switch {
				case !x.IsVar(v):
				case isRow(s.Lhs[i]):
					g := s.Lhs[i].Args[0].Var
					site.store, site.to = s, s.Lhs[i]
					return !w.in.Mutable(g) && w.allocs[g] != nil && w.steady(s.Lhs[i].Args[1])
				case s.Lhs[i].Kind == loop.VarExpr && w.out[s.Lhs[i].Var] == 1 && s.Lhs[i].Type.Rank == 1:
					v = s.Lhs[i].Var
				default:
					return false
				}
			}
		}
		if len(b) == 0 || w.block[v] == &b[0] {
			return false // it is not stored
		}
		at, ok := w.around[&b[0]]
		if !ok {
			return false
		}
		b, p = at.b, at.p
	}
	return false
}

// begins reports whether what is copied at p of a block is the row that the copy replaces, or memory that was made in
// its place where that is empty.
func (w *rowChanger) begins(site *rowCopy, b []loop.Stmt, p int) bool {
	y := site.copy.Src
	if y.Kind != loop.VarExpr {
		return w.isRowOf(y, site.to)
	}
	v := y.Var
	if w.in.Mutable(v) {
		if w.block[v] != &b[0] {
			return false
		}
		if v = w.begunAs(b[:p], v); v == nil {
			return false
		}
	} else {
		site.was = slices.ContainsFunc(site.store.Rhs, func(x *loop.Expr) bool { return x.IsVar(site.copy.Dst.Var) })
	}
	return w.isThere(b, p, site.to, w.same(v))
}

// lost reports whether, from the copy on until it is stored, nothing has to do with memory of rows but by the copy,
// once that is written to, and afterwards nothing by a variable that has got a row before; a loop around ends that, if
// no variable from outside that is still used holds a row.
func (w *rowChanger) lost(site *rowCopy, b []loop.Stmt, p int, u *loop.Var) bool {
	class := w.in.Class(u)
	holdsRow := func(v *loop.Var) bool { return w.in.Class(v) == class && v.Type.Rank == 1 && !w.isEmpty(v) }
	mine := map[*loop.Var]bool{u: true} // the names of the copy, and what is declared behind it
	before, same := true, true          // it is not stored yet; it is what was copied
	for {
		for _, s := range b[p+1:] {
			if s == loop.Stmt(site.store) {
				n := 0
				rowUses(s, func(v *loop.Var) {
					if w.in.Class(v) == class {
						n++
					}
				})
				if n != 2 { // g and the copy
					return false
				}
				before = false
				continue
			}
			if x, ok := s.(*loop.Assign); ok && before {
				for i, e := range x.Rhs {
					if e.Kind == loop.VarExpr && mine[e.Var] && x.Lhs[i].Kind == loop.VarExpr {
						mine[x.Lhs[i].Var] = true
					}
				}
			}
			fine := true
			if !before {
				loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) { loop.Declared(s, func(v *loop.Var) { mine[v] = true }) })
			}
			ours := func(v *loop.Var) bool { return w.in.Class(v) == class && !mine[v] && (before || v.Type.Rank == 1) }
			if same && readsRows(s, ours) {
				same = !slices.ContainsFunc(facts.Targets(s), func(e *loop.Expr) bool { return mine[e.Root()] })
				continue
			}
			rowUses(s, func(v *loop.Var) {
				fine, same = fine && !ours(v), same && !mine[v]
			})
			if !fine {
				return false
			}
		}
		at := w.blocks[&b[0]]
		if at.b == nil { // the function gives its results behind it
			fine := !before
			rowUses(&loop.Assign{Rhs: w.f.Results}, func(v *loop.Var) { fine = fine && (!holdsRow(v) || mine[v]) })
			return fine
		}
		switch s := at.b[at.p].(type) {
		case *loop.If, *loop.Switch:
			b, p = at.b, at.p
		case *loop.For:
			return !before && w.outside(w.f.Body, &b[0], w.lives(at, holdsRow))
		case *loop.While:
			return !before && len(s.Body) > 0 && &b[0] == &s.Body[0] &&
				w.outside(w.f.Body, &b[0], w.lives(at, holdsRow))
		default:
			return false
		}
	}
}

// lives is the variables of a kind without those that the block of a loop declares, and does not use in the loop or
// after it, but for their lengths: what runs the block again declares them anew. What stands before the test of a loop
// is seen by the test and the body, too, and what the function begins with by its results.
func (w *rowChanger) lives(at rowBlock, is func(*loop.Var) bool) func(*loop.Var) bool {
	used := map[*loop.Var]bool{}
	use := func(v *loop.Var) { used[v] = true }
	for _, s := range at.b[at.p:] {
		rowUses(s, use)
	}
	around := w.blocks[&at.b[0]]
	if around.b == nil {
		rowUses(&loop.Assign{Rhs: w.f.Results}, use)
	} else if l, ok := around.b[around.p].(*loop.While); ok && len(l.Head) > 0 && &l.Head[0] == &at.b[0] {
		return is
	}
	return func(v *loop.Var) bool { return is(v) && (used[v] || w.block[v] != &at.b[0]) }
}

// readsRows reports whether a statement is one that only reads variables of a kind, before it writes anything.
func readsRows(s loop.Stmt, is func(*loop.Var) bool) bool {
	switch s := s.(type) {
	case *loop.Let:
		return !facts.Holds(s.Var.Type)
	case *loop.Check:
		return true
	case *loop.Assign, *loop.AddTo:
		for _, l := range facts.Targets(s) {
			root := l.Root()
			reads := root == nil || is(root)
			for _, x := range l.Args {
				x.EachVar(func(v *loop.Var) { reads = reads || is(v) })
			}
			if reads || facts.Holds(l.Type) {
				return false
			}
		}
		return true
	}
	return false
}

// rowUses calls yield for the variables in a statement, and in those in it, but where only a length is asked for.
func rowUses(s loop.Stmt, yield func(*loop.Var)) {
	var expr func(e *loop.Expr)
	expr = func(e *loop.Expr) {
		switch {
		case e.Kind == loop.VarExpr:
			yield(e.Var)
		case e.Kind == loop.LenExpr && e.Args[0].Kind == loop.VarExpr:
		default:
			for _, x := range e.Args {
				expr(x)
			}
		}
	}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { expr(*e) })
		if a, ok := s.(*loop.Append); ok {
			yield(a.Var)
		}
	})
}

// change gives the copies the memory of the rows, where all places of their arrays are known.
func (w *rowChanger) change(sites []*rowCopy) {
	stands, gone := map[loop.Stmt][]loop.Stmt{}, map[*loop.Expr]bool{}
	for _, c := range sites {
		if w.barred[w.in.Class(c.alloc.Var)] {
			continue
		}
		stands[c.alloc], stands[c.copy] = nil, []loop.Stmt{&loop.Let{Var: c.alloc.Var, Rhs: c.copy.Src}}
		if c.was {
			gone[c.to] = true
		}
	}
	if len(stands) == 0 {
		return
	}
	loop.Walk(w.f.Body, func(s loop.Stmt) {
		if a, ok := s.(*loop.Assign); ok {
			switch b := assignedBut(a, gone); {
			case len(b.Lhs) == 0:
				stands[a] = nil
			case b != a:
				stands[a] = []loop.Stmt{b}
			}
		}
	})
	replaceStmts(&w.f.Body, stands)
}

// replaceStmts has what stands for some statements in their place, in blocks of a block too.
func replaceStmts(b *[]loop.Stmt, stands map[loop.Stmt][]loop.Stmt) {
	out := make([]loop.Stmt, 0, len(*b))
	for _, s := range *b {
		if by, ok := stands[s]; ok {
			out = append(out, by...)
			continue
		}
		loop.Blocks(s, func(inner *[]loop.Stmt) { replaceStmts(inner, stands) })
		out = append(out, s)
	}
	*b = out
}

// assignedBut is an assignment without those to some places.
func assignedBut(a *loop.Assign, gone map[*loop.Expr]bool) *loop.Assign {
	if !slices.ContainsFunc(a.Lhs, func(l *loop.Expr) bool { return gone[l] }) {
		return a
	}
	out := &loop.Assign{}
	for k, l := range a.Lhs {
		if !gone[l] {
			out.Lhs, out.Rhs = append(out.Lhs, l), append(out.Rhs, a.Rhs[k])
		}
	}
	return out
}
