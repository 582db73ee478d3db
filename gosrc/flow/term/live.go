package term

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
)

// What is known of a function before it is translated: where statements go, which slots they change, and which of
// those are live behind them.
//
// Sets are kept only of slots that the statement itself changes, so that their sizes add up to the size of the
// function times its nesting. What is live at the targets of statements that leave is kept live on the way there
// (sticky): inside a loop with a break, a slot that is live behind the loop counts as live everywhere.

// A slotSet has numbers of slots.
type slotSet map[int]struct{}

func (s slotSet) has(k int) bool { _, ok := s[k]; return ok }

// Targets that are no statements.
type target struct{ name string }

var (
	toReturn = &target{"return"}
	toFail   = &target{"fail"}
)

// facts are what is known of a statement with parts.
type facts struct {
	falls    bool         // it may end by going on with the next statement
	leaves   map[any]bool // the targets outside that it may go to
	assigned []int        // the slots it changes, in order
	live     slotSet      // of those, the ones that are live behind it
	gen      []int        // of loops: the slots that an iteration reads before it sets them
	broken   bool         // of loops and blocks: there is a break
	resumed  bool         // of loops: there is a continue
	lists    []*list
}

// list is a list of statements in pieces, which have at most maxLeaves statements each that may leave.
type list struct {
	pieces []*piece
	falls  bool
	leaves map[any]bool
}

type piece struct {
	stmts    []flow.Stmt
	assigned []int
	live     slotSet // the assigned slots that are live at the end
}

// maxLeaves bounds the nesting that statements which leave cause: what follows one stands inside a branch.
const maxLeaves = 24

type analysis struct {
	sl    *slots
	of    map[flow.Stmt]*facts
	fails func(*flow.Call) bool
	lits  map[*flow.Func]*list // the bodies of function literals
	stops stops
	// captures are the slots of enclosing functions that a literal reads.
	captures map[*flow.Func][]int

	// What literals assign of functions around them, and who reads what, to find out whether the assignment shows.
	ctx     *flow.Func
	parent  map[*flow.Func]*flow.Func
	writes  []write
	readers map[int]map[*flow.Func]bool
	quiet   bool

	live   []bool
	sticky []int
	log    []int
}

// A write is a variable of a function around that a literal assigns.
type write struct {
	lit   *flow.Func
	slot  int
	reads bool // the literal reads what was there
}

// shared is a variable that a function literal assigns and that somebody else reads, if there is one: then the
// literal is no function of its arguments.
func (a *analysis) shared() (lit *flow.Func, slot int, found bool) {
	for _, w := range a.writes {
		if w.reads {
			return w.lit, w.slot, true
		}
		for r := range a.readers[w.slot] {
			in := r
			for in != nil && in != w.lit {
				in = a.parent[in]
			}
			if in == nil {
				return w.lit, w.slot, true
			}
		}
	}
	return nil, 0, false
}

// noted is use, which also notes who reads.
func (a *analysis) noted(use func(k, n int)) func(k, n int) {
	if a.quiet {
		return use
	}
	return func(k, n int) {
		for i := k; i < k+n; i++ {
			if a.readers[i] == nil {
				a.readers[i] = map[*flow.Func]bool{}
			}
			a.readers[i][a.ctx] = true
		}
		use(k, n)
	}
}

func newAnalysis(sl *slots, fails func(*flow.Call) bool) *analysis {
	return &analysis{sl: sl, of: map[flow.Stmt]*facts{}, fails: fails, lits: map[*flow.Func]*list{},
		captures: map[*flow.Func][]int{},
		parent:   map[*flow.Func]*flow.Func{}, readers: map[int]map[*flow.Func]bool{}, stops: newStops(sl),
	}
}

// function analyses a body at whose end the results wanted are live.
func (a *analysis) function(f *flow.Func, wanted []*flow.Var) *list {
	a.vars(f.Params)
	a.vars(f.Results)
	results := a.vars(wanted)
	l := a.summary(f.Body)
	a.grow()
	a.stick(results, 1)
	for _, s := range results {
		a.set(s, true)
		a.noted(func(int, int) {})(s, 1)
	}
	a.quiet = true
	mark := len(a.log)
	a.backward(l)
	a.undo(mark)
	a.stick(results, -1)
	return l
}

