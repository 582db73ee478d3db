package vectors

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/unionfind"
	"github.com/seed-4b734f86/gochad/lower/loop"
	loopfacts "github.com/seed-4b734f86/gochad/lower/opt/facts"
	"github.com/seed-4b734f86/gochad/wasmbackend/facts"
)

// Lanes are the statements of a function that are done two at a time.
//
// Where several iterations of a loop run side by side (Options.Jam), each statement stands there several times, on
// numbers of one iteration each. Two such statements next to each other are one on vectors of two reals: what
// iterations keep in one array stands side by side in memory (pass zip), and two variables that are only given values
// by such pairs of statements are one vector.
//
//	s +~= q[j] * y[4 * j]                 (s, t) +~= (q[j], q[j]) * (y[4 * j], y[4 * j + 1])
//	t +~= q[j] * y[4 * j + 1]       →
//
// All numbers are the same, to the last bit. Statements become neighbours only over statements that neither give what
// they read nor read what they give. The price is estimated: an operation is saved for each that two share, and numbers
// that are put together or taken apart cost one each. Only wazero gets them: what they save is checks of bounds above
// all.
type Lanes struct {
	Second map[loop.Stmt]loop.Stmt // by the first statement of a pair
	Packs  map[*loop.Var]*Pack
	places map[*loop.Var]Strided // ints that are a multiple of the variable of a loop and a constant
	outs   map[*loop.Expr]int    // what outOf has found for large expressions, with these packs
	View   *facts.View
}

// A Pack is two variables in one vector.
type Pack struct {
	Vars [2]*loop.Var
}

// Strided is stride·of + c.
type Strided struct {
	Of        *loop.Var
	Stride, C int64
}

const (
	laneWindow = 12 // how far apart the statements of a pair may stand
	// how often pairs are looked for: each round finds those that read what earlier ones give, and some that give it
	laneRounds = 8
	laneInside = 16 // statements of a branch that one of a pair may pass
	outsFrom   = 16 // nodes of an expression that is looked at once for what is taken out of vectors
)

type laneFinder struct {
	*Lanes
	in     *loopfacts.Info
	defs   map[*loop.Var]int  // statements that give a variable a value
	paired map[loop.Stmt]bool // those of pairs
	depth  map[loop.Stmt]int
	// the classes of parameters, results among them: what is stored there may be looked at for NaN
	given map[*loop.Var]bool
	list  []*[]loop.Stmt // blocks in loops
}

// FindLanes puts the statements of pairs next to each other, and says which they are.
func FindLanes(e *facts.View) *Lanes {
	out := &Lanes{Second: map[loop.Stmt]loop.Stmt{}, Packs: map[*loop.Var]*Pack{}, places: map[*loop.Var]Strided{},
		outs: map[*loop.Expr]int{}, View: e}
	f := &laneFinder{Lanes: out, defs: map[*loop.Var]int{}, paired: map[loop.Stmt]bool{},
		depth: map[loop.Stmt]int{}, given: map[*loop.Var]bool{}}
	f.collect(e.Fn.Body, 0, true)
	if len(f.list) == 0 {
		return out
	}
	f.in = e.Analysis()
	for _, q := range e.Fn.Params {
		if q.Var.Type.IsArray() {
			f.given[f.in.Class(q.Var)] = true
		}
	}
	f.early(e.Fn.Body)
	for changed, round := true, 0; changed && round < laneRounds; round++ {
		changed = false
		for _, b := range f.list {
			changed = f.pairs(*b) || changed
		}
	}
	f.prune()
	return out
}

// NoLanes are lanes without pairs.
func NoLanes(e *facts.View) *Lanes { return &Lanes{View: e} }

