package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// An array in the state of a loop is updated in place when the body uses it
// linearly: each version of it is read only before the next one is made. The
// analysis walks the body in the order of evaluation with a version number
// for each array of the state; a read of an old version means that the array needs
// a second buffer.

// A ref says that a leaf of a value is the array of a state leaf in some version, or, with alias, that it shares memory
// with it: as the row that row gives, if that is not nil, or as one of several rows that branches choose.
type ref struct {
	leaf, ver int
	alias     bool
	fresh     bool // none of the state, but a new array that nothing else has
	row       *syntax.Index
	rows      *[]*syntax.Index
}

// named are the rows that a ref may be, none if it is more than a row, or not known to be one.
func (r ref) named() []*syntax.Index {
	switch {
	case r.row != nil:
		return []*syntax.Index{r.row}
	case r.rows != nil:
		return *r.rows
	}
	return nil
}

// What stands among the arrays that are wanted where none of the state is.
const (
	copied = -2 // for another array: what is bound is copied there right away
	unread = -4 // for what a branch gives and nobody reads
	asItIs = -5 // for an array that the loop owns: it is the next state under its name
)

var noRef = ref{leaf: -1}

// linearity is the analysis of one loop body.
type linearity struct {
	g       *layouts
	typ     syntax.Type          // of the state
	roots   map[*syntax.Var]bool // the state, or the parameters of a function
	ver     []int
	bad     []bool       // needs a second buffer
	fresh   map[int]bool // of bad, those that need a new one for each iteration, since cells keep them
	kept    []bool       // the loop never changes it
	last    int
	touched []bool
	refs    map[*syntax.Var][]ref
	touches map[*syntax.Var][]int       // the arrays that a binding reads
	targets map[*syntax.Var][]int       // the arrays in which a binding is built, by leaf, -1 for none
	early   map[*syntax.Set]bool        // updates whose value reads the state
	written map[*syntax.Set][]partStore // updates of elements that are tuples, with what they write
	base    map[*syntax.Plus]int        // the operand that the others are added to
	head    map[*syntax.Var][]int       // the arrays of the state that a binding begins as, by leaf
	// rows that are copied where they are bound, since they are read after the array changes
	saves map[*syntax.Index]int
	calls map[*syntax.Call][]int // the arrays that a call updates (updates.go), by leaf of its result, -1 for none
	self  *syntax.Def            // whose body it is, nil if it is that of a loop
	// arrays that the loop owns (inplacedyn.go), those of run-time length that it never changes, and updates of owned ones
	dyn, idle []bool
	// those that may stand in other places of the state after an iteration, or after an inner loop
	moves  []bool
	direct map[syntax.Term]int    // with the operand that is changed
	hands  map[*syntax.Var][]bool // what inner loops get, by the state
	use    *usage
	reads  map[leafOf]bool            // the leaves that the body reads of what branches in it give
	inner  map[*syntax.Var]*linearity // of loops inside, as far as they have been analysed
	// the arrays that something changes, besides what self does with what it spends when it calls itself
	changed []bool
}

// An output says what a loop body is besides its state.
type output int

const (
	noOutput  output = iota // the body is the state
	anOutput                // a pair of state and output
	collected               // a pair whose output goes into arrays with a row for each iteration
)

// analyse examines a loop body. Arrays found to need a second buffer never change during an
// iteration, so the others are then examined again, as they are when rows are found that must be saved.
func (g *layouts) analyse(state *syntax.Var, body syntax.Term, out output) *linearity {
	return g.analyseWith(state, body, out, map[*syntax.Var]*linearity{})
}

// analyseWith is analyse, with what is known of loops inside, by their states, so that each is analysed once.
func (g *layouts) analyseWith(state *syntax.Var, body syntax.Term, out output,
	inner map[*syntax.Var]*linearity) *linearity {
	if known := inner[state]; known != nil {
		return known
	}
	s := &stateOf{g: g, state: state, body: body, out: out, inner: inner, fresh: g.escaping(state, body),
		reads: map[leafOf]bool{}}
	g.findReads(body, map[*syntax.Var]bool{}, s.reads)
	if slices.ContainsFunc(g.leaves(state.Type), Leaf.dynamic) {
		s.use = countUses(body)
	}
	inner[state] = s.renaming(s.analyse(nil))
	return inner[state]
}

// A stateOf is a loop whose state is analysed.
type stateOf struct {
	g     *layouts
	state *syntax.Var
	body  syntax.Term
	out   output
	inner map[*syntax.Var]*linearity
	fresh map[int]bool // see [linearity.fresh]
	use   *usage
	reads map[leafOf]bool
}

