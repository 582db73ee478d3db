package semantics

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/syntax"
)

// DefaultBigStepFuel is the number of rule applications that [BigStep] allows
// when asked for 0.
const DefaultBigStepFuel = 10_000_000

// maxDerivation bounds the depth of a derivation.
const maxDerivation = 100_000

// BigStep is the relation t ⇓ v of CHAD Fig. 7 on closed terms, by substitution:
// it returns the value v, a term of the type of t. fuel bounds the number of
// rules applied; 0 means [DefaultBigStepFuel].
//
// The values are
//
//	c  ⟨v₁, …, vₙ⟩  injᵢ v  [v₁, …, vₙ]  pack v  i : idx n  λx. t  λ̲v. t
//	!v₁ ⊗ w₁ + … + !vₙ ⊗ wₙ, and the zero of copowers and linear sums
//
// where the index i is written as its conversion from int. Deviations from the figure:
// a linear function λ̲v. t is a value as it stands, since its argument is a
// closed value when it is put in; so open linear values lc(v) do not arise.
// Sums, arrays, iteration, sizes and definitions are not in the figure.
//
// It is an oracle for [Evaluator] and shares no code with it, errors apart. Its
// cost is quadratic in the length of let-spines.
func BigStep(t syntax.Term, fuel int64) (v syntax.Term, err error) {
	if fuel == 0 {
		fuel = DefaultBigStepFuel
	}
	defer guard(&err)
	b := &bigStep{fuel: fuel}
	return b.eval(t), nil
}

type bigStep struct {
	fuel  int64
	depth int
	at    *syntax.Pos // the nearest position around
}

// subst is t[v/x] with fresh binders, so that binders stay unique.
func subst(t syntax.Term, vars map[*syntax.Var]syntax.Term, sizes map[*syntax.SizeVar]*syntax.Size) syntax.Term {
	if vars == nil {
		vars = map[*syntax.Var]syntax.Term{}
	}
	if sizes == nil {
		sizes = map[*syntax.SizeVar]*syntax.Size{}
	}
	s := syntax.Substitution{Vars: vars, Sizes: sizes, Fresh: true, Copy: true}
	return s.Apply(t)
}

func subst1(t syntax.Term, x *syntax.Var, v syntax.Term) syntax.Term {
	return subst(t, map[*syntax.Var]syntax.Term{x: v}, nil)
}

func subst2(t syntax.Term, x *syntax.Var, v syntax.Term, y *syntax.Var, w syntax.Term) syntax.Term {
	return subst(t, map[*syntax.Var]syntax.Term{x: v, y: w}, nil)
}

// eval is ⇓. The type of the value is that of the term (CHAD Lemma 5.7).
func (b *bigStep) eval(t syntax.Term) syntax.Term {
	if b.fuel--; b.fuel < 0 {
		fail(b.at, OutOfFuel, "the evaluation takes too many steps")
	}
	if b.depth++; b.depth > maxDerivation {
		fail(b.at, TooDeep, "the recursion is too deep")
	}
	at := b.at
	v := b.rule(t)
	b.at = at
	b.depth--
	if v.Type() != t.Type() {
		panic(fmt.Sprintf("subject reduction fails: %T of type %s gives a value of type %s", t, t.Type(), v.Type()))
	}
	return v
}

func (b *bigStep) evalAt(at *syntax.Pos, t syntax.Term) syntax.Term {
	old := b.here(at)
	v := b.eval(t)
	b.at = old
	return v
}

func (b *bigStep) here(at *syntax.Pos) (old *syntax.Pos) {
	old = b.at
	if at != nil {
		b.at = at
	}
	return old
}

func (b *bigStep) evalAll(ts []syntax.Term) []syntax.Term {
	out := make([]syntax.Term, len(ts))
	for i, t := range ts {
		out[i] = b.eval(t)
	}
	return out
}

