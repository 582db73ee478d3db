package accumulate

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Sums has arrays added to where they will be added.
func Sums(f *loop.Func) {
	for again, round := true, 0; again && round < maxShadowRounds; round++ {
		sh := &shadow{in: facts.Analyse(f), uses: facts.Uses(f)}
		f.Body = sh.block(f.Body)
		again = sh.changed
	}
}

const (
	maxShadowRounds = 12
	shadowWindow    = 400 // statements between the making of an array and its addition
)

type shadow struct {
	in      *facts.Info
	uses    map[*loop.Var]int
	changed bool
}

func (sh *shadow) block(block []loop.Stmt) []loop.Stmt {
	for b := 0; b < len(block); b++ {
		w, ok := wholeOf(block[b])
		if !ok {
			if next, ok := sh.apart(block, b); ok {
				block, sh.changed = next, true
				b = max(-1, b-2)
			}
			continue
		}
		if next, ok := sh.forward(block, b, w); ok {
			block, sh.changed = next, true
			b = max(-1, b-2)
			sh.uses[w.src] = 0
			continue
		}
		if next, ok := sh.intoBranches(block, b, w); ok {
			block, sh.changed = next, true
			b--
			continue
		}
		if next, ok := sh.raise(block, b, w); ok {
			block, sh.changed = next, true
			b = max(-1, b-2)
		}
	}
	for _, s := range block {
		loop.Blocks(s, func(inner *[]loop.Stmt) { *inner = sh.block(*inner) })
	}
	return block
}

// apart is forward, or intoBranches, for one of several arrays that nested loops add to as many, as those of records
// are:
//
//	for i < n { a[i] +~= r[i]; for k < 2 { b[i][k] +~= q[i][k] } }
//
// The loops go on adding the others.
func (sh *shadow) apart(block []loop.Stmt, b int) ([]loop.Stmt, bool) {
	var adds []*loop.AddTo
	if f, ok := block[b].(*loop.For); !ok || !onlyAdds(f, &adds) || len(adds) < 2 {
		return nil, false
	}
	for _, a := range adds {
		one := someAdds(block[b], func(s *loop.AddTo) bool { return s == a })
		w, ok := wholeOf(one)
		if !ok {
			continue
		}
		others := someAdds(block[b], func(s *loop.AddTo) bool { return s != a })
		if mentioned([]loop.Stmt{others}, w.src) {
			continue // what they add to it comes behind, in the loops as they are
		}
		trial := slices.Concat(block[:b], []loop.Stmt{others, one}, block[b+1:])
		if next, ok := sh.forward(trial, b+1, w); ok {
			sh.uses[w.src] = 0
			return next, true
		}
		if next, ok := sh.intoBranches(trial, b+1, w); ok {
			return next, true
		}
	}
	return nil, false
}

// mentioned reports whether v stands in statements.
func mentioned(stmts []loop.Stmt, v *loop.Var) (found bool) {
	loop.Walk(stmts, func(s loop.Stmt) {
		loop.Operands(s, func(e **loop.Expr, _ bool) { (*e).EachVar(func(x *loop.Var) { found = found || x == v }) })
	})
	return found
}

