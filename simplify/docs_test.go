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

func page() string {
	var b strings.Builder
	b.WriteString("# Rewrite rules\n\nPrinted from the table in `simplify` by its tests; do not edit. How they are applied: the package's documentation.\n")
	for _, set := range []simplify.Set{simplify.Always, simplify.Compiled, simplify.Reading} {
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
