package own

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/gosrc/translate/shelf"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A checker follows which names share memory, and finds reads of memory that was written through another name. Its
// input has no views any more: windows and addresses are values that share memory with what they are made of.
type checker struct {
	fn       *flow.Func
	params   map[*flow.Var]int
	declares map[*flow.Var]flow.Stmt // the statements that make variables anew
	uses     map[flow.Stmt][]*view
	defines  map[flow.Stmt][]*view
	views    map[*flow.Var][]*view // by root
	summary  func(*flow.Func) *summary
	checks   map[*flow.Func]argPair // functions that are called only for what they need
	out      *summary
	// for the summary, if this attempt is the last: appends that stay in a view write no more than that
	grows    map[argNode]writing
	exits    *state
	breaks   map[flow.Stmt]*state
	nexts    map[flow.Stmt]*state
	counters map[*flow.Var]*flow.Var
	// what a parameter leads to may be out of date when the function ends: callers read no more of it
	spends bool
	at     *syntax.Pos // of the statement that is checked
	// problem is called for what is wrong; it may be called more than once for one place.
	problem func(problem)
}

// A problem is a reason why a function cannot be in value form as it is.
type problem struct {
	broken *view // used after a header on its path was assigned
	stale  *node // read after a write through name
	st     staleness
	call   *flow.Call // two arguments that must be disjoint are not
	a, b   source
	at     *syntax.Pos
	ends   bool      // what is stale is read when the function ends
	global *flow.Var // a package variable that is written
	sorts  bool      // the call is a check of a sort
}

// run checks the function's body and fills its summary.
func (c *checker) run() {
	c.params, c.declares = map[*flow.Var]int{}, declarations(c.fn)
	for i, v := range c.fn.Params {
		c.params[v] = i
	}
	c.counters = counters(c.fn.Body)
	c.exits = deadState()
	c.breaks, c.nexts = map[flow.Stmt]*state{}, map[flow.Stmt]*state{}
	st := c.entry()
	c.list(c.fn.Body, st)
	c.exits.join(st)
	c.leave(c.exits)
}

// entry is the state at the start: parameters may share memory where their types allow it.
func (c *checker) entry() *state {
	st := newState()
	var ns []node
	for _, p := range c.fn.Params {
		for _, b := range blocks(p.Type) {
			ns = append(ns, node{p, b})
		}
	}
	for i, a := range ns {
		for _, b := range ns[i:] {
			s, t := partAt(a.v.Type, a.path), partAt(b.v.Type, b.path)
			if !within(s, t) && !within(t, s) || a == b && !a.several() {
				continue
			}
			st.link(a, b, link{assumed: []pair{{a, b}}}, false)
		}
	}
	return st
}

// leave reads what the function returns, and notes what its results share with its parameters.
func (c *checker) leave(st *state) {
	if st.dead {
		return
	}
	c.at = c.fn.At
	for n := range c.out.writes {
		p := c.fn.Params[n.param]
		if c.spends && c.outOfDate(st, p) {
			c.grows[n] = c.grows[n].or(writing{moves: c.fn.Name, all: true})
			continue
		}
		if c.grows[n].moves != "" && onShelf(c.fn.At) {
			continue // callers do not read what it is
		}
		c.useAll(st, load(p))
	}
	for _, r := range c.fn.Results {
		c.useAll(st, load(r))
	}
	index := map[*flow.Var]int{}
	for i, p := range c.fn.Params {
		index[p] = i
	}
	for i, r := range c.fn.Results {
		index[r] = ^i
	}
	for a, m := range st.pairs {
		for b, l := range m {
			i, ok := index[a.v]
			j, ok2 := index[b.v]
			if ok && ok2 && l.assumed == nil {
				c.out.pairs[pairOf(argNode{i, a.path}, argNode{j, b.path})] = true
			}
		}
	}
}

// outOfDate reports whether memory that a variable leads to was written through another name.
func (c *checker) outOfDate(st *state, v *flow.Var) bool {
	return slices.ContainsFunc(blocks(v.Type), func(b string) bool {
		s, stale := st.stale[node{v, b}]
		return stale && s.link.assumed == nil
	})
}

func (c *checker) list(ss []flow.Stmt, st *state) {
	for _, s := range ss {
		if st.dead {
			return
		}
		c.one(s, st)
	}
}

