package mutation

import (
	"flag"
	"slices"
	"testing"
)

var full = flag.Bool("mutants", false, "run all mutants on many programs; some minutes")

// runAll runs mutants on up to n programs each, logs the table and fails on survivors.
func runAll(t *testing.T, ms []*Mutant, n int) []Verdict {
	t.Helper()
	var vs []Verdict
	for _, m := range ms {
		v := Run(m, n)
		vs = append(vs, v)
		t.Log(v)
		if !v.Caught() && v.Reached {
			t.Errorf("%s: survived", m)
		}
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
		if !v.Caught() && v.Mutant.How == "doubled" && v.Mutant.Part != "Var" {
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
	runAll(t, ms, n)
}
