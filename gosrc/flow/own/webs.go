package own

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/unionfind"
)

// split gives each web of a slice or pointer variable a variable of its own: definitions belong together when they
// reach a common use. A variable that is used for one row after another, or is nil before its first use, becomes
// several that are views of one place each. It is the classical reaching-definitions analysis.
// It changes the statements in place.
func split(ss []flow.Stmt, fixed map[*flow.Var]bool) {
	several := map[*flow.Var]int{}
	eachStmt(ss, func(s flow.Stmt) {
		for _, p := range flow.Stores(s) {
			if p.Var != nil && len(p.Path) == 0 && isRef(p.Var.Type) && !fixed[p.Var] {
				several[p.Var]++
			}
		}
	})
	for v := range madeAndCut(ss) { // what it is made with is room for what it is cut to, or appended, later
		delete(several, v)
	}
	w := &webs{
		several: several, defs: map[defSite]int{}, byUse: map[useSite]int{},
		breaks: map[flow.Stmt]reaching{}, nexts: map[flow.Stmt]reaching{}, shortened: map[int]bool{},
		from: map[int][]int{}, cuts: map[int]bool{},
	}
	w.list(ss, reaching{})
	w.keepEnds()
	w.rename(ss)
}

// madeAndCut are the variables that are made with a capacity, and somewhere cut to what may be more than their length.
func madeAndCut(ss []flow.Stmt) map[*flow.Var]bool {
	made := madeWithRoom(ss)
	if len(made) == 0 {
		return nil
	}
	cut := cutBeyond(ss, false)
	maps.DeleteFunc(made, func(v *flow.Var, _ bool) bool { return !cut[v] })
	return made
}

// madeWithRoom are the variables that are assigned slices made with a capacity.
func madeWithRoom(ss []flow.Stmt) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	eachStmt(ss, func(s flow.Stmt) {
		a, ok := s.(*flow.Assign)
		if !ok {
			return
		}
		for i, p := range a.Dst {
			if m, ok := a.Src[i].(*flow.Make); ok && m.Cap != nil && p.Var != nil && len(p.Path) == 0 {
				out[p.Var] = true
			}
		}
	})
	return out
}

// cutBeyond are the variables that are cut to what may be more than their length; elsewhere leaves out v =
// append(v[:k], …).
func cutBeyond(ss []flow.Stmt, elsewhere bool) map[*flow.Var]bool {
	out := map[*flow.Var]bool{}
	look := func(e flow.Expr) {
		if w, ok := e.(*flow.Window); ok && w.Hi != nil {
			if v := wholeOf(w.X); v != nil && !withinLength(w.Hi, v) {
				out[v] = true
			}
		}
	}
	eachStmt(ss, func(s flow.Stmt) {
		a, _ := s.(*flow.Append)
		for _, e := range flow.Exprs(s) {
			if elsewhere && a != nil && e == a.Src && len(a.Dst.Path) == 0 && wholeOf(e) == a.Dst.Var {
				continue
			}
			flow.WalkExpr(e, look)
		}
	})
	return out
}

// A defSite is an assignment to a whole variable: destination i of a statement.
type defSite struct {
	s flow.Stmt
	i int
}

// A useSite is where a variable is read: a Load or Addr, or destination i of a statement, which leads through it.
type useSite struct {
	e flow.Expr
	d defSite
}

// reaching says for each variable which definitions may reach a point; a nil map is a point that is not reached.
type reaching map[*flow.Var][]int

func (a reaching) clone() reaching {
	out := make(reaching, len(a))
	for v, d := range a {
		out[v] = d
	}
	return out
}

// or joins b into a; it reports whether a grew. Lists of definitions are sorted and shared.
func (a reaching) or(b reaching) bool {
	grew := false
	for v, ds := range b {
		if all := union(a[v], ds); len(all) > len(a[v]) {
			a[v] = all
			grew = true
		}
	}
	return grew
}

// union joins sorted lists; it is the first if that has all.
func union(old, ds []int) []int {
	var more []int
	for _, d := range ds {
		if _, ok := slices.BinarySearch(old, d); !ok {
			more = append(more, d)
		}
	}
	if len(more) == 0 {
		return old
	}
	all := slices.Concat(old, more)
	slices.Sort(all)
	return all
}

