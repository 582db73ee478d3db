package simplify

import (
	"math"
	"math/bits"
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/internal/stop"
	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maxHashed is the greatest size of a term with binders that is looked up
// among the bindings in scope, so that sharing stays linear in nested terms.
const maxHashed = 60

func cseRules() []*Rule {
	return []*Rule{
		{
			Name: "cse", Before: "let x = a; … ; y = a in e", After: "let x = a; … in e[x/y]", Ref: own,
			Why: "let substitution",
			Condition: "x is in scope at y, with no checkpoint between, so a has been evaluated there already; the " +
				"as are equal up to bound names; functions, tuples and injections are not shared, which would keep " +
				"them from being opened, nor are arrays without elements",
		},
		{
			Name: "loopInvariant", Before: "[let x = a in e | i < n]", After: "let x = a in [e | i < n]", Ref: own,
			Why: "let substitution",
			Condition: "a is one operation on scalars that cannot fail and does not depend on the loop; x is not in " +
				"a branch or a function inside the loop. An empty loop pays for it once",
		},
	}
}

// cse is common subexpression elimination and the motion of loop invariants,
// on the A-normal form of t, where every operation has a binding, but for bindings of
// its spine in which neither applies. If neither applies at all, it returns t itself.
func (e *engine) cse(t syntax.Term, where string) (syntax.Term, bool) {
	defer times.Begin("cse")()
	if !e.hot.cse && !e.hot.loopInvariant {
		return t, false
	}
	plan, may := e.planCSE(t)
	if !may {
		return t, false
	}
	n, fired := e.cseAll(t, plan, where)
	if fired == 0 {
		return t, false
	}
	return n, true
}

// cseAll is share for a term in which there may be something to do, and how often it was done.
// Of plan, which [engine.planCSE] has made, the bindings of the spine that are not to be taken apart for it stay whole.
func (e *engine) cseAll(t syntax.Term, plan csePlan, where string) (syntax.Term, int) {
	s := eliminator{engine: e, where: where, plan: plan, heads: e.lists(64), sizes: map[*syntax.SizeVar]int32{}}
	defer e.afterShare()
	e.incomplete = false
	s.operands.Term = s.node
	return s.spine(t), s.fired
}

type eliminator struct {
	*engine
	where string
	plan  csePlan
	// by hash: the newest of the bindings in scope, counted in held from 1; a power of two of them
	heads []int32
	sizes map[*syntax.SizeVar]int32 // likewise for size variables
	floor int32                     // bindings up to this one are not seen from inside a checkpoint
	// level of the scratch is the number of the block that binds a variable, where parameters of the term have 0;
	// alias is the atom that stands for a variable.
	stack []openBlock
	fired int

	operands syntax.Mapper // node at every subterm
}

// available is a binding in scope, and the one before it in its list.
type available struct {
	x    *syntax.Var
	rhs  syntax.Term
	key  uint64
	next int32
	gone bool // out of scope
}

// openBlock is a block in work: its spine so far, what it added to the table,
// and whether it is the body of a loop, so that bindings may leave it.
type openBlock struct {
	out   []syntax.Bind
	log   []int32 // in held, from 1
	loops bool
}

// spine is block for the term itself, which is taken apart meanwhile.
func (s *eliminator) spine(t syntax.Term) syntax.Term {
	s.stack = append(s.stack, openBlock{})
	if l, ok := t.(*syntax.Let); ok {
		if cap(s.binds) < len(l.Binds) {
			s.binds = make([]syntax.Bind, 0, len(l.Binds))
		}
		s.stack[0].out = s.binds[:0]
		s.heads = s.lists(1 << bits.Len(uint(len(l.Binds)+32)))
		if cap(s.held) < len(l.Binds) {
			s.held = make([]available, 0, len(l.Binds))
		}
	}
	body := s.planned(t, 0)
	out := s.stack[0].out
	n := syntax.NewLet(slices.Clone(out), body)
	if cap(out) > cap(s.binds) {
		s.binds = out
	}
	clear(out)
	return n
}

// planned emits the bindings of a spine, which have their place in the plan from first on, and returns the atom under
// them.
func (s *eliminator) planned(t syntax.Term, first int) syntax.Term {
	var apart []bool
	if l, ok := t.(*syntax.Let); ok && len(s.plan.apart) > 0 {
		apart = s.plan.apart[first : first+len(l.Binds)]
	}
	here := len(s.stack) - 1
	body := syntax.EachANF(t, apart, func(b syntax.Bind, i int) {
		if i < 0 {
			s.bind(b)
			return
		}
		if s.plan.renamed[first+i] {
			b.Rhs = s.node(b.Rhs)
			s.incomplete = s.incomplete || form.IsAtom(b.Rhs) // another name, by which nothing was looked up
		}
		s.emit(here, b)
	})
	return s.atom(body)
}

// block is a block in A-normal form, or one of a binding that is not taken apart.
func (s *eliminator) block(t syntax.Term, sc form.Scope) syntax.Term {
	s.stack = append(s.stack, openBlock{loops: sc == form.Loop})
	number := len(s.stack) - 1
	body := t
	if l, ok := t.(*syntax.Let); ok {
		s.stack[number].out = make([]syntax.Bind, 0, len(l.Binds))
		if first, ok := s.plan.inner[l]; ok {
			body = s.planned(l, int(first))
		} else {
			for _, b := range l.Binds {
				s.bind(b)
			}
			body = s.node(l.Body)
		}
	} else {
		body = s.node(body)
	}
	top := s.stack[number]
	s.stack = s.stack[:number]
	for _, k := range top.log {
		s.forget(k)
	}
	return syntax.NewLet(top.out, body)
}

// forget takes the binding k out of the table.
func (s *eliminator) forget(k int32) {
	a := &s.held[k-1]
	for at := s.head(a.key); ; at = &s.held[*at-1].next {
		if *at == k {
			*at, a.gone = a.next, true
			return
		}
	}
}

// grow makes room for more lists.
func (s *eliminator) grow() {
	s.heads = s.lists(4 * len(s.heads))
	for i := range s.held {
		if a := &s.held[i]; !a.gone {
			head := s.head(a.key)
			a.next, *head = *head, int32(i+1)
		}
	}
}

// head is where the list of the bindings with the hash begins, and some others.
func (s *eliminator) head(key uint64) *int32 { return &s.heads[mixed(key)&uint64(len(s.heads)-1)] }

// atom replaces a variable by the one it is shared with.
func (s *eliminator) atom(t syntax.Term) syntax.Term {
	if r, ok := t.(*syntax.VarRef); ok {
		if a := s.alias.get(r.Var); a != nil {
			return a
		}
	}
	return t
}

// node processes the bodies of a right-hand side and replaces its atoms.
func (s *eliminator) node(t syntax.Term) syntax.Term {
	if form.IsAtom(t) {
		return s.atom(t)
	}
	operands, bodies := form.Shape(t)
	if bodies == form.None {
		return s.timesOne(s.operands.Map(t))
	}
	if t, ok := t.(*syntax.If); ok { // of which there are the most
		c, a, b := s.node(t.Cond), s.block(t.Then, bodies), s.block(t.Else, bodies)
		if c == t.Cond && a == t.Then && b == t.Else {
			return t
		}
		return syntax.NewIf(c, a, b)
	}
	if _, ok := t.(*syntax.While); ok {
		bodies = form.Lambda // the body may never run, so nothing leaves it
	}
	if _, ok := t.(*syntax.Checkpoint); ok {
		// What is computed again must not be kept from the first time instead.
		defer func(floor int32) { s.floor = floor }(s.floor)
		s.floor = int32(len(s.held))
	}
	k := 0
	m := syntax.Mapper{
		Term: func(c syntax.Term) syntax.Term {
			if k++; k > operands {
				return s.block(c, bodies)
			}
			return s.node(c)
		},
		Binder: func(x *syntax.Var) *syntax.Var {
			*s.level.at(x) = int32(len(s.stack))
			return x
		},
	}
	return m.Map(t)
}

// timesOne is mulOne, where names of the literal are gone: otherwise what is equal by it would be shared only after
// another round.
func (s *eliminator) timesOne(t syntax.Term) syntax.Term {
	if pr, ok := t.(*syntax.Prim); ok && s.hot.mulOne {
		if n := mulOne(nil, pr); n != nil {
			s.report.add("mulOne", s.where)
			return s.tampered("mulOne", n)
		}
	}
	return t
}

func (s *eliminator) bind(b syntax.Bind) {
	stop.Check(s.opts.Context)
	b.Rhs = s.node(b.Rhs)
	here := len(s.stack) - 1
	if b.Var == nil {
		s.sizes[b.Size] = int32(here)
		s.emit(here, b)
		return
	}
	if _, size := b.Rhs.(*syntax.SizeOf); size || form.IsAtom(b.Rhs) {
		*s.alias.at(b.Var) = b.Rhs
		return
	}
	to := here
	if s.hot.loopInvariant && s.stack[here].loops && movable(b.Rhs) {
		if to = s.target(b.Rhs, here); to < here {
			s.note("loopInvariant")
			b.Rhs = s.tampered("loopInvariant", b.Rhs)
		}
	}
	if !s.hot.cse || !shareable(b.Rhs) || plainOneHot(b.Rhs) {
		s.emit(to, b)
		return
	}
	key, ok := hash(b.Rhs)
	if !ok {
		s.incomplete = true
		s.emit(to, b)
		return
	}
	if len(s.held) >= len(s.heads) {
		s.grow()
	}
	first := s.head(key)
	for k := *first; k > s.floor; k = s.held[k-1].next {
		if old := &s.held[k-1]; old.key == key && syntax.Equal(old.rhs, b.Rhs) {
			s.note("cse")
			x := syntax.Term(syntax.Ref(old.x))
			if wrong := s.tampered("cse", x); wrong != x {
				s.emit(to, syntax.Bind{Var: b.Var, Rhs: wrong})
				return
			}
			*s.alias.at(b.Var) = x
			return
		}
	}
	s.emit(to, b)
	s.held = paged.Append(s.held, available{x: b.Var, rhs: b.Rhs, key: key, next: *first})
	k := int32(len(s.held))
	*first = k
	if to > 0 {
		s.stack[to].log = append(s.stack[to].log, k)
	}
}

func (s *eliminator) note(rule string) {
	s.fired++
	s.report.add(rule, s.where)
}

func (s *eliminator) emit(to int, b syntax.Bind) {
	if b.Var != nil && to > 0 {
		*s.level.at(b.Var) = int32(to)
	}
	s.stack[to].out = paged.Append(s.stack[to].out, b)
}

// target is the outermost block that t may move to.
func (s *eliminator) target(t syntax.Term, here int) int {
	low := int32(0)
	syntax.Children(t, func(c syntax.Term) {
		switch c := c.(type) {
		case *syntax.VarRef:
			low = max(low, s.level.get(c.Var))
		case *syntax.SizeOf:
			c.Size.Vars(func(v *syntax.SizeVar) { low = max(low, s.sizes[v]) })
		}
	})
	to := here
	for to > int(low) && s.stack[to].loops {
		to--
	}
	return to
}

// movable reports whether t may run although its loop may be empty: one scalar
// operation that cannot fail.
func movable(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Prim:
		return !t.Op.Fails()
	case *syntax.Plus:
		return t.Type() == syntax.Real
	}
	return false
}

