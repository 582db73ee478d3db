// Package provenance tells which inputs of a program can influence which of its
// outputs. It is the functor of package functor once more, with another ground
// type, and so an instance of CHAD §11.3: what differentiation does with
// tangents, it does with marks.
//
// D(real)₂ is the monoid (bool, false, ∨) instead of (real, 0, +), true for marked,
// and a primitive hands on the marks of its operands instead of scaled tangents.
// All else, from variables to closures and loops, is inherited:
//
//   - [Influence], the forward mode, runs marks with the program: given marked
//     inputs it marks the outputs that they can influence (taint).
//   - [Need], the reverse mode, runs marks against it: given marked outputs it
//     marks the inputs that they need.
//
// A primitive counts as influenced by all its real operands, even x in 0*x. The
// analysis is dynamic, like a derivative: it concerns the branch that is taken
// and the elements that are read. Marks pass through reals alone: what
// conditions, indices and other ints depend on is not recorded, as derivatives do
// not see it either.
//
// Programs with derivative operators inside have to be freed of them first;
// derivatives attached to definitions are not used.
//
// # References
//
//	[CHAD] §11.3 (other analyses by the same functor)
package provenance

import (
	"github.com/seed-4b734f86/gochad/chad/forward"
	"github.com/seed-4b734f86/gochad/chad/functor"
	"github.com/seed-4b734f86/gochad/chad/reverse"
	"github.com/seed-4b734f86/gochad/syntax"
)

// Influence is the forward mode: D(f) pairs f x with a linear function from
// marks on the inputs to marks on the outputs. The zero value is ready to use.
type Influence struct{ forward.Mode }

// Need is the reverse mode: D(f) pairs f x with a linear function from marks on
// the outputs to marks on the inputs. The zero value is ready to use.
type Need struct{ reverse.Mode }

var (
	_ functor.Mode = Influence{}
	_ functor.Mode = Need{}
)

// Name is "influence".
func (Influence) Name() string { return "influence" }

// Name is "need".
func (Need) Name() string { return "need" }

// Real is bool, the type of marks.
func (Influence) Real() syntax.Type { return syntax.Bool }

// Real is bool, the type of marks.
func (Need) Real() syntax.Type { return syntax.Bool }

// Prim marks the result when an operand is marked.
func (m Influence) Prim(ctx functor.Context, result syntax.Type, ps []functor.Partial) syntax.Term {
	return m.Plus(ctx, result, operands(ps))
}

// Prim marks every operand when the result is marked.
func (m Need) Prim(ctx functor.Context, result syntax.Type, ps []functor.Partial) syntax.Term {
	return m.Plus(ctx, result, operands(ps))
}

func operands(ps []functor.Partial) []functor.Operand {
	xs := make([]functor.Operand, len(ps))
	for i, p := range ps {
		xs[i] = p.X
	}
	return xs
}
