package blindreport

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/bench/measure"
)

func stat(v float64) measure.Stat { return measure.Stat{Median: v, Low: v, High: v, Rounds: 5} }

func sample() *Report {
	result := func(name string, over float64) Result {
		return Result{
			Name: name, Field: "statistics", Book: "a book", Sizes: []string{"points"}, Size: []int{100},
			Primal: stat(1000), Hand: stat(2000), Chad: stat(2000 * over),
			OverHand: stat(over), OverPrimal: stat(2 * over), HandCost: stat(2), Bytes: 100, HandBytes: 10,
			Growth: []Growth{{Size: "points", Base: []int{7}, Factor: 30, Time: 1.5, Bytes: 30}},
		}
	}
	return &Report{Problems: []Result{
		result("slow", 8), result("fast", 2), {Name: "no", Field: "optics", Book: "b", Refused: "primal.go:3:1: goto"},
	}}
}

func TestMarkdown(t *testing.T) {
	page := sample().Markdown("| problem | Go / hand |\n|---|---|\n| a | **2.00** |\n| b | 0.5 |\n\n| c | 100 |\n")
	for _, want := range []string{
		"| written blind | 2 | 4 | 5 | 8 |",
		"| those of performance.md, plain Go | 2 | 1 | 1.25 | 2 |",
		"| fast | statistics | 100 points | 1 µs | 2 µs | 4 µs | 2 | 4 | 2 | 0 | 0 | 100 B | 10 B |\n| slow |",
		"- **no** (optics) is refused: `primal.go:3:1: goto`",
		"| slow | points 1.50 | **points 30** |  |",
		"- **fast**: a book",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks\n%s", want)
		}
	}
	if t.Failed() {
		t.Log(page)
	}
}

func TestWriteDocs(t *testing.T) {
	folder := t.TempDir()
	if err := sample().WriteDocs(folder); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"blind.md", "blind/cost.svg"} {
		if text, err := os.ReadFile(filepath.Join(folder, name)); err != nil || len(text) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(text), err)
		}
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	if err := sample().Table(&b); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"geometric mean 4, median 5", "no is refused: primal.go:3:1: goto"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
}

// TestColumn reads the page that chadbench writes.
func TestColumn(t *testing.T) {
	page, err := os.ReadFile("../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, heading := range []string{"Go / hand", "gradient / hand"} {
		if v := column(string(page), heading); len(v) < 16 || slices.Min(v) < 0.1 || slices.Max(v) > 10 {
			t.Errorf("%s: %v", heading, v)
		}
	}
}