// one follows a statement; st becomes the state behind it.
func (c *checker) one(s flow.Stmt, st *state) {
	if at := position(s); at != nil && (c.at == nil || !onShelf(at)) {
		c.at = at
	}
	if c.checked(st, s) {
		return
	}
	for _, w := range c.uses[s] {
		if at, ok := st.broken[w]; ok {
			c.problem(problem{broken: w, at: at})
		}
	}
	for _, e := range flow.Operands(s) {
		c.use(st, e)
	}
	for _, p := range flow.Stores(s) {
		if p.Var != nil {
			c.useIndices(st, p)
			c.usePath(st, p)
		}
	}
	// A view that this statement defines denotes what was there before: if the statement assigns that as well, the view
	// is broken from the start, unless it denotes the new value.
	for _, w := range c.defines[s] {
		delete(st.broken, w)
		st.made[w] = true
	}
	switch s := s.(type) {
	case *flow.Assign:
		c.assign(st, s)
	case *flow.Call:
		c.call(st, s)
	case *flow.Append:
		c.appendTo(st, s)
	case *flow.Copy:
		c.copyTo(st, s)
	case *flow.If:
		if len(s.Then) == 0 && fails(s.Else) || len(s.Else) == 0 && fails(s.Then) {
			break // a check, of which there may be many
		}
		other := st.clone()
		c.list(s.Then, st)
		c.list(s.Else, other)
		st.join(other)
	case *flow.Count:
		st.unmark(s.Idx)
		c.loop(s, st, func(in *state) *state {
			out := in.clone()
			in.iterate(s.Idx)
			c.list(s.Body, in)
			in.join(c.next(s))
			return out
		})
		st.unmark(s.Idx)
	case *flow.While:
		c.loop(s, st, func(in *state) *state {
			c.list(s.Pre, in)
			c.use(in, s.Cond)
			out := in.clone()
			c.list(s.Body, in)
			in.join(c.next(s))
			c.list(s.Post, in)
			return out
		})
	case *flow.Block:
		c.list(s.Body, st)
		c.behind(s, st)
	case *flow.Break:
		c.jump(c.breaks, s.Target, st)
	case *flow.Continue:
		c.jump(c.nexts, s.Target, st)
	case *flow.Return:
		c.exits.join(st)
		*st = *deadState()
	case *flow.Fail:
		*st = *deadState()
	}
	for _, w := range c.defines[s] {
		for _, p := range flow.Stores(s) {
			if p.Var == w.base && w.base != nil {
				delete(st.broken, w)
			}
		}
	}
}

// loop follows a loop until its state does not grow. The body turns the state at the head into that at its end, and
// returns the state in which the loop ends.
func (c *checker) loop(s flow.Stmt, st *state, body func(*state) *state) {
	head := st.clone()
	for {
		in := head.clone()
		out := body(in)
		if !head.join(in) {
			*st = *out
			c.behind(s, st)
			return
		}
	}
}

func (c *checker) next(s flow.Stmt) *state {
	if t := c.nexts[s]; t != nil {
		delete(c.nexts, s)
		return t
	}
	return deadState()
}

func (c *checker) behind(s flow.Stmt, st *state) {
	if t := c.breaks[s]; t != nil {
		st.join(t)
		delete(c.breaks, s)
	}
}

func (c *checker) jump(to map[flow.Stmt]*state, target flow.Stmt, st *state) {
	if to[target] == nil {
		to[target] = deadState()
	}
	to[target].join(st)
	*st = *deadState()
}

// use notes that the value of e is read.
func (c *checker) use(st *state, e flow.Expr) {
	switch e := e.(type) {
	case *flow.Load:
		c.useIndices(st, e.Place)
		c.useAll(st, e)
		return
	case *flow.Addr:
		c.useIndices(st, e.Place)
		c.useAll(st, &flow.Load{Place: e.Place})
		return
	case *flow.Len:
		if l, ok := e.X.(*flow.Load); ok {
			c.useIndices(st, l.Place)
			c.usePath(st, l.Place)
			return
		}
	}
	for _, p := range flow.Parts(e) {
		c.use(st, p)
	}
}

func (c *checker) useIndices(st *state, p flow.Place) {
	for _, i := range flow.Indices(p) {
		c.use(st, i)
	}
}

// useAll reads a place and all that it leads to.
func (c *checker) useAll(st *state, l *flow.Load) {
	c.usePath(st, l.Place)
	c.useNode(st, block(l.Place))
	at := letters(l.Place)
	for _, b := range blocks(l.Type()) {
		c.useNode(st, node{l.Place.Var, at + b})
	}
}

