package proptest

import (
	"fmt"
	"math/rand"

	"github.com/seed-4b734f86/gochad/syntax"
)

// ExpandBetaEta is a program that is βη-equal to s (CHAD Fig. 4, with the laws of
// n-ary products, sums and let): at about one node in ten it replaces t by one of
//
//	(λx. x) t      let x = t in x      projᵢ ⟨…, t, …⟩      case inj₁ t of inj₁ x → x | …
//	λx. t x        let p = t in ⟨proj₁ p, …⟩               case t of inj₁ x → inj₁ x | …
//
// and (λx. s) t for let x = t in s.
func ExpandBetaEta(s *Sample, seed int64) *Sample {
	out := s.Clone()
	e := expander{rand.New(rand.NewSource(seed))}
	for _, d := range out.Program.Defs {
		d.Body = e.term(d.Body)
	}
	return out
}

type expander struct{ rng *rand.Rand }

func (e expander) term(t syntax.Term) syntax.Term {
	t = syntax.MapChildren(t, e.term)
	if e.rng.Intn(10) > 0 {
		return t
	}
	if l, ok := t.(*syntax.Let); ok && len(l.Binds) == 1 && l.Binds[0].Var != nil {
		b := l.Binds[0]
		return syntax.NewApp(syntax.NewLam(b.Var, l.Body), b.Rhs)
	}
	if e.rng.Intn(2) == 0 {
		return e.beta(t)
	}
	return e.eta(t)
}

func named(t syntax.Term) (*syntax.Var, syntax.Term) {
	x := syntax.NewVar("x", t.Type())
	return x, syntax.Ref(x)
}

// beta makes a redex that reduces to t.
func (e expander) beta(t syntax.Term) syntax.Term {
	x, ref := named(t)
	switch e.rng.Intn(4) {
	case 0:
		return syntax.NewApp(syntax.NewLam(x, ref), t)
	case 1:
		return syntax.NewLet([]syntax.Bind{{Var: x, Rhs: t}}, ref)
	case 2:
		if e.rng.Intn(2) == 0 {
			return syntax.NewProj(0, syntax.NewTuple(t, syntax.RealLit(1)))
		}
		return syntax.NewProj(1, syntax.NewTuple(syntax.UnitTerm(), t))
	default:
		sum := syntax.NewSumType(t.Type(), syntax.Unit)
		if t.Type() == syntax.Unit || hasSizes(t.Type()) {
			return t
		}
		// The arm that cannot be reached loops back to a value of the type by the first: it needs none.
		u := syntax.NewVar("u", syntax.Unit)
		return syntax.NewLet([]syntax.Bind{{Var: x, Rhs: t}}, syntax.NewCase(syntax.NewInj(sum, 0, ref),
			e.identityArm(t.Type()), syntax.Arm{Var: u, Body: ref}))
	}
}

func hasSizes(t syntax.Type) bool { return len(sizeVarsOf(t)) > 0 }

func (e expander) identityArm(t syntax.Type) syntax.Arm {
	y := syntax.NewVar("y", t)
	return syntax.Arm{Var: y, Body: syntax.Ref(y)}
}

// eta expands t at its type, if that has an η-law.
func (e expander) eta(t syntax.Term) syntax.Term {
	switch ty := t.Type().(type) {
	case *syntax.FuncType:
		f, ref := named(t)
		x := syntax.NewVar("x", ty.Param)
		// t is evaluated once, as before.
		return syntax.NewLet([]syntax.Bind{{Var: f, Rhs: t}}, syntax.NewLam(x, syntax.NewApp(ref, syntax.Ref(x))))
	case *syntax.TupleType:
		p, ref := named(t)
		elems := make([]syntax.Term, len(ty.Elems))
		for i := range elems {
			elems[i] = syntax.NewProj(i, ref)
		}
		return syntax.NewLet([]syntax.Bind{{Var: p, Rhs: t}}, syntax.NewTupleOf(ty, elems...))
	case *syntax.SumType, *syntax.Data:
		vs, _ := syntax.Variants(ty)
		arms := make([]syntax.Arm, len(vs))
		for i, v := range vs {
			x := syntax.NewVar("x", v)
			arms[i] = syntax.Arm{Var: x, Body: syntax.NewInj(ty, i, syntax.Ref(x))}
		}
		return syntax.NewCase(t, arms...)
	default:
		return t
	}
}

func checkBetaEta(sys *System, s *Sample) error {
	in, err := sys.instantiate(s)
	if err != nil {
		return err
	}
	y, err := in.call(in.plain, nil, 0)
	if err != nil {
		return err
	}
	dir, cot := in.direction(), in.cotangent(y)
	want, err := in.derivatives(dir, cot)
	if err != nil {
		return err
	}
	big := ExpandBetaEta(s, s.Seed)
	if err := syntax.VerifyProgram(big.Program); err != nil {
		return fmt.Errorf("expanded: %w", err)
	}
	ex, err := sys.instantiate(big)
	if err != nil {
		return err
	}
	got, err := ex.derivatives(dir, cot)
	if err != nil {
		return fmt.Errorf("expanded: %w", err)
	}
	if err := got.agrees(want); err != nil {
		return fmt.Errorf("expanded: %w", err)
	}
	return nil
}

// derivatives evaluates the program and its derivatives as the functor makes them.
func (in *instance) derivatives(dir [][]float64, cot []float64) (*result, error) {
	v, err := in.version()
	if err != nil {
		return nil, err
	}
	return in.results(v, dir, cot)
}
