package simplify_test

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
)

var update = flag.Bool("update", false, "rewrite docs/rules.md")

const rulesPage = "../docs/rules.md"

// TestRulesPage keeps docs/rules.md equal to the table of rules.
func TestRulesPage(t *testing.T) {
	want := page()
	if *update {
		if err := os.WriteFile(rulesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(rulesPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/rules.md is stale: run go test ./simplify -run RulesPage -update")
	}
}

// goal says what the rules are for; TestNothingRemains of package chad checks it.
const goal = `The goal, which a test of package chad checks on 1,000 random loop-free first-order programs: in the value and pullback of a
program, compiled, there remains

- no copower and no linear function (no λ̲, •, singleton, copower case);
- no zero but a whole result: 0 stands only as a component of what a definition or a branch gives, or in an injection
  there, or as an argument of a call that is kept (a cotangent to which nothing contributes), and as an operand of nothing else;
- no intermediate pair: no projection of a tuple that stands there or is let-bound, and no let-bound tuple
  that is used by projections only. A branch that gives several values at once gives a tuple, which is none.

The set “compiled” is for terms that are emitted and not differentiated any more, “deriving” for those that are about to be.
`

func page() string {
	var b strings.Builder
	b.WriteString("# Rewrite rules\n\nPrinted from the table in `simplify` by its tests; do not edit. How they are applied: the package's documentation.\n\n" + goal)
	for _, set := range []simplify.Set{simplify.Always, simplify.Compiled, simplify.Deriving, simplify.Reading} {
		fmt.Fprintf(&b, "\n## The set “%s”\n\n", set)
		b.WriteString("| Name | Rule | Condition | Justification | Source |\n|---|---|---|---|---|\n")
		for _, r := range simplify.Rules() {
			if r.Set == set {
				fmt.Fprintf(&b, "| %s | %s ⇝ %s | %s | %s | %s |\n", r.Name, code(r.Before), code(r.After), cell(r.Condition), cell(r.Why), r.Ref)
			}
		}
	}
	return b.String()
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func code(s string) string { return "`" + cell(s) + "`" }
