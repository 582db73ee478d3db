package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A function that is not exported and whose result is an update of an array that it is given, as sorting is, or filling a table, updates the
// array of its caller:
//
//	def f (a, i) = if i == n then a else f (set a i v, i + 1)    func f(inout a, i) { if i != n { a[i] = v; call f(a, i + 1) } }
//
// So a recursion of m calls that changes one element in each costs m, and not m·n. A caller that still needs the array as it was gives a copy.
//
// Which leaves of the result are updates of which leaves of the parameters is guessed from what the body begins as (inplaceheads.go), for
// all functions at once, and then checked: the array is like one in the state of a loop whose body is the body of the function, and
// has to be used linearly (inplace.go). To a caller such a call is an update like set.

// anyHead is, while updates are guessed, what a call begins as of which nothing is known yet.
const anyHead = -3

// guessRounds is how often all functions are looked at until those for which a guess still changes have no updates.
const guessRounds = 8

// argument is the parameter of d that has a leaf of them all, and its first one.
func (g *layouts) argument(d *syntax.Def, leaf int) (i, first int) {
	for i, p := range d.Params {
		n := len(g.leaves(p.Type))
		if leaf < first+n {
			return i, first
		}
		first += n
	}
	panic("place: no such parameter")
}

// updatesOf are the updates of a function.
func (g *program) updatesOf(f *function) []int {
	if f.export != nil {
		return nil
	}
	return g.updates[f.def]
}

// updatesAny reports whether one of the leaves of the result from lo to hi is an update.
func (g *program) updatesAny(f *function, lo, hi int) bool {
	u := g.updatesOf(f)
	return u != nil && slices.ContainsFunc(u[lo:hi], func(p int) bool { return p >= 0 })
}

// findUpdates finds the updates of all functions, and what cells keep.
func (g *program) findUpdates() {
	g.updates = map[*syntax.Def][]int{}
	g.probe.updates = g.updates
	var fs []*function
	for _, f := range slices.Backward(g.order) { // callees first, mostly
		if f.export == nil && f.def.Kernel == "" && g.mayUpdate(f.def) {
			fs = append(fs, f)
		}
	}
	g.guessUpdates(fs)
	g.findEscapes()
	g.checkUpdates(fs)
	g.findSpends()
}

// mayUpdate notes the leaves of the result of d that are arrays like one that it is given, and reports whether there are any.
func (g *program) mayUpdate(d *syntax.Def) bool {
	ls := g.probe.leaves(d.Result)
	var given []Leaf
	for _, p := range d.Params {
		given = append(given, g.probe.leaves(p.Type)...)
	}
	out, some := make([]int, len(ls)), false
	for k, l := range ls {
		out[k] = -1
		if slices.ContainsFunc(given, func(p Leaf) bool { return alike(l, p) }) {
			out[k], some = anyHead, true
		}
	}
	if some {
		g.updates[d] = out
	}
	return some
}

// alike reports whether an array of the result can be one of the parameters.
func alike(l, p Leaf) bool {
	return l.array() && !l.Variant && !p.Variant && l.Type == p.Type && slices.Equal(l.Dims, p.Dims) && !slices.Contains(l.Dims, nil)
}

// guessUpdates finds what bodies begin as.
func (g *program) guessUpdates(fs []*function) {
	for round := 0; ; round++ {
		changed := false
		for _, f := range fs {
			old := g.updates[f.def]
			next := g.guess(f)
			if slices.Equal(old, next) {
				continue
			}
			if changed = true; round >= guessRounds {
				for k := range next {
					next[k] = -1
				}
			}
			g.updates[f.def] = next
		}
		if !changed {
			break
		}
	}
	for _, f := range fs {
		for k, p := range g.updates[f.def] {
			g.updates[f.def][k] = max(p, -1)
		}
	}
}

// guess looks at one function. What it says is never above what it said before.
func (g *program) guess(f *function) []int {
	a := g.probe.newLinearity(0, nil)
	var given []Leaf
	for _, p := range f.def.Params {
		n := len(given)
		given = append(given, g.probe.leaves(p.Type)...)
		h := make([]int, len(given)-n)
		for i := range h {
			h[i] = n + i
		}
		a.head[p] = h
	}
	ls, heads, out := g.probe.leaves(f.def.Result), a.heads(f.body), slices.Clone(g.updates[f.def])
	for k := range out {
		p := meetHead(out[k], heads[k])
		if p >= 0 && (!alike(ls[k], given[p]) || slices.Contains(out[:k], p)) {
			p = -1
		}
		out[k] = p
	}
	return out
}

