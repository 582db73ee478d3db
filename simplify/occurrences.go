package simplify

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// occ is what is known of the uses of a variable.
type occ struct {
	n      int32  // uses
	projs  int32  // those as projᵢ x
	apps   int32  // those as x t
	idxs   int32  // those as x[j]
	sums   int32  // those as sum x
	adds   int32  // those as a summand
	own    int32  // those as x[j], or x[j + 1] and the like, with j the index of the innermost loop around it
	depth  int32  // the greatest number of loops and functions around a use
	from   int32  // that of what binds it
	height int32  // how many single-use functions the use is nested in
	mask   uint64 // the projected places; place 63 stands for all from there on
	many   bool   // some use runs more often than the binding
	fuse   bool   // the one use is x[j], at another j in each iteration of a loop right here
	next   bool   // the binding is a build, and what comes right after it is sum x
	// the binding is a build or a sum, and nothing between it and the x[j] that is its one use can update an array
	beforeUpdate bool
	late         bool // a single-use function that waits for a later round
}

// maxHeight bounds the nest of functions opened at their use in one round, and
// so the depth of the recursion. What is left comes in the next round, in which
// the nest is flat, so a chain of n functions takes log n rounds.
const maxHeight = 200

func maskBit(i int) uint64 { return 1 << min(i, 63) }

// opens reports whether the one use of a variable bound to t may be replaced by
// t itself, to be opened there: a function, which is a value, or a build one
// element of which is taken, once or once for each index.
func (o *occ) opens(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Lam, *syntax.LinLam:
		return o.n == 1
	case *syntax.Build:
		return o.n == 1 && o.idxs == 1 && (!o.many || o.fuse)
	default:
		return false
	}
}

// each reports whether each projected place is projected once and x has no other use.
func (o *occ) each() bool { return o.n == o.projs && int(o.projs) == popCount(o.mask) }

func popCount(m uint64) int {
	n := 0
	for ; m != 0; m &= m - 1 {
		n++
	}
	return n
}

// A counter counts the uses of every variable in the live part of a term. It
// goes backwards through spines: a binding without a use so far is dead and
// what it mentions does not count.
type counter struct {
	occ    *varTable[occ]
	sizes  map[*syntax.SizeVar]int
	types  map[syntax.Type][]*syntax.SizeVar
	depth  int32
	height int32
	index  *syntax.Var                 // the index of the innermost loop, if nothing else is between
	moves  map[*syntax.Var]*syntax.Var // the index that a variable is, or an int that is that and a number
	// rich says that there is more in the live part of the term than scalars, tuples, branches and elements of arrays.
	rich bool
}

func countUses(t syntax.Term, occ *varTable[occ]) *counter {
	c := &counter{occ: occ, sizes: map[*syntax.SizeVar]int{}, types: map[syntax.Type][]*syntax.SizeVar{},
		moves: map[*syntax.Var]*syntax.Var{}}
	c.visit(t)
	return c
}

func (c *counter) use(x *syntax.Var) *occ {
	o := c.occ.at(x)
	o.n++
	o.depth = max(o.depth, c.depth)
	o.height = max(o.height, c.height)
	c.typ(x.Type)
	return o
}

// typ counts the size variables of a type.
func (c *counter) typ(t syntax.Type) {
	if _, ok := t.(*syntax.Scalar); ok {
		return
	}
	vs, ok := c.types[t]
	if !ok {
		syntax.EachSizeVar(t, func(v *syntax.SizeVar) { vs = append(vs, v) })
		c.types[t] = vs
	}
	for _, v := range vs {
		c.sizes[v]++
	}
}

func (c *counter) visit(t syntax.Term) {
	switch t := t.(type) {
	case *syntax.VarRef:
		c.use(t.Var)
		return
	case *syntax.Const:
		return
	case *syntax.Let:
		c.let(t)
		return
	case *syntax.Proj:
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			o := c.use(r.Var)
			o.projs++
			o.mask |= maskBit(t.Index)
			return
		}
	case *syntax.Sum:
		c.rich = true
		if r, ok := t.Arg.(*syntax.VarRef); ok {
			c.use(r.Var).sums++
			return
		}
	case *syntax.App:
		c.rich = true
		if r, ok := t.Fun.(*syntax.VarRef); ok {
			c.use(r.Var).apps++
			c.visit(t.Arg)
			return
		}
	case *syntax.Index:
		if r, ok := t.Arr.(*syntax.VarRef); ok {
			o := c.use(r.Var)
			o.idxs++
			if c.index != nil && c.moved(t.Idx) {
				o.own++
			}
			c.visit(t.Idx)
			return
		}
	case *syntax.Prim:
		for _, a := range t.Args {
			c.visit(a)
		}
		return
	case *syntax.LinApp:
		c.rich = true
		syntax.Children(t, c.visit)
		return
	case *syntax.Plus:
		for _, s := range t.Terms {
			if r, ok := s.(*syntax.VarRef); ok {
				c.use(r.Var).adds++
			} else {
				c.visit(s)
			}
		}
		return
	}
	c.node(t)
}

