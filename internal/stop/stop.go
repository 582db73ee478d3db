// Package stop ends what compiles in the middle of it: its context has ended, or what it makes has become too large, or
// the input has no form in its output.
// What notices that is deep inside, and has no error to return, so it panics; the functions that users call give the
// error back. It depends on nothing, so that all can.
package stop

import "context"

// stopped is the panic.
type stopped struct{ err error }

// Error is the message, for panics that nobody recovers.
func (s stopped) Error() string { return s.err.Error() }

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

// Apart runs what takes long and knows of no context, and ends when it does or the context does: f may go on then, so
// that it must change nothing that others see, and nobody must use what it has made. Its panics are those of Apart.
func Apart(ctx context.Context, f func()) {
	Check(ctx)
	if ctx == nil || ctx.Done() == nil {
		f()
		return
	}
	end := make(chan any, 1)
	go func() {
		defer func() { end <- recover() }()
		f()
	}()
	select {
	case r := <-end:
		if r != nil {
			panic(r)
		}
	case <-ctx.Done():
		With(ctx.Err())
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
