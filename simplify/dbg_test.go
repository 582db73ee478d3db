package simplify_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/dual"
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

func TestDbg(t *testing.T) {
	seed, _ := strconv.Atoi(os.Getenv("SEED"))
	s := proptest.Generate(proptest.Config{Seed: int64(seed)})
	sx.ANFProgram(s.Program)
	f, r := functor.New(forward.Mode{}, functor.Options{}), functor.New(reverse.Mode{}, functor.Options{})
	d := dual.New()
	f.Reverse, f.Push, r.Push = r, d.Push, d.Push
	if os.Getenv("MODE") == "rev" {
		f = r
	}
	act := make([]bool, len(s.Entry.Params))
	for i := range act {
		act[i] = true
	}
	if _, err := f.Definition(s.Entry, act); err != nil {
		t.Fatal(err)
	}
	p := &sx.Program{Data: s.Program.Data, Defs: append(f.Defs(), s.Program.Defs...)}
	t.Log(sx.VerifyProgram(p))
	q, _, err := simplify.Program(p, simplify.Options{Inline: 120})
	t.Log(err, sx.VerifyProgram(q))
	t.Log(sx.ProgramString(q))
}
