package functor

import "github.com/seed-4b734f86/gochad/syntax"

// Context is D₂Γ: the (co)tangent types of the variables of a context, in order.
type Context []syntax.Type

// Type is the product of the context; one variable is its own type, none is unit.
func (c Context) Type() syntax.Type { return syntax.NewTupleType(c...) }

// Operand is an atom of the primal program with its place in a context.
type Operand struct {
	Atom syntax.Term
	Slot int         // its place in the context, -1 when inactive
	Tan  syntax.Type // D₂ of its type
}

// Active reports whether the operand has a place in the context.
func (o Operand) Active() bool { return o.Slot >= 0 }

// Step is one binding of a let-spine, as the linear half sees it: the variable with (co)tangent type Tan is bound by
// the linear function Lin from (to) the operands From. Of a real in reverse mode with [Options.Direct], Lin is nil and
// the partials are there instead: that of x has the place of x in From.
type Step struct {
	Name     string
	Tan      syntax.Type
	From     []Operand // distinct; Slot counts context first, then earlier steps
	Lin      syntax.Term
	Partials []Partial
}

// Partial is ∂op/∂xᵢ for one real operand of a primitive.
type Partial struct {
	X Operand
	D syntax.Term // nil where it is zero everywhere
	// Guarded products give 0 where the (co)tangent is 0 (singular primitives).
	Guarded bool
	// Factors are multiplied with the (co)tangent one by one ([syntax.Op].Factors).
	Factors bool
}

// Iteration is a loop as the linear half sees it. Pull gives the linear
// function of the body of iteration j, from (to) the context, followed by the
// state when State is active.
type Iteration struct {
	Len     *syntax.Size
	Down    bool
	Dyn     bool // what it collects has a length that is known at run time only
	Out     syntax.Output
	State   syntax.Type // D₂ of the state, Unit when inactive
	Output  syntax.Type // D₂ of the output of the body, for loops with one
	Init    Operand
	Context Context   // of the body, without the state
	Free    []Operand // the operands of Context, in order
	Pull    func(j syntax.Term) syntax.Term
}

// VJP is vjp (λx. t) y u as the linear half sees it. No reverse pass is differentiated: the linear half is made of
// pullbacks, by the reverse functor, of t and of its tangent.
type VJP struct {
	Tan      syntax.Type // D₂ of the value, which is that of x
	X        string      // the name of x
	Captured []Operand   // γ, the active variables that t uses beside x
	At, Dir  Operand     // y and u
	// Back is vjp (λx. t) y w.
	Back func(w syntax.Term) syntax.Term
	// Tangent is the value of φ at y and vjp φ y u, where φ is the tangent of t in the directions dγ of γ and dx of x,
	// nil where there is none. The pullback is by x alone, or, with all, by γ and x. Bindings go to s.
	Tangent func(s *syntax.Spine, dγ []*syntax.Var, dx *syntax.Var, all bool) (value, back syntax.Term)
}

// Symmetric is why second derivatives are linear though their form does not show it.
const Symmetric = "⟨w, f′(y)ᵀu⟩ = ⟨f′(y)w, u⟩"