// often is node for the kinds that straight-line programs and their derivatives are full of, without the closures that
// a [syntax.Mapper] takes, and reports whether t is one of them.
func (c *counter) often(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.If:
		c.visit(t.Cond)
		c.visit(t.Then)
		c.visit(t.Else)
	case *syntax.Tuple:
		for _, s := range t.Elems {
			c.visit(s)
		}
		c.typ(t.Type())
	case *syntax.Call:
		if len(t.Sizes) > 0 {
			return false
		}
		for _, s := range t.Args {
			c.visit(s)
		}
	case *syntax.LinApp:
		c.rich = true
		c.visit(t.Fun)
		c.visit(t.Arg)
	case *syntax.LinLam:
		c.rich = true
		c.typ(t.Param.Type)
		depth, index := c.depth, c.index
		c.depth, c.index = depth+1, nil
		c.visit(t.Body)
		c.depth, c.index = depth, index
		c.settle(c.occ.at(t.Param), depth+1)
	default:
		return false
	}
	return true
}

func (c *counter) node(t syntax.Term) {
	if c.often(t) {
		return
	}
	operands, bodies := form.Shape(t)
	c.rich = c.rich || bodies >= form.Loop || !plainNode(t)
	k := 0
	depth, index := c.depth, c.index
	m := syntax.Mapper{
		Term: func(s syntax.Term) syntax.Term {
			if k++; k > operands && bodies >= form.Loop {
				c.depth, c.index = depth+1, loopIndex(t)
			}
			c.visit(s)
			c.depth, c.index = depth, index
			return s
		},
		Binder: func(x *syntax.Var) *syntax.Var { c.typ(x.Type); return x },
		Type:   func(ty syntax.Type) syntax.Type { c.typ(ty); return ty },
		Size: func(n *syntax.Size) *syntax.Size {
			n.Vars(func(v *syntax.SizeVar) { c.sizes[v]++ })
			return n
		},
	}
	m.Map(t)
	if bodies >= form.Loop {
		depth++
	}
	for _, x := range binders(t) {
		c.settle(c.occ.at(x), depth)
	}
}

// plainNode reports whether t is of the kinds that [counter.rich] does not speak of.
func plainNode(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.Tuple, *syntax.Proj, *syntax.If, *syntax.Index, *syntax.ToIdx, *syntax.FromIdx, *syntax.SizeOf, *syntax.Zero, *syntax.OneHot, *syntax.Set, *syntax.Call:
		return true
	}
	return false
}

// moved reports whether t is the index of the innermost loop, or that and a number: another one in each iteration.
func (c *counter) moved(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef:
		return t.Var == c.index || c.moves[t.Var] == c.index
	case *syntax.ToIdx:
		return c.moved(t.Arg)
	case *syntax.FromIdx:
		return c.moved(t.Arg)
	case *syntax.Prim:
		if t.Op == syntax.OpIntAdd || t.Op == syntax.OpIntSub {
			_, first := t.Args[0].(*syntax.Const)
			_, second := t.Args[1].(*syntax.Const)
			return first && c.moved(t.Args[1]) || second && c.moved(t.Args[0])
		}
	}
	return false
}

// note notes the variables of a spine that are the index of the loop, moved by a number.
func (c *counter) note(t *syntax.Let) {
	for i := range t.Binds {
		switch rhs := t.Binds[i].Rhs.(type) {
		case *syntax.ToIdx, *syntax.FromIdx, *syntax.Prim:
			if t.Binds[i].Var != nil && c.moved(rhs) {
				c.moves[t.Binds[i].Var] = c.index
			}
		}
	}
}

// settle concludes the count of a variable bound at a depth.
func (c *counter) settle(o *occ, depth int32) {
	o.from, o.many = depth, o.depth > depth
	o.fuse = o.n == 1 && o.own == 1 && o.depth == depth+1
}

// loopIndex is the index of a counted loop, which takes each value once.
func loopIndex(t syntax.Term) *syntax.Var {
	switch t := t.(type) {
	case *syntax.Build:
		return t.Idx
	case *syntax.Loop:
		return t.Idx
	case *syntax.FilterIdx:
		return t.Idx
	default:
		return nil
	}
}

func (c *counter) let(t *syntax.Let) {
	if c.index != nil {
		c.note(t)
	}
	c.visit(t.Body)
	after := t.Body
	for i := len(t.Binds) - 1; i >= 0; i-- {
		b := t.Binds[i]
		if b.Var == nil {
			c.rich = true
			if c.sizes[b.Size] > 0 {
				after = b.Rhs
				c.visit(b.Rhs)
			}
			continue
		}
		o := c.occ.at(b.Var)
		if o.n == 0 {
			continue
		}
		c.settle(o, c.depth)
		o.next = form.IsSumOf(after, b.Var)
		after = b.Rhs
		o.beforeUpdate = o.n == 1 && o.idxs == 1 && !o.many && usedBeforeUpdate(t, i)
		if o.opens(b.Rhs) {
			c.single(o, b.Rhs)
			continue
		}
		c.typ(b.Var.Type)
		c.visit(b.Rhs)
	}
}

// single visits a function, or a build, that is opened at its one use.
func (c *counter) single(o *occ, f syntax.Term) {
	height := c.height
	if c.height = o.height + 1; c.height > maxHeight {
		o.late = true
		c.height = 0
	}
	c.visit(f)
	c.height = height
}
