package gosrc_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

const several = `
-- go.mod --
module example.com/m

go 1.26
-- a.go --
package m

import "example.com/m/inner"

//chad:grad
func F(x float64) float64 { return inner.G(x) }
-- b.go --
package m

//chad:grad
func H(x float64) float64 { return x * x }
-- plain.go --
package m

const unused = 1
-- inner/inner.go --
package inner

func G(x float64) float64 { return x * x }
-- other/other.go --
package other

//chad:grad
func F(x float64) float64 { return 3 * x }
`

// What is in the cache is taken as it is, until something changes that it depends on.
func TestCache(t *testing.T) {
	dir := module(t, several)
	cache := gosrc.NewCache(filepath.Join(t.TempDir(), "cache"))
	text := func(opt gosrc.Options) map[string]string {
		t.Helper()
		opt.Cache = cache
		out := map[string]string{}
		for _, j := range plan(t, dir, opt) {
			out[filepath.ToSlash(j.Target)] = string(j.New)
		}
		return out
	}
	first := text(gosrc.Options{})
	if len(first) != 3 {
		t.Fatalf("%d files", len(first))
	}
	cache.Mark(t)
	marked := func(what string, got map[string]string, want ...string) {
		t.Helper()
		hits := ""
		for _, name := range []string{"a_chad.go", "b_chad.go", "other/other_chad.go"} {
			if strings.Contains(got[name], gosrc.Marked) {
				hits += " " + name
			} else if got[name] == "" {
				t.Errorf("%s: %s is missing", what, name)
			}
		}
		if w := strings.Join(append([]string{""}, want...), " "); hits != w {
			t.Errorf("%s: from the cache are%s, want%s", what, hits, w)
		}
	}
	all := []string{"a_chad.go", "b_chad.go", "other/other_chad.go"}
	marked("nothing changed", text(gosrc.Options{}), all...)
	marked("other settings", text(gosrc.Options{Emit: gosrc.BLAS}))
	marked("other tags", text(gosrc.Options{Load: load.Options{Tags: "special"}}))
	change := func(name, from, to string) func() {
		t.Helper()
		path := filepath.Join(dir, name)
		old, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(old, []byte(from)) {
			t.Fatal(name, err)
		}
		write := func(text []byte) {
			if err := os.WriteFile(path, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		write(bytes.Replace(old, []byte(from), []byte(to), 1))
		return func() { write(old) }
	}
	for _, c := range []struct {
		name, from, to string
		want           []string
	}{
		{"inner/inner.go", "x * x", "x * x * x", all[2:]},
		{"plain.go", "unused = 1", "unused = 2", all[2:]},
		{"other/other.go", "3 * x", "4 * x", all[:2]},
		{"go.mod", "go 1.26", "go 1.25", nil},
	} {
		back := change(c.name, c.from, c.to)
		marked(c.name, text(gosrc.Options{}), c.want...)
		back()
		marked(c.name+" as it was", text(gosrc.Options{}), all...)
	}
	if got := text(gosrc.Options{Force: true}); fmt.Sprint(got) != fmt.Sprint(first) {
		t.Error("forced: other files than at first")
	}
	marked("after force", text(gosrc.Options{}))
}

// BenchmarkPlan generates for 50 functions in five files, without a cache.
func BenchmarkPlan(b *testing.B) {
	dir := b.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	for i := range 5 {
		var s strings.Builder
		s.WriteString("package m\n\nimport \"math\"\n")
		for k := range 10 {
			fmt.Fprintf(&s, `
//chad:grad
func F%d%d(x []float64, k float64) float64 {
	s := 0.0
	for i, v := range x {
		t := math.Exp(-k*v) * %d
		if v > 0 {
			s += t * v
		} else {
			s -= math.Sin(t) * float64(i)
		}
	}
	return s / float64(len(x))
}
`, i, k, k+1)
		}
		write(fmt.Sprintf("f%d.go", i), s.String())
	}
	for b.Loop() {
		jobs, err := gosrc.Plan(b.Context(), []string{"."}, gosrc.Options{Load: load.Options{Dir: dir}})
		if err != nil || len(jobs) != 5 {
			b.Fatal(len(jobs), err)
		}
	}
}

// What others may have put into the cache is not taken: an entry becomes code that is run. Who may write there can make
// one, whatever it holds.
func TestCacheOfOthers(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("who may write where is a matter of access lists")
	}
	dir, folder := module(t, several), filepath.Join(t.TempDir(), "cache")
	texts := func() (out string) {
		for _, j := range plan(t, dir, gosrc.Options{Cache: gosrc.NewCache(folder)}) {
			out += string(j.New)
		}
		return out
	}
	first := texts()
	entries, err := filepath.Glob(filepath.Join(folder, "go", "??", "*.json"))
	if err != nil || len(entries) == 0 {
		t.Fatal(entries, err)
	}
	for _, name := range entries { // with the right sum
		files := map[string][]byte{"a_chad.go": []byte("tampered"), "b_chad.go": []byte("tampered"), "f_chad.go": []byte("tampered")}
		text, err := json.Marshal(gosrc.Output{Files: files})
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(text)
		if text, err = json.Marshal(map[string]any{"Files": files, "Warnings": nil, "Sum": hex.EncodeToString(sum[:])}); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got := texts(); !strings.Contains(got, "tampered") {
		t.Error("an entry that its owner changed is not taken: the test below says nothing")
	}
	for _, mode := range []os.FileMode{0o777, 0o770, 0o702} {
		if err := os.Chmod(folder, mode); err != nil {
			t.Fatal(err)
		}
		if got := texts(); got != first {
			t.Errorf("mode %o: taken from a folder that others may write to", mode)
		}
	}
}
