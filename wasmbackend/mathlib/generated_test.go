package mathlib_test

import (
	"os"
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/syntax"
	"github.com/seed-4b734f86/gochad/wasmbackend"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib"
	"github.com/seed-4b734f86/gochad/wasmbackend/mathlib/internal/fromgo"
)

// TestGenerated holds the shared functions to those of gen/elementary and of the primitive table, and the program and
// the tables to what the Go functions translate to.
func TestGenerated(t *testing.T) {
	shared, err := fromgo.Shared()
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile("functions/elementary.go"); err != nil || string(text) != string(shared) {
		t.Errorf("functions/elementary.go is stale (%v): run go generate ./wasmbackend/mathlib", err)
	}
	helpers, _, err := fromgo.Helpers("functions", wasmbackend.Functions())
	if err != nil {
		t.Fatal(err)
	}
	if text, _ := os.ReadFile("functions/" + fromgo.HelpersFile); string(text) != string(helpers) {
		t.Errorf("functions/%s is stale: run go generate ./wasmbackend/mathlib", fromgo.HelpersFile)
	}
	index, err := fromgo.Index("functions")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile("functions/" + fromgo.IndexFile); err != nil || string(text) != string(index) {
		t.Errorf("functions/%s is stale (%v): run go generate ./wasmbackend/mathlib", fromgo.IndexFile, err)
	}
	lib, err := fromgo.Dir("functions")
	if err != nil {
		t.Fatal(err)
	}
	if err := lib.Optimize(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("mathlib.loop")
	if err != nil {
		t.Fatal(err)
	}
	if lib.Prog.String() != string(text) {
		t.Error("mathlib.loop is stale: run go generate ./wasmbackend/mathlib")
	}
	for name, f := range lib.Funcs {
		g, ok := mathlib.Lookup(name)
		if syntax.OpByName(name) == nil {
			if ok {
				t.Errorf("%s is no primitive", name)
			}
			continue
		}
		if !ok || len(g.Tables) != len(f.Tables) {
			t.Errorf("%s takes %d tables, want %d", name, len(g.Tables), len(f.Tables))
			continue
		}
		for i, tab := range f.Tables {
			h := g.Tables[i]
			if h.Name != tab.Name || !slices.Equal(h.Reals, tab.Reals) || !slices.Equal(h.Ints, tab.Ints) {
				t.Errorf("%s: table %s is stale", name, tab.Name)
			}
		}
	}
}
