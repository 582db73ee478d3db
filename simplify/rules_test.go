package simplify_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/rulesamples"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// Each rule is tested alone: on its samples it fires, the result is the one
// written here by hand, it is well-formed and means the same on random values,
// and it costs no more. Switched off, the rule does not fire.
func TestRules(t *testing.T) {
	byRule := map[string][]rulesamples.Sample{}
	for _, s := range rulesamples.All() {
		byRule[s.Rule] = append(byRule[s.Rule], s)
	}
	for _, r := range simplify.Rules() {
		samples := byRule[r.Name]
		if r.Name == "inlineCall" {
			continue // TestInline
		}
		if len(samples) == 0 {
			t.Errorf("rule %s has no sample", r.Name)
		}
		for i, s := range samples {
			t.Run(fmt.Sprintf("%s/%d", r.Name, i), func(t *testing.T) { checkRule(t, r, s) })
		}
	}
}

func checkRule(t *testing.T, r *simplify.Rule, s rulesamples.Sample) {
	o := simplify.Options{Reading: r.Set == simplify.Reading, Compiled: r.Set == simplify.Compiled, Deriving: r.Set == simplify.Deriving, Inline: 10}
	before := sx.String(s.Term)
	free := sx.FreeVars(s.Term)
	out, rep := simplified(t, sx.Refresh(s.Term), o)
	if rep.Times(r.Name) == 0 {
		t.Errorf("did not fire on\n%s\n%v", before, rep.Lines())
	}
	if err := sx.Verify(out, free...); err != nil {
		t.Fatal(err)
	}
	if got := oneLine(sx.String(out)); got != s.Want {
		t.Errorf("got  %s\nwant %s", got, s.Want)
	}
	if again, rep := simplified(t, out, o); again != out {
		t.Errorf("not a fixed point: %v", rep.Lines())
	}
	for seed := range uint64(5) {
		want, cost := meaning(t, s.Term, free, seed)
		got, less := meaning(t, out, free, seed)
		if got != want {
			t.Errorf("means %s, meant %s", got, want)
		}
		if less > cost && r.Set == simplify.Always && !formal(s.Term.Type()) {
			t.Errorf("costs %d, cost %d", less, cost)
		}
	}
	o.Disable = []string{r.Name}
	if _, rep := simplified(t, sx.Refresh(s.Term), o); rep.Times(r.Name) != 0 {
		t.Error("fires although switched off")
	}
}

func simplified(t testing.TB, in sx.Term, o simplify.Options) (sx.Term, *simplify.Report) {
	t.Helper()
	out, rep, err := simplify.Term(in, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, rep
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

func meaning(t *testing.T, u sx.Term, free []*sx.Var, seed uint64) (string, int64) {
	t.Helper()
	s, cost, err := rulesamples.Meaning(u, free, seed)
	if err != nil {
		t.Fatalf("%v\n%s", err, sx.String(u))
	}
	return s, cost
}

// formal reports whether values of a type may be formal sums, which the
// evaluator adds up only when they are read.
func formal(t sx.Type) bool {
	switch t.(type) {
	case *sx.TupleType, *sx.ArrayType:
		return true
	default:
		return false
	}
}