func (a *analysis) vars(vs []*flow.Var) []int {
	var out []int
	for _, v := range vs {
		b := a.sl.of(v)
		for k := range width(v.Type) {
			out = append(out, b+k)
		}
	}
	return out
}

func (a *analysis) grow() {
	n := len(a.sl.all)
	for len(a.live) < n {
		a.live, a.sticky = append(a.live, false), append(a.sticky, 0)
	}
}

func (a *analysis) stick(ss []int, d int) {
	for _, s := range ss {
		a.sticky[s] += d
	}
}

// flowInfo gathers the sets of a list from front to back.
type flowInfo struct {
	assigned, gen, kill slotSet
	leaves              map[any]bool
}

func newInfo() *flowInfo {
	return &flowInfo{slotSet{}, slotSet{}, slotSet{}, map[any]bool{}}
}

func (a *analysis) use(in *flowInfo, s, n int) {
	for k := s; k < s+n; k++ {
		if !in.kill.has(k) {
			in.gen[k] = struct{}{}
		}
	}
}

func (a *analysis) def(in *flowInfo, s, n int) {
	for k := s; k < s+n; k++ {
		in.assigned[k] = struct{}{}
		in.kill[k] = struct{}{}
	}
}

// summary computes the facts of the statements of a list, but not yet what is live.
func (a *analysis) summary(stmts []flow.Stmt) *list {
	l, _ := a.summarise(stmts)
	return l
}

func (a *analysis) summarise(stmts []flow.Stmt) (*list, *flowInfo) {
	l := &list{falls: true}
	all := newInfo()
	cur, leaving := &piece{}, 0
	mine := slotSet{}
	flush := func() {
		cur.assigned = sorted(mine)
		l.pieces = append(l.pieces, cur)
		cur, leaving, mine = &piece{}, 0, slotSet{}
	}
	for _, s := range a.withStops(stmts) {
		if !l.falls {
			break // not reached
		}
		one := newInfo()
		falls := a.stmt(s, one)
		for k := range one.gen {
			a.use(all, k, 1)
		}
		for k := range one.assigned {
			all.assigned[k], mine[k] = struct{}{}, struct{}{}
		}
		for k := range one.kill {
			all.kill[k] = struct{}{}
		}
		for t := range one.leaves {
			all.leaves[t] = true
		}
		l.falls = falls
		cur.stmts = append(cur.stmts, s)
		if len(one.leaves) > 0 && falls {
			if leaving++; leaving == maxLeaves {
				flush()
			}
		}
	}
	if len(cur.stmts) > 0 || len(l.pieces) == 0 {
		flush()
	}
	l.leaves = all.leaves
	return l, all
}

func sorted(s slotSet) []int { return slices.Sorted(maps.Keys(s)) }

// merge adds the sets of a part that runs after what in knows, and may not run.
func (a *analysis) merge(in, part *flowInfo) {
	for k := range part.gen {
		a.use(in, k, 1)
	}
	for k := range part.assigned {
		in.assigned[k] = struct{}{}
	}
	for t := range part.leaves {
		in.leaves[t] = true
	}
}

