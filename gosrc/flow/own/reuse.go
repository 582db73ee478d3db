package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A filter in place, out := x[:0] and then out = append(out, …), writes into the memory that it was made of. Where
// somebody looks at that memory later, the variable is a view of it, of which an append is a store and one more for the
// length. Beyond the length of x the program stops: whether Go goes on in that memory depends on a capacity.

// appendsTo reports whether a statement is v = append(v, elements…).
func appendsTo(s flow.Stmt, v *flow.Var) bool {
	a, ok := s.(*flow.Append)
	if !ok || a.Spread != nil || a.Dst.Var != v || len(a.Dst.Path) > 0 {
		return false
	}
	l, ok := a.Src.(*flow.Load)
	return ok && l.Place.Var == v && len(l.Place.Path) == 0
}

// spreadsTo reports whether a statement is v = append(v, elements...).
func spreadsTo(s flow.Stmt, v *flow.Var) bool {
	a, ok := s.(*flow.Append)
	if !ok || a.Spread == nil || len(a.Elems) > 0 || a.Dst.Var != v || len(a.Dst.Path) > 0 ||
		!isSlice(a.Spread.Type()) {
		return false
	}
	l, ok := a.Src.(*flow.Load)
	return ok && l.Place.Var == v && len(l.Place.Path) == 0
}

// reuse makes views of variables that are appended to in memory that a problem is about; it reports whether there are.
func (r *resolver) reuse(w *work, problems []problem) bool {
	for _, p := range problems {
		if p.stale == nil {
			continue
		}
		for _, v := range []*flow.Var{p.st.name, p.st.link.by.v, p.stale.v} {
			if v == nil || w.modes[v] > byValue || w.reused[v] {
				continue
			}
			body, one := asOne(w.body, v)
			switch how, nils := reusable(body, v); {
			case how && !nils:
				w.body, w.modes[v], w.reused[v] = body, byReuse, true
				w.whole[v] = w.whole[v] || one
				return true
			case how && !w.tried[v] && len(w.tried) < maxWritten:
				w.tried[v] = true
				if parts, ok := byCases(body, v, w.parts, true); ok {
					w.body = parts
					return true
				}
			}
		}
	}
	return false
}

// asOne makes one variable again of what split made of v at appends, v2 = append(v1, …), and reports whether there was
// any.
func asOne(ss []flow.Stmt, v *flow.Var) ([]flow.Stmt, bool) {
	same := func(u *flow.Var) bool { return u != nil && u != v && u.Name == v.Name && u.At == v.At && u.At != nil }
	one := map[*flow.Var]*flow.Var{}
	for found := true; found; {
		found = false
		of := func(u *flow.Var) bool { return u == v || one[u] != nil }
		eachStmt(ss, func(s flow.Stmt) {
			a, ok := s.(*flow.Append)
			if !ok || len(a.Dst.Path) > 0 {
				return
			}
			u := wholeOf(a.Src)
			if of(a.Dst.Var) && same(u) && !of(u) {
				one[u], found = v, true
			}
			if w := a.Dst.Var; of(u) && same(w) && !of(w) {
				one[w], found = v, true
			}
		})
	}
	if len(one) == 0 {
		return ss, false
	}
	return (&copier{vars: one}).list(ss), true
}

// takesOut reports whether a statement is v = append(u[:i], u[j:]...) with j at least i, which needs no room that u has
// not got. There may be none behind u[:i:i].
func takesOut(s flow.Stmt, v *flow.Var) bool {
	a, ok := s.(*flow.Append)
	return ok && a.Dst.Var == v && len(a.Dst.Path) == 0 && cutsOut(a) && a.Src.(*flow.Window).Max == nil
}

// reusable reports whether a variable is appended to, and otherwise is always a part of memory that exists, cut off at
// its end: appends to a whole slice would find no room, if they need some. It may be nil as well, which is a case of
// its own.
func reusable(ss []flow.Stmt, v *flow.Var) (fine, nils bool) {
	appended, grows, whole := false, false, false
	fine = true
	var given map[*flow.Var][]flow.Expr // found when asked for
	ofNil := func(e flow.Expr) bool {
		if given == nil {
			given = assigned(ss)
		}
		return mayBeOfNil(given, e, map[*flow.Var]bool{v: true})
	}
	eachStmt(ss, func(s flow.Stmt) {
		for i, p := range flow.Stores(s) {
			if p.Var != v || len(p.Path) > 0 {
				continue
			}
			a, isAssign := s.(*flow.Assign)
			switch {
			case takesOut(s, v):
				appended = true
			case appendsTo(s, v), spreadsTo(s, v):
				appended, grows = true, true
			case !isAssign || !aliases(a.Src[i]) || ofNil(a.Src[i]):
				fine = false
			case isNil(a.Src[i]):
				nils = true
			case wholeOf(a.Src[i]) == v: // ends where it ended, or before
			case !cutOff(a.Src[i]):
				whole = true
			}
		}
	})
	return appended && fine && !(grows && whole), grows && nils
}

