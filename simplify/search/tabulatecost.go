package search

import (
	"github.com/seed-4b734f86/gochad/simplify/form"
	"github.com/seed-4b734f86/gochad/syntax"
)

// What [dear] is compared with: the costs of the primitive table, and of what has bodies of its own.
const (
	costOfCall       = 50
	iterationsOfLoop = 8 // of a loop whose length is not known
)

// ownCost is what t costs without its subterms.
func ownCost(t syntax.Term) int {
	switch t := t.(type) {
	case *syntax.Prim:
		return t.Op.Cost
	case *syntax.Call, *syntax.App:
		return costOfCall
	case *syntax.Build, *syntax.Loop, *syntax.While, *syntax.Sum, *syntax.FilterIdx:
		return iterationsOfLoop
	case *syntax.Index:
		return 1
	}
	return 0
}

// costOf is what t costs: of branches the dearest.
func costOf(t syntax.Term) int {
	cost := ownCost(t)
	operands, bodies := form.Shape(t)
	k, most := 0, 0
	syntax.Children(t, func(c syntax.Term) {
		n := costOf(c)
		switch k++; {
		case k <= operands:
			cost += n
		case bodies == form.Loop:
			cost += iterations(t) * n
		default:
			most = max(most, n)
		}
	})
	return cost + most
}

// iterations is how often the bodies of a loop run, as far as is known.
func iterations(t syntax.Term) int {
	if n := counts(t); n != nil {
		if k, ok := n.Lit(); ok {
			return int(min(k, iterationsOfLoop))
		}
	}
	return iterationsOfLoop
}
