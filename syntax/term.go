package syntax

import (
	"strconv"
	"strings"
	"sync/atomic"
)

// Var is a variable: its address is its identity, the name a hint for printers.
type Var struct {
	Name string
	Type Type
	id   uint64
	ref  VarRef
}

// NewVar makes a fresh variable. It is not written out where it is called, at three hundred places, for the sake of the
// time and size of builds.
//
//go:noinline
func NewVar(name string, t Type) *Var {
	x := &Var{Name: name, Type: t, id: nextID()}
	x.ref.Var = x
	return x
}

// ID numbers variables in order of creation. It breaks ties where an order is
// needed; it never shows in output.
func (x *Var) ID() uint64 { return x.id }

// Pos is a source position for errors at run time; nil when unknown.
type Pos struct {
	File      string
	Line, Col int
}

// Text is the position as messages name it.
func (p *Pos) Text() string {
	s := strconv.Itoa(p.Line) + ":" + strconv.Itoa(p.Col)
	if p.File == "" {
		return s
	}
	return strings.ToValidUTF8(p.File, "?") + ":" + s
}

// Prefix is the prefix of a run-time error, nothing where the position is unknown.
func (p *Pos) Prefix() string {
	if p == nil {
		return ""
	}
	return p.Text() + ": "
}

// Term is a term of the core language. Terms are immutable; build them with
// the New functions, read their fields freely.
//
//sumtype:decl
type Term interface {
	term()
	// Type is the type of the term, computed once by its constructor.
	Type() Type
	kinds() Nodes
}

// typed is what the constructor of a node has found out about it.
type typed struct {
	typ   Type
	nodes Nodes // the kinds of the node and of those below it
}

func (t typed) Type() Type   { return t.typ }
func (t typed) kinds() Nodes { return t.nodes }

// Source terms (CHAD Fig. 3), with n-ary tuples, sums and named definitions.
type (
	// Const is a literal of type real, int or bool.
	Const struct {
		typed
		F float64
		I int64 // also the bool: 0 or 1
	}

	// VarRef is x. Use [Ref].
	VarRef struct{ Var *Var }

	// Let is let x₁ = t₁ … xₙ = tₙ in s: a spine, kept as a list.
	Let struct {
		typed
		Binds []Bind
		Body  Term

		callees atomic.Pointer[[]*Def] // what Callees has found
	}

	// Tuple is ⟨t₁, …, tₙ⟩, n ≠ 1.
	Tuple struct {
		typed
		Elems []Term
	}

	// Proj is the projection projᵢ t (fst, snd), Index counted from 0.
	Proj struct {
		typed
		Index int
		Arg   Term
	}

	// Lam is λx. t.
	Lam struct {
		typed
		Param *Var
		Body  Term
	}

	// App is t s, the application of a function or of a power.
	App struct {
		typed
		Fun, Arg Term
	}

	// Inj is the injection into variant Tag of a sum, or constructor Tag of a
	// data type. Into a linear sum it is linear.
	Inj struct {
		typed
		Tag int
		Arg Term
	}

	// Case is case t of inj₁ x₁ → t₁ | … | injₙ xₙ → tₙ, one arm a variant.
	Case struct {
		typed
		Scrut Term
		Arms  []Arm
	}

	// If is if c then t else s. Only the branch taken is evaluated.
	If struct {
		typed
		Cond, Then, Else Term
	}

	// Call is f(t₁, …, tₙ): a named definition, its size parameters
	// instantiated by Sizes. Calls are kept as calls.
	Call struct {
		typed
		Def   *Def
		Sizes []*Size
		Args  []Term
		At    *Pos
	}

	// Prim is op(t₁, …, tₙ) for a primitive of the table ([Op]).
	Prim struct {
		Op   *Op
		Args []Term
		At   *Pos

		nodes Nodes
	}
)

// Bind is one binding of a let-spine: Var = Rhs, or, when Var is nil, the size
// binding `size Size = Rhs` with Rhs an int that must not be negative. Of a Sure one
// it is known, because the same number was a size before.
type Bind struct {
	Var  *Var
	Size *SizeVar
	Rhs  Term
	At   *Pos
	Sure bool
}

// Arm is one arm of a [Case].
type Arm struct {
	Var  *Var
	Body Term
}

// Output says what a [Loop] does with the second component of its body.
type Output uint8

// The outputs of a loop.
const (
	NoOutput   Output = iota // the body is the next state; the loop is the last state
	Collect                  // the body is ⟨state, y⟩; the loop is ⟨last state, [n]y⟩ (mapAccum)
	Accumulate               // the body is ⟨state, y⟩; the loop is ⟨last state, Σ y⟩
)

