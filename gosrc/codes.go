package gosrc

import (
	"slices"

	"github.com/seed-4b734f86/gochad/gosrc/flow/own"
	"github.com/seed-4b734f86/gochad/gosrc/flow/term"
	"github.com/seed-4b734f86/gochad/gosrc/load"
	"github.com/seed-4b734f86/gochad/gosrc/translate"
	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Codes is the table of all codes of messages about Go packages: those of constructs, by name, and then the others.
func Codes() []diag.Entry { return slices.Concat(translate.Codes(), codes) }

var codes = []diag.Entry{
	{
		Code: load.CodeDirective,
		Explanation: "A line that begins with //chad: is not a directive, stands where none can stand, names what is not " +
			"there, or has options that do not fit.",
		Hint:    "there is: func, grad, vjp, jvp, jacobian, hessian, hvp, sum, derivative, implicit, nodiff, emit",
		Example: "//chad:«gradient»\nfunc F(x float64) float64 { return x * x }",
		Message: "unknown directive gradient",
	},
	{
		Code: load.CodeSum,
		Explanation: "The function has //chad:sum, and does not add over examples so that they can come one by one: something else " +
			"than a sum passes from one to the next, or the loop reads what is known only when all are there.",
		Hint:    "one loop over the examples, for i := range x, that adds to variables by += and reads x[i] alone",
		Example: "//chad:sum over=x\nfunc F(a float64, x []float64) float64 {\n\tm := 0.0\n\tfor _, v := range x {\n\t\t«m» = max(m, a*v)\n\t}\n\treturn m\n}",
		Message: "the loop leaves m changed for the next example: only sums may pass from one to the next",
	},
	{
		Code:        load.CodeSyntax,
		Explanation: "The file is not Go: the parser of package go/parser says why.",
		Hint:        "mend the file first; go vet says the same",
		Example:     "func F(x float64) float64 { return x * «»}",
		Message:     "expected operand, found '}'",
	},
	{
		Code:        load.CodeType,
		Explanation: "The package does not compile: the type checker of package go/types says why.",
		Hint:        "mend the file first; go vet says the same",
		Example:     "func F(x float64) float64 { return x * «y» }",
		Message:     "undefined: y",
	},
	{
		Code: load.CodeList,
		Explanation: "The go command cannot list the packages: an import is not found, imports go round, or go.mod is at " +
			"fault.",
		Hint: "go list -e ./... says the same",
	},
	{
		Code: CodeDerive,
		Explanation: "The directive cannot be followed for this function: it has no real result for a gradient, nothing " +
			"that varies, or results and parameters of a form that this derivative does not take.",
		Hint:    "choose another directive, or other parameters with wrt=",
		Example: "«//chad:grad»\nfunc F(x []float64) []float64 { return []float64{2 * x[0]} }",
	},
	{
		Code: CodeEmit,
		Explanation: "The derivative is there, but no Go code of a reasonable size for it, or none with the settings of a " +
			"//chad:emit line.",
		Hint: "split the function; or change the settings",
	},
	{
		Code:        CodeDefect,
		Explanation: "A defect of chad, not of the program. Nothing was written.",
		Hint:        "please report it, with the function that the message is about",
	},
	{
		Code: CodeWrong,
		Explanation: "chad check has found that a derivative is not that of its function: differences settle on another " +
			"number. Nearly always it is one that was written by hand.",
		Hint: "mend the derivative at the place that is named; chad show --stage flow prints what chad has read",
	},
	{
		Code: CodeStale,
		Explanation: "A generated file is missing, or is not what would be generated now: its source, a function that it " +
			"calls, or chad has changed since. chadvet says so, and chad gen --check.",
		Hint: "chad gen ./...",
	},
	{
		Code: own.CodeStale,
		Explanation: "Memory that two names share is written through the one and then read through the other, in a way that " +
			"chad cannot follow. What shares memory is known through assignments, calls, fields and elements; it is lost " +
			"where the names are chosen at run time.",
		Hint: "write and read through one of the two names, or make one a copy: slices.Clone(…)",
		Example: "func F(x []float64, k int) float64 {\n\tw := make([]float64, 4)\n\trows := [][]float64{w}\n\trows[0] = " +
			"w[k:]\n\tw[0] = x[0]\n\t«return rows[0][0]»\n}",
	},
	{
		Code:        own.CodeArgs,
		Explanation: "A call is given the same memory twice and writes it, so that its two parameters change together.",
		Hint:        "pass a copy of one: slices.Clone(…)",
		Example: "import \"slices\"\n\nfunc F(x []float64) float64 {\n\tz := slices.Clone(x)\n\t«add(z, z, 0)»\n\treturn z[0]\n}\n\nfunc add(y, x " +
			"[]float64, i int) {\n\tif i < len(x) {\n\t\ty[i] += x[len(x)-1-i]\n\t\tadd(y, x, i+1)\n\t}\n}",
	},
	{
		Code: own.CodeCapacity,
		Explanation: "The capacity of a slice that comes from the caller, or lies in a field or an element, is not known to " +
			"the derivative: it makes such slices again, with a room of their own.",
		Hint:    "use len, or pass the capacity as an int",
		Example: "func F(x []float64) float64 { «return x[0] * float64(cap(x))» }",
		Message: "the capacity of x, a parameter, is not known",
	},
	{
		Code: own.CodeFunctions,
		Explanation: "Function values are told apart by numbers, one for each literal. That is impossible where they hold " +
			"others of their own kind without end, and where the caller chooses them.",
		Hint: "pass the function as a parameter that is called, or write the recursion over data",
		Example: "func F(x float64, n int) float64 {\n\tid := func(v float64) float64 { return v }\n\treturn rec(n, id, id, " +
			"x)\n}\n\nfunc rec(n int, f, g func(float64) float64, x float64) float64 {\n\tif n <= 0 {\n\t\treturn f(x) * " +
			"g(x)\n\t}\n\ty := rec(n-1, func(v float64) float64 { return f(v) + 1 }, «func(v float64) float64 { return g(f(v)) " +
			"}», x)\n\treturn y + rec(n-2, func(v float64) float64 { return g(v) + 2 }, f, x)\n}",
	},
	{
		Code: own.CodeNil,
		Explanation: "Whether something is nil is kept as a bool beside it. Here there is no place for one: an element, or " +
			"what a pointer of the caller leads to.",
		Hint: "pass a bool beside it, or a length of 0 for what is not there",
		Example: "func F(x float64, k int) float64 {\n\tps := make([]*float64, 2)\n\tp := &ps[k&1]\n\t*p = &x\n\tif " +
			"«ps[0]» == nil {\n\t\treturn 1\n\t}\n\treturn *ps[0]\n}",
	},
	{
		Code: own.CodeGrow,
		Explanation: "A slice in a struct of the caller becomes longer. Its gradient would have another length than what " +
			"the caller gives.",
		Hint: "return the longer slice, or give the function the slice in its final length and a count",
		Example: "type T struct{ v []float64 }\n\nfunc F(t *T, x float64) float64 {\n\tt.v = «append(t.v, x)»\n\treturn " +
			"x * t.v[0]\n}",
		Message: "t holds a slice of the caller that becomes longer here",
	},
	{
		Code: own.CodeSort,
		Explanation: "The comparison of a sort looks at memory that the sort moves, otherwise than by the two elements that " +
			"it compares; or it writes memory.",
		Hint: "compare by a copy made before: slices.Clone(…)",
	},
	{
		Code:        own.CodeGlobal,
		Explanation: "Memory of a package variable is written. A derivative may run at the same time in several goroutines.",
		Hint:        "copy it first: slices.Clone(…), or pass it as a parameter",
	},
	{
		Code: "ragged",
		Explanation: "A parameter with ragged= has rows of any lengths, one after the other in one slice. What is done to it " +
			"here would change the lengths, or takes it for something else.",
		Hint: "leave ragged= out, and chad follows each row by itself; or use the rows without changing their lengths",
	},
	{
		Code: term.CodeTerm,
		Explanation: "The program has no form in the λ-calculus. Above all: a derivative written by hand is not linear in " +
			"the tangents, or a VJP in the cotangents.",
		Hint: "each term of a tangent has one tangent as a factor, and conditions, indices and lengths have none",
		Example: "func F(x float64) float64 { return g(x) }\n\nfunc g(x float64) float64 { return x * x }\n\n" +
			"//chad:derivative of=g\nfunc gJVP(x, dx float64) (float64, float64) { return x * x, «dx * dx» }",
	},
	{
		Code: CodeLeftOut,
		Explanation: "A notice of chad wasm. The directive, or a part of it, asks for what a module of WebAssembly does not " +
			"have: a matrix, an adapter to optimisers, a setting of Go code. The rest of the package is compiled.",
		Hint: "for the product of a matrix and a direction ask for //chad:jvp or //chad:hvp",
	},
	{
		Code: CodeAdapter,
		Explanation: "A note. A gradient by one parameter of type []float64 has an adapter for optimisers, NewFProblem, beside " +
			"it. This one has none. The note is printed when a file is generated for the first time, and with --verbose.",
		Hint: "add problem=flat to the directive, if an optimiser is to call it; otherwise there is nothing to do",
	},
	{
		Code: CodeSearch,
		Explanation: "A warning. The result depends on the parameter through comparisons, rounding or conversions alone, as " +
			"in a bisection or an argmin. The derivative by it is 0 almost everywhere, and that is what is generated. " +
			"Often another one was meant: that of the equation which the search solves.",
		Hint: "leave the parameter out of wrt=; or say what the search solves, with //chad:implicit residual=R or minimises=F",
		Example: "func F(a float64) float64 {\n\tlo, hi := 0.0, 10.0\n\tfor range 60 {\n\t\tm := (lo + hi) / 2\n\t\tif " +
			"«m*m > a» {\n\t\t\thi = m\n\t\t} else {\n\t\t\tlo = m\n\t\t}\n\t}\n\treturn lo\n}",
	},
	{
		Code: CodeEquality,
		Explanation: "A warning. A branch is taken where two reals that vary are equal. There the derivative is that of this " +
			"branch alone, though values nearby take the other one.",
		Hint:    "let the branch compute the same as the other one does there; or compare with a tolerance",
		Example: "func F(x float64) float64 {\n\tif «x*x == 1» {\n\t\treturn 1\n\t}\n\treturn x * x\n}",
	},
	{
		Code: CodeBits,
		Explanation: "A result depends on a real that is made of the bits of one that varies. Bits have no derivative, and " +
			"without them the result would have a wrong one.",
		Hint:    "use math.Abs, math.Copysign, math.Frexp and their like; or write a derivative with //chad:derivative of=…",
		Example: "import \"math\"\n\nfunc F(x float64) float64 { return x * «math.Float64frombits(math.Float64bits(x) &^ (1 << 63))» }",
	},
}
