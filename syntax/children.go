package syntax

// A Mapper rebuilds one node from its parts: subterms, binders, sizes and
// types, in scope order (the right-hand side of a binding before its binder,
// a binder before its scope). A nil field is the identity. A node none of whose
// parts changed is returned itself, so that a fixed point is a pointer comparison.
//
// This is the one place that spells out the shape of every node for rewriting;
// [Children] and [Binders] are its read-only twins.
type Mapper struct {
	Term       func(Term) Term
	Binder     func(*Var) *Var
	SizeBinder func(*SizeVar) *SizeVar
	Type       func(Type) Type
	Size       func(*Size) *Size
	Def        func(*Def) *Def
}

// MapChildren applies f to each direct subterm of t.
func MapChildren(t Term, f func(Term) Term) Term {
	m := Mapper{Term: f}
	return m.Map(t)
}

func (m *Mapper) term(t Term) Term {
	if m.Term == nil {
		return t
	}
	return m.Term(t)
}

func (m *Mapper) terms(ts []Term) ([]Term, bool) {
	for i, t := range ts {
		r := m.term(t)
		if r == t {
			continue
		}
		out := make([]Term, len(ts))
		m.rest(out, ts, i, r)
		return out, true
	}
	return ts, false
}

// rest maps ts into out, from the place i on, where r stands.
func (m *Mapper) rest(out, ts []Term, i int, r Term) {
	copy(out, ts[:i])
	out[i] = r
	for j := i + 1; j < len(ts); j++ {
		out[j] = m.term(ts[j])
	}
}

// prim rebuilds a primitive, which copies its operands.
func (m *Mapper) prim(t *Prim) Term {
	for i, a := range t.Args {
		r := m.term(a)
		if r == a {
			continue
		}
		var room [4]Term
		if len(t.Args) <= len(room) {
			m.rest(room[:len(t.Args)], t.Args, i, r)
			return NewPrimAt(t.At, t.Op, room[:len(t.Args)]...)
		}
		out := make([]Term, len(t.Args))
		m.rest(out, t.Args, i, r)
		return NewPrimAt(t.At, t.Op, out...)
	}
	return t
}

func (m *Mapper) binder(x *Var) *Var {
	if m.Binder == nil {
		return x
	}
	return m.Binder(x)
}

func (m *Mapper) typ(t Type) Type {
	if m.Type == nil {
		return t
	}
	return m.Type(t)
}

func (m *Mapper) size(s *Size) *Size {
	if m.Size == nil {
		return s
	}
	return m.Size(s)
}

// Map rebuilds t from its mapped parts.
func (m *Mapper) Map(t Term) Term {
	switch t := t.(type) {
	case *Const, *VarRef:
		return t
	case *Let:
		return m.let(t)
	case *Tuple:
		return m.tuple(t)
	case *Proj:
		if a := m.term(t.Arg); a != t.Arg {
			return NewProj(t.Index, a)
		}
	case *Lam:
		x := m.binder(t.Param)
		if b := m.term(t.Body); x != t.Param || b != t.Body {
			return NewLam(x, b)
		}
	case *App:
		f, a := m.term(t.Fun), m.term(t.Arg)
		if f != t.Fun || a != t.Arg {
			return NewApp(f, a)
		}
	case *Inj:
		a, ty := m.term(t.Arg), m.typ(t.typ)
		if a != t.Arg || ty != t.typ {
			return NewInj(ty, t.Tag, a)
		}
	case *Case:
		return m.caseOf(t)
	case *If:
		c, a, b := m.term(t.Cond), m.term(t.Then), m.term(t.Else)
		if c != t.Cond || a != t.Then || b != t.Else {
			return NewIf(c, a, b)
		}
	case *Call:
		return m.call(t)
	case *Prim:
		return m.prim(t)
	case *Deriv:
		at, dir := m.term(t.At), m.term(t.Dir)
		x := m.binder(t.Param)
		b := m.term(t.Body)
		if at != t.At || dir != t.Dir || x != t.Param || b != t.Body {
			return NewDeriv(t.Op, x, b, at, dir)
		}
	case *Checkpoint:
		if b := m.term(t.Body); b != t.Body {
			return NewCheckpoint(t.By, b)
		}
	case *Zero:
		if ty := m.typ(t.typ); ty != t.typ {
			return NewZero(ty)
		}
	case *Plus:
		if ts, changed := m.terms(t.Terms); changed {
			return NewPlus(ts...)
		}
	case *Build, *Loop, *While, *Sum, *ArrayLit, *Index, *OneHot, *Set:
		return m.array(t)
	case *SizeOf, *ToIdx, *FromIdx, *Coerce, *Pack, *DynLen, *FilterIdx:
		return m.sized(t)
	case *LinLam, *LinApp, *Coproj, *Uninj, *Singleton, *CopowerCase:
		return m.linear(t)
	}
	return t
}

