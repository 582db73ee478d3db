package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// store keeps what a loop computes at some expense, and a later loop through the same iterations computes again: roots, quotients and
// calls cost more than a store and a load.
//
//	                                          var z []real = dirty(the number of iterations)
//	                                          var at int = 0
//	for i < n {                               for i < n {
//	  for j < i {                               for j < i {
//	    var d = x[i] - x[j]                       var d = x[i] - x[j]
//	    s += m / sqrt(d*d + 1)                    z[at + j] = sqrt(d*d + 1)
//	  }                                           s += m / z[at + j]
//	}                                     →     }
//	for i down n {                              at += i
//	  for j down i {                          }
//	    var d = x[i] - x[j]                   for i down n {
//	    var r = sqrt(d*d + 1)                   at -= i
//	    …                                       for j down i {
//	                                              var r = z[at + j]
//
// The memory has a limit, beyond which values are computed again as before.
//
// What is stored has one place for each iteration of the innermost loop, whatever their number is: the places of the runs of that
// loop stand one behind the other, and the later loops go back through them. So the loops around must go the other way round, or
// be such that they may. Where remat decides on what tapes there were, here is one that there was not, since what the later loop computes is all there.
var store = Pass{ //nolint:gochecknoglobals // a constant
	Name: "store",
	Law: "A pure expression has the same value in the same iteration of a later loop, where the variables and the memory that it reads are " +
		"the same; what is stored is what is loaded, as long as the memory is that of one loop and the other.",
	Needs: Loops,
	Run: eachFunc(func(f *loop.Func, o *Options) {
		if !anyDear(f) {
			return
		}
		// What there is to share must be shared, which other passes want otherwise unless something is stored.
		c := &cloner{as: map[*loop.Var]*loop.Expr{}, in: Analyse(f)}
		g := *f
		g.Body = c.block(f.Body)
		g.Results = c.exprs(f.Results)
		o = o.apart()
		for k := range storedValues {
			p := &loop.Program{Funcs: []*loop.Func{&g}}
			valueNumbering.Run(p, o)
			quotients.Run(p, o) // of which there are more in the first loop each time
			algebra.Run(p, o)
			deadCode.Run(p, o)
			if !storeOne(&g, o) {
				if k > 0 {
					f.Body, f.Results = g.Body, g.Results
				}
				return
			}
		}
		f.Body, f.Results = g.Body, g.Results
	}),
}

const (
	storedValues = 4                          // in one function
	storedMost   = 1 << 20                    // words
	storeGain    = 2 * (storeCost + loadCost) // what it must save, in the weights of remat
	dearCost     = 16                         // of an operation, from which on it is looked at
	storeNodes   = 400                        // of an expression with all that it needs written out
	storeReach   = 64                         // loops before a later one that are looked at
)

// anyDear reports whether a loop inside another statement has an expensive operation.
func anyDear(f *loop.Func) bool {
	dear, loops := 0, 0
	loop.Walk(f.Body, func(s loop.Stmt) {
		switch s := s.(type) {
		case *loop.For:
			loops++
		case *loop.Let:
			if loops > 1 && isDear(s.Rhs) {
				dear++
			}
		}
	})
	return dear > 0
}

// isDear reports whether e has an operation that costs more than a store and a load, with what comes to it.
func isDear(e *loop.Expr) bool {
	if e.Kind == loop.PrimExpr && e.Type == loop.RealType && 2*e.Prim.Cost >= dearCost {
		return true
	}
	return slices.ContainsFunc(e.Args, isDear)
}

// A keeping is one value to store and load.
type keeping struct {
	first, later []*nest // the loops, outermost first
	value        *loop.Expr
	at           int // the place of the store in the body of the innermost of the first loops
	let          *loop.Let
}

// storeOne finds the first value that is worth it.
func storeOne(f *loop.Func, o *Options) bool {
	k := &storer{sv: survey(f), o: o, reads: readsOf(f), f: f, work: workIn(f.Body, 1), changes: map[*[]loop.Stmt]*changes{}}
	var found *keeping
	loop.Walk(f.Body, func(s loop.Stmt) {
		if l, ok := s.(*loop.For); ok && found == nil {
			found = k.inLoop(k.sv.bodies[l.Var])
		}
	})
	if found == nil {
		return false
	}
	k.apply(f, found)
	return true
}

