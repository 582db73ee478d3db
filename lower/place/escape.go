package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A cell that the body of a loop makes may keep an array of the state: in a closure, say, or in a node of a list. Then
// that array must stay as it is after the iteration. It is neither updated in place nor is its memory used again for a
// later state: each iteration builds the next one in new memory.
//
// Nor may an array that a cell keeps be built where something else is stored later: in a buffer of a state, in a row,
// in the memory of a caller. It has memory of its own, and what else it is to be is copied from there.
//
// An array of a length known only at run time is handed on as it is, not copied, as references to cells are. So what is
// packed as one is kept, too. All other arrays are copied where they are stored.

// A leafOf is one leaf of a variable.
type leafOf struct {
	x    *syntax.Var
	leaf int
}

// escaping finds the leaves of a state whose memory is kept by what a loop body makes.
func (g *layouts) escaping(state *syntax.Var, body syntax.Term) map[int]bool {
	kept := g.keeping(body)
	var out map[int]bool
	for i := range g.leaves(state.Type) {
		if kept[leafOf{state, i}] {
			if out == nil {
				out = map[int]bool{}
			}
			out[i] = true
		}
	}
	return out
}

// keeping finds the leaves of variables, those of a term and its free ones, whose memory is kept by what the term
// makes. It takes time linear in the term, times the leaves of its variables.
func (g *layouts) keeping(t syntax.Term) map[leafOf]bool {
	out, _ := g.keepingIn(t)
	return out
}

// keptIn is keeping for the body of a function. That nothing in it could keep anything is found once.
func (g *program) keptIn(f *function) (kept map[leafOf]bool) {
	if f.keepsNone {
		return nil
	}
	kept, some := g.probe.keepingIn(f.body)
	f.keepsNone = !some
	return kept
}

// keepingIn is keeping; it also says whether there is anything in t that could keep memory, whatever is known of the
// functions that it calls.
func (g *layouts) keepingIn(t syntax.Term) (out map[leafOf]bool, some bool) {
	s := &escapes{g: g, values: map[*syntax.Var][]source{}, only: map[syntax.Term][]bool{}}
	s.collect(t)
	if len(s.kept) == 0 {
		return nil, false
	}
	out = s.closure(func(visit func(leafOf)) {
		for _, k := range s.kept {
			only := s.only[k]
			for i := range g.leaves(k.Type()) {
				if only == nil || only[i] {
					s.roots(k, i, visit)
				}
			}
		}
	})
	return out, true
}

// closure finds the leaves of variables with which those that start visits may share memory.
func (s *escapes) closure(start func(visit func(leafOf))) map[leafOf]bool {
	out := map[leafOf]bool{}
	s.meets(start, out, nil, nil)
	return out
}

// meets adds what closure finds to seen, but does not look through the leaves of without. It ends, and reports so, where
// it comes to a goal.
func (s *escapes) meets(start func(visit func(leafOf)), seen, without, goals map[leafOf]bool) bool {
	var work []leafOf
	found := false
	visit := func(l leafOf) {
		found = found || goals[l]
		if !seen[l] && !without[l] {
			seen[l] = true
			work = append(work, l)
		}
	}
	start(visit)
	for len(work) > 0 && !found {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		for _, v := range s.values[l.x] {
			s.roots(v.term, v.first+l.leaf, visit)
		}
	}
	return found
}

// aims are the places where a binding is wanted, without those that what keeps it would see changing.
func (e *emitter) aims(x *syntax.Var) []dest {
	d := e.targets[x]
	if d == nil || len(e.keeps) == 0 {
		return d
	}
	d = slices.Clone(d)
	for i := range d {
		if e.keeps[leafOf{x, i}] && !d[i].slot && !d[i].lasts {
			d[i] = dest{}
		}
	}
	return d
}

// keep notes that these values are kept: their arrays are no more the function's own.
func (e *emitter) keep(vals []*loop.Expr) {
	for _, v := range vals {
		for root := v.Root(); root != nil; root = e.of(root).viewed() {
			e.of(root).owned = false
		}
	}
}

type escapes struct {
	g      *layouts
	kept   []syntax.Term            // of which cells and arrays of run-time length are made
	values map[*syntax.Var][]source // what variables may be, unless it is copied
	only   map[syntax.Term][]bool   // of arguments of calls: the leaves that are kept, all if nil
	packed []syntax.Term            // those of kept of which arrays of run-time length are made
	rows   map[*syntax.Index]bool   // if not nil, rows of known lengths are put here, and not followed
}

// A source is a term, and the leaf of it that is the first one of a variable.
type source struct {
	term  syntax.Term
	first int
}

// collect notes what variables may be, and what is kept.
func (s *escapes) collect(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.Prim:
		if ofVariables(t) {
			return
		}
	case *syntax.Let:
		for i := range t.Binds {
			if b := &t.Binds[i]; b.Var != nil {
				s.flow(b.Var, b.Rhs, 0)
			}
		}
	case *syntax.Case:
		if _, ok := t.Scrut.Type().(*syntax.Data); ok {
			break // what cells hold never changes
		}
		for k, a := range t.Arms {
			lo, _ := s.g.part(t.Scrut.Type(), k)
			s.flow(a.Var, t.Scrut, lo)
		}
	case *syntax.Loop: // further states are copied, or built in the memory of the first one
		s.flow(t.State, t.Init, 0)
	case *syntax.While:
		s.flow(t.State, t.Init, 0)
	case *syntax.Inj:
		if _, ok := t.Type().(*syntax.Data); ok {
			s.kept = append(s.kept, t.Arg)
		}
	case *syntax.Call:
		if s.g.shares(t.Type()) {
			s.kept = append(s.kept, t.Args...)
			for i := range t.Args {
				s.only[t.Args[i]] = s.g.keptBy(t.Def, i)
			}
		}
	case *syntax.Pack:
		s.kept, s.packed = append(s.kept, t.Arg), append(s.packed, t.Arg)
	}
	syntax.Children(t, s.collect)
}

