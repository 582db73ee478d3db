package measure

import "time"

// Clock is the time since some moment.
type Clock func() time.Duration

// Wall is the time that passes.
func Wall() Clock {
	start := time.Now()
	return func() time.Duration { return time.Since(start) }
}