// checkUpdates drops the updates that are none after all: those of arrays that cells keep, or that are still read after they have changed.
func (g *program) checkUpdates(fs []*function) {
	callers, waits := map[*syntax.Def][]*function{}, map[*function]bool{}
	for _, f := range fs {
		g.dropKept(f)
		waits[f] = true
		var find func(t syntax.Term)
		find = func(t syntax.Term) {
			if c, ok := t.(*syntax.Call); ok && g.updates[c.Def] != nil {
				callers[c.Def] = append(callers[c.Def], f)
			}
			syntax.Children(t, find)
		}
		find(f.body)
	}
	work := slices.Clone(fs)
	slices.Reverse(work)
	for len(work) > 0 {
		f := work[len(work)-1]
		work, waits[f] = work[:len(work)-1], false
		if f.inPlace = g.analyseUpdates(f); f.inPlace == nil {
			continue
		}
		dropped := false
		for k, p := range g.updates[f.def] {
			if p >= 0 && f.inPlace.bad[k] {
				g.updates[f.def][k], dropped = -1, true
			}
		}
		if !dropped {
			continue
		}
		for _, c := range append(callers[f.def], f) {
			if !waits[c] {
				work, waits[c] = append(work, c), true
			}
		}
	}
	for _, f := range fs {
		if f.inPlace == nil {
			delete(g.updates, f.def)
		}
	}
}

// dropKept drops the updates of arrays that cells keep.
func (g *program) dropKept(f *function) {
	kept := g.probe.keeping(f.body)
	for k, p := range g.updates[f.def] {
		if p >= 0 {
			i, first := g.probe.argument(f.def, p)
			if kept[leafOf{f.def.Params[i], p - first}] {
				g.updates[f.def][k] = -1
			}
		}
	}
}

// analyseUpdates examines the body of a function for the arrays that it updates, or spends. They are those of a state that is like the result, with
// what is spent behind it; nil if there are none.
func (g *program) analyseUpdates(f *function) *linearity {
	updates, spends, saves := g.updates[f.def], g.spends[f.def], map[*syntax.Index]int{}
	at, want := map[int]int{}, make([]int, len(g.probe.leaves(f.def.Result))) // by leaf of the parameters, of the result
	for k := range want {
		want[k] = -1
	}
	for k, p := range updates {
		if p >= 0 {
			at[p], want[k] = k, k
		}
	}
	for s, p := range spends {
		at[p] = len(want) + s
	}
	if len(at) == 0 {
		return nil
	}
	for {
		known := len(saves)
		a := g.probe.newLinearity(len(want)+len(spends), saves)
		a.typ, a.roots = f.def.Result, map[*syntax.Var]bool{}
		p := 0
		for _, x := range f.def.Params {
			refs := noRefs(len(g.probe.leaves(x.Type)))
			for i := range refs {
				if k, ok := at[p]; ok {
					refs[i] = ref{leaf: k}
				}
				p++
			}
			a.refs[x], a.roots[x] = refs, true
		}
		end := a.flow(f.body, want)
		for k, r := range end {
			if want[k] < 0 && r.leaf >= 0 {
				a.readRef(r)
			}
		}
		for k := range want {
			if want[k] < 0 {
				a.bad[k] = true
			} else {
				a.conclude(k, end[k])
			}
		}
		for s := range spends {
			a.kept[len(want)+s] = a.ver[len(want)+s] == 0
		}
		if len(saves) == known {
			return a
		}
	}
}

