package cli_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/seed-4b734f86/gochad/cli"
)

// shown is a fenced block under a comment that says where it comes from: a command, a function of a
// Go file, a file of an archive, or a file.
var shown = regexp.MustCompile("(?s)<!-- ([^\n]+) -->\n```([a-z]*)\n(.*?)```\n")

// TestReadme keeps the programs and outputs of the README, and of the guide to Go packages, equal to what they show;
// -update rewrites them.
func TestReadme(t *testing.T) {
	t.Chdir("..")
	pages := map[string]int{"README.md": 7, "docs/gosrc.md": 3, "docs/trace.md": 4, "docs/checking.md": 2}
	howto, err := filepath.Glob("docs/howto/*.md")
	if err != nil || len(howto) < 5 {
		t.Fatalf("how-to pages: %v, %v", howto, err)
	}
	for _, page := range howto {
		pages[filepath.ToSlash(page)] = 1
	}
	for page, least := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		count := 0
		out := shown.ReplaceAllStringFunc(string(text), func(block string) string {
			m := shown.FindStringSubmatch(block)
			count++
			want := strings.TrimRight(original(t, m[1]), "\n") + "\n"
			if m[2] == "text" {
				want = "$ " + m[1] + "\n" + want
			}
			if m[3] != want && !*update {
				t.Errorf("%s: the block of %s is stale: run go test ./cli -update; want\n%s", page, m[1], want)
			}
			return "<!-- " + m[1] + " -->\n```" + m[2] + "\n" + want + "```\n"
		})
		if count < least {
			t.Errorf("%s: only %d blocks found", page, count)
		}
		if *update && out != string(text) {
			if err := os.WriteFile(page, []byte(out), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// original gives the text that a block shows: of a command both streams.
func original(t *testing.T, from string) string {
	t.Helper()
	var fields []string
	for _, m := range regexp.MustCompile(`'([^']*)'|(\S+)`).FindAllStringSubmatch(from, -1) {
		fields = append(fields, m[1]+m[2])
	}
	if fields[0] == "chad" {
		var b bytes.Buffer
		cli.Run(fields[1:], strings.NewReader(""), &b, &b)
		return b.String()
	}
	if fields[0] == "file" { // file NAME of ARCHIVE
		archive, err := txtar.ParseFile(fields[3])
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range archive.Files {
			if f.Name == fields[1] {
				return string(f.Data)
			}
		}
		t.Fatalf("%s has no file %s", fields[3], fields[1])
	}
	name := ""
	if fields[0] == "func" { // func NAME of FILE
		name, fields = fields[1], fields[3:]
	}
	text, err := os.ReadFile(fields[0])
	if err != nil {
		t.Fatal(err)
	}
	if name == "" {
		return string(text)
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, fields[0], text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && f.Name.Name == name {
			return string(text[fset.Position(f.Pos()).Offset:fset.Position(f.End()).Offset])
		}
	}
	t.Fatalf("%s has no function %s", fields[0], name)
	return ""
}

// TestReadmeLinks wants every file that the README links to.
func TestReadmeLinks(t *testing.T) {
	t.Chdir("..")
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`\]\(([^)#:]+)\)`).FindAllStringSubmatch(string(readme), -1) {
		if _, err := os.Stat(m[1]); err != nil {
			t.Error(err)
		}
	}
}
