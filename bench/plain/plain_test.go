package plain

import (
	"bytes"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
)

// TestUpToDate generates everything again.
func TestUpToDate(t *testing.T) {
	jobs, err := gosrc.Plan(t.Context(), []string{"."}, gosrc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(jobs) < 13 {
		t.Errorf("%d generated files, want one for each problem", len(jobs))
	}
	for _, j := range jobs {
		if !bytes.Equal(j.Old, j.New) {
			t.Errorf("%s is stale: run bench/script/generate", j.Target)
		}
	}
}
