package term

import (
	"github.com/seed-4b734f86/gochad/gosrc/flow"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A val is the value of one slot: a term, and what is known of it.
type val struct {
	t  syntax.Term // nil: undefined
	sh *shape      // never nil for a defined value
	// length of a grown slice, whose t is the buffer, opened: of type [c]τ.
	length syntax.Term
	// poly is an int as a polynomial in ghosts, or nil.
	poly *syntax.Size
	// idx is an int that is known to be idx + off, idx an index.
	idx syntax.Term
	off int64
	// zero says that all of an array is zero.
	zero bool
}

func (v val) defined() bool { return v.t != nil }

// same reports whether two values are one.
func (v val) same(w val) bool {
	return sameAtom(v.t, w.t) && sameAtom(v.length, w.length)
}

func sameAtom(a, b syntax.Term) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *syntax.VarRef:
		b, ok := b.(*syntax.VarRef)
		return ok && a.Var == b.Var
	case *syntax.Const:
		b, ok := b.(*syntax.Const)
		return ok && a.Type() == b.Type() && a.I == b.I && a.F == b.F && (a.F != 0 || 1/a.F == 1/b.F)
	}
	return false
}

// ghostKey names a variable or a size in all passes over a function: the statement, and which in it.
type ghostKey struct {
	at   flow.Stmt
	copy int
	ord  int
}

// scope has what is bound where the translation stands.
type scope struct {
	stack []any                           // *syntax.Var of ints, *syntax.SizeVar
	index map[any]int                     // where in stack
	keys  map[any]ghostKey                // of int variables
	atoms map[*syntax.SizeVar]syntax.Term // ghosts: what they stand for
	reals map[*syntax.Size]*syntax.Size   // lengths: the size that stands for them
	polys map[*syntax.SizeVar]*syntax.Size
	bound []*syntax.Size          // keys of reals, in order of binding
	named map[any]*syntax.SizeVar // int variables: their ghosts
	idxs  map[*syntax.Var]val     // int variables that count loops
}

func newScope() *scope {
	return &scope{
		index: map[any]int{}, keys: map[any]ghostKey{}, atoms: map[*syntax.SizeVar]syntax.Term{},
		reals: map[*syntax.Size]*syntax.Size{}, polys: map[*syntax.SizeVar]*syntax.Size{},
		named: map[any]*syntax.SizeVar{}, idxs: map[*syntax.Var]val{},
	}
}

func (s *scope) push(x any) {
	s.index[x] = len(s.stack)
	s.stack = append(s.stack, x)
}

type scopeMark struct{ stack, bound int }

func (s *scope) mark() scopeMark { return scopeMark{len(s.stack), len(s.bound)} }

func (s *scope) pop(m scopeMark) {
	for _, x := range s.stack[m.stack:] {
		delete(s.index, x)
		if g := s.named[x]; g != nil {
			delete(s.index, g)
		}
	}
	s.stack = s.stack[:m.stack]
	for _, p := range s.bound[m.bound:] {
		delete(s.reals, p)
	}
	s.bound = s.bound[:m.bound]
}

// name makes a variable and brings it into scope.
func (t *tr) name(hint string, ty syntax.Type) *syntax.Var {
	if hint == "" || hint == "_" {
		hint = "t"
	}
	x := syntax.NewVar(hint, ty)
	if ty == syntax.Int {
		t.sc.keys[x] = t.key()
		t.sc.push(x)
	}
	return x
}

// key is a key that no other has in this pass, even where the translation comes back to a statement: a while loop is
// finished behind its second translation of what stands before the condition.
func (t *tr) key() ghostKey {
	k := ghostKey{at: t.cur, copy: t.copy}
	t.ords[k]++
	k.ord = t.ords[k]
	return k
}

// let binds a term and gives the variable.
func (t *tr) let(hint string, e syntax.Term) syntax.Term {
	if syntax.IsAtom(e) {
		return e
	}
	x := t.name(hint, e.Type())
	t.spine.Bind(x, e)
	return syntax.Ref(x)
}

