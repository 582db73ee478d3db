package gc

import "github.com/seed-4b734f86/gochad/gen/code"

// sqrtHelper stands for math.Sqrt in loops. The instruction of amd64 keeps the upper half of its register, so it waits
// for whatever was computed there before, and Go's compiler takes any register: where that is a result of the iteration
// before, a square root and what depends on it take their whole latency in each iteration. The subtraction makes a
// value that nobody needs afterwards, and leaves a register behind that nothing slow was in. (Go 1.26, the loop over
// the pairs of an n-body problem: 16.7 ns for a pair without it, 6.3 with it.)
const sqrtHelper = `// sqrt is math.Sqrt(x), for loops: x - 0 is x in a register of its own, so that
// the square root need not wait for that of the iteration before.
func sqrt(x float64) float64 { return math.Sqrt(x - 0) }`

// Sqrt is a square root; in a loop by the helper.
func Sqrt(file *code.File, x *code.Expr, inLoop bool) *code.Expr {
	if !inLoop {
		return code.Call("math", "Sqrt", x)
	}
	file.Helper("sqrt", sqrtHelper)
	return code.Call("", "sqrt", x)
}