// collect reads a block: definitions, places, and the blocks where pairs are looked for.
func (f *laneFinder) collect(b []loop.Stmt, depth int, free bool) {
	for _, s := range b {
		f.depth[s] = depth
		loop.Declared(s, func(v *loop.Var) { f.defs[v]++ })
		switch s := s.(type) {
		case *loop.Let:
			if s.Var.Type == loop.IntType && !f.View.Assigned.Has(s.Var) {
				if p, ok := f.Place(s.Rhs); ok {
					f.places[s.Var] = p
				}
			}
		case *loop.Assign:
			for _, l := range s.Lhs {
				if l.Kind == loop.VarExpr {
					f.defs[l.Var]++
				}
			}
		case *loop.AddTo:
			if s.Lhs.Kind == loop.VarExpr {
				f.defs[s.Lhs.Var]++
			}
		case *loop.For:
			f.places[s.Var] = Strided{s.Var, 1, 0}
			inner := depth + 1
			if s.Vector || Pairs(f.View, s) != nil {
				f.collect(s.Body, inner, false)
				continue
			}
			if free {
				f.list = append(f.list, &s.Body)
			}
			f.collect(s.Body, inner, free)
			continue
		case *loop.If:
			if depth > 0 && free {
				f.list = append(f.list, &s.Then, &s.Else)
			}
		}
		inner := depth
		if _, ok := s.(*loop.While); ok {
			inner++
		}
		loop.Blocks(s, func(b *[]loop.Stmt) { f.collect(*b, inner, free) })
	}
}

// mostStride bounds what is multiplied by and added.
const mostStride = 1 << 16

// Place reads an int as a multiple of the variable of a loop and a constant.
func (l *Lanes) Place(x *loop.Expr) (Strided, bool) {
	if x.Kind == loop.VarExpr {
		p, ok := l.places[x.Var]
		return p, ok
	}
	if x.Kind != loop.PrimExpr || len(x.Args) != 2 || !x.Args[1].IsConst() {
		return Strided{}, false
	}
	p, ok := l.Place(x.Args[0])
	c := x.Args[1].I
	if !ok || c < 0 || c > mostStride || p.Stride > mostStride {
		return Strided{}, false
	}
	switch x.Prim.Name {
	case "iadd":
		p.C += c
	case "isub":
		p.C -= c
	case "imul":
		p.Stride, p.C = p.Stride*c, p.C*c
	default:
		return Strided{}, false
	}
	return p, max(p.C, -p.C, p.Stride) <= mostStride && p.Stride > 0
}

// Beside reports whether y is the element after x.
func (l *Lanes) Beside(x, y *loop.Expr) bool {
	d, ok := l.apart(x, y)
	return ok && d == 1
}

// apart is how far y is behind x in one array, if that is known.
func (l *Lanes) apart(x, y *loop.Expr) (int64, bool) {
	if x.Kind != loop.IndexExpr || y.Kind != loop.IndexExpr || x.Type != loop.RealType || y.Type != loop.RealType ||
		x.Args[0].Kind != loop.VarExpr ||
		!y.Args[0].IsVar(x.Args[0].Var) || x.Args[0].Var.Flat != nil || l.View.Assigned.Has(x.Args[0].Var) {
		return 0, false
	}
	i, j := x.Args[1], y.Args[1]
	p, ok := l.Place(i)
	q, is := l.Place(j)
	if ok && is {
		return q.C - p.C, p.Of == q.Of && p.Stride == q.Stride
	}
	if ok || is {
		return 0, false
	}
	i, c := ConstantOf(i)
	j, d := ConstantOf(j)
	if i == nil || j == nil {
		return d - c, i == j
	}
	return d - c, loop.Equal(i, j)
}

// ConstantOf takes a constant off an index; what is left is nil if that is all.
func ConstantOf(x *loop.Expr) (*loop.Expr, int64) {
	if x.IsConst() {
		return nil, x.I
	}
	if x.Kind == loop.PrimExpr && x.Prim.Name == "iadd" && x.Args[1].IsConst() {
		return x.Args[0], x.Args[1].I
	}
	return x, 0
}

// Packed reports whether x and y are the sides of a vector.
func (l *Lanes) Packed(x, y *loop.Expr) bool {
	if x.Kind != loop.VarExpr || y.Kind != loop.VarExpr {
		return false
	}
	p := l.Packs[x.Var]
	return p != nil && p.Vars == [2]*loop.Var{x.Var, y.Var}
}

