package functions

// Unary are the functions of one real.
var Unary = map[string]func(x float64) float64{
	"exp": exp, "expm1": expm1, "log": log, "log1p": log1p, "sin": sin, "cos": cos, "tanh": tanh, "sigmoid": sigmoid, "softplus": softplus,
}

// Binary are the functions of two reals.
var Binary = map[string]func(x, y float64) float64{
	"logaddexp": logaddexp,
}
