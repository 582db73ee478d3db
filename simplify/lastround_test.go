package simplify_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A round of arithmetic with literals, and of other names for numbers, is known to be the last. The tests have each
// such round followed by one that must change nothing (export_test.go).
func TestLastRound(t *testing.T) {
	x := free("x", sx.Real)
	u, rep, err := simplify.Term(let("y", mul(x, realLit(1)), func(y sx.Term) sx.Term {
		return let("z", sx.Neg(sx.Neg(y)), func(z sx.Term) sx.Term {
			return let("w", add(mul(z, z), sx.Neg(sin(y))), func(w sx.Term) sx.Term { return add(mul(w, w), mul(z, mul(realLit(2), realLit(3)))) })
		})
	}), simplify.Options{Disable: []string{"cse"}})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Rounds != 1 {
		t.Errorf("%d rounds for %s: %v", rep.Rounds, sx.String(u), rep.Lines())
	}
}

// A round that drops a branch is not: what was computed for its condition goes in the next.
func TestNotLastRound(t *testing.T) {
	x := free("x", sx.Real)
	u, _, err := simplify.Term(let("c", lt(sin(x), x), func(c sx.Term) sx.Term {
		return add(sx.NewIf(c, x, x), sx.NewIf(c, x, x))
	}), simplify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if s := sx.String(u); strings.Contains(s, "sin") {
		t.Errorf("the condition is still there: %s", s)
	}
}

// A round that puts a definition into a branch in which one of its variables is known is not the last.
func TestNotLastRoundInBranch(t *testing.T) {
	for _, row := range []struct{ before, after string }{
		{
			"def f (c : bool, d : bool, x : real) : real = let b = if c then false else d in if c then x else x * (if b then x else 2)",
			"if c then x else x * (if d then x else 2.0)",
		},
		{
			"def f (c : bool, x : real) : real = let b = if c then x else sin x in if c then x else x * b",
			"if c then x else x * sin x",
		},
	} {
		q, _, err := simplify.Program(loaded(t, row.before), simplify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := oneLine(sx.String(q.Lookup("f").Body)); got != row.after {
			t.Errorf("%s\ngot  %s\nwant %s", row.before, got, row.after)
		}
	}
}

// Random straight lines with branches: no round that is taken for the last is followed by one that changes anything.
func TestLastRoundRandom(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 9))
		vars := []sx.Term{free("x", sx.Real), free("y", sx.Real)}
		atom := func() sx.Term {
			if r.IntN(3) == 0 {
				return realLit([]float64{1, -1, 0, math.Copysign(0, -1), 2}[r.IntN(5)])
			}
			return vars[r.IntN(len(vars))]
		}
		var expr func(depth int) sx.Term
		expr = func(depth int) sx.Term {
			if depth == 0 {
				return atom()
			}
			a := expr(r.IntN(depth))
			switch r.IntN(8) {
			case 0:
				return sx.Neg(a)
			case 1:
				return sin(a)
			case 2:
				return sx.Sub(a, expr(r.IntN(depth)))
			case 3:
				return sx.NewPrim(sx.OpDiv, a, expr(r.IntN(depth)))
			case 4:
				return sx.NewIf(lt(a, atom()), expr(r.IntN(depth)), expr(r.IntN(depth)))
			case 5:
				return sx.NewProj(r.IntN(2), sx.NewTuple(a, atom()))
			case 6:
				return add(a, expr(r.IntN(depth)))
			}
			return mul(a, expr(r.IntN(depth)))
		}
		var s sx.Spine
		for range 2 + r.IntN(12) {
			vars = append(vars, s.Let("v", expr(r.IntN(4))))
		}
		if _, _, err := simplify.Term(s.In(add(atom(), add(atom(), atom()))), simplify.Options{Compiled: seed%2 == 0}); err != nil {
			t.Fatal(err)
		}
	}
}
