// Package build makes source programs in Go, with Go's types.
//
//	p := build.NewProgram()
//	logistic := build.Def1(p, "logistic", build.RealT, build.RealT,
//		func(z build.R) build.R { return build.Div(build.Lit(1), build.Add(build.Lit(1), build.Exp(build.Neg(z)))) })
//	prog, err := p.Finish()
//
// [github.com/seed-4b734f86/gochad/chad.Built] takes such a program and gives what is differentiated and compiled.
//
// An [Expr] of type A is an expression of type A: A is one of the phantom types
// [Real], [Int], [Bool], [Unit], [Idx], [Pair], [Either], [Array], [Dyn], [Func], or a data
// type of the program. So most ill-typed programs fail in the Go compiler. What Go's types
// do not hold (lengths of arrays, foremost) is checked as the program is
// built: mistakes are collected with the file and line of the caller, and
// [Program.Finish] returns them. Nothing here panics on a wrong program.
//
// # Sharing
//
// Expressions are let-bound in the order in which Go evaluates them, inside the function or
// branch that is being built: a Go variable that is used twice is computed
// once. [Expr.Named] chooses the name that printers show.
//
// Binders are Go functions: [Build], [Lambda], [Loop], [Fold] and their like
// call theirs once, with an expression for the bound variable. An expression
// from inside such a function must not be used outside of it.
//
// Functions whose operands can all be literals take the program as their first
// argument. A Program must not be used by two goroutines at a time.
package build
