package build

import "github.com/seed-4b734f86/gochad/syntax"

// maxDepth bounds the expressions that tidy makes, so that a long chain stays a spine.
const maxDepth = 6

// tidy is let binds in body, with unnamed bindings that are used just once,
// outside of inner functions and branches, put where they are used: the
// program then reads as it was written. It never copies work.
func tidy(binds []syntax.Bind, body syntax.Term) syntax.Term {
	t := &tidier{uses: map[*syntax.Var]int{}, strict: map[*syntax.Var]bool{}, held: map[*syntax.Var]held{}}
	for _, b := range binds {
		t.count(b.Rhs, true)
	}
	t.count(body, true)
	var out []syntax.Bind
	for _, b := range binds {
		rhs, depth := t.put(b.Rhs)
		if x := b.Var; x != nil && x.Name == "t" && t.uses[x] == 1 && t.strict[x] && depth < maxDepth {
			t.held[x] = held{rhs, depth}
			continue
		}
		b.Rhs = rhs
		out = append(out, b)
	}
	body, _ = t.put(body)
	return syntax.NewLet(out, body)
}

// held is a binding on its way to its use, and the depth of its term.
type held struct {
	term  syntax.Term
	depth int
}

type tidier struct {
	uses   map[*syntax.Var]int
	strict map[*syntax.Var]bool
	held   map[*syntax.Var]held
}

// count counts uses, and notes those in strict places.
func (t *tidier) count(s syntax.Term, strict bool) {
	if r, ok := s.(*syntax.VarRef); ok {
		t.uses[r.Var]++
		t.strict[r.Var] = strict
		return
	}
	inside := strictParts(s)
	syntax.Children(s, func(c syntax.Term) { t.count(c, strict && inside(c)) })
}

// strictParts tells which direct subterms are evaluated exactly once with s, in s's own scope.
func strictParts(s syntax.Term) func(syntax.Term) bool {
	only := func(ts ...syntax.Term) func(syntax.Term) bool {
		return func(c syntax.Term) bool {
			for _, u := range ts {
				if u == c {
					return true
				}
			}
			return false
		}
	}
	switch s := s.(type) {
	case *syntax.If:
		return only(s.Cond)
	case *syntax.Case:
		return only(s.Scrut)
	case *syntax.Loop:
		return only(s.Init)
	case *syntax.While:
		return only(s.Init)
	case *syntax.Deriv:
		return only(s.At, s.Dir)
	case *syntax.Build, *syntax.FilterIdx, *syntax.Lam, *syntax.Let, *syntax.Checkpoint:
		return only()
	}
	return func(syntax.Term) bool { return true }
}

// put replaces variables that are held, and gives the depth of the result.
func (t *tidier) put(s syntax.Term) (syntax.Term, int) {
	if r, ok := s.(*syntax.VarRef); ok {
		if h, ok := t.held[r.Var]; ok {
			return h.term, h.depth
		}
		return s, 0
	}
	inside := strictParts(s)
	depth := 0
	out := syntax.MapChildren(s, func(c syntax.Term) syntax.Term {
		if !inside(c) {
			depth = maxDepth / 2 // what binds is large already
			return c
		}
		c, d := t.put(c)
		depth = max(depth, d)
		return c
	})
	return out, depth + 1
}
