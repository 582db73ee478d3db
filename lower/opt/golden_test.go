package opt

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/seed-4b734f86/gochad/lower/loop"
)

var update = flag.Bool("update", false, "rewrite the programs after each pass in testdata")

// Each archive testdata/PASS.txtar holds programs in pairs: "name" before the pass and "name/after".
// The comment in front of an archive may name options.
func TestPassesOnText(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatal("no tests", err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		t.Run(name, func(t *testing.T) { archive(t, path, name) })
	}
}

func archive(t *testing.T, path, name string) {
	ar, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{FastMath: strings.HasSuffix(name, "-fastmath"), Kernels: true, Jam: true, Zip: true, Outline: true, Verify: loop.Verify}
	o.ZipFlat = strings.HasSuffix(name, "-flat")
	if name == parallel.Name {
		o.Parallel = 3
	}
	pass := PassByName(strings.TrimSuffix(strings.TrimSuffix(name, "-fastmath"), "-flat"))
	if pass.Run == nil {
		t.Fatalf("there is no pass %s", name)
	}
	after := map[string]string{}
	for _, f := range ar.Files {
		if s, ok := strings.CutSuffix(f.Name, "/after"); ok {
			after[s] = string(f.Data)
		}
	}
	out := &txtar.Archive{Comment: ar.Comment}
	for _, f := range ar.Files {
		if strings.HasSuffix(f.Name, "/after") {
			continue
		}
		got := after[f.Name] // stays where -run leaves this program out
		t.Run(f.Name, func(t *testing.T) {
			got = passOnText(t, pass, o, f.Name, string(f.Data))
			if got != after[f.Name] && !*update {
				t.Errorf("got:\n%s\nwant:\n%s", got, after[f.Name])
			}
		})
		out.Files = append(out.Files, f, txtar.File{Name: f.Name + "/after", Data: []byte(got)})
	}
	if *update && !t.Failed() {
		if err := os.WriteFile(path, txtar.Format(out), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func passOnText(t *testing.T, pass Pass, o Options, name, src string) string {
	t.Helper()
	p, err := loop.Read(name, src)
	if err != nil {
		t.Fatal(err)
	}
	if err := run(p, &o, []Pass{pass}); err != nil {
		t.Fatal(err)
	}
	return p.String()
}
