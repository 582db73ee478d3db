package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// maxSpread is the greatest number of places of a tuple that a sum of
// coprojections is spread over although most of them stay zero.
const maxSpread = 8

func plusRules() []*Rule {
	return []*Rule{
		{
			Name: "plusZero", Before: "a + 0; 0 + a", After: "a", Ref: table1, Why: "equational rule",
			Condition: "0 is the structural zero of a linear type, not the literal 0.0", on: atPlus, apply: plusZero,
		},
		{
			Name: "plusAssoc", Before: "(a + b) + c", After: "a + b + c", Ref: fig6, Why: "associativity; the order of additions stays",
			Condition: "the inner sum stands first, so that rounding is the same", on: atPlus, apply: plusAssoc,
		},
		{
			Name: "plusPair", Before: "⟨a, b⟩ + ⟨c, d⟩", After: "⟨a + c, b + d⟩", Ref: table1, Why: "equational rule",
			Condition: "every summand is a tuple or coprojection, there or bound with atoms, and most places that are no units are filled", on: atPlus, apply: plusPair,
		},
		{
			Name: "plusCoproj", Before: "coprojᵢ a + b + coprojᵢ c", After: "coprojᵢ (a + c) + b", Ref: fig6, Why: "coprojections are linear",
			Condition: "fewer summands result", on: atPlus, apply: plusCoproj,
		},
		{
			Name: "plusIfPlaceZero", Before: "a + (if c then coprojₖ x else coprojₖ y)", After: "let w = if c then x else y in a + coprojₖ w", Ref: fig6, Why: "let and case commute; coprojections are linear",
			Condition: "the branches stand there; a place is the structural zero in all of them, or another summand is a tuple. If or case, and tuples of which some places are", on: atPlus, apply: plusIfPlaceZero,
		},
		{
			Name: "projPlus", Before: "projᵢ (a + b)", After: "projᵢ a + projᵢ b", Ref: fig6, Why: "projections are linear",
			Condition: "the sum stands there, or is bound to x and one summand at most is not 0 at place i (otherwise letPlusSplit has it)", on: atProj, apply: projPlus,
		},
		{
			Name: "plusSetBack", Before: "(a with [i] = 0) + onehot i a[i]", After: "a", Ref: agda61, Why: "meaning of set and onehot",
			Condition: "a and i are variables; 0 is the structural zero", on: atPlus, apply: plusSetBack,
		},
		{
			Name: "plusSetZero", Before: "(a with [i] = 0) + onehot i v", After: "a with [i] = v", Ref: agda61, Why: "meaning of set and onehot: the place is 0, and 0 + v = v",
			Condition: "i is a variable; 0 is the structural zero; both stand there or are bound and used there only", on: atPlus, apply: plusSetZero,
		},
		{
			Name: "plusSetSwap", Before: "let b = a with [i] = 0 in (b with [j] = v) + onehot i b[j]", After: "(a with [i] = a[j]) with [j] = v", Ref: agda61,
			Why:       "place i is 0, and 0 + v = v; where i = j, b[j] is that 0",
			Condition: "a, b, i and j are variables; 0 is the structural zero", on: atPlus, apply: plusSetSwap,
		},
		{
			Name: "plusIfSet", Before: "let w = if c then ⟨s with [i] = 0, a⟩ else ⟨s, 0⟩ in fst w + onehot i (snd w + b)", Set: Compiled, after: true,
			After: "let w = if c then (s with [i] = 0) + onehot i a else s in w + onehot i b", Ref: agda61, Why: "let and case commute; onehot is linear in its value",
			Condition: "w is used only as projᵢ w, these places once, perhaps in coprojections, in a sum of sums; a holds an array; i is a variable from outside; some branch sets the element to the structural zero. If or case, of any number of places",
		},
		{
			Name: "plusIf", Before: "let w = if c then ⟨s, 0⟩ else ⟨0, a⟩ in fst w + snd w", After: "if c then s else a", Set: Compiled, after: true,
			Ref: "DESIGN §4.4", Why: "let and case commute; projections are linear",
			Condition: "w is used only as projᵢ w, these places once, in a sum of sums and of coprojections of them; both hold arrays, and some branch has zero in one of them. If or case, of any number of places",
		},
		{
			Name: "plusOneHot", Before: "onehot i a + onehot i b", After: "onehot i (a + b)", Ref: agda61, Why: "onehot is linear in its value",
			Condition: "the indices are the same variable or literal", on: atPlus, apply: plusOneHot,
		},
		{
			Name: "plusPack", Before: "pack a + pack b", After: "pack (a + b)", Ref: "DESIGN §5", Why: "meaning of pack",
			Condition: "a and b have one length, as their types say", on: atPlus, apply: plusPack,
		},
		{
			Name: "plusSingleton", Before: "!k ⊗ a + !k ⊗ b", After: "!k ⊗ (a + b)", Ref: fig6, Why: "! k ⊗ − is linear",
			Condition: "the keys are the same variable", on: atPlus, apply: plusSingleton,
		},
	}
}

