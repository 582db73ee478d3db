package simplify

import (
	"math"

	"github.com/seed-4b734f86/gochad/simplify/form"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A repeats looks for anything that [eliminator] could do to a term: without rewriting it, so that a term in which
// nothing is to be shared, as most are that have been simplified, costs one walk.
//
// What is shared first in the A-normal form of a term has only atoms for operands, since other operands would have
// been shared before; so it is enough to look at nodes whose operands are atoms already. It errs on the side of
// finding something: numbers stand for terms.
type repeats struct {
	*engine // level and alias as in eliminator
	blocks  []blockSum
	sizes   map[*syntax.SizeVar]int32
	floor   int // numbers up to this one are not seen from inside a checkpoint

	heads []int32 // by number: the newest of those seen, counted from 1
}

// seenNode is a node in scope and the one before it in its list.
type seenNode struct {
	key  uint64
	next int32
	at   int32 // of a [csePlanner]: the binding of the spine that it stands in
}

// blockSum is a block in work: the sum of the numbers of its nodes, so that blocks that differ in the order of
// bindings, and in where these stand, agree.
type blockSum struct {
	sum   uint64
	loops bool
}

// mayCSE reports whether [engine.cse] could change t.
func (e *engine) mayCSE(t syntax.Term) bool {
	defer e.afterShare()
	r := &repeats{engine: e, heads: e.lists(64)}
	_, found := r.block(t, form.None)
	return found
}

// block visits a block and returns its sum, and whether anything was found.
func (r *repeats) block(t syntax.Term, sc form.Scope) (uint64, bool) {
	r.blocks = append(r.blocks, blockSum{loops: sc == form.Loop})
	here := len(r.blocks) - 1
	mark := len(r.seen)
	found := r.node(t)
	sum := r.blocks[here].sum
	r.blocks = r.blocks[:here]
	if here > 0 {
		r.blocks[here-1].sum += sum
		for len(r.seen) > mark {
			last := r.seen[len(r.seen)-1]
			r.heads[last.key&uint64(len(r.heads)-1)] = last.next
			r.seen = r.seen[:len(r.seen)-1]
		}
	}
	return sum, found
}

// open visits the bindings around t and returns what is under them, and whether anything was found.
func (r *repeats) open(t syntax.Term) (syntax.Term, bool) {
	for {
		l, ok := t.(*syntax.Let)
		if !ok {
			return t, false
		}
		for i := range l.Binds {
			if r.bind(&l.Binds[i]) {
				return t, true
			}
		}
		t = l.Body
	}
}

// node visits t, which stands in the newest block, and reports whether anything was found.
func (r *repeats) node(t syntax.Term) bool {
	t, found := r.open(t)
	if found {
		return true
	}
	here := len(r.blocks) - 1
	switch t := t.(type) {
	case *syntax.VarRef:
		r.mention(t, here)
		return false
	case *syntax.SizeOf:
		return false
	}
	if form.IsAtom(t) {
		r.blocks[here].sum += r.atom(t)
		return false
	}
	n := visitedNode{key: label(t), simple: true}
	r.blocks[here].sum += mixed(n.key)
	if _, bodies := form.Shape(t); bodies != form.None {
		found = r.bodies(t, &n)
	} else {
		n.key = n.key*hashPrime + t.Type().ID()
		found = r.operands(t, &n)
	}
	if found || !n.simple {
		return found
	}
	if r.hot.loopInvariant && r.blocks[here].loops && int(n.low) < here && movable(t) {
		return true
	}
	return r.hot.cse && shareable(t) && !plainOneHot(t) && r.add(mixed(n.key))
}

// visitedNode is what is known of a node while its subterms are visited.
type visitedNode struct {
	key    uint64
	low    int32 // the innermost block that it depends on
	simple bool  // all operands are simple
}

// operands visits the subterms of a node without bodies.
func (r *repeats) operands(t syntax.Term, n *visitedNode) bool {
	switch t := t.(type) {
	case *syntax.Prim:
		return r.all(t.Args, n)
	case *syntax.Plus:
		return r.all(t.Terms, n)
	case *syntax.Tuple:
		return r.all(t.Elems, n)
	case *syntax.Call:
		return r.all(t.Args, n)
	case *syntax.Proj:
		return r.operand(t.Arg, n)
	case *syntax.Index:
		return r.operand(t.Arr, n) || r.operand(t.Idx, n)
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || r.operand(c, n) })
	return found
}

func (r *repeats) all(ts []syntax.Term, n *visitedNode) bool {
	for _, t := range ts {
		if r.operand(t, n) {
			return true
		}
	}
	return false
}

func (r *repeats) operand(t syntax.Term, n *visitedNode) bool {
	t, found := r.open(t)
	if found || r.node(t) {
		return true
	}
	if _, size := t.(*syntax.SizeOf); !size && !form.IsAtom(t) {
		n.simple = false // it gets a variable of its own in A-normal form
		return false
	}
	n.key = n.key*hashPrime ^ r.atom(t)
	n.low = max(n.low, r.depth(t))
	return false
}