// flowCall is an update of the arrays that the function updates: all other arguments are evaluated before those, and those that are arrays are read
// when they have changed.
func (a *linearity) flowCall(t *syntax.Call, want []int) []ref {
	updates, spends := a.g.updates[t.Def], a.g.spends[t.Def]
	if updates == nil && spends == nil {
		return a.flowAlias(t, want)
	}
	saved := a.touched
	a.touched = make([]bool, len(saved))
	result := make([]int, 0, len(t.Args)) // by leaf of the parameters
	for _, arg := range t.Args {
		for range a.g.leaves(arg.Type()) {
			result = append(result, -1)
		}
	}
	for k, p := range updates {
		if p >= 0 {
			result[p] = k
		}
	}
	for s, p := range spends {
		result[p] = len(want) + s
	}
	firsts, first := make([]int, len(t.Args)), 0
	changes := make([]bool, len(t.Args))
	for i, arg := range t.Args {
		n := len(a.g.leaves(arg.Type()))
		firsts[i], changes[i] = first, slices.ContainsFunc(result[first:first+n], func(k int) bool { return k >= 0 })
		if !changes[i] {
			a.read(arg)
		}
		first += n
	}
	out, during := noRefs(len(want)+len(spends)), []ref{}
	for i, arg := range t.Args {
		if !changes[i] {
			continue
		}
		w := make([]int, len(a.g.leaves(arg.Type())))
		for j := range w {
			if w[j] = -1; result[firsts[i]+j] >= 0 && result[firsts[i]+j] < len(want) {
				w[j] = want[result[firsts[i]+j]]
			}
		}
		all := a.wants(arg, w)
		for j := range w {
			if result[firsts[i]+j] >= 0 {
				w[j] = max(all[j], -1)
			}
		}
		for j, r := range a.flow(arg, w) {
			if k := result[firsts[i]+j]; k >= 0 {
				out[k] = r
			} else {
				during = append(during, r)
			}
		}
	}
	out = a.updated(out)
	a.noteCall(t, out)
	out = out[:len(want)]
	for _, r := range during {
		if r.leaf >= 0 {
			a.readRef(r)
		}
	}
	for i, arg := range t.Args {
		if !changes[i] && !scalars(a.g.leaves(arg.Type())) && !isNew(arg) {
			a.read(arg)
		}
	}
	for k, w := range want {
		if w >= 0 && (updates == nil || updates[k] < 0) {
			a.bad[w] = a.bad[w] || a.touched[w]
			out[k] = a.advance(w)
		}
	}
	for k := range saved {
		saved[k] = saved[k] || a.touched[k]
	}
	a.touched = saved
	return out
}

// isNew reports whether a term makes arrays of its own.
func isNew(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Build, *syntax.Sum, *syntax.OneHot, *syntax.Zero, *syntax.ArrayLit:
		return true
	}
	return false
}

// noteCall notes which arrays a call updates.
func (a *linearity) noteCall(t *syntax.Call, out []ref) {
	at := make([]int, len(out))
	for k, r := range out {
		at[k] = r.leaf
	}
	a.calls[t] = at
}

// aimCall is aim for the arrays that a call updates.
func (a *linearity) aimCall(t *syntax.Call, want []int, goal map[*syntax.Var][]int) {
	updates := a.g.updates[t.Def]
	if updates == nil {
		return
	}
	ws := make([][]int, len(t.Args))
	for k, p := range updates {
		if p < 0 || k >= len(want) || want[k] < 0 {
			continue
		}
		i, first := a.g.argument(t.Def, p)
		if ws[i] == nil {
			ws[i] = make([]int, len(a.g.leaves(t.Args[i].Type())))
			for j := range ws[i] {
				ws[i][j] = -1
			}
		}
		ws[i][p-first] = want[k]
	}
	for i, w := range ws {
		if w != nil {
			a.aim(t.Args[i], w, goal)
		}
	}
}

// headsOfCall are the heads of a call: those of the arguments that it updates.
func (a *linearity) headsOfCall(t *syntax.Call) []int {
	out := make([]int, len(a.g.leaves(t.Type())))
	heads := make([][]int, len(t.Args))
	updates := a.g.updates[t.Def]
	for k := range out {
		out[k] = -1
		if updates == nil || updates[k] == -1 {
			continue
		}
		if updates[k] == anyHead {
			out[k] = anyHead
			continue
		}
		i, first := a.g.argument(t.Def, updates[k])
		if heads[i] == nil {
			heads[i] = a.heads(t.Args[i])
		}
		out[k] = heads[i][updates[k]-first]
	}
	return out
}

// parameter is the parameter of the function for a leaf of those of its definition.
func (e *emitter) parameter(leaf int) *loop.Expr {
	i, first := e.g.argument(e.fn.def, leaf)
	return e.env.Get(e.fn.def.Params[i].ID())[leaf-first]
}

