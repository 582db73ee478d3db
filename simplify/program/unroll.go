package program

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Unroll writes loops out that run a few times, whatever the program is given:
//
//	loop d = a for i < 2 do set d i (f d[i])
//	⇝   let d1 = set a 0 (f a[0]) in set d1 1 (f d1[1])
//
// Bodies of which the indices are literals are then arithmetic on scalars, in both directions, and no array is kept for
// the way back: that of [SmallArrays]. A loop is written out if its body uses its index, if it runs at most [unrollTrips]
// times, and if all of it, with the loops in it written out, has at most [unrollNodes] nodes. What an index decides, as
// how often an inner loop runs, is decided. (Full unrolling: A. Aho et al., Compilers, 2nd ed., 10.5.)
//
// It reports whether anything has changed. A loop is tried once for itself and once for each loop around it that may
// be written out, as far as the bound goes, so it takes time linear in the program.
func Unroll(p *syntax.Program, root *syntax.Def) bool {
	defer times.Begin("unrolling")()
	f := findShapes(p, root, newCounters())
	if !f.gains() {
		return false
	}
	changed := false
	for _, d := range p.Defs {
		if d.Body == nil {
			continue
		}
		u := unrolling{shapes: f, vars: map[*syntax.Var]syntax.Term{}, sizes: map[*syntax.SizeVar]*syntax.Size{},
			upper: newUpperBounds(), inside: map[syntax.Term]bool{}}
		d.Body = u.term(d.Body)
		changed = changed || u.changed
	}
	return changed
}

const (
	unrollTrips = 8
	unrollMost  = 4 // times that a loop may run of which that is not known
	unrollNodes = 1500
)

type unrolling struct {
	shapes *shapeFinder
	// vars and sizes are what takes the place of variables in the copy that is made.
	vars    map[*syntax.Var]syntax.Term
	sizes   map[*syntax.SizeVar]*syntax.Size
	upper   upperBounds
	inside  map[syntax.Term]bool // the indices that are guarded
	depth   int                  // of the loops that are being written out
	room    int                  // nodes that are left for the outermost of them
	changed bool
}

// tooLarge is the panic by which the outermost loop that is being written out is given up.
type tooLarge struct{}

func (u *unrolling) term(t syntax.Term) syntax.Term {
	if l, ok := t.(*syntax.Let); ok {
		for _, b := range l.Binds {
			u.upper.bind(b)
		}
	}
	if u.depth == 0 {
		if s, ok := u.unrolled(t); ok {
			u.changed = true
			return s
		}
		return syntax.MapChildren(t, u.term)
	}
	if u.room--; u.room < 0 {
		panic(tooLarge{})
	}
	switch t := t.(type) {
	case *syntax.VarRef:
		if s := u.vars[t.Var]; s != nil {
			return s
		}
		return t
	case *syntax.Let:
		return u.let(t)
	case *syntax.If:
		c := u.term(t.Cond)
		if k, ok := c.(*syntax.Const); ok {
			if k.I != 0 {
				return u.term(t.Then)
			}
			return u.term(t.Else)
		}
		return syntax.NewIf(c, u.term(t.Then), u.term(t.Else))
	case *syntax.Loop, *syntax.Build, *syntax.Sum:
		if s, ok := u.unrolled(t); ok {
			return s
		}
	case *syntax.While, *syntax.FilterIdx, *syntax.Checkpoint, *syntax.Deriv, *syntax.Lam, *syntax.LinLam:
		panic(tooLarge{})
	case *syntax.SizeOf:
		if n, ok := u.size(t.Size).Lit(); ok {
			return syntax.IntLit(n)
		}
	}
	return u.known(u.mapper().Map(t))
}

func (u *unrolling) mapper() *syntax.Mapper {
	return &syntax.Mapper{Term: u.term, Binder: u.binder, SizeBinder: u.sizeBinder, Type: u.typ, Size: u.size}
}

func (u *unrolling) size(n *syntax.Size) *syntax.Size {
	return n.Subst(func(v *syntax.SizeVar) *syntax.Size { return u.sizes[v] })
}

func (u *unrolling) typ(t syntax.Type) syntax.Type {
	return syntax.SubstSizes(t, func(v *syntax.SizeVar) *syntax.Size { return u.sizes[v] })
}

func (u *unrolling) binder(x *syntax.Var) *syntax.Var {
	y := syntax.NewVar(x.Name, u.typ(x.Type))
	u.vars[x] = syntax.Ref(y)
	return y
}

