package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// A state that is a record stays a record when one of its parts is no state. Found by the soak of modules, program
// 310965.
func TestKeptPartOfRecord(t *testing.T) {
	rec := sx.NewRecordType([]string{"x", "y"}, []sx.Type{sx.Real, sx.Real})
	for _, out := range []sx.Output{sx.NoOutput, sx.Collect} {
		n := sx.SizeLit(3)
		s, i := sx.NewVar("s", rec), sx.NewVar("i", sx.NewIdxType(n))
		a := sx.NewVar("a", sx.Real)
		x, y := sx.NewProj(0, sx.Ref(s)), sx.NewProj(1, sx.Ref(s))
		var body sx.Term = sx.NewTupleOf(rec, x, sx.NewPrim(sx.OpAdd, x, y))
		if out == sx.Collect {
			body = sx.NewTuple(body, x)
		}
		init := sx.NewTupleOf(rec, sx.Ref(a), sx.RealLit(1))
		l := sx.NewLoop(n, false, out, i, s, init, body)
		got, rep, err := simplify.Term(l, simplify.Options{Only: []string{"loopStateKept"}})
		if err != nil {
			t.Fatal(err)
		}
		if rep.Times("loopStateKept") == 0 || got.Type() != l.Type() {
			t.Errorf("%s of type %s, was %s", sx.String(got), got.Type(), l.Type())
		}
		if err := sx.Verify(got, a); err != nil {
			t.Error(err)
		}
	}
}
