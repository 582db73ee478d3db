package syntax

// atZero are the elementary functions whose value at 0 everybody's implementation has exactly: x itself, sign and all,
// or 1.
var atZero = map[string]bool{ //nolint:gochecknoglobals // a table
	"sin": true, "tan": true, "asin": true, "atan": true, "sinh": true, "tanh": true, "expm1": true, "log1p": true,
	"cos": true, "cosh": true, "exp": true,
}

// ExactAt reports whether the value of the primitive at x is the same to the last bit wherever it is computed: of an
// operation that is [Op].Exact everywhere, of some elementary functions at 0.
func (o *Op) ExactAt(x []Value) bool {
	return o.Exact || atZero[o.Name] && len(x) == 1 && x[0].F == 0
}
