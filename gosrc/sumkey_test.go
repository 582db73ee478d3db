package gosrc_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

const keyed = `package p

import "math"

func scale(v float64) float64 { return math.Exp(v) }

//chad:sum over=x wrt=p
//chad:sum over=x wrt=p reproducible name=Anyhow
func F(p, x []float64) float64 {
	before := p[0] * p[1]
	s := 0.0
	for _, v := range x {
		if v > 100 {
			continue
		}
		s += scale(v*p[0]) * before
	}
	return s + 3*p[1]*p[1]
}
`

// TestSumKey: sums of another version of a function do not fit together, and those of the same one do, whatever else is in
// its file.
func TestSumKey(t *testing.T) {
	begin := regexp.MustCompile(`begin\("p\.(\w+)", (0x\w+)`)
	keys := func(text string) (sum, anyhow string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"go.mod": "module example.com/p\n\ngo 1.26\n", "p.go": text} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		world, err := load.List([]string{"."}, load.Options{Dir: dir})
		if err != nil {
			t.Fatal(err)
		}
		ds := world.Check(world.Packages[0])
		if len(ds) > 0 {
			t.Fatal(ds)
		}
		files, ds := gosrc.Generate(world.Packages[0], chad.EmitOptions{})
		if len(ds) > 0 {
			t.Fatal(ds)
		}
		for _, f := range files {
			for _, m := range begin.FindAllStringSubmatch(string(f), -1) {
				if m[1] == "FSum" {
					sum = m[2]
				} else if m[1] == "Anyhow" {
					anyhow = m[2]
				}
			}
		}
		return sum, anyhow
	}
	sum, anyhow := keys(keyed)
	if sum == "" || sum == anyhow {
		t.Fatalf("keys %q and %q", sum, anyhow)
	}
	more := keyed + "\n//chad:grad\n//chad:hvp\nfunc G(x float64) float64 { return math.Sin(x) * scale(x) }\n" +
		strings.ReplaceAll(keyed[strings.Index(keyed, "//chad"):], "F(", "H(")
	more = strings.Replace(more, "name=Anyhow\nfunc H", "name=Other\nfunc H", 1)
	if s, a := keys(more); s != sum || a != anyhow {
		t.Error("other functions of the file change the key")
	}
	if s, a := keys(strings.Replace(keyed, "import", "// Lines move.\n\nimport", 1)); s != sum || a != anyhow {
		t.Error("lines before the function change the key")
	}
	for _, r := range [][2]string{
		{"math.Exp(v)", "math.Sin(v)"}, {"3*p[1]", "2*p[1]"}, {"p[0] * p[1]", "p[0] * p[0]"}, {"v > 100", "v > 99"}, {"* before", "/ before"},
	} {
		if s, a := keys(strings.Replace(keyed, r[0], r[1], 1)); s == sum || a == anyhow {
			t.Errorf("with %s in place of %s the key stays", r[1], r[0])
		}
	}
}
