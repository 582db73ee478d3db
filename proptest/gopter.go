package proptest

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/leanovate/gopter"
	"github.com/leanovate/gopter/prop"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Gen is the gopter generator of random programs: of type *Sample, shrinking with
// [Shrinker]. The seeds of the programs come from gopter's random numbers; c.Seed is not used.
func Gen(c Config) gopter.Gen {
	return func(p *gopter.GenParameters) *gopter.GenResult {
		c := c
		c.Seed = p.Rng.Int63()
		r := gopter.NewGenResult(Generate(c), Shrinker)
		return r
	}
}

// Shrinker is the gopter shrinker of programs; see [Sample.Shrinks].
func Shrinker(v any) gopter.Shrink {
	queue := v.(*Sample).Shrinks()
	return func() (any, bool) {
		for len(queue) > 0 {
			s := queue[0]()
			queue = queue[1:]
			if s != nil {
				return s, true
			}
		}
		return nil, false
	}
}

// String prints the program with its seed, for reports of failures.
func (s *Sample) String() string {
	return fmt.Sprintf("program (points from seed %d, %d nodes):\n%s", s.Seed, Nodes(s.Program),
		syntax.ProgramString(s.Program))
}

// Holds is the property as a gopter one, about a system. A sample that does not decide
// counts as passed, since gopter's shrinking takes an undecided one for a failure.
func (p Property) Holds(sys *System) gopter.Prop { return p.holds(sys, new(atomic.Int64)) }

func (p Property) holds(sys *System, undecided *atomic.Int64) gopter.Prop {
	return prop.ForAll(func(s *Sample) *gopter.PropResult {
		switch err := p.Try(sys, s); {
		case err == nil:
			return &gopter.PropResult{Status: gopter.PropTrue}
		case errors.Is(err, ErrDiscard):
			undecided.Add(1)
			return &gopter.PropResult{Status: gopter.PropTrue}
		default:
			return &gopter.PropResult{Status: gopter.PropFalse, Labels: []string{p.Law + ": " + err.Error()}}
		}
	}, Gen(Config{Features: p.Features}))
}

// Try is Check with panics as errors.
func (p Property) Try(sys *System, s *Sample) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v at %s", r, origin(string(debug.Stack())))
		}
	}()
	return p.Check(sys, s)
}

// origin is the place of a panic in a stack trace: the second frame of ours.
func origin(stack string) string {
	_, stack, _ = strings.Cut(stack, "panic(")
	for _, l := range strings.Split(stack, "\n")[1:] {
		if l = strings.TrimSpace(l); strings.Contains(l, ".go:") && !strings.Contains(l, "/runtime/") &&
			!strings.Contains(l, "construct") {
			return l
		}
	}
	return "unknown place"
}

// Run checks a property of a system on n random programs with a fixed seed and
// reports the smallest failing program that shrinking finds.
func (p Property) Run(t *testing.T, sys *System, n int) {
	t.Helper()
	params := gopter.DefaultTestParametersWithSeed(20221101)
	params.MinSuccessfulTests = n
	params.Workers = 2
	var undecided atomic.Int64
	r := p.holds(sys, &undecided).Check(params)
	t.Logf("%s: %d programs passed, %d of them undecided, in %v", p.Name, r.Succeeded, undecided.Load(), r.Time)
	if r.Passed() {
		if k := int(undecided.Load()); k > 2+n/20 {
			t.Errorf("%s: %d programs of %d do not decide", p.Name, k, n)
		}
		return
	}
	var b strings.Builder
	for _, a := range r.Args {
		fmt.Fprintf(&b, "%v", a.Arg)
	}
	t.Errorf("%s: %s after %d programs, shrunk %d times\n%s%s", p.Name, strings.Join(r.Labels, "; "), r.Succeeded,
		shrunk(r), b.String(), errorText(r))
}

func shrunk(r *gopter.TestResult) int {
	n := 0
	for _, a := range r.Args {
		n += a.Shrinks
	}
	return n
}

func errorText(r *gopter.TestResult) string {
	if r.Error == nil {
		return ""
	}
	return "\n" + r.Error.Error()
}