func (u *unrolling) sizeBinder(n *syntax.SizeVar) *syntax.SizeVar {
	m := syntax.NewSizeVar(n.Name)
	u.sizes[n] = syntax.SizeOfVar(m)
	return m
}

func (u *unrolling) let(t *syntax.Let) syntax.Term {
	var s syntax.Spine
	for _, b := range t.Binds {
		rhs := s.Open(u.term(b.Rhs))
		k, isConst := rhs.(*syntax.Const)
		switch {
		case b.Var == nil && isConst && k.I >= 0:
			u.sizes[b.Size] = syntax.SizeLit(k.I)
		case b.Var == nil:
			b.Size, b.Rhs = u.sizeBinder(b.Size), rhs
			s.Binds = append(s.Binds, b)
		case isConst || form.IsIndexLit(rhs):
			u.vars[b.Var] = rhs
		default:
			s.Bind(u.binder(b.Var), rhs)
		}
	}
	return s.In(u.term(t.Body))
}

// unrolled is a loop written out; ok says whether it is one, and small.
func (u *unrolling) unrolled(t syntax.Term) (out syntax.Term, ok bool) {
	switch t := t.(type) {
	case *syntax.Loop:
		init := u.term(t.Init)
		n, ok := u.trips(t.Len, t.Idx, t.Body)
		if ok = ok && (n <= 1 || u.atSmall(t.Body)); ok {
			out, ok = u.attempt(func(s *syntax.Spine) syntax.Term { return u.loop(s, t, init, n) })
		} else if n, ok = u.atMost(t); ok {
			out, ok = u.attempt(func(s *syntax.Spine) syntax.Term { return u.guarded(s, t, init, n) })
		}
		if ok {
			return out, true
		}
		if u.depth > 0 {
			panic(tooLarge{})
		}
		return syntax.NewLoop(t.Len, t.Down, t.Out, t.Idx, t.State, init, u.term(t.Body)), true
	case *syntax.Build:
		if n, ok := u.trips(t.Len, t.Idx, t.Body); ok && (n <= 1 || u.shapes.terms[t].split()) {
			return u.attempt(func(s *syntax.Spine) syntax.Term {
				elems := u.elements(s, t, n)
				return syntax.NewArrayLit(u.typ(t.Body.Type()), elems...)
			})
		}
		if n, ok := u.size(t.Len).Lit(); u.depth > 0 && (!ok || n > unrollTrips) {
			panic(tooLarge{})
		}
	case *syntax.Sum:
		b, ok := t.Arg.(*syntax.Build)
		if !ok {
			break
		}
		if n, ok := u.trips(b.Len, b.Idx, b.Body); ok && (n <= 1 || u.atSmall(b.Body)) {
			return u.attempt(func(s *syntax.Spine) syntax.Term { return added(u.typ(t.Type()), u.elements(s, b, n)) })
		}
	}
	return nil, false
}

// trips is how often a loop runs; ok says whether that is known, and a few times.
func (u *unrolling) trips(n *syntax.Size, i *syntax.Var, body syntax.Term) (k int64, ok bool) {
	k, ok = u.size(n).Lit()
	return k, ok && (k <= 1 || k <= unrollTrips && uses(body, i))
}

// atSmall reports whether t has elements of arrays that become tuples, at indices that are no literals.
func (u *unrolling) atSmall(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.Index:
		if u.shapes.terms[t.Arr].split() && !form.IsIndexLit(t.Idx) {
			return true
		}
	case *syntax.Set:
		if u.shapes.terms[t].split() && !form.IsIndexLit(t.Idx) {
			return true
		}
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || u.atSmall(c) })
	return found
}

// attempt writes a loop out, or gives it up.
func (u *unrolling) attempt(do func(s *syntax.Spine) syntax.Term) (out syntax.Term, ok bool) {
	if u.depth == 0 {
		u.room = unrollNodes
		defer func() {
			u.depth = 0
			clear(u.vars)
			clear(u.sizes)
			if r := recover(); r != nil {
				if _, large := r.(tooLarge); !large {
					panic(r)
				}
				out, ok = nil, false
			}
		}()
	}
	u.depth++
	var s syntax.Spine
	out = do(&s)
	u.depth--
	return s.In(out), true
}

