package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// loop emits a counted loop. acc, if not nil, are the accumulators of an accumulate
// output that is being added to something.
func (e *emitter) loop(t *syntax.Loop, d []dest, acc []*loop.Expr) []*loop.Expr {
	ns := len(e.g.leaves(t.State.Type))
	ls := e.g.leaves(t.Type())
	hint := e.takeHint("")
	var sd, od []dest
	if d != nil {
		sd, od = d[:ns], d[ns:]
	}
	st := e.state(t.State, t.Init, t.Body, outputOf(t), sd)
	e.binds(t.State, st.vars)
	var out []*loop.Expr
	var emitOut func(i *loop.Expr) func(syntax.Term)
	var goal func(i *loop.Expr) []dest
	if t.Out != syntax.NoOutput {
		e.hint = hint
		out, emitOut, goal = e.output(t, ls[ns:], od, acc)
	}
	e.hint = ""
	var sums []*loop.Expr
	if t.Out == syntax.Accumulate {
		sums = out
	}
	body := func(i *loop.Expr) {
		e.binds(t.Idx, e.one(i))
		e.renew(st)
		if emitOut == nil {
			e.step(st, t.Body, nil, nil, nil)
		} else {
			e.step(st, t.Body, emitOut(i), goal(i), sums)
		}
	}
	e.count(t.Idx.Name, e.size(t.Len), t.Down, body)
	if t.Out == syntax.Accumulate && acc == nil {
		e.summed(out, od)
	}
	e.settle(st)
	return e.deliver(slices.Concat(st.vars, out), ls, d)
}

func outputOf(t *syntax.Loop) output {
	switch t.Out {
	case syntax.NoOutput:
		return noOutput
	case syntax.Collect:
		return collected
	}
	return anOutput
}

// output prepares the output of a loop: arrays to fill, or accumulators.
func (e *emitter) output(t *syntax.Loop, ls []Leaf, d []dest, acc []*loop.Expr) (out []*loop.Expr,
	emitOut func(*loop.Expr) func(syntax.Term), goal func(*loop.Expr) []dest) {
	elem := t.Type().(*syntax.TupleType).Elems[1]
	if t.Out == syntax.Accumulate {
		if acc == nil {
			acc = e.zeroed(elem, d)
		}
		add := func(y syntax.Term) { e.add(y, acc) }
		return acc, func(*loop.Expr) func(syntax.Term) { return add }, func(*loop.Expr) []dest { return nil }
	}
	bufs := e.buffers(e.hints(elem, "out"), ls, d)
	goal = func(i *loop.Expr) []dest { return rows(bufs, ls, i) }
	return lvals(bufs), func(i *loop.Expr) func(syntax.Term) {
		return func(y syntax.Term) { e.fill(y, goal(i)) }
	}, goal
}

// loopState is the state of a loop in variables of its own.
type loopState struct {
	ls   []Leaf
	vars []*loop.Expr
	next []*loop.Expr // the second buffers of array leaves that are not updated in place
	kept []bool
	// fresh are the array leaves that cells may keep: their second buffers are new in each iteration.
	fresh map[int]bool
	hints []string
	live  []*loop.Var // the arrays that are updated in place
	lin   *linearity  // of the body; nil for a state of numbers
	// arm says, in a branch that a variable is bound to, which leaves of the state its leaves are, or -1; it stands
	// behind outer.
	arm   []int
	outer []syntax.Bind
}

// settle ends a loop: its arrays no longer change.
func (e *emitter) settle(st *loopState) {
	for _, v := range st.live {
		e.of(v).live--
	}
}

