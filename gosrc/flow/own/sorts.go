package own

import (
	"maps"
	"slices"
	"strings"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/internal/scc"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// Libraries sort by moving elements and comparing in an order of their own. The shelf compares all, and moves then. Law
// of sorts: the two agree where the comparison looks at the memory that is sorted only as the elements at its two
// positions, in the very slice that is sorted, and writes nothing.
//
// What a comparison looks at is found when all functions are known, before they share names: a place from its
// parameters, with what is known of indices. Where that may be memory that is sorted, from its type, and is not the
// slice itself by what stands at a call, that call gets one of a function without statements that needs its two
// arguments to be disjoint; see [checker.disjoint].

// A sorting is the need of a function that calls, or is, a sort: the memory of the slice at read must be no part of
// that at sorted; or, if that is enough, be the same slice.
type sorting struct {
	sorted, read access
	name         string // of the library's function
	same         bool   // one slice will do
}

// sorts says at calls that sort what must not be the same memory.
func (r *resolver) sorts(given map[*flow.Func]bool) {
	var sorters []*flow.Func
	for _, f := range r.funcs {
		if sortsBy(f) != "" {
			sorters = append(sorters, f)
		}
	}
	if len(sorters) == 0 {
		return
	}
	compares := set.Of(reachable(sorters)) // what a comparison may be, or call
	s := &sorter{resolver: r, seen: map[*flow.Func]map[string]access{}}
	needs := map[*flow.Func][]sorting{}
	for _, group := range scc.Components(r.funcs, mentioned) {
		for s.grew = true; s.grew; {
			s.grew = false
			for _, f := range group.Nodes {
				if compares[f] {
					s.look(f)
				}
			}
		}
		for _, f := range group.Nodes {
			var own []sorting
			switch sortsBy(f) {
			case "":
			case "Stable":
				own = s.byMethods(f)
			default:
				own = s.bySlice(f)
			}
			keep := !given[f] && !group.Cyclic
			needs[f] = append(own, s.require(f, needs, keep)...)
		}
	}
}

// sortsBy is the name of the function of the shelf that a function is a copy of, if that sorts by comparing; else "".
func sortsBy(f *flow.Func) string {
	if f.At == nil || f.At.File != "sort/sort.go" && f.At.File != "slices/slices.go" {
		return ""
	}
	for _, name := range []string{"SliceStable", "SortStableFunc", "Stable"} {
		if rest, ok := strings.CutPrefix(f.Name, name); ok && (rest == "" || rest[0] == '[' || rest[0] == '.') {
			if name != "Stable" && !isSlice(f.Params[0].Type) {
				return "" // a literal in it
			}
			return name
		}
	}
	return ""
}

// ofPositions reports whether a function of the shelf calls comparisons with positions in what is sorted.
func ofPositions(f *flow.Func) bool {
	return sortsBy(f) != "" || f.At != nil && onShelf(f.At) && strings.HasPrefix(f.Name, "permutation")
}

// among are what the callees of f that are asked for look at, or write, in what they are given.
func (s *sorter) among(f *flow.Func, write bool, asked func(*flow.Func) bool) (out []access) {
	seen := map[string]bool{}
	known := s.indices(f)
	index := func(e flow.Expr) flow.Expr {
		if k := known(e); k != nil {
			return k
		}
		return anyPosition
	}
	eachStmt(f.Body, func(t flow.Stmt) {
		c, ok := t.(*flow.Call)
		if !ok || c.Func == nil || !asked(c.Func) {
			return
		}
		for _, k := range slices.Sorted(maps.Keys(s.seen[c.Func])) {
			a := s.seen[c.Func][k]
			if a.write != write {
				continue
			}
			if b, ok := handed(c, a, index); ok && slices.Contains(f.Params, b.at.Var) && !seen[b.key()] {
				seen[b.key()] = true
				out = append(out, b)
			}
		}
	})
	return out
}

// base is the slice of which an access is one of elements at a position in what is sorted; false for others.
func (a access) base() (flow.Place, bool) {
	at := -1
	for k, s := range a.at.Path {
		front := flow.Place{Var: a.at.Var, Path: a.at.Path[:k]}
		switch {
		case s.Kind == flow.StepDeref || s.Kind == flow.StepIndex && isSlice(front.Type()):
			if at >= 0 {
				return flow.Place{}, false
			}
			if s.Index == anyPosition {
				at = k
			} else if s.Kind == flow.StepIndex && s.Index == nil {
				return flow.Place{}, false
			}
		case s.Kind == flow.StepIndex && at < 0 && (s.Index == nil || s.Index == anyPosition):
			return flow.Place{}, false
		}
	}
	if at < 0 || trim(a.below) != "" {
		return flow.Place{}, false
	}
	return flow.Place{Var: a.at.Var, Path: a.at.Path[:at]}, true
}

// block is the memory that an access is of.
func (a access) block() access {
	if b, ok := a.base(); ok {
		return access{at: b, below: string(sliceLetter)}
	}
	if a.below != "" {
		return access{at: a.at, below: a.below}
	}
	for k := len(a.at.Path); k > 0; k-- {
		q := flow.Place{Var: a.at.Var, Path: a.at.Path[:k-1]}
		if s := a.at.Path[k-1]; s.Kind == flow.StepDeref || s.Kind == flow.StepIndex && isSlice(q.Type()) {
			return access{at: q, below: string(letter(q.Type(), s))}
		}
	}
	return access{at: a.at}
}

// between is what a sort needs that writes w, and whose comparison looks at a; nil if that is nothing.
func between(w, a access, name string) []sorting {
	if !within(w.typ, a.typ) && !within(a.typ, w.typ) {
		return nil
	}
	_, moved := w.base()
	_, same := a.base()
	n := sorting{sorted: w.block(), read: a.block(), name: name, same: moved && same}
	if n.met(n.sorted.at, n.read.at) {
		return nil
	}
	return []sorting{n}
}

// met reports whether the need is met by two places that are one.
func (n sorting) met(p, q flow.Place) bool { return n.same && samePlace(p, q) }

// bySlice is what a sort of a slice by a function needs.
func (s *sorter) bySlice(f *flow.Func) (out []sorting) {
	name := "sort.Slice"
	if sortsBy(f) == "SortStableFunc" {
		name = "slices.SortFunc"
	}
	x := f.Params[0]
	w := access{at: flow.Place{Var: x, Path: []flow.Step{{Kind: flow.StepIndex, Index: anyPosition}}},
		typ: x.Type.(*flow.Slice).Elem, write: true}
	for _, a := range s.among(f, false, func(*flow.Func) bool { return true }) {
		out = append(out, between(w, a, name)...)
	}
	return out
}

// byMethods is what a sort of a value with methods needs.
func (s *sorter) byMethods(f *flow.Func) (out []sorting) {
	swaps := func(g *flow.Func) bool { return len(g.Results) == 0 }
	writes := s.among(f, true, swaps)
	for _, a := range s.among(f, false, func(g *flow.Func) bool {
		return len(g.Results) > 0 && isBool(g.Results[0].Type)
	}) {
		for _, w := range writes {
			out = append(out, between(w, a, "sort.Sort")...)
		}
	}
	return out
}

// require looks at the calls in f of functions that need something. What two places meet is met; what only f's callers
// can say becomes a need of f, if keep says that they all know; for the rest there are checks in f afterwards.
func (s *sorter) require(f *flow.Func, needs map[*flow.Func][]sorting, keep bool) (out []sorting) {
	checks := map[*flow.Call][]flow.Stmt{}
	known, name := s.indices(f), oneName(f)
	eachStmt(f.Body, func(t flow.Stmt) {
		c, ok := t.(*flow.Call)
		if !ok || c.Func == nil {
			return
		}
		said := map[argPair]bool{}
		for _, n := range needs[c.Func] {
			itself := func(e flow.Expr) flow.Expr { return e }
			p, ok := handed(c, n.sorted, itself)
			q, ok2 := handed(c, n.read, itself)
			if ok && ok2 && p.below == n.sorted.below && q.below == n.read.below {
				p.at.Var, q.at.Var = name(p.at.Var), name(q.at.Var)
				if n.met(p.at, q.at) {
					continue
				}
				p.at, q.at = canonical(p.at, known), canonical(q.at, known)
				if keep && (n.same || f.At != nil && onShelf(f.At)) && s.ofParams(f, p) && s.ofParams(f, q) {
					out = append(out, sorting{p, q, n.name, n.same})
					continue
				}
			}
			k := n.pair(c.Func)
			if n.same && !ok && !ok2 && len(n.sorted.at.Path)+len(n.read.at.Path) == 0 &&
				sameWindow(c.Args[k.a.param], c.Args[k.b.param]) {
				continue
			}
			if !said[k] {
				said[k] = true
				checks[c] = append(checks[c], s.check(c, n))
			}
		}
	})
	if len(checks) == 0 {
		return out
	}
	c := &copier{}
	c.stmt = func(t flow.Stmt) ([]flow.Stmt, bool) {
		call, ok := t.(*flow.Call)
		if !ok {
			return nil, false
		}
		return append(slices.Clone(checks[call]), c.same(call)), true
	}
	f.Body = c.list(f.Body)
	s.work[f].body = f.Body
	return out
}

// ofParams reports whether an access is in a parameter, with indices that are known.
func (s *sorter) ofParams(f *flow.Func, a access) bool {
	return slices.Contains(f.Params, a.at.Var) &&
		!slices.ContainsFunc(a.at.Path, func(s flow.Step) bool { return s.Kind == flow.StepIndex && s.Index == nil })
}

// pair is the need in terms of the parameters of its function.
func (n sorting) pair(f *flow.Func) argPair {
	i, j := slices.Index(f.Params, n.sorted.at.Var), slices.Index(f.Params, n.read.at.Var)
	return argPair{argNode{i, letters(n.sorted.at) + n.sorted.below}, argNode{j, letters(n.read.at) + n.read.below}}
}

// check is a call of a function without statements that has the need.
func (s *sorter) check(c *flow.Call, n sorting) flow.Stmt {
	k := n.pair(c.Func)
	args := (&copier{}).exprs([]flow.Expr{c.Args[k.a.param], c.Args[k.b.param]})
	if l, ok := args[1].(*flow.Load); ok && !n.read.memory() {
		args[1], k.b.path = &flow.Addr{Place: l.Place}, string(derefLetter)
	}
	g := &flow.Func{Name: n.name, At: c.At, Body: []flow.Stmt{}}
	for i, name := range []string{"sorted", "read"} {
		g.Params = append(g.Params, &flow.Var{Name: name, Type: args[i].Type(), At: c.At})
	}
	s.work[g] = &work{fn: g, body: g.Body}
	s.checks[g] = argPair{argNode{0, k.a.path}, argNode{1, k.b.path}}
	return &flow.Call{Func: g, Args: args, At: c.At}
}

func isBool(t flow.Type) bool {
	b, ok := t.(*flow.Basic)
	return ok && b.Kind == flow.KindBool
}

// checked reports whether a statement is a check, and makes it.
func (c *checker) checked(st *state, s flow.Stmt) bool {
	call, ok := s.(*flow.Call)
	if !ok {
		return false
	}
	n, ok := c.checks[call.Func]
	if !ok {
		return false
	}
	report := c.problem
	c.problem = func(p problem) {
		p.sorts = true
		report(p)
	}
	c.disjoint(st, call, n, sources(call.Args[0])[n.a.path], sources(call.Args[1])[n.b.path])
	c.problem = report
	return true
}

// impure are the messages for comparisons that write memory: how often a library compares is not known.
func (r *resolver) impure(f *flow.Func) (out diag.List) {
	if !ofPositions(f) {
		return nil
	}
	said := map[*flow.Func]bool{}
	eachStmt(f.Body, func(t flow.Stmt) {
		c, ok := t.(*flow.Call)
		if !ok || c.Func == nil || len(c.Func.Results) == 0 || !isBool(c.Func.Results[0].Type) {
			return
		}
		if g := r.writer(c.Func); g != nil && !said[g] {
			said[g] = true
			out = append(out, message(g.At, CodeSort,
				"a comparison of a sort writes memory, and how often elements are compared is not specified",
				"compare without writing; compute what is compared before the sort"))
		}
	})
	return out
}

// writer is the function off the shelf that a function is, or calls, that writes memory which it is given; nil if there
// is none.
func (r *resolver) writer(f *flow.Func) *flow.Func {
	if s := r.summaries[f]; s == nil || len(s.writes) == 0 {
		return nil
	}
	if f.At == nil || !onShelf(f.At) {
		return f
	}
	for _, g := range mentioned(f) {
		if h := r.writer(g); h != nil {
			return h
		}
	}
	return nil
}

// oneName leads from variables of f that are made from another one, and never assigned again, to that.
func oneName(f *flow.Func) func(*flow.Var) *flow.Var {
	count, defs := assignments(f), map[*flow.Var]*flow.Var{}
	eachStmt(f.Body, func(t flow.Stmt) {
		a, ok := t.(*flow.Assign)
		if !ok {
			return
		}
		for i, p := range a.Dst {
			if l, ok := a.Src[i].(*flow.Load); ok && p.Var != nil && len(p.Path)+len(l.Place.Path) == 0 &&
				holds(p.Var.Type) {
				defs[p.Var] = l.Place.Var
			}
		}
	})
	return func(v *flow.Var) *flow.Var {
		for defs[v] != nil && count[v] == 1 && count[defs[v]] == 1 {
			v = defs[v]
		}
		return v
	}
}

// sameWindow reports whether two expressions are one window: x[1:] and x[1:].
func sameWindow(a, b flow.Expr) bool {
	v, ok := a.(*flow.Window)
	w, ok2 := b.(*flow.Window)
	if !ok || !ok2 {
		return a != nil && b != nil && sameExpr(a, b)
	}
	bound := func(a, b flow.Expr) bool { return a == nil && b == nil || a != nil && b != nil && sameExpr(a, b) }
	return sameWindow(v.X, w.X) && bound(v.Lo, w.Lo) && bound(v.Hi, w.Hi)
}
