package chad

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Codes is the table of the codes of messages about directives in .chad files.
func Codes() []diag.Entry { return slices.Clone(codes) }

var codes = []diag.Entry{
	{
		Code: codeDirective,
		Explanation: "A line that begins with --chad: is not a directive, stands where none can stand, or names what is " +
			"not there.",
		Hint:    "there is: func, grad, vjp, jvp, jacobian, hessian, hvp, emit",
		Example: "«--chad:gradient»\ndef f (x : real) : real = x * x\n",
	},
	{
		Code:        codeDerive,
		Explanation: "The directive cannot be followed for this definition: a gradient of what gives no single real, say.",
		Hint:        "choose another directive, or other parameters with wrt=",
		Example:     "«--chad:grad»\ndef f (x : real) : int = 1\n",
	},
	{
		Code:        codeEmit,
		Explanation: "The derivative is there, but no Go can be emitted for it.",
		Hint:        "change the settings of the --chad:emit line",
	},
}
