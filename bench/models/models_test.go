package models

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/seed-4b734f86/gochad/chad"
)

// TestUpToDate generates every model again.
func TestUpToDate(t *testing.T) {
	sources, err := filepath.Glob("*/*.chad")
	if err != nil || len(sources) < 13 {
		t.Fatalf("%d models, %v", len(sources), err)
	}
	for _, source := range sources {
		name := filepath.Base(filepath.Dir(source))
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(source)
			if err != nil {
				t.Fatal(err)
			}
			have, err := os.ReadFile(filepath.Join(name, name+"_chad.go"))
			if err != nil {
				t.Fatal(err)
			}
			want, err := chad.Generate(filepath.Base(source), src, name)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(have, want) {
				t.Error("stale: run bench/script/generate")
			}
		})
	}
}
