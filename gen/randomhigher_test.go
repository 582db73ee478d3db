package gen_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/internal/part"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/semantics"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// TestRandomHigherOrder compares random programs with closures with the evaluator.
func TestRandomHigherOrder(t *testing.T) {
	var defs []*sx.Def
	for seed := int64(1); len(defs) < part.Pick(6, 15); seed++ {
		s := proptest.Generate(proptest.Config{Seed: seed, Size: 8})
		if firstOrder(s.Program) || !simpleResult(s.Entry.Result) {
			continue
		}
		simple := true
		for _, x := range s.Entry.Params {
			simple = simple && simpleArgs(x.Type)
		}
		if !simple {
			continue
		}
		ev := semantics.Evaluator{Fuel: 1_000_000}
		if _, err := ev.Call(s.Entry, arguments(s.Entry, 0, 3, 2)...); err != nil {
			continue
		}
		defs = append(defs, s.Entry)
	}
	c := newCompare(t)
	c.plain = true
	c.addHigher(t, defs)
	c.finish(t)
}

// simpleResult reports whether the test can print values of type t.
func simpleResult(t sx.Type) bool {
	switch t := t.(type) {
	case *sx.Scalar, *sx.IdxType:
		return true
	case *sx.TupleType:
		for _, e := range t.Elems {
			if !simpleResult(e) {
				return false
			}
		}
		return true
	case *sx.ArrayType:
		return simpleResult(t.Elem)
	}
	return false
}
