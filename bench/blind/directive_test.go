package blind

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/gosrc"
	"github.com/seed-4b734f86/gochad/gosrc/load"
)

// TestUpToDate generates everything again.
func TestUpToDate(t *testing.T) {
	jobs, err := gosrc.Plan(t.Context(), []string{"./..."}, gosrc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := len(All()) - len(refused); len(jobs) != want {
		t.Errorf("%d generated files, want %d", len(jobs), want)
	}
	for _, j := range jobs {
		if !bytes.Equal(j.Old, j.New) {
			t.Errorf("%s is stale: run bench/script/generate", j.Target)
		}
	}
}

// TestRefused has chad refuse again what it refuses.
func TestRefused(t *testing.T) {
	for name, want := range refused {
		folder := "." + string(filepath.Separator) + name
		_, err := gosrc.Plan(t.Context(), []string{folder}, gosrc.Options{Load: load.Options{Tags: "refused"}})
		if err == nil {
			t.Errorf("%s is not refused any more: take the build tag out of its directive.go, and add chad.go", name)
			continue
		}
		got, _, _ := strings.Cut(err.Error(), "\n")
		if got = strings.ReplaceAll(got, name+"/", ""); got != want {
			t.Errorf("%s is refused otherwise:\n%s\n%s", name, got, want)
		}
	}
}
