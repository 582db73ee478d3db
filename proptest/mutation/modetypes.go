package mutation

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// typeMutants break the methods that give types, and the application of linear halves. [functor.Mode].Contravariant
// has no mutant: derivatives do not depend on it, but what they keep in memory does.
func typeMutants() []*Mutant {
	var out []*Mutant
	add := func(part, how string, wrap func(functor.Mode) functor.Mode) {
		out = append(out, &Mutant{
			Group: "forward", Part: part, How: how, Laws: []string{"typed", "transpose", "operators"},
			Apply: func(sys *proptest.System) func() { sys.Forward = wrap(sys.Forward); return func() {} },
		}, &Mutant{
			Group: "reverse", Part: part, How: how, Laws: []string{"typed", "transpose", "operators"},
			Apply: func(sys *proptest.System) func() { sys.Reverse = wrap(sys.Reverse); return func() {} },
		})
	}
	add("Real", "a pair of reals", func(m functor.Mode) functor.Mode { return wrongReal{m} })
	add("Arrow", "turned round", func(m functor.Mode) functor.Mode { return wrongArrow{m} })
	add("Function", "unit", func(m functor.Mode) functor.Mode { return wrongFunction{m} })
	// in forward mode a linear half runs in attached rules only, which have no operators here
	return append(out, &Mutant{
		Group: "reverse", Part: "Run", How: "zero", Laws: []string{"operators"},
		Apply: func(sys *proptest.System) func() { sys.Reverse = wrongRun{sys.Reverse}; return func() {} },
	})
}

type wrongReal struct{ functor.Mode }

func (wrongReal) Real() syntax.Type { return syntax.NewTupleType(syntax.Real, syntax.Real) }

type wrongArrow struct{ functor.Mode }

func (m wrongArrow) Arrow(from, to syntax.Type) syntax.Type { return m.Mode.Arrow(to, from) }

type wrongFunction struct{ functor.Mode }

func (wrongFunction) Function(_, _ syntax.Type) syntax.Type { return syntax.Unit }

type wrongRun struct{ functor.Mode }

func (m wrongRun) Run(half, v syntax.Term) syntax.Term {
	return functor.Zero(m.Mode.Run(half, v).Type())
}
