package simplify_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What has one use is computed there; not so where that use is a name with several, or where a rule finds it in what
// was made of it. Nothing puts the two together again here.
func TestUseCounts(t *testing.T) {
	const times = 10
	dear := sin(a)
	for range times - 1 {
		dear = add(sin(dear), b)
	}
	arm := func(f func(x sx.Term) sx.Term) sx.Arm {
		x := sx.NewVar("x", vec)
		return sx.Arm{Var: x, Body: f(sx.Ref(x))}
	}
	both := func(x sx.Term) sx.Term { return add(total(x), index(x, jx)) }
	first := func(x sx.Term) sx.Term { return sx.NewProj(0, x) }
	for name, use := range map[string]func(y sx.Term) sx.Term{
		"a parameter": func(y sx.Term) sx.Term { return sx.NewApp(lam("x", vec, both), y) },
		"a name":      func(y sx.Term) sx.Term { return let("x", y, both) },
		"a place": func(y sx.Term) sx.Term {
			return let("p", tup(y, a), func(p sx.Term) sx.Term { return tup(p, total(first(p))) })
		},
		"a place, twice": func(y sx.Term) sx.Term {
			return let("p", tup(y, a), func(p sx.Term) sx.Term { return tup(first(p), total(first(p))) })
		},
		"a row that is set": func(y sx.Term) sx.Term {
			return let("p", sx.NewSet(free("m", sx.NewArrayType(three, vec)), ix, y), func(p sx.Term) sx.Term { return tup(p, total(index(p, ix))) })
		},
		"a variant": func(y sx.Term) sx.Term {
			return let("p", sx.NewInj(sx.NewSumType(vec, vec), 0, y), func(p sx.Term) sx.Term {
				return tup(p, sx.NewCase(p, arm(total), arm(func(sx.Term) sx.Term { return a })))
			})
		},
		"a summand": func(y sx.Term) sx.Term { return tup(y, total(plus(y, sx.NewOneHot(three, jx, b)))) },
	} {
		for val, want := range map[sx.Term]int{dear: times, sin(sin(a)): 2} {
			term := let("y", sx.NewOneHot(three, ix, val), use)
			out, _ := simplified(t, term, simplify.Options{Disable: []string{"cse"}})
			if n := strings.Count(sx.String(out), "sin"); n != want {
				t.Errorf("%s: %d sines of %d\n%s", name, n, want, sx.String(out))
			}
		}
	}
}
