package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// Rows of one block of memory, as they are made where a matrix is to lie in one piece:
//
//	rows[i], block = block[:w], block[w:]
//	rows[i] = block[:w]; block = block[w:]
//	for i := range n { rows[i] = block[i*w : (i+1)*w] }
//
// Law: what is cut off a block of zeros that is made here, and of which nothing else is done, shares memory with no
// other piece. So a piece is as good as memory of its own, make([]T, w), as long as nobody looks behind its end: asks
// for a capacity, or appends to what may be a piece, unless that says where its memory ends, as in block[:w:w].

// cutUp gives pieces of blocks memory of their own in all functions.
func (r *resolver) cutUp() {
	for _, f := range r.funcs {
		var behind map[*flow.Basic]bool // found when asked for
		cuts := findCuts(f)
		if len(cuts) == 0 {
			continue
		}
		c := &copier{}
		c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
			k, ok := cuts[s]
			if !ok {
				return nil, false
			}
			if behind == nil {
				behind = r.behindEnds(f)
			}
			t := k.window.Type().(*flow.Slice)
			if k.window.Max == nil && behind[t.Elem.(*flow.Basic)] {
				return nil, false
			}
			a := s.(*flow.Assign)
			var out []flow.Stmt
			if k.between {
				asked := &flow.Var{Name: "piece", Type: t, At: a.At} // for whether it is there
				out = append(out, &flow.Assign{Dst: []flow.Place{place(asked)}, Src: []flow.Expr{c.value(k.window)},
					At: a.At})
			}
			d := &flow.Assign{Dst: c.dsts(a.Dst), Src: c.exprs(a.Src), At: a.At}
			d.Src[k.at] = &flow.Make{Typ: t, Len: c.value(k.size), At: a.At}
			return append(out, d), true
		}
		f.Body = c.list(f.Body)
	}
}

// A piece is what an assignment cuts off.
type piece struct {
	block   *flow.Var
	window  *flow.Window
	at      int // which source of the assignment it is
	size    flow.Expr
	between bool // not from the beginning, so that nothing else asks whether it is in the block
}

// findCuts are the assignments in f that cut pieces off blocks.
func findCuts(f *flow.Func) map[flow.Stmt]piece {
	made := map[*flow.Var]int{} // how often a block is made
	var lists func(ss []flow.Stmt, f func(ss []flow.Stmt))
	lists = func(ss []flow.Stmt, f func(ss []flow.Stmt)) {
		f(ss)
		for _, s := range ss {
			for _, b := range flow.Lists(s) {
				lists(b, f)
			}
		}
	}
	eachStmt(f.Body, func(s flow.Stmt) {
		for _, v := range makesBlocks(s) {
			made[v]++
		}
	})
	if len(made) == 0 {
		return nil
	}
	cuts := map[flow.Stmt]piece{}
	known := map[*flow.Var]int{}  // mentions of blocks in what is understood
	ranges := map[*flow.Var]int{} // pieces that are cut between indices
	for v, n := range made {
		known[v] = n
	}
	lists(f.Body, func(ss []flow.Stmt) {
		for i, s := range ss {
			p, used := pieceOff(ss[i:])
			if p.block == nil {
				continue
			}
			cuts[s] = p
			known[p.block] += used
		}
		blocks := map[*flow.Var]bool{}
		for _, s := range ss {
			for _, v := range makesBlocks(s) {
				blocks[v] = true
			}
			l, ok := s.(*flow.Count)
			if !ok {
				continue
			}
			for _, s := range l.Body {
				if p := pieceBetween(s, l); p.block != nil && blocks[p.block] {
					cuts[s] = p
					known[p.block]++
					ranges[p.block]++
				}
			}
		}
	})
	all := mentions(f.Body)
	for _, v := range append(append([]*flow.Var{}, f.Params...), f.Results...) {
		all[v] = -1
	}
	for s, p := range cuts {
		if n := ranges[p.block]; all[p.block] != known[p.block] ||
			n > 0 && (n > 1 || made[p.block] > 1 || known[p.block] > 2) {
			delete(cuts, s)
		}
	}
	return cuts
}

// makesBlocks are the variables that a statement makes blocks of zeros for, whose capacities are their lengths.
func makesBlocks(s flow.Stmt) (out []*flow.Var) {
	a, ok := s.(*flow.Assign)
	if !ok {
		return nil
	}
	for i, p := range a.Dst {
		m, ok := a.Src[i].(*flow.Make)
		if !ok || p.Var == nil || len(p.Path) > 0 || p.Var.Global || m.Cap != nil {
			continue
		}
		if _, numbers := m.Typ.Elem.(*flow.Basic); numbers {
			out = append(out, p.Var)
		}
	}
	return out
}