// atom is v with a term that is an atom.
func (t *tr) atom(hint string, v val) val {
	if v.t != nil {
		v.t = t.let(hint, v.t)
	}
	if v.length != nil {
		v.length = t.let(hint+"_len", v.length)
	}
	return v
}

// ghost is the size variable that stands for an int variable in lengths.
func (t *tr) ghost(x *syntax.Var) *syntax.Size {
	k, ok := t.sc.keys[x]
	if !ok {
		return nil
	}
	g := t.ghosts[k]
	if g == nil {
		g = syntax.NewSizeVar(x.Name)
		t.ghosts[k] = g
	}
	t.sc.atoms[g] = syntax.Ref(x)
	if i, ok := t.sc.index[x]; ok {
		t.sc.index[g] = i // in scope where x is
		t.sc.named[x] = g
	}
	return syntax.SizeOfVar(g)
}

// polyOf is an int value as a polynomial; the value must be an atom, or have one already.
func (t *tr) polyOf(v val) *syntax.Size {
	if v.poly != nil {
		return v.poly
	}
	switch e := v.t.(type) {
	case *syntax.Const:
		return syntax.SizeLit(e.I)
	case *syntax.VarRef:
		return t.ghost(e.Var)
	}
	return nil
}

// small reports whether a polynomial is kept, rather than a new ghost made for its value.
func small(p *syntax.Size) bool {
	n := 0
	ok := true
	p.Terms(func(c int64, vars []*syntax.SizeVar) {
		n++
		ok = ok && c > -1<<31 && c < 1<<31 && len(vars) <= 4
	})
	return ok && n <= 4
}

// holds reports whether a length can be known at a mark: all that it speaks of is in scope there.
func (t *tr) holds(m scopeMark) func(*syntax.Size) bool {
	return func(p *syntax.Size) bool {
		ok := true
		p.Vars(func(g *syntax.SizeVar) {
			i, live := t.sc.index[g]
			ok = ok && live && i < m.stack
		})
		return ok
	}
}

// isReal reports whether a polynomial is a size as it stands: of size variables, and not negative by its form.
func (t *tr) isReal(p *syntax.Size) bool {
	ok := true
	p.Terms(func(c int64, vars []*syntax.SizeVar) {
		ok = ok && c >= 0
		for _, g := range vars {
			ok = ok && t.isSize[g]
		}
	})
	return ok
}

// real is the size that stands for a length, or nil when none is bound.
func (t *tr) real(p *syntax.Size) *syntax.Size {
	if t.isReal(p) {
		return p
	}
	return t.sc.reals[p]
}

// bindSize makes the size of a length. With clamp, a negative one is 0; otherwise it is an error.
func (t *tr) bindSize(p *syntax.Size, clamp bool, at *syntax.Pos) *syntax.Size {
	if s := t.real(p); s != nil {
		return s
	}
	e := t.intOf(p)
	if clamp {
		e = t.clamped(p)
	}
	k := syntax.NewSizeVar("n")
	t.spine.Binds = append(t.spine.Binds, syntax.Bind{Size: k, Rhs: e, At: at})
	s := syntax.SizeOfVar(k)
	t.sc.reals[p] = s
	t.sc.bound = append(t.sc.bound, p)
	t.sc.polys[k] = p
	return s
}

// clamped is a polynomial in ghosts as an int, or 0 where that is negative.
func (t *tr) clamped(p *syntax.Size) syntax.Term {
	if c, ok := p.Lit(); ok && c < 0 {
		return syntax.IntLit(0)
	}
	return syntax.NewPrim(syntax.MustOp("imax"), t.intOf(p), syntax.IntLit(0))
}

