package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// loopLast computes a state that does not depend on the state before it for the last iteration alone.
func loopLast(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if l.Out != syntax.NoOutput || usesVar(l.Body, l.State) || p.requires(l.Body) {
		return nil
	}
	n := syntax.NewSizeOf(l.Len)
	last := syntax.Term(syntax.IntLit(0))
	if !l.Down {
		last = syntax.NewPrim(syntax.OpIntSub, n, syntax.IntLit(1))
	}
	at := syntax.Bind{Var: l.Idx, Rhs: syntax.NewToIdx(nil, l.Len, last)}
	some := syntax.NewPrim(syntax.MustOp("igt"), n, syntax.IntLit(0))
	return syntax.NewIf(some, syntax.NewLet([]syntax.Bind{at}, l.Body), l.Init)
}

// requires reports whether t requires something, or may, which has to hold for each iteration.
func (p *pass) requires(t syntax.Term) bool {
	if syntax.NodesOf(t)&(syntax.Calls|syntax.Apps) != 0 {
		return true
	}
	pr, ok := t.(*syntax.Prim)
	found := ok && pr.Op.Requires
	syntax.Children(t, func(c syntax.Term) { found = found || p.requires(c) })
	return found
}

func usesVar(t syntax.Term, x *syntax.Var) bool { return slices.Contains(syntax.FreeVars(t), x) }

// loopSumZero takes places of an output out of a loop to which no iteration adds anything.
func loopSumZero(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	if l.Out != syntax.Accumulate {
		return nil
	}
	_, elems, ok := opened(l.Body)
	if !ok {
		return nil
	}
	out := elems[1]
	ty, ok := out.Type().(*syntax.TupleType)
	if !ok || len(ty.Elems) == 0 {
		return nil
	}
	switch out.(type) {
	case *syntax.Tuple, *syntax.Coproj:
	default:
		return nil
	}
	var kept []int
	for i := range ty.Elems {
		if !isZero(placeOf(out, i)) {
			kept = append(kept, i)
		}
	}
	if len(kept) == len(ty.Elems) || len(kept) == 0 {
		return nil
	}
	places := make([]syntax.Term, len(kept))
	for j, i := range kept {
		places[j] = placeOf(out, i)
	}
	body := inBlock(l.Body, func(t syntax.Term) syntax.Term { return syntax.NewTuple(t.(*syntax.Tuple).Elems[0], tupleOf(places)) })
	z := p.atom(l.State.Name, syntax.NewLoop(l.Len, l.Down, l.Out, l.Idx, l.State, l.Init, body))
	sums := placesOf(syntax.NewProj(1, z), len(kept))
	all := make([]syntax.Term, len(ty.Elems))
	for i, e := range ty.Elems {
		if j := slices.Index(kept, i); j >= 0 {
			all[i] = sums[j]
		} else {
			all[i] = syntax.NewZero(e)
		}
	}
	return syntax.NewTuple(syntax.NewProj(0, z), syntax.NewTupleOf(ty, all...))
}
