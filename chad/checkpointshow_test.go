package chad_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// TestCheckpointStages keeps what checkpoints become, stage by stage, for docs/checkpointing.md.
func TestCheckpointStages(t *testing.T) {
	const dir = "testdata/checkpoints"
	var b strings.Builder
	b.WriteString("Gradients of the programs beside this file, written by go test ./chad -run Stages -update.\n")
	for _, name := range []string{"plain", "whole", "sqrt", "binomial", "online"} {
		path := filepath.Join(dir, name+".chad")
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m, err := chad.Parse(path, src)
		if err != nil {
			t.Fatal(err)
		}
		f, err := m.Func(m.Names()[0])
		if err != nil {
			t.Fatal(err)
		}
		for _, stage := range []string{"simplified", "tapes"} {
			s, err := chad.Show(f, chad.ShowOptions{Mode: "reverse", Stage: stage})
			if err != nil {
				t.Fatal(err)
			}
			fmt.Fprintf(&b, "-- %s/%s --\n%s", name, stage, s)
		}
	}
	path := filepath.Join(dir, "gradients.txtar")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("%s is stale: run go test ./chad -run Stages -update and read the difference", path)
	}
}