// state declares the variables of a loop state. An array that the body only reads
// is left where it is, one that it uses linearly is updated in place, in the
// destination if there is one, and any other has a second buffer, with
// which it is swapped after each step.
func (e *emitter) state(x *syntax.Var, init, body syntax.Term, out output, d []dest) *loopState {
	st := &loopState{ls: e.g.leaves(x.Type)}
	st.kept, st.next = make([]bool, len(st.ls)), make([]*loop.Expr, len(st.ls))
	hints := e.g.leafNames(x.Name, x.Type)
	st.hints = hints
	var lin *linearity
	if !scalars(st.ls) {
		lin = e.g.analyse(x, body, out)
		st.kept, st.fresh, st.lin = lin.kept, lin.fresh, lin
	}
	bufs := make([]dest, len(st.ls))
	steal := e.unshared(init)
	handed := func(i int) bool { return e.hands[x] != nil && e.hands[x][i] }
	for i, l := range st.ls {
		switch {
		case !l.array() || handed(i) || st.kept[i] && !e.built(init, i):
		case d != nil && d[i].lv != nil && !d[i].slot && !lin.bad[i] && !lin.dyn[i]: // but none that gets another name
			bufs[i] = dest{lv: d[i].lv}
		case st.kept[i]:
		case !steal:
			bufs[i] = dest{lv: e.alloc(hints[i], l)}
		}
	}
	vals := e.fillClean(init, bufs, d)
	e.change(vals)
	for i, v := range vals {
		switch {
		case st.kept[i]:
			v = e.atom(v, hints[i])
		case st.ls[i].array() && lin.fresh[i]:
			v = e.declareInit(hints[i], st.ls[i], v)
		case st.ls[i].array() && lin.bad[i]:
			st.next[i] = e.alloc(hints[i]+"_next", st.ls[i])
		case lin != nil && lin.dyn[i]:
			if !st.ls[i].array() && !handed(i) {
				v = e.own(hints[i], st.ls[i], v)
			}
			if bufs[i].lv == nil { // or it was made here
				v = e.declareInit(hints[i], st.ls[i], v)
			}
		case handed(i):
			v = e.atom(v, hints[i])
		case !st.ls[i].array():
			v = e.declareInit(hints[i], st.ls[i], v)
		}
		st.vars = append(st.vars, v)
	}
	if lin != nil {
		e.adopt(st, lin)
	}
	return st
}

// built reports whether leaf i of a term is an array that the term makes or changes, and not one that is there already.
func (e *emitter) built(t syntax.Term, i int) bool {
	if tup, ok := t.(*syntax.Tuple); ok {
		for k, el := range tup.Elems {
			if lo, hi := e.g.part(t.Type(), k); lo <= i && i < hi {
				return e.built(el, i-lo)
			}
		}
	}
	if c, ok := t.(*syntax.Coproj); ok {
		lo, hi := e.g.part(t.Type(), c.Index)
		return lo <= i && i < hi && e.built(c.Arg, i-lo)
	}
	_, isSet := t.(*syntax.Set)
	_, isSum := t.(*syntax.Plus)
	return isSet || isSum
}

// adopt makes the result of the analysis of a loop body known to the emitter.
func (e *emitter) adopt(st *loopState, lin *linearity) {
	inPlace := func(k int) bool { return k >= 0 && !lin.kept[k] && !lin.bad[k] }
	for i := range st.vars {
		if !inPlace(i) {
			continue
		}
		if root := st.vars[i].Root(); root != nil {
			e.of(root).live++
			st.live = append(st.live, root)
		}
	}
	for x, target := range lin.targets {
		for i, k := range target {
			if !inPlace(k) {
				continue
			}
			if e.targets[x] == nil {
				e.targets[x] = make([]dest, len(target))
			}
			if e.targets[x][i] = (dest{lv: st.vars[k]}); lin.dyn[k] {
				e.targets[x][i] = dest{there: true}
			}
		}
	}
	for x, ks := range lin.touches {
		for _, k := range ks {
			if inPlace(k) {
				e.touches[x] = true
			}
		}
	}
	for t, stores := range lin.written {
		e.written[t] = stores
	}
	for t, i := range lin.direct {
		e.direct[t] = i
	}
	for x, hands := range lin.hands {
		e.hands[x] = hands
	}
	for t := range lin.early {
		e.early[t] = true
	}
	for t, k := range lin.saves {
		if inPlace(k) {
			e.saves[t] = true
		}
	}
	for p, i := range lin.base {
		e.base[p] = i
	}
	for c, ks := range lin.calls {
		d := make([]dest, len(ks))
		for i, k := range ks {
			switch {
			case !inPlace(k):
			case lin.dyn[k]:
				d[i] = dest{there: true}
			default:
				d[i] = dest{lv: st.vars[k]}
			}
		}
		e.calls[c] = d
	}
}

