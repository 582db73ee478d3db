package chad

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/internal/diag"
)

// What an error of this package is about, for [errors.Is]. What else can go wrong has a type of its own: a
// [functor.Error] says what cannot be differentiated, a [semantics.Error] what failed in an evaluation, and a context
// that has ended gives its error.
var (
	// ErrProgram: a text is no program of the language. The error's text has file:line:col for each mistake.
	ErrProgram = diag.ErrSource
	// ErrUnknown: there is no definition, parameter, mode, stage or pass of that name.
	ErrUnknown error = about("unknown name")
	// ErrType: a result or a parameter has a type that the operator does not take, as a gradient takes real results only.
	ErrType error = about("unfit type")
	// ErrConstant: what is to be differentiated by, or is to be differentiated, does not vary.
	ErrConstant error = about("nothing varies")
	// ErrArgument: arguments of an evaluation are too many, too few or of other types.
	ErrArgument error = about("wrong argument")
)

// An about is what errors are about.
type about string

func (a about) Error() string { return string(a) }

// A failure is an error that says what it is about; its text is that of the error.
type failure struct{ about, err error }

func (f *failure) Error() string   { return f.err.Error() }
func (f *failure) Unwrap() []error { return []error{f.about, f.err} }

func errorf(about error, format string, args ...any) error {
	return &failure{about, fmt.Errorf(format, args...)}
}