// analyse examines the body, where the arrays own of known length are ones that the loop is to own.
func (s *stateOf) analyse(own []bool) *linearity {
	n := len(s.g.leaves(s.state.Type))
	second, idle, saves := make([]bool, n), make([]bool, n), map[*syntax.Index]int{}
	for i := range s.fresh {
		second[i] = true
	}
	for {
		known := len(saves)
		a := s.g.newLinearity(n, saves)
		a.use, a.inner, a.reads = s.use, s.inner, s.reads
		a.once(s.state, s.body, s.out, second, own)
		again := len(saves) > known
		for i := range idle {
			idle[i] = idle[i] || a.idle[i]
		}
		for i, bad := range a.bad {
			again = again || bad && !second[i]
			second[i] = second[i] || bad
		}
		if !again {
			a.bad, a.fresh, a.idle = second, s.fresh, idle
			return a
		}
	}
}

// once examines a body in which some arrays have a second buffer, and the loop owns others.
func (a *linearity) once(state *syntax.Var, body syntax.Term, out output, second, own []bool) {
	g, ls := a.g, a.g.leaves(state.Type)
	a.typ, a.roots = state.Type, map[*syntax.Var]bool{state: true}
	refs, want := make([]ref, len(ls)), make([]int, len(ls))
	for i, l := range ls {
		refs[i], want[i] = noRef, -1
		if l.array() && !second[i] {
			refs[i], want[i] = ref{leaf: i}, i
			if own != nil && own[i] {
				want[i], a.dyn[i] = asItIs, true
			}
		}
		if l.dynamic() && !second[i] {
			refs[i], a.dyn[i] = ref{leaf: i}, true
		}
	}
	a.refs[state] = refs
	if out != noOutput {
		for _, l := range g.leaves(body.Type())[len(ls):] {
			if out == collected && l.array() {
				want = append(want, copied)
			} else {
				want = append(want, -1)
			}
		}
	}
	end := a.flowPair(body, want, out != noOutput)
	for i, l := range ls {
		if l.array() && !second[i] && !a.dyn[i] {
			a.conclude(i, end[i])
		}
	}
	a.concludeOwned(end)
}

// newLinearity is the analysis of n leaves before it has looked at anything.
func (g *layouts) newLinearity(n int, saves map[*syntax.Index]int) *linearity {
	return &linearity{
		g: g, ver: make([]int, n), bad: make([]bool, n), kept: make([]bool, n), changed: make([]bool, n),
		touched: make([]bool, n), refs: map[*syntax.Var][]ref{}, touches: map[*syntax.Var][]int{},
		targets: map[*syntax.Var][]int{}, base: map[*syntax.Plus]int{}, head: map[*syntax.Var][]int{},
		early: map[*syntax.Set]bool{}, saves: saves, dyn: make([]bool, n), idle: make([]bool, n),
		moves: make([]bool, n), direct: map[syntax.Term]int{}, hands: map[*syntax.Var][]bool{},
		written: map[*syntax.Set][]partStore{}, calls: map[*syntax.Call][]int{},
	}
}

// conclude says of array i what the analysis found, given what it is in the end.
func (a *linearity) conclude(i int, end ref) {
	a.kept[i] = end.leaf == i && !end.alias && end.ver == 0 && a.ver[i] == 0
	if end.leaf != i || end.alias || end.ver != a.ver[i] {
		a.bad[i] = true
	}
}

// flowPair is flow for a loop body, whose output is emitted before its state.
func (a *linearity) flowPair(t syntax.Term, want []int, out bool) []ref {
	if !out {
		return a.flow(t, want)
	}
	switch t := t.(type) {
	case *syntax.Let:
		a.binds(t.Binds, t.Body, want)
		return a.flowPair(t.Body, want, out)
	case *syntax.Tuple:
		n := len(a.g.leaves(t.Elems[0].Type()))
		a.read(t.Elems[1])
		return append(a.flow(t.Elems[0], want[:n]), noRefs(len(want)-n)...)
	case *syntax.If:
		a.read(t.Cond)
		return a.fork(2, func(i int) []ref { return a.flowPair([]syntax.Term{t.Then, t.Else}[i], want, out) })
	case *syntax.Case:
		a.scrutinee(t)
		return a.fork(len(t.Arms), func(i int) []ref { return a.flowPair(t.Arms[i].Body, want, out) })
	}
	refs := a.flow(t, want)
	a.readRefs(refs[len(a.ver):]) // the output, which such a body has made together with the state
	return refs
}

func noRefs(n int) []ref {
	out := make([]ref, n)
	for i := range out {
		out[i] = noRef
	}
	return out
}

