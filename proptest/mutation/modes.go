package mutation

import (
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/proptest"
	"github.com/seed-4b734f86/gochad/syntax"
)

// A damage is what is done to the linear function that a method of a mode returns.
// It returns nil where it does not apply.
type damage struct {
	name string
	to   func(l syntax.Term, t *syntax.LFunType) syntax.Term
}

// around is λ̲v. f(l, v).
func around(t *syntax.LFunType, f func(v syntax.Term) syntax.Term) syntax.Term {
	v := syntax.NewVar("v", t.Dom)
	return syntax.NewLinLam(v, f(syntax.Ref(v)))
}

var damages = []damage{
	{"zero", func(_ syntax.Term, t *syntax.LFunType) syntax.Term {
		if t.Cod == syntax.Unit {
			return nil
		}
		return syntax.NewLinLam(syntax.NewVar("v", t.Dom), syntax.NewZero(t.Cod))
	}},
	{"doubled", func(l syntax.Term, t *syntax.LFunType) syntax.Term {
		if t.Cod == syntax.Unit {
			return nil
		}
		return around(t, func(v syntax.Term) syntax.Term {
			y := syntax.NewVar("y", t.Cod)
			return syntax.NewLet([]syntax.Bind{{Var: y, Rhs: syntax.NewLinApp(l, v)}},
				syntax.NewPlus(syntax.Ref(y), syntax.Ref(y)))
		})
	}},
	{"first cotangent dropped", func(l syntax.Term, t *syntax.LFunType) syntax.Term {
		return onResult(l, t, func(es []syntax.Term) bool { return drop(es, 0) })
	}},
	{"last cotangent dropped", func(l syntax.Term, t *syntax.LFunType) syntax.Term {
		return onResult(l, t, func(es []syntax.Term) bool { return drop(es, len(es)-1) })
	}},
	{"cotangents exchanged", func(l syntax.Term, t *syntax.LFunType) syntax.Term { return onResult(l, t, exchange) }},
	{"first tangent dropped", func(l syntax.Term, t *syntax.LFunType) syntax.Term {
		return onArgument(l, t, func(es []syntax.Term) bool { return drop(es, 0) })
	}},
	{"last tangent dropped", func(l syntax.Term, t *syntax.LFunType) syntax.Term {
		return onArgument(l, t, func(es []syntax.Term) bool { return drop(es, len(es)-1) })
	}},
	{"tangents exchanged", func(l syntax.Term, t *syntax.LFunType) syntax.Term { return onArgument(l, t, exchange) }},
}

// pulls and pushes: damages to results are for cotangents, to arguments for tangents.
func fits(d damage, reverse bool) bool {
	switch d.name {
	case "zero", "doubled":
		return true
	case "first cotangent dropped", "last cotangent dropped", "cotangents exchanged":
		return reverse
	default:
		return !reverse
	}
}

func components(x syntax.Term, t *syntax.TupleType) []syntax.Term {
	out := make([]syntax.Term, len(t.Elems))
	for i := range out {
		out[i] = syntax.NewProj(i, x)
	}
	return out
}

// onResult changes the components of what l gives.
func onResult(l syntax.Term, t *syntax.LFunType, f func([]syntax.Term) bool) syntax.Term {
	tt, ok := t.Cod.(*syntax.TupleType)
	if !ok || len(tt.Elems) < 2 {
		return nil
	}
	y := syntax.NewVar("y", t.Cod)
	es := components(syntax.Ref(y), tt)
	if !f(es) {
		return nil
	}
	return around(t, func(v syntax.Term) syntax.Term {
		return syntax.NewLet([]syntax.Bind{{Var: y, Rhs: syntax.NewLinApp(l, v)}}, syntax.NewTupleOf(tt, es...))
	})
}

// onArgument changes the components of what l gets.
func onArgument(l syntax.Term, t *syntax.LFunType, f func([]syntax.Term) bool) syntax.Term {
	tt, ok := t.Dom.(*syntax.TupleType)
	if !ok || len(tt.Elems) < 2 {
		return nil
	}
	v := syntax.NewVar("v", t.Dom)
	es := components(syntax.Ref(v), tt)
	if !f(es) {
		return nil
	}
	return syntax.NewLinLam(v, syntax.NewLinApp(l, syntax.NewTupleOf(tt, es...)))
}

func drop(es []syntax.Term, i int) bool {
	if es[i].Type() == syntax.Unit {
		return false
	}
	es[i] = syntax.NewZero(es[i].Type())
	return true
}

// exchange swaps the first two components of one type.
func exchange(es []syntax.Term) bool {
	for i := range es {
		for j := i + 1; j < len(es); j++ {
			if es[i].Type() == es[j].Type() && es[i].Type() != syntax.Unit {
				es[i], es[j] = es[j], es[i]
				return true
			}
		}
	}
	return false
}

// methods are the methods of a mode that return linear functions.
var methods = []string{
	"Spine", "Tuple", "Proj", "Argument", "Captured", "App", "Inj", "Arm", "Call", "Prim",
	"Build", "Loop", "Sum", "ArrayLit", "Index", "OneHot", "Set", "Cast", "Plus", "VJP", "Again", "Custom",
}

// Modes are the mutants of the functor: each method of each mode with each damage.
func Modes() []*Mutant {
	var out []*Mutant
	for _, reverse := range []bool{false, true} {
		for _, method := range methods {
			for _, d := range damages {
				if fits(d, reverse) && (reverse || method != "Again") { // forward mode runs nothing again
					out = append(out, modeMutant(reverse, method, d))
				}
			}
		}
	}
	return append(out, typeMutants()...)
}

// modeLaws are the laws that notice what is done to a method. Programs have operators in one of them only.
func modeLaws(method string) []string {
	if method == "VJP" {
		return []string{"operators"}
	}
	return []string{"transpose"}
}

func modeMutant(reverse bool, method string, d damage) *Mutant {
	broken := &brokenMode{method: method, damage: d}
	m := &Mutant{
		Group: "forward", Part: method, How: d.name, Laws: modeLaws(method),
		Apply:   func(sys *proptest.System) func() { broken.Mode, sys.Forward = sys.Forward, broken; return func() {} },
		Reached: func() bool { return broken.hits > 0 },
	}
	if reverse {
		m.Group = "reverse"
		m.Apply = func(sys *proptest.System) func() { broken.Mode, sys.Reverse = sys.Reverse, broken; return func() {} }
	}
	return m
}

// A brokenMode is a mode one of whose methods is damaged.
type brokenMode struct {
	functor.Mode
	method string
	damage damage
	hits   int
}

func (b *brokenMode) hurt(method string, l syntax.Term) syntax.Term {
	if method != b.method {
		return l
	}
	t, ok := l.Type().(*syntax.LFunType)
	if !ok {
		return l
	}
	if h := b.damage.to(l, t); h != nil {
		b.hits++
		return h
	}
	return l
}
