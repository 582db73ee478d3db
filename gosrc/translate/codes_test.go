package translate_test

import (
	"flag"
	"fmt"
	"go/types"
	"os"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

var update = flag.Bool("update", false, "write docs/gosrc-refused.md")

// translateText translates the function F of a package of one file.
func translateText(t testing.TB, text string) (*translate.Result, diag.List) {
	t.Helper()
	p := check(t, "p", map[string]string{"p.go": text}, "")
	return translateRoot(p, "F")
}

func translateRoot(p *translate.Package, name string) (*translate.Result, diag.List) {
	return translate.Translate(p, []translate.Root{{
		Func:   p.Types.Scope().Lookup(name).(*types.Func),
		Choose: &translate.Choosing{Takes: func(*types.Named) bool { return false }},
	}})
}

// Each code's example gives that code, at the marked stretch, with the documented message and hint, and nothing else.
func TestCodeExamples(t *testing.T) {
	for _, c := range translate.Codes() {
		t.Run(string(c.Code), func(t *testing.T) {
			marked := "package p\n\n" + c.Example + "\n"
			before, rest, ok := strings.Cut(marked, "«")
			stretch, after, ok2 := strings.Cut(rest, "»")
			if !ok || !ok2 {
				t.Fatal("the example has no marks")
			}
			text := before + stretch + after
			_, diags := translateText(t, text)
			if len(diags) != 1 {
				t.Fatalf("got %d diagnostics, want 1:\n%v", len(diags), diags)
			}
			d := diags[0]
			if d.Code != c.Code || d.Message != c.Message || d.Hint != c.Hint || d.Hint == "" {
				t.Errorf("got %s: %q, hint %q\nwant %s: %q, hint %q", d.Code, d.Message, d.Hint, c.Code, c.Message, c.Hint)
			}
			if got := text[d.Pos.Offset:d.End.Offset]; got != stretch {
				t.Errorf("it points at %q, not at %q", got, stretch)
			}
		})
	}
}

// The page of refused constructs is the table.
func TestRefusedPage(t *testing.T) {
	const page = "../../docs/gosrc-refused.md"
	var b strings.Builder
	b.WriteString("# What the Go front end refuses\n\nPrinted from `gosrc/translate/codes.go`; " +
		"`go test ./gosrc/translate -run RefusedPage -update` writes it.\n\n" +
		"Each refusal has a stable code. The marks « and » show where the message points.\n")
	for _, c := range translate.Codes() {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```go\n%s\n```\n\n    %s\n    hint: %s\n", c.Code, c.Explanation, c.Example, c.Message, c.Hint)
	}
	if *update {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil || string(have) != b.String() {
		t.Errorf("%s is stale (%v); run with -update", page, err)
	}
}