func plusZero(_ *pass, t syntax.Term) syntax.Term {
	ts := t.(*syntax.Plus).Terms
	if !slices.ContainsFunc(ts, isZero) {
		return nil
	}
	var out []syntax.Term
	for _, s := range ts {
		if !isZero(s) {
			out = append(out, s)
		}
	}
	switch len(out) {
	case len(ts):
		return nil
	case 0:
		return syntax.NewZero(t.Type())
	}
	return syntax.NewPlus(out...)
}

func plusAssoc(_ *pass, t syntax.Term) syntax.Term {
	ts := t.(*syntax.Plus).Terms
	first, ok := ts[0].(*syntax.Plus)
	if !ok {
		return nil
	}
	return syntax.NewPlus(append(append([]syntax.Term(nil), first.Terms...), ts[1:]...)...)
}

// summand is a summand of a product type seen as its places; get returns nil for zero.
type summand struct {
	tuple  *syntax.Tuple
	coproj *syntax.Coproj
}

// places views s as a tuple or coprojection whose places may be used here.
func (p *pass) places(s syntax.Term) (summand, bool) {
	switch d := p.see(s).(type) {
	case *syntax.Tuple:
		if bound(s) {
			for _, e := range d.Elems {
				if !isAtom(e) {
					return summand{}, false
				}
			}
		}
		return summand{tuple: d}, true
	case *syntax.Coproj:
		return summand{coproj: d}, !bound(s) || isAtom(d.Arg)
	}
	return summand{}, false
}

func plusPair(p *pass, t syntax.Term) syntax.Term {
	ty, ok := t.Type().(*syntax.TupleType)
	if !ok || len(ty.Elems) == 0 {
		return nil
	}
	ts := t.(*syntax.Plus).Terms
	parts := make([]summand, len(ts))
	filled := 0
	for i, s := range ts {
		if parts[i], ok = p.places(s); !ok {
			return nil
		}
		if filled++; parts[i].tuple != nil {
			filled += len(ty.Elems)
		}
	}
	wide := 0
	for _, el := range ty.Elems {
		if el != syntax.Type(syntax.Unit) {
			wide++
		}
	}
	if wide > max(maxSpread, 2*filled) {
		return nil
	}
	sums := make([][]syntax.Term, len(ty.Elems))
	for _, s := range parts {
		if s.coproj != nil {
			sums[s.coproj.Index] = append(sums[s.coproj.Index], s.coproj.Arg)
			continue
		}
		for i, e := range s.tuple.Elems {
			sums[i] = append(sums[i], e)
		}
	}
	elems := make([]syntax.Term, len(sums))
	for i, s := range sums {
		elems[i] = p.sum(ty.Elems[i], s)
	}
	return syntax.NewTupleOf(ty, elems...)
}

