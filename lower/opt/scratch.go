package opt

import "github.com/seed-4b734f86/gochad/lower/opt/facts"

// A scratch is the memory of the passes that number values and look for dead code, for all functions one after the
// other: there would be much of it for each, and the garbage collector would have to find it again.
type scratch struct {
	sharing  sharing
	deadness deadness
	called   *facts.Callees // as long as one pass runs
}

// scratch is the memory of these options, whose passes run one after the other.
func (o *Options) scratch() *scratch {
	if o.memory == nil {
		o.memory = new(scratch)
	}
	return o.memory
}

// callees is what is known of the functions of the program while one pass runs.
func (s *scratch) callees() *facts.Callees {
	if s.called == nil {
		s.called = facts.NewCallees()
	}
	return s.called
}
