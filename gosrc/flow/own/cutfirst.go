package own

import "github.com/seed-4b734f86/gochad/gosrc/flow"

// cutFirst takes apart what replaces the last elements of a local slice in one statement, so that the slice may stay
// where it is (webs.queue):
//
//	t := s[len(s)-1] * s[len(s)-2]
//	s = append(s[:len(s)-2], s[len(s)-1]*s[len(s)-2])    →    s = s[:len(s)-2]
//	                                                          s = append(s, t)
//
// and, of one that is cut beyond its length somewhere else, s = append(s[:k], v) and s = append(s[:k], x...), so that
// what is behind the new ones stays there.
func cutFirst(ss []flow.Stmt, fixed map[*flow.Var]bool) []flow.Stmt {
	var beyond map[*flow.Var]bool // found when asked for
	looked := func(v *flow.Var) bool {
		if beyond == nil {
			beyond = cutBeyond(ss, true)
		}
		return beyond[v]
	}
	return eachList(ss, func(ss []flow.Stmt) []flow.Stmt {
		out := make([]flow.Stmt, 0, len(ss))
		for _, s := range ss {
			if a, ok := s.(*flow.Append); ok && replacesLast(a, looked) && !fixed[a.Dst.Var] {
				out = append(out, cut(a)...)
				a.Src = load(a.Dst.Var)
			}
			out = append(out, s)
		}
		return out
	})
}

// replacesLast reports whether a is v = append(v[:len(v)-k], numbers…), or one of the other appends for a v that is cut
// beyond its length.
func replacesLast(a *flow.Append, beyond func(*flow.Var) bool) bool {
	v := a.Dst.Var
	w, ok := a.Src.(*flow.Window)
	if !ok || v == nil || len(a.Dst.Path) > 0 || a.Moves != "" {
		return false
	}
	if l, ok := w.X.(*flow.Load); !ok || l.Place.Var != v || len(l.Place.Path) > 0 || w.Lo != nil || w.Hi == nil ||
		w.Max != nil {
		return false
	}
	if a.Spread != nil {
		u := wholeOf(a.Spread)
		_, whole := a.Spread.(*flow.Load)
		return u != nil && u != v && whole && beyond(v)
	}
	for _, e := range a.Elems {
		if _, basic := e.Type().(*flow.Basic); !basic {
			return false
		}
	}
	return len(a.Elems) > 0 && (fromEnd(w.Hi, v) || beyond(v))
}

// fromEnd reports whether a bound is len(v) - k.
func fromEnd(hi flow.Expr, v *flow.Var) bool {
	_, constant := litValue(hi)
	return !constant && withinLength(hi, v)
}

// cut evaluates what a appends, and cuts its slice.
func cut(a *flow.Append) []flow.Stmt {
	var out []flow.Stmt
	for i, e := range a.Elems {
		t := &flow.Var{Name: "t", Type: e.Type(), At: a.At}
		out = append(out, &flow.Assign{Dst: []flow.Place{place(t)}, Src: []flow.Expr{e}, At: a.At})
		a.Elems[i] = load(t)
	}
	return append(out, &flow.Assign{Dst: []flow.Place{a.Dst}, Src: []flow.Expr{a.Src}, At: a.At})
}