// flow walks t as a value whose leaves are wanted in the given state arrays.
func (a *linearity) flow(t syntax.Term, want []int) []ref {
	switch t := t.(type) {
	case *syntax.VarRef:
		return a.flowRef(a.given(t.Var, 0, len(want)), want)
	case *syntax.Proj:
		if x, lo := path(a.g, t); x != nil {
			return a.flowRef(a.given(x, lo, len(want)), want)
		}
		if c, ok := t.Arg.(*syntax.Call); ok {
			lo, hi := a.g.part(c.Type(), t.Index)
			whole := make([]int, len(a.g.leaves(c.Type())))
			for i := range whole {
				whole[i] = -1
			}
			copy(whole[lo:hi], want)
			return a.flowCall(c, whole)[lo:hi]
		}
	case *syntax.Let:
		a.binds(t.Binds, t.Body, want)
		return a.flow(t.Body, want)
	case *syntax.Tuple:
		var out []ref
		for i, el := range t.Elems {
			lo, hi := a.g.part(t.Type(), i)
			out = append(out, a.flow(el, want[lo:hi])...)
		}
		return out
	case *syntax.If:
		a.read(t.Cond)
		return a.fork(2, func(i int) []ref { return a.flow([]syntax.Term{t.Then, t.Else}[i], want) })
	case *syntax.Case:
		a.scrutinee(t)
		return a.fork(len(t.Arms), func(i int) []ref { return a.flow(t.Arms[i].Body, want) })
	case *syntax.Set:
		return a.flowSet(t, want)
	case *syntax.Plus:
		return a.flowPlus(t, want)
	case *syntax.Coproj:
		return a.flowCoproj(t, want)
	case *syntax.Build:
		if a.elementwise(t, want) {
			return a.made(t, want)
		}
	case *syntax.Loop:
		return a.flowLoop(t, t.Init, t.Body, want)
	case *syntax.While:
		return a.flowLoop(t, t.Init, t.Body, want)
	case *syntax.Call:
		return a.flowCall(t, want)
	case *syntax.Coerce:
		if refs := a.sameArray(t.Arg, want); refs != nil {
			return refs
		}
		return a.flowAlias(t, want)
	case *syntax.Pack:
		if refs := a.sameArray(t.Arg, want); refs != nil {
			return refs
		}
		return a.flowAlias(t, want)
	case *syntax.Index, *syntax.Inj:
		return a.flowAlias(t, want)
	}
	a.readInto(t, want)
	out := a.made(t, want)
	if b, ok := t.(*syntax.Build); ok {
		if column, _ := a.g.column(b); column != nil {
			a.keeps(t)
			return out
		}
	}
	if isNew(t) {
		for i := range out {
			out[i].fresh = out[i].leaf < 0
		}
	}
	return out
}

// path resolves projections of a variable to the first leaf they select.
func path(g *layouts, t syntax.Term) (x *syntax.Var, lo int) {
	for {
		switch p := t.(type) {
		case *syntax.Proj:
			off, _ := g.part(p.Arg.Type(), p.Index)
			lo, t = lo+off, p.Arg
		case *syntax.VarRef:
			return p.Var, lo
		default:
			return nil, 0
		}
	}
}

func (a *linearity) varRefs(x *syntax.Var) []ref {
	if r, ok := a.refs[x]; ok {
		return r
	}
	return noRefs(len(a.g.leaves(x.Type)))
}

// flowRef passes existing arrays on; one wanted elsewhere is copied there.
func (a *linearity) flowRef(refs []ref, want []int) []ref {
	out := make([]ref, len(refs))
	for i, r := range refs {
		if want[i] == unread {
			out[i] = noRef
			continue
		}
		out[i] = r
		if r.leaf >= 0 {
			a.readRef(r)
		}
		if want[i] == copied {
			out[i] = noRef
		}
		if want[i] >= 0 && (r.leaf != want[i] || r.alias) {
			if r.leaf == want[i] {
				a.bad[r.leaf] = true
			}
			out[i] = a.advance(want[i])
		}
	}
	return out
}

func (a *linearity) readRef(r ref) {
	a.touched[r.leaf] = true
	if r.ver != a.ver[r.leaf] {
		a.late(r)
	}
}

// late says that what stands at r is needed when the array has changed: rows are copied where they are bound, of a
// whole array there is a second one.
func (a *linearity) late(r ref) {
	rows := r.named()
	for _, row := range rows {
		a.saves[row] = r.leaf
	}
	if rows == nil {
		a.bad[r.leaf] = true
	}
}

// readRefs reads what stands at refs.
func (a *linearity) readRefs(refs []ref) {
	for _, r := range refs {
		if r.leaf >= 0 {
			a.readRef(r)
		}
	}
}

// advance makes a new version of a state array.
func (a *linearity) advance(k int) ref {
	a.last++
	a.ver[k], a.changed[k] = a.last, true
	return ref{leaf: k, ver: a.last}
}

