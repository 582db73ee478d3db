package functor_test

import (
	"testing"

	"github.com/seed-4b734f86/gochad/chad/functor"
	sx "github.com/seed-4b734f86/gochad/syntax"
)

// TestUsedOnce is CHAD Corollary 7.2 at its root: the linear half of every
// subterm is bound once and used at most once (never, where nothing needs its cotangent).
func TestUsedOnce(t *testing.T) {
	for _, s := range samples {
		fwd, rev := functors(functor.Options{})
		for _, f := range []*functor.Functor{fwd, rev} {
			if _, err := f.Definition(arrayDef("f", s.body), []bool{true}); err != nil {
				t.Fatal(err)
			}
			for _, d := range f.Defs() {
				bound, uses := map[*sx.Var]bool{}, map[*sx.Var]int{}
				count(d.Body, bound, uses)
				for x := range bound {
					if uses[x] > 1 {
						t.Errorf("%s, %s mode: %s is used %d times\n%s", s.name, f.Mode.Name(), x.Name, uses[x], sx.String(d.Body))
					}
				}
			}
		}
	}
}

// count gathers the let-bound variables of linear function type and counts uses.
func count(t sx.Term, bound map[*sx.Var]bool, uses map[*sx.Var]int) {
	switch t := t.(type) {
	case *sx.VarRef:
		uses[t.Var]++
	case *sx.Let:
		for _, b := range t.Binds {
			if b.Var == nil {
				continue
			}
			if _, ok := b.Rhs.(*sx.LinLam); ok {
				bound[b.Var] = true
			}
		}
	}
	sx.Children(t, func(c sx.Term) { count(c, bound, uses) })
}