// usePath reads the slices and pointers on the way to a place.
func (c *checker) usePath(st *state, p flow.Place) {
	for k, s := range p.Path {
		if s.Kind != flow.StepField {
			c.useNode(st, block(flow.Place{Var: p.Var, Path: p.Path[:k]}))
		}
	}
}

func (c *checker) useNode(st *state, n node) {
	s, ok := st.stale[n]
	if !ok {
		return
	}
	if s.link.assumed == nil {
		at, ends := c.at, false
		if at == c.fn.At && s.at != nil { // read when the function returns: the write says more
			at, ends = s.at, true
		}
		c.problem(problem{stale: &n, st: s, at: at, ends: ends})
		return
	}
	c.need(s.link)
}

// need notes that parameters have to be disjoint.
func (c *checker) need(l link) {
	for _, p := range l.assumed {
		c.out.needs[pairOf(argNode{c.params[p.a.v], p.a.path}, argNode{c.params[p.b.v], p.b.path})] = true
	}
}

// write notes that memory at n is written through a name of the variable v.
func (c *checker) write(st *state, n node, v *flow.Var) {
	c.writeAs(st, n, staleness{name: v, at: c.at})
}

// writeAs notes a write of which is known more.
func (c *checker) writeAs(st *state, n node, is staleness) {
	c.wrote(n)
	if n.path != "" {
		c.local(n.v)
	}
	for q, l := range st.pairs[n] {
		if l.assumed == nil {
			c.local(q.v)
			c.wrote(q)
		}
		is.link = l
		st.age(q, is)
	}
}

// wrote notes a write to a parameter's memory.
func (c *checker) wrote(n node) {
	if i, ok := c.params[n.v]; ok && n.path != "" {
		c.out.writes[argNode{i, n.path}] = true
	}
}

// header notes that a place that holds slices or pointers is assigned: views that lead through it break.
func (c *checker) header(st *state, p flow.Place, s flow.Stmt) {
	t := p.Type()
	at := letters(p)
	if i, ok := c.params[p.Var]; ok && holds(t) && trim(at) != "" {
		c.out.headers[argNode{i, at}] = true
	}
	for _, w := range c.views[p.Var] {
		if !st.made[w] {
			continue
		}
		if c.declares[p.Var] == s || holds(t) && w.through(at) {
			st.broken[w] = c.at
		}
	}
}

// through reports whether a view leads through a slice or pointer that is at the path, or below it.
func (w *view) through(path string) bool {
	q := w.at()
	last := -1
	for k, s := range q.Path {
		t := flow.Place{Var: q.Var, Path: q.Path[:k]}.Type()
		if s.Kind == flow.StepDeref || s.Kind == flow.StepIndex && isSlice(t) {
			last = k
		}
	}
	if isSlice(q.Type()) && isSlice(w.v.Type) {
		last = len(q.Path)
	}
	if last < 0 {
		return false
	}
	to := []rune(letters(flow.Place{Var: q.Var, Path: q.Path[:last]}))
	from := []rune(path)
	if len(from) > len(to) {
		return false
	}
	for i, r := range from {
		if to[i] != r {
			return false
		}
	}
	return true
}

// assign follows an assignment.
func (c *checker) assign(st *state, s *flow.Assign) {
	srcs := make([]map[string][]source, len(s.Src))
	for i, e := range s.Src {
		if holds(e.Type()) {
			srcs[i] = sources(e)
		}
	}
	c.store(st, s, s.Dst, srcs, permutes(s))
}

// copyTo follows a copy: a write to all elements, which may get slices or pointers.
func (c *checker) copyTo(st *state, s *flow.Copy) {
	if s.N.Var != nil {
		c.store(st, s, []flow.Place{s.N}, make([]map[string][]source, 1), false)
	}
	if s.To.Var == nil {
		return
	}
	elem := join(s.To, flow.Step{Kind: flow.StepIndex, Index: intLit(0)})
	src := map[string][]source{}
	if holds(elem.Type()) {
		for b, ss := range sources(s.Src) {
			if b != string(sliceLetter) {
				src[b[1:]] = ss
			}
		}
	}
	c.store(st, s, []flow.Place{elem}, []map[string][]source{src}, false)
}