// renew makes the second buffers that are new in each iteration.
func (e *emitter) renew(st *loopState) {
	for i := range st.vars {
		if st.fresh[i] && !st.kept[i] {
			st.next[i] = e.alloc(st.hints[i]+"_next", st.ls[i])
		}
	}
}

// dests are the places where the next state is built.
func (st *loopState) dests() []dest {
	d := make([]dest, len(st.vars))
	for i, l := range st.ls {
		switch {
		case !l.array() || st.kept[i]:
		case st.next[i] != nil:
			d[i] = dest{lv: st.next[i], lasts: st.fresh[i]}
		case st.lin != nil && st.lin.dyn[i]: // it may be another array of the state
		default:
			d[i] = dest{lv: st.vars[i], last: true}
		}
	}
	return d
}

// advance assigns the new state at once, but for what stays.
func (e *emitter) advance(st *loopState, vals []*loop.Expr, stays []bool) {
	s := &loop.Assign{}
	for i, v := range vals {
		switch {
		case st.kept[i] || stays != nil && stays[i]:
		case st.fresh[i]:
			s.Lhs, s.Rhs = append(s.Lhs, st.vars[i]), append(s.Rhs, st.next[i])
		case st.next[i] != nil:
			s.Lhs = append(s.Lhs, st.vars[i], st.next[i])
			s.Rhs = append(s.Rhs, st.next[i], st.vars[i])
		case !loop.Equal(v, st.vars[i]):
			s.Lhs, s.Rhs = append(s.Lhs, st.vars[i]), append(s.Rhs, v)
		}
	}
	if len(s.Lhs) > 0 {
		e.put(s)
	}
}

// staying is d for the end t of a branch in which some arrays that have a second buffer are what they were: those stay
// where they are, and it says which.
func (e *emitter) staying(st *loopState, t syntax.Term, d []dest) (to []dest, stays []bool) {
	if st.lin == nil {
		return d, nil
	}
	at := 0
	var visit func(t syntax.Term)
	visit = func(t syntax.Term) {
		n := len(e.g.leaves(t.Type()))
		if tup, ok := t.(*syntax.Tuple); ok {
			for _, el := range tup.Elems {
				visit(el)
			}
			return
		}
		if x, lo := path(e.g.layouts, t); x != nil && e.env.Get(x.ID()) != nil {
			for k, v := range e.env.Get(x.ID())[lo : lo+n] {
				i := at + k
				if st.next[i] == nil || st.fresh[i] || st.kept[i] || !loop.Equal(v, st.vars[i]) {
					continue
				}
				if stays == nil {
					to, stays = slices.Clone(d), make([]bool, len(d))
				}
				to[i], stays[i] = dest{lv: st.vars[i], last: true}, true
			}
		}
		at += n
	}
	visit(t)
	if stays == nil {
		return d, nil
	}
	return to, stays
}