// Checkpoint is checkpoint t: the value of t, a block of its own. It asks reverse mode to
// keep no tape of t but the variables free in it, and to run t again when its
// pullback is wanted; By says how much of t at a time. It is opaque: passes move
// nothing out of t and share nothing of it with what is outside.
type Checkpoint struct {
	typed
	By   Schedule
	Body Term
}

// Arrays.
type (
	// Build is build n (λi. t), also written [ t | i < n ]; i : idx n. Iterations are independent.
	Build struct {
		typed
		Len  *Size
		Idx  *Var
		Body Term
	}

	// Loop runs i = 0 … Len-1 (or Len-1 … 0 when Down) with a state, in order.
	Loop struct {
		typed
		Len   *Size
		Down  bool
		Out   Output
		Idx   *Var
		State *Var
		Init  Term
		Body  Term
	}

	// While iterates Body on the state while Cond holds. Out is NoOutput, or
	// Collect: the body is ⟨state, y⟩ and the loop is ⟨last state, [?]y⟩.
	While struct {
		typed
		Out        Output
		State      *Var
		Init       Term
		Cond, Body Term
		At         *Pos
	}

	// Sum adds the elements of an array of an additive type. Order-free.
	Sum struct {
		typed
		Arg Term
	}

	// ArrayLit is [t₁, …, tₙ].
	ArrayLit struct {
		typed
		Elems []Term
	}

	// Index is a[i] with i : idx n for a : [n]τ; it cannot fail.
	Index struct {
		typed
		Arr, Idx Term
	}

	// OneHot is the array of length Len that holds Val at Idx and zero elsewhere
	// (AgdaCNN's zero-but). Linear in Val.
	OneHot struct {
		typed
		Len *Size
		Idx Term
		Val Term
	}

	// Set is the array Arr with Val at Idx instead.
	Set struct {
		typed
		Arr, Idx, Val Term
	}
)

// Sizes and indices.
type (
	// SizeOf is a size as an int.
	SizeOf struct {
		typed
		Size *Size
	}

	// ToIdx is an int as idx Len, checked at run time. Or Arg is itself an index, an idx m
	// with m + Offset ≤ Len by the sizes' form, 0 ≤ Offset: then it is Arg + Offset, which cannot fail.
	ToIdx struct {
		typed
		Len    *Size
		Arg    Term
		Offset int64
		At     *Pos
	}

	// FromIdx is an index as an int.
	FromIdx struct {
		typed
		Arg Term
	}

	// Coerce is t :> [n]τ for t : [m]τ or [?]τ; lengths are compared at run time.
	// A Linear one is between (co)tangents: the empty [?]τ, its zero, becomes the zero of [n]τ.
	// Of a Sure one it is known that the lengths are the same: t was a [n]τ before its length was forgotten.
	Coerce struct {
		typed
		Linear bool
		Arg    Term
		At     *Pos
		Sure   bool
	}

	// Pack forgets a length: [n]τ to [?]τ.
	Pack struct {
		typed
		Arg Term
	}

	// DynLen is the length of a [?]τ as an int.
	DynLen struct {
		typed
		Arg Term
	}

	// FilterIdx is the increasing list of those i < Len for which Body holds: [?]idx Len.
	FilterIdx struct {
		typed
		Len  *Size
		Idx  *Var
		Body Term
	}
)

// The monoid structure (CHAD Fig. 6): of the additive types in source programs,
// of every linear type in target programs.
type (
	// Zero is 0 of its type.
	Zero struct{ typed }

	// Plus is t₁ + … + tₙ, n ≥ 2.
	Plus struct {
		typed
		Terms []Term
	}
)

// Operator is a derivative operator inside a program.
type Operator uint8

// The derivative operators.
const (
	JVP       Operator = iota // jvp (λx. t) at dir: the tangent of t at x = at in direction dir
	VJP                       // vjp (λx. t) at dir: the cotangent of x = at for the cotangent dir of t
	LinearVJP                 // vjp of a t that is linear in x, of which passes know that it is; no program has it
)

// Deriv applies a derivative operator to the function λParam. Body, at At, in
// direction Dir. grad f x is vjp f x 1. Directions and results have the type
// [TangentType] of their primals.
type Deriv struct {
	typed
	Op      Operator
	Param   *Var
	Body    Term
	At, Dir Term
}

