package opt

import (
	"slices"

	"github.com/seed-4b734f86/gochad/lower/loop"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A grouping looks for a way to add and multiply, for one expression.
type grouping struct {
	h   *hastener
	at  int
	now map[*loop.Var]int
}

// A hastenTerm is a product, or its negation.
type hastenTerm struct {
	neg bool
	f   []*loop.Expr
}

// A timed expression is one, or the negation of one, and when it is known.
type timed struct {
	e   *loop.Expr
	t   int
	neg bool
}

// faster writes out what is known last, as long as the sum is known earlier by that.
func (g *grouping) faster(e *loop.Expr) *loop.Expr {
	was := g.h.known(e, g.now)
	if was < 0 {
		return nil
	}
	terms := g.terms(e, false, nil)
	work := g.work(e)
	price := func(x timed) int { return x.t + hastenPrice*max(0, g.work(x.e)-work) }
	best := g.sum(terms)
	least := price(best)
	try := func(next []hastenTerm) bool {
		x := g.sum(next)
		if p := price(x); p < least && x.e.Size <= hastenSize {
			best, least, terms = x, p, next
			return true
		}
		return false
	}
	for again := true; again; {
		again = false
		for _, first := range g.expansions(terms) {
			if again = try(first); again {
				break
			}
			// Two steps may be needed before something is gained.
			if again = slices.ContainsFunc(g.expansions(first), try); again {
				break
			}
		}
	}
	if least >= was {
		return nil
	}
	return best.e
}

// hastenPrice is how many cycles an operation more must save.
const hastenPrice = 1

// work counts the additions and multiplications in each iteration.
func (g *grouping) work(e *loop.Expr) int {
	n := 0
	if isRing(e) && e.Prim != syntax.OpNeg && g.h.known(e, g.now) >= hastenEarly {
		n++
	}
	for _, a := range e.Args {
		n += g.work(a)
	}
	return n
}

// terms are those of a sum.
func (g *grouping) terms(e *loop.Expr, neg bool, out []hastenTerm) []hastenTerm {
	switch {
	case isSum(e):
		out = g.terms(e.Args[0], neg, out)
		return g.terms(e.Args[1], neg != (e.Prim == syntax.OpSub), out)
	case e.Kind == loop.PrimExpr && e.Prim == syntax.OpNeg:
		return g.terms(e.Args[0], !neg, out)
	}
	t := hastenTerm{neg: neg}
	t.multiply(e)
	return append(out, t)
}

// multiply adds the factors of a product.
func (t *hastenTerm) multiply(e *loop.Expr) {
	switch {
	case isRing(e) && e.Prim == syntax.OpMul:
		t.multiply(e.Args[0])
		t.multiply(e.Args[1])
	case isRing(e) && e.Prim == syntax.OpNeg:
		t.neg = !t.neg
		t.multiply(e.Args[0])
	default:
		t.f = append(t.f, e)
	}
}

// product multiplies what is known first first.
func (g *grouping) product(t hastenTerm) timed {
	items := make([]timed, len(t.f))
	for i, e := range t.f {
		items[i] = timed{e: e, t: g.h.known(e, g.now)}
	}
	x := combine(items, func(a, b timed) timed {
		return timed{e: loop.Prim(syntax.OpMul, a.e, b.e), t: max(a.t, b.t) + 4}
	})
	x.neg = t.neg
	return x
}

// sum adds what is known first first.
func (g *grouping) sum(terms []hastenTerm) timed {
	items := make([]timed, len(terms))
	for i, t := range terms {
		items[i] = g.product(t)
	}
	x := combine(items, func(a, b timed) timed {
		c := timed{t: max(a.t, b.t) + 4, neg: a.neg && b.neg}
		switch {
		case a.neg == b.neg:
			c.e = loop.Prim(syntax.OpAdd, a.e, b.e)
		case a.neg:
			c.e = loop.Prim(syntax.OpSub, b.e, a.e)
		default:
			c.e = loop.Prim(syntax.OpSub, a.e, b.e)
		}
		return c
	})
	if x.neg {
		return timed{e: loop.Prim(syntax.OpNeg, x.e), t: x.t + 1}
	}
	return x
}

// combine makes one of several, of the two that are known first at a time.
func combine(items []timed, of func(a, b timed) timed) timed {
	for len(items) > 1 {
		slices.SortStableFunc(items, func(a, b timed) int { return a.t - b.t })
		items = append([]timed{of(items[0], items[1])}, items[2:]...)
	}
	return items[0]
}

// expansions are the sums in which one of the terms that are known last is written out by one step.
func (g *grouping) expansions(terms []hastenTerm) [][]hastenTerm {
	var out [][]hastenTerm
	last := hastenFixed
	times := make([]int, len(terms))
	for i, t := range terms {
		times[i] = g.product(t).t
		last = max(last, times[i])
	}
	for i, t := range terms {
		if times[i] < last {
			continue
		}
		for k, e := range t.f {
			x := e
			if e.Kind == loop.VarExpr {
				x = g.h.inline(e.Var, g.at)
			}
			if x == nil || !isRing(x) || g.h.known(e, g.now) < 0 {
				continue
			}
			rest := hastenTerm{neg: t.neg, f: slices.Delete(slices.Clone(t.f), k, k+1)}
			var parts []hastenTerm
			if in := g.terms(x, false, nil); len(in) == 1 {
				parts = []hastenTerm{times2(rest, in[0])}
			} else {
				parts = g.peel(rest, in)
			}
			if len(terms)-1+len(parts) <= hastenTerms {
				out = append(out, slices.Concat(terms[:i], parts, terms[i+1:]))
			}
		}
	}
	return out
}

func times2(a, b hastenTerm) hastenTerm {
	return hastenTerm{neg: a.neg != b.neg, f: slices.Concat(a.f, b.f)}
}

// peel multiplies a product with a sum: with the term that is known last, and with the others together.
func (g *grouping) peel(p hastenTerm, in []hastenTerm) []hastenTerm {
	if len(p.f) == 0 {
		out := make([]hastenTerm, len(in))
		for i, t := range in {
			out[i] = times2(p, t)
		}
		return out
	}
	last, at := hastenFixed-1, 0
	for i, t := range in {
		if k := g.product(t).t; k > last {
			last, at = k, i
		}
	}
	others := g.sum(slices.Delete(slices.Clone(in), at, at+1))
	o := hastenTerm{}
	o.multiply(others.e)
	return []hastenTerm{times2(p, in[at]), times2(p, o)}
}
