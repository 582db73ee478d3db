package term_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
)

var update = flag.Bool("update", false, "write the golden files")

// The flow programs and the terms of the examples, as they are printed. Read the difference like code.
func TestGolden(t *testing.T) {
	r, fs := programs(t)
	seen := map[string]bool{}
	for _, e := range examples {
		if seen[e.name] {
			continue
		}
		seen[e.name] = true
		d := r.Funcs[fs[e.name]].Def
		got := fs[e.name].String() + "\n" + syntax.String(d.Body) + "\n"
		file := filepath.Join("testdata", e.name+".golden")
		if *update {
			if err := os.MkdirAll("testdata", 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("%s: got\n%s\nwant\n%s", e.name, got, want)
		}
	}
}