// bodies visits the subterms of a node with bodies.
func (r *repeats) bodies(t syntax.Term, n *visitedNode) bool {
	operands, sc := form.Shape(t)
	switch t.(type) {
	case *syntax.While:
		sc = form.Lambda
	case *syntax.Checkpoint:
		defer func(floor int) { r.floor = floor }(r.floor)
		r.floor = len(r.seen)
	}
	inside := int32(len(r.blocks))
	syntax.Binders(t, func(x *syntax.Var) { *r.level.at(x) = inside })
	k, found := 0, false
	syntax.Children(t, func(c syntax.Term) {
		switch k++; {
		case found:
		case k <= operands:
			found = r.operand(c, n)
		default:
			var sum uint64
			sum, found = r.block(c, sc)
			n.key = n.key*hashPrime ^ mixed(sum)
		}
	})
	return found
}

// bind visits a binding of the newest block.
func (r *repeats) bind(b *syntax.Bind) bool {
	here := int32(len(r.blocks) - 1)
	if b.Var == nil {
		if r.sizes == nil {
			r.sizes = map[*syntax.SizeVar]int32{}
		}
		r.sizes[b.Size] = here
		return r.node(b.Rhs)
	}
	rhs, found := r.open(b.Rhs)
	if found {
		return true
	}
	if _, size := rhs.(*syntax.SizeOf); size || form.IsAtom(rhs) {
		*r.alias.at(b.Var) = r.of(rhs)
		return false
	}
	*r.level.at(b.Var) = here
	return r.node(rhs)
}

// of is the atom that t is, or that it stands for.
func (r *repeats) of(t syntax.Term) syntax.Term {
	if v, ok := t.(*syntax.VarRef); ok {
		if a := r.alias.get(v.Var); a != nil {
			return a
		}
	}
	return t
}

// mention adds the variable that v is to the sums of the blocks that it comes from outside of.
func (r *repeats) mention(v *syntax.VarRef, here int) {
	t := r.of(v)
	if x, ok := t.(*syntax.VarRef); ok {
		if l := int(r.level.get(x.Var)); l < here {
			n := mixed(x.Var.ID())
			r.blocks[here].sum += n
			r.blocks[l].sum -= n
		}
	} else if _, ok := t.(*syntax.SizeOf); !ok {
		r.blocks[here].sum += r.atom(t)
	}
}

// atom is the number of an operand that is simple.
func (r *repeats) atom(t syntax.Term) uint64 { return atomKey(r.of(t)) }

// atomKey is a number for an atom or a size; those of different sizes may be the same.
func atomKey(t syntax.Term) uint64 {
	switch t := t.(type) {
	case *syntax.VarRef:
		return mixed(t.Var.ID())
	case *syntax.Const:
		return mixed(math.Float64bits(t.F)*hashPrime + uint64(t.I))
	case *syntax.ToIdx:
		return mixed(t.Type().ID()*hashPrime + uint64(t.Arg.(*syntax.Const).I))
	}
	return mixed(t.Type().ID())
}

// depth is the number of the innermost block that an operand that is simple depends on.
func (r *repeats) depth(t syntax.Term) int32 {
	switch t := r.of(t).(type) {
	case *syntax.VarRef:
		return r.level.get(t.Var)
	case *syntax.SizeOf:
		low := int32(0)
		t.Size.Vars(func(v *syntax.SizeVar) { low = max(low, r.sizes[v]) })
		return low
	}
	return 0
}

// label is a number for what a node is apart from its subterms.
func label(t syntax.Term) uint64 {
	n := uint64(kindOf(t)) + 71
	switch t := t.(type) {
	case *syntax.Prim:
		for _, c := range []byte(t.Op.Name) {
			n = n*hashPrime + uint64(c)
		}
	case *syntax.Proj:
		n = n*hashPrime + uint64(t.Index)
	}
	return n
}

// add notes a node in scope, and reports whether there is one like it.
func (r *repeats) add(key uint64) bool {
	if len(r.seen) >= len(r.heads) {
		r.heads = r.lists(4 * len(r.heads))
		for i := range r.seen {
			s := &r.seen[i]
			h := &r.heads[s.key&uint64(len(r.heads)-1)]
			s.next, *h = *h, int32(i+1)
		}
	}
	h := &r.heads[key&uint64(len(r.heads)-1)]
	for k := *h; int(k) > r.floor; k = r.seen[k-1].next {
		if r.seen[k-1].key == key {
			return true
		}
	}
	r.seen = paged.Append(r.seen, seenNode{key: key, next: *h})
	*h = int32(len(r.seen))
	return false
}

// mixed spreads the bits of a number.
func mixed(n uint64) uint64 {
	n ^= n >> 32
	n *= 0xd6e8feb86659fd93
	n ^= n >> 32
	n *= 0xd6e8feb86659fd93
	return n ^ n>>32
}