func (s *escapes) flow(x *syntax.Var, t syntax.Term, first int) {
	for _, l := range s.g.leaves(x.Type) {
		if l.array() {
			s.values[x] = append(s.values[x], source{t, first})
			return
		}
	}
}

// shares reports whether values of a type hold references to cells, or arrays that are handed on as they are.
func (g *layouts) shares(t syntax.Type) bool {
	for _, l := range g.leaves(t) {
		if l.Type.Base == loop.Ref || slices.Contains(l.Dims, nil) {
			return true
		}
	}
	return false
}

// roots visits the leaves of variables with which leaf k of t, an array, may share memory.
func (s *escapes) roots(t syntax.Term, k int, visit func(leafOf)) {
	if !s.g.leaves(t.Type())[k].array() {
		return
	}
	if x, lo := path(s.g, t); x != nil {
		visit(leafOf{x, lo + k})
		return
	}
	switch t := t.(type) {
	case *syntax.Let:
		s.roots(t.Body, k, visit)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			if lo, hi := s.g.part(t.Type(), i); lo <= k && k < hi {
				s.roots(el, k-lo, visit)
			}
		}
	case *syntax.Proj:
		lo, _ := s.g.part(t.Arg.Type(), t.Index)
		s.roots(t.Arg, lo+k, visit)
	case *syntax.Coproj:
		s.inPart(t.Type(), t.Index, t.Arg, k, visit)
	case *syntax.Inj:
		s.inPart(t.Type(), t.Tag, t.Arg, k, visit)
	case *syntax.If:
		s.roots(t.Then, k, visit)
		s.roots(t.Else, k, visit)
	case *syntax.Case:
		for _, a := range t.Arms {
			s.roots(a.Body, k, visit)
		}
	case *syntax.Index:
		switch {
		case s.rows != nil && !s.g.shares(t.Type()):
			s.rows[t] = true
		case !s.g.rowCopies[t]:
			s.roots(t.Arr, k, visit)
		}
	case *syntax.Coerce:
		s.roots(t.Arg, k, visit)
	case *syntax.Set:
		s.roots(t.Arr, k, visit)
	case *syntax.Plus:
		for _, p := range t.Terms {
			s.roots(p, k, visit)
		}
	case *syntax.Loop:
		if k < len(s.g.leaves(t.State.Type)) {
			visit(leafOf{t.State, k})
		}
	case *syntax.While:
		if k < len(s.g.leaves(t.State.Type)) {
			visit(leafOf{t.State, k})
		}
	case *syntax.Build:
		if a, lo := s.g.column(t); a != nil {
			s.roots(a, lo+k, visit)
		}
	case *syntax.Call:
		if updates := s.g.updates[t.Def]; updates != nil && updates[k] >= 0 {
			i, lo := s.g.argument(t.Def, updates[k])
			s.roots(t.Args[i], updates[k]-lo, visit)
		}
	default: // a new array
	}
}

// inPart is roots for a term that is component or variant i of type t.
func (s *escapes) inPart(t syntax.Type, i int, arg syntax.Term, k int, visit func(leafOf)) {
	if lo, hi := s.g.part(t, i); lo <= k && k < hi {
		s.roots(arg, k-lo, visit)
	}
}

// findEscapes finds which arrays that functions are given are kept by what they return. It looks at a function again
// when that changes for one that it calls, which happens once for each parameter at most.
func (g *program) findEscapes() {
	g.escaped = map[*syntax.Def][]bool{}
	g.probe.escaped = g.escaped
	callers := map[*syntax.Def][]*function{}
	waits := map[*function]bool{}
	for _, f := range g.order {
		for _, p := range f.def.Params {
			g.escaped[f.def] = append(g.escaped[f.def], make([]bool, len(g.probe.leaves(p.Type)))...)
		}
		waits[f] = true
		var find func(t syntax.Term)
		find = func(t syntax.Term) {
			if c, ok := t.(*syntax.Call); ok && g.probe.shares(c.Type()) {
				callers[c.Def] = append(callers[c.Def], f)
			}
			syntax.Children(t, find)
		}
		if syntax.NodesOf(f.body)&syntax.Calls != 0 {
			find(f.body)
		}
	}
	work := slices.Clone(g.order)
	for len(work) > 0 {
		f := work[len(work)-1]
		work, waits[f] = work[:len(work)-1], false
		kept, k, more := g.keptIn(f), 0, false
		for _, p := range f.def.Params {
			for i := range g.probe.leaves(p.Type) {
				if kept[leafOf{p, i}] && !g.escaped[f.def][k] {
					g.escaped[f.def][k], more = true, true
				}
				k++
			}
		}
		if !more {
			continue
		}
		for _, c := range callers[f.def] {
			if !waits[c] {
				work, waits[c] = append(work, c), true
			}
		}
	}
}

// keptBy says which leaves of argument i what a function returns may keep.
func (g *layouts) keptBy(d *syntax.Def, i int) []bool {
	known := g.escaped[d]
	if known == nil {
		return nil
	}
	lo := 0
	for _, p := range d.Params[:i] {
		lo += len(g.leaves(p.Type))
	}
	return known[lo : lo+len(g.leaves(d.Params[i].Type))]
}