// assigned are the expressions that variables are assigned as a whole.
func assigned(ss []flow.Stmt) map[*flow.Var][]flow.Expr {
	out := map[*flow.Var][]flow.Expr{}
	eachStmt(ss, func(s flow.Stmt) {
		if a, ok := s.(*flow.Assign); ok {
			for i, p := range a.Dst {
				if len(p.Path) == 0 {
					out[p.Var] = append(out[p.Var], a.Src[i])
				}
			}
		}
	})
	return out
}

// mayBeOfNil reports whether an expression may be a window of a variable that is nil at times, whose appends find no
// room then. Variables that have been seen are asked elsewhere.
func mayBeOfNil(given map[*flow.Var][]flow.Expr, e flow.Expr, seen map[*flow.Var]bool) bool {
	u := wholeOf(e)
	if u == nil || seen[u] {
		return false
	}
	seen[u] = true
	return slices.ContainsFunc(given[u], func(e flow.Expr) bool { return isNil(e) || mayBeOfNil(given, e, seen) })
}

// cutOff reports whether an expression is a window with an end of its own.
func cutOff(e flow.Expr) bool {
	w, ok := e.(*flow.Window)
	return ok && w.Hi != nil
}

// takeOut moves the elements behind those that are taken out of a window of another variable's memory.
func (p *pather) takeOut(w *view, s *flow.Append) []flow.Stmt {
	keep := p.denote(s.Src, nil)
	rest := p.denote(s.Spread, nil)
	end := plus(keep.lo, keep.n)
	move := &flow.Copy{
		To: keep.at, Off: end, Lim: plus(end, rest.n), At: s.At,
		Src: &flow.Window{X: &flow.Load{Place: rest.at}, Lo: rest.lo, Hi: plus(rest.lo, rest.n), At: s.At},
	}
	cut := &flow.Assign{Dst: []flow.Place{place(w.lo), place(w.n)}, Src: []flow.Expr{keep.lo, plus(keep.n, rest.n)},
		At: s.At}
	for i, e := range flow.Indices(keep.at) {
		cut.Dst, cut.Src = append(cut.Dst, place(w.ix[i])), append(cut.Src, e)
	}
	p.defines[cut] = []*view{w}
	return []flow.Stmt{move, cut}
}

// refill appends elements to a window of another variable's memory.
func (p *pather) refill(w *view, s *flow.Append) []flow.Stmt {
	p.used(w)
	out, elems := p.held(w, s)
	for _, e := range elems {
		end := plus(load(w.lo), load(w.n))
		in := join(w.at(), flow.Step{Kind: flow.StepIndex, Index: end, At: s.At})
		room := &flow.If{
			Cond: apply("ilt", flow.Bool, end, length(w.at())),
			Then: []flow.Stmt{&flow.Assign{Dst: []flow.Place{in}, Src: []flow.Expr{e}, At: s.At}},
			Else: []flow.Stmt{&flow.Fail{Msg: "append beyond the length of the slice that is reused", At: s.At}},
			At:   s.At,
		}
		grow := &flow.Assign{Dst: []flow.Place{place(w.n)}, Src: []flow.Expr{plus(load(w.n), intLit(1))}, At: s.At}
		p.uses[room] = []*view{w}
		out = append(out, room, grow)
	}
	return out
}

// refillAll appends the elements of a slice to a window of another variable's memory.
func (p *pather) refillAll(w *view, s *flow.Append) []flow.Stmt {
	p.used(w)
	src := p.operand(s.Spread)
	n := &flow.Var{Name: w.v.Name + "More", Type: flow.Int, At: s.At}
	count := &flow.Assign{Dst: []flow.Place{place(n)}, Src: []flow.Expr{&flow.Len{X: src}}, At: s.At}
	begin := plus(load(w.lo), load(w.n))
	end := plus(begin, load(n))
	room := &flow.If{
		Cond: both(atMost(intLit(1), load(n)), below(length(w.at()), end)), // nothing needs no room
		Then: []flow.Stmt{&flow.Fail{Msg: "append beyond the length of the slice that is reused", At: s.At}}, At: s.At,
	}
	store := &flow.Copy{To: w.at(), Off: begin, Lim: end, Src: src, At: s.At}
	grow := &flow.Assign{Dst: []flow.Place{place(w.n)}, Src: []flow.Expr{plus(load(w.n), load(n))}, At: s.At}
	p.uses[room], p.uses[store] = []*view{w}, []*view{w}
	return []flow.Stmt{count, room, store, grow}
}
