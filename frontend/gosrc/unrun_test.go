package gosrc_test

import (
	"cmp"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var unrun = flag.Bool("derivatives.unrun", false, "with -v, log the generated statements that no test runs")

// kinds are those of the generated statements that no test runs; the first that fits counts.
var kinds = []struct {
	name string
	text *regexp.Regexp
}{
	{"a size below 0, which is looked at again where it was taped", regexp.MustCompile(`panic\("[^"]*negative size`)},
	{"lengths of what the derivative made itself, or was given", regexp.MustCompile(`lengthError_`)},
	{"indices out of range", regexp.MustCompile(`(indexError|sliceError)_`)},
	{"other panics", regexp.MustCompile(`panic\(`)},
	{"tables: keys that meet, tables that grow", regexp.MustCompile(`\bindex\d*\[|& mask|/table\.go:`)},
	{"zeros where no cotangent came", regexp.MustCompile(`\bzero\w* :?= |clear\(`)},
	{"branches, and what is in them", regexp.MustCompile(``)},
}

// logUnrun logs how many statements of each kind a cover profile says were not run, and with -derivatives.unrun their lines.
func logUnrun(t *testing.T, dir string) {
	t.Helper()
	profile, err := os.ReadFile(filepath.Join(dir, "cover.out"))
	if err != nil {
		t.Log(err)
		return
	}
	texts := map[string][]string{}
	of, inside := map[string]int{}, map[string]int{}
	for line := range strings.Lines(string(profile)) {
		at, counts, ok := strings.Cut(strings.TrimSpace(line), " ")
		name, span, _ := strings.Cut(at, ":")
		if !ok || !strings.HasSuffix(counts, " 0") || !strings.HasSuffix(name, "_chad.go") {
			continue
		}
		name = filepath.Base(name)
		if texts[name] == nil {
			text, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = strings.Split(string(text), "\n")
		}
		var from, to, n int
		if _, err := fmt.Sscanf(strings.NewReplacer(".", " ", ",", " ").Replace(span)+" "+counts, "%d %d %d %d %d", &from, new(int), &to, new(int), &n); err != nil {
			t.Fatal(err)
		}
		text := strings.Join(texts[name][from-1:to], "\n")
		for _, k := range kinds {
			if k.text.MatchString(text) {
				of[k.name] += n
				break
			}
		}
		fn := ""
		for k := from; k > 0 && fn == ""; k-- {
			if strings.HasPrefix(texts[name][k-1], "func ") {
				fn = texts[name][k-1]
			}
		}
		inside[fn] += n
		if *unrun {
			t.Logf("%s:%d: in %s\n%s", name, from, fn, strings.Join(texts[name][from-1:min(to, from+7)], "\n"))
		}
	}
	for _, k := range kinds {
		t.Logf("%d statements not run: %s", of[k.name], k.name)
	}
	most := slices.SortedFunc(maps.Keys(inside), func(f, g string) int {
		return cmp.Or(cmp.Compare(inside[g], inside[f]), cmp.Compare(f, g))
	})
	for _, f := range most[:min(10, len(most))] {
		t.Logf("%d of them in %s", inside[f], strings.TrimSuffix(f, " {"))
	}
}
