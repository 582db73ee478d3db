package corpus

// All is every exported function of the package by name.
var All = map[string]any{
	"Square": Square, "Poly": Poly, "SumSquares": SumSquares, "Branches": Branches, "Named": Named, "Swap": Swap,
	"TwoPhase": TwoPhase, "HeaderPhase": HeaderPhase, "Early": Early, "FirstAbove": FirstAbove, "Newton": Newton,
	"Infinite": Infinite, "Shadow": Shadow, "Calls": Calls, "Calls1": Calls1, "Variadic": Variadic,
}
