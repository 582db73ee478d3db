package doccheck_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

var update = flag.Bool("update", false, "rewrite the snippets of the pages")

// snippet is a fenced block under a comment that names its source: a file, and
// a section of it when it is a text archive, or a function, with its comment, when it is Go.
//
//	<!-- chad/testdata/figures/fig1b.txtar simplified/reverse -->
//	```text
//	…
//	```
//	<!-- chad/reverse/reverse.go Mode.Tuple -->
//	```go
//	…
//	```
var snippet = regexp.MustCompile("(?s)<!-- (\\S+)(?: (\\S+))? -->\n```([a-z]*)\n(.*?)```\n")

// TestSnippets keeps the snippets of the pages equal to the files they come from.
func TestSnippets(t *testing.T) {
	seen := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		out := snippet.ReplaceAllStringFunc(string(text), func(block string) string {
			m := snippet.FindStringSubmatch(block)
			seen++
			want := source(t, m[1], m[2])
			if m[4] != want && !*update {
				t.Errorf("%s: the snippet of %s %s is stale: run go test ./internal/testkit/doccheck -update", page, m[1], m[2])
			}
			name := m[1]
			if m[2] != "" {
				name += " " + m[2]
			}
			return "<!-- " + name + " -->\n```" + m[3] + "\n" + want + "```\n"
		})
		if *update && out != string(text) {
			if err := os.WriteFile(page, []byte(out), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d snippets found", seen)
	}
}

// source reads a file, a section of a text archive, or a function.
func source(t *testing.T, path, section string) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(root, path))
	if err != nil {
		t.Fatal(err)
	}
	if section == "" {
		return string(raw)
	}
	if strings.HasSuffix(path, ".go") {
		text, ok := load(t).Text(path, section)
		if !ok {
			t.Fatalf("%s has no function %s", path, section)
		}
		return string(raw[text.From:text.To]) + "\n"
	}
	_, rest, ok := strings.Cut(string(raw), "-- "+section+" --\n")
	if !ok {
		t.Fatalf("%s has no section %s", path, section)
	}
	var out strings.Builder
	for line := range strings.Lines(rest) {
		if strings.HasPrefix(line, "-- ") && strings.HasSuffix(line, " --\n") {
			break
		}
		out.WriteString(line)
	}
	return out.String()
}

// program is a block of source text in the language.
var program = regexp.MustCompile("(?s)```chad\n(.*?)```\n")

// TestPrograms wants every program in the pages to be correct.
func TestPrograms(t *testing.T) {
	seen := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range program.FindAllStringSubmatch(string(text), -1) {
			seen++
			if _, err := chad.Parse(filepath.Base(page), []byte(m[1])); err != nil {
				t.Errorf("%s:\n%s\n%v", page, m[1], err)
			}
		}
	}
	if seen < 5 {
		t.Errorf("only %d programs found", seen)
	}
}
