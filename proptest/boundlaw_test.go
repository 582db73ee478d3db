package proptest

import (
	"context"
	"flag"
	"fmt"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify/program"

	"github.com/seed-4b734f86/gochad/chad/pipeline"
	"github.com/seed-4b734f86/gochad/internal/testkit/boundtally"
	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/lower/opt"
	"github.com/seed-4b734f86/gochad/simplify"
	"github.com/seed-4b734f86/gochad/syntax"
)

var (
	boundPrograms = flag.Int("bound", 10, "how many programs of each family TestBound counts")
	firstBound    = flag.Int64("firstbound", 0, "the seed of the first of them")
)

// facade is the system as package chad compiles with it.
func facade() *System {
	sys := Real()
	sys.Compiled = true
	simplified := func(o simplify.Options) func(*syntax.Program) (*syntax.Program, error) {
		o.Inline, o.Final = pipeline.Inline, true
		return func(p *syntax.Program) (*syntax.Program, error) {
			q, _, err := simplify.Program(p, o)
			return q, err
		}
	}
	sys.Simplify, sys.Finish = simplified(simplify.Options{}), simplified(simplify.Options{Compiled: true})
	return sys
}

// prepared is a sample as package chad differentiates it.
func prepared(s *Sample) (*Sample, error) {
	c := s.Clone()
	c.Program.Defs = syntax.Reachable(c.Entry)
	var err error
	c.Program, c.Entry, err = pipeline.Prepared(context.Background(), c.Program, c.Entry, program.FailingMoves)
	return c, err
}

// boundFamilies are random programs by what they use.
var boundFamilies = []struct {
	name string
	c    Config
}{
	{"all", Config{RealEntry: true}},
	{"large", Config{RealEntry: true, Size: 40}},
	{"higher order", Config{RealEntry: true, Features: HigherOrder | Calls | Branches | Arrays | Loops}},
	{"sums", Config{RealEntry: true, Features: SumTypes | DataTypes | Branches | Arrays | Loops}},
	{"nested arrays", Config{RealEntry: true, Features: Arrays | Branches | Dynamic | SizeParams}},
	{"loops in loops", Config{RealEntry: true, Features: Arrays | Loops | Whiles | Branches | Dynamic | SizeParams}},
	{"recursion", Config{RealEntry: true, Features: Calls | Recursion | DataTypes | SumTypes | Branches | Arrays | SizeParams}},
}

// runsLittleAgain is a sample whose checkpoints run iterations twice: by the binomial schedule they run as often as it
// takes to keep no more states than it says, which is more work than the bound allows (docs/checkpointing.md).
func runsLittleAgain(s *Sample) *Sample {
	s = s.Clone()
	m := syntax.Mapper{}
	m.Term = func(t syntax.Term) syntax.Term {
		if c, ok := t.(*syntax.Checkpoint); ok && c.By.Kind == syntax.Binomial {
			t = syntax.NewCheckpoint(syntax.Schedule{Kind: syntax.Sqrt}, c.Body)
		}
		return m.Map(t)
	}
	for _, d := range s.Program.Defs {
		d.Body = m.Term(d.Body)
	}
	return s
}

// TestBound: value and gradient, and value and tangent, keep the operation bound, as package chad compiles them; their
// loops agree with the evaluator.
func TestBound(t *testing.T) {
	pass := func(p *loop.Program) error { return opt.Optimize(p, opt.Options{}) }
	for _, f := range boundFamilies {
		t.Run(f.name, func(t *testing.T) {
			var bound boundtally.Tally
			sys := facade()
			for seed := *firstBound; seed < *firstBound+int64(*boundPrograms); seed++ {
				f.c.Seed = seed
				s := runsLittleAgain(Generate(f.c))
				c, err := prepared(s)
				if err != nil {
					t.Fatalf("seed %d: %v\n%s", seed, err, s)
				}
				gradient, tangent := 0.0, 0.0
				for _, sys.Lengths = range []int{3, 60} {
					cost, ok, err := loopCost(sys, pass, c)
					if err != nil {
						t.Fatalf("seed %d: %v\n%s", seed, err, s)
					}
					if !ok {
						break // it fails, or takes too long
					}
					gradient, tangent = max(gradient, cost.Excess()), max(tangent, cost.TangentExcess())
					if len(c.Entry.Sizes) == 0 {
						break
					}
				}
				if gradient == 0 {
					continue
				}
				bound.Note(fmt.Sprint("seed ", seed), gradient, tangent)
				if gradient > 1 || tangent > 1 {
					t.Logf("seed %d: gradient %.2f, tangent %.2f", seed, gradient, tangent)
				}
			}
			if bound.Looked < *boundPrograms/2 {
				t.Errorf("only %d of %d programs have loops", bound.Looked, *boundPrograms)
			}
			bound.Report(t)
		})
	}
}
