package translate

import (
	"slices"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// Codes is the table of all diagnostics, by code.
func Codes() []diag.Entry { return slices.Clone(codes) }

// hintOf is what to write instead of what a code stands for.
func hintOf(code diag.Code) string {
	for _, c := range codes {
		if c.Code == code {
			return c.Hint
		}
	}
	return ""
}

var codes = []diag.Entry{
	{
		Code:        "channel",
		Explanation: "Channels have no derivative: what comes out of one depends on other goroutines.",
		Hint:        "pass the values as a slice",
		Example:     "func F(c chan float64) float64 { return «<-c» }",
		Message:     "a value received from a channel",
	},
	{
		Code: "defer",
		Explanation: "A deferred call in a loop stands for any number of calls. Others run where the function returns, " +
			"but not after a panic, which is one of the derivative, too.",
		Hint:    "call it at the end, or in a function that the loop calls",
		Example: "func F(x []float64) (s float64) {\n\tfor _, v := range x {\n\t\t«defer func() { s *= v }()»\n\t}\n\treturn 1\n}",
		Message: "a deferred call in a loop",
	},
	{
		Code: "derivative-call",
		Explanation: "A function without source here, of another module or in assembly, is called by the derivative " +
			"as it is, also where //chad:derivative " +
			"says what its derivative is. Numbers and bools can be given to it, and one number or bool be taken " +
			"from it.",
		Hint: "attach the derivative to a function of your own, of numbers and bools, that calls it; or copy its " +
			"source into your module",
		Example: "«//chad:derivative of=first»\nfunc firstJVP(x, dx []float64) (float64, float64) { return x[0], " +
			"dx[0] }\n\nfunc first(x []float64) float64 // in assembly\n\n" +
			"func F(x []float64) float64 { return first(x) }",
		Message: "first has no source here, and cannot be called as it is: it takes x, of type []float64",
	},
	{
		Code:        "derivative-nodiff",
		Explanation: "What a function marked //chad:nodiff gives is a constant, which has no derivative.",
		Hint:        "leave //chad:nodiff out, or the derivative",
		Example: "«//chad:derivative of=G»\nfunc GJVP(x, dx float64) (float64, float64) { return G(x), dx " +
			"}\n\n//chad:nodiff\nfunc G(x float64) float64 { return x }\n\nfunc F(x float64) float64 { return G(x) }",
		Message: "G has no derivative: it is marked //chad:nodiff",
	},
	{
		Code: "derivative-signature",
		Explanation: "A function with //chad:derivative of=G takes the parameters of G and then one tangent for each " +
			"that varies, " +
			"of the parameter's type, and gives the results of G and then their tangents. One with form=vjp takes the " +
			"parameters of G, its results and then one cotangent for each result that varies, and gives those of the " +
			"parameters that vary.",
		Hint: "write its signature as the message says",
		Example: "//chad:derivative of=G\nfunc «GJVP»(x float64) (float64, float64) { return G(x), 1 }\n\nfunc G(x " +
			"float64) float64 { return x }\n\nfunc F(x float64) float64 { return G(x) }",
		Message: "the derivative of G should be func(x float64, dx float64) (float64, float64)",
	},
	{
		Code: "error-compare",
		Explanation: "Of an error only whether it is nil is known to the derivative. errors.Is and errors.As, " +
			"and comparisons with a particular error, ask for more.",
		Hint: "return a bool or an int beside the error, and decide by that",
		Example: "import \"io\"\n\nfunc F(x float64, err error) float64 {\n\tif «err == io.EOF» {\n\t\treturn " +
			"0\n\t}\n\treturn x\n}",
		Message: "which error it is cannot influence the result",
	},
	{
		Code: "evaluation-order",
		Explanation: "Go does not say whether a variable is read before or after a call in the same expression. " +
			"Where the call changes the variable, compilers may give different results.",
		Hint: "store the variable or the call's result in a variable of its own first",
		Example: "func F(x float64) float64 {\n\tdouble := func() float64 { x *= 2; return x }\n\treturn «x» + " +
			"double()\n}",
		Message: "whether x is read before or after the call that changes it is not specified",
	},
	{
		Code: "foreign-call",
		Explanation: "Of the standard library, package math and what docs/gosrc.md lists of slices, sort and others are " +
			"known. Functions of other modules are read, unless they cannot be compiled here.",
		Hint: "write a derivative with //chad:derivative of=… in this package, or mark a function of numbers and " +
			"bools around it //chad:nodiff",
		Example: "import \"unicode\"\n\nfunc F(x float64, r rune) float64 {\n\tif «unicode.IsUpper(r)» {\n\t\treturn 0\n\t}\n\treturn x\n}",
		Message: "unicode.IsUpper has no derivative: chad does not know it",
	},
	{
		Code:        "foreign-variable",
		Explanation: "The value of another module's variable is not known when the derivative is made, and may change.",
		Hint:        "pass it as a parameter",
		Example:     "import \"os\"\n\nfunc F(x []float64) float64 { return x[len(«os.Args»)] }",
		Message:     "the variable os.Args belongs to another module",
	},
	{
		Code: "global-write",
		Explanation: "A derivative may run any number of times, and at the same time in several goroutines; a " +
			"package variable " +
			"that is written would make that visible. One that anything writes to cannot be read either.",
		Hint:    "pass the variable as a parameter and return its new value",
		Example: "var calls int\n\nfunc F(x float64) float64 {\n\t«calls»++\n\treturn x\n}",
		Message: "a write to the package variable calls",
	},
	{
		Code:        "goroutine",
		Explanation: "The order in which goroutines run is not fixed.",
		Hint:        "call the function; run several gradients in parallel instead",
		Example:     "func F(x float64) float64 {\n\t«go func() {}()»\n\treturn x\n}",
		Message:     "a goroutine",
	},
	{
		Code: "goto",
		Explanation: "A goto out of the body of a loop over an iterator function is a way out of that function, which is " +
			"not followed. Other gotos are.",
		Hint: "use for, break and continue, which may have labels",
		Example: "import \"slices\"\n\nfunc F(x []float64) float64 {\n\ts := 1.0\n\tfor v := range slices.Values(x) {\n\t\tif " +
			"v > 1 {\n\t\t\t«goto end»\n\t\t}\n\t\ts *= v\n\t}\n\ts *= 2\nend:\n\treturn s\n}",
		Message: "a goto statement",
	},
	{
		Code: "impure-call",
		Explanation: "A derivative evaluates parts of the function again, or once for several: random numbers would " +
			"not be the same ones, and " +
			"time goes on. What a function marked //chad:nodiff gives has to depend on its arguments alone, too.",
		Hint: "pass the numbers as a parameter; or make a source of random numbers from a seed, in a function of " +
			"the seed that is marked //chad:nodiff",
		Example: "import \"math/rand/v2\"\n\nfunc F(x float64) float64 { return x * «rand.Float64()» }",
		Message: "rand.Float64 gives something else each time",
	},
	{
		Code: "interface-call",
		Explanation: "Which method runs is known only to the caller. Methods of interfaces are called where the " +
			"values come from the program " +
			"itself: variables, fields and slices of interfaces that it fills, parameters of functions that it calls. A " +
			"parameter of the function itself may be of the types that types= in its directive names, or else of those of its " +
			"package; here there are none.",
		Hint: "say in the directive what the parameter may hold, as in types=Square,*Circle; or take the concrete type, or " +
			"a type parameter",
		Example: "type Shape interface{ Area() float64 }\n\nfunc F(s Shape) float64 { return «s.Area()» }",
		Message: "a call of method Area of the interface Shape",
	},
	{
		Code: "io",
		Explanation: "The derivative runs parts of the function in another order, or several times; what they print " +
			"would be nonsense.",
		Hint: "remove it, or return the value and print it in the caller; effects=drop in the directive leaves prints " +
			"and logs out",
		Example: "import \"fmt\"\n\nfunc F(x float64) float64 {\n\t«fmt.Println(x)»\n\treturn x\n}",
		Message: "fmt.Println does input or output",
	},
	{
		Code: "map-value",
		Explanation: "Known are the maps that the program makes itself, with keys of numbers and bools, also in " +
			"arrays and structs, and tables: maps with a " +
			"literal of constant keys that nothing does anything with but look up. Maps of types that are in the " +
			"signature of the function with the directive " +
			"are the caller's, and keys that are other strings than constants are not known. Such maps may exist, as " +
			"long as no value in them influences the result.",
		Hint:    "use a slice, with an int for each key; or a map of your own, with keys that are numbers",
		Example: "func F(m map[string]float64) float64 { return «m[\"a\"]» }",
		Message: "the result depends on a map",
	},
	{
		Code: "nil-compare",
		Explanation: "Of slices, pointers, functions and errors it is known whether they are nil; interfaces, maps " +
			"and channels are " +
			"not known at all.",
		Hint:    "pass a bool beside it",
		Example: "func F(x float64, v any) float64 {\n\tif «v == nil» {\n\t\treturn 0\n\t}\n\treturn x\n}",
		Message: "whether v, of type any, is nil cannot influence the result",
	},
	{
		Code: "nodiff-call",
		Explanation: "A function marked //chad:nodiff whose body is outside the subset is called by the derivative " +
			"as it is. Numbers and bools can be " +
			"given to it, and one number, bool or error be taken from it.",
		Hint: "let it take numbers and bools and give one of them, and do the rest in Go that is differentiated; " +
			"or call it before, and pass what it gives",
		Example: "import \"strings\"\n\n//chad:nodiff\nfunc linear(«»name string) bool { return " +
			"strings.HasPrefix(name, \"lin\") }\n\nfunc F(x float64, name string) float64 {\n\tif linear(name) " +
			"{\n\t\treturn x\n\t}\n\treturn x * x\n}",
		Message: "linear is called as it is, and takes name, of type string",
	},
	{
		Code: "no-body",
		Explanation: "A function that is implemented in assembly without a twin in Go, or linked from elsewhere, has " +
			"nothing to differentiate. Functions that chad generates are differentiated as what they stand for.",
		Hint:    "write a derivative with //chad:derivative of=…",
		Example: "func G(x float64) float64\n\nfunc F(x float64) float64 { return «G(x)» }",
		Message: "G has no body here",
	},
	{
		Code: "opaque-value",
		Explanation: "Strings, interfaces, channels, types that contain themselves and structs of " +
			"other modules with " +
			"unexported fields are carried along, but nothing that the derivative computes may depend on them. Of a " +
			"string it is known only " +
			"which constant it is equal to: kind == \"linear\", a switch, or a look-up in a table.",
		Hint:    "pass an int, a bool or a number instead; a []byte for the letters of a string",
		Example: "func F(x float64, a, b string) float64 {\n\tif «a == b» {\n\t\treturn 2 * x\n\t}\n\treturn x\n}",
		Message: "the result depends on a, of type string",
	},
	{
		Code:        "pointer-compare",
		Explanation: "Where a value lies in memory is nothing that the derivative knows.",
		Hint:        "compare the values, or indices into a slice",
		Example:     "func F(p, q *float64) float64 {\n\tif «p == q» {\n\t\treturn 0\n\t}\n\treturn *p\n}",
		Message:     "whether two pointers are equal cannot influence the result",
	},
	{
		Code: "range-map",
		Explanation: "The order of a loop over a map changes from run to run, and floating-point sums with it. Known " +
			"are loops that use neither keys nor values and leave all maps as they are, " +
			"and those that only append keys or values to a slice that the next statement sorts.",
		Hint: "for a map that the program makes, range over slices.Sorted(maps.Keys(m)); else use a slice",
		Example: "func F(m map[int]float64) float64 {\n\ts := 0.0\n\tfor _, v := range «m» {\n\t\ts += " +
			"v\n\t}\n\treturn s\n}",
		Message: "a loop over a map, whose order is not fixed",
	},
	{
		Code:        "recover",
		Explanation: "A panic of the function is a panic of its derivative; the function does not go on after it.",
		Hint:        "test the condition and return early",
		Example:     "func F(x float64) float64 {\n\t«recover()»\n\treturn x\n}",
		Message:     "recover is not differentiable",
	},
	{
		Code:        "select",
		Explanation: "Which case of a select runs depends on other goroutines.",
		Hint:        "pass the values as parameters",
		Example:     "func F(x float64) float64 {\n\t«select {\n\tdefault:\n\t}»\n\treturn x\n}",
		Message:     "a select statement",
	},
	{
		Code: "type-assertion",
		Explanation: "What an interface holds that the caller gives is known only at run time. Of values that the " +
			"program makes it is known.",
		Hint:    "take the concrete type, or a type parameter",
		Example: "func F(v any) float64 { return «v.(float64)» }",
		Message: "a type assertion is not differentiable",
	},
	{
		Code: "type-switch",
		Explanation: "What an interface holds that the caller gives is known only at run time. Of values that the " +
			"program makes it is known.",
		Hint:    "write a function for each type, or take a type parameter",
		Example: "func F(v any) float64 {\n\t«switch v.(type) {\n\t}»\n\treturn 0\n}",
		Message: "a type switch",
	},
	{
		Code:        "unsafe",
		Explanation: "Memory that is read as another type has no derivative.",
		Hint:        "use math.Float64bits and its like for the bits of a number",
		Example:     "import \"unsafe\"\n\nfunc F(x *float64) float64 { return «unsafe.Slice(x, 1)»[0] }",
		Message:     "unsafe.Slice is not differentiable",
	},
	{
		Code:        "unsupported",
		Explanation: "Rare constructs of the language that nothing else here describes.",
		Hint:        "write it in a simpler way, and tell us",
		Example:     "func F(x []float64) float64 { return «(*[2]float64)(x)»[0] }",
		Message:     "a conversion of []float64 to *[2]float64",
	},
}