// gain is what it saves to compute two reals as a vector; known reports whether some of their parts are there as one.
func (l *Lanes) gain(x, y *loop.Expr) (gain int, known bool) {
	switch {
	case x.Kind == loop.ConstExpr && y.Kind == loop.ConstExpr:
		return 0, false
	case l.Packed(x, y):
		return 0, true
	case l.Beside(x, y):
		return 1, true
	case loop.Equal(x, y):
		return -1 - l.outOf(x), false
	case l.Both(x, y):
		gain = 1
		if _, ok := Ops[x.Prim.Name]; !ok && x.Prim.Name != "square" {
			gain = 12
		}
		for i := range x.Args {
			g, k := l.gain(x.Args[i], y.Args[i])
			gain, known = gain+g, known || k
		}
		return gain, known
	}
	if x.Kind == loop.IndexExpr {
		return -1 - l.outOf(y), false
	}
	return -2 - l.outOf(x) - l.outOf(y), false
}

// Both reports whether x and y are one operation that there is on vectors.
func (l *Lanes) Both(x, y *loop.Expr) bool {
	if x.Kind != loop.PrimExpr || y.Kind != loop.PrimExpr || x.Prim != y.Prim || x.Type != loop.RealType {
		return false
	}
	if _, ok := Ops[x.Prim.Name]; !ok && x.Prim.Name != "square" && !l.View.Paired(x) {
		return false
	}
	return !slices.ContainsFunc(x.Args, func(a *loop.Expr) bool { return a.Type != loop.RealType })
}

// outOf is the number of variables in x that have to be taken out of vectors.
func (l *Lanes) outOf(x *loop.Expr) (n int) {
	if x.Kind == loop.VarExpr && l.Packs[x.Var] != nil {
		return 1
	}
	if len(x.Args) == 0 {
		return 0
	}
	n, ok := l.outs[x]
	if ok {
		return n
	}
	for _, a := range x.Args {
		n += l.outOf(a)
	}
	if x.Size > outsFrom { // long sums ask for each of their beginnings
		l.outs[x] = n
	}
	return n
}

// acrossGain is what it saves to compute a sum x as that of both sides of a vector.
func (l *Lanes) acrossGain(x *loop.Expr) (int, bool) {
	if x.Kind != loop.PrimExpr || x.Prim.Name != "+" {
		return 0, false
	}
	g, known := l.gain(x.Args[0], x.Args[1])
	return g - 2 + l.outOf(x), known
}

// Across reports whether a sum is best computed so.
func (l *Lanes) Across(x *loop.Expr) bool {
	if len(l.Second) == 0 {
		return false
	}
	g, known := l.acrossGain(x)
	return known && g > 0
}

// Parts are the place and the value of a statement of a pair.
func Parts(s loop.Stmt) (place, value *loop.Expr) {
	switch s := s.(type) {
	case *loop.Let:
		if s.Var.Type == loop.RealType {
			return loop.Use(s.Var), s.Rhs
		}
	case *loop.AddTo:
		if s.Lhs.Type == loop.RealType {
			return s.Lhs, s.Rhs
		}
	case *loop.Assign:
		if len(s.Lhs) == 1 && s.Lhs[0].Type == loop.RealType {
			return s.Lhs[0], s.Rhs[0]
		}
	}
	return nil, nil
}

// worth is what a pair of statements saves; ok is false if they cannot be one.
func (f *laneFinder) worth(s, t loop.Stmt) (gain int, known, ok bool) {
	p, x := Parts(s)
	q, y := Parts(t)
	if p == nil || q == nil || facts.MayFail(s) || facts.MayFail(t) {
		return 0, false, false
	}
	switch s := s.(type) {
	case *loop.Let:
		if _, ok := t.(*loop.Let); !ok {
			return 0, false, false
		}
	case *loop.AddTo:
		u, ok := t.(*loop.AddTo)
		if !ok || s.Free != u.Free {
			return 0, false, false
		}
		gain++
	case *loop.Assign:
		if _, ok := t.(*loop.Assign); !ok {
			return 0, false, false
		}
	}
	switch {
	case p.Kind == loop.VarExpr && q.Kind == loop.VarExpr:
		a, b := f.Packs[p.Var], f.Packs[q.Var]
		if a != b || p.Var == q.Var || a == nil && f.defs[p.Var] != f.defs[q.Var] || a != nil && a.Vars[0] != p.Var {
			return 0, false, false
		}
		known = a != nil
	case f.Beside(p, q) && !f.given[f.in.Class(p.Args[0].Var)]:
		known = true
		gain += 2 // vectors are not read well from what was stored in halves
	default:
		return 0, false, false
	}
	g, k := f.gain(x, y)
	return gain + g, known || k, true
}