// made is the value of a term that is built in the arrays wanted.
func (a *linearity) made(t syntax.Term, want []int) []ref {
	out := noRefs(len(want))
	for i, l := range a.g.leaves(t.Type()) {
		if want[i] >= 0 && l.array() {
			out[i] = a.advance(want[i])
		}
	}
	return out
}

// read walks a term that only reads.
func (a *linearity) read(t syntax.Term) {
	if x, lo := path(a.g, t); x != nil {
		a.readPath(x, lo, a.g.leaves(t.Type()))
		return
	}
	switch t := t.(type) {
	case *syntax.DynLen:
		if x, _ := path(a.g, t.Arg); x != nil {
			return // which an update does not change
		}
	case *syntax.Coerce:
		// elements
		if x, lo := path(a.g, t.Arg); x != nil && len(a.g.leaves(t.Type())) == len(a.g.leaves(t.Arg.Type())) {
			a.readPath(x, lo, a.g.leaves(t.Type()))
			return
		}
	case *syntax.Pack:
		a.keeps(t.Arg)
	case *syntax.Inj:
		a.keeps(t.Arg)
	case *syntax.Call:
		if a.g.shares(t.Type()) {
			for _, arg := range t.Args {
				a.keeps(arg)
			}
		}
	}
	syntax.Children(t, a.read)
}

// readInto is read for a term built in wanted arrays: it must not read those.
func (a *linearity) readInto(t syntax.Term, want []int) {
	saved := a.touched
	a.touched = make([]bool, len(saved))
	a.read(t)
	for _, k := range want {
		if k >= 0 && a.touched[k] {
			a.bad[k] = true
		}
	}
	for k := range saved {
		saved[k] = saved[k] || a.touched[k]
	}
	a.touched = saved
}

// binds walks the bindings of a spine that ends in body.
func (a *linearity) binds(binds []syntax.Bind, body syntax.Term, want []int) {
	goal := map[*syntax.Var][]int{}
	if slices.ContainsFunc(want, func(k int) bool { return k >= 0 }) {
		a.noteHeads(binds)
	}
	a.aim(body, want, goal)
	for i := len(binds) - 1; i >= 0; i-- {
		if g, ok := goal[binds[i].Var]; ok && binds[i].Var != nil {
			a.aim(binds[i].Rhs, g, goal)
		}
	}
	if t, ok := body.(*syntax.Tuple); ok {
		a.aimCopies(t, want, goal)
	}
	for _, b := range binds {
		saved := a.touched
		a.touched = make([]bool, len(saved))
		if b.Var == nil {
			a.read(b.Rhs)
		} else {
			w := goal[b.Var]
			if w == nil {
				w = make([]int, len(a.g.leaves(b.Var.Type)))
				for i := range w {
					w[i] = -1
				}
			}
			refs := a.flow(b.Rhs, a.ofReads(b, w))
			a.note(b.Var, refs)
		}
		for k, touched := range a.touched {
			if touched && b.Var != nil {
				a.touches[b.Var] = append(a.touches[b.Var], k)
			}
			saved[k] = saved[k] || touched
		}
		a.touched = saved
	}
}

// ofReads is want for what b is bound to. A branch may give, under a name that nobody reads, what it changes.
func (a *linearity) ofReads(b syntax.Bind, want []int) []int {
	if a.reads == nil || !isBranch(b.Rhs) {
		return want
	}
	out := slices.Clone(want)
	for i, k := range want {
		if k == -1 && !a.reads[leafOf{b.Var, i}] {
			out[i] = unread
		}
	}
	return out
}

// findReads notes in reads the leaves that t reads of those variables that are bound to branches.
func (g *layouts) findReads(t syntax.Term, of map[*syntax.Var]bool, reads map[leafOf]bool) {
	if x, lo := path(g, t); x != nil {
		if of[x] {
			for i := range g.leaves(t.Type()) {
				reads[leafOf{x, lo + i}] = true
			}
		}
		return
	}
	if l, ok := t.(*syntax.Let); ok {
		for _, b := range l.Binds {
			if b.Var != nil && isBranch(b.Rhs) {
				of[b.Var] = true
			}
		}
	}
	syntax.Children(t, func(s syntax.Term) { g.findReads(s, of, reads) })
}

func (a *linearity) note(x *syntax.Var, refs []ref) {
	target, any := make([]int, len(refs)), false
	for i, r := range refs {
		target[i] = -1
		any = any || r.fresh
		if r.leaf >= 0 {
			any = true
			if !r.alias && (!a.isDyn(r.leaf) || a.renamed(r.leaf)) {
				target[i] = r.leaf
			}
		}
	}
	if any {
		a.refs[x], a.targets[x] = refs, target
	}
}