// stmt adds what s does to in, and reports whether it may go on with the next statement.
func (a *analysis) stmt(s flow.Stmt, in *flowInfo) (falls bool) {
	switch s := s.(type) {
	case *flow.Assign, *flow.Call, *flow.Append, *flow.Copy:
		if c, ok := s.(*flow.Call); ok && a.fails(c) {
			a.stops.of[c] = a.stops.in(a.ctx)
		}
		a.simple(s, func(k, n int) { a.use(in, k, n) }, func(k, n int) { a.def(in, k, n) })
		return true
	case *flow.Break:
		in.leaves[s.Target] = true
		a.of[s.Target].broken = true
		return false
	case *flow.Continue:
		in.leaves[s.Target] = true
		a.of[s.Target].resumed = true
		return false
	case *flow.Return:
		in.leaves[toReturn] = true
		return false
	case *flow.Fail:
		in.leaves[toFail] = true
		return false
	}
	f := &facts{falls: true}
	a.of[s] = f
	switch s := s.(type) {
	case *flow.If:
		a.reads(s.Cond, func(k, n int) { a.use(in, k, n) })
		x, xi := a.summarise(s.Then)
		y, yi := a.summarise(s.Else)
		f.lists = []*list{x, y}
		f.falls = x.falls || y.falls
		a.merge(in, xi)
		a.merge(in, yi)
		for k := range xi.kill {
			if yi.kill.has(k) || !y.falls {
				in.kill[k] = struct{}{}
			}
		}
		if !x.falls {
			for k := range yi.kill {
				in.kill[k] = struct{}{}
			}
		}
	case *flow.Block:
		x, xi := a.summarise(s.Body)
		f.lists = []*list{x}
		a.merge(in, xi)
		if !f.broken {
			for k := range xi.kill {
				in.kill[k] = struct{}{}
			}
		}
		f.falls = x.falls || f.broken
	case *flow.Count:
		a.reads(s.N, func(k, n int) { a.use(in, k, n) })
		body := newInfo()
		a.def(body, a.sl.of(s.Idx), 1)
		x, xi := a.summarise(s.Body)
		f.lists = []*list{x}
		a.merge(body, xi)
		a.merge(in, body)
		f.gen = sorted(body.gen)
		f.falls = true
	case *flow.While:
		a.while(s, f, in)
	}
	delete(in.leaves, any(s))
	f.leaves = map[any]bool{}
	for t := range in.leaves {
		f.leaves[t] = true
	}
	f.assigned = sorted(in.assigned)
	return f.falls
}

func (a *analysis) while(s *flow.While, f *facts, in *flowInfo) {
	pre, preInfo := a.summarise(append(slices.Clip(s.Pre), a.requireAll(rowsOf(nil, s.Cond))...))
	head := newInfo()
	a.merge(head, preInfo)
	for k := range preInfo.kill {
		head.kill[k] = struct{}{}
		in.kill[k] = struct{}{}
	}
	a.reads(s.Cond, func(k, n int) { a.use(head, k, n) })
	body, bodyInfo := a.summarise(s.Body)
	post, postInfo := a.summarise(s.Post)
	a.merge(head, bodyInfo)
	if !f.resumed {
		for k := range bodyInfo.kill {
			head.kill[k] = struct{}{}
		}
	}
	a.merge(head, postInfo)
	a.merge(in, head)
	// What is read at the head of the loop proper, behind the first Pre: the condition, the body, and Pre
	// again at the end.
	again := newInfo()
	a.reads(s.Cond, func(k, n int) { a.use(again, k, n) })
	a.merge(again, bodyInfo)
	if !f.resumed && body.falls {
		for k := range bodyInfo.kill {
			again.kill[k] = struct{}{}
		}
	}
	a.merge(again, postInfo)
	for k := range postInfo.kill {
		again.kill[k] = struct{}{}
	}
	a.merge(again, preInfo)
	f.gen = sorted(again.gen)
	f.lists = []*list{pre, body, post}
	lit, ok := s.Cond.(*flow.Lit)
	f.falls = f.broken || !ok || lit.I == 0
}

// set changes whether a slot is live, which undo takes back.
func (a *analysis) set(s int, on bool) {
	if a.live[s] != on && (on || a.sticky[s] == 0) {
		a.live[s] = on
		a.log = append(a.log, s)
	}
}

// undo takes back the changes since mark and gives the slots that they are about.
func (a *analysis) undo(mark int) []int {
	changed := slices.Clone(a.log[mark:])
	for _, s := range a.log[mark:] {
		a.live[s] = !a.live[s]
	}
	a.log = a.log[:mark]
	return changed
}

func (a *analysis) among(ss []int) slotSet {
	out := slotSet{}
	for _, s := range ss {
		if a.live[s] {
			out[s] = struct{}{}
		}
	}
	return out
}