// sum adds up simplified terms of type ty.
func (p *pass) sum(ty syntax.Type, ts []syntax.Term) syntax.Term {
	switch len(ts) {
	case 0:
		return syntax.NewZero(ty)
	case 1:
		return ts[0]
	}
	return p.rewrite(syntax.NewPlus(ts...))
}

// group adds up the summands that agree in a key; others have the key nil. A
// group stands where its first member stood.
func (p *pass) group(t syntax.Term, key func(syntax.Term) any, join func([]syntax.Term) syntax.Term) syntax.Term {
	ts := t.(*syntax.Plus).Terms
	keyed := 0
	for _, s := range ts {
		if key(s) != nil {
			keyed++
		}
	}
	if keyed < 2 {
		return nil
	}
	groups := map[any][]syntax.Term{}
	fewer := false
	for _, s := range ts {
		if k := key(s); k != nil {
			groups[k] = append(groups[k], s)
			fewer = fewer || len(groups[k]) > 1
		}
	}
	if !fewer {
		return nil
	}
	var out []syntax.Term
	for _, s := range ts {
		k := key(s)
		if k == nil {
			out = append(out, s)
			continue
		}
		if g := groups[k]; g != nil {
			delete(groups, k)
			if len(g) > 1 {
				s = join(g)
			}
			out = append(out, s)
		}
	}
	return syntax.NewPlus(out...)
}

func plusCoproj(p *pass, t syntax.Term) syntax.Term {
	if _, ok := t.Type().(*syntax.TupleType); !ok {
		return nil
	}
	return p.group(t, func(s syntax.Term) any {
		if c, ok := s.(*syntax.Coproj); ok {
			return c.Index
		}
		return nil
	}, func(g []syntax.Term) syntax.Term {
		c := g[0].(*syntax.Coproj)
		args := make([]syntax.Term, len(g))
		for i, s := range g {
			args[i] = s.(*syntax.Coproj).Arg
		}
		return syntax.NewCoproj(c.Type().(*syntax.TupleType), c.Index, p.sum(c.Arg.Type(), args))
	})
}

func plusOneHot(p *pass, t syntax.Term) syntax.Term {
	return p.group(t, func(s syntax.Term) any {
		if o, ok := s.(*syntax.OneHot); ok {
			return indexKey(o.Idx)
		}
		return nil
	}, func(g []syntax.Term) syntax.Term {
		o := g[0].(*syntax.OneHot)
		vals := make([]syntax.Term, len(g))
		for i, s := range g {
			vals[i] = s.(*syntax.OneHot).Val
		}
		return syntax.NewOneHot(o.Len, o.Idx, p.sum(o.Val.Type(), vals))
	})
}

// plusPack adds up arrays whose lengths are known to be the same before the lengths are forgotten.
func plusPack(p *pass, t syntax.Term) syntax.Term {
	if _, ok := t.Type().(*syntax.DynType); !ok {
		return nil
	}
	return p.group(t, func(s syntax.Term) any {
		if k, ok := s.(*syntax.Pack); ok {
			return k.Arg.Type()
		}
		return nil
	}, func(g []syntax.Term) syntax.Term {
		args := make([]syntax.Term, len(g))
		for i, s := range g {
			args[i] = s.(*syntax.Pack).Arg
		}
		return syntax.NewPack(p.sum(args[0].Type(), args))
	})
}

// plusSetBack puts an element back into the array that it was taken from.
func plusSetBack(p *pass, t syntax.Term) syntax.Term {
	terms := t.(*syntax.Plus).Terms
	for i, s := range terms {
		set, ok := s.(*syntax.Set)
		if !ok || !isZero(set.Val) || !isAtom(set.Arr) {
			continue
		}
		for k, h := range terms {
			o, ok := h.(*syntax.OneHot)
			if !ok || !sameIndex(o.Idx, set.Idx) {
				continue
			}
			at, ok := p.see(o.Val).(*syntax.Index)
			if !ok || !sameIndex(at.Idx, set.Idx) || !sameVar(at.Arr, set.Arr) {
				continue
			}
			var rest []syntax.Term
			for j, r := range terms {
				switch j {
				case i:
					rest = append(rest, set.Arr)
				case k:
				default:
					rest = append(rest, r)
				}
			}
			return p.sum(t.Type(), rest)
		}
	}
	return nil
}

