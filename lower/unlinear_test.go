package lower_test

import (
	"slices"
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/lower"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What is known to have no linear functions has none, as a search finds; derivatives are among it, once they are
// simplified.
func TestUnlinear(t *testing.T) {
	known, derivatives := 0, 0
	for seed := range int64(1000) {
		s := proptest.Generate(config(seed))
		p := s.Program
		active := slices.Repeat([]bool{true}, len(s.Entry.Params))
		d, err := functor.New(reverse.Mode{}, functor.Options{}).Definition(s.Entry, active)
		if err == nil {
			q := &sx.Program{Data: p.Data, Defs: sx.Reachable(applied(d.Def))}
			if q, _, err = simplify.Program(q, simplify.Options{Inline: 5000, Final: true}); err != nil {
				t.Fatal(err)
			}
			p = &sx.Program{Data: p.Data, Defs: slices.Concat(p.Defs, q.Defs)}
		}
		for i, d := range p.Defs {
			if d.Body == nil {
				continue
			}
			yes, found := lower.Unlinear(d)
			if yes && found {
				t.Fatalf("seed %d: %s has linear functions: %s", seed, d.Name, sx.String(d.Body))
			}
			if yes {
				known++
				if i >= len(s.Program.Defs) {
					derivatives++
				}
			}
		}
	}
	// Types may speak of what no term makes.
	lfun := sx.NewLFunType(sx.Real, sx.Real)
	x := sx.NewVar("x", sx.NewTupleType(lfun, lfun))
	for name, body := range map[string]sx.Term{
		"an injection": sx.NewInj(sx.NewSumType(sx.Real, lfun), 0, sx.RealLit(1)),
		"a function":   sx.NewProj(1, sx.NewTuple(sx.NewLam(x, sx.RealLit(1)), sx.RealLit(2))),
	} {
		if yes, found := lower.Unlinear(&sx.Def{Name: "f", Body: body}); yes || !found {
			t.Errorf("%s: known to have none is %v, found is %v", name, yes, found)
		}
	}
	if known < 100 || derivatives < 20 {
		t.Errorf("only %d definitions, %d of them derivatives, are known to have none", known, derivatives)
	}
}

// config is of programs that have more features, the odder the seed.
func config(seed int64) proptest.Config {
	c := proptest.Config{Seed: seed, RealEntry: true}
	if seed%2 == 0 {
		c.Features = proptest.Arrays | proptest.Branches | proptest.Loops
	}
	return c
}
