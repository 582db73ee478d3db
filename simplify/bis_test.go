package simplify_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

func TestBis(t *testing.T) {
	seed, _ := strconv.Atoi(os.Getenv("SEED"))
	sys := proptest.Real()
	var prop proptest.Property
	for _, p := range proptest.Properties() {
		if p.Name == "simplified" {
			prop = p
		}
	}
	for _, r := range simplify.Rules() {
		sys.Simplify = func(p *sx.Program) (*sx.Program, error) {
			q, _, err := simplify.Program(p, simplify.Options{Inline: 120, Disable: []string{r.Name}})
			return q, err
		}
		s := proptest.Generate(proptest.Config{Seed: int64(seed), Features: prop.Features})
		if err := prop.Check(sys, s); err == nil {
			t.Log("fixed by disabling", r.Name)
		}
	}
}
