package stop_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seed-4b734f86/gochad/internal/stop"
)

// What ends what compiles comes back as an error; other panics go on, also those of what runs apart.
func TestStop(t *testing.T) {
	mine := errors.New("mine")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	run := func(f func()) (err error) {
		defer stop.Recover(&err)
		f()
		return nil
	}
	hung := make(chan int)
	defer close(hung)
	late, end := context.WithCancel(t.Context())
	for name, c := range map[string]struct {
		f    func()
		want error
	}{
		"with":        {func() { stop.With(mine) }, mine},
		"no context":  {func() { stop.Check(nil) }, nil}, //nolint:staticcheck // which is one that does not end
		"ended":       {func() { stop.Check(ended) }, context.Canceled},
		"goes on":     {func() { stop.Check(t.Context()) }, nil},
		"apart":       {func() { stop.Apart(t.Context(), func() { stop.With(mine) }) }, mine},
		"apart ended": {func() { stop.Apart(ended, func() { t.Error("runs") }) }, context.Canceled},
		"apart hangs": {func() { stop.Apart(late, func() { end(); <-hung }) }, context.Canceled},
	} {
		if err := run(c.f); !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
	defer func() {
		if r := recover(); r != "other" {
			t.Errorf("the panic of another is %v", r)
		}
	}()
	t.Error(run(func() { stop.Apart(t.Context(), func() { panic("other") }) }))
}
