package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/lab"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What the body of a loop adds to an array of the state that it updates in place,
//
//	let u = set s i 0; w = f' (…) in ⟨u + fst w, snd w⟩
//
// can be added there by the call, too (sink.go), once nobody reads the array any more before the sum: behind the
// binding that reads it last, which is that of u here. The sum may have a name, too; who reads that gets all of it.

// A statePlace is the array of a state to which a leaf of a variable is added.
type statePlace struct {
	addend
	last int // the binding that reads one of the arrays last
}

// free reports whether binding i may add to the arrays. A call may read them itself: callInto sees to it.
func (p *statePlace) free(i int, rhs syntax.Term) bool {
	_, isCall := rhs.(*syntax.Call)
	return i > p.last || i == p.last && isCall
}

// stateAddends finds the leaves of variables that the body of t, a block in the body of a loop, adds to arrays of the
// state.
func (e *emitter) stateAddends(t *syntax.Let, st *loopState) map[leafOf]statePlace {
	if lab.Place("stateAddends") {
		return nil
	}
	if st == nil || st.lin == nil {
		return nil
	}
	if st.arm != nil {
		f := e.stateSumsOf(t, st)
		for _, b := range st.outer {
			if b.Var != nil {
				f.inner[b.Var] = b.Rhs
			}
		}
		for j, k := range st.arm {
			if k >= 0 && (f.inPlace(k) || st.lin.renamed(k)) {
				f.walk(t.Body, j, k, len(t.Binds))
			}
		}
		return f.out
	}
	next := t.Body
	if tup, ok := next.(*syntax.Tuple); ok && t.Body.Type() != stateType(st) {
		next = tup.Elems[0]
	}
	if next.Type() != stateType(st) {
		return nil
	}
	f := e.stateSumsOf(t, st)
	for k := range f.e.g.leaves(stateType(st)) {
		if f.inPlace(k) || st.lin.renamed(k) {
			f.walk(next, k, k, len(t.Binds))
		}
	}
	return f.out
}

func (e *emitter) stateSumsOf(t *syntax.Let, st *loopState) *stateSums {
	f := &stateSums{
		e: e, t: t, st: st, out: map[leafOf]statePlace{}, at: map[*syntax.Var]int{}, walked: map[stateLeaf]bool{},
		there: map[leafOf]bool{}, inner: map[*syntax.Var]syntax.Term{},
	}
	for i, b := range t.Binds {
		if b.Var != nil {
			f.at[b.Var] = i
		}
	}
	return f
}

// armState is what the blocks of a conditional b, of the block t, are part of: the state st, some of whose arrays b is
// in parts. It is nil if none of them has calls that could add to those.
func (e *emitter) armState(t *syntax.Let, b *syntax.Bind, st *loopState) *loopState {
	if st == nil || st.lin == nil || b.Var == nil || !isBranch(b.Rhs) || e.use.of(b.Var) == 0 || !e.addsInside(b.Rhs) {
		return nil
	}
	in := *st
	in.arm, in.outer = make([]int, len(e.g.leaves(b.Var.Type))), t.Binds
	if st.arm != nil {
		in.outer = slices.Concat(st.outer, t.Binds)
	}
	some := false
	for j, r := range st.lin.varRefs(b.Var) {
		in.arm[j] = -1
		if r.leaf >= 0 && !r.alias {
			in.arm[j], some = r.leaf, true
		}
	}
	if !some {
		return nil
	}
	return &in
}

func stateType(st *loopState) syntax.Type { return st.lin.typ }

// A stateLeaf is a leaf of a variable, and the leaf of the state that it begins.
type stateLeaf struct {
	leafOf
	k int
}

type stateSums struct {
	e   *emitter
	t   *syntax.Let
	st  *loopState
	at  map[*syntax.Var]int // the bindings of variables
	out map[leafOf]statePlace

	walked map[stateLeaf]bool
	there  map[leafOf]bool             // what stays says of variables
	inner  map[*syntax.Var]syntax.Term // what variables in branches are bound to
	read   map[int][]int               // by leaf of the state: the bindings that read it, in any version
}

