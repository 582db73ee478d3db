package own

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// A new value that is put somewhere and then changed through its first name, as in p := &T{}; m[k] = p; p.n++, goes on
// as a view of where it was put: the name is assigned from there right behind that, which changes nothing in Go.

// follow makes views of the variables that problems are about where they are put somewhere; it reports whether any is.
func (r *resolver) follow(w *work, problems []problem) bool {
	found := false
	still := fixed(w.fn, w.body)
	for _, p := range problems {
		if p.stale == nil {
			continue
		}
		for _, v := range []*flow.Var{p.st.name, p.st.link.by.v, p.stale.v} {
			if v == nil || w.followed[v] {
				continue
			}
			w.followed[v] = true
			body, ok := w.body, false
			if !isRef(v.Type) {
				body, ok = putPointer(w.body, v)
			} else if !still[v] {
				body, ok = putAway(w.body, v)
			}
			if ok {
				w.body, found = body, true
			}
		}
	}
	if found { // what was of a value of its own because of these may be a view now
		maps.DeleteFunc(w.modes, func(_ *flow.Var, m mode) bool { return m == byValue })
	}
	return found
}

// putPointer writes *p for v behind a statement that puts the address of v somewhere, where p is a new variable that
// gets the pointer from there. It reports false where v is declared or used elsewhere than in one list, before and
// behind that. It changes the statements in place.
func putPointer(ss []flow.Stmt, v *flow.Var) ([]flow.Stmt, bool) {
	all := mentions(ss)[v]
	found := false
	isAddr := func(e flow.Expr) bool {
		a, ok := e.(*flow.Addr)
		return ok && a.Place.Var == v && len(a.Place.Path) == 0
	}
	out := eachList(ss, func(ss []flow.Stmt) []flow.Stmt {
		k := 0
		for k < len(ss) && mentions(ss[k : k+1])[v] == 0 {
			k++
		}
		if found || k == len(ss) || !declares(ss[k], v) || mentions(ss)[v] != all {
			return ss
		}
		for k++; k < len(ss); k++ {
			p := &flow.Var{Name: v.Name, Type: &flow.Pointer{Elem: v.Type}, At: v.At, Text: v.Text, Made: v.Made}
			back := putBack(ss[k], p, isAddr)
			if back == nil || mentions(ss[k : k+1])[v] != 1 {
				continue
			}
			found = true
			in := &copier{refs: map[*flow.Var]*flow.Var{v: p}}
			in.expr = func(e flow.Expr) flow.Expr {
				if a, ok := e.(*flow.Addr); ok && a.Place.Var == p && len(a.Place.Path) == 1 {
					return load(p)
				}
				return e
			}
			return slices.Concat(ss[:k], back, in.list(ss[k+1:]))
		}
		return ss
	})
	return out, found
}

// declares reports whether a statement assigns a whole variable once, and nothing else of it.
func declares(s flow.Stmt, v *flow.Var) bool {
	a, ok := s.(*flow.Assign)
	return ok && len(a.Dst) == 1 && a.Dst[0].Var == v && len(a.Dst[0].Path) == 0 && mentions([]flow.Stmt{s})[v] == 1
}

// eachList writes what f makes of each list of statements, inner ones first.
func eachList(ss []flow.Stmt, f func([]flow.Stmt) []flow.Stmt) []flow.Stmt {
	for _, s := range ss {
		switch s := s.(type) {
		case *flow.If:
			s.Then, s.Else = eachList(s.Then, f), eachList(s.Else, f)
		case *flow.Count:
			s.Body = eachList(s.Body, f)
		case *flow.While:
			s.Pre, s.Body, s.Post = eachList(s.Pre, f), eachList(s.Body, f), eachList(s.Post, f)
		case *flow.Block:
			s.Body = eachList(s.Body, f)
		}
	}
	return f(ss)
}