type webs struct {
	several       map[*flow.Var]int // how many assignments there are to slices and pointers that are not fixed
	defs          map[defSite]int
	vars          []*flow.Var         // of the definitions
	sets          unionfind.Sets[int] // of definitions, for which the first stands
	byUse         map[useSite]int     // one definition that reaches a use
	used          []bool
	breaks, nexts map[flow.Stmt]reaching
	loops         int          // around
	shortened     map[int]bool // definitions that take elements off the front, or off the end, and appends to those

	sites []defSite     // where the definitions are
	from  map[int][]int // of v = v[i:j] and v = append(v, …), the definitions that v has before
	cuts  map[int]bool  // those whose value is cut to what may be more than its length
}

func (w *webs) follows(v *flow.Var) bool { return v != nil && w.several[v] > 1 }

func (w *webs) def(s flow.Stmt, i int, v *flow.Var) int {
	site := defSite{s, i}
	d, ok := w.defs[site]
	if !ok {
		d = len(w.vars)
		w.defs[site] = d
		w.vars, w.used, w.sites = append(w.vars, v), append(w.used, false), append(w.sites, site)
	}
	return d
}

// use joins the definitions that reach a use.
func (w *webs) use(site useSite, v *flow.Var, in reaching) {
	if !w.follows(v) {
		return
	}
	ds := in[v]
	if len(ds) == 0 { // read before any assignment: a definition of its own, nil
		ds = []int{w.def(nil, -1-w.index(v), v)}
	}
	if d, ok := w.byUse[site]; ok { // in an earlier round of a loop
		ds = append([]int{d}, ds...)
	}
	first := w.sets.Find(ds[0])
	for _, d := range ds[1:] {
		r := w.sets.Find(d)
		w.sets.Union(max(r, first), min(r, first))
		first = min(r, first)
	}
	w.byUse[site] = ds[0]
	w.used[ds[0]] = true
}

// index numbers variables that are read before any assignment.
func (w *webs) index(v *flow.Var) int {
	for i, u := range w.vars {
		if u == v {
			return i
		}
	}
	return len(w.vars)
}

func (w *webs) exprs(es []flow.Expr, in reaching) {
	for _, e := range es {
		flow.WalkExpr(e, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Load:
				w.use(useSite{e: e}, e.Place.Var, in)
			case *flow.Window:
				w.cut(e, in)
			case *flow.Addr:
				w.use(useSite{e: e}, e.Place.Var, in)
			}
		})
	}
}

func (w *webs) list(ss []flow.Stmt, in reaching) reaching {
	for _, s := range ss {
		if in == nil {
			return nil
		}
		in = w.one(s, in)
	}
	return in
}

func (w *webs) one(s flow.Stmt, in reaching) reaching {
	if _, loop := s.(*flow.While); !loop {
		w.exprs(flow.Operands(s), in)
	}
	dst := flow.Stores(s)
	for i, p := range dst {
		if p.Var == nil {
			continue
		}
		w.exprs(flow.Indices(p), in)
		if len(p.Path) > 0 {
			w.use(useSite{d: defSite{s, i}}, p.Var, in)
		}
	}
	a, ok := s.(*flow.Append)
	joined := ok && w.queue(a, in)
	for i, p := range dst {
		if len(p.Path) == 0 && w.follows(p.Var) {
			d := w.def(s, i, p.Var)
			if shortens(s, i, p.Var) || appendsTo(s, p.Var) || spreadsTo(s, p.Var) {
				w.from[d] = union(w.from[d], in[p.Var])
			}
			in[p.Var], w.shortened[d] = []int{d}, joined || shortens(s, i, p.Var)
		}
	}
	switch s := s.(type) {
	case *flow.If:
		a, b := w.list(s.Then, in.clone()), w.list(s.Else, in.clone())
		return either(a, b)
	case *flow.Block:
		return w.behind(s, w.list(s.Body, in))
	case *flow.Count:
		return w.loop(s, in, func(in reaching) (reaching, reaching) {
			out := in.clone()
			return either(w.list(s.Body, in), w.next(s)), out
		})
	case *flow.While:
		return w.loop(s, in, func(in reaching) (reaching, reaching) {
			in = w.list(s.Pre, in)
			if in == nil {
				return nil, nil
			}
			w.exprs([]flow.Expr{s.Cond}, in)
			out := in.clone()
			return w.list(s.Post, either(w.list(s.Body, in), w.next(s))), out
		})
	case *flow.Break:
		w.breaks[s.Target] = either(w.breaks[s.Target], in)
		return nil
	case *flow.Continue:
		w.nexts[s.Target] = either(w.nexts[s.Target], in)
		return nil
	case *flow.Return, *flow.Fail:
		return nil
	}
	return in
}

