package chad_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/chad"
)

// TestDecisions keeps the programs of docs/decisions.md: the gradient of the last definition of the first file of each
// archive as people read it, as terms with tapes, as loops before the passes and after them.
func TestDecisions(t *testing.T) {
	paths, err := filepath.Glob("testdata/decisions/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs", err)
	}
	for _, path := range paths {
		ar, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chad.Parse(ar.Files[0].Name, ar.Files[0].Data)
		if err != nil {
			t.Fatal(err)
		}
		names := m.Names()
		f, err := m.Func(names[len(names)-1])
		if err != nil {
			t.Fatal(err)
		}
		show := func(stage string) string {
			s, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: stage})
			if err != nil {
				t.Fatal(path, err)
			}
			return s
		}
		all := sections(t, show("lowered"))
		got := &txtar.Archive{Files: []txtar.File{
			ar.Files[0],
			{Name: "tapes", Data: []byte(show("tapes"))},
			{Name: "placed", Data: []byte(all[0].program)},
			{Name: "optimised", Data: []byte(all[len(all)-1].program)},
		}}
		if slices.ContainsFunc(ar.Files, func(f txtar.File) bool { return f.Name == "closed" }) {
			got.Files = slices.Insert(got.Files, 1, txtar.File{Name: "closed", Data: []byte(show("closed"))})
		}
		if *update {
			if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, want := string(txtar.Format(got)), string(txtar.Format(ar)); got != want {
			t.Errorf("%s is stale: run go test ./chad -run Decisions -update and read the difference\n%s", path, diffLine(got, want))
		}
	}
}

// diffLine is the first line in which two texts differ.
func diffLine(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range as {
		if i >= len(bs) || as[i] != bs[i] {
			return "got " + as[i]
		}
	}
	return "the wanted text is longer"
}
