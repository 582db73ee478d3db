package doccheck_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// testFlags are the flags that the tests below a folder declare, or internal/part for them, with a file that does;
// update is no longer run.
func testFlags(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && (d.Name() == "node_modules" || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") && path != filepath.Join(dir, "internal", "part", "part.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			c, ok := n.(*ast.CallExpr)
			if !ok || len(c.Args) != 3 {
				return true
			}
			s, ok := c.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			name, lit := c.Args[0].(*ast.BasicLit)
			if x, ok := s.X.(*ast.Ident); ok && x.Name == "flag" && lit && name.Kind == token.STRING {
				if n, err := strconv.Unquote(name.Value); err == nil && n != "update" {
					out[n] = path
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestLongerRuns wants every flag of a test in docs/testing.md, and no other there, and the tests that it names to be.
func TestLongerRuns(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "testing.md"))
	if err != nil {
		t.Fatal(err)
	}
	flags := testFlags(t, root)
	if len(flags) < 20 {
		t.Fatalf("only %d flags found", len(flags))
	}
	for name, file := range flags {
		if !regexp.MustCompile(" -" + regexp.QuoteMeta(name) + "[ `]|`-" + regexp.QuoteMeta(name) + "[ `]").Match(text) {
			t.Errorf("%s: docs/testing.md does not name -%s", file, name)
		}
	}
	goes := map[string]bool{"run": true, "v": true, "timeout": true, "short": true, "fuzz": true, "update": true, "count": true}
	for _, command := range regexp.MustCompile("`[^`\n]*`").FindAllString(string(text), -1) {
		for _, m := range regexp.MustCompile(` -([a-z.]+)|^`+"`"+`-([a-z.]+)`).FindAllStringSubmatch(command, -1) {
			if name := m[1] + m[2]; strings.Contains(command, "go test") && flags[name] == "" && !goes[name] {
				t.Errorf("docs/testing.md names -%s in %s, which no test has", name, command)
			}
		}
		commandFinds(t, strings.ReplaceAll(strings.Trim(command, "`"), `\|`, "|"))
	}
}

// commandFinds wants what a go test command asks to run or to fuzz to be in its package.
func commandFinds(t *testing.T, command string) {
	t.Helper()
	m := regexp.MustCompile(`(?:cd (\S+) && go test|go test|^)(?: (\.\S*)|).* -(?:run|fuzz) '?([^ ']+)`).FindStringSubmatch(command)
	if m == nil {
		return
	}
	files, err := filepath.Glob(filepath.Join(root, m[1], m[2], "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	wanted := regexp.MustCompile(m[3])
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			if d, ok := d.(*ast.FuncDecl); ok && d.Recv == nil && wanted.MatchString(d.Name.Name) {
				return
			}
		}
	}
	t.Errorf("docs/testing.md: %s runs nothing", command)
}