// pairs makes pairs in a block, and reports whether there are more than before.
func (f *laneFinder) pairs(b []loop.Stmt) (changed bool) {
	for i := 0; i < len(b); i++ {
		s := b[i]
		if f.paired[s] {
			continue
		}
		if p, _ := Parts(s); p == nil {
			continue
		}
		for j := i + 1; j < len(b) && j <= i+laneWindow; j++ {
			t := b[j]
			if f.paired[t] {
				continue
			}
			if _, known, ok := f.worth(s, t); !ok || !known || f.meet(s, t) || !f.neighbours(b, i, j) {
				continue
			}
			f.Second[s], f.paired[s], f.paired[t] = t, true, true
			p, _ := Parts(s)
			q, _ := Parts(t)
			if p.Kind == loop.VarExpr && f.Packs[p.Var] == nil {
				k := &Pack{Vars: [2]*loop.Var{p.Var, q.Var}}
				f.Packs[p.Var], f.Packs[q.Var] = k, k
				clear(f.outs)
			}
			changed = true
			break
		}
	}
	return changed
}

// neighbours moves statement j behind statement i, or i before j, past what stands between them, if it can. What
// belongs to a pair stays with it.
func (f *laneFinder) neighbours(b []loop.Stmt, i, j int) bool {
	up, down := true, true
	for k := i + 1; k < j; k++ {
		up, down = up && f.passes(b[k], b[j]), down && f.passes(b[k], b[i])
	}
	cut := func(k int) bool { // whether a pair would be parted before statement k
		return k > 0 && k < len(b) && f.Second[b[k-1]] == b[k]
	}
	switch {
	case up && !cut(i+1):
		t := b[j]
		copy(b[i+2:j+1], b[i+1:j])
		b[i+1] = t
	case down && !cut(j):
		s := b[i]
		copy(b[i:j-1], b[i+1:j])
		b[j-1] = s
	default:
		return false
	}
	return true
}

// passes reports whether s, one of a pair, may change places with a statement.
func (f *laneFinder) passes(other, s loop.Stmt) bool {
	simple, inside := true, 0
	loop.Walk([]loop.Stmt{other}, func(t loop.Stmt) {
		inside++
		switch t.(type) {
		case *loop.Let, *loop.AddTo, *loop.Assign, *loop.If:
		default:
			simple = false
		}
	})
	return simple && inside <= laneInside && !facts.MayFail(other) && !f.meet(other, s)
}

// meet reports whether one of two statements gives what the other reads or gives.
func (f *laneFinder) meet(a, b loop.Stmt) bool { return f.disturbs(a, b) || f.disturbs(b, a) }

// disturbs reports whether a gives what b reads or gives.
func (f *laneFinder) disturbs(a, b loop.Stmt) bool {
	given := map[*loop.Var]bool{}
	var stores []*loop.Expr
	loop.Walk([]loop.Stmt{a}, func(s loop.Stmt) {
		loop.Declared(s, func(v *loop.Var) { given[v] = true })
		note := func(l *loop.Expr) {
			if l.Kind == loop.VarExpr {
				given[l.Var] = true
			} else {
				stores = append(stores, l)
			}
		}
		switch s := s.(type) {
		case *loop.AddTo:
			note(s.Lhs)
		case *loop.Assign:
			for _, l := range s.Lhs {
				note(l)
			}
		}
	})
	met := false
	var visit func(x *loop.Expr)
	visit = func(x *loop.Expr) {
		met = met || x.Kind == loop.VarExpr && given[x.Var]
		for _, l := range stores {
			met = met || f.overlap(l, x)
		}
		for _, y := range x.Args {
			visit(y)
		}
	}
	loop.Walk([]loop.Stmt{b}, func(s loop.Stmt) {
		loop.Operands(s, func(x **loop.Expr, _ bool) { visit(*x) })
		loop.Declared(s, func(v *loop.Var) { met = met || given[v] })
	})
	return met
}

