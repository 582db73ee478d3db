package term

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// loopKey names a slot of the state of a loop in all passes.
type loopKey struct {
	at   ghostKey
	slot int
}

// header is the state of a loop under construction.
type header struct {
	at    ghostKey
	mark  scopeMark
	js    []joined
	heads []val // the values at the head of an iteration
	init  []syntax.Term
	n     int   // the number of parts of the state
	drop  []int // slots of which it is believed that the body leaves them as they are
	room  []int // slots for which this loop has made room
	gone  []int // slots that the body changes and that nobody reads behind an iteration
}

// header finds the state of a loop: the slots that it changes and that are read in another iteration or behind it.
//
// n is the number of iterations at most, if that is known, and body what they do.
func (t *tr) header(at ghostKey, f *facts, exits bool, except int, n *syntax.Size, body *list) *header {
	if n != nil {
		if t.appends(body) {
			n = t.iterations(n)
		} else {
			n = nil
		}
	}
	t.hoist(at)
	h := &header{at: at, mark: t.sc.mark()}
	gen := slotSet{}
	for _, k := range f.gen {
		gen[k] = struct{}{}
	}
	ks := slices.Clone(f.assigned)
	if exits {
		ks = append([]int{exitSlot}, ks...)
	}
	for _, k := range ks {
		key := loopKey{at, k}
		switch {
		case k == except:
			continue
		case k != exitSlot && !gen.has(k) && !f.live.has(k):
			h.gone = append(h.gone, k)
			continue
		case t.dropped[key]:
			h.drop = append(h.drop, k)
			t.assume(at, k, t.guess[key], h.mark)
			continue
		}
		v := t.env[k]
		sh := t.guess[key]
		switch {
		case sh != nil && v.defined(): // of which less may be known than when the guess was made
			sh = join(sh, v.sh, t.holds(h.mark))
		case sh != nil:
			sh = t.known(h.mark, sh)
		case v.defined():
			sh = v.sh
		default:
			sh = nilShape(t.sl.all[k].typ)
		}
		if sh.kind == grown && v.defined() {
			sh = &shape{kind: grown, elem: sh.elem}
			if r := t.reserve(f, body, k, v, sh, n); r != nil && t.holds(h.mark)(r.n) {
				if v.sh.kind != grown || v.sh.n == nil {
					h.room = append(h.room, k)
				}
				sh = r
			}
		}
		t.want(at, sh)
		j := joined{slot: k, name: t.sl.all[k].name, ft: t.sl.all[k].typ, sh: sh, x: v}
		h.js = append(h.js, j)
		h.init = append(h.init, t.leaves(j, v)...)
	}
	return h
}

// assume gives a slot that a loop does not change the shape that it has in the loop: rows that the loop stores zeros
// over are zeros before it.
func (t *tr) assume(at ghostKey, k int, sh *shape, m scopeMark) {
	v := t.env[k]
	if sh == nil || !v.defined() || v.sh.kind == grown {
		return
	}
	if sh = t.known(m, sh); sh.kind != sized || sameShape(sh, v.sh) {
		return
	}
	t.want(at, sh)
	name := t.sl.all[k].name
	t.set(k, val{t: t.let(name, t.conv(name, v.t, t.sl.all[k].typ, v.sh, sh, nil)), sh: sh, zero: v.zero})
}

// known is a shape without the lengths that are not in scope.
func (t *tr) known(m scopeMark, sh *shape) *shape { return join(sh, sh, t.holds(m)) }

// state makes the variable of the state.
func (t *tr) state(h *header, more ...syntax.Term) (*syntax.Var, syntax.Term) {
	all := append(slices.Clone(h.init), more...)
	h.n = len(all)
	init := syntax.NewTuple(all...)
	name := "s"
	if len(all) == 1 && len(h.js) == 1 {
		name = h.js[0].name
	}
	return syntax.NewVar(name, init.Type()), init
}

// enterState sets the slots to the parts of the state, and gives the parts that are no slots.
func (t *tr) enterState(h *header, s *syntax.Var, record bool) []syntax.Term {
	parts := make([]syntax.Term, h.n)
	for i := range parts {
		parts[i] = part(syntax.Ref(s), h.n, i)
	}
	for _, j := range h.js {
		var v val
		v, parts = t.rejoin(j, parts)
		v.zero = j.x.zero && !t.nonzero[loopKey{h.at, j.slot}]
		t.set(j.slot, v)
		if record {
			h.heads = append(h.heads, v)
		}
	}
	for _, k := range h.gone {
		if t.env[k].defined() {
			t.set(k, val{})
		}
	}
	return parts
}

