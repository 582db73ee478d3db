package term

import (
	"fmt"
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/set"
)

// A slice of slices is made with rows that are nil. Its rows have one length, that of the first that is stored, only if
// nobody can tell the length of a row before it was stored; otherwise its rows are of type [?]τ from the start.
//
// This file finds the latter by a walk over the statements in their order. Of each slice that is made it follows which
// rows have surely been stored: intervals of indices, whose ends are linear in the variables of the program.

// A maker makes slices of slices: *flow.Make or *flow.Zero.
type maker = flow.Expr

// unsetRows are the makers of a function of which rows may be asked for their lengths while they are nil.
func unsetRows(f *flow.Func) map[maker]bool {
	w := &rowWalker{loose: map[maker]bool{}, env: map[*flow.Var]linear{}, age: map[*flow.Var]int{},
		outside: map[*flow.Var]bool{}}
	for _, v := range append(slices.Clone(f.Params), f.Results...) {
		w.outside[v] = true
	}
	w.list(f.Body)
	for _, o := range w.objects {
		if w.outside[o.at.Var] {
			w.observe(o)
		}
	}
	return w.loose
}

// linear is c plus a sum of multiples of atoms; nil is an int of which nothing is known.
type linear map[string]int64

const unit = ""

func constant(c int64) linear { return linear{unit: c} }

func (a linear) plus(b linear, k int64) linear {
	if a == nil || b == nil {
		return nil
	}
	out := maps.Clone(a)
	for x, c := range b {
		if out[x] += c * k; out[x] == 0 && x != unit {
			delete(out, x)
		}
	}
	return out
}

// diff is a − b where that is a number.
func diff(a, b linear) (int64, bool) {
	d := a.plus(b, -1)
	if len(d) != 1 { // the number is always there
		return 0, false
	}
	return d[unit], true
}

// An object is a slice or array whose rows are followed.
type object struct {
	maker maker
	at    flow.Place
	index []linear // of the steps in at that are indices
	len   linear
	elem  flow.Type
	done  []interval // rows that were stored
	// maybe says that its place holds it only if a branch or a loop was taken, or was not.
	maybe bool
}

// interval is the indices from lo up to hi. With each, every iteration of the loop that is examined stores them.
type interval struct {
	lo, hi linear
	each   bool
}

type rowWalker struct {
	loose   map[maker]bool
	objects []*object
	env     map[*flow.Var]linear
	age     map[*flow.Var]int // how often a variable was assigned on the way here
	outside map[*flow.Var]bool
	// idx is the counter of the loop that is examined for the rows that it stores, if any; each is set where all of its
	// iterations come by.
	idx  *flow.Var
	each bool
}

func (w *rowWalker) observe(o *object) { w.loose[o.maker] = true }

// value is an int expression as a linear one.
func (w *rowWalker) value(e flow.Expr) linear {
	switch e := e.(type) {
	case *flow.Lit:
		if e.Typ.Kind == flow.KindInt {
			return constant(e.I)
		}
	case *flow.Load:
		if len(e.Place.Path) == 0 {
			if v, ok := w.env[e.Place.Var]; ok {
				return v
			}
		}
		if x, ok := w.atom(e.Place); ok {
			return linear{x: 1, unit: 0}
		}
	case *flow.Len:
		if a, ok := e.X.Type().(*flow.Array); ok {
			return constant(int64(a.Len))
		}
		l, ok := e.X.(*flow.Load)
		if !ok || e.Cap {
			return nil
		}
		for _, o := range w.objects {
			if !o.maybe && w.is(o, l.Place) {
				return o.len
			}
		}
		if x, ok := w.atom(l.Place); ok {
			return linear{"len " + x: 1, unit: 0}
		}
	case *flow.Op:
		if len(e.Args) == 2 && e.Typ == flow.Int {
			x, y := w.value(e.Args[0]), w.value(e.Args[1])
			switch e.Op.Name {
			case "iadd":
				return x.plus(y, 1)
			case "isub":
				return x.plus(y, -1)
			}
		}
	}
	return nil
}

// atom names what is in a place of fields as long as nobody assigns to its variable.
func (w *rowWalker) atom(p flow.Place) (string, bool) {
	x := fmt.Sprintf("%p.%d", p.Var, w.age[p.Var])
	for _, s := range p.Path {
		if s.Kind != flow.StepField {
			return "", false
		}
		x += fmt.Sprintf(".%d", s.Field)
	}
	return x, true
}

// is reports whether a place is that of an object.
func (w *rowWalker) is(o *object, p flow.Place) bool {
	_, _, where := w.row(o, p)
	return where == itself && len(p.Path) == len(o.at.Path)
}

