package proptest

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/syntax"
)

type skipNil struct{ functor.Mode }

func (m skipNil) Prim(ctx functor.Context, result syntax.Type, ps []functor.Partial) syntax.Term {
	var out []functor.Partial
	for _, p := range ps {
		if p.D != nil {
			out = append(out, p)
		}
	}
	return m.Mode.Prim(ctx, result, out)
}