// Mode supplies the linear half of every rule, and is the only place that knows what a linear half is: the traversal
// binds linear halves, puts them into pairs and arrays and takes them out again, and does nothing else with them.
// Each method returns a linear half (a term of type Arrow(ctx, type of the construct)) for one construct whose
// operands stand in the context ctx, unless it says otherwise.
type Mode interface {
	// Name names the mode: "forward" or "reverse" for the two of CHAD.
	Name() string
	// Real is D(real)₂ for the ground type real.
	Real() syntax.Type
	// Function is D(τ→σ)₂ given D₁τ and D₂σ: a power forward, a copower in reverse.
	Function(param1, result2 syntax.Type) syntax.Type
	// Contravariant tells whether linear halves run backwards (ΣL^op), so that they keep what the primal computes.
	Contravariant() bool

	// Arrow is the type of linear halves: from ⊸ to in forward, to ⊸ from in reverse.
	Arrow(from, to syntax.Type) syntax.Type
	// Run applies a linear half to a tangent in forward, to a cotangent in reverse, and gives the value.
	Run(half, v syntax.Term) syntax.Term
	// Again is the linear half of a term of tangent tan that is run again with it. From half it has the linear half
	// that the second run makes, whose bindings go to the spine.
	Again(ctx Context, tan syntax.Type, half func(*syntax.Spine) syntax.Term) syntax.Term
	// Custom is the linear half of which λ̲v. push is the pushforward, v the product of the tangents of the active
	// parameters; the error says why it has none.
	Custom(v *syntax.Var, push syntax.Term) (syntax.Term, error)

	// Spine is the let rule for a block: from Γ to the result, through the variables that steps bind.
	Spine(ctx Context, steps []Step, result Operand) syntax.Term
	// Tuple is the linear half of ⟨xs⟩, of tangent tan.
	Tuple(ctx Context, tan syntax.Type, xs []Operand) syntax.Term
	// Proj is the linear half of component i of x, of tangent tan.
	Proj(ctx Context, i int, tan syntax.Type, x Operand) syntax.Term
	// Argument restricts the body's linear function z' over ⟨Γ, x⟩ to its
	// argument; active tells whether x has a place in it.
	Argument(ctx Context, arg, result syntax.Type, active bool, z syntax.Term) syntax.Term
	// Captured is the linear half of a λ with respect to its context: lin gives the body's
	// linear function at an argument of type param1.
	Captured(ctx Context, param1 syntax.Type, arg, result syntax.Type, active bool,
		lin func(x syntax.Term) syntax.Term) syntax.Term
	// App is the linear half of f a; z is that of the function with respect to its argument.
	App(ctx Context, f, a Operand, result syntax.Type, z syntax.Term) syntax.Term
	// Inj is the linear half of an injection into a sum with the tangent type sum.
	Inj(ctx Context, sum syntax.Type, tag int, x Operand) syntax.Term
	// Arm is the linear half of the variable of a case arm: from the scrutinee, the whole context.
	Arm(sum syntax.Type, tag int) syntax.Term
	// Call composes the linear function z of a definition, over the product of xs, with the arguments.
	Call(ctx Context, xs []Operand, result syntax.Type, z syntax.Term) syntax.Term
	// Prim is the linear half of a primitive: the products of its partials and the tangents of its arguments.
	Prim(ctx Context, result syntax.Type, ps []Partial) syntax.Term
	// Build is the linear half of an array of n elements; pull is that of element j over the context.
	Build(ctx Context, n *syntax.Size, elem syntax.Type, pull func(j syntax.Term) syntax.Term) syntax.Term
	// Loop is the linear half of a counted loop, from the linear functions of its iterations.
	Loop(ctx Context, it Iteration) syntax.Term
	// Sum is the linear half of the sum over an array x.
	Sum(ctx Context, x Operand) syntax.Term
	// ArrayLit is the linear half of [xs], elem the tangent of an element.
	ArrayLit(ctx Context, elem syntax.Type, xs []Operand) syntax.Term
	// Index is the linear half of a[i]; i is primal.
	Index(ctx Context, a Operand, i syntax.Term) syntax.Term
	// OneHot is the linear half of the array of n elements that is x at i and zero elsewhere.
	OneHot(ctx Context, n *syntax.Size, i syntax.Term, x Operand) syntax.Term
	// Set is the linear half of a with x in place i.
	Set(ctx Context, a Operand, i syntax.Term, x Operand) syntax.Term
	// Cast is the linear half of a change between array types of one element type.
	Cast(ctx Context, x Operand, to syntax.Type) syntax.Term
	// VJP is the linear half of a vjp inside a program.
	VJP(ctx Context, t VJP) syntax.Term
	// Plus is the linear half of the sum of xs, of tangent tan.
	Plus(ctx Context, tan syntax.Type, xs []Operand) syntax.Term
}
