package semantics

import (
	"fmt"

	"github.com/seed-4b734f86/gochad/syntax"
)

// Kind classifies errors at run time.
type Kind uint8

// The kinds of errors.
const (
	OutOfRange     Kind = iota // an int converted to an index is not below the bound
	LengthMismatch             // a coercion found another length
	NegativeSize               // a size is negative
	Arithmetic                 // a primitive failed: integer division by zero
	OutOfFuel                  // the evaluation took more steps than allowed
	TooDeep                    // recursion deeper than allowed
	BadArgument                // an argument or environment does not fit the program
	Unsupported                // a derivative operator: the functor eliminates them
	Internal                   // a broken invariant: a defect of the program's producer or of this package
)

var kindNames = [...]string{
	"index out of range", "length mismatch", "negative size", "arithmetic error", "out of fuel",
	"too deep", "bad argument", "unsupported", "internal error",
}

// String names the kind.
func (k Kind) String() string { return kindNames[k] }

// Error is an error of an evaluation. Pos is nil when no position is known; a
// node without a position has that of the nearest one around it.
type Error struct {
	Pos  *syntax.Pos
	Kind Kind
	Msg  string
}

// Error is file:line:col: message.
func (e *Error) Error() string {
	if e.Pos == nil {
		return e.Msg
	}
	return fmt.Sprintf("%s:%d:%d: %s", e.Pos.File, e.Pos.Line, e.Pos.Col, e.Msg)
}

// fail ends the evaluation with an error; [guard] turns it into a result.
func fail(at *syntax.Pos, k Kind, format string, args ...any) {
	panic(&Error{at, k, fmt.Sprintf(format, args...)})
}

// guard is deferred once by each entry point: it recovers what fail threw, and
// names a broken invariant of the package.
func guard(err *error) {
	switch r := recover().(type) {
	case nil:
	case *Error:
		*err = r
	case error:
		*err = &Error{Kind: Internal, Msg: "semantics: internal error: " + r.Error()}
	default:
		*err = &Error{Kind: Internal, Msg: fmt.Sprintf("semantics: internal error: %v", r)}
	}
}
