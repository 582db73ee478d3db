package doccheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/doccheck"
)

const root = "../../.."

// sources are parsed once for all tests.
var sources = sync.OnceValues(func() (*doccheck.Source, error) { return doccheck.Load(root) })

func load(t *testing.T) *doccheck.Source {
	t.Helper()
	s, err := sources()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestDocumented wants a comment on everything exported.
func TestDocumented(t *testing.T) {
	s := load(t)
	if n := len(s.Files()); n < 100 {
		t.Fatalf("only %d files found", n)
	}
	for _, gap := range s.Undocumented() {
		t.Error(gap)
	}
}

// TestErrors wants the comment of a function that returns an error to say when.
func TestErrors(t *testing.T) {
	for _, gap := range load(t).SilentErrors() {
		t.Error(gap)
	}
}

// TestFindsGaps shows that the check can fail.
func TestFindsGaps(t *testing.T) {
	dir := t.TempDir()
	src := "package p\n\ntype T struct{}\n\nfunc (T) M() {}\n\n// F is fine.\nfunc F() {}\n\nconst (\n\tA = 1 // A is fine.\n\tB = 2\n)\n\ntype I interface{ N() }\n"
	if err := os.WriteFile(filepath.Join(dir, "p.go"), []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := doccheck.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := ".: package comment p.go:12: B p.go:15: I p.go:15: N p.go:3: T p.go:5: M"
	if got := strings.Join(s.Undocumented(), " "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if !s.Declares("p.go", "T.M") || s.Declares("p.go", "M") || !s.Declares("p.go", "B") {
		t.Error("Declares")
	}
}

// place is a place in the code as the pages name it: `path/file.go:Name`.
var place = regexp.MustCompile("`([a-z][a-z0-9/_]*\\.go)(?::([A-Za-z0-9_.]+))?`")

// TestPlaces wants every place that a page names to exist.
func TestPlaces(t *testing.T) {
	s := load(t)
	seen := 0
	for _, page := range pages(t) {
		if filepath.Base(page) == "tutorial.md" {
			continue // it names files of its reader
		}
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range place.FindAllStringSubmatch(string(text), -1) {
			seen++
			path, name := m[1], m[2]
			if _, err := os.Stat(filepath.Join(root, path)); err != nil {
				t.Errorf("%s: no file %s", page, path)
			} else if name != "" && !s.Declares(path, name) {
				t.Errorf("%s: no %s in %s", page, name, path)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d places found", seen)
	}
}

// TestLinks wants relative links between pages to lead somewhere.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#]+)(?:#[^)]*)?\)`)
	fenced := regexp.MustCompile("(?s)```.*?```") // code, where a[i](x) is no link
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(fenced.ReplaceAllString(string(text), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(page), m[1])); err != nil {
				t.Errorf("%s: no file %s", page, m[1])
			}
		}
	}
}

// pages are those of docs and of its folders.
func pages(t *testing.T) []string {
	t.Helper()
	var out []string
	for _, path := range everyPage(t) {
		if strings.HasPrefix(path, "docs/") {
			out = append(out, filepath.Join(root, path))
		}
	}
	if len(out) < 40 {
		t.Fatalf("only %d pages", len(out))
	}
	return out
}

// TestCited wants what comments cite to be in the repository: pages, and papers, by the names that docs/references.bib
// has for them.
func TestCited(t *testing.T) {
	page := regexp.MustCompile(`docs/[a-z-]+\.(?:md|bib)`)
	paper := regexp.MustCompile(`//.*?\b([A-Z][A-Za-z]+)\]? §`)
	ours := regexp.MustCompile(`\bissue [0-9]{1,2}\b`) // those of other projects have larger numbers
	bib, err := os.ReadFile(root + "/docs/references.bib")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, path := range load(t).Files() {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			at := fmt.Sprintf("%s:%d", path, i+1)
			_, comment, ok := strings.Cut(line, "//")
			if !ok {
				continue
			}
			for _, name := range page.FindAllString(comment, -1) {
				seen++
				if _, err := os.Stat(filepath.Join(root, name)); err != nil {
					t.Errorf("%s: no file %s", at, name)
				}
			}
			for _, m := range paper.FindAllStringSubmatch(line, -1) {
				seen++
				if !strings.Contains(strings.ToLower(string(bib)), "{"+strings.ToLower(m[1])+",") {
					t.Errorf("%s: %s is not in docs/references.bib", at, m[1])
				}
			}
			if ours.MatchString(comment) {
				t.Errorf("%s: an issue is not in the repository", at)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d citations found", seen)
	}
}

// TestRooms wants the architecture to name every package that others can import.
func TestRooms(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, path := range load(t).Files() {
		dir := filepath.ToSlash(filepath.Dir(path))
		if seen[dir] || strings.HasPrefix(dir, "internal") || strings.HasPrefix(dir, "examples") {
			continue
		}
		seen[dir] = true
		if !strings.Contains(string(page), "`"+dir+"`") {
			t.Errorf("docs/architecture.md does not name %s", dir)
		}
	}
}