type storer struct {
	sv    *surveyor
	o     *Options
	reads map[*loop.Var]int
	known *survival

	f       *loop.Func
	work    int64 // of f
	places  *places
	changes map[*[]loop.Stmt]*changes // in blocks
}

// inLoop looks for a value of the body of a loop.
func (k *storer) inLoop(n *nest) *keeping {
	if n == nil || !slices.ContainsFunc(*n.block, func(s loop.Stmt) bool { l, ok := s.(*loop.Let); return ok && isDear(l.Rhs) }) {
		return nil
	}
	for later := []*nest{n}; ; {
		if later[0].loop.Par != nil {
			return nil
		}
		at := later[0].outside()
		if at.n == later[0].up {
			for _, l := range nearestLoops((*at.n.block)[:at.at]) {
				if x := k.between(l, later); x != nil {
					return x
				}
			}
		}
		if at.n.loop == nil {
			return nil
		}
		later = append([]*nest{at.n}, later...)
	}
}

// nearestLoops are the last loops of a block, in order, as many as are looked at.
func nearestLoops(b []loop.Stmt) []*loop.For {
	var out []*loop.For
	for i := len(b) - 1; i >= 0 && len(out) < storeReach; i-- {
		if l, ok := b[i].(*loop.For); ok {
			out = append(out, l)
		}
	}
	slices.Reverse(out)
	return out
}

// outside is the place of a loop, or of a branch around it that is taken whenever the loop runs.
func (n *nest) outside() spot {
	if up := n.up; up.loop == nil {
		if s, ok := up.owner.(*loop.If); ok && up.block == &s.Then && len(s.Else) == 0 && loop.Equal(s.Cond, positive(n.loop.N)) {
			return spot{up.up, up.at}
		}
	}
	return spot{n.up, n.at}
}

// between looks for what a loop before has computed already, in loops that run through the same iterations.
func (k *storer) between(l *loop.For, later []*nest) *keeping {
	var out *keeping
	var down func(first []*nest)
	down = func(first []*nest) {
		n := first[len(first)-1]
		if out != nil || n == nil || n.loop.Par != nil || len(first) < len(later) && !k.opposite(n, later[len(first)-1]) {
			return
		}
		if len(first) == len(later) {
			out = k.pair(first, later)
			return
		}
		for _, s := range *n.block {
			block := []loop.Stmt{s}
			if f, ok := s.(*loop.If); ok {
				block = f.Then
			}
			for _, s := range block {
				if l, ok := s.(*loop.For); ok && k.sv.bodies[l.Var].outside().n == n {
					down(append(slices.Clone(first), k.sv.bodies[l.Var]))
				}
			}
		}
	}
	down([]*nest{k.sv.bodies[l.Var]})
	return out
}

// opposite reports whether one loop goes the other way round than the other, or may.
func (k *storer) opposite(first, later *nest) bool {
	if first.loop.Down != later.loop.Down || k.o.Ordered {
		return first.loop.Down != later.loop.Down
	}
	if k.places == nil {
		k.places = newPlaces(k.f)
	}
	return k.places.reversible(later.loop)
}

// pair looks for a value that both loops have.
func (k *storer) pair(first, later []*nest) *keeping {
	m := k.match(first, later)
	for i := range first {
		x, y := m.first.written(first[i].loop.N), m.later.written(later[i].loop.N)
		if x == nil || y == nil || x.ReadsMemory() || !loop.Equal(x, y) {
			return nil
		}
	}
	m.values()
	in := later[len(later)-1]
	var best *keeping
	most := max(int64(storeGain), k.work/(asideShare*in.runs(k.work)))
	for _, s := range *in.block {
		l, ok := s.(*loop.Let)
		if !ok || l.Var.Type != loop.RealType || k.sv.Mutable(l.Var) || l.Rhs.IsAtom() || l.Rhs.Kind == loop.IndexExpr {
			continue
		}
		saves, _ := k.alone(l, in)
		if saves <= most {
			continue
		}
		e, at, more := m.inFirst(l.Rhs)
		if e == nil || saves-more <= most {
			continue
		}
		best, most = &keeping{first: first, later: later, value: e, at: at, let: l}, saves-more
	}
	return best
}