// walk looks at what leaf k of the next state is made of: leaf j of t, in binding p, or in what the block results in
// behind all of them.
func (f *stateSums) walk(t syntax.Term, j, k, p int) {
	if x, lo := path(f.e.g.layouts, t); x != nil {
		leaf := stateLeaf{leafOf{x, lo + j}, k}
		if at, ok := f.at[x]; ok && at < p && !f.walked[leaf] {
			f.walked[leaf] = true // branches may begin with one variable
			f.walk(f.t.Binds[at].Rhs, lo+j, k, at)
		}
		return
	}
	switch t := t.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			if lo, hi := f.e.g.part(t.Type(), i); lo <= j && j < hi {
				f.walk(el, j-lo, k, p)
			}
		}
	case *syntax.Coproj:
		if lo, hi := f.e.g.part(t.Type(), t.Index); lo <= j && j < hi {
			f.walk(t.Arg, j-lo, k, p)
		}
	case *syntax.Set:
		if x, _ := path(f.e.g.layouts, t.Arr); x != nil {
			f.walk(t.Arr, j, k, p)
		}
	case *syntax.Loop:
		if j < len(f.e.g.leaves(t.State.Type)) {
			f.walk(t.Init, j, k, p)
		}
	case *syntax.Call:
		if u := f.e.g.updates[t.Def]; u != nil && u[j] >= 0 {
			i, first := f.e.g.argument(t.Def, u[j])
			f.walk(t.Args[i], u[j]-first, k, p)
		}
	case *syntax.If:
		f.branch(t.Then, j, k, p)
		f.branch(t.Else, j, k, p)
	case *syntax.Case:
		for _, arm := range t.Arms {
			f.branch(arm.Body, j, k, p)
		}
	case *syntax.Plus:
		f.sum(t, j, k, p)
	}
}

// branch goes on with what updates in a branch begin with, which is there whatever branch runs: sums in branches are
// not.
func (f *stateSums) branch(t syntax.Term, j, k, p int) {
	for {
		if x, _ := path(f.e.g.layouts, t); x != nil {
			f.walk(t, j, k, p)
			return
		}
		switch s := t.(type) {
		case *syntax.Set:
			t = s.Arr
		case *syntax.Let:
			t = s.Body
		case *syntax.Tuple:
			for i, el := range s.Elems {
				if lo, hi := f.e.g.part(s.Type(), i); lo <= j && j < hi {
					t, j = el, j-lo
					break
				}
			}
		default:
			return
		}
	}
}

// sum looks at a sum of one array of the state and others.
func (f *stateSums) sum(t *syntax.Plus, j, k, p int) {
	if base, ok := f.e.direct[t]; ok {
		f.ownedSum(t, base, j, k, p)
		return
	}
	base, ok := f.e.base[t]
	if !ok {
		return
	}
	if x, _ := path(f.e.g.layouts, t.Terms[base]); x == nil || !f.stays(t.Terms[base], j) {
		return // an update that comes after all bindings, or what may be a copy
	}
	f.walk(t.Terms[base], j, k, p)
	in := f.t.Body
	if p < len(f.t.Binds) {
		in = f.t.Binds[p].Rhs
	}
	if !f.inPlace(k) || f.reads(in, k) != 1 {
		return
	}
	f.adds(t, base, j, k, p, leafOf{})
}

// adds notes what t, in binding p, adds to leaf k of the state, which is its leaf j. If the loop owns it, of has it.
func (f *stateSums) adds(t *syntax.Plus, base, j, k, p int, of leafOf) {
	last := f.lastRead(k, p)
	acc := make([]*loop.Expr, len(f.e.g.leaves(t.Type())))
	acc[j] = f.st.vars[k]
	found := map[leafOf]addend{}
	for i, s := range t.Terms {
		if i != base {
			f.e.addends(s, acc, nil, found)
		}
	}
	for leaf, a := range found {
		a.of = of
		f.out[leaf] = statePlace{a, last}
	}
}

// ownedSum is sum for an array that the loop owns, which may be any of the state by then. The variable that has it was
// bound by what read the array under the name that the analysis has for it. So it is there behind the last read.
func (f *stateSums) ownedSum(t *syntax.Plus, base, j, k, p int) {
	f.walk(t.Terms[base], j, k, p)
	of, ok := f.owner(t.Terms[base], j, p)
	if !ok {
		return
	}
	in := f.t.Body
	if p < len(f.t.Binds) {
		in = f.t.Binds[p].Rhs
	}
	if r := f.st.lin.varRefs(of.x)[of.leaf]; f.st.lin.renamed(r.leaf) && !r.alias && f.reads(in, r.leaf) == 1 {
		f.adds(t, base, j, r.leaf, p, of)
	}
}

// owner is the first variable that has the array that leaf j of t, in binding p, changes.
func (f *stateSums) owner(t syntax.Term, j, p int) (of leafOf, ok bool) {
	for {
		if x, lo := path(f.e.g.layouts, t); x != nil {
			of, ok = leafOf{x, lo + j}, true
			at, here := f.at[x]
			if !here || at >= p {
				return of, ok
			}
			t, j, p = f.t.Binds[at].Rhs, lo+j, at
			continue
		}
		operand, direct := f.e.direct[t]
		if !direct {
			return of, ok // which is none if t is not bound to it
		}
		switch s := t.(type) {
		case *syntax.Set:
			t = s.Arr
		case *syntax.Plus:
			t = s.Terms[operand]
		}
	}
}

