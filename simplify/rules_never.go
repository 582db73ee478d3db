package simplify

import "github.com/seed-4b734f86/gochad/syntax"

// neverRules are the rules on loops and sums over nothing.
func neverRules() []*Rule {
	return []*Rule{
		{
			Name: "sumNever", Before: "sum [e | i < 0]", After: "0", Ref: agda61, Why: "a sum of no summands", Condition: "the length is the literal 0; a scalar sum is the literal, which 0 is exact for", on: atSum, apply: sumNever,
		},
		{
			Name: "loopNever", Before: "loop s = a for i < 0 do e", After: "a", Ref: "DESIGN §4", Why: "meaning of loop", Condition: "the length is the literal 0; likewise ⟨a, 0⟩ with a sum", on: atLoop, apply: loopNever,
		},
	}
}

func sumNever(p *pass, t syntax.Term) syntax.Term {
	a, ok := t.(*syntax.Sum).Arg.Type().(*syntax.ArrayType)
	if !ok || !isNever(a.Len) {
		return nil
	}
	return p.nothing(a.Elem)
}

func loopNever(p *pass, t syntax.Term) syntax.Term {
	l := t.(*syntax.Loop)
	switch {
	case !isNever(l.Len) || l.Out == syntax.Collect:
		return nil
	case l.Out == syntax.Accumulate:
		if sum := p.nothing(l.Type().(*syntax.TupleType).Elems[1]); sum != nil {
			return syntax.NewTuple(l.Init, sum)
		}
		return nil
	}
	return l.Init
}

func isNever(n *syntax.Size) bool {
	v, ok := n.Lit()
	return ok && v == 0
}

// nothing is the sum of nothing in a type, nil where that cannot be written: literals, since 0.0 times infinity is no number, and in derivatives, structural
// zeros of arrays.
func (p *pass) nothing(t syntax.Type) syntax.Term {
	switch t := t.(type) {
	case *syntax.Scalar:
		return filler(t)
	case *syntax.TupleType:
		elems := make([]syntax.Term, len(t.Elems))
		for i, e := range t.Elems {
			if elems[i] = p.nothing(e); elems[i] == nil {
				return nil
			}
		}
		return syntax.NewTupleOf(t, elems...)
	case *syntax.ArrayType:
		if p.source {
			e := p.nothing(t.Elem)
			if e == nil {
				return nil
			}
			return syntax.NewBuild(t.Len, syntax.NewVar("i", syntax.NewIdxType(t.Len)), e)
		}
	}
	if p.source || !syntax.IsLinear(t) {
		return nil
	}
	return syntax.NewZero(t)
}
