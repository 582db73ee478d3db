package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// rest is what follows the statements at hand in the same list.
type rest struct {
	stmts []flow.Stmt
	next  *rest
}

// list translates a list, piece by piece; a piece behind one that may leave runs only where it has not.
func (t *tr) list(l *list) {
	exits := t.exits
	for i, p := range l.pieces {
		t.exits = exits || i+1 < len(l.pieces)
		switch e := t.env[exitSlot].t.(type) {
		case *syntax.Const:
			if e.I == 0 {
				t.run(p.stmts, nil, p.live)
			}
		default:
			t.guard(ghostKey{at: first(p.stmts), copy: t.copy + 1<<20}, p.live, l.leaves,
				func() { t.run(p.stmts, nil, p.live) })
		}
	}
	t.exits = exits
}

func first(ss []flow.Stmt) flow.Stmt {
	if len(ss) == 0 {
		return nil
	}
	return ss[0]
}

// stays is the condition that no statement has left.
func (t *tr) stays() syntax.Term {
	return syntax.NewPrim(syntax.MustOp("ieq"), t.env[exitSlot].t, syntax.IntLit(0))
}

// guard runs f where no statement has left; leaves are the targets for which some may have.
func (t *tr) guard(at ghostKey, live slotSet, leaves map[any]bool, f func()) {
	t.ifGone(at, t.let("c", t.stays()), live, gone(leaves), func() {
		t.set(exitSlot, exitVal(0))
		f()
	}, func() {})
}

func exitVal(code int64) val { return intVal(syntax.IntLit(code), syntax.SizeLit(code)) }

// left reports whether all paths to here have left, or none.
func (t *tr) left() (all, none bool) {
	c, ok := t.env[exitSlot].t.(*syntax.Const)
	return ok && c.I != 0, ok && c.I == 0
}

// run translates statements and what follows them. At the end the slots in live are wanted.
func (t *tr) run(stmts []flow.Stmt, next *rest, live slotSet) {
	for {
		for i, s := range stmts {
			tail := next
			if i+1 < len(stmts) {
				tail = &rest{stmts[i+1:], next}
			}
			if f, ok := s.(*flow.If); ok && len(t.facts.of[s].leaves) > 0 {
				if t.leavingIf(f, tail, live) {
					return
				}
			} else {
				t.stmt(s)
			}
			all, none := t.left()
			if all {
				return
			}
			if !none {
				if tail == nil {
					return
				}
				t.guard(ghostKey{at: s, copy: t.copy + 1<<21}, live, t.leavesOf(s),
					func() { t.run(tail.stmts, tail.next, live) })
				return
			}
		}
		if next == nil {
			return
		}
		stmts, next = next.stmts, next.next
	}
}

// leavesOf are the targets for which a statement may leave.
func (t *tr) leavesOf(s flow.Stmt) map[any]bool {
	if f := t.facts.of[s]; f != nil {
		return f.leaves
	}
	return map[any]bool{toFail: true} // a call
}

// leavingIf translates an if of which a side may leave, and reports whether it has translated the rest.
func (t *tr) leavingIf(s *flow.If, tail *rest, live slotSet) bool {
	f := t.facts.of[s]
	x, y := f.lists[0], f.lists[1]
	t.enter(s)
	c := t.scalar(s.Cond).t
	if k, ok := c.(*syntax.Const); ok {
		taken := x
		if k.I == 0 {
			taken = y
		}
		t.exiting(t.exits || tail != nil, func() { t.list(taken) })
		return false
	}
	c = t.let("c", c)
	at := ghostKey{at: s, copy: t.copy}
	both := func(l *list) func() {
		return func() {
			t.exiting(t.exits || tail != nil && len(l.leaves) > 0, func() { t.list(l) })
			if tail == nil {
				return
			}
			switch all, none := t.left(); {
			case none:
				t.run(tail.stmts, tail.next, live)
			case !all:
				t.guard(ghostKey{at: s, copy: t.copy + 1<<22}, live, f.leaves,
					func() { t.run(tail.stmts, tail.next, live) })
			}
		}
	}
	switch {
	case !x.falls:
		t.ifStmt(at, c, t.endLive(f, tail, live), func() { t.list(x) }, both(y))
		return true
	case !y.falls:
		t.ifStmt(at, c, t.endLive(f, tail, live), both(x), func() { t.list(y) })
		return true
	}
	t.exiting(t.exits || tail != nil, func() {
		t.ifStmt(at, c, f.live, func() { t.list(x) }, func() { t.list(y) })
	})
	return false
}