// plusSetZero stores what is added to a place that has just been cleared: the array is updated in place, also when
// v is made of what stood there.
func plusSetZero(p *pass, t syntax.Term) syntax.Term {
	terms := t.(*syntax.Plus).Terms
	for i, s := range terms {
		set, ok := p.here(s).(*syntax.Set)
		if !ok || !isZero(set.Val) {
			continue
		}
		for k, h := range terms {
			o, ok := p.here(h).(*syntax.OneHot)
			if !ok || !sameIndex(o.Idx, set.Idx) {
				continue
			}
			if bound(h) && p.pinned(o.Val) || bound(s) && p.pinned(set) {
				continue
			}
			rest := []syntax.Term{syntax.NewSet(set.Arr, set.Idx, o.Val)}
			for j, r := range terms {
				if j != i && j != k {
					rest = append(rest, r)
				}
			}
			return p.sum(t.Type(), rest)
		}
	}
	return nil
}

// plusSetSwap is the cotangent of an exchange of two elements, which is an exchange: the array is
// updated in place.
func plusSetSwap(p *pass, t syntax.Term) syntax.Term {
	terms := t.(*syntax.Plus).Terms
	for i, s := range terms {
		second, ok := s.(*syntax.Set)
		if !ok || !bound(second.Arr) {
			continue
		}
		first, ok := p.see(second.Arr).(*syntax.Set)
		if !ok || !isZero(first.Val) || !isAtom(first.Arr) {
			continue
		}
		for k, h := range terms {
			o, ok := h.(*syntax.OneHot)
			if !ok || !sameIndex(o.Idx, first.Idx) {
				continue
			}
			at, ok := p.see(o.Val).(*syntax.Index)
			if !ok || !sameIndex(at.Idx, second.Idx) || !sameVar(at.Arr, second.Arr) {
				continue
			}
			p.usedAgain(first.Arr)
			there := syntax.NewIndex(first.Arr, second.Idx)
			rest := []syntax.Term{syntax.NewSet(syntax.NewSet(first.Arr, first.Idx, there), second.Idx, second.Val)}
			for j, r := range terms {
				if j != i && j != k {
					rest = append(rest, r)
				}
			}
			return p.sum(t.Type(), rest)
		}
	}
	return nil
}

func plusSingleton(p *pass, t syntax.Term) syntax.Term {
	return p.group(t, func(s syntax.Term) any {
		if o, ok := s.(*syntax.Singleton); ok {
			if r, ok := o.Key.(*syntax.VarRef); ok {
				return r.Var
			}
		}
		return nil
	}, func(g []syntax.Term) syntax.Term {
		o := g[0].(*syntax.Singleton)
		vals := make([]syntax.Term, len(g))
		for i, s := range g {
			vals[i] = s.(*syntax.Singleton).Val
		}
		return syntax.NewSingleton(o.Key, p.sum(o.Val.Type(), vals))
	})
}

func projPlus(p *pass, t syntax.Term) syntax.Term {
	pr := t.(*syntax.Proj)
	s, ok := p.see(pr.Arg).(*syntax.Plus)
	if !ok {
		return nil
	}
	out := make([]syntax.Term, 0, len(s.Terms))
	for _, a := range s.Terms {
		e := p.rewrite(syntax.NewProj(pr.Index, a))
		if isZero(e) {
			continue
		}
		if out = append(out, e); bound(pr.Arg) && (len(out) > 1 || !isAtom(e) && !bound(a)) {
			return nil
		}
	}
	return p.sum(t.Type(), out)
}