// whereabouts say how a place stands to an object.
type whereabouts uint8

const (
	elsewhere whereabouts = iota
	itself                // or around it
	inRow
	perhaps // it may be in it
)

// row splits a place behind an object: the index of the row and the rest.
func (w *rowWalker) row(o *object, p flow.Place) (index flow.Expr, rest []flow.Step, where whereabouts) {
	if p.Var != o.at.Var {
		return nil, nil, elsewhere
	}
	for i, s := range o.at.Path {
		if i == len(p.Path) {
			return nil, nil, itself
		}
		if s.Kind == flow.StepField {
			if p.Path[i].Field != s.Field {
				return nil, nil, elsewhere
			}
			continue
		}
		k, ok := diff(w.value(p.Path[i].Index), o.index[i])
		switch {
		case !ok:
			return nil, nil, perhaps
		case k != 0:
			return nil, nil, elsewhere
		}
	}
	rest = p.Path[len(o.at.Path):]
	if len(rest) == 0 {
		return nil, nil, itself
	}
	return rest[0].Index, rest[1:], inRow
}

func (w *rowWalker) list(ss []flow.Stmt) {
	for _, s := range ss {
		w.stmt(s)
	}
}

func (w *rowWalker) stmt(s flow.Stmt) {
	if s, ok := s.(*flow.While); ok {
		w.while(s)
		return
	}
	for _, e := range flow.Exprs(s) {
		w.read(e)
	}
	switch s := s.(type) {
	case *flow.Assign:
		w.assign(s)
	case *flow.Call:
		for _, d := range s.Dst {
			w.write(d, nil)
		}
		for _, a := range s.Args {
			w.unfollowed(a)
		}
	case *flow.Append:
		w.write(s.Dst, nil)
		for _, e := range s.Elems {
			w.unfollowed(e)
		}
	case *flow.Copy:
		w.write(s.N, nil)
		for _, o := range w.objects {
			index, _, where := w.row(o, s.To)
			if where == elsewhere || where == inRow && !copiesRows(s) && w.stored(o, w.value(index)) {
				continue // a row that is there keeps its length
			}
			w.observe(o)
		}
	case *flow.If:
		w.branches(s.Then, s.Else)
	case *flow.Count:
		w.count(s)
	case *flow.Block:
		if broken(s.Body) {
			w.branches(s.Body)
		} else {
			w.list(s.Body)
		}
	case *flow.Return:
		for _, o := range w.objects {
			if w.outside[o.at.Var] {
				w.observe(o)
			}
		}
	}
}

// assign is an assignment of several values at once: indices are those from before.
func (w *rowWalker) assign(s *flow.Assign) {
	vals := make([]linear, len(s.Src))
	for i, e := range s.Src {
		vals[i] = w.value(e)
	}
	whole := map[*flow.Var]bool{}
	for _, d := range s.Dst {
		if len(d.Path) == 0 {
			whole[d.Var] = true
		}
	}
	for i, d := range s.Dst {
		if len(d.Path) == 0 {
			continue
		}
		w.write(d, s.Src[i])
		if whole[d.Var] {
			w.unfollowed(s.Src[i])
		} else {
			w.made(d, s.Src[i])
		}
	}
	for i, d := range s.Dst {
		if len(d.Path) == 0 {
			w.write(d, s.Src[i])
			if vals[i] != nil {
				w.env[d.Var] = vals[i]
			}
		}
	}
	for i, d := range s.Dst {
		if len(d.Path) == 0 {
			w.made(d, s.Src[i])
		}
	}
}

// copiesRows reports whether the elements that are copied hold slices.
func copiesRows(s *flow.Copy) bool {
	t, ok := s.To.Type().(*flow.Slice)
	return !ok || holdsSlice(t.Elem)
}

// broken reports whether statements of a list leave it.
func broken(ss []flow.Stmt) bool {
	found := false
	flow.Walk(ss, func(s flow.Stmt) {
		switch s.(type) {
		case *flow.Break, *flow.Continue, *flow.Return:
			found = true
		}
	}, nil)
	return found
}

// branches walks lists of which one runs, or a part of one: what they store is not counted.
func (w *rowWalker) branches(lists ...[]flow.Stmt) {
	before, had := w.snapshot(), w.objects
	env, each := w.env, w.each
	w.each = false
	for _, l := range lists {
		w.env = maps.Clone(env)
		made := w.objects[len(had):]
		w.objects = slices.Clone(had)
		w.list(l)
		w.restore(before)
		w.objects = append(w.rejoin(had), made...)
	}
	w.env, w.each = env, each
	w.forget(lists...)
}