func (b *bigStep) rule(t syntax.Term) syntax.Term {
	switch t := t.(type) {
	case *syntax.Const, *syntax.Lam, *syntax.LinLam: // v ⇓ v
		return t
	case *syntax.VarRef:
		fail(b.at, BadArgument, "variable %s is not bound", t.Var.Name)
	case *syntax.Let:
		return b.let(t)
	case *syntax.Tuple: // t ⇓ v  s ⇓ w  ⟹  ⟨t, s⟩ ⇓ ⟨v, w⟩
		return tupleOf(t.Type(), b.evalAll(t.Elems))
	case *syntax.Proj: // t ⇓ ⟨v, w⟩  ⟹  fst t ⇓ v
		return b.eval(t.Arg).(*syntax.Tuple).Elems[t.Index]
	case *syntax.App: // t ⇓ λx. r  s ⇓ v  r[v/x] ⇓ w  ⟹  t s ⇓ w
		f := b.eval(t.Fun).(*syntax.Lam)
		return b.eval(subst1(f.Body, f.Param, b.eval(t.Arg)))
	case *syntax.LinApp: // t ⇓ λ̲v. r  s ⇓ w  r[w/v] ⇓ u  ⟹  t • s ⇓ u
		f := b.eval(t.Fun).(*syntax.LinLam)
		return b.eval(subst1(f.Body, f.Param, b.eval(t.Arg)))
	case *syntax.Inj:
		return syntax.NewInj(t.Type(), t.Tag, b.eval(t.Arg))
	case *syntax.Case:
		s := b.eval(t.Scrut).(*syntax.Inj)
		return b.eval(subst1(t.Arms[s.Tag].Body, t.Arms[s.Tag].Var, s.Arg))
	case *syntax.If:
		if b.eval(t.Cond).(*syntax.Const).I != 0 {
			return b.eval(t.Then)
		}
		return b.eval(t.Else)
	case *syntax.Call:
		return b.call(t)
	case *syntax.Prim:
		return b.prim(t)
	case *syntax.Checkpoint: // t ⇓ v  ⟹  checkpoint t ⇓ v
		return b.eval(t.Body)
	case *syntax.Build, *syntax.Sum, *syntax.ArrayLit, *syntax.Index, *syntax.OneHot, *syntax.Set:
		return b.array(t)
	case *syntax.Loop:
		return b.loop(t)
	case *syntax.While:
		return b.while(t)
	case *syntax.SizeOf, *syntax.ToIdx, *syntax.FromIdx, *syntax.Coerce, *syntax.Pack, *syntax.DynLen, *syntax.FilterIdx:
		return b.sized(t)
	case *syntax.Zero:
		return b.zero(t.Type())
	case *syntax.Plus:
		vs := b.evalAll(t.Terms)
		sum := vs[0]
		for _, v := range vs[1:] {
			sum = b.plus(sum, v)
		}
		return sum
	case *syntax.Deriv:
		fail(b.at, Unsupported, "a derivative operator has no direct evaluation: eliminate it first")
	case *syntax.Coproj, *syntax.Uninj, *syntax.Singleton, *syntax.CopowerCase:
		return b.linear(t)
	}
	panic(fmt.Sprintf("unexpected term %T", t))
}

func tupleOf(t syntax.Type, elems []syntax.Term) syntax.Term {
	return syntax.NewTupleOf(t.(*syntax.TupleType), elems...)
}

// let takes one binding off the spine at a time: t ⇓ v  s[v/x] ⇓ w  ⟹  let x = t in s ⇓ w.
func (b *bigStep) let(t *syntax.Let) syntax.Term {
	var s syntax.Term = t
	for {
		l, ok := s.(*syntax.Let)
		if !ok {
			return b.eval(s)
		}
		first := l.Binds[0]
		v := b.evalAt(first.At, first.Rhs)
		rest := syntax.NewLet(l.Binds[1:], l.Body)
		if first.Var != nil {
			s = subst1(rest, first.Var, v)
			continue
		}
		n := v.(*syntax.Const).I
		if n < 0 {
			b.here(first.At)
			fail(b.at, NegativeSize, "size %s is %d, must not be negative", first.Size.Name, n)
		}
		s = subst(rest, nil, map[*syntax.SizeVar]*syntax.Size{first.Size: syntax.SizeLit(n)})
	}
}

func (b *bigStep) call(t *syntax.Call) syntax.Term {
	b.here(t.At)
	vars := map[*syntax.Var]syntax.Term{}
	sizes := map[*syntax.SizeVar]*syntax.Size{}
	for i, a := range t.Args {
		vars[t.Def.Params[i]] = b.eval(a)
	}
	for i, s := range t.Sizes {
		if n := b.size(s); n < 0 {
			fail(b.at, NegativeSize, "size %s is %d, must not be negative", t.Def.Sizes[i].Name, n)
		}
		sizes[t.Def.Sizes[i]] = s
	}
	return b.eval(subst(t.Def.Body, vars, sizes))
}

func (b *bigStep) prim(t *syntax.Prim) syntax.Term {
	b.here(t.At)
	xs := make([]syntax.Value, len(t.Args))
	for i, v := range b.evalAll(t.Args) {
		c := v.(*syntax.Const)
		xs[i] = syntax.Value{F: c.F, I: c.I}
	}
	y, err := t.Op.Eval(xs)
	if err != nil {
		fail(b.at, Arithmetic, "%v", err)
	}
	switch t.Op.Result {
	case syntax.Real:
		return syntax.RealLit(y.F)
	case syntax.Int:
		return syntax.IntLit(y.I)
	}
	return syntax.BoolLit(y.I != 0)
}

// size is a size of a closed term, a literal.
func (b *bigStep) size(s *syntax.Size) int64 {
	n, ok := s.Lit()
	if !ok {
		fail(b.at, BadArgument, "size variable %s is not bound", s)
	}
	return n
}

// length is the size of an array to be made.
func (b *bigStep) length(s *syntax.Size) int64 {
	n := b.size(s)
	if n < 0 {
		fail(b.at, NegativeSize, "length %s is %d, must not be negative", s, n)
	}
	if n > b.fuel {
		fail(b.at, OutOfFuel, "an array of length %d takes too many steps", n)
	}
	return n
}
