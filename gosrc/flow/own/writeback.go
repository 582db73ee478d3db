package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// An element that is copied, changed and put back,
//
//	g := gs[k]
//	g.items = append(g.items, v)
//	gs[k] = g
//
// shares the memory of its slices with the element, which is out of date in between. Law: where nothing in between
// reads or writes what the element is, or may leave before it is put back, and nobody looks at the copy behind that,
// the changes may as well be made in the element:
//
//	p := &gs[k]
//	p.items = append(p.items, v)

// processed is process, and where that finds problems in a function with copies that are put back, process of the
// function with their changes made in the elements.
func (r *resolver) processed(w *work) []problem {
	if w.given != nil {
		return r.process(w)
	}
	w.given = (&copier{}).list(w.body)
	problems := r.process(w)
	if len(problems) == 0 {
		return nil
	}
	body, ok := writeBack(w.fn, followPointers(w.given, fixed(w.fn, w.given)))
	if !ok {
		return problems
	}
	again := newWork(w.fn, body)
	again.given = w.given
	r.summaries[w.fn] = newSummary() // without what the first attempt needed
	if len(r.process(again)) > 0 {
		return problems
	}
	*w = *again
	return nil
}

// writeBack makes the changes of copies that are put back in the elements, and reports whether there are any.
func writeBack(f *flow.Func, ss []flow.Stmt) ([]flow.Stmt, bool) {
	found := false
	for {
		b := &backs{all: ss, total: mentions(ss), whole: map[*flow.Var][]flow.Stmt{}, addressed: map[*flow.Var]bool{}}
		for _, v := range append(slices.Clone(f.Params), f.Results...) {
			b.whole[v] = append(b.whole[v], nil)
		}
		eachStmt(ss, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
				if p.Var != nil && len(p.Path) == 0 {
					b.whole[p.Var] = append(b.whole[p.Var], s)
				}
			}
			if c, ok := s.(*flow.Count); ok {
				b.whole[c.Idx] = append(b.whole[c.Idx], s)
			}
		})
		eachOperand(ss, func(e flow.Expr) {
			if a, ok := e.(*flow.Addr); ok && trim(letters(a.Place)) == "" {
				b.addressed[a.Place.Var] = true
			}
		})
		out := eachList(ss, b.list)
		if !b.done {
			return out, found
		}
		ss, found = out, true
	}
}

// backs is one search for a copy that is put back.
type backs struct {
	all       []flow.Stmt
	total     map[*flow.Var]int         // mentions
	whole     map[*flow.Var][]flow.Stmt // what assigns variables as a whole; nil for the caller
	addressed map[*flow.Var]bool        // variables of which somebody has an address
	done      bool
}

// A copied is a local struct that is the copy of an element, up to where it is put back.
type copied struct {
	v        *flow.Var
	from, to flow.Place  // the element
	before   []flow.Stmt // behind the copy, and before the changes
	region   []flow.Stmt // from the first change on, without the statement that puts it back
	asked    []flow.Expr // the conditions on the way there
}

// list looks for the copies that a list makes.
func (b *backs) list(ss []flow.Stmt) []flow.Stmt {
	for d, s := range ss {
		if b.done {
			break
		}
		a, ok := s.(*flow.Assign)
		if !ok || !declaresCopy(a) || len(b.whole[a.Dst[0].Var]) != 1 {
			continue
		}
		c := &copied{v: a.Dst[0].Var, from: a.Src[0].(*flow.Load).Place}
		for j := d + 1; j < len(ss); j++ {
			if mentions(ss[d : j+1])[c.v] != b.total[c.v] { // later ones look at it, too
				continue
			}
			b.within(ss[d+1:j+1], c, func(out []flow.Stmt) { ss = slices.Concat(ss[:d+1], out, ss[j+1:]) })
			break
		}
	}
	return ss
}

// declaresCopy reports whether a statement copies an element that is a struct with slices or pointers.
func declaresCopy(a *flow.Assign) bool {
	if len(a.Dst) != 1 || a.Dst[0].Var == nil || len(a.Dst[0].Path) > 0 {
		return false
	}
	t, ok := a.Dst[0].Var.Type.(*flow.Struct)
	l, load := a.Src[0].(*flow.Load)
	return ok && holds(t) && load && isElement(l.Place)
}

func isElement(p flow.Place) bool {
	return len(p.Path) > 0 && p.Path[len(p.Path)-1].Kind == flow.StepIndex
}

