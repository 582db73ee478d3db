package simplify_test

import (
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
