package place

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// sumsInBranches adds in the branches what a conditional gives for another of its components, an array that it updates:
//
//	let w = if c then ⟨set s j 0, oneHot n i v, e⟩ else ⟨s, 0, 0⟩ in fst w + oneHot m k w.2 + …
//	→   let w = if c then ⟨set s j 0 + oneHot m k (oneHot n i v), e⟩ else ⟨s, 0⟩ in fst w + …
//
// As it stands, a branch makes an array for the second component, of zeros where it adds nothing. The sum is that of
// the branch that runs, so it is the same in the branch: there a onehot is one addition to the array that is updated,
// and zero is none.
func sumsInBranches(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	b := &branchSummer{use: countUses(body), out: map[*syntax.Var]*branchSum{}}
	return b.term(body)
}

type branchSummer struct {
	use *usage
	out map[*syntax.Var]*branchSum
}

// A branchSum is a conditional some of whose components are added to another one in its branches.
type branchSum struct {
	x     *syntax.Var         // what it is bound to then
	typ   *syntax.TupleType   // of the conditional as it was
	base  int                 // the component that is added to
	added map[int]syntax.Term // the others, as the sum has them: onehots and coprojections of components
}

func (b *branchSummer) term(t syntax.Term) syntax.Term {
	if syntax.NodesOf(t)&syntax.Sets == 0 && len(b.out) == 0 {
		return t
	}
	switch t := t.(type) {
	case *syntax.Proj:
		if x, ok := t.Arg.(*syntax.VarRef); ok && b.out[x.Var] != nil {
			return b.out[x.Var].component(t.Index)
		}
	case *syntax.Plus:
		terms := slices.DeleteFunc(addends(t), func(s syntax.Term) bool {
			x, k := added(s)
			return x != nil && b.out[x] != nil && b.out[x].added[k] != nil
		})
		if len(terms) == 1 {
			return b.term(terms[0])
		}
		return syntax.MapChildren(syntax.NewPlus(terms...), b.term)
	case *syntax.Let:
		return b.let(t)
	}
	return syntax.MapChildren(t, b.term)
}

func (b *branchSummer) let(l *syntax.Let) syntax.Term {
	found := b.find(l)
	binds := make([]syntax.Bind, 0, len(l.Binds))
	for _, bind := range l.Binds {
		if s := found[bind.Var]; s != nil && bind.Var != nil {
			if indices, rhs := s.inBranches(bind.Rhs); rhs != nil {
				binds = append(binds, indices...)
				s.x = syntax.NewVar(bind.Var.Name, rhs.Type())
				b.out[bind.Var], bind.Var, bind.Rhs = s, s.x, rhs
			}
		}
		bind.Rhs = b.term(bind.Rhs)
		binds = append(binds, bind)
	}
	return syntax.NewLet(binds, b.term(l.Body))
}

// find looks for conditionals that update an array, and for sums of that and other components.
func (b *branchSummer) find(l *syntax.Let) map[*syntax.Var]*branchSum {
	at, sized := map[*syntax.Var]int{}, 0 // where conditionals are bound, and the last size
	for i, bind := range l.Binds {
		if bind.Var == nil {
			sized = i
		} else if _, tuple := bind.Var.Type.(*syntax.TupleType); tuple && isBranch(bind.Rhs) && updates(bind.Rhs) {
			at[bind.Var] = i
		}
	}
	if len(at) == 0 {
		return nil
	}
	found := map[*syntax.Var]*branchSum{}
	var inner map[*syntax.Var]int // where variables are bound
	early := func(t syntax.Term, i int) bool {
		if inner == nil {
			inner = map[*syntax.Var]int{}
			for k, bind := range l.Binds {
				if bind.Var != nil {
					inner[bind.Var] = k + 1
				}
			}
		}
		return !slices.ContainsFunc(syntax.FreeVars(t), func(x *syntax.Var) bool { return inner[x] > i })
	}
	var look func(t syntax.Term)
	look = func(t syntax.Term) {
		switch t := t.(type) {
		case *syntax.Tuple:
			for _, el := range t.Elems {
				look(el)
			}
		case *syntax.Coproj:
			look(t.Arg)
		case *syntax.Plus:
			terms := addends(t)
			for _, s := range terms {
				p, ok := s.(*syntax.Proj)
				if !ok {
					continue
				}
				x, k := added(p)
				i, isCond := at[x]
				if x == nil || !isCond || i < sized || found[x] != nil || !b.use.onceAt(x, k) || !holdsArray(p.Type()) {
					continue
				}
				sum := &branchSum{typ: x.Type.(*syntax.TupleType), base: k, added: map[int]syntax.Term{}}
				for _, r := range terms {
					y, k := added(r)
					if y == x && r != s && b.use.onceAt(x, k) && holdsArray(sum.typ.Elems[k]) &&
						early(placedAt(r, syntax.NewZero(sum.typ.Elems[k]), sameIndex), i) {
						sum.added[k] = r
					}
				}
				if len(sum.added) > 0 {
					found[x] = sum
				}
			}
		}
	}
	for _, bind := range l.Binds {
		look(bind.Rhs)
	}
	look(l.Body)
	return found
}

func isBranch(t syntax.Term) bool {
	switch t.(type) {
	case *syntax.If, *syntax.Case:
		return true
	}
	return false
}

