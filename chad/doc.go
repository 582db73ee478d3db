// Package chad is the library: it takes programs of the core language, derives
// gradients, Jacobians, Hessians and products with them, evaluates them in the
// interpreter and emits them as Go.
//
// A [Func] is a definition of a program. The operators ([Grad], [ValueAndGrad],
// [JVP], [VJP], [HVP], [Jacobian], [Hessian]) give a new Func, which can be
// evaluated, emitted, printed, or differentiated again as long as it is a source program.
//
//	m, err := chad.Parse("model.chad", src)
//	f, err := m.Func("loss")
//	g, err := chad.ValueAndGrad(f, "theta")
//	v, err := g.Eval(theta, x, y)
//
// Errors say what is wrong in words, and what they are about for [errors.Is]: [ErrProgram], [ErrUnknown], [ErrType],
// [ErrConstant], [ErrArgument].
//
// The stages that a program passes through are those of [Stages].
//
// # References
//
//	[CHAD] §7 (the transformations), App. B (simplification)
//	[Coconut] §5 (showing every stage)
package chad
