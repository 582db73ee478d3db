package simplify

import (
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

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
