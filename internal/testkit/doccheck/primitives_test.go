package doccheck_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
)

const (
	languagePage = root + "/docs/language.md"
	tableMark    = "<!-- primitives -->\n"
)

// TestPrimitives keeps the list of primitives in the language reference equal to the table.
func TestPrimitives(t *testing.T) {
	raw, err := os.ReadFile(languagePage)
	if err != nil {
		t.Fatal(err)
	}
	head, tail, ok := strings.Cut(string(raw), tableMark)
	if !ok {
		t.Fatal("no mark for the primitives")
	}
	_, rest, ok := strings.Cut(tail, "\n## ")
	if !ok {
		t.Fatal("no section after the primitives")
	}
	want := head + tableMark + primitives() + "\n## " + rest
	if want == string(raw) {
		return
	}
	if !*update {
		t.Fatal("the primitives in docs/language.md are stale: run go test ./internal/testkit/doccheck -update")
	}
	if err := os.WriteFile(languagePage, []byte(want), 0o600); err != nil {
		t.Fatal(err)
	}
}

// primitives lists the table by signature.
func primitives() string {
	var order []string
	names := map[string][]string{}
	for _, o := range syntax.Ops() {
		params := make([]string, len(o.Params))
		for i, p := range o.Params {
			params[i] = p.String()
		}
		sig := fmt.Sprintf("%s → %s", strings.Join(params, ", "), o.Result)
		if names[sig] == nil {
			order = append(order, sig)
		}
		name := o.Name
		if o.Infix != "" && o.Infix != o.Name {
			name += " (" + o.Infix + ")"
		}
		names[sig] = append(names[sig], "`"+strings.ReplaceAll(name, "|", `\|`)+"`")
	}
	var b strings.Builder
	b.WriteString("\n| Type | Primitives |\n|---|---|\n")
	for _, sig := range order {
		fmt.Fprintf(&b, "| %s | %s |\n", sig, strings.Join(names[sig], ", "))
	}
	var without []string
	for _, o := range wasmbackend.Functions() {
		if _, ok := mathlib.Lookup(o.Name); !ok {
			without = append(without, "`"+o.Name+"`")
		}
	}
	if len(without) > 0 {
		fmt.Fprintf(&b, "\nNot for WebAssembly yet, so that `chad wasm` refuses what uses them: %s.\n", strings.Join(without, ", "))
	}
	return b.String()
}
