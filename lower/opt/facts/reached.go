package facts

import "github.com/seed-4b734f86/gochad/lower/loop"

// A reached knows of functions whether a call of them may come to a statement of some kind, there or in what they call,
// or to a call of a function that is still at work.
type Reached struct {
	known map[*loop.Func]bool
	// is tells the statements, without those inside of them.
	is        func(loop.Stmt) bool
	recursion bool // counts as well
}

// A reaching is the search for what is not known yet of a function and those that it calls. It takes time linear in
// them.
type reaching struct {
	*Reached
	callers map[*loop.Func][]*loop.Func // among the functions of the search
	open    map[*loop.Func]bool         // that are at work
	found   []*loop.Func
}

// By reports whether a call of f may come to such a statement.
func (r *Reached) By(f *loop.Func) bool {
	if _, known := r.known[f]; !known {
		if r.known == nil {
			r.known = map[*loop.Func]bool{}
		}
		s := &reaching{Reached: r, callers: map[*loop.Func][]*loop.Func{}, open: map[*loop.Func]bool{}}
		s.visit(f)
		for len(s.found) > 0 {
			g := s.found[len(s.found)-1]
			s.found = s.found[:len(s.found)-1]
			if !r.known[g] {
				r.known[g] = true
				s.found = append(s.found, s.callers[g]...)
			}
		}
	}
	return r.known[f]
}

func (s *reaching) visit(f *loop.Func) {
	s.known[f], s.open[f] = false, true
	here := false
	loop.Walk(f.Body, func(t loop.Stmt) {
		here = here || s.is(t)
		c, ok := t.(*loop.Call)
		if !ok {
			return
		}
		if _, known := s.known[c.Func]; !known {
			s.visit(c.Func)
		} else if s.recursion && s.open[c.Func] {
			s.found = append(s.found, c.Func)
		}
		here = here || s.known[c.Func] // from a search before
		s.callers[c.Func] = append(s.callers[c.Func], f)
	})
	if s.open[f] = false; here {
		s.found = append(s.found, f)
	}
}

// Callees is what passes ask of the functions that statements call. Other passes take checks away, and make them of
// those of indices: what is known is forgotten before each.
type Callees struct {
	Checks  Reached // a check that stands for itself, wherever nobody needs the results of the call
	Fails   Reached // that or one in an expression
	Endless Reached // what may not end
}

// NewCallees knows nothing yet.
func NewCallees() *Callees {
	return &Callees{
		Checks: Reached{is: isCheck},
		Fails: Reached{is: func(s loop.Stmt) bool {
			fails := isCheck(s)
			loop.Operands(s, func(e **loop.Expr, _ bool) { fails = fails || (*e).CanFail() })
			return fails
		}},
		Endless: Reached{is: func(s loop.Stmt) bool { _, ok := s.(*loop.While); return ok }, recursion: true},
	}
}

// isCheck reports whether s is a check of the program, not one that says what passes ask for.
func isCheck(s loop.Stmt) bool {
	c, ok := s.(*loop.Check)
	return ok && !c.Given
}