// onlyAdds reports whether f does nothing but to add, in whatever order, and collects what it adds.
func onlyAdds(f *loop.For, adds *[]*loop.AddTo) bool {
	for _, s := range f.Body {
		switch s := s.(type) {
		case *loop.AddTo:
			if !s.Free {
				return false
			}
			*adds = append(*adds, s)
		case *loop.For:
			if !onlyAdds(s, adds) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// someAdds is a copy of loops that add with some of the additions, nil if those are none.
func someAdds(s loop.Stmt, keep func(*loop.AddTo) bool) loop.Stmt {
	f, ok := s.(*loop.For)
	if !ok {
		if keep(s.(*loop.AddTo)) {
			return s
		}
		return nil
	}
	g := *f
	g.Body = nil
	for _, t := range f.Body {
		if t = someAdds(t, keep); t != nil {
			g.Body = append(g.Body, t)
		}
	}
	if len(g.Body) == 0 {
		return nil
	}
	return &g
}

// whole is the addition, or copying, of all elements of the array src to dst.
type whole struct {
	dst  *loop.Expr
	src  *loop.Var
	copy bool
	neg  bool         // what is added is their negation
	dims []*loop.Expr // of the loops; nil for a Copy
}

// wholeOf recognises nested loops that add src[i]…[k] to dst[i]…[k], and copies.
func wholeOf(s loop.Stmt) (w whole, ok bool) {
	if c, ok := s.(*loop.Copy); ok && c.Src.Kind == loop.VarExpr {
		return whole{dst: c.Dst, src: c.Src.Var, copy: true}, true
	}
	var idx []*loop.Var
	as := map[*loop.Var]*loop.Expr{} // names for other indices
	for {
		f, ok := s.(*loop.For)
		if !ok {
			break
		}
		if len(f.Body) == 0 {
			return w, false
		}
		idx, w.dims = append(idx, f.Var), append(w.dims, f.N)
		for _, t := range f.Body[:len(f.Body)-1] {
			l, ok := t.(*loop.Let)
			if !ok || l.Var.Type != loop.IntType || !l.Rhs.IsAtom() {
				return w, false
			}
			as[l.Var] = renamed(l.Rhs, as)
		}
		s = f.Body[len(f.Body)-1]
	}
	a, ok := s.(*loop.AddTo)
	if !ok || !a.Free || len(idx) == 0 {
		return w, false
	}
	lhs, rhs := renamed(a.Lhs, as), renamed(a.Rhs, as)
	if x, ok := facts.Negated(rhs); ok {
		rhs, w.neg = x, true
	}
	dst, okDst := under(lhs, idx)
	src, okSrc := under(rhs, idx)
	if !okDst || !okSrc || src.Kind != loop.VarExpr || src.Var == dst.Root() {
		return w, false
	}
	w.dst, w.src = dst, src.Var
	return w, true
}

// renamed is e with what stands in as for variables.
func renamed(e *loop.Expr, as map[*loop.Var]*loop.Expr) *loop.Expr {
	if len(as) == 0 {
		return e
	}
	if e.Kind == loop.VarExpr {
		if x := as[e.Var]; x != nil {
			return x
		}
		return e
	}
	return e.MapArgs(func(x *loop.Expr) *loop.Expr { return renamed(x, as) })
}

// under is the array of which e is the element at idx, all of them and in order.
func under(e *loop.Expr, idx []*loop.Var) (*loop.Expr, bool) {
	for k := len(idx) - 1; k >= 0; k-- {
		if e.Kind != loop.IndexExpr || !e.Args[1].IsVar(idx[k]) {
			return nil, false
		}
		e = e.Args[0]
	}
	inside := false
	e.EachVar(func(v *loop.Var) {
		for _, i := range idx {
			inside = inside || v == i
		}
	})
	return e, !inside
}

// covers reports whether w takes all elements of an array of the given lengths.
func (w *whole) covers(dims []*loop.Expr) bool {
	if w.copy {
		return true
	}
	if len(dims) != len(w.dims) {
		return false
	}
	for i, d := range dims {
		if !loop.Equal(d, w.dims[i]) {
			return false
		}
	}
	return true
}

// forward lets what is added to src, made before in the same block, be added to dst.
func (sh *shadow) forward(block []loop.Stmt, b int, w whole) ([]loop.Stmt, bool) {
	a := sh.making(block, b, w)
	if a < 0 {
		return nil, false
	}
	root := w.dst.Root()
	if root == nil {
		return nil, false
	}
	v := &view{sh: sh, src: w.src, class: sh.in.Class(root)}
	var early []loop.Stmt // statements about dst that go before
	var rest []loop.Stmt
	for _, s := range block[a+1 : b] {
		if v.movable(s, root) && !v.added {
			early = append(early, s)
			continue
		}
		v.stmt(s)
		if v.bad {
			return nil, false
		}
		rest = append(rest, s)
	}
	// Besides the additions, src stands only in w, and what is added must be there before.
	if v.adds+1 != sh.uses[w.src] || w.copy && (v.added || len(early) > 0 && !onlyMakes(early, root)) {
		return nil, false
	}
	for _, s := range early {
		if v.needsInner(s) {
			return nil, false
		}
	}
	if v.declares(w.dst, early) {
		return nil, false
	}
	if w.copy {
		early = append(early, &loop.Clear{Dst: w.dst})
		sh.uses[root]++
	}
	sh.uses[root] += v.adds - 1 // what was added to src instead of w
	for _, s := range rest {
		redirect(s, w)
	}
	out := append([]loop.Stmt(nil), block[:a]...)
	out = append(append(out, early...), rest...)
	return append(out, block[b+1:]...), true
}

// onlyMakes reports whether statements do no more than make the array v.
func onlyMakes(stmts []loop.Stmt, v *loop.Var) bool {
	for _, s := range stmts {
		if m, ok := s.(*loop.Alloc); !ok || m.Var != v {
			return false
		}
	}
	return true
}

// making finds the statement before b that makes w.src, of zeros.
func (sh *shadow) making(block []loop.Stmt, b int, w whole) int {
	for a := b - 1; a >= max(0, b-shadowWindow); a-- {
		m, ok := block[a].(*loop.Alloc)
		if ok && m.Var == w.src {
			if m.Dirty || m.Var.Flat != nil || !w.covers(m.Dims) || len(m.Dims) != int(m.Var.Type.Rank) ||
				!m.Var.Type.Scalar().IsNumber() {
				return -1
			}
			return a
		}
	}
	return -1
}

// view looks at the statements between the making of src and its addition to an array of class.
type view struct {
	sh    *shadow
	src   *loop.Var
	class *loop.Var
	inner map[*loop.Var]bool // declared or assigned on the way
	adds  int                // additions to src
	added bool               // something else was added to dst
	bad   bool
}

// mentions reports whether e has to do with dst or, wrongly, with src.
func (v *view) mentions(e *loop.Expr) bool {
	found := false
	e.EachVar(func(x *loop.Var) {
		found = found || x == v.src || facts.Holds(x.Type) && v.sh.in.Class(x) == v.class
	})
	return found
}

func (v *view) stmt(s loop.Stmt) {
	if v.inner == nil {
		v.inner = map[*loop.Var]bool{}
	}
	loop.Declared(s, func(x *loop.Var) { v.inner[x] = true })
	switch s := s.(type) {
	case *loop.AddTo:
		v.addTo(s)
		return
	case *loop.Assign:
		for _, l := range s.Lhs {
			if l.Kind == loop.VarExpr {
				v.inner[l.Var] = true
			}
		}
	case *loop.Append:
		v.inner[s.Var] = true
	case *loop.Alloc:
		v.bad = v.bad || v.sh.in.Class(s.Var) == v.class
	case *loop.Call:
		for _, x := range s.Vars {
			v.bad = v.bad || x != nil && facts.Holds(x.Type) && v.sh.in.Class(x) == v.class
		}
	}
	loop.Operands(s, func(e **loop.Expr, _ bool) { v.bad = v.bad || v.mentions(*e) })
	loop.Blocks(s, func(b *[]loop.Stmt) {
		for _, t := range *b {
			v.stmt(t)
		}
	})
}

func (v *view) addTo(s *loop.AddTo) {
	if s.Lhs.Kind == loop.VarExpr {
		v.inner[s.Lhs.Var] = true
	}
	root := s.Lhs.Root()
	for e := s.Lhs; e.Kind == loop.IndexExpr || e.Kind == loop.SliceExpr; e = e.Args[0] {
		if e.Kind == loop.SliceExpr {
			v.bad = true
		}
		for _, i := range e.Args[1:] {
			v.bad = v.bad || v.mentions(i)
		}
	}
	v.bad = v.bad || v.mentions(s.Rhs)
	switch {
	case root == v.src:
		v.adds++
		v.bad = v.bad || !s.Free
	case root != nil && facts.Holds(root.Type) && v.sh.in.Class(root) == v.class:
		v.added = true
	}
}

// movable reports whether s only makes dst or stores constants and variables in it, so that it may come before the
// additions to src, which are to follow it.
func (v *view) movable(s loop.Stmt, root *loop.Var) bool {
	switch s := s.(type) {
	case *loop.Alloc:
		return s.Var == root
	case *loop.Clear:
		return s.Dst.Root() == root && v.simple(s.Dst)
	case *loop.Assign:
		return len(s.Lhs) == 1 && s.Lhs[0].Kind == loop.IndexExpr && s.Lhs[0].Root() == root && v.simple(s.Lhs[0]) &&
			s.Rhs[0].IsAtom() &&
			!facts.Holds(s.Rhs[0].Type)
	}
	return false
}

// simple reports whether the indices of e are variables and constants.
func (v *view) simple(e *loop.Expr) bool {
	for ; e.Kind == loop.IndexExpr; e = e.Args[0] {
		if !e.Args[1].IsAtom() {
			return false
		}
	}
	return e.Kind == loop.VarExpr
}

// needsInner reports whether s reads what the statements that it is to precede declare or assign.
func (v *view) needsInner(s loop.Stmt) bool {
	found := false
	loop.Operands(s, func(e **loop.Expr, _ bool) {
		facts.EachRead(*e, func(x *loop.Var) { found = found || v.inner[x] })
	})
	return found
}

// declares reports whether dst is not there yet where src is made.
func (v *view) declares(dst *loop.Expr, early []loop.Stmt) bool {
	made := map[*loop.Var]bool{}
	for _, s := range early {
		loop.Declared(s, func(x *loop.Var) { made[x] = true })
	}
	found := false
	facts.EachRead(dst, func(x *loop.Var) { found = found || v.inner[x] && !made[x] })
	return found
}

// redirect replaces the array w.src by w.dst in the targets of additions.
func redirect(s loop.Stmt, w whole) {
	var sub func(e *loop.Expr) *loop.Expr
	sub = func(e *loop.Expr) *loop.Expr {
		if e.IsVar(w.src) {
			return w.dst
		}
		if e.Kind == loop.IndexExpr {
			return loop.Index(sub(e.Args[0]), e.Args[1])
		}
		return e
	}
	loop.Walk([]loop.Stmt{s}, func(s loop.Stmt) {
		if a, ok := s.(*loop.AddTo); ok && a.Lhs.Root() == w.src {
			if a.Lhs = sub(a.Lhs); w.neg {
				a.Rhs = loop.Prim(syntax.OpNeg, a.Rhs)
			}
		}
	})
}