func shareable(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Lam, *syntax.LinLam, *syntax.Tuple, *syntax.Inj, *syntax.Coproj, *syntax.SizeOf:
		return false
	case *syntax.Build: // one without elements is nothing to share, and two states that begin with it would seem to share memory
		n, ok := t.Type().(*syntax.ArrayType).Len.Lit()
		return !ok || n > 0
	default:
		return true
	}
}

const hashPrime = 1099511628211

// hash is a number that terms equal up to bound names agree in; there is none
// for big terms.
func hash(t syntax.Term) (uint64, bool) {
	if _, bodies := form.Shape(t); bodies != form.None {
		if syntax.NodesUpTo(t, maxHashed) > maxHashed {
			return 0, false
		}
		return syntax.Hash(t), true
	}
	n := uint64(kindOf(t)) + 31
	switch t := t.(type) {
	case *syntax.VarRef:
		return t.Var.ID()*hashPrime + 1, true
	case *syntax.Const:
		n = (math.Float64bits(t.F)*hashPrime + uint64(t.I)) * hashPrime
	case *syntax.Prim:
		for _, c := range []byte(t.Op.Name) {
			n = n*hashPrime + uint64(c)
		}
	case *syntax.Proj:
		n += uint64(t.Index) << 8
	}
	n = n*hashPrime + t.Type().ID()
	syntax.Children(t, func(c syntax.Term) {
		h, _ := hash(c)
		n = n*hashPrime ^ h
	})
	return n, true
}
