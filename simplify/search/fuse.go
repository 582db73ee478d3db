package search

import (
	"cmp"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// fuse merges neighbouring builds, and sums of builds, over one size into a single
// loop. It works on the A-normal form of t, and returns t itself if nothing merges.
//
// It is linear in the size of t for every level of nesting and every pass, and beyond that in the number of uses of
// variables between the first build and the last for every size that several builds of a spine have.
func (r *Rules) fuse(t syntax.Term) (syntax.Term, bool) {
	defer times.Begin("fuse")()
	if r.Reading || !r.On["fuseSums"] && !r.On["fuseBuild"] && !r.On["fuseCollect"] {
		return t, false
	}
	if !mayFuse(t, map[*syntax.Size]bool{}) {
		return t, false
	}
	f := fuser{Rules: r}
	n := f.term(syntax.ANF(t))
	if f.fired == 0 {
		return t, false
	}
	return n, true
}

// mayFuse reports whether t has two builds over one size.
func mayFuse(t syntax.Term, over map[*syntax.Size]bool) bool {
	if syntax.NodesOf(t)&syntax.Builds == 0 {
		return false
	}
	found := false
	syntax.EachNode(t, func(c syntax.Term) {
		if b, ok := c.(*syntax.Build); ok {
			found = found || over[b.Len]
			over[b.Len] = true
		}
	})
	return found
}

type fuser struct {
	*Rules
	fired int
	// loops is the number of loops around the term at hand.
	loops int
}

func (f *fuser) term(t syntax.Term) syntax.Term {
	switch t.(type) {
	case *syntax.Build, *syntax.Loop, *syntax.While:
		f.loops++
		defer func() { f.loops-- }()
	default:
	}
	t = syntax.MapChildren(t, f.term)
	l, ok := t.(*syntax.Let)
	if !ok {
		return t
	}
	count := map[*syntax.Size]int{}
	var sizes []*syntax.Size
	for _, b := range l.Binds {
		if x, ok := b.Rhs.(*syntax.Build); ok {
			if count[x.Len]++; count[x.Len] == 2 {
				sizes = append(sizes, x.Len)
			}
		}
	}
	if len(sizes) == 0 {
		return l
	}
	return f.over(l, sizes)
}

// maxPasses bounds the passes over one spine in one round for the loops over one size. A pass merges all groups
// that do not overlap.
const maxPasses = 8

// over merges loops of the spine l over some sizes.
func (f *fuser) over(l *syntax.Let, sizes []*syntax.Size) *syntax.Let {
	passes := map[*syntax.Size]int{}
	for {
		s := usesIn(l)
		var done []*merged
		for _, n := range sizes {
			if len(s.builds[n]) < 2 || passes[n] == maxPasses {
				continue
			}
			before := len(done)
			if done = f.pass(newFusion(s, n), done); len(done) > before {
				passes[n]++
			}
		}
		if len(done) == 0 {
			return l
		}
		l = s.place(done)
	}
}

// pass merges groups whose members stand in parts of the spine where nothing is done yet, and returns what is done
// then, in order.
func (f *fuser) pass(s *fusion, done []*merged) []*merged {
	may := func(k []int) bool {
		rule := s.plan(k)
		return rule != "" && f.On[rule] && (f.loops == 0 || s.adds(k))
	}
	for _, k := range s.groups(may) {
		at, apart := room(done, k)
		if !apart {
			continue
		}
		if !may(k) {
			continue
		}
		rule, m := s.plan(k), s.merge(k)
		if m == nil {
			continue
		}
		f.fired++
		f.Fired(rule)
		m.rhs = f.tampered(rule, m.rhs)
		done = slices.Insert(done, at, m)
	}
	return done
}

// room is the place of a loop for the group k among others, and whether it stands apart from all of them.
func room(done []*merged, k []int) (at int, apart bool) {
	at, _ = slices.BinarySearchFunc(done, k[0], func(m *merged, p int) int { return cmp.Compare(m.last(), p) })
	return at, at == len(done) || k[len(k)-1] < done[at].group[0]
}

// spineUses is a spine and what its bindings need of each other.
type spineUses struct {
	let    *syntax.Let
	at     map[*syntax.Var]int // the position of a variable of the spine
	sizeAt map[*syntax.SizeVar]int
	needs  [][]need
	uses   [][]need                     // by whom the variable at a position is used; len(Binds) stands for the body
	reads  map[int]map[*syntax.Var]bool // the arrays that a build reads at its own index
	builds map[*syntax.Size][]int       // their positions, by size
}

// need is the use of the variable at a position.
type need struct {
	pos int
	own bool // all uses there are x[i], i the index of the build
}

func usesIn(l *syntax.Let) *spineUses {
	s := positionsIn(l)
	for p, b := range l.Binds {
		s.collect(p, b.Rhs)
		if x, ok := b.Rhs.(*syntax.Build); ok && b.Var != nil {
			s.builds[x.Len] = append(s.builds[x.Len], p)
		}
	}
	s.collect(len(l.Binds), l.Body)
	return s
}

// positionsIn is a spine of which nothing is known yet but where its variables are.
func positionsIn(l *syntax.Let) *spineUses {
	count := len(l.Binds)
	s := &spineUses{
		let: l, at: make(map[*syntax.Var]int, count), sizeAt: map[*syntax.SizeVar]int{},
		needs: make([][]need, count+1), uses: make([][]need, count), reads: map[int]map[*syntax.Var]bool{},
		builds: map[*syntax.Size][]int{},
	}
	for p, b := range l.Binds {
		if b.Var == nil {
			s.sizeAt[b.Size] = p
		} else {
			s.at[b.Var] = p
		}
	}
	return s
}

// A fusion is a spine seen from the builds over one size, which are the members of groups.
type fusion struct {
	*spineUses
	size    *syntax.Size
	members []int // positions
	// later counts how many loops over the size must have ended before a binding, from the first member to the last.
	later []int
	group map[int]int // the first member of the group of a member
}

func newFusion(u *spineUses, n *syntax.Size) *fusion {
	s := &fusion{spineUses: u, size: n, members: u.builds[n]}
	first, last := s.members[0], s.members[len(s.members)-1]
	s.later = make([]int, last-first+1)
	for p := first; p <= last; p++ {
		m := s.member(p) != nil
		for _, d := range s.needs[p] {
			if d.pos < first { // none has ended there
				continue
			}
			g := s.laterAt(d.pos)
			if s.member(d.pos) != nil && !(m && d.own) {
				g++
			}
			s.later[p-first] = max(s.later[p-first], g)
		}
	}
	return s
}

// laterAt is later for a binding from the first member to the last.
func (s *fusion) laterAt(p int) int { return s.later[p-s.members[0]] }

// member is the build at a position, if it is one over the size.
func (s *fusion) member(p int) *syntax.Build {
	if b, ok := s.let.Binds[p].Rhs.(*syntax.Build); ok && b.Len == s.size && s.let.Binds[p].Var != nil {
		return b
	}
	return nil
}

// collect finds what t, at position p, uses of the spine.
func (s *spineUses) collect(p int, t syntax.Term) {
	var idx *syntax.Var
	if b, ok := t.(*syntax.Build); ok {
		idx = b.Idx
		s.reads[p] = map[*syntax.Var]bool{}
	}
	own := map[int]bool{}
	var order []int
	use := func(d int, mine bool) {
		old, seen := own[d]
		if !seen {
			order = append(order, d)
		}
		own[d] = mine && (old || !seen)
	}
	sizeVar := func(v *syntax.SizeVar) {
		if d, ok := s.sizeAt[v]; ok {
			use(d, false)
		}
	}
	var m syntax.Mapper
	visit := func(t syntax.Term) syntax.Term {
		switch t := t.(type) {
		case *syntax.VarRef:
			if d, ok := s.at[t.Var]; ok {
				use(d, false)
			}
			return t
		case *syntax.Index:
			if a, ok := t.Arr.(*syntax.VarRef); ok && idx != nil && form.IsVar(t.Idx, idx) {
				s.reads[p][a.Var] = true
				if d, ok := s.at[a.Var]; ok {
					use(d, true)
				}
				return t
			}
		}
		m.Map(t)
		return t
	}
	m = syntax.Mapper{
		Term:   visit,
		Binder: func(x *syntax.Var) *syntax.Var { syntax.EachSizeVar(x.Type, sizeVar); return x },
		Type:   func(t syntax.Type) syntax.Type { syntax.EachSizeVar(t, sizeVar); return t },
		Size:   func(n *syntax.Size) *syntax.Size { n.Vars(sizeVar); return n },
	}
	visit(t)
	for _, d := range order {
		s.needs[p] = append(s.needs[p], need{d, own[d]})
		s.uses[d] = append(s.uses[d], need{p, own[d]})
	}
}

// onlySummed adds to summed the members of a group of which sums alone are made, or what sums alone are made of; array
// are those that are needed as arrays.
func (s *fusion) onlySummed(k []int, array, summed map[int]bool) {
	for _, p := range slices.Backward(k) {
		summed[p] = !array[p] && !slices.ContainsFunc(s.uses[p],
			func(u need) bool { return u.own && s.in(k, u.pos) && !summed[u.pos] })
	}
}

// groups are the sets of members that may become one loop: first those that read each other at the index, then, of
// those that only give sums, the ones that read a common array there. Where those that read each other are no one loop,
// as several of them are needed as arrays, say, what is needed for sums alone reads the others as arrays that are
// there, and is a group without them.
func (s *fusion) groups(may func([]int) bool) [][]int {
	to := map[int]int{}
	for _, p := range s.members {
		to[p] = p
	}
	find := func(p int) int {
		for to[p] != p {
			to[p] = to[to[p]]
			p = to[p]
		}
		return p
	}
	join := func(p, q int) {
		p, q = find(p), find(q)
		to[max(p, q)] = min(p, q)
	}
	array, summed := map[int]bool{}, map[int]bool{} // of groups that are no one loop
	joinReaders := func() {
		for _, p := range s.members {
			for _, d := range s.needs[p] {
				apart := array[d.pos] || summed[p] && !summed[d.pos]
				if _, ok := to[d.pos]; ok && d.own && !apart && s.laterAt(d.pos) == s.laterAt(p) {
					join(p, d.pos)
				}
			}
		}
	}
	joinReaders()
	list := func() [][]int {
		s.group = map[int]int{}
		for _, p := range s.members {
			s.group[p] = find(p)
		}
		in := map[int][]int{}
		for _, p := range s.members {
			in[find(p)] = append(in[find(p)], p)
		}
		var out [][]int
		for _, p := range s.members {
			if ps := in[p]; ps != nil {
				out = append(out, ps)
			}
		}
		return out
	}
	for _, k := range list() {
		if len(k) > 1 && !may(k) {
			_, arrays := s.results(k)
			for _, p := range arrays {
				array[p] = true
			}
			s.onlySummed(k, array, summed)
		}
	}
	if len(array) > 0 {
		for _, p := range s.members {
			to[p] = p
		}
		joinReaders()
	}
	type reader struct {
		array *syntax.Var
		later int
	}
	first := map[reader]int{}
	for _, k := range list() {
		if sums, arrays := s.results(k); len(sums) == 0 || len(arrays) > 0 {
			continue
		}
		for _, p := range k {
			for x := range s.reads[p] {
				r := reader{x, s.laterAt(p)}
				if q, ok := first[r]; ok {
					join(p, q)
				} else {
					first[r] = p
				}
			}
		}
	}
	return list()
}