// queue joins what is appended to with what comes of it, where a loop takes elements off the front of a variable, or
// off its end, and puts others behind its end:
//
//	q = q[1:]                     s = s[:len(s)-1]
//	q = append(q, v)              s = append(s, v)
//
// As a window of one array the queue goes on in that; as a variable of its own it would be copied for each element. It
// reports whether it did, since more may be put there.
func (w *webs) queue(a *flow.Append, in reaching) bool {
	v := a.Dst.Var
	if w.loops == 0 || !w.follows(v) || !appendsTo(a, v) || len(in[v]) == 0 {
		return false
	}
	for _, d := range in[v] {
		if !w.shortened[d] {
			return false
		}
	}
	d, first := w.sets.Find(w.def(a, 0, v)), w.sets.Find(in[v][0])
	w.sets.Union(max(d, first), min(d, first))
	return true
}

// shortens reports whether a statement is v = v[i:], v = v[:j], or v = v[i:j].
func shortens(s flow.Stmt, i int, v *flow.Var) bool {
	a, ok := s.(*flow.Assign)
	if !ok {
		return false
	}
	x, ok := a.Src[i].(*flow.Window)
	return ok && (x.Lo != nil || x.Hi != nil) && x.Max == nil && wholeOf(x.X) == v
}

func either(a, b reaching) reaching {
	if a == nil {
		return b
	}
	if b != nil {
		a.or(b)
	}
	return a
}

func (w *webs) next(s flow.Stmt) reaching {
	r := w.nexts[s]
	delete(w.nexts, s)
	return r
}

func (w *webs) behind(s flow.Stmt, in reaching) reaching {
	r := w.breaks[s]
	delete(w.breaks, s)
	return either(in, r)
}

// loop follows a body, which gives the state at its end and that in which the loop ends, until nothing is new.
func (w *webs) loop(s flow.Stmt, in reaching, body func(reaching) (reaching, reaching)) reaching {
	head := in.clone()
	w.loops++
	defer func() { w.loops-- }()
	for {
		end, out := body(head.clone())
		if end == nil || !head.or(end) {
			return w.behind(s, out)
		}
	}
}

// rename gives each web its variable, in place; an assignment of nil that nobody reads is dropped.
func (w *webs) rename(ss []flow.Stmt) {
	names := map[int]*flow.Var{}
	taken := map[*flow.Var]bool{}
	live := map[int]bool{}
	for d, used := range w.used {
		live[w.sets.Find(d)] = live[w.sets.Find(d)] || used
	}
	name := func(d int) *flow.Var {
		d = w.sets.Find(d)
		if names[d] == nil {
			v := w.vars[d]
			if taken[v] {
				u := *v
				v = &u
			}
			taken[w.vars[d]] = true
			names[d] = v
		}
		return names[d]
	}
	for d := range w.vars {
		if live[w.sets.Find(d)] {
			name(d)
		}
	}
	for site, d := range w.byUse {
		switch e := site.e.(type) {
		case *flow.Load:
			e.Place.Var = name(d)
		case *flow.Addr:
			e.Place.Var = name(d)
		default:
			*storeAt(site.d) = flow.Place{Var: name(d), Path: storeAt(site.d).Path}
		}
	}
	for site, d := range w.defs {
		if site.s != nil && live[w.sets.Find(d)] {
			storeAt(site).Var = name(d)
		}
	}
	eachStmt(ss, func(s flow.Stmt) {
		if a, ok := s.(*flow.Assign); ok {
			w.dropNil(a, live)
		}
	})
	for site, d := range w.defs {
		if site.s == nil || live[w.sets.Find(d)] {
			continue
		}
		if _, ok := site.s.(*flow.Assign); !ok {
			storeAt(site).Var = name(d)
		}
	}
}

// dropNil removes what an assignment stores for nobody when that is nil, and gives the rest variables.
func (w *webs) dropNil(a *flow.Assign, live map[int]bool) {
	var dst []flow.Place
	var src []flow.Expr
	for i, p := range a.Dst {
		if d, ok := w.defs[defSite{a, i}]; ok && !live[w.sets.Find(d)] {
			if _, zero := a.Src[i].(*flow.Zero); zero {
				continue
			}
			u := *p.Var
			p.Var = &u
		}
		dst, src = append(dst, p), append(src, a.Src[i])
	}
	a.Dst, a.Src = dst, src
}

// storeAt is a destination of a statement.
func storeAt(at defSite) *flow.Place {
	switch s := at.s.(type) {
	case *flow.Assign:
		return &s.Dst[at.i]
	case *flow.Call:
		return &s.Dst[at.i]
	case *flow.Append:
		return &s.Dst
	case *flow.Copy:
		if at.i == 0 {
			return &s.To
		}
		return &s.N
	}
	panic("own: statement without destinations")
}
