package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/simplify/form"

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
			Name: "plusPair", Before: "⟨a, b⟩ + ⟨c, d⟩", After: "⟨a + c, b + d⟩", Ref: table1, Why: "equational rule",
			Condition: "every summand is a tuple or coprojection, there or bound with atoms, and most places that " +
				"are no units are filled", on: atPlus, apply: plusPair,
		},
		{
			Name: "plusSetBack", Before: "(a with [i] = 0) + onehot i a[i]", After: "a", Ref: agda61,
			Why:       "meaning of set and onehot",
			Condition: "a and i are variables; 0 is the structural zero", on: atPlus, apply: plusSetBack,
		},
		{
			Name: "plusSetZero", Before: "(a with [i] = 0) + onehot i v", After: "a with [i] = v", Ref: agda61,
			Why:       "meaning of set and onehot: the place is 0, and 0 + v = v",
			Condition: "i is a variable; 0 is the structural zero; both stand there or are bound and used there only",
			on:        atPlus, apply: plusSetZero,
		},
		{
			Name: "plusSetSwap", Before: "let b = a with [i] = 0 in (b with [j] = v) + onehot i b[j]",
			After: "(a with [i] = a[j]) with [j] = v", Ref: agda61,
			Why:       "place i is 0, and 0 + v = v; where i = j, b[j] is that 0",
			Condition: "a, b, i and j are variables; 0 is the structural zero", on: atPlus, apply: plusSetSwap,
		},
		{
			Name:   "plusIfSet",
			Before: "let w = if c then ⟨s with [i] = 0, a⟩ else ⟨s, 0⟩ in fst w + onehot i (snd w + b)", Set: Compiled,
			after: true,
			After: "let w = if c then (s with [i] = 0) + onehot i a else s in w + onehot i b", Ref: agda61,
			Why: "let and case commute; onehot is linear in its value",
			Condition: "w is used only as projᵢ w, these places once, perhaps in coprojections, in a sum of sums; a " +
				"holds an array; i is a variable from outside; some branch sets the element to the structural zero. " +
				"If or case, of any number of places",
		},
	}
}

func plusZero(_ *pass, t syntax.Term) syntax.Term {
	ts := t.(*syntax.Plus).Terms
	if !slices.ContainsFunc(ts, form.IsZero) {
		return nil
	}
	var out []syntax.Term
	for _, s := range ts {
		if !form.IsZero(s) {
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
				if !form.IsAtom(e) {
					return summand{}, false
				}
			}
		}
		return summand{tuple: d}, true
	case *syntax.Coproj:
		return summand{coproj: d}, !bound(s) || form.IsAtom(d.Arg)
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

// plusSetBack puts an element back into the array that it was taken from.
func plusSetBack(p *pass, t syntax.Term) syntax.Term {
	terms := t.(*syntax.Plus).Terms
	for i, s := range terms {
		set, ok := s.(*syntax.Set)
		if !ok || !form.IsZero(set.Val) || !form.IsAtom(set.Arr) {
			continue
		}
		for k, h := range terms {
			o, ok := h.(*syntax.OneHot)
			if !ok || !form.SameIndex(o.Idx, set.Idx) {
				continue
			}
			at, ok := p.see(o.Val).(*syntax.Index)
			if !ok || !form.SameIndex(at.Idx, set.Idx) || !form.SameVar(at.Arr, set.Arr) {
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
		if !ok || !form.IsZero(set.Val) {
			continue
		}
		for k, h := range terms {
			o, ok := p.here(h).(*syntax.OneHot)
			if !ok || !form.SameIndex(o.Idx, set.Idx) {
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
		if !ok || !form.IsZero(first.Val) || !form.IsAtom(first.Arr) {
			continue
		}
		for k, h := range terms {
			o, ok := h.(*syntax.OneHot)
			if !ok || !form.SameIndex(o.Idx, first.Idx) {
				continue
			}
			at, ok := p.see(o.Val).(*syntax.Index)
			if !ok || !form.SameIndex(at.Idx, second.Idx) || !form.SameVar(at.Arr, second.Arr) {
				continue
			}
			p.addUse(first.Arr)
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
