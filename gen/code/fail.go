package code

import "fmt"

// Failure carries an error of the emitter to Generate.
type Failure struct{ Err error }

// Failf panics with a failure, for what has no form in Go.
func Failf(format string, args ...any) { panic(Failure{fmt.Errorf("gen: "+format, args...)}) }