// next are the parts of the next state at the end of a body; what was guessed wrong is noted for the next pass.
func (t *tr) next(h *header, b *branch) []syntax.Term {
	var out []syntax.Term
	for i, j := range h.js {
		key := loopKey{h.at, j.slot}
		v, head := t.after(b, j.slot), h.heads[i]
		if !v.defined() {
			v = head
		}
		still := v.same(head)
		if j.slot == exitSlot {
			still = (still || isZeroConst(v.t)) && isZeroConst(j.x.t)
		}
		if still && !t.kept[key] && j.x.defined() {
			t.dropped[key] = true
			t.dirty = true
		}
		if head.zero && !v.zero {
			t.nonzero[key] = true
			t.dirty = true
		}
		if sh := join(j.sh, v.sh, t.holds(h.mark)); !sameShape(sh, j.sh) {
			if t.passes > manyPasses {
				sh = dynShape(j.ft)
			}
			t.guess[key] = sh
			t.dirty = true
		}
		t.in(b, func() { out = append(out, t.leaves(j, v)...) })
	}
	for _, k := range h.drop {
		if v, ok := b.changed[k]; ok && !v.same(t.env[k]) {
			key := loopKey{h.at, k}
			t.dropped[key], t.kept[key] = false, true
			t.dirty = true
		}
	}
	return out
}

// manyPasses is how often guesses are refined before a wrong one is given up altogether.
const manyPasses = 8

// finish sets the slots to the parts of the last state.
func (t *tr) finish(h *header, e syntax.Term, n int) {
	if len(h.js) > 0 {
		parts := t.unpack("t", e, n)
		for _, j := range h.js {
			var v val
			v, parts = t.rejoin(j, parts)
			v.zero = j.x.zero && !t.nonzero[loopKey{h.at, j.slot}]
			if slices.Contains(h.room, j.slot) {
				v.sh = &shape{kind: grown, elem: v.sh.elem} // the room may be used up
			}
			t.set(j.slot, v)
		}
	}
	for _, k := range h.gone {
		if t.env[k].defined() {
			t.set(k, val{})
		}
	}
}

// count translates a counted loop.
func (t *tr) count(s *flow.Count) {
	f := t.facts.of[s]
	p := t.lengthOf(s.N)
	at := ghostKey{at: s, copy: t.copy}
	leaves := len(f.leaves) > 0 || f.broken
	never := t.dropped[loopKey{at, exitSlot}] // an earlier pass has found that nothing leaves
	if leaves && !never && (f.broken || len(f.leaves) > 1 || !f.leaves[toFail]) {
		t.countWhile(s, p)
		return
	}
	idx := t.sl.of(s.Idx)
	fails := leaves && !never
	h := t.header(at, f, leaves, idx, p, f.lists[0])
	size := t.bindSize(p, true, s.At)
	x, init := t.state(h)
	i := syntax.NewVar(s.Idx.Name, syntax.NewIdxType(size))
	leave := t.inside(f, leaves)
	b := t.branch(func() {
		t.enterState(h, x, true)
		v := t.atom(s.Idx.Name, scalarVal(syntax.NewFromIdx(syntax.Ref(i))))
		v.idx = syntax.Ref(i)
		if r, ok := v.t.(*syntax.VarRef); ok {
			t.sc.idxs[r.Var] = v
		}
		t.set(idx, v)
		if !fails {
			t.list(f.lists[0])
			if leaves {
				t.resume(s, true)
			} else {
				t.set(exitSlot, exitVal(0))
			}
			return
		}
		t.guard(ghostKey{at: s, copy: t.copy + 1<<23}, t.endOf(f), f.leaves, func() {
			t.list(f.lists[0])
			t.resume(s, true)
		})
	})
	leave()
	parts := t.next(h, b)
	if len(h.js) == 0 {
		t.finish(h, nil, 0)
		return
	}
	body := syntax.NewLet(b.binds, syntax.NewTuple(parts...))
	var e syntax.Term = syntax.NewLoop(size, false, syntax.NoOutput, i, x, init, body)
	t.finish(h, t.checkpointed(s.Checkpoint, e), len(parts))
}

// iterations is the number of iterations of a counted loop as a length: 0 where the number is negative. It is made of
// sizes that are ghosts of their own, the same ones in every pass, so that lengths made of it settle.
func (t *tr) iterations(p *syntax.Size) *syntax.Size {
	if c, ok := p.Lit(); ok && c < 0 {
		return syntax.SizeLit(0)
	}
	if t.isReal(p) {
		return p
	}
	before := t.sc.reals[p]
	if before != nil && t.isReal(before) {
		return before
	}
	s := t.sizeVar("n", t.clamped(p), nil)
	if before == nil {
		k, _ := s.IsVar()
		t.sc.reals[p] = s
		t.sc.bound = append(t.sc.bound, p)
		t.sc.polys[k] = p
	}
	return s
}

func (t *tr) checkpointed(on bool, e syntax.Term) syntax.Term {
	if on {
		return syntax.NewCheckpoint(syntax.DefaultSchedule(e), e)
	}
	return e
}

// endOf is what is live at the end of the body of a loop.
func (t *tr) endOf(f *facts) slotSet {
	l := f.lists[0]
	return union(l.pieces[len(l.pieces)-1].live, t.stateSet(f))
}

