package proptest

import (
	"errors"
	"testing"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Lifting keeps the values of programs and of their derivatives, and the result passes the verifier.
func TestLift(t *testing.T) {
	n := 200
	if testing.Short() {
		n = 60
	}
	changed := 0
	for seed := range int64(n) {
		s := Generate(Config{Seed: seed, Features: AllFeatures})
		q := closure.Lift(s.Clone().Program)
		if err := syntax.VerifyProgram(q); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, syntax.ProgramString(s.Program))
		}
		old, lifted, err := resultsAfter(s, func(c *Sample) *Sample {
			c.Program = closure.Lift(c.Program)
			c.Entry = c.Program.Lookup(s.Entry.Name)
			return c
		})
		if errors.Is(err, ErrDiscard) {
			continue
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\nlifted\n%s", seed, err, syntax.ProgramString(s.Program), syntax.ProgramString(q))
		}
		if err := lifted.agrees(old); err != nil {
			t.Fatalf("seed %d: %v\n%s\nlifted\n%s", seed, err, syntax.ProgramString(s.Program), syntax.ProgramString(q))
		}
		if len(q.Defs) > len(s.Program.Defs) {
			changed++
		}
	}
	if changed < n/10 {
		t.Errorf("only %d of %d programs were changed", changed, n)
	}
}

// resultsAfter gives the results of a sample and of what a pass makes of a copy, at the same point.
func resultsAfter(s *Sample, pass func(*Sample) *Sample) (old, passed *result, err error) {
	sys := Real()
	in, err := sys.instantiate(s)
	if err != nil {
		return nil, nil, err
	}
	v, err := in.version()
	if err != nil {
		return nil, nil, err
	}
	y, err := in.call(v.entry, nil, 0)
	if err != nil {
		return nil, nil, err
	}
	dir, cot := in.direction(), in.cotangent(y)
	if old, err = in.results(v, dir, cot); err != nil {
		return nil, nil, err
	}
	after, err := sys.instantiate(pass(s.Clone()))
	if err != nil {
		return nil, nil, err
	}
	after.sizes, after.args = in.sizes, in.args
	after.eval = semantics.Evaluator{Fuel: 2 * evalFuel}
	w, err := after.version()
	if err != nil {
		return nil, nil, err
	}
	passed, err = after.results(w, dir, cot)
	return old, passed, err
}
