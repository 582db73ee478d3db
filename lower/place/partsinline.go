package place

import "github.com/seed-4b734f86/gochad/syntax"

// inlineParts puts tuples that are bound to a variable and are then stored in an array, and used nowhere else, where
// they are stored, so that what they leave alone can be seen (inplaceparts.go). Numbers stay in front of other updates: what they read of an
// array that those change would be copied before.
func inlineParts(body syntax.Term) syntax.Term {
	if syntax.NodesOf(body)&syntax.Sets == 0 {
		return body
	}
	use := countUses(body)
	stored := map[*syntax.Var]bool{}
	updates, since := 0, map[*syntax.Var]int{} // bindings with updates so far, and before a tuple
	var find func(t syntax.Term)
	find = func(t syntax.Term) {
		if l, ok := t.(*syntax.Let); ok {
			for _, b := range l.Binds {
				find(b.Rhs)
				if syntax.NodesOf(b.Rhs)&syntax.Sets != 0 {
					updates++
				} else if _, ok := b.Rhs.(*syntax.Tuple); ok {
					since[b.Var] = updates
				}
			}
			find(l.Body)
			return
		}
		if s, ok := t.(*syntax.Set); ok {
			if r, ok := s.Val.(*syntax.VarRef); ok && use.once(r.Var) && (holdsArray(r.Var.Type) || since[r.Var] == updates) {
				stored[r.Var] = true
			}
		}
		syntax.Children(t, find)
	}
	find(body)
	if len(stored) == 0 {
		return body
	}
	tuples := map[*syntax.Var]syntax.Term{}
	var in func(t syntax.Term) syntax.Term
	in = func(t syntax.Term) syntax.Term {
		if s, ok := t.(*syntax.Set); ok {
			if r, ok := s.Val.(*syntax.VarRef); ok && tuples[r.Var] != nil {
				return syntax.NewSet(in(s.Arr), in(s.Idx), tuples[r.Var])
			}
		}
		l, ok := t.(*syntax.Let)
		if !ok {
			return syntax.MapChildren(t, in)
		}
		binds := make([]syntax.Bind, 0, len(l.Binds))
		for _, b := range l.Binds {
			b.Rhs = in(b.Rhs)
			if tup, ok := b.Rhs.(*syntax.Tuple); ok && stored[b.Var] {
				tuples[b.Var] = tup
				continue
			}
			binds = append(binds, b)
		}
		return syntax.NewLet(binds, in(l.Body))
	}
	return in(body)
}