func (m *Mapper) let(t *Let) Term {
	var out []Bind // nil while nothing changed
	for i, b := range t.Binds {
		n := b
		n.Rhs = m.term(b.Rhs)
		if b.Var != nil {
			n.Var = m.binder(b.Var)
		} else if m.SizeBinder != nil {
			n.Size = m.SizeBinder(b.Size)
		}
		if out == nil && n != b {
			out = append(make([]Bind, 0, len(t.Binds)), t.Binds[:i]...)
		}
		if out != nil {
			out = append(out, n)
		}
	}
	body := m.term(t.Body)
	if out == nil && body == t.Body {
		return t
	}
	if out == nil {
		out = t.Binds
	}
	return NewLet(out, body)
}

func (m *Mapper) tuple(t *Tuple) Term {
	elems, changed := m.terms(t.Elems)
	ty := m.typ(t.typ)
	if !changed && ty == t.typ {
		return t
	}
	if tt := ty.(*TupleType); tt.Names != nil {
		return rename(tt, elems)
	}
	return NewTuple(elems...)
}

// rename keeps the field names of a record whose element types may have changed.
func rename(t *TupleType, elems []Term) Term {
	ts := make([]Type, len(elems))
	for i, e := range elems {
		ts[i] = e.Type()
	}
	return NewTupleOf(NewRecordType(t.Names, ts), elems...)
}

func (m *Mapper) caseOf(t *Case) Term {
	s := m.term(t.Scrut)
	changed := s != t.Scrut
	arms := make([]Arm, len(t.Arms))
	for i, a := range t.Arms {
		x := m.binder(a.Var)
		arms[i] = Arm{x, m.term(a.Body)}
		changed = changed || arms[i] != a
	}
	if !changed {
		return t
	}
	return NewCase(s, arms...)
}

func (m *Mapper) call(t *Call) Term {
	args, changed := m.terms(t.Args)
	sizes := t.Sizes
	if m.Size != nil {
		sizes = make([]*Size, len(t.Sizes))
		for i, s := range t.Sizes {
			sizes[i] = m.Size(s)
			changed = changed || sizes[i] != s
		}
	}
	def := t.Def
	if m.Def != nil {
		def = m.Def(def)
	}
	if !changed && def == t.Def {
		return t
	}
	return NewCall(t.At, def, sizes, args...)
}

func (m *Mapper) array(t Term) Term {
	switch t := t.(type) {
	case *Build:
		n, x := m.size(t.Len), m.binder(t.Idx)
		if b := m.term(t.Body); n != t.Len || x != t.Idx || b != t.Body {
			return NewBuild(n, x, b)
		}
	case *Loop:
		n, init := m.size(t.Len), m.term(t.Init)
		i, s := m.binder(t.Idx), m.binder(t.State)
		b := m.term(t.Body)
		if n != t.Len || init != t.Init || i != t.Idx || s != t.State || b != t.Body {
			return NewLoop(n, t.Down, t.Out, i, s, init, b)
		}
	case *While:
		init, s := m.term(t.Init), m.binder(t.State)
		c, b := m.term(t.Cond), m.term(t.Body)
		if init != t.Init || s != t.State || c != t.Cond || b != t.Body {
			return newWhile(t.Out, t.At, s, init, c, b)
		}
	case *Sum:
		if a := m.term(t.Arg); a != t.Arg {
			return NewSum(a)
		}
	case *ArrayLit:
		elems, changed := m.terms(t.Elems)
		ty := m.typ(t.typ).(*ArrayType)
		if changed || ty != t.typ {
			return NewArrayLit(ty.Elem, elems...)
		}
	case *Index:
		a, i := m.term(t.Arr), m.term(t.Idx)
		if a != t.Arr || i != t.Idx {
			return NewIndex(a, i)
		}
	case *OneHot:
		n, i, v := m.size(t.Len), m.term(t.Idx), m.term(t.Val)
		if n != t.Len || i != t.Idx || v != t.Val {
			return NewOneHot(n, i, v)
		}
	case *Set:
		a, i, v := m.term(t.Arr), m.term(t.Idx), m.term(t.Val)
		if a != t.Arr || i != t.Idx || v != t.Val {
			return NewSet(a, i, v)
		}
	}
	return t
}

