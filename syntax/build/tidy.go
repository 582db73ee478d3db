package build

import (
	"math"
	"sync"

	"github.com/seed-4b734f86/gochad/internal/paged"
	"github.com/seed-4b734f86/gochad/syntax"
)

// maxDepth bounds the expressions that tidy makes, so that a long chain stays a spine.
const maxDepth = 6

// tidy is let binds in body, with unnamed bindings that are used just once,
// outside of inner functions and branches, put where they are used: the
// program then reads as it was written. It never copies work.
func tidy(binds []syntax.Bind, body syntax.Term) syntax.Term {
	t := tidiers.Get().(*tidier)
	defer t.free()
	for _, b := range binds {
		t.count(b.Rhs, true)
	}
	t.count(body, true)
	out := make([]syntax.Bind, 0, len(binds))
	for _, b := range binds {
		rhs, depth := t.put(b.Rhs)
		if x := b.Var; x != nil && x.Name == "t" {
			if v := t.vars.At(x.ID()); v.uses == 1 && v.strict && depth < maxDepth {
				v.held, v.depth = rhs, depth
				continue
			}
		}
		b.Rhs = rhs
		out = append(out, b)
	}
	body, _ = t.put(body)
	return syntax.NewLet(out, body)
}

type tidier struct {
	vars paged.Table[tidied]
}

// tidiers is the memory of those before: there is one for each branch of a program.
var tidiers = sync.Pool{New: func() any { return new(tidier) }}

func (t *tidier) free() {
	t.vars.Reset()
	tidiers.Put(t)
}

// tidied is what is known of a variable.
type tidied struct {
	uses   int32
	strict bool // its use stands in a strict place
	// held, if not nil, is the right-hand side on its way to its use, and depth that of the term.
	held  syntax.Term
	depth int
}

// count counts uses, and notes those in strict places.
func (t *tidier) count(s syntax.Term, strict bool) {
	switch s := s.(type) {
	case *syntax.VarRef:
		v := t.vars.At(s.Var.ID())
		v.uses++
		v.strict = strict
		return
	case *syntax.Prim: // of which there are the most
		for _, a := range s.Args {
			t.count(a, strict)
		}
		return
	}
	left := strictParts(s)
	syntax.Children(s, func(c syntax.Term) {
		t.count(c, strict && left > 0)
		left--
	})
}

// strictParts is how many of the direct subterms of s, the first ones, are evaluated exactly once with s, in s's own
// scope.
func strictParts(s syntax.Term) int {
	switch s.(type) {
	case *syntax.If, *syntax.Case, *syntax.Loop, *syntax.While:
		return 1
	case *syntax.Deriv:
		return 2
	case *syntax.Build, *syntax.FilterIdx, *syntax.Lam, *syntax.Let, *syntax.Checkpoint:
		return 0
	}
	return math.MaxInt
}

// put replaces variables that are held, and gives the depth of the result.
func (t *tidier) put(s syntax.Term) (syntax.Term, int) {
	if r, ok := s.(*syntax.VarRef); ok {
		if v := t.vars.At(r.Var.ID()); v.held != nil {
			return v.held, v.depth
		}
		return s, 0
	}
	if p, ok := s.(*syntax.Prim); ok { // of which there are the most
		if depth, ok := t.stays(p.Args); ok {
			return s, depth + 1
		}
	}
	left := strictParts(s)
	depth := 0
	out := syntax.MapChildren(s, func(c syntax.Term) syntax.Term {
		if left--; left < 0 {
			depth = maxDepth / 2 // what binds is large already
			return c
		}
		c, d := t.put(c)
		depth = max(depth, d)
		return c
	})
	return out, depth + 1
}

// stays is the depth of operands that are atoms of which none is held, and false for others.
func (t *tidier) stays(operands []syntax.Term) (depth int, ok bool) {
	for _, s := range operands {
		switch s := s.(type) {
		case *syntax.Const:
			depth = 1
		case *syntax.VarRef:
			if t.vars.At(s.Var.ID()).held != nil {
				return 0, false
			}
		default:
			return 0, false
		}
	}
	return depth, true
}