// within looks for the statement that puts a copy back in the last of a list of statements, or in branches of it,
// behind which nobody looks at the copy; put gets what the list becomes.
func (b *backs) within(ss []flow.Stmt, c *copied, put func([]flow.Stmt)) {
	n := len(ss) - 1
	switch s := ss[n].(type) {
	case *flow.Assign:
		if len(s.Dst) != 1 || wholeOf(s.Src[0]) != c.v || !isElement(s.Dst[0]) {
			return
		}
		k := slices.IndexFunc(ss[:n], func(s flow.Stmt) bool { return changes([]flow.Stmt{s}, c.v) > 0 })
		if k < 0 || changes(b.all, c.v) != 1+changes(ss[k:n], c.v) {
			return
		}
		c.to = s.Dst[0]
		c.before, c.region = slices.Concat(c.before, ss[:k]), ss[k:n]
		if !b.steady(c) || leavesEarly(c.region) {
			return
		}
		b.done = true
		put(slices.Concat(ss[:k], inElement(c, s)))
	case *flow.If:
		c.before = append(c.before, ss[:n]...)
		c.asked = append(c.asked, s.Cond)
		for _, side := range []*[]flow.Stmt{&s.Then, &s.Else} {
			if k := lastMention(*side, c.v); k >= 0 && !b.done {
				d := *c
				b.within((*side)[:k+1], &d, func(out []flow.Stmt) { *side = slices.Concat(out, (*side)[k+1:]) })
			}
		}
	}
}

// lastMention is the last statement of a list that mentions a variable, or -1.
func lastMention(ss []flow.Stmt, v *flow.Var) int {
	for k := len(ss) - 1; k >= 0; k-- {
		if mentions(ss[k : k+1])[v] > 0 {
			return k
		}
	}
	return -1
}

// changes counts the places where statements may change a variable, or what is in its memory by its name: stores, and
// addresses.
func changes(ss []flow.Stmt, v *flow.Var) (n int) {
	eachStmt(ss, func(s flow.Stmt) {
		for _, p := range flow.Stores(s) {
			if p.Var == v {
				n++
			}
		}
	})
	eachOperand(ss, func(e flow.Expr) {
		switch e := e.(type) {
		case *flow.Addr:
			if e.Place.Var == v {
				n++
			}
		case *flow.Window:
			if l, ok := e.X.(*flow.Load); ok && l.Place.Var == v && !isSlice(l.Place.Type()) { // of an array in it
				n++
			}
		}
	})
	return n
}

// leavesEarly reports whether statements may be left other than at their end, or by a panic.
func leavesEarly(ss []flow.Stmt) (out bool) {
	inside := map[flow.Stmt]bool{}
	eachStmt(ss, func(s flow.Stmt) {
		switch s := s.(type) {
		case *flow.Return:
			out = true
		case *flow.Break:
			out = out || !inside[s.Target]
		case *flow.Continue:
			out = out || !inside[s.Target]
		}
		inside[s] = true
	})
	return out
}

// steady reports whether the element is one and the same, and nothing reads or writes it, from the copy to where it is
// put back, but by the name of the copy.
func (b *backs) steady(c *copied) bool {
	root := b.origin(c.from.Var)
	if root == nil || b.origin(c.to.Var) != root ||
		!samePlace(flow.Place{Var: root, Path: c.from.Path}, flow.Place{Var: root, Path: c.to.Path}) {
		return false
	}
	index := map[*flow.Var]bool{}
	plain := true
	for _, e := range flow.Indices(c.to) {
		flow.WalkExpr(e, func(e flow.Expr) {
			switch e := e.(type) {
			case *flow.Load:
				index[e.Place.Var] = true
				plain = plain && len(e.Place.Path) == 0 && e.Place.Var != c.v
			case *flow.Lit, *flow.Op, *flow.Retype:
			default:
				plain = false
			}
		})
	}
	for v := range index {
		plain = plain && !b.addressed[v]
	}
	if !plain || b.addressed[c.to.Var] || b.addressed[c.from.Var] {
		return false
	}
	kept := keptTypes(c.to)
	between := slices.Concat(c.before, c.region)
	ok := true
	see := func(v *flow.Var) {
		if v != c.v && v != nil {
			ok = ok && b.origin(v) != root && v != c.to.Var && v != c.from.Var && !reaches(v.Type, kept, nil)
		}
	}
	var look func(e flow.Expr)
	look = func(e flow.Expr) {
		switch e := e.(type) {
		case *flow.Len:
			if v := wholeOf(e.X); v != nil { // of a variable: in no memory
				return
			}
		case *flow.Load:
			if part := aside(e.Place, c.to); part == nil || reaches(part, kept, nil) {
				see(e.Place.Var)
			}
		case *flow.Addr:
			see(e.Place.Var)
			ok = ok && e.Place.Var != c.v
		case *flow.Window: // of an array in the copy, which somebody may keep
			if l, is := e.X.(*flow.Load); is && l.Place.Var == c.v && !isSlice(l.Place.Type()) {
				ok = false
			}
		case *flow.Closure, *flow.FuncRef:
			ok = false
		}
		for _, p := range flow.Parts(e) {
			look(p)
		}
	}
	for _, e := range c.asked {
		look(e)
	}
	eachStmt(between, func(s flow.Stmt) {
		for _, p := range flow.Stores(s) {
			see(p.Var)
			ok = ok && (p.Var == nil || !index[p.Var])
			for _, e := range flow.Indices(p) {
				look(e)
			}
		}
		if call, is := s.(*flow.Call); is {
			ok = ok && call.Func != nil && b.lends(call, c.v)
			for _, e := range call.Args {
				if a, is := e.(*flow.Addr); !is || a.Place.Var != c.v {
					look(e)
				}
			}
			return
		}
		for _, e := range flow.Operands(s) {
			look(e)
		}
	})
	return ok
}

