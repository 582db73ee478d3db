// Package faults has a hundred functions, each with one fault at the arguments in its comment: the value or a cotangent
// becomes infinite or NaN, or the last path to a parameter is cut. The line of the fault says so, with the name of the
// function. The line behind args says what kind it is: a value, a slope (the value is finite, a cotangent is not), or a
// cut.
package faults
