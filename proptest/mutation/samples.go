package mutation

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/internal/testkit/rulesamples"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

// sampleLaw is the name of the law "the sample of a rule keeps its meaning": simplified
// with the rule, it passes the verifier and evaluates to what it did, at random values.
const sampleLaw = "sample"

// samplePoints is at how many points a sample is looked at.
const samplePoints = 8

// hasSample reports whether a rule has a sample; one that works on whole programs has none.
func hasSample(r *simplify.Rule) bool {
	return slices.ContainsFunc(rulesamples.All(), func(s rulesamples.Sample) bool { return s.Rule == r.Name })
}

// checkSamples looks at the samples of a rule, each simplified with a tamper of its own.
func checkSamples(r *simplify.Rule, tamper func() func(string, syntax.Term) syntax.Term) error {
	k := 0
	for _, s := range rulesamples.All() {
		if s.Rule != r.Name {
			continue
		}
		k++
		o := simplify.Options{Reading: r.Set == simplify.Reading, Compiled: r.Set == simplify.Compiled,
			Deriving: r.Set == simplify.Deriving, Inline: 10, Tamper: tamper()}
		free := syntax.FreeVars(s.Term)
		out, _, err := simplify.Term(syntax.Refresh(s.Term), o)
		if err != nil {
			return err
		}
		if err := sampleAgrees(s.Term, out, free); err != nil {
			return fmt.Errorf("sample %d of %s: %w", k, r.Name, err)
		}
	}
	return nil
}

func sampleAgrees(before, after syntax.Term, free []*syntax.Var) error {
	if err := syntax.Verify(after, free...); err != nil {
		return err
	}
	for seed := range uint64(samplePoints) {
		want, _, err := rulesamples.Meaning(before, free, seed)
		if err != nil {
			return err
		}
		got, _, err := rulesamples.Meaning(after, free, seed)
		if err != nil {
			return err
		}
		if got != want {
			return fmt.Errorf("means %s, meant %s", got, want)
		}
	}
	return nil
}