// step places one iteration; out, if not nil, places the output of the body,
// before the state changes, in goal where there is one. The accumulators sums are what out adds to, if it does.
func (e *emitter) step(st *loopState, body syntax.Term, out func(syntax.Term), goal []dest, sums []*loop.Expr) {
	d := st.dests()
	if out == nil {
		e.tailWith(body, d, func(l *syntax.Let) { e.bindAll(l, nil, st) }, func(t syntax.Term) {
			d, stays := e.staying(st, t, d)
			e.advance(st, e.eval(t, d), stays)
		})
		return
	}
	for {
		l, ok := body.(*syntax.Let)
		if !ok {
			break
		}
		if t, ok := l.Body.(*syntax.Tuple); ok {
			e.aim(t.Elems[0], d)
			e.aim(t.Elems[1], goal)
		}
		var acc []*loop.Expr
		if endsInTuples(l.Body) && sums != nil &&
			slices.ContainsFunc(l.Binds, func(b syntax.Bind) bool {
				return e.addsAnywhere(b) || b.Var != nil && (sumOfArrays(b) || isSumming(b.Rhs) && e.addsInLoop(b.Rhs))
			}) {
			acc = append(make([]*loop.Expr, len(d)), sums...)
		}
		e.bindAll(l, acc, st)
		body = l.Body
	}
	switch t := body.(type) {
	case *syntax.Tuple:
		out(t.Elems[1])
		d, stays := e.staying(st, t.Elems[0], d)
		e.advance(st, e.eval(t.Elems[0], d), stays)
	case *syntax.If:
		e.ifElse(t, func(body syntax.Term) { e.step(st, body, out, goal, sums) })
	case *syntax.Case:
		e.caseOf(t, func(b syntax.Term) { e.step(st, b, out, goal, sums) })
	default:
		// which needs no accumulators of its own
		if l, ok := body.(*syntax.Loop); ok && l.Out == syntax.Accumulate && sums != nil {
			local := e.localSums(sums, e.g.leaves(l.Type().(*syntax.TupleType).Elems[1]))
			vals := e.loop(l, append(d, make([]dest, len(sums))...), local)[:len(d)]
			for i, a := range sums {
				if local[i] != a {
					e.addNumber(a, local[i])
				}
			}
			e.advance(st, vals, nil)
			return
		}
		if call, ok := body.(*syntax.Call); ok && sums != nil && e.addsCall(call) { // to the sums, too
			acc := append(make([]*loop.Expr, len(d)), sums...)
			e.advance(st, e.split(call, append(slices.Clip(d), make([]dest, len(sums))...), acc)[:len(d)], nil)
			return
		}
		pair := body.Type().(*syntax.TupleType)
		x := syntax.NewVar("t", pair)
		e.binds(x, e.eval(body, append(d, make([]dest, len(e.g.leaves(pair.Elems[1])))...)))
		out(syntax.NewProj(1, syntax.Ref(x)))
		e.advance(st, e.env.Get(x.ID())[:len(d)], nil)
	}
}

// endsInTuples reports whether a body is a tuple, or branches.
func endsInTuples(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Tuple, *syntax.If, *syntax.Case:
		return true
	}
	return false
}

// localSums are accumulators of which those for numbers are variables of their own. Those of sums, whose tags are not
// added up, stay as they are.
func (e *emitter) localSums(acc []*loop.Expr, ls []Leaf) []*loop.Expr {
	if slices.ContainsFunc(ls, func(l Leaf) bool { return l.Tag }) {
		return acc
	}
	out := slices.Clone(acc)
	for i, a := range acc {
		if ls[i].scalar() && a.Type.IsNumber() {
			out[i] = e.declareVar("acc", a.Type)
		}
	}
	return out
}

// while emits a loop that ends when its condition fails.
func (e *emitter) while(t *syntax.While, d []dest) []*loop.Expr {
	hint := e.takeHint("out")
	ns := len(e.g.leaves(t.State.Type))
	ls := e.g.leaves(t.Type())
	var sd []dest
	if d != nil {
		sd = d[:ns]
	}
	kind := noOutput
	if t.Out == syntax.Collect {
		kind = anOutput // of one row after the other, which nothing can be built in beforehand
	}
	st := e.state(t.State, t.Init, t.Body, kind, sd)
	e.binds(t.State, st.vars)
	var out []*loop.Expr
	var emitOut func(syntax.Term)
	if t.Out == syntax.Collect {
		names := e.g.leafNames(hint, t.Type().(*syntax.TupleType).Elems[1])
		for i, l := range ls[ns:] {
			name := hint
			if i < len(names) {
				name = names[i]
			}
			out = append(out, e.declareVar(name, l.Type))
		}
		emitOut = func(y syntax.Term) { e.appendRow(y, out, ls[ns:]) }
	}
	s := &loop.While{}
	s.Head = e.sub(func() { s.Cond = e.eval(t.Cond, nil)[0] })
	s.Body = e.sub(func() { e.renew(st); e.step(st, t.Body, emitOut, nil, nil) })
	e.put(s)
	e.settle(st)
	return e.deliver(slices.Concat(st.vars, out), ls, d)
}

// appendRow adds a value to the end of growing arrays.
func (e *emitter) appendRow(y syntax.Term, out []*loop.Expr, ls []Leaf) {
	rowLeaves := e.g.leaves(y.Type())
	vals := e.eval(y, e.buffers(e.g.leafNames("row", y.Type()), rowLeaves, nil))
	if len(rowLeaves) == 0 {
		vals = e.one(loop.ZeroOf(ls[0].row().Type))
	}
	for i, v := range vals {
		e.put(&loop.Append{Var: out[i].Var, Val: v})
	}
}