// rejoin is the objects from before statements that may not have run, and those that they made.
func (w *rowWalker) rejoin(had []*object) []*object {
	old := set.Of(had)
	kept := map[*object]bool{}
	var made []*object
	for _, o := range w.objects {
		if kept[o] = true; !old[o] {
			o.maybe = true
			made = append(made, o)
		}
	}
	for _, o := range had {
		o.maybe = o.maybe || !kept[o]
	}
	return append(slices.Clone(had), made...)
}

// snapshot has the rows that were stored; restore takes back what was stored since. Objects that were made since stay.
func (w *rowWalker) snapshot() map[*object]int {
	out := map[*object]int{}
	for _, o := range w.objects {
		out[o] = len(o.done)
	}
	return out
}

func (w *rowWalker) restore(at map[*object]int) {
	for _, o := range w.objects {
		if n, ok := at[o]; ok {
			o.done = o.done[:n]
		} else {
			o.done = nil // made in a branch
		}
	}
}

// forget drops what is known of variables that lists assign.
func (w *rowWalker) forget(lists ...[]flow.Stmt) {
	for _, l := range lists {
		flow.Walk(l, func(s flow.Stmt) {
			for _, p := range flow.Stores(s) {
				w.changed(p.Var)
			}
			if c, ok := s.(*flow.Count); ok {
				w.changed(c.Idx)
			}
		}, nil)
	}
}

func (w *rowWalker) changed(v *flow.Var) {
	if v != nil {
		delete(w.env, v)
		w.age[v]++
	}
}

// while walks a loop of which nothing is known.
func (w *rowWalker) while(s *flow.While) {
	lists := [][]flow.Stmt{s.Pre, s.Body, s.Post}
	w.forget(lists...)
	before, had, each := w.snapshot(), w.objects, w.each
	w.objects, w.each = slices.Clone(had), false
	w.list(s.Pre)
	w.read(s.Cond)
	if broken(s.Body) {
		w.branches(s.Body)
	} else {
		w.list(s.Body)
	}
	w.list(s.Post)
	w.lost(before, lists)
	w.restore(before)
	w.objects, w.each = w.rejoin(had), each
	w.forget(lists...)
}

// lost sees to objects that were made in the body of a loop: what is read before they are made, in the next iteration,
// or behind the loop may be them.
func (w *rowWalker) lost(before map[*object]int, lists [][]flow.Stmt) {
	for _, o := range w.objects {
		if _, ok := before[o]; !ok && !o.complete() && !w.local(o, lists) {
			w.observe(o)
		}
	}
}

// local reports whether the variable of an object gets its value in the lists before all else there, and they do not
// stand for an iteration that others see.
func (w *rowWalker) local(o *object, lists [][]flow.Stmt) bool {
	first := true
	found := false
	for _, l := range lists {
		for _, s := range l {
			a, ok := s.(*flow.Assign)
			if ok && !found {
				for i, d := range a.Dst {
					if d.Var == o.at.Var && len(d.Path) == 0 && holdsMaker(a.Src[i], o.maker) {
						found = true
					}
				}
			}
			if !found && mentionsVar(s, o.at.Var) {
				first = false
			}
		}
	}
	return found && first && !w.outside[o.at.Var]
}

func holdsMaker(e flow.Expr, m maker) bool {
	found := false
	flow.WalkExpr(e, func(x flow.Expr) { found = found || x == m })
	return found
}

func mentionsVar(s flow.Stmt, v *flow.Var) bool {
	found := false
	look := func(e flow.Expr) {
		if l, ok := e.(*flow.Load); ok && l.Place.Var == v {
			found = true
		}
		if _, ok := e.(*flow.Closure); ok {
			found = true
		}
	}
	flow.Walk([]flow.Stmt{s}, func(s flow.Stmt) {
		found = found || slices.ContainsFunc(flow.Stores(s), func(p flow.Place) bool { return p.Var == v })
	}, look)
	return found
}

// count walks a counted loop. Rows that each iteration stores for sure are counted, if nothing leaves the loop but a
// failure.
func (w *rowWalker) count(s *flow.Count) {
	n := w.value(s.N)
	w.forget([]flow.Stmt{s})
	before, had := w.snapshot(), w.objects
	w.objects = slices.Clone(had)
	idx, each := w.idx, w.each
	w.idx, w.each = s.Idx, !broken(s.Body)
	w.env[s.Idx] = linear{w.counter(s.Idx): 1, unit: 0}
	w.list(s.Body)
	w.lost(before, [][]flow.Stmt{s.Body})
	w.objects = w.rejoin(had)
	whole := !broken(s.Body) && n != nil
	for _, o := range w.objects {
		k, ok := before[o]
		if !ok {
			o.done = nil
			continue
		}
		done := o.done[k:]
		o.done = o.done[:k:k]
		for _, d := range done {
			if whole {
				o.cover(d, w.counter(s.Idx), n)
			}
		}
	}
	w.idx, w.each = idx, each
	w.forget([]flow.Stmt{s})
}

