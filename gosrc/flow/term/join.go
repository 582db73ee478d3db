package term

import (
	"maps"
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A branch is a list translated apart: its bindings, and the slots it changed.
type branch struct {
	binds   []syntax.Bind
	changed map[int]val
	// gone is toFail or toReturn when the branch is what runs where statements have left the function that way.
	gone any
}

// branch translates apart; the environment is as before afterwards.
func (t *tr) branch(f func()) *branch {
	outer, log, m := t.spine, len(t.log), t.sc.mark()
	t.spine = &syntax.Spine{}
	f()
	b := &branch{binds: t.spine.Binds, changed: map[int]val{}}
	for i := len(t.log) - 1; i >= log; i-- {
		u := t.log[i]
		if _, ok := b.changed[u.slot]; !ok {
			b.changed[u.slot] = t.env[u.slot]
		}
	}
	for i := len(t.log) - 1; i >= log; i-- {
		t.env[t.log[i].slot] = t.log[i].old
	}
	t.log = t.log[:log]
	t.sc.pop(m)
	t.spine = outer
	return b
}

// in translates more at the end of a branch.
func (t *tr) in(b *branch, f func()) {
	outer := t.spine
	t.spine = &syntax.Spine{Binds: b.binds}
	f()
	b.binds = t.spine.Binds
	t.spine = outer
}

// joined is a slot behind a branch.
type joined struct {
	slot  int // -1: of an expression
	name  string
	ft    flow.Type
	sh    *shape
	x, y  val
	equal bool // both sides have the value x
	// dead sides have a value that nobody will read.
	deadX, deadY bool
}

// meet finds the shape of a slot behind an if whose sides leave x and y there.
func (t *tr) meet(at ghostKey, m scopeMark, j joined) joined {
	x, y := j.x, j.y
	if x.same(y) {
		j.equal = true
		return j
	}
	if j.deadX && j.deadY {
		j.deadX, j.deadY = false, false
	}
	switch {
	case !x.defined() || j.deadX && y.defined():
		j.sh = join(y.sh, y.sh, t.holds(m))
	case !y.defined() || j.deadY:
		j.sh = join(x.sh, x.sh, t.holds(m))
	default:
		j.sh = join(x.sh, y.sh, t.holds(m))
	}
	t.want(at, j.sh)
	return j
}

// want sees to it that the lengths of a shape have sizes here: those that have none get them in the next pass.
func (t *tr) want(at ghostKey, sh *shape) {
	sh.eachSize(func(p *syntax.Size) {
		if t.real(p) != nil {
			return
		}
		at.ord = 0
		if t.hoisted[at] == nil {
			t.hoisted[at] = map[*syntax.Size]bool{}
		}
		if !t.hoisted[at][p] {
			t.hoisted[at][p] = true
			t.hoistOrder[at] = append(t.hoistOrder[at], p)
			t.dirty = true
		}
		t.bindSize(p, true, nil)
	})
}

// hoist binds the sizes that earlier passes wanted in front of a branch or loop.
func (t *tr) hoist(at ghostKey) {
	at.ord = 0
	m := t.sc.mark()
	for _, p := range t.hoistOrder[at] {
		if t.holds(m)(p) {
			t.bindSize(p, true, nil)
		}
	}
}

// leaves are the terms of a value in a shape, as they stand in the tuple behind a branch or in the state of a loop.
func (t *tr) leaves(j joined, v val) []syntax.Term {
	if !v.defined() {
		v = val{t: t.zeros(j.ft, nilLike(j.sh)), sh: nilLike(j.sh), length: syntax.IntLit(0)}
	}
	if j.sh.kind != grown {
		v = t.settled(j.name, v)
		return []syntax.Term{t.let(j.name, t.conv(j.name, v.t, j.ft, v.sh, j.sh, nil))}
	}
	if j.sh.n != nil {
		if v.sh.kind == grown && v.sh.n == j.sh.n && sameShape(v.sh.elem, j.sh.elem) {
			return []syntax.Term{v.t, v.length}
		}
		buf, n := t.roomy(j.name, v, j.ft, j.sh)
		return []syntax.Term{buf, n}
	}
	elem := &shape{kind: dyn, elem: j.sh.elem}
	if v.sh.kind == grown {
		n := t.bufferLen(v.t)
		buf := t.conv(j.name, v.t, j.ft, &shape{kind: sized, n: n, elem: v.sh.elem}, elem, nil)
		return []syntax.Term{t.let(j.name, buf), v.length}
	}
	n := t.length2(v)
	return []syntax.Term{t.let(j.name, t.conv(j.name, v.t, j.ft, v.sh, elem, nil)), n}
}

// length2 is the length of a slice that is no buffer.
func (t *tr) length2(v val) syntax.Term {
	return t.let("n", syntax.NewSizeOf(v.t.Type().(*syntax.ArrayType).Len))
}

// nilLike is the shape of a value that takes the place of one that nobody reads.
func nilLike(s *shape) *shape {
	if s.kind == dyn || s.kind == grown {
		return &shape{kind: sized, n: syntax.SizeLit(0), elem: s.elem}
	}
	return s
}

// ifTerm emits an if that results in the joined slots, and gives their values.
func (t *tr) ifTerm(c syntax.Term, x, y *branch, js []joined, name string) []val {
	var xs, ys []syntax.Term
	t.in(x, func() {
		for _, j := range js {
			if !j.equal {
				xs = append(xs, t.leaves(j, usable(j, j.x, j.deadX))...)
			}
		}
	})
	t.in(y, func() {
		for _, j := range js {
			if !j.equal {
				ys = append(ys, t.leaves(j, usable(j, j.y, j.deadY))...)
			}
		}
	})
	var parts []syntax.Term
	if len(xs) > 0 {
		tx := syntax.NewLet(x.binds, syntax.NewTuple(xs...))
		ty := syntax.NewLet(y.binds, syntax.NewTuple(ys...))
		parts = t.unpack(name, syntax.NewIf(c, tx, ty), len(xs))
	}
	out := make([]val, len(js))
	for i, j := range js {
		if j.equal {
			out[i] = j.x
			continue
		}
		out[i], parts = t.rejoin(j, parts)
	}
	return out
}

// usable is a value, or an undefined one where nobody reads it and it has another shape than the slot is to have: what
// stands there already costs less than zeros.
func usable(j joined, v val, dead bool) val {
	if dead && v.defined() && !sameShape(v.sh, j.sh) {
		return val{}
	}
	return v
}

// unpack binds a tuple of n parts, and gives the parts.
func (t *tr) unpack(name string, e syntax.Term, n int) []syntax.Term {
	if n == 1 {
		return []syntax.Term{e}
	}
	r := t.let(name, e)
	out := make([]syntax.Term, n)
	for i := range out {
		out[i] = syntax.NewProj(i, r)
	}
	return out
}

// rejoin is the value of a slot from its leaves, bound and opened.
func (t *tr) rejoin(j joined, parts []syntax.Term) (val, []syntax.Term) {
	switch j.sh.kind {
	case dyn:
		return t.open(j.name, parts[0], j.sh), parts[1:]
	case grown:
		if j.sh.n != nil {
			return val{t: t.let(j.name, parts[0]), sh: j.sh, length: t.let(j.name+"_len", parts[1])}, parts[2:]
		}
		v := t.open(j.name, parts[0], j.sh)
		v.sh = j.sh
		v.length = t.let(j.name+"_len", parts[1])
		return v, parts[2:]
	}
	return val{t: t.let(j.name, parts[0]), sh: j.sh}, parts[1:]
}

// ifStmt emits an if between two translations; live says which slots are live behind it.
func (t *tr) ifStmt(at ghostKey, c syntax.Term, live slotSet, x, y func()) {
	t.ifGone(at, c, live, nil, x, y)
}

// ifGone is ifStmt; gone says how the function has been left where y runs.
func (t *tr) ifGone(at ghostKey, c syntax.Term, live slotSet, gone any, x, y func()) {
	t.hoist(at)
	m := t.sc.mark()
	bx, by := t.branch(x), t.branch(y)
	by.gone = gone
	ks := slices.Collect(maps.Keys(bx.changed))
	for k := range by.changed {
		if _, ok := bx.changed[k]; !ok {
			ks = append(ks, k)
		}
	}
	slices.Sort(ks)
	var js []joined
	for _, k := range ks {
		if k == exitSlot && !t.exits {
			if vx, vy := t.after(bx, k), t.after(by, k); !vx.same(vy) {
				t.set(k, exitVal(0)) // nobody asks who has left
				continue
			}
		}
		if k != exitSlot && !live.has(k) {
			if t.env[k].defined() {
				t.set(k, val{}) // its value depends on the branch, and nobody reads it
			}
			continue
		}
		vx, vy := t.after(bx, k), t.after(by, k)
		if _, touched := by.changed[k]; k == exitSlot && !touched && isZeroConst(vx.t) {
			continue // a guard in which nothing leaves: the code is what it was
		}
		if !vx.defined() && !vy.defined() {
			continue
		}
		j := joined{slot: k, name: t.sl.all[k].name, ft: t.sl.all[k].typ, x: vx, y: vy}
		j.deadX, j.deadY = t.dead(bx, k), t.dead(by, k)
		js = append(js, t.meet(at, m, j))
	}
	vals := t.ifTerm(c, bx, by, js, "t")
	for i, j := range js {
		t.set(j.slot, vals[i])
	}
}

func (t *tr) after(b *branch, k int) val {
	if v, ok := b.changed[k]; ok {
		return v
	}
	return t.env[k]
}

// dead reports whether a side has left the function, so that nobody will read the slot.
func (t *tr) dead(b *branch, k int) bool {
	if k == exitSlot || t.facts.stops.slots.has(k) {
		return false
	}
	gone := b.gone
	if e, ok := t.after(b, exitSlot).t.(*syntax.Const); ok {
		switch e.I {
		case t.code(toFail):
			gone = toFail
		case t.code(toReturn):
			gone = toReturn
		}
	}
	return gone == any(toFail) || gone == any(toReturn) && !t.results[len(t.results)-1].has(k)
}

// gone is how statements that leave for these targets leave the function, or nil when they may stay in it.
func gone(leaves map[any]bool) any {
	if len(leaves) == 1 && leaves[toFail] {
		return toFail
	}
	for to := range leaves {
		if to != any(toFail) && to != any(toReturn) {
			return nil
		}
	}
	return toReturn
}