// pieceOff is the piece that the first of a list of statements cuts off the beginning of a block, that statement or the
// second having left the rest in its variable, and how often they mention the block.
func pieceOff(ss []flow.Stmt) (p piece, used int) {
	a, ok := ss[0].(*flow.Assign)
	if !ok || len(a.Dst) > 2 {
		return piece{}, 0
	}
	for i, e := range a.Src {
		v, w := blockOf(e)
		if v == nil || w.Lo != nil || w.Hi == nil || w.Max != nil && !sameExpr(w.Hi, w.Max) || !plainSize(w.Hi) ||
			isPlace(a.Dst[i], v) {
			continue
		}
		p = piece{block: v, window: w, at: i, size: w.Hi}
		if len(a.Dst) == 2 && isRest(a.Dst[1-i], a.Src[1-i], p) && !touches(a.Dst[i], v) {
			return p, 3
		}
		if len(a.Dst) == 1 && len(ss) > 1 && !touches(a.Dst[i], v) && a.Dst[i].Var != nil {
			b, ok := ss[1].(*flow.Assign)
			if ok && len(b.Dst) == 1 && isRest(b.Dst[0], b.Src[0], p) &&
				mentions([]flow.Stmt{&flow.Assign{Dst: []flow.Place{{}},
					Src: []flow.Expr{p.size}}})[a.Dst[i].Var] == 0 {
				return p, 3
			}
		}
	}
	return piece{}, 0
}

// isRest reports whether what is assigned to a place is the rest of a block, behind a piece of it, and the place that
// of the block.
func isRest(to flow.Place, e flow.Expr, p piece) bool {
	v, w := blockOf(e)
	return v == p.block && isPlace(to, v) && w.Lo != nil && w.Hi == nil && w.Max == nil && sameExpr(w.Lo, p.size)
}

// pieceBetween is the piece i·w to (i+1)·w that an iteration of a loop over i cuts out of a block.
func pieceBetween(s flow.Stmt, l *flow.Count) piece {
	a, ok := s.(*flow.Assign)
	if !ok || len(a.Dst) != 1 || a.Dst[0].Var == nil {
		return piece{}
	}
	v, w := blockOf(a.Src[0])
	if v == nil || w.Lo == nil || w.Hi == nil || w.Max != nil && !sameExpr(w.Hi, w.Max) || touches(a.Dst[0], v) {
		return piece{}
	}
	size := factor(w.Lo, func(e flow.Expr) bool { return isLoad(e, l.Idx) })
	if size == nil || !plainSize(size) || isLoad(size, l.Idx) {
		return piece{}
	}
	next := factor(w.Hi, func(e flow.Expr) bool { x, by := distance(e); return by == 1 && isLoad(x, l.Idx) })
	if next == nil {
		if o, ok := w.Hi.(*flow.Op); ok && o.Op.Name == "iadd" && sameExpr(o.Args[0], w.Lo) {
			next = o.Args[1]
		}
	}
	if next == nil || !sameExpr(next, size) {
		return piece{}
	}
	changed, steady := stored(l.Body), true
	changed[l.Idx] = true
	flow.WalkExpr(size, func(e flow.Expr) {
		if x, ok := e.(*flow.Load); ok && changed[x.Place.Var] {
			steady = false
		}
	})
	idx := 0
	eachStmt(l.Body, func(s flow.Stmt) {
		for _, p := range flow.Stores(s) {
			if p.Var == l.Idx {
				idx++
			}
		}
	})
	if !steady || idx > 0 {
		return piece{}
	}
	return piece{block: v, window: w, size: size, between: true}
}

// factor is x of e = x·y or y·x, for a y that is asked for; nil for others.
func factor(e flow.Expr, is func(flow.Expr) bool) flow.Expr {
	o, ok := e.(*flow.Op)
	if !ok || o.Op.Name != "imul" {
		return nil
	}
	for i, y := range o.Args {
		if is(y) {
			return o.Args[1-i]
		}
	}
	return nil
}

// blockOf is the variable of which e is a window, and the window.
func blockOf(e flow.Expr) (*flow.Var, *flow.Window) {
	w, ok := e.(*flow.Window)
	if !ok || !isSlice(w.X.Type()) {
		return nil, nil
	}
	l, ok := w.X.(*flow.Load)
	if !ok || len(l.Place.Path) > 0 {
		return nil, nil
	}
	return l.Place.Var, w
}

