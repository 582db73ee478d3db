package simplify

import (
	"math/bits"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A csePlanner finds the bindings of a spine that [eliminator] need not take apart: those of which no part stands
// anywhere else in scope, and which would be put together as they are. In most terms that have been simplified these
// are nearly all, and to put them into A-normal form, and together again, takes several times what it takes to find
// them.
//
// A node has a number that terms agree in which are equal once everything is shared: a variable has that of what it is
// bound to, and variables that nodes bind have one number for all. So it errs on the side of taking apart.
type csePlanner struct {
	*engine
	heads []int32 // by number: the newest of the nodes in scope, counted in seen from 1
	csePlan
	at    int32 // the binding in work, or the body
	depth int   // of blocks
	none  bool  // there is something that numbers do not speak of
	twice bool  // some number is that of two nodes
	loops bool  // there is something that bindings may move out of
}

// A csePlan is what an [eliminator] is to do with the bindings of a spine, and with their body, which comes last; and
// then with those of long blocks inside, as the body of a pullback is.
type csePlan struct {
	apart []bool // they are to be taken apart; the others are put as they stand
	// they mention variables that may become other names, or hold a block in which there is something to do
	renamed []bool
	inner   map[*syntax.Let]int32 // the places of the first bindings of blocks
}

// boundKey is the number of variables that nodes bind.
const boundKey = 0x1e3779b97f4a7c15

// fewBinds is the length of spines that are taken apart in any case; tests set it.
var fewBinds = 32 //nolint:gochecknoglobals // a constant but for tests

// renamedBit is set in the number of a variable of the spine whose binding is taken apart, so that it may become
// another name.
const renamedBit = 1 << 63

// planCSE says which bindings of the spine of t sharing may leave as they are, the zero plan that it may leave none.
// And whether there may be something to do for it in t at all.
func (e *engine) planCSE(t syntax.Term) (plan csePlan, may bool) {
	l, ok := t.(*syntax.Let)
	if !ok || len(l.Binds) < fewBinds {
		return plan, e.mayCSE(t)
	}
	defer e.afterPlan()
	n := len(l.Binds) + 1
	marks := make([]bool, 2*n)
	a := &csePlanner{engine: e, heads: e.lists(1 << bits.Len(uint(4*len(l.Binds)))),
		csePlan: csePlan{marks[:n:n], marks[n:], nil}}
	for i := range l.Binds {
		a.at = int32(i)
		a.bind(&l.Binds[i])
	}
	a.at++
	a.block(l.Body, false)
	if !a.twice && !a.loops && !a.none {
		return plan, false
	}
	if !a.twice && !e.mayCSE(t) {
		return plan, false
	}
	if a.none {
		return plan, true
	}
	return a.csePlan, true
}

func (a *csePlanner) takeApart() { a.apart[a.at] = true }

func (a *csePlanner) bind(b *syntax.Bind) {
	if b.Var == nil {
		a.takeApart()
		a.none = a.none || a.depth > 0 // types may speak of it
		a.node(b.Rhs)
		return
	}
	if _, size := b.Rhs.(*syntax.SizeOf); size || form.IsAtom(b.Rhs) {
		a.takeApart() // it becomes another name
	}
	key, _ := a.node(b.Rhs)
	if a.apart[a.at] {
		key |= renamedBit // a binding becomes another name where the one like it is met, which is before this one
	}
	*a.keys.at(b.Var) = key
}

// node visits a node and returns its number and its size, which is beyond the limit for what is no expression.
func (a *csePlanner) node(t syntax.Term) (key uint64, size int) {
	switch t := t.(type) {
	case *syntax.VarRef:
		if key = a.keys.get(t.Var); key == 0 {
			return atomKey(t) &^ renamedBit, 1
		}
		if key&renamedBit != 0 {
			a.renamed[a.at] = true
		}
		return key &^ renamedBit, 1
	case *syntax.SizeOf:
		return atomKey(t) &^ renamedBit, 1
	case *syntax.Let: // where no block begins
		a.takeApart()
		for i := range t.Binds {
			a.bind(&t.Binds[i])
		}
		key, _ = a.node(t.Body)
		return key, maxInline + 1
	}
	if form.IsAtom(t) {
		return atomKey(t) &^ renamedBit, 1
	}
	operands, bodies := form.Shape(t)
	n := numbered{key: label(t), size: 1}
	if bodies == form.None {
		n.key = n.key*hashPrime + t.Type().ID()
		a.operands(t, &n)
	} else {
		a.bodies(t, operands, &n)
	}
	if n.same {
		a.takeApart()
		return n.key, n.size
	}
	n.key = mixed(n.key) &^ renamedBit
	if a.hot.cse && shareable(t) && !plainOneHot(t) {
		a.add(n.key)
	}
	return n.key, n.size
}

// numbered is a node whose subterms are visited.
type numbered struct {
	key  uint64
	size int
	same bool // it has the number of one of them
}

func (a *csePlanner) operands(t syntax.Term, n *numbered) {
	switch t := t.(type) {
	case *syntax.Prim:
		a.prim(t, n)
	case *syntax.Plus:
		for _, c := range t.Terms {
			a.operand(c, n)
		}
	case *syntax.Tuple:
		for _, c := range t.Elems {
			a.operand(c, n)
		}
	case *syntax.Proj:
		a.operand(t.Arg, n)
	default:
		syntax.Children(t, func(c syntax.Term) { a.operand(c, n) })
	}
}

// prim visits the operands of a primitive. By mulOne, x * 1 has the number of x: it is x for [eliminator].
func (a *csePlanner) prim(t *syntax.Prim, n *numbered) {
	var keys [2]uint64
	for i, c := range t.Args {
		key := a.operand(c, n)
		if i < len(keys) {
			keys[i] = key
		}
	}
	if !a.hot.mulOne {
		return
	}
	if i := besideOne(t.Op, func(i int) bool { return keys[i] == oneKey || keys[i] == intOneKey }); i >= 0 {
		n.key, n.same = keys[i], true
	}
}

// The numbers of the literals 1.
var oneKey, intOneKey = atomKey(syntax.RealLit(1)) &^ renamedBit, atomKey(syntax.IntLit(1)) &^ renamedBit

// operand visits an operand; one that would not be put there again is taken apart.
func (a *csePlanner) operand(t syntax.Term, n *numbered) (key uint64) {
	key, size := a.node(t)
	n.key = n.key*hashPrime ^ key
	n.size += size
	switch t.(type) {
	case *syntax.Lam, *syntax.LinLam: // which are put together at any size
	case *syntax.Case, *syntax.Deriv:
		a.takeApart()
	default:
		if size > maxInline {
			a.takeApart()
		}
	}
	return key
}

// bodies visits the subterms of a node with bodies. Out of loops bindings may move.
func (a *csePlanner) bodies(t syntax.Term, operands int, n *numbered) {
	if t, ok := t.(*syntax.If); ok { // of which there are the most
		a.operand(t.Cond, n)
		a.body(t.Then, false, n)
		a.body(t.Else, false, n)
		return
	}
	leaves := false
	switch t.(type) {
	case *syntax.Build, *syntax.FilterIdx, *syntax.Loop:
		leaves = a.hot.loopInvariant
	}
	switch t.(type) {
	case *syntax.If, *syntax.Case, *syntax.Lam, *syntax.LinLam, *syntax.CopowerCase:
	default:
		a.takeApart()
		a.loops = true
	}
	syntax.Binders(t, func(x *syntax.Var) { *a.keys.at(x) = boundKey })
	k := 0
	syntax.Children(t, func(c syntax.Term) {
		if k++; k <= operands {
			a.operand(c, n)
			return
		}
		a.body(c, leaves, n)
	})
}

func (a *csePlanner) body(t syntax.Term, leaves bool, n *numbered) {
	key, size := a.block(t, leaves)
	n.key = n.key*hashPrime ^ mixed(key)
	n.size += size
}

// block visits a block, whose nodes go out of scope after it, unless they may leave it.
func (a *csePlanner) block(t syntax.Term, leaves bool) (key uint64, size int) {
	a.depth++
	mark := len(a.seen)
	if l, ok := t.(*syntax.Let); ok {
		if !leaves && len(l.Binds) >= fewBinds {
			key = a.long(l)
		} else {
			for i := range l.Binds {
				a.bind(&l.Binds[i])
			}
			key, _ = a.node(l.Body)
		}
		size = maxInline + 1
	} else {
		key, size = a.node(t)
	}
	for len(a.seen) > mark && !leaves {
		last := a.seen[len(a.seen)-1]
		a.heads[last.key&uint64(len(a.heads)-1)] = last.next
		a.seen = a.seen[:len(a.seen)-1]
	}
	a.depth--
	return key, size
}

// long visits a long block inside of a binding, whose bindings are taken apart one by one, and returns its number.
func (a *csePlanner) long(l *syntax.Let) (key uint64) {
	outer, first := a.at, int32(len(a.apart))
	if a.inner == nil {
		a.inner = map[*syntax.Let]int32{}
	}
	a.inner[l] = first
	n := len(l.Binds) + 1
	a.apart, a.renamed = append(a.apart, make([]bool, n)...), append(a.renamed, make([]bool, n)...)
	for i := range l.Binds {
		a.at = first + int32(i)
		a.bind(&l.Binds[i])
	}
	a.at = first + int32(n) - 1
	key, _ = a.node(l.Body)
	a.at = outer
	for i := first; i < first+int32(n); i++ {
		a.renamed[outer] = a.renamed[outer] || a.apart[i] || a.renamed[i]
	}
	return key
}

// add notes a node in scope. If there is one like it, the bindings of both are taken apart.
func (a *csePlanner) add(key uint64) {
	if len(a.seen) >= len(a.heads) {
		a.heads = a.lists(4 * len(a.heads))
		for i := range a.seen {
			s := &a.seen[i]
			h := &a.heads[s.key&uint64(len(a.heads)-1)]
			s.next, *h = *h, int32(i+1)
		}
	}
	h := &a.heads[key&uint64(len(a.heads)-1)]
	for k := *h; k > 0; k = a.seen[k-1].next {
		if s := &a.seen[k-1]; s.key == key {
			a.apart[s.at], a.twice = true, true
			a.takeApart()
			return
		}
	}
	a.seen = paged.Append(a.seen, seenNode{key: key, next: *h, at: a.at})
	*h = int32(len(a.seen))
}

// afterPlan forgets what an csePlanner has found out.
func (s *scratch) afterPlan() {
	s.keys.table.Reset()
	s.seen = s.seen[:0]
}
