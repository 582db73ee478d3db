package search_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify/search"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// In a long spine the rule letIfZero finds what it finds where all is in A-normal form: what stands in branches.
func TestSinkLongSpine(t *testing.T) {
	x, zero := free("x", sx.Real), sx.NewZero(sx.Real)
	// let w = if x < a then sin x else 0; u = w * x in u + w
	choice := func(a sx.Term) sx.Term { return sx.NewIf(lt(x, a), sin(x), zero) }
	linear := func(a sx.Term) sx.Term {
		return let("w", choice(a), func(w sx.Term) sx.Term {
			return let("u", mul(w, x), func(u sx.Term) sx.Term { return sx.NewPlus(u, w) })
		})
	}
	spine := func(choices, length int, last sx.Term) sx.Term {
		var s sx.Spine
		y := x
		for i := range length {
			if i < choices {
				y = add(y, s.Let("w", choice(realLit(float64(i)))))
			}
			y = s.Let("y", sin(y))
		}
		return s.In(add(y, s.Let("z", last)))
	}
	inside := func(a sx.Term) sx.Term { return sx.NewIf(lt(a, x), linear(a), x) }
	for _, c := range []struct {
		name      string
		t         sx.Term
		long      bool
		all, some int
	}{
		{"in a branch", spine(8, 2100, inside(x)), true, 1, 1},
		{"in a branch of a branch", spine(9, 2100, sx.NewIf(lt(x, x), x, inside(x))), true, 1, 1},
		{"in an operand", spine(8, 2100, sin(inside(x))), true, 1, 1},
		{"none in blocks", spine(8, 2100, choice(x)), true, 0, 0},
		{"short", spine(8, 1990, inside(x)), false, 1, 0},
		{"too few branches before", spine(7, 2100, inside(x)), false, 1, 0},
	} {
		some, all, long := search.Sinkings(c.t)
		if long != c.long || all != c.all || some != c.some {
			t.Errorf("%s: long %v, fired %d and %d, want %v, %d and %d", c.name, long, some, all, c.long, c.some, c.all)
		}
	}
}