// stays reports whether leaf j of t, an array of the state, is surely in its memory: what a branch gives may be a copy,
// which becomes the state in the end, unless all its arms give what is there.
func (f *stateSums) stays(t syntax.Term, j int) bool {
	if x, lo := path(f.e.g.layouts, t); x != nil {
		if f.st.lin.roots[x] || !f.carries(x) {
			return true
		}
		at := leafOf{x, lo + j}
		stays, known := f.there[at]
		if !known {
			if r := f.st.lin.varRefs(x)[lo+j]; r.leaf >= 0 && !r.alias && f.rhs(x) != nil {
				stays = f.stays(f.rhs(x), lo+j)
			}
			f.there[at] = stays
		}
		return stays
	}
	switch t := t.(type) {
	case *syntax.Let: // in a branch
		for _, b := range t.Binds {
			if b.Var != nil {
				f.inner[b.Var] = b.Rhs
			}
		}
		return f.stays(t.Body, j)
	case *syntax.Set:
		return f.stays(t.Arr, j)
	case *syntax.Plus:
		base, ok := f.e.base[t]
		return ok && f.stays(t.Terms[base], j)
	case *syntax.Coproj:
		lo, hi := f.e.g.part(t.Type(), t.Index)
		return lo <= j && j < hi && f.stays(t.Arg, j-lo)
	case *syntax.Call:
		updates := f.e.g.updates[t.Def]
		if updates == nil || updates[j] < 0 {
			return false
		}
		i, first := f.e.g.argument(t.Def, updates[j])
		return f.stays(t.Args[i], updates[j]-first)
	case *syntax.Loop:
		return j < len(f.e.g.leaves(t.Init.Type())) && f.stays(t.Init, j)
	case *syntax.While:
		return j < len(f.e.g.leaves(t.Init.Type())) && f.stays(t.Init, j)
	case *syntax.Tuple:
		for i, el := range t.Elems {
			if lo, hi := f.e.g.part(t.Type(), i); lo <= j && j < hi {
				return f.stays(el, j-lo)
			}
		}
	case *syntax.If:
		return f.stays(t.Then, j) && f.stays(t.Else, j)
	case *syntax.Case:
		return !slices.ContainsFunc(t.Arms, func(a syntax.Arm) bool { return !f.stays(a.Body, j) })
	}
	return false
}

// rhs is what x is bound to in the block, or in a branch of it that has been looked at; nil elsewhere.
func (f *stateSums) rhs(x *syntax.Var) syntax.Term {
	if at, ok := f.at[x]; ok {
		return f.t.Binds[at].Rhs
	}
	return f.inner[x]
}

// carries reports whether a part of x is an array of the state.
func (f *stateSums) carries(x *syntax.Var) bool {
	for _, r := range f.st.lin.varRefs(x) {
		if r.leaf >= 0 {
			return true
		}
	}
	return false
}

// inPlace reports whether leaf k of the state is an array that the loop updates where it is.
func (f *stateSums) inPlace(k int) bool {
	lin := f.st.lin
	return f.st.ls[k].array() && !lin.kept[k] && !lin.bad[k] && !lin.dyn[k] && f.st.next[k] == nil
}

// lastRead is the last binding before p that reads leaf k of the state, in any version, or -1.
func (f *stateSums) lastRead(k, p int) int {
	if f.read == nil {
		f.read = map[int][]int{}
		for i, b := range f.t.Binds {
			f.noteReads(b.Rhs, i)
		}
	}
	at, _ := slices.BinarySearch(f.read[k], p)
	if at == 0 {
		return -1
	}
	return f.read[k][at-1]
}

// noteReads notes the leaves that t, in binding i, reads.
func (f *stateSums) noteReads(t syntax.Term, i int) {
	x, lo := path(f.e.g.layouts, t)
	if x == nil {
		syntax.Children(t, func(c syntax.Term) { f.noteReads(c, i) })
		return
	}
	for _, r := range f.st.lin.varRefs(x)[lo : lo+len(f.e.g.leaves(t.Type()))] {
		if is := f.read[r.leaf]; r.leaf >= 0 && (len(is) == 0 || is[len(is)-1] < i) {
			f.read[r.leaf] = append(is, i)
		}
	}
}

// reads counts the places in t that read leaf k of the state, in any version.
func (f *stateSums) reads(t syntax.Term, k int) int {
	if x, lo := path(f.e.g.layouts, t); x != nil {
		for _, r := range f.st.lin.varRefs(x)[lo : lo+len(f.e.g.leaves(t.Type()))] {
			if r.leaf == k {
				return 1
			}
		}
		return 0
	}
	n := 0
	syntax.Children(t, func(c syntax.Term) { n += f.reads(c, k) })
	return n
}