// aside is the type of the field with which a place in the same variable leaves the way to another; nil if it does not.
func aside(p, q flow.Place) flow.Type {
	if p.Var != q.Var {
		return nil
	}
	for i := range min(len(p.Path), len(q.Path)) {
		a, b := p.Path[i], q.Path[i]
		if a.Kind != b.Kind || a.Kind == flow.StepIndex {
			return nil
		}
		if a.Kind == flow.StepField && a.Field != b.Field {
			return flow.Place{Var: p.Var, Path: p.Path[:i+1]}.Type()
		}
	}
	return nil
}

// lends reports whether a call, if it gets the address of a variable, gets it as that of the whole variable, and cannot
// keep it: there are no pointers in what else it gets, nor in its results.
func (b *backs) lends(c *flow.Call, v *flow.Var) bool {
	has, ok := false, true
	for _, e := range c.Args {
		if a, is := e.(*flow.Addr); is && a.Place.Var == v {
			ok = ok && !has && len(a.Place.Path) == 0
			has = true
			continue
		}
		ok = ok && !holdsPointer(e.Type())
	}
	for _, r := range c.Func.Results {
		ok = ok && !holdsPointer(r.Type)
	}
	return ok || !has
}

// origin is the variable whose slice a variable has: itself, or what it was assigned once and for all. It is nil for
// what may be another at another time.
func (b *backs) origin(v *flow.Var) *flow.Var {
	for range 4 {
		if v == nil || len(b.whole[v]) != 1 {
			return v
		}
		a, ok := b.whole[v][0].(*flow.Assign)
		if !ok {
			return v
		}
		k := slices.IndexFunc(a.Dst, func(p flow.Place) bool { return p.Var == v && len(p.Path) == 0 })
		u := wholeOf(a.Src[k])
		if u == nil || !isSlice(v.Type) || len(b.whole[u]) != 1 || b.addressed[u] {
			return v
		}
		v = u
	}
	return v
}

// keptTypes are the types of what an element is in: itself, and what leads to it.
func keptTypes(p flow.Place) []flow.Type {
	var out []flow.Type
	for k, s := range p.Path {
		if s.Kind != flow.StepField {
			out = append(out, flow.Place{Var: p.Var, Path: p.Path[:k+1]}.Type())
		}
	}
	return out
}

// reaches reports whether pointers or slices in what has a type may lead to what has one of some others, or to a part
// of it.
func reaches(t flow.Type, kept, seen []flow.Type) bool {
	if slices.ContainsFunc(seen, func(u flow.Type) bool { return flow.Same(t, u) }) {
		return false
	}
	seen = append(seen, t)
	switch t := t.(type) {
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return reaches(f.Type, kept, seen) })
	case *flow.Array:
		return reaches(t.Elem, kept, seen)
	case *flow.Pointer:
		return reaches(t.Elem, kept, seen) ||
			slices.ContainsFunc(kept, func(k flow.Type) bool {
				return isPart(t.Elem, k, false) || isPart(k, t.Elem, false)
			})
	case *flow.Slice:
		return reaches(t.Elem, kept, seen) ||
			slices.ContainsFunc(kept, func(k flow.Type) bool {
				return isPart(t.Elem, k, true) || isPart(k, t.Elem, false)
			})
	case *flow.FuncType:
		return true
	}
	return false
}

// isPart reports whether what has type t may lie in what has type u: in an array there, if that is what is asked.
func isPart(t, u flow.Type, inArray bool) bool {
	if !inArray && flow.Same(t, u) {
		return true
	}
	switch u := u.(type) {
	case *flow.Struct:
		return slices.ContainsFunc(u.Fields, func(f flow.Field) bool { return isPart(t, f.Type, inArray) })
	case *flow.Array:
		return isPart(t, u.Elem, false)
	}
	return false
}

// inElement makes the changes in the element.
func inElement(c *copied, back *flow.Assign) []flow.Stmt {
	p := &flow.Var{Name: c.v.Name, Type: &flow.Pointer{Elem: c.v.Type}, At: c.v.At, Text: c.v.Text, Made: c.v.Made}
	in := &copier{refs: map[*flow.Var]*flow.Var{c.v: p}}
	in.expr = func(e flow.Expr) flow.Expr {
		if a, ok := e.(*flow.Addr); ok && a.Place.Var == p && len(a.Place.Path) == 1 {
			return load(p)
		}
		return e
	}
	at := &flow.Assign{Dst: []flow.Place{place(p)}, Src: []flow.Expr{&flow.Addr{Place: (&copier{}).place(c.to)}},
		At: back.At}
	return append([]flow.Stmt{at}, in.list(c.region)...)
}