// alone is the cost of what is computed in a loop for one value only.
func (k *storer) alone(l *loop.Let, in *nest) (cost int64, alone map[*loop.Let]bool) {
	alone = map[*loop.Let]bool{}
	taken := map[*loop.Var]int{}
	lets := map[*loop.Var]*loop.Let{}
	for _, s := range *in.block {
		if d, ok := s.(*loop.Let); ok && d.Var.Type == loop.RealType && !k.sv.Mutable(d.Var) {
			lets[d.Var] = d
		}
	}
	for work := []*loop.Let{l}; len(work) > 0; {
		d := work[len(work)-1]
		work = work[:len(work)-1]
		cost, alone[d] = cost+workOf(d.Rhs), true
		EachRead(d.Rhs, func(v *loop.Var) {
			if taken[v]++; taken[v] == k.reads[v] && lets[v] != nil {
				work = append(work, lets[v])
			}
		})
	}
	return cost, alone
}

// apply makes the change.
func (k *storer) apply(f *loop.Func, x *keeping) {
	depth := len(x.first)
	first, later := x.first[depth-1], x.later[depth-1]
	for i, n := range x.first[:depth-1] {
		x.later[i].loop.Down = !n.loop.Down
	}
	inserts := map[*[]loop.Stmt][]insert{}
	put := func(at spot, s ...loop.Stmt) {
		for _, s := range s {
			list := inserts[at.n.block]
			inserts[at.n.block] = append(list, insert{at: at.at, seq: len(list), s: s})
		}
	}
	top := spot{x.first[0].up, x.first[0].at}
	kept := loop.NewVar(x.let.Var.Name, loop.RealType.Array())
	size, count := k.iterations(x)
	put(top, count...)
	words := int64(storedMost)
	if k.o.Store > 0 {
		words = int64(k.o.Store)
	}
	most := loop.NewVar("most", loop.IntType)
	put(top, &loop.Let{Var: most, Rhs: loop.Prim(syntax.MustOp("imin"), size, loop.IntConst(words))})
	put(top, &loop.Alloc{Var: kept, Dims: []*loop.Expr{loop.Use(most)}, Dirty: true})
	place := func(n *nest) *loop.Expr { return loop.Use(n.loop.Var) }
	at := loop.NewVar("at", loop.IntType)
	move := func(by *loop.Expr, op string) loop.Stmt {
		return &loop.Assign{Lhs: []*loop.Expr{loop.Use(at)}, Rhs: []*loop.Expr{loop.Prim(syntax.MustOp(op), loop.Use(at), by)}}
	}
	if depth > 1 {
		put(top, &loop.Let{Var: at, Rhs: loop.IntConst(0)})
		put(later.outside(), move(k.trip(later.loop.N), "isub"))
		place = func(n *nest) *loop.Expr { return loop.Add(loop.Use(at), loop.Use(n.loop.Var)) }
	}
	// Each run of the innermost loops has a place or none.
	enough := func(n *nest) *loop.Expr {
		room := loop.NewVar("room", loop.BoolType)
		end := k.trip(n.loop.N)
		if depth > 1 {
			end = loop.Add(loop.Use(at), end)
		}
		put(n.outside(), &loop.Let{Var: room, Rhs: loop.Prim(syntax.MustOp("ile"), end, loop.Len(loop.Use(kept)))})
		return loop.Use(room)
	}
	value := loop.NewVar(x.let.Var.Name, loop.RealType)
	put(spot{first, x.at}, &loop.Let{Var: value, Rhs: x.value}, &loop.If{Cond: enough(first), Then: []loop.Stmt{
		&loop.Assign{Lhs: []*loop.Expr{loop.Index(loop.Use(kept), place(first))}, Rhs: []*loop.Expr{loop.Use(value)}},
	}})
	k.load(x, later, loop.Index(loop.Use(kept), place(later)), enough(later))
	if depth > 1 {
		after := first.outside()
		after.at++
		put(after, move(k.trip(first.loop.N), "iadd"))
	}
	ed := newEditor(k.sv)
	var rebuild func(b *[]loop.Stmt)
	rebuild = func(b *[]loop.Stmt) {
		for _, s := range *b {
			loop.Blocks(s, rebuild)
		}
		if len(inserts[b]) > 0 {
			ed.rebuild(b, inserts[b], nil)
		}
	}
	rebuild(&f.Body)
}