// updateInPlace makes what is known of the arrays that the function updates known to the emitter.
func (e *emitter) updateInPlace(dests []dest) *loopState {
	lin := e.fn.inPlace
	if lin == nil || e.fn.export != nil {
		return nil
	}
	st := &loopState{ls: slices.Clone(e.g.leaves(e.fn.def.Result)), kept: lin.kept, lin: lin, vars: lvals(dests)}
	for _, p := range e.g.spends[e.fn.def] {
		i, first := e.g.argument(e.fn.def, p)
		st.ls = append(st.ls, e.g.leaves(e.fn.def.Params[i].Type)[p-first])
		st.vars = append(st.vars, e.parameter(p))
	}
	st.next = make([]*loop.Expr, len(st.vars))
	for k := range st.vars {
		if lin.bad[k] {
			st.vars[k] = nil
		}
	}
	e.adopt(st, lin)
	return st
}

// givenArgs are the arguments of a call. Those that it updates are arrays that nothing else needs any more: the places where its result is
// wanted, if there are any, arrays that are used here for the last time, or copies. They are the places for the result then.
func (e *emitter) givenArgs(t *syntax.Call, d []dest, acc []*loop.Expr) ([][]*loop.Expr, []dest) {
	updates, spends := e.g.updates[t.Def], e.g.spends[t.Def]
	given := make([][]*loop.Expr, len(t.Args))
	changed := make([][]bool, len(t.Args))
	places := make([][]dest, len(t.Args))
	change := func(p int, to dest) {
		i, first := e.g.argument(t.Def, p)
		if changed[i] == nil {
			n := len(e.g.leaves(t.Args[i].Type()))
			changed[i], places[i] = make([]bool, n), make([]dest, n)
		}
		changed[i][p-first], places[i][p-first] = true, dest{lv: to.lv}
	}
	for k, p := range updates {
		if p < 0 {
			continue
		}
		to := part1(d, k)
		if to.slot || acc != nil && acc[k] != nil {
			to = dest{}
		}
		if to.lv == nil {
			to = part1(e.calls[t], k)
		}
		change(p, to)
	}
	for s, p := range spends {
		change(p, part1(e.calls[t], len(e.g.leaves(t.Type()))+s))
	}
	for i, a := range t.Args {
		if changed[i] != nil {
			continue
		}
		given[i] = e.eval(a, nil)
	}
	if updates == nil && spends == nil {
		return given, d
	}
	for i, vals := range given {
		given[i] = slices.Clone(vals)
		for k, v := range vals {
			if !v.Type.IsArray() && e.volatile(v) {
				given[i][k] = e.atom(v, "t")
			}
		}
	}
	for i, a := range t.Args {
		if changed[i] != nil {
			given[i] = e.handed(a, places[i], changed[i])
		}
	}
	if updates == nil {
		return given, d
	}
	to := make([]dest, len(updates))
	for k, p := range updates {
		if to[k] = part1(d, k); p >= 0 {
			i, first := e.g.argument(t.Def, p)
			to[k] = dest{lv: given[i][p-first]}
		}
	}
	return given, to
}

// handed emits an argument of which some arrays will be changed: they stand in the places given, are the function's own, or are copies.
func (e *emitter) handed(t syntax.Term, to []dest, changed []bool) []*loop.Expr {
	if tup, ok := t.(*syntax.Tuple); ok {
		var out []*loop.Expr
		for i, el := range tup.Elems {
			lo, hi := e.g.part(t.Type(), i)
			out = append(out, e.handed(el, to[lo:hi], changed[lo:hi])...)
		}
		return out
	}
	ls, hints := e.g.leaves(t.Type()), e.g.leafNames("acc", t.Type())
	own := e.unshared(t)
	bufs := make([]dest, len(ls))
	for i, l := range ls {
		switch {
		case !changed[i]:
		case to[i].lv != nil:
			bufs[i] = to[i]
		case !own:
			bufs[i] = dest{lv: e.alloc(hints[i], l)}
		}
	}
	vals := slices.Clone(e.fillClean(t, bufs, to))
	for i, v := range vals {
		switch {
		case changed[i]:
			e.change(e.one(v))
			if bufs[i].lv == nil { // of what the call results in, and of nothing before
				e.serial++
				e.of(v.Var).serial = e.serial
			}
		case ls[i].scalar() && e.volatile(v):
			vals[i] = e.atom(v, "t")
		}
	}
	return vals
}
