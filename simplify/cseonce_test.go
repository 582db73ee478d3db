package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/internal/times"
	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// searches simplifies t as outside of tests, and says how often it was searched for what is to be shared, and how many
// rounds there were.
func searches(t *testing.T, s sx.Term) (n sx.Term, shares, rounds int) {
	t.Helper()
	r := new(times.Record)
	simplify.Unconfirmed(func() {
		defer times.Start(r)()
		var err error
		if n, _, err = simplify.Term(s, simplify.Options{}); err != nil {
			t.Fatal(err)
		}
	})
	for _, s := range r.Steps {
		switch s.Name {
		case "cse":
			shares = s.Runs
		case "round":
			rounds = s.Runs
		}
	}
	return n, shares, rounds
}

// What has been shared is not searched again after a round that only puts names in their places.
func TestSharedOnce(t *testing.T) {
	x := free("x", sx.Real)
	n, shares, rounds := searches(t, add(mul(sin(x), sin(x)), sin(sx.Neg(x))))
	if shares != 1 || rounds != 1 {
		t.Errorf("%d searches, %d rounds: %s", shares, rounds, sx.String(n))
	}
	n, shares, _ = searches(t, add(mul(sin(x), sin(x)), sin(sx.Neg(sx.Neg(x))))) // sin x again, after a round
	if want := "let t = sin x in t * t + t"; oneLine(sx.String(n)) != want || shares < 2 {
		t.Errorf("%d searches: got %s, want %s", shares, oneLine(sx.String(n)), want)
	}
}

// What the first round of arithmetic has opened is shared before what it left is put in its place: there is a second
// round, and no third.
func TestSharedAfterFirstRound(t *testing.T) {
	wave := def("wave", func(x sx.Term) sx.Term { return let("s", sin(x), func(s sx.Term) sx.Term { return sin(mul(s, s)) }) })
	user := def("user", func(x sx.Term) sx.Term { return mul(call(wave, x), call(wave, sx.Neg(sx.Neg(x)))) })
	var out *sx.Program
	var rep *simplify.Report
	simplify.Unconfirmed(func() {
		var err error
		if out, rep, err = simplify.Program(&sx.Program{Defs: []*sx.Def{wave, user}}, simplify.Options{Inline: 20}); err != nil {
			t.Fatal(err)
		}
	})
	want := "let s = sin x t = sin (s * s) in t * t"
	if got := oneLine(sx.String(out.Lookup("user").Body)); got != want || rep.Rounds != 3 {
		t.Errorf("%d rounds, of wave too: got %s, want %s", rep.Rounds, got, want)
	}
}

// Once names of literals are gone, sharing takes x * 1 for x.
func TestSharedTimesOne(t *testing.T) {
	x := free("x", sx.Real)
	s := let("one", realLit(1), func(one sx.Term) sx.Term {
		return let("y", sin(mul(x, one)), func(y sx.Term) sx.Term {
			return let("z", sin(x), func(z sx.Term) sx.Term { return sx.Sub(y, z) })
		})
	})
	if got, want := oneLine(sx.String(simplify.SharedNow(s, simplify.Options{}))), "let y = sin x t = y - y in t"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got, want := oneLine(sx.String(simplify.SharedNow(s, simplify.Options{Disable: []string{"mulOne"}}))), oneLine(sx.String(s)); got != want {
		t.Errorf("without mulOne: got %s, want %s", got, want)
	}
}

// A round that drops uses of numbers, of which enough stay, is the last.
func TestDropsLastRound(t *testing.T) {
	x := free("x", sx.Real)
	s := let("c", lt(sin(x), x), func(c sx.Term) sx.Term {
		a, b := sx.NewIf(c, sx.Neg(x), x), sx.NewIf(c, mul(x, x), x)
		return add(sx.NewIf(c, x, x), add(a, b))
	})
	if n, _, rounds := searches(t, s); rounds != 1 {
		t.Errorf("%d rounds: %s", rounds, sx.String(n))
	}
}