// plainSize reports whether an expression is a number that only variables say, or lengths of what they hold.
func plainSize(e flow.Expr) bool {
	plain := true
	flow.WalkExpr(e, func(e flow.Expr) {
		switch e := e.(type) {
		case *flow.Lit, *flow.Op, *flow.Retype, *flow.Len:
		case *flow.Load:
			plain = plain && len(e.Place.Path) == 0
		default:
			plain = false
		}
	})
	return plain
}

func isLoad(e flow.Expr, v *flow.Var) bool {
	l, ok := e.(*flow.Load)
	return ok && isPlace(l.Place, v)
}

func isPlace(p flow.Place, v *flow.Var) bool { return p.Var == v && len(p.Path) == 0 }

// touches reports whether a place is in a variable, or its indices read that.
func touches(p flow.Place, v *flow.Var) bool {
	return mentions([]flow.Stmt{&flow.Assign{Dst: []flow.Place{p}, Src: []flow.Expr{intLit(0)}}})[v] > 0
}

// behindEnds are the types of elements of which somebody who may have a piece from f may see what is behind the end of
// a slice: by its capacity, by a window of it, or by an append to it, unless it is a variable that cannot hold a piece.
func (r *resolver) behindEnds(from *flow.Func) map[*flow.Basic]bool {
	out, called := map[*flow.Basic]bool{}, map[*flow.Func]bool{}
	with := map[*flow.Func]bool{}
	for _, root := range r.result.Program.Funcs {
		if all := reachable([]*flow.Func{root}); slices.Contains(all, from) {
			for _, f := range all {
				with[f] = true
			}
		}
	}
	for _, f := range r.funcs {
		for _, g := range mentioned(f) {
			called[g] = true
		}
	}
	for _, f := range r.funcs {
		if !with[f] {
			continue
		}
		own := ownSlices(f, called[f])
		for _, k := range findCuts(f) {
			own[k.block] = true
		}
		note := func(e flow.Expr) {
			s, ok := e.Type().(*flow.Slice)
			if l, isLoad := e.(*flow.Load); !ok || makesSlice(e) ||
				isLoad && len(l.Place.Path) == 0 && own[l.Place.Var] {
				return
			}
			if b, ok := s.Elem.(*flow.Basic); ok {
				out[b] = true
			}
		}
		deep(f.Body, func(ss []flow.Stmt) {
			eachStmt(ss, func(s flow.Stmt) {
				if a, ok := s.(*flow.Append); ok {
					note(a.Src)
				}
				for _, e := range flow.Exprs(s) {
					flow.WalkExpr(e, func(e flow.Expr) {
						switch e := e.(type) {
						case *flow.Len:
							if e.Cap {
								note(e.X)
							}
						case *flow.Window:
							if e.Hi != nil {
								note(e.X)
							}
						}
					})
				}
			})
		})
	}
	return out
}

// makesSlice reports whether an expression makes a slice.
func makesSlice(e flow.Expr) bool {
	switch e.(type) {
	case *flow.Make, *flow.Zero, *flow.Lits:
		return true
	}
	return false
}

// ownSlices are the variables of a function that only ever hold slices made for them, and what these were appended to
// become; and its parameters, unless the program calls it.
func ownSlices(f *flow.Func, called bool) map[*flow.Var]bool {
	out, others := map[*flow.Var]bool{}, map[*flow.Var]bool{}
	for _, v := range f.Params {
		out[v], others[v] = true, called
	}
	deep(f.Body, func(ss []flow.Stmt) {
		eachStmt(ss, func(s flow.Stmt) {
			for i, p := range flow.Stores(s) {
				if p.Var == nil || len(p.Path) > 0 {
					continue
				}
				mine := false
				switch s := s.(type) {
				case *flow.Assign:
					mine = makesSlice(s.Src[i])
				case *flow.Append:
					mine = makesSlice(s.Src) || isLoad(s.Src, p.Var)
				}
				out[p.Var], others[p.Var] = true, others[p.Var] || !mine
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok {
				others[a.Place.Var] = true
			}
		})
		for _, l := range literals(ss) {
			for _, v := range append(append([]*flow.Var{}, l.Params...), l.Results...) {
				others[v] = true
			}
		}
	})
	for v := range others {
		if others[v] {
			delete(out, v)
		}
	}
	return out
}
