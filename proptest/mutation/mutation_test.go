package mutation

import (
	"flag"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
)

var full = flag.Bool("mutants", false, "run all mutants on many programs; some minutes")

// runAll runs mutants on up to n programs each and logs the table.
func runAll(t *testing.T, ms []*Mutant, n int) []Verdict {
	t.Helper()
	var vs []Verdict
	for _, m := range ms {
		v := Run(m, n)
		vs = append(vs, v)
		t.Log(v)
	}
	return vs
}

func only(ms []*Mutant, keep func(m *Mutant) bool) []*Mutant {
	return slices.DeleteFunc(slices.Clone(ms), func(m *Mutant) bool { return !keep(m) })
}

// TestPrimitives breaks every row of the table.
func TestPrimitives(t *testing.T) {
	for _, v := range runAll(t, Primitives(), 1) {
		if !v.Caught() {
			t.Errorf("%s: not noticed", v.Mutant)
		}
	}
}

// TestModes breaks every method of the functor's modes; with -mutants in every way.
func TestModes(t *testing.T) {
	ms, n := Modes(), 300
	if !*full {
		ms, n = only(ms, func(m *Mutant) bool { return m.How == "doubled" || m.How == "turned round" || m.How == "unit" }), 40
	}
	for _, v := range runAll(t, ms, n) {
		used := v.Reached || v.Mutant.How == "doubled" // every method has something to double
		if !v.Caught() && used && v.Mutant.Part != "Var" {
			t.Errorf("%s: not noticed", v.Mutant) // Var: no rule needs it, since names of variables are resolved
		}
	}
}

// common are rules that fire in almost every program, for the short run.
var common = []string{"letInline", "letPairSplit", "linBeta", "pairProj", "linAppLam", "plusZero", "addZero", "constFold"}

// TestRules breaks rules of simplify; with -mutants every one, in every way.
func TestRules(t *testing.T) {
	ms, n := Rules(), 25
	if !*full {
		ms, n = only(ms, func(m *Mutant) bool { return m.How == "result scaled" && slices.Contains(common, m.Part) }), 10
	}
	// A wrong ending may change nothing that can be observed (i * 0 is 0, whatever the zero),
	// but a rule that fires must have one that is noticed.
	reached, caught := map[string]bool{}, map[string]bool{}
	for _, v := range runAll(t, ms, n) {
		reached[v.Mutant.Part] = reached[v.Mutant.Part] || v.Reached
		caught[v.Mutant.Part] = caught[v.Mutant.Part] || v.Caught()
	}
	for _, r := range simplify.Rules() {
		if reached[r.Name] && !caught[r.Name] {
			t.Errorf("rule %s: no wrong ending is noticed", r.Name)
		}
	}
}
