package judge

// A Case is a function and what is to be judged of it.
type Case struct {
	// Name tells cases apart.
	Name string
	// F is the function; of a method the receiver is the first parameter.
	F any
	// Params are the names of the parameters, for messages.
	Params []string
	// Held are values of the types that parameters may hold that are interfaces.
	Held []any
	// By are the parts of the parameters that the derivatives are by, in order; none is all that vary.
	By []Part
	// Of is the result that is differentiated; -1 is all that vary.
	Of int
	// Derived are the derivatives.
	Derived []Derived
	// Gradient is the gradient that Hessians and products with them are judged by, or nil.
	Gradient any
	// Args gives arguments, or is nil: func(*rand.Rand) (p…), of package math/rand or math/rand/v2.
	Args any
	// Record is the name by which the function records the arguments that it is called with ([Saw]), while the functions
	// of the cases in From run; empty if it does not.
	Record string
	From   []string
}

// A Part is a parameter, or a field in it.
type Part struct {
	Param  int
	Fields []string
}

// A Derived is a derivative, with the signature that its directive gives.
type Derived struct {
	// Verb is grad, vjp, jvp, jacobian, hvp or hessian; or, of what is written by hand, derivative for a JVP, pullback for
	// a VJP.
	Verb string
	Name string
	F    any
}

// Settings say how to judge.
type Settings struct {
	Points    int
	Seed      uint64
	Size      int
	Range     []float64 // of reals; empty is of many kinds
	Tolerance float64
	Seconds   float64 // for a case
	// Constant are the fields that are constants for differentiation, as "path.Type.Field", and packages whose
	// unexported fields may be drawn, as "own:path".
	Constant []string
	// Spoil, if not 0, is a factor by which derivatives are made wrong: the test of the check.
	Spoil float64
	// At are arguments that are given, as JSON: a list of lists of arguments.
	At [][]byte
}

// A Verdict is what came of a case.
type Verdict struct {
	Name string
	// Wrong says what is wrong, and is empty where nothing is. At are the arguments there.
	Wrong, At string `json:",omitempty"`
	// By is the derivative that is wrong, where something is, and Other another one that it does not agree with, where
	// differences say nothing.
	By, Other string `json:",omitempty"`
	// Points are those at which something could be judged.
	Points int
	// Rough are those where differences say nothing: at a kink, a jump, noise. Modes are compared there all the same.
	Rough int `json:",omitempty"`
	// Useless are the draws for which there is no value; Why is the reason of the last one.
	Useless int    `json:",omitempty"`
	Why     string `json:",omitempty"`
	// Forward is the worst relative error against differences, Reverse that between the modes. They are negative where
	// there was nothing to compare.
	Forward, Reverse float64
	// Fault says why arguments that are given are none of the function's.
	Fault string `json:",omitempty"`
	// Given says that the arguments were not drawn.
	Given bool `json:",omitempty"`
	// NotNumbers counts derivatives that are NaN or infinite where the function is finite. They are not judged.
	NotNumbers int `json:",omitempty"`
}
