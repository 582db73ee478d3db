package opt

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// twins does without an array whose elements stand in another as well, as the diagonal of a matrix that is built of them:
//
//	for i < n {                          for i < n {
//	  t[i] = exp(x[i])                     var e = exp(x[i])
//	  q[i][i] = t[i]               →       q[i][i] = e
//	}                                    }
//	…                                    …
//	for j < n { … t[j] … }               for j < n { … q[j][j] … }
//
// That nothing writes to the element of the other later is proved as for what remat computes again ([survival]).
var twins = Pass{ //nolint:gochecknoglobals // a constant
	Name: "twins",
	Law: "An element of an array that one statement stores has the value that the same iteration stores in an element of another array, " +
		"as long as nothing writes to either.",
	Needs: Loops | Allocs,
	Run: eachFunc(func(f *loop.Func, _ *Options) {
		tries := twinTries
		for tries > 0 && twinsOnce(f, &tries) {
		}
	}),
}

const twinTries = 32 // arrays that are looked at closely, in one function

// twinsOnce does without one array, if there is one.
func twinsOnce(f *loop.Func, tries *int) bool {
	sv := survey(f)
	var known *survival
	for _, t := range sv.order {
		w := newTwin(sv, t)
		if w == nil {
			continue
		}
		if known == nil {
			known = newSurvival(sv)
		}
		if *tries--; *tries < 0 {
			return false
		}
		if w.known = known; w.find() {
			w.apply(f)
			return true
		}
	}
	return false
}

// A twin is an array that one statement fills, and where its elements stand too.
type twin struct {
	*surveyor
	known *survival
	t     *loop.Var
	s     *sites
	loops []*nest
	value *loop.Var   // what the statement stores
	other *loop.Expr  // the element of the other array, in the loops that fill both
	with  *loop.Var   // that array
	last  int         // the last reader, in the block of the outermost loop
	here  []*readSite // those in the innermost loop that fills the array
	later []*readSite
}

// newTwin is nil for arrays that are not filled by one statement and then read at the same indices.
func newTwin(sv *surveyor, t *loop.Var) *twin {
	s := sv.arrays[t]
	if s.alloc == nil || s.other || len(s.reads) == 0 || len(s.rows) > 0 || len(s.alloc.Dims) != int(t.Type.Rank) {
		return nil
	}
	loops := sv.filled(t, s)
	if loops == nil || loops[0].loop.Par != nil {
		return nil
	}
	w := &twin{surveyor: sv, t: t, s: s, loops: loops}
	store, ok := (*s.write.n.block)[s.write.at].(*loop.Assign)
	if !ok || len(store.Lhs) != 1 || !w.stores() {
		return nil
	}
	w.last = loops[0].at
	for k := range s.reads {
		if !w.reader(&s.reads[k]) {
			return nil
		}
	}
	return w
}

// stores reports whether the innermost loop stores to another array after it has filled its element.
func (w *twin) stores() bool {
	n := w.loops[len(w.loops)-1]
	for _, s := range (*n.block)[w.s.write.at+1:] {
		if a, ok := s.(*loop.Assign); ok && len(a.Lhs) == 1 && a.Lhs[0].Kind == loop.IndexExpr && a.Lhs[0].Type == w.t.Type.Scalar() {
			return true
		}
	}
	return false
}

// reader reports whether an element is read when it is there: after the store, in the same iterations of the loops around both.
func (w *twin) reader(r *readSite) bool {
	if len(r.loops) != len(w.loops) || !r.loops[0].within(w.loops[0].up) || !w.sameTrips(w.loops, r.loops) {
		return false
	}
	m := 0
	for m < len(w.loops) && r.loops[m] == w.loops[m] && r.at.n.within(w.loops[m]) {
		m++
	}
	for k := m; k < len(w.loops); k++ { // not in loops around which it is not counted
		if r.at.n.within(w.loops[k]) {
			return false
		}
	}
	block, filled := w.loops[0].up, w.loops[0].at
	if m > 0 {
		block = w.loops[m-1]
		at, ok := w.s.write.in(block)
		if !ok {
			return false
		}
		filled = at.at
	}
	at, ok := r.at.in(block)
	if !ok || at.at <= filled {
		return false
	}
	if m == len(w.loops) {
		w.here = append(w.here, r)
		return true
	}
	w.later = append(w.later, r)
	top, _ := r.at.in(w.loops[0].up)
	w.last = max(w.last, top.at)
	return true
}

