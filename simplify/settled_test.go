package simplify_test

import (
	"strings"
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What has been simplified is known to share nothing, so are copies of it, and what is put into its place is not.
func TestSharedIsRemembered(t *testing.T) {
	d := def("f", func(x sx.Term) sx.Term { return add(mul(sin(x), x), mul(sin(x), x)) })
	if d.Shared() {
		t.Error("known before anything was done")
	}
	out, _, err := simplify.Program(&sx.Program{Defs: []*sx.Def{d}}, simplify.Options{})
	if err != nil {
		t.Fatal(err)
	}
	f := out.Defs[0]
	copied, defs := out.Copy()
	if !f.Shared() || !defs[f].Shared() || d.Shared() {
		t.Error(f.Shared(), defs[f].Shared(), d.Shared())
	}
	if again, rep, _ := simplify.Program(copied, simplify.Options{}); again != copied {
		t.Errorf("not a fixed point: %v", rep.Lines())
	}
	f.Body = d.Body
	if f.Shared() {
		t.Error("a body of which nobody said so")
	}
	if oneLine(sx.String(f.Body)) == oneLine(sx.String(copied.Defs[0].Body)) {
		t.Error("nothing was shared in the first place")
	}
}

// A round that gives a tuple the uses of another name of it is not the last: only then is it known to be projected.
// Sharing, which would be first to make one name of both, is off.
func TestOtherNames(t *testing.T) {
	big := func(x sx.Term, k float64) sx.Term {
		for range 4 {
			x = add(mul(x, realLit(k)), sin(x))
		}
		return x
	}
	x := free("x", sx.Real)
	u, _, err := simplify.Term(let("y", sx.NewTuple(big(x, 2), big(x, 3)), func(y sx.Term) sx.Term {
		return let("z", y, func(z sx.Term) sx.Term { return add(mul(sx.NewProj(0, z), sx.NewProj(0, z)), sx.NewProj(1, z)) })
	}), simplify.Options{Disable: []string{"cse"}})
	if err != nil {
		t.Fatal(err)
	}
	if s := sx.String(u); strings.Contains(s, "⟨") {
		t.Errorf("there is a tuple: %s", s)
	}
}

// A definition that is settled under the rules for all purposes needs no round for what is only compiled, unless one of
// the rules for that has something to do, and neither does a copy of it.
func TestSettledIsRemembered(t *testing.T) {
	for name, c := range map[string]struct {
		body   func(x sx.Term) sx.Term
		rounds bool
		after  string
	}{
		"nothing": {func(x sx.Term) sx.Term { return add(mul(sin(x), x), sin(sin(x))) }, false, ""},
		"a power": {func(x sx.Term) sx.Term {
			return add(mul(sin(x), x), sx.NewPrim(sx.MustOp("powi"), sin(x), sx.IntLit(2)))
		}, true, "t * t"},
		"an element of a onehot": {func(x sx.Term) sx.Term {
			three := sx.SizeLit(3)
			i := sx.NewVar("i", sx.NewIdxType(three))
			return sx.NewSum(sx.NewBuild(three, i, mul(sx.NewIndex(sx.NewOneHot(three, sx.Ref(i), add(mul(sin(x), x), sin(sin(x)))), sx.NewToIdx(nil, three, sx.IntLit(1))), x)))
		}, true, "if"},
		"a onehot": {func(x sx.Term) sx.Term {
			three := sx.SizeLit(3)
			return sx.NewOneHot(three, sx.NewToIdx(nil, three, sx.IntLit(1)), add(mul(sin(x), x), sin(sin(x))))
		}, false, "oneHot"},
	} {
		p := &sx.Program{Defs: []*sx.Def{def("f", c.body)}}
		out, _, err := simplify.Program(p, simplify.Options{})
		if err != nil {
			t.Fatal(err)
		}
		copied, _ := out.Copy()
		again, rep, err := simplify.Program(copied, simplify.Options{Compiled: true, Final: true})
		if err != nil {
			t.Fatal(err)
		}
		if s := oneLine(sx.String(again.Defs[0].Body)); rep.Rounds > 0 != c.rounds || !strings.Contains(s, c.after) {
			t.Errorf("%s: %d rounds, %s", name, rep.Rounds, s)
		}
		for _, o := range []simplify.Options{{Reading: true}, {Disable: []string{"cse"}}, {KeepNames: true}} {
			if _, rep, _ := simplify.Program(copied, o); rep.Rounds == 0 {
				t.Errorf("%s: no rounds with %+v", name, o)
			}
		}
	}
}

// What a definition was said to be settled under is said of no other body.
func TestSettledBody(t *testing.T) {
	d := def("f", func(x sx.Term) sx.Term { return x })
	d.SetSettled(3)
	e := *d
	if d.Settled() != 3 || e.Settled() != 3 {
		t.Error(d.Settled(), e.Settled())
	}
	if e.Body = sin(e.Body); e.Settled() != 0 {
		t.Error(e.Settled())
	}
}