// The target language (CHAD Fig. 5): linear functions and copowers.
type (
	// LinLam is λ̲v. t, t linear in v. Asserted is empty, or says why t is linear
	// although its form does not show it (then v counts as an ordinary variable in t).
	LinLam struct {
		typed
		Param    *Var
		Body     Term
		Asserted string
	}

	// LinApp is t • s.
	LinApp struct {
		typed
		Fun, Arg Term
	}

	// Coproj is coprojᵢ t: the tuple of type Type() with t at Index and zeros elsewhere, atomic.
	Coproj struct {
		typed
		Index int
		Arg   Term
	}

	// Uninj is the linear map from a linear sum to its variant Tag: injection Tag
	// is undone, zero goes to zero; another tag cannot occur in a well-formed program.
	Uninj struct {
		typed
		Tag int
		Arg Term
	}

	// Singleton is !t ⊗ s. Linear in s.
	Singleton struct {
		typed
		Key, Val Term
	}

	// CopowerCase is case t of !y ⊗ v → s, summed over the entries of t. Linear in t; s is linear in v.
	CopowerCase struct {
		typed
		Scrut    Term
		Key, Val *Var
		Body     Term
	}
)

func (*Const) term()       {}
func (*VarRef) term()      {}
func (*Let) term()         {}
func (*Tuple) term()       {}
func (*Proj) term()        {}
func (*Lam) term()         {}
func (*App) term()         {}
func (*Inj) term()         {}
func (*Case) term()        {}
func (*If) term()          {}
func (*Call) term()        {}
func (*Prim) term()        {}
func (*Checkpoint) term()  {}
func (*Build) term()       {}
func (*Loop) term()        {}
func (*While) term()       {}
func (*Sum) term()         {}
func (*ArrayLit) term()    {}
func (*Index) term()       {}
func (*OneHot) term()      {}
func (*Set) term()         {}
func (*SizeOf) term()      {}
func (*ToIdx) term()       {}
func (*FromIdx) term()     {}
func (*Coerce) term()      {}
func (*Pack) term()        {}
func (*DynLen) term()      {}
func (*FilterIdx) term()   {}
func (*Zero) term()        {}
func (*Plus) term()        {}
func (*Deriv) term()       {}
func (*LinLam) term()      {}
func (*LinApp) term()      {}
func (*Coproj) term()      {}
func (*Uninj) term()       {}
func (*Singleton) term()   {}
func (*CopowerCase) term() {}

// Type is the type of the variable.
func (t *VarRef) Type() Type { return t.Var.Type }

func (*VarRef) kinds() Nodes { return 0 }

// Def is a named top-level definition f[n₁ …](x₁, …, xₖ) : σ = t. Definitions
// may be recursive, also mutually. Body is set once, after the Def exists.
type Def struct {
	Name   string
	Sizes  []*SizeVar
	Params []*Var
	Result Type
	Body   Term
	// Custom, if not nil, is the derivative that the user attached.
	Custom *CustomJVP
	// Adjoints are the transposes that are known, in parameters in which the definition is linear.
	Adjoints []*Adjoint
	// Kernel, if not empty, names a routine that back ends may call in the place of the
	// body when that is large (gen/kernel.go); the meaning is the body's.
	Kernel string
	// Keep says that calls stay calls, so that equal ones are shared: of what is costly, and no smaller when inlined.
	Keep bool
	// Library says that the definition is not the program's own but came with the language.
	Library bool
	Doc     string
	At      *Pos

	shared  Term // the body of which package simplify said that nothing is to be shared in it
	settled Term // and the one that it said rules change nothing of, which are those of settledBy
	// settledBy are sets of rules as package simplify numbers them.
	settledBy uint8
}

// Shared reports whether nothing is to be shared in the body, by what [Def.SetShared] said of this very body or of the
// one that it is a copy of.
func (d *Def) Shared() bool { return d.Body != nil && d.shared == d.Body }

// SetShared says that nothing is to be shared in the body as it is now.
func (d *Def) SetShared() { d.shared = d.Body }

// Settled is what [Def.SetSettled] said of this very body or of the one that it is a copy of; nothing was said if it is
// 0.
func (d *Def) Settled() (by uint8) {
	if d.Body == nil || d.settled != d.Body {
		return 0
	}
	return d.settledBy
}

// SetSettled says that some sets of rules, which package simplify numbers, change nothing of the body as it is now.
func (d *Def) SetSettled(by uint8) { d.settled, d.settledBy = d.Body, by }

// CustomJVP is a hand-written pushforward of a definition: with Params and
// Tangents in scope, Body is the tangent of the result, linear in the
// tangents. The VJP follows by transposition (Rose §3.2).
type CustomJVP struct {
	Params   []*Var // its own copies of the definition's parameters
	Tangents []*Var // one a parameter, of its [TangentType]
	Sizes    []*SizeVar
	Body     Term
}

// Program is a list of definitions and data types, in source order.
type Program struct {
	Data []*Data
	Defs []*Def
}

// Lookup finds a definition by name, or nil.
func (p *Program) Lookup(name string) *Def {
	for _, d := range p.Defs {
		if d.Name == name {
			return d
		}
	}
	return nil
}
