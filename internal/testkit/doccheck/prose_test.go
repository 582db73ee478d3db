package doccheck_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/testkit/doccheck"
)

const (
	mostWords = 40 // of any sentence
	manyWords = 28 // which nine in ten sentences have less of
)

// prose is what people read: pages, and the comments that go doc shows.
func prose(t *testing.T) []doccheck.Block {
	t.Helper()
	out := load(t).Comments()
	for _, path := range everyPage(t) {
		text, err := os.ReadFile(filepath.Join(root, path))
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, doccheck.Markdown(path, string(text))...)
	}
	return out
}

// everyPage lists the pages of the repository, by their paths from its root.
func everyPage(t *testing.T) []string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := d.Name()
		if d.IsDir() && (name == "node_modules" || name == "testdata" || strings.HasPrefix(name, ".") && path != root) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".md") {
			rel, err := filepath.Rel(root, path)
			out = append(out, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestSentences wants sentences that are read at once.
func TestSentences(t *testing.T) {
	all, long := map[string]int{}, map[string]int{}
	for _, b := range prose(t) {
		where, _, _ := strings.Cut(b.Place, ":") // a page, or all comments
		if strings.HasSuffix(where, ".go") {
			where = "comments"
		}
		for _, s := range b.Sentences() {
			n := doccheck.Words(s)
			if n < 3 {
				continue // a name, a number, a cell of a table
			}
			all[where]++
			if n >= manyWords {
				long[where]++
			}
			if n > mostWords {
				t.Errorf("%s: %d words, at most %d are read at once: %s", b.Place, n, mostWords, s)
			}
		}
	}
	for where, n := range all {
		if long[where]*10 > n && n >= 10 {
			t.Errorf("%s: %d of %d sentences have %d words or more, want at most one in ten", where, long[where], n, manyWords)
		}
	}
	if len(all) < 40 || all["comments"] < 1000 {
		t.Errorf("found %d pages and %d sentences in comments", len(all)-1, all["comments"])
	}
}

// habits are words that this project's authors use in senses which made readers stop.
var habits = []struct{ word, reason string }{
	{`dear(er|est)?`, "expensive: of costs, dear is hardly used any more"},
	{`behind`, "after, or past: behind is a place, not an order"},
	{`but for`, "except for: most readers read on for a reason"},
	{`anew`, "again: known from poems"},
	{`(lest|whence|thereof|thereby|wherein|whereof|whither)`, "an everyday word: these are of statutes and hymns"},
	{`what [^.,;:]* that [^.;:]* of which`, "two sentences: three relative clauses in one have to be read twice"},
}

// TestHabits wants none of the words that readers stumbled over.
func TestHabits(t *testing.T) {
	blocks := prose(t)
	for _, h := range habits {
		word := regexp.MustCompile(`(?i)\b` + h.word + `\b`)
		for _, b := range blocks {
			for _, s := range b.Sentences() {
				if w := word.FindString(s); w != "" {
					t.Errorf("%s: say %q as %s, in: %s", b.Place, w, h.reason, s)
				}
			}
		}
	}
}

// TestProseIsRead shows what the checks above see.
func TestProseIsRead(t *testing.T) {
	page := "# Not this\n\nOne `two. Three` four, see Fig. 2 here. Five (six)? Seven: *eight*\n[nine](ten.md).\n\n" +
		"```go\nnot. this\n```\n<!-- nor\nthis -->\n- an item\n- a second,\n  which goes on\n\n| a | b\\|c. D; `E`, `F`, `G` |\n"
	want := "p.md:3 One CODE four, see Fig. 2 here.|Five (six)?|Seven:|eight\nnine.|p.md:11 an item|p.md:12 a second,\nwhich goes on|p.md:15 a|p.md:15 b\\c.|D|p.md:15 CODE"
	var got []string
	for _, b := range doccheck.Markdown("p.md", page) {
		s := b.Sentences()
		got = append(got, b.Place+" "+strings.Join(s, "|"))
	}
	if g := strings.Join(got, "|"); g != want {
		t.Errorf("got  %q\nwant %q", g, want)
	}
	if n := doccheck.Words("a + CODE – b2. I x."); n != 3 {
		t.Errorf("%d words", n)
	}
}