// intOf is a polynomial in ghosts as an int.
func (t *tr) intOf(p *syntax.Size) syntax.Term {
	if t.isReal(p) {
		if c, ok := p.Lit(); ok {
			return syntax.IntLit(c)
		}
		return syntax.NewSizeOf(p)
	}
	var sum syntax.Term
	p.Terms(func(c int64, vars []*syntax.SizeVar) {
		var prod syntax.Term
		neg := c < 0 && sum != nil
		k := c
		if neg {
			k = -c
		}
		if k != 1 || len(vars) == 0 {
			prod = syntax.IntLit(k)
		}
		for _, g := range vars {
			var a syntax.Term = syntax.NewSizeOf(syntax.SizeOfVar(g))
			if !t.isSize[g] {
				a = t.sc.atoms[g]
			}
			if prod == nil {
				prod = a
			} else {
				prod = syntax.NewPrim(syntax.OpIntMul, prod, a)
			}
		}
		switch {
		case sum == nil:
			sum = prod
		case neg:
			sum = syntax.NewPrim(syntax.OpIntSub, sum, prod)
		default:
			sum = syntax.NewPrim(syntax.OpIntAdd, sum, prod)
		}
	})
	if sum == nil {
		return syntax.IntLit(0)
	}
	return sum
}

// sizeVar makes a size variable that is its own ghost, bound to a term.
func (t *tr) sizeVar(hint string, e syntax.Term, at *syntax.Pos) *syntax.Size {
	k := t.key()
	g := t.sizeVars[k]
	if g == nil {
		g = syntax.NewSizeVar(hint)
		t.sizeVars[k] = g
	}
	t.isSize[g] = true
	t.sc.push(g)
	t.spine.Binds = append(t.spine.Binds, syntax.Bind{Size: g, Rhs: e, At: at})
	return syntax.SizeOfVar(g)
}

// ghostly is a size of a term's type as a length.
func (t *tr) ghostly(s *syntax.Size) *syntax.Size {
	return s.Subst(func(k *syntax.SizeVar) *syntax.Size { return t.sc.polys[k] })
}

// bufferLen is the length of the array that a term is, one that has a size: rooms for what loops append are counted in
// sizes that are ghosts of their own, beside the numbers that they are sizes of.
func (t *tr) bufferLen(e syntax.Term) *syntax.Size {
	s := e.Type().(*syntax.ArrayType).Len
	if n := t.ghostly(s); t.real(n) != nil {
		return n
	}
	return s
}

// open gives a [?]τ a size of its own.
func (t *tr) open(hint string, e syntax.Term, sh *shape) val {
	a := t.let(hint, e)
	n := t.sizeVar(hint+"_n", syntax.NewDynLen(a), nil)
	elem := a.Type().(*syntax.DynType).Elem
	b := t.let(hint, syntax.NewCoerce(nil, a, syntax.NewArrayType(n, elem)))
	return val{t: b, sh: &shape{kind: sized, n: n, elem: sh.elem}}
}

// intVal is an int term with what is known of it.
func intVal(e syntax.Term, p *syntax.Size) val { return val{t: e, sh: scalarShape, poly: p} }

func scalarVal(e syntax.Term) val { return val{t: e, sh: scalarShape} }

// typ is the type of terms of a flow type in a shape whose lengths have sizes.
func (t *tr) typ(ft flow.Type, sh *shape) syntax.Type {
	return typeOf(ft, sh, func(p *syntax.Size) *syntax.Size {
		s := t.real(p)
		if s == nil {
			panic("term: a length without a size")
		}
		return s
	}, t.p.funcType)
}

// zeros is the value of a type in a shape that is all zeros; slices of type [?]τ are empty.
func (t *tr) zeros(ft flow.Type, sh *shape) syntax.Term {
	switch ft := ft.(type) {
	case *flow.Basic:
		return zeroOf(ft)
	case *flow.Slice:
		n := syntax.SizeLit(0)
		switch sh.kind {
		case sized:
			n = t.real(sh.n)
		case dyn, grown:
			return syntax.NewPack(t.zeros(ft, &shape{kind: blank, elem: sh.elem}))
		}
		return t.replicate(n, t.zeros(ft.Elem, sh.elem))
	case *flow.Array:
		return t.replicate(syntax.SizeLit(int64(ft.Len)), t.zeros(ft.Elem, sh.elem))
	case *flow.Struct:
		es := make([]syntax.Term, len(ft.Fields))
		for i, f := range ft.Fields {
			es[i] = t.zeros(f.Type, sh.parts[i])
		}
		return syntax.NewTuple(es...)
	case *flow.FuncType:
		ty := t.p.funcType(ft).(*syntax.FuncType)
		return syntax.NewLam(syntax.NewVar("x", ty.Param), t.p.zeroResult(ft))
	}
	panic("term: no zero of type " + ft.String())
}