// overlap reports whether an element or field may be that which is stored to.
func (f *laneFinder) overlap(store, x *loop.Expr) bool {
	r, ok := f.in.Region(x)
	if !ok {
		return x.Kind == loop.IndexExpr || x.Kind == loop.FieldExpr
	}
	s, ok := f.in.Region(store)
	if ok && s != r {
		return false
	}
	d, known := f.apart(store, x)
	return !known || d == 0
}

// prune gives up vectors whose variables get values otherwise, and those that do not pay.
func (f *laneFinder) prune() {
	for changed := true; changed; {
		changed = f.complete()
		changed = f.pays() || changed
	}
}

// complete drops what is given values by other statements, and reports whether there was some.
func (f *laneFinder) complete() (changed bool) {
	for again := true; again; {
		again = false
		defs := map[*loop.Var]int{}
		for s := range f.Second {
			if p, _ := Parts(s); p.Kind == loop.VarExpr {
				defs[p.Var]++
			}
		}
		for v, p := range f.Packs {
			if v == p.Vars[0] && (defs[v] != f.defs[v] || defs[v] != f.defs[p.Vars[1]]) {
				f.drop(p)
				again, changed = true, true
			}
		}
	}
	return changed
}

// drop gives up a vector, with the pairs that give it values.
func (f *laneFinder) drop(p *Pack) {
	for s := range f.Second {
		if q, _ := Parts(s); q.Kind == loop.VarExpr && f.Packs[q.Var] == p {
			delete(f.Second, s)
		}
	}
	delete(f.Packs, p.Vars[0])
	delete(f.Packs, p.Vars[1])
	clear(f.outs)
}

// pays drops the pairs and vectors that have to do with each other where they save nothing, and reports whether there
// were some. What loops around a statement do counts eight times as much.
func (f *laneFinder) pays() (changed bool) {
	var classes unionfind.Sets[any]
	each := func(s loop.Stmt, yield func(p *Pack)) {
		loop.Operands(s, func(x **loop.Expr, _ bool) {
			(*x).EachVar(func(v *loop.Var) {
				if p := f.Packs[v]; p != nil {
					yield(p)
				}
			})
		})
		loop.Declared(s, func(v *loop.Var) {
			if p := f.Packs[v]; p != nil {
				yield(p)
			}
		})
	}
	for s, t := range f.Second {
		each(s, func(p *Pack) { classes.Union(s, p) })
		each(t, func(p *Pack) { classes.Union(s, p) })
	}
	sum := map[any]int{}
	seconds := map[loop.Stmt]bool{}
	for _, t := range f.Second {
		seconds[t] = true
	}
	for s, depth := range f.depth {
		weight := 1 << (3 * min(depth, 6))
		if t := f.Second[s]; t != nil {
			g, _, _ := f.worth(s, t)
			sum[classes.Find(s)] += g * weight
			continue
		}
		if seconds[s] {
			continue
		}
		var visit func(x *loop.Expr)
		visit = func(x *loop.Expr) {
			if x.Kind == loop.VarExpr {
				if p := f.Packs[x.Var]; p != nil {
					sum[classes.Find(p)] -= weight
				}
				return
			}
			if g, known := f.acrossGain(x); known && g > 0 {
				var first *Pack // one of those that x has to do with counts for all
				x.EachVar(func(v *loop.Var) {
					if p := f.Packs[v]; p != nil && first == nil {
						first = p
						sum[classes.Find(p)] += (g - f.outOf(x)) * weight
					}
				})
				return
			}
			for _, a := range x.Args {
				visit(a)
			}
		}
		loop.Operands(s, func(x **loop.Expr, _ bool) { visit(*x) })
	}
	for s := range f.Second {
		if sum[classes.Find(s)] <= 0 {
			p, _ := Parts(s)
			if p.Kind == loop.VarExpr && f.Packs[p.Var] != nil {
				f.drop(f.Packs[p.Var])
			}
			delete(f.Second, s)
			changed = true
		}
	}
	return changed
}