// load has a later loop load the value where there is room for it. What it needs for nothing else is computed elsewhere only.
func (k *storer) load(x *keeping, later *nest, kept, room *loop.Expr) {
	_, alone := k.alone(x.let, later)
	var out, again []loop.Stmt
	for _, s := range *later.block {
		if l, ok := s.(*loop.Let); ok && l != x.let && alone[l] && !l.Rhs.ReadsMemory() {
			again = append(again, s)
			continue
		}
		if s == loop.Stmt(x.let) {
			v := loop.NewVar(x.let.Var.Name, loop.RealType)
			set := func(e *loop.Expr) loop.Stmt {
				return &loop.Assign{Lhs: []*loop.Expr{loop.Use(v)}, Rhs: []*loop.Expr{e}}
			}
			out = append(out, &loop.Let{Var: v, Rhs: loop.RealConst(0)},
				&loop.If{Cond: room, Then: []loop.Stmt{set(kept)}, Else: append(again, set(x.let.Rhs))})
			x.let.Rhs = loop.Use(v)
		}
		out = append(out, s)
	}
	*later.block = out
}

// trip is the number of iterations of a loop.
func (k *storer) trip(n *loop.Expr) *loop.Expr {
	if n.Kind == loop.LenExpr || n.IsConst() && n.I >= 0 || n.Kind == loop.VarExpr && k.sv.bodies[n.Var] != nil {
		return n
	}
	return loop.Prim(syntax.MustOp("imax"), n, loop.IntConst(0))
}

// iterations is how often the innermost loop runs in all, and what has to be done to know it.
func (k *storer) iterations(x *keeping) (*loop.Expr, []loop.Stmt) {
	m := k.match(x.first, x.later)
	vars := map[*loop.Var]*loop.Expr{} // new variables of loops that count
	ns := make([]*loop.Expr, len(x.first))
	for i, n := range x.first {
		ns[i] = m.first.written(n.loop.N)
	}
	depends := func(from int, v *loop.Var) bool {
		for _, n := range ns[from:] {
			if mentionsVar(n, v) {
				return true
			}
		}
		return false
	}
	var size func(i int) (*loop.Expr, []loop.Stmt)
	size = func(i int) (*loop.Expr, []loop.Stmt) {
		n := k.trip(substitute(ns[i], vars))
		if i == len(ns)-1 {
			return n, nil
		}
		if v := m.place[i]; depends(i+1, v) {
			j, sum := loop.NewVar(x.first[i].loop.Var.Name, loop.IntType), loop.NewVar("count", loop.IntType)
			vars[v] = loop.Use(j)
			inner, body := size(i + 1)
			body = append(body, &loop.Assign{Lhs: []*loop.Expr{loop.Use(sum)}, Rhs: []*loop.Expr{loop.Add(loop.Use(sum), inner)}})
			return loop.Use(sum), []loop.Stmt{&loop.Let{Var: sum, Rhs: loop.IntConst(0)}, &loop.For{Var: j, N: substitute(ns[i], vars), Body: body}}
		}
		inner, before := size(i + 1)
		return loop.Mul(n, inner), before
	}
	e, before := size(0)
	return e, before
}

func mentionsVar(e *loop.Expr, v *loop.Var) (yes bool) {
	EachRead(e, func(w *loop.Var) { yes = yes || v == w })
	return yes
}