// backward walks a list from its end, where live is what is live there.
func (a *analysis) backward(l *list) {
	for i := len(l.pieces) - 1; i >= 0; i-- {
		p := l.pieces[i]
		p.live = a.among(p.assigned)
		for j := len(p.stmts) - 1; j >= 0; j-- {
			a.before(p.stmts[j])
		}
	}
}

func (a *analysis) before(s flow.Stmt) {
	switch s := s.(type) {
	case *flow.Assign, *flow.Call, *flow.Append, *flow.Copy:
		a.simple(s, func(int, int) {}, func(k, n int) { a.range_(k, n, false) })
		a.simple(s, func(k, n int) { a.range_(k, n, true) }, func(int, int) {})
	case *flow.If:
		f := a.of[s]
		f.live = a.among(f.assigned)
		a.either(f.lists[0], f.lists[1])
		a.reads(s.Cond, func(k, n int) { a.range_(k, n, true) })
	case *flow.Block:
		f := a.of[s]
		f.live = a.among(f.assigned)
		held := a.hold(f, f.broken)
		a.backward(f.lists[0])
		a.stick(held, -1)
	case *flow.Count:
		f := a.of[s]
		f.live = a.among(f.assigned)
		a.loop(f, f.lists[0])
		a.range_(a.sl.of(s.Idx), 1, false)
		a.reads(s.N, func(k, n int) { a.range_(k, n, true) })
	case *flow.While:
		f := a.of[s]
		f.live = a.among(f.assigned)
		held := a.hold(f, f.broken)
		for _, k := range f.gen {
			a.set(k, true)
		}
		// From the end of an iteration: Pre, Post, the body.
		mark := len(a.log)
		a.reads(s.Cond, func(k, n int) { a.range_(k, n, true) })
		a.backward(f.lists[0])
		a.backward(f.lists[2])
		more := a.hold(f, f.resumed)
		a.backward(f.lists[1])
		a.stick(more, -1)
		a.undo(mark)
		a.stick(held, -1)
		a.backward(f.lists[0])
	}
}

func (a *analysis) range_(k, n int, on bool) {
	for i := k; i < k+n; i++ {
		a.set(i, on)
	}
}

// hold makes the slots that f changes and that are live now stay so.
func (a *analysis) hold(f *facts, on bool) []int {
	if !on {
		return nil
	}
	var held []int
	for _, k := range f.assigned {
		if a.live[k] {
			held = append(held, k)
		}
	}
	a.stick(held, 1)
	return held
}

// loop walks the body of a counted loop; what is live before it is what is live behind it and what it reads.
func (a *analysis) loop(f *facts, body *list) {
	for _, k := range f.gen {
		a.set(k, true)
	}
	mark := len(a.log)
	held := a.hold(f, f.broken || f.resumed)
	a.backward(body)
	a.stick(held, -1)
	a.undo(mark)
}

// either walks two lists of which one runs.
func (a *analysis) either(x, y *list) {
	mark := len(a.log)
	a.backward(x)
	liveX := map[int]bool{}
	for _, k := range a.log[mark:] {
		liveX[k] = a.live[k]
	}
	changed := a.undo(mark)
	a.backward(y)
	changed = append(changed, a.log[mark:]...)
	for _, k := range changed {
		on, ok := liveX[k]
		if !ok { // x left it as it was: it has been changed by y an odd number of times, or not
			on = a.live[k]
			n := 0
			for _, s := range a.log[mark:] {
				if s == k {
					n++
				}
			}
			if n%2 == 1 {
				on = !on
			}
		}
		if on {
			a.set(k, true)
		}
	}
}

