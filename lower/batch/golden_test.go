package batch_test

import (
	"flag"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/seed-4b734f86/gochad/lower/batch"
	"github.com/seed-4b734f86/gochad/lower/loop"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// What becomes of a function, as text: two lanes of the parameters whose names begin with b.
func TestGolden(t *testing.T) {
	const name = "testdata/batch.txtar"
	a, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var out []txtar.File
	for _, f := range a.Files {
		what, isResult := strings.CutSuffix(f.Name, "/after")
		if isResult {
			continue
		}
		p, err := loop.Read(f.Name, string(f.Data))
		if err != nil {
			t.Fatal(err)
		}
		fn := p.Funcs[0]
		marks := make([]bool, len(fn.Params))
		for i, q := range fn.Params {
			marks[i] = strings.HasPrefix(q.Var.Name, "b")
		}
		r, err := batch.Func(p, fn, batch.Options{Lanes: 2, Varying: marks})
		if err != nil {
			t.Fatal(err)
		}
		p.Funcs[0] = r.Func
		if err := loop.Verify(p); err != nil {
			t.Fatal(err)
		}
		got := txtar.File{Name: what + "/after", Data: []byte(p.String())}
		out = append(out, f, got)
		i := slices.IndexFunc(a.Files, func(g txtar.File) bool { return g.Name == got.Name })
		if !*update && (i < 0 || string(a.Files[i].Data) != string(got.Data)) {
			t.Errorf("%s: run with -update and review:\n%s", what, got.Data)
		}
	}
	if *update {
		a.Files = out
		if err := os.WriteFile(name, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
