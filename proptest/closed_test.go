package proptest

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/closure"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/lower/place"
	"github.com/seed-4b734f86/gochad/semantics"
	"github.com/seed-4b734f86/gochad/syntax"
)

// converted is the pass under test: no function is left, and the result passes the verifier.
func converted(s *Sample) (*Sample, bool, error) {
	c := s.Clone()
	q, changed, err := closure.Convert(context.Background(), c.Program, c.Entry)
	if err != nil {
		return nil, false, err
	}
	c.Program = q
	if err := syntax.VerifyProgram(q); err != nil {
		return c, changed, err
	}
	for _, d := range q.Defs {
		if n := functionsIn(d.Body); n > 0 {
			return c, changed, fmt.Errorf("%d functions are left in %s", n, d.Name)
		}
	}
	return c, changed, nil
}

func functionsIn(t syntax.Term) int {
	n := 0
	switch t.(type) {
	case *syntax.Lam, *syntax.App:
		n++
	}
	syntax.Children(t, func(c syntax.Term) { n += functionsIn(c) })
	return n
}

var closedPrograms = flag.Int("closed", 30, "how many programs TestClosed converts")

// TestClosed: closure conversion leaves no function, keeps values bit for bit, and derivatives in both modes.
func TestClosed(t *testing.T) {
	n := *closedPrograms
	changed, decided := 0, 0
	for seed := range int64(n) {
		s := Generate(Config{Seed: seed, Features: AllFeatures})
		c, did, err := converted(s)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\nconverted\n%s", seed, err, s, c)
		}
		if !did {
			continue
		}
		changed++
		old, after, err := resultsAfter(s, func(*Sample) *Sample { return c })
		if errors.Is(err, ErrDiscard) {
			continue
		}
		if err == nil {
			err = after.agrees(old)
		}
		if err == nil && semantics.Format(old.value) != semantics.Format(after.value) {
			err = fmt.Errorf("the value %s is now %s", semantics.Format(old.value), semantics.Format(after.value))
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\nconverted\n%s", seed, err, s, c)
		}
		decided++
	}
	t.Logf("%d of %d programs were changed, %d decided", changed, n, decided)
	if decided < n/3 {
		t.Errorf("only %d of %d programs decide", decided, n)
	}
}

// TestClosedLoops: what is converted has loops, always; they agree with the evaluator, and gradients keep the operation
// bound.
func TestClosedLoops(t *testing.T) {
	placed := 0
	pass := func(p *loop.Program) error { return opt.Optimize(p, opt.Options{}) }
	for seed := range int64(*closedPrograms) {
		s := Generate(Config{Seed: seed, RealEntry: true})
		c, did, err := converted(s)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, s)
		}
		if !did {
			continue
		}
		var counts [3]loop.Counts
		words, all := 0, true
		for _, w := range []what{theValue, thePullback, thePushforward} {
			r, err := newLoopRun(Real(), c, w)
			if err != nil {
				all = false // it fails at run time, or runs too long
				continue
			}
			p, err := place.Program(place.Options{}, place.Export{Def: r.def, Name: "f"})
			if err == nil {
				counts[w], err = r.check(p, pass)
			}
			if err != nil {
				t.Fatalf("seed %d: %v\n%s\nconverted\n%s", seed, err, s, c)
			}
			if w == theValue {
				for _, a := range r.args {
					words += len(realsOf(a))
				}
			}
		}
		if !all {
			continue
		}
		placed++
		cost := LoopCost{Primal: counts[theValue], Gradient: counts[thePullback], Words: int64(words)}
		if cost.Excess() > 1 {
			t.Errorf("seed %d: the gradient takes %.2f of the bound\n%s\nconverted\n%s", seed, cost.Excess(), s, c)
		}
	}
	if placed < *closedPrograms/2 {
		t.Errorf("only %d of %d programs have loops", placed, *closedPrograms)
	}
}
