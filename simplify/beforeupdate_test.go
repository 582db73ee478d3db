package simplify_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// An element of a build that reads an array which is updated later is read in the place of the build if nothing can
// update the array in between; else the build stays before the update, which need not copy the array then.
func TestUsedBeforeUpdate(t *testing.T) {
	n := sx.SizeLit(3)
	arr, idx := sx.NewArrayType(n, sx.Real), sx.NewIdxType(n)
	x, j, r := sx.NewVar("x", arr), sx.NewVar("j", idx), sx.NewVar("r", sx.Real)
	at := func(a *sx.Var, i *sx.Var) sx.Term { return sx.NewIndex(sx.Ref(a), sx.Ref(i)) }
	for name, c := range map[string]struct {
		between func(b *sx.Var) []sx.Bind
		gone    bool
	}{
		"next": {func(*sx.Var) []sx.Bind { return nil }, true},
		"a read": {func(*sx.Var) []sx.Bind {
			return []sx.Bind{{Var: r, Rhs: sx.NewPrim(sx.OpMul, at(x, j), sx.RealLit(2))}}
		}, true},
		"a store": {func(*sx.Var) []sx.Bind {
			return []sx.Bind{{Var: r, Rhs: sx.NewIndex(sx.NewSet(sx.Ref(x), sx.Ref(j), sx.RealLit(1)), sx.Ref(j))}}
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			b, i, v, y := sx.NewVar("b", arr), sx.NewVar("i", idx), sx.NewVar("v", sx.Real), sx.NewVar("y", arr)
			binds := []sx.Bind{{Var: b, Rhs: sx.NewBuild(n, i, sx.NewPrim(sx.OpMul, at(x, i), sx.RealLit(3)))}}
			binds = append(binds, c.between(b)...)
			var sum sx.Term = sx.Ref(v)
			if len(binds) > 1 {
				sum = sx.NewPrim(sx.OpAdd, sx.Ref(v), sx.Ref(r))
			}
			binds = append(binds, sx.Bind{Var: v, Rhs: at(b, j)}, sx.Bind{Var: y, Rhs: sx.NewSet(sx.Ref(x), sx.Ref(j), sum)})
			got, _, err := simplify.Term(sx.NewLet(binds, sx.NewTuple(sx.Ref(y), sx.Ref(y))), simplify.Options{Disable: []string{"indexSet"}})
			if err != nil {
				t.Fatal(err)
			}
			if err := sx.Verify(got, x, j); err != nil {
				t.Error(err)
			}
			if gone := !has(got, func(t sx.Term) bool { _, ok := t.(*sx.Build); return ok }); gone != c.gone {
				t.Errorf("the build is gone: %v, want %v\n%s", gone, c.gone, sx.String(got))
			}
		})
	}
}

func has(t sx.Term, is func(sx.Term) bool) bool {
	found := is(t)
	sx.Children(t, func(c sx.Term) { found = found || has(c, is) })
	return found
}