// simple calls use and def for the slots that a statement without parts reads and replaces. An element that is
// stored reads the rest of its array.
func (a *analysis) simple(s flow.Stmt, use, def func(k, n int)) {
	dst := func(p flow.Place) {
		if p.Var == nil {
			return
		}
		k, t, rest := a.sl.place(p)
		for _, st := range rest {
			if st.Index != nil {
				a.reads(st.Index, use)
			}
		}
		if len(rest) > 0 {
			use(k, 1)
			def(k, 1)
			return
		}
		def(k, width(t))
	}
	switch s := s.(type) {
	case *flow.Assign:
		for _, e := range s.Src {
			a.reads(e, use)
		}
		for _, p := range s.Dst {
			dst(p)
		}
	case *flow.Call:
		if s.Func == nil {
			a.reads(s.Fun, use)
		}
		for _, e := range s.Args {
			a.reads(e, use)
		}
		for _, p := range s.Dst {
			dst(p)
		}
		if v := a.stops.of[s]; v != nil {
			use(a.sl.of(v), 1)
			def(a.sl.of(v), 1)
		}
	case *flow.Append:
		a.reads(s.Src, use)
		for _, e := range s.Elems {
			a.reads(e, use)
		}
		if s.Spread != nil {
			a.reads(s.Spread, use)
		}
		dst(s.Dst)
	case *flow.Copy:
		a.reads(s.Src, use)
		for _, e := range []flow.Expr{s.Off, s.Lim} {
			if e != nil {
				a.reads(e, use)
			}
		}
		k, t, rest := a.sl.place(s.To)
		use(k, width(t))
		for _, st := range rest {
			if st.Index != nil {
				a.reads(st.Index, use)
			}
		}
		dst(s.To)
		if s.N.Var != nil {
			dst(s.N)
		}
	}
}

// reads calls use for the slots that an expression reads.
func (a *analysis) reads(e flow.Expr, use func(k, n int)) {
	switch e := e.(type) {
	case *flow.Load:
		k, t, rest := a.sl.place(e.Place)
		for _, st := range rest {
			if st.Index != nil {
				a.reads(st.Index, use)
			}
		}
		if len(rest) > 0 {
			a.noted(use)(k, 1)
			return
		}
		a.noted(use)(k, width(t))
	case *flow.Op:
		for _, x := range e.Args {
			a.reads(x, use)
		}
	case *flow.Retype:
		a.reads(e.X, use)
	case *flow.Cond:
		a.reads(e.C, use)
		a.reads(e.If, use)
		a.reads(e.Else, use)
	case *flow.Len:
		a.reads(e.X, use)
	case *flow.Make:
		a.reads(e.Len, use)
		if e.Cap != nil {
			a.reads(e.Cap, use)
		}
	case *flow.Lits:
		for _, x := range e.Elems {
			a.reads(x, use)
		}
	case *flow.Window:
		a.reads(e.X, use)
		for _, x := range []flow.Expr{e.Lo, e.Hi, e.Max} {
			if x != nil {
				a.reads(x, use)
			}
		}
	case *flow.Closure:
		a.literal(e.Func, use)
	case *flow.Lit, *flow.Zero, *flow.FuncRef, *flow.Addr:
	}
}

// literal analyses a function literal once; what it captures is read where it stands.
func (a *analysis) literal(f *flow.Func, use func(k, n int)) {
	if _, ok := a.lits[f]; !ok {
		own := slotSet{}
		results := append(a.vars(f.Results), a.sl.of(a.stops.in(f)))
		for _, k := range append(a.vars(f.Params), results...) {
			own[k] = struct{}{}
		}
		outer := a.ctx
		a.ctx, a.parent[f] = f, outer
		l, in := a.summarise(f.Body)
		a.ctx = outer
		a.lits[f] = l
		for _, k := range sorted(in.assigned) {
			if !own.has(k) {
				a.writes = append(a.writes, write{f, k, in.gen.has(k)})
			}
		}
		for _, k := range sorted(in.gen) {
			if !own.has(k) {
				a.captures[f] = append(a.captures[f], k)
			}
		}
		a.grow()
		mark, quiet := len(a.log), a.quiet
		a.stick(results, 1)
		for _, s := range results {
			a.set(s, true)
		}
		a.quiet = true
		a.backward(l)
		a.quiet = quiet
		a.stick(results, -1)
		a.undo(mark)
	}
	for _, k := range a.captures[f] {
		use(k, 1)
	}
}