// addends are the operands of a sum, where a onehot of a sum of arrays counts as a sum of onehots.
func addends(t *syntax.Plus) []syntax.Term {
	var out []syntax.Term
	for _, s := range t.Terms {
		o, ok := s.(*syntax.OneHot)
		if !ok || !plainIndex(o.Idx) {
			out = append(out, s)
			continue
		}
		p, ok := o.Val.(*syntax.Plus)
		if !ok || !holdsArray(p.Type()) {
			out = append(out, s)
			continue
		}
		for _, v := range addends(p) {
			out = append(out, syntax.NewOneHot(o.Len, o.Idx, v))
		}
	}
	return out
}

// plainIndex reports whether an index is computed of variables alone, so that it may stand at several places.
func plainIndex(t syntax.Term) bool {
	switch t := t.(type) {
	case *syntax.VarRef, *syntax.Const, *syntax.SizeOf:
		return true
	case *syntax.ToIdx:
		return plainIndex(t.Arg)
	case *syntax.FromIdx:
		return plainIndex(t.Arg)
	case *syntax.Prim:
		return !t.Op.Requires && !slices.ContainsFunc(t.Args, func(a syntax.Term) bool { return !plainIndex(a) })
	}
	return false
}

// added is the variable and the component of it that t is, or has at a place of zeros.
func added(t syntax.Term) (*syntax.Var, int) {
	for {
		switch s := t.(type) {
		case *syntax.OneHot:
			if !plainIndex(s.Idx) {
				return nil, 0
			}
			t = s.Val
		case *syntax.Coproj:
			t = s.Arg
		case *syntax.Proj:
			if x, ok := s.Arg.(*syntax.VarRef); ok {
				return x.Var, s.Index
			}
			return nil, 0
		default:
			return nil, 0
		}
	}
}

// placedAt is t, as added has it, of another value, with its indices as index gives them.
func placedAt(t, val syntax.Term, index func(syntax.Term) syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.OneHot:
		idx := index(t.Idx)
		return syntax.NewOneHot(t.Len, idx, placedAt(t.Val, val, index))
	case *syntax.Coproj:
		return syntax.NewCoproj(t.Type().(*syntax.TupleType), t.Index, placedAt(t.Arg, val, index))
	}
	return val
}

// component is component i of the conditional as it was.
func (s *branchSum) component(i int) syntax.Term {
	at, n := 0, 0
	for k := range s.typ.Elems {
		if s.added[k] != nil {
			continue
		}
		if k < i {
			at++
		}
		n++
	}
	if n == 1 {
		return syntax.Ref(s.x)
	}
	return syntax.NewProj(at, syntax.Ref(s.x))
}

// inBranches is the conditional with sums in its branches, and the names of indices that it needs; nil if one of its
// branches is no tuple.
func (s *branchSum) inBranches(t syntax.Term) (indices []syntax.Bind, cond syntax.Term) {
	hots := map[int]syntax.Term{} // with zero in place of the component
	for k := range s.typ.Elems {
		if r := s.added[k]; r != nil {
			hots[k] = placedAt(r, syntax.NewZero(s.typ.Elems[k]), func(i syntax.Term) syntax.Term {
				if !syntax.IsAtom(i) {
					x := syntax.NewVar("k", i.Type())
					indices = append(indices, syntax.Bind{Var: x, Rhs: i})
					return syntax.Ref(x)
				}
				return i
			})
		}
	}
	return indices, eachBranch(t, nil, func(elems []syntax.Term) []syntax.Term {
		elems = slices.Clone(elems)
		for k, el := range elems {
			if hots[k] != nil && !syntax.IsZero(el) {
				elems[s.base] = plus(elems[s.base], placedAt(hots[k], el, sameIndex))
			}
		}
		var left []syntax.Term
		for k, el := range elems {
			if hots[k] == nil {
				left = append(left, el)
			}
		}
		return left
	})
}

// eachBranch is a conditional with the tuples that change makes of those that its branches end in; nil if one of them
// ends otherwise. What is bound in branches is added to inside, if that is not nil.
func eachBranch(t syntax.Term, inside map[*syntax.Var]bool,
	change func(elems []syntax.Term) []syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Let:
		for _, b := range t.Binds {
			if b.Var != nil && inside != nil {
				inside[b.Var] = true
			}
		}
		if end := eachBranch(t.Body, inside, change); end != nil {
			return syntax.NewLet(t.Binds, end)
		}
	case *syntax.If:
		yes, no := eachBranch(t.Then, inside, change), eachBranch(t.Else, inside, change)
		if yes != nil && no != nil {
			return syntax.NewIf(t.Cond, yes, no)
		}
	case *syntax.Case:
		arms := slices.Clone(t.Arms)
		for i, a := range arms {
			if inside != nil {
				inside[a.Var] = true
			}
			if arms[i].Body = eachBranch(a.Body, inside, change); arms[i].Body == nil {
				return nil
			}
		}
		return syntax.NewCase(t.Scrut, arms...)
	case *syntax.Tuple:
		return syntax.NewTuple(change(t.Elems)...)
	case *syntax.Coproj, *syntax.Zero:
		typ, ok := t.Type().(*syntax.TupleType)
		if !ok {
			return nil
		}
		elems := make([]syntax.Term, len(typ.Elems))
		for k, ty := range typ.Elems {
			if !syntax.IsLinear(ty) {
				return nil
			}
			elems[k] = syntax.NewZero(ty)
		}
		if c, ok := t.(*syntax.Coproj); ok {
			elems[c.Index] = c.Arg
		}
		return syntax.NewTuple(change(elems)...)
	}
	return nil
}

func sameIndex(i syntax.Term) syntax.Term { return i }