// putAway assigns v from the places where it is put, and reports whether there are any.
func putAway(ss []flow.Stmt, v *flow.Var) ([]flow.Stmt, bool) {
	found := false
	c := &copier{}
	c.stmt = func(s flow.Stmt) ([]flow.Stmt, bool) {
		back := putBack(s, v, func(e flow.Expr) bool {
			l, ok := e.(*flow.Load)
			return ok && l.Place.Var == v && len(l.Place.Path) == 0
		})
		found = found || back != nil
		for i, s := range back {
			back[i] = c.same(s)
		}
		return back, back != nil
	}
	out := c.list(ss)
	return out, found
}

// putBack is a statement that puts into a place the value that is meant, and behind it an assignment to v from there;
// nil if it puts it nowhere. What the statement stores may be what leads to the place, as in p[p[0].n] = v, so the
// indices are known before.
func putBack(s flow.Stmt, v *flow.Var, is func(flow.Expr) bool) []flow.Stmt {
	c := &copier{}
	before := &flow.Assign{At: position(s)}
	known := func(p flow.Place) flow.Place {
		p = c.place(p)
		for i, t := range p.Path {
			if t.Kind == flow.StepIndex && !steady(t.Index) {
				at := counter(v, "At")
				before.Dst, before.Src = append(before.Dst, place(at)), append(before.Src, t.Index)
				p.Path[i].Index = load(at)
			}
		}
		return p
	}
	around := func(s flow.Stmt, from flow.Place) []flow.Stmt {
		back := &flow.Assign{Dst: []flow.Place{place(v)}, Src: []flow.Expr{&flow.Load{Place: c.place(from)}},
			At: position(s)}
		if len(before.Dst) == 0 {
			return []flow.Stmt{s, back}
		}
		return []flow.Stmt{before, s, back}
	}
	switch s := s.(type) {
	case *flow.Assign:
		for i, p := range s.Dst {
			others := slices.Concat(s.Dst[:i], s.Dst[i+1:])
			path := holding(s.Src[i], is)
			if path == nil || slices.ContainsFunc(others, func(q flow.Place) bool { return !beside(p, q) }) {
				continue
			}
			d := &flow.Assign{Dst: slices.Clone(s.Dst), Src: s.Src, At: s.At}
			d.Dst[i] = known(p)
			return around(d, join(d.Dst[i], path[1:]...))
		}
	case *flow.Append:
		n := len(s.Elems)
		if n == 0 || s.Dst.Var == nil {
			return nil
		}
		if path := holding(s.Elems[n-1], is); path != nil {
			d := *s
			d.Dst = known(s.Dst)
			if l, ok := s.Src.(*flow.Load); ok && samePlace(l.Place, s.Dst) {
				d.Src = &flow.Load{Place: c.place(d.Dst)}
			}
			end := apply("isub", flow.Int, &flow.Len{X: &flow.Load{Place: c.place(d.Dst)}}, intLit(1))
			path[0] = flow.Step{Kind: flow.StepIndex, Index: end, At: s.At}
			return around(&d, join(d.Dst, path...))
		}
	}
	return nil
}

// steady reports whether an index is the same behind a statement that stores no variable as a whole.
func steady(e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Lit:
		return true
	case *flow.Load:
		return len(e.Place.Path) == 0
	}
	return false
}

// beside reports whether places are in one variable, and in different fields of what may be one struct: the bool of an
// element.
func beside(p, q flow.Place) bool {
	if p.Var != q.Var {
		return false
	}
	for i := range min(len(p.Path), len(q.Path)) {
		a, b := p.Path[i], q.Path[i]
		if a.Kind != b.Kind {
			return false
		}
		if a.Kind == flow.StepField && a.Field != b.Field {
			return true
		}
	}
	return false
}

// holding leads to where what is meant is in a value that is new: the steps behind the first one, which is free.
func holding(e flow.Expr, is func(flow.Expr) bool) []flow.Step {
	if is(e) {
		return []flow.Step{{}}
	}
	l, ok := e.(*flow.Lits)
	if !ok {
		return nil
	}
	if _, ok := l.Typ.(*flow.Struct); !ok {
		return nil
	}
	for i, x := range l.Elems {
		if path := holding(x, is); path != nil {
			return slices.Insert(path, 1, flow.Step{Kind: flow.StepField, Field: i})
		}
	}
	return nil
}