func (w *rowWalker) counter(v *flow.Var) string { return fmt.Sprintf("%p.%d", v, w.age[v]) }

// cover adds the union of an interval for all values of a counter from 0 up to n: of one row, whose index goes up or
// down by one.
func (o *object) cover(d interval, counter string, n linear) {
	if k, one := diff(d.hi, d.lo); !one || k != 1 {
		return
	}
	c := d.lo[counter]
	from := d.lo.plus(linear{counter: c}, -1)
	switch c {
	case 0:
		return // one row, in an iteration that there may not be
	case 1:
		o.done = append(o.done, interval{lo: from, hi: from.plus(n, 1)})
	case -1:
		hi := from.plus(constant(1), 1)
		o.done = append(o.done, interval{lo: hi.plus(n, -1), hi: hi})
	}
}

// complete reports whether all rows were stored.
func (o *object) complete() bool {
	if k, ok := diff(o.len, constant(0)); ok && k <= 0 {
		return true
	}
	at := constant(0)
	for range len(o.done) + 1 {
		if k, ok := diff(o.len, at); ok && k <= 0 {
			return true
		}
		next := linear(nil)
		for _, d := range o.done {
			if k, ok := diff(d.lo, at); ok && k <= 0 {
				if m, ok := diff(d.hi, at); !ok && k == 0 || ok && m > 0 {
					next = d.hi
				}
			}
		}
		if next == nil {
			return false
		}
		at = next
	}
	return false
}

// stored reports whether one row was stored, in this iteration or an earlier one of the loop that is examined.
func (w *rowWalker) stored(o *object, i linear) bool {
	for _, d := range o.done {
		if k, ok := diff(i, d.lo); ok && k >= 0 {
			if m, ok := diff(d.hi, i); ok && m > 0 {
				return true
			}
		}
	}
	if w.idx == nil || i == nil {
		return false
	}
	c := w.counter(w.idx)
	for _, d := range o.done { // the row i−k of a loop that stores row i in each iteration
		k, ok := diff(d.lo, i)
		if !ok || !d.each || d.lo[c] == 0 || k*d.lo[c] < 0 {
			continue
		}
		if k == 0 {
			return true
		}
		first := i.plus(linear{c: i[c]}, -1) // in the first iteration
		last := d.lo.plus(linear{c: d.lo[c]}, -1)
		all := true
		for j := first; ; j = j.plus(constant(d.lo[c]), 1) {
			if m, ok := diff(last, j); !ok || m == 0 {
				break
			}
			all = all && w.storedBefore(o, j)
		}
		if all {
			return true
		}
	}
	return false
}

// storedBefore is stored without the loop.
func (w *rowWalker) storedBefore(o *object, i linear) bool {
	for _, d := range o.done {
		if k, ok := diff(i, d.lo); ok && k >= 0 {
			if m, ok := diff(d.hi, i); ok && m > 0 {
				return true
			}
		}
	}
	return false
}

// read sees what an expression tells about the lengths of rows.
func (w *rowWalker) read(e flow.Expr) {
	switch e := e.(type) {
	case *flow.Load:
		w.readPlace(e.Place)
	case *flow.Len:
		if l, ok := e.X.(*flow.Load); ok {
			for _, o := range w.objects {
				if w.is(o, l.Place) {
					return // of the outer slice
				}
			}
		}
	case *flow.Closure:
		for _, o := range w.objects {
			w.observe(o)
		}
		return
	}
	for _, p := range flow.Parts(e) {
		w.read(p)
	}
}

func (w *rowWalker) readPlace(p flow.Place) {
	for _, o := range w.objects {
		index, rest, where := w.row(o, p)
		switch {
		case where == elsewhere || o.complete():
		case where == itself, where == perhaps && holdsSlice(p.Type()),
			where == inRow && (holdsSlice(p.Type()) || inside(rest)) && !w.stored(o, w.value(index)):
			w.observe(o)
		}
	}
}

// inside reports whether steps lead into a slice: there is nothing in one that is nil.
func inside(rest []flow.Step) bool {
	return slices.ContainsFunc(rest, func(s flow.Step) bool { return s.Kind == flow.StepIndex })
}

