package doccheck_test

import (
	"go/importer"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

// TestPackageMath holds the table of the functions of package math in the language reference
// complete, and to primitives that exist, of which those that are no helpers are compiled to just that function.
func TestPackageMath(t *testing.T) {
	raw, err := os.ReadFile(languagePage)
	if err != nil {
		t.Fatal(err)
	}
	_, tail, ok := strings.Cut(string(raw), "<!-- package math -->\n")
	if !ok {
		t.Fatal("no mark for the functions of package math")
	}
	table, _, _ := strings.Cut(tail, "\n## ")
	word := regexp.MustCompile("`(\\w+)`")
	listed := map[string]bool{}
	for _, line := range strings.Split(table, "\n")[3:] {
		cells := strings.Split(line, "|")
		if len(cells) < 4 {
			continue
		}
		var ops []string
		for _, w := range word.FindAllStringSubmatch(cells[2], -1) {
			ops = append(ops, w[1])
		}
		for i, w := range word.FindAllStringSubmatch(cells[1], -1) {
			listed[w[1]] = true
			name := strings.ToLower(w[1])
			switch {
			case strings.Contains(cells[2], "RealLit"):
				continue
			case len(ops) > 0:
				name = ops[min(i, len(ops)-1)]
			}
			op := syntax.OpByName(name)
			if op == nil {
				t.Errorf("%s: no primitive %s", w[1], name)
			} else if op.Go.Pkg == "math" && op.Go.Func != w[1] && w[1] != "Modf" && w[1] != "Sincos" {
				t.Errorf("%s: the primitive %s is compiled to math.%s", w[1], name, op.Go.Func)
			}
		}
	}
	pkg, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import("math")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range pkg.Scope().Names() {
		if _, ok := pkg.Scope().Lookup(name).(*types.Func); ok && token.IsExported(name) && !listed[name] {
			t.Errorf("math.%s is not in the table", name)
		}
	}
}