func (t *tr) replicate(n *syntax.Size, e syntax.Term) syntax.Term {
	return syntax.NewBuild(n, syntax.NewVar("i", syntax.NewIdxType(n)), e)
}

func zeroOf(t *flow.Basic) syntax.Term {
	switch basicType(t) {
	case syntax.Real:
		return syntax.RealLit(0)
	case syntax.Int:
		return syntax.IntLit(0)
	case syntax.Bool:
		return syntax.BoolLit(false)
	}
	return syntax.UnitTerm()
}

// conv is a term of a flow type from one shape to another: blank parts become zeros, lengths become [?] or are
// compared. The spine gets what it needs.
func (t *tr) conv(hint string, e syntax.Term, ft flow.Type, from, to *shape, at *syntax.Pos) syntax.Term {
	if e.Type() == t.typ(ft, to) {
		return e
	}
	switch ft := ft.(type) {
	case *flow.Struct:
		e = t.let(hint, e)
		es := make([]syntax.Term, len(ft.Fields))
		for i, f := range ft.Fields {
			es[i] = t.conv(f.Name, part(e, len(es), i), f.Type, from.parts[i], to.parts[i], at)
		}
		return syntax.NewTuple(es...)
	case *flow.Array:
		return t.mapElems(hint, e, ft.Elem, from.elem, to.elem, at)
	case *flow.Slice:
		if from.kind == blank {
			return t.zeros(ft, to)
		}
		if from.kind == dyn || from.kind == grown {
			v := t.open(hint, e, from)
			return t.conv(hint, v.t, ft, v.sh, to, at)
		}
		arr := e.Type().(*syntax.ArrayType)
		if want := t.typ(ft.Elem, to.elem); arr.Elem != want {
			if blankRows(ft.Elem, from.elem) {
				if to.kind == sized {
					return t.zeros(ft, to)
				}
				e = t.replicate(arr.Len, t.zeros(ft.Elem, to.elem))
			} else {
				e = t.mapElems(hint, e, ft.Elem, from.elem, to.elem, at)
			}
		}
		if to.kind == sized || to.kind == blank {
			if e.Type() == t.typ(ft, to) {
				return e
			}
			return syntax.NewCoerce(at, t.let(hint, e), t.typ(ft, to).(*syntax.ArrayType))
		}
		return syntax.NewPack(t.let(hint, e))
	}
	panic("term: no conversion of " + ft.String())
}

// blankRows reports whether a value is all blank: there is nothing in it to keep.
func blankRows(ft flow.Type, sh *shape) bool {
	switch ft := ft.(type) {
	case *flow.Slice:
		return sh.kind == blank
	case *flow.Array:
		return blankRows(ft.Elem, sh.elem)
	case *flow.Struct:
		for i, f := range ft.Fields {
			if !blankRows(f.Type, sh.parts[i]) {
				return false
			}
		}
		return true
	}
	return false
}

func (t *tr) mapElems(hint string, e syntax.Term, ft flow.Type, from, to *shape, at *syntax.Pos) syntax.Term {
	a := t.let(hint, e)
	n := a.Type().(*syntax.ArrayType).Len
	i := syntax.NewVar("i", syntax.NewIdxType(n))
	body := t.sub(func() syntax.Term {
		return t.conv("row", syntax.NewIndex(a, syntax.Ref(i)), ft, from, to, at)
	})
	return syntax.NewBuild(n, i, body)
}

