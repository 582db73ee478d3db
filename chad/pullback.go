package chad

import (
	"fmt"
	"slices"

	"github.com/seed-4b734f86/gochad/syntax"
)

// A Seed says which cotangent a result has in [Pullback].
type Seed struct {
	Kind SeedKind
	// Parts are the seeds of the elements of a product.
	Parts []Seed
	// Failed are elements of the result, which is a product, that are ints: where one of them is not 0 the function has
	// failed, and its cotangent is zero whatever the parameters are. Their lengths do not matter then.
	Failed []int
}

// SeedKind is a kind of [Seed].
type SeedKind uint8

// The kinds of seeds. That of a part of a result that does not vary counts for nothing.
const (
	SeedZero  SeedKind = iota // nothing wanted
	SeedOne                   // 1, for a real
	SeedParam                 // a parameter, named seed1, seed2, …
	SeedParts                 // each element has its own
)

// Pullback is f's value and one vector-Jacobian product, in one reverse pass, with a cotangent for each part of the
// result that is known beforehand or a parameter: the parameters of f and then those that seeds asks for, to ⟨value,
// cotangents of wrt⟩, the latter a tuple when there are several. What only parts with seed zero need is not computed
// backwards. Errors: the seed does not fit the result, wrt names no parameter that varies, or f cannot be
// differentiated.
func Pullback(f *Func, seed Seed, wrt ...string) (*Func, error) {
	if err := seed.fits(f.def.Result); err != nil {
		return nil, fmt.Errorf("%s: %w", f.def.Name, err)
	}
	return f.pullback("_pullback", wrt, true, seed.of)
}

// Cotangents is [Pullback] without the value of f.
// The errors are those of Pullback.
func Cotangents(f *Func, seed Seed, wrt ...string) (*Func, error) {
	if err := seed.fits(f.def.Result); err != nil {
		return nil, fmt.Errorf("%s: %w", f.def.Name, err)
	}
	return f.pullback("_cotangents", wrt, false, seed.of)
}

// fits reports a seed that is not one for results of type t.
func (s Seed) fits(t syntax.Type) error {
	tuple, isTuple := t.(*syntax.TupleType)
	switch {
	case s.Kind == SeedOne && t != syntax.Real:
		return errorf(ErrType, "the seed 1 is for reals, not for %s", t)
	case s.Kind != SeedParts:
		return nil
	case !isTuple || len(tuple.Elems) != len(s.Parts):
		return errorf(ErrType, "%d seeds for a result of type %s", len(s.Parts), t)
	}
	for i, p := range s.Parts {
		if err := p.fits(tuple.Elems[i]); err != nil {
			return err
		}
	}
	return nil
}

// of is the cotangent, of type t, of a value; parameters are added to d.
func (s Seed) of(d *syntax.Def, t syntax.Type, value func() syntax.Term) syntax.Term {
	out := s.term(d, t)
	for _, k := range s.Failed {
		fine := syntax.NewPrim(syntax.MustOp("ieq"), syntax.NewProj(k, value()), syntax.IntLit(0))
		out = syntax.NewIf(fine, out, syntax.NewZero(t))
	}
	return out
}

// term is the cotangent, of type t; parameters are added to d.
func (s Seed) term(d *syntax.Def, t syntax.Type) syntax.Term {
	if t == syntax.Unit {
		return syntax.UnitTerm()
	}
	switch s.Kind {
	case SeedOne:
		return syntax.RealLit(1)
	case SeedParam:
		k := 1
		for slices.ContainsFunc(d.Params, func(p *syntax.Var) bool { return p.Name == fmt.Sprintf("seed%d", k) }) {
			k++
		}
		x := syntax.NewVar(fmt.Sprintf("seed%d", k), t)
		d.Params = append(d.Params, x)
		return syntax.Ref(x)
	case SeedParts:
		tt := t.(*syntax.TupleType)
		elems := make([]syntax.Term, len(s.Parts))
		for i, p := range s.Parts {
			elems[i] = p.term(d, tt.Elems[i])
		}
		return syntax.NewTuple(elems...)
	case SeedZero:
	}
	return syntax.NewZero(t)
}