// exiting runs f, behind which exits says whether the exit code is read.
func (t *tr) exiting(exits bool, f func()) {
	outer := t.exits
	t.exits = exits
	f()
	t.exits = outer
}

// endLive is what is wanted behind an if that takes the rest of the list in.
func (t *tr) endLive(f *facts, tail *rest, live slotSet) slotSet {
	if tail == nil {
		return union(live, f.live)
	}
	return live
}

func union(a, b slotSet) slotSet {
	if len(a) == 0 {
		return b
	}
	if len(b) == 0 {
		return a
	}
	out := slotSet{}
	for k := range a {
		out[k] = struct{}{}
	}
	for k := range b {
		out[k] = struct{}{}
	}
	return out
}

// enter makes names of variables and sizes those of a statement.
func (t *tr) enter(s flow.Stmt) { t.cur = s }

func (t *tr) stmt(s flow.Stmt) {
	stop.Check(t.p.ctx)
	t.enter(s)
	switch s := s.(type) {
	case *flow.Assign:
		t.assign(s)
	case *flow.Call:
		t.call(s)
	case *flow.Append:
		t.append(s)
	case *flow.Copy:
		t.copyStmt(s)
	case *flow.If:
		t.plainIf(s)
	case *flow.Count:
		t.count(s)
	case *flow.While:
		t.while(s)
	case *flow.Block:
		f := t.facts.of[s]
		t.exiting(t.exits || len(f.leaves) > 0, func() { t.list(f.lists[0]) })
		t.arrive(s)
	case *flow.Break:
		t.leave(breakOf(s.Target))
	case *flow.Continue:
		t.leave(continueOf(s.Target))
	case *flow.Return:
		t.leave(toReturn)
	case *flow.Fail:
		t.leave(toFail)
	}
}

func (t *tr) assign(s *flow.Assign) {
	if t.cut(s) {
		return
	}
	vals := make([][]val, len(s.Src))
	for i, e := range s.Src {
		vals[i] = t.expr(e)
	}
	if len(s.Dst) == 1 && s.Dst[0].Var != nil {
		t.store(t.dest(s.Dst[0]), vals[0], s.At)
		return
	}
	ds := make([]dest, len(s.Dst))
	for i, p := range s.Dst {
		ds[i] = t.dest(p)
		name := "t"
		if p.Var != nil {
			name = p.Var.Name
		}
		for j := range vals[i] {
			vals[i][j] = t.atom(name, vals[i][j])
		}
	}
	for i, d := range ds {
		t.store(d, vals[i], s.At)
	}
}

// plainIf is an if whose sides both go on.
func (t *tr) plainIf(s *flow.If) {
	f := t.facts.of[s]
	c := t.scalar(s.Cond).t
	if k, ok := c.(*syntax.Const); ok {
		if k.I != 0 {
			t.list(f.lists[0])
		} else {
			t.list(f.lists[1])
		}
		return
	}
	c = t.let("c", c)
	t.ifStmt(ghostKey{at: s, copy: t.copy}, c, f.live, func() { t.list(f.lists[0]) }, func() { t.list(f.lists[1]) })
}

type breakTo struct{ s flow.Stmt }
type continueTo struct{ s flow.Stmt }

func breakOf(s flow.Stmt) any    { return breakTo{s} }
func continueOf(s flow.Stmt) any { return continueTo{s} }

// code is the exit code of a target.
func (t *tr) code(to any) int64 {
	switch to {
	case any(toReturn):
		return 1
	case any(toFail):
		return 2
	}
	c, ok := t.codes[to]
	if !ok {
		c = int64(len(t.codes)) + 3
		t.codes[to] = c
	}
	return c
}

func (t *tr) leave(to any) { t.set(exitSlot, exitVal(t.code(to))) }