func (m *Mapper) sized(t Term) Term {
	switch t := t.(type) {
	case *SizeOf:
		if n := m.size(t.Size); n != t.Size {
			return NewSizeOf(n)
		}
	case *ToIdx:
		n, a := m.size(t.Len), m.term(t.Arg)
		if n != t.Len || a != t.Arg {
			return t.with(n, a)
		}
	case *FromIdx:
		if a := m.term(t.Arg); a != t.Arg {
			return NewFromIdx(a)
		}
	case *Coerce:
		a, ty := m.term(t.Arg), m.typ(t.typ)
		if a != t.Arg || ty != t.typ {
			coerce := NewCoerce
			if t.Linear {
				coerce = NewLinearCoerce
			}
			c := coerce(t.At, a, ty.(*ArrayType))
			c.Sure = t.Sure
			return c
		}
	case *Pack:
		if a := m.term(t.Arg); a != t.Arg {
			return NewPack(a)
		}
	case *DynLen:
		if a := m.term(t.Arg); a != t.Arg {
			return NewDynLen(a)
		}
	case *FilterIdx:
		n, x := m.size(t.Len), m.binder(t.Idx)
		if b := m.term(t.Body); n != t.Len || x != t.Idx || b != t.Body {
			return NewFilterIdx(n, x, b)
		}
	}
	return t
}

func (m *Mapper) linear(t Term) Term {
	switch t := t.(type) {
	case *LinLam:
		x := m.binder(t.Param)
		if b := m.term(t.Body); x != t.Param || b != t.Body {
			return NewLinLamAsserted(x, b, t.Asserted)
		}
	case *LinApp:
		f, a := m.term(t.Fun), m.term(t.Arg)
		if f != t.Fun || a != t.Arg {
			return NewLinApp(f, a)
		}
	case *Coproj:
		a, ty := m.term(t.Arg), m.typ(t.typ)
		if a != t.Arg || ty != t.typ {
			return NewCoproj(ty.(*TupleType), t.Index, a)
		}
	case *Uninj:
		if a := m.term(t.Arg); a != t.Arg {
			return NewUninj(t.Tag, a)
		}
	case *Singleton:
		k, v := m.term(t.Key), m.term(t.Val)
		if k != t.Key || v != t.Val {
			return NewSingleton(k, v)
		}
	case *CopowerCase:
		s := m.term(t.Scrut)
		k, v := m.binder(t.Key), m.binder(t.Val)
		b := m.term(t.Body)
		if s != t.Scrut || k != t.Key || v != t.Val || b != t.Body {
			return NewCopowerCase(s, k, v, b)
		}
	}
	return t
}

// NodesUpTo counts the nodes of t, lets included, and gives up beyond limit.
func NodesUpTo(t Term, limit int) int {
	n := 1
	if l, ok := t.(*Let); ok {
		for _, b := range l.Binds {
			if n > limit {
				return n
			}
			n += NodesUpTo(b.Rhs, limit-n)
		}
		return n + NodesUpTo(l.Body, limit-n)
	}
	Children(t, func(c Term) {
		if n <= limit {
			n += NodesUpTo(c, limit-n)
		}
	})
	return n
}