func (u *unrolling) loop(s *syntax.Spine, t *syntax.Loop, state syntax.Term, n int64) syntax.Term {
	var outs []syntax.Term
	state = s.Open(state)
	for k := range n {
		if t.Down {
			k = n - 1 - k
		}
		u.vars[t.Idx] = literalIndex(u.size(t.Len), k)
		if _, ok := state.(*syntax.Const); !ok {
			state = s.Atom(t.State.Name, state)
		}
		u.vars[t.State] = state
		next := s.Open(u.term(t.Body))
		if t.Out == syntax.NoOutput {
			state = next
			continue
		}
		pair, ok := next.(*syntax.Tuple)
		if !ok {
			x := s.Atom("t", next)
			pair = syntax.NewTuple(syntax.NewProj(0, x), syntax.NewProj(1, x)).(*syntax.Tuple)
		}
		state = pair.Elems[0]
		outs = append(outs, s.Atom("y", pair.Elems[1]))
	}
	if t.Out == syntax.NoOutput {
		return state
	}
	y := u.typ(t.Type().(*syntax.TupleType).Elems[1])
	if t.Out == syntax.Accumulate {
		return syntax.NewTuple(state, added(y, outs))
	}
	if t.Down { // the first is what the last index has
		slices.Reverse(outs)
	}
	return syntax.NewTuple(state, syntax.NewArrayLit(y.(*syntax.ArrayType).Elem, outs...))
}

// guarded writes out a loop that runs n times at most.
func (u *unrolling) guarded(s *syntax.Spine, t *syntax.Loop, state syntax.Term, n int64) syntax.Term {
	state = s.Open(state)
	size := u.size(t.Len)
	for k := range n {
		i := literalIndex(size, k)
		u.vars[t.Idx], u.inside[i] = i, true
		state = s.Atom(t.State.Name, state)
		u.vars[t.State] = state
		more := syntax.NewPrim(syntax.MustOp("ilt"), syntax.IntLit(k), syntax.NewSizeOf(size))
		state = syntax.NewIf(more, u.term(t.Body), state)
	}
	return state
}

// atMost is how often a loop runs at most, which is not known otherwise; ok says whether it may be written out.
func (u *unrolling) atMost(t *syntax.Loop) (n int64, ok bool) {
	v, ok := t.Len.IsVar()
	if !ok || t.Down || t.Out != syntax.NoOutput || u.sizes[v] != nil {
		return 0, false
	}
	n, ok = u.upper.size[v]
	return n, ok && n <= unrollMost && uses(t.Body, t.Idx) && u.atSmall(t.Body)
}

func (u *unrolling) elements(s *syntax.Spine, t *syntax.Build, n int64) []syntax.Term {
	elems := make([]syntax.Term, n)
	for k := range n {
		u.vars[t.Idx] = literalIndex(u.size(t.Len), k)
		elems[k] = s.Open(u.term(t.Body))
	}
	return elems
}

func added(t syntax.Type, terms []syntax.Term) syntax.Term {
	switch len(terms) {
	case 0:
		return syntax.NewZero(t)
	case 1:
		return terms[0]
	}
	return syntax.NewPlus(terms...)
}

func literalIndex(n *syntax.Size, k int64) syntax.Term {
	return syntax.NewToIdx(nil, n, syntax.IntLit(k))
}

// known is t, or the literal that it is.
func (u *unrolling) known(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.FromIdx:
		if form.IsIndexLit(t.Arg) || u.inside[t.Arg] {
			return t.Arg.(*syntax.ToIdx).Arg
		}
	case *syntax.ToIdx:
		if t.Shifts() && form.IsIndexLit(t.Arg) {
			return syntax.NewToIdx(t.At, t.Len, syntax.IntLit(t.Arg.(*syntax.ToIdx).Arg.(*syntax.Const).I+t.Offset))
		}
	case *syntax.Prim:
		if t.Op.Result != syntax.Int && t.Op.Result != syntax.Bool {
			break
		}
		args := make([]syntax.Value, len(t.Args))
		for i, a := range t.Args {
			k, ok := a.(*syntax.Const)
			if !ok {
				return t
			}
			args[i] = syntax.Value{F: k.F, I: k.I}
		}
		v, err := t.Op.Eval(args)
		switch {
		case err != nil:
		case t.Op.Result == syntax.Int:
			return syntax.IntLit(v.I)
		default:
			return syntax.BoolLit(v.I != 0)
		}
	}
	return t
}

func uses(t syntax.Term, x *syntax.Var) bool {
	if r, ok := t.(*syntax.VarRef); ok {
		return r.Var == x
	}
	found := false
	syntax.Children(t, func(c syntax.Term) { found = found || uses(c, x) })
	return found
}