// appendTo follows an append: its result may share memory with what it appends to, or not.
func (c *checker) appendTo(st *state, s *flow.Append) {
	src := map[string][]source{}
	for b, ss := range sources(s.Src) {
		for _, q := range ss {
			q.down = q.down && b != string(sliceLetter)
			src[b] = append(src[b], q)
		}
	}
	for _, n := range src[string(sliceLetter)] {
		c.grow(st, n.node, s)
	}
	if partOfItself(s.Dst, s.Src) && !strong(letters(s.Dst)) {
		// rows[i] = append(rows[i], …): what the one element looked at nobody sees through it any more, and what the
		// names of all elements share stays what it was.
		src = map[string][]source{}
	}
	for _, e := range s.Elems {
		for b, ss := range sources(e) {
			src[string(sliceLetter)+b] = append(src[string(sliceLetter)+b], ss...)
		}
	}
	if s.Spread != nil && !cutsOut(s) {
		for b, ss := range sources(s.Spread) {
			if b != string(sliceLetter) {
				src[b] = append(src[b], ss...)
			}
		}
	}
	c.store(st, s, []flow.Place{s.Dst}, []map[string][]source{src}, false)
}

// cutsOut reports whether an append is append(s[:i], s[j:]...) where j is at least i: then no element is in the result
// twice.
func cutsOut(s *flow.Append) bool {
	a, ok := s.Src.(*flow.Window)
	b, ok2 := s.Spread.(*flow.Window)
	if !ok || !ok2 || a.Hi == nil || b.Lo == nil {
		return false
	}
	from, ok := a.X.(*flow.Load)
	more, ok2 := b.X.(*flow.Load)
	if !ok || !ok2 || !samePlace(from.Place, more.Place) {
		return false
	}
	x, i := distance(a.Hi)
	y, j := distance(b.Lo)
	return i <= j && (x == nil && y == nil || x != nil && y != nil && sameExpr(x, y))
}

// grow notes that an append may write behind the elements of a slice: who sees more of that memory sees it.
func (c *checker) grow(st *state, n node, s *flow.Append) {
	if s.Moves != "" {
		if cutShort(s.Src) || s.Surely && !onShelf(c.fn.At) {
			c.wrote(n)
		}
		c.overwritten(st, n, writing{moves: s.Moves, all: true, surely: s.Surely}, false,
			staleness{name: s.Dst.Var, at: c.at})
		return
	}
	if cutShort(s.Src) {
		c.write(st, n, s.Dst.Var)
		if partOfItself(s.Dst, s.Src) {
			c.grew(st, n, writing{})
		} else {
			st.age(n, staleness{name: s.Dst.Var, at: c.at, link: link{by: origin{v: s.Dst.Var, at: c.at}}})
		}
		return
	}
	c.behindEnd(st, n, n.v, nil)
}

// behindEnd notes that memory behind the end of n may be written through a name of the variable v: by a call, if by
// says so.
func (c *checker) behindEnd(st *state, n node, v *flow.Var, by *origin) {
	c.grew(st, n, writing{})
	for q, l := range st.pairs[n] {
		if !l.within {
			if l.assumed == nil {
				c.wrote(q)
				if by != nil {
					l.by = *by
				}
			}
			st.age(q, staleness{name: v, at: c.at, link: l})
		}
	}
}

// fails reports whether a list does nothing but stop the program.
func fails(ss []flow.Stmt) bool {
	if len(ss) != 1 {
		return false
	}
	_, ok := ss[0].(*flow.Fail)
	return ok
}

// cutShort reports whether an expression may be a window with elements of the same memory behind it.
func cutShort(e flow.Expr) bool {
	switch e := e.(type) {
	case *flow.Window:
		_, array := e.X.Type().(*flow.Array)
		return array || e.Hi != nil || cutShort(e.X)
	case *flow.Cond:
		return cutShort(e.If) || cutShort(e.Else)
	}
	return false
}

// onShelf reports whether a place is in the code that stands for what the language or a library does: what is wrong
// there is wrong where that is called.
func onShelf(at *syntax.Pos) bool { return shelf.Has(at.File) }

// position is where a statement is, or nil.
func position(s flow.Stmt) *syntax.Pos {
	switch s := s.(type) {
	case *flow.Assign:
		return s.At
	case *flow.Call:
		return s.At
	case *flow.Append:
		return s.At
	case *flow.Copy:
		return s.At
	case *flow.If:
		return s.At
	case *flow.Count:
		return s.At
	case *flow.While:
		return s.At
	case *flow.Fail:
		return s.At
	}
	return nil
}
