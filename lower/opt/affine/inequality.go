package affine

import (
	"github.com/seed-4b734f86/gochad/lower/loop"
)

// Recent is how many facts a proof looks at.
const Recent = 24

// Holds reports whether x ≥ 0 follows from the facts, as far as a search of bounded length finds out.
func (f *Facts) Holds(x *Form) bool {
	if x == nil {
		return false
	}
	p := &proof{Facts: f, steps: 200}
	return p.holds(x, f.Known[max(0, len(f.Known)-Recent):], 8)
}

// A proof is a search with a bound.
type proof struct {
	*Facts
	steps int
}

func (p *proof) holds(x *Form, known []*Form, depth int) bool {
	if len(x.terms) == 0 && x.c >= 0 {
		return true
	}
	for _, k := range known {
		if len(k.terms) == 0 && k.c < 0 {
			return true // not so: this case does not occur
		}
	}
	if p.steps--; depth == 0 || p.steps < 0 || x.Large() {
		return false
	}
	// Minima and maxima by cases where both sides are wanted.
	for _, t := range x.terms {
		if t.a.e == nil {
			continue
		}
		if isCount(t.a.e) {
			return p.bitCount(x, t, known, depth)
		}
		a, b := p.Of(t.a.e.Args[0]), p.Of(t.a.e.Args[1])
		both := (t.a.e.Prim.Name == "imax") == (t.k < 0)
		if both {
			return p.holds(x.with(t.a, a), instead(known, t.a, a), depth-1) &&
				p.holds(x.with(t.a, b), instead(known, t.a, b), depth-1)
		}
		return p.holds(x.with(t.a, a), known, depth-1) || p.holds(x.with(t.a, b), known, depth-1)
	}
	for _, t := range x.terms {
		switch {
		case t.k < 0 && !t.a.len && p.Upper[t.a.v] != nil:
			if p.holds(x.with(t.a, p.Upper[t.a.v]), known, depth-1) {
				return true
			}
		case t.k > 0 && (t.a.len || p.counts(t.a.v)):
			if p.holds(x.with(t.a, &Form{}), known, depth-1) {
				return true
			}
		case t.k > 0 && p.least[t.a.v] != nil:
			if p.holds(x.with(t.a, p.least[t.a.v]), known, depth-1) {
				return true
			}
		case t.k < 0 && !t.a.len && p.greatest[t.a.v] != nil:
			if p.holds(x.with(t.a, p.greatest[t.a.v]), known, depth-1) {
				return true
			}
		}
	}
	for i, k := range known {
		if cancels(x, k) {
			rest := append(append([]*Form(nil), known[:i]...), known[i+1:]...)
			if p.holds(x.Add(-1, k), rest, depth-1) {
				return true
			}
		}
	}
	return false
}

func (f *Facts) counts(v *loop.Var) bool {
	_, ok := f.Upper[v]
	return ok
}

// cancels reports whether an atom stands on the same side in both.
func cancels(x, k *Form) bool {
	for _, t := range x.terms {
		if c := k.coefficient(t.a); c != 0 && (c > 0) == (t.k > 0) {
			return true
		}
	}
	return false
}

func instead(known []*Form, a atom, y *Form) []*Form {
	out := make([]*Form, len(known))
	for i, k := range known {
		out[i] = k.with(a, y)
	}
	return out
}
