// Package stop ends what compiles in the middle of it: its context has ended, or what it makes has become too large. What notices that is deep inside, and
// has no error to return, so it panics; the functions that users call give the error back. It depends on nothing, so that all can.
package stop

import "context"

// stopped is the panic.
type stopped struct{ err error }

// With ends what compiles with an error.
func With(err error) { panic(stopped{err}) }

// Check ends what compiles if its context has ended. A nil context never ends.
func Check(ctx context.Context) {
	if ctx == nil {
		return
	}
	if err := ctx.Err(); err != nil {
		With(err)
	}
}

// Recover is deferred by functions that give the error back. Other panics go on.
func Recover(err *error) {
	r := recover()
	if r == nil {
		return
	}
	e, ok := Error(r)
	if !ok {
		panic(r)
	}
	*err = e
}

// Error is the error of a panic that was recovered, if it is one of this package.
func Error(r any) (error, bool) {
	s, ok := r.(stopped)
	return s.err, ok
}