func holdsSlice(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Slice:
		return true
	case *flow.Array:
		return holdsSlice(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return holdsSlice(f.Type) })
	}
	return false
}

// write notes a store; e is nil for what a call gives.
func (w *rowWalker) write(p flow.Place, e flow.Expr) {
	if p.Var == nil {
		return
	}
	kept := w.objects[:0:0]
	for _, o := range w.objects {
		index, rest, where := w.row(o, p)
		if where == itself {
			continue // another value
		}
		kept = append(kept, o)
		if where == inRow && inside(rest) && !o.complete() && !w.stored(o, w.value(index)) {
			w.observe(o)
		}
		if where == inRow && fills(o.elem, rest, e) {
			if i := w.value(index); i != nil {
				o.done = append(o.done, interval{i, i.plus(constant(1), 1), w.each})
			}
		}
	}
	w.objects = kept
	if len(p.Path) == 0 || !slices.ContainsFunc(p.Path, func(s flow.Step) bool { return s.Kind != flow.StepField }) {
		w.changed(p.Var)
	}
}

// fills reports whether storing e at a path in an element leaves no slice of it nil.
func fills(elem flow.Type, rest []flow.Step, e flow.Expr) bool {
	st, ok := elem.(*flow.Struct)
	switch {
	case len(rest) == 0:
		return e == nil || !holdsNil(e)
	case !ok || rest[0].Kind != flow.StepField:
		return false
	}
	for i, f := range st.Fields { // the only slice in it
		if i != rest[0].Field && holdsSlice(f.Type) {
			return false
		}
	}
	return fills(st.Fields[rest[0].Field].Type, rest[1:], e)
}

// holdsNil reports whether a value has slices that are surely nil, or inside which some may be.
func holdsNil(e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Zero:
		return holdsSlice(e.Typ)
	case *flow.Lits:
		return slices.ContainsFunc(e.Elems, holdsNil)
	case *flow.Cond:
		return holdsNil(e.If) || holdsNil(e.Else)
	}
	return false
}

// made follows what an assignment makes.
func (w *rowWalker) made(p flow.Place, e flow.Expr) {
	switch e := e.(type) {
	case *flow.Make:
		if !holdsSlice(e.Typ.Elem) {
			return
		}
		o := &object{maker: e, at: p, elem: e.Typ.Elem, len: w.value(e.Len)}
		if o.len == nil { // a name for it
			o.len = linear{fmt.Sprintf("make %p", e): 1, unit: 0}
		}
		w.follow(o)
	case *flow.Zero:
		switch t := e.Typ.(type) {
		case *flow.Array:
			if holdsSlice(t.Elem) {
				w.follow(&object{maker: e, at: p, elem: t.Elem, len: constant(int64(t.Len))})
			}
		case *flow.Struct:
			if holdsArrayOfSlices(t) {
				w.loose[e] = true
			}
		}
	case *flow.Lits:
		if _, ok := e.Typ.(*flow.Struct); ok {
			for i, x := range e.Elems {
				w.made(flow.Place{Var: p.Var, Path: append(slices.Clone(p.Path),
					flow.Step{Kind: flow.StepField, Field: i})}, x)
			}
			return
		}
		for _, x := range e.Elems {
			w.unfollowed(x)
		}
	default:
		w.unfollowed(e)
	}
}

// follow follows an object whose place is known.
func (w *rowWalker) follow(o *object) {
	o.index = make([]linear, len(o.at.Path))
	for i, s := range o.at.Path {
		if s.Kind == flow.StepIndex {
			if o.index[i] = w.value(s.Index); o.index[i] == nil {
				w.observe(o)
				return
			}
		}
	}
	w.objects = append(w.objects, o)
}

// unfollowed marks what an expression makes that no variable holds.
func (w *rowWalker) unfollowed(e flow.Expr) {
	flow.WalkExpr(e, func(e flow.Expr) {
		switch e := e.(type) {
		case *flow.Make:
			if holdsSlice(e.Typ.Elem) {
				w.loose[e] = true
			}
		case *flow.Zero:
			if holdsArrayOfSlices(e.Typ) {
				w.loose[e] = true
			}
		}
	})
}

func holdsArrayOfSlices(t flow.Type) bool {
	switch t := t.(type) {
	case *flow.Array:
		return holdsSlice(t.Elem)
	case *flow.Struct:
		return slices.ContainsFunc(t.Fields, func(f flow.Field) bool { return holdsArrayOfSlices(f.Type) })
	}
	return false
}
