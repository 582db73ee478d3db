package opt

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

const passesPage = "../../docs/loop-passes.md"

// TestPassesPage keeps docs/loop-passes.md equal to the list of passes and to what their tests say that they do.
func TestPassesPage(t *testing.T) {
	want := page(t)
	if *update {
		if err := os.WriteFile(passesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(passesPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("docs/loop-passes.md is stale: run go test ./lower/opt -run PassesPage -update")
	}
}

const pageHead = `# The passes on loops

Printed by the tests of ` + "`lower/opt`" + ` from the list of passes (` + "`lower/opt/table.go:Passes`" + `) and from the programs that they are
tested with (` + "`lower/opt/testdata`" + `); do not edit. Programs are in the [loop language](loop-language.md).
` + "`chad show model.chad --def f --stage lowered`" + ` shows the loops of a derivative before and after each pass, and
` + "`--pass NAME`" + ` what one pass does. Why there are loops at all, and what is decided before the passes run:
[decisions.md](decisions.md).

## What a pass may change

Values stay the same to the last bit, with these exceptions.

- **Order-free sums.** ` + "`s +~= e`" + ` is a free addition: the source said ` + "`sum`" + `, or the additions are those of cotangents, whose
  order no one wrote down. ` + "`s += e`" + ` is ordered (` + "`fold`" + `, ` + "`loop`" + `) and stays as it is. Of n terms e, with u = 2⁻⁵³, a sum one after the
  other differs from the exact one by at most (n-1)·u·Σ|e| + O(u²), a sum in k parts by at most (n/k+k)·u·Σ|e| + O(u²); k is at
  most 4. Emitted code and the evaluator therefore agree on an order-free sum up to the sum of both bounds, and a sum of negative zeros may be a zero of
  either sign. The option Ordered of ` + "`lower/opt/pass.go:Options`" + ` keeps the written order, for tests to the last bit.
- **Errors.** The run-time error of a value that nobody needs may go, and errors may come in another order. Where one came,
  one comes.
- **Fast math.** ` + "`--chad:emit fastmath`" + ` (FastMath of ` + "`lower/opt/pass.go:Options`" + `) is the permission to change results in the last bits, or
  at infinities, NaN and signed zeros: x·0 = 0, x/c = x·(1/c) for a c that does not change in a loop, (x+a)+b = x+(a+b) on constants,
  q·a+q·b = q·(a+b) for free additions and for cotangents that go through a loop, and additions of
  loops in any order. It is off by default; [algebraic-simplification](#algebraic-simplification), [loop-invariant-code-motion](#loop-invariant-code-motion), [loop-reversal](#loop-reversal), [unroll-and-jam](#unroll-and-jam) and
  [sum-reassociation](#sum-reassociation) take it, below under “With fast math”.

Memory outside the Out parameters is not observable. After every pass the verifier accepts the program; tests run it, and the
evaluator compares values and counts of operations before and after on random programs.

## The order

`

func page(t *testing.T) string {
	var b strings.Builder
	b.WriteString(pageHead)
	var names []string
	var passes []Pass
	seen := map[string]bool{}
	for _, p := range Passes() {
		names = append(names, "["+p.Name+"](#"+p.Name+")")
		if !seen[p.Name] {
			seen[p.Name] = true
			passes = append(passes, p)
		}
	}
	b.WriteString(strings.Join(names, ",\n") + ".\n\nWhat the order keeps to (`lower/opt/order.go:passOrder`), which is checked when the optimiser starts:\n\n" +
		"| first | then | why |\n|---|---|---|\n")
	for _, c := range passOrder {
		then := c.then
		if c.last {
			then += ", and not after it"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", c.first, then, c.why)
	}
	for _, p := range passes {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", p.Name, p.Law)
		if archived(p.Name) || !archived(p.Name+"-fastmath") {
			fmt.Fprintf(&b, "\nBefore (%s\n", example(t, p.Name))
		}
		if fast := p.Name + "-fastmath"; archived(fast) {
			fmt.Fprintf(&b, "\nWith fast math, before (%s\n", example(t, fast))
		}
	}
	return b.String()
}

func archived(name string) bool {
	_, err := os.Stat("testdata/" + name + ".txtar")
	return err == nil
}

// example is the first program in the archive of a pass that the pass changes: its name, itself, what comes out.
func example(t *testing.T, pass string) string {
	t.Helper()
	ar, err := txtar.ParseFile("testdata/" + pass + ".txtar")
	if err != nil {
		t.Fatalf("the pass %s has no example: %v", pass, err)
	}
	for i := 0; i+1 < len(ar.Files); i += 2 {
		f, g := ar.Files[i], ar.Files[i+1]
		if g.Name == f.Name+"/after" && string(f.Data) != string(g.Data) {
			return fmt.Sprintf("the test %q):\n\n```\n%s```\n\nAfter:\n\n```\n%s```", f.Name, f.Data, g.Data)
		}
	}
	t.Fatalf("no program in the archive of %s changes", pass)
	return ""
}