// find looks for the other array.
func (w *twin) find() bool {
	n := w.loops[len(w.loops)-1]
	store := (*n.block)[w.s.write.at].(*loop.Assign)
	same := map[*loop.Var]bool{} // variables with the value
	if r := store.Rhs[0]; r.Kind == loop.VarExpr && !w.Mutable(r.Var) {
		same[r.Var], w.value = true, r.Var
	}
	isHere := map[*loop.Expr]bool{}
	for _, r := range w.here {
		isHere[r.e] = true
	}
	is := func(e *loop.Expr) bool { return isHere[e] || e.Kind == loop.VarExpr && same[e.Var] }
	for i, s := range *n.block {
		switch s := s.(type) {
		case *loop.Let:
			if is(s.Rhs) && !w.Mutable(s.Var) {
				same[s.Var] = true
			}
		case *loop.Assign:
			if i > w.s.write.at && len(s.Lhs) == 1 && is(s.Rhs[0]) && w.keeps(s, n) {
				return true
			}
		}
	}
	return false
}

// keeps reports whether a statement stores to an element, under the variables of the loops, that keeps its value up to the last reader.
func (w *twin) keeps(s *loop.Assign, n *nest) bool {
	e := s.Lhs[0]
	at := w.locate(e)
	q := w.arrays[at.root]
	if e.Kind != loop.IndexExpr || e.Type != w.t.Type.Scalar() || at.root == w.t || q == nil || q.alloc == nil || len(q.alloc.Dims) != int(at.root.Type.Rank) ||
		len(at.subs) != int(at.root.Type.Rank) || w.Mutable(at.root) || at.root.Flat != nil {
		return false
	}
	c := w.Class(at.root)
	if w.owners[c] > 1 || w.ragged[c] || w.stored[c] {
		return false
	}
	out := loop.Use(at.root)
	for _, sub := range at.subs {
		v := soleVar(sub)
		if v == nil || w.bodies[v] == nil || !n.within(w.bodies[v]) || !w.bodies[v].within(w.loops[0]) {
			return false
		}
		out = loop.Index(out, loop.Use(v))
	}
	made := false
	for _, t := range (*w.loops[0].up.block)[:w.loops[0].at] {
		made = made || t == loop.Stmt(q.alloc)
	}
	if !made || !w.survives(s, at) {
		return false
	}
	w.other, w.with = out, at.root
	return true
}

// survives reports whether nothing writes to the element that s stores to, from then on to the last reader.
func (w *twin) survives(s loop.Stmt, at location) bool {
	b := *w.loops[0].up.block
	c := w.Class(at.root)
	for _, r := range w.Effects(b[w.loops[0].at : w.last+1]...).RegionList {
		if r.Class == c && r.Type.IsArray() {
			return false
		}
	}
	x := w.known
	ch := x.changing(b, w.loops[0].at, w.last)
	r := Region{c, at.root.Type.Scalar()}
	if ch.lost[r] || len(ch.writes[r]) > survivalWrites {
		return false
	}
	around := ch.around[s]
	for _, o := range ch.writes[r] {
		if x.tries--; x.tries < 0 || o.at.root != at.root {
			return false
		}
		if o.seq != ch.seq[s] {
			if !x.apart(at, o, around, ch.seq[s]) {
				return false
			}
			continue
		}
		for _, l := range around { // the statement itself, in other iterations
			switch l.(type) {
			case *loop.For, *loop.While:
				if !x.differ(at, o, around, l) {
					return false
				}
			}
		}
	}
	return true
}

// apply reads the other array, and drops this one.
func (w *twin) apply(f *loop.Func) {
	n := w.loops[len(w.loops)-1]
	store := (*n.block)[w.s.write.at].(*loop.Assign)
	if w.value == nil {
		w.value = loop.NewVar(w.t.Name, w.t.Type.Scalar())
		(*n.block)[w.s.write.at] = &loop.Let{Var: w.value, Rhs: store.Rhs[0]}
		store = nil
	}
	with := map[*loop.Expr]*loop.Expr{}
	for _, r := range w.here {
		with[r.e] = loop.Use(w.value)
	}
	for _, r := range w.later {
		sub := map[*loop.Var]*loop.Expr{}
		for k, n := range w.loops {
			sub[n.loop.Var] = loop.Use(r.loops[k].loop.Var)
		}
		with[r.e] = substitute(w.other, sub)
	}
	var put func(e *loop.Expr) *loop.Expr
	put = func(e *loop.Expr) *loop.Expr {
		if x := with[e]; x != nil {
			return x
		}
		return e.MapArgs(put)
	}
	loop.MapExprs(f.Body, put)
	var drop func(b *[]loop.Stmt)
	drop = func(b *[]loop.Stmt) {
		kept := (*b)[:0:0]
		for _, s := range *b {
			if a, ok := s.(*loop.Alloc); ok && a == w.s.alloc || store != nil && s == loop.Stmt(store) {
				continue
			}
			if l, ok := s.(*loop.Let); ok && w.views[l.Var].root == w.t {
				continue
			}
			loop.Blocks(s, drop)
			kept = append(kept, s)
		}
		*b = kept
	}
	drop(&f.Body)
}
