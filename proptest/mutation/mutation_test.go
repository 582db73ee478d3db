package mutation

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
)

var (
	full = flag.Bool("mutants", false, "run all mutants; some minutes")
	page = flag.String("page", "", "with -mutants, the file to which a page of all mutants is written")
)

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
	ms := Modes()
	if !*full {
		ms = only(ms, func(m *Mutant) bool { return m.How == "doubled" || m.How == "turned round" || m.How == "unit" })
	}
	for _, v := range runAll(t, ms, modePrograms) {
		checkMode(t, v)
	}
}

// modePrograms is how many programs a mutant of a mode may survive.
const modePrograms = 400

// checkMode: a mutant is noticed, unless what it does has nothing to apply to, such as the exchange of components
// in a method that returns no tuple. Every method has something to double.
func checkMode(t *testing.T, v Verdict) {
	t.Helper()
	used := v.Reached || v.Mutant.How == "doubled"
	if !v.Caught() && used {
		t.Errorf("%s: not noticed", v.Mutant)
	}
}

// TestRules breaks every rule of simplify in every way.
func TestRules(t *testing.T) { checkRules(t, runAll(t, Rules(), 25)) }

// checkRules: every mutant of a rule is noticed, and every rule has one.
func checkRules(t *testing.T, vs []Verdict) {
	t.Helper()
	caught := map[string]bool{}
	for _, v := range vs {
		caught[v.Mutant.Part] = caught[v.Mutant.Part] || v.Caught()
		if v.Reached && !v.Caught() {
			t.Errorf("%s: not noticed", v.Mutant)
		}
	}
	for _, r := range simplify.Rules() {
		if !caught[r.Name] {
			t.Errorf("rule %s: no mutant is noticed", r.Name)
		}
	}
}

// TestReport runs all mutants with -mutants, and writes a page of what notices them to the file that -page names.
func TestReport(t *testing.T) {
	if !*full {
		t.Skip("some minutes; run with -mutants")
	}
	primitives, modes, rules := runAll(t, Primitives(), 1), runAll(t, Modes(), 10*modePrograms), runAll(t, Rules(), 25)
	for _, v := range modes {
		checkMode(t, v)
	}
	checkRules(t, rules)
	var b bytes.Buffer
	if err := Markdown(&b, slices.Concat(primitives, modes, rules)); err != nil {
		t.Fatal(err)
	}
	if *page == "" {
		return
	}
	if err := os.WriteFile(*page, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}