// sub translates into a spine of its own, in which nothing is assigned.
func (t *tr) sub(f func() syntax.Term) syntax.Term {
	outer := t.spine
	m := t.sc.mark()
	t.spine = &syntax.Spine{}
	body := f()
	body = t.spine.In(body)
	t.sc.pop(m)
	t.spine = outer
	return body
}

// part is component i of n of a tuple; a single component is the tuple itself.
func part(e syntax.Term, n, i int) syntax.Term {
	if n == 1 {
		return e
	}
	return syntax.NewProj(i, e)
}

// settled is a slice without spare room: a grown one is copied.
func (t *tr) settled(hint string, v val) val {
	if v.sh.kind != grown {
		return v
	}
	buf := v.t
	c := buf.Type().(*syntax.ArrayType).Len
	n := t.sizeVar(hint+"_n", v.length, nil)
	i := syntax.NewVar("i", syntax.NewIdxType(n))
	copied := syntax.NewBuild(n, i, syntax.NewIndex(buf, syntax.NewToIdx(nil, c, syntax.NewFromIdx(syntax.Ref(i)))))
	return val{t: t.let(hint, copied), sh: &shape{kind: sized, n: n, elem: v.sh.elem}}
}

// explode takes a term of a flow type apart into slots.
func (t *tr) explode(hint string, e syntax.Term, ft flow.Type, sh *shape) []val {
	return t.explodeInto(nil, hint, e, ft, sh)
}

func (t *tr) explodeInto(out []val, hint string, e syntax.Term, ft flow.Type, sh *shape) []val {
	switch ft := ft.(type) {
	case *flow.Struct:
		if len(ft.Fields) > 1 {
			e = t.let(hint, e)
		}
		for i, f := range ft.Fields {
			out = t.explodeInto(out, hint+"_"+f.Name, part(e, len(ft.Fields), i), f.Type, sh.parts[i])
		}
		return out
	case *flow.Slice:
		if sh.kind == dyn {
			return append(out, t.open(hint, e, sh))
		}
	}
	if ft == flow.Type(flow.OpaqueT) {
		return out
	}
	return append(out, val{t: e, sh: sh})
}

// implode makes one term of slots, in a shape.
func (t *tr) implode(hint string, vs []val, ft flow.Type, to *shape, at *syntax.Pos) syntax.Term {
	e, _ := t.implodeFrom(hint, vs, ft, to, at)
	return e
}

func (t *tr) implodeFrom(hint string, vs []val, ft flow.Type, to *shape, at *syntax.Pos) (syntax.Term, []val) {
	switch ft := ft.(type) {
	case *flow.Struct:
		es := make([]syntax.Term, len(ft.Fields))
		for i, f := range ft.Fields {
			es[i], vs = t.implodeFrom(hint, vs, f.Type, to.parts[i], at)
		}
		return syntax.NewTuple(es...), vs
	case *flow.Slice:
		v := t.settled(hint, vs[0])
		return t.conv(hint, v.t, ft, v.sh, to, at), vs[1:]
	}
	if ft == flow.Type(flow.OpaqueT) {
		return syntax.UnitTerm(), vs
	}
	return t.conv(hint, vs[0].t, ft, vs[0].sh, to, at), vs[1:]
}

// shapeOf is the shape of slots as one value, without buffers.
func (t *tr) shapeOf(vs []val, ft flow.Type) *shape {
	s, _ := t.shapeFrom(vs, ft)
	return s
}

func (t *tr) shapeFrom(vs []val, ft flow.Type) (*shape, []val) {
	switch ft := ft.(type) {
	case *flow.Struct:
		s := &shape{kind: product}
		for _, f := range ft.Fields {
			var p *shape
			p, vs = t.shapeFrom(vs, f.Type)
			s.parts = append(s.parts, p)
		}
		return s, vs
	}
	if ft == flow.Type(flow.OpaqueT) {
		return scalarShape, vs
	}
	return vs[0].sh, vs[1:]
}
