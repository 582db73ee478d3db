package simplify_test

import (
	"testing"
	"time"

	"github.com/seed-4b734f86/gochad/simplify"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// What makes the whole of the initial state is written once.
func TestFillBindsInit(t *testing.T) {
	c, a := sx.NewVar("c", sx.Bool), sx.NewVar("a", sx.NewArrayType(sx.SizeLit(3), sx.Real))
	part := sx.NewProj
	k := sx.NewVar("k", sx.NewIdxType(sx.SizeLit(3)))
	for _, rule := range []string{"loopFill", "loopElement"} {
		q := sx.NewVar("q", sx.Real)
		from := func(x sx.Term) sx.Term { return sx.NewTuple(sx.Ref(a), x, x) }
		init := sx.NewIf(sx.Ref(c), sx.NewLet([]sx.Bind{{Var: q, Rhs: sin(realLit(1))}}, from(sx.Ref(q))), from(realLit(2)))
		l := loopOver(sx.NoOutput, init, func(i, s sx.Term) sx.Term {
			if rule == "loopElement" {
				i = sx.Ref(k)
			}
			return sx.NewTuple(sx.NewSet(part(0, s), i, add(sx.NewIndex(part(0, s), i), part(1, s))), sin(part(1, s)), sin(part(2, s)))
		})
		got, rep, err := simplify.Term(l, simplify.Options{Only: []string{rule}})
		if err != nil || rep.Times(rule) == 0 {
			t.Fatal(err, rep.Lines())
		}
		if err := sx.Verify(got, c, a, k); err != nil {
			t.Errorf("%s: %v", rule, err)
		}
	}
}

// Updates in updates are looked at once each.
func TestFillDeepUpdates(t *testing.T) {
	b := sx.NewVar("b", sx.NewArrayType(sx.SizeLit(60), sx.Real))
	a := sx.NewVar("a", sx.NewArrayType(sx.SizeLit(3), sx.Real))
	l := loopOver(sx.NoOutput, sx.Ref(a), func(i, s sx.Term) sx.Term {
		c := sx.Term(sx.Ref(b))
		for k := range int64(60) {
			c = sx.NewSet(c, sx.NewToIdx(nil, sx.SizeLit(60), sx.IntLit(k)), realLit(2))
		}
		return sx.NewSet(s, i, add(sx.NewSum(c), sx.NewIndex(s, i)))
	})
	done := make(chan error, 1)
	go func() {
		_, _, err := simplify.Term(l, simplify.Options{})
		done <- err
	}()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("sixty updates take more than 20 s")
	}
}
