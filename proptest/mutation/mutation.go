// Package mutation finds out whether the laws of package proptest notice
// mistakes. It makes mutants of the system mechanically: from every row of the primitive table, from
// every method of the two modes of the functor, from every rule of simplify. It runs
// the laws on random programs until one of them fails, and reports which.
//
// A mutant that no law notices is a hole in the laws, and a failure of the run.
package mutation

import (
	"errors"
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/proptest"
)

// A Mutant is one broken version of the system.
type Mutant struct {
	Group string // primitive, forward, reverse or rule
	Part  string // the row, method or rule
	How   string // what was done to it
	// Sample, if not nil, is tried before all programs: the law that the samples of the part
	// keep their meaning.
	Sample func() error
	// Laws are the names of the laws to try, in order.
	Laws []string
	// Apply puts the broken part into sys and returns how to undo that.
	Apply func(sys *proptest.System) (undo func())
	// Healthy, if not nil, sets up the healthy system that the mutant is compared with.
	Healthy func(sys *proptest.System)
	// Reached, if not nil, reports whether the broken part was ever used.
	Reached func() bool
}

// String names the mutant.
func (m *Mutant) String() string { return fmt.Sprintf("%s %s: %s", m.Group, m.Part, m.How) }

// A Verdict says what became of a mutant.
type Verdict struct {
	Mutant *Mutant
	// Law is the name of the law that noticed it, empty if none did.
	Law      string
	Programs int   // programs tried with that law
	Err      error // how the law failed
	// Reached is false if no program used the broken part.
	Reached bool
}

// Caught reports whether a law noticed the mutant.
func (v Verdict) Caught() bool { return v.Law != "" }

// untilReached is after how many programs a mutant whose broken part was not used is given up: then what was
// done to it does not apply.
const untilReached = 60

// Run tries a mutant on up to n programs for each law. A law notices the mutant
// if it fails on a program on which it holds of the healthy system.
func Run(m *Mutant, n int) Verdict {
	v := Verdict{Mutant: m, Reached: true}
	if m.Sample != nil {
		if err := m.Sample(); err != nil {
			v.Law, v.Err = sampleLaw, err
			return v
		}
	}
	laws := proptest.Properties()
	for k := range n {
		if k == untilReached && m.Reached != nil && !m.Reached() {
			break
		}
		// All laws on one program before the next: most mutants fall at once.
		for _, name := range m.Laws {
			p := laws[slices.IndexFunc(laws, func(p proptest.Property) bool { return p.Name == name })]
			s := proptest.Generate(proptest.Config{Seed: int64(k), Features: p.Features})
			err := m.try(p, s)
			if fails(err) && !fails(p.Try(m.healthy(), s)) {
				v.Law, v.Programs, v.Err = name, k+1, err
				return v
			}
		}
	}
	if m.Reached != nil {
		v.Reached = m.Reached()
	}
	return v
}

func (m *Mutant) try(p proptest.Property, s *proptest.Sample) error {
	sys := proptest.Real()
	undo := m.Apply(sys)
	defer undo()
	return p.Try(sys, s)
}

func (m *Mutant) healthy() *proptest.System {
	sys := proptest.Real()
	if m.Healthy != nil {
		m.Healthy(sys)
	}
	return sys
}

func fails(err error) bool { return err != nil && !errors.Is(err, proptest.ErrDiscard) }

// by says what noticed the mutant.
func (v Verdict) by() string {
	switch {
	case v.Law == sampleLaw:
		return "sample of the rule"
	case v.Caught():
		return fmt.Sprintf("%s, program %d", v.Law, v.Programs)
	case !v.Reached:
		return "never used"
	default:
		return "SURVIVED"
	}
}

// String is a line of the report.
func (v Verdict) String() string {
	return fmt.Sprintf("%-10s %-16s %-28s %s", v.Mutant.Group, v.Mutant.Part, v.Mutant.How, v.by())
}