// stateSet are the slots that a loop hands on.
func (t *tr) stateSet(f *facts) slotSet {
	out := slotSet{}
	gen := slotSet{}
	for _, k := range f.gen {
		gen[k] = struct{}{}
	}
	for _, k := range f.assigned {
		if gen.has(k) || f.live.has(k) {
			out[k] = struct{}{}
		}
	}
	return out
}

// countWhile translates a counted loop that may be left early, as a while loop over its counter.
func (t *tr) countWhile(s *flow.Count, p *syntax.Size) {
	f := t.facts.of[s]
	n := t.let("n", t.intOf(p))
	idx := t.sl.of(s.Idx)
	at := ghostKey{at: s, copy: t.copy}
	h := t.header(at, f, true, idx, p, f.lists[0])
	x, init := t.state(h, syntax.IntLit(0))
	cond := t.condition(h, x, func(rest []syntax.Term) syntax.Term {
		return syntax.NewPrim(syntax.MustOp("ilt"), rest[0], n)
	}, true)
	var counter syntax.Term
	leave := t.inside(f, true)
	b := t.branch(func() {
		rest := t.enterState(h, x, true)
		counter = t.let(s.Idx.Name, rest[0])
		t.set(idx, scalarVal(counter))
		t.set(exitSlot, exitVal(0))
		t.list(f.lists[0])
		t.resume(s, true)
	})
	leave()
	parts := append(t.next(h, b), syntax.NewPrim(syntax.OpIntAdd, counter, syntax.IntLit(1)))
	body := syntax.NewLet(b.binds, syntax.NewTuple(parts...))
	var e syntax.Term = syntax.NewWhile(s.At, x, init, cond, body)
	t.finish(h, t.checkpointed(s.Checkpoint, e), len(parts))
	t.arrive(s)
}

// condition is the condition of a while loop: that nothing has left, and cond.
func (t *tr) condition(h *header, x *syntax.Var, cond func(rest []syntax.Term) syntax.Term, cheap bool) syntax.Term {
	return t.apart(func() syntax.Term {
		rest := t.enterState(h, x, false)
		e := t.env[exitSlot].t
		if isZeroConst(e) {
			return cond(rest)
		}
		stays := t.stays()
		if cheap {
			return syntax.NewPrim(syntax.MustOp("and"), stays, cond(rest))
		}
		c := t.let("c", stays)
		return syntax.NewIf(c, t.apart(func() syntax.Term { return cond(rest) }), syntax.BoolLit(false))
	})
}

// apart translates a term with its own spine, and takes back what it sets.
func (t *tr) apart(f func() syntax.Term) syntax.Term {
	var e syntax.Term
	b := t.branch(func() { e = f() })
	return syntax.NewLet(b.binds, e)
}

// while translates a while loop. What stands before the condition stands before the loop and at the end of its body.
func (t *tr) while(s *flow.While) {
	f := t.facts.of[s]
	pre, body, post := f.lists[0], f.lists[1], f.lists[2]
	copy := t.copy
	t.copy = 2 * copy
	t.list(pre)
	t.copy = copy
	if all, _ := t.left(); all {
		return
	}
	t.enter(s)
	early := f.broken || len(f.leaves) > 0
	at := ghostKey{at: s, copy: t.copy}
	h := t.header(at, f, early, -1, nil, body)
	x, init := t.state(h)
	cond := t.condition(h, x, func([]syntax.Term) syntax.Term {
		return t.scalar(s.Cond).t
	}, total(s.Cond))
	leave := t.inside(f, early)
	b := t.branch(func() {
		t.enterState(h, x, true)
		if early {
			t.set(exitSlot, exitVal(0))
		}
		t.list(body)
		t.resume(s, early)
		live := t.stateSet(f)
		leaves := maps.Clone(f.leaves)
		if f.broken {
			leaves[s] = true
		}
		after := func(l *list, c int) {
			t.copy = c
			switch all, none := t.left(); {
			case none:
				t.list(l)
			case !all:
				t.guard(ghostKey{at: s, copy: c + 1<<24}, union(live, l.pieces[len(l.pieces)-1].live), leaves,
					func() { t.list(l) })
			}
			t.copy = copy
		}
		after(post, copy)
		after(pre, 2*copy+1)
	})
	leave()
	parts := t.next(h, b)
	if len(h.js) == 0 {
		t.finish(h, nil, 0)
		return
	}
	var e syntax.Term = syntax.NewWhile(s.At, x, init, cond, syntax.NewLet(b.binds, syntax.NewTuple(parts...)))
	t.finish(h, t.checkpointed(s.Checkpoint, e), len(parts))
	t.arrive(s)
}

// inside notes that the translation is in the body of a loop, at whose end exits says whether the exit code is read.
func (t *tr) inside(f *facts, exits bool) func() {
	t.loops = append(t.loops, f)
	outer := t.exits
	t.exits = exits
	return func() {
		t.loops = t.loops[:len(t.loops)-1]
		t.exits = outer
	}
}
