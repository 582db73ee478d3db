package functions

// Unary are the functions of one real.
var Unary = map[string]func(x float64) float64{
	"exp": exp, "expm1": expm1, "exp2": exp2, "log": log, "log1p": log1p, "log2": log2, "log10": log10,
	"sin": sin, "cos": cos, "tan": tan, "asin": asin, "acos": acos, "atan": atan,
	"sinh": sinh, "cosh": cosh, "tanh": tanh, "asinh": asinh, "acosh": acosh, "atanh": atanh,
	"cbrt": cbrt, "sigmoid": sigmoid, "softplus": softplus,
	"erf": erf, "erfc": erfc, "normcdf": normcdf, "normpdf": normpdf, "gamma": gamma, "lgamma": lgamma, "digamma": digamma,
	"j0": j0, "j1": j1, "y0": y0, "y1": y1,
	"log1mexp": log1mexp, "logit": logit, "erfinv": erfinv, "erfcinv": erfcinv,
	"square": square, "sign": sign, "relu": relu, "roundaway": roundaway, "modffrac": modffrac, "frexpfrac": frexpfrac, "logb": logb,
	"round32": round32,
}

// Binary are the functions of two reals.
var Binary = map[string]func(x, y float64) float64{
	"logaddexp": logaddexp, "pow": pow, "hypot": hypot, "atan2": atan2, "xlogy": xlogy,
	"gmul": gmul, "mathmax": mathmax, "mathmin": mathmin, "dim": dim, "fmod": fmod, "remainder": remainder,
	"nextafter": nextafter, "nextafter32": nextafter32,
}

// IntReal are the functions of an int and a real.
var IntReal = map[string]func(n int, x float64) float64{"polygamma": polygamma, "jn": jn, "yn": yn}
