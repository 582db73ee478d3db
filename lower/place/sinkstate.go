package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// What the body of a loop adds to an array of the state that it updates in place,
//
//	let u = set s i 0; w = f' (…) in ⟨u + fst w, snd w⟩
//
// can be added there by the call, too (sink.go), once nobody reads the array any more before the sum: behind the binding that reads it last,
// which is that of u here. The sum may have a name, too; who reads that gets all of it.

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

// stateAddends finds the leaves of variables that the body of t, a block in the body of a loop, adds to arrays of the state.
func (e *emitter) stateAddends(t *syntax.Let, st *loopState) map[leafOf]statePlace {
	if st == nil || st.lin == nil {
		return nil
	}
	next := t.Body
	if tup, ok := next.(*syntax.Tuple); ok && t.Body.Type() != stateType(st) {
		next = tup.Elems[0]
	}
	if next.Type() != stateType(st) {
		return nil
	}
	f := &stateSums{
		e: e, t: t, st: st, out: map[leafOf]statePlace{}, at: map[*syntax.Var]int{}, walked: map[leafOf]bool{}, there: map[*syntax.Var]bool{},
	}
	for i, b := range t.Binds {
		if b.Var != nil {
			f.at[b.Var] = i
		}
	}
	f.walk(next, 0, len(t.Binds))
	return f.out
}

func stateType(st *loopState) syntax.Type { return st.lin.state.Type }

type stateSums struct {
	e   *emitter
	t   *syntax.Let
	st  *loopState
	at  map[*syntax.Var]int // the bindings of variables
	out map[leafOf]statePlace

	walked map[leafOf]bool      // variables, by the leaf of the state that they begin with
	there  map[*syntax.Var]bool // what stays says of variables
	read   map[int][]int        // by leaf of the state: the bindings that read it, in any version
}

// walk looks at the part of the next state that begins with leaf lo, in binding p, or in what the block results in behind all of them.
func (f *stateSums) walk(t syntax.Term, lo, p int) {
	if x, off := path(f.e.g.layouts, t); x != nil {
		if at, ok := f.at[x]; ok && at < p && off == 0 && len(f.e.g.leaves(x.Type)) == len(f.e.g.leaves(t.Type())) && !f.walked[leafOf{x, lo}] {
			f.walked[leafOf{x, lo}] = true // branches may begin with one variable
			f.walk(f.t.Binds[at].Rhs, lo, at)
		}
		return
	}
	switch t := t.(type) {
	case *syntax.Tuple:
		for i, el := range t.Elems {
			off, _ := f.e.g.part(t.Type(), i)
			f.walk(el, lo+off, p)
		}
	case *syntax.Coproj:
		off, _ := f.e.g.part(t.Type(), t.Index)
		f.walk(t.Arg, lo+off, p)
	case *syntax.Set:
		if x, _ := path(f.e.g.layouts, t.Arr); x != nil {
			f.walk(t.Arr, lo, p)
		}
	case *syntax.If:
		f.branch(t.Then, lo, p)
		f.branch(t.Else, lo, p)
	case *syntax.Case:
		for _, arm := range t.Arms {
			f.branch(arm.Body, lo, p)
		}
	case *syntax.Plus:
		f.sum(t, lo, p)
	}
}

// branch goes on with what updates in a branch begin with, which is there whatever branch runs: sums in branches are not.
func (f *stateSums) branch(t syntax.Term, lo, p int) {
	for {
		s, ok := t.(*syntax.Set)
		if !ok {
			break
		}
		t = s.Arr
	}
	if x, _ := path(f.e.g.layouts, t); x != nil {
		f.walk(t, lo, p)
	}
}

// sum looks at a sum of one array of the state and others.
func (f *stateSums) sum(t *syntax.Plus, lo, p int) {
	base, ok := f.e.base[t]
	if !ok {
		return
	}
	if x, _ := path(f.e.g.layouts, t.Terms[base]); x == nil || !f.stays(t.Terms[base]) {
		return // an update that comes after all bindings, or what may be a copy
	}
	f.walk(t.Terms[base], lo, p)
	hi := lo + len(f.e.g.leaves(t.Type()))
	in := f.t.Body
	if p < len(f.t.Binds) {
		in = f.t.Binds[p].Rhs
	}
	last := -1
	for k := lo; k < hi; k++ {
		if !f.inPlace(k) || f.reads(in, k) != 1 {
			return
		}
		last = max(last, f.lastRead(k, p))
	}
	acc := f.st.vars[lo:hi]
	found := map[leafOf]addend{}
	for i, s := range t.Terms {
		if i != base {
			f.e.addends(s, acc, nil, found)
		}
	}
	for leaf, a := range found {
		f.out[leaf] = statePlace{a, last}
	}
}

// stays reports whether the arrays in t that are those of the state are surely in its memory: what a branch gives may be a copy, which
// becomes the state in the end.
func (f *stateSums) stays(t syntax.Term) bool {
	if x, _ := path(f.e.g.layouts, t); x != nil {
		if x == f.st.lin.state || !f.carries(x) {
			return true
		}
		stays, known := f.there[x]
		if !known {
			if at, ok := f.at[x]; ok {
				stays = f.stays(f.t.Binds[at].Rhs)
			}
			f.there[x] = stays
		}
		return stays
	}
	switch t := t.(type) {
	case *syntax.Set:
		return f.stays(t.Arr)
	case *syntax.Plus:
		base, ok := f.e.base[t]
		return ok && f.stays(t.Terms[base])
	case *syntax.Loop:
		return f.stays(t.Init)
	case *syntax.While:
		return f.stays(t.Init)
	case *syntax.Tuple:
		for _, el := range t.Elems {
			if !f.stays(el) {
				return false
			}
		}
		return true
	}
	holds := false // an array of the state, and not a number that was read in one
	for _, l := range f.e.g.leaves(t.Type()) {
		holds = holds || l.array()
	}
	return !holds
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
	return f.st.ls[k].array() && !lin.kept[k] && !lin.bad[k] && f.st.next[k] == nil
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