// arrive ends a block or loop: those that have left it for its end have arrived.
func (t *tr) arrive(s flow.Stmt) {
	if f := t.facts.of[s]; f.broken {
		t.landed(t.code(breakOf(s)), len(f.leaves) > 0)
	}
}

// resume ends the body of a loop: those that have left it for the next iteration have arrived.
func (t *tr) resume(s flow.Stmt, others bool) {
	if t.facts.of[s].resumed {
		t.landed(t.code(continueOf(s)), others)
	}
}

// landed makes an exit code 0; with others, there may be other codes.
func (t *tr) landed(code int64, others bool) {
	switch e := t.env[exitSlot].t.(type) {
	case *syntax.Const:
		if e.I == code {
			t.set(exitSlot, exitVal(0))
		}
	default:
		if !others {
			t.set(exitSlot, exitVal(0))
			return
		}
		is := syntax.NewPrim(syntax.MustOp("ieq"), e, syntax.IntLit(code))
		t.set(exitSlot, scalarVal(t.let("exit", syntax.NewIf(is, syntax.IntLit(0), e))))
	}
}

// copyStmt is copy, element by element, or all at once where the lengths are equal.
func (t *tr) copyStmt(s *flow.Copy) {
	src := t.atom("src", t.settled("src", t.scalar(s.Src)))
	d := t.dest(s.To)
	to := t.settled("t", t.scalar(&flow.Load{Place: s.To}))
	to = t.atom(s.To.Var.Name, to)
	n, m := t.ghostly(to.t.Type().(*syntax.ArrayType).Len), t.ghostly(src.t.Type().(*syntax.ArrayType).Len)
	if s.Off == nil && s.Lim == nil && n == m {
		if sameShape(to.sh, src.sh) {
			t.store(d, []val{src}, s.At)
			t.copied(s, intVal(t.sizeInt(n), n))
			return
		}
	}
	lo, hi := syntax.SizeLit(0), n
	if s.Off != nil {
		lo = t.lengthOf(s.Off)
	}
	if s.Lim != nil {
		hi = t.lengthOf(s.Lim)
	}
	room := t.shrink(hi.Sub(lo))
	k := room
	if room != m {
		k = t.lengthFresh(syntax.NewPrim(syntax.MustOp("imin"), t.intOf(room), t.intOf(m)))
	}
	size := t.bindSize(k, true, s.At)
	if !sameShape(to.sh.elem, src.sh.elem) {
		sh := &shape{kind: sized, n: to.sh.n, elem: t.rowShape(to.sh.elem, src.sh.elem, t.even(t.sl.of(s.To.Var)))}
		to = val{t: t.let(s.To.Var.Name, t.conv("t", to.t, s.To.Type(), to.sh, sh, s.At)), sh: sh}
		src.t = t.let("src", t.conv("src", src.t, s.To.Type(), src.sh, &shape{kind: sized, n: src.sh.n, elem: sh.elem},
			s.At))
	}
	i := syntax.NewVar("i", syntax.NewIdxType(size))
	st := syntax.NewVar(s.To.Var.Name, to.t.Type())
	base := t.let("lo", t.intOf(lo))
	at := func(arr syntax.Term, off syntax.Term) syntax.Term {
		l := arr.Type().(*syntax.ArrayType).Len
		if l == size && sameAtom(off, syntax.IntLit(0)) {
			return syntax.Ref(i)
		}
		j := syntax.Term(syntax.NewFromIdx(syntax.Ref(i)))
		if !sameAtom(off, syntax.IntLit(0)) {
			j = syntax.NewPrim(syntax.OpIntAdd, off, j)
		}
		return syntax.NewToIdx(s.At, l, j)
	}
	body := syntax.NewSet(syntax.Ref(st), at(syntax.Ref(st), base), syntax.NewIndex(src.t, at(src.t, syntax.IntLit(0))))
	loop := syntax.NewLoop(size, false, syntax.NoOutput, i, st, to.t, body)
	t.store(d, []val{{t: t.let(s.To.Var.Name, loop), sh: to.sh}}, s.At)
	t.copied(s, intVal(t.intOf(k), k))
}

func (t *tr) copied(s *flow.Copy, n val) {
	if s.N.Var != nil {
		t.store(t.dest(s.N), []val{n}, s.At)
	}
}
