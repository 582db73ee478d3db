// Package syntax is the one core language of the system: types, terms and
// programs of the source language and of the target language with linear
// functions and copowers, in one algebra. They are those of Fig. 3 and of
// Fig. 5 and 8 in the paper about CHAD.
//
// Source programs are a checked subset of it: a term is a source term when it
// holds none of the target-only nodes (see [IsSource]).
//
// # Invariants
//
//   - Types are interned: equal types are one pointer, so == is type equality.
//   - Terms are immutable. A pass returns new terms and shares what it kept.
//   - A variable is its address. Every binder binds a [Var] of its own and no
//     Var is bound twice in a program, so substitution cannot capture. Whoever
//     copies a term that binds must refresh it ([Refresh]).
//   - A let-spine is a list ([Let].Binds), never a nest, and every pass walks
//     it with a loop: a spine of a million bindings is ordinary input.
//   - Constructors (NewApp, NewTuple, …) are the typing rules. They check and
//     cache the type and panic on a violation, which only a broken pass can
//     cause: front ends have reported errors before they build terms.
//   - Sizes of arrays are integer polynomials in size variables ([Size]). A
//     size variable is bound by a definition or by a size binding of a let and
//     is an ordinary run-time int after checking.
//
// # The variants of Term
//
//	source   Var Const Let Tuple Proj Lam App Inj Case If Call Prim
//	arrays   Build Loop While Sum ArrayLit Index OneHot Set
//	sizes    SizeOf ToIdx FromIdx Coerce Pack DynLen FilterIdx
//	monoid   Zero Plus
//	operators Deriv (jvp and vjp)
//	memory   Checkpoint
//	target   LinLam LinApp Coproj Uninj Singleton CopowerCase
//
// # Working with terms
//
//	Print, PrintProgram      the notation of the paper (PrintOptions)
//	Verify, VerifyProgram    scopes, types, sizes, linearity
//	Equal, Hash              α-equality
//	Mapper, Children         the shape of every node, for passes
//	FreeVars, Substitution   variables
//	TransposeLinear          fᵀ of a linear function f, by the table Transposes
//	LId, LCompose, …         CHAD Fig. 8 and Coconut Fig. 3 as derived forms
//
// Package build is a typed front end in Go.
//
// # References
//
//	[CHAD]    M. Vákár, T. Smeding: CHAD: Combinatory Homomorphic Automatic Differentiation. TOPLAS 2022.
//	[Coconut] T. Ellis, S. Peyton Jones, A. Fitzgibbon: Automatic differentiation in Coconut.
//	[AgdaCNN] A. Šinkarovs, T. Koopman, S.-B. Scholz: Correctness meets performance, a CNN in Agda.
package syntax
