package blindrun

import (
	"io"
	"slices"
	"testing"
)

// TestWithout leaves two passes out of one problem and one other file, and counts operations of nearly all problems.
func TestWithout(t *testing.T) {
	all, err := sourcesOf(StepOptions{Root: "../..", Progress: io.Discard}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	var sources []*source
	for _, s := range all {
		if s.name == "rnea" || s.name == "bezier" {
			s.base, s.by = s.whole()
			sources = append(sources, s)
		}
	}
	if len(sources) != 2 || sources[0].base.err != nil || sources[1].base.err != nil {
		t.Fatalf("%d sources, %+v", len(sources), sources)
	}
	for _, s := range sources {
		if len(s.base.costs) == 0 {
			t.Errorf("no operations of %s are counted", s.name)
		}
		for f, c := range s.base.costs {
			if s.name == "rnea" && c.ops < 1000 {
				t.Errorf("%s of %s takes %+v", f, s.name, c)
			}
		}
	}
	if !slices.Contains(sources[0].by, "pass loop-invariant-code-motion") || !slices.Contains(sources[0].by, "rule letInline") {
		t.Errorf("rnea is changed by %q alone", sources[0].by)
	}
	if got := without("pass global-value-numbering", sources); got.Blind != 1 || got.Wild > 2 || got.Cost <= 1 || got.Fails != 0 ||
		got.More.Blind != 1 || len(got.Programs) == 0 {
		t.Errorf("without global-value-numbering: %+v", got)
	}
	if got := without("pass nosuch", sources); got.Blind != 0 || got.Wild != 0 || got.Cost != 1 {
		t.Errorf("without nothing: %+v", got)
	}
}
