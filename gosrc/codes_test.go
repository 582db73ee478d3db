package gosrc_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/diag"
	"github.com/seed-4b734f86/gochad/text"
)

// Each example of a code that is not package translate's, which tries its own, gives the code at the place between the
// marks, first.
func TestCodeExamples(t *testing.T) {
	entries := gosrc.Codes()[len(translate.Codes()):]
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("go.mod", "module example.com/m\n\ngo 1.26\n")
	var tried []diag.Entry
	for _, e := range entries {
		if e.Example == "" {
			continue
		}
		text, _, _, ok := e.Marks()
		if !ok {
			t.Errorf("%s: no marks", e.Code)
		}
		if !strings.Contains(text, "//chad:grad") {
			text = strings.Replace(text, "func F(", "//chad:grad\nfunc F(", 1)
		}
		write(fmt.Sprintf("p%02d/p.go", len(tried)), "package p\n\n"+text+"\n")
		tried = append(tried, e)
	}
	for i, e := range tried {
		t.Run(string(e.Code), func(t *testing.T) {
			d, ok := firstOf(t, dir, fmt.Sprintf("./p%02d", i))
			if !ok {
				t.Fatal("no message")
			}
			if d.Code != e.Code || e.Message != "" && d.Message != e.Message {
				t.Errorf("got %s: %q, want %s: %q", d.Code, d.Message, e.Code, e.Message)
			}
			_, start, _, _ := e.Marks()
			before := "package p\n\n" + strings.ReplaceAll(e.Example, "«", "")[:start]
			line := 1 + strings.Count(before, "\n")
			if !strings.Contains(e.Example, "//chad:grad") && strings.Contains(before, "func F(") {
				line++ // of the directive that was added
			}
			col := 1 + len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))
			if d.Pos.Line != line || d.Pos.Col != col {
				t.Errorf("it points at %d:%d, not at %d:%d: %s", d.Pos.Line, d.Pos.Col, line, col, d)
			}
		})
	}
}

// firstOf is the first message, or else the first warning, about a package.
func firstOf(t *testing.T, dir, pattern string) (diag.Diagnostic, bool) {
	t.Helper()
	pkgs, err := load.Packages([]string{pattern}, load.Options{Dir: dir})
	if err != nil {
		var e *diag.Error
		if !errors.As(err, &e) {
			t.Fatal(err)
		}
		return e.List[0], true
	}
	out, ds, err := gosrc.GenerateAll(t.Context(), pkgs[0], chad.EmitOptions{})
	switch {
	case err != nil:
		t.Fatal(err)
	case len(ds) > 0:
		return ds.Sort()[0], true
	case len(out.Warnings) > 0:
		return out.Warnings[0].Diagnostic(pkgs[0]), true
	}
	return diag.Diagnostic{}, false
}

// Every code in the source of this repository is told of.
func TestEveryCodeIsTold(t *testing.T) {
	told := map[string]bool{}
	for _, es := range [][]diag.Entry{gosrc.Codes(), text.Codes(), chad.Codes()} {
		for _, e := range es {
			if told[string(e.Code)] || e.Explanation == "" || e.Hint == "" {
				t.Errorf("%s is told of twice, or without an explanation or a hint", e.Code)
			}
			told[string(e.Code)] = true
		}
	}
	code := regexp.MustCompile(`(?:diag\.Code = |Code: +|\.(?:fail|refuse|report)[a-z]*\([^"\n]*)"([a-z]+(?:-[a-z]+)*)"`)
	for _, root := range []string{"../gosrc", "../text", "../chad"} {
		err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
				strings.Contains(path, "testdata") {
				return err
			}
			src, err := os.ReadFile(path)
			for _, m := range code.FindAllStringSubmatch(string(src), -1) {
				if !told[m[1]] {
					t.Errorf("%s: the code %s is not told of", path, m[1])
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
