package elementary

import "strings"

// A Form is a function for emitted code: its results, in order, are the values of terms of the
// language over its arguments.
type Form struct {
	Func    string   // the name for [Source] and for the call
	Params  []string // names of the arguments
	Results []string // terms of the language over them
}

// Wins are the forms that were measured to take at most 1/1.15 of the time of math's
// functions, or of the language's helpers built on them (docs/elementary.md has the table):
// the generator should use these. Of two forms for a term, the one with more results is
// right where all its results are wanted.
var Wins = []Form{
	{"exp", []string{"x"}, []string{"exp(x)"}},
	{"expm1", []string{"x"}, []string{"expm1(x)"}},
	{"log", []string{"x"}, []string{"log(x)"}},
	{"log1p", []string{"x"}, []string{"log1p(x)"}},
	{"tanh", []string{"x"}, []string{"tanh(x)"}},
	{"sin", []string{"x"}, []string{"sin(x)"}},
	{"cos", []string{"x"}, []string{"cos(x)"}},
	{"sincos", []string{"x"}, []string{"sin(x)", "cos(x)"}},
	{"sigmoid", []string{"x"}, []string{"sigmoid(x)"}},
	{"sigmoids", []string{"x"}, []string{"sigmoid(x)", "sigmoid(-x)"}},
	{"softplus", []string{"x"}, []string{"softplus(x)"}},
	{"softplusSigmoid", []string{"x"}, []string{"softplus(x)", "sigmoid(x)"}},
	{"logaddexp", []string{"x", "y"}, []string{"logaddexp(x, y)"}},
}

// Chained are functions for loops in which each argument depends on the value before, by the functions that they stand
// for: they take less time from the argument to the value, but more where branches on the argument are mispredicted.
var Chained = map[string]string{"sin": "sinChained", "cos": "cosChained", "sincos": "sincosChained"}

// IsChained reports whether a source is only for the functions of [Chained].
func IsChained(name string) bool {
	switch strings.ToLower(name) {
	case "sinchained", "coschained", "sincoschained", "circlenear", "circlenearpoly":
		return true
	}
	return false
}
