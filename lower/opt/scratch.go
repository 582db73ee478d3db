package opt

import "github.com/seed-4b734f86/gochad/lower/loop"

// A scratch is the memory of the passes that number values and look for dead code, for all functions one after the other: there would be
// much of it for each, and the garbage collector would have to find it again.
type scratch struct {
	sharing  sharing
	deadness deadness
	checking map[*loop.Func]bool // of functions, whether a call may fail by a check that stands for itself, as long as one pass runs
}

// scratch is the memory of these options, whose passes run one after the other.
func (o *Options) scratch() *scratch {
	if o.memory == nil {
		o.memory = new(scratch)
	}
	return o.memory
}

// checks reports whether a call of f may fail by a check that is there for itself, wherever nobody needs the results. Other passes take checks
// away, and make them of those of indices: what is known is forgotten before each.
func (s *scratch) checks(f *loop.Func) (has bool) {
	if has, known := s.checking[f]; known {
		return has
	}
	if s.checking == nil {
		s.checking = map[*loop.Func]bool{}
	}
	s.checking[f] = false // while calls of it in it are looked at
	loop.Walk(f.Body, func(t loop.Stmt) {
		switch t := t.(type) {
		case *loop.Check:
			has = has || !t.Given
		case *loop.Call:
			has = has || s.checks(t.Func)
		}
	})
	s.checking[f] = has
	return has
}
