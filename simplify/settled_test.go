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

// A round that gives a tuple the uses of another name of it is not the last: only then is it known to be projected. Sharing, which would be first to
// make one name of both, is off.
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
	}), simplify.Options{Disable: []string{"share"}})
	if err != nil {
		t.Fatal(err)
	}
	if s := sx.String(u); strings.Contains(s, "⟨") {
		t.Errorf("there is a tuple: %s", s)
	}
}
